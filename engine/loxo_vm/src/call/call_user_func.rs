//! `call_user_func()` compiled to calls, and spread arguments for by-reference parameters.

use loxo_fast_paths::argument_list::ArgList;
use loxo_runtime::{Func, PhpResult};
use loxo_value::{KeyRef, PhpArray, Value};

use crate::Vm;
use crate::frame::header;

impl Vm {
    /// Starts the call of a callback in the window `callee`.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn init_user_call(&mut self, callee: *mut Value, value: &Value, array: bool) -> PhpResult<()> {
        let why = match crate::call::resolve::check(&mut self.cx, value) {
            Ok(Ok(callable)) if self.cx.exception.is_none() => {
                // SAFETY: as the caller promises.
                unsafe { self.init_callable(callee, &callable) };
                return Ok(());
            }
            Ok(Err(why)) if self.cx.exception.is_none() => why,
            // An autoloader or the handler of a deprecation threw; the callback is refused all the same.
            _ if self.cx.ending.is_none() => "(null)".into(),
            _ => return Err(loxo_runtime::Thrown),
        };
        let name = if array { "call_user_func_array" } else { "call_user_func" };
        let message = format!("{name}(): Argument #1 ($callback) must be a valid callback, {why}");
        let class = self.cx.builtin_class("TypeError");
        let error = self.cx.new_exception(class, message.as_bytes(), 0);
        Err(self.cx.throw_object(error))
    }

    /// The arguments of `call_user_func_array()`: values for by-reference parameters are passed with a warning.
    ///
    /// # Safety
    /// `list` is a live temporary with an argument list, `callee` a started window.
    pub(crate) unsafe fn spread_user_args(&mut self, list: *mut Value, source: &Value, callee: *mut Value) -> PhpResult<()> {
        let Some(array) = source.as_array() else {
            let given = loxo_runtime::convert::value_name(source);
            return Err(self.cx.type_error(format!("call_user_func_array(): Argument #2 ($args) must be of type array, {given} given")));
        };
        // SAFETY: as the caller promises.
        let func: &'static Func = unsafe { &*header(callee).func };
        let magic = std::ptr::eq(func, loxo_fast_paths::stand_ins::any_method());
        let mut names = false;
        for (key, value) in array.iter() {
            // SAFETY: as the caller promises.
            let position = unsafe { ArgList::of(&mut *list) }.positional.len();
            let param = match key {
                KeyRef::Int(_) if names => {
                    return Err(self.cx.throw_error("Cannot use positional argument after named argument"));
                }
                KeyRef::Int(_) => Some(position),
                KeyRef::Str(name) => {
                    let named = func.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name.as_bytes());
                    named.or_else(|| func.params.iter().position(|p| p.variadic))
                }
            };
            // Before what comes later is warned of.
            if let (KeyRef::Str(name), None) = (key, param)
                && !magic
            {
                return Err(self.cx.throw_error([b"Unknown named parameter $", name.as_bytes()].concat()));
            }
            let by_ref = param.filter(|i| func.by_ref(*i));
            // What `__call()` gets keeps its references.
            let mut value = if by_ref.is_some() || magic { value.clone() } else { value.clone_deref() };
            if let Some(i) = by_ref.filter(|_| !value.is_ref()) {
                if !func.param_for(i).is_some_and(|p| p.prefer_ref) {
                    loxo_runtime::error::calls::warn_by_value(&mut self.cx, func, i);
                    self.cx.check()?;
                }
                let _ = value.make_ref();
            }
            match key {
                // SAFETY: as the caller promises.
                KeyRef::Int(_) => unsafe { ArgList::of(&mut *list) }.positional.push(value),
                KeyRef::Str(name) => {
                    names = true;
                    // SAFETY: as the caller promises.
                    unsafe { self.name_argument(ArgList::of(&mut *list), callee, name, value)? };
                }
            }
        }
        Ok(())
    }

    /// `...$array`: what by-reference parameters get of a variable's elements becomes references there.
    ///
    /// # Safety
    /// `place` is a local and `list` a live temporary with an argument list.
    #[cold]
    pub(crate) unsafe fn refer_elements(&mut self, place: *mut Value, list: *mut Value, func: &Func) {
        // SAFETY: as the caller promises.
        let (target, first) = unsafe { ((*place).deref_mut(), ArgList::of(&mut *list).positional.len()) };
        let Some(array) = target.as_array_mut() else { return };
        let mut position = first;
        let mut wanted = |key: KeyRef<'_>| match key {
            KeyRef::Int(_) => {
                position += 1;
                func.by_ref(position - 1)
            }
            KeyRef::Str(name) => func.params.iter().any(|p| p.by_ref && p.name.as_bytes() == name.as_bytes()),
        };
        let keys: Vec<_> = array.iter().filter(|(key, value)| wanted(*key) && !value.is_ref()).map(|(key, _)| key.to_key()).collect();
        refer(array, &keys);
    }
}

fn refer(array: &mut PhpArray, keys: &[loxo_value::Key]) {
    for key in keys {
        if let Some(element) = array.get_mut(key) {
            let _ = element.make_ref();
        }
    }
}
