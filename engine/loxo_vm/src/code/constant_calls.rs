//! Calls that are left out because the result is known when the code is loaded. Once somebody has watched the calls of a request of this process,
//! they are made.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::code::instruction::{Handler, Insn};

struct Known {
    /// The instructions that leave a call out, by their addresses, and the handler that makes it.
    places: BTreeMap<usize, Handler>,
    watched: bool,
}

static KNOWN: Mutex<Known> = Mutex::new(Known { places: BTreeMap::new(), watched: false });

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The handler of such a call: `short` leaves it out, `whole` makes it.
pub(crate) fn choose(short: Handler, whole: Handler) -> Handler {
    if known().watched { whole } else { short }
}

/// Instructions were made, and stay where they are until they are forgotten.
pub(crate) fn loaded(instructions: &[Insn], short: Handler, whole: Handler) {
    for instruction in instructions.iter().filter(|instruction| std::ptr::fn_addr_eq(instruction.handler(), short)) {
        let mut known = known();
        if known.watched {
            instruction.set_handler(whole);
        } else {
            known.places.insert(std::ptr::from_ref(instruction) as usize, whole);
        }
    }
}

/// Instructions at these addresses are about to go.
pub(crate) fn forget(addresses: Range<usize>) {
    let mut known = known();
    while let Some((&place, _)) = known.places.range(addresses.clone()).next() {
        known.places.remove(&place);
    }
}

/// From now on all calls are made.
pub(crate) fn make_all() {
    let mut known = known();
    known.watched = true;
    for (place, whole) in std::mem::take(&mut known.places) {
        // SAFETY: instructions are forgotten before they go, and the lock keeps them until then.
        unsafe { (*(place as *const Insn)).set_handler(whole) };
    }
}
