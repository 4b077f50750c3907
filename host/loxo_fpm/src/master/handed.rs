//! What a supervisor hands to the one that takes its place at a reload: commands' processes and the queue server's, and how far schedules have been looked at.

use std::io;
use std::os::fd::AsRawFd;

use loxo_cron::Due;
use rustix::io::{FdFlags, fcntl_setfd};

use super::command_process::CommandProcess;
use super::output::Output;
use crate::transfer::Message;

/// The environment variable with the number of the file that says all this.
pub(super) const HANDED: &str = "LOXO_HANDED";

#[derive(Default)]
pub(super) struct Handed {
    pub(super) processes: Vec<CommandProcess>,
    /// By the commands' titles.
    pub(super) dues: Vec<(String, Due)>,
    /// The queue server's process, and what it was started with.
    pub(super) queue: Option<(i32, String)>,
}

impl Handed {
    /// Leaves it open for the program that this process runs next. Gives the number of the file; `None`: there is nothing.
    pub(super) fn hand_on(self) -> Option<String> {
        let mut message = Message::default();
        for process in &self.processes {
            let pipe = process.output.stdout.as_ref();
            let pipe = pipe.filter(|pipe| fcntl_setfd(pipe, FdFlags::empty()).is_ok());
            message.add("title", &process.title);
            message.add("start", &process.start);
            // 0 stands for what is not there.
            for (name, number) in [
                ("pid", process.pid.into()),
                ("instance", process.instance as i64),
                ("started", process.started.cast_signed()),
                ("killed_at", process.killed_at.unwrap_or(0).cast_signed()),
                ("stop_signal", process.stop_signal.into()),
                ("stop_timeout", process.stop_timeout.cast_signed()),
                ("pipe", pipe.map_or(0, |pipe| pipe.as_raw_fd().into())),
            ] {
                message.add_number(name, number);
            }
        }
        for (title, due) in &self.dues {
            message.add("cron", title);
            message.add_number("minute", due.minute);
            message.add_number("local", due.local);
        }
        if let Some((pid, start)) = &self.queue {
            message.add_number("queue", (*pid).into());
            message.add("queue_start", start);
        }
        let file = message.into_file().ok()?;
        fcntl_setfd(&file, FdFlags::empty()).ok()?;
        let number = file.as_raw_fd().to_string();
        // They stay open until the next program has them.
        std::mem::forget((self, file));
        Some(number)
    }

    /// What the program that ran in this process before has left.
    pub(super) fn inherit() -> Handed {
        let Some(number) = std::env::var(HANDED).ok().and_then(|number| number.parse().ok()) else { return Handed::default() };
        let message = loxo_process_sys::inherited(number).and_then(Message::from_file);
        message.and_then(|message| Handed::read(&message)).unwrap_or_default()
    }

    fn read(message: &Message) -> io::Result<Handed> {
        let texts = |name: &str| message.all(name).map(|text| String::from_utf8_lossy(text).into_owned()).collect::<Vec<_>>();
        let numbers =
            |name: &str| texts(name).iter().map(|text| text.parse::<i64>()).collect::<Result<Vec<_>, _>>().map_err(io::Error::other);
        let (titles, starts) = (texts("title"), texts("start"));
        let columns = ["pid", "instance", "started", "killed_at", "stop_signal", "stop_timeout", "pipe"];
        let columns = columns.iter().map(|name| numbers(name)).collect::<io::Result<Vec<_>>>()?;
        let mut handed = Handed::default();
        for (at, (title, start)) in titles.into_iter().zip(starts).enumerate() {
            let number = |column: usize| columns[column].get(at).copied().unwrap_or(0);
            let small = |column: usize| i32::try_from(number(column)).unwrap_or(0);
            let pipe = Some(small(6)).filter(|pipe| *pipe > 0).and_then(|pipe| loxo_process_sys::inherited(pipe).ok());
            handed.processes.push(CommandProcess {
                pid: small(0),
                title,
                instance: usize::try_from(number(1)).unwrap_or(0),
                start,
                started: number(2).cast_unsigned(),
                killed_at: Some(number(3).cast_unsigned()).filter(|at| *at > 0),
                stop_signal: small(4),
                stop_timeout: number(5).cast_unsigned(),
                output: Output::new(pipe, None, true),
            });
        }
        // A number below 2 would mean more than one process.
        handed.processes.retain(|process| process.pid > 1);
        let times = numbers("minute")?.into_iter().zip(numbers("local")?);
        handed.dues = texts("cron").into_iter().zip(times.map(|(minute, local)| Due::after(minute, local))).collect();
        let queue = numbers("queue")?.first().and_then(|pid| i32::try_from(*pid).ok()).filter(|pid| *pid > 1);
        handed.queue = queue.zip(message.text("queue_start"));
        Ok(handed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::OwnedFd;

    #[test]
    fn what_is_handed_on_arrives() {
        let (reader, _writer) = super::super::output::pipe().expect("a pipe");
        let pipe: OwnedFd = rustix::io::fcntl_dupfd_cloexec(&reader, 900).expect("a descriptor");
        let process = CommandProcess {
            pid: 77,
            title: "service a".into(),
            instance: 3,
            start: "(\"x\", 5)".into(),
            started: 9,
            stop_signal: 15,
            stop_timeout: 8,
            killed_at: Some(4),
            output: Output::new(Some(pipe), None, true),
        };
        let due = Due::after(-5, 60);
        let number = Handed { processes: vec![process], dues: vec![("cron c".into(), due)], queue: Some((78, "q".into())) }
            .hand_on()
            .expect("a file");
        let file = loxo_process_sys::inherited(number.parse().expect("a number")).expect("is open");
        let read = Handed::read(&Message::from_file(file).expect("a message")).expect("is whole");
        let process = &read.processes[0];
        assert_eq!((process.pid, process.title.as_str(), process.instance, process.started), (77, "service a", 3, 9));
        assert_eq!((process.start.as_str(), process.killed_at, process.stop_timeout), ("(\"x\", 5)", Some(4), 8));
        assert!(process.output.stdout.as_ref().is_some_and(|pipe| pipe.as_raw_fd() >= 900));
        assert_eq!((read.dues, read.queue), (vec![("cron c".to_string(), due)], Some((78, "q".to_string()))));
    }
}
