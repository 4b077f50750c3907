//! `[service.NAME]` and `[cron.NAME]`: commands that run beside the pools.

use crate::names::{check_name, pool_named};
use crate::placed::{Placed, Problem};
use crate::table::Table;

/// A command, and as whom and where it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    pub name: String,
    pub line: usize,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Whose user and environment it has. `None`: it has a user of its own.
    pub pool: Option<usize>,
    pub user: Option<Placed<String>>,
    pub group: Option<Placed<String>>,
    /// Where it runs.
    pub folder: Option<Placed<String>>,
    pub inherit_env: Option<bool>,
    pub env: Vec<(String, Placed<String>)>,
    /// What asks it to end, without `SIG`.
    pub stop_signal: Option<Placed<String>>,
    /// How long it may take to end.
    pub stop_timeout: Option<Placed<String>>,
    pub kind: Kind,
}

/// When it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Service {
        instances: usize,
        restart_pause: Option<Placed<String>>,
        /// A reload replaces its processes even if nothing is changed.
        restart_at_reload: bool,
    },
    Cron {
        schedule: Placed<String>,
        /// A run begins though the one before has not ended.
        overlap: bool,
    },
}

impl Default for Kind {
    fn default() -> Kind {
        Kind::Service { instances: 1, restart_pause: None, restart_at_reload: false }
    }
}

/// All services, then all of cron's.
pub(crate) fn commands(top: &mut Table<'_>, pools: &[String]) -> Result<Vec<Command>, Problem> {
    let mut commands = Vec::new();
    for (name, table) in top.tables("service")? {
        commands.push(command(name, table, pools, service)?);
    }
    for (name, table) in top.tables("cron")? {
        commands.push(command(name, table, pools, cron)?);
    }
    Ok(commands)
}

fn service(table: &mut Table<'_>) -> Result<Kind, Problem> {
    Ok(Kind::Service {
        instances: table.number("instances", 1..=1000)?.map_or(1, |number| number.value),
        restart_pause: table.time("restart-pause")?,
        restart_at_reload: table.flag("restart-at-reload")?.unwrap_or(false),
    })
}

fn cron(table: &mut Table<'_>) -> Result<Kind, Problem> {
    let line = table.line();
    let Some(schedule) = table.text("schedule")? else {
        return Err(Problem { line, message: "schedule = \"*/5 * * * *\" or the like is missing".into() });
    };
    Ok(Kind::Cron { schedule, overlap: table.flag("overlap")?.unwrap_or(false) })
}

fn command(
    name: Placed<String>,
    mut table: Table<'_>,
    pools: &[String],
    kind: fn(&mut Table<'_>) -> Result<Kind, Problem>,
) -> Result<Command, Problem> {
    check_name("a command", &name)?;
    let line = table.line();
    let kind = kind(&mut table)?;
    let words = words(&mut table)?;
    let (user, group) = (table.text("user")?, table.text("group")?);
    let pool = match (table.text("pool")?, &user) {
        (Some(pool), Some(_)) => return Err(Problem { line: pool.line, message: "pool or user: one of them".into() }),
        (None, Some(_)) => None,
        (pool, None) => Some(pool_named(pool, pools, line)?),
    };
    let command = Command {
        name: name.value,
        line,
        words,
        pool,
        user,
        group,
        folder: table.text("folder")?,
        inherit_env: table.flag("inherit-env")?,
        env: table.pairs("env")?,
        stop_signal: table.text("stop-signal")?,
        stop_timeout: table.time("stop-timeout")?,
        kind,
    };
    table.finish()?;
    Ok(command)
}

/// The command's words: a list of them, or a text that is split here.
fn words(table: &mut Table<'_>) -> Result<Vec<String>, Problem> {
    let (line, is_list) = (table.line(), table.is_list("command"));
    let given = table.texts("command")?;
    let Some(first) = given.first() else {
        return Err(Problem { line, message: "command = \"PROGRAM ARGUMENT…\" is missing".into() });
    };
    let line = first.line;
    let words = match is_list {
        true => given.into_iter().map(|word| word.value).collect(),
        false => split(&first.value).map_err(|message| Problem { line, message: format!("command: {message}") })?,
    };
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(Problem { line, message: "command: a program is needed".into() }),
    }
}

/// Splits a text at its spaces, with quotes and backslashes as a shell has them. What else a shell would do is not done, and refused.
fn split(text: &str) -> Result<Vec<String>, String> {
    const SHELL: &str = "|&;<>()$`*?[]{}~#!";
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => match chars.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err("a backslash needs what it stands before".into()),
            },
            (Some('"'), '$' | '`') => return Err(no_shell(c)),
            // A placeholder of ours may stand anywhere.
            (None, '{') if chars.as_str().starts_with("instance}") => {
                word.get_or_insert_default().push_str("{instance}");
                chars = chars.as_str()["instance}".len()..].chars();
            }
            (None, _) if SHELL.contains(c) => return Err(no_shell(c)),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

fn no_shell(c: char) -> String {
    format!("no shell reads it, so {c} must stand in single quotes; [\"sh\", \"-c\", \"…\"] is a command that a shell reads")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command() {
        for (text, words) in [
            ("php artisan  queue:work --queue=a,b", &["php", "artisan", "queue:work", "--queue=a,b"][..]),
            ("'a b'\"c d\"e '' \\'", &["a bc de", "", "'"]),
            ("x \"it\\\"s\" '$HOME' w-{instance}", &["x", "it\"s", "$HOME", "w-{instance}"]),
            ("  ", &[]),
        ] {
            assert_eq!(split(text).as_deref(), Ok(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>()[..]), "{text}");
        }
        for text in ["a && b", "a > b", "echo $HOME", "\"$HOME\"", "a*", "'", "a\\", "{a}"] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
