//! Lexer and parser: any bytes give a tree or an error; tokens never go back; every expression of a tree can be shown.
#![no_main]

use loxo_syntax::ast::StmtKind;
use loxo_syntax::lexer::{LexOptions, Lexer};
use loxo_syntax::{ParseOptions, TokenKind};

fn tokens(source: &[u8], options: LexOptions) {
    let mut lexer = Lexer::new(source, options);
    let mut end = 0;
    loop {
        let token = lexer.next_token();
        assert!(token.lo >= end && token.hi >= token.lo && token.hi as usize <= source.len(), "{token:?} behind {end}");
        end = token.hi;
        if token.kind == TokenKind::End {
            return;
        }
    }
}

fn tree(source: &[u8], options: &ParseOptions) {
    let arena = bumpalo::Bump::new();
    let _ = loxo_syntax::parse_eval(&arena, source, options);
    let Ok(parsed) = loxo_syntax::parse(&arena, source, options) else { return };
    let mut shown = Vec::new();
    for stmt in parsed.file.stmts {
        if let StmtKind::Expr(expr) = stmt.kind {
            loxo_syntax::expr_to_string(&expr, &mut shown);
        }
    }
}

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    loxo_fuzz::limit_stack();
    for short_open_tag in [false, true] {
        tokens(source, LexOptions { short_open_tag, parser_mode: false, start_in_php: false, skip_shebang: false });
        for encodings in [None, Some((|name| name.len() > 3) as fn(&[u8]) -> bool)] {
            tree(source, &ParseOptions { short_open_tag, skip_shebang: short_open_tag, encodings });
        }
    }
});
