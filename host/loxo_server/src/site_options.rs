//! What is said of a site before there is one: by `loxo.toml`, or by a command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loxo_htaccess::Allow;
use loxo_rewrite_map::RewriteMaps;

use crate::htaccess::HtaccessOptions;
use crate::rules::Rules;
use crate::tls::CertificateFiles;

/// One site.
#[derive(Clone, Debug, Default)]
pub struct SiteOptions {
    /// Its hosts; `*.example.org` is all below that.
    pub names: Vec<String>,
    pub root: PathBuf,
    /// Names of the file that a folder shows. Empty: the usual ones.
    pub index: Vec<String>,
    /// The script for paths that mean nothing else. Empty: there is none.
    pub front_controller: String,
    /// A script that sees every request first.
    pub router: Option<PathBuf>,
    pub certificates: Vec<CertificateFiles>,
    /// The beginning of the addresses to which clients are sent instead.
    pub redirect: Option<String>,
    /// Plain HTTP is answered with the address of HTTPS.
    pub https_only: bool,
    /// Where its pool listens, how many requests that runs at once, how many may wait, and how long one may take.
    pub pool: PathBuf,
    pub places: usize,
    pub queue: usize,
    pub request_limit: Option<Duration>,
    /// The folder that is all that a process of the pool sees; empty: it sees everything.
    pub chroot: PathBuf,
    /// The pool's user, if the site must not show what is another's.
    pub owner: Option<u32>,
    /// Paths that the pool answers itself: its status, its ping.
    pub pool_pages: Vec<String>,
    /// Apache's rules of mod_rewrite for all of the site.
    pub rewrite: String,
    /// The maps that rules use: names, and what each is, as `RewriteMap` has it.
    pub rewrite_maps: Vec<(String, String)>,
    /// Which directives `.htaccess` may have. `None`: it is not read.
    pub htaccess: Option<Allow>,
    /// How much of each step of rewriting the log gets, 0 to 8.
    pub rewrite_trace: u8,
    /// Where paths of maps begin.
    pub map_folder: PathBuf,
    /// The socket of the process that evaluates the rules, and the site's number there. `None`: the HTTP server does.
    pub rules_process: Option<(PathBuf, u64)>,
}

impl SiteOptions {
    /// The rules of the site and of its folders, if it has any; the error is one line.
    pub fn htaccess(&self) -> Result<Option<HtaccessOptions>, String> {
        if self.htaccess.is_none() && self.rewrite.is_empty() {
            return Ok(None);
        }
        let mut maps = RewriteMaps::default();
        for (name, source) in &self.rewrite_maps {
            maps.add(name, source, &self.map_folder).map_err(|message| format!("rewrite-map.{name}: {message}"))?;
        }
        Ok(Some(HtaccessOptions {
            allow: self.htaccess.unwrap_or(Allow::NONE),
            rules: self.rewrite.clone(),
            maps: (!maps.is_empty()).then(|| Arc::new(maps) as _),
            trace: self.rewrite_trace,
        }))
    }

    /// What its folders show.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            index: match self.index.as_slice() {
                [] => Rules::default().index,
                names => names.iter().map(|name| name.clone().into_bytes()).collect(),
            },
            front_controller: (!self.front_controller.is_empty())
                .then(|| format!("/{}", self.front_controller.trim_start_matches('/')).into_bytes()),
            owner: self.owner,
            pool_pages: self.pool_pages.iter().map(|page| page.clone().into_bytes()).collect(),
        }
    }
}
