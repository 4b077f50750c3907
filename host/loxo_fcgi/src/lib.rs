//! FastCGI 1.0 as bytes: heads of records, name-value pairs, and what an application sends back.
//!
//! Does no I/O and keeps no connection: who has bytes asks what they mean. Source: the FastCGI specification, Open Market 1996. Sizes are
//! bounded by the protocol itself: a record carries at most 65,535 bytes and 255 of padding.
//!
//! Modules: `record` (heads, the bodies of begin and end), `pairs` (parameters and values), `answer` (the client's side).
#![forbid(unsafe_code)]

mod answer;
mod pairs;
mod record;

pub use answer::{Answer, Part};
pub use pairs::{Malformed, Pairs, push_pair};
pub use record::{
    ABORT_REQUEST, BEGIN_REQUEST, BeginRequest, CANT_MULTIPLEX, DATA, DECLINED, END_REQUEST, GET_VALUES, GET_VALUES_RESULT, HEAD, Head,
    MAX_CONTENT, PARAMS, REQUEST_COMPLETE, Role, STDERR, STDIN, STDOUT, UNKNOWN_ROLE, UNKNOWN_TYPE, VERSION, begin_request, end_request,
    push_record, unknown_type,
};
