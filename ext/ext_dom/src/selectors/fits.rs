//! Decides whether an element matches a parsed CSS selector: `querySelector()`, `matches()` and `closest()` rest on it.

use std::cell::Cell;

use super::{Combinator, Complex, Compound, List, Match, Simple};
use crate::modern::{HTML, folds_names, is_html};
use crate::prelude::*;

/// What matching needs to know.
pub(super) struct Context {
    quirks: bool,
    /// `:blank` was asked for.
    pub blank: Cell<bool>,
    /// A column was asked for.
    pub column: Cell<bool>,
    /// The request was called while it matched: what was found means nothing.
    pub called: Cell<bool>,
}

/// Whether elements fit; if not, which others need not be tried in their place, as they would meet the same ones above and before them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Fits,
    /// Others may.
    Fails,
    /// No sibling does.
    FailsWithSiblings,
    /// Nothing above, and no sibling of that, does.
    FailsEverywhere,
}

/// Attributes whose values are compared without case in HTML.
const FOLDED: &[&str] = &[
    "accept",
    "accept-charset",
    "align",
    "alink",
    "axis",
    "bgcolor",
    "charset",
    "checked",
    "clear",
    "codetype",
    "color",
    "compact",
    "declare",
    "defer",
    "dir",
    "direction",
    "disabled",
    "enctype",
    "face",
    "frame",
    "hreflang",
    "http-equiv",
    "lang",
    "language",
    "link",
    "media",
    "method",
    "multiple",
    "nohref",
    "noresize",
    "noshade",
    "nowrap",
    "readonly",
    "rel",
    "rev",
    "rules",
    "scope",
    "scrolling",
    "selected",
    "shape",
    "target",
    "text",
    "type",
    "valign",
    "valuetype",
    "vlink",
];

fn before(node: &Node) -> impl Iterator<Item = Node> {
    std::iter::successors(node.prev(), Node::prev).filter(Node::is_element)
}

fn behind(node: &Node) -> impl Iterator<Item = Node> {
    std::iter::successors(node.next(), Node::next).filter(Node::is_element)
}

fn above(node: &Node) -> impl Iterator<Item = Node> {
    std::iter::successors(node.parent(), Node::parent).filter(Node::is_element)
}

fn same_type(a: &Node, b: &Node) -> bool {
    a.name() == b.name() && a.ns().and_then(|ns| ns.href) == b.ns().and_then(|ns| ns.href)
}

/// The attribute of that name, if the first one with it has no namespace.
fn attribute(node: &Node, name: &[u8]) -> Option<Node> {
    let lower;
    let name = if folds_names(node) {
        lower = name.to_ascii_lowercase();
        &lower[..]
    } else {
        name
    };
    if let Some(attr) = node.attribute_ns(None, name) {
        // One with a namespace in front of it would be the first.
        let earlier = std::iter::successors(attr.prev(), Node::prev).any(|other| other.has_name(name));
        return (!earlier).then_some(attr);
    }
    None
}

fn has(node: &Node, name: &[u8]) -> bool {
    attribute(node, name).is_some()
}

fn one_of(node: &Node, names: &[&[u8]]) -> bool {
    names.iter().any(|name| is_html(node, name))
}

fn is_disabled(node: &Node) -> bool {
    if !node.has_ns(Some(HTML)) {
        return false;
    }
    let controls: &[&[u8]] = &[b"button", b"input", b"select", b"textarea", b"optgroup", b"fieldset"];
    if has(node, b"disabled") && one_of(node, controls) {
        return true;
    }
    if !is_html(node, b"fieldset") {
        return false;
    }
    for outer in above(node).filter(|outer| is_html(outer, b"fieldset") && has(outer, b"disabled")) {
        if let Some(legend) = outer.children().find(|child| is_html(child, b"legend")) {
            return !legend.contains(node);
        }
    }
    false
}

fn is_read_write(node: &Node) -> bool {
    if one_of(node, &[b"input", b"textarea"]) {
        return !has(node, b"readonly") && !has(node, b"disabled");
    }
    node.has_ns(Some(HTML)) && attribute(node, b"contenteditable").is_some_and(|attr| attr.content() != b"false")
}

fn is_checked(node: &Node) -> bool {
    if is_html(node, b"input") {
        let kind = attribute(node, b"type").map(|attr| attr.content()).unwrap_or_default();
        return (kind.eq_ignore_ascii_case(b"checkbox") || kind.eq_ignore_ascii_case(b"radio")) && has(node, b"checked");
    }
    is_html(node, b"option") && has(node, b"selected")
}

impl Context {
    pub(super) fn new(node: &Node) -> Context {
        Context { quirks: props(node).quirks.get(), blank: Cell::new(false), column: Cell::new(false), called: Cell::new(false) }
    }

    pub(super) fn fits_list(&self, node: &Node, list: &List) -> bool {
        list.iter().any(|complex| self.fits_complex(node, complex, None))
    }

    pub(super) fn fits_one(&self, node: &Node, complex: &Complex) -> bool {
        self.fits_complex(node, complex, None)
    }

    fn fits_complex(&self, node: &Node, complex: &[(Combinator, Compound)], anchor: Option<&Node>) -> bool {
        self.try_complex(node, complex, anchor) == Outcome::Fits
    }

    /// Does the element fit the last compound, and others stand to it as the rest says? With an anchor the first compound stands to that.
    fn try_complex(&self, node: &Node, complex: &[(Combinator, Compound)], anchor: Option<&Node>) -> Outcome {
        let Some(((how, last), rest)) = complex.split_last() else { return Outcome::Fits };
        if !self.fits_compound(node, last) {
            return Outcome::Fails;
        }
        if rest.is_empty() {
            let stands = anchor.is_none_or(|anchor| match how {
                Combinator::Descendant => node != anchor && anchor.contains(node),
                Combinator::Child => node.parent().as_ref() == Some(anchor),
                Combinator::Next => before(node).next().as_ref() == Some(anchor),
                Combinator::Following => before(node).any(|other| other == *anchor),
                Combinator::Column => self.refuse_column(),
            });
            return if stands { Outcome::Fits } else { Outcome::Fails };
        }
        let try_one = |other: &Node| self.try_complex(other, rest, anchor);
        match how {
            Combinator::Descendant => {
                let mut tried = above(node).map(|other| try_one(&other));
                tried.find(|found| matches!(found, Outcome::Fits | Outcome::FailsEverywhere)).unwrap_or(Outcome::FailsEverywhere)
            }
            Combinator::Child => match node.parent().filter(Node::is_element).map(|parent| try_one(&parent)) {
                Some(Outcome::Fits) => Outcome::Fits,
                Some(Outcome::Fails | Outcome::FailsWithSiblings) => Outcome::FailsWithSiblings,
                Some(Outcome::FailsEverywhere) | None => Outcome::FailsEverywhere,
            },
            Combinator::Next => before(node).next().map_or(Outcome::FailsWithSiblings, |other| try_one(&other)),
            Combinator::Following => {
                let mut tried = before(node).map(|other| try_one(&other));
                tried.find(|found| *found != Outcome::Fails).unwrap_or(Outcome::FailsWithSiblings)
            }
            Combinator::Column => {
                self.refuse_column();
                Outcome::Fails
            }
        }
    }

    fn fits_compound(&self, node: &Node, compound: &Compound) -> bool {
        compound.iter().all(|simple| self.fits(node, simple))
    }

    fn refuse_column(&self) -> bool {
        self.column.set(true);
        false
    }

    fn equal(&self, a: &[u8], b: &[u8], insensitive: bool) -> bool {
        if insensitive { a.eq_ignore_ascii_case(b) } else { a == b }
    }

    fn fits(&self, node: &Node, simple: &Simple) -> bool {
        match simple {
            Simple::Any => true,
            Simple::Nothing => false,
            Simple::Type(name) if folds_names(node) => node.has_name(&name.to_ascii_lowercase()),
            Simple::Type(name) => node.has_name(name),
            Simple::Id(id) => attribute(node, b"id").is_some_and(|attr| self.equal(&attr.content(), id, self.quirks)),
            Simple::Class(class) => attribute(node, b"class").is_some_and(|attr| {
                let value = attr.content();
                value.split(|byte| crate::modern::token_list::is_space(*byte)).any(|word| self.equal(word, class, self.quirks))
            }),
            Simple::Attribute { name, how, value, insensitive } => self.fits_attribute(node, name, *how, value, *insensitive),
            Simple::Pseudo(class) => self.fits_class(node, class),
            Simple::Is(list) => self.fits_list(node, list),
            Simple::Not(list) => !self.fits_list(node, list),
            Simple::Has(list) => list.iter().any(|complex| self.has_relative(node, complex)),
            Simple::Nth { last, of_type, step, offset, of } => {
                if of.as_ref().is_some_and(|of| !self.fits_list(node, of)) {
                    return false;
                }
                let counts = |other: &Node| match of {
                    Some(of) => self.fits_list(other, of),
                    None => !of_type || same_type(node, other),
                };
                let index = 1 + if *last { behind(node).filter(counts).count() } else { before(node).filter(counts).count() };
                let distance = i128::from(index as i64) - i128::from(*offset);
                match *step {
                    0 => distance == 0,
                    step => distance % i128::from(step) == 0 && distance / i128::from(step) >= 0,
                }
            }
        }
    }

    fn has_relative(&self, node: &Node, complex: &[(Combinator, Compound)]) -> bool {
        let Some((how, _)) = complex.first() else { return false };
        let fits = |other: &Node| other.is_element() && self.fits_complex(other, complex, Some(node));
        let below = |root: &Node| {
            let mut at = root.first_child();
            while let Some(next) = at {
                if Cx::is_called() {
                    self.called.set(true);
                }
                if self.called.get() || fits(&next) {
                    return true;
                }
                at = crate::list::following(&next, root);
            }
            false
        };
        match how {
            Combinator::Descendant | Combinator::Child => below(node),
            Combinator::Column => self.refuse_column(),
            Combinator::Next | Combinator::Following => behind(node).any(|other| fits(&other) || below(&other)),
        }
    }

    fn fits_attribute(&self, node: &Node, name: &[u8], how: Match, wanted: &[u8], insensitive: bool) -> bool {
        let Some(attr) = attribute(node, name) else { return false };
        if how == Match::Present {
            return true;
        }
        let insensitive = insensitive || (folds_names(node) && FOLDED.iter().any(|folded| folded.as_bytes().eq_ignore_ascii_case(name)));
        let (mut value, mut wanted) = (attr.content(), wanted.to_vec());
        if insensitive {
            value.make_ascii_lowercase();
            wanted.make_ascii_lowercase();
        }
        let some = !wanted.is_empty();
        match how {
            Match::Present => true,
            Match::Equal => value == wanted,
            Match::Word => some && value.split(|byte| crate::modern::token_list::is_space(*byte)).any(|word| word == wanted),
            Match::Dash => value == wanted || (value.starts_with(&wanted) && value.get(wanted.len()) == Some(&b'-')),
            Match::Prefix => some && value.starts_with(&wanted),
            Match::Suffix => some && value.ends_with(&wanted),
            Match::Substring => some && value.windows(wanted.len()).any(|part| part == wanted),
        }
    }

    fn fits_class(&self, node: &Node, class: &str) -> bool {
        let fields: &[&[u8]] = &[b"input", b"select", b"textarea"];
        match class {
            "any-link" | "link" => one_of(node, &[b"a", b"area"]) && has(node, b"href"),
            "blank" => {
                self.blank.set(true);
                false
            }
            "checked" => is_checked(node),
            "disabled" => is_disabled(node),
            "enabled" => !is_disabled(node),
            "empty" => node.children().all(|child| matches!(child.kind(), kind::COMMENT | kind::PI)),
            "first-child" => before(node).next().is_none(),
            "last-child" => behind(node).next().is_none(),
            "only-child" => before(node).next().is_none() && behind(node).next().is_none(),
            "first-of-type" => !before(node).any(|other| same_type(node, &other)),
            "last-of-type" => !behind(node).any(|other| same_type(node, &other)),
            "only-of-type" => !before(node).chain(behind(node)).any(|other| same_type(node, &other)),
            "optional" => one_of(node, fields) && !has(node, b"required"),
            "required" => one_of(node, fields) && has(node, b"required"),
            "placeholder-shown" => one_of(node, &[b"input", b"textarea"]) && has(node, b"placeholder"),
            "read-only" => !is_read_write(node),
            "read-write" => is_read_write(node),
            "root" => node.parent().is_some_and(|parent| parent.is_document() || parent.kind() == kind::FRAGMENT),
            _ => false,
        }
    }
}
