//! `token_get_all()` and `token_name()`, and the walk over the tokens that all share.

use bumpalo::Bump;
use loxo_base::LineTable;
use loxo_runtime::{Cx, ErrorLevel, PhpArray, PhpResult, PhpStr, Value};
use loxo_syntax::lexer::{LexOptions, Lexer};
use loxo_syntax::{ErrorKind, ParseOptions, TokenKind};

use crate::names;

/// `TOKEN_PARSE`
const PARSE: i64 = 1;

/// A token as programs see it.
pub(crate) struct Piece<'a> {
    pub id: i64,
    pub text: &'a [u8],
    pub line: u32,
    pub pos: usize,
}

/// `token_get_all()`
pub(crate) fn token_get_all(cx: &mut Cx, code: &PhpStr, flags: i64) -> PhpResult<PhpArray> {
    let mut tokens = PhpArray::new();
    walk(cx, code, flags, |_, piece| {
        let text = Value::bytes(piece.text);
        let token = match piece.id {
            0..256 => text,
            _ => Value::array(PhpArray::from_values([Value::int(piece.id), text, Value::int(i64::from(piece.line))])),
        };
        let _ = tokens.push(token);
        Ok(())
    })?;
    Ok(tokens)
}

/// `token_name()`
pub(crate) fn token_name(_: &mut Cx, id: i64) -> PhpResult<&'static str> {
    Ok(names::name(id).unwrap_or("UNKNOWN"))
}

/// Shows every token of a program. With `TOKEN_PARSE` the program is parsed first, which may fail.
pub(crate) fn walk(cx: &mut Cx, code: &PhpStr, flags: i64, mut show: impl FnMut(&mut Cx, Piece<'_>) -> PhpResult<()>) -> PhpResult<()> {
    let short_open_tag = cx.ini_bool("short_open_tag");
    let keyword_names = if flags & PARSE != 0 { keyword_names(cx, code, short_open_tag)? } else { Vec::new() };
    let lines = LineTable::new(code);
    let options = LexOptions { short_open_tag, parser_mode: false, start_in_php: false, skip_shebang: false };
    let mut lexer = Lexer::new(code, options);
    // Behind `__halt_compiler` three tokens are read, and the rest is text.
    let mut before_halt = None;
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End {
            return Ok(());
        }
        let (lo, hi) = (token.lo as usize, token.hi as usize);
        let text = &code[lo..hi];
        let named = keyword_names.binary_search(&token.lo).is_ok();
        let kind = if named { TokenKind::Identifier } else { token.kind };
        let line = lines.line(token.lo);
        show(cx, Piece { id: i64::from(kind.id()), text, line, pos: lo })?;
        match &mut before_halt {
            None if kind == TokenKind::HaltCompiler => before_halt = Some(3),
            None => {}
            Some(_) if is_dropped(kind) => {}
            Some(1) => {
                if hi < code.len() {
                    show(cx, Piece { id: i64::from(TokenKind::InlineHtml.id()), text: &code[hi..], line: lines.line(hi as u32), pos: hi })?;
                }
                return Ok(());
            }
            Some(left) => *left -= 1,
        }
    }
}

/// What the parser does not get to see.
pub(crate) fn is_dropped(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Whitespace | TokenKind::OpenTag | TokenKind::Comment | TokenKind::DocComment)
}

/// Parses the program; the offsets of keywords that are names.
fn keyword_names(cx: &mut Cx, code: &PhpStr, short_open_tag: bool) -> PhpResult<Vec<u32>> {
    let arena = Bump::new();
    match loxo_syntax::parse(&arena, code, &ParseOptions { short_open_tag, skip_shebang: false, encodings: None }) {
        Ok(parsed) => {
            let mut names = parsed.keyword_names;
            names.sort_unstable();
            Ok(names)
        }
        Err(error) if error.kind == ErrorKind::Parse => Err(cx.throw_at("ParseError", &error.message, "", error.line)),
        Err(error) if error.kind == ErrorKind::Thrown => Err(cx.throw_at("CompileError", &error.message, "", error.line)),
        Err(error) => {
            let (file, _) = (cx.hooks.location)(cx);
            Err(cx.fatal_at(ErrorLevel::CompileError, &error.message, file.as_bytes(), error.line))
        }
    }
}
