//! Arguments of a call with spreads or names while they are evaluated, and how they get into its window where that takes no more than moves.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Func, types};
use loxo_value::{PhpArray, PhpResource, PhpStr, Value, slot};

use crate::entry_kind;

/// Arguments that were evaluated so far.
#[derive(Default)]
pub struct ArgList {
    /// By the number of their parameter; those that names have passed over are undef.
    pub positional: Vec<Value>,
    /// What no parameter is named for.
    pub named: Vec<(PhpStr, Value)>,
}

impl ArgList {
    /// The list that a temporary holds.
    #[inline]
    pub fn of(value: &mut Value) -> &mut ArgList {
        value.as_resource().and_then(|r| r.data_mut::<ArgList>()).expect("argument list temporary")
    }

    /// The same where nothing else can be there.
    ///
    /// # Safety
    /// It is the live temporary of a `BeginArgs`.
    #[inline(always)]
    pub unsafe fn in_temporary<'a>(list: *mut Value) -> &'a mut ArgList {
        // SAFETY: as the caller promises.
        unsafe { (*list).as_resource().unwrap_unchecked().data_as::<ArgList>() }
    }

    /// A new list as the value of a temporary.
    #[cold]
    #[inline(never)]
    pub fn create() -> Value {
        Value::resource(PhpResource::internal(Box::new(ArgList::default())))
    }

    /// Takes the list of a call that has its arguments. One is kept for the next such call, which then allocates nothing.
    ///
    /// # Safety
    /// Both are live; the first holds a list, which is empty.
    #[inline(always)]
    pub unsafe fn give_back(list: *mut Value, spare: *mut Value) {
        /// The memory of a list with more arguments than that is given back.
        const MOST: usize = 32;
        // SAFETY: as the caller promises.
        unsafe {
            let args = ArgList::in_temporary(list);
            if slot::tag(spare) == slot::UNDEF && args.positional.capacity().max(args.named.capacity()) <= MOST {
                slot::copy_bits(spare, list);
                slot::set_tag(list, slot::UNDEF);
            } else {
                slot::release_temporary(list);
                slot::set_tag(list, slot::UNDEF);
            }
        }
    }

    /// Adds a value.
    ///
    /// # Safety
    /// The value is live, and no reference. `consumed`: it is a temporary that goes.
    #[inline(always)]
    pub unsafe fn push(&mut self, src: *mut Value, consumed: bool) {
        let at = self.positional.len();
        if at == self.positional.capacity() {
            self.positional.reserve(1);
        }
        // SAFETY: as the caller promises; there is space for one more.
        unsafe {
            let place = self.positional.as_mut_ptr().add(at);
            slot::copy_bits(place, src);
            if consumed {
                slot::set_tag(src, slot::UNDEF);
            } else {
                slot::count_up(src);
            }
            self.positional.set_len(at + 1);
        }
    }

    /// Adds the elements of a packed array.
    pub fn spread(&mut self, values: &[Value]) {
        self.positional.reserve(values.len());
        for value in values.iter().filter(|value| !value.is_undef()) {
            self.positional.push(value.clone_deref());
        }
    }

    /// Adds what a temporary holds as the parameter of that very name, or to what a variadic one collects; `false`: that is not so simple, and nothing
    /// was done.
    ///
    /// # Safety
    /// The temporary is live, and no reference. No parameter of the function is by reference, and the name is interned.
    #[inline(always)]
    pub unsafe fn add_named(&mut self, func: &Func, name: &PhpStr, src: *mut Value) -> bool {
        let params = &*func.params;
        // Names of user functions' parameters are interned.
        let its = name.as_bytes().as_ptr();
        let mut index = self.positional.len();
        // Names mostly come in the order of the parameters.
        if params.get(index).is_none_or(|param| param.name.as_bytes().as_ptr() != its) {
            index = 0;
            for param in params {
                if param.name.as_bytes().as_ptr() == its {
                    break;
                }
                index += 1;
            }
        }
        match params.get(index) {
            None => return self.collect_named(func, name, src),
            Some(param) if param.variadic => return false,
            Some(_) => {}
        }
        // SAFETY: as the caller promises; what is undef owns nothing.
        unsafe {
            if let Some(skipped) = self.positional.get_mut(index).map(std::ptr::from_mut) {
                let is_free = slot::tag(skipped) == slot::UNDEF;
                if is_free {
                    slot::copy_bits(skipped, src);
                    slot::set_tag(src, slot::UNDEF);
                }
                return is_free;
            }
            while self.positional.len() < index {
                self.positional.push(Value::UNDEF);
            }
            self.push(src, true);
        }
        true
    }

    /// Adds an argument that is none of the parameters to what a variadic one collects; `false`: there is none, or it is no new name.
    #[inline(never)]
    fn collect_named(&mut self, func: &Func, name: &PhpStr, src: *mut Value) -> bool {
        let is_new = || !self.named.iter().any(|(other, _)| other.as_bytes() == name.as_bytes());
        let collects = func.is_user() && func.is_variadic() && is_new();
        if collects {
            // SAFETY: as for `add_named`, which alone calls it.
            self.named.push((name.clone(), unsafe { (*src).take_undef() }));
        }
        collects
    }

    /// Moves the arguments to the window of a user function without references and variadic parameters, with the constant defaults of parameters that
    /// were passed over, and gives their number; `None`: more is to be done, and nothing was.
    ///
    /// # Safety
    /// The window owns nothing, and its stack reaches beyond the function's frame.
    #[inline(always)]
    pub unsafe fn move_to(&mut self, func: &Func, callee: *mut Value) -> Option<u32> {
        let count = self.positional.len() as u32;
        if !self.named.is_empty() || !entry_kind::takes(func, count) {
            return None;
        }
        // SAFETY: as the caller promises. The arguments belong to the list until its length says otherwise.
        unsafe {
            let from = self.positional.as_mut_ptr();
            for i in 0..count as usize {
                let (place, argument) = (callee.add(i), from.add(i));
                if slot::tag(argument) != slot::UNDEF {
                    slot::copy_bits(place, argument);
                } else if i < func.required as usize {
                    return None;
                } else if i < func.direct.count as usize {
                    slot::place_bits(place, (func.direct.defaults as *const Value).add(i));
                } else {
                    slot::set_tag(place, slot::UNDEF);
                }
            }
            self.positional.set_len(0);
        }
        Some(count)
    }

    /// The same for a function with a variadic parameter, which has collected its own then, as it takes them.
    ///
    /// # Safety
    /// As for [`ArgList::move_to`].
    #[inline(never)]
    pub unsafe fn collect_to(&mut self, func: &Func, callee: *mut Value) -> Option<u32> {
        let (count, first) = (self.positional.len(), func.num_params as usize - 1);
        let ty = func.params.last().and_then(|last| last.ty.as_ref());
        let takes = |value: &Value| !value.is_ref() && ty.is_none_or(|ty| types::in_mask(ty.spec.mask, value));
        if count < func.required as usize || func.flags.has(FnFlags::REF_PARAMS) {
            return None;
        }
        for (i, value) in self.positional.iter().enumerate() {
            if i >= first && !takes(value) || i < func.required as usize && value.is_undef() {
                return None;
            }
        }
        for (_, value) in &self.named {
            if !takes(value) {
                return None;
            }
        }
        // SAFETY: as the caller promises. The arguments belong to the list until its length says otherwise.
        unsafe {
            let from = self.positional.as_mut_ptr();
            let mut rest = match (count > first, self.named.is_empty()) {
                (true, _) => PhpArray::from_moved(from.add(first), count - first),
                (false, true) => PhpArray::new(),
                (false, false) => PhpArray::hash_with_capacity(self.named.len()),
            };
            for i in 0..first {
                let place = callee.add(i);
                if i < count && slot::tag(from.add(i)) != slot::UNDEF {
                    slot::copy_bits(place, from.add(i));
                } else if i < func.direct.count as usize {
                    slot::place_bits(place, (func.direct.defaults as *const Value).add(i));
                } else {
                    slot::set_tag(place, slot::UNDEF);
                }
            }
            self.positional.set_len(0);
            for (name, value) in self.named.drain(..) {
                rest.set_str(&name, value);
            }
            callee.add(first).write(Value::array(rest));
        }
        Some(count as u32)
    }
}
