//! `Random\Randomizer`: numbers, bytes, shuffles and choices made of what an engine gives, native or written in PHP.

use loxo_random::Draw;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Tracer, Value};

use crate::engines::{Generator, Source, generator, invalid_data, load_members, members, plain};
use crate::functions::badly_scaled;
use crate::gamma::{self, Ends};

/// The native part.
#[derive(Default)]
struct Randomizer {
    /// None before the constructor has run.
    source: Option<Source>,
}

impl Native for Randomizer {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(source) = &self.source {
            tracer.object(source.object());
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Randomizer::default())), no_clone: true, ..plain() }
}

fn source(cx: &mut Cx, this: &PhpObject) -> PhpResult<Source> {
    let found = this.native::<Randomizer>().and_then(|own| own.source.clone());
    found.ok_or_else(|| cx.throw_error("Typed property Random\\Randomizer::$engine must not be accessed before initialization"))
}

fn set_source(this: &PhpObject, engine: &PhpObject) {
    if let Some(own) = this.native_mut::<Randomizer>() {
        own.source = Some(Source::of(engine));
    }
}

/// `Random\Randomizer::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, engine: Option<&PhpObject>) -> PhpResult<()> {
    let engine = match engine {
        Some(engine) => engine.clone(),
        None => {
            let secure = cx.builtin_class("Random\\Engine\\Secure");
            cx.instantiate(secure)?
        }
    };
    cx.write_property(this, "engine", Value::object(engine.clone()))?;
    set_source(this, &engine);
    Ok(())
}

/// `Random\Randomizer::nextInt()`
pub(crate) fn next_int(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok((source(cx, this)?.next(cx)?.value >> 1) as i64)
}

/// `Random\Randomizer::nextFloat()`
pub(crate) fn next_float(cx: &mut Cx, this: &PhpObject) -> PhpResult<f64> {
    // As many bits as a float has, the upper ones: some engines have bad lower ones.
    let bits = source(cx, this)?.gather(cx, 8)? >> 11;
    Ok(bits as f64 / (1u64 << 53) as f64)
}

/// `Random\Randomizer::getFloat()`
pub(crate) fn get_float(cx: &mut Cx, this: &PhpObject, min: f64, max: f64, boundary: Option<&PhpObject>) -> PhpResult<f64> {
    for (number, limit) in [(1, min), (2, max)] {
        if !limit.is_finite() {
            return Err(cx.argument_value_error(number, "must be finite"));
        }
    }
    let ends = match boundary {
        Some(case) => ends_of(&cx.read_property(case, "name")?),
        None => Ends::ClosedOpen,
    };
    if ends == Ends::ClosedClosed {
        if max < min {
            return Err(cx.argument_value_error(2, "must be greater than or equal to argument #1 ($min)"));
        }
    } else if max <= min {
        return Err(cx.argument_value_error(2, "must be greater than argument #1 ($min)"));
    }
    let source = source(cx, this)?;
    match gamma::float(cx, &source, min, max, ends)? {
        Some(float) => Ok(float),
        None if ends == Ends::OpenOpen => {
            Err(cx.value_error("The given interval is empty, there are no floats between argument #1 ($min) and argument #2 ($max)."))
        }
        None => Ok(f64::NAN),
    }
}

fn ends_of(case: &Value) -> Ends {
    match case.as_bytes() {
        Some(b"ClosedClosed") => Ends::ClosedClosed,
        Some(b"OpenClosed") => Ends::OpenClosed,
        Some(b"OpenOpen") => Ends::OpenOpen,
        _ => Ends::ClosedOpen,
    }
}

/// `Random\Randomizer::getInt()`
pub(crate) fn get_int(cx: &mut Cx, this: &PhpObject, min: i64, max: i64) -> PhpResult<i64> {
    if max < min {
        return Err(cx.argument_value_error(2, "must be greater than or equal to argument #1 ($min)"));
    }
    let mut source = source(cx, this)?;
    if let Source::Builtin(engine) = &source
        && let Generator::Mt19937(engine) = generator(engine)
        && engine.is_legacy()
    {
        return Ok(badly_scaled(engine, min, max));
    }
    let offset = source.below_or_equal(cx, (max as u64).wrapping_sub(min as u64))?;
    Ok((min as u64).wrapping_add(offset) as i64)
}

fn not_positive(cx: &mut Cx, number: usize) -> Thrown {
    cx.argument_value_error(number, "must be greater than 0")
}

/// `Random\Randomizer::getBytes()`
pub(crate) fn get_bytes(cx: &mut Cx, this: &PhpObject, length: i64) -> PhpResult<PhpStr> {
    if length < 1 {
        return Err(not_positive(cx, 1));
    }
    let (length, source) = (length as usize, source(cx, this)?);
    let mut bytes = PhpStr::with_capacity(length);
    while bytes.len() < length {
        let bits = source.next(cx)?;
        let wanted = (length - bytes.len()).min(bits.bytes as usize);
        bytes.push_bytes(&bits.value.to_le_bytes()[..wanted]);
    }
    Ok(bytes.finish())
}

/// `Random\Randomizer::getBytesFromString()`
pub(crate) fn get_bytes_from_string(cx: &mut Cx, this: &PhpObject, string: &PhpStr, length: i64) -> PhpResult<PhpStr> {
    let Some(last) = string.len().checked_sub(1) else {
        return Err(cx.argument_value_error(1, "must not be empty"));
    };
    if length < 1 {
        return Err(not_positive(cx, 2));
    }
    let (length, mut source) = (length as usize, source(cx, this)?);
    let mut bytes = PhpStr::with_capacity(length);
    if last > 0xff {
        while bytes.len() < length {
            let offset = source.below_or_equal(cx, last as u64)?;
            bytes.push(string[offset as usize]);
        }
        return Ok(bytes.finish());
    }
    // Each byte is an offset once the bits that are too high are cut off.
    let mask = ((last + 1).next_power_of_two() - 1) as u8;
    let mut failures = 0;
    while bytes.len() < length {
        let bits = source.next(cx)?;
        for byte in &bits.value.to_le_bytes()[..bits.bytes as usize] {
            match string.get((byte & mask) as usize) {
                Some(picked) => {
                    failures = 0;
                    bytes.push(*picked);
                    if bytes.len() == length {
                        break;
                    }
                }
                None => {
                    failures += 1;
                    if failures > loxo_random::ATTEMPTS {
                        return Err(loxo_random::broken_engine(cx));
                    }
                }
            }
        }
    }
    Ok(bytes.finish())
}

/// `Random\Randomizer::shuffleArray()`
pub(crate) fn shuffle_array(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<PhpArray> {
    let mut values: Vec<Value> = array.values().cloned().collect();
    let mut source = source(cx, this)?;
    loxo_random::shuffle(cx, &mut source, &mut values)?;
    Ok(PhpArray::from_values(values))
}

/// `Random\Randomizer::shuffleBytes()`
pub(crate) fn shuffle_bytes(cx: &mut Cx, this: &PhpObject, bytes: &PhpStr) -> PhpResult<PhpStr> {
    let mut bytes = bytes.to_vec();
    let mut source = source(cx, this)?;
    loxo_random::shuffle(cx, &mut source, &mut bytes)?;
    Ok(PhpStr::from_vec(bytes))
}

/// `Random\Randomizer::pickArrayKeys()`
pub(crate) fn pick_array_keys(cx: &mut Cx, this: &PhpObject, array: &PhpArray, num: i64) -> PhpResult<PhpArray> {
    let mut source = source(cx, this)?;
    let keys = loxo_random::pick_keys(cx, &mut source, array, num)?;
    Ok(PhpArray::from_values(keys))
}

/// `Random\Randomizer::__serialize()`
pub(crate) fn serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values([Value::array(members(this))]))
}

/// `Random\Randomizer::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let stored = data.get_int(0).and_then(|part| part.deref().as_array().cloned()).filter(|_| data.len() == 1);
    let Some(stored) = stored else { return Err(invalid_data(cx, this)) };
    if load_members(cx, this, &stored).is_err() {
        return Err(invalid_data(cx, this));
    }
    let engine = this.slots().first().and_then(|engine| engine.deref().as_object().cloned());
    match engine {
        Some(engine) => {
            set_source(this, &engine);
            Ok(())
        }
        None => Err(invalid_data(cx, this)),
    }
}
