//! `APCUIterator`: goes through the entries of the shared cache that a pattern or a list of keys selects, and `apcu_delete()` of such a
//! selection.

use std::sync::atomic::Ordering::Relaxed;

use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Tracer, Value, class_of};

use crate::cache::Entry;
use crate::entry_value::value_of;
use crate::settings::{cache, enabled, now};

/// How many entries are looked at in one go, if nothing else is said.
const CHUNK: usize = 100;
/// `APC_LIST_*`
const ACTIVE: i64 = 1;
const DELETED: i64 = 2;
/// `APC_ITER_ALL`
const ALL: i64 = 0xffff_ffff;

/// Which keys are wanted.
enum Search {
    All,
    Pattern(PhpStr),
    Keys(PhpArray),
}

/// The native part, after the constructor.
struct Walk {
    search: Search,
    format: i64,
    chunk: usize,
    /// Removed entries are freed at once, so that list is always empty.
    deleted: bool,
    slot: usize,
    items: Vec<(PhpStr, Value)>,
    at: usize,
    totals: Option<Totals>,
}

#[derive(Clone, Copy, Default)]
struct Totals {
    hits: i64,
    size: i64,
    count: i64,
}

#[derive(Default)]
struct Slot(Option<Walk>);

impl Native for Slot {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(walk) = &self.0 {
            walk.items.iter().for_each(|(_, value)| tracer.value(value));
            if let Search::Keys(keys) = &walk.search {
                tracer.array(keys);
            }
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Slot::default())), no_clone: true, ..ObjectHandlers::default() }
}

fn walk<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Walk> {
    match this.native_mut::<Slot>().and_then(|slot| slot.0.as_mut()) {
        Some(walk) => Ok(walk),
        None => Err(cx.throw_error("Trying to use uninitialized APCUIterator")),
    }
}

/// `APCUIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, search: &Value, format: i64, chunk_size: i64, list: i64) -> PhpResult<()> {
    let Ok(chunk) = usize::try_from(chunk_size) else {
        return Err(fail(cx, "APCUIterator chunk size must be 0 or greater"));
    };
    if !enabled(cx) {
        return Err(cx.throw_error("APC must be enabled to use APCUIterator"));
    }
    if format > ALL {
        return Err(fail(cx, "APCUIterator format is invalid"));
    }
    if list != ACTIVE && list != DELETED {
        cx.builtin_warning("APCUIterator invalid list type");
        return cx.check();
    }
    let search = search.deref();
    let search = match (search.as_str(), search.as_array()) {
        (Some(pattern), _) if !pattern.is_empty() => {
            if !ext_pcre::is_pattern(cx, pattern)? {
                return Err(fail(cx, [b"Could not compile regular expression: ", pattern.as_bytes()].concat()));
            }
            Search::Pattern(pattern.clone())
        }
        (_, Some(keys)) => {
            let mut wanted = PhpArray::new();
            for key in keys.values() {
                if let Some(key) = key.deref().as_str() {
                    wanted.set_str(key, Value::TRUE);
                }
            }
            Search::Keys(wanted)
        }
        _ => Search::All,
    };
    let chunk = if chunk == 0 { CHUNK } else { chunk };
    let walk = Walk { search, format, chunk, deleted: list == DELETED, slot: 0, items: Vec::new(), at: 0, totals: None };
    this.set_native(Box::new(Slot(Some(walk))));
    Ok(())
}

/// A core error ends the program.
fn fail(cx: &mut Cx, message: impl AsRef<[u8]>) -> Thrown {
    let name = b"APCUIterator::__construct(): ";
    cx.fatal([name, message.as_ref()].concat())
}

/// Which of these keys are searched for; patterns run without a lock.
fn wanted(cx: &mut Cx, search: &Search, key: &[u8]) -> PhpResult<bool> {
    match search {
        Search::All => Ok(true),
        Search::Keys(keys) => Ok(keys.get_bytes(key).is_some()),
        Search::Pattern(pattern) => {
            let pattern = pattern.clone();
            ext_pcre::matches(cx, &pattern, &PhpStr::new(key))
        }
    }
}

/// The next entries that are searched for.
fn fetch(cx: &mut Cx, this: &PhpObject) -> PhpResult<usize> {
    let own = walk(cx, this)?;
    own.items.clear();
    own.at = 0;
    let (mut slot, chunk, format) = (own.slot, own.chunk, own.format);
    let Some(cache) = cache(cx).filter(|_| !own.deleted) else { return Ok(0) };
    let time = now(cx);
    let mut found = Vec::new();
    while found.len() <= chunk && slot < cache.slots {
        let (entries, next) = cache.gather(slot, chunk - found.len(), |entry| !entry.is_dead(time));
        slot = next;
        for entry in entries {
            if wanted(cx, &own.search, &entry.key)? {
                found.push(entry);
            }
        }
    }
    own.slot = slot;
    let mut items = Vec::with_capacity(found.len());
    for entry in found {
        items.push((PhpStr::new(&entry.key), Value::array(item(cx, &entry, format)?)));
    }
    // Objects that came back may have used the iterator.
    let own = walk(cx, this)?;
    own.items = items;
    Ok(own.items.len())
}

fn item(cx: &mut Cx, entry: &Entry, format: i64) -> PhpResult<PhpArray> {
    let mut item = PhpArray::new();
    let number = |n: i64| Value::int(n);
    let parts: [(&str, Option<Value>); 11] = [
        ("type", Some(Value::bytes(b"user"))),
        ("key", Some(Value::bytes(&entry.key))),
        ("value", None),
        ("num_hits", Some(number(entry.hits.load(Relaxed)))),
        ("mtime", Some(number(entry.modified.load(Relaxed)))),
        ("creation_time", Some(number(entry.created))),
        ("deletion_time", Some(number(0))),
        ("access_time", Some(number(entry.accessed.load(Relaxed)))),
        ("ref_count", Some(number(0))),
        ("mem_size", Some(number(entry.size as i64))),
        ("ttl", Some(number(entry.ttl))),
    ];
    for (bit, (name, value)) in parts.into_iter().enumerate() {
        if format & 1 << bit == 0 {
            continue;
        }
        let value = match value {
            Some(value) => value,
            None => value_of(cx, entry)?.unwrap_or(Value::NULL),
        };
        item.set_bytes(name.as_bytes(), value);
    }
    Ok(item)
}

/// `APCUIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    walk(cx, this)?.slot = 0;
    fetch(cx, this).map(drop)
}

/// Makes sure that there is a current item, if there are any more.
fn current_item(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<(PhpStr, Value)>> {
    let own = walk(cx, this)?;
    if own.at == own.items.len() {
        fetch(cx, this)?;
    }
    let own = walk(cx, this)?;
    Ok(own.items.get(own.at).cloned())
}

/// `APCUIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(current_item(cx, this)?.is_some())
}

/// `APCUIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    match current_item(cx, this)? {
        Some((key, _)) => Ok(key),
        None => Err(cx.throw_error("Cannot call key() on invalid iterator")),
    }
}

/// `APCUIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    match current_item(cx, this)? {
        Some((_, value)) => Ok(value),
        None => Err(cx.throw_error("Cannot call current() on invalid iterator")),
    }
}

/// `APCUIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = walk(cx, this)?;
    if own.at < own.items.len() {
        own.at += 1;
    }
    Ok(())
}

/// Sums over what is searched for, taken once.
fn totals(cx: &mut Cx, this: &PhpObject) -> PhpResult<Totals> {
    let own = walk(cx, this)?;
    if let Some(totals) = own.totals {
        return Ok(totals);
    }
    let mut totals = Totals::default();
    if let Some(cache) = cache(cx) {
        let time = now(cx);
        let (entries, _) = cache.gather(0, usize::MAX - 1, |entry| !entry.is_dead(time));
        for entry in entries {
            if wanted(cx, &own.search, &entry.key)? {
                totals.hits += entry.hits.load(Relaxed);
                totals.size += entry.size as i64;
                totals.count += 1;
            }
        }
    }
    walk(cx, this)?.totals = Some(totals);
    Ok(totals)
}

/// `APCUIterator::getTotalHits()`
pub(crate) fn get_total_hits(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(totals(cx, this)?.hits)
}

/// `APCUIterator::getTotalSize()`
pub(crate) fn get_total_size(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(totals(cx, this)?.size)
}

/// `APCUIterator::getTotalCount()`
pub(crate) fn get_total_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(totals(cx, this)?.count)
}

/// `apcu_delete()` of an iterator. False: it is none.
pub(crate) fn delete(cx: &mut Cx, object: &PhpObject) -> PhpResult<bool> {
    let wanted = cx.builtin_class("APCUIterator");
    if !class_of(object).is_subclass_of(wanted) {
        return Err(cx.fatal("apcu_delete(): apc_delete object argument must be instance of APCUIterator."));
    }
    while fetch(cx, object)? > 0 {
        let own = walk(cx, object)?;
        let keys: Vec<PhpStr> = own.items.drain(..).map(|(key, _)| key).collect();
        if let Some(cache) = cache(cx) {
            for key in &keys {
                cache.delete(key);
            }
        }
    }
    Ok(true)
}
