//! `DOMNodeList`, and what it has in common with `DOMNamedNodeMap`: lists that are always as the tree is.

use std::cell::RefCell;

use loxo_runtime::{Key, Tag, internal_iterator};

use crate::marks::is_modern;
use crate::namespace_node;
use crate::prelude::*;

/// What a list is of.
pub(crate) enum Kind {
    Empty,
    Children(Node),
    /// Elements below; names and namespaces may be `*`.
    Elements {
        below: Node,
        ns: Option<Option<Vec<u8>>>,
        name: Vec<u8>,
        /// The name that elements of HTML are to have, where that is another.
        folded: Option<Vec<u8>>,
    },
    Fixed(Vec<Item>),
    Attributes(Node),
    Entities(Node),
    Notations(Node),
}

/// What is in a list.
#[derive(Clone)]
pub(crate) enum Item {
    Node(Node),
    Namespace {
        prefix: Option<Vec<u8>>,
        href: Option<Vec<u8>>,
        parent: Option<Node>,
    },
    /// What was shown already.
    Object(PhpObject),
}

/// The native part.
struct List {
    kind: Kind,
    cache: RefCell<Option<(u64, Vec<Node>)>>,
}

impl Native for List {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Kind::Fixed(items) = &self.kind {
            for item in items {
                if let Item::Object(object) = item {
                    tracer.object(object);
                }
            }
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(List { kind: Kind::Empty, cache: RefCell::default() })),
        read_property: Some(|_, this, name| Ok((name.as_bytes() == b"length").then(|| Value::from(length(this) as i64)))),
        write_property: Some(|cx, this, name, _| match name.as_bytes() {
            b"length" => Err(crate::properties::readonly(cx, this, name, "modify readonly property")),
            _ => Ok(false),
        }),
        has_property: Some(|_, this, name, not_empty| Ok((name.as_bytes() == b"length").then(|| !not_empty || length(this) > 0))),
        unset_property: Some(|cx, this, name| match name.as_bytes() {
            b"length" => Err(crate::properties::readonly(cx, this, name, "unset")),
            _ => Ok(false),
        }),
        debug_info: Some(|_, this| {
            let mut shown = crate::properties::own_members(this);
            shown.set_sym("length", Value::from(length(this) as i64));
            Ok(shown)
        }),
        count: Some(|_, this| Ok(length(this) as i64)),
        read_dim: Some(read_dim),
        has_dim: Some(has_dim),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Ok(Box::new(Walk::new(this)))
        }),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn list(this: &PhpObject) -> &List {
    this.native::<List>().expect("objects of these classes have this native part")
}

pub(crate) fn kind_of(this: &PhpObject) -> &Kind {
    &list(this).kind
}

/// A new list object of a class.
pub(crate) fn create_as(cx: &mut Cx, class: &'static Class, kind: Kind) -> PhpResult<PhpObject> {
    let new = object::instantiate_raw(cx, class)?;
    new.set_native(Box::new(List { kind, cache: RefCell::default() }));
    Ok(new)
}

/// A `DOMNodeList` or `Dom\\NodeList` of a node's document.
pub(crate) fn create(cx: &mut Cx, about: &Node, kind: Kind) -> PhpResult<PhpObject> {
    let class = if is_modern(about) { cx.builtin_class("Dom\\NodeList") } else { cx.builtin_class("DOMNodeList") };
    create_as(cx, class, kind)
}

/// A list of what was found: the objects are made now, in order.
pub(crate) fn create_found(cx: &mut Cx, about: &Node, items: Vec<Item>) -> PhpResult<PhpObject> {
    let mut shown = Vec::with_capacity(items.len());
    for item in &items {
        if let Some(object) = item_value(cx, item)?.as_object() {
            shown.push(Item::Object(object.clone()));
        }
    }
    create(cx, about, Kind::Fixed(shown))
}

/// The first node of a list that fits.
pub(crate) fn find(this: &PhpObject, fits: impl Fn(&Node) -> bool) -> Option<Node> {
    list(this).with(|nodes| nodes.iter().find(|node| fits(node)).cloned())
}

impl List {
    /// Works with the nodes, as they are now.
    fn with<R>(&self, work: impl FnOnce(&[Node]) -> R) -> R {
        let now = match &self.kind {
            Kind::Children(node) | Kind::Attributes(node) | Kind::Entities(node) | Kind::Notations(node) => node.changes(),
            Kind::Elements { below, .. } => below.changes(),
            Kind::Empty | Kind::Fixed(_) => 0,
        };
        let mut cache = self.cache.borrow_mut();
        if cache.as_ref().is_none_or(|(at, _)| *at != now) {
            *cache = Some((now, self.find()));
        }
        work(cache.as_ref().map_or(&[], |(_, nodes)| nodes))
    }

    fn find(&self) -> Vec<Node> {
        match &self.kind {
            Kind::Children(node) if crate::insert::holds_children(node) => node.children().collect(),
            Kind::Elements { below, ns, name, folded } => elements(below, ns.as_ref().map(Option::as_deref), name, folded.as_deref()),
            Kind::Attributes(node) => node.attributes(),
            Kind::Entities(node) => node.entities(),
            _ => Vec::new(),
        }
    }
}

/// Elements below a node, in order.
fn elements(below: &Node, ns: Option<Option<&[u8]>>, name: &[u8], folded: Option<&[u8]>) -> Vec<Node> {
    let modern = is_modern(below);
    below.elements_below(|node| match ns {
        None if name == b"*" => true,
        None => match folded.filter(|_| node.has_ns(Some(crate::modern::HTML))) {
            Some(folded) => node.has_qualified_name(folded),
            None if modern => node.has_qualified_name(name),
            None => node.has_name(name),
        },
        Some(ns) => (name == b"*" || node.has_name(name)) && (ns == Some(b"*") || node.has_ns(ns.filter(|ns| !ns.is_empty()))),
    })
}

/// The next node in document order, below a root.
pub(crate) fn following(node: &Node, root: &Node) -> Option<Node> {
    if !matches!(node.kind(), kind::ENTITY_REF | kind::DTD)
        && let Some(child) = node.first_child()
    {
        return Some(child);
    }
    let mut at = node.clone();
    loop {
        if at == *root {
            return None;
        }
        if let Some(next) = at.next() {
            return Some(next);
        }
        at = at.parent()?;
    }
}

pub(crate) fn length(this: &PhpObject) -> usize {
    match kind_of(this) {
        Kind::Fixed(items) => items.len(),
        Kind::Notations(node) => node.notations().len(),
        _ => list(this).with(<[Node]>::len),
    }
}

pub(crate) fn item_at(cx: &mut Cx, this: &PhpObject, index: usize) -> PhpResult<Option<Value>> {
    if let Kind::Notations(node) = kind_of(this) {
        let Some((name, public, system)) = node.notations().into_iter().nth(index) else { return Ok(None) };
        return notation(cx, node, Notation { name, public, system }).map(Some);
    }
    let item = match kind_of(this) {
        Kind::Fixed(items) => items.get(index).cloned(),
        _ => list(this).with(|nodes| nodes.get(index).cloned()).map(Item::Node),
    };
    item.map(|item| item_value(cx, &item)).transpose()
}

/// What a `DOMNotation` shows: trees have no such nodes.
pub(crate) struct Notation {
    pub name: Vec<u8>,
    pub public: Option<Vec<u8>>,
    pub system: Option<Vec<u8>>,
}

/// The notation that an object shows.
pub(crate) fn notation_of(this: &PhpObject) -> Option<&Notation> {
    NodeNative::of(this)?.extra.as_ref()?.downcast_ref()
}

pub(crate) fn notation(cx: &mut Cx, about: &Node, notation: Notation) -> PhpResult<Value> {
    let class = if is_modern(about) { cx.builtin_class("Dom\\Notation") } else { cx.builtin_class("DOMNotation") };
    let new = object::instantiate_raw(cx, class)?;
    new.set_native(NodeNative::shared(None, Box::new(notation), None));
    Ok(Value::object(new))
}

pub(crate) fn item_value(cx: &mut Cx, item: &Item) -> PhpResult<Value> {
    match item {
        Item::Node(node) => value_for(cx, Some(node.clone())),
        Item::Object(object) => Ok(Value::object(object.clone())),
        Item::Namespace { prefix, href, parent } => {
            namespace_node::create(cx, prefix.clone(), href.clone(), parent.clone()).map(Value::object)
        }
    }
}

/// `$list[0]`, `$map["name"]`
pub(crate) fn read_dim(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, _: object::Fetch) -> PhpResult<Value> {
    let Some(key) = key else {
        let class = convert::class_text(class_of(this));
        let text = match modern_class(cx, this).is_some() || class.starts_with("Dom\\") {
            true => format!("Cannot append to {class}"),
            false => format!("Cannot access {class} without offset"),
        };
        return Err(cx.throw_error(text));
    };
    if let Kind::Attributes(_) | Kind::Entities(_) | Kind::Notations(_) = kind_of(this)
        && let Some(name) = key.deref().as_str().filter(|_| is_name(cx, this, key))
    {
        return crate::map::get_named_item(cx, this, &name.clone());
    }
    if let Some(class) = modern_class(cx, this) {
        let at = position(cx, key, class, convert::OffsetUse::Access)?;
        // Attributes are counted up to the position: what is in front of the first is the first.
        let at = if matches!(kind_of(this), Kind::Attributes(_)) { at.max(0) } else { at };
        return item(cx, this, at);
    }
    if is_word(key) {
        return Ok(Value::NULL);
    }
    let far = key.deref().as_int().is_some_and(|at| !(0..=i64::from(i32::MAX)).contains(&at));
    if far && matches!(kind_of(this), Kind::Attributes(_) | Kind::Entities(_) | Kind::Notations(_)) {
        return Err(cx.value_error("must be between 0 and 2147483647"));
    }
    match offset(cx, key)? {
        Some(index) => Ok(item_at(cx, this, index)?.unwrap_or(Value::NULL)),
        None => Ok(Value::NULL),
    }
}

/// A text that is no number: lists have nothing there.
fn is_word(key: &Value) -> bool {
    let is_number = |text: &[u8]| std::str::from_utf8(text).is_ok_and(|text| text.trim_ascii_start().parse::<f64>().is_ok());
    key.deref().as_bytes().is_some_and(|text| !is_number(text))
}

/// A name for a map: the old ones take all numbers as positions.
fn is_name(cx: &Cx, this: &PhpObject, key: &Value) -> bool {
    match modern_class(cx, this) {
        Some(_) => key.deref().as_bytes().is_some_and(|text| as_position(text).is_none()),
        None => is_word(key),
    }
}

fn offset(cx: &mut Cx, key: &Value) -> PhpResult<Option<usize>> {
    let key = key.deref();
    let index = match key.tag() {
        Tag::Object | Tag::Array => return Ok(None),
        _ => convert::to_int(cx, key)?,
    };
    Ok(usize::try_from(index).ok())
}

/// The name of the list's class, if it is one of the `Dom` namespace.
fn modern_class(cx: &Cx, this: &PhpObject) -> Option<&'static str> {
    let own = class_of(this);
    ["Dom\\NodeList", "Dom\\NamedNodeMap", "Dom\\DtdNamedNodeMap"].into_iter().find(|name| {
        let class = match *name {
            "Dom\\NodeList" => cx.builtin_class("Dom\\NodeList"),
            "Dom\\NamedNodeMap" => cx.builtin_class("Dom\\NamedNodeMap"),
            _ => cx.builtin_class("Dom\\DtdNamedNodeMap"),
        };
        own.is_subclass_of(class)
    })
}

/// The number that a text is, if it is one as PHP writes numbers.
pub(crate) fn as_position(text: &[u8]) -> Option<i64> {
    let number: i64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    (number.to_string().as_bytes() == text).then_some(number)
}

/// A key that must be a position.
pub(crate) fn position(cx: &mut Cx, key: &Value, class: &str, how: convert::OffsetUse) -> PhpResult<i64> {
    let key = key.deref();
    let number = match key.tag() {
        Tag::Int | Tag::Float => match convert::offset_key_for(cx, key, how)? {
            Key::Int(number) => Some(number),
            Key::Str(_) => None,
        },
        _ => key.as_bytes().and_then(as_position),
    };
    match number {
        Some(number) => Ok(number),
        None => Err(convert::illegal_offset(cx, key, class, how)),
    }
}

fn has_dim(cx: &mut Cx, this: &PhpObject, key: &Value, not_empty: bool) -> PhpResult<bool> {
    if let Kind::Attributes(_) | Kind::Entities(_) | Kind::Notations(_) = kind_of(this)
        && let Some(name) = key.deref().as_str().filter(|_| is_name(cx, this, key))
    {
        return Ok(!crate::map::get_named_item(cx, this, &name.clone())?.is_null());
    }
    if let Some(class) = modern_class(cx, this) {
        let at = position(cx, key, class, convert::OffsetUse::Isset)?;
        return Ok(usize::try_from(at).is_ok_and(|at| at < length(this)));
    }
    if is_word(key) {
        return Ok(false);
    }
    let there = offset(cx, key)?.is_some_and(|index| index < length(this));
    let _ = not_empty;
    Ok(there)
}

/// `DOMNodeList::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(length(this) as i64)
}

/// `DOMNodeList::item()`
pub(crate) fn item(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    let Ok(index) = usize::try_from(index) else { return Ok(Value::NULL) };
    Ok(item_at(cx, this, index)?.unwrap_or(Value::NULL))
}

/// `DOMNodeList::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    internal_iterator::create(cx, Box::new(Walk::new(this)))
}

pub(crate) fn no_nul(cx: &mut Cx, number: usize, given: Option<&PhpStr>) -> PhpResult<()> {
    match given.is_some_and(|given| given.as_bytes().contains(&0)) {
        true => Err(cx.argument_value_error(number, "must not contain any null bytes")),
        false => Ok(()),
    }
}

/// `getElementsByTagName()`
pub(crate) fn get_elements_by_tag_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<PhpObject> {
    let below = this_node(cx, this)?;
    no_nul(cx, 1, Some(name))?;
    create(cx, &below.clone(), Kind::Elements { below, ns: None, name: name.as_bytes().to_vec(), folded: None })
}

/// `getElementsByTagNameNS()`
pub(crate) fn get_elements_by_tag_name_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<PhpObject> {
    let below = this_node(cx, this)?;
    no_nul(cx, 1, ns)?;
    no_nul(cx, 2, Some(name))?;
    let ns = Some(ns.map(|ns| ns.as_bytes().to_vec()));
    create(cx, &below.clone(), Kind::Elements { below, ns, name: name.as_bytes().to_vec(), folded: None })
}

/// A foreach. Children of old documents are walked from one to the next, whatever happens to those behind; those of the new classes are
/// counted again after each change.
struct Walk {
    list: PhpObject,
    index: usize,
    current: Option<Node>,
    /// The tree's state when `current` was looked for.
    seen: u64,
}

impl Walk {
    fn new(list: &PhpObject) -> Walk {
        Walk { list: list.clone(), index: 0, current: None, seen: 0 }
    }

    fn siblings(&self) -> Option<&Node> {
        match kind_of(&self.list) {
            Kind::Children(node) if node.kind() != kind::ENTITY_REF && crate::insert::holds_children(node) => Some(node),
            _ => None,
        }
    }
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.index = 0;
        self.current = match kind_of(&self.list) {
            Kind::Attributes(node) => node.attributes().into_iter().next(),
            _ => self.siblings().and_then(Node::first_child),
        };
        self.seen = self.siblings().map_or(0, Node::changes);
        Ok(())
    }

    fn goes_back(&self) -> bool {
        false
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(match kind_of(&self.list) {
            Kind::Attributes(_) => self.current.is_some(),
            _ if self.siblings().is_some() => self.current.is_some(),
            _ => self.index < length(&self.list),
        })
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match &self.current {
            Some(node) => value_for(cx, Some(node.clone())),
            None => Ok(item_at(cx, &self.list, self.index)?.unwrap_or(Value::NULL)),
        }
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        if let (Kind::Attributes(_), Some(node)) = (kind_of(&self.list), &self.current) {
            return Ok(text(if is_modern(node) { node.qualified_name() } else { node.name() }));
        }
        if let Kind::Attributes(_) = kind_of(&self.list) {
            return Ok(Value::NULL);
        }
        if let Kind::Notations(node) = kind_of(&self.list) {
            return Ok(node.notations().get(self.index).map_or(Value::NULL, |(name, ..)| text(name)));
        }
        if let Kind::Entities(_) = kind_of(&self.list) {
            return Ok(list(&self.list).with(|nodes| nodes.get(self.index).map_or(Value::NULL, |node| text(node.name()))));
        }
        Ok(Value::from(self.index))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        if !self.valid(cx)? {
            return Ok(());
        }
        self.index += 1;
        let moved = self.siblings().filter(|node| is_modern(node)).map(Node::changes).filter(|now| *now != self.seen);
        self.current = match moved {
            Some(now) => {
                self.seen = now;
                list(&self.list).with(|nodes| nodes.get(self.index).cloned())
            }
            None => self.current.as_ref().and_then(Node::next),
        };
        Ok(())
    }

    fn here(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        let by_number = matches!(kind_of(&self.list), Kind::Fixed(_) | Kind::Elements { .. });
        let value = match self.current.clone() {
            Some(node) => value_for(cx, Some(node))?,
            None if by_number => match item_at(cx, &self.list, self.index)? {
                Some(value) => value,
                None => return Ok(None),
            },
            None if !self.valid(cx)? => return Ok(None),
            None => self.current(cx)?,
        };
        let key = if want_key { self.key(cx)? } else { Value::UNDEF };
        Ok(Some((key, value)))
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.list);
    }
}
