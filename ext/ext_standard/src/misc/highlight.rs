//! Programs in colours, and without what only people need.

use loxo_syntax::TokenKind;
use loxo_syntax::lexer::{LexOptions, Lexer};

use crate::files::{open_options, with_open};
use crate::prelude::*;

/// What a part of a program is; the setting that has its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Html,
    Comment,
    Default,
    Keyword,
    String,
}

impl Colour {
    /// `None`: it has the colour of what is around it.
    fn of(kind: TokenKind, text: &[u8]) -> Option<Colour> {
        use TokenKind as T;
        Some(match kind {
            T::Whitespace => return None,
            T::InlineHtml => Colour::Html,
            T::Comment | T::DocComment => Colour::Comment,
            T::StringContent | T::ConstantString => Colour::String,
            _ if text == b"\"" => Colour::String,
            T::OpenTag | T::OpenTagWithEcho | T::CloseTag => Colour::Default,
            T::Identifier | T::Variable | T::Int | T::Float | T::StringVarname | T::NumString => Colour::Default,
            T::NameQualified | T::NameFullyQualified | T::NameRelative => Colour::Default,
            _ if text.starts_with(b"__") && text.ends_with(b"__") => Colour::Default,
            _ => Colour::Keyword,
        })
    }

    fn setting(self) -> &'static str {
        match self {
            Colour::Html => "highlight.html",
            Colour::Comment => "highlight.comment",
            Colour::Default => "highlight.default",
            Colour::Keyword => "highlight.keyword",
            Colour::String => "highlight.string",
        }
    }
}

/// Shows the tokens of a program, whether it is sound or not.
fn tokens(cx: &Cx, source: &[u8], mut show: impl FnMut(TokenKind, &[u8])) {
    let short_open_tag = cx.ini_bool("short_open_tag");
    let mut lexer = Lexer::new(source, LexOptions { short_open_tag, parser_mode: false, start_in_php: false, skip_shebang: false });
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End {
            return;
        }
        show(token.kind, &source[token.lo as usize..token.hi as usize]);
    }
}

fn coloured(cx: &Cx, source: &[u8]) -> Vec<u8> {
    let colours = [Colour::Html, Colour::Comment, Colour::Default, Colour::Keyword, Colour::String];
    let values: Vec<_> = colours.iter().map(|colour| cx.ini_str(colour.setting())).collect();
    let value = |colour: Colour| &values[colours.iter().position(|known| *known == colour).unwrap_or(0)];
    let mut out = [b"<pre><code style=\"color: ", &value(Colour::Html)[..], b"\">"].concat();
    let mut current = Colour::Html;
    tokens(cx, source, |kind, text| {
        if let Some(colour) = Colour::of(kind, text)
            && value(colour) != value(current)
        {
            if value(current) != value(Colour::Html) {
                out.extend(b"</span>");
            }
            current = colour;
            if value(colour) != value(Colour::Html) {
                out.extend([b"<span style=\"color: ", &value(colour)[..], b"\">"].concat());
            }
        }
        for b in text {
            match b {
                b'<' => out.extend(b"&lt;"),
                b'>' => out.extend(b"&gt;"),
                b'&' => out.extend(b"&amp;"),
                b => out.push(*b),
            }
        }
    });
    if value(current) != value(Colour::Html) {
        out.extend(b"</span>");
    }
    out.extend(b"</code></pre>");
    out
}

fn shown(cx: &mut Cx, source: &[u8], give_back: bool) -> PhpResult<Value> {
    let text = coloured(cx, source);
    if give_back {
        return Ok(PhpStr::from_vec(text).into());
    }
    cx.print(&text)?;
    Ok(Value::TRUE)
}

/// A file's text behind the line that names its interpreter; `None`: it cannot be opened, with a warning.
fn read_source(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<PhpStr>> {
    let text = with_open(cx, path, b"rb", open_options(true), None, |cx, stream| Ok(stream.read_all(cx, None)))?;
    Ok(text.map(|text| match text.starts_with(b"#!") {
        true => PhpStr::from(&text[memchr::memchr(b'\n', &text).map_or(text.len(), |end| end + 1)..]),
        false => text,
    }))
}

/// `highlight_string()`
pub(crate) fn highlight_string(cx: &mut Cx, string: &PhpStr, give_back: bool) -> PhpResult<Value> {
    shown(cx, string, give_back)
}

/// `highlight_file()`
pub(crate) fn highlight_file(cx: &mut Cx, filename: &PhpStr, give_back: bool) -> PhpResult<Value> {
    match read_source(cx, filename)? {
        Some(source) => shown(cx, &source, give_back),
        None => {
            cx.builtin_warning([b"Failed opening '", filename.as_bytes(), b"' for highlighting"].concat());
            cx.check()?;
            Ok(Value::FALSE)
        }
    }
}

/// `php_strip_whitespace()`
pub(crate) fn php_strip_whitespace(cx: &mut Cx, filename: &PhpStr) -> PhpResult<PhpStr> {
    let Some(source) = read_source(cx, filename)? else { return Ok(PhpStr::empty()) };
    let mut out = Vec::with_capacity(source.len());
    let (mut space, mut after_heredoc) = (false, false);
    tokens(cx, &source, |kind, text| {
        // The token behind a heredoc belongs to its last line.
        if std::mem::take(&mut after_heredoc) {
            if kind != TokenKind::Whitespace {
                out.extend(text);
            }
            out.push(b'\n');
            space = true;
            return;
        }
        match kind {
            TokenKind::Whitespace if !space => {
                out.push(b' ');
                space = true;
            }
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::DocComment => {}
            _ => {
                out.extend(text);
                after_heredoc = kind == TokenKind::EndHeredoc;
                space = false;
            }
        }
    });
    Ok(PhpStr::from_vec(out))
}
