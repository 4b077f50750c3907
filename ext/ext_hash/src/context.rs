//! `HashContext`: digests that are made bit by bit.

use loxo_runtime::object::{Access, declared_entries, write_prop};
use loxo_runtime::{Cx, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResource, PhpResult, PhpStr, Value, class_of};
use loxo_streams::context;

use crate::algorithm::{Algorithm, Hash};
use crate::fields::{Reader, Writer};
use crate::hash::{algorithm, encode_digest, open_in, read_all};
use crate::hmac::{INNER, OUTER, key_block, padded};

/// `HASH_HMAC`
const HMAC: i64 = 1;

/// The native part.
#[derive(Default)]
struct Context {
    algorithm: Option<&'static Algorithm>,
    /// None once the digest was taken.
    hash: Option<Box<dyn Hash>>,
    options: i64,
    /// The key, as long as a block.
    key: Vec<u8>,
}

impl Native for Context {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        let hash = self.hash.as_ref().map(|hash| hash.copy());
        Some(Box::new(Context { algorithm: self.algorithm, hash, options: self.options, key: self.key.clone() }))
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Context::default())),
        after_clone: Some(|cx, original, _| match native(original).hash {
            Some(_) => Ok(()),
            None => Err(cx.value_error("Cannot clone a finalized HashContext")),
        }),
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn native(object: &PhpObject) -> &mut Context {
    object.native_mut::<Context>().expect("hash contexts have this native part")
}

/// The digest in the making; arguments of functions must have one.
fn running<'a>(cx: &mut Cx, object: &'a PhpObject) -> PhpResult<&'a mut Box<dyn Hash>> {
    native(object).hash.as_mut().ok_or_else(|| cx.argument_type_error(1, "must be a valid, non-finalized HashContext"))
}

/// `hash_init()`
pub(crate) fn hash_init(cx: &mut Cx, algo: &PhpStr, flags: i64, key: &PhpStr, options: &PhpArray) -> PhpResult<PhpObject> {
    let algorithm = algorithm(cx, algo)?;
    let keyed = flags & HMAC != 0;
    if keyed && !algorithm.crypto {
        return Err(cx.argument_value_error(1, "must be a cryptographic hashing algorithm if HMAC is requested"));
    }
    if keyed && key.is_empty() {
        return Err(cx.argument_value_error(3, "must not be empty when HMAC is requested"));
    }
    let class = cx.builtin_class("HashContext");
    let mut hash = algorithm.start_with(cx, options)?;
    let mut block = Vec::new();
    if keyed {
        block = key_block(algorithm, key);
        hash = padded(algorithm, &block, INNER);
    }
    let object = loxo_runtime::object::instantiate_raw(cx, class)?;
    object.set_native(Box::new(Context { algorithm: Some(algorithm), hash: Some(hash), options: flags, key: block }));
    Ok(object)
}

/// `hash_update()`
pub(crate) fn hash_update(cx: &mut Cx, context: &PhpObject, data: &PhpStr) -> PhpResult<bool> {
    running(cx, context)?.update(data);
    Ok(true)
}

/// `hash_update_stream()`
pub(crate) fn hash_update_stream(cx: &mut Cx, context: &PhpObject, stream: &PhpResource, length: i64) -> PhpResult<i64> {
    running(cx, context)?;
    let stream = loxo_streams::from_resource(cx, stream)?;
    let mut left = usize::try_from(length).unwrap_or(usize::MAX);
    let (mut buffer, mut total) = ([0; 8192], 0);
    while left > 0 {
        let wanted = left.min(buffer.len());
        let count = stream.read(cx, &mut buffer[..wanted]).unwrap_or(0);
        cx.check()?;
        if count == 0 {
            break;
        }
        // Reading may have run PHP code that took the digest.
        running(cx, context)?.update(&buffer[..count]);
        left -= count;
        total += count as i64;
    }
    Ok(total)
}

/// `hash_update_file()`
pub(crate) fn hash_update_file(
    cx: &mut Cx,
    context: &PhpObject,
    filename: &PhpStr,
    stream_context: Option<&PhpResource>,
) -> PhpResult<bool> {
    running(cx, context)?;
    if let Some(resource) = stream_context {
        context::check(cx, resource)?;
    }
    let Some(stream) = open_in(cx, filename, stream_context)? else { return Ok(false) };
    let Some(mut hash) = native(context).hash.take() else { return Ok(false) };
    let whole = read_all(cx, &stream, &mut *hash);
    native(context).hash = Some(hash);
    whole
}

/// `hash_final()`
pub(crate) fn hash_final(cx: &mut Cx, context: &PhpObject, binary: bool) -> PhpResult<PhpStr> {
    running(cx, context)?;
    let own = native(context);
    let (Some(algorithm), Some(mut hash)) = (own.algorithm, own.hash.take()) else { return Ok(PhpStr::new(b"")) };
    let mut digest = algorithm.digest_of(&mut *hash);
    if own.options & HMAC != 0 {
        let mut outer = padded(algorithm, &std::mem::take(&mut own.key), OUTER);
        outer.update(&digest);
        digest = algorithm.digest_of(&mut *outer);
    }
    Ok(encode_digest(&digest, binary))
}

/// `hash_copy()`
pub(crate) fn hash_copy(cx: &mut Cx, context: &PhpObject) -> PhpResult<PhpObject> {
    running(cx, context)?;
    cx.clone_object(context, None)
}

/// `HashContext::__construct()`: private, and the class is final.
pub(crate) fn construct(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// The name in serialized data. Snefru has two names.
fn stored_name(algorithm: &Algorithm) -> &'static str {
    if algorithm.name == "snefru256" { "snefru" } else { algorithm.name }
}

/// `HashContext::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let own = native(this);
    let Some(algorithm) = own.algorithm else { return Ok(PhpArray::new()) };
    if own.options & HMAC != 0 {
        return Err(cx.throw_exception("HashContext with HASH_HMAC option cannot be serialized"));
    }
    let mut fields = Writer::default();
    let magic = own.hash.as_mut().filter(|hash| hash.copy().fields(&mut fields)).map(|hash| hash.magic());
    let Some(magic) = magic else {
        return Err(cx.throw_exception(format!("HashContext for algorithm \"{}\" cannot be serialized", stored_name(algorithm))));
    };
    let mut members = PhpArray::new();
    for entry in declared_entries(this, false) {
        members.set_str(&entry.key(), entry.value);
    }
    Ok(PhpArray::from_values([
        Value::from(stored_name(algorithm)),
        Value::int(own.options),
        Value::array(fields.finish()),
        Value::int(magic),
        Value::array(members),
    ]))
}

/// `HashContext::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    if native(this).hash.is_some() {
        return Err(cx.throw_exception("HashContext::__unserialize called on initialized object"));
    }
    let part = |index| data.get_int(index).map(Value::clone_deref);
    let (name, options, state) = (part(0), part(1), part(2));
    let (magic, members) = (part(3), part(4).and_then(|members| members.into_array().ok()));
    let parts = (
        name.as_ref().and_then(Value::as_str),
        options.as_ref().and_then(Value::as_int),
        state,
        magic.as_ref().and_then(Value::as_int),
        members,
    );
    let (Some(name), Some(options), Some(state), Some(magic), Some(members)) = parts else {
        return Err(cx.throw_exception("Incomplete or ill-formed serialization data"));
    };
    if options & HMAC != 0 {
        return Err(cx.throw_exception("HashContext with HASH_HMAC option cannot be serialized"));
    }
    let Some(algorithm) = Algorithm::find(name) else { return Err(cx.throw_exception("Unknown hash algorithm")) };
    let mut hash = algorithm.start();
    if let Err(code) = load(&mut *hash, magic, &state) {
        let name = stored_name(algorithm);
        return Err(cx.throw_exception(format!("Incomplete or ill-formed serialization data (\"{name}\" code {code})")));
    }
    this.set_native(Box::new(Context { algorithm: Some(algorithm), hash: Some(hash), options, key: Vec::new() }));
    let access = Access::scoped(Some(class_of(this)));
    for (key, value) in &members {
        let name = match key {
            KeyRef::Int(number) => PhpStr::from(number.to_string()),
            KeyRef::Str(name) => name.clone(),
        };
        write_prop(cx, this, &name, value.clone_deref(), &access)?;
    }
    Ok(())
}

/// Takes over a serialized state; the error is PHP's code.
fn load(hash: &mut dyn Hash, magic: i64, state: &Value) -> Result<(), i64> {
    const FAILURE: i64 = -1;
    const UNSOUND: i64 = -2000;
    let stored = state.as_array().filter(|_| magic == hash.magic()).ok_or(FAILURE)?;
    let mut reader = Reader::new(stored);
    if !hash.fields(&mut reader) {
        return Err(FAILURE);
    }
    match reader.error() {
        Some(code) => Err(code),
        None if hash.is_sound() => Ok(()),
        None => Err(UNSOUND),
    }
}

/// `HashContext::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = PhpArray::new();
    if let Some(algorithm) = native(this).algorithm {
        shown.set_bytes(b"algo", Value::from(stored_name(algorithm)));
    }
    Ok(shown)
}
