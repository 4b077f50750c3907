//! Numbers and strings, with interpolation.

use super::postfix::VarName;
use super::*;
use crate::decode::{self, Body, Number, Problem};

impl<'a> Parser<'a> {
    pub(super) fn number(&mut self) -> Expr<'a> {
        let token = self.bump();
        let text = self.text(token);
        let kind = match token.kind {
            T::Float if !is_prefixed(text) && text.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) => ExprKind::Float(decode::float(text)),
            _ => match decode::integer(text) {
                Number::Int(value) => ExprKind::Int(value),
                Number::Float(value) => ExprKind::Float(value),
            },
        };
        self.node(token.lo, kind)
    }

    /// A string without interpolation.
    pub(super) fn constant_string(&mut self) -> PResult<Expr<'a>> {
        let bytes = self.constant_bytes()?;
        let token = self.bump();
        Ok(self.node(token.lo, ExprKind::String(bytes)))
    }

    fn constant_bytes(&mut self) -> PResult<Bytes<'a>> {
        let token = self.tok;
        let text = self.text(token);
        let open = 1 + usize::from(!matches!(text.first(), Some(b'\'' | b'"')));
        let inner = text.get(open..text.len().saturating_sub(1)).unwrap_or(&[]);
        if !inner.contains(&b'\\') {
            return Ok(inner);
        }
        if text.get(open - 1) == Some(&b'"') {
            return self.unescaped(inner, b'"', token.lo + open as u32);
        }
        let mut out = Vec::with_capacity(inner.len());
        decode::single_quoted(inner, &mut out);
        Ok(self.list(out))
    }

    /// `inner` with its escapes resolved; it stands at `offset`.
    fn unescaped(&mut self, inner: &'a [u8], quote: u8, offset: u32) -> PResult<Bytes<'a>> {
        if !inner.contains(&b'\\') {
            return Ok(inner);
        }
        let mut out = Vec::with_capacity(inner.len());
        let mut warnings = Vec::new();
        let result = decode::escapes(inner, quote, &mut out, &mut warnings);
        for (message, at) in warnings {
            self.warn(DiagnosticKind::CompileWarning, message, offset + at as u32);
        }
        if let Err((message, at)) = result {
            return Err(self.parse_error(message, offset + at as u32));
        }
        Ok(self.list(out))
    }

    /// An error inside the lookahead, if it is a literal that has one. PHP finds it before it finds the token unexpected.
    pub(super) fn literal_problem(&mut self) -> Option<Problem> {
        let quote = match (self.tok.kind, self.lx.heredoc()) {
            (T::ConstantString, _) => b'"',
            (T::StringContent, None) => b'"',
            _ => return None,
        };
        let text = self.text(self.tok);
        if text.first() == Some(&b'\'') || text.starts_with(b"b'") || text.starts_with(b"B'") {
            return None;
        }
        let (message, at) = decode::escapes(text, quote, &mut Vec::new(), &mut Vec::new()).err()?;
        Some((message, self.tok.lo as usize + at))
    }

    /// `"..."` with interpolation; the lookahead is the opening quote.
    pub(super) fn double_quoted(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        let parts = self.parts(T::Quote, b'"')?;
        Ok(self.node(lo, ExprKind::Interpolated(parts)))
    }

    pub(super) fn shell_exec(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        let parts = self.parts(T::Backtick, b'`')?;
        Ok(self.node(lo, ExprKind::ShellExec(parts)))
    }

    pub(super) fn heredoc(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        let parts = self.parts(T::EndHeredoc, 0)?;
        let kind = match parts {
            [] => ExprKind::String(&[]),
            [Expr { kind: ExprKind::String(bytes), .. }] => ExprKind::String(bytes),
            _ => ExprKind::Interpolated(parts),
        };
        Ok(self.node(lo, kind))
    }

    /// Text and embedded expressions up to and including `close`.
    fn parts(&mut self, close: TokenKind, quote: u8) -> PResult<&'a [Expr<'a>]> {
        let mut parts = Vec::new();
        let mut only_text = true;
        while !self.at(close) {
            match self.tok.kind {
                T::StringContent if only_text && !parts.is_empty() => break,
                T::StringContent => parts.push(self.content(quote)?),
                T::Variable | T::DollarOpenCurlyBraces | T::CurlyOpen => {
                    only_text = false;
                    parts.push(self.embedded()?);
                }
                _ => break,
            }
        }
        if !self.at(close) {
            return Err(self.unexpected_in_string(close, parts.len(), only_text));
        }
        // A double-quoted string without interpolation is one token; quotes around mere text cannot close.
        self.bump();
        Ok(self.list(parts))
    }

    fn unexpected_in_string(&mut self, close: TokenKind, parts: usize, only_text: bool) -> Failed {
        let embeds = [T::Variable, T::DollarOpenCurlyBraces, T::CurlyOpen];
        if close == T::Backtick {
            return self.unexpected(&[T::Backtick]);
        }
        match (parts, only_text, close) {
            (0, ..) => {
                let [a, b, c] = embeds;
                if close == T::Quote { self.unexpected(&[a, b, c, T::StringContent]) } else { self.unexpected(&[]) }
            }
            (_, true, T::Quote) => self.unexpected(&embeds),
            (_, true, close) => {
                let [a, b, c] = embeds;
                self.unexpected(&[a, close, b, c])
            }
            _ => self.unexpected(&[]),
        }
    }

    /// A piece of text inside a string.
    fn content(&mut self, quote: u8) -> PResult<Expr<'a>> {
        let token = self.tok;
        let text = self.text(token);
        let bytes = match self.lx.heredoc() {
            Some(heredoc) if quote == 0 => self.heredoc_text(text, heredoc, token)?,
            _ => self.unescaped(text, quote, token.lo)?,
        };
        self.bump();
        Ok(self.node(token.lo, ExprKind::String(bytes)))
    }

    fn heredoc_text(&mut self, text: &'a [u8], heredoc: crate::lexer::Heredoc, token: Token) -> PResult<Bytes<'a>> {
        let at_end = self.lx.at_heredoc_end();
        let text = if at_end { without_newline(text) } else { text };
        let at_line_start = matches!(self.src.get((token.lo as usize).wrapping_sub(1)), Some(b'\n' | b'\r'));
        let is_nowdoc = heredoc.is_nowdoc;
        if heredoc.indentation == 0 {
            return if is_nowdoc { Ok(text) } else { self.unescaped(text, 0, token.lo) };
        }
        let indentation = heredoc.indentation as usize;
        let body = Body { text, indentation, uses_spaces: heredoc.uses_spaces, at_line_start, at_end };
        let mut out = Vec::with_capacity(text.len());
        if let Err((message, at)) = body.unindent(&mut out) {
            return Err(self.parse_error(message, token.lo + at as u32));
        }
        let text = self.list(out);
        if is_nowdoc { Ok(text) } else { self.unescaped(text, 0, token.lo) }
    }

    /// `$a`, `$a[...]`, `$a->b`, `{$...}`, `${...}` inside a string.
    fn embedded(&mut self) -> PResult<Expr<'a>> {
        let lo = self.tok.lo;
        match self.tok.kind {
            T::CurlyOpen => {
                self.bump();
                let expr = self.variable()?;
                if !self.at(T::RBrace) {
                    return Err(self.unexpected_behind_variable(T::RBrace));
                }
                self.bump();
                Ok(expr)
            }
            T::DollarOpenCurlyBraces => self.dollar_braces(),
            _ => {
                let token = self.bump();
                let var = self.node(lo, ExprKind::Variable(self.var_ident(token).name));
                match self.tok.kind {
                    T::LBracket => self.simple_offset(var),
                    T::ObjectOperator | T::NullsafeObjectOperator => {
                        let nullsafe = self.bump().kind == T::NullsafeObjectOperator;
                        let name = self.expect(T::Identifier)?;
                        let name = MemberName::Ident(self.ident(name));
                        Ok(self.node(lo, ExprKind::Property { object: var, name, nullsafe }))
                    }
                    _ => Ok(var),
                }
            }
        }
    }

    fn simple_offset(&mut self, base: Expr<'a>) -> PResult<Expr<'a>> {
        self.bump();
        let lo = self.tok.lo;
        let index = match self.tok.kind {
            T::Identifier => {
                let token = self.bump();
                self.node(lo, ExprKind::String(self.text(token)))
            }
            T::Variable => {
                let token = self.bump();
                self.node(lo, ExprKind::Variable(self.var_ident(token).name))
            }
            T::NumString => {
                let token = self.bump();
                self.num_string(token, lo, false)
            }
            T::Minus => {
                self.bump();
                let token = self.expect(T::NumString)?;
                self.num_string(token, lo, true)
            }
            _ => return Err(self.unexpected(&[T::Minus, T::Identifier, T::Variable, T::NumString])),
        };
        self.expect(T::RBracket)?;
        Ok(self.node(base.span.lo, ExprKind::Index { base, index: Some(index) }))
    }

    fn num_string(&mut self, token: Token, lo: u32, negative: bool) -> Expr<'a> {
        let text = self.text(token);
        let kind = match decode::canonical_int(text, negative) {
            Some(value) => ExprKind::Int(value),
            None if negative => {
                let mut bytes = vec![b'-'];
                bytes.extend_from_slice(text);
                ExprKind::String(self.list(bytes))
            }
            None => ExprKind::String(text),
        };
        self.node(lo, kind)
    }

    /// `${name}`, `${name[...]}`, `${expr}`: deprecated since 8.2.
    fn dollar_braces(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        if !self.at(T::StringVarname) {
            let expr = self.expr()?;
            self.expect_quietly(T::RBrace)?;
            let message = "Using ${expr} (variable variables) in strings is deprecated, use {${expr}} instead";
            self.warn(DiagnosticKind::Deprecated, message, lo);
            return Ok(self.node(lo, ExprKind::VariableVariable(expr)));
        }
        let token = self.bump();
        let mut expr = self.node(lo, ExprKind::Variable(self.text(token)));
        if self.eat(T::LBracket) {
            let index = Some(self.expr()?);
            self.expect_quietly(T::RBracket)?;
            expr = self.node(lo, ExprKind::Index { base: expr, index });
            self.expect(T::RBrace)?;
        } else if !self.eat(T::RBrace) {
            return Err(self.unexpected(&[T::LBracket, T::RBrace]));
        }
        self.warn(DiagnosticKind::Deprecated, "Using ${var} in strings is deprecated, use {$var} instead", lo);
        Ok(expr)
    }

    /// A static property's name behind `::`.
    pub(super) fn static_property_name(&mut self) -> PResult<MemberName<'a>> {
        Ok(match self.var_name()? {
            VarName::Plain(ident) => MemberName::Ident(ident),
            VarName::Computed(expr) => MemberName::Expr(expr),
        })
    }
}

/// `0x`, `0b`, `0o`: here `e` is a digit and no exponent.
fn is_prefixed(text: &[u8]) -> bool {
    matches!(text, [b'0', b'x' | b'X' | b'b' | b'B' | b'o' | b'O', ..])
}

/// The newline before the closing label is not part of the text.
fn without_newline(text: &[u8]) -> &[u8] {
    match text {
        [head @ .., b'\r', b'\n'] => head,
        [head @ .., b'\n' | b'\r'] => head,
        _ => text,
    }
}
