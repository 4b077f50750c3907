//! Which methods ops call that are about elements of objects, or count them: those of the class that each has met last.

use loxo_bytecode::{FnFlags, OpCode, TypeMask, flag};
use loxo_runtime::{Class, EntryKind, Func};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, gives};

use crate::inlining::is_called_natively;

/// A method that an op calls for objects of a class.
#[derive(Clone, Copy)]
pub struct ElementMethod {
    pub class: &'static Class,
    pub func: &'static Func,
}

/// The same for each op of a function that has called one, if it can be called as it is.
///
/// # Safety
/// The machine is the running one.
pub(crate) unsafe fn met(code: &Code, vm: *mut Vm) -> Vec<Option<ElementMethod>> {
    let method = |(op, at): (&loxo_bytecode::Op, u32)| {
        // SAFETY: as the caller promises.
        let class = unsafe { (*vm).met.class_at(code.at(at) as usize) }?;
        let func = method_of(class, op)?;
        is_called_natively(func).then_some(ElementMethod { class, func })
    };
    code.function().code.iter().zip(0..).map(method).collect()
}

/// The method that an op calls on objects of a class that takes the arguments as they are.
fn method_of(class: &'static Class, op: &loxo_bytecode::Op) -> Option<&'static Func> {
    let (methods, handlers) = (&class.array_access, &class.object_handlers);
    let (func, count) = match op.code {
        OpCode::FetchDim | OpCode::FetchDimK if op.flags & (flag::QUIET | flag::NO_OBJECT) == 0 => {
            (methods.get.filter(|_| handlers.read_dim.is_none()), 1)
        }
        OpCode::IssetDim | OpCode::IssetDimK if op.flags & flag::EMPTY == 0 => {
            (methods.exists.filter(|func| handlers.has_dim.is_none() && gives(func, TypeMask::BOOL)), 1)
        }
        OpCode::AssignDim | OpCode::AssignDimK | OpCode::AssignDimAppend if op.flags & flag::KEEP == 0 => {
            (methods.set.filter(|_| handlers.write_dim.is_none()), 2)
        }
        OpCode::UnsetDim => (methods.unset.filter(|_| handlers.unset_dim.is_none()), 1),
        OpCode::Count => (class.count.filter(|func| handlers.count.is_none() && gives(func, TypeMask::INT)), 0),
        _ => (None, 0),
    };
    func.filter(|func| func.entry_kind == EntryKind::Plain && func.num_params == count && !func.flags.has(FnFlags::RETURNS_REF))
}
