//! The thread that shows the pages, and takes over once a minute what the processes have seen.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use loxo_sampler::Settings;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::Access;

use crate::address::{Address, Listener, default_address};
use crate::http::{self, Answer, Asked};
use crate::pages::{self, Shown};
use crate::source::Source;

/// Between two looks at what the processes have seen.
const TAKE: Duration = Duration::from_secs(60);
/// Each read and write of a client takes at most so long: others wait meanwhile.
const CLIENT_LIMIT: Duration = Duration::from_secs(2);

/// The pages of a server, until it is dropped.
pub struct Admin {
    stopped: Arc<AtomicBool>,
    shared: Arc<Shared>,
    shown: String,
    /// Of the socket. The thread may go on for a while; by then another server may be there.
    path: Option<PathBuf>,
}

struct Shared {
    shown: Shown,
    /// What who comes from elsewhere must show.
    token: Option<String>,
}

/// What a file holds that both sides know.
pub fn read_token(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let token = text.trim();
    if token.len() < 16 {
        return Err(format!("{}: at least 16 bytes are needed", file.display()));
    }
    Ok(token.to_string())
}

impl Admin {
    /// Starts the pages. Without an address they are at this process's own, and it is no error if there can be none. An error is one line.
    pub fn start(settings: &Settings, source: Arc<dyn Source>) -> Result<Option<Admin>, String> {
        let token = settings.token.as_deref().map(|file| read_token(file).map_err(|why| format!("admin-token {why}"))).transpose()?;
        if let Some(folder) = &settings.folder {
            let usable = rustix::fs::access(folder.join("."), Access::WRITE_OK | Access::EXEC_OK);
            usable.map_err(|error| format!("profile-folder {}: {}", folder.display(), std::io::Error::from(error)))?;
        }
        let listener = match &settings.admin {
            Some(given) if given == "off" => return Ok(None),
            Some(given) => Listener::bind(&Address::parse(given), token.is_some())?,
            None => {
                let bound = default_address(std::process::id()).map_err(|error| error.to_string());
                match bound.and_then(|address| Listener::bind(&address, false)) {
                    Ok(listener) => listener,
                    Err(_) => return Ok(None),
                }
            }
        };
        let shared = Arc::new(Shared { shown: Shown::new(source, settings.folder.clone()), token });
        let (stopped, shown, path) = (Arc::new(AtomicBool::new(false)), listener.shown(), listener.path());
        let (own, told) = (shared.clone(), stopped.clone());
        let builder = std::thread::Builder::new().name("admin".into()).stack_size(2 << 20);
        builder.spawn(move || run(&listener, &own, &told)).map_err(|error| format!("no thread for the pages: {error}"))?;
        Ok(Some(Admin { stopped, shared, shown, path }))
    }

    /// Where they are.
    pub fn address(&self) -> &str {
        &self.shown
    }
}

impl Drop for Admin {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Release);
        // What the last minutes have seen is kept, too.
        self.shared.shown.take().end_span();
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Shared {
    /// `network`: who asks may be any program of this machine, or another one.
    fn answer(&self, asked: &Asked, network: bool) -> Answer {
        match &self.token {
            Some(token) if network && !shows(asked, token) => return Answer::refusal(401, "a token is needed"),
            // A page of another site must not be able to ask through a browser.
            None if network && !is_local(&asked.host) => return Answer::refusal(403, "the host's name is not this machine's"),
            // Any user of this machine could.
            None if network && asked.changes => return Answer::refusal(403, "over the network nothing is changed without an admin-token"),
            _ => {}
        }
        // It would show the token that its user has given it whichever page asks.
        if asked.changes && asked.is_of_a_page {
            return Answer::refusal(403, "nothing is changed for a page in a browser");
        }
        pages::page(&self.shown, asked)
    }
}

/// Does a client show the token, as `Bearer`, or as the password of a browser?
fn shows(asked: &Asked, token: &str) -> bool {
    let given = match asked.authorization.split_once(' ') {
        Some((kind, given)) if kind.eq_ignore_ascii_case("bearer") => given.trim().as_bytes().to_vec(),
        Some((kind, given)) if kind.eq_ignore_ascii_case("basic") => {
            let decoded = loxo_base::base64::decode_lenient(given.trim().as_bytes());
            decoded.iter().position(|b| *b == b':').map_or_else(Vec::new, |at| decoded[at + 1..].to_vec())
        }
        _ => return false,
    };
    // As long whatever is wrong.
    given.len() == token.len() && given.iter().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn run(listener: &Listener, shared: &Shared, stopped: &AtomicBool) {
    let mut next = Instant::now() + TAKE;
    while !stopped.load(Ordering::Acquire) {
        let left = next.saturating_duration_since(Instant::now());
        let limit = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
        let fd = listener.as_fd();
        let ready = poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&limit)) == Ok(1);
        if stopped.load(Ordering::Acquire) {
            return;
        }
        if ready && let Ok((mut stream, network)) = listener.accept(CLIENT_LIMIT) {
            let answer = match http::read(&mut *stream) {
                Ok(asked) => shared.answer(&asked, network),
                Err(status) => Answer::refusal(status, "this is no request for a page"),
            };
            // Whoever is gone misses it.
            let _ = http::write(&mut *stream, &answer);
        }
        if Instant::now() >= next {
            drop(shared.shown.take());
            next = Instant::now() + TAKE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_look() {
        let asked = |authorization: &str| Asked { authorization: authorization.into(), ..Asked::default() };
        assert!(shows(&asked("Bearer secret"), "secret") && shows(&asked("basic eDpzZWNyZXQ="), "secret"));
        assert!(!shows(&asked(""), "secret") && !shows(&asked("Bearer secre"), "secret") && !shows(&asked("Digest secret"), "secret"));
        assert!(is_local("localhost:9000") && is_local("127.0.0.1") && is_local("[::1]:80"));
        assert!(!is_local("evil.example") && !is_local("") && !is_local("192.0.2.1"));
    }
}
