//! The program's own help, as manual pages and completions need it: what it prints is the only source.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::run::text;
use crate::Result;

/// A page of the manual.
pub(super) struct Topic {
    pub(super) name: &'static str,
    pub(super) section: u8,
    pub(super) summary: &'static str,
    /// The lines that say how the program is called.
    pub(super) synopsis: Vec<String>,
    pub(super) parts: Vec<Part>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    Paragraph(String),
    /// An option or a command, and what it does.
    Item(String, String),
}

/// Name of the page, section, summary, the name that the program is called by, arguments that make it say its help.
type Row = (&'static str, u8, &'static str, &'static str, &'static [&'static str]);

const TOPICS: &[Row] = &[
    ("loxo", 1, "run and serve PHP programs", "loxo", &["help"]),
    ("loxo-serve", 1, "serve a PHP application over HTTP", "loxo", &["help", "serve"]),
    ("loxo-dev", 1, "serve a PHP project while it is written", "loxo", &["help", "dev"]),
    ("loxo-build", 1, "make one program out of a PHP application", "loxo", &["build", "--help"]),
    ("loxo-profile", 1, "say what the functions of a PHP program cost", "loxo", &["profile", "--help"]),
    ("loxo-top", 1, "show what the workers of a server do", "loxo", &["top", "--help"]),
    ("loxo-trace", 1, "show the stack of a worker of a server", "loxo", &["trace", "--help"]),
    ("loxo-doctor", 1, "say what makes a server of PHP slow", "loxo", &["doctor", "--help"]),
    ("loxo-hugepages", 1, "put the code of programs on huge pages", "loxo", &["hugepages", "--help"]),
    ("loxo-queue", 8, "serve queues that are kept on disk", "loxo", &["queue", "--help"]),
    ("loxo-php", 1, "run PHP programs with the options of php", "php", &["-h"]),
    ("loxo-php-cgi", 1, "run PHP programs for a web server", "php-cgi", &["-h"]),
    ("loxo-php-fpm", 8, "serve PHP programs by FastCGI", "php-fpm", &["-h"]),
];

pub(super) fn topics(binary: &Path) -> Result<Vec<Topic>> {
    let mut topics = Vec::new();
    for &(name, section, summary, program, arguments) in TOPICS {
        let output = Command::new(binary).arg0(program).args(arguments).output()?;
        let said = text(&output.stdout);
        if !output.status.success() || said.is_empty() {
            return Err(format!("{} says no help as {program} {}", binary.display(), arguments.join(" ")).into());
        }
        let (synopsis, parts) = parse(&said, program);
        topics.push(Topic { name, section, summary, synopsis, parts });
    }
    Ok(topics)
}

/// Takes a help text apart.
fn parse(said: &str, program: &str) -> (Vec<String>, Vec<Part>) {
    let (mut synopsis, mut parts) = (Vec::new(), Vec::new());
    let mut lines = said.lines().peekable();
    while let Some(line) = lines.peek() {
        let line = line.strip_prefix("usage:").or(line.strip_prefix("Usage:")).unwrap_or(line).trim();
        if !line.starts_with(program) {
            break;
        }
        synopsis.push(line.to_string());
        lines.next();
    }
    // Whether the line before ended a paragraph.
    let mut apart = true;
    for line in lines {
        match (item(line), parts.last_mut()) {
            (Some((head, rest)), _) => parts.push(Part::Item(head, rest)),
            (None, _) if line.trim().is_empty() => {
                apart = true;
                continue;
            }
            (None, Some(Part::Paragraph(text) | Part::Item(_, text))) if !apart => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(line.trim());
            }
            _ => parts.push(Part::Paragraph(line.trim().to_string())),
        }
        apart = false;
    }
    (synopsis, parts)
}

/// `  --option VALUE   what it does`; what it does may begin in the next line.
fn item(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix("  ").filter(|inner| !inner.starts_with(' '))?;
    match inner.split_once("  ") {
        Some((head, rest)) => Some((head.to_string(), rest.trim().to_string())),
        None if inner.starts_with('-') => match inner.split_once(" <") {
            // One space alone is between an option and a long word for its value.
            Some((name, rest)) if rest.contains("> ") => {
                let (value, rest) = rest.split_once("> ")?;
                Some((format!("{name} <{value}>"), rest.to_string()))
            }
            _ if line.len() < 40 => Some((inner.to_string(), String::new())),
            _ => inner.split_once(' ').map(|_| split_values(inner)),
        },
        None => None,
    }
}

/// Words in capitals behind an option are its values.
fn split_values(inner: &str) -> (String, String) {
    let is_value = |word: &str| word.starts_with('-') || word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_punctuation());
    let words: Vec<&str> = inner.split(' ').collect();
    let count = words.iter().take_while(|word| is_value(word)).count().max(1);
    (words[..count].join(" "), words[count..].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_help_text_has_synopsis_paragraphs_and_items() {
        let said = "usage: loxo x [options]\n       loxo x FILE\n\nDoes\nthis.\n\n  --a, -b N    says\n               more\n  --long FOLDER\n               below\n\nEnd.\n";
        let (synopsis, parts) = parse(said, "loxo");
        assert_eq!(synopsis, ["loxo x [options]", "loxo x FILE"]);
        let item = |head: &str, rest: &str| Part::Item(head.into(), rest.into());
        let expected = [
            Part::Paragraph("Does this.".into()),
            item("--a, -b N", "says more"),
            item("--long FOLDER", "below"),
            Part::Paragraph("End.".into()),
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn one_space_may_be_all_that_is_between() {
        assert_eq!(
            item("  --profile-folder DIR where profiles are kept, a file for each"),
            Some(("--profile-folder DIR".into(), "where profiles are kept, a file for each".into()))
        );
        assert_eq!(item("  -c <path>|<file> Folder of php.ini"), Some(("-c <path>|<file>".into(), "Folder of php.ini".into())));
        assert_eq!(item("     deeper"), None);
    }
}
