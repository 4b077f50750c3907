//! `[queue]` of `loxo.toml`: the queue server as a child of the supervisor, which opens its sockets and starts it again.

use std::path::Path;
use std::time::Duration;

use loxo_config::{Placed, Queue};
use loxo_fcgi::{Pairs, push_pair};
use loxo_fpm::{ServerChild, ServerPlan};
use loxo_queue::Listen;

use crate::queue;
use crate::serve_args::fail;

/// What one queue may have of its own, in `limits.NAME`.
const LIMITS: [&str; 4] = ["max-items", "max-bytes", "max-age", "discard-oldest"];
/// Settings that are true or false.
const FLAGS: [&str; 3] = ["discard-oldest", "allow-shutdown", "check"];
/// How long the one of before a reload may take to close its files.
const PATIENCE: Duration = Duration::from_secs(40);

/// The table, with the options of `loxo queue` that it means.
pub struct QueueTable {
    line: usize,
    listen: String,
    metrics: Option<String>,
    pub user: Option<Placed<String>>,
    pub group: Option<Placed<String>>,
    /// The folder of data, if it is named.
    data: Option<Placed<String>>,
    arguments: Vec<String>,
}

impl QueueTable {
    /// Reads the table; paths begin at `folder`. The error has its line.
    pub fn read(queue: &Queue, folder: &Path) -> Result<QueueTable, (usize, String)> {
        let (line, listen) = (queue.line, queue::LISTEN.to_string());
        let mut table = QueueTable { line, listen, metrics: None, user: None, group: None, data: None, arguments: Vec::new() };
        for (name, given) in &queue.settings {
            let value = given.value.clone();
            let mut arguments = Vec::new();
            match name.as_str() {
                "listen" => table.listen = value,
                "metrics" => table.metrics = Some(value),
                "user" => table.user = Some(given.clone()),
                "group" => table.group = Some(given.clone()),
                "data" => {
                    let path = folder.join(&value).to_string_lossy().into_owned();
                    table.data = Some(Placed { value: path.clone(), line: given.line });
                    arguments = vec!["--data".into(), path];
                }
                "queue" | "quiet" | "help" => return Err((given.line, format!("{name} is no setting of [queue]"))),
                _ => {
                    // [queue.limits.NAME]
                    let (queue, option) = match name.strip_prefix("limits.").and_then(|rest| rest.rsplit_once('.')) {
                        Some((queue, option)) => (Some(queue), option),
                        None => (None, name.as_str()),
                    };
                    if queue.is_some() && !LIMITS.contains(&option) {
                        return Err((given.line, format!("{name}: a queue's own limits are {}", LIMITS.join(", "))));
                    }
                    if let Some(queue) = queue {
                        arguments.extend(["--queue".into(), queue.to_string()]);
                    }
                    match (FLAGS.contains(&option), value.as_str()) {
                        (true, "0") => arguments.clear(),
                        (true, "1") => arguments.push(format!("--{option}")),
                        (true, _) => return Err((given.line, format!("{name}: true or false is needed"))),
                        (false, _) => arguments.extend([format!("--{option}"), value]),
                    }
                    // Of all queues come first: those after --queue are of one.
                    if queue.is_none() {
                        queue::parse(&bytes(&arguments)).map_err(|message| (given.line, message))?;
                        table.arguments.splice(0..0, arguments);
                        continue;
                    }
                }
            }
            queue::parse(&bytes(&arguments)).map_err(|message| (given.line, message))?;
            table.arguments.extend(arguments);
        }
        queue::parse(&bytes(&table.arguments)).map_err(|message| (line, message))?;
        Ok(table)
    }

    /// What lies outside the file.
    pub fn check(&self, is_root: bool) -> Result<(), (usize, String)> {
        if is_root && self.user.is_none() {
            return Err((self.line, "[queue] needs a user: it would run as root".into()));
        }
        // It cannot make one that only root may make.
        if let Some(data) = self.data.as_ref().filter(|data| is_root && !Path::new(&data.value).is_dir()) {
            let user = self.user.as_ref().map_or("USER", |user| &user.value);
            let message = format!("data: there is no folder {0}: run install -d -m 700 -o {user} {0}", data.value);
            return Err((data.line, message));
        }
        Ok(())
    }

    /// The supervisor's part.
    pub fn plan(&self) -> ServerPlan {
        let mut settings = Vec::new();
        for argument in &self.arguments {
            push_pair(&mut settings, b"argument", argument.as_bytes());
        }
        let name = |placed: &Option<Placed<String>>| placed.as_ref().map(|placed| placed.value.clone());
        let listen = std::iter::once(&self.listen).chain(&self.metrics).cloned().collect();
        ServerPlan { listen, user: name(&self.user), group: name(&self.group), settings }
    }
}

fn bytes(arguments: &[String]) -> Vec<Vec<u8>> {
    arguments.iter().map(|argument| argument.clone().into_bytes()).collect()
}

/// The process.
pub fn run() -> i32 {
    let mut child = match ServerChild::begin("loxo-queue") {
        Ok(child) => child,
        Err(error) => return fail(&format!("this is for the supervisor alone: {error}")),
    };
    if !child.drop_rights() {
        return 1;
    }
    let arguments: Vec<Vec<u8>> = Pairs::new(child.settings()).flatten().map(|(_, value)| value.to_vec()).collect();
    let mut sockets = std::mem::take(&mut child.sockets).into_iter();
    let parsed = queue::parse(&arguments).and_then(|parsed| parsed.zip(sockets.next()).ok_or_else(|| "there is no socket".into()));
    let outcome = parsed.and_then(|(mut arguments, socket)| {
        arguments.options.listen = Listen::Open(socket);
        arguments.options.metrics = sockets.next().map(Listen::Open);
        arguments.options.patience = PATIENCE;
        // The HTTP server says that there is a server.
        arguments.is_quiet = true;
        queue::serve_with(arguments)
    });
    match outcome {
        Ok(()) => 0,
        Err(message) => fail(&message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<QueueTable, (usize, String)> {
        let settings = settings.iter().zip(2..).map(|((name, value), line)| (name.to_string(), Placed { value: value.to_string(), line }));
        QueueTable::read(&Queue { line: 1, settings: settings.collect() }, Path::new("/etc/loxo"))
    }

    #[test]
    fn settings_are_options() {
        let table = read(&[
            ("listen", "127.0.0.1:1"),
            ("limits.mail.out.max-items", "5"),
            ("data", "queue"),
            ("discard-oldest", "1"),
            ("max-age", "1h"),
            ("check", "0"),
        ]);
        let table = table.unwrap_or_else(|(line, message)| panic!("{line}: {message}"));
        let expected = "--max-age 1h --discard-oldest --queue mail.out --max-items 5 --data /etc/loxo/queue";
        assert_eq!((table.listen.as_str(), table.arguments.join(" ").as_str()), ("127.0.0.1:1", expected));
        assert_eq!(table.plan().listen, ["127.0.0.1:1"]);
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        for (name, value, message) in [
            ("max-items", "many", "--max-items needs a number"),
            ("colour", "red", "--colour is no option of loxo queue: see loxo queue --help"),
            ("check", "2", "check: true or false is needed"),
            ("quiet", "1", "quiet is no setting of [queue]"),
            ("limits.mail.sync", "never", "limits.mail.sync: a queue's own limits are max-items, max-bytes, max-age, discard-oldest"),
        ] {
            assert_eq!(read(&[("sync", "never"), (name, value)]).err(), Some((3, message.to_string())));
        }
        assert_eq!(read(&[("data", "/x"), ("store", "nats://a")]).err().map(|(line, _)| line), Some(1));
    }
}
