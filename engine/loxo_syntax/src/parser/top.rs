//! What only the outermost level of a file may have: namespaces, imports, constants, `__halt_compiler`.

use super::*;

impl<'a> Parser<'a> {
    pub(super) fn file(&mut self) -> PResult<&'a [Stmt<'a>]> {
        let stmts = self.top_statements(T::End)?;
        if !self.at(T::End) {
            return Err(self.unexpected(&[T::End]));
        }
        Ok(stmts)
    }

    fn top_statements(&mut self, close: TokenKind) -> PResult<&'a [Stmt<'a>]> {
        let mut stmts = Vec::new();
        while !self.at(close) && !self.at(T::End) {
            stmts.push(self.top_statement(close)?);
        }
        Ok(self.list(stmts))
    }

    fn top_statement(&mut self, close: TokenKind) -> PResult<Stmt<'a>> {
        let lo = self.tok.lo;
        let kind = match self.tok.kind {
            T::Namespace => self.namespace()?,
            T::Use => self.use_decl()?,
            T::Const => {
                self.bump();
                self.const_decl(&[])?
            }
            T::HaltCompiler => self.halt_compiler()?,
            T::Attribute => return self.attributed_statement(true),
            // At the end of a file only `end of file` fits, which PHP says nowhere else.
            _ if close == T::End && !self.begins_statement() => return Err(self.unexpected(&[T::End])),
            _ => return self.declaration_or_statement(),
        };
        Ok(Stmt { kind, span: self.span_from(lo) })
    }

    fn namespace(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.lx.take_doc();
        let name = if self.tok.kind.is_identifier() || self.at(T::NameQualified) {
            if self.at(T::Echo) {
                self.check_echo_tag()?;
            }
            let token = self.bump();
            Some(self.name_of(token))
        } else {
            None
        };
        if name.is_some() && self.eat(T::Semicolon) {
            return Ok(StmtKind::Namespace { name, body: None });
        }
        if !self.at(T::LBrace) {
            return Err(self.unexpected(&[T::LBrace]));
        }
        self.bump();
        let body = self.top_statements(T::RBrace)?;
        self.expect_quietly(T::RBrace)?;
        Ok(StmtKind::Namespace { name, body: Some(body) })
    }

    fn check_echo_tag(&mut self) -> PResult<()> {
        if self.text(self.tok) == b"<?=" {
            return Err(self.parse_error("Cannot use \"<?=\" as an identifier", self.tok.lo));
        }
        Ok(())
    }

    /// `A = 1, B = 2;`, behind `const`.
    pub(super) fn const_decl(&mut self, attrs: &'a [AttributeGroup<'a>]) -> PResult<StmtKind<'a>> {
        let mut items = Vec::new();
        loop {
            items.push(self.const_item()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.end_of_list()?;
        Ok(StmtKind::Const { attrs, items: self.list(items) })
    }

    /// `A = 1`
    pub(super) fn const_item(&mut self) -> PResult<ConstItem<'a>> {
        let token = self.expect(T::Identifier)?;
        let name = self.ident(token);
        self.expect(T::Equals)?;
        let value = self.expr()?;
        Ok(ConstItem { name, value, doc: self.take_doc() })
    }

    fn halt_compiler(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        self.expect(T::LParen)?;
        self.expect(T::RParen)?;
        if !self.at(T::Semicolon) {
            return Err(self.unexpected(&[T::Semicolon]));
        }
        // What follows is data: it must not be read as tokens.
        self.halt_offset = Some(self.tok.hi);
        self.lx.stop();
        self.bump();
        Ok(StmtKind::HaltCompiler)
    }
}
