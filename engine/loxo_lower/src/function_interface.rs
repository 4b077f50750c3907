//! What code of functions without a frame takes and gives in registers.

use cranelift_codegen::ir::{self, AbiParam, Signature, types};
use cranelift_codegen::isa::CallConv;
use loxo_form::{Interface, Tags};

/// A function's code that needs no frame.
#[derive(Clone)]
pub struct Frameless {
    /// Its address; 0: the code that is being made.
    pub code: usize,
    pub interface: Interface,
}

/// What a register holds of a number; bools take as much as ints.
pub(crate) fn register_of(tags: Tags) -> ir::Type {
    if tags.within(Tags::FLOAT) { types::F64 } else { types::I64 }
}

/// How code without a frame is called. No registers outlast the call: half of all calls are of functions that make none, and these save nothing.
pub(crate) fn signature_of(interface: &Interface) -> Signature {
    let mut signature = Signature::new(CallConv::Winch);
    let params = interface.params.iter().map(|tags| register_of(*tags));
    signature.params = [types::I64; 2].into_iter().chain(params).map(AbiParam::new).collect();
    signature.returns = vec![AbiParam::new(register_of(interface.result))];
    signature
}
