//! Doc comments: text with `@tags`, each up to the next tag.

use super::model::Doc;
use crate::Result;

/// Reads the tags of a comment; the text before the first one is for people.
pub fn parse(comment: &str) -> Result<Doc> {
    let mut doc = Doc::default();
    for (tag, text) in tags(comment) {
        apply(&mut doc, &tag, text)?;
    }
    Ok(doc)
}

/// `(tag, text)` pairs of a comment, line ends and leading stars removed.
fn tags(comment: &str) -> Vec<(String, String)> {
    let body = comment.trim().trim_start_matches("/**").trim_end_matches("*/");
    let mut found: Vec<(String, String)> = Vec::new();
    for line in body.lines() {
        let line = line.trim().trim_start_matches('*').trim();
        for word in line.split_whitespace() {
            if let Some(tag) = word.strip_prefix('@') {
                found.push((tag.to_string(), String::new()));
            } else if let Some((_, text)) = found.last_mut() {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
        }
    }
    found
}

fn apply(doc: &mut Doc, tag: &str, text: String) -> Result<()> {
    match tag {
        "pure" => doc.pure = true,
        "compile-time-eval" => doc.compile_time_eval = true,
        "needs-frame" => doc.needs_frame = true,
        "resumes" => doc.resumes = true,
        "no-discard" => doc.no_discard = true,
        "frameless" => doc.frameless = counts(&text)?,
        "discreet" => doc.discreet = true,
        "keeps-this" => doc.keeps_this = true,
        "named" => doc.named = true,
        "tentative-return" => doc.tentative_return = true,
        "raw" => doc.raw = true,
        "virtual" => doc.is_virtual = true,
        "any-count" => doc.any_count = true,
        "deprecated" => doc.deprecated = Some(text),
        "name" => doc.name = Some(text),
        "alias" => doc.alias = Some(text),
        "body" => doc.body = Some(rust_path(&text)),
        "before" => doc.before = Some(rust_path(&text)),
        "module" => doc.module = Some(rust_path(&text)),
        "object-handlers" => doc.object_handlers = Some(rust_path(&text)),
        "cvalue" => doc.cvalue = Some(text),
        "var" => doc.var = Some(text),
        "prefer-ref" => doc.prefer_ref.extend(variables(&text)),
        "stored" => doc.stored.extend(variables(&text)),
        "path" => doc.path.extend(variables(&text)),
        "unchecked" => doc.unchecked.extend(variables(&text)),
        "optional" => doc.optional.extend(variables(&text)),
        "value" => doc.value.extend(variables(&text)),
        "param" => {
            if let Some(rest) = text.strip_prefix("resource ").or_else(|| text.strip_prefix("resource|null ")) {
                doc.resource.extend(variables(rest));
            }
        }
        "ini" => doc.ini.push(text),
        "return" | "see" | "since" | "throws" | "link" => {}
        _ => return Err(format!("there is no doc tag @{tag}").into()),
    }
    Ok(())
}

/// `1, 2` → whether it says 1, 2 and 3.
fn counts(text: &str) -> Result<[bool; 3]> {
    let mut found = [false; 3];
    for word in text.split(',') {
        let place = word.trim().parse::<usize>()?.checked_sub(1).and_then(|i| found.get_mut(i));
        *place.ok_or("@frameless is about one to three arguments")? = true;
    }
    Ok(found)
}

/// `$a, $b` → names.
fn variables(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter_map(|word| word.trim().strip_prefix('$')).map(str::to_string).collect()
}

/// Paths are relative to the crate unless they say otherwise.
pub fn rust_path(text: &str) -> String {
    let text = text.trim();
    if text.starts_with("crate::") || text.starts_with("loxo_") { text.to_string() } else { format!("crate::{text}") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn tags_run_to_the_next_one() {
        let doc = super::parse("/** Does a thing.\n * @pure @deprecated since 8.1, use\n * strlen() instead\n * @path $a, $b */")
            .expect("parses");
        assert!(doc.pure);
        assert_eq!(doc.deprecated.as_deref(), Some("since 8.1, use strlen() instead"));
        assert_eq!(doc.path, ["a", "b"]);
        assert!(super::parse("/** @purr */").is_err());
    }
}
