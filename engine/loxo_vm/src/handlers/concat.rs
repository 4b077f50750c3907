//! Handlers that join strings, two or many at once.

use loxo_bytecode::flag;
use loxo_runtime::{convert, operators};
use loxo_value::{Part, PhpStr, Value, number};
use smallvec::SmallVec;

use super::slow_path::{cold_path, go_cold};
use crate::Vm;
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

/// Two strings; one that only this op holds grows in place, elsewhere.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Concat(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; dropping a string makes nothing due.
    unsafe {
        let (left_slot, right_slot) = (slot!(pc, fp, b), slot!(pc, fp, c));
        let (left, right) = (slot::deref(left_slot), slot::deref(right_slot));
        let tail = slot::tag(right);
        if slot::tag(left) == slot::STRING && (tail == slot::STRING || tail == slot::INT) {
            let grows = (*pc).has(flag::CONSUME_B) && slot::counted(left_slot) && *slot::count(left_slot) == 1;
            let plain = |consume: u8, place: *const Value, value: *const Value| !(*pc).has(consume) || place == value;
            if !grows && plain(flag::CONSUME_B, left_slot, left) && plain(flag::CONSUME_C, right_slot, right) {
                let left = (*left).as_bytes().unwrap_unchecked();
                match (*right).as_bytes() {
                    Some(right) => join_two(pc, fp, left, right),
                    None => join_int(pc, fp, left, slot::int(right)),
                }
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(concat_slow, pc, fp, vm)
    }
}

/// Joins two strings for a `Concat`.
#[inline(never)]
unsafe fn join_two(pc: Pc, fp: *mut Value, left: &[u8], right: &[u8]) {
    // SAFETY: as for Concat.
    unsafe { joined(pc, fp, PhpStr::concat2(left, right)) }
}

/// The same for a string and an int, as in `"key$i"`.
#[inline(never)]
unsafe fn join_int(pc: Pc, fp: *mut Value, left: &[u8], right: i64) {
    // SAFETY: as for Concat.
    unsafe { joined(pc, fp, PhpStr::concat_int(left, right)) }
}

/// Gives up what a `Concat` consumes, and writes its result.
#[inline(always)]
unsafe fn joined(pc: Pc, fp: *mut Value, joined: PhpStr) {
    // SAFETY: as for Concat; the result's slot may be that of an operand.
    unsafe {
        if (*pc).has(flag::CONSUME_B) {
            slot::release(slot!(pc, fp, b));
        }
        if (*pc).has(flag::CONSUME_C) {
            slot::release(slot!(pc, fp, c));
        }
        slot!(pc, fp, a).write(Value::string(joined));
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
    // SAFETY: operands are temporaries of this frame.
    unsafe {
        if join_strings(pc, fp) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(concat_n_slow, pc, fp, vm)
    }
}

/// Joins the parts of a `ConcatN` if they are all strings and ints.
#[inline(never)]
unsafe fn join_strings(pc: Pc, fp: *mut Value) -> bool {
    // SAFETY: as for ConcatN; all parts are consumed.
    unsafe {
        let first = fp.add((*pc).b as usize);
        let count = (*pc).c as usize;
        let part = |i| {
            let part = first.add(i);
            match slot::tag(part) {
                slot::STRING => Some(Part::Bytes((*part).as_bytes().unwrap_unchecked())),
                slot::INT => Some(Part::Int(slot::int(part))),
                _ => None,
            }
        };
        let Some(joined) = PhpStr::concat_parts(count, part) else { return false };
        for i in 0..count {
            slot::release(first.add(i));
        }
        slot!(pc, fp, a).write(Value::string(joined));
        true
    }
}

cold_path!(concat_n_slow, |vm, fp, pc| {
    let first = fp.add((*pc).b as usize);
    let count = (*pc).c as usize;
    let mut digits = [[0; 20]; FEW];
    let mut bytes: SmallVec<[&[u8]; FEW]> = SmallVec::new();
    if count <= FEW {
        bytes.extend(digits.iter_mut().take(count).enumerate().map_while(|(i, digits)| text(first.add(i), digits)));
    }
    // All parts are consumed, whatever happens.
    if bytes.len() == count {
        let joined = PhpStr::concat(&bytes);
        for i in 0..count {
            drop((*first.add(i)).take_undef());
        }
        slot!(pc, fp, a).write(Value::string(joined));
        return Ok(());
    }
    let mut parts: SmallVec<[Value; FEW]> = (0..count).map(|i| first.add(i).read()).collect();
    for part in &mut parts {
        if !part.is_string() {
            *part = Value::string(convert::to_string(&mut vm.cx, part)?);
        }
    }
    let bytes: SmallVec<[&[u8]; FEW]> = parts.iter().filter_map(Value::as_bytes).collect();
    slot!(pc, fp, a).write(Value::string(PhpStr::concat(&bytes)));
    Ok(())
});

/// `var .= src`. In place without touching a count where both are strings, or the second is an int.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AppendStr(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; dropping a string makes nothing due.
    unsafe {
        let (var, src) = (slot!(pc, fp, a), slot::deref(slot!(pc, fp, b)));
        if slot::tag(var) == slot::STRING {
            match slot::tag(src) {
                slot::STRING if slot::int(var) != slot::int(src) => append_text(pc, fp, (*src).as_bytes().unwrap_unchecked()),
                slot::INT => append_int(pc, fp, slot::int(src)),
                _ => go_cold!(append_slow, pc, fp, vm),
            }
            go!(pc.add(1), fp, vm)
        }
        go_cold!(append_slow, pc, fp, vm)
    }
}

/// Appends to the string that the variable of an `AppendStr` is, and gives up what is consumed.
#[inline(never)]
unsafe fn append_text(pc: Pc, fp: *mut Value, text: *const [u8]) {
    // SAFETY: as for AppendStr; the bytes are another string's.
    unsafe {
        // Memory may end here.
        header(fp).pc = pc;
        (*slot!(pc, fp, a)).as_str_mut().unwrap_unchecked().append(&*text);
        if (*pc).has(flag::CONSUME_B) {
            slot::release(slot!(pc, fp, b));
        }
    }
}

#[inline(never)]
unsafe fn append_int(pc: Pc, fp: *mut Value, n: i64) {
    // SAFETY: as for AppendStr.
    unsafe { append_text(pc, fp, number::write_int(n, &mut [0; 20])) }
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
            slot::INT => cast_int(slot!(pc, fp, a), slot::int(src)),
            _ => go_cold!(cast_string_slow, pc, fp, vm),
        }
        go!(pc.add(1), fp, vm)
    }
}

#[inline(never)]
unsafe fn cast_int(dst: *mut Value, n: i64) {
    // SAFETY: a slot that holds nothing.
    unsafe { dst.write(Value::string(number::int_to_string(n))) }
}

/// A part of what a `ConcatN` joins, which writes ints itself.
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
