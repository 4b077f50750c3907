//! `loxo queue`: the queue server, and `loxo queue top`, which shows what one does.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use loxo_queue::{Limits, Listen, Options, RemoteServer, Server, StoreAddress, Sync};

use crate::sapi;
use crate::script::as_path;
use crate::serve_args::fail;

/// Where it listens if nobody says otherwise: Starling's port.
pub const LISTEN: &str = "127.0.0.1:22122";

const HELP: &str = "\
usage: loxo queue [options]
       loxo queue top [--server HOST:PORT] [--once]

Queues that outlive the server, for every client of memcached: set NAME puts an item at the end of a queue, get NAME takes the first one.
As with Kestrel, get NAME/t=500 waits for an item, NAME/open, /close, /abort are reliable reads, NAME/peek leaves the item, and NAME+OTHER
gets all that NAME gets. See docs/queue.md. TERM and INT stop the server; nothing is lost then.

  --listen HOST:PORT     where to listen; default 127.0.0.1:22122. Whoever can connect can read and empty all queues
  --store URL            keep items in redis://… or nats://…, which several servers share, instead of a folder; see docs/queue.md. Where it
                         has a password, the variable LOXO_QUEUE_STORE hides it from those who list processes
  --data DIR             where items are kept, for this user alone; default: /var/lib/loxo/queue for root, else ~/.local/state/loxo/queue
  --sync WHEN            when items are on the disk: always (default), before they are acknowledged; interval, at most 200 ms later;
                         never, when the system likes
  --max-items N          how many items a queue may hold, --max-bytes SIZE how many bytes of them (500M, 2G): a full queue answers NOT_STORED
  --discard-oldest       a full queue loses its oldest items instead
  --max-age T            items expire at the latest after T: seconds, or 5m, 1h, 2d
  --queue NAME           the four options above, where they follow this one, are for this queue
  --max-value SIZE       how long a value may be; default 1M
  --max-queues N         how many queues there may be; default 10000
  --max-connections N    how many clients may be connected; default 1024, fewer where the limit on open files is lower
  --metrics HOST:PORT    where Prometheus finds the figures, at /metrics; default: nowhere
  --allow-shutdown       clients may stop the server (shutdown)
  --check                look at the whole file first, and repair it if it is damaged
  --quiet                say nothing at start

loxo queue top shows the queues of a server once a second; --once shows them once, and so does a pipe.
";

/// Runs the command if it is this one; gives the exit status.
pub fn run(argv: &[Vec<u8>], name: &[u8]) -> Option<i32> {
    if name.starts_with(b"php") || argv.get(1).is_none_or(|command| command != b"queue") {
        return None;
    }
    let rest = &argv[2..];
    let outcome = match rest.first().map(|word| &word[..]) {
        Some(b"top") => top(&rest[1..]),
        _ => serve(rest),
    };
    Some(match outcome {
        Ok(()) => 0,
        Err(message) => fail(&message),
    })
}

fn help() -> Result<(), String> {
    sapi::write_stdout(HELP.as_bytes());
    Ok(())
}

fn serve(argv: &[Vec<u8>]) -> Result<(), String> {
    match parse(argv)? {
        Some(arguments) => serve_with(arguments),
        None => help(),
    }
}

/// Runs the server.
pub fn serve_with(Arguments { options, store, is_quiet }: Arguments) -> Result<(), String> {
    let greet = |place: &str, address: std::io::Result<SocketAddr>, metrics: Option<SocketAddr>, what: &str| {
        let address = address.map_err(|error| error.to_string())?;
        let figures = metrics.map_or_else(String::new, |address| format!("; figures at http://{address}/metrics"));
        if !is_quiet {
            eprintln!("Loxo {} serves queues at memcache://{address}/ from {place}{figures}; {what}", env!("CARGO_PKG_VERSION"));
        }
        Ok::<(), String>(())
    };
    if let Some(store) = store {
        let place = store.to_string();
        let server = RemoteServer::open(store, options)?;
        greet(&place, server.address(), server.metrics_address(), "how items are kept is the store's to say")?;
        return server.run();
    }
    let what = match options.sync {
        Sync::Always => "items are on the disk before they are acknowledged",
        Sync::Interval => "items are on the disk within 200 ms",
        Sync::Never => "items are on the disk when the system likes",
    };
    let place = options.data.display().to_string();
    let server = Server::open(options)?;
    greet(&place, server.address(), server.metrics_address(), what)?;
    server.run()
}

/// What a command line says.
pub struct Arguments {
    pub options: Options,
    /// Instead of a folder.
    pub store: Option<StoreAddress>,
    /// Nothing is said at start.
    pub is_quiet: bool,
}

/// `None`: help is wanted.
pub fn parse(argv: &[Vec<u8>]) -> Result<Option<Arguments>, String> {
    let mut options = Options {
        listen: Listen::At(LISTEN.into()),
        metrics: None,
        data: default_folder(),
        sync: Sync::Always,
        allow_shutdown: false,
        most_connections: 1024,
        longest_value: 1 << 20,
        most_queues: 10_000,
        limits: Limits::default(),
        limits_of: HashMap::new(),
        check: false,
        patience: Duration::ZERO,
    };
    let (mut of_queue, mut is_quiet) = (None::<Vec<u8>>, false);
    let mut store = std::env::var("LOXO_QUEUE_STORE").ok().filter(|store| !store.is_empty());
    let mut of_folder = None;
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let name = String::from_utf8_lossy(arg).into_owned();
        let mut value = || rest.next().ok_or_else(|| format!("{name} needs a value: see loxo queue --help"));
        let text = |value: &Vec<u8>| String::from_utf8_lossy(value).into_owned();
        if matches!(&arg[..], b"--data" | b"--sync" | b"--check") {
            of_folder = Some(name.clone());
        }
        match &arg[..] {
            b"-h" | b"--help" => return Ok(None),
            b"--store" => store = Some(text(value()?)),
            b"--listen" => options.listen = Listen::At(text(value()?)),
            b"--metrics" => options.metrics = Some(Listen::At(text(value()?))),
            b"--data" => options.data = as_path(value()?).to_path_buf(),
            b"--sync" => options.sync = Sync::parse(&text(value()?)).ok_or("--sync is always, interval or never")?,
            b"--max-connections" => options.most_connections = count(&name, &text(value()?))?,
            b"--max-queues" => options.most_queues = count(&name, &text(value()?))?,
            b"--max-value" => options.longest_value = usize::try_from(size(&name, &text(value()?))?.min(1 << 30)).unwrap_or(1 << 30),
            b"--allow-shutdown" => options.allow_shutdown = true,
            b"--check" => options.check = true,
            b"--quiet" => is_quiet = true,
            b"--queue" => of_queue = Some(value()?.clone()),
            b"--max-items" | b"--max-bytes" | b"--max-age" | b"--discard-oldest" => {
                let given = if arg == b"--discard-oldest" { String::new() } else { text(value()?) };
                let defaults = options.limits.clone();
                let limits = match &of_queue {
                    Some(queue) => options.limits_of.entry(queue.clone()).or_insert(defaults),
                    None => &mut options.limits,
                };
                limit(limits, &name, &given)?;
            }
            _ => return Err(format!("{name} is no option of loxo queue: see loxo queue --help")),
        }
    }
    let store = store.map(|store| StoreAddress::parse(&store)).transpose()?;
    if let (Some(store), Some(name)) = (&store, of_folder) {
        return Err(format!("{name} is about a folder, and items are in {store}: leave it out"));
    }
    Ok(Some(Arguments { options, store, is_quiet }))
}

fn limit(limits: &mut Limits, name: &str, given: &str) -> Result<(), String> {
    match name {
        "--max-items" => limits.items = Some(count(name, given)?),
        "--max-bytes" => limits.bytes = Some(size(name, given)?),
        "--max-age" => {
            let time = loxo_server::seconds(given).ok_or("--max-age needs seconds, or a number with m, h or d")?;
            limits.age = Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        }
        _ => limits.discard_oldest = true,
    }
    Ok(())
}

fn count<T: std::str::FromStr>(name: &str, given: &str) -> Result<T, String> {
    given.parse().map_err(|_| format!("{name} needs a number"))
}

/// A number of bytes, with K, M or G.
fn size(name: &str, given: &str) -> Result<u64, String> {
    let digits = given.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let unit = match &given[digits.len()..] {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return Err(format!("{name} needs bytes, or a number with K, M or G")),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| format!("{name} needs bytes, or a number with K, M or G"))
}

fn default_folder() -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return "/var/lib/loxo/queue".into();
    }
    let folder = |name| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    state.unwrap_or_else(|| ".".into()).join("loxo/queue")
}

fn top(argv: &[Vec<u8>]) -> Result<(), String> {
    let (mut server, mut once) = (LISTEN.to_string(), !std::io::stdout().is_terminal());
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        match &arg[..] {
            b"-h" | b"--help" => return help(),
            b"--once" => once = true,
            b"--server" => server = String::from_utf8_lossy(rest.next().ok_or("--server needs HOST:PORT")?).into_owned(),
            _ => return Err(format!("{} is no option of loxo queue top: see loxo queue --help", String::from_utf8_lossy(arg))),
        }
    }
    let mut before = None;
    loop {
        let stats = loxo_queue::ask(&server)?;
        let table = loxo_queue::table(&stats, before.as_ref());
        // From the top of an empty screen.
        let clear = if once { "" } else { "\x1b[H\x1b[2J" };
        sapi::write_stdout(format!("{clear}{table}").as_bytes());
        if once {
            return Ok(());
        }
        before = Some(stats);
        std::thread::sleep(Duration::from_secs(1));
    }
}
