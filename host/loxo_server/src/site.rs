//! What all requests of a server share: the engine, the settings, the folder that is served, and whose rules count.

use std::sync::Arc;

use loxo_runtime::ini::IniConfig;
use loxo_vm::Engine;

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

/// What is served, and how.
pub(crate) struct Site {
    pub(crate) sapi: SapiKind,
    pub(crate) engine: Engine,
    pub(crate) config: Arc<IniConfig>,
    pub(crate) php_version: String,
    /// `SERVER_SOFTWARE`
    pub(crate) software: String,
    /// `SERVER_NAME` of the built-in server: the host as it was given.
    pub(crate) name: String,
    pub(crate) root: Vec<u8>,
    pub(crate) router: Option<Arc<[u8]>>,
    /// Longer bodies of requests are refused, and not stored.
    pub(crate) body_limit: u64,
}
