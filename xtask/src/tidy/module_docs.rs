//! Every source file opens with a module doc of at least one whole sentence: what is in there, for somebody who has not read it yet.

/// Words of the shortest sentence that can say something.
const FEWEST_WORDS: usize = 4;

/// What is wrong with the head of a file.
pub fn fault(text: &str) -> Option<String> {
    let mut doc = String::new();
    for line in text.lines().map(str::trim) {
        match line.strip_prefix("//!") {
            Some(rest) => {
                doc.push_str(rest);
                doc.push('\n');
            }
            None if doc.is_empty() && (line.is_empty() || line.starts_with("#![")) => {}
            None => break,
        }
    }
    if doc.trim().is_empty() {
        return Some("must open with a module doc (`//!`): what is in this file, and why".to_string());
    }
    let first = doc.split("\n\n").find(|paragraph| !paragraph.trim().is_empty()).unwrap_or_default();
    (!sentences(first).iter().any(|sentence| is_whole(sentence))).then(|| {
        format!("`{}` is no sentence (of {FEWEST_WORDS} words or more, with its end) that says what is in this file", first.trim())
    })
}

/// Splits after marks that are followed by a blank. What follows the last mark is dropped: it has no end.
fn sentences(paragraph: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in paragraph.match_indices(['.', ':', '!', '?', ';']) {
        let rest = &paragraph[at + 1..];
        // A sentence may end inside brackets, quotes or a command.
        if rest.trim_start_matches([')', '"', '`', '*']).starts_with([' ', '\n']) || rest.is_empty() {
            if !paragraph[at..].starts_with(';') {
                found.push(&paragraph[start..=at]);
                start = at + 1;
            }
        }
    }
    found
}

fn is_whole(sentence: &str) -> bool {
    sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count() >= FEWEST_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_pass() {
        for text in [
            "//! `x()`: what it does for its callers.\nuse a;",
            "#![forbid(unsafe_code)]\n\n//! Splits a text\n//! into its words.\n//!\n//! More",
            "//! Markers. They stand between the parts of an image.",
            "//! The parts that a request has (and their order.)",
            "//! What a file has, in this order:\n//!\n//! - a",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn no_doc_labels_and_open_ends_are_found() {
        for text in
            ["use a;\n//! Late, but a whole sentence.", "//! Markers.", "//! What is posted.", "//! A sentence that has no end", "//!\n//!"]
        {
            assert!(fault(text).is_some(), "{text}");
        }
    }
}
