//! Handlers of jumps, alone and fused with comparisons.

use std::cmp::Ordering;

use loxo_bytecode::{Const, OpCode, flag};
use loxo_runtime::{Class, compare};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{Handler, Pc, go, konst, slot, target};
use crate::frame::{header, slot};
use loxo_units::Table;

/// A backward jump looks at the pending byte: timeouts, the collector. `finish` does what is due.
macro_rules! take {
    ($pc:expr, $fp:expr, $vm:expr) => {{
        if (*$pc).c <= 0 && *(*$vm).pending != 0 {
            go_cold!(interrupted, $pc, $fp, $vm)
        }
        go!(target!($pc), $fp, $vm)
    }};
}

cold_path!(interrupted => jump, |vm, fp, pc| { Ok(target!(pc)) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Jump(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: targets are verified.
    unsafe { take!(pc, fp, vm) }
}

macro_rules! jump_if {
    ($name:ident, $general:ident, $slow:ident, $when:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let src = slot!(pc, fp, a);
                let tag = slot::tag(src);
                if tag == slot::TRUE || (tag == slot::INT && slot::int(src) != 0) {
                    if $when {
                        take!(pc, fp, vm)
                    }
                    go!(pc.add(1), fp, vm)
                }
                if tag == slot::FALSE || tag == slot::NULL || tag == slot::INT {
                    if !$when {
                        take!(pc, fp, vm)
                    }
                    go!(pc.add(1), fp, vm)
                }
                $general(pc, fp, vm)
            }
        }

        /// Strings, arrays, floats, objects, and what lies behind references.
        #[inline(never)]
        unsafe extern "C-unwind" fn $general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame; dropping a string makes nothing due.
            unsafe {
                let src = slot!(pc, fp, a);
                if let Some(truth) = truth(slot::deref(src))
                    && (!(*pc).has(flag::CONSUME_A) || slot::give_up_temporary_or_text(src))
                {
                    if truth == $when {
                        take!(pc, fp, vm)
                    }
                    go!(pc.add(1), fp, vm)
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            let value = vm.operand_a(fp, pc);
            Ok(if vm.truthy(&value)? == $when { target!(pc) } else { pc.add(1) })
        });
    };
}

jump_if!(JumpIf, jump_if_general, jump_if_slow, true);
jump_if!(JumpIfNot, jump_if_not_general, jump_if_not_slow, false);

macro_rules! jump_keep {
    ($name:ident, $slow:ident, $when:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let src = slot!(pc, fp, b);
                if !((*pc).has(flag::CONSUME_B) && slot::counted(src)) {
                    if let Some(truth) = truth(slot::deref(src)) {
                        slot::set_bool(slot!(pc, fp, a), truth);
                        go!(if truth == $when { target!(pc) } else { pc.add(1) }, fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            let value = vm.operand_b(fp, pc);
            let truthy = vm.truthy(&value)?;
            drop(value);
            slot!(pc, fp, a).write(Value::bool(truthy));
            Ok(if truthy == $when { target!(pc) } else { pc.add(1) })
        });
    };
}

jump_keep!(JumpIfKeep, jump_if_keep_slow, true);
jump_keep!(JumpIfNotKeep, jump_if_not_keep_slow, false);

/// Truth of a value, without calling anything; `None`: an object whose class has a say, a reference, or an undefined variable.
#[inline(always)]
pub unsafe fn truth(value: *const Value) -> Option<bool> {
    // SAFETY: the caller passes a live value.
    unsafe {
        match slot::tag(value) {
            slot::NULL | slot::FALSE => Some(false),
            slot::TRUE => Some(true),
            slot::INT => Some(slot::int(value) != 0),
            slot::STRING => Some(!matches!((*value).as_bytes().unwrap_unchecked(), b"" | b"0")),
            slot::ARRAY => Some(!(*value).as_array().unwrap_unchecked().is_empty()),
            slot::FLOAT => Some(slot::float(value) != 0.0),
            slot::OBJECT => (*(*slot::object(value)).class.cast::<Class>()).object_handlers.cast.is_none().then_some(true),
            slot::UNDEF | slot::REFERENCE => None,
            _ => Some(true),
        }
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfSet(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let value = slot::deref(src);
        let consume = (*pc).has(flag::CONSUME_B);
        if !(consume && slot::counted(src))
            && let Some(set) = truth(value)
        {
            if set {
                slot::copy(slot!(pc, fp, a), value);
                go!(target!(pc), fp, vm)
            }
            go!(pc.add(1), fp, vm)
        }
        go_cold!(jump_if_set_slow, pc, fp, vm)
    }
}

cold_path!(jump_if_set_slow => jump, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    if vm.truthy(&value)? {
        slot!(pc, fp, a).write(value);
        return Ok(target!(pc));
    }
    Ok(pc.add(1))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfNotNull(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let value = slot::deref(src);
        let consume = (*pc).has(flag::CONSUME_B);
        if slot::tag(value) <= slot::NULL && !(consume && slot::counted(src)) {
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(value) > slot::NULL && !(consume && value != src) {
            if consume {
                slot::copy_bits(slot!(pc, fp, a), src);
            } else {
                slot::copy(slot!(pc, fp, a), value);
            }
            go!(target!(pc), fp, vm)
        }
        go_cold!(jump_if_not_null_slow, pc, fp, vm)
    }
}

cold_path!(jump_if_not_null_slow => jump, |vm, fp, pc| {
    let src = slot!(pc, fp, b);
    if (*src).deref().is_null() {
        if (*pc).has(loxo_bytecode::flag::CONSUME_B) {
            drop((*src).take_undef());
        }
        return Ok(pc.add(1));
    }
    let value = vm.operand_b(fp, pc);
    slot!(pc, fp, a).write(value);
    Ok(target!(pc))
});

/// Jump on a comparison; `$negate` for the "not" forms, which differ for NAN.
macro_rules! jump_compare {
    ($name:ident, $first:ident, $floats:ident, $rest:ident, $slow:ident, $op:tt, $negate:literal, |$cx:ident, $l:ident, $r:ident| $general:expr) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                let rhs = slot!(pc, fp, b);
                if slot::tag(lhs) != slot::INT || slot::tag(rhs) != slot::INT {
                    return $floats(pc, fp, vm);
                }
                if (slot::int(lhs) $op slot::int(rhs)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        unsafe extern "C-unwind" fn $first(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                let rhs = slot!(pc, fp, b);
                if slot::tag(lhs) != slot::FLOAT || slot::tag(rhs) != slot::FLOAT {
                    return $name(pc, fp, vm);
                }
                if (slot::float(lhs) $op slot::float(rhs)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        #[inline(never)]
        unsafe extern "C-unwind" fn $floats(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                let rhs = slot!(pc, fp, b);
                if slot::tag(lhs) != slot::FLOAT || slot::tag(rhs) != slot::FLOAT {
                    go_cold!($rest, pc, fp, vm)
                }
                if (slot::float(lhs) $op slot::float(rhs)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            if (*pc).flags() & (flag::CONSUME_A | flag::CONSUME_B) == 0 {
                if let Some(order) = loxo_fast_paths::ordering(slot!(pc, fp, a), slot!(pc, fp, b)) {
                    return Ok(if (order $op Ordering::Equal) != $negate { target!(pc) } else { pc.add(1) });
                }
            }
            let ($r, $l) = vm.operands_b_a(fp, pc);
            let $cx = &mut vm.cx;
            let result: bool = $general;
            Ok(if result != $negate { target!(pc) } else { pc.add(1) })
        });
    };
}

slow_op!(JumpIfNullTo => jump, |vm, fp, pc| {
    let src = slot!(pc, fp, a);
    if slot::tag(src) == slot::UNDEF && !(*pc).has(loxo_bytecode::flag::QUIET) {
        vm.undefined_variable(fp, src);
    } else if !(*src).deref().is_null() {
        return Ok(pc.add(1));
    }
    if (*pc).has(loxo_bytecode::flag::CONSUME_A) {
        drop((*src).take_undef());
    }
    if (*pc).b as u32 != loxo_bytecode::NONE {
        let result = match loxo_bytecode::NullsafeResult::decode((*pc).x()) {
            Some(loxo_bytecode::NullsafeResult::False) => Value::FALSE,
            Some(loxo_bytecode::NullsafeResult::True) => Value::TRUE,
            Some(loxo_bytecode::NullsafeResult::Null) | None => Value::NULL,
        };
        slot!(pc, fp, b).write(result);
    }
    Ok(target!(pc))
});

jump_compare!(JumpLess, jump_less_floats_first, jump_less_floats, jump_less_texts, jump_less_slow, <, false, |cx, l, r| compare::less(cx, &l, &r)?);
jump_compare!(JumpLessEqual, jump_less_equal_floats_first, jump_less_equal_floats, jump_less_equal_texts, jump_less_equal_slow, <=, false, |cx, l, r| compare::less_equal(cx, &l, &r)?);
jump_compare!(JumpNotLess, jump_not_less_floats_first, jump_not_less_floats, jump_not_less_texts, jump_not_less_slow, <, true, |cx, l, r| compare::less(cx, &l, &r)?);
jump_compare!(JumpNotLessEqual, jump_not_less_equal_floats_first, jump_not_less_equal_floats, jump_not_less_equal_texts, jump_not_less_equal_slow, <=, true, |cx, l, r| compare::less_equal(cx, &l, &r)?);
jump_compare!(JumpEqual, jump_equal_floats_first, jump_equal_floats, jump_equal_texts, jump_equal_slow, ==, false, |cx, l, r| compare::loose_equal(cx, &l, &r)?);
jump_compare!(JumpNotEqual, jump_not_equal_floats_first, jump_not_equal_floats, jump_not_equal_texts, jump_not_equal_slow, ==, true, |cx, l, r| compare::loose_equal(cx, &l, &r)?);

/// Which of the two operands the instruction consumes.
macro_rules! consumed {
    ($pc:ident) => {
        [flag::CONSUME_A, flag::CONSUME_B].map(|flag| (*$pc).has(flag))
    };
}

/// `==` and `!=` of strings that are no numbers, and of null with them.
macro_rules! jump_equal_texts {
    ($name:ident, $slow:ident, $negate:literal) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame; dropping a string makes nothing due.
            unsafe {
                let (left, right) = (slot!(pc, fp, a), slot!(pc, fp, b));
                if let Some(equal) = loxo_fast_paths::equal_texts(slot::deref(left), slot::deref(right)) {
                    if loxo_fast_paths::give_up_texts(left, right, consumed!(pc)) {
                        if equal != $negate {
                            take!(pc, fp, vm)
                        }
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }
    };
}

/// `<` and `<=` of strings.
macro_rules! jump_order_texts {
    ($name:ident, $slow:ident, $op:tt, $negate:literal) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let order = loxo_fast_paths::order_of_texts(slot!(pc, fp, a), slot!(pc, fp, b), consumed!(pc));
                let Some(order) = order else { go_cold!($slow, pc, fp, vm) };
                if (order $op Ordering::Equal) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }
    };
}

jump_order_texts!(jump_less_texts, jump_less_slow, <, false);
jump_order_texts!(jump_less_equal_texts, jump_less_equal_slow, <=, false);
jump_order_texts!(jump_not_less_texts, jump_not_less_slow, <, true);
jump_order_texts!(jump_not_less_equal_texts, jump_not_less_equal_slow, <=, true);

jump_equal_texts!(jump_equal_texts, jump_equal_slow, false);
jump_equal_texts!(jump_not_equal_texts, jump_not_equal_slow, true);

/// Jump on `===` and `!==`.
macro_rules! jump_identity {
    ($name:ident, $other:ident, $slow:ident, $negate:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let (lhs, rhs) = (slot!(pc, fp, a), slot!(pc, fp, b));
                let owned = ((*pc).has(flag::CONSUME_A) && slot::counted(lhs)) || ((*pc).has(flag::CONSUME_B) && slot::counted(rhs));
                if !owned {
                    if let Some(same) = loxo_fast_paths::identical_direct(lhs, rhs) {
                        if same != $negate {
                            take!(pc, fp, vm)
                        }
                        go!(pc.add(1), fp, vm)
                    }
                }
                $other(pc, fp, vm)
            }
        }

        /// Strings, and what lies behind references.
        #[inline(never)]
        unsafe extern "C-unwind" fn $other(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let (left, right) = (slot!(pc, fp, a), slot!(pc, fp, b));
                if let Some(same) = loxo_fast_paths::identical(left, right) {
                    if loxo_fast_paths::give_up_texts(left, right, consumed!(pc)) {
                        if same != $negate {
                            take!(pc, fp, vm)
                        }
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            let (rhs, lhs) = vm.operands_b_a(fp, pc);
            let same = compare::strict_equal(&mut vm.cx, &lhs, &rhs)?;
            Ok(if same != $negate { target!(pc) } else { pc.add(1) })
        });
    };
}

jump_identity!(JumpIdentical, jump_identical_general, jump_identical_slow, false);
jump_identity!(JumpNotIdentical, jump_not_identical_general, jump_not_identical_slow, true);

/// The same against an immediate int.
macro_rules! jump_compare_imm {
    ($name:ident, $first:ident, $float:ident, $slow:ident, $op:tt, $negate:literal, |$cx:ident, $l:ident, $r:ident| $general:expr) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                if slot::tag(lhs) != slot::INT {
                    return $float(pc, fp, vm);
                }
                if (slot::int(lhs) $op i64::from((*pc).b)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        unsafe extern "C-unwind" fn $first(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                if slot::tag(lhs) != slot::FLOAT {
                    return $name(pc, fp, vm);
                }
                if (slot::float(lhs) $op f64::from((*pc).b)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        #[inline(never)]
        unsafe extern "C-unwind" fn $float(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, a);
                if slot::tag(lhs) != slot::FLOAT {
                    go_cold!($slow, pc, fp, vm)
                }
                if (slot::float(lhs) $op f64::from((*pc).b)) != $negate {
                    take!(pc, fp, vm)
                }
                go!(pc.add(1), fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            let $r = Value::int(i64::from((*pc).b));
            if !(*pc).has(flag::CONSUME_A) {
                if let Some(order) = loxo_fast_paths::ordering(slot!(pc, fp, a), &$r) {
                    return Ok(if (order $op Ordering::Equal) != $negate { target!(pc) } else { pc.add(1) });
                }
            }
            let $l = vm.operand_a(fp, pc);
            let $cx = &mut vm.cx;
            let result: bool = $general;
            Ok(if result != $negate { target!(pc) } else { pc.add(1) })
        });
    };
}

jump_compare_imm!(JumpLessI, jump_less_i_float_first, jump_less_i_float, jump_less_i_slow, <, false, |cx, l, r| compare::less(cx, &l, &r)?);
jump_compare_imm!(JumpLessEqualI, jump_less_equal_i_float_first, jump_less_equal_i_float, jump_less_equal_i_slow, <=, false, |cx, l, r| compare::less_equal(cx, &l, &r)?);
jump_compare_imm!(JumpNotLessI, jump_not_less_i_float_first, jump_not_less_i_float, jump_not_less_i_slow, <, true, |cx, l, r| compare::less(cx, &l, &r)?);
jump_compare_imm!(JumpNotLessEqualI, jump_not_less_equal_i_float_first, jump_not_less_equal_i_float, jump_not_less_equal_i_slow, <=, true, |cx, l, r| compare::less_equal(cx, &l, &r)?);
jump_compare_imm!(JumpGreaterI, jump_greater_i_float_first, jump_greater_i_float, jump_greater_i_slow, >, false, |cx, l, r| compare::less(cx, &r, &l)?);
jump_compare_imm!(JumpGreaterEqualI, jump_greater_equal_i_float_first, jump_greater_equal_i_float, jump_greater_equal_i_slow, >=, false, |cx, l, r| compare::less_equal(cx, &r, &l)?);
jump_compare_imm!(JumpNotGreaterI, jump_not_greater_i_float_first, jump_not_greater_i_float, jump_not_greater_i_slow, >, true, |cx, l, r| compare::less(cx, &r, &l)?);
jump_compare_imm!(JumpNotGreaterEqualI, jump_not_greater_equal_i_float_first, jump_not_greater_equal_i_float, jump_not_greater_equal_i_slow, >=, true, |cx, l, r| compare::less_equal(cx, &r, &l)?);
jump_compare_imm!(JumpEqualI, jump_equal_i_float_first, jump_equal_i_float, jump_equal_i_slow, ==, false, |cx, l, r| compare::loose_equal(cx, &l, &r)?);
jump_compare_imm!(JumpNotEqualI, jump_not_equal_i_float_first, jump_not_equal_i_float, jump_not_equal_i_slow, ==, true, |cx, l, r| compare::loose_equal(cx, &l, &r)?);

macro_rules! jump_identical_k {
    ($name:ident, $other:ident, $slow:ident, $negate:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame and constants.
            unsafe {
                let lhs = slot!(pc, fp, a);
                let rhs = konst!(pc, b);
                if !((*pc).has(flag::CONSUME_A) && slot::counted(lhs)) {
                    if let Some(same) = loxo_fast_paths::identical_direct(lhs, rhs) {
                        if same != $negate {
                            take!(pc, fp, vm)
                        }
                        go!(pc.add(1), fp, vm)
                    }
                }
                $other(pc, fp, vm)
            }
        }

        /// Strings of one length, what lies behind references, and strings that are given up.
        #[inline(never)]
        unsafe extern "C-unwind" fn $other(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame and constants; dropping a string makes nothing due.
            unsafe {
                let lhs = slot!(pc, fp, a);
                let owned = (*pc).has(flag::CONSUME_A) && slot::counted(lhs);
                if !owned || slot::tag(lhs) == slot::STRING {
                    if let Some(same) = loxo_fast_paths::identical(lhs, konst!(pc, b)) {
                        if owned {
                            slot::release(lhs);
                        }
                        if same != $negate {
                            take!(pc, fp, vm)
                        }
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow => jump, |vm, fp, pc| {
            let lhs = vm.operand_a(fp, pc);
            let same = compare::strict_equal(&mut vm.cx, &lhs, &*konst!(pc, b))?;
            Ok(if same != $negate { target!(pc) } else { pc.add(1) })
        });
    };
}

jump_identical_k!(JumpIdenticalK, jump_identical_k_other, jump_identical_k_slow, false);
jump_identical_k!(JumpNotIdenticalK, jump_not_identical_k_other, jump_not_identical_k_slow, true);

/// What the tag of a constant leaves to be compared.
const NOTHING: u8 = 0;
const NUMBER: u8 = 1;
const TEXT: u8 = 2;

/// The handler for a `JumpIdenticalK` (`negate`: `JumpNotIdenticalK`) with this constant; `None`: the one in the table.
pub(super) fn identical_to(constant: &Const, negate: bool) -> Option<Handler> {
    Some(match (constant, negate) {
        (Const::Null | Const::False | Const::True, false) => jump_identical_to::<NOTHING, false>,
        (Const::Null | Const::False | Const::True, true) => jump_identical_to::<NOTHING, true>,
        (Const::Int(_), false) => jump_identical_to::<NUMBER, false>,
        (Const::Int(_), true) => jump_identical_to::<NUMBER, true>,
        (Const::Str(_), false) => jump_identical_to::<TEXT, false>,
        (Const::Str(_), true) => jump_identical_to::<TEXT, true>,
        _ => return None,
    })
}

/// Stands for a `JumpIdenticalK` or `JumpNotIdenticalK` whose constant's type is known.
unsafe extern "C-unwind" fn jump_identical_to<const KIND: u8, const NEGATE: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are a slot of this frame and a constant.
    unsafe {
        let (place, right) = (slot!(pc, fp, a), konst!(pc, b));
        let left = slot::deref(place);
        let tag = slot::tag(left);
        let same = match KIND {
            _ if tag != slot::tag(right) => false,
            NOTHING => true,
            _ => slot::int(left) == slot::int(right),
        };
        // Strings at two addresses may be equal.
        let is_known = tag != slot::UNDEF && (KIND != TEXT || same || tag != slot::STRING || differ_in_length(left, right));
        if is_known && (!((*pc).has(flag::CONSUME_A) && slot::counted(place)) || slot::count_down_temporary(place)) {
            if same != NEGATE {
                take!(pc, fp, vm)
            }
            go!(pc.add(1), fp, vm)
        }
        if NEGATE { JumpNotIdenticalK(pc, fp, vm) } else { JumpIdenticalK(pc, fp, vm) }
    }
}

/// Two strings are not of the same length.
#[inline(always)]
unsafe fn differ_in_length(left: *const Value, right: *const Value) -> bool {
    // SAFETY: the caller passes live strings.
    unsafe { (*left).as_str().unwrap_unchecked().len() != (*right).as_str().unwrap_unchecked().len() }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Switch(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the table is one of the function's.
    unsafe {
        if slot::tag(slot!(pc, fp, a)) == slot::UNDEF {
            go_cold!(switch_undefined, pc, fp, vm)
        }
        let next = case_for(pc, fp);
        go!(next, fp, vm)
    }
}

/// The case for the value that a `Switch` looks at.
#[inline(never)]
unsafe fn case_for(pc: Pc, fp: *mut Value) -> Pc {
    // SAFETY: as for Switch.
    unsafe {
        let value = slot::deref(slot!(pc, fp, a));
        let code = code_of(&*header(fp).func);
        let loxo_units::Switch { table, miss } = &code.switches()[(*pc).b as usize];
        let found = match (table, slot::tag(value)) {
            (Table::Dense(first, cases), slot::INT) => cases.get(slot::int(value).wrapping_sub(*first) as usize).copied(),
            (Table::Ints(cases), slot::INT) => cases.get(&slot::int(value)).copied(),
            (Table::Strings(cases), slot::STRING) => cases.get((*value).as_str().unwrap_unchecked()),
            _ => return target!(pc),
        };
        code.start().byte_offset(found.unwrap_or(*miss))
    }
}

cold_path!(switch_undefined => jump, |vm, fp, pc| {
    // The comparisons that a switch goes on with warn, each of them.
    if code_of(&*header(fp).func).function().switches[(*pc).b as usize].strict {
        vm.undefined_variable(fp, slot!(pc, fp, a));
    }
    Ok(target!(pc))
});

slow_op!(MatchError, |vm, fp, pc| {
    // A variable that is a reference is named by its type alone, as in PHP.
    let named = slot::tag(slot!(pc, fp, a)) == slot::REFERENCE;
    let value = vm.operand_a(fp, pc);
    Err(vm.cx.unhandled_match(&value, !named))
});

/// The handler that tries floats before ints.
pub(super) fn floats_first(code: OpCode) -> Option<Handler> {
    Some(match code {
        OpCode::JumpLess => jump_less_floats_first,
        OpCode::JumpLessEqual => jump_less_equal_floats_first,
        OpCode::JumpNotLess => jump_not_less_floats_first,
        OpCode::JumpNotLessEqual => jump_not_less_equal_floats_first,
        OpCode::JumpEqual => jump_equal_floats_first,
        OpCode::JumpNotEqual => jump_not_equal_floats_first,
        OpCode::JumpLessI => jump_less_i_float_first,
        OpCode::JumpLessEqualI => jump_less_equal_i_float_first,
        OpCode::JumpNotLessI => jump_not_less_i_float_first,
        OpCode::JumpNotLessEqualI => jump_not_less_equal_i_float_first,
        OpCode::JumpGreaterI => jump_greater_i_float_first,
        OpCode::JumpGreaterEqualI => jump_greater_equal_i_float_first,
        OpCode::JumpNotGreaterI => jump_not_greater_i_float_first,
        OpCode::JumpNotGreaterEqualI => jump_not_greater_equal_i_float_first,
        OpCode::JumpEqualI => jump_equal_i_float_first,
        OpCode::JumpNotEqualI => jump_not_equal_i_float_first,
        _ => return None,
    })
}
