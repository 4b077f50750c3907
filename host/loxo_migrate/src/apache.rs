//! Apache's text as directives: a line each, and sections in angle brackets.

use crate::directive::{DEPTH, Directive, NESTING, note};
use crate::source::{Find, Note, Source};

/// What is not closed is taken as if it were.
pub(crate) fn parse(source: &Source, find: Find<'_>, notes: &mut Vec<Note>) -> Vec<Directive> {
    parse_at(source, find, notes, 0)
}

fn parse_at(source: &Source, find: Find<'_>, notes: &mut Vec<Note>, depth: usize) -> Vec<Directive> {
    let mut open: Vec<(Directive, Vec<Directive>)> = Vec::new();
    let mut list = Vec::new();
    for (line, text) in lines(&source.text) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if text.starts_with("</") {
            if let Some((mut directive, before)) = open.pop() {
                directive.block = std::mem::replace(&mut list, before);
                list.push(directive);
            }
            continue;
        }
        let section = text.strip_prefix('<').map(|rest| rest.strip_suffix('>').unwrap_or(rest));
        let mut words = words(section.unwrap_or(text)).into_iter();
        let Some(name) = words.next() else { continue };
        let directive = Directive { file: source.name.clone(), line, name, args: words.collect(), block: Vec::new() };
        if section.is_some() {
            if open.len() >= NESTING {
                notes.push(note(source, line, "sections are too deep: the rest is not read"));
                break;
            }
            open.push((directive, std::mem::take(&mut list)));
        } else if (directive.is("Include") || directive.is("IncludeOptional")) && depth < DEPTH {
            let files = find(directive.arg(0));
            if files.is_empty() && directive.is("Include") {
                notes.push(directive.note(format!("there is no file {}", directive.arg(0))));
            }
            for file in files {
                list.extend(parse_at(&file, find, notes, depth + 1));
            }
        } else {
            list.push(directive);
        }
    }
    while let Some((mut directive, before)) = open.pop() {
        notes.push(directive.note("the section is not closed"));
        directive.block = std::mem::replace(&mut list, before);
        list.push(directive);
    }
    list
}

/// Lines with their numbers; one that ends with a backslash goes on in the next.
fn lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (index, line) in text.lines().enumerate() {
        let (part, more) = line.strip_suffix('\\').map_or((line, false), |part| (part, true));
        match lines.last_mut().filter(|_| goes_on) {
            Some((_, begun)) => *begun += part,
            None => lines.push((index + 1, part.to_string())),
        }
        goes_on = more;
    }
    lines
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' | '\'' => {
                let inner = &rest[1..];
                inner.split_once(first).unwrap_or((inner, ""))
            }
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_sections() {
        let text = "# x\n<VirtualHost *:80>\n  ServerAlias a \\\n  b\n  Header set X \"a b\"\n</VirtualHost>\n<Directory />\n";
        let mut notes = Vec::new();
        let list = parse(&Source { name: "f".into(), text: text.into() }, &|_| Vec::new(), &mut notes);
        let host = &list[0];
        assert_eq!((host.name.as_str(), host.arg(0), host.line), ("VirtualHost", "*:80", 2));
        assert_eq!(host.block.iter().map(|inner| inner.args.join("|")).collect::<Vec<_>>(), ["a|b", "set|X|a b"]);
        assert_eq!(notes[0].to_string(), "f:7: the section is not closed");
    }
}
