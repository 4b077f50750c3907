//! CSS selectors, as far as documents that nobody looks at have them: what is written ([`parse`]) and what it fits (`fits`).
//!
//! Namespaces in selectors are read and mean nothing, as in PHP.

mod fits;
mod read;

use crate::errors::dom_error_saying;
use crate::prelude::*;

/// How a compound stands to the one in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    Next,
    Following,
    /// Known, and not supported.
    Column,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match {
    Present,
    Equal,
    Word,
    Dash,
    Prefix,
    Suffix,
    Substring,
}

#[derive(Debug)]
pub(crate) enum Simple {
    Any,
    Type(Vec<u8>),
    Id(Vec<u8>),
    Class(Vec<u8>),
    Attribute {
        name: Vec<u8>,
        how: Match,
        value: Vec<u8>,
        insensitive: bool,
    },
    Pseudo(&'static str),
    Is(List),
    Not(List),
    Has(List),
    Nth {
        last: bool,
        of_type: bool,
        step: i64,
        offset: i64,
        of: Option<List>,
    },
    /// Known, and fits nothing.
    Nothing,
}

/// Simple selectors for one element.
pub(crate) type Compound = Vec<Simple>;

/// Compounds from left to right. The first one's combinator counts in `:has()` alone.
pub(crate) type Complex = Vec<(Combinator, Compound)>;

pub(crate) type List = Vec<Complex>;

/// Reads selectors; what is wrong is an exception.
pub(crate) fn parse(cx: &mut Cx, _: &Node, text: &PhpStr) -> PhpResult<List> {
    match read::list(text.as_bytes()) {
        Ok(list) => Ok(list),
        Err(why) => {
            let text = if why.is_empty() { b"Invalid selector".to_vec() } else { [b"Invalid selector (", &why[..], b")"].concat() };
            Err(dom_error_saying(cx, Code::Syntax, text))
        }
    }
}

const BLANK: &str = ":blank selector is not implemented because CSSWG has not yet decided its semantics \
                     (https://github.com/w3c/csswg-drafts/issues/1967)";

fn finish<T>(cx: &mut Cx, context: &fits::Context, found: T) -> PhpResult<T> {
    if context.column.get() {
        return Err(cx.argument_value_error(1, "contains an unsupported selector"));
    }
    if context.blank.get() {
        return Err(dom_error_saying(cx, Code::NotSupported, BLANK));
    }
    Ok(found)
}

/// Matching that may be long, again if the request was called meanwhile and goes on.
fn undisturbed<T>(cx: &mut Cx, context: &fits::Context, work: impl Fn(&fits::Context) -> T) -> PhpResult<T> {
    loop {
        let found = work(context);
        cx.check_interrupt()?;
        if !context.called.replace(false) {
            return Ok(found);
        }
    }
}

/// The elements below a node that fit, in order; with `one` the first.
pub(crate) fn select(cx: &mut Cx, root: &Node, list: &List, one: bool) -> PhpResult<Vec<Node>> {
    let context = fits::Context::new(root);
    let mut found = Vec::new();
    let mut at = root.first_child();
    while let Some(node) = at {
        if node.is_element() {
            // An element is there for each of the selectors that it fits.
            let times = undisturbed(cx, &context, |context| {
                list.iter().filter(|complex| context.fits_one(&node, complex)).take(if one { 1 } else { list.len() }).count()
            })?;
            found.extend(std::iter::repeat_n(node.clone(), times));
            if one && times > 0 {
                break;
            }
        }
        at = crate::list::following(&node, root);
    }
    finish(cx, &context, found)
}

/// Does an element fit?
pub(crate) fn matches(cx: &mut Cx, node: &Node, list: &List) -> PhpResult<bool> {
    let context = fits::Context::new(node);
    let fits = node.is_element() && undisturbed(cx, &context, |context| context.fits_list(node, list))?;
    finish(cx, &context, fits)
}
