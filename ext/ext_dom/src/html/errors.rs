//! Names of errors, and where they are.

/// An error in a document's text.
#[derive(Debug)]
pub(crate) struct Report {
    /// Of the tokenizer, or of the tree's builder.
    pub of_tree: bool,
    pub name: &'static str,
    /// The bytes that are meant.
    pub at: usize,
    pub length: usize,
}

/// What a token is, for errors about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Subject {
    #[default]
    End,
    Doctype,
    Start(Vec<u8>),
    Close(Vec<u8>),
    Text,
    Null,
    Comment,
}

/// Elements that their end tag looks for in scope alone.
const SCOPED: &str = "address applet article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer \
                      header hgroup listing main marquee menu nav object ol pre search section select summary ul";

/// Elements that are opened again after the element around them ends.
const FORMATTING: &str = "a b big code em font i nobr s small strike strong tt u";

fn is_one_of(names: &str, name: &[u8]) -> bool {
    names.split(' ').any(|one| one.as_bytes() == name)
}

/// The name that PHP has for what html5ever says.
pub(super) fn of_tree(said: &str, subject: &Subject) -> Option<&'static str> {
    let mode = said.rsplit_once("insertion mode ").map_or("", |(_, mode)| mode);
    match said {
        // PHP's parser has a name for that, and does not use it here.
        "Unacknowledged self-closing tag" => return None,
        "Found special tag while closing generic tag" => {
            let formatting = matches!(subject, Subject::Close(name) if is_one_of(FORMATTING, name));
            return (!formatting).then_some("unexpected-closed-token");
        }
        "No <p> tag to close"
        | "No matching tag to close"
        | "No heading tag to close"
        | "Bad open element on </form>"
        | "Form element not in scope on </form>"
        | "Null form element pointer on </form>" => return Some("unexpected-closed-token"),
        "nested heading tags" | "Closing wrong heading tag" | "Formatting element not current node" => {
            return Some("unexpected-element-in-open-elements-stack");
        }
        "nested buttons" | "nested forms" => return Some("unexpected-token"),
        "Nested <nobr>" => return Some("unexpected-element-in-scope"),
        "Formatting element not in scope" => return Some("missing-element-in-scope"),
        "Formatting element not open" | "expected to close <td> or <th> with cell" => {
            return Some("missing-element-in-open-elements-stack");
        }
        "</body> with no <body> in scope" | "</html> with no <body> in scope" => return Some("no-body-element-in-scope"),
        "Non-space table text" => return Some("characters-in-table-text"),
        _ => {}
    }
    if said.starts_with("Bad DOCTYPE") {
        return Some("bad-doctype-token-in-initial-mode");
    }
    // What is open at the end of the body is next to never wrong for PHP's parser, nor is what a table sends before itself.
    if said.starts_with("Unexpected open tag") || said.starts_with("Unexpected characters") {
        return None;
    }
    if said.starts_with("Unexpected open element") {
        return Some(match subject {
            Subject::Close(name) if name == b"template" => "template-element-is-not-current-in-head-mode",
            _ => "unexpected-element-in-open-elements-stack",
        });
    }
    Some(match subject {
        // What is wrong with the end of a document is not reported.
        Subject::End => return None,
        Subject::Null => "null-character",
        Subject::Doctype => of_doctype(mode),
        _ if mode == "Initial" => "unexpected-token-in-initial-mode",
        Subject::Close(name) => of_close(mode, name)?,
        Subject::Start(name) => of_start(mode, name)?,
        _ => "unexpected-token",
    })
}

fn of_close(mode: &str, name: &[u8]) -> Option<&'static str> {
    Some(match mode {
        "InHead" | "InBody" | "AfterHead" if name == b"template" => "template-closed-token-without-opening-in-head-mode",
        "BeforeHtml" => "unexpected-closed-token-in-before-html-mode",
        "BeforeHead" => "unexpected-closed_token-in-before-head-mode",
        "InHead" => "unexpected-closed-token-in-head-mode",
        "InBody" if name == b"br" => return None,
        "InBody" if is_one_of(SCOPED, name) => "unexpected-closed-token",
        "InBody" => "unexpected-element-in-open-elements-stack",
        "InHeadNoscript" | "InFrameset" | "AfterFrameset" | "AfterBody" | "AfterAfterBody" => "unexpected-token",
        _ => "unexpected-closed-token",
    })
}

fn of_start(mode: &str, name: &[u8]) -> Option<&'static str> {
    Some(match (mode, name) {
        // The rest goes before the table without a word.
        ("InTable", b"table" | b"form" | b"input") => "unexpected-token",
        ("InTable", _) => return None,
        ("InHead", b"head") => "head-token-in-head-mode",
        ("AfterHead", b"head") => "head-token-after-head-mode",
        ("InBody", b"a") => "unexpected-element-in-active-formatting-stack",
        ("InBody", b"rp" | b"rt" | b"rtc") => "missing-element-in-open-elements-stack",
        _ => "unexpected-token",
    })
}

fn of_doctype(mode: &str) -> &'static str {
    match mode {
        "BeforeHtml" => "doctype-token-in-before-html-mode",
        "BeforeHead" => "doctype-token-in-before-head-mode",
        "InHead" => "doctype-token-in-head-mode",
        "InHeadNoscript" => "doctype-token-in-head-noscript-mode",
        "AfterHead" => "doctype-token-after-head-mode",
        "InTable" | "InTableText" | "InTableBody" | "InRow" | "InColumnGroup" => "doctype-token-in-table-mode",
        "InSelect" | "InSelectInTable" => "doctype-token-in-select-mode",
        "AfterBody" | "AfterAfterBody" => "doctype-token-after-body-mode",
        "InFrameset" => "doctype-token-in-frameset-mode",
        "AfterFrameset" | "AfterAfterFrameset" => "doctype-token-after-frameset-mode",
        _ => "doctype-token-in-body-mode",
    }
}

/// The name of an error of the tokenizer, unless PHP's parser does not look for it.
pub(super) fn of_tokenizer(error: html5gum::Error) -> Option<&'static str> {
    use html5gum::Error;
    match error {
        Error::ControlCharacterInInputStream | Error::NoncharacterInInputStream | Error::SurrogateInInputStream => None,
        _ => Some(error.as_str()),
    }
}

/// Line and column of a byte in a text, both from 1. Asked for in ascending order it looks at the text once.
pub(crate) struct Positions<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Positions<'a> {
    pub fn new(text: &'a [u8]) -> Positions<'a> {
        Positions { text, at: 0, line: 1, column: 1 }
    }

    pub fn of(&mut self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        if at < self.at {
            *self = Positions::new(self.text);
        }
        for byte in &self.text[self.at..at] {
            if *byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
        self.at = at;
        (self.line, self.column)
    }
}
