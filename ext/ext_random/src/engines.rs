//! What the engine classes share: the native part, its serialized form, and how numbers are drawn from one.

use loxo_random::{Draw, Mt19937};
use loxo_runtime::object::{Access, declared_entries, unmangle, write_prop};
use loxo_runtime::{Cx, Func, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value, class_of, hex};

use crate::functions::system_u64;
use crate::{mt19937, pcg, xoshiro};

/// The state of an engine.
#[derive(Clone)]
pub(crate) enum Generator {
    Mt19937(Box<Mt19937>),
    Pcg(u128),
    Xoshiro([u64; 4]),
    Secure,
}

/// The native part of the engine classes.
#[derive(Clone)]
pub(crate) struct Engine(pub Generator);

impl Native for Engine {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(self.clone()))
    }
}

pub(crate) fn secure() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Engine(Generator::Secure))), no_clone: true, no_serialize: true, ..plain() }
}

/// What the behaviours of the classes have in common.
pub(crate) fn plain() -> ObjectHandlers {
    ObjectHandlers { no_dynamic_properties: true, ..ObjectHandlers::default() }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn generator(this: &PhpObject) -> &mut Generator {
    &mut this.native_mut::<Engine>().expect("engines have this native part").0
}

/// Some bits: their number is that of the bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bits {
    pub value: u64,
    pub bytes: u32,
}

impl Generator {
    fn next(&mut self, cx: &mut Cx) -> PhpResult<Bits> {
        let value = match self {
            Generator::Mt19937(engine) => return Ok(Bits { value: u64::from(engine.next_u32()), bytes: 4 }),
            Generator::Pcg(state) => pcg::next(state),
            Generator::Xoshiro(state) => xoshiro::next(state),
            Generator::Secure => system_u64(cx)?,
        };
        Ok(Bits { value, bytes: 8 })
    }

    /// The state as serialized data has it: hexadecimal words, low byte first.
    fn words(&self) -> Option<PhpArray> {
        match self {
            Generator::Mt19937(engine) => Some(mt19937::words(engine)),
            Generator::Pcg(state) => {
                Some(PhpArray::from_values([hex_text(&((state >> 64) as u64).to_le_bytes()), hex_text(&(*state as u64).to_le_bytes())]))
            }
            Generator::Xoshiro(state) => Some(PhpArray::from_values(state.map(|word| hex_text(&word.to_le_bytes())))),
            Generator::Secure => None,
        }
    }

    /// Takes over a state; `None` if it is none.
    fn load(&mut self, words: &PhpArray) -> Option<()> {
        match self {
            Generator::Mt19937(engine) => **engine = mt19937::from_words(words)?,
            Generator::Pcg(state) => {
                let [high, low] = read_words::<2>(words)?;
                *state = u128::from(high) << 64 | u128::from(low);
            }
            Generator::Xoshiro(state) => {
                let read = read_words::<4>(words)?;
                if read == [0; 4] {
                    return None;
                }
                *state = read;
            }
            Generator::Secure => return None,
        }
        Some(())
    }
}

fn read_words<const N: usize>(words: &PhpArray) -> Option<[u64; N]> {
    if words.len() != N {
        return None;
    }
    let mut read = [0; N];
    for (index, word) in read.iter_mut().enumerate() {
        *word = u64::from_le_bytes(unhex(words.get_int(index as i64)?)?);
    }
    Some(read)
}

pub(crate) fn hex_text(bytes: &[u8]) -> Value {
    Value::bytes(&hex::encode(bytes))
}

pub(crate) fn unhex<const N: usize>(value: &Value) -> Option<[u8; N]> {
    let digits = value.deref().as_bytes().filter(|digits| digits.len() == 2 * N)?;
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = hex::byte_of(pair[0], pair[1])?;
    }
    Some(bytes)
}

/// `generate()` of all engines
pub(crate) fn generate(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let bits = generator(this).next(cx)?;
    Ok(PhpStr::new(&bits.value.to_le_bytes()[..bits.bytes as usize]))
}

/// `__serialize()` of all engines
pub(crate) fn serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let words = generator(this).words().unwrap_or_default();
    Ok(PhpArray::from_values([Value::array(members(this)), Value::array(words)]))
}

/// `__unserialize()` of all engines
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let part = |index| data.get_int(index).and_then(|part| part.deref().as_array().cloned());
    let parts = part(0).zip(part(1)).filter(|_| data.len() == 2);
    let loaded = match parts {
        Some((members, words)) => load_members(cx, this, &members).is_ok() && generator(this).load(&words).is_some(),
        None => false,
    };
    if loaded { Ok(()) } else { Err(invalid_data(cx, this)) }
}

pub(crate) fn invalid_data(cx: &mut Cx, this: &PhpObject) -> loxo_runtime::Thrown {
    let name = cx.class_name_of(this);
    // What went wrong before is the previous exception.
    let message = format!("Invalid serialization data for {name} object");
    let exception = cx.new_exception(cx.builtin_class("Exception"), message.as_bytes(), 0);
    cx.throw_object(exception)
}

/// `__debugInfo()` of all engines
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = members(this);
    if let Some(words) = generator(this).words() {
        shown.set_bytes(b"__states", Value::array(words));
    }
    Ok(shown)
}

/// The properties, under mangled keys.
pub(crate) fn members(this: &PhpObject) -> PhpArray {
    let mut members = PhpArray::new();
    for entry in declared_entries(this, false) {
        members.set_str(&entry.key(), entry.value);
    }
    members
}

/// Writes properties as unserialization does.
pub(crate) fn load_members(cx: &mut Cx, this: &PhpObject, members: &PhpArray) -> PhpResult<()> {
    for (key, value) in members {
        let key = match key {
            KeyRef::Int(number) => PhpStr::from(number.to_string()),
            KeyRef::Str(name) => name.clone(),
        };
        let (owner, name) = unmangle(&key);
        let scope = match owner {
            Some(owner) if owner != b"*" => (cx.hooks.class)(cx, owner, true)?,
            _ => Some(class_of(this)),
        };
        write_prop(cx, this, &PhpStr::new(name), value.clone_deref(), &Access::scoped(scope))?;
    }
    Ok(())
}

/// Where a randomizer has its bits from.
#[derive(Clone)]
pub(crate) enum Source {
    Builtin(PhpObject),
    /// An object of a program's class, and its `generate()`.
    Program(PhpObject, &'static Func),
}

impl Source {
    pub fn of(engine: &PhpObject) -> Source {
        match class_of(engine).method(b"generate") {
            Some(func) if engine.native::<Engine>().is_none() => Source::Program(engine.clone(), func),
            _ => Source::Builtin(engine.clone()),
        }
    }

    pub fn object(&self) -> &PhpObject {
        match self {
            Source::Builtin(object) | Source::Program(object, _) => object,
        }
    }

    pub fn next(&self, cx: &mut Cx) -> PhpResult<Bits> {
        match self {
            Source::Builtin(engine) => generator(engine).next(cx),
            Source::Program(engine, func) => {
                let made = cx.call_method(engine, func, &[])?;
                let made = made.deref().as_bytes().unwrap_or_default();
                if made.is_empty() {
                    return Err(cx.throw("Random\\BrokenRandomEngineError", "A random engine must return a non-empty string"));
                }
                let used = made.len().min(8);
                let mut bytes = [0; 8];
                bytes[..used].copy_from_slice(&made[..used]);
                Ok(Bits { value: u64::from_le_bytes(bytes), bytes: used as u32 })
            }
        }
    }

    /// At least so many bytes, the first ones lowest; what is above them is anything.
    pub fn gather(&self, cx: &mut Cx, bytes: u32) -> PhpResult<u64> {
        let (mut value, mut got) = (0, 0);
        while got < bytes {
            let bits = self.next(cx)?;
            value |= bits.value << (got * 8);
            got += bits.bytes;
        }
        Ok(value)
    }

    /// An unbiased number from 0 to `max`, made of 8 bytes.
    pub fn wide(&self, cx: &mut Cx, max: u64) -> PhpResult<u64> {
        self.unbiased(cx, max, 8)
    }

    fn unbiased(&self, cx: &mut Cx, max: u64, bytes: u32) -> PhpResult<u64> {
        let all = u64::MAX >> (64 - bytes * 8);
        let mut drawn = self.gather(cx, bytes)? & all;
        if max == all {
            return Ok(drawn);
        }
        let count = max + 1;
        if count.is_power_of_two() {
            return Ok(drawn & max);
        }
        let limit = all - all % count - 1;
        let mut failures = 0;
        while drawn > limit {
            failures += 1;
            if failures > loxo_random::ATTEMPTS {
                return Err(loxo_random::broken_engine(cx));
            }
            drawn = self.gather(cx, bytes)? & all;
        }
        Ok(drawn % count)
    }
}

impl Draw for Source {
    fn below_or_equal(&mut self, cx: &mut Cx, max: u64) -> PhpResult<u64> {
        self.unbiased(cx, max, if max > u64::from(u32::MAX) { 8 } else { 4 })
    }
}
