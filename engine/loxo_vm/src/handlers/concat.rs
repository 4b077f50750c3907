//! Handlers that join strings, two or many at once.

use loxo_bytecode::flag;
use loxo_runtime::{convert, operators};
use loxo_value::{PhpStr, Value, number};
use smallvec::SmallVec;

use super::slow_path::{cold_path, go_cold};
use crate::Vm;
use crate::code::instruction::{Pc, go, slot};
use crate::frame::slot;

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

/// Joins two strings for a `Concat`, and gives up those that it consumes.
#[inline(never)]
unsafe fn join_two(pc: Pc, fp: *mut Value, left: &[u8], right: &[u8]) {
    // SAFETY: as for Concat; the result's slot may be that of an operand.
    unsafe {
        let joined = PhpStr::concat2(left, right);
        if (*pc).has(flag::CONSUME_B) {
            slot::release(slot!(pc, fp, b));
        }
        if (*pc).has(flag::CONSUME_C) {
            slot::release(slot!(pc, fp, c));
        }
        slot!(pc, fp, a).write(Value::string(joined));
    }
}

/// The same for a string and an int, as in `"key$i"`.
#[inline(never)]
unsafe fn join_int(pc: Pc, fp: *mut Value, left: &[u8], right: i64) {
    let mut digits: Digits = [0; 20];
    // SAFETY: as for Concat.
    unsafe { join_two(pc, fp, left, number::write_int(right, &mut digits)) }
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

/// Joins the parts of a `ConcatN` if they are all strings.
#[inline(never)]
unsafe fn join_strings(pc: Pc, fp: *mut Value) -> bool {
    // SAFETY: as for ConcatN; all parts are consumed.
    unsafe {
        let first = fp.add((*pc).b as usize);
        let count = (*pc).c as usize;
        let Some(joined) = PhpStr::concat_parts(count, |i| (*first.add(i)).as_bytes()) else { return false };
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
