//! Operands: names, literals, parentheses, `new`, and the constructs that look like functions.

use super::expr::level;
use super::postfix::Shape;
use super::*;

impl<'a> Parser<'a> {
    pub(super) fn primary(&mut self) -> PResult<(Expr<'a>, Shape)> {
        let lo = self.tok.lo;
        let plain = |expr| (expr, Shape::Plain);
        match self.tok.kind {
            T::Variable => {
                let token = self.bump();
                Ok((self.node(lo, ExprKind::Variable(self.var_ident(token).name)), Shape::Variable))
            }
            T::Identifier | T::NameQualified | T::NameFullyQualified | T::NameRelative => {
                let token = self.bump();
                self.named(self.name_of(token))
            }
            T::Int | T::Float => Ok(plain(self.number())),
            T::ConstantString => Ok((self.constant_string()?, Shape::Value)),
            T::Quote => Ok((self.double_quoted()?, Shape::Value)),
            T::StartHeredoc => self.heredoc().map(plain),
            T::Backtick => self.shell_exec().map(plain),
            T::LParen => {
                self.bump();
                let inner = self.expr()?;
                self.expect_quietly(T::RParen)?;
                Ok((self.node(lo, ExprKind::Paren(inner)), Shape::Value))
            }
            T::LBracket => {
                self.bump();
                let items = self.array_items(T::RBracket)?;
                Ok((self.node(lo, ExprKind::Array { items, syntax: ArraySyntax::Short }), Shape::Value))
            }
            T::Array => {
                self.bump();
                self.expect(T::LParen)?;
                let items = self.array_items(T::RParen)?;
                Ok((self.node(lo, ExprKind::Array { items, syntax: ArraySyntax::Long }), Shape::Value))
            }
            T::List => {
                let pattern = self.list_pattern()?;
                self.pattern_assignment(pattern).map(plain)
            }
            T::Dollar => Ok((self.simple_variable()?, Shape::Variable)),
            T::New => self.new_expr(),
            T::Static => self.static_primary(),
            T::Readonly => {
                // The one keyword that may also be called; it is never looked up in the namespace.
                let token = self.bump();
                if !self.at(T::LParen) {
                    return Err(self.unexpected(&[T::LParen]));
                }
                let name = Name { kind: NameKind::FullyQualified, text: self.text(token), span: Span::new(token.lo, token.hi) };
                self.named(name)
            }
            T::Function | T::Fn => self.closure(&[], false).map(plain),
            T::Attribute => self.attributed_closure().map(plain),
            T::Match => self.match_expr().map(plain),
            T::Isset => self.isset().map(plain),
            T::Empty => {
                self.bump();
                Ok(plain(self.in_parens(lo, ExprKind::Empty)?))
            }
            T::Eval => {
                self.bump();
                Ok(plain(self.in_parens(lo, ExprKind::Eval)?))
            }
            T::Exit => {
                self.bump();
                let args = if self.at(T::LParen) { Some(self.args()?) } else { None };
                Ok(plain(self.node(lo, ExprKind::Exit(args))))
            }
            kind => match magic(kind) {
                Some(constant) => {
                    self.bump();
                    Ok((self.node(lo, ExprKind::Magic(constant)), Shape::Constant))
                }
                None => Err(self.unexpected(&[])),
            },
        }
    }

    /// A name: a call, a class, or a constant.
    fn named(&mut self, name: Name<'a>) -> PResult<(Expr<'a>, Shape)> {
        let lo = name.span.lo;
        match self.tok.kind {
            T::LParen => {
                let args = self.args()?;
                Ok((self.node(lo, ExprKind::Call { callee: Callee::Name(name), args }), Shape::Variable))
            }
            T::DoubleColon => self.static_member(ClassRef::Name(name), lo),
            _ => Ok((self.node(lo, ExprKind::Const(name)), Shape::Constant)),
        }
    }

    fn static_name(&mut self) -> Name<'a> {
        let token = self.bump();
        Name { kind: NameKind::Unqualified, text: self.text(token), span: Span::new(token.lo, token.hi) }
    }

    /// `static::x`, `static fn`, `static function`.
    fn static_primary(&mut self) -> PResult<(Expr<'a>, Shape)> {
        let name = self.static_name();
        match self.tok.kind {
            T::Function | T::Fn => Ok((self.closure(&[], true)?, Shape::Plain)),
            T::DoubleColon => self.static_member(ClassRef::Name(name), name.span.lo),
            _ => Err(self.unexpected(&[T::DoubleColon])),
        }
    }

    /// `(expr)` behind `empty` and `eval`.
    fn in_parens(&mut self, lo: u32, make: fn(Expr<'a>) -> ExprKind<'a>) -> PResult<Expr<'a>> {
        self.expect(T::LParen)?;
        let inner = self.expr()?;
        self.expect_quietly(T::RParen)?;
        Ok(self.node(lo, make(inner)))
    }

    fn isset(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        self.expect(T::LParen)?;
        let mut vars = vec![self.expr()?];
        while self.eat(T::Comma) {
            if !self.begins_expr() {
                break;
            }
            vars.push(self.expr()?);
        }
        self.expect_list_end(T::RParen)?;
        let vars = self.list(vars);
        Ok(self.node(lo, ExprKind::Isset(vars)))
    }

    fn match_expr(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        self.expect(T::LParen)?;
        let subject = self.expr()?;
        self.expect_quietly(T::RParen)?;
        self.expect(T::LBrace)?;
        let mut arms = Vec::new();
        while self.begins_expr() || self.at(T::Default) {
            arms.push(self.match_arm()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_list_end(T::RBrace)?;
        let arms = self.list(arms);
        Ok(self.node(lo, ExprKind::Match { subject, arms }))
    }

    fn match_arm(&mut self) -> PResult<MatchArm<'a>> {
        let lo = self.tok.lo;
        let conds = if self.at(T::Default) {
            self.bump();
            self.eat(T::Comma);
            self.expect(T::DoubleArrow)?;
            None
        } else {
            let mut conds = vec![self.expr()?];
            while self.eat(T::Comma) {
                if !self.begins_expr() {
                    break;
                }
                conds.push(self.expr()?);
            }
            self.expect_list_end(T::DoubleArrow)?;
            Some(self.list(conds))
        };
        let body = self.expr()?;
        Ok(MatchArm { conds, body, span: self.span_from(lo) })
    }

    // ---- arrays and patterns

    /// The elements up to and including `close`.
    pub(super) fn array_items(&mut self, close: TokenKind) -> PResult<&'a [Option<ArrayItem<'a>>]> {
        let mut items = Vec::new();
        while !self.at(close) {
            if self.eat(T::Comma) {
                items.push(None);
                continue;
            }
            if !self.begins_item() {
                break;
            }
            items.push(Some(self.array_item()?));
            if !self.eat(T::Comma) {
                break;
            }
        }
        if !self.at(close) {
            return Err(match items.last() {
                Some(Some(ArrayItem { by_ref: true, .. })) => self.unexpected_behind_variable(close),
                _ => self.unexpected(&[close]),
            });
        }
        self.bump();
        Ok(self.list(items))
    }

    fn begins_item(&self) -> bool {
        self.begins_expr() || matches!(self.tok.kind, T::Amp | T::AmpVar | T::Ellipsis)
    }

    fn array_item(&mut self) -> PResult<ArrayItem<'a>> {
        let item = |key, value| ArrayItem { key, value, by_ref: false, spread: false };
        match self.tok.kind {
            T::Amp | T::AmpVar => {
                self.bump();
                return Ok(ArrayItem { by_ref: true, ..item(None, self.variable()?) });
            }
            T::Ellipsis => {
                self.bump();
                return Ok(ArrayItem { spread: true, ..item(None, self.expr()?) });
            }
            T::List => return Ok(item(None, self.list_or_expr()?)),
            _ => {}
        }
        if !self.begins_expr() {
            return Err(self.unexpected(&[]));
        }
        let first = self.expr()?;
        if !self.eat(T::DoubleArrow) {
            return Ok(item(None, first));
        }
        match self.tok.kind {
            T::Amp | T::AmpVar => {
                self.bump();
                Ok(ArrayItem { by_ref: true, ..item(Some(first), self.variable()?) })
            }
            _ => Ok(item(Some(first), self.list_or_expr()?)),
        }
    }

    /// A nested `list(...)` pattern, or an expression.
    fn list_or_expr(&mut self) -> PResult<Expr<'a>> {
        if !self.at(T::List) {
            return self.expr();
        }
        let pattern = self.list_pattern()?;
        if !self.at(T::Equals) {
            return Ok(pattern);
        }
        let assignment = self.pattern_assignment(pattern)?;
        self.binary_from(assignment, 0)
    }

    pub(super) fn list_pattern(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        self.expect(T::LParen)?;
        if loxo_base::stack::exhausted() {
            return Err(self.too_deep());
        }
        let items = self.array_items(T::RParen)?;
        Ok(self.node(lo, ExprKind::Array { items, syntax: ArraySyntax::List }))
    }

    // ---- new, class references, clone

    fn new_expr(&mut self) -> PResult<(Expr<'a>, Shape)> {
        let lo = self.bump().lo;
        let attrs = if self.at(T::Attribute) { self.attributes()? } else { &[] };
        if !attrs.is_empty() || matches!(self.tok.kind, T::Class | T::Abstract | T::Final | T::Readonly) {
            let (decl, args) = self.anonymous_class(attrs)?;
            return Ok((self.node(lo, ExprKind::NewAnonymous { decl, args }), Shape::Value));
        }
        let class = self.class_reference(&[T::Class])?;
        if self.at(T::LParen) {
            let args = self.args()?;
            return Ok((self.node(lo, ExprKind::New { class, args }), Shape::Value));
        }
        let args = Args::List { args: &[], span: Span::new(self.prev.hi, self.prev.hi) };
        Ok((self.node(lo, ExprKind::New { class, args }), Shape::Plain))
    }

    /// What stands behind `new` and `instanceof`: a name, a variable without calls, or an expression in parentheses.
    /// `expecting` is for the case that nothing of the kind is there.
    pub(super) fn class_reference(&mut self, expecting: &[TokenKind]) -> PResult<ClassRef<'a>> {
        let lo = self.tok.lo;
        let mut base = match self.tok.kind {
            T::LParen => {
                self.bump();
                let expr = self.expr()?;
                self.expect_quietly(T::RParen)?;
                return Ok(ClassRef::Expr(self.node(lo, ExprKind::Paren(expr))));
            }
            T::Variable | T::Dollar => self.simple_variable()?,
            T::Static => {
                let name = self.static_name();
                if !self.at(T::DoubleColon) {
                    return Ok(ClassRef::Name(name));
                }
                self.static_property(ClassRef::Name(name), lo)?
            }
            kind if kind.is_name() => {
                let token = self.bump();
                let name = self.name_of(token);
                if !self.at(T::DoubleColon) {
                    return Ok(ClassRef::Name(name));
                }
                self.static_property(ClassRef::Name(name), lo)?
            }
            _ => return Err(self.unexpected(expecting)),
        };
        loop {
            base = match self.tok.kind {
                T::LBracket => self.index(base)?,
                T::ObjectOperator | T::NullsafeObjectOperator => {
                    let nullsafe = self.bump().kind == T::NullsafeObjectOperator;
                    let name = self.property_name()?;
                    self.node(lo, ExprKind::Property { object: base, name, nullsafe })
                }
                T::DoubleColon => self.static_property(ClassRef::Expr(base), lo)?,
                _ => return Ok(ClassRef::Expr(base)),
            };
        }
    }

    fn static_property(&mut self, class: ClassRef<'a>, lo: u32) -> PResult<Expr<'a>> {
        self.bump();
        if !matches!(self.tok.kind, T::Variable | T::Dollar) {
            return Err(self.unexpected(&[T::Variable, T::Dollar]));
        }
        let name = self.static_property_name()?;
        Ok(self.node(lo, ExprKind::StaticProperty { class, name }))
    }

    /// True when the parentheses behind `clone` are arguments: more than one expression, or not just an expression.
    pub(super) fn clone_is_call(&self) -> bool {
        let mut ahead = self.lx.clone();
        let mut depth = 0u32;
        let mut first = true;
        loop {
            let token = ahead.next_token();
            match token.kind {
                T::LParen | T::LBracket | T::LBrace | T::Attribute | T::CurlyOpen | T::DollarOpenCurlyBraces => depth += 1,
                T::RParen if depth == 0 => return first,
                T::RParen | T::RBracket | T::RBrace => depth = depth.saturating_sub(1),
                T::Comma if depth == 0 => return true,
                T::Ellipsis if first => return true,
                T::End | T::Error => return false,
                kind if first && kind.is_identifier() => {
                    let at = ahead.skip_trivia(token.hi as usize);
                    if self.src.get(at) == Some(&b':') && self.src.get(at + 1) != Some(&b':') {
                        return true;
                    }
                }
                _ => {}
            }
            first = false;
        }
    }

    /// `clone(...)` with a list of arguments: a call of the function `clone`.
    pub(super) fn clone_call(&mut self, token: Token) -> PResult<Expr<'a>> {
        let args = self.args()?;
        if let Args::List { args: [object, rest @ ..], .. } = args {
            let plain = |arg: &Arg<'a>| arg.name.is_none() && !arg.spread;
            let with = rest.first().map(|arg| arg.value);
            if rest.len() <= 1 && plain(object) && rest.iter().all(plain) {
                return Ok(self.node(token.lo, ExprKind::Clone { object: object.value, with }));
            }
        }
        let name = Name { kind: NameKind::FullyQualified, text: self.text(token), span: Span::new(token.lo, token.hi) };
        Ok(self.node(token.lo, ExprKind::Call { callee: Callee::Name(name), args }))
    }

    // ---- closures

    fn attributed_closure(&mut self) -> PResult<Expr<'a>> {
        let attrs = self.attributes()?;
        let is_static = self.eat(T::Static);
        if !matches!(self.tok.kind, T::Function | T::Fn) {
            let expecting: &[TokenKind] = if is_static { &[T::Function, T::Fn] } else { &[T::Function, T::Fn, T::Static, T::Attribute] };
            return Err(self.unexpected(expecting));
        }
        self.closure(attrs, is_static)
    }

    /// `function (...) use (...) {...}` or `fn(...) => ...`.
    pub(super) fn closure(&mut self, attrs: &'a [AttributeGroup<'a>], is_static: bool) -> PResult<Expr<'a>> {
        let keyword = self.bump();
        let is_arrow = keyword.kind == T::Fn;
        let by_ref = self.eat_ampersand();
        let doc = self.take_doc();
        self.expect(T::LParen)?;
        let params = self.params()?;
        let uses = if is_arrow { &[][..] } else { self.closure_uses()? };
        let return_type = self.return_type()?;
        let body = if is_arrow { self.arrow_body()? } else { self.function_block()? };
        let decl = FunctionDecl {
            name: Ident { name: &[], span: Span::new(keyword.lo, keyword.hi) },
            attrs,
            by_ref,
            is_static,
            params,
            return_type,
            body: Some(body),
            uses,
            is_arrow,
            doc,
            span: self.span_from(keyword.lo),
            end: self.prev.hi.saturating_sub(1),
        };
        Ok(self.node(keyword.lo, ExprKind::Closure(self.arena.alloc(decl))))
    }

    fn arrow_body(&mut self) -> PResult<&'a [Stmt<'a>]> {
        self.expect(T::DoubleArrow)?;
        let value = self.binary(level::ARROW)?;
        let stmt = Stmt { kind: StmtKind::Return(Some(value)), span: value.span };
        Ok(self.list(vec![stmt]))
    }

    fn closure_uses(&mut self) -> PResult<&'a [ClosureUse<'a>]> {
        if !self.eat(T::Use) {
            return Ok(&[]);
        }
        self.expect(T::LParen)?;
        let mut uses = Vec::new();
        loop {
            let by_ref = self.eat_ampersand();
            if !self.at(T::Variable) {
                return Err(match (by_ref, uses.is_empty()) {
                    (true, _) => self.unexpected(&[T::Variable]),
                    (false, true) => self.unexpected(&[T::Variable, T::AmpVar, T::Amp]),
                    (false, false) => self.unexpected(&[T::RParen]),
                });
            }
            let token = self.bump();
            uses.push(ClosureUse { var: self.var_ident(token), by_ref });
            if !self.eat(T::Comma) || self.at(T::RParen) {
                break;
            }
        }
        self.expect_list_end(T::RParen)?;
        Ok(self.list(uses))
    }
}

fn magic(kind: TokenKind) -> Option<MagicConst> {
    Some(match kind {
        T::Line => MagicConst::Line,
        T::File => MagicConst::File,
        T::Dir => MagicConst::Dir,
        T::FuncC => MagicConst::Function,
        T::ClassC => MagicConst::Class,
        T::TraitC => MagicConst::Trait,
        T::MethodC => MagicConst::Method,
        T::NsC => MagicConst::Namespace,
        T::PropertyC => MagicConst::Property,
        _ => return None,
    })
}
