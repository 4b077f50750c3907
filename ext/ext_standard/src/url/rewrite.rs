//! Variables added to the URLs and forms of pages (`output_add_rewrite_var()`, sessions without cookies).
//!
//! A page is read as it is printed, in pieces that end anywhere: what is not complete waits for more, and goes out as it is when the page is
//! flushed. Which attributes of which tags hold URLs is a setting.

use loxo_runtime::output::flag;
use loxo_runtime::web::{Url, percent_encode};

use crate::prelude::*;
use crate::strings::html::escaped_attribute;

/// Whose variables they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Program,
    Session,
}

impl Owner {
    fn tags(self) -> &'static str {
        match self {
            Owner::Program => "url_rewriter.tags",
            Owner::Session => "session.trans_sid_tags",
        }
    }

    fn hosts(self) -> &'static str {
        match self {
            Owner::Program => "url_rewriter.hosts",
            Owner::Session => "session.trans_sid_hosts",
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Plain,
    Tag,
    /// Before the next attribute.
    Between,
    Attribute,
    BeforeValue,
    Value,
}

/// What one owner has added, and how far its page has been read.
#[derive(Default)]
struct Rewriter {
    is_started: bool,
    /// Name, `name=value` for URLs, and the field for forms.
    variables: Vec<(PhpStr, PhpStr, PhpStr)>,
    state: State,
    /// The beginning of something.
    rest: Vec<u8>,
    tag: Vec<u8>,
    /// The attribute of the tag that holds a URL.
    wanted: Vec<u8>,
    attribute: Vec<u8>,
    /// Where the form goes.
    action: Vec<u8>,
}

#[derive(Default)]
struct Rewriters {
    program: Rewriter,
    session: Rewriter,
}

impl ExtSlot for Rewriters {}

impl Rewriters {
    fn of(&mut self, owner: Owner) -> &mut Rewriter {
        match owner {
            Owner::Program => &mut self.program,
            Owner::Session => &mut self.session,
        }
    }
}

/// Adds a variable, and begins to read the page with the first.
pub fn add_variable(cx: &mut Cx, owner: Owner, name: &PhpStr, value: &PhpStr) {
    let mut url = StrBuilder::with_capacity(name.len() + value.len() + 1);
    url.push_bytes(&percent_encode(name, false));
    url.push_bytes(b"=");
    url.push_bytes(&percent_encode(value, false));
    let mut form = StrBuilder::with_capacity(name.len() + value.len() + 48);
    form.push_bytes(b"<input type=\"hidden\" name=\"");
    form.push_bytes(&escaped_attribute(cx, name));
    form.push_bytes(b"\" value=\"");
    form.push_bytes(&escaped_attribute(cx, value));
    form.push_bytes(b"\" />");
    let rewriter = cx.ext::<Rewriters>().of(owner);
    rewriter.variables.push((name.clone(), url.finish(), form.finish()));
    if !std::mem::replace(&mut rewriter.is_started, true) {
        let work = Box::new(move |cx: &mut Cx, text: &[u8], op: u32| Some(rewrite(cx, owner, text, op)));
        cx.start_internal_buffer("URL-Rewriter", work, 0, flag::STDFLAGS);
    }
}

/// Forgets the variables of that name.
pub fn remove_variable(cx: &mut Cx, owner: Owner, name: &[u8]) {
    cx.ext::<Rewriters>().of(owner).variables.retain(|(known, ..)| known.as_bytes() != name);
}

/// Forgets all of them.
pub fn remove_variables(cx: &mut Cx, owner: Owner) {
    cx.ext::<Rewriters>().of(owner).variables.clear();
}

/// A URL with the variables of the session.
pub fn with_variable(cx: &mut Cx, url: &[u8], name: &[u8], value: &[u8]) -> Vec<u8> {
    let rules =
        Rules::read(cx, Owner::Session, [&percent_encode(name, false)[..], b"=", &percent_encode(value, false)].concat(), Vec::new());
    let mut out = Vec::new();
    rules.push_url(url, &mut out);
    out
}

fn rewrite(cx: &mut Cx, owner: Owner, text: &[u8], op: u32) -> Vec<u8> {
    let mut rewriter = std::mem::take(cx.ext::<Rewriters>().of(owner));
    let mut out = Vec::new();
    if rewriter.variables.is_empty() {
        out = std::mem::take(&mut rewriter.rest);
        out.extend_from_slice(text);
    } else {
        let separator = cx.ini_str("arg_separator.output");
        let variables: Vec<&[u8]> = rewriter.variables.iter().map(|(_, url, _)| url.as_bytes()).collect();
        let fields: Vec<&[u8]> = rewriter.variables.iter().map(|(_, _, form)| form.as_bytes()).collect();
        let (variables, fields) = (variables.join(&separator[..]), fields.concat());
        let rules = Rules::read(cx, owner, variables, fields);
        let mut page = std::mem::take(&mut rewriter.rest);
        page.extend_from_slice(text);
        let taken = rewriter.scan(&rules, &page, &mut out);
        let rest = page.get(taken..).unwrap_or_default();
        if op & (flag::FLUSH | flag::FINAL) != 0 {
            rewriter.action.clear();
            out.extend_from_slice(rest);
        } else {
            rewriter.rest = rest.to_vec();
        }
    }
    *cx.ext::<Rewriters>().of(owner) = rewriter;
    out
}

/// The settings, and what is added.
struct Rules {
    /// Tag in lower case, and its attribute.
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    hosts: Vec<Vec<u8>>,
    /// The host that was asked for the page.
    own_host: Vec<u8>,
    separator: Vec<u8>,
    variables: Vec<u8>,
    fields: Vec<u8>,
}

impl Rules {
    fn read(cx: &mut Cx, owner: Owner, variables: Vec<u8>, fields: Vec<u8>) -> Rules {
        let tags = cx.ini_str(owner.tags());
        let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for pair in tags.split(|b| *b == b',') {
            let Some(at) = memchr::memchr(b'=', pair) else { continue };
            let tag = pair[..at].to_ascii_lowercase();
            if !pairs.iter().any(|(known, _)| *known == tag) {
                pairs.push((tag, pair[at + 1..].to_vec()));
            }
        }
        let hosts = cx.ini_str(owner.hosts());
        let hosts = hosts.split(|b| *b == b',').filter(|host| !host.is_empty()).map(<[u8]>::to_ascii_lowercase).collect();
        let server = (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::interned(b"_SERVER"))).ok();
        let host = server.as_ref().and_then(|server| server.deref().as_array()?.get_bytes(b"HTTP_HOST"));
        let host = host.and_then(|host| host.deref().as_bytes()).unwrap_or_default();
        let own_host = host.split(|b| *b == b':').next().unwrap_or_default().to_vec();
        let separator = cx.ini_str("arg_separator.output").to_vec();
        Rules { tags: pairs, hosts, own_host, separator, variables, fields }
    }

    /// The URL with the variables, if it is one of this site's.
    fn push_url(&self, url: &[u8], out: &mut Vec<u8>) {
        let parts = Url::parse(url).filter(|parts| !(parts.fragment.is_some() && url.first() == Some(&b'#')));
        let parts = parts.filter(|parts| {
            parts.scheme.is_none_or(is_web) && parts.host.is_none_or(|host| self.hosts.contains(&host.to_ascii_lowercase()))
        });
        let Some(parts) = parts else { return out.extend_from_slice(url) };
        if parts.path.is_none() && parts.query.is_none() && parts.fragment.is_none() {
            return out.extend_from_slice(&[url, b"/?", &self.variables].concat());
        }
        match parts.scheme {
            Some(scheme) => out.extend_from_slice(&[scheme, b"://"].concat()),
            None if url.starts_with(b"//") => out.extend_from_slice(b"//"),
            None => {}
        }
        if let Some(user) = parts.user {
            out.extend_from_slice(user);
            if let Some(pass) = parts.pass {
                // PHP puts the colon there.
                out.extend_from_slice(&[pass, b":"].concat());
            }
            out.push(b'@');
        }
        out.extend_from_slice(parts.host.unwrap_or_default());
        if let Some(port) = parts.port.filter(|port| *port != 0) {
            out.extend_from_slice(format!(":{port}").as_bytes());
        }
        out.extend_from_slice(parts.path.unwrap_or_default());
        out.push(b'?');
        if let Some(query) = parts.query {
            out.extend_from_slice(&[query, &self.separator].concat());
        }
        out.extend_from_slice(&self.variables);
        if let Some(fragment) = parts.fragment {
            out.extend_from_slice(&[b"#", fragment].concat());
        }
    }

    /// Is it this site that the form is sent to?
    fn may_fill(&self, action: &[u8]) -> bool {
        if action.is_empty() {
            return true;
        }
        let Some(parts) = Url::parse(action) else { return false };
        let Some(host) = parts.host else { return parts.scheme.is_none_or(is_web) };
        let own = self.hosts.is_empty() && host.eq_ignore_ascii_case(&self.own_host);
        parts.scheme.is_none_or(is_web) && (own || self.hosts.iter().any(|known| known == host))
    }
}

fn is_web(scheme: &[u8]) -> bool {
    scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https")
}

impl Rewriter {
    /// Reads as far as things are complete. Answers how far that was.
    fn scan(&mut self, rules: &Rules, page: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let Some(rest) = page.get(at..)
            && let Some(length) = self.step(rules, rest, out)
        {
            at += length;
        }
        at
    }

    /// One thing at the beginning of the text: its length, or nothing if more has to come first.
    fn step(&mut self, rules: &Rules, text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        let (first, second) = (*text.first()?, text.get(1));
        /// How many such bytes there are in front of another one.
        fn run(text: &[u8], is_one: impl Fn(&u8) -> bool) -> Option<usize> {
            text.iter().position(|b| !is_one(b))
        }
        let (length, state) = match self.state {
            State::Plain if first == b'<' => (1, State::Tag),
            State::Plain => (run(text, |b| *b != b'<')?, State::Plain),
            State::Tag => match run(text, |b| b.is_ascii_alphabetic() || *b == b':')? {
                0 => (1, State::Plain),
                length => {
                    self.tag = text[..length].to_ascii_lowercase();
                    let known = rules.tags.iter().find(|(tag, _)| *tag == self.tag);
                    self.wanted = known.map(|(_, attribute)| attribute.clone()).unwrap_or_default();
                    (length, if known.is_some() { State::Between } else { State::Plain })
                }
            },
            State::Between => {
                let second = second?;
                match first {
                    b'>' => (1, State::Plain),
                    b'/' if *second == b'>' => (2, State::Plain),
                    b' ' | b'\t' | b'\n' | 11 | b'\r' => (run(text, |b| matches!(b, b' ' | b'\t' | b'\n' | 11 | b'\r'))?, State::Between),
                    b if b.is_ascii_alphabetic() => (0, State::Attribute),
                    _ => (1, State::Plain),
                }
            }
            State::Attribute => match run(text, |b| b.is_ascii_alphabetic() || *b == b'-')? {
                0 => (1, State::Between),
                length => {
                    self.attribute = text[..length].to_vec();
                    (length, State::BeforeValue)
                }
            },
            State::BeforeValue => {
                second?;
                let spaces = run(text, |b| *b == b' ')?;
                match text.get(spaces) {
                    Some(b'=') => (spaces + 1 + run(&text[spaces + 1..], |b| *b == b' ')?, State::Value),
                    _ => (0, State::Between),
                }
            }
            State::Value => {
                second?;
                return self.value(rules, text, out);
            }
        };
        let was_inside = self.state == State::Between && state == State::Plain && text.get(length.saturating_sub(1)) == Some(&b'>');
        out.extend_from_slice(text.get(..length)?);
        if was_inside && self.tag == b"form" && rules.may_fill(&self.action) {
            out.extend_from_slice(&rules.fields);
        }
        self.state = state;
        Some(length)
    }

    fn value(&mut self, rules: &Rules, text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        let first = *text.first()?;
        let (length, value, quote): (usize, &[u8], &[u8]) = match first {
            b'"' | b'\'' => {
                let end = 1 + text[1..].iter().position(|b| *b == first || *b == b'>')?;
                if text[end] == b'>' {
                    self.state = State::Between;
                    out.push(first);
                    return Some(1);
                }
                (end + 1, &text[1..end], &text[..1])
            }
            b' ' | b'\r' | b'\t' | b'\n' | b'>' => {
                self.state = State::Between;
                out.push(first);
                return Some(1);
            }
            _ => {
                let end = text.iter().position(|b| matches!(b, b' ' | b'\r' | b'\t' | b'\n' | b'>' | b'\'' | b'"'))?;
                (end, &text[..end], b"")
            }
        };
        if self.tag == b"form" && self.attribute.eq_ignore_ascii_case(b"action") {
            self.action = value.to_vec();
        }
        out.extend_from_slice(quote);
        if self.attribute.eq_ignore_ascii_case(&self.wanted) {
            rules.push_url(value, out);
        } else {
            out.extend_from_slice(value);
        }
        out.extend_from_slice(quote);
        self.state = State::Between;
        Some(length)
    }
}

/// `session.trans_sid_tags`
pub(crate) fn session_tags(cx: &mut Cx, value: &[u8]) -> bool {
    if !value.starts_with(b"a=href,area=href,frame=src,form=") {
        cx.builtin_deprecated("Usage of session.trans_sid_tags INI setting is deprecated");
        return true;
    }
    cx.ini.settles(true)
}

/// `session.trans_sid_hosts`
pub(crate) fn session_hosts(cx: &mut Cx, value: &[u8]) -> bool {
    if !value.is_empty() {
        cx.builtin_deprecated("Usage of session.trans_sid_hosts INI setting is deprecated");
        return true;
    }
    cx.ini.settles(true)
}

/// `output_add_rewrite_var()`
pub(crate) fn output_add_rewrite_var(cx: &mut Cx, name: &PhpStr, value: &PhpStr) -> PhpResult<bool> {
    add_variable(cx, Owner::Program, name, value);
    cx.check()?;
    Ok(true)
}

/// `output_reset_rewrite_vars()`
pub(crate) fn output_reset_rewrite_vars(cx: &mut Cx) -> PhpResult<bool> {
    remove_variables(cx, Owner::Program);
    Ok(true)
}
