//! Parses statements; declarations and control structures have modules of their own.

use super::*;

impl<'a> Parser<'a> {
    /// Statements up to a token that cannot begin one.
    pub(super) fn inner_statements(&mut self) -> PResult<&'a [Stmt<'a>]> {
        let mut stmts = Vec::new();
        while !self.ends_statements() {
            stmts.push(self.inner_statement()?);
        }
        Ok(self.list(stmts))
    }

    fn ends_statements(&self) -> bool {
        !self.begins_statement() && !self.at(T::HaltCompiler)
    }

    fn inner_statement(&mut self) -> PResult<Stmt<'a>> {
        match self.tok.kind {
            T::HaltCompiler => {
                self.bump();
                self.expect(T::LParen)?;
                self.expect(T::RParen)?;
                if !self.at(T::Semicolon) {
                    return Err(self.unexpected(&[T::Semicolon]));
                }
                Err(self.compile_error("__HALT_COMPILER() can only be used from the outermost scope"))
            }
            T::Attribute => self.attributed_statement(false),
            _ => self.declaration_or_statement(),
        }
    }

    /// Functions and classes stand in lists of statements only: they cannot be the body of an `if`.
    pub(super) fn declaration_or_statement(&mut self) -> PResult<Stmt<'a>> {
        match self.tok.kind {
            T::Function if self.is_named_function() => self.function_decl(&[]),
            T::Readonly if self.byte_behind().0 == b'(' => self.statement(),
            T::Class | T::Interface | T::Trait | T::Enum | T::Abstract | T::Final | T::Readonly => self.class_decl(&[]),
            _ => self.statement(),
        }
    }

    /// Attributes, then a declaration or an expression that begins with a closure.
    pub(super) fn attributed_statement(&mut self, top: bool) -> PResult<Stmt<'a>> {
        let lo = self.tok.lo;
        let attrs = self.attributes()?;
        match self.tok.kind {
            T::Function if self.is_named_function() => self.function_decl(attrs),
            T::Class | T::Interface | T::Trait | T::Enum | T::Abstract | T::Final | T::Readonly => self.class_decl(attrs),
            T::Const if top => {
                self.bump();
                let kind = self.const_decl(attrs)?;
                Ok(Stmt { kind, span: self.span_from(lo) })
            }
            T::Function | T::Fn | T::Static => {
                let is_static = self.eat(T::Static);
                if !matches!(self.tok.kind, T::Function | T::Fn) {
                    return Err(self.unexpected(&[T::Function, T::Fn]));
                }
                let closure = self.closure(attrs, is_static)?;
                let expr = self.binary_from(closure, 0)?;
                self.expect_quietly(T::Semicolon)?;
                Ok(Stmt { kind: StmtKind::Expr(expr), span: self.span_from(lo) })
            }
            _ => Err(self.unexpected(&[])),
        }
    }

    /// `function name` and not a closure; the lookahead is `function`.
    fn is_named_function(&self) -> bool {
        let mut at = self.lx.skip_trivia(self.tok.hi as usize);
        if self.src.get(at) == Some(&b'&') {
            at = self.lx.skip_trivia(at + 1);
        }
        self.src.get(at) != Some(&b'(')
    }

    /// True when the lookahead may begin a statement at the top of a file.
    pub(super) fn begins_statement(&self) -> bool {
        match self.tok.kind {
            T::If | T::While | T::Do | T::For | T::Foreach | T::Switch | T::Break | T::Continue | T::Return | T::Global => true,
            T::Echo | T::InlineHtml | T::Unset | T::Declare | T::Semicolon | T::Try | T::Goto | T::LBrace | T::VoidCast => true,
            T::Class | T::Interface | T::Trait | T::Enum | T::Abstract | T::Final => true,
            _ => self.begins_expr(),
        }
    }

    pub(super) fn statement(&mut self) -> PResult<Stmt<'a>> {
        if loxo_base::stack::exhausted() {
            return Err(self.too_deep());
        }
        let lo = self.tok.lo;
        let kind = match self.tok.kind {
            T::Variable => self.expr_statement()?,
            T::LBrace => {
                self.bump();
                let stmts = self.inner_statements()?;
                self.expect_quietly(T::RBrace)?;
                StmtKind::Block(stmts)
            }
            T::If => self.if_stmt()?,
            T::While => self.while_stmt()?,
            T::Do => self.do_while()?,
            T::For => self.for_stmt()?,
            T::Foreach => self.foreach()?,
            T::Switch => self.switch()?,
            T::Break | T::Continue | T::Return => self.jump()?,
            T::Echo => self.echo()?,
            T::InlineHtml => {
                let token = self.bump();
                StmtKind::InlineHtml(self.text(token))
            }
            T::Global => self.global()?,
            T::Static if self.byte_behind().0 == b'$' => self.static_vars()?,
            T::Unset => self.unset()?,
            T::Try => self.try_stmt()?,
            T::Declare => self.declare()?,
            T::Goto => {
                self.bump();
                let token = self.expect(T::Identifier)?;
                self.expect(T::Semicolon)?;
                StmtKind::Goto(self.ident(token))
            }
            T::Semicolon => {
                self.bump();
                StmtKind::Nop
            }
            T::Identifier if self.colon_behind() => {
                let token = self.bump();
                self.bump();
                StmtKind::Label(self.ident(token))
            }
            T::VoidCast => {
                // 8.5: says that the result is not needed, and changes nothing.
                self.bump();
                self.expr_statement()?
            }
            _ => self.expr_statement()?,
        };
        Ok(Stmt { kind, span: self.span_from(lo) })
    }

    fn expr_statement(&mut self) -> PResult<StmtKind<'a>> {
        let expr = self.expr()?;
        self.expect_quietly(T::Semicolon)?;
        Ok(StmtKind::Expr(expr))
    }

    /// `break`, `continue`, `return` with their optional operand.
    fn jump(&mut self) -> PResult<StmtKind<'a>> {
        let keyword = self.bump().kind;
        let operand = if self.begins_expr() { Some(self.expr()?) } else { None };
        self.expect(T::Semicolon)?;
        Ok(match keyword {
            T::Break => StmtKind::Break(operand),
            T::Continue => StmtKind::Continue(operand),
            _ => StmtKind::Return(operand),
        })
    }

    fn echo(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let mut exprs = vec![self.expr()?];
        while self.eat(T::Comma) {
            exprs.push(self.expr()?);
        }
        self.end_of_list()?;
        Ok(StmtKind::Echo(self.list(exprs)))
    }

    fn global(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let mut vars = Vec::new();
        loop {
            if !matches!(self.tok.kind, T::Variable | T::Dollar) {
                return Err(self.unexpected(&[T::Variable, T::Dollar]));
            }
            vars.push(self.simple_variable()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.end_of_list()?;
        Ok(StmtKind::Global(self.list(vars)))
    }

    fn static_vars(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let mut vars = Vec::new();
        loop {
            if vars.is_empty() && !self.at(T::Variable) {
                return Err(self.unexpected(&[T::DoubleColon]));
            }
            let token = self.expect(T::Variable)?;
            let init = if self.eat(T::Equals) { Some(self.expr()?) } else { None };
            vars.push(StaticVar { var: self.var_ident(token), init });
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.end_of_list()?;
        Ok(StmtKind::StaticVars(self.list(vars)))
    }

    fn unset(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.expect(T::LParen)?;
        let mut vars = vec![self.variable()?];
        while self.eat(T::Comma) {
            if !self.begins_variable() {
                break;
            }
            vars.push(self.variable()?);
        }
        if !self.at(T::RParen) {
            return Err(self.unexpected_behind_variable(T::RParen));
        }
        self.bump();
        self.expect(T::Semicolon)?;
        Ok(StmtKind::Unset(self.list(vars)))
    }

    fn try_stmt(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let body = self.function_block()?;
        let mut catches = Vec::new();
        while self.at(T::Catch) {
            catches.push(self.catch()?);
        }
        let lo = self.tok.lo;
        let finally = if self.eat(T::Finally) {
            let body = self.function_block()?;
            Some(Finally { body, span: self.span_from(lo) })
        } else {
            None
        };
        Ok(StmtKind::Try { body, catches: self.list(catches), finally })
    }

    fn catch(&mut self) -> PResult<Catch<'a>> {
        let lo = self.bump().lo;
        self.expect(T::LParen)?;
        let mut types = vec![self.class_name()?];
        while self.eat(T::Pipe) {
            types.push(self.class_name()?);
        }
        let var = if self.at(T::Variable) {
            let token = self.bump();
            Some(self.var_ident(token))
        } else {
            None
        };
        if !self.at(T::RParen) {
            return Err(self.unexpected(&[T::RParen]));
        }
        self.bump();
        let body = self.function_block()?;
        Ok(Catch { types: self.list(types), var, body, span: self.span_from(lo) })
    }
}
