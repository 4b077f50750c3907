//! When commands start and end: what the supervisor does about services and cron.

use std::ffi::CString;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;

use loxo_process_sys::Spawn;

use super::children::{expanded, text};
use super::command_process::CommandProcess;
use super::commands::{Command, MINUTE, local, unix_minute, unix_time};
use super::output::{Output, pipe};
use super::state::{Master, State};
use crate::command::{CommandKind, CommandPlan};
use crate::log::{DEBUG, NOTICE, WARNING};
use crate::scoreboard::clock;
use crate::transfer::{self, Message};

/// A service that fails sooner than this, in microseconds, waits longer each time.
const SOON: u64 = 10_000_000;
const LONGEST_PAUSE: u64 = 60_000_000;
/// What programs are found with if the environment says nothing.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

impl Master {
    /// When something is to be done about commands.
    pub(super) fn next_command(&self) -> Option<u64> {
        let killed = self.commands.processes.iter().filter_map(|process| process.killed_at);
        let normal = self.state == State::Normal;
        let missing = self.commands.missing().filter(|_| normal).map(|(_, _, due)| due);
        let has_cron = normal && self.commands.commands.iter().any(|command| command.due.is_some());
        let minute = has_cron.then(|| clock() + (MINUTE - unix_time().rem_euclid(MINUTE)).unsigned_abs() * 1_000_000);
        killed.chain(missing).chain(minute).min()
    }

    /// Kills what does not end, starts what is due.
    pub(super) fn tend_commands(&mut self, now: u64) {
        for process in &mut self.commands.processes {
            if process.killed_at.is_some_and(|at| at <= now) {
                let limit = process.stop_timeout / 1_000_000;
                self.log.warning(format!("[{}] process {} has not ended within {limit} s: it is killed", process.title, process.pid));
                process.kill();
                process.killed_at = Some(now + SOON);
            }
        }
        if self.state != State::Normal {
            return;
        }
        let due: Vec<(usize, usize, u64)> = self.commands.missing().filter(|(.., due)| *due <= now).collect();
        for (at, instance, _) in due {
            if !self.start_command(at, instance) {
                self.commands.commands[at].slots[instance].due = now + SOON;
            }
        }
        self.look_at_schedules();
    }

    fn look_at_schedules(&mut self) {
        let minute = unix_minute();
        for at in 0..self.commands.commands.len() {
            let command = &mut self.commands.commands[at];
            let (CommandKind::Cron { schedule, overlap }, Some(due)) = (&command.plan.kind, &mut command.due) else { continue };
            if due.minute == minute {
                continue;
            }
            let runs = due.advance(schedule, minute, local);
            if runs.count == 0 {
                continue;
            }
            let (overlap, title) = (*overlap, command.plan.title());
            let first = String::from_utf8_lossy(&loxo_process_sys::format_local(b"%Y-%m-%d %H:%M", runs.first * MINUTE)).into_owned();
            if runs.count > 1 || runs.first != minute {
                let count = runs.count;
                let runs = if count == 1 { "the run is".to_string() } else { format!("{count} runs are") };
                self.log.warning(format!("[{title}] {runs} late, of {first} the first: one is made"));
            }
            match self.commands.processes.iter().find(|process| process.title == title) {
                Some(process) if !overlap => {
                    let pid = process.pid;
                    self.log.warning(format!("[{title}] the run of {first} is left out: process {pid} of the one before has not ended"));
                }
                _ => {
                    self.start_command(at, 0);
                }
            }
        }
    }

    /// All are asked to end.
    pub(super) fn stop_commands(&mut self) {
        let now = clock();
        self.commands.processes.iter_mut().for_each(|process| process.stop(now));
    }

    /// False: the log says why not.
    fn start_command(&mut self, at: usize, instance: usize) -> bool {
        let command = &self.commands.commands[at];
        let title = command.plan.title();
        match self.spawn_command(command, instance) {
            Ok(process) => {
                self.log.log(DEBUG, format!("[{title}] process {} started", process.pid));
                self.commands.processes.push(process);
                true
            }
            Err(error) => {
                self.log.system_error(&format!("[{title}] no process can be started: posix_spawn() failed"), &error);
                false
            }
        }
    }

    fn spawn_command(&self, command: &Command, instance: usize) -> io::Result<CommandProcess> {
        let plan = &command.plan;
        let number = (instance + 1).to_string();
        let filled = |text: &str| text.replace("{instance}", &number);
        let mut message = Message::default();
        message.add_number("supervisor", std::process::id().into());
        message.add_number("stop_signal", plan.stop_signal.into());
        message.add_number("uid", command.identity.uid.into());
        message.add_number("gid", command.identity.gid.into());
        message.add_some("groups_of", command.identity.groups_of.as_ref());
        message.add("folder", plan.folder.as_os_str().as_bytes());
        plan.words.iter().for_each(|word| message.add("word", filled(word)));
        // Of several values of a name the last one counts.
        let mut env = |name: &str, value: &[u8]| message.add_pair("env", name.as_bytes(), value);
        env("PATH", PATH.as_bytes());
        for (name, value) in self.environment.iter().filter(|(name, _)| plan.inherit_env || name == "PATH") {
            env(&name.to_string_lossy(), value.as_bytes());
        }
        for (name, value) in [("USER", &command.identity.user), ("HOME", &command.identity.home)] {
            value.iter().for_each(|value| env(name, value.as_bytes()));
        }
        plan.env.iter().for_each(|(name, value)| env(name, filled(&expanded(value)).as_bytes()));
        let settings = message.into_file()?;
        let (reader, writer) = pipe()?;
        let nothing = rustix::stdio::stdout();
        let pid = loxo_process_sys::spawn(&Spawn {
            program: c"/proc/self/exe",
            arguments: &[text(format!("{}{}", transfer::COMMAND_TITLE, plan.title()).as_bytes())?],
            environment: &[] as &[CString],
            descriptors: &[(nothing, 0), (writer.as_fd(), 1), (writer.as_fd(), 2), (settings.as_fd(), transfer::SETTINGS)],
            held_back: &[],
        })?;
        Ok(CommandProcess {
            pid,
            title: plan.title(),
            instance,
            start: plan.start(),
            started: clock(),
            stop_signal: plan.stop_signal,
            stop_timeout: plan.stop_timeout.as_micros() as u64,
            killed_at: None,
            output: Output::new(Some(reader), None, true),
        })
    }

    /// Was it a command's process that ended? `status`: as the system gives it; `how`: for the log.
    pub(super) fn command_ended(&mut self, pid: i32, status: i32, how: &str) -> bool {
        let Some(at) = self.commands.processes.iter().position(|process| process.pid == pid) else { return false };
        let mut process = self.commands.processes.remove(at);
        let prefix = process.prefix();
        process.output.read(&self.log, &prefix, true);
        process.output.flush(&self.log);
        let now = clock();
        let lived = now - process.started;
        let failed = status != 0 && process.killed_at.is_none();
        let mut next = String::new();
        let command = self.commands.commands.iter_mut().find(|command| command.plan.title() == process.title);
        if let Some(Command { plan: CommandPlan { kind: CommandKind::Service { restart_pause, .. }, .. }, slots, .. }) = command
            && let Some(slot) = slots.get_mut(process.instance)
            && self.state == State::Normal
        {
            let pause = restart_pause.as_micros() as u64;
            slot.failures = if failed && lived < SOON { slot.failures + 1 } else { 0 };
            slot.due = match process.killed_at {
                Some(_) => now,
                None if failed => now + (pause << slot.failures.saturating_sub(1).min(6)).min(LONGEST_PAUSE.max(pause)),
                None => now.max(process.started + pause),
            };
            next = format!("; another starts in {} s", (slot.due - now).div_ceil(1_000_000));
        }
        let seconds = format!("{}.{:03}", lived / 1_000_000, lived / 1_000 % 1_000);
        let level = if failed { WARNING } else { NOTICE };
        self.log.log(level, format!("[{}] process {pid} exited {how} after {seconds} s{next}", process.title));
        if self.state != State::Normal && self.commands.all_ended() {
            // Whoever waits for the last one looks again.
            self.last_step();
        }
        true
    }
}
