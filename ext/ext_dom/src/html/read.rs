//! Trees out of text.

use std::convert::Infallible;
use std::rc::Rc;

use html5ever::interface::QuirksMode;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State as Wanted};
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};

use super::errors::{Report, Subject, of_tokenizer};
use super::sink::{Handle, MOST, Sink};
use crate::modern::{HTML, MATHML, SVG};
use crate::prelude::*;

/// What came of a document.
pub(crate) struct Parsed {
    pub document: Node,
    pub quirks: bool,
    /// In the order in which PHP tells of them.
    pub reports: Vec<Report>,
    /// `html`, `head` and `body` as far as the text has them.
    pub explicit: [bool; 3],
}

/// How far a document has come, as far as that says which tags count.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Progress {
    Nothing,
    Root,
    Head,
    Body,
}

type Builder = TreeBuilder<Rc<Handle>, Sink>;

/// Hands tokens to the builder, with their places.
struct Feed<'a> {
    builder: Builder,
    text: &'a [u8],
    /// Errors are wanted.
    report: bool,
    reports: Vec<Report>,
    tag: Option<Tag>,
    tag_at: usize,
    /// The attribute at hand is one that the tag has already.
    again: bool,
    /// The text is at its end: what is wrong from here on is not reported.
    ended: bool,
    next: Option<State>,
    explicit: [bool; 3],
    progress: Progress,
    /// Up to where lines have been counted, and the line there.
    counted: (usize, u64),
}

fn tendril(bytes: &[u8]) -> StrTendril {
    StrTendril::from_slice(&String::from_utf8_lossy(bytes))
}

fn local(bytes: &[u8]) -> LocalName {
    LocalName::from(&*String::from_utf8_lossy(bytes))
}

/// How many characters are there?
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl Feed<'_> {
    fn line(&mut self, at: usize) -> u64 {
        let (from, mut line) = self.counted;
        let at = at.min(self.text.len());
        if at > from {
            line += self.text[from..at].iter().filter(|byte| **byte == b'\n').count() as u64;
            self.counted = (at, line);
        }
        line
    }

    /// Is the tag one of those that are made where a text does not have them, and does it come in time?
    fn notice(&mut self, name: &[u8]) {
        let at = match name {
            b"html" => Progress::Root,
            b"head" | b"base" | b"basefont" | b"bgsound" | b"link" | b"meta" | b"noframes" | b"noscript" | b"script" | b"style"
            | b"template" | b"title" => Progress::Head,
            _ => Progress::Body,
        };
        let which = [&b"html"[..], b"head", b"body"].iter().position(|known| *known == name);
        if let Some(which) = which.filter(|_| self.progress < at) {
            self.explicit[which] = true;
        }
        if self.progress < at {
            self.progress = at;
        }
    }

    /// `bad-doctype-token` by the rules of today: html5ever lets some old types pass.
    fn check_doctype(&mut self, name: &[u8], public: Option<&[u8]>, system: Option<&[u8]>, at: usize) {
        let bad = name != b"html" || public.is_some() || system.is_some_and(|system| system != b"about:legacy-compat");
        let mut reports = self.builder.sink.reports.borrow_mut();
        if bad && self.report && reports.is_empty() && self.progress == Progress::Nothing {
            reports.push(Report { of_tree: true, name: "bad-doctype-token-in-initial-mode", at, length: 7 });
        }
    }

    fn give(&mut self, token: Token, subject: Subject, at: usize, length: usize) {
        let line = self.line(at);
        if self.report {
            let subject = if self.ended { Subject::End } else { subject };
            *self.builder.sink.subject.borrow_mut() = (subject, at, length);
        }
        self.next = match self.builder.process_token(token, line) {
            TokenSinkResult::Plaintext => Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => Some(State::RawText),
            TokenSinkResult::RawData(RawKind::ScriptData | RawKind::ScriptDataEscaped(_)) => Some(State::ScriptData),
            _ => None,
        };
    }

    /// The name in a tag that begins at `<`.
    fn name_at(&self, at: usize) -> usize {
        // The span of some tags begins behind the angle bracket.
        let from = self.text.get(at..).unwrap_or_default();
        let skip = from.iter().take(2).take_while(|byte| matches!(byte, b'<' | b'/' | b'!')).count();
        at + skip
    }
}

impl Callback<Infallible, usize> for Feed<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.notice(name);
                self.tag_at = span.start;
                self.tag = Some(Tag {
                    kind: TagKind::StartTag,
                    name: local(name),
                    self_closing: false,
                    attrs: Vec::new(),
                    had_duplicate_attributes: false,
                });
            }
            CallbackEvent::AttributeName { name } => {
                let Some(tag) = &mut self.tag else { return None };
                let name = QualName::new(None, Namespace::default(), local(name));
                self.again = tag.attrs.iter().any(|attr| attr.name == name);
                if !self.again {
                    tag.attrs.push(Attribute { name, value: StrTendril::new() });
                }
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some(attr) = self.tag.as_mut().filter(|_| !self.again).and_then(|tag| tag.attrs.last_mut()) {
                    attr.value.push_slice(&String::from_utf8_lossy(value));
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(mut tag) = self.tag.take() {
                    tag.self_closing = self_closing;
                    let name = tag.name.as_bytes().to_vec();
                    let (at, length) = (self.name_at(self.tag_at), characters(&name));
                    self.give(Token::TagToken(tag), Subject::Start(name), at, length);
                }
            }
            CallbackEvent::EndTag { name } => {
                let tag = Tag {
                    kind: TagKind::EndTag,
                    name: local(name),
                    self_closing: false,
                    attrs: Vec::new(),
                    had_duplicate_attributes: false,
                };
                let (at, length) = (self.name_at(span.start), characters(name));
                self.give(Token::TagToken(tag), Subject::Close(name.to_vec()), at, length);
            }
            CallbackEvent::String { value } => {
                let shows = value.iter().any(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C));
                if shows && self.progress < Progress::Head {
                    self.progress = Progress::Body;
                }
                for (number, part) in value.split(|byte| *byte == 0).enumerate() {
                    if number > 0 {
                        self.give(Token::NullCharacterToken, Subject::Null, span.start, 1);
                    }
                    if !part.is_empty() {
                        // As long as it is in the source, where it may be written with references.
                        let source = self.text.get(span.start..span.end).filter(|_| number == 0).unwrap_or(part);
                        let length = characters(source);
                        self.give(Token::CharacterTokens(tendril(part)), Subject::Text, span.start, length);
                    }
                }
            }
            CallbackEvent::Comment { value } => self.give(Token::CommentToken(tendril(value)), Subject::Comment, span.start, 0),
            CallbackEvent::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                let doctype = Doctype {
                    name: Some(name).filter(|name| !name.is_empty()).map(tendril),
                    public_id: public_identifier.map(tendril),
                    system_id: system_identifier.map(tendril),
                    force_quirks,
                };
                let at = self.name_at(span.start);
                self.give(Token::DoctypeToken(doctype), Subject::Doctype, at, 7);
                self.check_doctype(name, public_identifier, system_identifier, at);
            }
            CallbackEvent::Error(error) => {
                if self.report
                    && self.reports.len() < MOST
                    && let Some(name) = of_tokenizer(error)
                {
                    // The place is behind the character that is wrong; numbers are wrong where they begin.
                    let mut at = span.start.saturating_sub(1);
                    if name.ends_with("-character-reference") && !name.starts_with("missing") && !name.starts_with("unknown") {
                        let from = self.text.get(..at).and_then(|text| text.iter().rposition(|byte| *byte == b'&'));
                        at = from.map_or(at, |from| from + 1);
                    }
                    self.reports.push(Report { of_tree: false, name, at, length: 1 });
                }
            }
        }
        None
    }
}

struct FeedEmitter<'e, 'a>(&'e mut CallbackEmitter<Feed<'a>, Infallible, usize>);

impl ForwardingEmitter for FeedEmitter<'_, '_> {
    type Token = Infallible;

    fn inner(&mut self) -> &mut impl Emitter<Token = Self::Token> {
        &mut *self.0
    }

    fn emit_eof(&mut self) {
        self.0.callback_mut().ended = true;
        self.0.emit_eof();
        let feed = self.0.callback_mut();
        let end = feed.text.len();
        feed.give(Token::EOFToken, Subject::End, end, 0);
        feed.builder.end();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.0.callback_mut().next = None;
        let _ = self.0.emit_current_tag();
        self.0.callback_mut().next.take()
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.0.callback_mut().builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn sink(document: &Node, namespaces: bool) -> Sink {
    Sink {
        document: Handle::new(document.clone(), QualName::new(None, Namespace::default(), LocalName::from(""))),
        namespaces,
        quirks: Default::default(),
        line: std::cell::Cell::new(1),
        subject: Default::default(),
        reports: Default::default(),
    }
}

/// Runs the tokenizer; the builder comes out of it through `finish`.
fn run<R>(text: &str, builder: Builder, report: bool, state: Option<State>, finish: impl FnOnce(&mut Feed<'_>) -> R) -> R {
    let feed = Feed {
        builder,
        text: text.as_bytes(),
        report,
        reports: Vec::new(),
        tag: None,
        tag_at: 0,
        again: false,
        ended: false,
        next: None,
        explicit: [false; 3],
        progress: Progress::Nothing,
        counted: (0, 1),
    };
    let mut emitter = CallbackEmitter::new(feed);
    {
        let mut tokenizer = Tokenizer::new_with_emitter(text, FeedEmitter(&mut emitter));
        if let Some(state) = state {
            tokenizer.set_state(state);
        }
        let _ = tokenizer.finish();
    }
    finish(emitter.callback_mut())
}

/// Errors come from the text in pieces of this size: those of the tokenizer first, then those of the tree.
const PIECE: usize = 4096;

/// Parses a document.
pub(crate) fn parse_document(text: &str, report: bool, namespaces: bool) -> Option<Parsed> {
    let document = Node::new_html_document()?;
    let opts = TreeBuilderOpts { exact_errors: report, scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(sink(&document, namespaces), opts);
    let parsed = run(text, builder, report, None, |feed| {
        let mut reports = std::mem::take(&mut feed.reports);
        if report {
            reports.extend(feed.builder.sink.reports.take());
        }
        reports.sort_by_key(|report| (report.at / PIECE, report.of_tree));
        Parsed { document, quirks: feed.builder.sink.quirks.get(), reports, explicit: feed.explicit }
    });
    Some(parsed)
}

/// Parses what is to be inside an element; a fragment.
pub(crate) fn parse_fragment(context: &Node, source: &[u8]) -> Option<Node> {
    let source = super::encoding::utf8(source);
    let document = context.document();
    // The builder wants a document of its own, in which it makes a root that the fragment's nodes hang from.
    let scratch = Node::new_html_document()?;
    scratch.mark(crate::marks::MODERN);
    let ns = match context.ns().and_then(|ns| ns.href) {
        Some(href) if href == HTML => ns!(html),
        Some(href) if href == SVG => ns!(svg),
        Some(href) if href == MATHML => ns!(mathml),
        _ => Namespace::default(),
    };
    let handle = Handle::new(scratch.new_element(&context.name())?, QualName::new(None, ns, local(&context.name())));
    let quirks_mode = if props(context).quirks.get() { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
    let opts = TreeBuilderOpts { scripting_enabled: false, quirks_mode, ..TreeBuilderOpts::default() };
    let form = std::iter::successors(Some(context.clone()), Node::parent).find(|node| crate::modern::is_html(node, b"form"));
    let form = form.and_then(|_| Some(Handle::new(scratch.new_element(b"form")?, QualName::new(None, ns!(html), local(b"form")))));
    let builder = TreeBuilder::new_for_fragment(sink(&scratch, true), handle, form, opts);
    let state = match builder.tokenizer_state_for_context_elem(false) {
        Wanted::Plaintext => State::PlainText,
        Wanted::RawData(RawKind::Rcdata) => State::RcData,
        Wanted::RawData(RawKind::Rawtext) => State::RawText,
        Wanted::RawData(_) => State::ScriptData,
        _ => State::Data,
    };
    run(&source, builder, false, Some(state), |_| {});
    let fragment = document.new_fragment()?;
    let root = scratch.root()?;
    while let Some(child) = root.first_child() {
        child.unlink();
        fragment.insert(&child, None);
    }
    Some(fragment)
}
