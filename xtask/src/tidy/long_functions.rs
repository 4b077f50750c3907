//! A function is a screen or two: one of more than a hundred lines says at its head why it is not several.

use super::tokens::{Kind, Scanned, Token};

const MOST_LINES: usize = 100;
const REASON: &str = "Long because:";
/// Words of the shortest reason.
const FEWEST_WORDS: usize = 3;

/// Lines of functions that are too long and give no reason.
pub fn faults(text: &str, scanned: &Scanned) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let tokens = &scanned.tokens;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        // `fn(u8)` is a type.
        let Some(name) = tokens.get(at + 1).filter(|next| token.text == "fn" && next.kind == Kind::Word) else { continue };
        let Some((open, close)) = body(&tokens[at..]) else { continue };
        let length = close + 1 - token.line;
        if length > MOST_LINES && !has_reason(&lines, token.line, open) {
            let name = name.text;
            found.push((token.line, format!("`{name}` has {length} lines: shorten it, or say `// {REASON} …` at its head")));
        }
    }
    found
}

/// The lines of the braces around a function's body; `None` without one.
fn body(tokens: &[Token]) -> Option<(usize, usize)> {
    let (mut open, mut braces, mut brackets) = (None, 0, 0);
    for &Token { text, line, .. } in tokens {
        match text {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            // A function pointer's type, or a method without a body.
            ";" if open.is_none() && brackets == 0 => return None,
            "{" => {
                if brackets == 0 && open.is_none() {
                    open = Some(line);
                }
                braces += 1;
            }
            "}" => {
                braces -= 1;
                if braces <= 0 {
                    return open.map(|open| (open, line));
                }
            }
            _ => {}
        }
        if brackets < 0 {
            return None;
        }
    }
    None
}

/// A reason above the function, among its docs and attributes, or first in its body.
fn has_reason(lines: &[&str], start: usize, open: usize) -> bool {
    let above = lines[..start - 1].iter().rev().take_while(|line| {
        let line = line.trim();
        line.starts_with("//") || line.starts_with("#[")
    });
    let inside = lines.get(open..).unwrap_or_default().iter().take(1);
    above.chain(inside).any(|line| {
        let reason = line.trim().strip_prefix("//").and_then(|comment| comment.trim().strip_prefix(REASON));
        reason.is_some_and(|reason| reason.split_whitespace().count() >= FEWEST_WORDS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tokens::scan;

    fn found(head: &str, first: &str, length: usize) -> Vec<(usize, String)> {
        let text = format!("{head}fn f(a: [u8; 2]) {{\n{first}{}}}\nfn g(x: fn(u8)) {{ }}\n", "x;\n".repeat(length));
        faults(&text, &scan(&text))
    }

    #[test]
    fn long_ones_need_a_reason() {
        assert!(found("", "", 98).is_empty());
        assert_eq!(found("\n", "", 99)[0].0, 2);
        assert!(found("/// Doc.\n// Long because: one arm per op.\n#[inline]\n", "", 200).is_empty());
        assert!(found("", "    // Long because: one arm per op.\n", 200).is_empty());
        assert_eq!(found("// Long because: yes.\n", "", 200).len(), 1);
        assert_eq!(found("// Long because: one arm per op.\n\n", "", 200).len(), 1);
    }

    #[test]
    fn declarations_have_no_length() {
        let text = format!("trait T {{ fn a(&self); }}\nstruct S {{ f: fn(u8), g: u8 }}\n{}", "const X: u8 = 1;\n".repeat(200));
        assert!(faults(&text, &scan(&text)).is_empty());
    }
}
