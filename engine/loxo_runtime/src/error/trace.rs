//! Entries of traces, the arrays that `debug_backtrace()` and exceptions list calls in.

use std::sync::LazyLock;

use loxo_value::{IStr, PhpArray, PhpStr, SharedValue, Value};

use crate::Func;

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

fn put_position(entry: &mut PhpArray, position: Option<(PhpStr, u32)>) {
    if let Some((file, line)) = position {
        entry.set_str(&KEYS.file.to_php(), Value::string(file));
        entry.set_str(&KEYS.line.to_php(), Value::int(i64::from(line)));
    }
}

/// The entry of an include, whose argument is the file's path, or of what is no call.
pub fn named(position: Option<(PhpStr, u32)>, name: &[u8], path: Option<Value>) -> PhpArray {
    let mut entry = PhpArray::hash_with_capacity(8);
    put_position(&mut entry, position);
    if let Some(path) = path {
        entry.set_str(&KEYS.args.to_php(), Value::array(PhpArray::from_values([path])));
    }
    entry.set_str(&KEYS.function.to_php(), Value::bytes(name));
    entry
}

/// An entry says where the call was made.
pub fn has_file(entry: &PhpArray) -> bool {
    entry.get_str(&KEYS.file.to_php()).is_some()
}

/// What an entry about a call has besides the function's name.
mod part {
    pub const POSITION: usize = 1;
    pub const CLASS: usize = 2;
    pub const OBJECT: usize = 4;
    pub const ARGS: usize = 8;
}

/// Entries without values, by their parts: copying one is cheaper than setting its keys.
static SHAPES: LazyLock<Vec<SharedValue>> = LazyLock::new(|| {
    let shape = |parts: usize| {
        let keys = [
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
            entry.set_str(&key.to_php(), Value::NULL);
        }
        SharedValue::new(Value::array(entry)).expect("an array of nulls")
    };
    (0..16).map(shape).collect()
});

/// The entry of a call of a function or method.
pub fn called(position: Option<(PhpStr, u32)>, func: &Func, this: &Value, args: Option<PhpArray>, options: u32) -> PhpArray {
    let object = func.class.is_some() && this.is_object() && options & PROVIDE_OBJECT != 0;
    let mut parts = if position.is_some() { part::POSITION } else { 0 };
    parts |= if func.class.is_some() { part::CLASS } else { 0 };
    parts |= if object { part::OBJECT } else { 0 };
    parts |= if args.is_some() { part::ARGS } else { 0 };
    let mut entry = SHAPES[parts].get().as_array().expect("shapes are arrays").duplicate();
    let mut next = 0;
    let mut put = |value: Value| {
        if let Some(place) = entry.own_value_mut(next) {
            *place = value;
        }
        next += 1;
    };
    if let Some((file, line)) = position {
        put(Value::string(file));
        put(Value::int(i64::from(line)));
    }
    put(Value::string(func.name.to_php()));
    if let Some(class) = func.class {
        put(Value::string(class.name.to_php()));
        if object {
            put(this.clone());
        }
        put(Value::string(if this.is_object() { KEYS.arrow.to_php() } else { KEYS.colons.to_php() }));
    }
    if let Some(args) = args {
        put(Value::array(args));
    }
    entry
}
