//! What was found: pools, sites, addresses; and what must hold of them together.

use crate::source::Note;

#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) listen: Vec<String>,
    pub(crate) listen_tls: Vec<String>,
    /// The HTTP server's, if it must be another than it would be.
    pub(crate) user: Option<String>,
    pub(crate) pools: Vec<Pool>,
    pub(crate) sites: Vec<Site>,
    pub(crate) notes: Vec<Note>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub(crate) name: String,
    /// Where it listens now, by which sites name it.
    pub(crate) socket: String,
    /// Settings of `loxo.toml` and their values as TOML has them, in order.
    pub(crate) settings: Vec<(String, String)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) names: Vec<String>,
    pub(crate) root: Option<String>,
    pub(crate) index: Vec<String>,
    /// Empty: there is none; `None`: the usual one.
    pub(crate) front_controller: Option<String>,
    pub(crate) certificates: Vec<(String, String)>,
    pub(crate) redirect: Option<String>,
    pub(crate) https_only: bool,
    /// It answers for hosts that no site has.
    pub(crate) is_default: bool,
    /// Where its scripts run now. `None`: it has none.
    pub(crate) socket: Option<String>,
    /// Settings for its pool: `ini.NAME`, `env.NAME`, `request-timeout`.
    pub(crate) pool_settings: Vec<(String, String)>,
    /// By position in the plan.
    pub(crate) pool: usize,
}

/// A text as TOML has it.
pub(crate) fn quoted(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The key of a pair, in quotes where TOML wants them.
pub(crate) fn key(table: &str, name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { format!("{table}.{name}") } else { format!("{table}.{}", quoted(name)) }
}

/// As a pool may be called.
pub(crate) fn pool_name(text: &str) -> String {
    let good = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let name: String = text.trim_start_matches('.').chars().map(good).take(64).collect();
    if name.is_empty() { "www".into() } else { name }
}

impl Site {
    fn note(&self, message: String) -> Note {
        Note { file: self.file.clone(), line: self.line, message }
    }

    fn shown(&self) -> String {
        self.names.first().cloned().unwrap_or_else(|| "the site".into())
    }
}

impl Plan {
    /// All has been read.
    pub(crate) fn finish(&mut self) {
        self.join_redirects();
        self.order_sites();
        self.find_pools();
        self.choose_user();
        self.notes.dedup();
    }

    /// A site that only sends to HTTPS of the same names is part of the one there. One whose names another has, too, gives them up.
    fn join_redirects(&mut self) {
        let sites = std::mem::take(&mut self.sites);
        let mut kept: Vec<Site> = Vec::new();
        let (redirecting, others): (Vec<Site>, Vec<Site>) = sites.into_iter().partition(|site| site.https_only && site.root.is_none());
        for mut site in others {
            let same = kept.iter_mut().find(|other| other.names == site.names && !site.names.is_empty() && other.root == site.root);
            match same {
                // The same site on two ports stands there twice.
                Some(other) => {
                    other.certificates.append(&mut site.certificates);
                    other.https_only |= site.https_only;
                    other.is_default |= site.is_default;
                    other.socket = other.socket.take().or(site.socket);
                    other.pool_settings.append(&mut site.pool_settings);
                }
                None => kept.push(site),
            }
        }
        for mut site in redirecting {
            let has = |other: &Site, name: &String| other.names.iter().any(|known| known.eq_ignore_ascii_case(name));
            let mut used = site.names.is_empty();
            for other in kept.iter_mut().filter(|other| !other.certificates.is_empty()) {
                if site.names.is_empty() || site.names.iter().any(|name| has(other, name)) {
                    (other.https_only, used) = (true, true);
                }
            }
            site.names.retain(|name| !kept.iter().any(|other| has(other, name)));
            if !site.names.is_empty() || !used {
                let message = format!("{} is sent to HTTPS, where no site has that name: it is left out", site.shown());
                self.notes.push(site.note(message));
            }
        }
        for at in 0..kept.len() {
            let (before, rest) = kept.split_at_mut(at);
            let site = &mut rest[0];
            let known = |name: &String| before.iter().any(|other| other.names.iter().any(|known| known.eq_ignore_ascii_case(name)));
            if let Some(name) = site.names.iter().find(|name| known(name)) {
                self.notes.push(site.note(format!("the name {name} is another site's already")));
            }
            let before_names: Vec<String> = site.names.clone();
            site.names.retain(|name| !known(name));
            let had = !before_names.is_empty();
            let mut once: Vec<String> = Vec::new();
            site.names.retain(|name| {
                !once.iter().any(|seen| seen.eq_ignore_ascii_case(name)) && {
                    once.push(name.clone());
                    true
                }
            });
            if had && site.names.is_empty() {
                // Without names it would have all.
                site.root = None;
                site.redirect = None;
            }
        }
        kept.retain(|site| site.root.is_some() || site.redirect.is_some());
        self.sites = kept;
    }

    /// The first site has all hosts that no other one has; only it may have no names.
    fn order_sites(&mut self) {
        let first = self.sites.iter().position(|site| site.is_default).or_else(|| self.sites.iter().position(|site| site.names.is_empty()));
        if let Some(first) = first {
            let site = self.sites.remove(first);
            self.sites.insert(0, site);
        }
        let (named, nameless): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.sites).into_iter().enumerate().partition(|(at, site)| *at == 0 || !site.names.is_empty());
        for (_, site) in nameless {
            self.notes.push(site.note("a second site without names is left out".into()));
        }
        self.sites = named.into_iter().map(|(_, site)| site).collect();
        let has_tls = self.sites.iter().any(|site| !site.certificates.is_empty());
        if !has_tls {
            self.listen_tls.clear();
        } else if self.listen_tls.is_empty() {
            self.listen_tls.push(":443".into());
        }
        self.listen_tls.retain(|address| !self.listen.contains(address));
        if has_tls && self.listen_tls.is_empty() {
            for site in &mut self.sites {
                site.certificates.clear();
            }
        }
        for site in &mut self.sites {
            site.https_only &= !self.listen_tls.is_empty();
        }
    }

    /// Each site's pool: the one at its socket, or one that is made for it.
    fn find_pools(&mut self) {
        for at in 0..self.sites.len() {
            let site = self.sites[at].clone();
            // Who only redirects, or has no scripts, takes whichever there is.
            let Some(socket) = site.socket.clone().filter(|_| site.redirect.is_none()) else { continue };
            let found = self.pools.iter().position(|pool| pool.socket == socket);
            let pool = match found {
                Some(pool) => pool,
                None => {
                    if !socket.starts_with("mod_php") {
                        let message = format!("no pool at {socket} was read: name php-fpm's files too; this one runs as www-data");
                        self.notes.push(site.note(message));
                    }
                    let wanted = if self.pools.is_empty() { "www".into() } else { pool_name(&site.shown().replace('*', "all")) };
                    let taken = |name: &str| self.pools.iter().any(|pool| pool.name == name);
                    let name = (1..).map(|n| if n == 1 { wanted.clone() } else { format!("{:.60}-{n}", wanted) }).find(|name| !taken(name));
                    let settings = vec![("user".to_string(), quoted("www-data"))];
                    self.pools.push(Pool { name: name.unwrap_or_default(), socket, settings });
                    self.pools.len() - 1
                }
            };
            self.sites[at].pool = pool;
            for (name, value) in site.pool_settings {
                match self.pools[pool].settings.iter().find(|(known, _)| *known == name) {
                    Some((_, known)) if *known == value => {}
                    Some((_, known)) => {
                        let message = format!("{name} is {value} here, and {known} in the pool, which counts");
                        self.notes.push(self.sites[at].note(message));
                    }
                    None => self.pools[pool].settings.push((name, value)),
                }
            }
        }
        if self.pools.is_empty() {
            self.pools.push(Pool { name: "www".into(), socket: String::new(), settings: vec![("user".into(), quoted("www-data"))] });
        }
    }

    /// With several pools none has the HTTP server's user.
    fn choose_user(&mut self) {
        let is_wwws = |pool: &Pool| pool.settings.iter().any(|(name, value)| name == "user" && value == "\"www-data\"");
        if self.pools.len() > 1 && self.pools.iter().any(is_wwws) {
            self.user = Some("nobody".into());
            if let Some(site) = self.sites.first() {
                let message = "a pool runs as www-data, so the HTTP server runs as nobody: it must be able to read the sites' files";
                self.notes.push(site.note(message.into()));
            }
        }
    }
}
