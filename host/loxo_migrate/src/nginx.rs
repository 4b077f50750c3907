//! nginx's text as directives: words, `;` and blocks in braces.

use crate::directive::{DEPTH, Directive, NESTING, note};
use crate::source::{Find, Note, Source};

enum Token {
    Word(String),
    End,
    Open,
    Close,
}

/// What is not closed is taken as if it were.
pub(crate) fn parse(source: &Source, find: Find<'_>, notes: &mut Vec<Note>) -> Vec<Directive> {
    parse_at(source, find, notes, 0)
}

fn parse_at(source: &Source, find: Find<'_>, notes: &mut Vec<Note>, depth: usize) -> Vec<Directive> {
    let mut open: Vec<(Directive, Vec<Directive>)> = Vec::new();
    let mut list = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut begun = 1;
    for (line, token) in tokens(&source.text) {
        if words.is_empty() {
            begun = line;
        }
        match token {
            Token::Word(word) => words.push(word),
            Token::End | Token::Open => {
                let is_block = matches!(token, Token::Open);
                let mut words = std::mem::take(&mut words).into_iter();
                let Some(name) = words.next() else { continue };
                let directive = Directive { file: source.name.clone(), line: begun, name, args: words.collect(), block: Vec::new() };
                if is_block {
                    if open.len() >= NESTING {
                        notes.push(note(source, line, "blocks are too deep: the rest is not read"));
                        break;
                    }
                    open.push((directive, std::mem::take(&mut list)));
                } else if directive.name == "include" && depth < DEPTH {
                    let files = find(directive.arg(0));
                    if files.is_empty() && !directive.arg(0).contains('*') {
                        notes.push(directive.note(format!("there is no file {}", directive.arg(0))));
                    }
                    for file in files {
                        list.extend(parse_at(&file, find, notes, depth + 1));
                    }
                } else {
                    list.push(directive);
                }
            }
            Token::Close => {
                if let Some((mut directive, before)) = open.pop() {
                    directive.block = std::mem::replace(&mut list, before);
                    list.push(directive);
                }
            }
        }
    }
    while let Some((mut directive, before)) = open.pop() {
        notes.push(directive.note("the block is not closed"));
        directive.block = std::mem::replace(&mut list, before);
        list.push(directive);
    }
    list
}

fn tokens(text: &str) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    let mut chars = text.chars().peekable();
    let mut line = 1;
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            _ if c.is_whitespace() => {}
            '#' => while chars.next_if(|c| *c != '\n').is_some() {},
            ';' => tokens.push((line, Token::End)),
            '{' => tokens.push((line, Token::Open)),
            '}' => tokens.push((line, Token::Close)),
            _ => {
                let begun = line;
                let quote = matches!(c, '"' | '\'').then_some(c);
                let mut word = String::new();
                if quote.is_none() {
                    word.push(c);
                }
                let mut escaped = c == '\\';
                while let Some(c) = chars.peek().copied() {
                    let ends = match quote {
                        Some(quote) => c == quote,
                        // A variable may have braces: ${name}.
                        None => c.is_whitespace() || c == ';' || c == '{' && !word.ends_with('$'),
                    };
                    if ends && !escaped {
                        if quote.is_some() {
                            chars.next();
                        }
                        break;
                    }
                    escaped = c == '\\' && !escaped;
                    line += usize::from(c == '\n');
                    word.push(c);
                    chars.next();
                }
                tokens.push((begun, Token::Word(word)));
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_blocks() {
        let text = "a b 'c d' # x\n;\nserver {\n  location ~ \\.php$ { x ${y}z; }\n}\nopen {";
        let source = Source { name: "f".into(), text: text.into() };
        let mut notes = Vec::new();
        let list = parse(&source, &|_| Vec::new(), &mut notes);
        assert_eq!((list[0].args.join("|").as_str(), list[0].line), ("b|c d", 1));
        let location = &list[1].block[0];
        assert_eq!((location.args.join("|").as_str(), location.line, location.block[0].arg(0)), ("~|\\.php$", 4, "${y}z"));
        assert_eq!(notes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["f:6: the block is not closed"]);
    }
}
