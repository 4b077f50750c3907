//! Streams: what files, sockets, pipes, memory and PHP's own wrappers have in common. Builtins, `include` and other extensions open
//! and use them through this crate.
//!
//! Modules: `stream` (buffer, position, life), `ops` (what a kind of stream must do), `lines`, `filters`, `context`, `wrapper` (schemes and
//! opening), `include_path`, `plain` (files), `files` (operations on their names), `dir`, `memory`, `data`, `php_scheme`, `glob`, `socket`,
//! `transport`, `persistent`, `http`, `user` (wrappers written in PHP), `crypto` (what an extension puts between a socket and its stream), `process`, `copy`.
//!
//! Paths are resolved against the current directory of the request. Files are opened close-on-exec. Nothing here panics on what the
//! outside does; failures are PHP's warnings and `false`. What a path was found to be is remembered per request ([`StreamState`]), as programs
//! can observe with PHP; whoever changes files past the streams calls `forget_stat` or `forget_names`.
#![forbid(unsafe_code)]

pub mod context;
pub mod copy;
pub mod crypto;
pub mod data;
pub mod dir;
mod files;
pub mod filters;
pub mod glob;
pub mod http;
pub mod include_path;
mod lines;
pub mod memory;
mod ops;
pub mod persistent;
pub mod php_scheme;
pub mod plain;
pub mod process;
pub mod socket;
mod stat;
pub mod stream;
pub mod transport;
pub mod user;
mod wrapper;

use std::cell::RefCell;
use std::rc::Rc;

use indexmap::IndexMap;
use loxo_value::{PhpResource, PhpStr, Value, for_each_resource};
use rustc_hash::FxBuildHasher;

pub use files::{TouchError, find_owner, touch_file};
pub use filters::{Bucket, Filter, FilterFactory, FilterFlags, FilterSlot, FilterStatus};
pub use ops::{Kind, OptionResult, ReadResult, SeekFailed, StreamOps, StreamOption, Whence};
pub use stat::Stat;
pub use stream::{CHUNK_SIZE, Stream, StreamRef, flags};
pub use wrapper::{
    Failures, MetaChange, OpenOptions, StatFlags, Wrapper, locate, open, open_stream, opendir, scheme, stat_path, stat_path_as,
    strip_password,
};

use loxo_runtime::{Cx, ExtSlot, PhpResult};

/// What an extension that keeps programs in archives has a say in.
pub struct ArchiveHooks {
    /// What an include statement means by a path, if that is something in an archive.
    pub resolve: fn(&mut Cx, &[u8]) -> Option<Vec<u8>>,
    /// The program in a file that is an archive, where that is not the text of the file itself.
    pub program: fn(&mut Cx, &[u8]) -> Option<Vec<u8>>,
    /// What file functions mean by a path of a script in an archive; along the include path; it must be a file.
    pub intercept: fn(&mut Cx, &[u8], bool, bool) -> Option<Vec<u8>>,
}

/// What a request may register, in the order in which it was. The names are the program's own, or ours.
pub type ByName<V> = IndexMap<Vec<u8>, V, FxBuildHasher>;

/// What requests know of streams when they begin: ours, and what extensions bring. It is the same for all requests of a process, so a thread makes the
/// tables once; a request that changes one gets a copy of its own.
#[derive(Clone)]
pub(crate) struct Known {
    /// By scheme, in the order in which they are listed.
    wrappers: Rc<ByName<Rc<dyn Wrapper>>>,
    filters: Rc<ByName<FilterFactory>>,
    transports: Rc<ByName<transport::Connector>>,
}

/// PHP's extensions start in another order than ours, and programs see it where these are listed. Others come behind them.
const WRAPPER_ORDER: &[&str] = &["https", "compress.zlib", "php", "file", "glob", "data", "http", "compress.bzip2", "phar", "zip"];
const FILTER_ORDER: &[&str] =
    &["zlib.*", "string.rot13", "string.toupper", "string.tolower", "convert.*", "consumed", "dechunk", "bzip2.*", "convert.iconv.*"];

fn insert_in_order<V>(table: &mut ByName<V>, order: &[&str], name: &str, value: V) {
    let rank = |name: &[u8]| order.iter().position(|known| known.as_bytes() == name).unwrap_or(order.len());
    let own = rank(name.as_bytes());
    table.shift_remove(name.as_bytes());
    let at = table.keys().position(|other| rank(other) > own).unwrap_or(table.len());
    table.shift_insert(at, name.into(), value);
}

thread_local! {
    static OF_THREAD: RefCell<Known> = RefCell::new(Known::builtin());
}

impl Known {
    fn builtin() -> Known {
        let filters = filters::BUILTIN.iter().map(|(name, factory)| (name.as_bytes().to_vec(), *factory)).collect();
        Known { wrappers: Rc::new(wrapper::builtin()), filters: Rc::new(filters), transports: Rc::new(transport::builtin()) }
    }

    pub(crate) fn of_thread() -> Known {
        OF_THREAD.with_borrow(Known::clone)
    }
}

/// What a request knows of streams.
pub struct StreamState {
    /// As it was before the program changed any of it.
    pub(crate) known: Known,
    /// By scheme, in the order in which they are listed.
    pub(crate) wrappers: Rc<ByName<Rc<dyn Wrapper>>>,
    filters: Rc<ByName<FilterFactory>>,
    /// Filters written in PHP: pattern → class name.
    pub user_filters: ByName<PhpStr>,
    /// Connections that are kept for later requests, by key.
    persistent: ByName<StreamRef>,
    pub default_context: Option<PhpResource>,
    /// The directory that was opened last, for `readdir()` without argument.
    pub default_dir: Option<PhpResource>,
    /// Status of the stream that was closed last.
    pub close_status: i32,
    /// Path that a user wrapper is opening, against endless recursion.
    pub(crate) user_opening: Option<Vec<u8>>,
    /// A user wrapper's code runs for `include`.
    pub(crate) in_user_include: bool,
    /// What the last path that was asked about is, until this request may have changed it: PHP's cache, which programs can observe.
    pub last_stat: Option<(PhpStr, Stat)>,
    /// The same of links themselves.
    pub last_lstat: Option<(PhpStr, Stat)>,
    /// Umask before the request changed it.
    pub saved_umask: Option<u32>,
    /// Starts and ends encryption of sockets, if an extension can.
    pub crypto: Option<crypto::Hook>,
    pub secure: Option<crypto::Secure>,
    pub archives: Option<&'static ArchiveHooks>,
    /// Why the last thing that was to be included could not be opened.
    pub(crate) include_failure: Option<Vec<u8>>,
    /// `$http_response_header`s of the last HTTP request, for `http_get_last_response_headers()`.
    pub last_http_headers: Option<Value>,
}

impl ExtSlot for StreamState {}

impl Default for StreamState {
    fn default() -> StreamState {
        let known = Known::of_thread();
        StreamState {
            wrappers: known.wrappers.clone(),
            filters: known.filters.clone(),
            known,
            user_filters: ByName::default(),
            persistent: ByName::default(),
            default_context: None,
            default_dir: None,
            close_status: 0,
            user_opening: None,
            in_user_include: false,
            last_stat: None,
            last_lstat: None,
            saved_umask: None,
            crypto: None,
            secure: None,
            archives: None,
            include_failure: None,
            last_http_headers: None,
        }
    }
}

impl StreamState {
    /// The wrapper of paths without a scheme.
    pub(crate) fn of_files(&self) -> Option<&Rc<dyn Wrapper>> {
        /// Where it is as long as no program has taken any away.
        const PLACE: usize = 3;
        let there = self.wrappers.get_index(PLACE).filter(|(scheme, _)| *scheme == b"file").map(|(_, wrapper)| wrapper);
        there.or_else(|| self.wrappers.get(&b"file"[..]))
    }

    /// Files have changed, or may have.
    #[inline]
    pub fn forget_stat(&mut self) {
        if self.last_stat.is_some() || self.last_lstat.is_some() {
            self.last_stat = None;
            self.last_lstat = None;
        }
    }

    /// The current directory has changed.
    pub fn forget_relative_stat(&mut self) {
        for known in [&mut self.last_stat, &mut self.last_lstat] {
            if known.as_ref().is_some_and(|(path, _)| !path.starts_with(b"/")) {
                *known = None;
            }
        }
    }

    /// Names have changed.
    pub fn forget_names(&mut self) {
        self.forget_stat();
        loxo_runtime::paths::forget_real_paths();
    }

    /// Extensions say what they bring where each request starts; the first one of a thread hears something new.
    fn learn(&mut self, what: impl FnOnce(&mut Known)) {
        self.known = OF_THREAD.with_borrow_mut(|known| {
            what(known);
            known.clone()
        });
        (self.wrappers, self.filters) = (self.known.wrappers.clone(), self.known.filters.clone());
    }

    /// For extensions that bring filters (`zlib.*`), from their start of the request.
    pub fn register_filter(&mut self, pattern: &str, factory: FilterFactory) {
        let is_known = self.known.filters.get(pattern.as_bytes()).is_some_and(|known| std::ptr::fn_addr_eq(*known, factory));
        if !is_known {
            self.learn(|known| insert_in_order(Rc::make_mut(&mut known.filters), FILTER_ORDER, pattern, factory));
        }
    }

    /// For extensions that bring schemes (`compress.zlib`), from their start of the request. A scheme has one wrapper for as long as the process runs.
    pub fn register_wrapper(&mut self, scheme: &str, wrapper: impl Wrapper + 'static) {
        if !self.known.wrappers.contains_key(scheme.as_bytes()) {
            self.learn(|known| insert_in_order(Rc::make_mut(&mut known.wrappers), WRAPPER_ORDER, scheme, Rc::new(wrapper)));
        }
    }

    /// For extensions that bring transports (`ssl`).
    pub fn register_transport(&mut self, name: &str, connect: transport::Connector) {
        let is_known = self.known.transports.get(name.as_bytes()).is_some_and(|known| std::ptr::fn_addr_eq(*known, connect));
        if !is_known {
            self.learn(|known| _ = Rc::make_mut(&mut known.transports).insert(name.into(), connect));
        }
    }

    pub(crate) fn filter_factory(&self, name: &[u8]) -> Option<FilterFactory> {
        let factory = self.filters.get(name).or_else(|| self.filters.get(&name.to_ascii_lowercase()));
        factory.copied()
    }

    /// `stream_get_filters()`
    pub fn filter_names(&self) -> Vec<PhpStr> {
        self.filters.keys().chain(self.user_filters.keys()).map(|name| PhpStr::new(name)).collect()
    }

    /// Registers a filter of the program's own. False: the name is taken.
    pub fn register_user_filter(&mut self, pattern: &[u8], class: PhpStr, factory: FilterFactory) -> bool {
        if self.filters.contains_key(pattern) {
            return false;
        }
        self.user_filters.insert(pattern.to_vec(), class);
        Rc::make_mut(&mut self.filters).insert(pattern.to_vec(), factory);
        true
    }

    /// `stream_get_wrappers()`
    pub fn wrapper_names(&self) -> Vec<PhpStr> {
        self.wrappers.keys().map(|name| PhpStr::new(name)).collect()
    }

    /// `stream_get_transports()`
    pub fn transport_names(&self) -> Vec<PhpStr> {
        self.known.transports.keys().map(|name| PhpStr::new(name)).collect()
    }
}

/// The request's state of streams.
pub fn state(cx: &mut Cx) -> &mut StreamState {
    cx.ext::<StreamState>()
}

thread_local! {
    /// Streams whose resource is gone, but whose end runs PHP code or filters.
    static PENDING: RefCell<Vec<StreamRef>> = const { RefCell::new(Vec::new()) };
}

/// What a `stream` resource holds.
struct Handle(StreamRef);

impl Drop for Handle {
    fn drop(&mut self) {
        // A persistent one stays open without a resource.
        if self.0.closes_in_php() && !self.0.has_flag(flags::PERSISTENT) {
            PENDING.with_borrow_mut(|pending| pending.push(self.0.clone()));
            loxo_value::interrupt::defer_work();
        }
    }
}

/// Streams wait to be closed; the interpreter calls [`close_pending`] between two operations.
pub fn has_pending() -> bool {
    PENDING.with_borrow(|pending| !pending.is_empty())
}

/// Closes the streams that no variable holds any more and whose end runs PHP code.
pub fn close_pending(cx: &mut Cx) {
    loxo_value::interrupt::take_deferred_work();
    loop {
        let pending = PENDING.with_borrow_mut(std::mem::take);
        if pending.is_empty() {
            return;
        }
        for stream in pending {
            let status = stream.close(cx);
            state(cx).close_status = status;
        }
    }
}

/// Gives a stream its resource, under the next number of the request.
pub fn into_resource(stream: StreamRef) -> PhpResource {
    let kind = if stream.has_flag(flags::PERSISTENT) { "persistent stream" } else { "stream" };
    let resource = PhpResource::new(kind, Box::new(Handle(stream.clone())));
    stream.with_ops(|ops: &mut memory::TempOps| ops.number_inner());
    resource
}

/// The stream of a resource, if it is an open one.
pub fn of_resource(resource: &PhpResource) -> Option<StreamRef> {
    resource.data::<Handle>().map(|handle| handle.0.clone()).filter(|stream| !stream.is_closed())
}

/// The stream of an argument; a TypeError if it is none or closed.
pub fn from_resource(cx: &mut Cx, resource: &PhpResource) -> PhpResult<StreamRef> {
    if has_pending() {
        close_pending(cx);
    }
    match of_resource(resource) {
        Some(stream) => Ok(stream),
        None => Err(context::not_valid(cx, "stream")),
    }
}

/// The resource of a stream, if it still has one (streams do not hold theirs, or they would never be closed).
pub fn resource_of(stream: &Stream) -> Option<PhpResource> {
    let mut found = None;
    for_each_resource(|resource| {
        if found.is_none() && resource.data::<Handle>().is_some_and(|handle| std::ptr::eq(&*handle.0, stream)) {
            found = Some(resource.clone());
        }
    });
    found
}

/// Closes a stream and its resource. The status is 0, or what `pclose()` answers.
pub fn close_resource(cx: &mut Cx, resource: &PhpResource) -> i32 {
    let Some(stream) = of_resource(resource) else { return 0 };
    // PHP code that runs meanwhile sees a closed resource.
    let handle = resource.close();
    let status = stream.close(cx);
    drop(handle);
    state(cx).close_status = status;
    status
}

/// The start of a request: the command line has constants for the streams of its process.
pub fn start(cx: &mut Cx) {
    if cx.sapi.name() == "cli" {
        php_scheme::define_constants(cx);
    }
}

/// Source text for `include` from what is no plain file. Why there is none says [`take_include_failure`].
pub fn include_source(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    let mut options = OpenOptions::REPORT_ERRORS.with(OpenOptions::FOR_INCLUDE).with(OpenOptions::FOR_SOURCE);
    if path.starts_with(b"/") && loxo_files::stat(loxo_runtime::paths::path_of(path)).is_ok() {
        options = options.with(OpenOptions::REALPATH);
    }
    let Some(resource) = open(cx, path, b"rb", options, None)? else { return Ok(None) };
    let stream = from_resource(cx, &resource)?;
    let text = stream.read_all(cx, None).to_vec();
    close_resource(cx, &resource);
    cx.check()?;
    Ok(Some(text))
}

/// Why [`include_source`] gave nothing.
pub fn take_include_failure(cx: &mut Cx) -> Option<Vec<u8>> {
    state(cx).include_failure.take()
}

/// The program in a file that an extension reads in a way of its own. Only names that say so are looked at.
pub fn program_of(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    memchr::memmem::find(path, b".phar")?;
    let hooks = state(cx).archives?;
    (hooks.program)(cx, path)
}

/// What an include statement of a script in an archive means.
pub fn resolve_in_archive(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    let hooks = state(cx).archives?;
    (hooks.resolve)(cx, path)
}

/// What file functions mean by a path, if a script in an archive has asked for it.
pub fn intercepted(cx: &mut Cx, path: &[u8], along_include_path: bool, must_exist: bool) -> Option<Vec<u8>> {
    let hooks = state(cx).archives?;
    (hooks.intercept)(cx, path, along_include_path, must_exist)
}

/// Plain files are read as they stand: no program has put a wrapper of its own in their place.
pub fn files_are_plain(cx: &mut Cx) -> bool {
    state(cx).of_files().is_some_and(|wrapper| !wrapper.is_user())
}

/// Closes everything that is still open, newest first: the end of a request.
pub fn shutdown(cx: &mut Cx) {
    close_pending(cx);
    let mut open = Vec::new();
    for_each_resource(|resource| {
        if resource.data::<Handle>().is_some() {
            open.push(resource.clone());
        }
    });
    while let Some(resource) = open.pop() {
        // The process's own descriptors outlive the request.
        if let Some(stream) = of_resource(&resource) {
            php_scheme::with_role(&stream, php_scheme::Role::release);
        }
        close_resource(cx, &resource);
    }
    close_pending(cx);
    if let Some(umask) = state(cx).saved_umask.take() {
        rustix::process::umask(rustix::fs::Mode::from_bits_truncate(umask));
    }
}

/// The umask of this thread. To ask the system for it is to change it, which threads that share it would notice.
pub fn file_mask() -> u32 {
    let status = std::fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    mask.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o022)
}

/// All of a stream, as a string.
pub fn read_all(cx: &mut Cx, resource: &PhpResource) -> PhpResult<PhpStr> {
    let stream = from_resource(cx, resource)?;
    Ok(stream.read_all(cx, None))
}

/// The text of the last error of the operating system, as `strerror()` has it.
pub fn error_text(error: impl Into<std::io::Error>) -> String {
    let text = error.into().to_string();
    match text.rfind(" (os error ") {
        Some(at) => text[..at].to_string(),
        None => text,
    }
}
