//! What programs call, and which files they want to know of.

use loxo_observer::lines::{Recorder, recorder};
use loxo_runtime::{Cx, ExtSlot, PhpArray, PhpResult, PhpStr, Value, paths};
use rustc_hash::FxHashSet;

const ALL: i64 = 0;
const INCLUSIVE: i64 = 1;
const EXCLUSIVE: i64 = 2;

const RAN: i64 = 1;
const NOT_RUN: i64 = -1;

/// Where code is looked for if `pcov.directory` is not set: the first of these that is there.
const FOLDERS: &[&[u8]] = &[b"src", b"lib", b"app", b"."];

/// What PECL's pcov takes for a block of memory, and for a line.
const BLOCK_HEAD: i64 = 24;
const LINE: i64 = 24;

#[derive(Default)]
struct State {
    wanted: Option<Wanted>,
    /// How many lines had run when they were collected last.
    collected: usize,
    /// Files that `pcov\clear(true)` has forgotten.
    forgotten: FxHashSet<Vec<u8>>,
}

impl ExtSlot for State {}

/// What the settings say of files.
struct Wanted {
    directory: Vec<u8>,
    exclude: Option<PhpStr>,
}

impl Wanted {
    fn of(cx: &mut Cx) -> PhpResult<Wanted> {
        let setting = cx.ini_str("pcov.directory");
        let directory = match &*setting {
            b"" => FOLDERS.iter().find_map(|folder| paths::real(cx, folder)).unwrap_or_default(),
            folder => paths::real(cx, folder).unwrap_or_else(|| folder.to_vec()),
        };
        let pattern = PhpStr::new(&cx.ini_str("pcov.exclude"));
        let excludes = !pattern.as_bytes().is_empty() && ext_pcre::is_pattern(cx, &pattern)?;
        Ok(Wanted { directory, exclude: excludes.then_some(pattern) })
    }
}

/// Is the file below the directory that is looked at, and not left out?
fn is_wanted(cx: &mut Cx, path: &[u8]) -> bool {
    let Some(wanted) = &cx.ext::<State>().wanted else { return false };
    let (below, exclude) = (path.starts_with(&wanted.directory), wanted.exclude.clone());
    below && exclude.is_none_or(|pattern| !ext_pcre::matches(cx, &pattern, &PhpStr::new(path)).unwrap_or(false))
}

/// Who notes lines, unless a setting says that nobody does.
fn enabled(cx: &Cx) -> Option<Recorder> {
    recorder().filter(|_| cx.ini_bool("pcov.enabled"))
}

/// `pcov\start()`
pub(crate) fn start(cx: &mut Cx) -> PhpResult<Value> {
    if let Some(recorder) = enabled(cx) {
        if cx.ext::<State>().wanted.is_none() {
            cx.ext::<State>().wanted = Some(Wanted::of(cx)?);
        }
        (recorder.start)(cx, is_wanted);
    }
    Ok(Value::NULL)
}

/// `pcov\stop()`
pub(crate) fn stop(cx: &mut Cx) -> PhpResult<Value> {
    enabled(cx).inspect(|recorder| (recorder.stop)(cx));
    Ok(Value::NULL)
}

/// `pcov\collect()`
pub(crate) fn collect(cx: &mut Cx, kind: Option<i64>, filter: Option<&PhpArray>) -> PhpResult<Value> {
    let kind = kind.unwrap_or(ALL);
    let Some(recorder) = enabled(cx) else { return Ok(Value::NULL) };
    if ![ALL, INCLUSIVE, EXCLUSIVE].contains(&kind) {
        return Err(cx.throw("TypeError", "type must be \\pcov\\inclusive, \\pcov\\exclusive, or \\pcov\\all"));
    }
    let ran = (recorder.ran)();
    let mut files = PhpArray::new();
    if std::mem::replace(&mut cx.ext::<State>().collected, ran) == ran {
        return Ok(Value::array(files));
    }
    let named = || filter.into_iter().flat_map(|filter| filter.iter().filter_map(|(_, value)| value.as_str().cloned()));
    let paths: Vec<PhpStr> = match kind {
        INCLUSIVE => named().collect(),
        EXCLUSIVE => {
            let left_out: FxHashSet<PhpStr> = named().collect();
            (cx.hooks.included_files)(cx).into_iter().filter(|path| !left_out.contains(path)).collect()
        }
        _ => (cx.hooks.included_files)(cx),
    };
    for path in paths {
        if cx.ext::<State>().forgotten.contains(path.as_bytes()) {
            continue;
        }
        if let Some(found) = (recorder.lines)(cx, path.as_bytes()) {
            let mut lines = PhpArray::new();
            for (line, ran) in found {
                lines.set_int(i64::from(line), Value::int(if ran { RAN } else { NOT_RUN }));
            }
            files.set_str(&path, Value::array(lines));
        }
    }
    Ok(Value::array(files))
}

/// `pcov\clear()`
pub(crate) fn clear(cx: &mut Cx, files: Option<bool>) -> PhpResult<Value> {
    if let Some(recorder) = enabled(cx) {
        (recorder.clear)();
        if files == Some(true) {
            let known = (cx.hooks.included_files)(cx);
            cx.ext::<State>().forgotten.extend(known.iter().map(|path| path.as_bytes().to_vec()));
        }
        cx.ext::<State>().collected = 0;
    }
    Ok(Value::NULL)
}

/// `pcov\waiting()`
pub(crate) fn waiting(cx: &mut Cx) -> PhpResult<Value> {
    let Some(recorder) = enabled(cx) else { return Ok(Value::NULL) };
    let files = (recorder.files_that_ran)();
    Ok(Value::array(files.iter().map(|path| PhpStr::new(path.as_bytes())).collect()))
}

/// `pcov\memory()`: what PECL's pcov would have left of its memory, which takes a block of the first one's size when that is full.
pub(crate) fn memory(cx: &mut Cx) -> PhpResult<Value> {
    let Some(recorder) = enabled(cx) else { return Ok(Value::NULL) };
    let block = (cx.ini_int("pcov.initial.memory") - BLOCK_HEAD).max(LINE);
    let lines_of_a_block = block / LINE;
    let lines = (recorder.ran)() as i64;
    let blocks = (lines.max(1) + lines_of_a_block - 1) / lines_of_a_block;
    Ok(Value::int(blocks * block - lines * LINE))
}

/// What `phpinfo()` shows.
pub(crate) fn info(cx: &mut Cx, version: &str) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let or = |setting: &[u8], default: String| if setting.is_empty() { default } else { text(setting) };
    let directory = match &cx.ext::<State>().wanted {
        Some(wanted) => text(&wanted.directory),
        None => "auto".into(),
    };
    let enabled = if cx.ini_bool("pcov.enabled") { "Enabled" } else { "Disabled" };
    vec![
        ("PCOV support".into(), enabled.into()),
        ("PCOV version".into(), version.into()),
        ("pcov.directory".into(), or(&cx.ini_str("pcov.directory"), directory)),
        ("pcov.exclude".into(), or(&cx.ini_str("pcov.exclude"), "none".into())),
        ("pcov.initial.memory".into(), format!("{} bytes", cx.ini_int("pcov.initial.memory"))),
        ("pcov.initial.files".into(), cx.ini_int("pcov.initial.files").to_string()),
    ]
}

/// Nothing of a request is noted when it is over.
pub(crate) fn request_end(cx: &mut Cx) {
    if cx.ext::<State>().wanted.take().is_some() {
        recorder().inspect(|recorder| (recorder.end)(cx));
    }
}
