//! Forms without frames: of a function of numbers that calls only such functions, what its slots hold becomes values, as do parameters and results.
//!
//! Nothing is in memory while such code runs. Where it leaves, its states name all that the frame has to hold then, and not only what is newer; a call of
//! another function without a frame has such a state too, for the case that the callee leaves: the caller's frame is written then as the
//! interpreter would have left it at the call, and the caller leaves as well. Windows of calls that are started and not yet made are not written either:
//! the ops that start them are run where the code leaves.

mod rewrite;
mod source;
mod tags;

use crate::{Form, Tags};

use source::number;
pub use source::{Called, Interface, Source};

/// The form without a frame of a function, entered at its start alone, and what it takes and gives. `None`: it needs a frame.
pub fn frameless(source: &Source<'_>) -> Option<(Form, Interface)> {
    let is_number = |tags: &Tags| number(*tags).is_some();
    if source.params.len() != source.function.params.len() || !source.params.iter().all(is_number) {
        return None;
    }
    let known = tags::Known::of(source)?;
    let result = number(known.result).or((known.result == Tags::NULL).then_some(Tags::NULL))?;
    let interface = Interface { params: source.params.to_vec(), defaults: source.defaults(), result };
    let mut form = rewrite::rewrite(source, &known, &interface)?;
    // What ints lie between may follow from the way to a block, so ways stay apart.
    crate::passes::drop_parameters(&mut form);
    crate::passes::drop_dead(&mut form);
    Some((form, interface))
}
