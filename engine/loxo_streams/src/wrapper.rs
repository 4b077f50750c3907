//! Schemes, and opening what a path or URL names.

use std::rc::Rc;

use loxo_value::{PhpResource, PhpStr};

use super::stream::flags;
use super::{ByName, Stat, StreamRef, Whence, has_pending, include_path, into_resource, state};
use loxo_runtime::{Cx, ErrorLevel, PhpResult, Thrown};

/// Options of opening, as bits; their numbers are what user wrappers see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenOptions(pub u32);

impl OpenOptions {
    pub const USE_PATH: OpenOptions = OpenOptions(1);
    pub const IGNORE_URL: OpenOptions = OpenOptions(2);
    pub const REPORT_ERRORS: OpenOptions = OpenOptions(8);
    /// `include` reads it: only regular files, and `allow_url_include` counts.
    pub const FOR_INCLUDE: OpenOptions = OpenOptions(128);
    /// Only remote things will do.
    pub const USE_URL: OpenOptions = OpenOptions(256);
    pub const ONLY_GET_HEADERS: OpenOptions = OpenOptions(512);
    pub const NO_OPEN_BASEDIR: OpenOptions = OpenOptions(1024);
    pub const PERSISTENT: OpenOptions = OpenOptions(2048);
    pub const GLOB_DIR: OpenOptions = OpenOptions(4096);
    /// The path is absolute and clean.
    pub const REALPATH: OpenOptions = OpenOptions(16384);
    /// What is read is a program.
    pub const FOR_SOURCE: OpenOptions = OpenOptions(65536);
    pub const RECURSIVE: OpenOptions = OpenOptions(1);

    pub fn has(self, other: OpenOptions) -> bool {
        self.0 & other.0 != 0
    }
    pub fn with(self, other: OpenOptions) -> OpenOptions {
        OpenOptions(self.0 | other.0)
    }
    pub fn without(self, other: OpenOptions) -> OpenOptions {
        OpenOptions(self.0 & !other.0)
    }
}

/// How something is asked for what is known about it, as bits; their numbers are what user wrappers see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatFlags(pub u32);

impl StatFlags {
    /// Of a symbolic link itself.
    pub const LINK: StatFlags = StatFlags(1);
    /// Nothing is reported.
    pub const QUIET: StatFlags = StatFlags(2);
    /// `open_basedir` was looked at.
    pub const IGNORE_OPEN_BASEDIR: StatFlags = StatFlags(4);

    pub fn of(link: bool, quiet: bool) -> StatFlags {
        StatFlags(u32::from(link) | u32::from(quiet) << 1)
    }
    pub fn has(self, other: StatFlags) -> bool {
        self.0 & other.0 != 0
    }
    pub fn with(self, other: StatFlags) -> StatFlags {
        StatFlags(self.0 | other.0)
    }
}

/// Why an open failed, in the words of the wrapper.
#[derive(Default)]
pub struct Failures {
    messages: Vec<Vec<u8>>,
    /// The operating system's reason, if the wrapper had nothing to say.
    error: Option<String>,
}

impl Failures {
    pub fn log(&mut self, message: impl AsRef<[u8]>) {
        self.messages.push(message.as_ref().to_vec());
    }

    pub fn set_error(&mut self, error: impl Into<std::io::Error>) {
        self.error = Some(super::error_text(error));
    }

    fn text(&self, html: bool) -> Vec<u8> {
        if self.messages.is_empty() {
            return self.error.as_deref().unwrap_or("operation failed").as_bytes().to_vec();
        }
        self.messages.join(if html { &b"<br />\n"[..] } else { b"\n" })
    }
}

/// What `touch()`, `chmod()`, `chown()` and `chgrp()` want changed.
#[derive(Clone, Debug)]
pub enum MetaChange {
    /// Modification and access time; `None`: now.
    Touch(Option<(i64, i64)>),
    OwnerName(PhpStr),
    Owner(i64),
    GroupName(PhpStr),
    Group(i64),
    Access(i64),
}

/// The answer to an operation on a path.
pub type Done = Option<bool>;

/// One scheme. Operations on paths answer `None` where the wrapper has no such operation.
#[allow(unused_variables)]
pub trait Wrapper {
    /// `wrapper_type` of `stream_get_meta_data()`.
    fn label(&self) -> &'static str;

    /// Remote: `allow_url_fopen` and `allow_url_include` count.
    fn is_url(&self) -> bool {
        false
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef>;

    /// `None`: cannot be listed at all.
    fn opendir(
        &self,
        cx: &mut Cx,
        path: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        failures.log("not implemented");
        None
    }

    fn can_list(&self) -> bool {
        false
    }

    fn url_stat(&self, cx: &mut Cx, path: &[u8], flags: StatFlags, context: Option<&PhpResource>) -> Option<Stat> {
        None
    }

    fn can_stat(&self) -> bool {
        false
    }

    fn unlink(&self, cx: &mut Cx, path: &[u8], context: Option<&PhpResource>) -> Done {
        None
    }

    fn rename(&self, cx: &mut Cx, from: &[u8], to: &[u8], context: Option<&PhpResource>) -> Done {
        None
    }

    fn mkdir(&self, cx: &mut Cx, path: &[u8], mode: i64, recursive: bool, context: Option<&PhpResource>) -> Done {
        None
    }

    fn rmdir(&self, cx: &mut Cx, path: &[u8], context: Option<&PhpResource>) -> Done {
        None
    }

    fn metadata(&self, cx: &mut Cx, path: &[u8], change: &MetaChange) -> Done {
        None
    }

    /// The user's wrappers are distinguished by their class.
    fn is_user(&self) -> bool {
        false
    }

    /// Whether opening has to do with this wrapper only (directories-only wrappers say no).
    fn can_open(&self) -> bool {
        true
    }
}

/// The schemes of this crate, in the order in which they are listed.
pub(crate) fn builtin() -> ByName<Rc<dyn Wrapper>> {
    let all: [(&str, Rc<dyn Wrapper>); 6] = [
        ("https", Rc::new(super::http::HttpWrapper { tls: true })),
        ("php", Rc::new(super::php_scheme::PhpScheme)),
        ("file", Rc::new(super::plain::PlainFiles)),
        ("glob", Rc::new(super::glob::GlobWrapper)),
        ("data", Rc::new(super::data::DataScheme)),
        ("http", Rc::new(super::http::HttpWrapper { tls: false })),
    ];
    all.into_iter().map(|(name, wrapper)| (name.as_bytes().to_vec(), wrapper)).collect()
}

/// The scheme of a URL: `data:` or anything before `://`.
pub fn scheme(path: &[u8]) -> Option<&[u8]> {
    let n = path.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')).count();
    let rest = &path[n..];
    (n > 1 && (rest.starts_with(b"://") || (rest.starts_with(b":") && path.starts_with(b"data:")))).then(|| &path[..n])
}

/// The wrapper of a path, and the path as the wrapper wants it. Reports what is wrong if asked to.
pub fn locate<'p>(cx: &mut Cx, path: &'p [u8], options: OpenOptions) -> Option<(Rc<dyn Wrapper>, &'p [u8])> {
    if options.has(OpenOptions::IGNORE_URL) {
        return Some((Rc::new(super::plain::PlainFiles), path));
    }
    let Some(scheme) = scheme(path) else { return file_wrapper(cx, None, options).map(|w| (w, path)) };
    let wrappers = &state(cx).wrappers;
    let found = wrappers.get(scheme).or_else(|| wrappers.get(&scheme.to_ascii_lowercase())).cloned();
    let Some(wrapper) = found else {
        let name = String::from_utf8_lossy(&scheme[..scheme.len().min(31)]).into_owned();
        cx.builtin_warning(format!("Unable to find the wrapper \"{name}\" - did you forget to enable it when you configured PHP?"));
        return file_wrapper(cx, None, options).map(|w| (w, path));
    };
    if scheme.eq_ignore_ascii_case(b"file") {
        let local = local_path(cx, path, options)?;
        return file_wrapper(cx, Some(wrapper), options).map(|w| (w, local));
    }
    if wrapper.is_url() && !url_allowed(cx, scheme, options) {
        return None;
    }
    Some((wrapper, path))
}

fn file_wrapper(cx: &mut Cx, found: Option<Rc<dyn Wrapper>>, options: OpenOptions) -> Option<Rc<dyn Wrapper>> {
    let wrapper = found.or_else(|| state(cx).of_files().cloned());
    if wrapper.is_none() && options.has(OpenOptions::REPORT_ERRORS) {
        cx.builtin_warning("file:// wrapper is disabled in the server configuration");
    }
    wrapper
}

/// `file:///path` and `file://localhost/path` → `/path`
fn local_path<'p>(cx: &mut Cx, path: &'p [u8], options: OpenOptions) -> Option<&'p [u8]> {
    let rest = &path["file://".len()..];
    let rest = match rest.get(..10) {
        Some(host) if host.eq_ignore_ascii_case(b"localhost/") => &rest[9..],
        _ if rest.is_empty() || rest.starts_with(b"/") => rest,
        _ => {
            if options.has(OpenOptions::REPORT_ERRORS) {
                cx.builtin_warning([b"Remote host file access not supported, ", path].concat());
            }
            return None;
        }
    };
    let slashes = rest.iter().take_while(|b| **b == b'/').count();
    Some(&rest[slashes.saturating_sub(1)..])
}

fn url_allowed(cx: &mut Cx, scheme: &[u8], options: OpenOptions) -> bool {
    let for_include = options.has(OpenOptions::FOR_INCLUDE) || state(cx).in_user_include;
    let setting = if !cx.ini_bool("allow_url_fopen") {
        "allow_url_fopen"
    } else if for_include && !cx.ini_bool("allow_url_include") {
        "allow_url_include"
    } else {
        return true;
    };
    if options.has(OpenOptions::REPORT_ERRORS) {
        let name = String::from_utf8_lossy(scheme).into_owned();
        cx.builtin_warning(format!("{name}:// wrapper is disabled in the server configuration by {setting}=0"));
    }
    false
}

/// Opens what a path names. With [`OpenOptions::REPORT_ERRORS`], failures are warnings of the running builtin. Errors are exceptions.
pub fn open(cx: &mut Cx, path: &[u8], mode: &[u8], options: OpenOptions, context: Option<&PhpResource>) -> PhpResult<Option<PhpResource>> {
    Ok(open_stream(cx, path, mode, options, context)?.map(into_resource))
}

/// As [`open`], without a resource.
pub fn open_stream(
    cx: &mut Cx,
    path: &[u8],
    mode: &[u8],
    options: OpenOptions,
    context: Option<&PhpResource>,
) -> PhpResult<Option<StreamRef>> {
    if has_pending() {
        super::close_pending(cx);
    }
    if path.is_empty() {
        return Err(cx.value_error("Path must not be empty"));
    }
    let mut options = options;
    let mut resolved = super::intercepted(cx, path, options.has(OpenOptions::USE_PATH), true);
    if resolved.is_none() && options.has(OpenOptions::USE_PATH) {
        resolved = include_path::resolve_include_path(cx, path)?;
        if resolved.is_some() {
            options = options.with(OpenOptions::REALPATH).without(OpenOptions::USE_PATH);
        }
    }
    let path = resolved.as_deref().unwrap_or(path);
    let located = locate(cx, path, options);
    if options.has(OpenOptions::USE_URL) && !located.as_ref().is_some_and(|(wrapper, _)| wrapper.is_url()) {
        cx.builtin_warning("This function may only be used against URLs");
        return Ok(None);
    }
    let mut failures = Failures::default();
    let mut stream = None;
    if let Some((wrapper, inner)) = &located {
        if wrapper.can_open() {
            stream = wrapper.open(cx, inner, mode, options.without(OpenOptions::REPORT_ERRORS), context, &mut failures);
        } else {
            failures.log("wrapper does not support stream open");
        }
    }
    if let (Some(stream), Some((wrapper, _))) = (&stream, located.as_ref()) {
        finish_open(cx, stream, wrapper, path, mode);
        return opened(cx, stream.clone());
    }
    if options.has(OpenOptions::REPORT_ERRORS) {
        if options.has(OpenOptions::FOR_INCLUDE) {
            // The include statement tells it.
            let html = cx.ini_bool("html_errors");
            state(cx).include_failure = located.is_some().then(|| failures.text(html));
        } else {
            report(cx, located.is_some(), path, "Failed to open stream", &failures);
        }
    }
    if cx.exception.is_some() || cx.ending.is_some() { Err(Thrown) } else { Ok(None) }
}

/// An exception on the way closes what was opened.
fn opened(cx: &mut Cx, stream: StreamRef) -> PhpResult<Option<StreamRef>> {
    if let Err(thrown) = cx.check() {
        stream.close(cx);
        return Err(thrown);
    }
    Ok(Some(stream))
}

fn finish_open(cx: &mut Cx, stream: &StreamRef, wrapper: &Rc<dyn Wrapper>, path: &[u8], mode: &[u8]) {
    *stream.wrapper.borrow_mut() = Some(wrapper.clone());
    *stream.path.borrow_mut() = Some(PhpStr::new(path));
    if cx.settings().detects_line_endings {
        stream.set_flag(flags::DETECT_EOL);
    }
    if mode.contains(&b'a')
        && stream.can_seek()
        && stream.position.get() == 0
        && let Some(Ok(at)) = stream.call(|ops| ops.seek(cx, stream, 0, Whence::Cur))
    {
        stream.position.set(at);
    }
}

/// `fopen(path): Failed to open stream: why`
fn report(cx: &mut Cx, located: bool, path: &[u8], caption: &str, failures: &Failures) {
    if cx.exception.is_some() || cx.ending.is_some() {
        return;
    }
    let html = cx.ini_bool("html_errors");
    let why = if located { failures.text(html) } else { b"no suitable wrapper could be found".to_vec() };
    let subject = strip_password(path);
    cx.builtin_raise_about(ErrorLevel::Warning, &subject, [caption.as_bytes(), b": ", &why].concat());
}

/// `scheme://user:password@host` without what stands between the slashes and the `@`.
pub fn strip_password(url: &[u8]) -> Vec<u8> {
    let Some(start) = memchr::memmem::find(url, b"://").map(|at| at + 3) else { return url.to_vec() };
    let authority = url[start..].iter().position(|&b| b == b'/').map_or(url.len(), |at| start + at);
    match url[start..authority].iter().rposition(|&b| b == b'@') {
        Some(at) => [&url[..start], b"...", &url[start + at..]].concat(),
        None => url.to_vec(),
    }
}

/// Opens a directory; the stream is its listing.
pub fn opendir(cx: &mut Cx, path: &[u8], options: OpenOptions, context: Option<&PhpResource>) -> PhpResult<Option<StreamRef>> {
    if path.is_empty() {
        return Ok(None);
    }
    let resolved = super::intercepted(cx, path, false, false);
    let path = resolved.as_deref().unwrap_or(path);
    let located = locate(cx, path, options);
    let mut failures = Failures::default();
    let mut stream = None;
    if let Some((wrapper, inner)) = &located {
        stream = wrapper.opendir(cx, inner, options.without(OpenOptions::REPORT_ERRORS), context, &mut failures);
    }
    if let (Some(stream), Some((wrapper, _))) = (&stream, located.as_ref()) {
        *stream.wrapper.borrow_mut() = Some(wrapper.clone());
        stream.set_flag(flags::NO_BUFFER | flags::IS_DIR);
        return opened(cx, stream.clone());
    }
    if options.has(OpenOptions::REPORT_ERRORS) {
        report(cx, located.is_some(), path, "Failed to open directory", &failures);
    }
    if cx.exception.is_some() || cx.ending.is_some() { Err(Thrown) } else { Ok(None) }
}

/// What is known about what a path names.
pub fn stat_path(cx: &mut Cx, path: &[u8], link: bool, quiet: bool, context: Option<&PhpResource>) -> Option<Stat> {
    stat_path_as(cx, path, StatFlags::of(link, quiet), context)
}

/// The same, with all that can be asked.
pub fn stat_path_as(cx: &mut Cx, path: &[u8], flags: StatFlags, context: Option<&PhpResource>) -> Option<Stat> {
    let resolved = super::intercepted(cx, path, false, false);
    let path = resolved.as_deref().unwrap_or(path);
    let (wrapper, inner) = locate(cx, path, OpenOptions::default())?;
    wrapper.url_stat(cx, inner, flags, context)
}
