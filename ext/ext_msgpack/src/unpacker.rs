//! `MessagePackUnpacker`: a decoder that waits for more.

use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, RefArg, Tracer, Value, args};

use crate::decode::Decoder;
use crate::settings::{self, Options};
use crate::{packer, template};

/// The native part. While data is read it is taken out: reading may run code of the program, which finds an empty one.
#[derive(Default)]
struct Unpacker {
    options: Options,
    decoder: Decoder,
    /// Null before anything was fed.
    buffer: Option<Vec<u8>>,
    /// How far the buffer is read.
    offset: usize,
    /// The last value that was complete, or as far as it is there.
    value: Value,
    finished: bool,
}

impl Native for Unpacker {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.decoder.trace(tracer);
        tracer.value(&self.value);
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Unpacker::default())), no_clone: true, ..ObjectHandlers::default() }
}

fn take(this: &PhpObject) -> Unpacker {
    this.native_mut::<Unpacker>().map(std::mem::take).unwrap_or_default()
}

fn put(this: &PhpObject, unpacker: Unpacker) {
    let Some(own) = this.native_mut::<Unpacker>() else { return };
    let fed_meanwhile = std::mem::replace(own, unpacker);
    if let Some(bytes) = &fed_meanwhile.buffer {
        own.buffer.get_or_insert_default().extend_from_slice(bytes);
    }
    // What it held may run destructors.
    drop(fed_meanwhile);
}

/// `MessagePackUnpacker::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, opt: Option<&Value>) -> PhpResult<()> {
    let options = packer::constructed(cx, opt)?;
    this.set_native(Box::new(Unpacker { options, ..Unpacker::default() }));
    Ok(())
}

/// `MessagePackUnpacker::__destruct()`
pub(crate) fn destruct(_: &mut Cx, this: &PhpObject, _: &mut [Value]) -> PhpResult<()> {
    let Unpacker { options, .. } = take(this);
    put(this, Unpacker { options, ..Unpacker::default() });
    Ok(())
}

/// `MessagePackUnpacker::setOption()`
pub(crate) fn set_option(cx: &mut Cx, this: &PhpObject, option: &Value, value: &Value) -> PhpResult<bool> {
    let option = args::int(cx, 1, &mut option.clone())?;
    let mut options = this.native::<Unpacker>().map_or_else(Options::default, |own| own.options);
    let known = packer::change(cx, &mut options, option, value, "MessagePackUnpacker::setOption")?;
    if let Some(own) = this.native_mut::<Unpacker>() {
        own.options = options;
    }
    Ok(known)
}

/// `MessagePackUnpacker::feed()`
pub(crate) fn feed(cx: &mut Cx, this: &PhpObject, data: &Value) -> PhpResult<bool> {
    let mut data = data.clone();
    let data = args::string(cx, 1, &mut data)?;
    if let Some(own) = this.native_mut::<Unpacker>() {
        own.buffer.get_or_insert_default().extend_from_slice(data);
    }
    Ok(true)
}

/// `MessagePackUnpacker::execute()`: is a value complete?
pub(crate) fn execute(cx: &mut Cx, this: &PhpObject, data: Option<&Value>, offset: Option<&RefArg>) -> PhpResult<bool> {
    let data = match data {
        Some(data) => Some(args::string(cx, 1, &mut data.clone())?.clone()),
        None => None,
    };
    let mut own = take(this);
    if own.finished {
        own.restart();
    }
    own.decoder.options = own.options;
    let options = own.options;
    let (read, end) = match &data {
        Some(data) => {
            let start = offset.map(RefArg::get).and_then(|offset| offset.as_int()).unwrap_or(0);
            // No value begins where there is no data.
            let start = usize::try_from(start).unwrap_or(usize::MAX);
            settings::with(cx, options, true, |cx| own.decoder.run(cx, data, start))
        }
        None => {
            let buffer = own.buffer.take();
            let (decoder, start) = (&mut own.decoder, own.offset);
            let bytes = buffer.as_deref().unwrap_or_default();
            let result = settings::with(cx, options, true, |cx| decoder.run(cx, bytes, start));
            own.buffer = buffer;
            own.offset = result.1;
            result
        }
    };
    let complete = match read {
        Ok(Ok(v)) => {
            (own.value, own.finished) = (v, true);
            Ok(true)
        }
        Ok(Err(_)) => Ok(false),
        Err(thrown) => Err(thrown),
    };
    put(this, own);
    if data.is_some()
        && let Some(offset) = offset
        && let Ok(end) = i64::try_from(end)
    {
        offset.set(cx, Value::from(end))?;
    }
    complete
}

/// `MessagePackUnpacker::data()`: the value, once, perhaps in the form of a template.
pub(crate) fn data(cx: &mut Cx, this: &PhpObject, object: Option<&Value>) -> PhpResult<Value> {
    let Some(own) = this.native::<Unpacker>().filter(|own| own.finished) else { return Ok(Value::FALSE) };
    let v = own.decoder.part().unwrap_or_else(|| own.value.clone()).clone_deref();
    let v = match object {
        Some(template) => match template::to_object(cx, template, &v)? {
            Some(v) => v,
            None => return Ok(Value::NULL),
        },
        None => v,
    };
    if let Some(own) = this.native_mut::<Unpacker>() {
        drop(std::mem::take(&mut own.value));
    }
    begin_anew(this);
    Ok(v)
}

/// `MessagePackUnpacker::reset()`: begins anew with what has not been read.
pub(crate) fn reset(_: &mut Cx, this: &PhpObject, _: &mut [Value]) -> PhpResult<()> {
    begin_anew(this);
    Ok(())
}

fn begin_anew(this: &PhpObject) {
    let mut own = take(this);
    let left = own.buffer.as_ref().and_then(|buffer| buffer.get(own.offset..)).filter(|left| !left.is_empty());
    own.buffer = left.map(<[u8]>::to_vec);
    (own.offset, own.finished) = (0, false);
    own.restart();
    put(this, own);
}

impl Unpacker {
    fn restart(&mut self) {
        if let Some(part) = self.decoder.part() {
            self.value = part;
        }
        self.decoder = Decoder::default();
    }
}
