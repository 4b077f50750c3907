//! Texts in languages with tags: XML, SVG, HTML, SGML and PHP.
//!
//! XML and PHP are known by how the text begins. HTML is known by a tag anywhere near the beginning, so what tells by its first
//! words (a mail, a visiting card, XML) is asked before it, and sources of programs, which may contain such a tag, after it.

use crate::kind::Kind;

/// PHP, SVG and XML.
pub(crate) fn document(head: &str) -> Option<Kind> {
    let start = head.trim_start();
    let lower = head.to_ascii_lowercase();
    if lower.trim_start().starts_with("<?php") || start.starts_with("<?\n") || start.starts_with("<?\r") {
        return Some(Kind::text("PHP script, {}", "text/x-php"));
    }
    if lower.contains("<!doctype svg") {
        return Some(Kind::new("SVG XML document", "image/svg+xml").endings("svg"));
    }
    let versioned = lower.starts_with("<?xml version=");
    if (versioned || lower.trim_start().starts_with("<svg")) && lower.contains("<svg") {
        return Some(Kind::text("SVG Scalable Vector Graphics image, {}", "image/svg+xml").endings("svg"));
    }
    if !lower.starts_with("<?xml") {
        return None;
    }
    // Three characters are shown, whether the version ends there or not.
    let version: String = head.strip_prefix("<?xml version=\"").unwrap_or_default().chars().take(3).collect();
    let name =
        if version.is_empty() { "XML document, {}".to_owned() } else { format!("XML {} document, {{}}", version.replace(['{', '}'], "")) };
    Some(Kind::text(name, "text/xml"))
}

/// HTML: one of its tags somewhere in `head`.
pub(crate) fn html(head: &str) -> Option<Kind> {
    let lower = head.to_ascii_lowercase();
    lower.match_indices('<').any(|(at, _)| is_html_tag(&lower[at + 1..])).then(|| Kind::text("HTML document, {}", "text/html"))
}

/// Does a text begin with the tag or declaration that a whole document of HTML begins with?
pub(crate) fn begins_as_html(head: &str) -> bool {
    let lower = head.get(..14).or(head.get(..6)).unwrap_or_default().to_ascii_lowercase();
    lower.starts_with("<html>") || lower == "<!doctype html"
}

/// Does `rest`, which is lower case and follows a `<`, go on like one of the tags that tell HTML?
fn is_html_tag(rest: &str) -> bool {
    let spaced = |name: &str, behind: &str| {
        let after = rest.strip_prefix(name)?;
        let word = after.trim_ascii_start();
        (word.len() < after.len() && word.starts_with(behind)).then_some(())
    };
    const NAMES: [&str; 6] = ["head", "title", "html", "script", "style", "table"];
    spaced("!doctype", "html").or_else(|| spaced("a", "href=")).is_some()
        || NAMES.iter().any(|name| {
            rest.strip_prefix(name).and_then(|after| after.bytes().next()).is_some_and(|b| b == b'>' || b.is_ascii_whitespace())
        })
}

/// What only begins as SGML does.
pub(crate) fn sgml(head: &str) -> Option<Kind> {
    let lower = head.trim_start().get(..9).unwrap_or(head.trim_start()).to_ascii_lowercase();
    if lower.starts_with("<!--") || lower.starts_with("<!doctype") {
        return Some(Kind::text("exported SGML document, {}", "text/plain"));
    }
    lower.starts_with("<!subdoc").then(|| Kind::text("exported SGML subdocument, {}", "text/plain"))
}
