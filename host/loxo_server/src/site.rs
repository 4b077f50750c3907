//! What all requests of a server share: the engine, the settings, the folder that is served, and whose rules count.
//!
//! A request keeps the [`Site`] that it began with, from its first look at the path to its end. [`CurrentSite`] makes another where the settings
//! are read again, or where the folder is a link that leads elsewhere: each request sees one release of an application as a whole.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use loxo_engine::Engine;
use loxo_runtime::ini::IniConfig;

use crate::file_cache::FileCache;
use crate::htaccess::Evaluator;
use crate::rules::Rules;

/// The server interface that scripts see, and whose rules count with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SapiKind {
    /// `loxo serve`: as behind nginx and php-fpm.
    Fpm,
    /// `php -S`
    CliServer,
}

impl SapiKind {
    /// `PHP_SAPI`
    pub fn name(self) -> &'static str {
        match self {
            SapiKind::Fpm => "fpm-fcgi",
            SapiKind::CliServer => "cli-server",
        }
    }
}

/// `SERVER_SOFTWARE` where Loxo is the web server. Applications look for a server there that they know, and Moodle answers nothing without
/// one. That it is like nginx tells them what is so: no `.htaccess` is read, and paths that are no files reach `index.php`.
pub(crate) const SOFTWARE: &str = concat!("Loxo/", env!("CARGO_PKG_VERSION"), " (like nginx)");
/// The same where `.htaccess` is read.
pub(crate) const SOFTWARE_WITH_RULES: &str = concat!("Loxo/", env!("CARGO_PKG_VERSION"), " (like Apache)");

/// What is served, and how.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) sapi: SapiKind,
    pub(crate) engine: Engine,
    pub(crate) config: Arc<IniConfig>,
    pub(crate) php_version: String,
    /// `SERVER_SOFTWARE`
    pub(crate) software: String,
    /// `SERVER_NAME` of the built-in server: the host as it was given.
    pub(crate) name: String,
    /// Without links, unless the built-in server is to keep them.
    pub(crate) root: Vec<u8>,
    /// Which folder that is.
    pub(crate) identity: (u64, u64),
    pub(crate) router: Option<Arc<[u8]>>,
    /// Responses are compressed for clients that accept it.
    pub(crate) compress: bool,
    /// Longer bodies of requests are refused, and not stored.
    pub(crate) body_limit: u64,
    pub(crate) rules: Arc<Rules>,
    /// `.htaccess`. `None`: it is not read.
    pub(crate) htaccess: Option<Evaluator>,
    /// Looks after the files that requests use. `None`: this is no development server.
    pub(crate) watcher: Option<Arc<loxo_dev::Watcher>>,
    /// Files that were sent lately.
    pub(crate) files: Arc<FileCache>,
}

/// Device and inode of a folder. `None`: there is none at the moment.
fn identity(folder: &Path) -> Option<(u64, u64)> {
    loxo_files::about(folder).ok().filter(loxo_files::About::is_dir).map(|about| (about.device, about.inode))
}

/// Does every link in a path lead to what belongs to whom the link belongs to, or is it root's? Whoever may write in one of the folders could lead
/// the way to another's files.
fn links_are_their_owners(path: &Path) -> bool {
    let is_good = |part: &Path| {
        let Ok(link) = std::fs::symlink_metadata(part) else { return false };
        !link.is_symlink() || link.uid() == 0 || std::fs::metadata(part).is_ok_and(|target| target.uid() == link.uid())
    };
    path.ancestors().all(is_good)
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

/// Programs may read bodies of any length from `php://input`, but a disk has an end: a gibibyte, unless `post_max_size` says more.
pub(crate) fn body_limit(config: &IniConfig) -> u64 {
    const USUAL: u64 = 1 << 30;
    let posts = config.get(b"post_max_size").map_or(0, |text| loxo_runtime::ini::parse_quantity(text).value);
    match u64::try_from(posts) {
        Ok(0) | Err(_) => u64::MAX,
        Ok(posts) => posts.max(USUAL),
    }
}

/// `request_terminate_timeout`, as php-fpm's pools have it: seconds, or a number with `s`, `m`, `h` or `d`. 0: no limit.
pub(crate) fn request_limit(config: &IniConfig) -> Option<Duration> {
    let text = std::str::from_utf8(config.get(b"request_terminate_timeout")?).ok()?.trim();
    seconds(text).filter(|limit| !limit.is_zero())
}

/// A time as php-fpm's settings have it. `None`: it is none.
pub fn seconds(text: &str) -> Option<Duration> {
    let (number, unit) = match text.char_indices().next_back()? {
        (at, 's') => (&text[..at], 1.0),
        (at, 'm') => (&text[..at], 60.0),
        (at, 'h') => (&text[..at], 3600.0),
        (at, 'd') => (&text[..at], 86400.0),
        _ => (text, 1.0),
    };
    let number: f64 = number.parse().ok().filter(|number| (0.0..1e9).contains(number))?;
    Some(Duration::from_secs_f64(number * unit))
}

/// Reads the settings again; true: and runs `opcache.preload` again.
pub(crate) type LoadConfig = Box<dyn Fn(bool) -> Arc<IniConfig> + Send + Sync>;

/// The site of the requests that begin now.
pub(crate) struct CurrentSite {
    site: RwLock<Arc<Site>>,
    /// The folder and the router as they were named.
    root: PathBuf,
    router: Option<PathBuf>,
}

impl CurrentSite {
    /// `site`: with root and router as they were named.
    pub(crate) fn new(mut site: Site, root: PathBuf, router: Option<PathBuf>) -> CurrentSite {
        site.identity = identity(&root).unwrap_or_default();
        let current = CurrentSite { site: RwLock::new(Arc::new(site)), root, router };
        current.follow();
        current
    }

    /// For a request that begins. One look at the folder, through its links.
    pub(crate) fn get(&self) -> Arc<Site> {
        let site = self.site.read().unwrap_or_else(PoisonError::into_inner).clone();
        match identity(&self.root) {
            // While a link is replaced it may lead nowhere for a moment.
            None => site,
            Some(now) if now == site.identity => site,
            Some(_) => self.follow(),
        }
    }

    /// Finds out where the links lead now.
    fn follow(&self) -> Arc<Site> {
        let mut current = self.site.write().unwrap_or_else(PoisonError::into_inner);
        if current.rules.owner.is_some() && !links_are_their_owners(&self.root) {
            return current.clone();
        }
        let Ok(root) = loxo_files::canonicalize(&self.root) else { return current.clone() };
        // The folder that was found, wherever the link leads by now.
        let Some(identity) = identity(&root) else { return current.clone() };
        let mut site = Site::clone(&current);
        site.root = bytes(&root).to_vec();
        site.htaccess = site.htaccess.and_then(|evaluator| evaluator.for_root(&site.root));
        site.identity = identity;
        if let Some(router) = self.router.as_ref().and_then(|router| loxo_files::canonicalize(router).ok()) {
            site.router = Some(Arc::from(bytes(&router)));
        }
        *current = Arc::new(site);
        current.clone()
    }

    /// Closes the files that are kept open.
    pub(crate) fn close_files(&self) {
        self.site.read().unwrap_or_else(PoisonError::into_inner).files.close_files();
    }

    /// Requests that begin from now on have these settings.
    pub(crate) fn set_config(&self, config: Arc<IniConfig>) {
        let mut current = self.site.write().unwrap_or_else(PoisonError::into_inner);
        let mut site = Site::clone(&current);
        site.body_limit = body_limit(&config);
        site.config = config;
        *current = Arc::new(site);
    }
}
