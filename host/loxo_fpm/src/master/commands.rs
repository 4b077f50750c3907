//! Services and what cron starts: processes that are kept alive or begin at set times, and that a reload leaves alone.
//!
//! A process belongs to a command by its title and instance. Who has the same ones, whatever it was started with, keeps another from being
//! started: so there are never more than the plan says, also while old ones end.

use std::os::fd::OwnedFd;
use std::time::{SystemTime, UNIX_EPOCH};

use loxo_cron::Due;

use super::command_process::CommandProcess;
use super::handed::Handed;
use crate::command::{CommandKind, CommandPlan};
use crate::log::Log;
use crate::scoreboard::clock;
use crate::users::Identity;

pub(super) const MINUTE: i64 = 60;

/// All commands, and their processes.
#[derive(Default)]
pub(super) struct Commands {
    pub(super) commands: Vec<Command>,
    pub(super) processes: Vec<CommandProcess>,
}

pub(super) struct Command {
    pub(super) plan: CommandPlan,
    pub(super) identity: Identity,
    /// Of a service, by instance.
    pub(super) slots: Vec<Slot>,
    /// Of cron.
    pub(super) due: Option<Due>,
}

/// One of the processes that a service should have.
#[derive(Clone, Default)]
pub(super) struct Slot {
    /// How often it failed soon after its start.
    pub(super) failures: u32,
    /// It starts then, by [`clock`].
    pub(super) due: u64,
}

/// Seconds of Unix time.
pub(super) fn unix_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs().cast_signed())
}

/// Minutes of Unix time.
pub(super) fn unix_minute() -> i64 {
    unix_time().div_euclid(MINUTE)
}

/// What local clocks show at a minute, both in minutes since 1970.
pub(super) fn local(minute: i64) -> i64 {
    let zone = loxo_process_sys::format_local(b"%z", minute * MINUTE);
    let zone: i64 = std::str::from_utf8(&zone).ok().and_then(|zone| zone.parse().ok()).unwrap_or(0);
    minute + zone / 100 * 60 + zone % 100
}

impl Commands {
    pub(super) fn add(&mut self, plan: CommandPlan, identity: Identity) {
        let now = unix_minute();
        let (slots, due) = match plan.kind {
            CommandKind::Service { instances, .. } => (vec![Slot::default(); instances], None),
            CommandKind::Cron { .. } => (Vec::new(), Some(Due::after(now, local(now)))),
        };
        self.commands.push(Command { plan, identity, slots, due });
    }

    /// Takes over processes of before a reload. Those that are changed or not wanted any more are asked to end; runs of cron are not disturbed.
    pub(super) fn adopt(&mut self, handed: Handed, log: &Log) {
        for (title, due) in handed.dues {
            if let Some(command) = self.commands.iter_mut().find(|command| command.due.is_some() && command.plan.title() == title) {
                command.due = Some(due);
            }
        }
        let now = clock();
        for mut process in handed.processes {
            let command = self.commands.iter().find(|command| command.plan.title() == process.title);
            let stays = match command.map(|command| (&command.plan, &command.plan.kind)) {
                Some((plan, CommandKind::Service { instances, restart_at_reload, .. })) => {
                    process.stop_signal = plan.stop_signal;
                    process.stop_timeout = plan.stop_timeout.as_micros() as u64;
                    !restart_at_reload && process.instance < *instances && plan.start() == process.start
                }
                Some((_, CommandKind::Cron { .. })) => true,
                None => !process.title.starts_with("service "),
            };
            if !stays {
                log.notice(format!("[{}] process {} is asked to end", process.title, process.pid));
                process.stop(now);
            }
            self.processes.push(process);
        }
    }

    /// What the next supervisor in this process gets.
    pub(super) fn hand_on(&mut self, log: &Log) -> Handed {
        let dues = self.commands.iter().filter_map(|command| Some((command.plan.title(), command.due?))).collect();
        let mut processes = std::mem::take(&mut self.processes);
        processes.iter_mut().for_each(|process| process.output.flush(log));
        Handed { processes, dues, queue: None }
    }

    pub(super) fn all_ended(&self) -> bool {
        self.processes.is_empty()
    }

    pub(super) fn kill(&self) {
        self.processes.iter().for_each(CommandProcess::kill);
    }

    /// Pipes to read from.
    pub(super) fn outputs(&self) -> impl Iterator<Item = (i32, &OwnedFd)> {
        self.processes.iter().filter_map(|process| Some((process.pid, process.output.stdout.as_ref()?)))
    }

    pub(super) fn read_output(&mut self, pid: i32, log: &Log) {
        if let Some(process) = self.processes.iter_mut().find(|process| process.pid == pid) {
            let prefix = process.prefix();
            process.output.read(log, &prefix, true);
        }
    }

    /// The processes that services lack: command, instance, and when each is due.
    pub(super) fn missing(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.commands.iter().enumerate().flat_map(move |(at, command)| {
            let title = command.plan.title();
            let has = move |instance: usize| self.processes.iter().any(|process| process.title == title && process.instance == instance);
            let slots = command.slots.iter().enumerate().map(|(instance, slot)| (instance, slot.due));
            slots.filter(move |(instance, _)| !has(*instance)).map(move |(instance, due)| (at, instance, due))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::master::output::Output;
    use std::time::Duration;

    fn plan(name: &str, kind: CommandKind) -> CommandPlan {
        CommandPlan { name: name.into(), words: vec!["x".into()], stop_timeout: Duration::from_secs(1), kind, ..CommandPlan::default() }
    }

    fn service(instances: usize) -> CommandKind {
        CommandKind::Service { instances, restart_pause: Duration::ZERO, restart_at_reload: false }
    }

    /// A process that is not ours to signal.
    fn process(title: &str, instance: usize, start: &str) -> CommandProcess {
        CommandProcess {
            pid: i32::MAX,
            title: title.into(),
            instance,
            start: start.into(),
            started: 0,
            stop_signal: 15,
            stop_timeout: 0,
            killed_at: None,
            output: Output::new(None, None, true),
        }
    }

    #[test]
    fn who_stays_at_a_reload() {
        let log = Log::for_tests();
        let mut commands = Commands::default();
        commands.add(plan("a", service(2)), Identity::default());
        let same = plan("a", service(1)).start();
        let due = Due::after(5, 5);
        let schedule = loxo_cron::Schedule::parse("@daily").expect("a schedule");
        commands.add(plan("c", CommandKind::Cron { schedule, overlap: false }), Identity::default());
        let processes = vec![
            process("service a", 0, &same),
            process("service a", 1, "another"),
            process("service a", 2, &same),
            process("service b", 0, &same),
            process("cron gone", 0, ""),
        ];
        commands.adopt(Handed { processes, dues: vec![("cron c".into(), due), ("cron gone".into(), due)], queue: None }, &log);
        let stay: Vec<bool> = commands.processes.iter().map(|process| process.killed_at.is_none()).collect();
        assert_eq!(stay, [true, false, false, false, true]);
        assert_eq!(commands.commands[1].due, Some(due));
        assert_eq!(commands.missing().count(), 0, "one that ends still has its place");
        commands.processes.remove(1);
        assert_eq!(commands.missing().map(|(at, instance, _)| (at, instance)).collect::<Vec<_>>(), [(0, 1)]);
    }
}
