//! Traces: the arrays in which `debug_backtrace()` and exceptions list calls. A trace is captured as a flat list of values. Its arrays are
//! made when `getTrace()`, a dump or the like asks for them, which for most exceptions never happens.

use std::sync::LazyLock;

use loxo_value::{IStr, PhpArray, SharedValue, Value};

use crate::{Cx, Func};

/// `DEBUG_BACKTRACE_PROVIDE_OBJECT`
pub const PROVIDE_OBJECT: u32 = 1;
/// `DEBUG_BACKTRACE_IGNORE_ARGS`
pub const IGNORE_ARGS: u32 = 2;

/// Keys and values that traces are made of.
struct Keys {
    file: IStr,
    line: IStr,
    function: IStr,
    args: IStr,
    class: IStr,
    object: IStr,
    kind: IStr,
    arrow: IStr,
    colons: IStr,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| Keys {
    file: IStr::new(b"file"),
    line: IStr::new(b"line"),
    function: IStr::new(b"function"),
    args: IStr::new(b"args"),
    class: IStr::new(b"class"),
    object: IStr::new(b"object"),
    kind: IStr::new(b"type"),
    arrow: IStr::new(b"->"),
    colons: IStr::new(b"::"),
});

/// Where a call was made.
pub type Position = Option<(IStr, u32)>;

/// The entry of an include, whose argument is the file's path, or of what is no call.
fn named(position: Position, name: &[u8], path: Option<Value>) -> PhpArray {
    let mut entry = PhpArray::hash_with_capacity(8);
    if let Some((file, line)) = position {
        entry.set_str(&KEYS.file.to_php(), file.to_value());
        entry.set_str(&KEYS.line.to_php(), Value::int(i64::from(line)));
    }
    if let Some(path) = path {
        entry.set_str(&KEYS.args.to_php(), Value::array(PhpArray::from_values([path])));
    }
    entry.set_str(&KEYS.function.to_php(), Value::bytes(name));
    entry
}

/// What an entry about a call has besides the function's name.
mod part {
    pub const POSITION: usize = 1;
    pub const CLASS: usize = 2;
    pub const OBJECT: usize = 4;
    pub const ARGS: usize = 8;
    /// The function's name comes first: the call was one that PHP makes without a frame.
    pub const FRAMELESS: usize = 16;
}

/// Entries without values, by their parts: copying one is cheaper than setting its keys.
static SHAPES: LazyLock<Vec<SharedValue>> = LazyLock::new(|| {
    let shape = |parts: usize| {
        let keys = [
            (part::FRAMELESS, &KEYS.function),
            (part::POSITION, &KEYS.file),
            (part::POSITION, &KEYS.line),
            (0, &KEYS.function),
            (part::CLASS, &KEYS.class),
            (part::OBJECT, &KEYS.object),
            (part::CLASS, &KEYS.kind),
            (part::ARGS, &KEYS.args),
        ];
        let present = || keys.iter().filter(|(part, _)| part & parts == *part);
        let mut entry = PhpArray::hash_with_capacity(present().count());
        for (_, key) in present() {
            // A key that is there keeps its place.
            entry.set_str(&key.to_php(), Value::NULL);
        }
        SharedValue::new(Value::array(entry)).expect("an array of nulls")
    };
    (0..32).map(shape).collect()
});

/// The values that a call is captured as: the function's name, in whose spare bits is [`part`] and, above, the number of arguments; where there is one, the
/// file, with the line; the class; the object; the arguments. Other entries are captured as the arrays that they become.
mod captured {
    /// The function is called for an object.
    pub const ARROW: u32 = 32;
    pub const COUNT_SHIFT: u32 = 6;
    /// Of more arguments the entry is made at once.
    pub const MOST_ARGUMENTS: usize = u32::MAX as usize >> COUNT_SHIFT;
}

/// A trace that is being captured, innermost calls first.
#[derive(Default)]
pub struct Calls {
    parts: Vec<Value>,
    /// So many entries are left out at the beginning.
    skip: usize,
    /// At most so many are wanted, with those; 0: all.
    most: usize,
    /// So many there were.
    count: usize,
    /// So many arrays more than the list of parts has the trace will have within it.
    more_arrays: u32,
    last_has_file: bool,
}

/// The list keeps the capacity for so many parts.
const KEPT_PARTS: usize = 2048;

impl Calls {
    /// Options as `debug_backtrace()` has them. The list's memory is that of an earlier one.
    pub fn new(limit: usize, skip: usize, memory: Vec<Value>) -> Calls {
        Calls { parts: memory, skip, most: if limit == 0 { 0 } else { limit + skip }, count: 0, more_arrays: 0, last_has_file: false }
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.most != 0 && self.count >= self.most
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The last entry that is shown says where the call was made.
    #[inline]
    pub fn last_has_file(&self) -> bool {
        self.count > self.skip && self.last_has_file
    }

    /// Counts one more, which may not be wanted.
    #[inline(always)]
    fn begin(&mut self, position: Position) -> bool {
        let is_wanted = self.count >= self.skip && !self.is_full();
        self.count += 1;
        self.last_has_file = position.is_some();
        is_wanted
    }

    #[inline(always)]
    fn put(&mut self, mut value: Value, more: u32) {
        value.set_aux(more);
        self.parts.push(value);
    }

    /// Captures an include, whose argument is the file's path, or what is no call.
    pub fn capture_named(&mut self, position: Position, name: &[u8], path: Option<Value>) {
        if self.begin(position) {
            self.parts.push(Value::array(named(position, name, path)));
        }
    }

    /// Captures a call of a function or method with so many arguments.
    #[inline(always)]
    pub fn capture(&mut self, position: Position, func: &Func, this: &Value, options: u32, args: impl ExactSizeIterator<Item = Value>) {
        self.capture_as(0, position, func, this, options, args);
    }

    /// Captures a call that PHP makes without a frame. As the innermost one it does not tell PHP which file it is in: an include around it gets no name.
    pub fn capture_frameless(&mut self, position: Position, func: &Func, options: u32, args: impl ExactSizeIterator<Item = Value>) {
        self.capture_as(part::FRAMELESS, position, func, &Value::UNDEF, options, args);
        self.last_has_file &= self.count > self.skip + 1;
    }

    #[inline(always)]
    fn capture_as(
        &mut self,
        frameless: usize,
        position: Position,
        func: &Func,
        this: &Value,
        options: u32,
        args: impl ExactSizeIterator<Item = Value>,
    ) {
        let count = if options & IGNORE_ARGS == 0 { args.len() } else { 0 };
        if count > captured::MOST_ARGUMENTS {
            return self.capture_with(position, func, this, options, PhpArray::from_values(args));
        }
        if !self.begin(position) {
            return;
        }
        self.more_arrays += 1 + u32::from(count != 0);
        let mut parts = if options & IGNORE_ARGS == 0 { part::ARGS as u32 } else { 0 } | (count as u32) << captured::COUNT_SHIFT;
        parts |= frameless as u32;
        parts |= if position.is_some() { part::POSITION as u32 } else { 0 };
        let object = func.class.is_some() && this.is_object();
        if func.class.is_some() {
            parts |= part::CLASS as u32 | if object { captured::ARROW } else { 0 };
            parts |= if object && options & PROVIDE_OBJECT != 0 { part::OBJECT as u32 } else { 0 };
        }
        self.put(func.name.to_value(), parts);
        if let Some((file, line)) = position {
            self.put(file.to_value(), line);
        }
        if let Some(class) = func.class {
            self.put(class.name.to_value(), 0);
            if parts & part::OBJECT as u32 != 0 {
                self.put(this.clone(), 0);
            }
        }
        if count != 0 {
            self.parts.extend(args);
        }
    }

    /// The same for arguments some of which have names.
    pub fn capture_with(&mut self, position: Position, func: &Func, this: &Value, options: u32, args: PhpArray) {
        let mut entry = Calls::default();
        entry.capture(position, func, this, options, std::iter::empty());
        let Some(mut entry) = take_entry(&mut &mut entry.parts[..]) else { return };
        if options & IGNORE_ARGS == 0 {
            entry.set_str(&KEYS.args.to_php(), Value::array(args));
        }
        if self.begin(position) {
            self.parts.push(Value::array(entry));
        }
    }

    /// What was captured, how many arrays more the trace will have within it, and the list's memory for the next one.
    pub fn finish(mut self) -> (PhpArray, u32, Vec<Value>) {
        let parts = PhpArray::take_values(&mut self.parts);
        let memory = if self.parts.capacity() <= KEPT_PARTS { self.parts } else { Vec::new() };
        (parts, self.more_arrays, memory)
    }
}

/// `debug_backtrace($options, $limit)`; skips the innermost `skip` frames.
pub fn backtrace(cx: &mut Cx, options: u32, limit: usize, skip: usize) -> PhpArray {
    make((cx.hooks.calls)(cx, options, limit, skip).0)
}

/// The trace of what was captured, which has no other owner.
pub fn make(mut parts: PhpArray) -> PhpArray {
    let mut parts = parts.own_values_mut().unwrap_or_default();
    let mut entries = Vec::with_capacity(parts.len() / 2);
    while let Some(entry) = take_entry(&mut parts) {
        entries.push(Value::array(entry));
    }
    PhpArray::take_values(&mut entries)
}

/// The entry whose parts come next.
fn take_entry(parts: &mut &mut [Value]) -> Option<PhpArray> {
    let function = parts.split_off_first_mut()?;
    let called = function.aux();
    let mut has = |part: usize| if called as usize & part != 0 { parts.split_off_first_mut().map(Value::take) } else { None };
    let function = match function.take().into_array() {
        Ok(entry) => return Some(entry),
        Err(function) => function,
    };
    let (file, class, object) = (has(part::POSITION), has(part::CLASS), has(part::OBJECT));
    let args = parts.split_off_mut(..(called >> captured::COUNT_SHIFT) as usize);
    let shape = called as usize & (part::POSITION | part::CLASS | part::OBJECT | part::ARGS | part::FRAMELESS);
    let mut entry = SHAPES[shape].get().as_array()?.duplicate();
    let mut next = 0;
    let mut put = |mut value: Value| {
        value.set_aux(0);
        if let Some(place) = entry.own_value_mut(next) {
            *place = value;
        }
        next += 1;
    };
    let mut function = Some(function);
    if shape & part::FRAMELESS != 0 {
        function.take().into_iter().for_each(&mut put);
    }
    if let Some(file) = file {
        let line = file.aux();
        put(file);
        put(Value::int(i64::from(line)));
    }
    function.into_iter().for_each(&mut put);
    if let Some(class) = class {
        put(class);
        if let Some(object) = object {
            put(object);
        }
        put(if called & captured::ARROW != 0 { KEYS.arrow.to_value() } else { KEYS.colons.to_value() });
    }
    if shape & part::ARGS != 0 {
        put(Value::array(PhpArray::from_values(args.unwrap_or_default().iter_mut().map(Value::take))));
    }
    Some(entry)
}
