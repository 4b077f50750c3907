//! Filters of streams, and filters written in PHP.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use loxo_runtime::PhpResource;
use loxo_streams::{Bucket, Filter, FilterFlags, FilterSlot, FilterStatus, Stream, context, filters, flags, state};

use crate::file::stream;
use crate::prelude::*;

const READ: i64 = 1;
const WRITE: i64 = 2;

/// What a `stream filter` resource is about.
struct Handle {
    stream: Weak<Stream>,
    slot: Rc<FilterSlot>,
}

/// `stream_get_filters()`
pub(crate) fn stream_get_filters(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(state(cx).filter_names()))
}

/// `stream_filter_register()`
pub(crate) fn stream_filter_register(cx: &mut Cx, filter_name: &PhpStr, class: &PhpStr) -> PhpResult<bool> {
    for (number, text) in [(1, filter_name), (2, class)] {
        if text.is_empty() {
            return Err(cx.argument_value_error(number, "must be a non-empty string"));
        }
    }
    Ok(state(cx).register_user_filter(filter_name, class.clone(), make_user_filter))
}

/// `stream_filter_append()`
pub(crate) fn stream_filter_append(
    cx: &mut Cx,
    resource: &PhpResource,
    filter_name: &PhpStr,
    mode: i64,
    params: Option<&Value>,
) -> PhpResult<Value> {
    add(cx, resource, filter_name, mode, params, true)
}

/// `stream_filter_prepend()`
pub(crate) fn stream_filter_prepend(
    cx: &mut Cx,
    resource: &PhpResource,
    filter_name: &PhpStr,
    mode: i64,
    params: Option<&Value>,
) -> PhpResult<Value> {
    add(cx, resource, filter_name, mode, params, false)
}

fn add(cx: &mut Cx, resource: &PhpResource, name: &PhpStr, mode: i64, params: Option<&Value>, append: bool) -> PhpResult<Value> {
    let stream = stream(cx, resource)?;
    let mut mode = mode & (READ | WRITE);
    if mode == 0 {
        // The stream's own mode says which way.
        let own = stream.mode.borrow();
        let has = |letters: &[u8]| own.iter().any(|b| letters.contains(b));
        mode |= if has(b"r+") { READ } else { 0 };
        mode |= if has(b"wa+") { WRITE } else { 0 };
    }
    let mut last = None;
    if mode & READ != 0 {
        let Some(filter) = filters::create(cx, name, params) else { return refused(cx) };
        let slot = FilterSlot::new(name, filter);
        if !stream.add_read_filter(cx, &slot, append) {
            return refused(cx);
        }
        last = Some(slot);
    }
    if mode & WRITE != 0 {
        let Some(filter) = filters::create(cx, name, params) else { return refused(cx) };
        let slot = FilterSlot::new(name, filter);
        stream.add_write_filter(&slot, append);
        last = Some(slot);
    }
    cx.check()?;
    Ok(match last {
        Some(slot) => {
            let handle = Handle { stream: Rc::downgrade(&stream), slot: slot.clone() };
            let resource = PhpResource::new("stream filter", Box::new(handle));
            *slot.resource.borrow_mut() = Some(resource.clone());
            Value::resource(resource)
        }
        None => Value::FALSE,
    })
}

fn refused(cx: &mut Cx) -> PhpResult<Value> {
    cx.check()?;
    Ok(Value::FALSE)
}

/// `stream_filter_remove()`
pub(crate) fn stream_filter_remove(cx: &mut Cx, stream_filter: &PhpResource) -> PhpResult<bool> {
    let found = stream_filter.data::<Handle>().map(|handle| (handle.stream.upgrade(), handle.slot.clone()));
    let (Some(stream), slot) = found.unwrap_or((None, FilterSlot::new(b"", Box::new(Nothing)))) else {
        return Err(context::not_valid(cx, "stream filter"));
    };
    if slot.removed.get() || stream.is_closed() {
        return Err(context::not_valid(cx, "stream filter"));
    }
    if !stream.flush_filter(cx, &slot, true) {
        cx.check()?;
        cx.warn("Unable to flush filter, not removing")?;
        return Ok(false);
    }
    drop(stream_filter.close());
    stream.remove_filter(cx, &slot);
    cx.check()?;
    Ok(true)
}

/// A filter that is none.
struct Nothing;

impl Filter for Nothing {
    fn filter(&mut self, _: &mut Cx, _: &Stream, _: Vec<Bucket>, _: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        (FilterStatus::Fatal, 0)
    }
}

/// What a `userfilter.bucket brigade` resource is about.
type Brigade = Rc<RefCell<Vec<Rc<Held>>>>;

/// What a `userfilter.bucket` resource is about: bytes that stand in one brigade at most.
#[derive(Default)]
struct Held {
    data: RefCell<Bucket>,
    place: RefCell<Weak<RefCell<Vec<Rc<Held>>>>>,
}

impl Held {
    fn new(data: Bucket) -> Rc<Held> {
        Rc::new(Held { data: RefCell::new(data), place: RefCell::default() })
    }

    /// Takes it out of the brigade it stands in.
    fn unlink(self: &Rc<Held>) {
        if let Some(brigade) = self.place.take().upgrade() {
            brigade.borrow_mut().retain(|other| !Rc::ptr_eq(other, self));
        }
    }

    /// Puts it into a brigade, and nowhere else.
    fn link(self: Rc<Held>, brigade: &Brigade, at_end: bool) {
        self.unlink();
        *self.place.borrow_mut() = Rc::downgrade(brigade);
        let mut buckets = brigade.borrow_mut();
        let at = if at_end { buckets.len() } else { 0 };
        buckets.insert(at, self);
    }
}
const BRIGADE: &str = "userfilter.bucket brigade";
const BUCKET: &str = "userfilter.bucket";

/// A filter whose work a PHP object does.
struct UserFilter {
    object: PhpObject,
}

/// Finds the class of a filter and makes one; reports what is wrong.
fn make_user_filter(cx: &mut Cx, name: &[u8], params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let registered = &state(cx).user_filters;
    let class_name = wildcards(name).into_iter().find_map(|pattern| registered.get(&pattern).cloned())?;
    let class = match cx.class(&class_name).ok()? {
        Some(class) => class,
        None => {
            let message = [b"User-filter \"", name, b"\" requires class \"", class_name.as_bytes(), b"\", but that class is not defined"];
            cx.builtin_warning(message.concat());
            return None;
        }
    };
    let active = cx.active;
    let made = (|| {
        let object = cx.instantiate(class)?;
        cx.write_property(&object, "filtername", Value::bytes(name))?;
        cx.write_property(&object, "params", params.map_or(Value::NULL, Value::clone_deref))?;
        let answer = cx.call_method_named(&object, "onCreate", &[])?;
        Ok::<_, Thrown>((object, answer))
    })();
    cx.active = active;
    match made {
        Ok((_, Some(answer))) if answer.deref().is_false() => None,
        Ok((object, _)) => Some(Box::new(UserFilter { object })),
        Err(Thrown) => None,
    }
}

/// `a.b.c` → `a.b.c`, `a.b.*`, `a.*`
fn wildcards(name: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![name.to_vec()];
    let mut end = name.len();
    while let Some(dot) = name[..end].iter().rposition(|&b| b == b'.') {
        all.push([&name[..dot], b".*"].concat());
        end = dot;
    }
    all
}

impl UserFilter {
    fn run(&self, cx: &mut Cx, stream: &Stream, input: &Brigade, output: &Brigade, closing: bool) -> PhpResult<(FilterStatus, usize)> {
        let has_property = class_of_filter(&self.object, b"stream");
        if has_property {
            let value = loxo_streams::resource_of(stream).map_or(Value::NULL, Value::resource);
            if let Err(thrown) = cx.write_property(&self.object, "stream", value) {
                if !input.borrow().is_empty() {
                    cx.builtin_warning("Unprocessed filter buckets remaining on input brigade");
                }
                return Err(thrown);
            }
        }
        let consumed = PhpRef::new(Value::int(0));
        let args = [
            Value::resource(PhpResource::new(BRIGADE, Box::new(input.clone()))),
            Value::resource(PhpResource::new(BRIGADE, Box::new(output.clone()))),
            Value::reference(consumed.clone()),
            Value::bool(closing),
        ];
        let answer = cx.call_method_named(&self.object, "filter", &args)?;
        let status = match answer {
            Some(answer) => cx.int_of(&answer)?,
            None => {
                cx.warn("Failed to call filter function")?;
                0
            }
        };
        if !input.borrow().is_empty() {
            cx.warn("Unprocessed filter buckets remaining on input brigade")?;
        }
        if has_property {
            // Held longer, it would keep the stream from being closed.
            cx.write_property(&self.object, "stream", Value::NULL)?;
        }
        let status = match status {
            2 => FilterStatus::PassOn,
            1 => FilterStatus::FeedMe,
            _ => FilterStatus::Fatal,
        };
        let consumed = convert::scalar_to_int(&consumed.get());
        Ok((status, usize::try_from(consumed).unwrap_or(0)))
    }
}

fn class_of_filter(object: &PhpObject, property: &[u8]) -> bool {
    let declared = loxo_runtime::class_of(object).properties.get(property).is_some();
    declared || object.dynamic().is_some_and(|table| table.get_bytes(property).is_some())
}

impl Filter for UserFilter {
    fn filter(
        &mut self,
        cx: &mut Cx,
        stream: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        how: FilterFlags,
    ) -> (FilterStatus, usize) {
        // The stream must not be closed while its filter runs.
        let locked = stream.has_flag(flags::NO_FCLOSE);
        stream.set_flag(flags::NO_FCLOSE);
        let active = cx.active;
        let (given, out): (Brigade, Brigade) = (Rc::default(), Rc::default());
        input.into_iter().for_each(|bucket| Held::new(bucket).link(&given, true));
        let result = self.run(cx, stream, &given, &out, how == FilterFlags::FlushClose);
        cx.active = active;
        if !locked {
            stream.clear_flag(flags::NO_FCLOSE);
        }
        output.extend(out.take().iter().map(|bucket| bucket.data.take()));
        result.unwrap_or((FilterStatus::Fatal, 0))
    }

    fn close(&mut self, cx: &mut Cx) {
        let active = cx.active;
        // What it answers does not matter.
        let _ = cx.call_method_named(&self.object, "onClose", &[]);
        cx.active = active;
    }

    fn closes_in_php(&self) -> bool {
        true
    }
}

fn brigade_of(cx: &mut Cx, resource: &PhpResource) -> PhpResult<Brigade> {
    match resource.data::<Brigade>() {
        Some(brigade) => Ok(brigade.clone()),
        None => Err(context::not_valid(cx, BRIGADE)),
    }
}

/// A `StreamBucket` object for a bucket.
fn bucket_object(cx: &mut Cx, bucket: Rc<Held>) -> Value {
    let class = cx.builtin_class("StreamBucket");
    let object = cx.new_object_raw(class);
    let data = Value::bytes(&bucket.data.borrow());
    let length = Value::from(bucket.data.borrow().len());
    let values = [Value::resource(PhpResource::new(BUCKET, Box::new(bucket))), data, length.clone(), length];
    for (place, value) in object.slots_mut().iter_mut().zip(values) {
        *place = value;
    }
    Value::object(object)
}

/// `stream_bucket_make_writeable()`
pub(crate) fn stream_bucket_make_writeable(cx: &mut Cx, brigade: &PhpResource) -> PhpResult<Value> {
    let brigade = brigade_of(cx, brigade)?;
    let first = brigade.borrow().first().cloned();
    Ok(match first {
        Some(bucket) => {
            bucket.unlink();
            bucket_object(cx, bucket)
        }
        None => Value::NULL,
    })
}

/// `stream_bucket_new()`
pub(crate) fn stream_bucket_new(cx: &mut Cx, resource: &PhpResource, buffer: &PhpStr) -> PhpResult<Value> {
    stream(cx, resource)?;
    Ok(bucket_object(cx, Held::new(buffer.to_vec())))
}

/// `stream_bucket_append()`
pub(crate) fn stream_bucket_append(cx: &mut Cx, brigade: &PhpResource, bucket: &PhpObject) -> PhpResult<()> {
    attach(cx, brigade, bucket, true)
}

/// `stream_bucket_prepend()`
pub(crate) fn stream_bucket_prepend(cx: &mut Cx, brigade: &PhpResource, bucket: &PhpObject) -> PhpResult<()> {
    attach(cx, brigade, bucket, false)
}

fn attach(cx: &mut Cx, brigade: &PhpResource, object: &PhpObject, at_end: bool) -> PhpResult<()> {
    let brigade = brigade_of(cx, brigade)?;
    let slots = object.slots();
    let own = slots.first().map(Value::deref);
    let Some(bucket) = own.and_then(Value::as_resource).and_then(|resource| resource.data::<Rc<Held>>().cloned()) else {
        return Err(if own.is_none_or(Value::is_undef) {
            cx.argument_value_error(2, "must be an object that has a \"bucket\" property")
        } else {
            context::not_valid(cx, BUCKET)
        });
    };
    // What the program has put into `data` is what counts.
    if let Some(data) = slots.get(1).and_then(|v| v.deref().as_str()) {
        *bucket.data.borrow_mut() = data.to_vec();
    }
    bucket.link(&brigade, at_end);
    Ok(())
}

/// `php_user_filter::filter()`
pub(crate) fn filter(_: &mut Cx, _: &PhpObject, _in: &Value, _out: &Value, _consumed: &RefArg, _closing: bool) -> PhpResult<i64> {
    Ok(FilterStatus::Fatal as i64)
}

/// `php_user_filter::onCreate()`
pub(crate) fn on_create(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(true)
}

/// `php_user_filter::onClose()`
pub(crate) fn on_close(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}
