//! Calls with spreads or named arguments: how their argument lists are made and get into a window, where that is not simple.

use loxo_bytecode::FnFlags;
use loxo_fast_paths::argument_list::ArgList;
use loxo_runtime::{Func, PhpResult, Thrown};
use loxo_value::{Key, KeyRef, PhpArray, PhpStr, Tracer, Value};

use crate::Vm;
use crate::code::instruction::Pc;
use crate::frame::{self, HEADER, flags, header};

impl Vm {
    /// `CallArgs`: spreads a list into the window and enters.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    pub(crate) unsafe fn enter_with_list(&mut self, callee: *mut Value, mut list: Value, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let func: &'static Func = &*header(callee).func;
            match self.place_args(callee, func, ArgList::of(&mut list)) {
                Ok(count) => {
                    ArgList::give_back(&raw mut list, &raw mut self.spare_list);
                    self.enter_call(callee, count, pc, fp)
                }
                Err(thrown) => {
                    self.drop_call(callee, 0);
                    Err(thrown)
                }
            }
        }
    }

    /// Moves positional and named arguments into a window; gives their count. Parameters skipped by names are undef.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    pub(crate) unsafe fn place_args(&mut self, callee: *mut Value, func: &'static Func, args: &mut ArgList) -> PhpResult<u32> {
        let ArgList { positional, named } = args;
        let unknown = (!named.is_empty()).then(|| {
            let mut unknown = PhpArray::new();
            named.drain(..).for_each(|(name, value)| unknown.set_str(&name, value));
            unknown
        });
        let count = positional.len() as u32;
        // SAFETY: as the caller promises; nothing of the caller lies above the window's header.
        unsafe {
            self.ensure_stack(callee.add(positional.len() + HEADER))?;
            if let Some(unknown) = unknown {
                frame::extra(callee).named = Some(unknown);
            }
            for (i, value) in positional.drain(..).enumerate() {
                callee.add(i).write(value);
            }
            // User functions fill in defaults themselves.
            if !func.is_user() {
                header(callee).nargs = count;
                let args = std::slice::from_raw_parts_mut(callee, count as usize);
                let outer = self.cx.active.replace(func);
                let filled = loxo_runtime::error::calls::fill_skipped(&mut self.cx, func, args);
                self.cx.active = outer;
                if let Err(thrown) = filled {
                    self.drop_args(callee, count);
                    return Err(thrown);
                }
            }
        }
        Ok(count)
    }

    /// `...$source` as arguments of the call in a window.
    ///
    /// # Safety
    /// `list` is a live temporary with an argument list, `callee` a started window.
    pub(crate) unsafe fn spread_args(&mut self, list: *mut Value, source: &Value, callee: *mut Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let func: &'static Func = unsafe { &*header(callee).func };
        let mut names = false;
        let plain = || !func.flags.has(FnFlags::REF_PARAMS);
        if let Some(values) = source.as_array().and_then(PhpArray::packed_data).filter(|_| plain()) {
            // SAFETY: as the caller promises.
            unsafe { ArgList::of(&mut *list) }.spread(values);
            return Ok(());
        }
        if let Some(array) = source.as_array() {
            for (key, value) in array.iter() {
                match key {
                    KeyRef::Str(name) => {
                        names = true;
                        let keep = value.is_ref() && func.params.iter().any(|p| p.by_ref && p.name.as_bytes() == name.as_bytes());
                        let value = if keep { value.clone() } else { value.clone_deref() };
                        // SAFETY: as the caller promises.
                        unsafe { self.name_argument(ArgList::of(&mut *list), callee, name, value)? };
                    }
                    KeyRef::Int(_) if names => return Err(self.positional_after_named()),
                    KeyRef::Int(_) => {
                        // SAFETY: as the caller promises.
                        let list = unsafe { ArgList::of(&mut *list) };
                        let keep = func.by_ref(list.positional.len()) && value.is_ref();
                        list.positional.push(if keep { value.clone() } else { value.clone_deref() });
                    }
                }
            }
            return Ok(());
        }
        self.spread_iterator(source, "TypeError", |vm, key, value| {
            // A string that reads as a number is one.
            let number = match key.as_str().map(|name| Key::from_str(name.clone())) {
                Some(Key::Int(number)) => Some(Value::int(number)),
                _ => None,
            };
            let key = number.as_ref().unwrap_or(key);
            let position = match key.as_str() {
                // SAFETY: as the caller promises.
                None => unsafe { ArgList::of(&mut *list) }.positional.len(),
                Some(name) => func.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name.as_bytes()).unwrap_or(usize::MAX),
            };
            if func.by_ref(position) {
                let (number, name) = (position.saturating_add(1), func.display_name());
                let name = String::from_utf8_lossy(&name);
                vm.cx.warning(format!(
                    "Cannot pass by-reference argument {number} of {name}() by unpacking a Traversable, passing by-value instead"
                ));
                vm.cx.check()?;
            }
            match key.as_str() {
                Some(name) => {
                    names = true;
                    // SAFETY: as the caller promises.
                    unsafe { vm.name_argument(ArgList::of(&mut *list), callee, name, value) }
                }
                None if !key.is_int() => Err(vm.cx.throw_error("Keys must be of type int|string during argument unpacking")),
                None if names => Err(vm.positional_after_named()),
                None => {
                    // SAFETY: as the caller promises.
                    unsafe { ArgList::of(&mut *list) }.positional.push(value);
                    Ok(())
                }
            }
        })
    }

    fn positional_after_named(&mut self) -> Thrown {
        self.cx.throw_error("Cannot use positional argument after named argument during unpacking")
    }

    /// Adds an argument by its name to a list for the call in a window: the parameter of that name takes it, or the callee collects it.
    ///
    /// # Safety
    /// `callee` is a started window.
    pub(crate) unsafe fn name_argument(&mut self, args: &mut ArgList, callee: *mut Value, name: &PhpStr, value: Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let (func, how): (&'static Func, u32) = unsafe { (&*header(callee).func, header(callee).flags) };
        let magic = how & flags::MAGIC != 0;
        let index = func.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name.as_bytes()).filter(|_| !magic);
        let is_there = match index {
            Some(i) => args.positional.get(i).is_some_and(|argument| !argument.is_undef()),
            None => args.named.iter().any(|(other, _)| other.as_bytes() == name.as_bytes()),
        };
        if is_there {
            return Err(self.cx.throw_error([b"Named parameter $", name.as_bytes(), b" overwrites previous argument"].concat()));
        }
        match index {
            Some(i) => {
                if args.positional.len() <= i {
                    args.positional.resize_with(i + 1, || Value::UNDEF);
                }
                args.positional[i] = value;
            }
            None if magic || (func.is_variadic() && !std::ptr::eq(func, loxo_fast_paths::stand_ins::no_constructor())) => {
                args.named.push((name.clone(), value));
            }
            None if how & flags::DROPS_NAMES != 0 => {}
            None => return Err(self.cx.throw_error([b"Unknown named parameter $", name.as_bytes()].concat())),
        }
        Ok(())
    }
}

/// Reports what a slot of a frame owns; argument lists are no containers that the collector knows.
///
/// # Safety
/// `place` is a live value.
pub(crate) unsafe fn trace(place: *const Value, tracer: &mut Tracer<'_>) {
    // SAFETY: as the caller promises.
    let value = unsafe { &*place };
    if let Some(list) = value.as_resource().and_then(|r| r.data_mut::<ArgList>()) {
        tracer.values(&list.positional);
        list.named.iter().for_each(|(_, value)| tracer.value(value));
        return;
    }
    tracer.value(value);
}
