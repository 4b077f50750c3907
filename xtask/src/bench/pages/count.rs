//! Instructions of one warm request, or misses of the instruction cache: two runs under valgrind, of few and of many requests; their difference
//! holds neither start nor compilation.

use super::answers;
use super::client::{Answer, Client};
use super::engines::{self, Engine};
use super::site::{Page, Site};
use crate::Result;
use crate::bench::servers::{Running, free_port};
use crate::bench::valgrind;
use crate::process::{self, Capture, End, Limits};
use crate::reference::Release;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits { time: Duration::from_secs(1800), memory: 8 << 30 };

/// Time under valgrind is not time: no limit, and files are not looked for again because seconds have passed since the last request.
const NO_LIMIT: &[&str] = &["-d", "max_execution_time=0", "-d", "opcache.revalidate_freq=3600", "-d", "realpath_cache_ttl=3600"];
/// Nor are workers looked at in time that passes some fifty times as fast.
const NO_SAMPLES: &[&str] = &["--sample-period", "off"];

/// What is counted under valgrind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Instruction,
    /// A line that the first-level instruction cache did not have.
    Miss,
}

impl Event {
    fn counting(self, command: &Command) -> Command {
        match self {
            Event::Instruction => valgrind::counting(command),
            Event::Miss => valgrind::counting_misses(command),
        }
    }

    fn total(self, output: &str) -> Option<u64> {
        match self {
            Event::Instruction => valgrind::total(output),
            Event::Miss => valgrind::misses(output),
        }
    }
}

pub struct Counter<'a> {
    pub event: Event,
    pub site: &'a Site,
    /// For sessions, settings and logs.
    pub folder: &'a Path,
    /// Requests of the shorter run, and of the longer one.
    pub few: u64,
    pub many: u64,
}

impl Counter<'_> {
    /// Events of one request.
    pub fn count(&self, engine: &Engine, page: &Page) -> Result<u64> {
        let (few, many) = match engine {
            Engine::Loxo(binary) => (self.loxo(binary, page, self.few)?, self.loxo(binary, page, self.many)?),
            Engine::Php(release) => (self.php(release, page, self.few)?, self.php(release, page, self.many)?),
        };
        Ok(many.saturating_sub(few) / (self.many - self.few))
    }

    fn loxo(&self, binary: &Path, page: &Page, requests: u64) -> Result<u64> {
        let port = free_port()?;
        let mut command = engines::loxo(binary, self.site, self.folder, port);
        let log = self.folder.join(format!("valgrind-{port}.log"));
        let mut server = start(&mut self.event.counting(command.args(NO_LIMIT).args(NO_SAMPLES)), &log)?;
        let mut client = connect(&mut server, port, &log)?;
        ask(&mut client, page, requests)?;
        // What it closes itself, the server need not wait for.
        drop(client);
        server.stop()?;
        let text = fs::read_to_string(&log)?;
        fs::remove_file(&log)?;
        self.event.total(&text).ok_or_else(|| format!("loxo serve under valgrind: {}", last_line(&text)).into())
    }

    fn php(&self, release: &Release, page: &Page, requests: u64) -> Result<u64> {
        let mut command = self.cgi(release, page)?;
        // One request to warm up, the others to count; it says how long they took.
        command.arg("-T").arg(format!("1,{}", requests.saturating_sub(1)));
        let wrapped = self.event.counting(&command);
        let finished = process::run(wrapped, b"", Capture { stdin: false, stdout: false, stderr: true }, LIMITS)?;
        let text = String::from_utf8_lossy(&finished.output);
        match self.event.total(&text) {
            Some(count) if finished.end == End::Exit(0) => Ok(count),
            _ => Err(format!("php-cgi under valgrind: {}", last_line(&text)).into()),
        }
    }

    fn cgi(&self, release: &Release, page: &Page) -> Result<Command> {
        let mut command = release.program("cgi")?;
        command.args(release.opcache()).args(engines::settings(self.site, self.folder)).args(NO_LIMIT).current_dir(&self.site.root);
        command.envs(self.site.environment.iter().cloned()).envs(page.cgi(&self.site.root));
        Ok(command)
    }

    /// What is different in the answers; `None` when nothing is.
    pub fn difference(&self, binary: &Path, release: &Release, page: &Page) -> Result<Option<String>> {
        let command = self.cgi(release, page)?;
        let finished = process::run(command, b"", Capture { stdin: false, stdout: true, stderr: false }, LIMITS)?;
        let theirs = of_cgi(&finished.output);
        let port = free_port()?;
        let log = self.folder.join("loxo.log");
        let mut server = start(&mut engines::loxo(binary, self.site, self.folder, port), &log)?;
        let ours = connect(&mut server, port, &log)?.get(&page.path, &page.all_headers())?;
        Ok(answers::difference(&ours, &theirs, self.site.masks))
    }

    /// Callgrind's file of some warm requests of Loxo.
    pub fn profile(&self, binary: &Path, page: &Page, requests: u64) -> Result<PathBuf> {
        let port = free_port()?;
        let out = self.folder.join(format!("callgrind-{}.out", page.name.replace(|c: char| !c.is_alphanumeric(), "-")));
        let log = out.with_extension("log");
        let mut command = engines::loxo(binary, self.site, self.folder, port);
        let mut server = start(&mut valgrind::profiling(command.args(NO_LIMIT).args(NO_SAMPLES), &out), &log)?;
        let mut client = connect(&mut server, port, &log)?;
        ask(&mut client, page, self.few)?;
        let control = |word: &str| -> Result<()> {
            Command::new("callgrind_control").args(["-i", word, &server.pid().to_string()]).output()?;
            Ok(())
        };
        control("on")?;
        ask(&mut client, page, requests)?;
        control("off")?;
        drop(client);
        server.stop()?;
        Ok(out)
    }
}

/// Asks for a page so many times. An answer that failed is none to count.
fn ask(client: &mut Client, page: &Page, times: u64) -> Result<()> {
    for request in 1..=times {
        let status = client.get(&page.path, &page.all_headers())?.status;
        if status >= 500 {
            return Err(format!("{}: request {request} of {times} under valgrind: status {status}", page.name).into());
        }
    }
    Ok(())
}

fn start(command: &mut Command, log: &Path) -> Result<Running> {
    let file = fs::File::create(log)?;
    Running::start_as_it_is(command.stdout(file.try_clone()?).stderr(file))
}

fn connect(server: &mut Running, port: u16, log: &Path) -> Result<Client> {
    let end = Instant::now() + Duration::from_secs(120);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if server.has_ended() || Instant::now() > end {
            let text = fs::read_to_string(log).unwrap_or_default();
            return Err(format!("loxo serve does not start: {}", last_line(&text)).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Client::new(port))
}

fn last_line(text: &str) -> &str {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no output")
}

/// Status and body of what a CGI program prints.
fn of_cgi(output: &[u8]) -> Answer {
    let end = output.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = end.map_or((output, &b""[..]), |end| (&output[..end], &output[end + 4..]));
    let head = String::from_utf8_lossy(head);
    let status = head.lines().find_map(|line| line.strip_prefix("Status: ")?.split(' ').next()?.parse().ok());
    Answer { status: status.unwrap_or(200), body: body.to_vec(), location: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cgi_answers() {
        let answer = of_cgi(b"Status: 404 Not Found\r\nContent-type: text/html\r\n\r\nnothing");
        assert_eq!((answer.status, &answer.body[..]), (404, &b"nothing"[..]));
        assert_eq!(of_cgi(b"Content-type: text/html\r\n\r\nx").status, 200);
    }
}
