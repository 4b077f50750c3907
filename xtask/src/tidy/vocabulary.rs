//! Words that only their author understood, and that have been replaced by the field's: none comes back, in a comment, an identifier or a file's name.

use super::tokens::{self, Kind, Scanned};

/// Words of comments, and what is meant by them.
const COMMENT_WORDS: &[(&str, &str)] = &[
    ("room", "module, space, capacity"),
    ("rooms", "modules, buffers"),
    ("told", "reported, passed, known"),
    ("at a glance", "cached, without a call"),
    ("heed", "check"),
    ("heeds", "checks"),
    ("heeded", "checked"),
    ("lonely", "unshared, single"),
];

/// Whole identifiers.
const IDENTIFIERS: &[(&str, &str)] = &[
    ("Nearly", "PendingClass"),
    ("Universe", "TypeEnv"),
    ("Heir", "InheritingClass"),
    ("Patient", "the name of the timeout"),
    ("Behaviour", "ObjectHandlers"),
    ("Behaviours", "ObjectHandlers"),
    ("handlers_support", "the module of what it holds"),
    ("check_room", "ensure_room"),
    ("wide_window", "overflow_args"),
    ("builtin_called", "native_caller"),
];

/// Parts of identifiers, as `_` separates them.
const PARTS: &[(&str, &str)] =
    &[("glance", "cached"), ("heed", "check_interrupt"), ("lonely", "unshared"), ("papers", "pem"), ("envelopes", "packets")];

/// Names of files and folders.
const FILES: &[(&str, &str)] = &[
    ("caught", "signal_handler"),
    ("papers", "pem"),
    ("patience", "write_timeout"),
    ("turn", "entry_lock"),
    ("handlers_support", "the module of what it holds"),
    ("detached", "headless"),
    ("moments", "date_interop"),
];

/// Lines and what is wrong in them.
pub fn faults(path: &str, scanned: &Scanned) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for part in path.split('/').map(|part| part.trim_end_matches(".rs")) {
        if let Some((word, better)) = FILES.iter().find(|(word, _)| *word == part) {
            found.push((0, format!("a file is not called `{word}` (better: {better})")));
        }
    }
    for comment in &scanned.comments {
        for (number, line) in comment.text.lines().enumerate() {
            let lower = outside_code(line).to_ascii_lowercase();
            for (word, better) in COMMENT_WORDS.iter().filter(|(word, _)| tokens::find_word(&lower, word).is_some()) {
                found.push((comment.line + number, format!("`{word}` is a private word: say what is meant ({better})")));
            }
        }
    }
    for token in scanned.tokens.iter().filter(|token| token.kind == Kind::Word) {
        let whole = IDENTIFIERS.iter().find(|(word, _)| *word == token.text);
        let in_part = || PARTS.iter().find(|(word, _)| token.text.split('_').any(|part| part == *word));
        if let Some((_, better)) = whole.or_else(in_part) {
            found.push((token.line, format!("`{}` has a better name ({better})", token.text)));
        }
    }
    found
}

/// A comment without what stands in backticks: those are names, and have their own rule.
fn outside_code(comment: &str) -> String {
    comment.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tokens::scan;

    fn count(path: &str, text: &str) -> usize {
        faults(path, &scan(text)).len()
    }

    #[test]
    fn private_words_are_found() {
        assert_eq!(count("a.rs", "// What every room uses.\nfn a() {} /* is\n told */"), 2);
        assert_eq!(count("a.rs", "struct Universe; fn element_at_a_glance() { pop_lonely(); } /// seen At a glance"), 4);
        assert_eq!(count("src/caught.rs", ""), 1);
        assert_eq!(faults("a.rs", &scan("\n/* a\n told */"))[0].0, 3);
    }

    #[test]
    fn others_are_not() {
        assert_eq!(count("a.rs", "// mushroom, `room`, untold\nfn ensure_room() { let s = \"told, at a glance\"; }"), 0);
        assert_eq!(count("return.rs", "enum WeekdayBehaviour { Nowhere } fn papersize() {} struct Heirloom;"), 0);
    }
}
