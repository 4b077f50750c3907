//! What a child knows all its life.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use loxo_engine::Engine;
use loxo_runtime::ini::IniConfig;

use super::pages;
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

/// What a child knows all its life.
pub(super) struct Worker {
    pub(super) manner: Manner,
    pub(super) host: Host,
    pub(super) log: Rc<Log>,
    pub(super) pool: String,
    pub(super) own: Rc<Own>,
    /// The board that the status page shows, if it is another pool's.
    pub(super) shown: Option<Scoreboard>,
    pub(super) pages: pages::Paths,
    pub(super) access_log: Option<(OwnedFd, String)>,
    pub(super) suppress_paths: Vec<Vec<u8>>,
    /// Scripts have one of these endings; empty: any.
    pub(super) extensions: Vec<Vec<u8>>,
    pub(super) max_requests: u64,
    /// The supervisor reads what scripts write to standard error.
    pub(super) caught: bool,
    /// `fastcgi.logging`
    pub(super) log_to_client: bool,
    /// `.user.ini` texts by folder and document root, until they are looked for again.
    pub(super) user_settings: HashMap<(Vec<u8>, Vec<u8>), (Instant, Vec<Vec<u8>>)>,
}

impl Worker {
    pub(super) fn is_on(&self, setting: &str) -> bool {
        self.host.config.get(setting.as_bytes()).is_some_and(loxo_runtime::ini::parse_bool)
    }

    pub(super) fn setting(&self, name: &str) -> Vec<u8> {
        self.host.config.get(name.as_bytes()).unwrap_or_default().to_vec()
    }
}
