//! What a thread's request has recorded, and the handler that stands in front of ops whose lines are noted when they run.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use loxo_runtime::Cx;
use loxo_units::LoadedUnit;
use loxo_value::{IStr, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, Handler, Pc, code_of, header, single};
use rustc_hash::FxHashMap;

use crate::executable::executable_lines;
use crate::marks;

/// Who takes marks away that another thread may need holds the lock.
static RECORDERS: Mutex<Recorders> = Mutex::new(Recorders { count: 0, left: BTreeMap::new() });

struct Recorders {
    /// How many threads record.
    count: usize,
    /// Units whose marks stayed when a thread ended, as others recorded; by address.
    left: BTreeMap<usize, &'static LoadedUnit>,
}

fn recorders() -> MutexGuard<'static, Recorders> {
    RECORDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Covered {
    unit: &'static LoadedUnit,
    /// Those that can run.
    lines: Vec<u32>,
    /// Whether each line ran.
    ran: Vec<bool>,
    any: bool,
}

#[derive(Default)]
struct Recorder {
    units: Vec<Covered>,
    /// Their numbers, by address.
    numbers: FxHashMap<usize, usize>,
    /// Those of which lines ran, in the order of the first.
    with_lines: Vec<usize>,
    /// Lines that ran.
    count: usize,
    /// Ops whose marks were taken away.
    taken: Vec<(&'static Code, usize)>,
}

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
    static RECORDING: Cell<bool> = const { Cell::new(false) };
}

/// Does the thread's request record?
#[inline]
pub fn is_recording() -> bool {
    RECORDING.get()
}

/// Records from now on, in the units that were added.
pub fn start(cx: &mut Cx) {
    loxo_vm::run_every_op(cx, true);
    RECORDING.set(true);
    RECORDER.with_borrow_mut(|recorder| {
        let recorder = recorder.get_or_insert_with(|| {
            recorders().count += 1;
            Recorder::default()
        });
        recorder.put_back();
    });
}

/// What runs is not recorded until the next start.
pub fn stop(cx: &mut Cx) {
    loxo_vm::run_every_op(cx, false);
    RECORDING.set(false);
}

/// Is the unit one of those whose lines are recorded?
pub fn has(unit: &LoadedUnit) -> bool {
    RECORDER.with_borrow(|recorder| recorder.as_ref().is_some_and(|recorder| recorder.numbers.contains_key(&address(unit))))
}

/// The lines of a unit are recorded, too. Nothing happens before the first start.
pub fn add(unit: &'static LoadedUnit) {
    RECORDER.with_borrow_mut(|recorder| {
        let Some(recorder) = recorder else { return };
        if recorder.numbers.contains_key(&address(unit)) {
            return;
        }
        recorder.numbers.insert(address(unit), recorder.units.len());
        let lines = executable_lines(&unit.unit);
        let ran = vec![false; lines.iter().max().map_or(0, |line| *line as usize + 1)];
        recorder.units.push(Covered { unit, lines, ran, any: false });
        unit.funcs.iter().for_each(|func| marks::mark_all(code_of(func), mark));
    });
}

/// No line has run.
pub fn clear() {
    let recording = is_recording();
    RECORDER.with_borrow_mut(|recorder| {
        let Some(recorder) = recorder else { return };
        for number in recorder.with_lines.drain(..) {
            let covered = &mut recorder.units[number];
            covered.ran.fill(false);
            covered.any = false;
        }
        recorder.count = 0;
        if recording {
            recorder.put_back();
        }
    });
}

/// The request ends. Marks are taken away by the last one that records.
pub fn end(cx: &mut Cx) {
    let Some(recorder) = RECORDER.take() else { return };
    stop(cx);
    let mut others = recorders();
    others.count -= 1;
    others.left.extend(recorder.units.iter().map(|covered| (address(covered.unit), covered.unit)));
    if others.count == 0 {
        for func in std::mem::take(&mut others.left).values().flat_map(|unit| &unit.funcs) {
            marks::unmark_all(code_of(func));
        }
    }
}

/// How many lines have run since the last [`clear`].
pub fn ran() -> usize {
    RECORDER.with_borrow(|recorder| recorder.as_ref().map_or(0, |recorder| recorder.count))
}

/// The units of which lines have run, in the order in which the first one did.
pub fn units_that_ran() -> Vec<IStr> {
    RECORDER.with_borrow(|recorder| {
        let recorder = recorder.as_ref();
        recorder.map_or_else(Vec::new, |recorder| recorder.with_lines.iter().map(|&number| recorder.units[number].unit.path).collect())
    })
}

/// The lines of a unit that can run, and whether they have.
pub fn lines_that_ran(unit: &LoadedUnit) -> Vec<(u32, bool)> {
    RECORDER.with_borrow(|recorder| {
        match recorder.as_ref().and_then(|recorder| Some(&recorder.units[*recorder.numbers.get(&address(unit))?])) {
            Some(covered) => covered.lines.iter().map(|&line| (line, covered.ran[line as usize])).collect(),
            None => executable_lines(&unit.unit).into_iter().map(|line| (line, false)).collect(),
        }
    })
}

/// Notes the line of an op, and runs it.
unsafe extern "C-unwind" fn mark(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let handler = reached(pc, fp);
        handler(pc, fp, vm)
    }
}

/// The op at `pc` is about to run; gives the handler that runs it and no other.
#[inline(never)]
unsafe fn reached(pc: Pc, fp: *mut Value) -> Handler {
    // SAFETY: the frame runs the function that `pc` is an instruction of, whose code lives as long as any request that can see it.
    let code = unsafe { code_of(&*header(fp).func) };
    let at = code.index_of(pc);
    RECORDER.with_borrow_mut(|recorder| {
        let Some(recorder) = recorder else { return };
        let Some(&number) = recorder.numbers.get(&address(code.unit)) else { return };
        if is_recording() {
            recorder.note(number, code.line_at(pc));
        }
        let recorders = recorders();
        if recorders.count == 1 {
            marks::take_away(code, at);
            recorder.taken.push((code, at));
        }
    });
    single(&code.unit.unit, code.function(), at)
}

impl Recorder {
    fn note(&mut self, number: usize, line: u32) {
        let covered = &mut self.units[number];
        let Some(ran) = covered.ran.get_mut(line as usize) else { return };
        if std::mem::replace(ran, true) {
            return;
        }
        self.count += 1;
        if !std::mem::replace(&mut covered.any, true) {
            self.with_lines.push(number);
        }
    }

    /// Marks what ran once more.
    fn put_back(&mut self) {
        for (code, at) in self.taken.drain(..) {
            marks::put(code, at, mark);
        }
    }
}

fn address(unit: &LoadedUnit) -> usize {
    std::ptr::from_ref(unit) as usize
}
