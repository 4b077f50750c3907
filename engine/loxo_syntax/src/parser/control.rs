//! Conditionals, loops, `switch` and `declare`, in both syntaxes.

use super::*;

impl<'a> Parser<'a> {
    /// `(expr)` behind a keyword.
    fn condition(&mut self) -> PResult<Expr<'a>> {
        self.expect(T::LParen)?;
        let cond = self.expr()?;
        self.expect_quietly(T::RParen)?;
        Ok(cond)
    }

    /// Statements of the alternative syntax, as one block.
    fn alternative_block(&mut self) -> PResult<&'a Stmt<'a>> {
        let lo = self.tok.lo;
        let stmts = self.inner_statements()?;
        Ok(self.stmt_node(Stmt { kind: StmtKind::Block(stmts), span: self.span_from(lo) }))
    }

    fn nested(&mut self) -> PResult<&'a Stmt<'a>> {
        let stmt = self.statement()?;
        Ok(self.stmt_node(stmt))
    }

    /// A statement, or `: statements endX;`.
    fn loop_body(&mut self, end: TokenKind) -> PResult<&'a Stmt<'a>> {
        if !self.eat(T::Colon) {
            return self.nested();
        }
        let body = self.alternative_block()?;
        self.expect_quietly(end)?;
        self.expect(T::Semicolon)?;
        Ok(body)
    }

    pub(super) fn if_stmt(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let cond = self.condition()?;
        if self.eat(T::Colon) {
            return self.alternative_if(cond);
        }
        let mut branches = vec![IfBranch { cond, body: self.nested()? }];
        while self.eat(T::Elseif) {
            let cond = self.condition()?;
            branches.push(IfBranch { cond, body: self.nested()? });
        }
        let otherwise = if self.eat(T::Else) { Some(self.nested()?) } else { None };
        Ok(StmtKind::If { branches: self.list(branches), otherwise })
    }

    fn alternative_if(&mut self, cond: Expr<'a>) -> PResult<StmtKind<'a>> {
        let mut branches = vec![IfBranch { cond, body: self.alternative_block()? }];
        while self.eat(T::Elseif) {
            let cond = self.condition()?;
            self.expect(T::Colon)?;
            branches.push(IfBranch { cond, body: self.alternative_block()? });
        }
        if !matches!(self.tok.kind, T::Else | T::Endif) {
            return Err(self.unexpected(&[T::Elseif, T::Else, T::Endif]));
        }
        let mut otherwise = None;
        if self.eat(T::Else) {
            if !self.at(T::Colon) {
                // `else if (...):` is what people write here; PHP only wants the colon.
                return Err(self.unexpected(&[T::Colon]));
            }
            self.bump();
            otherwise = Some(self.alternative_block()?);
        }
        self.expect_quietly(T::Endif)?;
        self.expect(T::Semicolon)?;
        Ok(StmtKind::If { branches: self.list(branches), otherwise })
    }

    pub(super) fn while_stmt(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let cond = self.condition()?;
        let body = self.loop_body(T::Endwhile)?;
        Ok(StmtKind::While { cond, body })
    }

    pub(super) fn do_while(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let body = self.nested()?;
        self.expect(T::While)?;
        let cond = self.condition()?;
        self.expect(T::Semicolon)?;
        Ok(StmtKind::DoWhile { body, cond })
    }

    pub(super) fn for_stmt(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.expect(T::LParen)?;
        let init = self.for_exprs(T::Semicolon)?;
        let cond = self.for_exprs(T::Semicolon)?;
        let step = self.for_exprs(T::RParen)?;
        let body = self.loop_body(T::Endfor)?;
        Ok(StmtKind::For { init, cond, step, body })
    }

    fn for_exprs(&mut self, close: TokenKind) -> PResult<&'a [Expr<'a>]> {
        let mut exprs = Vec::new();
        if !self.begins_expr() && !self.at(T::VoidCast) {
            self.expect(close)?;
            return Ok(&[]);
        }
        loop {
            self.eat(T::VoidCast);
            exprs.push(self.expr()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        if !self.at(close) {
            return Err(self.unexpected(&[close]));
        }
        self.bump();
        Ok(self.list(exprs))
    }

    pub(super) fn foreach(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.expect(T::LParen)?;
        let subject = self.expr()?;
        self.expect_quietly(T::As)?;
        let (mut value, mut by_ref) = self.foreach_target()?;
        let mut key = None;
        if self.eat(T::DoubleArrow) {
            if by_ref {
                self.defer("Key element cannot be a reference", value.span.lo);
            }
            key = Some(value);
            (value, by_ref) = self.foreach_target()?;
        }
        if !self.at(T::RParen) {
            if !self.at(T::DoubleArrow) && !matches!(value.kind, ExprKind::Array { .. }) {
                return Err(self.unexpected_behind_variable(T::RParen));
            }
            let expecting: &[TokenKind] = if key.is_some() { &[T::RParen] } else { &[T::DoubleArrow, T::RParen] };
            return Err(self.unexpected(expecting));
        }
        self.bump();
        let body = self.loop_body(T::Endforeach)?;
        Ok(StmtKind::Foreach { subject, key, value, by_ref, body })
    }

    fn foreach_target(&mut self) -> PResult<(Expr<'a>, bool)> {
        match self.tok.kind {
            T::Amp | T::AmpVar => {
                self.bump();
                Ok((self.variable()?, true))
            }
            T::List => Ok((self.list_pattern()?, false)),
            T::LBracket => {
                let lo = self.bump().lo;
                let items = self.array_items(T::RBracket)?;
                let array = self.node(lo, ExprKind::Array { items, syntax: ArraySyntax::Short });
                if matches!(self.tok.kind, T::DoubleArrow | T::RParen) {
                    return Ok((array, false));
                }
                let (expr, shape) = self.postfix(array, super::postfix::Shape::Value)?;
                match shape {
                    super::postfix::Shape::Variable | super::postfix::Shape::Member => Ok((expr, false)),
                    _ => Err(self.unexpected_behind_variable(T::RParen)),
                }
            }
            _ => Ok((self.variable()?, false)),
        }
    }

    pub(super) fn switch(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let subject = self.condition()?;
        let close = match self.tok.kind {
            T::LBrace => T::RBrace,
            T::Colon => T::Endswitch,
            _ => return Err(self.unexpected(&[T::Colon, T::LBrace])),
        };
        self.bump();
        self.eat(T::Semicolon);
        let mut cases = Vec::new();
        while matches!(self.tok.kind, T::Case | T::Default) {
            cases.push(self.switch_case()?);
        }
        if !self.at(close) {
            return Err(self.unexpected(&[T::Case, T::Default, close]));
        }
        self.bump();
        if close == T::Endswitch {
            self.expect(T::Semicolon)?;
        }
        Ok(StmtKind::Switch { subject, cases: self.list(cases) })
    }

    fn switch_case(&mut self) -> PResult<SwitchCase<'a>> {
        let lo = self.tok.lo;
        let cond = if self.bump().kind == T::Case { Some(self.expr()?) } else { None };
        if !matches!(self.tok.kind, T::Colon | T::Semicolon) {
            let expecting: &[TokenKind] = if cond.is_some() { &[] } else { &[T::Colon, T::Semicolon] };
            return Err(self.unexpected(expecting));
        }
        self.bump();
        let body = self.inner_statements()?;
        Ok(SwitchCase { cond, body, span: self.span_from(lo) })
    }

    pub(super) fn declare(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.expect(T::LParen)?;
        let mut directives = Vec::new();
        loop {
            let item = self.const_item()?;
            directives.push((item.name, item.value));
            if !self.eat(T::Comma) {
                break;
            }
        }
        if !self.at(T::RParen) {
            return Err(self.unexpected(&[T::Comma, T::RParen]));
        }
        self.bump();
        self.check_encoding(&directives)?;
        let directives = self.list(directives);
        let body = if self.eat(T::Semicolon) { None } else { Some(self.loop_body(T::Enddeclare)?) };
        Ok(StmtKind::Declare { directives, body })
    }

    /// The one directive that PHP handles while it still parses.
    fn check_encoding(&mut self, directives: &[(Ident<'a>, Expr<'a>)]) -> PResult<()> {
        for (name, value) in directives {
            if !name.name.eq_ignore_ascii_case(b"encoding") {
                continue;
            }
            if !matches!(value.kind, ExprKind::String(_) | ExprKind::Int(_) | ExprKind::Float(_)) {
                return Err(self.compile_error("Encoding must be a literal"));
            }
            if let Some(known) = self.encodings {
                let named = match value.kind {
                    ExprKind::String(name) => name.to_vec(),
                    ExprKind::Int(number) => number.to_string().into_bytes(),
                    _ => {
                        let mut text = Vec::new();
                        crate::pretty::expr_to_string(value, &mut text);
                        text
                    }
                };
                if !known(&named) {
                    let message = format!("Unsupported encoding [{}]", String::from_utf8_lossy(&named));
                    self.warn(DiagnosticKind::CompileWarning, message, name.span.lo);
                }
                continue;
            }
            let message = "declare(encoding=...) ignored because Zend multibyte feature is turned off by settings";
            self.warn(DiagnosticKind::CompileWarning, message, name.span.lo);
        }
        Ok(())
    }
}
