//! Units of texts that are no files (`eval()`, includes through stream wrappers), kept for later requests with the same text: a server would
//! grow with every request if each made its own.
//!
//! Two evaluations of one text in one request are two programs in PHP: each has static variables and classes of its own. So a request takes a
//! unit once, unless there is nothing in it that could tell.

use std::sync::{LazyLock, Mutex, PoisonError};

use loxo_runtime::Cx;
use loxo_units::LoadedUnit;
use rustc_hash::FxHashMap;

use crate::compile::compile_reporting;
use crate::diagnostics::SourceError;
use crate::sources::sources;

/// What makes a unit: the text, the name that errors give it, and how it is compiled.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    source: Box<[u8]>,
    path: Box<[u8]>,
    cwd: Box<[u8]>,
    eval: bool,
    short_open_tag: bool,
    assertions: i64,
}

#[derive(Default)]
struct Kept {
    units: FxHashMap<Key, Vec<&'static LoadedUnit>>,
    /// An estimate.
    bytes: usize,
}

/// A process keeps no more than this; programs that make texts up as they go must be able to go on.
const LIMIT: usize = 64 << 20;
/// What a unit takes besides its code, and how its code compares to its text. Measured on templates.
const OVERHEAD: usize = 4 << 10;
const EXPANSION: usize = 16;

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The unit of a text.
pub(crate) fn text_unit(cx: &mut Cx, source: &[u8], path: &[u8], eval: bool) -> Result<&'static LoadedUnit, SourceError> {
    let key = Key {
        source: source.into(),
        path: path.into(),
        cwd: cx.info.cwd.as_slice().into(),
        eval,
        short_open_tag: cx.ini_bool("short_open_tag"),
        assertions: cx.ini_int("zend.assertions"),
    };
    let taken = &sources(cx).evals.0;
    let free = |unit: &&'static LoadedUnit| is_plain(unit) || !taken.contains(&address(unit));
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).units.get(&key).and_then(|units| units.iter().copied().find(free));
    if let Some(unit) = kept {
        sources(cx).evals.0.insert(address(unit));
        return Ok(unit);
    }
    let (unit, diagnostics) = compile_reporting(cx, source, path, eval)?;
    let unit = loxo_vm::load(unit, true);
    crate::garbage::compiled(unit);
    sources(cx).evals.0.insert(address(unit));
    // What the compiler has to say it must say each time.
    if diagnostics.is_empty() {
        keep(key, unit);
    }
    Ok(unit)
}

fn address(unit: &LoadedUnit) -> usize {
    std::ptr::from_ref(unit) as usize
}

/// Nothing of it outlives its run: no functions, classes or static variables.
fn is_plain(unit: &LoadedUnit) -> bool {
    unit.unit.classes.is_empty() && unit.unit.functions.len() == 1 && unit.unit.functions[0].statics.is_empty()
}

fn keep(key: Key, unit: &'static LoadedUnit) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let size = OVERHEAD + key.source.len().saturating_mul(EXPANSION);
    if kept.bytes.saturating_add(size) <= LIMIT {
        kept.bytes += size;
        kept.units.entry(key).or_default().push(unit);
    }
}
