//! `[service.NAME]` and `[cron.NAME]` of `loxo.toml`: commands that the supervisor runs beside the pools.

use std::path::Path;
use std::time::Duration;

use loxo_config::{Command, Kind, Placed, Pool};
use loxo_cron::Schedule;
use loxo_fpm::{CommandKind, CommandPlan, stop_signal};

const TERMINATE: i32 = 15;
const STOP_TIMEOUT: Duration = Duration::from_secs(60);
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// The supervisor's part of a command; paths begin at `folder`. The error has its line.
pub fn plan(command: &Command, pools: &[Pool], folder: &Path) -> Result<CommandPlan, (usize, String)> {
    let pool = command.pool.and_then(|pool| pools.get(pool));
    if let Some(pool) = pool.filter(|pool| pool.chroot.is_some()) {
        let message = format!("[pool.{}] has a chroot, which commands do not have: name a user in place of the pool", pool.name);
        return Err((command.line, message));
    }
    let seconds = |time: &Option<Placed<String>>, usual| {
        time.as_ref().map_or(usual, |time| loxo_server::seconds(&time.value).unwrap_or(Duration::ZERO))
    };
    let kind = match &command.kind {
        Kind::Service { instances, restart_pause, restart_at_reload } => CommandKind::Service {
            instances: *instances,
            restart_pause: seconds(restart_pause, RESTART_PAUSE),
            restart_at_reload: *restart_at_reload,
        },
        Kind::Cron { schedule, overlap } => {
            let parsed = Schedule::parse(&schedule.value).map_err(|message| (schedule.line, format!("schedule: {message}")))?;
            CommandKind::Cron { schedule: parsed, overlap: *overlap }
        }
    };
    let signal = match &command.stop_signal {
        None => TERMINATE,
        Some(name) => stop_signal(&name.value).ok_or_else(|| {
            let message = format!("stop-signal = {:?}: TERM, INT, QUIT, HUP, USR1, USR2 or WINCH is needed", name.value);
            (name.line, message)
        })?,
    };
    let place = command.folder.as_ref().map_or_else(|| folder.to_path_buf(), |own| folder.join(&own.value));
    if let Some(own) = command.folder.as_ref().filter(|_| !place.is_dir()) {
        return Err((own.line, format!("folder: there is no folder {}", place.display())));
    }
    let name = |own: &Option<Placed<String>>, of_pool: Option<&Option<Placed<String>>>| {
        own.as_ref().or(of_pool.and_then(Option::as_ref)).map(|placed| placed.value.clone())
    };
    let env = pool.iter().flat_map(|pool| &pool.env).chain(&command.env);
    Ok(CommandPlan {
        name: command.name.clone(),
        words: command.words.clone(),
        folder: place,
        user: name(&command.user, pool.map(|pool| &pool.user)),
        group: name(&command.group, pool.map(|pool| &pool.group)),
        inherit_env: command.inherit_env.or(pool.map(|pool| pool.inherit_env)).unwrap_or(false),
        env: env.map(|(name, value)| (name.clone(), value.value.clone())).collect(),
        stop_signal: signal,
        stop_timeout: seconds(&command.stop_timeout, STOP_TIMEOUT),
        kind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use loxo_config::Config;

    fn plan_of(pool: &str, command: &str) -> Result<CommandPlan, (usize, String)> {
        let text = format!("[pool.w]\n{pool}\n[{command}\n[[site]]\nroot = \"/x\"\n");
        let config = Config::parse(&text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        plan(&config.commands[0], &config.pools, Path::new("/etc"))
    }

    #[test]
    fn a_command_has_its_pools_user_and_environment() {
        let plan = plan_of("env = { A = \"1\", B = \"2\" }", "service.s]\ncommand = \"php x\"\nenv.B = \"3\"\nstop-timeout = \"2m\"")
            .expect("is right");
        let env: Vec<_> = plan.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(env.join(" "), "A=1 B=2 B=3");
        assert_eq!((plan.folder.as_path(), plan.stop_timeout, plan.stop_signal), (Path::new("/etc"), Duration::from_secs(120), 15));
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        for (pool, command, line, message) in [
            (
                "chroot = \"/c\"",
                "service.s]\ncommand = \"x\"",
                3,
                "[pool.w] has a chroot, which commands do not have: name a user in place of the pool",
            ),
            (
                "",
                "cron.c]\ncommand = \"x\"\nschedule = \"* * *\"",
                5,
                "schedule: five fields are needed: minute, hour, day of the month, month, day of the week",
            ),
            (
                "",
                "service.s]\ncommand = \"x\"\nstop-signal = \"KILL\"",
                5,
                "stop-signal = \"KILL\": TERM, INT, QUIT, HUP, USR1, USR2 or WINCH is needed",
            ),
            ("", "service.s]\ncommand = \"x\"\nfolder = \"no\"", 5, "folder: there is no folder /etc/no"),
        ] {
            assert_eq!(plan_of(pool, command).err(), Some((line, message.to_string())));
        }
    }
}
