//! Walking what an object shows.

use loxo_libxml_sys::Node;
use loxo_runtime::{Cx, ForeachIterator, PhpObject, PhpResult, PhpStr, Tracer, Value};

use crate::object::{Shows, after, create, node, node_of, reset, view};

/// All nodes that the iteration gives.
pub(crate) fn all(this: &PhpObject) -> Vec<Node> {
    let first = node_of(this).and_then(|node| reset(this, &node));
    std::iter::successors(first, |node| after(view(this), node)).collect()
}

pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    node(cx, this)?;
    Ok(all(this).len() as i64)
}

/// A foreach.
struct Walk {
    object: PhpObject,
    current: Option<Node>,
}

pub(crate) fn start(cx: &mut Cx, this: &PhpObject, by_ref: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    Ok(Box::new(Walk { object: this.clone(), current: None }))
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let node = node(cx, &self.object)?;
        self.current = reset(&self.object, &node);
        view(&self.object).current = self.current.clone();
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.current.is_some())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match self.current.clone() {
            Some(node) => create(cx, &self.object, node, Shows::Node, None).map(Value::object),
            None => Ok(Value::NULL),
        }
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(self.current.as_ref().map_or(Value::NULL, |node| Value::from(PhpStr::new(&node.name()))))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.current = self.current.as_ref().and_then(|node| after(view(&self.object), node));
        view(&self.object).current = self.current.clone();
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// `SimpleXMLElement::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let node = node(cx, this)?;
    view(this).current = reset(this, &node);
    Ok(())
}

/// `SimpleXMLElement::valid()`
pub(crate) fn valid(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(view(this).current.is_some())
}

/// `SimpleXMLElement::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    match view(this).current.clone() {
        Some(node) => create(cx, this, node, Shows::Node, None),
        None => Err(cx.throw_error("Iterator not initialized or already consumed")),
    }
}

/// `SimpleXMLElement::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    match &view(this).current {
        Some(node) => Ok(PhpStr::new(&node.name())),
        None => Err(cx.throw_error("Iterator not initialized or already consumed")),
    }
}

/// `SimpleXMLElement::next()`
pub(crate) fn next(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let next = view(this).current.as_ref().and_then(|node| after(view(this), node));
    view(this).current = next;
    Ok(())
}

/// `SimpleXMLElement::hasChildren()`
pub(crate) fn has_children(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let own = view(this);
    if own.shows == Shows::Attributes {
        return Ok(false);
    }
    Ok(own.current.as_ref().is_some_and(|node| node.children().any(|child| child.is_element())))
}

/// `SimpleXMLElement::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let own = view(this);
    if own.shows == Shows::Attributes {
        return Ok(Value::NULL);
    }
    match own.current.clone() {
        Some(node) => create(cx, this, node, Shows::Node, None).map(Value::object),
        None => Ok(Value::NULL),
    }
}
