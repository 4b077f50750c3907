//! Argument lists, with spread and named arguments, and the `(...)` of first-class callables.

use super::*;

impl<'a> Parser<'a> {
    /// `(...)`, with the lookahead on `(`.
    pub(super) fn args(&mut self) -> PResult<Args<'a>> {
        let lo = self.bump().lo;
        if self.at(T::Ellipsis) && self.byte_behind().0 == b')' {
            self.bump();
            self.expect(T::RParen)?;
            return Ok(Args::Ellipsis { span: self.span_from(lo) });
        }
        let mut args = Vec::new();
        while !self.at(T::RParen) {
            if !args.is_empty() && !self.begins_arg() {
                break;
            }
            args.push(self.arg()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_list_end(T::RParen)?;
        Ok(Args::List { args: self.list(args), span: self.span_from(lo) })
    }

    fn begins_arg(&self) -> bool {
        self.begins_expr() || self.at(T::Ellipsis) || self.tok.kind.is_identifier()
    }

    fn arg(&mut self) -> PResult<Arg<'a>> {
        if self.eat(T::Ellipsis) {
            return Ok(Arg { name: None, spread: true, value: self.expr()? });
        }
        if self.tok.kind.is_identifier() && self.colon_behind() {
            let name = self.member_ident()?;
            self.expect(T::Colon)?;
            return Ok(Arg { name: Some(name), spread: false, value: self.expr()? });
        }
        self.arg_lo = self.tok.lo;
        if self.tok.kind.is_reserved_word() && !self.begins_expr() {
            self.bump();
            return Err(self.unexpected(&[]));
        }
        Ok(Arg { name: None, spread: false, value: self.expr()? })
    }

    /// The end of a list that may have a trailing comma. PHP has made up its mind about the comma before it looks on, so only the
    /// closing token is expected.
    pub(super) fn expect_list_end(&mut self, close: TokenKind) -> PResult<Token> {
        if self.at(close) {
            return Ok(self.bump());
        }
        Err(self.unexpected(&[close]))
    }
}
