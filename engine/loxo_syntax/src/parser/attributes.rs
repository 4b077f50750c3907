//! Attributes: groups of them in `#[...]`, in front of what they belong to.

use super::*;

impl<'a> Parser<'a> {
    /// One or more groups; the lookahead is `#[`.
    pub(super) fn attributes(&mut self) -> PResult<&'a [AttributeGroup<'a>]> {
        let mut groups = Vec::new();
        while self.eat(T::Attribute) {
            let mut attrs = vec![self.attribute()?];
            while self.eat(T::Comma) {
                if !self.at(T::Static) && !self.tok.kind.is_name() {
                    break;
                }
                attrs.push(self.attribute()?);
            }
            self.expect_list_end(T::RBracket)?;
            groups.push(AttributeGroup { attrs: self.list(attrs) });
        }
        Ok(self.list(groups))
    }

    fn attribute(&mut self) -> PResult<Attribute<'a>> {
        let lo = self.tok.lo;
        let name = self.class_name()?;
        let args = if self.at(T::LParen) {
            match self.args()? {
                Args::List { args, .. } => Some(args),
                Args::Ellipsis { .. } => {
                    self.defer("Cannot create Closure as attribute argument", lo);
                    None
                }
            }
        } else {
            None
        };
        Ok(Attribute { name, args, span: self.span_from(lo) })
    }

    /// `class_name` in PHP's grammar: a name or `static`.
    pub(super) fn class_name(&mut self) -> PResult<Name<'a>> {
        if self.at(T::Static) || self.tok.kind.is_name() {
            let token = self.bump();
            return Ok(self.name_of(token));
        }
        Err(self.unexpected(&[]))
    }

    pub(super) fn class_names(&mut self) -> PResult<&'a [Name<'a>]> {
        let mut names = vec![self.class_name()?];
        while self.eat(T::Comma) {
            names.push(self.class_name()?);
        }
        Ok(self.list(names))
    }
}
