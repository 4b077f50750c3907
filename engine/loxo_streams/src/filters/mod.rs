//! Filters: what bytes go through on their way into or out of a stream.
//!
//! Modules: `text` (rot13, upper and lower case), `base64`, `quoted` (quoted-printable), `chunked` (dechunk, consumed). Filters written in PHP
//! are classes of ext/standard and come in through [`StreamState::user_filters`](super::StreamState).

mod base64;
mod chunked;
mod quoted;
mod text;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use loxo_value::{PhpResource, Value};

use super::{Stream, state};
use loxo_runtime::Cx;

/// Why a filter is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilterFlags {
    Normal,
    FlushInc,
    FlushClose,
}

/// What a filter did (`PSFS_*`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilterStatus {
    Fatal = 0,
    FeedMe = 1,
    PassOn = 2,
}

/// Some bytes in transit.
pub type Bucket = Vec<u8>;

/// One step of a chain.
pub trait Filter {
    /// Takes all of `input`; answers how much of it counts as consumed.
    fn filter(
        &mut self,
        cx: &mut Cx,
        stream: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize);

    fn close(&mut self, _cx: &mut Cx) {}

    fn closes_in_php(&self) -> bool {
        false
    }
}

/// Makes a filter: name as asked for, parameter (`None`: not given), for a persistent stream. The maker reports its own errors.
pub type FilterFactory = fn(&mut Cx, &[u8], Option<&Value>) -> Option<Box<dyn Filter>>;

/// A filter in its place.
pub struct FilterSlot {
    pub name: Vec<u8>,
    filter: RefCell<Box<dyn Filter>>,
    pub removed: Cell<bool>,
    /// What the program knows it by, if it does; closed with the filter.
    pub resource: RefCell<Option<PhpResource>>,
}

impl FilterSlot {
    pub fn new(name: &[u8], filter: Box<dyn Filter>) -> Rc<FilterSlot> {
        Rc::new(FilterSlot { name: name.to_vec(), filter: RefCell::new(filter), removed: Cell::new(false), resource: RefCell::default() })
    }

    fn close(&self, cx: &mut Cx) {
        if let Some(resource) = self.resource.take() {
            drop(resource.close());
        }
        if !self.removed.replace(true)
            && let Ok(mut filter) = self.filter.try_borrow_mut()
        {
            filter.close(cx);
        }
    }
}

/// The filters of one direction.
#[derive(Default)]
pub struct Chain {
    slots: RefCell<Vec<Rc<FilterSlot>>>,
}

impl Chain {
    pub fn is_empty(&self) -> bool {
        self.slots.borrow().is_empty()
    }

    pub(super) fn closes_in_php(&self) -> bool {
        self.slots.borrow().iter().any(|slot| slot.filter.try_borrow().is_ok_and(|f| f.closes_in_php()))
    }

    /// Runs all filters, or those from `from` on. Output is what the last one passed on; empty if one of them wants more. The number is
    /// how much the first one consumed.
    pub(super) fn run(&self, cx: &mut Cx, stream: &Stream, input: Vec<Bucket>, flags: FilterFlags) -> (Result<Vec<Bucket>, ()>, usize) {
        self.run_from(cx, stream, 0, input, flags)
    }

    fn run_from(
        &self,
        cx: &mut Cx,
        stream: &Stream,
        from: usize,
        input: Vec<Bucket>,
        flags: FilterFlags,
    ) -> (Result<Vec<Bucket>, ()>, usize) {
        self.run_slots(cx, stream, from, input, flags, flags)
    }

    /// `flags` are for the first filter, `behind` for those behind it.
    fn run_slots(
        &self,
        cx: &mut Cx,
        stream: &Stream,
        from: usize,
        input: Vec<Bucket>,
        flags: FilterFlags,
        behind: FilterFlags,
    ) -> (Result<Vec<Bucket>, ()>, usize) {
        let slots: Vec<Rc<FilterSlot>> = self.slots.borrow()[from..].to_vec();
        let mut buckets = input;
        let mut consumed = 0;
        for (index, slot) in slots.iter().enumerate() {
            let mut output = Vec::new();
            let Ok(mut filter) = slot.filter.try_borrow_mut() else { return (Err(()), consumed) };
            let (status, taken) = filter.filter(cx, stream, buckets, &mut output, if index == 0 { flags } else { behind });
            if index == 0 {
                consumed = taken;
            }
            match status {
                FilterStatus::PassOn => buckets = output,
                FilterStatus::FeedMe => return (Ok(Vec::new()), consumed),
                FilterStatus::Fatal => return (Err(()), consumed),
            }
        }
        (Ok(buckets), consumed)
    }

    pub(super) fn close(&self, cx: &mut Cx) {
        let slots = self.slots.take();
        slots.iter().for_each(|slot| slot.close(cx));
    }

    pub(super) fn position(&self, slot: &Rc<FilterSlot>) -> Option<usize> {
        self.slots.borrow().iter().position(|s| Rc::ptr_eq(s, slot))
    }

    fn insert(&self, slot: Rc<FilterSlot>, append: bool) {
        let mut slots = self.slots.borrow_mut();
        if append { slots.push(slot) } else { slots.insert(0, slot) }
    }
}

impl Stream {
    /// Puts a filter at the end (or start) of the chain that bytes being read go through. What is buffered already goes through a filter
    /// at the end at once; false if that failed, and the filter is not added.
    pub fn add_read_filter(&self, cx: &mut Cx, slot: &Rc<FilterSlot>, append: bool) -> bool {
        self.read_filters.insert(slot.clone(), append);
        if !append || self.buffered() == 0 {
            return true;
        }
        let input = vec![self.take_all_buffered()];
        let at = self.read_filters.position(slot).unwrap_or(0);
        let kept = input.clone();
        match self.read_filters.run_from(cx, self, at, input, FilterFlags::Normal).0 {
            Ok(output) => {
                output.iter().for_each(|bucket| self.append_buffer(bucket));
                true
            }
            Err(()) => {
                kept.iter().for_each(|bucket| self.append_buffer(bucket));
                self.read_filters.slots.borrow_mut().retain(|s| !Rc::ptr_eq(s, slot));
                slot.close(cx);
                cx.builtin_warning("Filter failed to process pre-buffered data");
                false
            }
        }
    }

    pub fn add_write_filter(&self, slot: &Rc<FilterSlot>, append: bool) {
        self.write_filters.insert(slot.clone(), append);
    }

    /// Pushes out what a filter holds back, through those behind it. False: failed.
    pub fn flush_filter(&self, cx: &mut Cx, slot: &Rc<FilterSlot>, finish: bool) -> bool {
        let flags = if finish { FilterFlags::FlushClose } else { FilterFlags::FlushInc };
        if let Some(at) = self.read_filters.position(slot) {
            let Ok(output) = self.read_filters.run_slots(cx, self, at, Vec::new(), flags, FilterFlags::Normal).0 else { return false };
            output.iter().for_each(|bucket| self.append_buffer(bucket));
        } else if let Some(at) = self.write_filters.position(slot) {
            let Ok(output) = self.write_filters.run_slots(cx, self, at, Vec::new(), flags, FilterFlags::Normal).0 else { return false };
            for bucket in output {
                self.write_buffer(cx, &bucket);
            }
        }
        true
    }

    /// Takes a filter out and closes it.
    pub fn remove_filter(&self, cx: &mut Cx, slot: &Rc<FilterSlot>) {
        self.read_filters.slots.borrow_mut().retain(|s| !Rc::ptr_eq(s, slot));
        self.write_filters.slots.borrow_mut().retain(|s| !Rc::ptr_eq(s, slot));
        slot.close(cx);
    }
}

/// The filters of this crate, in the order in which they are listed.
pub(super) const BUILTIN: &[(&str, FilterFactory)] = &[
    ("string.rot13", text::rot13),
    ("string.toupper", text::to_upper),
    ("string.tolower", text::to_lower),
    ("convert.*", convert),
    ("consumed", chunked::consumed),
    ("dechunk", chunked::dechunk),
];

/// `convert.*`
fn convert(cx: &mut Cx, name: &[u8], params: Option<&Value>) -> Option<Box<dyn Filter>> {
    match name.to_ascii_lowercase().as_slice() {
        b"convert.base64-encode" => base64::encoder(cx, params),
        b"convert.base64-decode" => Some(base64::decoder()),
        b"convert.quoted-printable-encode" => quoted::encoder(cx, params),
        b"convert.quoted-printable-decode" => quoted::decoder(cx, params),
        _ => None,
    }
}

/// Makes a filter by its name: exact, or by its family with parts replaced by `*`, from the right.
pub fn create(cx: &mut Cx, name: &[u8], params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let mut found_factory = false;
    let mut result = None;
    for candidate in candidates(name) {
        let Some(factory) = state(cx).filter_factory(&candidate) else { continue };
        found_factory = true;
        result = factory(cx, name, params);
        if result.is_some() {
            break;
        }
    }
    if result.is_none() {
        let text: &[u8] = if found_factory { b"Unable to create or locate filter \"" } else { b"Unable to locate filter \"" };
        cx.builtin_warning([text, loxo_runtime::convert::shown_name(name), b"\""].concat());
    }
    result
}

/// `a.b.c` → `a.b.c`, `a.b.*`, `a.*`
pub(super) fn candidates(name: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![name.to_vec()];
    let mut end = name.len();
    while let Some(dot) = name[..end].iter().rposition(|&b| b == b'.') {
        all.push([&name[..dot], b".*"].concat());
        end = dot;
    }
    all
}

/// Joins what comes in, for filters that do not care for its parts.
fn joined(input: Vec<Bucket>) -> Bucket {
    let mut parts = input.into_iter();
    let mut all = parts.next().unwrap_or_default();
    parts.for_each(|part| all.extend_from_slice(&part));
    all
}

/// A number out of a filter's array of parameters.
fn int_param(params: Option<&Value>, name: &str) -> Option<i64> {
    let array = params?.deref().as_array()?;
    array.get_bytes(name.as_bytes()).map(loxo_runtime::convert::scalar_to_int)
}

fn bytes_param(params: Option<&Value>, name: &str) -> Option<Vec<u8>> {
    let array = params?.deref().as_array()?;
    array.get_bytes(name.as_bytes()).map(|v| loxo_runtime::convert::scalar_to_string(v, 14).to_vec())
}

fn bool_param(params: Option<&Value>, name: &str) -> bool {
    params.and_then(|p| p.deref().as_array()).and_then(|a| a.get_bytes(name.as_bytes())).is_some_and(|v| v.deref().to_bool())
}
