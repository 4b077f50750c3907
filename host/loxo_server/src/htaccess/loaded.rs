//! The rules of a site, as they are kept from one request to the next.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use loxo_htaccess::view::{Log, Maps, NoMaps};
use loxo_htaccess::{Allow, Fault, Folders, Surroundings};
use tokio::sync::Semaphore;

use super::disk::Disk;
use super::folder_cache::FolderCache;
use crate::mime;
use crate::rules::Rules;

/// Requests of a site that are evaluated on threads that may wait. A map's program answers one at a time.
pub(super) const AT_ONCE: usize = 32;

/// What a site's rules may be.
#[derive(Clone)]
pub struct HtaccessOptions {
    /// Which directives files of folders may have.
    pub allow: Allow,
    /// Rules of the site itself.
    pub rules: String,
    /// The maps that those and the folders' use. `None`: there are none.
    pub maps: Option<Arc<dyn Maps + Send + Sync>>,
    /// How much of each step of rewriting the log gets: 0 is nothing, 8 everything.
    pub trace: u8,
}

impl std::fmt::Debug for HtaccessOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HtaccessOptions").field("allow", &self.allow).field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl HtaccessOptions {
    /// Whether the rules of the site itself are right; the error has the line in them.
    pub fn check(&self) -> Result<(), Fault> {
        self.site(Vec::new(), &Rules::default()).map(drop)
    }

    fn site(&self, root: Vec<u8>, rules: &Rules) -> Result<loxo_htaccess::Site, Fault> {
        let mut site = loxo_htaccess::Site::new(root, self.allow, mime::of_one_extension);
        site.index.clone_from(&rules.index);
        if !self.rules.is_empty() {
            site.set_rules(self.rules.as_bytes())?;
        }
        if let Some(path) = &rules.front_controller {
            site.set_fallback(path);
        }
        Ok(site)
    }
}

/// The rules of a site.
pub(crate) struct Htaccess {
    site: loxo_htaccess::Site,
    pub(super) folders: FolderCache,
    pub(super) options: HtaccessOptions,
    rules: Rules,
    /// Some request has taken long: the next ones do not hold up others.
    pub(super) is_slow: AtomicBool,
    /// Places of requests that may wait.
    pub(super) waiting: Arc<Semaphore>,
}

impl Htaccess {
    /// The error is a fault in the rules of the site itself.
    pub(crate) fn new(options: HtaccessOptions, root: &[u8], rules: &Rules) -> Result<Htaccess, Fault> {
        let site = options.site(root.to_vec(), rules)?;
        let folders = FolderCache::new(options.allow, site.file_name.clone());
        let (is_slow, waiting) = (AtomicBool::new(false), Arc::new(Semaphore::new(AT_ONCE)));
        Ok(Htaccess { site, folders, options, rules: rules.clone(), is_slow, waiting })
    }

    /// The same rules for a folder that has come in the place of the root.
    pub(crate) fn for_root(&self, root: &[u8]) -> Option<Htaccess> {
        Htaccess::new(self.options.clone(), root, &self.rules).ok()
    }

    /// What an evaluation needs besides the request.
    pub(super) fn around<'a>(&'a self, disk: &'a Disk, folders: &'a dyn Folders, log: &'a dyn Log) -> Surroundings<'a> {
        let maps: &dyn Maps = self.options.maps.as_ref().map_or(&NoMaps, |maps| &**maps);
        Surroundings { site: &self.site, files: disk, maps, folders, log }
    }
}
