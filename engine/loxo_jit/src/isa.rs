//! The machine that code is made for: the one that this runs on.

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};

pub(crate) fn isa() -> Option<OwnedTargetIsa> {
    with("speed")
}

/// The same for code that was optimized before.
pub(crate) fn of_optimized() -> Option<OwnedTargetIsa> {
    with("none")
}

fn with(opt_level: &str) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    flags.set("opt_level", opt_level).ok()?;
    flags.set("is_pic", "false").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}
