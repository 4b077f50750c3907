//! What programs call.

use loxo_runtime::{Behaviour, Callable, Cx, Native, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, compare, convert};

use crate::scanner::{Event, Scanner, error};
use crate::{messages, structure};

/// What handlers are for.
#[derive(Clone, Copy)]
pub(crate) enum Hook {
    Start,
    End,
    Characters,
    Instruction,
    Default,
    UnparsedEntity,
    Notation,
    ExternalEntity,
    NamespaceStart,
    NamespaceEnd,
}

const HOOKS: usize = 10;

/// What sets them.
const SETTERS: [&str; HOOKS] = [
    "xml_set_element_handler",
    "xml_set_element_handler",
    "xml_set_character_data_handler",
    "xml_set_processing_instruction_handler",
    "xml_set_default_handler",
    "xml_set_unparsed_entity_decl_handler",
    "xml_set_notation_decl_handler",
    "xml_set_external_entity_ref_handler",
    "xml_set_start_namespace_decl_handler",
    "xml_set_end_namespace_decl_handler",
];

/// `XML_OPTION_TARGET_ENCODING`
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Encoding {
    #[default]
    Utf8,
    Latin1,
    Ascii,
}

impl Encoding {
    const ALL: [(Encoding, &'static str); 3] = [(Encoding::Latin1, "ISO-8859-1"), (Encoding::Ascii, "US-ASCII"), (Encoding::Utf8, "UTF-8")];

    fn find(name: &[u8]) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|(_, known)| known.as_bytes().eq_ignore_ascii_case(name)).map(|(encoding, _)| encoding)
    }

    fn name(self) -> &'static str {
        Encoding::ALL.into_iter().find(|(known, _)| *known == self).map_or("UTF-8", |(_, name)| name)
    }
}

/// What an `XMLParser` holds.
#[derive(Default)]
pub(crate) struct Parser {
    scanner: Scanner,
    hooks: [Option<Value>; HOOKS],
    /// Hooks that are methods of `object`.
    methods: [Option<PhpStr>; HOOKS],
    object: Option<PhpObject>,
    parsing: bool,
    fold: bool,
    target: Encoding,
    skip_start: usize,
    skip_white: bool,
    huge: bool,
    /// Where `xml_parse_into_struct()` collects.
    pub structure: Option<structure::Collector>,
}

impl Native for Parser {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.hooks.iter().flatten().for_each(|hook| tracer.value(hook));
        if let Some(object) = &self.object {
            tracer.object(object);
        }
    }
}

pub(crate) fn behaviour() -> Behaviour {
    Behaviour {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Parser::default())),
        no_new: Some("Cannot directly construct XMLParser, use xml_parser_create() or xml_parser_create_ns() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..Behaviour::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn parser(object: &PhpObject) -> &mut Parser {
    object.native_mut::<Parser>().expect("objects of this class have this native part")
}

fn create(cx: &mut Cx, encoding: Option<&PhpStr>, separator: Option<&PhpStr>) -> PhpResult<PhpObject> {
    let (source, target) = match encoding {
        None => (Some(Encoding::Utf8), Encoding::Utf8),
        Some(name) if name.is_empty() => (None, Encoding::Utf8),
        Some(name) => match Encoding::find(name) {
            Some(encoding) => (Some(encoding), encoding),
            None => return Err(cx.argument_value_error(1, "is not a supported source encoding")),
        },
    };
    let class = cx.builtin_class("XMLParser");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Parser::default()));
    // UTF-8 is also what is meant when nothing is said, so that a declaration in the document counts.
    let latin1 = matches!(source, Some(Encoding::Latin1 | Encoding::Ascii));
    let separator = separator.map(|text| text.iter().copied().take(1).collect());
    let state = parser(&object);
    state.scanner = Scanner::new(latin1, separator);
    state.target = target;
    state.fold = true;
    Ok(object)
}

/// `xml_parser_create()`
pub(crate) fn xml_parser_create(cx: &mut Cx, encoding: Option<&PhpStr>) -> PhpResult<PhpObject> {
    create(cx, encoding, None)
}

/// `xml_parser_create_ns()`
pub(crate) fn xml_parser_create_ns(cx: &mut Cx, encoding: Option<&PhpStr>, separator: &PhpStr) -> PhpResult<PhpObject> {
    create(cx, encoding, Some(separator))
}

/// `xml_set_object()`
pub(crate) fn xml_set_object(cx: &mut Cx, object: &PhpObject, target: &PhpObject) -> PhpResult<bool> {
    let class = cx.class_of(target);
    let state = parser(object);
    for (method, setter) in state.methods.iter().zip(SETTERS) {
        if let Some(method) = method
            && class.method(&method.to_ascii_lowercase()).is_none()
        {
            let class = class.name.to_php();
            return Err(cx.argument_value_error(
                2,
                format!(
                    "cannot safely swap to object of class {class} as method \"{method}\" does not exist, which was set via {setter}()"
                ),
            ));
        }
    }
    for (hook, method) in state.hooks.iter_mut().zip(&state.methods) {
        if let Some(method) = method {
            *hook = Some(PhpArray::from_values([Value::from(target.clone()), Value::from(method)]).into());
        }
    }
    state.object = Some(target.clone());
    Ok(true)
}

/// A handler as it is kept: something callable, `None` for nothing; and its name, if it is a method of the object that was set.
type Handler = (Option<Value>, Option<PhpStr>);

fn handler(cx: &mut Cx, object: &PhpObject, number: usize, given: &Value) -> PhpResult<Handler> {
    let given = given.deref();
    if given.is_null() {
        return Ok((None, None));
    }
    if (cx.hooks.callable)(cx, given)?.is_ok() {
        return Ok((Some(given.clone()), None));
    }
    let Some(name) = given.as_str() else { return Err(cx.argument_type_error(number, "must be of type callable|string|null")) };
    if name.is_empty() {
        return Ok((None, None));
    }
    let Some(target) = parser(object).object.clone() else {
        return Err(cx.argument_value_error(number, "an object must be set via xml_set_object() to be able to lookup method"));
    };
    let class = cx.class_of(&target);
    if class.method(&name.to_ascii_lowercase()).is_none() {
        let class = class.name.to_php();
        return Err(cx.argument_value_error(number, format!("method {class}::{name}() does not exist")));
    }
    Ok((Some(PhpArray::from_values([Value::from(target), Value::from(name)]).into()), Some(name.clone())))
}

fn keep(object: &PhpObject, hook: Hook, (handler, method): Handler) {
    let state = parser(object);
    state.hooks[hook as usize] = handler;
    state.methods[hook as usize] = method;
}

/// Once in a call.
fn deprecate_names(cx: &mut Cx, handlers: &[&Value]) -> PhpResult<()> {
    for handler in handlers {
        let handler = handler.deref();
        if handler.is_string() && (cx.hooks.callable)(cx, handler)?.is_err() {
            cx.builtin_deprecated("Passing non-callable strings is deprecated since 8.4");
            return cx.check();
        }
    }
    Ok(())
}

fn set(cx: &mut Cx, object: &PhpObject, hook: Hook, given: &Value) -> PhpResult<bool> {
    deprecate_names(cx, &[given])?;
    let handler = handler(cx, object, 2, given)?;
    keep(object, hook, handler);
    Ok(true)
}

/// `xml_set_element_handler()`
pub(crate) fn xml_set_element_handler(cx: &mut Cx, object: &PhpObject, start: &Value, end: &Value) -> PhpResult<bool> {
    let fits = |cx: &mut Cx, value: &Value| -> PhpResult<bool> {
        let value = value.deref();
        Ok(value.is_null() || value.is_string() || (cx.hooks.callable)(cx, value)?.is_ok())
    };
    if !(fits(cx, start)? && fits(cx, end)?) {
        // Whichever is wrong: the first is accused if it is no name.
        let number = if start.deref().is_null() || start.deref().is_string() { 3 } else { 2 };
        return Err(cx.argument_type_error(number, "must be of type callable|string|null"));
    }
    deprecate_names(cx, &[start, end])?;
    let (start, end) = (handler(cx, object, 2, start)?, handler(cx, object, 3, end)?);
    keep(object, Hook::Start, start);
    keep(object, Hook::End, end);
    Ok(true)
}

macro_rules! setters {
    ($($name:ident $hook:ident;)*) => {
        $(pub(crate) fn $name(cx: &mut Cx, object: &PhpObject, handler: &Value) -> PhpResult<bool> {
            set(cx, object, Hook::$hook, handler)
        })*
    };
}

setters! {
    xml_set_character_data_handler Characters;
    xml_set_processing_instruction_handler Instruction;
    xml_set_default_handler Default;
    xml_set_unparsed_entity_decl_handler UnparsedEntity;
    xml_set_notation_decl_handler Notation;
    xml_set_external_entity_ref_handler ExternalEntity;
    xml_set_start_namespace_decl_handler NamespaceStart;
    xml_set_end_namespace_decl_handler NamespaceEnd;
}

/// Text in the target encoding.
fn encoded(target: Encoding, text: &[u8]) -> PhpStr {
    let limit = match target {
        Encoding::Utf8 => return PhpStr::new(text),
        Encoding::Latin1 => 0xff,
        Encoding::Ascii => 0x7f,
    };
    let byte = |c: char| u8::try_from(u32::from(c)).ok().filter(|b| *b <= limit).unwrap_or(b'?');
    PhpStr::from_vec(String::from_utf8_lossy(text).chars().map(byte).collect())
}

/// A name of an element or attribute.
fn tag(state: &Parser, name: &[u8]) -> PhpStr {
    let name = encoded(state.target, name);
    if state.fold { name.to_ascii_upper() } else { name }
}

/// An element's name without what shall be skipped.
fn element(state: &Parser, name: &[u8]) -> PhpStr {
    let name = tag(state, name);
    if state.skip_start == 0 { name } else { PhpStr::new(name.get(state.skip_start..).unwrap_or_default()) }
}

fn call(cx: &mut Cx, object: &PhpObject, hook: Hook, args: Vec<Value>) -> PhpResult<bool> {
    call_for(cx, object, hook, args).map(|result| result.is_some())
}

/// What the handler returns; `None`: there is none.
fn call_for(cx: &mut Cx, object: &PhpObject, hook: Hook, args: Vec<Value>) -> PhpResult<Option<Value>> {
    let Some(callee) = parser(object).hooks[hook as usize].clone() else { return Ok(None) };
    let callable: Option<Callable> = (cx.hooks.callable)(cx, &callee)?.ok();
    let Some(callable) = callable else { return Ok(None) };
    let active = cx.active;
    let result = match <[Value; 1]>::try_from(args) {
        Ok([one]) => cx.call_vec(&callable, [Value::from(object.clone()), one]),
        Err(mut args) => {
            args.insert(0, Value::from(object.clone()));
            cx.call_vec(&callable, args)
        }
    };
    cx.active = active;
    result.map(Some)
}

fn or_default(cx: &mut Cx, object: &PhpObject, handled: bool, text: impl FnOnce() -> Vec<u8>) -> PhpResult<()> {
    if !handled && parser(object).hooks[Hook::Default as usize].is_some() {
        let text = encoded(parser(object).target, &text());
        call(cx, object, Hook::Default, vec![text.into()])?;
    }
    Ok(())
}

fn characters(cx: &mut Cx, object: &PhpObject, bytes: Vec<u8>) -> PhpResult<()> {
    let state = parser(object);
    let told = [Hook::Characters, Hook::Default].into_iter().any(|hook| state.hooks[hook as usize].is_some());
    if !told && state.structure.is_none() {
        return Ok(());
    }
    let shown = Value::from(encoded(parser(object).target, &bytes));
    let handled = call(cx, object, Hook::Characters, vec![shown.clone()])?;
    let skip_white = parser(object).skip_white;
    let collects = structure::characters(cx, object, shown.as_bytes().unwrap_or_default(), skip_white)?;
    or_default(cx, object, handled || collects, || bytes)
}

fn dispatch(cx: &mut Cx, object: &PhpObject, event: Event) -> PhpResult<()> {
    let state = parser(object);
    let target = state.target;
    let text = |bytes: &[u8]| Value::from(encoded(target, bytes));
    let maybe = |bytes: Option<Vec<u8>>| bytes.map_or(Value::FALSE, |bytes| text(&bytes));
    match event {
        Event::Start { name, attributes, source } => {
            let shown = element(state, &name);
            let mut array = PhpArray::new();
            for (name, value) in &attributes {
                array.set_sym(&tag(state, name)[..], text(value));
            }
            let handled = call(cx, object, Hook::Start, vec![(&shown).into(), array.clone().into()])?;
            let collects = structure::start(cx, object, &shown, array)?;
            or_default(cx, object, handled || collects, || source)
        }
        Event::End { name, source } => {
            let shown = element(state, &name);
            let handled = call(cx, object, Hook::End, vec![(&shown).into()])?;
            let collects = structure::end(cx, object, &shown)?;
            or_default(cx, object, handled || collects, || source)
        }
        Event::Characters(bytes) => characters(cx, object, bytes),
        Event::Entity { name, value, predefined } => {
            let has = |hook: Hook| state.hooks[hook as usize].is_some();
            let reads = has(Hook::Characters) || state.structure.is_some();
            if has(Hook::Default) && !(predefined && reads) {
                return or_default(cx, object, false, || [b"&", &name[..], b";"].concat());
            }
            value.map_or(Ok(()), |value| characters(cx, object, value))
        }
        Event::ExternalEntity { name, system, public } => {
            let args = vec![text(&name), "".into(), maybe(system), maybe(public)];
            let Some(result) = call_for(cx, object, Hook::ExternalEntity, args)? else { return Ok(()) };
            if convert::to_int(cx, &result)? == 0 {
                parser(object).scanner.error = error::EXTERNAL_ENTITY_HANDLING;
            }
            Ok(())
        }
        Event::Notation { name, system, public } => {
            call(cx, object, Hook::Notation, vec![text(&name), Value::FALSE, maybe(system), maybe(public)]).map(drop)
        }
        Event::UnparsedEntity { name, system, public, notation } => {
            let args = vec![text(&name), Value::FALSE, maybe(system), maybe(public), text(&notation)];
            call(cx, object, Hook::UnparsedEntity, args).map(drop)
        }
        Event::Instruction { target, data } => {
            let content = data.as_deref().map_or(Value::FALSE, text);
            let handled = call(cx, object, Hook::Instruction, vec![text(&target), content])?;
            or_default(cx, object, handled, || [b"<?", &target[..], b" ", &data.unwrap_or_default(), b"?>"].concat())
        }
        Event::Other(bytes) => or_default(cx, object, false, || bytes),
        Event::NamespaceStart { prefix, uri } => {
            let prefix = prefix.as_deref().map_or(Value::FALSE, text);
            call(cx, object, Hook::NamespaceStart, vec![prefix, text(&uri)]).map(drop)
        }
    }
}

/// Reads a piece; whether all is well so far.
fn read(cx: &mut Cx, object: &PhpObject, data: &[u8], is_final: bool) -> PhpResult<bool> {
    let state = parser(object);
    if state.scanner.error != 0 {
        return Ok(false);
    }
    state.parsing = true;
    state.scanner.huge = state.huge;
    state.scanner.feed(data);
    let mut result = Ok(());
    loop {
        let state = parser(object);
        // Namespaces are told of between the tag and its element, by handlers that may set others.
        state.scanner.keep_tags = state.hooks[Hook::Default as usize].is_some() || state.hooks[Hook::NamespaceStart as usize].is_some();
        let Some(event) = state.scanner.next(is_final) else { break };
        result = dispatch(cx, object, event);
        if result.is_err() {
            break;
        }
    }
    let state = parser(object);
    state.parsing = false;
    result.map(|()| state.scanner.error == 0 && state.scanner.warning == 0)
}

/// `xml_parse()`
pub(crate) fn xml_parse(cx: &mut Cx, object: &PhpObject, data: &PhpStr, is_final: bool) -> PhpResult<i64> {
    if parser(object).parsing {
        return Err(cx.error("Parser must not be called recursively"));
    }
    read(cx, object, data, is_final).map(i64::from)
}

/// `xml_parse_into_struct()`
pub(crate) fn xml_parse_into_struct(
    cx: &mut Cx,
    object: &PhpObject,
    data: &PhpStr,
    values: &RefArg,
    index: Option<&RefArg>,
) -> PhpResult<Value> {
    if parser(object).parsing {
        cx.builtin_warning("Parser must not be called recursively");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    values.set(cx, Value::EMPTY_ARRAY)?;
    if let Some(index) = index {
        index.set(cx, Value::EMPTY_ARRAY)?;
    }
    parser(object).structure = Some(structure::Collector::new(values.reference(), index.map(RefArg::reference)));
    let done = read(cx, object, data, true);
    parser(object).structure = None;
    done.map(|done| Value::int(done.into()))
}

/// `xml_get_error_code()`
pub(crate) fn xml_get_error_code(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    let scanner = &parser(object).scanner;
    Ok(if scanner.error != 0 { scanner.error } else { scanner.warning })
}

/// `xml_error_string()`
pub(crate) fn xml_error_string(_cx: &mut Cx, code: i64) -> PhpResult<&'static str> {
    Ok(messages::text(code))
}

/// `xml_get_current_line_number()`
pub(crate) fn xml_get_current_line_number(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).scanner.line())
}

/// `xml_get_current_column_number()`
pub(crate) fn xml_get_current_column_number(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).scanner.column())
}

/// `xml_get_current_byte_index()`
pub(crate) fn xml_get_current_byte_index(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).scanner.position())
}

/// `xml_parser_free()`
pub(crate) fn xml_parser_free(cx: &mut Cx, object: &PhpObject) -> PhpResult<bool> {
    if parser(object).parsing {
        cx.builtin_warning("Parser cannot be freed while it is parsing");
        cx.check()?;
        return Ok(false);
    }
    Ok(true)
}

const CASE_FOLDING: i64 = 1;
const TARGET_ENCODING: i64 = 2;
const SKIP_TAGSTART: i64 = 3;
const SKIP_WHITE: i64 = 4;
const PARSE_HUGE: i64 = 5;

/// `xml_parser_set_option()`
pub(crate) fn xml_parser_set_option(cx: &mut Cx, object: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    let value = value.deref();
    if !(value.is_bool() || value.is_int() || value.is_string()) {
        let given = convert::type_name(value);
        cx.builtin_warning(format!("Argument #3 ($value) must be of type string|int|bool, {given} given"));
        cx.check()?;
    }
    match option {
        CASE_FOLDING => parser(object).fold = convert::to_bool(cx, value)?,
        SKIP_WHITE => parser(object).skip_white = convert::to_bool(cx, value)?,
        PARSE_HUGE if parser(object).parsing => return Err(cx.error("Cannot change option XML_OPTION_PARSE_HUGE while parsing")),
        PARSE_HUGE => parser(object).huge = convert::to_bool(cx, value)?,
        SKIP_TAGSTART => {
            let Ok(count) = i32::try_from(convert::to_int(cx, value)?).and_then(usize::try_from) else {
                let message = format!("Argument #3 ($value) must be between 0 and {} for option XML_OPTION_SKIP_TAGSTART", i32::MAX);
                cx.builtin_warning(message);
                cx.check()?;
                return Ok(false);
            };
            parser(object).skip_start = count;
        }
        TARGET_ENCODING => {
            let name = convert::to_string(cx, value)?;
            match Encoding::find(&name) {
                Some(encoding) => parser(object).target = encoding,
                None => return Err(cx.argument_value_error(3, "is not a supported target encoding")),
            }
        }
        _ => return Err(cx.argument_value_error(2, "must be a XML_OPTION_* constant")),
    }
    Ok(true)
}

/// `xml_parser_get_option()`
pub(crate) fn xml_parser_get_option(cx: &mut Cx, object: &PhpObject, option: i64) -> PhpResult<Value> {
    let state = parser(object);
    Ok(match option {
        CASE_FOLDING => Value::bool(state.fold),
        SKIP_WHITE => Value::bool(state.skip_white),
        PARSE_HUGE => Value::bool(state.huge),
        SKIP_TAGSTART => Value::int(state.skip_start as i64),
        TARGET_ENCODING => state.target.name().into(),
        _ => return Err(cx.argument_value_error(2, "must be a XML_OPTION_* constant")),
    })
}
