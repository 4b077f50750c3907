//! `CurlHandle`: what a handle is, how it begins, and how it is copied.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::rc::Rc;

use loxo_curl_sys::{Easy, Hook, OK};
use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, OrFalse, PhpObject, PhpResource, PhpResult, PhpStr, Tag, Tracer, Value, compare};

use crate::form::{self, Source};

const URL: u32 = 10002;
const CAINFO: u32 = 10065;
const CAPATH: u32 = 10097;
const NOPROGRESS: u32 = 43;
const MAXREDIRS: u32 = 68;
const DNS_CACHE_TIMEOUT: u32 = 92;
const NOSIGNAL: u32 = 99;
const PROTOCOLS: u32 = 181;
pub(crate) const PROTOCOL_FILE: i64 = 1 << 10;

/// Where content or headers go.
#[derive(Clone, Default)]
pub(crate) enum Target {
    #[default]
    Output,
    Nowhere,
    Text,
    Stream(PhpResource),
    Call(Callable),
}

/// What a `CurlHandle` holds.
pub(crate) struct State {
    pub easy: Rc<Easy>,
    pub write: Target,
    pub header: Target,
    pub content: PhpStr,
    pub read_call: Option<Callable>,
    pub read_stream: Option<PhpResource>,
    pub stderr: Option<PhpResource>,
    pub progress: Option<Callable>,
    pub transfer_info: Option<Callable>,
    pub debug: Option<Callable>,
    pub fnmatch: Option<Callable>,
    pub prereq: Option<Callable>,
    pub private: Value,
    pub post: Option<Value>,
    pub sources: Vec<Source>,
    pub status: i32,
    /// What was sent, if somebody wants to know.
    pub sent: Option<Vec<u8>>,
    pub wants_sent: bool,
    pub share: Option<PhpObject>,
    pub calling: bool,
}

impl State {
    fn new(easy: Rc<Easy>) -> State {
        State {
            easy,
            write: Target::Output,
            header: Target::Nowhere,
            content: PhpStr::default(),
            read_call: None,
            read_stream: None,
            stderr: None,
            progress: None,
            transfer_info: None,
            debug: None,
            fnmatch: None,
            prereq: None,
            private: Value::NULL,
            post: None,
            sources: Vec::new(),
            status: OK,
            sent: None,
            wants_sent: false,
            share: None,
            calling: false,
        }
    }

    fn callables(&self) -> impl Iterator<Item = &Callable> {
        let targets = [&self.write, &self.header].into_iter().filter_map(|target| match target {
            Target::Call(callable) => Some(callable),
            _ => None,
        });
        let hooks = [&self.read_call, &self.progress, &self.transfer_info, &self.debug, &self.fnmatch, &self.prereq];
        targets.chain(hooks.into_iter().flatten())
    }
}

/// The native part; a handle that nobody made is empty.
#[derive(Default)]
pub(crate) struct Handle(pub Option<State>);

impl Native for Handle {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        let Some(state) = &self.0 else { return };
        state.callables().for_each(|callable| trace_callable(callable, tracer));
        tracer.value(&state.private);
        state.post.iter().for_each(|post| tracer.value(post));
        state.share.iter().for_each(|share| tracer.object(share));
    }
}

/// For the cycle collector.
pub(crate) fn trace_callable(callable: &Callable, tracer: &mut Tracer<'_>) {
    callable.this.iter().chain(&callable.closure).for_each(|object| tracer.object(object));
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Handle::default())),
        no_new: Some("Cannot directly construct CurlHandle, use curl_init() instead"),
        no_serialize: true,
        no_dynamic_properties: true,
        after_clone: Some(|cx, original, copy| {
            let state = duplicate(cx, original)?;
            copy.set_native(Box::new(Handle(state)));
            form::rebuild(cx, copy)
        }),
        cast: Some(number_of),
        ..ObjectHandlers::default()
    }
}

/// As an int an object is its number.
pub(crate) fn number_of(_: &mut Cx, this: &PhpObject, tag: Tag) -> PhpResult<Option<Value>> {
    Ok((tag == Tag::Int).then(|| Value::int(i64::from(this.handle()))))
}

/// The state of a handle.
#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn state<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut State> {
    match this.native_mut::<Handle>().and_then(|handle| handle.0.as_mut()) {
        Some(state) => Ok(state),
        None => Err(cx.throw_error("The CurlHandle object is not initialized")),
    }
}

fn defaults(cx: &mut Cx, easy: &Easy) {
    for (option, value) in [(NOPROGRESS, 1), (MAXREDIRS, 20), (DNS_CACHE_TIMEOUT, 120), (NOSIGNAL, 1)] {
        easy.set_number(option, value);
    }
    // Where the certificates of authorities are: libcurl has been built without a place for them.
    let configured = [cx.ini_str("openssl.cafile"), cx.ini_str("curl.cainfo")].into_iter().find(|file| !file.is_empty());
    if let Some(file) = configured {
        if let Ok(file) = CString::new(&*file) {
            easy.set_text(CAINFO, Some(&file));
        }
        return;
    }
    if let Some(file) = default_ca_file() {
        easy.set_text(CAINFO, Some(file));
    }
    if let Some(directory) = default_ca_directory() {
        easy.set_text(CAPATH, Some(directory));
    }
}

/// The system's certificates of authorities in one file.
pub(crate) fn default_ca_file() -> Option<&'static CStr> {
    const FILES: [&CStr; 4] =
        [c"/etc/ssl/certs/ca-certificates.crt", c"/etc/pki/tls/certs/ca-bundle.crt", c"/etc/ssl/ca-bundle.pem", c"/etc/ssl/cert.pem"];
    FILES.into_iter().find(|file| file.to_str().is_ok_and(|file| Path::new(file).is_file()))
}

/// The system's certificates of authorities, one a file.
pub(crate) fn default_ca_directory() -> Option<&'static CStr> {
    Some(c"/etc/ssl/certs").filter(|_| Path::new("/etc/ssl/certs").is_dir())
}

/// Sets the URL; `file://` is off where `open_basedir` is on.
pub(crate) fn set_url(cx: &mut Cx, easy: &Easy, url: &[u8]) -> PhpResult<i32> {
    if !cx.ini_str("open_basedir").is_empty() && url.len() >= 7 && url[..7].eq_ignore_ascii_case(b"file://") {
        easy.set_number(PROTOCOLS, 0xffff_ffff & !PROTOCOL_FILE);
    }
    set_text(cx, easy, URL, url)
}

/// Sets an option to a text.
pub(crate) fn set_text(cx: &mut Cx, easy: &Easy, option: u32, text: &[u8]) -> PhpResult<i32> {
    match CString::new(text) {
        Ok(text) => Ok(easy.set_text(option, Some(&text))),
        Err(_) => {
            let name = crate::function_name(cx);
            Err(cx.value_error(format!("{name}(): cURL option must not contain any null bytes")))
        }
    }
}

fn new_object(cx: &mut Cx, state: State) -> PhpObject {
    let class = cx.builtin_class("CurlHandle");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Handle(Some(state))));
    object
}

/// `curl_init()`
pub(crate) fn curl_init(cx: &mut Cx, url: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(easy) = Easy::new() else {
        cx.builtin_warning("Could not initialize a new cURL handle");
        cx.check()?;
        return Ok(Value::FALSE);
    };
    defaults(cx, &easy);
    if let Some(url) = url
        && set_url(cx, &easy, url)? != OK
    {
        return Ok(Value::FALSE);
    }
    Ok(new_object(cx, State::new(Rc::new(easy))).into())
}

/// `curl_close()`
pub(crate) fn curl_close(cx: &mut Cx, handle: &PhpObject) -> PhpResult<()> {
    if state(cx, handle)?.calling {
        return Err(cx.throw_error("curl_close(): Attempt to close cURL handle from a callback"));
    }
    Ok(())
}

/// What a copy begins with; forms follow with [`form::rebuild`].
fn duplicate(cx: &mut Cx, original: &PhpObject) -> PhpResult<Option<State>> {
    let old = state(cx, original)?;
    let Some(easy) = old.easy.duplicate() else { return Ok(None) };
    let mut new = State::new(Rc::new(easy));
    new.write = old.write.clone();
    new.header = old.header.clone();
    new.read_call = old.read_call.clone();
    new.read_stream = old.read_stream.clone();
    new.stderr = old.stderr.clone();
    new.progress = old.progress.clone();
    new.transfer_info = old.transfer_info.clone();
    new.debug = old.debug.clone();
    new.fnmatch = old.fnmatch.clone();
    new.prereq = old.prereq.clone();
    new.private = old.private.clone();
    new.post = old.post.clone();
    new.wants_sent = old.wants_sent;
    new.share = old.share.clone();
    let hooks = [
        (Hook::Progress, new.progress.is_some()),
        (Hook::TransferInfo, new.transfer_info.is_some()),
        (Hook::Debug, new.debug.is_some() || new.wants_sent),
        (Hook::Fnmatch, new.fnmatch.is_some()),
        (Hook::Prereq, new.prereq.is_some()),
    ];
    for (hook, _) in hooks.into_iter().filter(|(_, on)| *on) {
        new.easy.hook(hook, true);
    }
    if let Some(share) = &new.share
        && let Some(share) = crate::share::of(share)
    {
        new.easy.set_share(&share);
    }
    Ok(Some(new))
}

/// `curl_copy_handle()`
pub(crate) fn curl_copy_handle(cx: &mut Cx, handle: &PhpObject) -> PhpResult<Value> {
    let Some(new) = duplicate(cx, handle)? else {
        cx.builtin_warning("Cannot duplicate cURL handle");
        cx.check()?;
        return Ok(Value::FALSE);
    };
    let object = new_object(cx, new);
    form::rebuild(cx, &object)?;
    Ok(object.into())
}

/// `curl_reset()`
pub(crate) fn curl_reset(cx: &mut Cx, handle: &PhpObject) -> PhpResult<()> {
    let own = state(cx, handle)?;
    if own.calling {
        return Err(cx.throw_error("curl_reset(): Attempt to reset cURL handle from a callback"));
    }
    own.easy.reset();
    let easy = own.easy.clone();
    let mut fresh = State::new(easy.clone());
    fresh.share = own.share.take();
    let old = std::mem::replace(own, fresh);
    drop(old);
    defaults(cx, &easy);
    Ok(())
}

/// `curl_errno()`
pub(crate) fn curl_errno(cx: &mut Cx, handle: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(state(cx, handle)?.status))
}

/// `curl_error()`
pub(crate) fn curl_error(cx: &mut Cx, handle: &PhpObject) -> PhpResult<PhpStr> {
    let own = state(cx, handle)?;
    if own.status == OK {
        return Ok(PhpStr::default());
    }
    let told = own.easy.error();
    Ok(if told.is_empty() { PhpStr::new(loxo_curl_sys::easy_text(own.status).as_bytes()) } else { PhpStr::from_vec(told) })
}

/// `curl_escape()`
pub(crate) fn curl_escape(_: &mut Cx, _: &PhpObject, text: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    Ok(converted(text, loxo_curl_sys::escape))
}

/// `curl_unescape()`
pub(crate) fn curl_unescape(_: &mut Cx, _: &PhpObject, text: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    Ok(converted(text, loxo_curl_sys::unescape))
}

fn converted(text: &PhpStr, work: fn(&[u8]) -> Option<Vec<u8>>) -> OrFalse<PhpStr> {
    if text.is_empty() {
        return OrFalse::some(PhpStr::default());
    }
    OrFalse(work(text).map(PhpStr::from_vec))
}

/// `curl_upkeep()`
pub(crate) fn curl_upkeep(cx: &mut Cx, handle: &PhpObject) -> PhpResult<bool> {
    let own = state(cx, handle)?;
    own.status = own.easy.upkeep();
    Ok(own.status == OK)
}

/// The stream that a resource is, if it is open.
pub(crate) fn stream(resource: &PhpResource) -> Option<loxo_streams::StreamRef> {
    loxo_streams::of_resource(resource)
}
