//! What handlers do before they go the long way: operations on plain values, which need no PHP code, and calls that enter a function without detours.

pub mod argument_list;
pub mod callable;
pub mod elements;
pub mod entry_kind;
mod lvalue_guard;
mod lvalue_register;
pub mod native_calls;
pub mod native_stack;
pub mod not_callable;
pub mod stand_ins;

pub use lvalue_guard::LvalueGuard;
pub use lvalue_register::LvalueRegister;

use std::cmp::Ordering;

use loxo_bytecode::BinaryOp;
use loxo_value::{PhpArray, Value, number, numeric_key, slot};

/// Overwrites a place with a value, moved or copied. The old value is released last; destructors and the collector wait.
///
/// # Safety
/// `place` is live and no reference; `src` is neither undefined nor a reference.
#[inline(always)]
pub unsafe fn overwrite(place: *mut Value, src: *const Value, consume: bool) {
    // SAFETY: as the caller promises; the old bits are dropped once.
    unsafe {
        let mut old = std::mem::MaybeUninit::<Value>::uninit();
        slot::copy_bits(old.as_mut_ptr(), place);
        if consume {
            slot::copy_bits(place, src);
        } else {
            slot::copy(place, src);
        }
        if slot::counted(old.as_ptr()) {
            drop(old.assume_init());
        }
    }
}

/// `*place op= rhs` for ints and floats whose result has a tag that `accepts` takes; false: nothing was done.
///
/// # Safety
/// Both are live.
#[inline(always)]
pub unsafe fn number_op(op: u32, place: *mut Value, rhs: *const Value, accepts: impl Fn(u8) -> bool) -> bool {
    const ADD: u32 = BinaryOp::Add as u32;
    const SUB: u32 = BinaryOp::Sub as u32;
    const MUL: u32 = BinaryOp::Mul as u32;
    const DIV: u32 = BinaryOp::Div as u32;
    const AND: u32 = BinaryOp::BitAnd as u32;
    const OR: u32 = BinaryOp::BitOr as u32;
    const XOR: u32 = BinaryOp::BitXor as u32;
    // SAFETY: as the caller promises.
    unsafe {
        let (lt, rt) = (slot::tag(place), slot::tag(rhs));
        if lt == slot::INT && rt == slot::INT {
            let (l, r) = (slot::int(place), slot::int(rhs));
            let result = match op {
                ADD => l.checked_add(r),
                SUB => l.checked_sub(r),
                MUL => l.checked_mul(r),
                AND => Some(l & r),
                OR => Some(l | r),
                XOR => Some(l ^ r),
                _ => None,
            };
            return result.map(|v| slot::set_int(place, v)).is_some();
        }
        let l = match lt {
            slot::FLOAT => slot::float(place),
            slot::INT => slot::int(place) as f64,
            _ => return false,
        };
        let r = match rt {
            slot::FLOAT => slot::float(rhs),
            slot::INT => slot::int(rhs) as f64,
            _ => return false,
        };
        if !accepts(slot::FLOAT) {
            return false;
        }
        let v = match op {
            ADD => l + r,
            SUB => l - r,
            MUL => l * r,
            DIV if r != 0.0 => l / r,
            _ => return false,
        };
        slot::set_float(place, v);
        true
    }
}

/// `*dst = lhs op rhs` for ints and floats, looking through references; false: nothing was done. What `dst` held is not released.
///
/// # Safety
/// All are live; `dst` may be an operand.
#[inline(always)]
pub unsafe fn numbers(op: BinaryOp, dst: *mut Value, lhs: *const Value, rhs: *const Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let (lhs, rhs) = (slot::deref(lhs), slot::deref(rhs));
        let mut result = std::mem::MaybeUninit::<Value>::uninit();
        if slot::counted(lhs) || slot::counted(rhs) {
            return false;
        }
        slot::copy_bits(result.as_mut_ptr(), lhs);
        if !number_op(op as u32, result.as_mut_ptr(), rhs, |_| true) {
            return false;
        }
        slot::copy_bits(dst, result.as_ptr());
        true
    }
}

/// `lhs == rhs`, `===`, `<`, `<=` for numbers of one type and equal-typed strings, looking through references.
///
/// # Safety
/// Both are live.
#[inline(always)]
pub unsafe fn ordering(lhs: *const Value, rhs: *const Value) -> Option<Ordering> {
    // SAFETY: as the caller promises.
    unsafe {
        let (lhs, rhs) = (slot::deref(lhs), slot::deref(rhs));
        if slot::tag(lhs) == slot::INT && slot::tag(rhs) == slot::INT { Some(slot::int(lhs).cmp(&slot::int(rhs))) } else { None }
    }
}

/// `lhs === rhs` where the tags alone or plain bytes decide; `None`: arrays, undefined variables.
///
/// # Safety
/// Both are live.
#[inline(always)]
pub unsafe fn identical(lhs: *const Value, rhs: *const Value) -> Option<bool> {
    // SAFETY: as the caller promises.
    unsafe {
        let (lhs, rhs) = (slot::deref(lhs), slot::deref(rhs));
        if slot::tag(lhs) == slot::STRING && slot::tag(rhs) == slot::STRING {
            Some(same_bytes(lhs, rhs))
        } else {
            identical_direct(lhs, rhs)
        }
    }
}

/// The same without calling anything: `None` also for strings of the same length.
///
/// # Safety
/// Both are live.
#[inline(always)]
pub unsafe fn identical_direct(lhs: *const Value, rhs: *const Value) -> Option<bool> {
    // SAFETY: as the caller promises.
    unsafe {
        let (lt, rt) = (slot::tag(lhs), slot::tag(rhs));
        if lt == slot::UNDEF || rt == slot::UNDEF || lt == slot::REFERENCE || rt == slot::REFERENCE {
            return None;
        }
        if lt != rt {
            return Some(false);
        }
        match lt {
            slot::NULL | slot::FALSE | slot::TRUE => Some(true),
            slot::INT | slot::OBJECT => Some(slot::int(lhs) == slot::int(rhs)),
            slot::FLOAT => Some(slot::float(lhs) == slot::float(rhs)),
            slot::STRING if slot::int(lhs) == slot::int(rhs) => Some(true),
            slot::STRING => {
                let (l, r) = ((*lhs).as_str().unwrap_unchecked(), (*rhs).as_str().unwrap_unchecked());
                if l.len() == r.len() { None } else { Some(false) }
            }
            _ => None,
        }
    }
}

/// `lhs == rhs` of two strings one of which cannot begin a number, or of a string and null; `None`: it takes more to tell.
///
/// # Safety
/// Both are live and no references.
#[inline(always)]
pub unsafe fn equal_texts(lhs: *const Value, rhs: *const Value) -> Option<bool> {
    // SAFETY: as the caller promises.
    unsafe {
        match (slot::tag(lhs), slot::tag(rhs)) {
            (slot::STRING, slot::STRING) => {
                let (left, right) = ((*lhs).as_bytes().unwrap_unchecked(), (*rhs).as_bytes().unwrap_unchecked());
                let is_word = |text: &[u8]| text.first().is_none_or(|first| *first > b'9');
                // A digit is no other digit.
                let are_single = left.len() == 1 && right.len() == 1;
                if are_single || is_word(left) || is_word(right) { Some(same_bytes(lhs, rhs)) } else { None }
            }
            (slot::STRING, slot::NULL) => Some((*lhs).as_bytes().unwrap_unchecked().is_empty()),
            (slot::NULL, slot::STRING) => Some((*rhs).as_bytes().unwrap_unchecked().is_empty()),
            (slot::NULL, slot::NULL) => Some(true),
            _ => None,
        }
    }
}

/// `lhs <=> rhs` of two strings, which are given up if they are `consumed`; `None`: one of them is none, and nothing was done.
///
/// # Safety
/// Both are live. What is consumed is not looked at again.
#[inline(always)]
pub unsafe fn order_of_texts(lhs: *mut Value, rhs: *mut Value, consumed: [bool; 2]) -> Option<Ordering> {
    // SAFETY: as the caller promises; the tags say that they are strings, and dropping one makes nothing due.
    unsafe {
        if slot::tag(lhs) != slot::STRING || slot::tag(rhs) != slot::STRING {
            return None;
        }
        let same = slot::int(lhs) == slot::int(rhs);
        let texts = || number::smart_str_compare((*lhs).as_bytes().unwrap_unchecked(), (*rhs).as_bytes().unwrap_unchecked());
        let order = if same { Ordering::Equal } else { texts() };
        for (text, _) in [lhs, rhs].into_iter().zip(consumed).filter(|(_, consumed)| *consumed) {
            slot::release(text);
        }
        Some(order)
    }
}

/// Releases the operands that are `consumed`; false: one of these is counted and no string, and nothing was done.
///
/// # Safety
/// Both are live. What is consumed is not looked at again.
#[inline(always)]
pub unsafe fn give_up_texts(lhs: *mut Value, rhs: *mut Value, consumed: [bool; 2]) -> bool {
    // SAFETY: as the caller promises; dropping a string makes nothing due.
    unsafe {
        let (owns_lhs, owns_rhs) = (consumed[0] && slot::counted(lhs), consumed[1] && slot::counted(rhs));
        if (owns_lhs && slot::tag(lhs) != slot::STRING) || (owns_rhs && slot::tag(rhs) != slot::STRING) {
            return false;
        }
        if owns_lhs {
            slot::release(lhs);
        }
        if owns_rhs {
            slot::release(rhs);
        }
        true
    }
}

/// Two strings of the same bytes.
///
/// # Safety
/// Both are live strings.
#[inline(always)]
pub unsafe fn same_bytes(lhs: *const Value, rhs: *const Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe { (*lhs).as_str().unwrap_unchecked().is_same_text((*rhs).as_str().unwrap_unchecked()) }
}

/// The element of an array under an int or string key, to be read; `None`: it is missing, or the key needs converting.
///
/// # Safety
/// `key` is live.
#[inline(always)]
pub unsafe fn element(array: &PhpArray, key: *const Value) -> Option<&Value> {
    // SAFETY: the tag says what the key is.
    unsafe {
        match slot::tag(key) {
            slot::INT => array.get_int(slot::int(key)),
            slot::STRING => array.get_sym_str((*key).as_str().unwrap_unchecked()),
            _ => None,
        }
    }
}

/// The element under a constant key, which is an int or a string that means no int.
///
/// # Safety
/// `key` is live.
#[inline(always)]
pub unsafe fn element_k(array: &PhpArray, key: *const Value) -> Option<&Value> {
    // SAFETY: the tag says what the key is.
    unsafe {
        if slot::tag(key) == slot::INT { array.get_int(slot::int(key)) } else { array.get_str_here((*key).as_str().unwrap_unchecked()) }
    }
}

/// The element of an array under an int or string key, made (null) if it is missing; `None`: the key needs converting.
///
/// # Safety
/// `key` is live.
#[inline(always)]
pub unsafe fn element_to_set(array: &mut PhpArray, key: *const Value) -> Option<*mut Value> {
    // SAFETY: the tag says what the key is.
    unsafe {
        match slot::tag(key) {
            slot::INT => Some(array.entry_int(slot::int(key))),
            slot::STRING => {
                let text = (*key).as_str().unwrap_unchecked();
                match numeric_key(text.as_bytes()) {
                    Some(index) => Some(array.entry_int(index)),
                    None => Some(array.entry_str(text)),
                }
            }
            _ => None,
        }
    }
}

/// The element of an array under an int or string key, to be changed; `None`: it is missing, or the key needs converting.
///
/// # Safety
/// `key` is live.
#[inline(always)]
pub unsafe fn element_to_change(array: &mut PhpArray, key: *const Value) -> Option<*mut Value> {
    // SAFETY: the tag says what the key is.
    unsafe {
        match slot::tag(key) {
            slot::INT => array.get_int_mut(slot::int(key)).map(|v| v as *mut Value),
            slot::STRING => {
                let text = (*key).as_str().unwrap_unchecked();
                match numeric_key(text.as_bytes()) {
                    Some(index) => array.get_int_mut(index).map(|v| v as *mut Value),
                    None => array.get_str_mut(text).map(|v| v as *mut Value),
                }
            }
            _ => None,
        }
    }
}
