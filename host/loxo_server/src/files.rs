//! Files sent as they are: conditional requests, ranges, large ones piece by piece.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use loxo_files::About;
use rustix::fs::OFlags;

use crate::file_cache::{Content, FileState, KnownFile};
use crate::message::{RequestHead, Response, ResponseBody};
use crate::response_body::{FileBody, read_cached};
use crate::route::as_path;
use crate::site::Site;
use crate::temp_file::TempFile;
use crate::{compress, file_cache, mime};

/// Longer files are never read as a whole.
const READ_AT_ONCE: u64 = 256 << 10;

/// What a site may show: all that lies below its root, and its user's own files elsewhere. Its user can make links, but no file of somebody else's
/// becomes readable by one.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    root: &'a [u8],
    owner: u32,
}

impl<'a> Bounds<'a> {
    /// `None`: links are followed wherever they lead.
    fn of(site: &'a Site) -> Option<Bounds<'a>> {
        site.rules.owner.map(|owner| Bounds { root: &site.root, owner })
    }

    /// Looked at once the file is open: nobody can exchange it any more.
    fn contain(self, file: &File, about: &About) -> bool {
        let place = || std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()));
        about.owner == self.owner || place().is_ok_and(|place| place.starts_with(as_path(self.root)))
    }
}

/// A file that is to be sent, and whose it is.
pub(crate) struct Asked<'a> {
    pub(crate) path: &'a [u8],
    /// Its state, if somebody has just looked.
    pub(crate) state: Option<FileState>,
    /// Its media type, if that is known better than by its name.
    pub(crate) kind: Option<&'a [u8]>,
    pub(crate) site: &'a Site,
}

/// The answer for a file; `None`: it cannot be read.
pub(crate) fn answer(head: &RequestHead, asked: &Asked<'_>) -> Option<Response> {
    let kind = asked.kind.map_or_else(|| type_header(asked.path), <[u8]>::to_vec);
    let Some((stored, coding)) = compress::stored(head, asked.path, &kind) else { return answer_with(head, asked, kind) };
    let mut answer = answer_with(head, &Asked { path: &stored, state: None, ..*asked }, kind)?;
    compress::vary(&mut answer.headers);
    if answer.header("content-type").is_some() {
        answer.headers.push(("Content-Encoding".to_string(), coding.name().as_bytes().to_vec()));
    }
    Some(answer)
}

/// What is known of a file, and its bytes.
fn known(asked: &Asked<'_>) -> Option<Arc<KnownFile>> {
    let bounds = Bounds::of(asked.site);
    let look = || loxo_files::about(as_path(asked.path)).ok().map(|about| FileState::of(&about));
    // What a link may show is looked at each time.
    if bounds.is_none()
        && let Some(state) = asked.state.or_else(look)
        && let Some(file) = asked.site.files.get(asked.path, &state)
    {
        return Some(file);
    }
    let (file, about) = open(asked.path)?;
    if bounds.is_some_and(|bounds| !bounds.contain(&file, &about)) {
        return None;
    }
    let mut bytes = vec![0; if about.size <= file_cache::LONGEST { about.size as usize } else { 0 }];
    let content = match bytes.is_empty() || read_cached(&file, &mut bytes, 0) != Ok(bytes.len()) {
        true => Content::Open(Arc::new(TempFile::foreign(file))),
        false => Content::Memory(bytes.into()),
    };
    let modified = whole_seconds(&about);
    let last_modified = httpdate::fmt_http_date(modified);
    let file = Arc::new(KnownFile { content, size: about.size, tag: entity_tag(&about), modified, last_modified });
    if bounds.is_none() {
        asked.site.files.add(asked.path, FileState::of(&about), file.clone());
    }
    Some(file)
}

fn answer_with(head: &RequestHead, asked: &Asked<'_>, kind: Vec<u8>) -> Option<Response> {
    let file = known(asked)?;
    let (size, tag, modified) = (file.size, file.tag.as_str(), file.modified);
    let mut headers = vec![
        ("Last-Modified".to_string(), file.last_modified.clone().into_bytes()),
        ("ETag".to_string(), tag.as_bytes().to_vec()),
        ("Accept-Ranges".to_string(), b"bytes".to_vec()),
    ];
    let nothing = |status, headers| Some(Response { status, line: None, headers, body: ResponseBody::Whole(Bytes::new()), error: None });
    match precondition(head, tag, modified) {
        Precondition::Failed => return nothing(412, Vec::new()),
        Precondition::NotModified => return nothing(304, headers),
        Precondition::Holds => {}
    }
    let (status, from, length) = match range(head, size, tag, modified) {
        Range::All => (200, 0, size),
        Range::Part(from, length) => {
            let last = from + length - 1;
            headers.push(("Content-Range".to_string(), format!("bytes {from}-{last}/{size}").into_bytes()));
            (206, from, length)
        }
        Range::Impossible => return nothing(416, vec![("Content-Range".to_string(), format!("bytes */{size}").into_bytes())]),
    };
    let body = match &file.content {
        _ if head.is_head() => ResponseBody::Absent(length),
        Content::Memory(bytes) => ResponseBody::Whole(bytes.slice(from as usize..(from + length) as usize)),
        Content::Open(file) => body(file.clone(), from, length, compress::is_wanted(head, &kind)),
    };
    headers.push(("Content-Type".to_string(), kind));
    if let ResponseBody::Pieces(_) = body {
        headers.push(("Content-Length".to_string(), length.to_string().into_bytes()));
    }
    Some(Response { status, line: None, headers, body, error: None })
}

/// The whole file and nothing but its type and length: the built-in server's way.
pub(crate) fn whole(head: &RequestHead, path: &[u8]) -> Option<Response> {
    let (file, about) = open(path)?;
    let length = about.size;
    let mut headers = Vec::new();
    if mime::of_extension(path).is_some() {
        headers.push(("Content-Type".to_string(), type_header(path)));
    }
    headers.push(("Content-Length".to_string(), length.to_string().into_bytes()));
    let body = if head.is_head() { ResponseBody::Absent(length) } else { body(Arc::new(TempFile::foreign(file)), 0, length, true) };
    Some(Response { status: 200, line: None, headers, body, error: None })
}

/// Text is UTF-8 unless it says something else.
fn type_header(path: &[u8]) -> Vec<u8> {
    let kind = mime::of_name(path);
    let charset = if kind.starts_with("text/") { "; charset=UTF-8" } else { "" };
    format!("{kind}{charset}").into_bytes()
}

/// A file to be read, and what is known of it.
fn open(path: &[u8]) -> Option<(File, About)> {
    // A pipe that has come in the file's place must not be waited for.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(loxo_files::open(as_path(path), flags, rustix::fs::Mode::empty()).ok()?);
    let about = match loxo_files::entry(as_path(path)) {
        // The descriptor is of a copy.
        Some((_, entry)) => About::of(&entry.stat().ok()?),
        None => About::of(&rustix::fs::fstat(&file).ok()?),
    };
    about.is_file().then_some((file, about))
}

fn since_epoch(about: &About) -> Duration {
    about.modified.duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// That is all a header can tell.
fn whole_seconds(about: &About) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(since_epoch(about).as_secs())
}

fn entity_tag(about: &About) -> String {
    let modified = since_epoch(about);
    format!("\"{:x}-{:x}-{:x}\"", modified.as_secs(), modified.subsec_nanos(), about.size)
}

#[derive(PartialEq, Debug)]
enum Precondition {
    Holds,
    NotModified,
    Failed,
}

fn date(value: &[u8]) -> Option<SystemTime> {
    httpdate::parse_http_date(std::str::from_utf8(value).ok()?).ok()
}

/// One of the tags of a list is this one. Weak comparison unless `strong`.
fn matches_tag(list: &[u8], tag: &str, strong: bool) -> bool {
    list.split(|b| *b == b',').map(<[u8]>::trim_ascii).any(|one| match one.strip_prefix(b"W/") {
        Some(weak) => !strong && weak == tag.as_bytes(),
        None => one == b"*" || one == tag.as_bytes(),
    })
}

/// RFC 9110, section 13.2.2.
fn precondition(head: &RequestHead, tag: &str, modified: SystemTime) -> Precondition {
    match head.header("if-match") {
        Some(list) if !matches_tag(list, tag, true) => return Precondition::Failed,
        Some(_) => {}
        None => {
            if head.header("if-unmodified-since").and_then(date).is_some_and(|since| modified > since) {
                return Precondition::Failed;
            }
        }
    }
    let known = match head.header("if-none-match") {
        Some(list) => matches_tag(list, tag, false),
        None => head.header("if-modified-since").and_then(date).is_some_and(|since| modified <= since),
    };
    if known { Precondition::NotModified } else { Precondition::Holds }
}

#[derive(PartialEq, Debug)]
enum Range {
    All,
    /// First byte and length.
    Part(u64, u64),
    Impossible,
}

/// One range of bytes. Several at once are answered with the whole file, which is allowed.
fn range(head: &RequestHead, size: u64, tag: &str, modified: SystemTime) -> Range {
    let Some(wanted) = head.header("range").and_then(|value| value.strip_prefix(b"bytes=")) else { return Range::All };
    if let Some(condition) = head.header("if-range") {
        let same = condition == tag.as_bytes() || date(condition) == Some(modified);
        if !same {
            return Range::All;
        }
    }
    let Some((first, last)) = std::str::from_utf8(wanted).ok().and_then(|text| text.trim().split_once('-')) else { return Range::All };
    let part = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => (first, last.min(size.saturating_sub(1))),
        (Ok(first), Err(_)) if last.is_empty() => (first, size.saturating_sub(1)),
        (Err(_), Ok(count)) if first.is_empty() => (size.saturating_sub(count), if count == 0 { 0 } else { size.saturating_sub(1) }),
        _ => return Range::All,
    };
    let empty_suffix = first.is_empty() && last == "0";
    if part.0 >= size || empty_suffix { Range::Impossible } else { Range::Part(part.0, part.1 - part.0 + 1) }
}

/// All else is sent from the file, and read, where it must be, by threads that may wait for a disk. `whole`: a part that is not too long and that the
/// system has in memory is wanted as a whole.
fn body(file: Arc<TempFile>, from: u64, length: u64, whole: bool) -> ResponseBody {
    if length == 0 {
        return ResponseBody::Whole(Bytes::new());
    }
    if whole && length <= READ_AT_ONCE {
        let mut bytes = vec![0; length as usize];
        if read_cached(&file.file, &mut bytes, from) == Ok(bytes.len()) {
            return ResponseBody::Whole(bytes.into());
        }
    }
    ResponseBody::Pieces(Box::new(FileBody::new(file, from, length)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, SocketAddr};

    fn head(headers: &[(&str, &str)]) -> RequestHead {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let headers = headers.iter().map(|(name, value)| ((*name).to_string(), value.as_bytes().to_vec())).collect();
        RequestHead {
            method: "GET".into(),
            target: "/".into(),
            path: b"/".to_vec(),
            query: None,
            protocol: "HTTP/1.1",
            headers,
            fields: None,
            secure: false,
            peer: address,
            local: address,
        }
    }

    #[test]
    fn ranges() {
        let time = UNIX_EPOCH + Duration::from_secs(1_000_000);
        for (value, expected) in [
            ("bytes=0-9", Range::Part(0, 10)),
            ("bytes=90-", Range::Part(90, 10)),
            ("bytes=90-1000", Range::Part(90, 10)),
            ("bytes=-10", Range::Part(90, 10)),
            ("bytes=-1000", Range::Part(0, 100)),
            ("bytes=-0", Range::Impossible),
            ("bytes=100-", Range::Impossible),
            ("bytes=9-5", Range::All),
            ("bytes=0-1,5-6", Range::All),
            ("bytes=x", Range::All),
            ("lines=0-1", Range::All),
        ] {
            assert_eq!(range(&head(&[("range", value)]), 100, "\"t\"", time), expected, "{value}");
        }
        let conditional = |condition| range(&head(&[("range", "bytes=0-0"), ("if-range", condition)]), 100, "\"t\"", time);
        assert_eq!(conditional("\"t\""), Range::Part(0, 1));
        assert_eq!(conditional("\"u\""), Range::All);
        assert_eq!(conditional(&httpdate::fmt_http_date(time)), Range::Part(0, 1));
    }

    #[test]
    fn preconditions() {
        let time = UNIX_EPOCH + Duration::from_secs(1_000_000);
        let (same, before) = (httpdate::fmt_http_date(time), httpdate::fmt_http_date(time - Duration::from_secs(1)));
        for (name, value, expected) in [
            ("if-none-match", "\"a\", W/\"t\"", Precondition::NotModified),
            ("if-none-match", "*", Precondition::NotModified),
            ("if-none-match", "\"a\"", Precondition::Holds),
            ("if-modified-since", same.as_str(), Precondition::NotModified),
            ("if-modified-since", before.as_str(), Precondition::Holds),
            ("if-match", "\"t\"", Precondition::Holds),
            ("if-match", "W/\"t\"", Precondition::Failed),
            ("if-unmodified-since", before.as_str(), Precondition::Failed),
        ] {
            assert_eq!(precondition(&head(&[(name, value)]), "\"t\"", time), expected, "{name}: {value}");
        }
    }
}
