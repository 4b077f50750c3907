//! The builtins `xml_*`: parsers that call functions of the program for tags, text and other parts of a document.

use std::rc::Rc;

use loxo_libxml_sys::PushParser;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, compare, convert};

use crate::events::read;
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
pub(crate) enum Encoding {
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
    pub push: Option<Rc<PushParser>>,
    /// Between a namespace and a name: a byte, or none. `None`: namespaces are not looked at.
    pub separator: Option<Vec<u8>>,
    pub hooks: [Option<Value>; HOOKS],
    /// Hooks that have been set, be it to nothing: what they are for goes to no default handler.
    pub taken: [bool; HOOKS],
    /// Hooks that are methods of `object`.
    methods: [Option<PhpStr>; HOOKS],
    object: Option<PhpObject>,
    pub parsing: bool,
    pub fold: bool,
    pub target: Encoding,
    pub skip_start: usize,
    pub skip_white: bool,
    pub huge: bool,
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

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Parser::default())),
        no_new: Some("Cannot directly construct XMLParser, use xml_parser_create() or xml_parser_create_ns() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn parser(object: &PhpObject) -> &mut Parser {
    object.native_mut::<Parser>().expect("objects of this class have this native part")
}

fn create(cx: &mut Cx, encoding: Option<&PhpStr>, separator: Option<&PhpStr>) -> PhpResult<PhpObject> {
    let target = match encoding.filter(|name| !name.is_empty()) {
        None => Encoding::Utf8,
        Some(name) => match Encoding::find(name) {
            Some(encoding) => encoding,
            None => return Err(cx.argument_value_error(1, "is not a supported source encoding")),
        },
    };
    let Some(push) = PushParser::new(separator.is_some()) else { return Err(cx.throw_error("Unable to allocate a parser")) };
    let class = cx.builtin_class("XMLParser");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Parser::default()));
    let state = parser(&object);
    state.push = Some(Rc::new(push));
    state.separator = separator.map(|text| text.iter().copied().take(1).collect());
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
    state.taken[hook as usize] = true;
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

/// `xml_parse()`
pub(crate) fn xml_parse(cx: &mut Cx, object: &PhpObject, data: &PhpStr, is_final: bool) -> PhpResult<i64> {
    if parser(object).parsing {
        return Err(cx.throw_error("Parser must not be called recursively"));
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
    let state = parser(object);
    state.structure = Some(structure::Collector::new(values.reference(), index.map(RefArg::reference)));
    for hook in [Hook::Start, Hook::End, Hook::Characters] {
        state.taken[hook as usize] = true;
    }
    let done = read(cx, object, data, true);
    parser(object).structure = None;
    done.map(|done| Value::int(done.into()))
}

/// `xml_get_error_code()`
pub(crate) fn xml_get_error_code(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).push.as_ref().map_or(0, |push| push.error().into()))
}

/// `xml_error_string()`
pub(crate) fn xml_error_string(_cx: &mut Cx, code: i64) -> PhpResult<&'static str> {
    Ok(messages::text(code))
}

/// `xml_get_current_line_number()`
pub(crate) fn xml_get_current_line_number(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).push.as_ref().map_or(0, |push| push.line().into()))
}

/// `xml_get_current_column_number()`
pub(crate) fn xml_get_current_column_number(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).push.as_ref().map_or(0, |push| push.column().into()))
}

/// `xml_get_current_byte_index()`
pub(crate) fn xml_get_current_byte_index(_cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(parser(object).push.as_ref().map_or(0, |push| push.position() as i64))
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
        PARSE_HUGE if parser(object).parsing => return Err(cx.throw_error("Cannot change option XML_OPTION_PARSE_HUGE while parsing")),
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
