//! Files and everything that is opened like one.

mod contents;
mod csv;
pub(crate) mod dir;
pub(crate) mod filestat;
mod handle;
mod ini;
pub(crate) mod link;
mod meta;
mod names;

pub(crate) use contents::*;
pub(crate) use csv::*;
pub(crate) use handle::*;
pub(crate) use ini::*;
pub(crate) use meta::*;
pub(crate) use names::*;

use loxo_observer::counters::{self, Counter};
use loxo_runtime::PhpResource;
use loxo_streams::{OpenOptions, StreamRef};

use crate::prelude::*;

/// The stream of an argument.
pub(crate) fn stream(cx: &mut Cx, resource: &PhpResource) -> PhpResult<StreamRef> {
    loxo_streams::from_resource(cx, resource)
}

/// What builtins that open something ask for.
pub(crate) fn open_options(use_include_path: bool) -> OpenOptions {
    let report = OpenOptions::REPORT_ERRORS;
    if use_include_path { report.with(OpenOptions::USE_PATH) } else { report }
}

/// A resource, or false.
pub(crate) fn or_false(resource: Option<PhpResource>) -> Value {
    resource.map_or(Value::FALSE, Value::resource)
}

/// Uses a stream and closes it, whatever comes of it.
pub(crate) fn with_open<R>(
    cx: &mut Cx,
    path: &[u8],
    mode: &[u8],
    options: OpenOptions,
    context: Option<&PhpResource>,
    work: impl FnOnce(&mut Cx, &StreamRef) -> PhpResult<R>,
) -> PhpResult<Option<R>> {
    counters::add(Counter::FileOpens, 1);
    let Some(resource) = loxo_streams::open(cx, path, mode, options, context)? else { return Ok(None) };
    let stream = stream(cx, &resource)?;
    let result = work(cx, &stream);
    loxo_streams::close_resource(cx, &resource);
    let result = result?;
    cx.check()?;
    Ok(Some(result))
}
