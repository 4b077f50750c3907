//! `loxo.toml`: what `loxo serve --config`, `loxo check` and `loxo reload` make of it.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use loxo_config::{Config, Placed, Pool, Site};
use loxo_fpm::{Directive, Plan, PoolPlan};
use loxo_rewrite_map::RewriteMaps;
use loxo_server::{Allow, CertificateFiles, LogFormat, Proxies, SiteOptions};

use crate::pools::{Http, QUEUE, count_of, pool_basics, rules_pool, socket_folder};
use crate::queue_child::QueueTable;
use crate::script::as_path;
use crate::serve_args::{ServeArgs, fail};
use crate::{certificates, config, fpm, sapi, services};

/// The file that `loxo check` and `loxo reload` mean if none is named.
const FILE: &[u8] = b"loxo.toml";
/// As whom the HTTP server runs if root starts it and nobody says otherwise; the first one that there is.
const FRONT_USERS: [&str; 2] = ["www-data", "nobody"];

/// A configuration that may run, as far as can be seen before it does.
struct Checked {
    file: PathBuf,
    /// The folder of the file, where relative paths begin.
    folder: PathBuf,
    config: Config,
    /// As whom the HTTP server runs. `None`: as the supervisor.
    front_user: Option<String>,
}

/// How many processes a pool has, and how many requests run at once in each: 0 is one, which has it for itself.
#[derive(Clone, Copy)]
struct Size {
    processes: usize,
    workers: usize,
}

impl Size {
    /// Without numbers there are as many places as suit the machine, for one process if it may run several requests.
    fn of(pool: &Pool) -> Size {
        let places = (std::thread::available_parallelism().map_or(2, usize::from) * 2).max(4);
        let given = |number: &Option<Placed<usize>>| number.as_ref().map(|placed| placed.value);
        if pool.isolated {
            return Size { processes: given(&pool.processes).unwrap_or(places), workers: 0 };
        }
        let processes = given(&pool.processes).unwrap_or(1);
        Size { processes, workers: given(&pool.workers).unwrap_or_else(|| (places / processes).max(1)) }
    }

    fn places(&self) -> usize {
        self.processes * self.workers.max(1)
    }
}

type Result<T> = std::result::Result<T, String>;

impl Checked {
    fn load(file: &[u8]) -> Result<Checked> {
        let shown = String::from_utf8_lossy(file).into_owned();
        let file = std::path::absolute(as_path(file)).map_err(|error| format!("{shown}: {error}"))?;
        let bytes = std::fs::read(&file).map_err(|error| format!("{shown}: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
            format!("{shown}:{line}: this is no UTF-8")
        })?;
        let config = Config::parse(&text).map_err(|problem| format!("{shown}:{}: {}", problem.line, problem.message))?;
        let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
        let is_root = rustix::process::geteuid().is_root();
        let front_user = match &config.user {
            Some(user) => Some(user.value.clone()),
            None if is_root => FRONT_USERS.iter().find(|user| loxo_fpm::has_user(user)).map(|user| user.to_string()),
            None => None,
        };
        let checked = Checked { file, folder, config, front_user };
        checked.check(is_root).map_err(|(line, message)| format!("{shown}:{line}: {message}"))?;
        Ok(checked)
    }

    fn path(&self, text: &str) -> PathBuf {
        self.folder.join(text)
    }

    /// What lies outside the file: users, folders, certificates. The error has its line.
    fn check(&self, is_root: bool) -> std::result::Result<(), (usize, String)> {
        self.users(&self.config.user, &self.config.group, is_root)?;
        if let Some(format) = self.config.access_log_format.as_ref().filter(|_| self.log_format().is_none()) {
            return Err((format.line, format!("access-log-format = {:?}: \"combined\" or \"json\" is needed", format.value)));
        }
        for (name, given) in &self.config.looking {
            match loxo_sampler::Settings::default().set(name, &given.value) {
                Some(Ok(())) => {}
                Some(Err(wrong)) => return Err((given.line, format!("{name}: {wrong}"))),
                None => return Err((given.line, format!("{name} is no setting of [observe]"))),
            }
        }
        for network in &self.config.trusted_proxies {
            let wrong = |_| (network.line, format!("trusted-proxies: {:?} is no address and no network as 10.0.0.0/8", network.value));
            Proxies::new([network.value.as_str()], false).map_err(wrong)?;
        }
        for pool in &self.config.pools {
            self.users(&pool.user, &pool.group, is_root)?;
            self.pool(pool, is_root)?;
        }
        for site in &self.config.sites {
            self.site(site)?;
        }
        for command in &self.config.commands {
            self.users(&command.user, &command.group, is_root)?;
            let plan = services::plan(command, &self.config.pools, &self.folder)?;
            if is_root && plan.user.is_none() {
                return Err((command.line, format!("{} needs a user: it would run as root", plan.name)));
            }
        }
        if let Some(acme) = &self.config.acme {
            certificates::check(acme, &self.folder, self.front_user.as_deref(), is_root)?;
        }
        if let Some(queue) = &self.config.queue {
            let table = QueueTable::read(queue, &self.folder)?;
            self.users(&table.user, &table.group, is_root)?;
            table.check(is_root)?;
        }
        Ok(())
    }

    fn users(
        &self,
        user: &Option<Placed<String>>,
        group: &Option<Placed<String>>,
        is_root: bool,
    ) -> std::result::Result<(), (usize, String)> {
        for (name, kind, known) in
            [(user, "user", loxo_fpm::has_user as fn(&str) -> bool), (group, "group", loxo_fpm::has_group as fn(&str) -> bool)]
        {
            let Some(name) = name else { continue };
            if !is_root {
                return Err((name.line, format!("{kind} = {:?}: only root may start a server with users", name.value)));
            }
            if !known(&name.value) {
                return Err((name.line, format!("there is no {kind} {:?}", name.value)));
            }
            if matches!(name.value.as_str(), "root" | "0") {
                return Err((name.line, format!("{kind} = {:?}: scripts and servers do not run as root", name.value)));
            }
        }
        Ok(())
    }

    fn pool(&self, pool: &Pool, is_root: bool) -> std::result::Result<(), (usize, String)> {
        if is_root && pool.user.is_none() {
            return Err((pool.line, format!("[pool.{}] needs a user: it would run as root", pool.name)));
        }
        // Whoever may connect to the sockets of all pools may ask them for anything.
        let shares = pool.user.as_ref().filter(|user| Some(&user.value) == self.front_user.as_ref());
        if let Some(user) = shares.filter(|_| self.config.pools.len() > 1) {
            let message = format!("user = {:?} is the HTTP server's, too: with several pools each needs one of its own", user.value);
            return Err((user.line, message));
        }
        if let Some(chroot) = &pool.chroot {
            if !is_root {
                return Err((chroot.line, "chroot: only root may".into()));
            }
            if !self.path(&chroot.value).is_dir() {
                return Err((chroot.line, format!("chroot: there is no folder {}", self.path(&chroot.value).display())));
            }
        }
        Ok(())
    }

    fn site(&self, site: &Site) -> std::result::Result<(), (usize, String)> {
        if let Some(root) = &site.root {
            let folder = self.path(&root.value);
            if !folder.is_dir() {
                return Err((root.line, format!("root: there is no folder {}", folder.display())));
            }
            let chroot = self.config.pools[site.pool].chroot.as_ref().map(|chroot| self.path(&chroot.value));
            if let Some(chroot) = chroot.filter(|chroot| !within(&folder, chroot)) {
                return Err((root.line, format!("root: {} is outside of its pool's chroot, {}", folder.display(), chroot.display())));
            }
        }
        self.rules(site)?;
        let mut maps = RewriteMaps::default();
        for (name, source) in &site.rewrite_maps {
            maps.add(name, &source.value, &self.folder).map_err(|message| (source.line, format!("rewrite-map.{name}: {message}")))?;
        }
        for (chain, key) in &site.certificates {
            let files = CertificateFiles { chain: self.path(&chain.value), key: self.path(&key.value) };
            loxo_server::check_certificates(&[files]).map_err(|message| (chain.line, message))?;
        }
        Ok(())
    }

    /// Rules do what they say with the rights of whoever evaluates them: those that a pool's user writes are evaluated by a process of that user.
    fn has_rules_process(&self, site: &Site) -> bool {
        let user = self.config.pools[site.pool].user.as_ref().map(|user| &user.value);
        user.is_some() && user != self.front_user.as_ref() && allow(site).is_ok_and(|allow| allow.is_some())
    }

    /// The pools' processes that evaluate rules of sites, which learn here who evaluates theirs.
    fn rules_pools(&self, folder: &str, sites: &mut [SiteOptions]) -> Vec<PoolPlan> {
        let mut plans = Vec::new();
        for (index, pool) in self.config.pools.iter().enumerate() {
            let socket = format!("{folder}/{}~rules.sock", pool.name);
            let mut own = Vec::new();
            for (site, options) in self.config.sites.iter().zip(sites.iter_mut()) {
                if site.pool == index && self.has_rules_process(site) {
                    options.rules_process = Some((socket.clone().into(), own.len() as u64));
                    own.push(options.clone());
                }
            }
            if own.is_empty() {
                continue;
            }
            let mut plan = rules_pool(&pool.name, &socket, own);
            plan.directives.extend(self.front_user.as_ref().map(|user| Directive::new("listen.owner", user)));
            for (name, value) in [("user", &pool.user), ("group", &pool.group)] {
                let Some(Placed { value, line }) = value else { continue };
                plan.directives.push(Directive { name: name.into(), key: None, value: value.clone(), place: self.place(*line) });
            }
            plans.push(plan);
        }
        plans
    }

    /// The rules of the site and of its folders.
    fn rules(&self, site: &Site) -> std::result::Result<(), (usize, String)> {
        allow(site)?;
        let pool = &self.config.pools[site.pool];
        if let Some(first) = site.htaccess.first().filter(|_| self.has_rules_process(site) && pool.chroot.is_some()) {
            let message = format!(
                "htaccess: pool {:?} has a chroot, which rules that its user has written could look out of; leave out one of the two, or give the pool the HTTP server's user",
                pool.name
            );
            return Err((first.line, message));
        }
        let options = SiteOptions {
            rewrite: site.rewrite.as_ref().map(|rewrite| rewrite.value.clone()).unwrap_or_default(),
            ..SiteOptions::default()
        };
        let rules = options.htaccess().ok().flatten();
        match (rules.map(|rules| rules.check()), &site.rewrite) {
            (Some(Err(fault)), Some(rewrite)) => {
                // A text of several lines begins on the line behind its name.
                let first = if rewrite.value.contains('\n') { rewrite.line + 1 } else { rewrite.line };
                Err((first + fault.line as usize - 1, format!("rewrite: {}", fault.message)))
            }
            _ => Ok(()),
        }
    }

    fn log_format(&self) -> Option<LogFormat> {
        self.config.access_log_format.as_ref().map_or(Some(LogFormat::default()), |format| LogFormat::named(&format.value))
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.file.display())
    }

    /// The pool as php-fpm's directives.
    fn pool_plan(&self, pool: &Pool, socket: &str, size: Size) -> PoolPlan {
        let mut directives = pool_basics(socket, size.processes);
        directives.push(Directive::new("clear_env", if pool.inherit_env { "no" } else { "yes" }));
        directives.extend(self.front_user.as_ref().map(|user| Directive::new("listen.owner", user)));
        let text = |value: &Option<Placed<String>>| value.clone().map(|placed| (placed.value, placed.line));
        let path = |value: &Option<Placed<String>>| {
            value.as_ref().map(|placed| (self.path(&placed.value).to_string_lossy().into_owned(), placed.line))
        };
        let number = |value: &Option<Placed<usize>>| value.as_ref().map(|placed| (placed.value.to_string(), placed.line));
        for (name, value) in [
            ("user", text(&pool.user)),
            ("group", text(&pool.group)),
            ("chroot", path(&pool.chroot)),
            ("pm.max_requests", number(&pool.max_requests)),
            ("request_terminate_timeout", text(&pool.request_timeout)),
            ("slowlog", path(&pool.slow_log)),
            ("request_slowlog_timeout", text(&pool.slow_request)),
            ("rlimit_files", number(&pool.open_files)),
            ("process.priority", pool.priority.as_ref().map(|placed| (placed.value.to_string(), placed.line))),
            ("access.log", path(&pool.access_log)),
            ("access.format", text(&pool.access_format)),
            ("pm.status_path", text(&pool.status_path)),
            ("ping.path", text(&pool.ping_path)),
        ] {
            let Some((value, line)) = value else { continue };
            directives.push(Directive { name: name.into(), key: None, value, place: self.place(line) });
        }
        for (name, pairs) in [("env", &pool.env), ("php_value", &pool.ini), ("php_admin_value", &pool.admin_ini)] {
            for (key, value) in pairs {
                let place = self.place(value.line);
                directives.push(Directive { name: name.into(), key: Some(key.clone()), value: value.value.clone(), place });
            }
        }
        PoolPlan {
            name: pool.name.clone(),
            directives,
            threads: size.workers,
            memory: pool.memory.unwrap_or(0),
            metrics_path: text(&pool.metrics_path).map(|(path, _)| path),
            rules: None,
        }
    }

    fn site_options(&self, site: &Site, socket: String, size: Size) -> SiteOptions {
        let pool = &self.config.pools[site.pool];
        let value = |placed: &Placed<String>| placed.value.clone();
        SiteOptions {
            names: site.names.iter().map(value).collect(),
            root: site.root.as_ref().map_or_else(|| self.folder.clone(), |root| self.path(&root.value)),
            index: site.index.iter().map(value).collect(),
            router: None,
            front_controller: match &site.front_controller {
                Some(script) => value(script),
                // With rules, they say what stands in for paths that mean nothing.
                None if !site.htaccess.is_empty() || site.rewrite.is_some() => String::new(),
                None => "index.php".into(),
            },
            htaccess: allow(site).ok().flatten(),
            rewrite_trace: site.rewrite_trace,
            certificates: site
                .certificates
                .iter()
                .map(|(chain, key)| CertificateFiles { chain: self.path(&chain.value), key: self.path(&key.value) })
                .collect(),
            redirect: site.redirect.as_ref().map(value),
            https_only: site.https_only,
            pool: socket.into(),
            places: loxo_fpm::connections(size.processes, size.workers),
            queue: pool.queue.unwrap_or_else(|| QUEUE.max(64 * size.places())),
            request_limit: pool.request_timeout.as_ref().and_then(|limit| loxo_server::seconds(&limit.value)),
            chroot: pool.chroot.as_ref().map(|chroot| real(&self.path(&chroot.value))).unwrap_or_default(),
            // Where there is but one user nobody is to be kept out. What a process of the pool's user says is to be sent is that user's word.
            owner: pool
                .user
                .as_ref()
                .filter(|_| self.config.pools.len() > 1 || self.has_rules_process(site))
                .and_then(|user| loxo_fpm::user_id(&user.value)),
            rewrite: site.rewrite.as_ref().map(value).unwrap_or_default(),
            rewrite_maps: site.rewrite_maps.iter().map(|(name, source)| (name.clone(), value(source))).collect(),
            map_folder: self.folder.clone(),
            rules_process: None,
            pool_pages: [&pool.status_path, &pool.ping_path, &pool.metrics_path].into_iter().flatten().map(value).collect(),
        }
    }

    /// What runs. `settings`: PHP's, as a pool's processes get them; `program`: this program's name; `looking`: what the command line says of that.
    fn plan(&self, settings: &[u8], program: &[u8], quiet: bool, looking: &loxo_sampler::Settings) -> Plan {
        let folder = socket_folder();
        let sizes: Vec<Size> = self.config.pools.iter().map(Size::of).collect();
        let socket = |pool: usize| format!("{folder}/{}.sock", self.config.pools[pool].name);
        let pools = self.config.pools.iter().enumerate().map(|(index, pool)| self.pool_plan(pool, &socket(index), sizes[index]));
        let mut pools: Vec<PoolPlan> = pools.collect();
        let sites = self.config.sites.iter().map(|site| self.site_options(site, socket(site.pool), sizes[site.pool]));
        let mut sites: Vec<SiteOptions> = sites.collect();
        pools.extend(self.rules_pools(&folder, &mut sites));
        let values = |all: &[Placed<String>]| all.iter().map(|placed| placed.value.clone()).collect();
        let shown = self.file.display();
        let (processes, places) = (sizes.iter().map(|size| size.processes).sum(), sizes.iter().map(Size::places).sum::<usize>());
        let what = count_of(processes, 0);
        let what = if places > processes { format!("{what} of {places} workers") } else { what };
        let greeting = format!("Loxo {} serves {shown} with {what} at", env!("CARGO_PKG_VERSION"));
        let http = Http {
            listen: values(&self.config.listen),
            listen_tls: values(&self.config.listen_tls),
            access_log: self.config.access_log.as_ref().map(|log| if log.value == "-" { "-".into() } else { self.path(&log.value) }),
            log_format: self.log_format().unwrap_or_default(),
            trusted_proxies: values(&self.config.trusted_proxies),
            proxy_protocol: self.config.proxy_protocol.is_some(),
            connections: self.config.max_connections,
            spool_limit: self.config.spool_limit,
            compress: self.config.compression,
            greeting: (!quiet).then_some(greeting),
            sites,
            acme: certificates::settings(&self.config, &self.folder),
        };
        let mut global = crate::pools::global(looking);
        for (name, given) in &self.config.looking {
            // Paths begin at the file's folder.
            let is_path =
                matches!(name.as_str(), "admin-token" | "profile-folder" | "trace-secret") || name == "admin" && given.value.contains('/');
            let value = if is_path { self.path(&given.value).to_string_lossy().into_owned() } else { given.value.clone() };
            global.push(Directive { name: format!("loxo.{name}"), key: None, value, place: self.place(given.line) });
        }
        for (name, value) in [("pid", &self.config.pid), ("error_log", &self.config.error_log)] {
            let Some(placed) = value else { continue };
            let path = self.path(&placed.value).to_string_lossy().into_owned();
            global.push(Directive { name: name.into(), key: None, value: path, place: self.place(placed.line) });
        }
        let mut front = http.plan(settings);
        front.user.clone_from(&self.front_user);
        front.group = self.config.group.as_ref().map(|group| group.value.clone());
        let check = vec![String::from_utf8_lossy(program).into_owned(), "check".into(), self.file.to_string_lossy().into_owned()];
        let queue = self.config.queue.as_ref().and_then(|queue| QueueTable::read(queue, &self.folder).ok());
        // They have been checked.
        let command = |command| services::plan(command, &self.config.pools, &self.folder).ok();
        let commands = self.config.commands.iter().filter_map(command).collect();
        Plan { global, pools, front, queue: queue.map(|table| table.plan()), commands, folder, check }
    }
}

/// Which directives `.htaccess` of a site may have. `None`: it is not read.
fn allow(site: &Site) -> std::result::Result<Option<Allow>, (usize, String)> {
    let wrong = |name: &str| {
        let line = site.htaccess.iter().find(|placed| placed.value == name).map_or(site.line, |placed| placed.line);
        (line, format!("htaccess: {name:?} is none of all, none, AuthConfig, FileInfo, Indexes, Limit, Options"))
    };
    let names = site.htaccess.iter().map(|name| name.value.as_str());
    Ok(Some(Allow::parse(names).map_err(wrong)?).filter(|allow| !allow.is_none()))
}

/// A path without links, or as it is.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn within(folder: &Path, chroot: &Path) -> bool {
    real(folder).starts_with(real(chroot))
}

/// `loxo serve --config FILE`
pub fn serve(argv: &[Vec<u8>], file: &[u8], args: &ServeArgs) -> i32 {
    let checked = match Checked::load(file) {
        Ok(checked) => checked,
        Err(message) => return fail(&message),
    };
    let settings = fpm::pack(&args.settings, &config::texts(&args.settings));
    let plan = checked.plan(&settings, &argv[0], args.quiet, &args.looking);
    // Who is not root is whoever it is.
    let run_as_root = !rustix::process::geteuid().is_root();
    loxo_fpm::run(loxo_fpm::Options { argv: argv.to_vec(), run_as_root, settings, plan: Some(plan), ..Default::default() })
}

/// A site as a development server takes it.
pub struct DevelopmentSite {
    pub options: SiteOptions,
    /// Settings of its pool.
    pub settings: Vec<Vec<u8>>,
    /// Why its folder is not the one that the file names.
    pub lacks_root: Option<PathBuf>,
}

/// The site of a configuration for development: the first one with a folder, or the one of that name. Users, certificates and addresses
/// are those of another machine, and so are the variables of its pool's environment.
pub fn for_development(file: &Path, name: Option<&str>) -> Result<DevelopmentSite> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    let config = Config::parse(&text).map_err(|problem| format!("{shown}:{}: {}", problem.line, problem.message))?;
    let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
    let checked = Checked { file: file.to_path_buf(), folder, config, front_user: None };
    let is_meant = |site: &&Site| site.root.is_some() && name.is_none_or(|name| site.names.iter().any(|known| known.value == name));
    let site = checked.config.sites.iter().find(is_meant).ok_or_else(|| match name {
        Some(name) => format!("{shown}: there is no site {name} with a root"),
        None => format!("{shown}: there is no site with a root"),
    })?;
    allow(site).map_err(|(line, message)| format!("{shown}:{line}: {message}"))?;
    let mut options = checked.site_options(site, String::new(), Size { processes: 1, workers: 1 });
    let lacks_root = (!options.root.is_dir()).then(|| options.root.clone());
    (options.owner, options.redirect, options.https_only) = (None, None, false);
    options.pool_pages.clear();
    let pool = &checked.config.pools[site.pool];
    let settings = pool.ini.iter().chain(&pool.admin_ini).map(|(name, value)| format!("{name}={}", value.value).into_bytes()).collect();
    Ok(DevelopmentSite { options, settings, lacks_root })
}

/// `loxo check [FILE]`
pub fn check(arguments: &[Vec<u8>]) -> i32 {
    match file_of(arguments).and_then(Checked::load) {
        Ok(Checked { file, config, .. }) => {
            let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
            let (sites, pools) = (count(config.sites.len(), "site"), count(config.pools.len(), "pool"));
            let line = [file.as_os_str().as_bytes(), format!(" is right: {sites}, {pools}\n").as_bytes()].concat();
            sapi::write_stdout(&line);
            0
        }
        Err(message) => fail(&message),
    }
}

/// The configuration that a command line names.
fn file_of(arguments: &[Vec<u8>]) -> Result<&[u8]> {
    match arguments {
        [] => Ok(FILE),
        [file] if !file.starts_with(b"-") => Ok(file),
        _ => Err("loxo check and loxo reload take one file, loxo.toml if none is named (loxo help serve says more)".into()),
    }
}

/// `loxo reload [FILE]`: tells the server with that configuration to read it again.
pub fn reload(arguments: &[Vec<u8>]) -> i32 {
    match file_of(arguments).and_then(Checked::load).and_then(|checked| signal(&checked)) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    }
}

fn signal(checked: &Checked) -> Result<()> {
    const RELOAD: i32 = 12;
    let Some(pid) = &checked.config.pid else {
        return Err(format!("{}: which process to reload is not known: pid = \"FILE\" is missing", checked.file.display()));
    };
    let path = checked.path(&pid.value);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let process: i32 =
        text.trim().parse().ok().filter(|pid| *pid > 1).ok_or_else(|| format!("{}: there is no number in it", path.display()))?;
    loxo_process_sys::kill(process, RELOAD).map_err(|error| format!("process {process}: {error}"))
}
