//! The machine that code is made for: the one that this runs on.

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};

/// What Cranelift makes code for. Its optimizer takes a quarter of the time of compiling, and what it shares and takes out of loops, constants and addresses
/// most of all, would occupy registers or places on the stack through functions that call much.
pub(crate) fn native() -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    flags.set("opt_level", "none").ok()?;
    flags.set("is_pic", "false").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}
