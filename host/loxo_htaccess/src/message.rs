//! Requests, outcomes and heads of answers as bytes: what an HTTP server and the process that evaluates a site's rules say to each other.
//!
//! A message is FastCGI's pairs of names and values. What comes from the other process is taken for what it may be: bytes that no message
//! consists of are `None`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use loxo_fcgi::{Pairs, push_pair};

use crate::outcome::{Action, FILE_METHODS, Outcome};
use crate::respond::Head;
use crate::rules::Setting;
use crate::view::Request;

/// A message that is being written.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn put(&mut self, name: &str, value: &[u8]) {
        push_pair(&mut self.0, name.as_bytes(), value);
    }

    fn put_some(&mut self, name: &str, value: Option<&[u8]>) {
        value.into_iter().for_each(|value| self.put(name, value));
    }

    fn put_flag(&mut self, name: &str, is_on: bool) {
        self.put_some(name, is_on.then_some(b""));
    }

    /// Two values that belong together.
    fn put_pair(&mut self, name: &str, first: &[u8], second: &[u8]) {
        let mut both = Vec::new();
        push_pair(&mut both, first, second);
        self.put(name, &both);
    }
}

/// A message has no more pairs: those without a name and a value take two bytes, and what is made of them many times that.
const MOST_PAIRS: usize = 1 << 16;

/// The names and values of a message.
struct Reader<'m>(Vec<(&'m [u8], &'m [u8])>);

impl<'m> Reader<'m> {
    fn new(bytes: &'m [u8]) -> Option<Reader<'m>> {
        let pairs: Vec<_> = Pairs::new(bytes).take(MOST_PAIRS + 1).collect::<Result<_, _>>().ok()?;
        (pairs.len() <= MOST_PAIRS).then_some(Reader(pairs))
    }

    fn get(&self, name: &str) -> Option<&'m [u8]> {
        self.0.iter().find(|(known, _)| *known == name.as_bytes()).map(|(_, value)| *value)
    }

    fn owned(&self, name: &str) -> Option<Vec<u8>> {
        self.get(name).map(<[u8]>::to_vec)
    }

    fn text(&self, name: &str) -> Option<&'m str> {
        std::str::from_utf8(self.get(name)?).ok()
    }

    /// `Some(None)`: it is not there. `None`: it is no number.
    fn number(&self, name: &str) -> Option<Option<u64>> {
        self.get(name).map_or(Some(None), |_| self.text(name)?.parse().ok().map(Some))
    }

    fn pairs(&self, name: &str) -> Option<Vec<(&'m [u8], &'m [u8])>> {
        let all = self.0.iter().filter(|(known, _)| *known == name.as_bytes());
        all.map(|(_, value)| Pairs::new(value).next()?.ok()).collect()
    }

    fn owned_pairs(&self, name: &str) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        Some(self.pairs(name)?.into_iter().map(|(first, second)| (first.to_vec(), second.to_vec())).collect())
    }

    fn fields(&self) -> Option<Vec<(String, Vec<u8>)>> {
        let text = |name: &[u8]| String::from_utf8(name.to_vec()).ok();
        self.pairs("field")?.into_iter().map(|(name, value)| Some((text(name)?, value.to_vec()))).collect()
    }
}

/// What is asked of a process that evaluates rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a request means.
    Evaluate(Asked),
    /// What becomes of the head of the answer to the request that was asked about last.
    Edit(Head),
}

/// A request, with the texts that [`Request`] only refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number of its site.
    pub site: u64,
    /// The site's folder, as the HTTP server has found it for this request.
    pub root: Vec<u8>,
    pub method: Vec<u8>,
    pub target: Vec<u8>,
    pub path: Vec<u8>,
    pub query: Option<Vec<u8>>,
    pub protocol: Vec<u8>,
    pub secure: bool,
    pub headers: Vec<(String, Vec<u8>)>,
    pub peer: SocketAddr,
    pub local: SocketAddr,
}

impl Asked {
    /// The request as rules see it.
    pub fn request<'a>(&'a self, software: &'a [u8], time: SystemTime) -> Request<'a> {
        Request {
            method: &self.method,
            target: &self.target,
            path: &self.path,
            query: self.query.as_deref(),
            protocol: &self.protocol,
            secure: self.secure,
            headers: &self.headers,
            peer: self.peer,
            local: self.local,
            software,
            time,
        }
    }
}

/// Asks what a request to a site means whose folder is `root`.
pub fn of_request(site: u64, root: &[u8], request: &Request<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.put("site", site.to_string().as_bytes());
    out.put("root", root);
    out.put("method", request.method);
    out.put("target", request.target);
    out.put("path", request.path);
    out.put_some("query", request.query);
    out.put("protocol", request.protocol);
    out.put_flag("secure", request.secure);
    request.headers.iter().for_each(|(name, value)| out.put_pair("field", name.as_bytes(), value));
    out.put("peer", request.peer.to_string().as_bytes());
    out.put("local", request.local.to_string().as_bytes());
    out.0
}

/// Asks what the head of an answer becomes.
pub fn of_head(head: &Head) -> Vec<u8> {
    let mut out = Writer::default();
    out.put("edit", head.status.to_string().as_bytes());
    head.headers.iter().for_each(|(name, value)| out.put_pair("field", name.as_bytes(), value));
    if let Some(modified) = head.modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok()) {
        out.put("modified", modified.as_secs().to_string().as_bytes());
    }
    out.put_flag("own", head.is_own_page);
    out.put_flag("script", head.is_of_script);
    out.0
}

/// Reads what is asked.
pub fn question(bytes: &[u8]) -> Option<Question> {
    let read = Reader::new(bytes)?;
    if read.get("edit").is_some() {
        return head(&read).map(Question::Edit);
    }
    Some(Question::Evaluate(Asked {
        site: read.number("site")??,
        root: read.owned("root")?,
        method: read.owned("method")?,
        target: read.owned("target")?,
        path: read.owned("path")?,
        query: read.owned("query"),
        protocol: read.owned("protocol")?,
        secure: read.get("secure").is_some(),
        headers: read.fields()?,
        peer: read.text("peer")?.parse().ok()?,
        local: read.text("local")?.parse().ok()?,
    }))
}

fn head(read: &Reader<'_>) -> Option<Head> {
    let modified = match read.number("modified")? {
        Some(seconds) => Some(SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))?),
        None => None,
    };
    Some(Head {
        status: read.text("edit")?.parse().ok()?,
        headers: read.fields()?,
        modified,
        is_own_page: read.get("own").is_some(),
        is_of_script: read.get("script").is_some(),
    })
}

/// An outcome, and whether rules change the answer's head.
pub fn of_outcome(outcome: &Outcome, has_edits: bool) -> Vec<u8> {
    let mut out = Writer::default();
    match &outcome.action {
        Action::Script { file, name, path_info, language } => {
            out.put("script", file);
            out.put("name", name);
            out.put_some("path info", path_info.as_deref());
            out.put_some("language", language.as_deref());
        }
        Action::File { path, kind, coding, language, no_tag } => {
            out.put("file", path);
            out.put("kind", kind);
            out.put_some("coding", coding.as_deref());
            out.put_some("language", language.as_deref());
            out.put_flag("no tag", *no_tag);
        }
        Action::Options(_) => out.put("options", b""),
        Action::Answer { location, body } => {
            out.put("answer", b"");
            out.put_some("location", location.as_deref());
            out.put_some("body", body.as_deref());
        }
    }
    out.put("status", outcome.status.to_string().as_bytes());
    out.put("method", &outcome.method);
    out.put_some("query", outcome.query.as_deref());
    outcome.env.iter().for_each(|(name, value)| out.put_pair("variable", name, value));
    outcome.headers.iter().for_each(|(name, value)| out.put_pair("field", name.as_bytes(), value));
    out.put_some("user", outcome.user.as_deref());
    out.put_some("realm", outcome.realm.as_deref());
    out.put_flag("credentials", outcome.passes_credentials);
    outcome.settings.iter().for_each(|setting| out.put_pair("setting", &setting.name, &setting.value));
    out.put_some("body limit", outcome.body_limit.map(|limit| limit.to_string()).as_ref().map(String::as_bytes));
    out.put_flag("edits", has_edits);
    out.0
}

/// Reads an outcome, and whether the answer's head is to be asked about.
pub fn outcome(bytes: &[u8]) -> Option<(Outcome, bool)> {
    let read = Reader::new(bytes)?;
    let owned = |name: &str| read.owned(name);
    let action = if let Some(file) = owned("script") {
        Action::Script { file, name: owned("name")?, path_info: owned("path info"), language: owned("language") }
    } else if let Some(path) = owned("file") {
        let no_tag = read.get("no tag").is_some();
        Action::File { path, kind: owned("kind")?, coding: owned("coding"), language: owned("language"), no_tag }
    } else if read.get("options").is_some() {
        Action::Options(FILE_METHODS)
    } else {
        read.get("answer")?;
        Action::Answer { location: owned("location"), body: owned("body") }
    };
    let settings = read.owned_pairs("setting")?.into_iter().map(|(name, value)| Setting { name, value });
    let outcome = Outcome {
        action,
        status: read.text("status")?.parse().ok().filter(|status| (100..=999).contains(status))?,
        method: owned("method")?,
        query: owned("query"),
        env: read.owned_pairs("variable")?,
        headers: Arc::new(read.fields()?),
        user: owned("user"),
        realm: owned("realm"),
        passes_credentials: read.get("credentials").is_some(),
        settings: settings.collect(),
        body_limit: read.number("body limit")?,
    };
    Some((outcome, read.get("edits").is_some()))
}

/// The fields of an answer's head, as rules have made them.
pub fn of_fields(fields: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = Writer::default();
    fields.iter().for_each(|(name, value)| out.put_pair("field", name.as_bytes(), value));
    out.0
}

/// Reads the fields of an answer's head.
pub fn fields(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    Reader::new(bytes)?.fields()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_heads_come_back() {
        let headers = vec![("host".to_string(), b"a".to_vec()), ("cookie".to_string(), b"\xff=1".to_vec())];
        let address: SocketAddr = "[::1]:4000".parse().expect("an address");
        let asked = Asked {
            site: 3,
            root: b"/srv/a".to_vec(),
            method: b"GET".to_vec(),
            target: b"/a%20b?".to_vec(),
            path: b"/a b".to_vec(),
            query: Some(Vec::new()),
            protocol: b"HTTP/2.0".to_vec(),
            secure: true,
            headers: headers.clone(),
            peer: address,
            local: address,
        };
        let bytes = of_request(3, b"/srv/a", &asked.request(b"Loxo", SystemTime::UNIX_EPOCH));
        assert_eq!(question(&bytes), Some(Question::Evaluate(asked)));
        assert_eq!(question(&bytes[..bytes.len() - 1]), None);
        let modified = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(1_700_000_000));
        let head = Head { status: 404, headers: headers.clone(), modified, is_own_page: true, is_of_script: false };
        assert_eq!(question(&of_head(&head)), Some(Question::Edit(head)));
        assert_eq!(fields(&of_fields(&headers)), Some(headers));
    }

    #[test]
    fn what_is_no_outcome() {
        assert_eq!(outcome(b""), None);
        assert_eq!(fields(&vec![0; 2 * MOST_PAIRS]), Some(Vec::new()));
        assert_eq!(fields(&vec![0; 2 * MOST_PAIRS + 2]), None);
        let mut out = Writer::default();
        out.put("answer", b"");
        out.put("method", b"GET");
        assert_eq!(outcome(&out.0), None);
        out.put("status", b"99");
        assert_eq!(outcome(&out.0), None);
    }
}
