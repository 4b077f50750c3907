//! Arithmetic, comparison and conversion ops: int and float inline, the rest in `loxo_runtime::operators`.

use std::cmp::Ordering;

use loxo_bytecode::{BinaryOp, OpCode, flag};
use loxo_runtime::{compare, convert, operators};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::references::untyped;
use crate::code::instruction::{Handler, Pc, go, slot};
use crate::frame::slot;

/// `dst = lhs op rhs` for two floats; anything else is left to `$other`. What `dst` holds is overwritten.
macro_rules! float_path {
    ($name:ident, $other:ident, $op:tt) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                if slot::tag(lhs) != slot::FLOAT || slot::tag(rhs) != slot::FLOAT {
                    return $other(pc, fp, vm);
                }
                slot::set_float(slot!(pc, fp, a), slot::float(lhs) $op slot::float(rhs));
                go!(pc.add(1), fp, vm)
            }
        }
    };
}

/// The same for a float with an int.
macro_rules! mixed_path {
    ($name:ident, $slow:ident, $op:tt) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                let result = match (slot::tag(lhs), slot::tag(rhs)) {
                    (slot::FLOAT, slot::INT) => slot::float(lhs) $op slot::int(rhs) as f64,
                    (slot::INT, slot::FLOAT) => slot::int(lhs) as f64 $op slot::float(rhs),
                    _ => go_cold!($slow, pc, fp, vm),
                };
                slot::set_float(slot!(pc, fp, a), result);
                go!(pc.add(1), fp, vm)
            }
        }
    };
}

/// `dst = lhs op rhs` for two ints; two floats and a float with an int have handlers of their own. A path through one handler that skips over
/// the code of the others takes a jump more for each of them, and jumps taken are what bounds loops over floats.
macro_rules! arith {
    ($name:ident, $first:ident, $floats:ident, $mixed:ident, $slow:ident, $kind:path, $runtime:path, $checked:ident, $op:tt) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                if slot::tag(lhs) != slot::INT || slot::tag(rhs) != slot::INT {
                    return $floats(pc, fp, vm);
                }
                match slot::int(lhs).$checked(slot::int(rhs)) {
                    Some(v) => {
                        slot::set_int(slot!(pc, fp, a), v);
                        go!(pc.add(1), fp, vm)
                    }
                    None => go_cold!($slow, pc, fp, vm),
                }
            }
        }

        float_path!($first, $name, $op);
        float_path!($floats, $mixed, $op);
        mixed_path!($mixed, $slow, $op);

        cold_path!($slow, |vm, fp, pc| {
            if (*pc).flags() & (flag::CONSUME_B | flag::CONSUME_C) == 0
                && loxo_fast_paths::numbers($kind, slot!(pc, fp, a), slot!(pc, fp, b), slot!(pc, fp, c))
            {
                return Ok(());
            }
            let (rhs, lhs) = vm.operands_c_b(fp, pc);
            let result = $runtime(&mut vm.cx, &lhs, &rhs)?;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    };
}

arith!(Add, add_floats_first, add_floats, add_mixed, add_slow, BinaryOp::Add, operators::add, checked_add, +);
arith!(Sub, sub_floats_first, sub_floats, sub_mixed, sub_slow, BinaryOp::Sub, operators::sub, checked_sub, -);
arith!(Mul, mul_floats_first, mul_floats, mul_mixed, mul_slow, BinaryOp::Mul, operators::mul, checked_mul, *);

/// `var = lhs op rhs`: the assignment is part of the op when the variable holds nothing counted.
macro_rules! arith_var {
    ($name:ident, $first:ident, $floats:ident, $mixed:ident, $slow:ident, $kind:path, $runtime:path, $checked:ident, $op:tt) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                let var = slot!(pc, fp, a);
                if slot::counted(var) {
                    go_cold!($slow, pc, fp, vm)
                }
                if slot::tag(lhs) != slot::INT || slot::tag(rhs) != slot::INT {
                    return $floats(pc, fp, vm);
                }
                match slot::int(lhs).$checked(slot::int(rhs)) {
                    Some(v) => {
                        slot::set_int(var, v);
                        go!(pc.add(1), fp, vm)
                    }
                    None => go_cold!($slow, pc, fp, vm),
                }
            }
        }

        float_path!($first, $name, $op);
        float_path!($floats, $mixed, $op);
        mixed_path!($mixed, $slow, $op);

        cold_path!($slow, |vm, fp, pc| {
            if (*pc).flags() & (flag::CONSUME_B | flag::CONSUME_C) == 0 {
                if let Some(place) = untyped(slot!(pc, fp, a)).filter(|place| !slot::counted(*place)) {
                    if loxo_fast_paths::numbers($kind, place, slot!(pc, fp, b), slot!(pc, fp, c)) {
                        return Ok(());
                    }
                }
            }
            let (rhs, lhs) = vm.operands_c_b(fp, pc);
            let result = $runtime(&mut vm.cx, &lhs, &rhs)?;
            drop((lhs, rhs));
            vm.assign(slot!(pc, fp, a), result)
        });
    };
}

arith_var!(AddVar, add_var_floats_first, add_var_floats, add_var_mixed, add_var_slow, BinaryOp::Add, operators::add, checked_add, +);
arith_var!(SubVar, sub_var_floats_first, sub_var_floats, sub_var_mixed, sub_var_slow, BinaryOp::Sub, operators::sub, checked_sub, -);
arith_var!(MulVar, mul_var_floats_first, mul_var_floats, mul_var_mixed, mul_var_slow, BinaryOp::Mul, operators::mul, checked_mul, *);

/// `dst = lhs op immediate` for a float; anything else is left to `$other`.
macro_rules! float_imm_path {
    ($name:ident, $op:tt, |$pc:ident, $fp:ident, $vm:ident| $other:expr) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name($pc: Pc, $fp: *mut Value, $vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!($pc, $fp, b);
                if slot::tag(lhs) != slot::FLOAT {
                    $other
                }
                slot::set_float(slot!($pc, $fp, a), slot::float(lhs) $op f64::from((*$pc).c));
                go!($pc.add(1), $fp, $vm)
            }
        }
    };
}

/// `dst = lhs op immediate`
macro_rules! arith_imm {
    ($name:ident, $first:ident, $float:ident, $slow:ident, $kind:path, $runtime:path, $checked:ident, $op:tt) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                if slot::tag(lhs) != slot::INT {
                    return $float(pc, fp, vm);
                }
                match slot::int(lhs).$checked(i64::from((*pc).c)) {
                    Some(v) => {
                        slot::set_int(slot!(pc, fp, a), v);
                        go!(pc.add(1), fp, vm)
                    }
                    None => go_cold!($slow, pc, fp, vm),
                }
            }
        }

        float_imm_path!($first, $op, |pc, fp, vm| return $name(pc, fp, vm));
        float_imm_path!($float, $op, |pc, fp, vm| go_cold!($slow, pc, fp, vm));

        cold_path!($slow, |vm, fp, pc| {
            let number = Value::int(i64::from((*pc).c));
            if !(*pc).has(flag::CONSUME_B) && loxo_fast_paths::numbers($kind, slot!(pc, fp, a), slot!(pc, fp, b), &number) {
                return Ok(());
            }
            let lhs = vm.operand_b(fp, pc);
            let swapped = (*pc).has(flag::SWAPPED);
            let result = if swapped { $runtime(&mut vm.cx, &number, &lhs) } else { $runtime(&mut vm.cx, &lhs, &number) }?;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    };
}

arith_imm!(AddI, add_i_float_first, add_i_float, add_i_slow, BinaryOp::Add, operators::add, checked_add, +);
arith_imm!(SubI, sub_i_float_first, sub_i_float, sub_i_slow, BinaryOp::Sub, operators::sub, checked_sub, -);
arith_imm!(MulI, mul_i_float_first, mul_i_float, mul_i_slow, BinaryOp::Mul, operators::mul, checked_mul, *);

macro_rules! arith_imm_var {
    ($name:ident, $first:ident, $float:ident, $slow:ident, $kind:path, $runtime:path, $checked:ident, $op:tt) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let var = slot!(pc, fp, a);
                if slot::counted(var) {
                    go_cold!($slow, pc, fp, vm)
                }
                if slot::tag(lhs) != slot::INT {
                    return $float(pc, fp, vm);
                }
                match slot::int(lhs).$checked(i64::from((*pc).c)) {
                    Some(v) => {
                        slot::set_int(var, v);
                        go!(pc.add(1), fp, vm)
                    }
                    None => go_cold!($slow, pc, fp, vm),
                }
            }
        }

        float_imm_path!($first, $op, |pc, fp, vm| return $name(pc, fp, vm));
        float_imm_path!($float, $op, |pc, fp, vm| go_cold!($slow, pc, fp, vm));

        cold_path!($slow, |vm, fp, pc| {
            let number = Value::int(i64::from((*pc).c));
            if !(*pc).has(flag::CONSUME_B) {
                if let Some(place) = untyped(slot!(pc, fp, a)).filter(|place| !slot::counted(*place)) {
                    if loxo_fast_paths::numbers($kind, place, slot!(pc, fp, b), &number) {
                        return Ok(());
                    }
                }
            }
            let lhs = vm.operand_b(fp, pc);
            let swapped = (*pc).has(flag::SWAPPED);
            let result = if swapped { $runtime(&mut vm.cx, &number, &lhs) } else { $runtime(&mut vm.cx, &lhs, &number) }?;
            drop(lhs);
            vm.assign(slot!(pc, fp, a), result)
        });
    };
}

arith_imm_var!(AddIVar, add_i_var_float_first, add_i_var_float, add_i_var_slow, BinaryOp::Add, operators::add, checked_add, +);
arith_imm_var!(SubIVar, sub_i_var_float_first, sub_i_var_float, sub_i_var_slow, BinaryOp::Sub, operators::sub, checked_sub, -);

/// The handler that tries floats before ints.
pub(super) fn floats_first(code: OpCode) -> Option<Handler> {
    Some(match code {
        OpCode::Add => add_floats_first,
        OpCode::Sub => sub_floats_first,
        OpCode::Mul => mul_floats_first,
        OpCode::AddVar => add_var_floats_first,
        OpCode::SubVar => sub_var_floats_first,
        OpCode::MulVar => mul_var_floats_first,
        OpCode::AddI => add_i_float_first,
        OpCode::SubI => sub_i_float_first,
        OpCode::MulI => mul_i_float_first,
        OpCode::AddIVar => add_i_var_float_first,
        OpCode::SubIVar => sub_i_var_float_first,
        _ => return None,
    })
}

/// Ops with an int-only fast path.
macro_rules! int_op {
    ($name:ident, $slow:ident, $runtime:path, |$l:ident, $r:ident| $fast:expr) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                if slot::tag(lhs) == slot::INT && slot::tag(rhs) == slot::INT {
                    let ($l, $r) = (slot::int(lhs), slot::int(rhs));
                    let result: Option<i64> = $fast;
                    if let Some(v) = result {
                        slot::set_int(slot!(pc, fp, a), v);
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let (rhs, lhs) = vm.operands_c_b(fp, pc);
            let result = $runtime(&mut vm.cx, &lhs, &rhs)?;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    };
}

int_op!(Mod, mod_slow, operators::modulo, |l, r| if r > 0 { Some(l % r) } else { None });
int_op!(BitAnd, bit_and_slow, operators::bit_and, |l, r| Some(l & r));
int_op!(BitOr, bit_or_slow, operators::bit_or, |l, r| Some(l | r));
int_op!(BitXor, bit_xor_slow, operators::bit_xor, |l, r| Some(l ^ r));
int_op!(Shl, shl_slow, operators::shl, |l, r| if (0..64).contains(&r) { Some(l << r) } else { None });
int_op!(Shr, shr_slow, operators::shr, |l, r| if (0..64).contains(&r) { Some(l >> r) } else { None });
int_op!(Pow, pow_slow, operators::pow, |_l, _r| None);

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Div(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let lhs = slot!(pc, fp, b);
        let rhs = slot!(pc, fp, c);
        let (lt, rt) = (slot::tag(lhs), slot::tag(rhs));
        if lt == slot::FLOAT && rt == slot::FLOAT && slot::float(rhs) != 0.0 {
            slot::set_float(slot!(pc, fp, a), slot::float(lhs) / slot::float(rhs));
            go!(pc.add(1), fp, vm)
        }
        if lt == slot::FLOAT && rt == slot::INT && slot::int(rhs) != 0 {
            slot::set_float(slot!(pc, fp, a), slot::float(lhs) / slot::int(rhs) as f64);
            go!(pc.add(1), fp, vm)
        }
        if lt == slot::INT && rt == slot::FLOAT && slot::float(rhs) != 0.0 {
            slot::set_float(slot!(pc, fp, a), slot::int(lhs) as f64 / slot::float(rhs));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(div_slow, pc, fp, vm)
    }
}

cold_path!(div_slow, |vm, fp, pc| {
    let (rhs, lhs) = vm.operands_c_b(fp, pc);
    let result = operators::div(&mut vm.cx, &lhs, &rhs)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

/// `dst = lhs op immediate`, ints only.
macro_rules! int_imm {
    ($name:ident, $slow:ident, $runtime:path, |$l:ident, $r:ident| $fast:expr) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                if slot::tag(lhs) == slot::INT {
                    let ($l, $r) = (slot::int(lhs), i64::from((*pc).c));
                    slot::set_int(slot!(pc, fp, a), $fast);
                    go!(pc.add(1), fp, vm)
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let lhs = vm.operand_b(fp, pc);
            let result = $runtime(&mut vm.cx, &lhs, &Value::int(i64::from((*pc).c)))?;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    };
}

// `wrapping`: the compiler never emits 0 or -1, and shift counts are in range.
int_imm!(ModI, mod_i_slow, operators::modulo, |l, r| l.wrapping_rem(r));
int_imm!(BitAndI, bit_and_i_slow, operators::bit_and, |l, r| l & r);
int_imm!(ShlI, shl_i_slow, operators::shl, |l, r| l.wrapping_shl(r as u32));
int_imm!(ShrI, shr_i_slow, operators::shr, |l, r| l.wrapping_shr(r as u32));

/// Both operands proven float by the optimizer.
macro_rules! float_op {
    ($name:ident, $op:tt) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame holding floats.
            unsafe {
                slot::set_float(slot!(pc, fp, a), slot::float(slot!(pc, fp, b)) $op slot::float(slot!(pc, fp, c)));
                go!(pc.add(1), fp, vm)
            }
        }
    };
}

float_op!(AddFF, +);
float_op!(SubFF, -);
float_op!(MulFF, *);

/// Ops that leave everything to a runtime function of two values.
macro_rules! binary_slow {
    ($($name:ident => $runtime:path;)*) => {$(
        slow_op!($name, |vm, fp, pc| {
            let (rhs, lhs) = vm.operands_c_b(fp, pc);
            let result = $runtime(&mut vm.cx, &lhs, &rhs)?;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    )*};
}

binary_slow! {
    LogicalXor => logical_xor;
    spaceship_slow => spaceship;
}

/// `dst = lhs <=> rhs`, inline for two ints and two floats.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Spaceship(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let (lhs, rhs) = (slot!(pc, fp, b), slot!(pc, fp, c));
        let order = match (slot::tag(lhs), slot::tag(rhs)) {
            (slot::INT, slot::INT) => slot::int(lhs).cmp(&slot::int(rhs)) as i64,
            // What has no order is greater.
            (slot::FLOAT, slot::FLOAT) => slot::float(lhs).partial_cmp(&slot::float(rhs)).map_or(1, |order| order as i64),
            _ => return spaceship_texts(pc, fp, vm),
        };
        slot::set_int(slot!(pc, fp, a), order);
        go!(pc.add(1), fp, vm)
    }
}

fn logical_xor(cx: &mut loxo_runtime::Cx, lhs: &Value, rhs: &Value) -> loxo_runtime::PhpResult<Value> {
    let left = convert::to_bool(cx, lhs)?;
    Ok(Value::bool(left != convert::to_bool(cx, rhs)?))
}

fn spaceship(cx: &mut loxo_runtime::Cx, lhs: &Value, rhs: &Value) -> loxo_runtime::PhpResult<Value> {
    Ok(Value::int(i64::from(compare::compare(cx, lhs, rhs)?.signum())))
}

/// `(array)`
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CastArray(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        if slot::tag(src) == slot::ARRAY {
            if (*pc).has(flag::CONSUME_B) {
                slot::copy_bits(slot!(pc, fp, a), src);
            } else {
                slot::copy(slot!(pc, fp, a), src);
            }
            go!(pc.add(1), fp, vm)
        }
        go_cold!(cast_array_slow, pc, fp, vm)
    }
}

macro_rules! unary_slow {
    ($($name:ident, |$cx:ident, $v:ident| $body:expr;)*) => {$(
        slow_op!($name, |vm, fp, pc| {
            let $v = vm.operand_b(fp, pc);
            let $cx = &mut vm.cx;
            let result: Value = $body;
            slot!(pc, fp, a).write(result);
            Ok(())
        });
    )*};
}

unary_slow! {
    Neg, |cx, v| operators::mul(cx, &v, &Value::int(-1))?;
    Plus, |cx, v| operators::mul(cx, &v, &Value::int(1))?;
    BitNot, |cx, v| operators::bit_not(cx, &v)?;
    cast_int_slow, |cx, v| Value::int(convert::to_int(cx, &v)?);
    CastFloat, |cx, v| Value::float(convert::to_float(cx, &v)?);
    cast_array_slow, |cx, v| if v.is_array() { v } else { Value::array(convert::to_array(cx, &v)?) };
    CastObject, |cx, v| if v.is_object() { v } else { Value::object(convert::to_object(cx, &v)?) };
}

/// `(int)` of numbers.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CastInt(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    /// Floats below this have an integer part that an int can hold.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot::deref(slot!(pc, fp, b));
        let tag = slot::tag(src);
        if tag == slot::INT && !slot::counted(slot!(pc, fp, b)) {
            slot::copy_bits(slot!(pc, fp, a), src);
            go!(pc.add(1), fp, vm)
        }
        if tag == slot::FLOAT && slot::float(src).abs() < LIMIT && !slot::counted(slot!(pc, fp, b)) {
            slot::set_int(slot!(pc, fp, a), slot::float(src) as i64);
            go!(pc.add(1), fp, vm)
        }
        if tag == slot::TRUE || tag == slot::FALSE {
            slot::set_int(slot!(pc, fp, a), i64::from(tag == slot::TRUE));
            go!(pc.add(1), fp, vm)
        }
        cast_int_slow(pc, fp, vm)
    }
}

/// `dst = (bool) src` or its negation.
macro_rules! to_bool {
    ($name:ident, $slow:ident, $negate:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let tag = slot::tag(slot!(pc, fp, b));
                if tag == slot::TRUE || tag == slot::FALSE {
                    slot::set_bool(slot!(pc, fp, a), (tag == slot::TRUE) != $negate);
                    go!(pc.add(1), fp, vm)
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let value = vm.operand_b(fp, pc);
            let truthy = vm.truthy(&value)?;
            slot!(pc, fp, a).write(Value::bool(truthy != $negate));
            Ok(())
        });
    };
}

to_bool!(ToBool, to_bool_slow, false);
to_bool!(Not, not_slow, true);

/// Comparisons of two strings.
macro_rules! compare_texts {
    ($name:ident, $slow:ident, |$order:ident| $result:expr) => {
        #[inline(never)]
        unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let consumed = [flag::CONSUME_B, flag::CONSUME_C].map(|flag| (*pc).has(flag));
                let order = loxo_fast_paths::order_of_texts(slot!(pc, fp, b), slot!(pc, fp, c), consumed);
                let Some($order) = order else { go_cold!($slow, pc, fp, vm) };
                slot!(pc, fp, a).write($result);
                go!(pc.add(1), fp, vm)
            }
        }
    };
}

compare_texts!(spaceship_texts, spaceship_slow, |order| Value::int(order as i64));

/// Comparisons that give a value.
macro_rules! compare_op {
    ($name:ident, $texts:ident, $slow:ident, $op:tt, |$cx:ident, $l:ident, $r:ident| $general:expr) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let lhs = slot!(pc, fp, b);
                let rhs = slot!(pc, fp, c);
                let (lt, rt) = (slot::tag(lhs), slot::tag(rhs));
                if lt == slot::INT && rt == slot::INT {
                    slot::set_bool(slot!(pc, fp, a), slot::int(lhs) $op slot::int(rhs));
                    go!(pc.add(1), fp, vm)
                }
                if lt == slot::FLOAT && rt == slot::FLOAT {
                    slot::set_bool(slot!(pc, fp, a), slot::float(lhs) $op slot::float(rhs));
                    go!(pc.add(1), fp, vm)
                }
                go_cold!($texts, pc, fp, vm)
            }
        }

        compare_texts!($texts, $slow, |order| Value::bool(order $op Ordering::Equal));

        cold_path!($slow, |vm, fp, pc| {
            let ($r, $l) = vm.operands_c_b(fp, pc);
            let $cx = &mut vm.cx;
            let result: bool = $general;
            slot!(pc, fp, a).write(Value::bool(result));
            Ok(())
        });
    };
}

compare_op!(Equal, equal_texts, equal_slow, ==, |cx, l, r| compare::loose_equal(cx, &l, &r)?);
compare_op!(NotEqual, not_equal_texts, not_equal_slow, !=, |cx, l, r| !compare::loose_equal(cx, &l, &r)?);
/// `===` and `!==`
macro_rules! identity {
    ($name:ident, $other:ident, $slow:ident, $negate:literal) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let (lhs, rhs) = (slot!(pc, fp, b), slot!(pc, fp, c));
                let owned = ((*pc).has(flag::CONSUME_B) && slot::counted(lhs)) || ((*pc).has(flag::CONSUME_C) && slot::counted(rhs));
                if !owned {
                    if let Some(same) = loxo_fast_paths::identical_direct(lhs, rhs) {
                        slot::set_bool(slot!(pc, fp, a), same != $negate);
                        go!(pc.add(1), fp, vm)
                    }
                    return $other(pc, fp, vm);
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        /// Strings, and what lies behind references. Nothing is consumed that has a count.
        #[inline(never)]
        unsafe extern "C-unwind" fn $other(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                if let Some(same) = loxo_fast_paths::identical(slot!(pc, fp, b), slot!(pc, fp, c)) {
                    slot::set_bool(slot!(pc, fp, a), same != $negate);
                    go!(pc.add(1), fp, vm)
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let (rhs, lhs) = vm.operands_c_b(fp, pc);
            let same = compare::strict_equal(&mut vm.cx, &lhs, &rhs)?;
            slot!(pc, fp, a).write(Value::bool(same != $negate));
            Ok(())
        });
    };
}

identity!(Identical, identical_general, identical_slow, false);
identity!(NotIdentical, not_identical_general, not_identical_slow, true);

compare_op!(Less, less_texts, less_slow, <, |cx, l, r| compare::less(cx, &l, &r)?);
compare_op!(LessEqual, less_equal_texts, less_equal_slow, <=, |cx, l, r| compare::less_equal(cx, &l, &r)?);

/// `+=`, `-=`, `*=`, `.=`... on a local: two ints or floats under the first three inline.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let var = slot!(pc, fp, a);
        let src = slot!(pc, fp, c);
        let (vt, st) = (slot::tag(var), slot::tag(src));
        if !(*pc).has(loxo_bytecode::flag::KEEP) {
            if vt == slot::INT && st == slot::INT {
                let (l, r) = (slot::int(var), slot::int(src));
                let result = match (*pc).x() {
                    ADD => l.checked_add(r),
                    SUB => l.checked_sub(r),
                    MUL => l.checked_mul(r),
                    _ => None,
                };
                if let Some(v) = result {
                    slot::set_int(var, v);
                    go!(pc.add(1), fp, vm)
                }
            } else if vt == slot::FLOAT && (st == slot::FLOAT || st == slot::INT) {
                let r = if st == slot::FLOAT { slot::float(src) } else { slot::int(src) as f64 };
                let l = slot::float(var);
                match (*pc).x() {
                    ADD => {
                        slot::set_float(var, l + r);
                        go!(pc.add(1), fp, vm)
                    }
                    SUB => {
                        slot::set_float(var, l - r);
                        go!(pc.add(1), fp, vm)
                    }
                    MUL => {
                        slot::set_float(var, l * r);
                        go!(pc.add(1), fp, vm)
                    }
                    _ => {}
                }
            }
        }
        go_cold!(assign_op_slow, pc, fp, vm)
    }
}

const ADD: u32 = loxo_bytecode::BinaryOp::Add as u32;
const SUB: u32 = loxo_bytecode::BinaryOp::Sub as u32;
const MUL: u32 = loxo_bytecode::BinaryOp::Mul as u32;

cold_path!(assign_op_slow, |vm, fp, pc| {
    let src = slot!(pc, fp, c);
    if (!slot::counted(src) || !(*pc).has(flag::CONSUME_C))
        && let Some(place) = untyped(slot!(pc, fp, a))
        && loxo_fast_paths::number_op((*pc).x(), place, slot::deref(src), |_| true)
    {
        if (*pc).has(flag::KEEP) {
            slot::copy_bits(src, place);
        }
        return Ok(());
    }
    let rhs = vm.operand_c(fp, pc);
    let var = slot!(pc, fp, a);
    vm.assign_op_place(fp, var, (*pc).x(), &rhs)?;
    if (*pc).has(loxo_bytecode::flag::KEEP) {
        *slot!(pc, fp, c) = (*var).clone_deref();
    }
    Ok(())
});

/// `++` and `--` on a local.
macro_rules! inc_dec {
    ($name:ident, $slow:ident, $checked:ident, $op:tt, $runtime:path) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let var = slot!(pc, fp, a);
                if slot::tag(var) == slot::INT {
                    if let Some(v) = slot::int(var).$checked(1) {
                        slot::set_int(var, v);
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let var = slot!(pc, fp, a);
            if let Some(place) = untyped(var).filter(|place| slot::tag(*place) == slot::INT) {
                if let Some(v) = slot::int(place).$checked(1) {
                    slot::set_int(place, v);
                    return Ok(());
                }
            }
            vm.inc_dec_place(fp, var, $runtime).map(drop)
        });
    };
}

inc_dec!(PreInc, pre_inc_slow, checked_add, +, operators::increment);
inc_dec!(PreDec, pre_dec_slow, checked_sub, -, operators::decrement);

macro_rules! post_inc_dec {
    ($name:ident, $slow:ident, $checked:ident, $runtime:path) => {
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
            // SAFETY: operands are slots of this frame.
            unsafe {
                let var = slot!(pc, fp, b);
                if slot::tag(var) == slot::INT {
                    let old = slot::int(var);
                    if let Some(v) = old.$checked(1) {
                        slot::set_int(var, v);
                        slot::set_int(slot!(pc, fp, a), old);
                        go!(pc.add(1), fp, vm)
                    }
                }
                go_cold!($slow, pc, fp, vm)
            }
        }

        cold_path!($slow, |vm, fp, pc| {
            let var = slot!(pc, fp, b);
            if let Some(place) = untyped(var).filter(|place| slot::tag(*place) == slot::INT) {
                let old = slot::int(place);
                if let Some(v) = old.$checked(1) {
                    slot::set_int(place, v);
                    slot::set_int(slot!(pc, fp, a), old);
                    return Ok(());
                }
            }
            let old = vm.inc_dec_place(fp, var, $runtime)?;
            slot!(pc, fp, a).write(old);
            Ok(())
        });
    };
}

post_inc_dec!(PostInc, post_inc_slow, checked_add, operators::increment);
post_inc_dec!(PostDec, post_dec_slow, checked_sub, operators::decrement);
