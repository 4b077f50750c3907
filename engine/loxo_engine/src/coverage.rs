//! Which files the lines are noted of: those that a request includes and that are wanted.

use loxo_observer::lines::{Line, Recorder, Wanted};
use loxo_runtime::Cx;
use loxo_units::LoadedUnit;

use crate::files::FileId;
use crate::sources::{Coverage, sources};

pub(crate) const RECORDER: Recorder = Recorder {
    start,
    stop: loxo_coverage::stop,
    clear: loxo_coverage::clear,
    ran: loxo_coverage::ran,
    files_that_ran: loxo_coverage::units_that_ran,
    lines,
    end,
};

fn start(cx: &mut Cx, wanted: Wanted) {
    loxo_coverage::start(cx);
    let first = sources(cx).coverage.looked_at;
    let files: Vec<FileId> = sources(cx).files.ids().skip(first).collect();
    sources(cx).coverage = Coverage { wanted: Some(wanted), looked_at: first + files.len() };
    for file in files {
        if wanted(cx, &file.path())
            && let Some(unit) = unit_of(file)
        {
            loxo_coverage::add(unit);
        }
    }
}

/// A unit is about to run while lines are noted.
#[cold]
pub(crate) fn unit_runs(cx: &mut Cx, unit: &'static LoadedUnit) {
    if !loxo_coverage::has(unit) && is_wanted(cx, unit.path.as_bytes()) {
        loxo_coverage::add(unit);
    }
}

fn is_wanted(cx: &mut Cx, path: &[u8]) -> bool {
    sources(cx).coverage.wanted.is_some_and(|wanted| wanted(cx, path))
}

fn unit_of(file: FileId) -> Option<&'static LoadedUnit> {
    file.cached().map(|cached| cached.unit)
}

fn lines(cx: &mut Cx, path: &[u8]) -> Option<Vec<Line>> {
    let file = FileId::of(path);
    let unit = if sources(cx).files.has(file) { unit_of(file)? } else { return None };
    (loxo_coverage::has(unit) || is_wanted(cx, path)).then(|| loxo_coverage::lines_that_ran(unit))
}

fn end(cx: &mut Cx) {
    loxo_coverage::end(cx);
    sources(cx).coverage = Coverage::default();
}
