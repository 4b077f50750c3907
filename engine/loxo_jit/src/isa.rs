//! The machine that code is made for: the one that this runs on.

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};

/// For loops by themselves, which Cranelift's optimizer makes a few per cent faster.
pub(crate) fn of_loops() -> Option<OwnedTargetIsa> {
    with("speed")
}

/// For whole functions. The optimizer takes a quarter of the time of compiling, and what it shares and takes out of loops, constants and addresses most of
/// all, would occupy registers or places on the stack through functions that call much.
pub(crate) fn of_functions() -> Option<OwnedTargetIsa> {
    with("none")
}

fn with(opt_level: &str) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    flags.set("opt_level", opt_level).ok()?;
    flags.set("is_pic", "false").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}
