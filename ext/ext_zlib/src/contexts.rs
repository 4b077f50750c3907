//! Strings that come in pieces: `DeflateContext`, `InflateContext`.

use loxo_runtime::{
    Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, StrBuilder, Value, compare, convert, object,
};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use crate::zlib::{ENCODINGS, RAW, is_encoding, room_for};

/// The native part of a compressor.
#[derive(Default)]
struct Compressor(Option<Deflate>);

/// The native part of a decompressor.
#[derive(Default)]
struct Decompressor {
    inflate: Option<Inflate>,
    dictionary: Option<Vec<u8>>,
    status: i32,
}

impl Native for Compressor {}

impl Native for Decompressor {}

fn opaque(no_new: &'static str) -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        no_new: Some(no_new),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

pub(crate) fn deflate_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Compressor::default())),
        ..opaque("Cannot directly construct DeflateContext, use deflate_init() instead")
    }
}

pub(crate) fn inflate_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Decompressor::default())),
        ..opaque("Cannot directly construct InflateContext, use inflate_init() instead")
    }
}

/// Options by name, of an array or of an object's properties.
struct Options(PhpArray);

impl Options {
    fn new(cx: &mut Cx, options: &Value) -> PhpResult<Options> {
        match (options.deref().as_array(), options.deref().as_object()) {
            (Some(array), _) => Ok(Options(array.clone())),
            (None, Some(object)) => Ok(Options(object::properties_table(cx, object, object::Purpose::ArrayCast)?)),
            (None, None) => Ok(Options(PhpArray::new())),
        }
    }

    fn int(&self, cx: &mut Cx, name: &str, default: i64) -> PhpResult<i64> {
        match self.0.get_bytes(name.as_bytes()) {
            Some(value) => convert::to_int(cx, value.deref()),
            None => Ok(default),
        }
    }

    /// A string, or strings that are joined with a NUL byte behind each.
    fn dictionary(&self, cx: &mut Cx) -> PhpResult<Option<Vec<u8>>> {
        let Some(value) = self.0.get_bytes(b"dictionary").map(Value::deref) else { return Ok(None) };
        if let Some(text) = value.as_bytes() {
            return Ok(Some(text.to_vec()));
        }
        let Some(parts) = value.as_array() else {
            let given = convert::value_name(value);
            return Err(cx.argument_type_error(2, format!("must be of type zero-terminated string or array, {given} given")));
        };
        let mut joined = Vec::new();
        for part in parts.values() {
            let text = convert::to_string(cx, part.deref())?;
            cx.check()?;
            if text.is_empty() {
                return Err(cx.argument_value_error(2, "must not contain empty strings"));
            }
            if text.contains(&0) {
                return Err(cx.argument_value_error(2, "must not contain strings with null bytes"));
            }
            joined.extend_from_slice(&text);
            joined.push(0);
        }
        Ok((!joined.is_empty()).then_some(joined))
    }
}

/// The encoding as the library wants it, for a window of that size.
fn with_window(encoding: i64, window: i64) -> i32 {
    let less = 15 - window;
    (if encoding < 0 { encoding + less } else { encoding - less }) as i32
}

/// An integer option that must lie between two.
fn limited(cx: &mut Cx, options: &Options, name: &str, default: i64, least: i64, most: i64) -> PhpResult<i64> {
    let value = options.int(cx, name, default)?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(cx.value_error(format!("deflate_init(): \"{name}\" option must be between {least} and {most}")))
}

/// `deflate_init()`
pub(crate) fn deflate_init(cx: &mut Cx, encoding: i64, options: &Value) -> PhpResult<OrFalse<PhpObject>> {
    let options = Options::new(cx, options)?;
    let level = limited(cx, &options, "level", -1, -1, 9)?;
    let memory = limited(cx, &options, "memory", 8, 1, 9)?;
    let window = limited(cx, &options, "window", 15, 8, 15)?;
    let strategy = options.int(cx, "strategy", 0)?;
    if !(0..=4).contains(&strategy) {
        let names = "ZLIB_FILTERED, ZLIB_HUFFMAN_ONLY, ZLIB_RLE, ZLIB_FIXED, or ZLIB_DEFAULT_STRATEGY";
        return Err(cx.value_error(format!("deflate_init(): \"strategy\" option must be one of {names}")));
    }
    if !is_encoding(encoding) {
        return Err(cx.argument_value_error(1, ENCODINGS));
    }
    let dictionary = options.dictionary(cx)?;
    let Some(mut deflate) = Deflate::new(level as i32, with_window(encoding, window), memory as i32, strategy as i32) else {
        cx.builtin_warning("Failed allocating zlib.deflate context");
        cx.check()?;
        return Ok(OrFalse::FALSE);
    };
    if let Some(dictionary) = dictionary {
        deflate.set_dictionary(&dictionary);
    }
    let class = cx.builtin_class("DeflateContext");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Compressor(Some(deflate))));
    Ok(object.into())
}

/// `inflate_init()`
pub(crate) fn inflate_init(cx: &mut Cx, encoding: i64, options: &Value) -> PhpResult<OrFalse<PhpObject>> {
    let options = Options::new(cx, options)?;
    let window = options.int(cx, "window", 15)?;
    if !(8..=15).contains(&window) {
        return Err(cx.value_error(format!("zlib window size (logarithm) ({window}) must be within 8..15")));
    }
    if !is_encoding(encoding) {
        return Err(cx.value_error("Encoding mode must be ZLIB_ENCODING_RAW, ZLIB_ENCODING_GZIP or ZLIB_ENCODING_DEFLATE"));
    }
    let mut dictionary = options.dictionary(cx)?;
    let bits = with_window(encoding, window);
    let Some(mut inflate) = Inflate::new(bits) else {
        cx.builtin_warning("Failed allocating zlib.inflate context");
        cx.check()?;
        return Ok(OrFalse::FALSE);
    };
    if i64::from(bits) == RAW
        && let Some(dictionary) = dictionary.take()
    {
        inflate.set_dictionary(&dictionary);
    }
    let class = cx.builtin_class("InflateContext");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Decompressor { inflate: Some(inflate), dictionary, status: status::OK }));
    Ok(object.into())
}

fn check_flush(cx: &mut Cx, mode: i64) -> PhpResult<i32> {
    if (0..=5).contains(&mode) {
        return Ok(mode as i32);
    }
    let modes = "ZLIB_NO_FLUSH, ZLIB_PARTIAL_FLUSH, ZLIB_SYNC_FLUSH, ZLIB_FULL_FLUSH, ZLIB_BLOCK, or ZLIB_FINISH";
    Err(cx.argument_value_error(3, format!("must be one of {modes}")))
}

fn refused(cx: &mut Cx, message: impl AsRef<[u8]>) -> PhpResult<OrFalse<PhpStr>> {
    cx.builtin_warning(message);
    cx.check()?;
    Ok(OrFalse::FALSE)
}

/// `deflate_add()`
pub(crate) fn deflate_add(cx: &mut Cx, context: &PhpObject, data: &PhpStr, flush_mode: i64) -> PhpResult<OrFalse<PhpStr>> {
    const FIRST: usize = 64;
    let mode = check_flush(cx, flush_mode)?;
    let Some(deflate) = context.native_mut::<Compressor>().and_then(|native| native.0.as_mut()) else { return Ok(OrFalse::FALSE) };
    if data.is_empty() && mode != flush::FINISH {
        return Ok(PhpStr::empty().into());
    }
    let mut out = StrBuilder::new();
    out.push_n(0, room_for(data.len()).max(FIRST));
    let (mut input, mut used) = (&data[..], 0);
    loop {
        if used == out.len() {
            let more = FIRST.max(out.len() / 8);
            out.push_n(0, more);
        }
        let step = deflate.run(input, &mut out.as_mut_bytes()[used..], mode);
        input = &input[step.consumed..];
        used += step.produced;
        match step.status {
            status::OK if used == out.len() => {}
            status::OK | status::STREAM_END => {
                if step.status == status::STREAM_END {
                    deflate.reset();
                }
                out.truncate(used);
                return Ok(out.finish().into());
            }
            // The output ended exactly where the buffer did.
            status::BUF_ERROR if used > 0 && input.is_empty() => {
                out.truncate(used);
                return Ok(out.finish().into());
            }
            other => return refused(cx, format!("zlib error ({})", status::text(other))),
        }
    }
}

/// `inflate_add()`
pub(crate) fn inflate_add(cx: &mut Cx, context: &PhpObject, data: &PhpStr, flush_mode: i64) -> PhpResult<OrFalse<PhpStr>> {
    const CHUNK: usize = 8192;
    let mode = check_flush(cx, flush_mode)?;
    let Some(own) = context.native_mut::<Decompressor>() else { return Ok(OrFalse::FALSE) };
    let Some(inflate) = &mut own.inflate else { return Ok(OrFalse::FALSE) };
    // Not when the end was seen: until now the number of bytes read could be asked for.
    if own.status == status::STREAM_END {
        own.status = status::OK;
        inflate.reset();
    }
    if data.is_empty() && mode != flush::FINISH {
        return Ok(PhpStr::empty().into());
    }
    let mut out = StrBuilder::new();
    out.push_n(0, data.len().max(CHUNK));
    let (mut input, mut used) = (&data[..], 0);
    loop {
        let step = inflate.run(input, &mut out.as_mut_bytes()[used..], mode);
        input = &input[step.consumed..];
        used += step.produced;
        own.status = step.status;
        let full = used == out.len();
        match step.status {
            status::OK if full => out.push_n(0, CHUNK.max(used / 2)),
            status::BUF_ERROR if full && mode == flush::FINISH => out.push_n(0, CHUNK.max(used / 2)),
            status::OK | status::STREAM_END | status::BUF_ERROR => {
                out.truncate(used);
                return Ok(out.finish().into());
            }
            status::NEED_DICT => {
                let Some(dictionary) = own.dictionary.take() else {
                    let how = "please specify it in the options array of inflate_init()";
                    return refused(cx, format!("Inflating this data requires a preset dictionary, {how}"));
                };
                if inflate.set_dictionary(&dictionary) != status::OK {
                    return refused(cx, "Dictionary does not match expected dictionary (incorrect adler32 hash)");
                }
            }
            other => return refused(cx, status::text(other)),
        }
    }
}

/// `inflate_get_status()`
pub(crate) fn inflate_get_status(_: &mut Cx, context: &PhpObject) -> PhpResult<i64> {
    Ok(context.native::<Decompressor>().map_or(0, |native| i64::from(native.status)))
}

/// `inflate_get_read_len()`
pub(crate) fn inflate_get_read_len(_: &mut Cx, context: &PhpObject) -> PhpResult<i64> {
    let read = context.native::<Decompressor>().and_then(|native| native.inflate.as_ref()).map_or(0, Inflate::total_in);
    Ok(i64::try_from(read).unwrap_or(i64::MAX))
}
