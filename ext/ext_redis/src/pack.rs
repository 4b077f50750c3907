//! Values as the server keeps them: serialized, then compressed.

use ext_serialize::{Serializer as PhpText, Unserializer};
use loxo_redis::compress::{self, Compression};
use loxo_runtime::value::number;
use loxo_runtime::{Cx, PhpResult, PhpStr, Tag, Value, convert};

/// `Redis::SERIALIZER_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Serializer {
    #[default]
    None = 0,
    Php = 1,
    Igbinary = 2,
    Msgpack = 3,
    Json = 4,
}

impl Serializer {
    pub(crate) fn find(number: i64) -> Option<Serializer> {
        use Serializer::{Igbinary, Json, Msgpack, None, Php};
        [None, Php, Igbinary, Msgpack, Json].into_iter().find(|kind| *kind as i64 == number)
    }
}

/// How a connection packs values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Packing {
    pub serializer: Serializer,
    pub compression: Compression,
    pub level: i64,
    /// Numbers stay text, and what looks like a number becomes one.
    pub ignores_numbers: bool,
}

impl Packing {
    pub(crate) fn pack(&self, cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
        let value = value.deref();
        if self.ignores_numbers && (value.is_int() || value.is_float()) {
            return convert::to_string(cx, value);
        }
        let text = self.serialize(cx, value)?;
        Ok(self.compress(&text).unwrap_or(text))
    }

    /// `None`: it stays as it is.
    pub(crate) fn compress(&self, text: &PhpStr) -> Option<PhpStr> {
        compress::compress(self.compression, self.level, text).map(PhpStr::from_vec)
    }

    /// `None`: it is not compressed.
    pub(crate) fn uncompress(&self, text: &PhpStr) -> Option<PhpStr> {
        compress::uncompress(self.compression, text).map(PhpStr::from_vec)
    }

    pub(crate) fn serialize(&self, cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
        let value = value.deref();
        match self.serializer {
            Serializer::None => match value.tag() {
                Tag::Array => Ok(PhpStr::new(b"Array")),
                Tag::Object => Ok(PhpStr::new(b"Object")),
                _ => convert::to_string(cx, value),
            },
            Serializer::Php => {
                let mut text = PhpText::default();
                text.value(cx, value)?;
                Ok(text.finish())
            }
            Serializer::Igbinary => ext_igbinary::encode(cx, value),
            Serializer::Msgpack => ext_msgpack::encode(cx, value),
            // The flag that phpredis passes is the one that escapes angle brackets.
            Serializer::Json => Ok(ext_json::encode(cx, value, ext_json::HEX_TAG)?.unwrap_or_else(PhpStr::empty)),
        }
    }

    /// What a text stands for; `None`: nothing but itself.
    pub(crate) fn unserialize(&self, cx: &mut Cx, text: &PhpStr) -> PhpResult<Option<Value>> {
        match self.serializer {
            Serializer::None => Ok(None),
            Serializer::Php => {
                let mut reader = Unserializer::new(cx, text, |at| (at == 0).then_some(0));
                let value = reader.value(cx, 0)?;
                reader.finish(cx)?;
                Ok(value.map(|(value, _)| value))
            }
            // What does not begin as igbinary does was stored without it.
            Serializer::Igbinary if text.len() < 5 || !matches!(text[..4], [0, 0, 0, 1 | 2]) => Ok(None),
            Serializer::Igbinary => ext_igbinary::decode(cx, text),
            Serializer::Msgpack => ext_msgpack::decode(cx, text),
            Serializer::Json => Ok(ext_json::decode(cx, text)),
        }
    }

    pub(crate) fn unpack(&self, cx: &mut Cx, text: PhpStr) -> PhpResult<Value> {
        if self.ignores_numbers
            && let Some(parsed) = number::parse_numeric(&text).filter(|parsed| !parsed.trailing_data)
        {
            return Ok(convert::numeric_value(parsed.number));
        }
        if let Some(plain) = self.uncompress(&text) {
            return Ok(match self.unserialize(cx, &plain)? {
                Some(value) => value,
                None => Value::string(plain),
            });
        }
        Ok(match self.unserialize(cx, &text)? {
            Some(value) => value,
            None => Value::string(text),
        })
    }
}
