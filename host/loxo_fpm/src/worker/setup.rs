//! From what the supervisor left open to a process that has the pool's rights and no more.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::sync::Arc;
use std::time::Duration;

use loxo_sampler::Sampler;

use super::state::{Common, Host, Manner, Worker};
use super::stop::Stop;
use super::{accept, pages, threads};
use crate::log::Log;
use crate::master;
use crate::scoreboard::{Own, Scoreboard};
use crate::transfer::{self, Message};
use crate::users;

/// A child that has just been started, on its first and only thread.
pub struct Child {
    message: Message,
    board: Scoreboard,
    shown: Option<Scoreboard>,
    access_log: Option<OwnedFd>,
    listener: OwnedFd,
    questions: Option<OwnedFd>,
    looking: loxo_sampler::Settings,
    log: Log,
}

fn variables(message: &Message, name: &str) -> Vec<(OsString, OsString)> {
    message.pairs(name).map(|(name, value)| (OsString::from_vec(name), OsString::from_vec(value))).collect()
}

impl Child {
    /// Takes what the supervisor left open, and its environment for as long as settings are read.
    pub fn begin() -> io::Result<Child> {
        let message = Message::from_file(loxo_process_sys::inherited(transfer::SETTINGS)?)?;
        let board = Scoreboard::open(loxo_process_sys::inherited(transfer::BOARD)?)?;
        let shown = match message.is_on("shown_board") {
            true => Some(Scoreboard::open(loxo_process_sys::inherited(transfer::SHOWN_BOARD)?)?),
            false => None,
        };
        let access_log = match message.get("access_format") {
            Some(_) => Some(loxo_process_sys::inherited(transfer::ACCESS_LOG)?),
            None => None,
        };
        let listener = loxo_process_sys::inherited(transfer::LISTENER)?;
        let mut looking = loxo_sampler::Settings::default();
        for (name, value) in message.pairs("looking") {
            // They have been looked at where they were read.
            let _ = looking.set(&String::from_utf8_lossy(&name), &String::from_utf8_lossy(&value));
        }
        let questions = match looking.period.filter(|_| !message.is_on("rules")) {
            Some(_) => Some(loxo_process_sys::inherited(transfer::QUESTIONS)?),
            None => None,
        };
        // What tools show as the program's name; without /proc they show the file's.
        let _ = std::fs::write("/proc/self/comm", if message.is_on("rules") { "loxo-rules" } else { "php-fpm" });
        let log = Log::new(true);
        log.set_level(i32::try_from(message.number("log_level")).unwrap_or(0));
        log.limit.set(usize::try_from(message.number("log_limit")).unwrap_or(1024));
        loxo_process_sys::replace_environment(&variables(&message, "start_env"))?;
        let log_problem = |problem: String| log.error(format!("[pool {}] {problem}", message.text("pool").unwrap_or_default()));
        // Its file need not be the pool's.
        looking.traces.read_secret().unwrap_or_else(log_problem);
        Ok(Child { message, board, shown, access_log, listener, questions, looking, log })
    }

    /// What the supervisor's command line said of PHP's settings, or the rules that the child evaluates.
    pub fn settings(&self) -> Vec<u8> {
        self.message.get("settings").unwrap_or_default().to_vec()
    }

    /// `php_value` and `php_admin_value` of the pool, in the order in which they count; true: those that programs must not change.
    pub fn values(&self) -> Vec<(bool, Vec<u8>, Vec<u8>)> {
        let values = self.message.pairs("php_value").map(|(name, value)| (false, name, value));
        values.chain(self.message.pairs("php_admin_value").map(|(name, value)| (true, name, value))).collect()
    }

    /// A setting of that name does not exist.
    pub fn unknown_value(&self, name: &[u8], locked: bool) {
        let kind = if locked { "php_admin_value" } else { "php_value" };
        self.log.error(format!("Unable to set {kind} '{}'", String::from_utf8_lossy(name)));
    }

    /// Something does not work as the settings say, and the child goes on.
    pub fn warning(&self, message: &str) {
        self.log.warning(format!("[pool {}] {message}", self.pool()));
    }

    /// Gives up what the pool must not have. False: it cannot, and the log says why; the process must end.
    pub fn drop_rights(&self) -> bool {
        let done = loxo_process_sys::replace_environment(&variables(&self.message, "env")).is_ok() && self.restrict();
        if !done {
            self.log.error(format!("[pool {}] child failed to initialize", self.pool()));
        }
        done
    }

    fn pool(&self) -> String {
        self.message.text("pool").unwrap_or_default()
    }

    fn restrict(&self) -> bool {
        let message = &self.message;
        let pool = self.pool();
        let number = |name: &str| i32::try_from(message.number(name)).unwrap_or(0);
        let failed = |what: String, error: io::Error| {
            self.log.system_error(&format!("[pool {pool}] {what}"), &error);
            false
        };
        master::child_limits(number("rlimit_files"), number("rlimit_core"), &pool, &self.log);
        let is_root = nix::unistd::geteuid().is_root();
        let root = message.text("chroot").filter(|_| is_root);
        if let Some(root) = &root
            && let Err(error) = nix::unistd::chroot(root.as_str())
        {
            return failed(format!("failed to chroot({root})"), error.into());
        }
        if let Some(folder) = message.text("chdir") {
            if let Err(error) = std::env::set_current_dir(&folder) {
                return failed(format!("failed to chdir({folder})"), error);
            }
        } else if root.is_some() && std::env::set_current_dir("/").is_err() {
            self.log.warning(format!("[pool {pool}] failed to chdir(/)"));
        }
        if is_root && !users::become_user(message, &failed) {
            return false;
        }
        if message.is_on("dumpable")
            && let Err(error) = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable)
        {
            failed("failed to prctl(PR_SET_DUMPABLE)".into(), error.into());
        }
        true
    }

    /// Runs no PHP: gives its listening socket, and what returns when the child is to end.
    pub fn into_socket(self) -> io::Result<(OwnedFd, impl FnOnce() + Send + 'static)> {
        let stop = Stop::new(0)?;
        // Without the signal it is the supervisor's to kill it.
        Ok((self.listener, move || drop(stop.wait())))
    }

    /// Serves, on the thread that is to run PHP; gives the exit status.
    pub fn serve(mut self, host: Host) -> i32 {
        let sampler = Sampler::start(&self.looking, self.questions.take()).unwrap_or_else(|problem| {
            self.log.error(format!("[pool {}] {problem}", self.pool()));
            None
        });
        let message = &self.message;
        let number = |name: &str| u64::try_from(message.number(name)).unwrap_or(0);
        let format = message.text("access_format").unwrap_or_default();
        let extensions = message.text("limit_extensions").unwrap_or_default();
        let places: Vec<usize> = message.numbers("slot").collect();
        let is_shared = message.is_on("threads");
        let limit = Some(number("request_limit")).filter(|limit| is_shared && *limit > 0).map(Duration::from_secs);
        let common = Common {
            log_level: i32::try_from(message.number("log_level")).unwrap_or(0),
            log_limit: usize::try_from(message.number("log_limit")).unwrap_or(1024),
            pool: message.text("pool").unwrap_or_default(),
            shown: self.shown.map(Arc::new),
            pages: pages::Paths {
                status: message.get("status_path").map(<[u8]>::to_vec).filter(|path| !path.is_empty()),
                ping: message.get("ping_path").map(<[u8]>::to_vec).filter(|path| !path.is_empty()),
                pong: message.get("ping_response").unwrap_or_default().to_vec(),
                metrics: message.get("metrics_path").map(<[u8]>::to_vec),
            },
            access_log: self.access_log.map(|file| (file, format)),
            suppress_paths: message.all("suppress_path").map(<[u8]>::to_vec).collect(),
            extensions: extensions
                .split([' ', '\t'])
                .filter(|ending| !ending.is_empty())
                .map(|ending| ending.as_bytes().to_vec())
                .collect(),
            max_requests: number("max_requests"),
            caught: message.is_on("output"),
            is_shared,
            is_behind_front: message.is_on("front"),
            sampler,
            is_watched: limit.is_some(),
            ..Common::new(Manner::Fpm, host)
        };
        if is_shared {
            let most = usize::try_from(number("connections")).unwrap_or(1);
            return threads::serve(common, self.listener, self.board, &places, most, limit);
        }
        let clients = message.text("allowed_clients").filter(|_| message.is_on("tcp"));
        let stop = Stop::new(1).and_then(|stop| stop.watch().map(|()| stop));
        let listener = stop.and_then(|stop| accept::Listener::new(self.listener, clients.as_deref(), &self.log, stop, 0));
        let listener = match listener {
            Ok(listener) => listener,
            Err(error) => {
                self.log.system_error("the listening socket cannot be used", &error);
                return crate::exit::SOFTWARE;
            }
        };
        let own = Own::new(Arc::new(self.board), places.first().copied().unwrap_or(0));
        Worker::new(Arc::new(common), own).run(&listener);
        0
    }
}
