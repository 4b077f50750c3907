//! `DOMXPath`: evaluates XPath expressions, in which PHP functions may be called if the program has registered them.

use std::rc::Rc;

use loxo_libxml_sys::{Evaluation, XPath, XPathNode, XPathValue};
use loxo_runtime::{Callable, KeyRef};

use crate::list::{self, Item};
use crate::marks::is_modern;
use crate::prelude::*;

const PHP: &[u8] = b"http://php.net/xpath";

/// What functions may be called from expressions.
#[derive(Default)]
enum Allowed {
    #[default]
    None,
    All,
    These,
}

/// The native part.
#[derive(Default)]
struct Context {
    xpath: Option<Rc<XPath>>,
    register_ns: bool,
    allowed: Allowed,
    functions: Vec<(Vec<u8>, Callable, Value)>,
    namespaced: Vec<(Vec<u8>, Vec<u8>, Callable, Value)>,
    /// What expressions got from functions lives as long as the context: results may show it.
    kept: Vec<PhpObject>,
}

impl Native for Context {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for (_, _, value) in &self.functions {
            tracer.value(value);
        }
        for (_, _, _, value) in &self.namespaced {
            tracer.value(value);
        }
        for object in &self.kept {
            tracer.object(object);
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Context { register_ns: true, ..Context::default() })),
        read_property: Some(read),
        write_property: Some(write),
        has_property: Some(|cx, this, name, not_empty| match read(cx, this, name)? {
            Some(value) if not_empty => convert::to_bool(cx, &value).map(Some),
            value => Ok(value.map(|value| !value.is_null())),
        }),
        debug_info: Some(|cx, this| {
            let mut shown = crate::properties::own_members(this);
            let names =
                if context(this).xpath.is_some() { &["document", "registerNodeNamespaces"][..] } else { &["registerNodeNamespaces"] };
            for name in names.iter().copied() {
                if let Some(value) = read(cx, this, &PhpStr::from(name))? {
                    shown.set_sym(name, crate::properties::omitted(value));
                }
            }
            Ok(shown)
        }),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn context(this: &PhpObject) -> &mut Context {
    this.native_mut::<Context>().expect("objects of this class have this native part")
}

fn read(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Option<Value>> {
    match name.as_bytes() {
        b"document" => match context(this).xpath.clone() {
            Some(xpath) => value_for(cx, Some(xpath.document())).map(Some),
            None => Err(dom_error(cx, Code::InvalidState)),
        },
        b"registerNodeNamespaces" => Ok(Some(Value::from(context(this).register_ns))),
        _ => Ok(None),
    }
}

fn write(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<bool> {
    match name.as_bytes() {
        b"document" => Err(crate::properties::readonly(cx, this, name, "modify readonly property")),
        b"registerNodeNamespaces" => {
            context(this).register_ns = convert::to_bool(cx, value)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// `DOMXPath::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, document: &PhpObject, register_ns: bool) -> PhpResult<()> {
    let document = this_node(cx, document)?;
    let Some(xpath) = XPath::new(&document) else { return Err(dom_error(cx, Code::InvalidState)) };
    xpath.register_function(Some(PHP), b"function");
    xpath.register_function(Some(PHP), b"functionString");
    // What an earlier call registered goes with its context.
    *context(this) = Context { xpath: Some(Rc::new(xpath)), register_ns, ..Context::default() };
    Ok(())
}

fn xpath_of(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<XPath>> {
    match context(this).xpath.clone() {
        Some(xpath) => Ok(xpath),
        None => Err(cx.throw_error("Invalid XPath Context")),
    }
}

fn run(cx: &mut Cx, this: &PhpObject, expression: &PhpStr, from: Option<&PhpObject>, register_ns: bool) -> PhpResult<Option<XPathValue>> {
    let xpath = xpath_of(cx, this)?;
    let document = xpath.document();
    let from = match from {
        Some(object) => this_node(cx, object)?,
        None => document.root().unwrap_or_else(|| document.clone()),
    };
    if from.document() != document {
        return Err(cx.throw_error("Node from wrong document"));
    }
    let active = cx.active;
    let found = xpath.evaluate(expression.as_bytes(), &from, register_ns, &mut |call| {
        let value = answer(cx, this, call);
        cx.active = active;
        value
    });
    cx.check()?;
    report_plain(cx)?;
    Ok(found)
}

/// `DOMXPath::query()`
pub(crate) fn query(cx: &mut Cx, this: &PhpObject, expression: &PhpStr, from: Option<&PhpObject>, register_ns: bool) -> PhpResult<Value> {
    let register_ns = register_ns && context(this).register_ns;
    let found = run(cx, this, expression, from, register_ns)?;
    let items = match found {
        Some(XPathValue::Nodes(nodes)) => {
            check_axis(cx, this, &nodes)?;
            nodes.into_iter().map(item).collect()
        }
        Some(_) => Vec::new(),
        None => return failed(cx, this),
    };
    let about = xpath_of(cx, this)?.document();
    list::create_found(cx, &about, items).map(Value::object)
}

/// `DOMXPath::evaluate()`
pub(crate) fn evaluate(
    cx: &mut Cx,
    this: &PhpObject,
    expression: &PhpStr,
    from: Option<&PhpObject>,
    register_ns: bool,
) -> PhpResult<Value> {
    let register_ns = register_ns && context(this).register_ns;
    Ok(match run(cx, this, expression, from, register_ns)? {
        Some(XPathValue::Nodes(nodes)) => {
            check_axis(cx, this, &nodes)?;
            let items = nodes.into_iter().map(item).collect();
            let about = xpath_of(cx, this)?.document();
            Value::object(list::create_found(cx, &about, items)?)
        }
        Some(XPathValue::Bool(value)) => Value::from(value),
        Some(XPathValue::Number(value)) => Value::from(value),
        Some(XPathValue::Text(value)) => text(value),
        None => return failed(cx, this),
    })
}

/// An expression that is none.
fn failed(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    if is_modern(&xpath_of(cx, this)?.document()) {
        return Err(cx.throw_error("Could not evaluate XPath expression"));
    }
    Ok(Value::FALSE)
}

/// The `Dom` namespace has no objects for declarations of namespaces.
fn check_axis(cx: &mut Cx, this: &PhpObject, nodes: &[XPathNode]) -> PhpResult<()> {
    let declares = nodes.iter().any(|node| matches!(node, XPathNode::Namespace { .. }));
    if declares && is_modern(&xpath_of(cx, this)?.document()) {
        let text = "The namespace axis is not well-defined in the living DOM specification. Use Dom\\Element::getInScopeNamespaces() or \
                    Dom\\Element::getDescendantNamespaces() instead.";
        return Err(crate::errors::dom_error_saying(cx, Code::NotSupported, text));
    }
    Ok(())
}

fn item(node: XPathNode) -> Item {
    match node {
        XPathNode::Node(node) => Item::Node(node),
        XPathNode::Namespace { prefix, href, parent } => Item::Namespace { prefix, href, parent },
    }
}

/// `DOMXPath::registerNamespace()`
pub(crate) fn register_namespace(cx: &mut Cx, this: &PhpObject, prefix: &PhpStr, namespace: &PhpStr) -> PhpResult<bool> {
    Ok(xpath_of(cx, this)?.register_ns(prefix.as_bytes(), namespace.as_bytes()))
}

/// `DOMXPath::registerPhpFunctions()`
pub(crate) fn register_php_functions(cx: &mut Cx, this: &PhpObject, restrict: Option<&Value>) -> PhpResult<()> {
    xpath_of(cx, this)?;
    let restrict = restrict.map_or(Value::NULL, Value::clone_deref);
    if let Some(list) = restrict.as_array() {
        let mut found = Vec::new();
        for (key, value) in list {
            let value = value.clone_deref();
            let (name, callable) = match key {
                KeyRef::Str(name) => (name.as_bytes().to_vec(), resolve(cx, &value, "an array with valid callbacks as values")?),
                KeyRef::Int(_) => {
                    let name = convert::to_string(cx, &value)?;
                    (name.as_bytes().to_vec(), resolve(cx, &Value::from(name), "an array with valid callbacks as values")?)
                }
            };
            if !is_callback_name(&name) {
                return Err(cx.argument_value_error(1, "must be an array containing valid callback names"));
            }
            found.push((name, callable, value));
        }
        let own = context(this);
        for entry in found {
            own.functions.retain(|(name, ..)| *name != entry.0);
            own.functions.push(entry);
        }
        if !matches!(own.allowed, Allowed::All) {
            own.allowed = Allowed::These;
        }
        return Ok(());
    }
    if let Some(name) = restrict.as_str().cloned() {
        if !is_callback_name(name.as_bytes()) {
            return Err(cx.argument_value_error(1, "must be a valid callback name"));
        }
        let callable = resolve(cx, &restrict, "a callable")?;
        let own = context(this);
        own.functions.retain(|(known, ..)| known != name.as_bytes());
        own.functions.push((name.as_bytes().to_vec(), callable, Value::from(name)));
        if !matches!(own.allowed, Allowed::All) {
            own.allowed = Allowed::These;
        }
        return Ok(());
    }
    context(this).allowed = Allowed::All;
    Ok(())
}

fn is_callback_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&0)
}

fn resolve(cx: &mut Cx, value: &Value, wanted: &str) -> PhpResult<Callable> {
    match (cx.hooks.callable)(cx, value)? {
        Ok(callable) => Ok(callable),
        Err(why) => Err(cx.argument_type_error(1, format!("must be {wanted}, {why}"))),
    }
}

/// `DOMXPath::registerPhpFunctionNS()`
pub(crate) fn register_php_function_ns(cx: &mut Cx, this: &PhpObject, uri: &PhpStr, name: &PhpStr, callable: &Value) -> PhpResult<()> {
    let xpath = xpath_of(cx, this)?;
    if uri.as_bytes() == PHP {
        return Err(cx.argument_value_error(1, "must not be \"http://php.net/xpath\" because it is reserved by PHP"));
    }
    if uri.as_bytes().contains(&0) || name.as_bytes().contains(&0) {
        let number = if uri.as_bytes().contains(&0) { 1 } else { 2 };
        return Err(cx.argument_value_error(number, "must not contain any null bytes"));
    }
    if !names::is_ncname(name.as_bytes()) {
        return Err(cx.argument_value_error(2, "must be a valid callback name"));
    }
    let resolved = match (cx.hooks.callable)(cx, callable.deref())? {
        Ok(callable) => callable,
        Err(why) => return Err(cx.argument_type_error(3, format!("must be a valid callback, {why}"))),
    };
    xpath.register_function(Some(uri.as_bytes()), name.as_bytes());
    context(this).namespaced.push((uri.as_bytes().to_vec(), name.as_bytes().to_vec(), resolved, callable.clone_deref()));
    Ok(())
}

/// A function called from an expression. What goes wrong is an exception, seen when the expression is through.
fn answer(cx: &mut Cx, this: &PhpObject, call: Evaluation) -> XPathValue {
    let nothing = XPathValue::Text(Vec::new());
    if cx.exception.is_some() || cx.ending.is_some() {
        return nothing;
    }
    try_answer(cx, this, call).unwrap_or(nothing)
}

fn try_answer(cx: &mut Cx, this: &PhpObject, call: Evaluation) -> PhpResult<XPathValue> {
    let mut args = call.args;
    let as_text = call.uri == PHP && call.name == b"functionString";
    let callable = if call.uri == PHP {
        if args.is_empty() {
            return Err(cx.throw_error("Function name must be passed as the first argument"));
        }
        let XPathValue::Text(name) = args.remove(0) else { return Err(cx.type_error("Handler name must be a string")) };
        find_function(cx, this, &name)?
    } else {
        let own = context(this).namespaced.iter().rev().find(|(uri, name, ..)| *uri == call.uri && *name == call.name);
        match own {
            Some((_, _, callable, _)) => callable.clone(),
            None => return Err(cx.throw_error("No callbacks were registered")),
        }
    };
    let mut values = Vec::with_capacity(args.len());
    for arg in args {
        values.push(argument(cx, arg, as_text)?);
    }
    let result = cx.call_vec(&callable, values)?;
    returned(cx, this, result.deref())
}

fn find_function(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Callable> {
    let shown = String::from_utf8_lossy(name).into_owned();
    match context(this).allowed {
        Allowed::None => Err(cx.throw_error("No callbacks were registered")),
        Allowed::All => match (cx.hooks.callable)(cx, &text(name))? {
            Ok(callable) => Ok(callable),
            Err(why) => Err(cx.throw_error(format!("Invalid callback {shown}, {why}"))),
        },
        Allowed::These => {
            let known = context(this).functions.iter().find(|(known, ..)| known == name).map(|(_, callable, _)| callable.clone());
            match known {
                Some(callable) => Ok(callable),
                None => Err(cx.throw_error(format!("No callback handler \"{shown}\" registered"))),
            }
        }
    }
}

fn argument(cx: &mut Cx, value: XPathValue, as_text: bool) -> PhpResult<Value> {
    Ok(match value {
        XPathValue::Bool(value) => Value::from(value),
        XPathValue::Number(value) => Value::from(value),
        XPathValue::Text(value) => text(value),
        XPathValue::Nodes(nodes) if as_text => match nodes.into_iter().next() {
            Some(XPathNode::Node(node)) => text(node.content()),
            Some(XPathNode::Namespace { href, .. }) => text(href.unwrap_or_default()),
            None => text(""),
        },
        XPathValue::Nodes(nodes) => {
            let mut all = PhpArray::new();
            for node in nodes {
                let value = list::item_value(cx, &item(node))?;
                let _ = all.push(value);
            }
            Value::array(all)
        }
    })
}

fn returned(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<XPathValue> {
    if let Some(object) = value.as_object() {
        let modern = is_modern(&xpath_of(cx, this)?.document());
        let class = if modern { cx.builtin_class("Dom\\Node") } else { cx.builtin_class("DOMNode") };
        let Some(node) = ext_libxml::node_of(object).filter(|_| class_of(object).is_subclass_of(class)) else {
            let name = convert::class_text(class);
            let text = format!("Only objects that are instances of {name} can be converted to an XPath expression");
            return Err(cx.type_error(text));
        };
        context(this).kept.push(object.clone());
        return Ok(XPathValue::Nodes(vec![XPathNode::Node(node)]));
    }
    if value.is_bool() {
        return Ok(XPathValue::Bool(value.is_true()));
    }
    Ok(XPathValue::Text(convert::to_string(cx, value)?.as_bytes().to_vec()))
}

/// `DOMXPath::quote()`
pub(crate) fn quote(cx: &mut Cx, value: &PhpStr) -> PhpResult<PhpStr> {
    let value = value.as_bytes();
    if value.contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    if !value.contains(&b'\'') {
        return Ok(PhpStr::concat(&[b"'", value, b"'"]));
    }
    if !value.contains(&b'"') {
        return Ok(PhpStr::concat(&[b"\"", value, b"\""]));
    }
    let mut out = b"concat(".to_vec();
    let mut rest = value;
    while !rest.is_empty() {
        let single = rest.iter().position(|byte| *byte == b'\'').unwrap_or(rest.len());
        let double = rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len());
        let (mark, end) = if single > double { (b'\'', single) } else { (b'"', double) };
        if rest.len() != value.len() {
            out.push(b',');
        }
        out.push(mark);
        out.extend(&rest[..end]);
        out.push(mark);
        rest = &rest[end..];
    }
    out.push(b')');
    Ok(PhpStr::new(&out))
}
