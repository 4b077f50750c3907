//! Puts a tag into an HTML page on its way: at the beginning of its head, so that also a page that stops in the middle has it.

/// Longer beginnings are passed on as they are.
const LONGEST: usize = 16 << 10;

/// A page that takes a tag.
#[derive(Debug)]
pub struct Injector {
    tag: Vec<u8>,
    /// The client will show whatever comes as a page; otherwise only what begins as a whole page is one.
    is_shown: bool,
    held: Vec<u8>,
    done: bool,
}

/// Where the tag belongs.
#[derive(Debug, PartialEq)]
enum Place {
    At(usize),
    /// It is not known yet.
    Later,
    /// This is no whole page.
    Nowhere,
}

impl Injector {
    pub fn new(tag: Vec<u8>, is_shown: bool) -> Injector {
        Injector { tag, is_shown, held: Vec::new(), done: false }
    }

    /// The next bytes of the page: what can go on its way.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.done {
            return bytes.to_vec();
        }
        self.held.extend_from_slice(bytes);
        match place(&self.held) {
            Place::Later if self.held.len() < LONGEST => Vec::new(),
            place => self.put(place),
        }
    }

    /// The page has ended: what is left of it.
    pub fn finish(&mut self) -> Vec<u8> {
        if self.done { Vec::new() } else { self.put(place(&self.held)) }
    }

    /// Nothing is held back any more.
    pub fn is_done(&self) -> bool {
        self.done
    }

    fn put(&mut self, place: Place) -> Vec<u8> {
        self.done = true;
        let mut held = std::mem::take(&mut self.held);
        match place {
            Place::At(at) => drop(held.splice(at..at, self.tag.iter().copied())),
            _ if self.is_shown => drop(held.splice(0..0, self.tag.iter().copied())),
            _ => {}
        }
        held
    }
}

/// Looks at the beginning of a page (the HTML standard, 13.1): comments, the doctype, the tags of `html` and `head`.
fn place(page: &[u8]) -> Place {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    if page.len() < MARK.len() && MARK.starts_with(page) {
        return Place::Later;
    }
    let mut at = if page.starts_with(MARK) { MARK.len() } else { 0 };
    let mut is_page = false;
    loop {
        at += page[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let rest = &page[at..];
        let end = if begins(rest, b"<!--") {
            find(&rest[4..], b"-->").map(|end| 4 + end + 3)
        } else if begins(rest, b"<?xml") {
            find(rest, b"?>").map(|end| end + 2)
        } else if begins(rest, b"<!doctype") {
            is_page = true;
            find(rest, b">").map(|end| end + 1)
        } else if is_tag(rest, b"<html") {
            is_page = true;
            end_of_tag(rest)
        } else if is_tag(rest, b"<head") {
            return end_of_tag(rest).map_or(Place::Later, |end| Place::At(at + end));
        } else if may_become(rest) {
            None
        } else {
            return if is_page { Place::At(at) } else { Place::Nowhere };
        };
        match end {
            Some(end) => at += end,
            None => return Place::Later,
        }
    }
}

fn begins(text: &[u8], with: &[u8]) -> bool {
    text.len() >= with.len() && text[..with.len()].eq_ignore_ascii_case(with)
}

/// `<head>`, not `<header>`.
fn is_tag(text: &[u8], name: &[u8]) -> bool {
    begins(text, name) && text.get(name.len()).is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/'))
}

/// The text is too short to say that it is none of these.
fn may_become(text: &[u8]) -> bool {
    [&b"<!--"[..], b"<?xml", b"<!doctype", b"<html>", b"<head>"].iter().any(|known| text.len() < known.len() && begins(known, text))
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}

/// Behind its `>`, which counts outside of quotes.
fn end_of_tag(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, b) in text.iter().enumerate() {
        match (quote, b) {
            (Some(open), b) if open == *b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(*b),
            (None, b'>') => return Some(at + 1),
            (None, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn injected(page: &str, is_shown: bool) -> String {
        let whole = |size: usize| {
            let mut injector = Injector::new(b"[T]".to_vec(), is_shown);
            let mut out: Vec<u8> = page.as_bytes().chunks(size).flat_map(|part| injector.push(part)).collect();
            out.extend(injector.finish());
            String::from_utf8(out).expect("it was text")
        };
        let at_once = whole(page.len().max(1));
        assert_eq!(whole(1), at_once, "byte by byte");
        assert_eq!(whole(3), at_once);
        at_once
    }

    #[test]
    fn whole_pages_take_it() {
        for (page, expected) in [
            ("<!doctype html><html><head><title>a", "<!doctype html><html><head>[T]<title>a"),
            (
                "\u{feff}\n<!DOCTYPE html>\n<HTML lang='>' >\n<Head data-a=\">\">x",
                "\u{feff}\n<!DOCTYPE html>\n<HTML lang='>' >\n<Head data-a=\">\">[T]x",
            ),
            ("<!-- <head> --><html><body>", "<!-- <head> --><html>[T]<body>"),
            ("<!doctype html><header>", "<!doctype html>[T]<header>"),
            ("<!doctype html><p>", "<!doctype html>[T]<p>"),
            ("<?xml version=\"1.0\"?><!DOCTYPE html><html/><head/>", "<?xml version=\"1.0\"?><!DOCTYPE html><html/><head/>[T]"),
            // What would follow is not known.
            ("<!doctype html>", "<!doctype html>"),
            ("<html><!", "<html><!"),
        ] {
            assert_eq!(injected(page, false), expected, "{page}");
        }
    }

    #[test]
    fn pieces_of_pages_do_not() {
        for page in ["", "text", "<p>a</p>", "<div><html>", "{\"a\": \"<!doctype html>\"}", "<htmlx>", "<head", "<!-- never ends"] {
            assert_eq!(injected(page, false), page);
        }
        assert_eq!(injected("<p>a</p>", true), "[T]<p>a</p>");
        assert_eq!(injected("<br />\n<b>Warning</b><!doctype html>", true), "[T]<br />\n<b>Warning</b><!doctype html>");
        assert_eq!(injected("", true), "[T]");
    }

    #[test]
    fn long_beginnings_are_passed_on() {
        let page = format!("<!--{}", "x".repeat(2 * LONGEST));
        assert_eq!(injected(&page, false), page);
    }
}
