//! Documents, and what they refer to, through PHP's streams.

use loxo_libxml_sys::errors::{XmlError, add, domain, push};
use loxo_libxml_sys::input::{Found, Wanted, with_loader};
use loxo_runtime::{Cx, PhpArray, PhpResource, PhpResult, PhpStr, Value};
use loxo_streams::{OpenOptions, StatFlags, StreamRef};

use crate::errors::State;

/// Runs something of libxml2's that may want to load entities, document types or schemas.
pub fn reading<R>(cx: &mut Cx, work: impl FnOnce() -> R) -> R {
    with_loader(&mut |wanted| load(cx, wanted), work)
}

/// The streams' context for documents.
pub fn context(cx: &mut Cx) -> PhpResource {
    match &cx.ext::<State>().context {
        Some(context) => context.clone(),
        None => loxo_streams::context::default_context(cx),
    }
}

/// The name of a document in messages and as a base: local ones with their whole path. `None`: no such name is possible.
pub fn absolute_name(cx: &mut Cx, name: &[u8]) -> Option<Vec<u8>> {
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    Some(match local_path(name) {
        Some(local) => loxo_runtime::paths::absolute(cx, local),
        None => name.to_vec(),
    })
}

/// The path in the name of a local document: what has no scheme, or `file:` without a host. Escapes are left in.
pub fn local_path(name: &[u8]) -> Option<&[u8]> {
    let behind =
        |start: &[u8]| name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start)).then(|| &name[start.len() - 1..]);
    let local = behind(b"file:///").or_else(|| behind(b"file://localhost/"));
    local.or_else(|| loxo_streams::scheme(name).is_none().then_some(name))
}

/// The text of a document and its name; a failure is reported as libxml2 would.
pub fn read_document(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    read_named(cx, name, None)
}

/// As [`read_document`]; messages name it as the program did.
pub fn read_document_as_named(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    read_named(cx, name, Some(name.to_vec()))
}

fn read_named(cx: &mut Cx, name: &[u8], given: Option<Vec<u8>>) -> PhpResult<Option<(Vec<u8>, Vec<u8>)>> {
    let Some(full) = absolute_name(cx, name) else { return Ok(None) };
    let found = load(cx, &Wanted { system: Some(full.clone()), given, ..Wanted::default() });
    cx.check()?;
    Ok(found.map(|found| (found.text, found.name.unwrap_or(full))))
}

/// Writes a document. The number of bytes, or `None` with a warning raised.
pub fn write_document(cx: &mut Cx, name: &[u8], text: &[u8]) -> PhpResult<Option<usize>> {
    let Some(stream) = open_for_writing(cx, name)? else { return Ok(None) };
    let written = stream.write(cx, text);
    stream.close(cx);
    cx.check()?;
    Ok(written)
}

/// Opens what a document is written to. URIs with a scheme are tried without their escapes, then as they are. `None`: warnings say why.
pub fn open_for_writing(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<StreamRef>> {
    if hides_nul(cx, name) {
        return cx.check().map(|()| None);
    }
    if is_uri(name) && uri_scheme(name).is_some() {
        let opened = open_once_for_writing(cx, &unescape(name))?;
        if opened.is_some() {
            return Ok(opened);
        }
    }
    open_once_for_writing(cx, name)
}

fn open_once_for_writing(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<StreamRef>> {
    let context = context(cx);
    let path = path_of(name);
    let place = loxo_streams::locate(cx, &path, OpenOptions::default()).map_or(&path[..], |(_, place)| place);
    cx.check()?;
    loxo_streams::open_stream(cx, place, b"wb", OpenOptions::REPORT_ERRORS, Some(&context))
}

fn load(cx: &mut Cx, wanted: &Wanted) -> Option<Found> {
    if cx.exception.is_some() || cx.ending.is_some() || cx.ext::<State>().disabled {
        failed(wanted);
        return None;
    }
    if let Some((callable, _)) = cx.ext::<State>().loader.clone() {
        return ask(cx, &callable, wanted);
    }
    if let Some(name) = wanted.system.as_ref().or(wanted.public.as_ref()).filter(|name| wanted.offline && is_remote(name)) {
        let message = [b"Attempt to load network entity ", &name[..]].concat();
        add(XmlError { domain: 8, level: 2, code: 1543, message, ..XmlError::default() });
        return None;
    }
    // Messages name what is relative as it stands in the document.
    let local = wanted.system.as_ref().filter(|name| loxo_streams::scheme(name).is_none() && !name.starts_with(b"/"));
    let resolved = local.and_then(|name| absolute_name(cx, name));
    let found = resolved.as_ref().or(wanted.system.as_ref()).and_then(|name| open(cx, name));
    if found.is_none() {
        failed(wanted);
    }
    found
}

/// What libxml2 takes for an address on the network.
fn is_remote(name: &[u8]) -> bool {
    [&b"ftp://"[..], b"http://"].iter().any(|start| name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start)))
}

fn failed(wanted: &Wanted) {
    let names = [&wanted.given, &wanted.system, &wanted.public];
    let name = names.into_iter().find_map(Option::as_deref).unwrap_or(b"NULL");
    let message = [b"failed to load external entity \"", name, b"\"\n"].concat();
    let complaint = wanted.complaint.clone();
    add(XmlError { domain: domain::IO, level: complaint.level.max(1), code: 1549, message, ..complaint });
}

/// Asks the program's own loader.
fn ask(cx: &mut Cx, callable: &loxo_runtime::Callable, wanted: &Wanted) -> Option<Found> {
    let text = |value: &Option<Vec<u8>>| value.as_ref().map_or(Value::NULL, |value| Value::from(PhpStr::new(value)));
    let mut about = PhpArray::new();
    for (name, value) in ["directory", "intSubName", "extSubURI", "extSubSystem"].into_iter().zip(&wanted.about) {
        about.set_sym(name, text(value));
    }
    let args = [text(&wanted.public), text(&wanted.system), Value::array(about)];
    let answer = cx.call(callable, &args).ok()?;
    let answer = answer.deref();
    if let Some(resource) = answer.as_resource() {
        let text = loxo_streams::read_all(cx, resource).ok()?;
        return Some(Found { text: text.as_bytes().to_vec(), name: wanted.system.clone() });
    }
    if answer.is_null() {
        let text = match &wanted.public {
            Some(public) => format!("Failed to load external entity \"{}\"\n", String::from_utf8_lossy(public)),
            None => "Failed to load external entity because the resolver function returned null\n".to_string(),
        };
        push(8, 2, 1549, text.into_bytes());
        return None;
    }
    let path = loxo_runtime::convert::to_string(cx, answer).ok()?;
    let found = open(cx, path.as_bytes());
    if found.is_none() {
        failed(&Wanted { system: Some(path.as_bytes().to_vec()), complaint: wanted.complaint.clone(), ..Wanted::default() });
    }
    found
}

/// Names with `%00` are refused, with a warning.
fn hides_nul(cx: &mut Cx, name: &[u8]) -> bool {
    let hides = name.windows(3).any(|part| part == b"%00");
    if hides {
        cx.builtin_warning("URI must not contain percent-encoded NUL bytes");
    }
    hides
}

/// What a name names; nothing is reported.
fn open(cx: &mut Cx, name: &[u8]) -> Option<Found> {
    if hides_nul(cx, name) {
        return None;
    }
    let context = context(cx);
    let path = path_of(name);
    let (wrapper, inner) = loxo_streams::locate(cx, &path, OpenOptions::default())?;
    let mut quiet = OpenOptions::REPORT_ERRORS;
    if wrapper.can_stat() && wrapper.url_stat(cx, inner, StatFlags::QUIET, Some(&context)).is_none() {
        return None;
    }
    if !wrapper.is_url() {
        quiet = OpenOptions::default();
    }
    let stream = loxo_streams::open_stream(cx, &path, b"rb", quiet, Some(&context)).ok().flatten()?;
    let text = stream.read_all(cx, None);
    stream.close(cx);
    Some(Found { text: text.as_bytes().to_vec(), name: Some(name.to_vec()) })
}

/// The path that a name stands for: escapes count in URIs of files, with and without `file:`.
fn path_of(name: &[u8]) -> Vec<u8> {
    let local = uri_scheme(name).is_none_or(|scheme| scheme.eq_ignore_ascii_case(b"file"));
    if local && is_uri(name) { unescape(name) } else { name.to_vec() }
}

/// Whether libxml2 would take it for a URI: RFC 3986's characters alone, each `%` with two hexadecimal digits.
fn is_uri(name: &[u8]) -> bool {
    name.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => name.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
        _ => byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=".contains(byte),
    })
}

/// RFC 3986's scheme, without the colon. Unlike a wrapper's it needs no `//` behind it.
fn uri_scheme(name: &[u8]) -> Option<&[u8]> {
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte))?;
    (name[end] == b':' && name[0].is_ascii_alphabetic()).then(|| &name[..end])
}

/// `%20` and the like.
fn unescape(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, tail)) = rest.split_first() {
        let code = tail
            .get(..2)
            .filter(|_| byte == b'%')
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => {
                out.push(code);
                rest = &tail[2..];
            }
            None => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    out
}

/// The charset that a stream's server says: the parameter of `Content-Type`.
pub fn charset_of(_: &mut Cx, stream: &loxo_streams::Stream) -> Option<Vec<u8>> {
    let data = stream.wrapper_data.borrow().clone_deref();
    let headers = data.as_array()?;
    let mut found = None;
    for line in headers.values() {
        let Some(line) = line.deref().as_bytes() else { continue };
        let Some((name, value)) = line.iter().position(|byte| *byte == b':').map(|at| (&line[..at], &line[at + 1..])) else { continue };
        if !name.eq_ignore_ascii_case(b"content-type") {
            continue;
        }
        found = charset_in(value);
    }
    found
}

/// The charset of a media type, by the rules of "MIME Sniffing". `None`: it is none, or says none.
fn charset_in(value: &[u8]) -> Option<Vec<u8>> {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let is_token =
        |text: &[u8]| !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte));
    let value = value.trim_ascii();
    let end = value.iter().position(|byte| *byte == b';').unwrap_or(value.len());
    let slash = value[..end].iter().position(|byte| *byte == b'/')?;
    if !is_token(&value[..slash]) || !is_token(value[slash + 1..end].trim_ascii_end()) {
        return None;
    }
    let mut rest = &value[end..];
    while let Some((_, after)) = rest.split_first() {
        let after = &after[after.iter().take_while(|byte| is_space(**byte)).count()..];
        let stop = after.iter().position(|byte| matches!(byte, b';' | b'=')).unwrap_or(after.len());
        let name = &after[..stop];
        rest = &after[stop..];
        if rest.first() != Some(&b'=') {
            continue;
        }
        rest = &rest[1..];
        let mut found = Vec::new();
        let quoted = rest.first() == Some(&b'"');
        if quoted {
            let mut at = 1;
            while let Some(byte) = rest.get(at).filter(|byte| **byte != b'"') {
                at += 1;
                match (byte, rest.get(at)) {
                    (b'\\', Some(next)) => {
                        found.push(*next);
                        at += 1;
                    }
                    _ => found.push(*byte),
                }
            }
            rest = &rest[at.min(rest.len())..];
        }
        let stop = rest.iter().position(|byte| *byte == b';').unwrap_or(rest.len());
        if !quoted {
            found = rest[..stop].trim_ascii_end().to_vec();
        }
        rest = &rest[stop..];
        if name.eq_ignore_ascii_case(b"charset") && (quoted || !found.is_empty()) {
            return Some(found);
        }
    }
    None
}
