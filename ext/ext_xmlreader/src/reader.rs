//! `XMLReader`: reads a document node by node, from a file, a string or a stream, without keeping all of it.

use ext_libxml::report_plain;
use loxo_libxml_sys::{Node, Reader, RelaxNg, names};
use loxo_runtime::object::declared_property;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value, class_of, convert, object};

/// The native part.
#[derive(Default)]
struct Open {
    reader: Option<Reader>,
}

impl Native for Open {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Open::default())),
        read_property: Some(read_property),
        write_property: Some(|cx, this, name, _| match property(this, name.as_bytes()) {
            Some(_) => {
                let class = convert::class_text(class_of(this));
                Err(cx.throw_error(format!("Cannot modify readonly property {class}::${}", name.to_str_lossy())))
            }
            None => Ok(false),
        }),
        has_property: Some(|cx, this, name, not_empty| match property(this, name.as_bytes()) {
            Some(value) if not_empty => convert::to_bool(cx, &value).map(Some),
            value => Ok(value.map(|value| !value.is_null())),
        }),
        unset_property: Some(|cx, this, name| match property(this, name.as_bytes()) {
            Some(_) => {
                let class = convert::class_text(class_of(this));
                Err(cx.throw_error(format!("Cannot unset {class}::${}", name.to_str_lossy())))
            }
            None => Ok(false),
        }),
        debug_info: Some(debug_info),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

fn reader(this: &PhpObject) -> Option<&mut Reader> {
    this.native_mut::<Open>().and_then(|open| open.reader.as_mut())
}

fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = PhpArray::new();
    for entry in object::declared_entries(this, false) {
        shown.set_sym(entry.key().as_bytes(), entry.value);
    }
    let builtin = std::iter::successors(Some(class_of(this)), |class| class.parent).find_map(|class| class.builtin);
    for row in builtin.map_or(&[][..], |builtin| builtin.properties) {
        if let Some(value) = property(this, row.name.as_bytes()).filter(|_| !is_unknown(this, row.name.as_bytes())) {
            shown.set_sym(row.name, value);
        }
    }
    Ok(shown)
}

/// There is a reader, and it has not come to anything of which this could be said.
fn is_unknown(this: &PhpObject, name: &[u8]) -> bool {
    name == b"isEmptyElement" && reader(this).is_some_and(|reader| reader.is_empty_element() == -1)
}

fn read_property(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Option<Value>> {
    let found = property(this, name.as_bytes());
    if found.is_some() && is_unknown(this, name.as_bytes()) {
        return Err(cx.throw_error("Failed to read property because no XML data has been read yet"));
    }
    Ok(found)
}

fn property(this: &PhpObject, name: &[u8]) -> Option<Value> {
    let declared = declared_property(class_of(this), name)?;
    declared.class.builtin?;
    let reader = reader(this);
    let number = |get: fn(&Reader) -> i32| Value::from(i64::from(reader.as_deref().map_or(0, get)));
    let flag = |get: fn(&Reader) -> i32| Value::from(reader.as_deref().is_some_and(|reader| get(reader) == 1));
    let text = |get: fn(&Reader) -> Option<Vec<u8>>| Value::from(PhpStr::new(&reader.as_deref().and_then(get).unwrap_or_default()));
    Some(match name {
        b"attributeCount" => number(Reader::attribute_count),
        b"baseURI" => text(Reader::base_uri),
        b"depth" => number(Reader::depth),
        b"hasAttributes" => flag(Reader::has_attributes),
        b"hasValue" => flag(Reader::has_value),
        b"isDefault" => flag(Reader::is_default),
        b"isEmptyElement" => flag(Reader::is_empty_element),
        b"localName" => text(Reader::local_name),
        b"name" => text(Reader::name),
        b"namespaceURI" => text(Reader::namespace_uri),
        b"nodeType" => number(Reader::node_type),
        b"prefix" => text(Reader::prefix),
        b"value" => text(Reader::value),
        b"xmlLang" => text(Reader::xml_lang),
        _ => return None,
    })
}

/// Works with the reader; nothing without one.
fn with<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Reader) -> R) -> PhpResult<Option<R>> {
    let result = ext_libxml::reading(cx, || reader(this).map(work));
    report_plain(cx)?;
    Ok(result)
}

fn check_text(cx: &mut Cx, number: usize, text: &PhpStr) -> PhpResult<()> {
    if text.is_empty() { Err(cx.argument_value_error(number, "must not be empty")) } else { Ok(()) }
}

fn done(result: Option<i32>) -> bool {
    result == Some(1)
}

/// `XMLReader::close()`
pub(crate) fn close(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    this.set_native(Box::new(Open::default()));
    Ok(true)
}

fn opt(text: Option<Option<Vec<u8>>>) -> Value {
    text.flatten().map_or(Value::NULL, |text| Value::from(PhpStr::new(&text)))
}

/// `XMLReader::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    check_text(cx, 1, name)?;
    Ok(opt(with(cx, this, |reader| reader.attribute(name.as_bytes()))?))
}

/// `XMLReader::getAttributeNo()`
pub(crate) fn get_attribute_no(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    Ok(opt(with(cx, this, |reader| reader.attribute_at(index as i32))?))
}

/// `XMLReader::getAttributeNs()`
pub(crate) fn get_attribute_ns(cx: &mut Cx, this: &PhpObject, name: &PhpStr, namespace: &PhpStr) -> PhpResult<Value> {
    check_text(cx, 1, name)?;
    check_text(cx, 2, namespace)?;
    Ok(opt(with(cx, this, |reader| reader.attribute_ns(name.as_bytes(), namespace.as_bytes()))?))
}

/// `XMLReader::getParserProperty()`
pub(crate) fn get_parser_property(cx: &mut Cx, this: &PhpObject, property: i64) -> PhpResult<bool> {
    match with(cx, this, |reader| reader.parser_property(property as i32))? {
        None => Err(cx.throw_error("Cannot access parser properties before loading data")),
        Some(-1) => Err(cx.argument_value_error(1, "must be a valid parser property")),
        Some(value) => Ok(value != 0),
    }
}

/// `XMLReader::isValid()`
pub(crate) fn is_valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(done(with(cx, this, |reader| reader.is_valid())?))
}

/// `XMLReader::lookupNamespace()`
pub(crate) fn lookup_namespace(cx: &mut Cx, this: &PhpObject, prefix: &PhpStr) -> PhpResult<Value> {
    check_text(cx, 1, prefix)?;
    Ok(opt(with(cx, this, |reader| reader.lookup_namespace(Some(prefix.as_bytes())))?))
}

/// `XMLReader::moveToAttribute()`
pub(crate) fn move_to_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    check_text(cx, 1, name)?;
    Ok(done(with(cx, this, |reader| reader.move_to_attribute(name.as_bytes()))?))
}

/// `XMLReader::moveToAttributeNo()`
pub(crate) fn move_to_attribute_no(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<bool> {
    Ok(done(with(cx, this, |reader| reader.move_to_attribute_at(index as i32))?))
}

/// `XMLReader::moveToAttributeNs()`
pub(crate) fn move_to_attribute_ns(cx: &mut Cx, this: &PhpObject, name: &PhpStr, namespace: &PhpStr) -> PhpResult<bool> {
    check_text(cx, 1, name)?;
    check_text(cx, 2, namespace)?;
    Ok(done(with(cx, this, |reader| reader.move_to_attribute_ns(name.as_bytes(), namespace.as_bytes()))?))
}

/// `XMLReader::moveToElement()`
pub(crate) fn move_to_element(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(done(with(cx, this, |reader| reader.move_to_element())?))
}

/// `XMLReader::moveToFirstAttribute()`
pub(crate) fn move_to_first_attribute(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(done(with(cx, this, |reader| reader.move_to_first_attribute())?))
}

/// `XMLReader::moveToNextAttribute()`
pub(crate) fn move_to_next_attribute(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(done(with(cx, this, |reader| reader.move_to_next_attribute())?))
}

/// `XMLReader::read()`
pub(crate) fn read(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    match with(cx, this, Reader::read)? {
        Some(status) => Ok(status == 1),
        None => Err(cx.throw_error("Data must be loaded before reading")),
    }
}

/// `XMLReader::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>) -> PhpResult<bool> {
    let found = with(cx, this, |reader| {
        let mut status = reader.skip();
        while let (Some(name), 1) = (name, status) {
            if reader.local_name().as_deref() == Some(name.as_bytes()) {
                break;
            }
            status = reader.skip();
        }
        status
    })?;
    match found {
        Some(status) => Ok(status == 1),
        None => Err(cx.throw_error("Data must be loaded before reading")),
    }
}

/// A reader of a text.
fn make(cx: &mut Cx, source: Vec<u8>, name: Option<&[u8]>, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<Option<Reader>> {
    let encoding = encoding.map(PhpStr::as_bytes);
    let reader = ext_libxml::reading(cx, || Reader::new(source, name, encoding, flags as i32));
    report_plain(cx)?;
    Ok(reader)
}

fn check_encoding(cx: &mut Cx, encoding: Option<&PhpStr>) -> PhpResult<()> {
    match encoding {
        Some(encoding) if encoding.as_bytes().contains(&0) => Err(cx.argument_value_error(2, "must not contain any null bytes")),
        Some(encoding) if !names::is_encoding(encoding.as_bytes()) => Err(cx.argument_value_error(2, "must be a valid character encoding")),
        _ => Ok(()),
    }
}

fn set(this: &PhpObject, reader: Option<Reader>) {
    this.set_native(Box::new(Open { reader }));
}

fn new(cx: &mut Cx) -> PhpResult<PhpObject> {
    let base = cx.builtin_class("XMLReader");
    let class = (cx.hooks.called_class)(cx).filter(|class| class.is_subclass_of(base)).unwrap_or(base);
    cx.new_object(class, &[])
}

/// The reader of what a URI names.
fn from(cx: &mut Cx, uri: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<Option<Reader>> {
    check_text(cx, 1, uri)?;
    check_encoding(cx, encoding)?;
    let found = ext_libxml::read_document(cx, uri.as_bytes())?;
    // That it could not be opened is said once, by those who ask.
    ext_libxml::dismiss();
    match found {
        Some((source, name)) => make(cx, source, Some(&name), encoding, flags),
        None => Ok(None),
    }
}

/// What was open before is closed, whatever comes of the call.
fn forget(this: Option<&PhpObject>) {
    if let Some(this) = this {
        set(this, None);
    }
}

/// What `open()` and `XML()` return: true to the object that they were called on, otherwise a new object, of no subclass.
fn opened(cx: &mut Cx, this: Option<&PhpObject>, reader: Reader) -> PhpResult<Value> {
    let Some(this) = this else {
        let object = cx.new_object(cx.builtin_class("XMLReader"), &[])?;
        set(&object, Some(reader));
        return Ok(Value::object(object));
    };
    set(this, Some(reader));
    Ok(Value::bool(true))
}

/// `XMLReader::open()`
pub(crate) fn open(cx: &mut Cx, this: Option<&PhpObject>, uri: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<Value> {
    forget(this);
    match from(cx, uri, encoding, flags)? {
        Some(reader) => opened(cx, this, reader),
        None => {
            cx.builtin_warning("Unable to open source data");
            cx.check()?;
            Ok(Value::bool(false))
        }
    }
}

/// `XMLReader::fromUri()`
pub(crate) fn from_uri(cx: &mut Cx, uri: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<PhpObject> {
    match from(cx, uri, encoding, flags)? {
        Some(reader) => {
            let object = new(cx)?;
            set(&object, Some(reader));
            Ok(object)
        }
        None => Err(cx.throw_error("Unable to open source data")),
    }
}

/// `XMLReader::fromStream()`
pub(crate) fn from_stream(
    cx: &mut Cx,
    stream: &Value,
    encoding: Option<&PhpStr>,
    flags: i64,
    uri: Option<&PhpStr>,
) -> PhpResult<PhpObject> {
    let Some(resource) = stream.deref().as_resource().cloned() else {
        let given = convert::value_name(stream.deref());
        return Err(cx.argument_type_error(1, format!("must be of type resource, {given} given")));
    };
    check_encoding(cx, encoding)?;
    let source = loxo_streams::read_all(cx, &resource)?.as_bytes().to_vec();
    let Some(reader) = make(cx, source, uri.map(PhpStr::as_bytes), encoding, flags)? else {
        return Err(cx.throw_error("Could not construct libxml reader"));
    };
    let object = new(cx)?;
    set(&object, Some(reader));
    Ok(object)
}

fn of_text(cx: &mut Cx, source: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<Option<Reader>> {
    check_text(cx, 1, source)?;
    check_encoding(cx, encoding)?;
    let mut folder = loxo_runtime::paths::cwd(cx);
    folder.push(b'/');
    make(cx, source.as_bytes().to_vec(), Some(&folder), encoding, flags)
}

/// `XMLReader::XML()`
pub(crate) fn xml(cx: &mut Cx, this: Option<&PhpObject>, source: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<Value> {
    forget(this);
    match of_text(cx, source, encoding, flags)? {
        Some(reader) => opened(cx, this, reader),
        None => {
            cx.builtin_warning("Unable to load source data");
            cx.check()?;
            Ok(Value::bool(false))
        }
    }
}

/// `XMLReader::fromString()`
pub(crate) fn from_string(cx: &mut Cx, source: &PhpStr, encoding: Option<&PhpStr>, flags: i64) -> PhpResult<PhpObject> {
    let reader = of_text(cx, source, encoding, flags)?;
    let object = new(cx)?;
    set(&object, reader);
    Ok(object)
}

fn text_of(text: Option<Option<Vec<u8>>>) -> PhpStr {
    PhpStr::new(&text.flatten().unwrap_or_default())
}

/// `XMLReader::readInnerXml()`
pub(crate) fn read_inner_xml(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(text_of(with(cx, this, |reader| reader.inner_xml())?))
}

/// `XMLReader::readOuterXml()`
pub(crate) fn read_outer_xml(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(text_of(with(cx, this, |reader| reader.outer_xml())?))
}

/// `XMLReader::readString()`
pub(crate) fn read_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(text_of(with(cx, this, |reader| reader.string())?))
}

/// `XMLReader::setSchema()`
pub(crate) fn set_schema(cx: &mut Cx, this: &PhpObject, filename: Option<&PhpStr>) -> PhpResult<bool> {
    if let Some(filename) = filename {
        check_text(cx, 1, filename)?;
    }
    let name = filename.and_then(|name| ext_libxml::absolute_name(cx, name.as_bytes()));
    match with(cx, this, |reader| reader.set_schema(name.as_deref()))? {
        Some(0) => Ok(true),
        Some(_) => {
            cx.builtin_warning("Schema contains errors");
            cx.check()?;
            Ok(false)
        }
        None => Err(cx.throw_error("Schema must be set prior to reading")),
    }
}

/// `XMLReader::setParserProperty()`
pub(crate) fn set_parser_property(cx: &mut Cx, this: &PhpObject, property: i64, value: bool) -> PhpResult<bool> {
    match with(cx, this, |reader| reader.set_parser_property(property as i32, value))? {
        None => Err(cx.throw_error("Cannot access parser properties before loading data")),
        Some(-1) => Err(cx.argument_value_error(1, "must be a valid parser property")),
        Some(_) => Ok(true),
    }
}

fn relax_ng(cx: &mut Cx, this: &PhpObject, source: Option<&PhpStr>, is_file: bool) -> PhpResult<bool> {
    if let Some(source) = source {
        check_text(cx, 1, source)?;
    }
    let name = source.filter(|_| is_file).and_then(|name| ext_libxml::absolute_name(cx, name.as_bytes()));
    let status = with(cx, this, |reader| {
        let schema = match (source, &name) {
            (Some(_), Some(name)) => RelaxNg::from_name(name),
            (Some(text), None) if !is_file => RelaxNg::from_text(text.as_bytes()),
            _ => None,
        };
        if source.is_some() && schema.is_none() {
            return -1;
        }
        reader.set_relax_ng(schema)
    })?;
    match status {
        Some(0) => Ok(true),
        Some(_) => {
            cx.builtin_warning("Schema contains errors");
            cx.check()?;
            Ok(false)
        }
        None => Err(cx.throw_error("Schema must be set prior to reading")),
    }
}

/// `XMLReader::setRelaxNGSchema()`
pub(crate) fn set_relax_ng_schema(cx: &mut Cx, this: &PhpObject, filename: Option<&PhpStr>) -> PhpResult<bool> {
    relax_ng(cx, this, filename, true)
}

/// `XMLReader::setRelaxNGSchemaSource()`
pub(crate) fn set_relax_ng_schema_source(cx: &mut Cx, this: &PhpObject, source: Option<&PhpStr>) -> PhpResult<bool> {
    relax_ng(cx, this, source, false)
}

/// `XMLReader::expand()`
pub(crate) fn expand(cx: &mut Cx, this: &PhpObject, base: Option<&PhpObject>) -> PhpResult<Value> {
    let target = match base {
        Some(base) => ext_libxml::node_of(base),
        None => Node::new_document(b"1.0"),
    };
    let Some(target) = target else { return Err(cx.throw_error("Couldn't fetch DOMNode")) };
    let found = match with(cx, this, |reader| reader.expand(&target))? {
        None => return Err(cx.throw_error("Data must be loaded before expanding")),
        Some(found) => found,
    };
    match found {
        Some(node) => ext_libxml::show(cx, &node),
        None => {
            cx.builtin_warning("An Error Occurred while expanding");
            cx.check()?;
            Ok(Value::FALSE)
        }
    }
}
