//! Brackets that do not match are the lexer's errors, and better ones than the grammar could give.

use super::{Lexer, Token, TokenKind};

impl Lexer<'_> {
    #[inline]
    pub(super) fn open(&mut self, bracket: u8, offset: usize) {
        self.nesting.push((bracket, offset as u32));
    }

    /// The token of a closing bracket.
    #[inline]
    pub(super) fn close(&mut self, bracket: u8, kind: TokenKind) -> Token {
        let at = self.pos;
        let token = self.token(kind, at, at + 1);
        match self.nesting.last() {
            Some((b'{', _)) if bracket == b'}' => {}
            Some((b'[', _)) if bracket == b']' => {}
            Some((b'(', _)) if bracket == b')' => {}
            Some(&(open, offset)) => {
                let message = self.bad_nesting(open, offset, Some(bracket));
                return self.fail(message, at, token);
            }
            None => return self.fail(format!("Unmatched '{}'", bracket as char), at, token),
        }
        self.nesting.pop();
        token
    }

    /// The token for the end of the input.
    pub(super) fn end(&mut self) -> Token {
        let len = self.src.len();
        let token = self.token(TokenKind::End, len, len);
        match self.nesting.last() {
            Some(&(open, offset)) => {
                let message = self.bad_nesting(open, offset, None);
                self.fail(message, len, token)
            }
            None => token,
        }
    }

    fn bad_nesting(&self, open: u8, offset: u32, closing: Option<u8>) -> String {
        if !self.options.parser_mode {
            return String::new();
        }
        let mut message = format!("Unclosed '{}'", open as char);
        let opened_on = line_at(self.src, offset as usize);
        if opened_on != line_at(self.src, self.pos) {
            message.push_str(&format!(" on line {opened_on}"));
        }
        if let Some(closing) = closing {
            message.push_str(&format!(" does not match '{}'", closing as char));
        }
        message
    }
}

/// 1-based line of an offset, counted from scratch: only errors ask.
pub(crate) fn line_at(source: &[u8], offset: usize) -> u32 {
    let before = &source[..offset.min(source.len())];
    let ends = before.iter().enumerate().filter(|&(i, &b)| b == b'\n' || (b == b'\r' && source.get(i + 1) != Some(&b'\n')));
    1 + ends.count() as u32
}
