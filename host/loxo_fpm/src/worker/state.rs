//! What a child knows all its life.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use loxo_engine::Engine;
use loxo_process_sys::ThreadId;
use loxo_runtime::ini::{IniConfig, parse_bool};
use loxo_sampler::{Recorder, Sampler};

use super::pages;
use super::slot::Slot;
use crate::log::Log;
use crate::scoreboard::{Own, Scoreboard};

/// What runs PHP. Who links this crate makes it, of a child's settings.
pub struct Host {
    pub engine: Engine,
    pub config: Arc<IniConfig>,
    /// `PHP_VERSION`
    pub php_version: String,
}

/// Whose rules count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Fpm,
    /// `php-cgi` as a FastCGI server.
    Cgi,
}

/// What all workers of a child know.
pub(super) struct Common {
    pub(super) manner: Manner,
    pub(super) host: Host,
    pub(super) settings: Settings,
    /// The child's own environment, and where each variable stands in it.
    pub(super) environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) environment_places: HashMap<Vec<u8>, usize>,
    pub(super) directory: PathBuf,
    pub(super) log_level: i32,
    pub(super) log_limit: usize,
    pub(super) pool: String,
    /// The board that the status page shows, if it is another pool's.
    pub(super) shown: Option<Arc<Scoreboard>>,
    pub(super) pages: pages::Paths,
    pub(super) access_log: Option<(OwnedFd, String)>,
    pub(super) suppress_paths: Vec<Vec<u8>>,
    /// Scripts have one of these endings; empty: any.
    pub(super) extensions: Vec<Vec<u8>>,
    pub(super) max_requests: u64,
    /// Requests that have begun.
    pub(super) requests: AtomicU64,
    /// The supervisor reads what scripts write to standard error.
    pub(super) caught: bool,
    /// Other requests run in this process at the same time.
    pub(super) is_shared: bool,
    /// Requests come from Loxo's own HTTP server, which has looked for their scripts.
    pub(super) is_behind_front: bool,
    /// Looks at what the workers do.
    pub(super) sampler: Option<Arc<Sampler>>,
    /// A request may be ended before it is done: there is a limit of time that this process watches itself.
    pub(super) is_watched: bool,
}

/// PHP's settings that each request asks for.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) fix_pathinfo: bool,
    pub(super) discard_path: bool,
    /// `X-Powered-By`
    pub(super) powered_by: Option<Vec<u8>>,
    pub(super) log_to_client: bool,
    pub(super) error_header: Vec<u8>,
    pub(super) user_ini: Vec<u8>,
    pub(super) user_ini_seconds: u64,
    /// Bytes of programs that a process may have compiled (`opcache.memory_consumption`), and of programs that nobody needs any more
    /// (`opcache.max_wasted_percentage` of that), before another takes its place.
    pub(super) code: (usize, usize),
}

fn text_number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

impl Settings {
    pub(super) fn of(host: &Host) -> Settings {
        let text = |name: &str| host.config.get(name.as_bytes()).unwrap_or_default().to_vec();
        let is_on = |name: &str| host.config.get(name.as_bytes()).is_some_and(parse_bool);
        let lifetime = loxo_runtime::ini::parse_quantity(&text("user_ini.cache_ttl")).value;
        let number = |name: &str, usual: usize| text_number(&text(name)).unwrap_or(usual);
        let memory = number("opcache.memory_consumption", 128) << 20;
        Settings {
            fix_pathinfo: is_on("cgi.fix_pathinfo"),
            discard_path: is_on("cgi.discard_path"),
            powered_by: is_on("expose_php").then(|| format!("PHP/{}", host.php_version).into_bytes()),
            log_to_client: is_on("fastcgi.logging"),
            error_header: text("fastcgi.error_header"),
            user_ini: text("user_ini.filename"),
            user_ini_seconds: u64::try_from(lifetime).unwrap_or(0).max(1),
            code: (memory, memory / 100 * number("opcache.max_wasted_percentage", 5)),
        }
    }
}

impl Common {
    /// With nothing that a manager says; the environment and the folder are the process's.
    pub(super) fn new(manner: Manner, host: Host) -> Common {
        let environment: Vec<(Vec<u8>, Vec<u8>)> = std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect();
        Common {
            manner,
            settings: Settings::of(&host),
            host,
            environment_places: environment.iter().enumerate().map(|(index, (name, _))| (name.clone(), index)).collect(),
            environment,
            directory: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            log_level: 0,
            log_limit: 1024,
            pool: String::new(),
            shown: None,
            pages: pages::Paths { status: None, ping: None, pong: Vec::new(), metrics: None },
            access_log: None,
            suppress_paths: Vec::new(),
            extensions: Vec::new(),
            max_requests: 0,
            requests: AtomicU64::new(0),
            caught: false,
            is_shared: false,
            is_behind_front: false,
            sampler: None,
            is_watched: false,
        }
    }

    /// A log for the calling thread.
    pub(super) fn log(&self) -> Log {
        let log = Log::new(true);
        log.set_level(self.log_level);
        log.limit.set(self.log_limit);
        log
    }
}

/// What runs one request at a time, on the thread that it was made on.
pub(super) struct Worker {
    pub(super) common: Arc<Common>,
    pub(super) log: Rc<Log>,
    pub(super) own: Rc<Own>,
    /// Where it is watched, if it is one of several in its process.
    pub(super) place: Option<(Arc<Slot>, ThreadId)>,
    /// What is looked at of this worker.
    pub(super) recorder: Option<Recorder>,
    /// A request has shown a bug: the thread should not run another.
    pub(super) is_broken: bool,
    /// `.user.ini` texts by folder and document root, until they are looked for again.
    pub(super) user_settings: HashMap<(Vec<u8>, Vec<u8>), (Instant, Vec<Vec<u8>>)>,
}

impl Worker {
    pub(super) fn new(common: Arc<Common>, own: Own) -> Worker {
        let log = Rc::new(common.log());
        let recorder = common.sampler.as_ref().map(|sampler| Recorder::new(sampler, own.index as u64));
        Worker { common, log, own: Rc::new(own), place: None, recorder, is_broken: false, user_settings: HashMap::new() }
    }

    /// Nobody waits for it any more.
    pub(super) fn is_abandoned(&self) -> bool {
        self.place.as_ref().is_some_and(|(slot, _)| slot.is_abandoned())
    }
}
