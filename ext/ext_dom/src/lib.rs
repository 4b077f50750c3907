//! PHP's dom extension: documents as trees of objects.
//!
//! Modules: `object` (from nodes to objects and back), `properties` (what the classes' virtual properties are), `errors`, `insert` (what may stand
//! where), `list` and `map` (live lists), and one module per class for its methods; `modern` has the classes of the `Dom` namespace, `html` reads
//! and writes HTML for them, `selectors` is CSS selectors. Trees, parsing and XPath are libxml2's, behind
//! `loxo_libxml_sys`.
//!
//! Two families of classes show one kind of tree: which of them a document's nodes are shown as is a property of the document. In trees of the
//! `Dom` namespace declarations of namespaces are attributes. HTML is tokenized by html5gum, which knows positions, and put into trees by html5ever.
#![forbid(unsafe_code)]

mod attr;
mod character_data;
mod child_node;
mod document;
mod element;
mod errors;
mod fragment;
mod functions;
pub mod generated;
mod html;
mod implementation;
mod insert;
mod leaves;
mod list;
mod load;
mod map;
mod marks;
mod modern;
mod namespace_node;
mod node;
mod object;
mod parent_node;
mod prelude;
mod properties;
mod selectors;
mod text;
mod xpath;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "dom",
    version: "20031129",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| {
        ext_libxml::set_shower(|cx, node| object::value_for(cx, Some(node.clone())));
        let class = cx.builtin_class("DOMException");
        (cx.hooks.alias_class)(cx, class, b"Dom\\DOMException");
    }),
    request_end: None,
    info: Some(|_| {
        let rows = [
            ("DOM/XML", "enabled"),
            ("DOM/XML API Version", "20031129"),
            ("libxml Version", "2.10.3"),
            ("HTML Support", "enabled"),
            ("XPath Support", "enabled"),
            ("XPointer Support", "enabled"),
            ("Schema Support", "enabled"),
            ("RelaxNG Support", "enabled"),
        ];
        rows.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }),
};
