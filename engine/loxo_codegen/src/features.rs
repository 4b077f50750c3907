//! What machines have beside what all of their kind have.

/// What a machine can do beside what all of its kind can.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// It rounds floats.
    pub sse41: bool,
}

impl Features {
    /// Of the machine that this runs on.
    pub fn detect() -> Features {
        #[cfg(target_arch = "x86_64")]
        let sse41 = std::arch::is_x86_feature_detected!("sse4.1");
        #[cfg(not(target_arch = "x86_64"))]
        let sse41 = false;
        Features { sse41 }
    }
}
