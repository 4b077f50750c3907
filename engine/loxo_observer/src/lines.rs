//! Which lines of files run. Who asks is an extension; who notes it is another crate of the engine, which says so by [`install`].

use std::sync::OnceLock;

use loxo_runtime::Cx;
use loxo_value::IStr;

/// Are the lines of the file at this path to be noted?
pub type Wanted = fn(&mut Cx, &[u8]) -> bool;

/// A line that can run, and whether it has.
pub type Line = (u32, bool);

/// What notes lines, for the request of the calling thread.
#[derive(Clone, Copy)]
pub struct Recorder {
    /// From now on lines are noted: of the files that were included and of those that will be, if they are wanted.
    pub start: fn(&mut Cx, Wanted),
    /// What runs is not noted until the next start.
    pub stop: fn(&mut Cx),
    /// No line has run.
    pub clear: fn(),
    /// How many lines have run.
    pub ran: fn() -> usize,
    /// Paths of files of which lines have run, in the order of the first.
    pub files_that_ran: fn() -> Vec<IStr>,
    /// The lines of a file that was included and is wanted.
    pub lines: fn(&mut Cx, &[u8]) -> Option<Vec<Line>>,
    /// The request ends.
    pub end: fn(&mut Cx),
}

static RECORDER: OnceLock<Recorder> = OnceLock::new();

/// Says who notes lines. Only the first one counts.
pub fn install(recorder: Recorder) {
    _ = RECORDER.set(recorder);
}

/// Who notes lines; `None`: nobody can.
pub fn recorder() -> Option<Recorder> {
    RECORDER.get().copied()
}
