//! `XMLWriter`, as class and as functions: a function's writer is the method's object.

use ext_libxml::{local_path, open_for_writing, report_plain};
use loxo_libxml_sys::{Writer, errors, names};
use loxo_runtime::{Cx, Native, ObjectHandlers, OrFalse, PhpObject, PhpResult, PhpStr, Value, args};
use loxo_streams::StreamRef;

/// The native part: nothing before it is opened.
#[derive(Default)]
struct Open {
    writer: Option<Writer>,
    /// Where it goes, unless it stays in memory.
    stream: Option<StreamRef>,
    /// Whether the stream was opened for the writer alone, and is closed with it.
    closes: bool,
}

impl Native for Open {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Open::default())),
        destroy: Some(|cx, this| {
            let _ = finish(cx, this);
        }),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

/// Works with the writer of an object.
fn with<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Writer) -> R) -> PhpResult<R> {
    let result = match this.native_mut::<Open>().and_then(|open| open.writer.as_mut()) {
        Some(writer) => work(writer),
        None => return Err(cx.throw_error("Invalid or uninitialized XMLWriter object")),
    };
    pass_on(cx, this, Writer::passed_on)?;
    report_plain(cx)?;
    Ok(result)
}

fn done(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Writer) -> i32) -> PhpResult<bool> {
    Ok(with(cx, this, work)? >= 0)
}

/// Checks a name; arguments are counted as the functions have them, with the writer in front.
fn check_name(cx: &mut Cx, at: usize, name: &PhpStr, subject: &str) -> PhpResult<()> {
    if names::is_name(name.as_bytes()) {
        return Ok(());
    }
    let at = at + 1;
    let text = [b"must be a valid ", subject.as_bytes(), b", \"", name.as_bytes(), b"\" given"].concat();
    Err(cx.argument_value_error(at, text))
}

fn bytes(text: Option<&PhpStr>) -> Option<&[u8]> {
    text.map(PhpStr::as_bytes)
}

fn open(cx: &mut Cx, this: &PhpObject, stream: Option<StreamRef>, closes: bool) -> PhpResult<()> {
    let Some(writer) = Writer::new() else { return Err(cx.throw_error("Could not construct libxml writer")) };
    finish(cx, this)?;
    this.set_native(Box::new(Open { writer: Some(writer), stream, closes }));
    Ok(())
}

/// The end of a writer: what is left goes to the stream.
fn finish(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let result = pass_on(cx, this, |writer| writer.output(true));
    if let Some(own) = this.native_mut::<Open>()
        && own.closes
        && let Some(stream) = own.stream.take()
    {
        stream.close(cx);
    }
    result.map(|_| ())
}

/// What `take` has from the writer goes to the stream. How much that was; `None` without a stream.
fn pass_on(cx: &mut Cx, this: &PhpObject, take: impl FnOnce(&mut Writer) -> Vec<u8>) -> PhpResult<Option<usize>> {
    let Some(own) = this.native_mut::<Open>() else { return Ok(None) };
    let (Some(stream), Some(writer)) = (own.stream.clone(), own.writer.as_mut()) else { return Ok(None) };
    let text = take(writer);
    let mut written = 0;
    if !text.is_empty() && !stream.is_closed() {
        written = stream.write(cx, &text).unwrap_or(0);
    }
    cx.check()?;
    Ok(Some(written))
}

fn new(cx: &mut Cx) -> PhpResult<PhpObject> {
    let class = (cx.hooks.called_class)(cx).filter(|class| class.is_subclass_of(cx.builtin_class("XMLWriter")));
    let class = class.unwrap_or_else(|| cx.builtin_class("XMLWriter"));
    cx.new_object(class, &[])
}

/// libxml2's `XML_ERR_FATAL`
const FATAL: i32 = 3;
/// libxml2's `XML_IO_EIO`
const IO_ERROR: i32 = 1516;

/// A stream for a URI. `Err(())`: it cannot be a file's.
fn stream_for(cx: &mut Cx, uri: &PhpStr) -> PhpResult<Result<Option<StreamRef>, ()>> {
    let name = uri.as_bytes();
    let path = match local_path(name) {
        // `file:` and nothing behind the host.
        Some(b"/") if name != b"/" => return Ok(Err(())),
        Some(local) => {
            let path = loxo_runtime::paths::expand(cx, local);
            if !in_folder(cx, &path) {
                return Ok(Err(()));
            }
            path
        }
        None => name.to_vec(),
    };
    let stream = open_for_writing(cx, &path)?;
    if stream.is_none() {
        errors::push(errors::domain::WRITER, FATAL, IO_ERROR, b"xmlNewTextWriterFilename : cannot open uri\n".to_vec());
        report_plain(cx)?;
    }
    Ok(Ok(stream))
}

/// Whether the folder exists that the path is in.
fn in_folder(cx: &mut Cx, path: &[u8]) -> bool {
    let folder = path.iter().rposition(|byte| *byte == b'/').map_or(&b"/"[..], |at| &path[..at.max(1)]);
    loxo_streams::stat_path(cx, folder, false, true, None).is_some_and(|stat| stat.is_dir())
}

fn open_to(cx: &mut Cx, uri: &PhpStr) -> PhpResult<Option<StreamRef>> {
    if uri.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    match stream_for(cx, uri)? {
        Ok(Some(stream)) => Ok(Some(stream)),
        Ok(None) => Ok(None),
        Err(()) => {
            cx.builtin_warning("Unable to resolve file path");
            cx.check()?;
            Ok(None)
        }
    }
}

/// `XMLWriter::openUri()`
pub(crate) fn open_uri(cx: &mut Cx, this: &PhpObject, uri: &PhpStr) -> PhpResult<bool> {
    match open_to(cx, uri)? {
        Some(stream) => open(cx, this, Some(stream), true).map(|()| true),
        None => Ok(false),
    }
}

/// `xmlwriter_open_uri()`
pub(crate) fn xmlwriter_open_uri(cx: &mut Cx, uri: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    let Some(stream) = open_to(cx, uri)? else { return Ok(OrFalse::FALSE) };
    let object = new(cx)?;
    open(cx, &object, Some(stream), true)?;
    Ok(OrFalse::some(object))
}

/// `XMLWriter::toUri()`
pub(crate) fn to_uri(cx: &mut Cx, uri: &PhpStr) -> PhpResult<PhpObject> {
    if uri.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    match stream_for(cx, uri)? {
        Ok(Some(stream)) => {
            let object = new(cx)?;
            open(cx, &object, Some(stream), true)?;
            Ok(object)
        }
        Ok(None) => Err(cx.throw_error("Could not construct libxml writer")),
        Err(()) => Err(cx.argument_value_error(1, "must resolve to a valid file path")),
    }
}

/// `XMLWriter::openMemory()`
pub(crate) fn open_memory(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    open(cx, this, None, false).map(|()| true)
}

/// `xmlwriter_open_memory()`
pub(crate) fn xmlwriter_open_memory(cx: &mut Cx) -> PhpResult<OrFalse<PhpObject>> {
    to_memory(cx).map(OrFalse::some)
}

/// `XMLWriter::toMemory()`
pub(crate) fn to_memory(cx: &mut Cx) -> PhpResult<PhpObject> {
    let object = new(cx)?;
    open(cx, &object, None, false)?;
    Ok(object)
}

/// `XMLWriter::toStream()`
pub(crate) fn to_stream(cx: &mut Cx, stream: &Value) -> PhpResult<PhpObject> {
    let Some(resource) = stream.deref().as_resource().cloned() else {
        let given = loxo_runtime::convert::value_name(stream.deref());
        return Err(cx.argument_type_error(1, format!("must be of type resource, {given} given")));
    };
    let stream = loxo_streams::from_resource(cx, &resource)?;
    let object = new(cx)?;
    open(cx, &object, Some(stream), false)?;
    Ok(object)
}

/// `XMLWriter::setIndent()`
pub(crate) fn set_indent(cx: &mut Cx, this: &PhpObject, enable: bool) -> PhpResult<bool> {
    done(cx, this, |writer| writer.set_indent(enable))
}

/// `XMLWriter::startDocument()`
pub(crate) fn start_document(
    cx: &mut Cx,
    this: &PhpObject,
    version: Option<&PhpStr>,
    encoding: Option<&PhpStr>,
    standalone: Option<&PhpStr>,
) -> PhpResult<bool> {
    done(cx, this, |writer| writer.start_document(bytes(version), bytes(encoding), bytes(standalone)))
}

/// `XMLWriter::startAttributeNs()`
pub(crate) fn start_attribute_ns(
    cx: &mut Cx,
    this: &PhpObject,
    prefix: Option<&PhpStr>,
    name: &PhpStr,
    namespace: Option<&PhpStr>,
) -> PhpResult<bool> {
    check_name(cx, 2, name, "attribute name")?;
    done(cx, this, |writer| writer.start_attribute_ns(bytes(prefix), name.as_bytes(), bytes(namespace)))
}

/// `XMLWriter::writeAttributeNs()`
pub(crate) fn write_attribute_ns(
    cx: &mut Cx,
    this: &PhpObject,
    prefix: Option<&PhpStr>,
    name: &PhpStr,
    namespace: Option<&PhpStr>,
    value: &PhpStr,
) -> PhpResult<bool> {
    check_name(cx, 2, name, "attribute name")?;
    done(cx, this, |writer| writer.write_attribute_ns(bytes(prefix), name.as_bytes(), bytes(namespace), value.as_bytes()))
}

/// `XMLWriter::startElementNs()`
pub(crate) fn start_element_ns(
    cx: &mut Cx,
    this: &PhpObject,
    prefix: Option<&PhpStr>,
    name: &PhpStr,
    namespace: Option<&PhpStr>,
) -> PhpResult<bool> {
    check_name(cx, 2, name, "element name")?;
    done(cx, this, |writer| writer.start_element_ns(bytes(prefix), name.as_bytes(), bytes(namespace)))
}

/// `XMLWriter::writeElement()`
pub(crate) fn write_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr, content: Option<&PhpStr>) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| match content {
        Some(content) => writer.write_element(name.as_bytes(), content.as_bytes()),
        None => match writer.start_element(name.as_bytes()) {
            -1 => -1,
            _ => writer.end_element(),
        },
    })
}

/// `XMLWriter::writeElementNs()`
pub(crate) fn write_element_ns(
    cx: &mut Cx,
    this: &PhpObject,
    prefix: Option<&PhpStr>,
    name: &PhpStr,
    namespace: Option<&PhpStr>,
    content: Option<&PhpStr>,
) -> PhpResult<bool> {
    check_name(cx, 2, name, "element name")?;
    done(cx, this, |writer| match content {
        Some(content) => writer.write_element_ns(bytes(prefix), name.as_bytes(), bytes(namespace), content.as_bytes()),
        None => match writer.start_element_ns(bytes(prefix), name.as_bytes(), bytes(namespace)) {
            -1 => -1,
            _ => writer.end_element(),
        },
    })
}

/// `XMLWriter::startDtd()`
pub(crate) fn start_dtd(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    public_id: Option<&PhpStr>,
    system_id: Option<&PhpStr>,
) -> PhpResult<bool> {
    done(cx, this, |writer| writer.start_dtd(name.as_bytes(), bytes(public_id), bytes(system_id)))
}

/// `XMLWriter::writeDtd()`
pub(crate) fn write_dtd(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    public_id: Option<&PhpStr>,
    system_id: Option<&PhpStr>,
    content: Option<&PhpStr>,
) -> PhpResult<bool> {
    done(cx, this, |writer| writer.write_dtd(name.as_bytes(), bytes(public_id), bytes(system_id), bytes(content)))
}

/// `XMLWriter::startDtdEntity()`
pub(crate) fn start_dtd_entity(cx: &mut Cx, this: &PhpObject, name: &PhpStr, is_param: bool) -> PhpResult<bool> {
    check_name(cx, 1, name, "attribute name")?;
    done(cx, this, |writer| writer.start_dtd_entity(is_param, name.as_bytes()))
}

/// `XMLWriter::writeDtdEntity()`
pub(crate) fn write_dtd_entity(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<bool> {
    dtd_entity(cx, this, args, 1)
}

/// `xmlwriter_write_dtd_entity()`
pub(crate) fn xmlwriter_write_dtd_entity(cx: &mut Cx, args: &mut [Value]) -> PhpResult<bool> {
    let Some((writer, rest)) = args.split_first_mut() else { return Err(args::wrong_count(cx, 0)) };
    let writer = args::instance(cx, 1, writer)?.clone();
    dtd_entity(cx, &writer, rest, 2)
}

/// Coerces the arguments; `from` is the number of the first.
fn dtd_entity(cx: &mut Cx, this: &PhpObject, given: &mut [Value], from: usize) -> PhpResult<bool> {
    let mut texts: [Option<PhpStr>; 6] = Default::default();
    let mut is_param = false;
    for (at, value) in given.iter_mut().enumerate().take(texts.len()) {
        let number = from + at;
        match at {
            2 if value.is_undef() => {}
            2 => is_param = args::bool(cx, number, value)?,
            3.. if value.is_undef() || value.deref().is_null() => {}
            _ => texts[at] = Some(args::string(cx, number, value)?.clone()),
        }
    }
    let [Some(name), content, _, public_id, system_id, notation_data] = &texts else { return Err(args::wrong_count(cx, given.len())) };
    check_name(cx, 1, name, "element name")?;
    let (content, public, system, ndata) =
        (bytes(content.as_ref()), bytes(public_id.as_ref()), bytes(system_id.as_ref()), bytes(notation_data.as_ref()));
    done(cx, this, |writer| writer.write_dtd_entity(is_param, name.as_bytes(), public, system, ndata, content))
}

/// What is in memory, or with a stream how much has gone there.
fn flushed(cx: &mut Cx, this: &PhpObject, empty: bool) -> PhpResult<Result<Vec<u8>, usize>> {
    if let Some(written) = pass_on(cx, this, |writer| writer.output(true))? {
        return Ok(Err(written));
    }
    with(cx, this, |writer| writer.output(empty)).map(Ok)
}

/// `XMLWriter::outputMemory()`
pub(crate) fn output_memory(cx: &mut Cx, this: &PhpObject, flush: bool) -> PhpResult<PhpStr> {
    Ok(flushed(cx, this, flush)?.map_or_else(|_| PhpStr::empty(), |text| PhpStr::new(&text)))
}

/// `XMLWriter::flush()`
pub(crate) fn flush(cx: &mut Cx, this: &PhpObject, empty: bool) -> PhpResult<Value> {
    Ok(match flushed(cx, this, empty)? {
        Ok(text) => Value::from(PhpStr::new(&text)),
        Err(written) => Value::from(written as i64),
    })
}

/// `XMLWriter::setIndentString()`
pub(crate) fn set_indent_string(cx: &mut Cx, this: &PhpObject, indentation: &PhpStr) -> PhpResult<bool> {
    done(cx, this, |writer| writer.set_indent_string(indentation.as_bytes()))
}

/// `XMLWriter::startComment()`
pub(crate) fn start_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::start_comment)
}

/// `XMLWriter::endComment()`
pub(crate) fn end_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_comment)
}

/// `XMLWriter::startAttribute()`
pub(crate) fn start_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "attribute name")?;
    done(cx, this, |writer| writer.start_attribute(name.as_bytes()))
}

/// `XMLWriter::endAttribute()`
pub(crate) fn end_attribute(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_attribute)
}

/// `XMLWriter::writeAttribute()`
pub(crate) fn write_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "attribute name")?;
    done(cx, this, |writer| writer.write_attribute(name.as_bytes(), value.as_bytes()))
}

/// `XMLWriter::startElement()`
pub(crate) fn start_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| writer.start_element(name.as_bytes()))
}

/// `XMLWriter::endElement()`
pub(crate) fn end_element(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_element)
}

/// `XMLWriter::fullEndElement()`
pub(crate) fn full_end_element(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::full_end_element)
}

/// `XMLWriter::startPi()`
pub(crate) fn start_pi(cx: &mut Cx, this: &PhpObject, target: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, target, "PI target")?;
    done(cx, this, |writer| writer.start_pi(target.as_bytes()))
}

/// `XMLWriter::endPi()`
pub(crate) fn end_pi(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_pi)
}

/// `XMLWriter::writePi()`
pub(crate) fn write_pi(cx: &mut Cx, this: &PhpObject, target: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, target, "PI target")?;
    done(cx, this, |writer| writer.write_pi(target.as_bytes(), content.as_bytes()))
}

/// `XMLWriter::startCdata()`
pub(crate) fn start_cdata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::start_cdata)
}

/// `XMLWriter::endCdata()`
pub(crate) fn end_cdata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_cdata)
}

/// `XMLWriter::writeCdata()`
pub(crate) fn write_cdata(cx: &mut Cx, this: &PhpObject, content: &PhpStr) -> PhpResult<bool> {
    done(cx, this, |writer| writer.write_cdata(content.as_bytes()))
}

/// `XMLWriter::text()`
pub(crate) fn text(cx: &mut Cx, this: &PhpObject, content: &PhpStr) -> PhpResult<bool> {
    done(cx, this, |writer| writer.text(content.as_bytes()))
}

/// `XMLWriter::writeRaw()`
pub(crate) fn write_raw(cx: &mut Cx, this: &PhpObject, content: &PhpStr) -> PhpResult<bool> {
    done(cx, this, |writer| writer.raw(content.as_bytes()))
}

/// `XMLWriter::endDocument()`
pub(crate) fn end_document(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_document)
}

/// `XMLWriter::writeComment()`
pub(crate) fn write_comment(cx: &mut Cx, this: &PhpObject, content: &PhpStr) -> PhpResult<bool> {
    done(cx, this, |writer| writer.write_comment(content.as_bytes()))
}

/// `XMLWriter::endDtd()`
pub(crate) fn end_dtd(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_dtd)
}

/// `XMLWriter::startDtdElement()`
pub(crate) fn start_dtd_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| writer.start_dtd_element(name.as_bytes()))
}

/// `XMLWriter::endDtdElement()`
pub(crate) fn end_dtd_element(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_dtd_element)
}

/// `XMLWriter::writeDtdElement()`
pub(crate) fn write_dtd_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| writer.write_dtd_element(name.as_bytes(), content.as_bytes()))
}

/// `XMLWriter::startDtdAttlist()`
pub(crate) fn start_dtd_attlist(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| writer.start_dtd_attlist(name.as_bytes()))
}

/// `XMLWriter::endDtdAttlist()`
pub(crate) fn end_dtd_attlist(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_dtd_attlist)
}

/// `XMLWriter::writeDtdAttlist()`
pub(crate) fn write_dtd_attlist(cx: &mut Cx, this: &PhpObject, name: &PhpStr, content: &PhpStr) -> PhpResult<bool> {
    check_name(cx, 1, name, "element name")?;
    done(cx, this, |writer| writer.write_dtd_attlist(name.as_bytes(), content.as_bytes()))
}

/// `XMLWriter::endDtdEntity()`
pub(crate) fn end_dtd_entity(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    done(cx, this, Writer::end_dtd_entity)
}
