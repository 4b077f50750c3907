//! html5ever's tree, which is libxml2's.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName, ns};

use super::errors::{Report, Subject, of_tree};
use crate::modern::{HTML, MATHML, SVG, XLINK, XML, XMLNS};
use crate::prelude::*;

/// A node that is being built, with the name that html5ever knows.
pub(super) struct Handle {
    pub node: Node,
    pub name: QualName,
    /// An `annotation-xml` that holds HTML.
    integration_point: bool,
}

impl Handle {
    pub fn new(node: Node, name: QualName) -> Rc<Handle> {
        Rc::new(Handle { node, name, integration_point: false })
    }
}

pub(super) struct Sink {
    pub document: Rc<Handle>,
    /// Elements get the namespace of HTML, SVG or MathML.
    pub namespaces: bool,
    pub quirks: Cell<bool>,
    pub line: Cell<u64>,
    /// What the builder is looking at: what it is, and which bytes.
    pub subject: RefCell<(Subject, usize, usize)>,
    pub reports: RefCell<Vec<Report>>,
}

/// More errors are not reported.
pub(super) const MOST: usize = 10_000;

impl Sink {
    fn put(&self, parent: &Node, child: NodeOrText<Rc<Handle>>, before: Option<&Node>) {
        match child {
            NodeOrText::AppendNode(child) => {
                parent.insert(&child.node, before);
            }
            NodeOrText::AppendText(text) => parent.add_text_at(text.as_bytes(), before, self.line.get().saturating_sub(1)),
        }
    }

    fn add_attribute(&self, element: &Node, attr: Attribute) {
        let Some(new) = element.new_attribute(attr.name.local.as_bytes(), attr.value.as_bytes()) else { return };
        let prefix = attr.name.prefix.as_ref().map(|prefix| prefix.as_bytes());
        match attr.name.ns {
            ns!(xlink) => new.set_ns(prefix, Some(XLINK), false),
            ns!(xml) => new.set_ns(prefix, Some(XML), false),
            ns!(xmlns) => new.set_ns(prefix.filter(|prefix| !prefix.is_empty()), Some(XMLNS), false),
            _ if *attr.name.local == *"id" => new.mark_id(),
            _ => {}
        }
        element.insert_attribute(&new);
    }
}

impl TreeSink for Sink {
    type Handle = Rc<Handle>;
    type Output = Sink;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Sink {
        self
    }

    fn parse_error(&self, said: Cow<'static, str>) {
        let mut reports = self.reports.borrow_mut();
        if reports.len() < MOST {
            let subject = self.subject.borrow();
            if let Some(name) = of_tree(&said, &subject.0) {
                reports.push(Report { of_tree: true, name, at: subject.1, length: subject.2 });
            }
        }
    }

    fn get_document(&self) -> Rc<Handle> {
        self.document.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Handle>) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Rc<Handle> {
        // A document that is there always has space for one more element, or memory is at its end, which ends the request.
        let node = self.document.node.new_element(name.local.as_bytes()).unwrap_or_else(|| self.document.node.clone());
        if self.namespaces {
            let href = match name.ns {
                ns!(svg) => SVG,
                ns!(mathml) => MATHML,
                _ => HTML,
            };
            node.set_ns(None, Some(href), false);
        }
        node.set_line(self.line.get().saturating_sub(1));
        for attr in attrs {
            self.add_attribute(&node, attr);
        }
        Rc::new(Handle { node, name, integration_point: flags.mathml_annotation_xml_integration_point })
    }

    fn create_comment(&self, text: StrTendril) -> Rc<Handle> {
        let node = self.document.node.new_comment(text.as_bytes()).unwrap_or_else(|| self.document.node.clone());
        node.set_line(self.line.get().saturating_sub(1));
        Handle::new(node, self.document.name.clone())
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Rc<Handle> {
        let node = self.document.node.new_instruction(target.as_bytes(), Some(data.as_bytes()));
        Handle::new(node.unwrap_or_else(|| self.document.node.clone()), self.document.name.clone())
    }

    fn append(&self, parent: &Rc<Handle>, child: NodeOrText<Rc<Handle>>) {
        self.put(&parent.node, child, None);
    }

    fn append_based_on_parent_node(&self, element: &Rc<Handle>, prev: &Rc<Handle>, child: NodeOrText<Rc<Handle>>) {
        match element.node.parent() {
            Some(parent) => self.put(&parent, child, Some(&element.node)),
            None => self.put(&prev.node, child, None),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let given = |id: &StrTendril| (!id.is_empty()).then(|| id.as_bytes().to_vec());
        self.document.node.create_doctype(name.as_bytes(), given(&public).as_deref(), given(&system).as_deref());
    }

    fn get_template_contents(&self, target: &Rc<Handle>) -> Rc<Handle> {
        match self.namespaces.then(|| target.node.make_template()).flatten() {
            Some(content) => Handle::new(content, target.name.clone()),
            None => target.clone(),
        }
    }

    fn same_node(&self, x: &Rc<Handle>, y: &Rc<Handle>) -> bool {
        x.node == y.node
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode == QuirksMode::Quirks);
    }

    fn append_before_sibling(&self, sibling: &Rc<Handle>, new: NodeOrText<Rc<Handle>>) {
        if let Some(parent) = sibling.node.parent() {
            self.put(&parent, new, Some(&sibling.node));
        }
    }

    fn add_attrs_if_missing(&self, target: &Rc<Handle>, attrs: Vec<Attribute>) {
        for attr in attrs {
            if target.node.attribute_ns(None, attr.name.local.as_bytes()).is_none() {
                self.add_attribute(&target.node, attr);
            }
        }
    }

    fn remove_from_parent(&self, target: &Rc<Handle>) {
        target.node.unlink();
    }

    fn reparent_children(&self, node: &Rc<Handle>, new_parent: &Rc<Handle>) {
        while let Some(child) = node.node.first_child() {
            if !new_parent.node.insert(&child, None) {
                child.unlink();
            }
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Handle>) -> bool {
        handle.integration_point
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

    fn allow_declarative_shadow_roots(&self, _: &Rc<Handle>) -> bool {
        false
    }
}
