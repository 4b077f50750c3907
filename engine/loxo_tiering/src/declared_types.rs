//! Declared types that name classes, as machine code checks them.

use loxo_runtime::{Class, Func, Type, class_of};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{always_takes, has_one_scope};

/// So many classes the code compares with before it asks the engine.
const MOST_CLASSES: usize = 5;

/// A declared type that names classes.
pub struct DeclaredType {
    pub address: usize,
    /// Addresses of classes whose objects it takes in every request: those that were seen, and the one that it names.
    pub classes: Vec<usize>,
}

/// The types of a function's parameters and of its result that name classes.
pub(crate) struct DeclaredTypes {
    params: Vec<Option<DeclaredType>>,
    result: Option<DeclaredType>,
}

impl DeclaredTypes {
    /// # Safety
    /// `fp` is the frame of the function on this machine; parameters are live.
    pub unsafe fn of(func: &'static Func, fp: *mut Value, vm: &Vm) -> DeclaredTypes {
        let param = |(index, param): (usize, &loxo_runtime::ParamInfo)| {
            // SAFETY: as the caller promises.
            let value = unsafe { &*fp.add(index) };
            declared(func, param.ty.as_ref()?, value.as_object().map(class_of), vm)
        };
        DeclaredTypes {
            params: func.params.iter().enumerate().map(param).collect(),
            result: func.return_type.as_ref().and_then(|ty| declared(func, ty, None, vm)),
        }
    }

    /// That of a parameter, or else of the result.
    pub fn get(&self, param: Option<u32>) -> Option<&DeclaredType> {
        match param {
            Some(index) => self.params.get(index as usize)?.as_ref(),
            None => self.result.as_ref(),
        }
    }
}

/// A type that a function has to do with, if it names classes. `seen`: one whose object it has taken.
pub(crate) fn declared(func: &Func, ty: &Type, seen: Option<&'static Class>, vm: &Vm) -> Option<DeclaredType> {
    // The code is that of all scopes, and `self` is another class in each.
    if ty.ids.is_empty() || !has_one_scope(func) && ty.written.is_some() {
        return None;
    }
    let named = ty.ids.iter().filter_map(|all| if let [id] = all[..] { vm.cx.class_by_id(id) } else { None });
    let mut classes: Vec<usize> = Vec::new();
    // In another scope the type may mean another class, and in another request a name that `class_alias` gave.
    if has_one_scope(func) {
        let known = vm.all_known_to_be_taken(ty).into_iter();
        for class in seen.into_iter().chain(named.filter(|class| class.is_instantiable())).chain(known) {
            let address = std::ptr::from_ref(class) as usize;
            if always_takes(ty, class) && !classes.contains(&address) && classes.len() < MOST_CLASSES {
                classes.push(address);
            }
        }
    }
    Some(DeclaredType { address: std::ptr::from_ref(ty) as usize, classes })
}
