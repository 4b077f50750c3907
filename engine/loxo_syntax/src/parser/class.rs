//! Classes, interfaces, traits, enums, and their members.

use super::modifiers::{Target, modifier};
use super::*;

impl<'a> Parser<'a> {
    /// A declaration with its name; the lookahead is a class modifier or the keyword.
    pub(super) fn class_decl(&mut self, attrs: &'a [AttributeGroup<'a>]) -> PResult<Stmt<'a>> {
        let modifiers = self.class_modifiers(false)?;
        if !modifiers.is_empty() && !self.at(T::Class) {
            return Err(self.unexpected(&[T::Abstract, T::Final, T::Readonly, T::Class]));
        }
        let keyword = self.bump();
        let token = self.expect(T::Identifier)?;
        let name = Some(self.ident(token));
        let kind = match keyword.kind {
            T::Interface => ClassKind::Interface,
            T::Trait => ClassKind::Trait,
            T::Enum => ClassKind::Enum,
            _ => ClassKind::Class,
        };
        let backing = if kind == ClassKind::Enum { self.return_type()? } else { None };
        let decl = self.class_rest(ClassHead { kind, name, attrs, modifiers, backing, lo: keyword.lo })?;
        Ok(Stmt { kind: StmtKind::Class(decl), span: decl.span })
    }

    /// Behind `new`: the class and its constructor's arguments.
    pub(super) fn anonymous_class(&mut self, attrs: &'a [AttributeGroup<'a>]) -> PResult<(&'a ClassDecl<'a>, Args<'a>)> {
        let modifiers = self.class_modifiers(true)?;
        let keyword = self.expect(T::Class)?;
        let args = if self.at(T::LParen) { self.args()? } else { Args::List { args: &[], span: Span::new(self.prev.hi, self.prev.hi) } };
        let head = ClassHead { kind: ClassKind::Class, name: None, attrs, modifiers, backing: None, lo: keyword.lo };
        Ok((self.class_rest(head)?, args))
    }

    fn class_rest(&mut self, head: ClassHead<'a>) -> PResult<&'a ClassDecl<'a>> {
        if loxo_base::stack::exhausted() {
            return Err(self.too_deep());
        }
        let mut extends = None;
        let mut implements: &[Name<'a>] = &[];
        match head.kind {
            ClassKind::Class => {
                if self.eat(T::Extends) {
                    extends = Some(self.class_name()?);
                }
                if self.eat(T::Implements) {
                    implements = self.class_names()?;
                }
            }
            ClassKind::Enum => {
                if self.eat(T::Implements) {
                    implements = self.class_names()?;
                }
            }
            ClassKind::Interface => {
                if self.eat(T::Extends) {
                    implements = self.class_names()?;
                }
            }
            ClassKind::Trait => {}
        }
        let doc = self.take_doc();
        if !self.at(T::LBrace) {
            return Err(self.unexpected(&[T::LBrace]));
        }
        self.bump();
        let mut members = Vec::new();
        while !self.at(T::RBrace) {
            members.push(self.member_decl()?);
        }
        self.bump();
        let ClassHead { kind, name, attrs, modifiers, backing, lo } = head;
        let decl = ClassDecl {
            kind,
            name,
            attrs,
            modifiers,
            extends,
            implements,
            backing,
            members: self.list(members),
            doc,
            span: self.span_from(lo),
            end: self.prev.hi.saturating_sub(1),
        };
        Ok(self.arena.alloc(decl))
    }

    fn member_decl(&mut self) -> PResult<Member<'a>> {
        let lo = self.tok.lo;
        if self.at(T::Use) {
            let kind = self.trait_use()?;
            return Ok(Member { kind, span: self.span_from(lo) });
        }
        let attrs = if self.at(T::Attribute) { self.attributes()? } else { &[] };
        let first = self.tok.lo;
        let tokens = self.modifier_tokens();
        let kind = match self.tok.kind {
            T::Function => self.method(attrs, &tokens)?,
            T::Const => {
                let modifiers = self.check_modifiers(&tokens, Target::Constant)?;
                self.class_const(attrs, modifiers)?
            }
            T::Case if tokens.is_empty() => self.enum_case(attrs)?,
            T::Var if tokens.is_empty() => {
                self.bump();
                let ty = self.property_type()?;
                self.property(attrs, Modifiers::VAR, ty)?
            }
            _ if tokens.is_empty() => return Err(self.unexpected(&[T::Function])),
            _ => {
                // `static` ends a type list too, but here it was a modifier already.
                if !self.at(T::Variable) && !self.begins_type(false) && modifier(self.tok.kind).is_none() {
                    self.check_modifiers(&tokens, Target::Property)?;
                    return Err(self.unexpected(&[T::Variable]));
                }
                let modifiers = self.check_modifiers(&tokens, Target::Property)?;
                let ty = self.property_type()?;
                self.property(attrs, modifiers, ty)?
            }
        };
        Ok(Member { kind, span: self.span_from(first) })
    }

    fn property_type(&mut self) -> PResult<Option<Type<'a>>> {
        if self.at(T::Variable) || !self.begins_type(false) {
            return Ok(None);
        }
        self.type_expr(false).map(Some)
    }

    fn method(&mut self, attrs: &'a [AttributeGroup<'a>], tokens: &[TokenKind]) -> PResult<MemberKind<'a>> {
        let modifiers = self.check_modifiers(tokens, Target::Method)?;
        let keyword = self.bump();
        let by_ref = self.eat_ampersand();
        if !self.tok.kind.is_identifier() {
            return Err(self.unexpected(&[]));
        }
        let name = self.member_ident()?;
        let doc = self.take_doc();
        self.expect(T::LParen)?;
        let params = self.params()?;
        let return_type = self.return_type()?;
        let body = match self.tok.kind {
            T::Semicolon => {
                self.bump();
                None
            }
            T::LBrace => Some(self.function_block()?),
            _ => return Err(self.unexpected(&[T::Semicolon, T::LBrace])),
        };
        let decl = FunctionDecl {
            name,
            attrs,
            by_ref,
            is_static: modifiers.has(Modifiers::STATIC),
            params,
            return_type,
            body,
            uses: &[],
            is_arrow: false,
            doc,
            span: self.span_from(keyword.lo),
            end: self.prev.hi.saturating_sub(1),
        };
        Ok(MemberKind::Method { modifiers, func: self.arena.alloc(decl) })
    }

    fn class_const(&mut self, attrs: &'a [AttributeGroup<'a>], modifiers: Modifiers) -> PResult<MemberKind<'a>> {
        self.bump();
        let ty = if self.const_has_type() { Some(self.type_expr(true)?) } else { None };
        let mut items = Vec::new();
        loop {
            if !self.tok.kind.is_identifier() {
                return Err(self.unexpected(&[]));
            }
            let name = self.member_ident()?;
            self.expect(T::Equals)?;
            let value = self.expr()?;
            let doc = self.take_doc();
            items.push(ConstItem { name, value, doc });
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.end_of_list()?;
        Ok(MemberKind::Const { attrs, modifiers, ty, items: self.list(items) })
    }

    /// `const X = ` has no type, whatever X is; anything else before the name is one.
    fn const_has_type(&self) -> bool {
        if self.tok.kind.is_identifier() {
            return !matches!(self.byte_behind(), (b'=', next) if next != b'=' && next != b'>') && self.begins_type(true);
        }
        self.begins_type(true)
    }

    fn enum_case(&mut self, attrs: &'a [AttributeGroup<'a>]) -> PResult<MemberKind<'a>> {
        self.bump();
        let doc = self.take_doc();
        if !self.tok.kind.is_identifier() {
            return Err(self.unexpected(&[]));
        }
        let name = self.member_ident()?;
        let value = if self.eat(T::Equals) { Some(self.expr()?) } else { None };
        self.expect(T::Semicolon)?;
        Ok(MemberKind::Case { attrs, name, value, doc })
    }

    // ---- traits

    fn trait_use(&mut self) -> PResult<MemberKind<'a>> {
        self.bump();
        let traits = self.class_names()?;
        let mut rules = Vec::new();
        match self.tok.kind {
            T::Semicolon => {
                self.bump();
            }
            T::LBrace => {
                self.bump();
                while !self.at(T::RBrace) {
                    rules.push(self.trait_rule()?);
                    self.expect(T::Semicolon)?;
                }
                self.bump();
            }
            _ => return Err(self.unexpected(&[T::Comma, T::Semicolon, T::LBrace])),
        }
        Ok(MemberKind::TraitUse { traits, rules: self.list(rules) })
    }

    fn trait_rule(&mut self) -> PResult<TraitRule<'a>> {
        let token = self.tok;
        if !token.kind.is_identifier() && !token.kind.is_name() {
            return Err(self.unexpected(&[]));
        }
        let qualified = matches!(self.byte_behind(), (b':', b':'));
        if !qualified && token.kind.is_identifier() {
            let method = self.member_ident()?;
            if !self.at(T::As) {
                let may_be_class = token.kind == T::Identifier && !self.at(T::Colon);
                return Err(self.unexpected(if may_be_class { &[T::DoubleColon] } else { &[T::As] }));
            }
            return self.trait_alias(None, method);
        }
        if !token.kind.is_name() && token.kind != T::Static {
            self.bump();
            return Err(self.unexpected(&[T::As]));
        }
        let class = self.class_name()?;
        self.expect(T::DoubleColon)?;
        if !self.tok.kind.is_identifier() {
            return Err(self.unexpected(&[]));
        }
        let method = self.member_ident()?;
        match self.tok.kind {
            T::As => self.trait_alias(Some(class), method),
            T::Insteadof => {
                self.bump();
                let mut instead_of = vec![self.class_name()?];
                while self.eat(T::Comma) {
                    instead_of.push(self.class_name()?);
                }
                if !self.at(T::Semicolon) {
                    return Err(self.unexpected(&[T::Semicolon]));
                }
                Ok(TraitRule::Precedence { class, method, instead_of: self.list(instead_of) })
            }
            _ => Err(self.unexpected(&[T::As])),
        }
    }

    fn trait_alias(&mut self, class: Option<Name<'a>>, method: Ident<'a>) -> PResult<TraitRule<'a>> {
        self.bump();
        let mut modifiers = Modifiers::default();
        let mut alias = None;
        if modifier(self.tok.kind).is_some() {
            let tokens = [self.bump().kind];
            if self.tok.kind.is_identifier() {
                alias = Some(self.member_ident()?);
            }
            modifiers = self.check_modifiers(&tokens, Target::Method)?;
        } else if self.at(T::Identifier) || self.tok.kind.is_reserved_non_modifier() {
            alias = Some(self.member_ident()?);
        } else {
            return Err(self.unexpected(&[]));
        }
        Ok(TraitRule::Alias { class, method, modifiers, alias })
    }
}

/// What is known of a class before its `extends`.
struct ClassHead<'a> {
    kind: ClassKind,
    name: Option<Ident<'a>>,
    attrs: &'a [AttributeGroup<'a>],
    modifiers: Modifiers,
    backing: Option<Type<'a>>,
    lo: u32,
}
