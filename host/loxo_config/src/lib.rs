//! `loxo.toml`: the configuration of a server with sites and pools, as text that becomes plain values or one line that says what is wrong.
//!
//! Reads no file and looks nothing up: whether a folder or a user exists is for whoever uses the values, which know their lines. Source of the
//! format: TOML 1.0, by the `toml` crate.
//!
//! Modules: `placed` (values and problems with their lines), `table` (a table's entries by name and kind), `commands` (services and cron), `names`.
#![forbid(unsafe_code)]

mod commands;
mod names;
mod placed;
mod table;

use names::{check_name, pool_named};
use table::Table;

pub use commands::{Command, Kind};
pub use placed::{Placed, Problem};
pub use table::bytes;

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Addresses of plain HTTP and of HTTPS.
    pub listen: Vec<Placed<String>>,
    pub listen_tls: Vec<Placed<String>>,
    /// As whom the HTTP server runs.
    pub user: Option<Placed<String>>,
    pub group: Option<Placed<String>>,
    pub pid: Option<Placed<String>>,
    pub error_log: Option<Placed<String>>,
    pub access_log: Option<Placed<String>>,
    pub access_log_format: Option<Placed<String>>,
    pub trusted_proxies: Vec<Placed<String>>,
    /// Connections of trusted proxies begin with the PROXY protocol; the line that says so.
    pub proxy_protocol: Option<usize>,
    pub max_connections: usize,
    /// Bytes of long bodies that may lie in temporary files; 0: as many as suit the disk.
    pub spool_limit: u64,
    pub compression: bool,
    pub pools: Vec<Pool>,
    pub sites: Vec<Site>,
    /// `[observe]`: how the server looks at itself, by the names of the settings.
    pub looking: Vec<(String, Placed<String>)>,
    pub queue: Option<Queue>,
    pub acme: Option<Acme>,
    /// `[service.NAME]` and `[cron.NAME]`
    pub commands: Vec<Command>,
}

/// `[acme]`: the authority that certificates of `tls = "auto"` come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acme {
    pub line: usize,
    /// Its address; `None`: the usual one.
    pub directory: Option<Placed<String>>,
    pub contact: Vec<Placed<String>>,
    pub folder: Option<Placed<String>>,
    pub ca: Option<Placed<String>>,
    pub challenge: Option<Placed<String>>,
}

/// `[queue]`: a queue server beside the pools, by the names of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    pub line: usize,
    pub settings: Vec<(String, Placed<String>)>,
}

/// `[pool.NAME]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    pub name: String,
    pub line: usize,
    pub user: Option<Placed<String>>,
    pub group: Option<Placed<String>>,
    pub processes: Option<Placed<usize>>,
    /// Requests that run at once in a process.
    pub workers: Option<Placed<usize>>,
    /// Each request has a process for itself.
    pub isolated: bool,
    /// Bytes that all processes may use together.
    pub memory: Option<u64>,
    pub queue: Option<usize>,
    pub chroot: Option<Placed<String>>,
    pub max_requests: Option<Placed<usize>>,
    pub request_timeout: Option<Placed<String>>,
    /// php-fpm's access log of a pool, and its format.
    pub access_log: Option<Placed<String>>,
    pub access_format: Option<Placed<String>>,
    pub slow_log: Option<Placed<String>>,
    pub slow_request: Option<Placed<String>>,
    pub open_files: Option<Placed<usize>>,
    pub priority: Option<Placed<i64>>,
    pub status_path: Option<Placed<String>>,
    pub ping_path: Option<Placed<String>>,
    pub metrics_path: Option<Placed<String>>,
    /// Scripts see the environment of the server.
    pub inherit_env: bool,
    pub env: Vec<(String, Placed<String>)>,
    pub ini: Vec<(String, Placed<String>)>,
    /// Settings that scripts cannot change.
    pub admin_ini: Vec<(String, Placed<String>)>,
}

/// `[[site]]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    pub line: usize,
    pub names: Vec<Placed<String>>,
    /// `None`: it redirects.
    pub root: Option<Placed<String>>,
    /// Which of the pools.
    pub pool: usize,
    pub index: Vec<Placed<String>>,
    /// `None`: the usual one; empty: none.
    pub front_controller: Option<Placed<String>>,
    /// Each with its key.
    pub certificates: Vec<(Placed<String>, Placed<String>)>,
    /// Certificates come from the authority of `[acme]`; the line that says so.
    pub auto_tls: Option<usize>,
    pub redirect: Option<Placed<String>>,
    pub https_only: bool,
    /// Which directives `.htaccess` may have; empty: it is not read.
    pub htaccess: Vec<Placed<String>>,
    /// How much of each step of rewriting the log gets, 0 to 8.
    pub rewrite_trace: u8,
    /// Apache's rules of mod_rewrite for all of the site.
    pub rewrite: Option<Placed<String>>,
    /// The maps that its rules use, by name: what kind each is, and of what.
    pub rewrite_maps: Vec<(String, Placed<String>)>,
}

impl Site {
    fn has_tls(&self) -> bool {
        self.auto_tls.is_some() || !self.certificates.is_empty()
    }
}

impl Config {
    /// Reads a configuration.
    pub fn parse(text: &str) -> Result<Config, Problem> {
        let mut top = Table::parse(text)?;
        let mut config = Config {
            listen: top.texts("listen")?,
            listen_tls: top.texts("listen-tls")?,
            user: top.text("user")?,
            group: top.text("group")?,
            pid: top.text("pid")?,
            error_log: top.text("error-log")?,
            access_log: top.text("access-log")?,
            access_log_format: top.text("access-log-format")?,
            trusted_proxies: top.texts("trusted-proxies")?,
            proxy_protocol: top.flag_line("proxy-protocol")?,
            max_connections: top.number("max-connections", 1..=10_000_000)?.map_or(0, |number| number.value),
            spool_limit: top.size("spool-limit")?.unwrap_or(0),
            compression: top.flag("compression")?.unwrap_or(true),
            looking: top.pairs("observe")?,
            queue: top.some_pairs("queue")?.map(|(line, settings)| Queue { line, settings }),
            ..Config::default()
        };
        for (name, table) in top.tables("pool")? {
            config.pools.push(pool(name, table)?);
        }
        if config.pools.is_empty() {
            config.pools.push(Pool { name: "www".into(), line: 1, ..Pool::default() });
        }
        if let Some(table) = top.table("acme")? {
            config.acme = Some(acme(table)?);
        }
        config.commands = commands::commands(&mut top, &names_of(&config.pools))?;
        let (sites, line) = (top.list("site")?, top.line());
        top.finish()?;
        for table in sites {
            let site = site(table, &config.pools)?;
            config.sites.push(site);
        }
        config.check(line)?;
        Ok(config)
    }

    /// What must hold of several parts together.
    fn check(&mut self, line: usize) -> Result<(), Problem> {
        if self.sites.is_empty() {
            return Err(Problem { line, message: "there is no [[site]]".into() });
        }
        if self.listen.is_empty() && self.listen_tls.is_empty() {
            self.listen.push(Placed { value: "127.0.0.1:8080".into(), line });
        }
        if let Some(line) = self.proxy_protocol.filter(|_| self.trusted_proxies.is_empty()) {
            return Err(Problem { line, message: "proxy-protocol needs trusted-proxies: nobody else is believed".into() });
        }
        let addresses: Vec<&Placed<String>> = self.listen.iter().chain(&self.listen_tls).collect();
        for (index, address) in addresses.iter().enumerate() {
            let twice = addresses[..index].iter().any(|other| other.value == address.value && !address.value.ends_with(":0"));
            if twice {
                return Err(Problem { line: address.line, message: format!("the address {} stands twice", address.value) });
            }
        }
        let mut known: Vec<&Placed<String>> = Vec::new();
        for name in self.sites.iter().flat_map(|site| &site.names) {
            if let Some(other) = known.iter().find(|other| other.value.eq_ignore_ascii_case(&name.value)) {
                let message = format!("the name {} is another site's already, on line {}", name.value, other.line);
                return Err(Problem { line: name.line, message });
            }
            known.push(name);
        }
        if let Some(site) = self.sites.iter().skip(1).find(|site| site.names.is_empty()) {
            return Err(Problem { line: site.line, message: "a site needs names, but for the first one, which has all others".into() });
        }
        if let Some(address) = self.listen_tls.first()
            && !self.sites.iter().any(Site::has_tls)
        {
            return Err(Problem { line: address.line, message: "listen-tls: no site has a certificate".into() });
        }
        if let Some(line) = self.sites.iter().find_map(|site| site.auto_tls).filter(|_| self.acme.is_none()) {
            return Err(Problem { line, message: "tls = \"auto\" needs [acme], which says whose terms are accepted".into() });
        }
        for site in self.sites.iter().filter(|site| site.https_only || site.has_tls()) {
            if self.listen_tls.is_empty() {
                let message = "HTTPS needs an address: listen-tls = \"HOST:PORT\"".into();
                return Err(Problem { line: site.line, message });
            }
        }
        Ok(())
    }
}

fn names_of(pools: &[Pool]) -> Vec<String> {
    pools.iter().map(|pool| pool.name.clone()).collect()
}

fn pool(name: Placed<String>, mut table: Table<'_>) -> Result<Pool, Problem> {
    check_name("a pool", &name)?;
    let isolated = match table.text("isolation")? {
        None => false,
        Some(isolation) if isolation.value == "thread" => false,
        Some(isolation) if isolation.value == "process" => true,
        Some(isolation) => {
            let message = format!("isolation = {:?}: \"thread\" or \"process\" is needed", isolation.value);
            return Err(Problem { line: isolation.line, message });
        }
    };
    let workers = table.number("workers", 1..=4096)?;
    if let Some(workers) = workers.as_ref().filter(|_| isolated) {
        let message = "workers: with isolation = \"process\" a process runs one request; processes says how many there are".into();
        return Err(Problem { line: workers.line, message });
    }
    let pool = Pool {
        name: name.value,
        line: name.line,
        user: table.text("user")?,
        group: table.text("group")?,
        processes: table.number("processes", 1..=4096)?,
        workers,
        isolated,
        memory: table.size("memory")?,
        queue: table.number("queue", 0..=1_000_000)?.map(|number| number.value),
        chroot: table.text("chroot")?,
        max_requests: table.number("max-requests", 1..=i32::MAX as usize)?,
        request_timeout: table.time("request-timeout")?,
        access_log: table.text("access-log")?,
        access_format: table.text("access-format")?,
        slow_log: table.text("slow-log")?,
        slow_request: table.time("slow-request")?,
        open_files: table.number("open-files", 16..=i32::MAX as usize)?,
        priority: table.integer("priority", -19..=20)?,
        status_path: table.path("status-path")?,
        ping_path: table.path("ping-path")?,
        metrics_path: table.path("metrics-path")?,
        inherit_env: table.flag("inherit-env")?.unwrap_or(false),
        env: table.pairs("env")?,
        ini: table.pairs("ini")?,
        admin_ini: table.pairs("admin-ini")?,
    };
    if let (Some(slow), None) = (&pool.slow_request, &pool.slow_log) {
        return Err(Problem { line: slow.line, message: "slow-request needs a file: slow-log".into() });
    }
    table.finish()?;
    Ok(pool)
}

fn acme(mut table: Table<'_>) -> Result<Acme, Problem> {
    let line = table.line();
    let acme = Acme {
        line,
        directory: table.text("directory")?,
        contact: table.texts("contact")?,
        folder: table.text("folder")?,
        ca: table.text("ca")?,
        challenge: table.text("challenge")?,
    };
    let accepted = table.flag("accept-terms")?.unwrap_or(false);
    table.finish()?;
    if let Some(directory) = acme.directory.as_ref().filter(|directory| !directory.value.starts_with("https://")) {
        return Err(Problem { line: directory.line, message: format!("directory = {:?}: it begins with https://", directory.value) });
    }
    if acme.folder.is_none() {
        return Err(Problem { line, message: "[acme] needs a folder, where certificates and the account are kept".into() });
    }
    if !accepted {
        return Err(Problem {
            line,
            message: "accept-terms = true says that the terms of the authority are accepted; it asks for that".into(),
        });
    }
    Ok(acme)
}

/// The line of `tls = "auto"`.
fn auto_tls(table: &mut Table<'_>, names: &[Placed<String>]) -> Result<Option<usize>, Problem> {
    let Some(tls) = table.text("tls")? else { return Ok(None) };
    let line = tls.line;
    if tls.value != "auto" {
        return Err(Problem { line, message: format!("tls = {:?}: \"auto\" is meant, or a certificate", tls.value) });
    }
    if names.is_empty() {
        return Err(Problem { line, message: "tls = \"auto\" needs names".into() });
    }
    let named = |name: &&Placed<String>| name.value.starts_with("*.") || !name.value.bytes().any(|b| b.is_ascii_alphabetic());
    match names.iter().find(named) {
        Some(name) => Err(Problem { line: name.line, message: format!("tls = \"auto\": {} is no name of a single host", name.value) }),
        None => Ok(Some(line)),
    }
}

fn site(mut table: Table<'_>, pools: &[Pool]) -> Result<Site, Problem> {
    let line = table.line();
    let wrong = |line, message: String| Err(Problem { line, message });
    let names = table.texts("names")?;
    for name in &names {
        let plain = name.value.strip_prefix("*.").unwrap_or(&name.value);
        if plain.is_empty() || plain.starts_with('.') || !plain.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b)) {
            return wrong(name.line, format!("{:?} is no name of a host: example.org, or *.example.org for all below", name.value));
        }
    }
    let pool = pool_named(table.text("pool")?, &names_of(pools), line)?;
    let (chains, keys) = (table.texts("certificate")?, table.texts("key")?);
    if keys.len() > chains.len() {
        return wrong(keys[chains.len()].line, "a key needs its certificate".into());
    }
    // A certificate without a key has it in its own file.
    let with_key = |(index, chain): (usize, Placed<String>)| {
        let key = keys.get(index).unwrap_or(&chain).clone();
        (chain, key)
    };
    let auto_tls = auto_tls(&mut table, &names)?;
    if let (Some(line), false) = (auto_tls, chains.is_empty()) {
        return wrong(line, "tls = \"auto\" or a certificate: one of them".into());
    }
    let certificates = chains.into_iter().enumerate().map(with_key).collect();
    let site = Site {
        line,
        names,
        root: table.text("root")?,
        pool,
        index: table.texts("index")?,
        front_controller: table.text("front-controller")?,
        certificates,
        auto_tls,
        redirect: table.text("redirect")?,
        https_only: table.flag("https-only")?.unwrap_or(false),
        htaccess: table.texts("htaccess")?,
        rewrite_trace: table.number("rewrite-trace", 0..=8)?.map_or(0, |level| level.value as u8),
        rewrite: table.lines("rewrite")?,
        rewrite_maps: table.pairs("rewrite-map")?,
    };
    table.finish()?;
    match (&site.root, &site.redirect) {
        (None, None) => wrong(line, "a site needs a root (or a redirect)".into()),
        (_, Some(to)) if !to.value.starts_with("http://") && !to.value.starts_with("https://") => {
            wrong(to.line, format!("redirect = {:?}: the beginning of an address, https://www.example.org", to.value))
        }
        (_, Some(to)) if to.value.chars().any(|c| c.is_control() || c == ' ') || to.value.ends_with('/') => {
            wrong(to.line, format!("redirect = {:?}: no spaces, and no slash at the end", to.value))
        }
        _ => Ok(site),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_configuration() {
        let text = "listen = \":80\"\nlisten-tls = [\":443\"]\nuser = \"www-data\"\n\n[pool.shop]\nuser = \"shop\"\nprocesses = 8\n\
                    request-timeout = \"1m\"\nenv = { A = \"b\", N = 3 }\nini.display_errors = false\n[pool.wiki]\n\n\
                    [[site]]\nnames = [\"shop.example\", \"*.shop.example\"]\nroot = \"shop/public\"\npool = \"shop\"\n\
                    certificate = \"c.pem\"\nhttps-only = true\nrewrite = \"\"\"\nA\n\tB\n\"\"\"\nrewrite-map.m = \"int:toupper\"\n[[site]]\nnames = \"old.example\"\npool = \"wiki\"\nredirect = \"https://shop.example\"\n\
                    [observe]\nadmin = \"off\"\ntrace-one-in = 5\n";
        let config = Config::parse(text).expect("is right");
        let looking: Vec<_> = config.looking.iter().map(|(name, given)| (name.as_str(), given.value.as_str(), given.line)).collect();
        assert_eq!(looking, [("admin", "off", 29), ("trace-one-in", "5", 30)]);
        assert_eq!((config.listen[0].value.as_str(), config.listen_tls[0].line, config.compression), (":80", 2, true));
        let shop = &config.pools[0];
        assert_eq!((shop.name.as_str(), shop.processes.as_ref().map(|n| (n.value, n.line))), ("shop", Some((8, 7))));
        assert_eq!(
            shop.env.iter().map(|(name, value)| (name.as_str(), value.value.as_str())).collect::<Vec<_>>(),
            [("A", "b"), ("N", "3")]
        );
        assert_eq!((shop.ini[0].1.value.as_str(), shop.ini[0].1.line), ("0", 10));
        assert_eq!((config.sites[0].names.len(), config.sites[0].certificates[0].1.value.as_str()), (2, "c.pem"));
        let rewrite = config.sites[0].rewrite.as_ref().map(|rewrite| (rewrite.value.as_str(), rewrite.line));
        assert_eq!(rewrite, Some(("A\n\tB\n", 19)));
        assert_eq!(config.sites[0].rewrite_maps[0], ("m".into(), Placed { value: "int:toupper".into(), line: 23 }));
        assert_eq!((config.sites[1].pool, config.sites[1].root.is_none()), (1, true));
    }

    #[test]
    fn services_and_cron() {
        let text = "[pool.a]\n[pool.b]\n[service.mail]\ncommand = \"php work.php 'a b'\"\npool = \"b\"\ninstances = 2\nenv.N = 1\n\
                    [cron.tidy]\ncommand = [\"sh\", \"-c\", \"a && b\"]\nschedule = \"@daily\"\nuser = \"me\"\noverlap = true\n\
                    [[site]]\nroot = \"/x\"\npool = \"a\"\n";
        let config = Config::parse(text).expect("is right");
        let [mail, tidy] = &config.commands[..] else { panic!("{:?}", config.commands) };
        assert_eq!((mail.words.join("|").as_str(), mail.pool, mail.line), ("php|work.php|a b", Some(1), 3));
        assert_eq!(mail.kind, Kind::Service { instances: 2, restart_pause: None, restart_at_reload: false });
        assert_eq!((tidy.words.join("|").as_str(), tidy.pool), ("sh|-c|a && b", None));
        let Kind::Cron { schedule, overlap } = &tidy.kind else { panic!("{tidy:?}") };
        assert_eq!((schedule.value.as_str(), schedule.line, overlap), ("@daily", 10, &true));
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let site = "[[site]]\nroot = \"/x\"\n";
        for (text, line, message) in [
            ("", 1, "there is no [[site]]"),
            ("listen = 5\n", 1, "listen: a text or a list of texts is needed"),
            ("a = 1\n[[site]]\nroot = \"/x\"\n", 1, "a is no setting here"),
            ("listen = [\"x\"\n", 1, ""),
            (&format!("{site}roots = 1\n"), 3, "roots is no setting here"),
            (&format!("{site}pool = \"p\"\n"), 3, "there is no [pool.p]"),
            (&format!("[pool.a]\n[pool.b]\n{site}"), 3, "there are several pools: pool = \"NAME\" says which"),
            (&format!("[pool.a]\nprocesses = 0\n{site}"), 2, "processes: a number from 1 to 4096 is needed"),
            (
                &format!("[pool.a]\nrequest-timeout = \"soon\"\n{site}"),
                2,
                "request-timeout: seconds are needed, or a number with s, m, h or d",
            ),
            (&format!("[pool.a]\nisolation = \"threads\"\n{site}"), 2, "isolation = \"threads\": \"thread\" or \"process\" is needed"),
            (
                &format!("[pool.a]\nworkers = 3\nisolation = \"process\"\n{site}"),
                2,
                "workers: with isolation = \"process\" a process runs one request; processes says how many there are",
            ),
            (&format!("[pool.a]\nmemory = \"much\"\n{site}"), 2, "memory: a number of bytes is needed, with K, M or G behind it"),
            (&format!("{site}names = [\"a\",\n\"A\"]\n"), 4, "the name A is another site's already, on line 3"),
            (&format!("listen-tls = \"1\"\n{site}"), 1, "listen-tls: no site has a certificate"),
            (&format!("listen = [\"1\", \"2\"]\nlisten-tls = \"2\"\n{site}certificate = \"c\"\n"), 2, "the address 2 stands twice"),
            (&format!("{site}https-only = true\n"), 1, "HTTPS needs an address: listen-tls = \"HOST:PORT\""),
            (
                &format!("listen-tls = \"1\"\n{site}names = \"a.b\"\ntls = \"auto\"\n"),
                5,
                "tls = \"auto\" needs [acme], which says whose terms are accepted",
            ),
            (&format!("{site}tls = \"auto\"\n"), 3, "tls = \"auto\" needs names"),
            (&format!("{site}tls = \"on\"\n"), 3, "tls = \"on\": \"auto\" is meant, or a certificate"),
            (&format!("{site}names = [\"a.b\",\n\"*.a.b\"]\ntls = \"auto\"\n"), 4, "tls = \"auto\": *.a.b is no name of a single host"),
            (
                &format!("[acme]\nfolder = \"f\"\n{site}"),
                1,
                "accept-terms = true says that the terms of the authority are accepted; it asks for that",
            ),
            (&format!("[acme]\ndirectory = \"http://a\"\n{site}"), 2, "directory = \"http://a\": it begins with https://"),
            ("[[site]]\n", 1, "a site needs a root (or a redirect)"),
            ("[[site]]\nredirect = \"x\"\n", 2, "redirect = \"x\": the beginning of an address, https://www.example.org"),
            (&format!("{site}[[site]]\nroot = \"/y\"\n"), 3, "a site needs names, but for the first one, which has all others"),
            (&format!("[service.a]\n{site}"), 1, "command = \"PROGRAM ARGUMENT…\" is missing"),
            (&format!("[service.a]\ncommand = []\n{site}"), 1, "command = \"PROGRAM ARGUMENT…\" is missing"),
            (&format!("[service.a]\ncommand = \"\"\n{site}"), 2, "command: a program is needed"),
            (&format!("[service.a]\ncommand = \"x\"\nuser = \"u\"\npool = \"p\"\n{site}"), 4, "pool or user: one of them"),
            (&format!("[service.\"a b\"]\n{site}"), 1, "a command cannot be called \"a b\": letters, digits, - _ . are"),
            (&format!("[cron.a]\ncommand = \"x\"\n{site}"), 1, "schedule = \"*/5 * * * *\" or the like is missing"),
            (&format!("[cron.a]\nschedule = \"@daily\"\ncommand = \"x\"\ninstances = 2\n{site}"), 4, "instances is no setting here"),
            (&format!("[pool.\"a/b\"]\n{site}"), 1, "a pool cannot be called \"a/b\": letters, digits, - _ . are"),
        ] {
            let problem = Config::parse(text).expect_err(text);
            assert_eq!(problem.line, line, "{text}: {}", problem.message);
            assert!(message.is_empty() || problem.message == message, "{text}: {}", problem.message);
        }
    }
}
