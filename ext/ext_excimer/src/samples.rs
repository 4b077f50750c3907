//! What a log holds: the stacks that were noted, as a tree of frames, since most of them begin alike. And the forms in which it is given.

use loxo_observer::Called;
use loxo_runtime::{Cx, FnFlags, IStr, PhpArray, PhpStr, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Stands for what lies deeper than is looked.
const TRUNCATED: &[u8] = b"excimer_truncated";
const NO_FILE: &[u8] = b"excimer_fake_file.php";

/// A frame of PHP code. Number 0 is none: where stacks begin.
struct Frame {
    file: IStr,
    line: u32,
    class: Option<IStr>,
    function: Option<IStr>,
    /// Of a closure: where it begins. Otherwise 0.
    closure_line: u32,
    caller: u32,
}

impl Frame {
    /// As it is called in texts, with the spaces that names and paths may have.
    fn name(&self) -> Vec<u8> {
        if self.closure_line != 0 {
            return [b"{closure:", self.file.as_bytes(), format!("({})}}", self.closure_line).as_bytes()].concat();
        }
        let Some(function) = self.function else { return self.file.as_bytes().to_vec() };
        match self.class {
            Some(class) => [class.as_bytes(), b"::", function.as_bytes()].concat(),
            None => function.as_bytes().to_vec(),
        }
    }

    /// The same without those.
    fn solid_name(&self) -> Vec<u8> {
        let mut name = self.name();
        name.iter_mut().filter(|byte| matches!(byte, b' ' | 0)).for_each(|byte| *byte = b'_');
        name
    }

    fn to_array(&self) -> PhpArray {
        let mut array = PhpArray::hash_with_capacity(8);
        put(&mut array, "file", Value::string(self.file.to_php()));
        put(&mut array, "line", Value::int(i64::from(self.line)));
        if let Some(class) = self.class {
            put(&mut array, "class", Value::string(class.to_php()));
        }
        if let Some(function) = self.function {
            put(&mut array, "function", Value::string(function.to_php()));
        }
        if self.closure_line != 0 {
            put(&mut array, "closure_line", Value::int(i64::from(self.closure_line)));
        }
        array
    }
}

fn put(array: &mut PhpArray, key: &str, value: Value) {
    array.set_str(&PhpStr::interned(key.as_bytes()), value);
}

#[derive(Clone, Copy)]
pub(crate) struct Sample {
    frame: u32,
    pub(crate) events: i64,
    /// In nanoseconds, by the clock of the log's beginning.
    time: u64,
}

pub(crate) struct Samples {
    samples: Vec<Sample>,
    frames: Vec<Frame>,
    /// Frames by file, line and caller.
    known: FxHashMap<(IStr, u32, u32), u32>,
    truncated: Option<u32>,
    /// 0: any.
    pub(crate) max_depth: i64,
    epoch: u64,
    /// In nanoseconds.
    pub(crate) period: i64,
    pub(crate) events: i64,
}

impl Samples {
    pub(crate) fn new(max_depth: i64, epoch: u64, period: i64) -> Samples {
        let (samples, frames, known) = (Vec::new(), Vec::new(), FxHashMap::default());
        Samples { samples, frames, known, truncated: None, max_depth, epoch, period, events: 0 }
    }

    /// An empty one that goes on where this one ends.
    pub(crate) fn next(&self) -> Samples {
        Samples::new(self.max_depth, self.epoch, self.period)
    }

    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    pub(crate) fn get(&self, index: i64) -> Option<Sample> {
        self.samples.get(usize::try_from(index).ok()?).copied()
    }

    fn frame(&self, number: u32) -> Option<&Frame> {
        self.frames.get((number as usize).checked_sub(1)?)
    }

    fn push(&mut self, frame: Frame) -> u32 {
        self.frames.push(frame);
        self.frames.len() as u32
    }

    /// Notes the stack as it is.
    pub(crate) fn add(&mut self, cx: &mut Cx, events: i64, time: u64) {
        // One more than are shown: the last of them says whether there were more.
        let most = usize::try_from(self.max_depth).ok().filter(|most| *most > 0).map_or(usize::MAX, |most| most.saturating_add(2));
        let mut stack = Vec::new();
        loxo_observer::stack(cx, |standing| {
            stack.push(standing);
            stack.len() < most
        });
        let mut caller = 0;
        if stack.len() == most {
            stack.pop();
            caller = self.truncation();
        }
        for standing in stack.iter().rev() {
            let (func, is_file) = match standing.called {
                Called::Function(func) => (func, false),
                Called::File(func, _) => (func, true),
                _ => continue,
            };
            let Some(file) = standing.file else { continue };
            let key = (file, standing.line, caller);
            caller = match self.known.get(&key) {
                Some(number) => *number,
                None => {
                    let closure_line = if func.flags.has(FnFlags::CLOSURE) { standing.first_line } else { 0 };
                    let (class, function) = (func.class.map(|class| class.name), (!is_file).then_some(func.name));
                    let number = self.push(Frame { file, line: standing.line, class, function, closure_line, caller });
                    self.known.insert(key, number);
                    number
                }
            };
        }
        self.samples.push(Sample { frame: caller, events, time });
        self.events += events;
    }

    fn truncation(&mut self) -> u32 {
        if let Some(number) = self.truncated {
            return number;
        }
        let (file, function) = (IStr::new(NO_FILE), Some(IStr::new(TRUNCATED)));
        let number = self.push(Frame { file, line: 1, class: None, function, closure_line: 0, caller: 0 });
        self.truncated = Some(number);
        number
    }

    /// Seconds from the log's beginning to a sample.
    pub(crate) fn seconds(&self, sample: Sample) -> f64 {
        sample.time.saturating_sub(self.epoch) as f64 / 1e9
    }

    /// The numbers of a stack's frames, innermost first.
    fn stack(&self, sample: Sample) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(sample.frame).filter(|number| *number != 0), |number| {
            self.frame(*number).map(|frame| frame.caller).filter(|number| *number != 0)
        })
    }

    /// `ExcimerLogEntry::getTrace()`
    pub(crate) fn trace(&self, sample: Sample) -> PhpArray {
        PhpArray::from_values(self.stack(sample).filter_map(|number| self.frame(number)).map(|frame| Value::array(frame.to_array())))
    }

    /// A line for each stack: its functions' names, outermost first, and how often it was there.
    pub(crate) fn collapsed(&self) -> Vec<u8> {
        let mut lines: Vec<(Vec<u8>, i64)> = Vec::new();
        let mut by_frame: FxHashMap<u32, usize> = FxHashMap::default();
        let mut by_text: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        for sample in &self.samples {
            let at = *by_frame.entry(sample.frame).or_insert_with(|| {
                let mut names: Vec<Vec<u8>> = self.stack(*sample).filter_map(|number| self.frame(number)).map(Frame::solid_name).collect();
                names.reverse();
                let text = names.join(&b';');
                *by_text.entry(text.clone()).or_insert_with(|| {
                    lines.push((text, 0));
                    lines.len() - 1
                })
            });
            lines[at].1 += sample.events;
        }
        let mut all = Vec::new();
        for (text, events) in lines {
            all.extend_from_slice(&text);
            all.extend_from_slice(format!(" {events}\n").as_bytes());
        }
        all
    }

    /// What each function has, on its own and with what it called, dearest first.
    pub(crate) fn by_function(&self) -> PhpArray {
        struct Row {
            name: Vec<u8>,
            frame: u32,
            own: i64,
            inclusive: i64,
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut by_name: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        for sample in &self.samples {
            let mut seen = FxHashSet::default();
            for (depth, number) in self.stack(*sample).enumerate() {
                let Some(frame) = self.frame(number) else { continue };
                let name = frame.name();
                let at = *by_name.entry(name.clone()).or_insert_with(|| {
                    rows.push(Row { name, frame: number, own: 0, inclusive: 0 });
                    rows.len() - 1
                });
                if depth == 0 {
                    rows[at].own += sample.events;
                }
                if seen.insert(at) {
                    rows[at].inclusive += sample.events;
                }
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.inclusive));
        let mut all = PhpArray::hash_with_capacity(rows.len());
        for row in rows {
            let mut array = self.frame(row.frame).map(Frame::to_array).unwrap_or_default();
            put(&mut array, "self", Value::int(row.own));
            put(&mut array, "inclusive", Value::int(row.inclusive));
            all.set_str(&PhpStr::new(&row.name), Value::array(array));
        }
        all
    }

    /// The log in the format of the viewer speedscope, as an array to be encoded.
    pub(crate) fn speedscope(&self) -> PhpArray {
        let mut frames = PhpArray::new();
        let mut numbers: FxHashMap<(Vec<u8>, IStr), i64> = FxHashMap::default();
        let mut shown = Vec::new();
        for frame in &self.frames {
            let name = frame.solid_name();
            let next = numbers.len() as i64;
            let number = *numbers.entry((name.clone(), frame.file)).or_insert(next);
            if number == next {
                let mut row = PhpArray::hash_with_capacity(2);
                put(&mut row, "name", Value::bytes(&name));
                put(&mut row, "file", Value::string(frame.file.to_php()));
                _ = frames.push(Value::array(row));
            }
            shown.push(number);
        }
        let stack_of = |sample: &Sample| {
            let mut stack: Vec<Value> = self.stack(*sample).map(|number| Value::int(shown[number as usize - 1])).collect();
            stack.reverse();
            Value::array(PhpArray::from_values(stack))
        };
        let times = || self.samples.iter().map(|sample| sample.time);
        let length = times().next_back().unwrap_or(0).saturating_sub(times().next().unwrap_or(0));
        let weight_of = |sample: &Sample| Value::int(sample.events.wrapping_mul(self.period));
        let mut profile = PhpArray::hash_with_capacity(8);
        put(&mut profile, "type", Value::bytes(b"sampled"));
        put(&mut profile, "name", Value::bytes(b""));
        put(&mut profile, "unit", Value::bytes(b"nanoseconds"));
        put(&mut profile, "startValue", Value::int(0));
        put(&mut profile, "endValue", Value::int(length as i64));
        put(&mut profile, "samples", Value::array(PhpArray::from_values(self.samples.iter().map(stack_of))));
        put(&mut profile, "weights", Value::array(PhpArray::from_values(self.samples.iter().map(weight_of))));
        let mut shared = PhpArray::hash_with_capacity(1);
        put(&mut shared, "frames", Value::array(frames));
        let mut all = PhpArray::hash_with_capacity(4);
        put(&mut all, "$schema", Value::bytes(b"https://www.speedscope.app/file-format-schema.json"));
        put(&mut all, "exporter", Value::bytes(b"Excimer"));
        put(&mut all, "shared", Value::array(shared));
        put(&mut all, "profiles", Value::array(PhpArray::from_values([Value::array(profile)])));
        all
    }
}
