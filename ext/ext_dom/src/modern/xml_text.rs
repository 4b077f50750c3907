//! The XML serialization of the "DOM Parsing and Serialization" draft, with the corrections that PHP has for it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{HTML, XML, XMLNS};
use crate::prelude::*;

/// What is wanted.
pub(crate) struct How {
    pub format: bool,
    /// What would not be well-formed is an error: no text.
    pub well_formed: bool,
    pub no_empty: bool,
    pub declaration: bool,
}

/// Prefixes by namespace, in the order in which they were declared. Elements share what they do not change.
type Prefixes = Rc<HashMap<Vec<u8>, Vec<Vec<u8>>>>;

/// It would not be well-formed.
struct NotWellFormed;

type Step = Result<(), NotWellFormed>;

/// What is yet to be written.
enum Task {
    Node { node: Node, prefixes: Prefixes, ns: Option<Vec<u8>>, indent: Option<usize> },
    Text(Vec<u8>),
}

struct Writer<'a> {
    how: &'a How,
    out: Vec<u8>,
    index: u32,
    tasks: Vec<Task>,
}

/// The text of a node, in UTF-8. `None`: it would not be well-formed.
pub(crate) fn write(cx: &mut Cx, node: &Node, how: &How) -> PhpResult<Option<Vec<u8>>> {
    let mut prefixes = HashMap::new();
    prefixes.insert(XML.to_vec(), vec![b"xml".to_vec()]);
    let first = Task::Node { node: node.clone(), prefixes: Rc::new(prefixes), ns: None, indent: how.format.then_some(0) };
    let mut writer = Writer { how, out: Vec::new(), index: 1, tasks: vec![first] };
    while let Some(task) = writer.tasks.pop() {
        let done = match task {
            Task::Text(text) => {
                writer.out.extend(text);
                Ok(())
            }
            Task::Node { node, prefixes, ns, indent } => writer.node(&node, prefixes, ns, indent),
        };
        cx.check_interrupt()?;
        if done.is_err() {
            return Ok(None);
        }
    }
    Ok(Some(writer.out))
}

/// What an element knows of prefixes while it is written.
struct Scope {
    prefixes: Prefixes,
    local: HashMap<Vec<u8>, Vec<u8>>,
}

impl Scope {
    fn add(&mut self, prefix: &[u8], ns: &[u8]) {
        Rc::make_mut(&mut self.prefixes).entry(ns.to_vec()).or_default().push(prefix.to_vec());
    }

    fn knows(&self, prefix: &[u8], ns: &[u8]) -> bool {
        self.prefixes.get(ns).is_some_and(|list| list.iter().any(|known| known == prefix))
    }

    /// A prefix for a namespace, this one if possible, else the last one that means nothing else here.
    fn preferred(&self, wanted: Option<&[u8]>, ns: &[u8]) -> Option<Vec<u8>> {
        let mut last = None;
        for prefix in self.prefixes.get(ns)?.iter().rev() {
            if self.local.get(prefix).is_some_and(|other| other != ns) {
                continue;
            }
            if wanted == Some(&prefix[..]) {
                return Some(prefix.clone());
            }
            last = last.or_else(|| Some(prefix.clone()));
        }
        last
    }

    fn generate(&mut self, ns: &[u8], index: &mut u32) -> Vec<u8> {
        loop {
            let prefix = format!("ns{index}").into_bytes();
            *index += 1;
            if !self.local.contains_key(&prefix) {
                self.add(&prefix, ns);
                self.local.insert(prefix.clone(), ns.to_vec());
                return prefix;
            }
        }
    }

    /// Notes the declarations of an element; its default namespace.
    fn record(&mut self, element: &Node) -> Option<Vec<u8>> {
        let mut default = None;
        for attr in element.attributes() {
            let Some(ns) = attr.ns().filter(|ns| ns.href.as_deref() == Some(XMLNS)) else { continue };
            let value = first_text(&attr);
            if ns.prefix.is_none() {
                default = Some(value);
                continue;
            }
            let prefix = attr.name();
            if value == XML || self.knows(&prefix, &value) {
                continue;
            }
            self.add(&prefix, &value);
            self.local.entry(prefix).or_insert(value);
        }
        default
    }
}

fn first_text(attr: &Node) -> Vec<u8> {
    attr.first_child().and_then(|child| child.value()).unwrap_or_default()
}

fn escape(out: &mut Vec<u8>, text: &[u8], attribute: bool) {
    for byte in text {
        match byte {
            b'&' => out.extend(b"&amp;"),
            b'<' => out.extend(b"&lt;"),
            b'>' => out.extend(b"&gt;"),
            b'"' if attribute => out.extend(b"&quot;"),
            b'\t' if attribute => out.extend(b"&#9;"),
            b'\n' if attribute => out.extend(b"&#10;"),
            b'\r' if attribute => out.extend(b"&#13;"),
            _ => out.push(*byte),
        }
    }
}

/// Are these characters of XML?
fn is_xml_text(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| {
        text.chars().all(|c| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..))
    })
}

const VOID: &[&[u8]] = &[
    b"area",
    b"base",
    b"basefont",
    b"bgsound",
    b"br",
    b"col",
    b"embed",
    b"frame",
    b"hr",
    b"img",
    b"input",
    b"keygen",
    b"link",
    b"menuitem",
    b"meta",
    b"param",
    b"source",
    b"track",
    b"wbr",
];

impl Writer<'_> {
    fn require(&self, holds: impl FnOnce() -> bool) -> Step {
        if self.how.well_formed && !holds() { Err(NotWellFormed) } else { Ok(()) }
    }

    fn node(&mut self, node: &Node, prefixes: Prefixes, ns: Option<Vec<u8>>, indent: Option<usize>) -> Step {
        let value = || node.value().unwrap_or_default();
        match node.kind() {
            kind::ELEMENT => self.element(node, prefixes, ns, indent)?,
            kind::FRAGMENT => self.children(node.children(), &prefixes, &ns, indent, false),
            kind::DOCUMENT | kind::HTML_DOCUMENT => {
                if self.how.declaration {
                    self.declaration(node);
                }
                self.children(node.children(), &prefixes, &ns, indent, false);
            }
            kind::TEXT => {
                self.require(|| is_xml_text(&value()))?;
                escape(&mut self.out, &value(), false);
            }
            kind::CDATA => self.out.extend([b"<![CDATA[", &value()[..], b"]]>"].concat()),
            kind::COMMENT => {
                let value = value();
                self.require(|| is_xml_text(&value) && !value.windows(2).any(|part| part == b"--") && !value.ends_with(b"-"))?;
                self.out.extend([b"<!--", &value[..], b"-->"].concat());
            }
            kind::PI => {
                let (name, value) = (node.name(), value());
                self.require(|| {
                    let target = !name.contains(&b':') && !name.eq_ignore_ascii_case(b"xml");
                    target && is_xml_text(&value) && !value.windows(2).any(|part| part == b"?>")
                })?;
                self.out.extend([b"<?", &name[..], b" ", &value, b"?>"].concat());
            }
            kind::ATTRIBUTE => {
                self.out.extend(node.qualified_name());
                self.attribute_value(node);
            }
            _ => {
                self.out.extend(node.save(false, false).unwrap_or_default());
                if node.kind() == kind::DTD {
                    self.out.push(b'\n');
                }
            }
        }
        Ok(())
    }

    fn declaration(&mut self, document: &Node) {
        let version = document.version().unwrap_or_else(|| b"1.0".to_vec());
        self.out.extend([b"<?xml version=\"", &version[..], b"\""].concat());
        if let Some(encoding) = document.encoding() {
            self.out.extend([b" encoding=\"", &encoding[..], b"\""].concat());
        }
        match document.standalone() {
            0 => self.out.extend(b" standalone=\"no\""),
            1 => self.out.extend(b" standalone=\"yes\""),
            _ => {}
        }
        self.out.extend(b"?>\n");
    }

    /// Puts children in front of what is to be written.
    fn children(
        &mut self,
        nodes: impl Iterator<Item = Node>,
        prefixes: &Prefixes,
        ns: &Option<Vec<u8>>,
        indent: Option<usize>,
        lines: bool,
    ) {
        let from = self.tasks.len();
        for node in nodes {
            if lines {
                self.tasks.push(Task::Text(line(indent)));
            }
            self.tasks.push(Task::Node { node, prefixes: prefixes.clone(), ns: ns.clone(), indent });
        }
        self.tasks[from..].reverse();
    }

    fn attribute_value(&mut self, attr: &Node) {
        self.out.extend(b"=\"");
        for child in attr.children() {
            match child.kind() {
                kind::TEXT => escape(&mut self.out, &child.value().unwrap_or_default(), true),
                kind::ENTITY_REF => {
                    self.out.push(b'&');
                    escape(&mut self.out, &child.name(), true);
                    self.out.push(b';');
                }
                _ => {}
            }
        }
        self.out.push(b'"');
    }

    fn declare(&mut self, prefix: Option<&[u8]>, ns: &[u8]) {
        self.out.extend(b" xmlns");
        if let Some(prefix) = prefix {
            self.out.push(b':');
            self.out.extend(prefix);
        }
        self.out.extend(b"=\"");
        escape(&mut self.out, ns, true);
        self.out.push(b'"');
    }

    fn element(&mut self, element: &Node, prefixes: Prefixes, inherited: Option<Vec<u8>>, indent: Option<usize>) -> Step {
        let local = element.name();
        self.require(|| names::is_ncname(&local))?;
        let has_children = element.first_child().is_some();
        let is_inline = |child: &Node| matches!(child.kind(), kind::TEXT | kind::ENTITY_REF | kind::CDATA);
        let format = indent.is_some() && has_children && !element.children().any(|child| is_inline(&child));
        let mut scope = Scope { prefixes, local: HashMap::new() };
        let default = scope.record(element);
        let own = element.ns();
        let ns = own.as_ref().and_then(|ns| ns.href.clone());
        let own_prefix = own.and_then(|ns| ns.prefix);
        let ns_text = ns.clone().unwrap_or_default();
        let mut inner = inherited.clone();
        let mut skip_default = false;
        let mut declared = None;
        let name = |prefix: &[u8]| [prefix, b":", &local[..]].concat();
        let inherit_default = |inner: &mut Option<Vec<u8>>| {
            if let Some(default) = &default {
                *inner = Some(default.clone()).filter(|default| !default.is_empty());
            }
        };
        let qualified = if inherited == ns {
            skip_default = default.is_some();
            if ns_text == XML { name(b"xml") } else { local.clone() }
        } else {
            let is_default = own_prefix.is_none() && ns_text == default.as_deref().unwrap_or_default();
            let mut candidate = if is_default { None } else { scope.preferred(own_prefix.as_deref(), &ns_text) };
            if own_prefix.as_deref() == Some(b"xmlns") {
                self.require(|| false)?;
                candidate = own_prefix.clone();
            }
            if let Some(candidate) = candidate {
                if default.as_deref().is_some_and(|default| default != XML) {
                    inherit_default(&mut inner);
                }
                name(&candidate)
            } else if let Some(mut prefix) = own_prefix {
                if scope.local.contains_key(&prefix) {
                    prefix = scope.generate(&ns_text, &mut self.index);
                } else {
                    scope.add(&prefix, &ns_text);
                    scope.local.insert(prefix.clone(), ns_text.clone());
                }
                inherit_default(&mut inner);
                let qualified = name(&prefix);
                declared = Some(Some(prefix));
                qualified
            } else if default.as_deref() != Some(&ns_text[..]) {
                skip_default = true;
                inner = ns.clone();
                declared = Some(None);
                local.clone()
            } else {
                inner = ns.clone();
                local.clone()
            }
        };
        self.out.push(b'<');
        self.out.extend(&qualified);
        if let Some(prefix) = declared {
            self.declare(prefix.as_deref(), &ns_text);
        }
        self.attributes(element, &mut scope, skip_default, &ns_text)?;
        let is_html = ns.as_deref() == Some(HTML);
        if !has_children && !self.how.no_empty {
            if !is_html {
                self.out.extend(b"/>");
                return Ok(());
            }
            if VOID.contains(&&local[..]) {
                self.out.extend(b" />");
                return Ok(());
            }
        }
        self.out.push(b'>');
        let close = [b"</", &qualified[..], b">"].concat();
        let deeper = indent.filter(|_| format).map(|indent| indent + 1);
        self.tasks.push(Task::Text(close));
        if format {
            self.tasks.push(Task::Text(line(indent)));
        }
        match is_html && local == b"template" {
            true => {
                if let Some(content) = element.template() {
                    self.children(content.children(), &scope.prefixes, &inner, deeper, format);
                }
            }
            false => self.children(element.children(), &scope.prefixes, &inner, deeper, format),
        }
        Ok(())
    }

    fn attributes(&mut self, element: &Node, scope: &mut Scope, skip_default: bool, element_ns: &[u8]) -> Step {
        let mut seen = HashSet::new();
        for attr in element.attributes() {
            let (own, local) = (attr.ns(), attr.name());
            let href = own.as_ref().and_then(|ns| ns.href.clone());
            let own_prefix = own.and_then(|ns| ns.prefix);
            if self.how.well_formed && !seen.insert((href.clone(), local.clone())) {
                return Err(NotWellFormed);
            }
            let mut prefix = None;
            if let Some(href) = &href {
                prefix = scope.preferred(own_prefix.as_deref(), href);
                if href == XMLNS {
                    let value = first_text(&attr);
                    if value == XML || (skip_default && own_prefix.is_none() && element_ns != value) {
                        continue;
                    }
                    if own_prefix.is_some() && scope.local.get(&local) != Some(&value) && scope.knows(&local, &value) {
                        continue;
                    }
                    if own_prefix.as_deref() == Some(b"xmlns") {
                        prefix = Some(b"xmlns".to_vec());
                    }
                    self.require(|| value != XMLNS && !(value.is_empty() && prefix.is_some()))?;
                } else if prefix.is_none() {
                    let new = match own_prefix {
                        Some(own) if !scope.local.contains_key(&own) => {
                            scope.add(&own, href);
                            scope.local.insert(own.clone(), href.clone());
                            own
                        }
                        _ => scope.generate(href, &mut self.index),
                    };
                    self.declare(Some(&new), href);
                    prefix = Some(new);
                }
            }
            self.out.push(b' ');
            if let Some(prefix) = &prefix {
                self.out.extend(prefix);
                self.out.push(b':');
            }
            self.require(|| names::is_ncname(&local) && !(local == b"xmlns" && href.is_none()))?;
            self.out.extend(&local);
            self.attribute_value(&attr);
        }
        Ok(())
    }
}

/// A new line with its indentation.
fn line(indent: Option<usize>) -> Vec<u8> {
    let mut line = vec![b'\n'];
    line.resize(1 + 2 * indent.unwrap_or(0), b' ');
    line
}
