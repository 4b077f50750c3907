//! From the command line to a supervisor that runs.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;
use std::sync::Arc;

use loxo_admin::Admin;
use loxo_process_sys::SignalFile;
use rustix::process::{Resource, Rlimit};

use super::commands::Commands;
use super::control::DRAINING;
use super::handed::{HANDED, Handed};
use super::server_process::ServerProcess;
use super::signals::{HELD_BACK, SIG_BLOCK, SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use super::state::{Master, Options, Running, State};
use super::systemd;
use crate::config::{self, Checked, Config};
use crate::exit;
use crate::log::{Log, Syslog, Target, open_log_file};
use crate::plan::ServerPlan;
use crate::scoreboard::{Scoreboard, clock};
use crate::sockets::{Listeners, queue};
use crate::transfer::{FRONT_TITLE, QUEUE_TITLE};
use crate::users;

/// Where the configuration is.
const CONFIG_FILE: &str = "/etc/php/8.4/fpm/php-fpm.conf";
/// `log_limit` is at least this.
const MIN_LIMIT: i32 = 512;
/// How long the caller of a daemon waits for it.
const DAEMON_PATIENCE: i64 = 10;

/// Processes of before a reload may take so long, in microseconds.
const DRAINING_TIME: u64 = 3_600_000_000;

/// The exit status of a program that does not run on.
type Ended = i32;

/// The log has the reason.
struct Reported;

pub(super) fn start(options: Options, log: Log) -> Result<Master, Ended> {
    let _ = loxo_process_sys::mask(SIG_BLOCK, HELD_BACK);
    let stdout = options.plan.as_ref().and_then(|_| rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3).ok());
    if std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")
        .is_ok_and(|null| rustix::stdio::dup2_stdin(&null).and_then(|()| rustix::stdio::dup2_stdout(&null)).is_err())
    {
        log.error("failed to init stdio: dup2()");
    }
    let mut to_caller = None;
    // php-fpm has a last line, and a status of its own.
    let failed = match options.plan {
        Some(_) => |_: &Log, _: Option<File>| exit::FAILED,
        None => failed,
    };
    match begin(options, &log, &mut to_caller) {
        Ok(parts) => {
            let pid = std::process::id();
            let mut master = parts.into_master(log);
            if let Some(front) = &mut master.front {
                front.stdout = stdout;
            }
            if !master.write_pid() {
                return Err(failed(&master.log, to_caller));
            }
            if master.use_error_log {
                master.tie_stderr();
            }
            master.log.set_launched();
            if master.front.is_some() {
                return Ok(master);
            }
            // Without /proc, tools go on showing the command line.
            let _ = loxo_process_sys::set_title(format!("php-fpm: master process ({})", config_file(&master.options)).as_bytes());
            master.log.notice(format!("fpm is running, pid {pid}"));
            if let Some(mut caller) = to_caller {
                let _ = caller.write_all(&1i32.to_ne_bytes());
            }
            Ok(master)
        }
        Err(Some(status)) => Err(status),
        Err(None) => Err(failed(&log, to_caller)),
    }
}

impl Master {
    /// The pages about the children, where somebody looks at them.
    pub(super) fn start_admin(&mut self) {
        let settings = &self.config.global.looking;
        if settings.period.is_none() {
            return;
        }
        match Admin::start(settings, self.questions.clone()) {
            Ok(admin) => self.admin = admin,
            Err(problem) => self.log.warning(problem),
        }
    }
}

fn failed(log: &Log, to_caller: Option<File>) -> Ended {
    log.error("FPM initialization failed");
    if let Some(mut caller) = to_caller {
        let _ = caller.write_all(&0i32.to_ne_bytes());
    }
    exit::CONFIG
}

/// What a supervisor is made of.
struct Parts {
    options: Options,
    config: Config,
    pools: Vec<Running>,
    front: Option<ServerProcess>,
    queue: Option<ServerProcess>,
    draining: Vec<(i32, u64)>,
    commands: Commands,
    listeners: Listeners,
    signals: SignalFile,
    connections: OwnedFd,
    original_stderr: Option<OwnedFd>,
    use_error_log: bool,
    systemd: systemd::Notifier,
}

impl Parts {
    fn into_master(self, log: Log) -> Master {
        Master {
            options: self.options,
            config: self.config,
            log,
            pools: self.pools,
            front: self.front,
            queue: self.queue,
            kept_queue: None,
            commands: self.commands,
            draining: self.draining,
            listeners: self.listeners,
            signals: self.signals,
            connections: self.connections,
            state: State::Normal,
            signal_sent: 0,
            next_action: None,
            crashes: Vec::new(),
            original_stderr: self.original_stderr,
            use_error_log: self.use_error_log,
            environment: std::env::vars_os()
                .filter(|(name, _)| name != DRAINING && name != HANDED && name != "LISTEN_PID" && name != "LISTEN_FDS")
                .collect(),
            systemd: self.systemd,
            questions: Arc::default(),
            admin: None,
            max_warned: false,
        }
    }
}

/// `Err(Some)`: the program is done; `Err(None)`: it failed, and the log says why.
fn begin(options: Options, log: &Log, to_caller: &mut Option<File>) -> Result<Parts, Option<Ended>> {
    let loaded = load(&options, log).map_err(|Reported| None)?;
    let Loaded { config, original_stderr, use_error_log, systemd, access_logs } = loaded;
    if options.test > 0 {
        if !config.pools.iter().all(|pool| users::check(pool, log)) {
            return Err(None);
        }
        if options.test > 1 {
            config::dump(&config, log);
        }
        log.notice(format!("configuration file {} test is successful", config_file(&options)));
        return Err(Some(exit::OK));
    }
    limits(config.global.rlimit_files, config.global.rlimit_core, None, log).map_err(|Reported| None)?;
    if config.global.daemonize {
        match daemonize(log).map_err(|Reported| None)? {
            Some(pipe) => *to_caller = Some(pipe),
            None => return Err(Some(exit::OK)),
        }
    }
    if options.plan.is_none() {
        let _ = nix::unistd::setsid();
    }
    if let Some(priority) = config.global.process_priority {
        if !nix::unistd::geteuid().is_root() {
            log.notice("'process.priority' directive is ignored when FPM is not running as root");
        } else if let Err(error) = loxo_process_sys::set_priority(0, 0, priority) {
            log.system_error("Unable to set priority for the master process", &error);
            return Err(None);
        }
    }
    let mut identities = Vec::new();
    for pool in &config.pools {
        identities.push(users::identity(pool, options.run_as_root, log).ok_or(None)?);
    }
    let mut boards = Vec::new();
    for pool in &config.pools {
        let board = Scoreboard::create(&pool.name, pool.manager(), places(pool)).map_err(|error| {
            log.system_error(&format!("[pool {}] Unable to create scoreboard SHM", pool.name), &error);
            None
        })?;
        boards.push(Rc::new(board));
    }
    let all: &[i32] = match options.plan {
        Some(_) => &[SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGCHLD, SIGQUIT, SIGHUP],
        None => &[SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGCHLD, SIGQUIT],
    };
    let signals = loxo_process_sys::mask(SIG_BLOCK, all).and_then(|_| SignalFile::new(all)).map_err(|error| {
        log.system_error("failed to init signals: signalfd()", &error);
        None
    })?;
    let mut listeners = Listeners::inherit(log);
    if options.plan.is_some() {
        listeners.activated();
    }
    let mut handed = Handed::inherit();
    let front = front(&options, &mut listeners, log).map_err(|Reported| None)?;
    let mut queue_server = queue_server(&options, &mut listeners, log).map_err(|Reported| None)?;
    let mut draining = draining();
    if let Some((pid, start)) = handed.queue.take()
        && !queue_server.as_mut().is_some_and(|queue| queue.adopt(pid, &start))
    {
        let _ = loxo_process_sys::kill(pid, SIGTERM);
        draining.push((pid, clock() + DRAINING_TIME));
    }
    let commands = commands(&options, handed, log).map_err(|Reported| None)?;
    let mut pools = Vec::new();
    for (((pool, identity), board), access_log) in config.pools.iter().zip(identities).zip(boards).zip(access_logs) {
        let socket = listeners.of(pool, log).ok_or(None)?;
        if let Some((_, length)) = queue(&socket).filter(|_| pool.is_tcp()) {
            board.set_queue_length(length);
        }
        pools.push(Running::new(pool.clone(), identity, socket, board, access_log));
    }
    let connections = super::events::watch_connections(&pools).map_err(|error| {
        log.system_error("Unable to initialize the event module epoll", &error);
        None
    })?;
    Ok(Parts {
        options,
        config,
        pools,
        front,
        queue: queue_server,
        draining,
        commands,
        listeners,
        signals,
        connections,
        original_stderr,
        use_error_log,
        systemd,
    })
}

/// Places on the board of a pool: where children are replaced before they end there are two of each for a while.
fn places(pool: &config::Pool) -> usize {
    let children = usize::try_from(pool.max_children).unwrap_or(1);
    let times = if pool.threads > 0 || pool.memory > 0 { 2 } else { 1 };
    children * pool.threads.max(1) * times
}

/// The HTTP server of a plan, and the folder of the pools' sockets.
fn front(options: &Options, listeners: &mut Listeners, log: &Log) -> Result<Option<ServerProcess>, Reported> {
    let Some(plan) = &options.plan else { return Ok(None) };
    let front = server(FRONT_TITLE, "HTTP server", &plan.front, options, listeners, log)?;
    private_folder(&plan.folder, &front.identity).map_err(|error| {
        log.system_error(&format!("the folder of sockets '{}' cannot be used", plan.folder), &error);
        Reported
    })?;
    Ok(Some(front))
}

fn queue_server(options: &Options, listeners: &mut Listeners, log: &Log) -> Result<Option<ServerProcess>, Reported> {
    let plan = options.plan.as_ref().and_then(|plan| plan.queue.as_ref());
    plan.map(|plan| server(QUEUE_TITLE, "queue server", plan, options, listeners, log)).transpose()
}

/// The commands of a plan, with the processes of before a reload.
fn commands(options: &Options, handed: Handed, log: &Log) -> Result<Commands, Reported> {
    let mut commands = Commands::default();
    for plan in options.plan.iter().flat_map(|plan| &plan.commands) {
        let plain = config::Pool { user: plan.user.clone(), group: plan.group.clone(), ..config::Pool::new(&plan.title()) };
        commands.add(plan.clone(), users::identity(&plain, options.run_as_root, log).ok_or(Reported)?);
    }
    commands.adopt(handed, log);
    Ok(commands)
}

/// A server that runs no PHP, with its sockets.
fn server(
    title: &'static str,
    what: &'static str,
    plan: &ServerPlan,
    options: &Options,
    listeners: &mut Listeners,
    log: &Log,
) -> Result<ServerProcess, Reported> {
    let plain = config::Pool { user: plan.user.clone(), group: plan.group.clone(), ..config::Pool::new(what) };
    let identity = match plan.user {
        Some(_) => users::identity(&plain, options.run_as_root, log).ok_or(Reported)?,
        None => users::Identity::default(),
    };
    let mut sockets = Vec::new();
    for address in &plan.listen {
        sockets.push(listeners.http(address).map_err(|problem| {
            log.error(problem);
            Reported
        })?);
    }
    Ok(ServerProcess { again: !draining().is_empty(), ..ServerProcess::new(title, what, plan.clone(), identity, sockets) })
}

/// A folder that only one user may look into. One that is there already must be such a folder.
fn private_folder(folder: &str, identity: &users::Identity) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    let owner = if identity.uid == 0 { nix::unistd::geteuid().as_raw() } else { identity.uid };
    match std::fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) if identity.uid != 0 => std::os::unix::fs::chown(folder, Some(owner), None),
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let found = std::fs::symlink_metadata(folder)?;
            let own = found.is_dir() && found.uid() == owner && found.mode() & 0o077 == 0;
            if own { Ok(()) } else { Err(error) }
        }
        Err(error) => Err(error),
    }
}

/// Processes of before a reload, and when they are ended.
fn draining() -> Vec<(i32, u64)> {
    let named = std::env::var(DRAINING).unwrap_or_default();
    let until = clock() + DRAINING_TIME;
    named.split(',').filter_map(|pid| pid.parse().ok()).filter(|pid| *pid > 1).map(|pid| (pid, until)).collect()
}

struct Loaded {
    config: Config,
    original_stderr: Option<OwnedFd>,
    use_error_log: bool,
    systemd: systemd::Notifier,
    access_logs: Vec<Option<File>>,
}

fn config_file(options: &Options) -> String {
    match (&options.config, &options.prefix) {
        (Some(config), _) if !config.is_empty() => config.clone(),
        (_, Some(prefix)) => format!("{prefix}/etc/php-fpm.conf"),
        _ => CONFIG_FILE.into(),
    }
}

/// Reads the configuration, opens the logs, checks the pools.
fn load(options: &Options, log: &Log) -> Result<Loaded, Reported> {
    let prefix = options.prefix.as_deref().filter(|prefix| !prefix.is_empty());
    if let Some(prefix) = prefix.filter(|prefix| !std::path::Path::new(prefix).is_dir()) {
        log.error(format!("the global prefix '{prefix}' does not exist or is not a directory"));
        return Err(Reported);
    }
    if let Some(plan) = &options.plan {
        let mut config = plan.config(log).ok_or(Reported)?;
        config.global.daemonize = false;
        return complete(options, config, log);
    }
    let file = config_file(options);
    let Some(mut config) = config::load(&file, prefix.unwrap_or(config::PREFIX), log) else {
        log.error(format!("failed to load configuration file '{file}'"));
        return Err(Reported);
    };
    if config.global.pid.is_none() {
        config.global.pid = options.pid.clone();
    }
    if let Some(daemonize) = options.daemonize {
        config.global.daemonize = daemonize;
    }
    complete(options, config, log).inspect_err(|Reported| log.error("failed to post process the configuration"))
}

fn complete(options: &Options, mut config: Config, log: &Log) -> Result<Loaded, Reported> {
    let is_root = nix::unistd::geteuid().is_root();
    let given = Checked { prefix: options.prefix.as_deref(), run_as_root: options.run_as_root, is_root };
    let global = &mut config.global;
    let error = |message: &str| {
        log.error(message);
        Err(Reported)
    };
    global.pid = global.pid.take().map(|pid| given.full_path(&pid, None, config::STATE));
    log.set_level(global.log_level);
    if global.log_limit < MIN_LIMIT {
        return error(&format!("log_limit must be greater than {MIN_LIMIT}"));
    }
    log.limit.set(usize::try_from(global.log_limit).unwrap_or(1024));
    log.buffering.set(global.log_buffering);
    if global.process_max < 0 {
        return error("process_max can't be negative");
    }
    if global.process_priority.is_some_and(|priority| !(-19..=20).contains(&priority)) {
        return error("process.priority must be included into [-19,20]");
    }
    let systemd = systemd::Notifier::new(&mut global.systemd_interval, log);
    let given_log = global.error_log.is_some();
    let error_log = global.error_log.take().unwrap_or_else(|| "log/php-fpm.log".into());
    let ident = global.syslog_ident.get_or_insert_with(|| "php-fpm".into()).clone();
    if global.syslog_facility < 0 {
        global.syslog_facility = 3 << 3;
    }
    let syslog = error_log.eq_ignore_ascii_case("syslog");
    let error_log = if syslog { error_log } else { given.full_path(&error_log, None, config::STATE) };
    global.error_log = Some(error_log.clone());
    let original_stderr = match global.daemonize {
        true => None,
        false => rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3).ok(),
    };
    let terminal = rustix::termios::isatty(rustix::stdio::stderr());
    let to_stderr = options.plan.is_some() && !given_log;
    let use_error_log = !to_stderr && (global.daemonize || options.plan.is_some() || (!terminal && !options.force_stderr));
    if syslog {
        if use_error_log && let Ok(syslog) = Syslog::open(&ident, global.syslog_facility) {
            log.set_target(Target::Syslog(syslog));
        }
    } else if options.plan.is_none() || given_log {
        let file = open_log_file(&error_log).map_err(|error| {
            log.system_error(&format!("failed to open error_log ({error_log})"), &error);
            Reported
        })?;
        if use_error_log {
            let terminal = matches!(error_log.as_str(), "/dev/stderr" | "/proc/self/fd/2");
            log.set_target(Target::File { file, terminal });
        }
    }
    if let Some(mechanism) = &global.events_mechanism
        && !["epoll", "poll", "select"].iter().any(|known| mechanism.eq_ignore_ascii_case(known))
    {
        return error(&format!("event mechanism '{mechanism}' is not available on this system"));
    }
    if !config::check(&mut config, &given, log) {
        return Err(Reported);
    }
    let mut access_logs = Vec::new();
    for pool in &config.pools {
        access_logs.push(match pool.access_log.as_deref().filter(|path| !path.is_empty()) {
            Some(path) => Some(open_log_file(path).map_err(|error| {
                log.system_error(&format!("failed to open access log ({path})"), &error);
                Reported
            })?),
            None => None,
        });
    }
    Ok(Loaded { config, original_stderr, use_error_log, systemd, access_logs })
}

/// Limits of open files and of core dumps. `pool`: whose children have them.
fn limits(files: i32, core: i32, pool: Option<&str>, log: &Log) -> Result<(), Reported> {
    let set = |resource, limit: Option<u64>, name: &str, constant: &str, value: i32| {
        rustix::process::setrlimit(resource, Rlimit { current: limit, maximum: limit }).map_err(|error| {
            let whose = pool.map(|pool| format!("[pool {pool}] ")).unwrap_or_default();
            let message = format!(
                "{whose}failed to set {name} for this pool. Please check your system limits or decrease {name}. setrlimit({constant}, {value})"
            );
            log.system_error(&message, &error.into());
            Reported
        })
    };
    if files != 0 {
        set(Resource::Nofile, u64::try_from(files).ok(), "rlimit_files", "RLIMIT_NOFILE", files)?;
    }
    if core != 0 {
        set(Resource::Core, u64::try_from(core).ok(), "rlimit_core", "RLIMIT_CORE", core)?;
    }
    Ok(())
}

/// The same for a child, which runs on if it fails.
pub(crate) fn child_limits(files: i32, core: i32, pool: &str, log: &Log) {
    let _ = limits(files, 0, Some(pool), log);
    let _ = limits(0, core, Some(pool), log);
}

/// Goes into the background: the caller waits for the pipe that comes back. `None`: this is the caller, and all is well.
fn daemonize(log: &Log) -> Result<Option<File>, Reported> {
    let failed = |message: &str, error: std::io::Error| {
        log.system_error(message, &error);
        Reported
    };
    let (reader, writer) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(|error| failed("failed to create pipe", error.into()))?;
    // There is one thread until here.
    match loxo_process_sys::fork().map_err(|error| failed("failed to daemonize", error))? {
        0 => return Ok(Some(File::from(writer))),
        _ => drop(writer),
    }
    let mut fds = [rustix::event::PollFd::new(&reader, rustix::event::PollFlags::IN)];
    let patience = rustix::event::Timespec { tv_sec: DAEMON_PATIENCE, tv_nsec: 0 };
    let ready = rustix::event::poll(&mut fds, Some(&patience));
    let mut answer = [0; 4];
    let status = match ready {
        Ok(0) => {
            log.error("the master process didn't send back its status (via the pipe to the calling process)");
            exit::SOFTWARE
        }
        _ => match File::from(reader).read_exact(&mut answer) {
            Ok(()) if i32::from_ne_bytes(answer) == 1 => exit::OK,
            Ok(()) => exit::SOFTWARE,
            Err(_) => {
                log.error("no data have been read from pipe");
                exit::SOFTWARE
            }
        },
    };
    // What the daemon goes on with is not this process's to tidy up.
    std::process::exit(status);
}

impl Master {
    /// Writes the pid file. False: the log says why not.
    fn write_pid(&self) -> bool {
        use std::os::unix::fs::OpenOptionsExt;
        let Some(path) = &self.config.global.pid else { return true };
        let _ = std::fs::remove_file(path);
        let file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o644).open(path);
        let written = file.map_err(|error| (format!("Unable to create the PID file ({path})."), error)).and_then(|mut file| {
            let pid = std::process::id().to_string();
            file.write_all(pid.as_bytes()).map_err(|error| ("Unable to write to the PID file.".to_string(), error))
        });
        match written {
            Ok(()) => true,
            Err((message, error)) => {
                self.log.system_error(&message, &error);
                false
            }
        }
    }

    /// What other code writes to standard error goes into the log, to standard output where syslog is the log.
    pub(super) fn tie_stderr(&self) {
        let path = self.config.global.error_log.as_deref().unwrap_or_default();
        let target = if path.eq_ignore_ascii_case("syslog") {
            rustix::stdio::dup2_stderr(rustix::stdio::stdout()).err()
        } else {
            match open_log_file(path) {
                Ok(file) => rustix::stdio::dup2_stderr(file.as_fd()).err(),
                Err(_) => None,
            }
        };
        if let Some(error) = target {
            self.log.system_error("failed to tie stderr fd with error_log fd: dup2()", &error.into());
        }
    }
}
