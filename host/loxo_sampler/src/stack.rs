//! A stack of PHP calls as it was seen: names and places, which any thread may hold.

use loxo_observer::{Called, Standing};
use loxo_profile::FunctionKind;
use loxo_value::IStr;

/// So many of the innermost calls are kept.
pub(crate) const MOST_FRAMES: usize = 400;

/// A call under way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub class: Option<IStr>,
    /// Of a file: its path.
    pub name: IStr,
    pub kind: FunctionKind,
    /// The file with its code; a builtin has none.
    pub file: Option<IStr>,
    pub line: u32,
    pub first_line: u32,
    /// The address of its frame.
    pub address: usize,
}

impl Frame {
    pub fn of(standing: &Standing) -> Frame {
        let (class, name, kind) = match standing.called {
            Called::Function(func) => (func.class.map(|class| class.name), func.name, FunctionKind::UserFunction),
            Called::Builtin(func) => (func.class.map(|class| class.name), func.name, FunctionKind::Builtin),
            Called::File(func, path) => (None, if path.as_bytes().is_empty() { func.name } else { path }, FunctionKind::File),
            Called::Load(name) | Called::Eval(name) => (None, IStr::new(name), FunctionKind::File),
        };
        let Standing { line, file, first_line, address, .. } = *standing;
        Frame { class, name, kind, file, line, first_line, address }
    }

    /// The same function at the same place, in whichever call of it.
    #[inline]
    pub fn stands_where(&self, other: &Frame) -> bool {
        (self.name, self.line, self.class, self.file, self.kind) == (other.name, other.line, other.class, other.file, other.kind)
    }

    /// The main code of a script of which nothing else is known.
    pub fn script(path: &[u8]) -> Frame {
        let name = IStr::new(path);
        Frame { class: None, name, kind: FunctionKind::File, file: Some(name), line: 0, first_line: 1, address: 0 }
    }

    /// `Class::method`, `function`, or a path.
    pub fn display(&self) -> String {
        let name = String::from_utf8_lossy(self.name.as_bytes());
        match self.class {
            Some(class) => format!("{}::{name}", String::from_utf8_lossy(class.as_bytes())),
            None => name.into_owned(),
        }
    }
}

/// Where a stack stands, in a line: the innermost call, and the place that it was made from or has got to. Innermost comes first.
pub(crate) fn place(frames: &[Frame]) -> String {
    let Some(first) = frames.first() else { return String::new() };
    let (file, line) = position(frames);
    match first.kind {
        FunctionKind::File => format!("{file}:{line}"),
        _ => format!("{}() {file}:{line}", first.display()),
    }
}

/// File and line of the innermost PHP code.
fn position(frames: &[Frame]) -> (String, u32) {
    let user = frames.iter().find_map(|frame| Some((frame.file?, frame.line)));
    user.map_or_else(|| ("unknown".into(), 0), |(file, line)| (String::from_utf8_lossy(file.as_bytes()).into_owned(), line))
}

/// The lines of php-fpm's slow log: each call, and where it was made. The script's own code is no call. `depth`: so many of the innermost.
pub(crate) fn slow_log_lines(frames: &[Frame], depth: usize) -> String {
    let mut out = String::new();
    let calls = frames.len().saturating_sub(1);
    for at in 0..calls.min(depth) {
        let frame = &frames[at];
        let name = match frame.kind {
            FunctionKind::File => "[INCLUDE_OR_EVAL]".into(),
            _ => String::from_utf8_lossy(frame.name.as_bytes()),
        };
        let (file, line) = position(&frames[at + 1..]);
        out.push_str(&format!("[0x{:016x}] {name}() {file}:{line}\n", frame.address));
    }
    out
}
