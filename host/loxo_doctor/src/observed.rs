//! What was seen of a server: times are in seconds, summed over its workers.

use std::collections::BTreeMap;

use crate::counted::Counted;
use crate::settings::Settings;

/// How a peer is called that has no address.
pub const UNIX_SOCKET: &str = "a Unix socket";
/// A machine with less than this part of its processors idle has none to spare.
const IDLE: f64 = 0.1;

/// What a worker waits for while it runs a request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    /// A connection to that address is made.
    Connect(String),
    /// Who is at the other end of a connection: an address, or "a Unix socket".
    Peer(String),
    /// A lock of that file.
    Lock(String),
    Sleep,
}

/// A function of PHP, as Loxo's sampler has seen it, without what it called.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    pub name: String,
    pub wall: f64,
    pub cpu: f64,
    /// The function that called it most, with its file and line.
    pub caller: String,
}

impl std::fmt::Display for Wait {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wait::Connect(address) => write!(f, "a connection to {address}"),
            Wait::Peer(peer) => write!(f, "{peer}"),
            Wait::Lock(file) => write!(f, "the lock of {file}"),
            Wait::Sleep => write!(f, "sleep"),
        }
    }
}

/// The code of the server's program, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub bytes: usize,
    pub on_huge_pages: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Observed {
    pub seconds: f64,
    pub workers: usize,
    /// Processors of the machine.
    pub processors: usize,
    pub cpu: f64,
    /// The part of `cpu` that the kernel used.
    pub system: f64,
    /// Ready to run, without a processor.
    pub ready: f64,
    pub waits: BTreeMap<Wait, f64>,
    /// The processor's time by system call, if the system lets us look.
    pub calls: Option<BTreeMap<String, f64>>,
    /// New connections by address.
    pub opened: BTreeMap<String, u64>,
    /// Programs of this machine by the port at which they listen, as far as this user may see them.
    pub listeners: BTreeMap<u16, String>,
    pub requests: Option<u64>,
    /// The part of the machine's processors that nobody used.
    pub idle: f64,
    /// The share of looks in which no worker was idle.
    pub all_busy: f64,
    /// Bytes of the workers that are swapped out.
    pub swapped: u64,
    /// Pages that had to be read from disk.
    pub major_faults: u64,
    /// How long the group's limit of processor time has stopped it.
    pub throttled: f64,
    /// Whether the library of a debugger is loaded.
    pub debugger: Option<String>,
    pub settings: Settings,
    pub functions: Vec<Function>,
    /// What a server of Loxo has counted.
    pub counted: Option<Counted>,
    /// If it can be read.
    pub text: Option<Text>,
    /// Whether the server is php-fpm, whose settings have other fixes.
    pub is_fpm: bool,
}

fn is_loopback(address: &str) -> bool {
    address.starts_with("127.") || address.starts_with("[::1]")
}

impl Observed {
    /// The time that requests took: computing, and waiting for something that has a name here. Waiting for a processor is not in it, as it grows with
    /// all that the machine does: neither the worker's own nor, where no processor is idle, that of a server on the same machine.
    pub fn busy(&self) -> f64 {
        self.cpu + self.waits.iter().filter(|(wait, _)| !self.is_contention(wait)).map(|(_, time)| time).sum::<f64>()
    }

    /// The program at that address, if it is of this machine.
    pub fn program(&self, address: &str) -> Option<&str> {
        let (host, port) = address.rsplit_once(':')?;
        if !(is_loopback(host) || host == "localhost") {
            return None;
        }
        self.listeners.get(&port.parse().ok()?).map(String::as_str)
    }

    /// Whether this is, for the most part, another server's waiting for a processor.
    pub fn is_contention(&self, wait: &Wait) -> bool {
        self.idle < IDLE && matches!(wait, Wait::Peer(peer) if is_loopback(peer) || peer == UNIX_SOCKET)
    }

    /// A part of it.
    pub fn share(&self, seconds: f64) -> f64 {
        let busy = self.busy();
        if busy > 0.0 { (seconds / busy).clamp(0.0, 1.0) } else { 0.0 }
    }

    pub fn calls_named(&self, names: &[&str]) -> Option<f64> {
        let calls = self.calls.as_ref()?;
        Some(names.iter().filter_map(|name| calls.get(*name)).sum())
    }

    pub fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds.max(0.001)
    }

    /// Text about so many per second, and per request if those are known.
    pub fn rate(&self, count: u64) -> String {
        let second = format!("{:.0} per second", self.per_second(count));
        match self.requests {
            Some(requests) if requests > 0 => format!("{second}, {:.2} per request", count as f64 / requests as f64),
            _ => second,
        }
    }
}
