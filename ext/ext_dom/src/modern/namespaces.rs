//! `Dom\NamespaceInfo`: one namespace that is in scope at an element, and the list of all of them.

use super::XMLNS;
use crate::prelude::*;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers::default()
}

/// The namespaces in scope at an element, as a list of objects: outer ones first.
pub(crate) fn collect(cx: &mut Cx, element: &Node, found: &mut PhpArray) -> PhpResult<()> {
    let mut scope: Vec<(Option<Vec<u8>>, Vec<u8>)> = Vec::new();
    let up = std::iter::successors(Some(element.clone()), Node::parent).filter(Node::is_element);
    for node in up {
        for attr in node.attributes().into_iter().rev() {
            let Some(ns) = attr.ns().filter(|ns| ns.href.as_deref() == Some(XMLNS)) else { continue };
            if attr.first_child().is_none() {
                continue;
            }
            let prefix = ns.prefix.map(|_| attr.name());
            if !scope.iter().any(|(known, _)| *known == prefix) {
                scope.push((prefix, attr.content()));
            }
        }
    }
    let class = cx.builtin_class("Dom\\NamespaceInfo");
    for (prefix, href) in scope.into_iter().rev() {
        if prefix.is_none() && href.is_empty() {
            continue;
        }
        let info = object::instantiate_raw(cx, class)?;
        let shown = value_for(cx, Some(element.clone()))?;
        *info.slot_mut(0) = opt_text(prefix);
        *info.slot_mut(1) = opt_text(Some(href).filter(|href| !href.is_empty()));
        *info.slot_mut(2) = shown;
        let _ = found.push(Value::object(info));
    }
    Ok(())
}
