//! Functions and their parameters.

use super::modifiers::Target;
use super::*;

impl<'a> Parser<'a> {
    /// `function name(...) {...}`; the lookahead is `function`, and a name is known to follow.
    pub(super) fn function_decl(&mut self, attrs: &'a [AttributeGroup<'a>]) -> PResult<Stmt<'a>> {
        let keyword = self.bump();
        let by_ref = self.eat_ampersand();
        if !matches!(self.tok.kind, T::Identifier | T::Readonly) {
            return Err(self.unexpected(&[T::LParen]));
        }
        let token = self.bump();
        let name = self.ident(token);
        let doc = self.take_doc();
        self.expect(T::LParen)?;
        let params = self.params()?;
        let return_type = self.return_type()?;
        let body = self.function_block()?;
        let decl = FunctionDecl {
            name,
            attrs,
            by_ref,
            is_static: false,
            params,
            return_type,
            body: Some(body),
            uses: &[],
            is_arrow: false,
            doc,
            span: self.span_from(keyword.lo),
            end: self.prev.hi.saturating_sub(1),
        };
        Ok(Stmt { kind: StmtKind::Function(self.arena.alloc(decl)), span: decl.span })
    }

    /// `{ statements }` of a function.
    pub(super) fn function_block(&mut self) -> PResult<&'a [Stmt<'a>]> {
        self.expect(T::LBrace)?;
        let body = self.inner_statements()?;
        self.expect_quietly(T::RBrace)?;
        Ok(body)
    }

    /// Parameters up to and including `)`; `(` is eaten.
    pub(super) fn params(&mut self) -> PResult<&'a [Param<'a>]> {
        let mut params = Vec::new();
        while !self.at(T::RParen) {
            params.push(self.param()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_list_end(T::RParen)?;
        Ok(self.list(params))
    }

    fn param(&mut self) -> PResult<Param<'a>> {
        let attrs = if self.at(T::Attribute) { self.attributes()? } else { &[] };
        let lo = self.tok.lo;
        let tokens = self.modifier_tokens();
        let modifiers = self.check_modifiers(&tokens, Target::Parameter)?;
        let ty = if self.begins_type(false) { Some(self.type_expr(false)?) } else { None };
        let by_ref = self.eat(T::AmpVar);
        let variadic = self.eat(T::Ellipsis);
        let var = self.expect(T::Variable)?;
        let doc = self.take_doc();
        let default = if self.eat(T::Equals) { Some(self.expr()?) } else { None };
        let hooks = if self.at(T::LBrace) { Some(self.property_hooks()?) } else { None };
        let var = self.var_ident(var);
        Ok(Param { attrs, modifiers, ty, by_ref, variadic, var, default, hooks, doc, span: self.span_from(lo) })
    }
}
