//! The functions: their flags, and what becomes of errors.

use loxo_runtime::{Cx, ExtSlot, OrFalse, PhpResult, PhpStr, Value};

use crate::decode;
use crate::encode::{Encoder, Stop};

/// Flags of the functions, as their constants.
pub(crate) mod flag {
    pub const HEX_TAG: i64 = 1;
    pub const HEX_AMP: i64 = 2;
    pub const HEX_APOS: i64 = 4;
    pub const HEX_QUOT: i64 = 8;
    pub const FORCE_OBJECT: i64 = 16;
    pub const NUMERIC_CHECK: i64 = 32;
    pub const UNESCAPED_SLASHES: i64 = 64;
    pub const PRETTY_PRINT: i64 = 128;
    pub const UNESCAPED_UNICODE: i64 = 256;
    pub const PARTIAL_OUTPUT_ON_ERROR: i64 = 512;
    pub const PRESERVE_ZERO_FRACTION: i64 = 1024;
    pub const UNESCAPED_LINE_TERMINATORS: i64 = 2048;

    pub const OBJECT_AS_ARRAY: i64 = 1;
    pub const BIGINT_AS_STRING: i64 = 2;

    pub const INVALID_UTF8_IGNORE: i64 = 1 << 20;
    pub const INVALID_UTF8_SUBSTITUTE: i64 = 1 << 21;
    pub const THROW_ON_ERROR: i64 = 1 << 22;
}

/// `JSON_ERROR_*`
// A word: results that hold one or a token are moved word by word, and nothing is read across what was just written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u64)]
pub(crate) enum JsonError {
    #[default]
    None = 0,
    Depth = 1,
    StateMismatch = 2,
    CtrlChar = 3,
    Syntax = 4,
    Utf8 = 5,
    Recursion = 6,
    InfOrNan = 7,
    UnsupportedType = 8,
    InvalidPropertyName = 9,
    Utf16 = 10,
    NonBackedEnum = 11,
}

impl JsonError {
    fn message(self) -> &'static str {
        match self {
            JsonError::None => "No error",
            JsonError::Depth => "Maximum stack depth exceeded",
            JsonError::StateMismatch => "State mismatch (invalid or malformed JSON)",
            JsonError::CtrlChar => "Control character error, possibly incorrectly encoded",
            JsonError::Syntax => "Syntax error",
            JsonError::Utf8 => "Malformed UTF-8 characters, possibly incorrectly encoded",
            JsonError::Recursion => "Recursion detected",
            JsonError::InfOrNan => "Inf and NaN cannot be JSON encoded",
            JsonError::UnsupportedType => "Type is not supported",
            JsonError::InvalidPropertyName => "The decoded property name is invalid",
            JsonError::Utf16 => "Single unpaired UTF-16 surrogate in unicode escape",
            JsonError::NonBackedEnum => "Non-backed enums have no default serialization",
        }
    }
}

/// What `json_last_error()` answers.
#[derive(Default)]
struct LastError(JsonError);

impl ExtSlot for LastError {}

/// `json_encode()`
pub(crate) fn json_encode(cx: &mut Cx, value: &Value, flags: i64, depth: i64) -> PhpResult<OrFalse<PhpStr>> {
    let mut encoder = Encoder::new(cx, flags, depth);
    let whole = match encoder.value(cx, value) {
        Ok(()) => encoder.error == JsonError::None,
        Err(Stop::Failed) => false,
        Err(Stop::Thrown(thrown)) => return Err(thrown),
    };
    let error = encoder.error;
    let partial = flags & flag::PARTIAL_OUTPUT_ON_ERROR != 0;
    if flags & flag::THROW_ON_ERROR != 0 && !partial {
        return if error == JsonError::None { Ok(encoder.finish().into()) } else { Err(throw(cx, error)) };
    }
    cx.ext::<LastError>().0 = error;
    Ok(if whole || partial { encoder.finish().into() } else { OrFalse::FALSE })
}

/// `json_decode()`
pub(crate) fn json_decode(cx: &mut Cx, json: &PhpStr, associative: Option<bool>, depth: i64, flags: i64) -> PhpResult<Value> {
    let throws = flags & flag::THROW_ON_ERROR != 0;
    if !throws {
        cx.ext::<LastError>().0 = JsonError::None;
    }
    if json.is_empty() {
        return fail(cx, JsonError::Syntax, throws).map(|()| Value::NULL);
    }
    let depth = checked_depth(cx, depth, 3)?;
    let flags = match associative {
        Some(true) => flags | flag::OBJECT_AS_ARRAY,
        Some(false) => flags & !flag::OBJECT_AS_ARRAY,
        None => flags,
    };
    match decode::decode(cx, json.as_bytes(), flags, depth) {
        Ok(value) => Ok(value),
        Err(error) => fail(cx, error, throws).map(|()| Value::NULL),
    }
}

/// `json_validate()`
pub(crate) fn json_validate(cx: &mut Cx, json: &PhpStr, depth: i64, flags: i64) -> PhpResult<bool> {
    if flags != 0 && flags != flag::INVALID_UTF8_IGNORE {
        return Err(cx.argument_value_error(3, "must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE)"));
    }
    if json.is_empty() {
        cx.ext::<LastError>().0 = JsonError::Syntax;
        return Ok(false);
    }
    cx.ext::<LastError>().0 = JsonError::None;
    let depth = checked_depth(cx, depth, 2)?;
    let result = decode::validate(json.as_bytes(), flags, depth);
    cx.ext::<LastError>().0 = result.err().unwrap_or_default();
    Ok(result.is_ok())
}

/// `json_last_error()`
pub(crate) fn json_last_error(cx: &mut Cx) -> PhpResult<i64> {
    Ok(cx.ext::<LastError>().0 as i64)
}

/// `json_last_error_msg()`
pub(crate) fn json_last_error_msg(cx: &mut Cx) -> PhpResult<&'static str> {
    Ok(cx.ext::<LastError>().0.message())
}

fn checked_depth(cx: &mut Cx, depth: i64, number: usize) -> PhpResult<usize> {
    if depth <= 0 {
        return Err(cx.argument_value_error(number, "must be greater than 0"));
    }
    if depth > i64::from(i32::MAX) {
        return Err(cx.argument_value_error(number, format!("must be less than {}", i32::MAX)));
    }
    Ok(depth as usize)
}

fn fail(cx: &mut Cx, error: JsonError, throws: bool) -> PhpResult<()> {
    if throws {
        return Err(throw(cx, error));
    }
    cx.ext::<LastError>().0 = error;
    Ok(())
}

fn throw(cx: &mut Cx, error: JsonError) -> loxo_runtime::Thrown {
    cx.throw_with_code("JsonException", error.message(), error as i64)
}
