//! "Serializing HTML fragments" of the HTML standard.

use crate::modern::{HTML, MATHML, SVG, XLINK, XML, XMLNS};
use crate::prelude::*;

/// Elements without an end.
const VOID: &[&[u8]] = &[
    b"area",
    b"base",
    b"br",
    b"col",
    b"embed",
    b"hr",
    b"img",
    b"input",
    b"link",
    b"meta",
    b"source",
    b"track",
    b"wbr",
    b"basefont",
    b"bgsound",
    b"frame",
    b"keygen",
    b"param",
];

/// Elements whose text is written as it is.
const RAW: &[&[u8]] = &[b"style", b"script", b"xmp", b"iframe", b"noembed", b"noframes", b"plaintext"];

fn is_one_of(node: &Node, names: &[&[u8]]) -> bool {
    node.is_element() && node.has_ns(Some(HTML)) && names.iter().any(|name| node.has_name(name))
}

/// What an element, a document or a fragment holds.
pub(crate) fn inner(node: &Node) -> Vec<u8> {
    let mut out = Vec::new();
    let holds = node.is_element() || node.is_document() || node.kind() == kind::FRAGMENT;
    if holds && !is_one_of(node, VOID) {
        let content = content(node).unwrap_or_else(|| node.clone());
        write_all(&mut out, content.children());
    }
    out
}

/// A node; of documents and fragments what they hold.
pub(crate) fn outer(node: &Node) -> Vec<u8> {
    if node.is_document() || node.kind() == kind::FRAGMENT {
        return inner(node);
    }
    let mut out = Vec::new();
    write_all(&mut out, std::iter::once(node.clone()));
    out
}

/// The content of a template.
fn content(node: &Node) -> Option<Node> {
    if is_one_of(node, &[b"template"]) { node.template() } else { None }
}

enum Task {
    Node(Node),
    Close(Vec<u8>),
}

fn write_all(out: &mut Vec<u8>, nodes: impl Iterator<Item = Node>) {
    let mut tasks: Vec<Task> = nodes.map(Task::Node).collect();
    tasks.reverse();
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Node(node) => node,
            Task::Close(text) => {
                out.extend(text);
                continue;
            }
        };
        let value = || node.value().unwrap_or_default();
        match node.kind() {
            kind::DTD => out.extend([b"<!DOCTYPE ", &node.name()[..], b">"].concat()),
            kind::TEXT | kind::CDATA => match node.parent().is_some_and(|parent| is_one_of(&parent, RAW)) {
                true => out.extend(value()),
                false => escape(out, &value(), false),
            },
            kind::PI => out.extend([b"<?", &node.name()[..], b" ", &value(), b">"].concat()),
            kind::COMMENT => out.extend([b"<!--", &value()[..], b"-->"].concat()),
            kind::ENTITY_REF => out.extend([b"&", &node.name()[..], b";"].concat()),
            kind::ELEMENT => {
                let name = tag_name(&node);
                open(out, &node, &name);
                if is_one_of(&node, VOID) {
                    continue;
                }
                tasks.push(Task::Close([b"</", &name[..], b">"].concat()));
                let from = tasks.len();
                match (is_one_of(&node, &[b"template"]), node.template()) {
                    (true, Some(content)) => tasks.extend(content.children().map(Task::Node)),
                    (true, None) => {}
                    (false, _) => tasks.extend(node.children().map(Task::Node)),
                }
                tasks[from..].reverse();
            }
            kind::FRAGMENT => {
                let from = tasks.len();
                tasks.extend(node.children().map(Task::Node));
                tasks[from..].reverse();
            }
            _ => {}
        }
    }
}

fn tag_name(node: &Node) -> Vec<u8> {
    let known = [HTML, MATHML, SVG].iter().any(|href| node.has_ns(Some(href)));
    if known { node.name() } else { node.qualified_name() }
}

fn open(out: &mut Vec<u8>, node: &Node, name: &[u8]) {
    out.push(b'<');
    out.extend(name);
    for attr in node.attributes() {
        out.push(b' ');
        let local = attr.name();
        let ns = attr.ns();
        match ns.as_ref().and_then(|ns| ns.href.as_deref()) {
            Some(XML) => out.extend([b"xml:", &local[..]].concat()),
            Some(XMLNS) if local == b"xmlns" => out.extend(b"xmlns"),
            Some(XMLNS) => out.extend([b"xmlns:", &local[..]].concat()),
            Some(XLINK) => out.extend([b"xlink:", &local[..]].concat()),
            _ => out.extend(attr.qualified_name()),
        }
        out.extend(b"=\"");
        for child in attr.children() {
            match child.kind() {
                kind::TEXT => escape(out, &child.value().unwrap_or_default(), true),
                kind::ENTITY_REF => {
                    out.push(b'&');
                    escape(out, &child.name(), true);
                    out.push(b';');
                }
                _ => {}
            }
        }
        out.push(b'"');
    }
    out.push(b'>');
}

fn escape(out: &mut Vec<u8>, text: &[u8], attribute: bool) {
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b'&' => out.extend(b"&amp;"),
            0xC2 if tail.first() == Some(&0xA0) => {
                out.extend(b"&nbsp;");
                rest = &tail[1..];
            }
            b'"' if attribute => out.extend(b"&quot;"),
            b'<' if !attribute => out.extend(b"&lt;"),
            b'>' if !attribute => out.extend(b"&gt;"),
            _ => out.push(byte),
        }
    }
}
