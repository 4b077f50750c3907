//! Handlers that join strings, two or many at once.

use loxo_bytecode::flag;
use loxo_runtime::{PhpResult, convert, operators};
use loxo_value::{Part, PhpStr, Value, number};
use smallvec::SmallVec;

use super::slow_path::{cold_path, go_cold};
use crate::Vm;
use crate::access::references::untyped;
use crate::code::instruction::{Pc, go, slot};
use crate::frame::{header, slot};

/// Digits of an int.
type Digits = [u8; 20];

/// The bytes of a string, or of an int in decimal.
#[inline(always)]
unsafe fn text(value: *const Value, digits: &mut Digits) -> Option<&[u8]> {
    // SAFETY: the caller passes a live value that outlives the result.
    unsafe {
        match slot::tag(value) {
            slot::STRING => Some((*value).as_bytes().unwrap_unchecked()),
            slot::INT => Some(number::write_int(slot::int(value), digits)),
            _ => None,
        }
    }
}

/// Two strings, or a string and an int, as in `"key$i"`. What does it takes memory, so it is a handler of its own: this one needs no stack.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Concat(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let left = slot!(pc, fp, b);
        // A string that only this op holds grows in place, elsewhere.
        let grows = (*pc).has(flag::CONSUME_B) && slot::counted(left) && *slot::count(left) == 1;
        if slot::tag(left) == slot::STRING && !grows {
            match slot::tag(slot!(pc, fp, c)) {
                slot::STRING => go_cold!(join_two, pc, fp, vm),
                slot::INT => go_cold!(join_int, pc, fp, vm),
                _ => {}
            }
        }
        go_cold!(concat_slow, pc, fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn join_two(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Concat, which has seen that both are strings; dropping one makes nothing due. The result's slot may be that of an operand.
    unsafe {
        let (left, right) = (slot!(pc, fp, b), slot!(pc, fp, c));
        let part = |i| Some(Part::Bytes((*if i == 0 { left } else { right }).as_bytes().unwrap_unchecked()));
        let joined = PhpStr::concat_parts(2, part).unwrap_unchecked();
        if (*pc).has(flag::CONSUME_B) {
            slot::release(left);
        }
        if (*pc).has(flag::CONSUME_C) {
            slot::release(right);
        }
        slot!(pc, fp, a).write(Value::string(joined));
        go!(pc.add(1), fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn join_int(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `join_two`; the second is an int.
    unsafe {
        let left = slot!(pc, fp, b);
        let joined = PhpStr::concat_int((*left).as_bytes().unwrap_unchecked(), slot::int(slot!(pc, fp, c)));
        if (*pc).has(flag::CONSUME_B) {
            slot::release(left);
        }
        slot!(pc, fp, a).write(Value::string(joined));
        go!(pc.add(1), fp, vm)
    }
}

cold_path!(concat_slow, |vm, fp, pc| {
    let (left, right) = (slot::deref(slot!(pc, fp, b)), slot::deref(slot!(pc, fp, c)));
    // A string that only this op holds grows in place.
    let grows = (*pc).has(flag::CONSUME_B) && slot::counted(left) && (*left).as_str().is_some_and(|s| s.refcount() == 1);
    if !grows {
        let (mut a, mut b) = ([0; 20], [0; 20]);
        if let (Some(head), Some(tail)) = (text(left, &mut a), text(right, &mut b)) {
            let joined = Value::string(PhpStr::concat(&[head, tail]));
            if (*pc).has(flag::CONSUME_B) {
                drop((*slot!(pc, fp, b)).take_undef());
            }
            if (*pc).has(flag::CONSUME_C) {
                drop((*slot!(pc, fp, c)).take_undef());
            }
            slot!(pc, fp, a).write(joined);
            return Ok(());
        }
    }
    let lhs = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let result = operators::concat_owned(&mut vm.cx, lhs, &rhs)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

/// So many strings are joined without a list of them in memory of its own.
const FEW: usize = 8;

/// A few strings.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ConcatN(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are temporaries of this frame, all of which are consumed.
    unsafe {
        let (first, count) = parts(pc, fp);
        if let Some(joined) = PhpStr::concat_parts(count, |i| part(first.add(i))) {
            (0..count).for_each(|i| slot::release(first.add(i)));
            slot!(pc, fp, a).write(Value::string(joined));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(concat_n_slow, pc, fp, vm)
    }
}

cold_path!(concat_n_slow, |vm, fp, pc| {
    let joined = join_any(vm, pc, fp)?;
    slot!(pc, fp, a).write(joined);
    Ok(())
});

/// The parts of a `ConcatN` or `AppendN`.
#[inline(always)]
unsafe fn parts(pc: Pc, fp: *mut Value) -> (*mut Value, usize) {
    // SAFETY: as for ConcatN.
    unsafe { (fp.add((*pc).b as usize), (*pc).c as usize) }
}

/// A part that is a string or an int.
#[inline(always)]
unsafe fn part<'a>(part: *const Value) -> Option<Part<'a>> {
    // SAFETY: the caller passes a live value that outlives the result.
    unsafe {
        match slot::tag(part) {
            slot::STRING => Some(Part::Bytes((*part).as_bytes().unwrap_unchecked())),
            slot::INT => Some(Part::Int(slot::int(part))),
            _ => None,
        }
    }
}

/// Joins parts of which some may be anything else.
unsafe fn join_any(vm: &mut Vm, pc: Pc, fp: *mut Value) -> PhpResult<Value> {
    // SAFETY: as for ConcatN: all parts are consumed, whatever happens.
    let mut parts: SmallVec<[Value; FEW]> = unsafe {
        let (first, count) = parts(pc, fp);
        (0..count).map(|i| first.add(i).read()).collect()
    };
    for part in &mut parts {
        if !part.is_string() {
            *part = Value::string(convert::to_string(&mut vm.cx, part)?);
        }
    }
    let bytes: SmallVec<[&[u8]; FEW]> = parts.iter().filter_map(Value::as_bytes).collect();
    Ok(Value::string(PhpStr::concat(&bytes)))
}

/// `var .=` a few strings: in place where the variable is a string, and is not empty.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AppendN(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; dropping a string makes nothing due.
    unsafe {
        let (first, count) = parts(pc, fp);
        let fit = || (0..count).all(|i| part(first.add(i)).is_some());
        if let Some(var) = untyped(slot!(pc, fp, a))
            && slot::tag(var) == slot::STRING
            && !(*var).as_bytes().unwrap_unchecked().is_empty()
            && fit()
        {
            // Memory may end here.
            header(fp).pc = pc;
            (*var).as_str_mut().unwrap_unchecked().append_parts(count, |i| part(first.add(i)).unwrap_unchecked());
            (0..count).for_each(|i| slot::release(first.add(i)));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(append_n_slow, pc, fp, vm)
    }
}

cold_path!(append_n_slow, |vm, fp, pc| {
    let joined = join_any(vm, pc, fp)?;
    vm.assign_op_place(fp, slot!(pc, fp, a), loxo_bytecode::BinaryOp::Concat as u32, &joined)
});

/// `var .= src`: in place where the variable is a string and the other a string or an int.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AppendStr(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let (var, src) = (slot!(pc, fp, a), slot::deref(slot!(pc, fp, b)));
        if slot::tag(var) == slot::STRING {
            match slot::tag(src) {
                slot::STRING if slot::int(var) != slot::int(src) => go_cold!(append_text, pc, fp, vm),
                slot::INT => go_cold!(append_int, pc, fp, vm),
                _ => {}
            }
        }
        go_cold!(append_slow, pc, fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn append_text(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AppendStr, which has seen that they are two strings; dropping one makes nothing due.
    unsafe {
        let src = slot!(pc, fp, b);
        // Memory may end here.
        header(fp).pc = pc;
        let text: *const [u8] = (*slot::deref(src)).as_bytes().unwrap_unchecked();
        (*slot!(pc, fp, a)).as_str_mut().unwrap_unchecked().append(&*text);
        if (*pc).has(flag::CONSUME_B) {
            slot::release(src);
        }
        go!(pc.add(1), fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn append_int(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `append_text`; the second is an int, maybe in a reference.
    unsafe {
        let src = slot!(pc, fp, b);
        header(fp).pc = pc;
        let (text, n) = ((*slot!(pc, fp, a)).as_str_mut().unwrap_unchecked(), slot::int(slot::deref(src)));
        if text.is_empty() {
            *text = number::int_to_string(n);
        } else {
            text.append_parts(1, |_| Part::Int(n));
        }
        if (*pc).has(flag::CONSUME_B) {
            slot::release(src);
        }
        go!(pc.add(1), fp, vm)
    }
}

cold_path!(append_slow, |vm, fp, pc| {
    let rhs = vm.operand_b(fp, pc);
    vm.assign_op_place(fp, slot!(pc, fp, a), loxo_bytecode::BinaryOp::Concat as u32, &rhs)
});

/// `(string)`
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CastString(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        match slot::tag(src) {
            slot::STRING if (*pc).has(flag::CONSUME_B) => slot::copy_bits(slot!(pc, fp, a), src),
            slot::STRING => slot::copy(slot!(pc, fp, a), src),
            slot::INT => go_cold!(cast_int_string, pc, fp, vm),
            _ => go_cold!(cast_string_slow, pc, fp, vm),
        }
        go!(pc.add(1), fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn cast_int_string(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CastString.
    unsafe {
        slot!(pc, fp, a).write(Value::string(number::int_to_string(slot::int(slot!(pc, fp, b)))));
        go!(pc.add(1), fp, vm)
    }
}

/// A part of what a `ConcatN` or `AppendN` joins, which write ints themselves.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ToStringTmp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        match slot::tag(src) {
            slot::STRING if !(*pc).has(flag::CONSUME_B) => slot::copy(slot!(pc, fp, a), src),
            slot::STRING | slot::INT => slot::copy_bits(slot!(pc, fp, a), src),
            _ => go_cold!(cast_string_slow, pc, fp, vm),
        }
        go!(pc.add(1), fp, vm)
    }
}

cold_path!(cast_string_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let text = if value.is_string() { value } else { Value::string(convert::to_string(&mut vm.cx, &value)?) };
    slot!(pc, fp, a).write(text);
    Ok(())
});
