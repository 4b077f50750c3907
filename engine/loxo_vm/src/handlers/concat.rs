//! Handlers that join strings, two or many at once.

use loxo_bytecode::flag;
use loxo_runtime::{convert, operators};
use loxo_value::{PhpStr, Value, number};
use smallvec::SmallVec;

use super::slow_path::slow_op;
use crate::code::instruction::slot;
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

slow_op!(Concat, |vm, fp, pc| {
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

slow_op!(ConcatN, |vm, fp, pc| {
    const FEW: usize = 8;
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
