//! Starts the engine and then a server of this process.

use std::sync::Arc;

use loxo_runtime::ini::IniConfig;
use loxo_server::{Options, SapiKind};

use crate::boot::{self, Boot};
use crate::config::{self, IniOptions};
use crate::huge_code;
use crate::sapi::StartupSapi;
use crate::serve_args::fail;

/// What a server needs of the engine.
pub struct Started {
    pub engine: loxo_engine::Engine,
    pub config: Arc<IniConfig>,
    pub load_config: Box<dyn Fn(bool) -> Arc<IniConfig> + Send + Sync>,
}

/// Serves until it is stopped: the exit status.
pub fn start(sapi: SapiKind, settings: &IniOptions, options: impl FnOnce(Started) -> Options) -> i32 {
    let registry = boot::registry(sapi.name());
    let mut extensions = registry.extensions.clone();
    extensions.push(if sapi == SapiKind::CliServer { &config::BUILT_IN_SETTINGS } else { &config::SERVE_SETTINGS });
    let boot = Boot::new(registry, config::load(&extensions, settings));
    if let Err(message) = huge_code::apply(&boot.config, None) {
        eprintln!("{message}");
    }
    let settings = settings.clone();
    let load_config = Box::new(move |code: bool| {
        let boot = Boot::new(registry, config::load(&extensions, &settings));
        let config = boot.config.clone();
        if let Err(message) = huge_code::apply(&config, None) {
            eprintln!("{message}");
        }
        if code && !boot.preload_again(sapi.name()) {
            eprintln!("opcache.preload has failed: what was preloaded before stays");
        }
        config
    });
    if !boot.preload(Box::new(StartupSapi(sapi.name()))) {
        return 1;
    }
    match loxo_server::serve(options(Started { engine: boot.engine, config: boot.config, load_config })) {
        Ok(served) => i32::from(!served),
        Err(message) => fail(&message),
    }
}
