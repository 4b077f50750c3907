//! Properties and their hooks.

use super::modifiers::Target;
use super::*;

impl<'a> Parser<'a> {
    /// `$a = 1, $b;` or `$a { hooks }`, behind modifiers and type.
    pub(super) fn property(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        modifiers: Modifiers,
        ty: Option<Type<'a>>,
    ) -> PResult<MemberKind<'a>> {
        let mut items = Vec::new();
        loop {
            let token = self.expect(T::Variable)?;
            let var = self.var_ident(token);
            let default = if self.eat(T::Equals) { Some(self.expr()?) } else { None };
            let doc = self.take_doc();
            if self.at(T::LBrace) && items.is_empty() {
                let hooks = Some(self.property_hooks()?);
                items.push(PropertyItem { var, default, hooks, doc });
                break;
            }
            items.push(PropertyItem { var, default, hooks: None, doc });
            if self.eat(T::Comma) {
                continue;
            }
            self.end_of_list()?;
            break;
        }
        Ok(MemberKind::Property { attrs, modifiers, ty, items: self.list(items) })
    }

    /// `{ get; set {...} }`
    pub(super) fn property_hooks(&mut self) -> PResult<&'a [PropertyHook<'a>]> {
        self.expect(T::LBrace)?;
        let mut hooks = Vec::new();
        while !self.at(T::RBrace) {
            hooks.push(self.property_hook()?);
        }
        self.bump();
        Ok(self.list(hooks))
    }

    fn property_hook(&mut self) -> PResult<PropertyHook<'a>> {
        let attrs = if self.at(T::Attribute) { self.attributes()? } else { &[] };
        let tokens = self.modifier_tokens();
        let modifiers = self.check_modifiers(&tokens, Target::Hook)?;
        let by_ref = self.eat_ampersand();
        let token = self.expect(T::Identifier)?;
        let name = self.ident(token);
        let doc = self.take_doc();
        let params = if self.eat(T::LParen) { Some(self.params()?) } else { None };
        let body = self.hook_body()?;
        let span = self.span_from(token.lo);
        let end = self.prev.hi.saturating_sub(1);
        Ok(PropertyHook { attrs, modifiers, by_ref, name, params, body, doc, span, end })
    }

    fn hook_body(&mut self) -> PResult<HookBody<'a>> {
        match self.tok.kind {
            T::Semicolon => {
                self.bump();
                Ok(HookBody::Abstract)
            }
            T::LBrace => Ok(HookBody::Block(self.function_block()?)),
            T::DoubleArrow => {
                self.bump();
                let value = self.expr()?;
                self.expect_quietly(T::Semicolon)?;
                Ok(HookBody::Short(value))
            }
            _ => Err(self.unexpected(&[T::DoubleArrow, T::Semicolon, T::LBrace])),
        }
    }
}
