//! Constructors of nodes that have nothing else of their own.

use crate::object::{attach, hidden_document};
use crate::prelude::*;

pub(crate) mod comment {
    use super::*;

    /// `DOMComment::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
        let new = hidden_document(cx)?.new_comment(data.as_bytes());
        attach(this, new);
        Ok(())
    }
}

pub(crate) mod cdata {
    use super::*;

    /// `DOMCdataSection::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
        let new = hidden_document(cx)?.new_cdata(data.as_bytes());
        attach(this, new);
        Ok(())
    }
}

pub(crate) mod reference {
    use super::*;

    /// `DOMEntityReference::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
        if !names::is_ncname(name.as_bytes()) {
            return Err(dom_error(cx, Code::InvalidCharacter));
        }
        let new = hidden_document(cx)?.new_reference(name.as_bytes());
        attach(this, new);
        Ok(())
    }
}

pub(crate) mod instruction {
    use super::*;

    /// `DOMProcessingInstruction::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<()> {
        if !names::is_name(name.as_bytes()) {
            return Err(dom_error(cx, Code::InvalidCharacter));
        }
        let new = hidden_document(cx)?.new_instruction(name.as_bytes(), Some(value.as_bytes()).filter(|value| !value.is_empty()));
        attach(this, new);
        Ok(())
    }
}
