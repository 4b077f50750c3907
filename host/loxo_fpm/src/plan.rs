//! Pools that are not described by `php-fpm.conf`, and the HTTP server in front of them: what `loxo serve` starts as processes.

use crate::command::CommandPlan;
use crate::config::{Config, Pool, set_global, set_pool, set_pool_element};
use crate::log::Log;

/// Requests that wait in the connections of the only process of a pool.
const NEXT: usize = 28;

/// How many connections a pool takes, and so how many requests the HTTP server hands to it at a time. Workers of the only process find the next one
/// there when they have finished one, and need not sleep between two. Where there are several, one that waits for the first could run in the second.
pub fn connections(processes: usize, workers: usize) -> usize {
    match (processes, workers) {
        (1, 1..) => workers + NEXT,
        _ => processes * workers.max(1),
    }
}

/// A setting by php-fpm's name for it.
#[derive(Clone, Debug, Default)]
pub struct Directive {
    pub name: String,
    /// `php_value[KEY]` and its kin.
    pub key: Option<String>,
    pub value: String,
    /// Who said so, for messages: `loxo.toml:12`.
    pub place: String,
}

impl Directive {
    pub fn new(name: &str, value: impl Into<String>) -> Directive {
        Directive { name: name.into(), key: None, value: value.into(), place: "loxo".into() }
    }
}

/// A pool of processes.
#[derive(Clone, Debug, Default)]
pub struct PoolPlan {
    pub name: String,
    pub directives: Vec<Directive>,
    /// Requests that run at once in a process, on threads; 0: one, which has the process for itself.
    pub threads: usize,
    /// Bytes that its processes may use together before one of them is replaced; 0: any number.
    pub memory: u64,
    /// Where Prometheus finds the figures.
    pub metrics_path: Option<String>,
    /// Its process runs no PHP: it evaluates rules of sites for the HTTP server, and this is what it must know.
    pub rules: Option<Vec<u8>>,
}

/// A server that is a process of its own and runs no PHP.
#[derive(Clone, Debug, Default)]
pub struct ServerPlan {
    /// Where it listens: `HOST:PORT`, `PORT` (this machine only) or `:PORT` (all addresses).
    pub listen: Vec<String>,
    /// As whom it runs. `None`: as the supervisor.
    pub user: Option<String>,
    pub group: Option<String>,
    /// What it must know; it gets these bytes as they are.
    pub settings: Vec<u8>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub global: Vec<Directive>,
    pub pools: Vec<PoolPlan>,
    /// The HTTP server.
    pub front: ServerPlan,
    /// The queue server.
    pub queue: Option<ServerPlan>,
    pub commands: Vec<CommandPlan>,
    /// The folder of the pools' sockets.
    pub folder: String,
    /// What must succeed before the program is started again with another configuration: its arguments.
    pub check: Vec<String>,
}

impl Plan {
    /// The same as a configuration. `None`: the log says why not.
    pub(crate) fn config(&self, log: &Log) -> Option<Config> {
        let mut config = Config::default();
        let wrong = |directive: &Directive, why: &str| {
            log.error(format!("[{}] {}: {why}", directive.place, directive.name));
            None
        };
        for directive in &self.global {
            match set_global(&mut config.global, &directive.name, &directive.value) {
                Some((_, Ok(()))) => {}
                Some((_, Err(why))) => return wrong(directive, why),
                None => return wrong(directive, "there is no such setting"),
            }
        }
        for plan in &self.pools {
            let mut pool = Pool {
                threads: plan.threads,
                memory: plan.memory,
                metrics_path: plan.metrics_path.clone(),
                rules: plan.rules.clone(),
                ..Pool::new(&plan.name)
            };
            for directive in &plan.directives {
                let set = match &directive.key {
                    Some(key) => set_pool_element(&mut pool, &directive.name, key, &directive.value),
                    None => set_pool(&mut pool, &directive.name, &directive.value).map(|(_, set)| set),
                };
                match set {
                    Some(Ok(())) => {}
                    Some(Err(why)) => return wrong(directive, why),
                    None => return wrong(directive, "there is no such setting"),
                }
            }
            config.pools.push(pool);
        }
        Some(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_have_their_place() {
        let log = Log::for_tests();
        let mut pool = PoolPlan {
            name: "w".into(),
            directives: vec![Directive::new("pm", "static"), Directive::new("pm.max_children", "3")],
            ..PoolPlan::default()
        };
        pool.directives.push(Directive { key: Some("precision".into()), ..Directive::new("php_value", "5") });
        let plan = Plan { pools: vec![pool.clone()], global: vec![Directive::new("log_level", "warning")], ..Plan::default() };
        let config = plan.config(&log).expect("a configuration");
        assert_eq!((config.pools[0].max_children, config.global.log_level), (3, 3));
        assert_eq!(config.pools[0].php_values, [("precision".to_string(), "5".to_string())]);
        pool.directives.push(Directive { place: "x.toml:7".into(), ..Directive::new("pm.max_children", "many") });
        assert!(Plan { pools: vec![pool], ..Plan::default() }.config(&log).is_none());
        assert!(log.recorded().starts_with("ERROR: [x.toml:7] pm.max_children: "));
    }
}
