//! Requests that take too long: they are noted in the slow log, and ended.

use std::io::Write;

use super::signals::SIGTERM;
use super::state::Master;
use crate::log::{now as time_now, open_log_file};
use crate::scoreboard::{Process, Stage};

/// Nothing that a client sends may break the line.
fn purified(text: &[u8]) -> String {
    text.iter().map(|b| if (32..127).contains(b) { char::from(*b) } else { '.' }).collect()
}

fn line_of(process: &Process) -> String {
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let mark = if process.query.is_empty() { "" } else { "?" };
    format!("\"{} {}{mark}{}\"", text(&process.method), text(&process.uri), text(&process.query))
}

impl Master {
    pub(super) fn check_requests(&mut self, now: u64) {
        for pool in &mut self.pools {
            let config = &pool.config;
            let (slow, end) = (config.request_slowlog_timeout, config.request_terminate_timeout);
            if slow <= 0 && end <= 0 {
                continue;
            }
            let places = pool.children.iter_mut().flat_map(|child| {
                let pid = child.pid;
                child.slots.iter().zip(&mut child.slow_logged).map(move |(slot, logged)| (pid, *slot, logged))
            });
            for (pid, slot, slow_logged) in places {
                let Some(process) = pool.board.process(slot) else { continue };
                if *slow_logged != process.accepted {
                    *slow_logged = 0;
                }
                let last = if config.request_terminate_timeout_track_finished { Stage::Finished } else { Stage::Executing };
                if process.stage <= Stage::Accepting || process.stage > last {
                    continue;
                }
                let taken = now.saturating_sub(process.accepted);
                let seconds = i32::try_from(taken / 1_000_000).unwrap_or(i32::MAX);
                let about = format!(
                    "[pool {}] child {}, script '{}' (request: {})",
                    config.name,
                    pid,
                    purified(&process.script),
                    line_of(&process)
                );
                let time = format!("({seconds}.{:06} sec)", taken % 1_000_000);
                if slow > 0 && *slow_logged == 0 && process.stage == Stage::Executing && seconds >= slow {
                    *slow_logged = process.accepted;
                    pool.board.slow_request();
                    self.log.warning(format!("{about} executing too slow {time}, logging"));
                    let lines = self.questions.slow_log_lines(pid, slot, config.request_slowlog_trace_depth);
                    note(config.slowlog.as_deref().unwrap_or_default(), &config.name, pid, &process, &lines);
                } else if end > 0 && seconds >= end && config.threads == 0 {
                    // A process with others beside it ends it itself.
                    let _ = loxo_process_sys::kill(pid, SIGTERM);
                    self.log.warning(format!("{about} execution timed out {time}, terminating"));
                }
            }
        }
    }
}

/// An entry of the slow log. `lines`: the calls under way, as the child has shown them.
fn note(path: &str, pool: &str, pid: i32, process: &Process, lines: &[u8]) {
    let Ok(mut file) = open_log_file(path) else { return };
    let time = loxo_process_sys::format_local(b"[%d-%b-%Y %H:%M:%S] ", time_now().0);
    let script = String::from_utf8_lossy(&process.script).into_owned();
    let text = format!("\n{} [pool {pool}] pid {pid}\nscript_filename = {script}\n", String::from_utf8_lossy(&time));
    // There is nobody to tell.
    let _ = file.write_all(&[text.as_bytes(), lines].concat());
}
