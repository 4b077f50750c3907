//! Runs the files of the directories beside this one and compares with the expectations that stand next to them.
//! `LOXO_BLESS=1` writes the expectations instead.
//!
//! - `parser/*.php` → `.ast`: the tree.
//! - `errors/*.php` → `.err`: one error per snippet; snippets are separated by lines of `----`.
//! - `pretty/*.php` → `.txt`: every expression statement, printed.
//! - `tokens/*.php` → `.tok`: what the tokenizer sees.

use loxo_syntax::ast::{ExprKind, StmtKind};
use loxo_syntax::lexer::{LexOptions, Lexer};
use loxo_syntax::{ParseOptions, TokenKind, expr_to_string, parse, parse_eval};

const OPTIONS: ParseOptions = ParseOptions { short_open_tag: true, skip_shebang: true, encodings: None };

fn check(dir: &str, extension: &str, run: fn(&[u8]) -> String) {
    loxo_cases::check(&loxo_cases::files(env!("CARGO_MANIFEST_DIR"), dir, "php"), extension, run);
}

/// The debug form without spans, and with byte strings as text.
fn readable(debug: &str) -> String {
    let mut out = String::new();
    for line in debug.lines() {
        let word = line.trim_start();
        if !word.starts_with("span: Span") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// `{:#?}` of byte slices takes a line per byte: joins those lines into one string.
fn join_bytes(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    let mut i = 0;
    while i < lines.len() {
        let end = (i + 1..lines.len()).find(|&j| lines[j].trim().trim_end_matches(',').parse::<u8>().is_err()).unwrap_or(lines.len());
        if lines[i].ends_with('[') && end > i + 1 {
            let bytes: Vec<u8> = lines[i + 1..end].iter().filter_map(|l| l.trim().trim_end_matches(',').parse().ok()).collect();
            out.push_str(&lines[i][..lines[i].len() - 1]);
            out.push_str(&format!("{:?}{}\n", String::from_utf8_lossy(&bytes), if lines[end].ends_with(',') { "," } else { "" }));
            i = end + 1;
        } else {
            out.push_str(lines[i]);
            out.push('\n');
            i += 1;
        }
    }
    out
}

/// Spans print over four lines; drops them.
fn drop_spans(text: &str) -> String {
    let mut out = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().ends_with("Span {") {
            lines.by_ref().take(3).for_each(drop);
        } else {
            out.push(line);
        }
    }
    out.join("\n")
}

fn tree(source: &[u8]) -> String {
    let arena = bumpalo::Bump::new();
    match parse(&arena, source, &OPTIONS) {
        Ok(parsed) => {
            let mut text = readable(&join_bytes(&drop_spans(&format!("{:#?}", parsed.file))));
            for diagnostic in parsed.deprecations {
                text.push_str(&format!("{:?} on line {}: {}\n", diagnostic.kind, diagnostic.line, diagnostic.message));
            }
            text
        }
        Err(error) => format!("{:?} error on line {}: {}\n", error.kind, error.line, error.message),
    }
}

fn errors(source: &[u8]) -> String {
    let text = String::from_utf8_lossy(source);
    let snippets = text.split("\n----\n").map(|snippet| {
        let arena = bumpalo::Bump::new();
        let snippet = snippet.strip_suffix('\n').unwrap_or(snippet);
        match parse_eval(&arena, snippet.as_bytes(), &OPTIONS) {
            Ok(_) => "ok\n".to_string(),
            Err(e) => format!("{:?} {}: {}\n", e.kind, e.line, e.message),
        }
    });
    snippets.collect()
}

fn pretty(source: &[u8]) -> String {
    let arena = bumpalo::Bump::new();
    let parsed = match parse(&arena, source, &OPTIONS) {
        Ok(parsed) => parsed,
        Err(error) => return error.message,
    };
    let mut out = Vec::new();
    for stmt in parsed.file.stmts {
        if let StmtKind::Expr(expr) = stmt.kind {
            expr_to_string(&expr, &mut out);
            out.push(b'\n');
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn tokens(source: &[u8]) -> String {
    let options = LexOptions { short_open_tag: true, parser_mode: false, start_in_php: false, skip_shebang: false };
    let mut lexer = Lexer::new(source, options);
    let mut out = String::new();
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End {
            return out;
        }
        let text = String::from_utf8_lossy(&source[token.lo as usize..token.hi as usize]);
        out.push_str(&format!("{} {text:?}\n", token.kind.php_name().unwrap_or("-")));
    }
}

#[test]
fn trees() {
    check("parser", "ast", tree);
}

#[test]
fn error_messages() {
    check("errors", "err", errors);
}

#[test]
fn printed_expressions() {
    check("pretty", "txt", pretty);
}

#[test]
fn token_streams() {
    check("tokens", "tok", tokens);
}

/// What is nested is refused before the stack ends; what is only long is not nested.
#[test]
fn depth() {
    let run = || {
        loxo_base::stack::set_remaining(3 << 20);
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("!", ""),
            ("$", ""),
            ("{", "}"),
            ("f(", ")"),
            ("if (1) ", ""),
            ("$a = ", ""),
            ("fn() => ", ""),
            ("list(", ")"),
            ("- ", ""),
            ("$a ? ", ""),
            ("function() {", "}"),
            ("new class {function f() {", "}}"),
            ("\"{$a[", "]}\""),
            ("2 ** ", ""),
        ] {
            let arena = bumpalo::Bump::new();
            let source = format!("{}{}", open.repeat(200_000), close.repeat(200_000));
            let error = parse_eval(&arena, source.as_bytes(), &OPTIONS).expect_err("too deep");
            assert!(error.message.starts_with("Maximum call stack size"), "{open}: {}", error.message);
        }
        for (first, more) in [("$a", " . $a"), ("1", " + 1"), ("if (1) {}", " elseif (1) {}"), ("$a", "->b()"), ("$a", "[0]"), ("[1", ",1")]
        {
            let arena = bumpalo::Bump::new();
            let end = if first == "[1" { "];" } else { ";" };
            let source = format!("{first}{}{end}", more.repeat(200_000));
            assert!(parse_eval(&arena, source.as_bytes(), &OPTIONS).is_ok(), "{first}{more}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread");
    thread.join().expect("no overflow");
}

/// Cuts and changes the inputs of the other tests at every place: the parser must survive whatever comes.
#[test]
fn broken_inputs() {
    for dir in ["parser", "pretty", "tokens", "errors"] {
        for input in loxo_cases::files(env!("CARGO_MANIFEST_DIR"), dir, "php") {
            let source = std::fs::read(input).expect("a readable input");
            for i in 0..source.len() {
                let mut changed = source.clone();
                changed[i] = b"\0\"{}$<'\\(;\n\xff"[i % 12];
                for text in [&source[..i], &source[i..], &changed] {
                    let arena = bumpalo::Bump::new();
                    let _ = parse(&arena, text, &OPTIONS).is_ok();
                    let _ = parse_eval(&arena, text, &OPTIONS).is_ok();
                    let _ = tokens(text);
                }
            }
        }
    }
}

/// The tokens of any input are its bytes, in order and without gaps.
#[test]
fn tokens_cover_the_source() {
    for dir in ["parser", "pretty", "tokens"] {
        for input in loxo_cases::files(env!("CARGO_MANIFEST_DIR"), dir, "php") {
            let source = std::fs::read(input).expect("a readable input");
            let options = LexOptions { short_open_tag: true, parser_mode: false, start_in_php: false, skip_shebang: false };
            let mut lexer = Lexer::new(&source, options);
            let mut at = 0;
            loop {
                let token = lexer.next_token();
                assert_eq!(token.lo, at);
                at = token.hi;
                if token.kind == TokenKind::End {
                    break;
                }
            }
            assert_eq!(at as usize, source.len());
        }
    }
}

/// A literal's value survives printing.
#[test]
fn integer_limits() {
    let arena = bumpalo::Bump::new();
    let parsed = parse_eval(&arena, b"9223372036854775807; 9223372036854775808; 0x7fff_ffff_ffff_ffff; 0b11; 0o17; 017;", &OPTIONS)
        .expect("numbers");
    let kinds: Vec<String> = parsed
        .file
        .stmts
        .iter()
        .map(|stmt| match stmt.kind {
            StmtKind::Expr(expr) => match expr.kind {
                ExprKind::Int(value) => value.to_string(),
                ExprKind::Float(value) => format!("{value:e}"),
                _ => String::new(),
            },
            _ => String::new(),
        })
        .collect();
    assert_eq!(kinds, ["9223372036854775807", "9.223372036854776e18", "9223372036854775807", "3", "15", "15"]);
}
