//! `loxo top` and `loxo trace`: what the workers of a server that runs do right now.

use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loxo_admin::Address;
use serde_json::Value;

use crate::sapi;
use crate::script::as_path;
use crate::serve_args::fail;

const TOP_HELP: &str = "\
usage: loxo top [--server ADDRESS] [--token FILE] [--once]

Shows what the workers of a server do, once a second: process, thread, seconds, request, and the call that each is in. ADDRESS is what the server was
given as --admin: a Unix socket or HOST:PORT; without it the servers of this user are found. --once shows it once; so does a pipe.
";

const TRACE_HELP: &str = "\
usage: loxo trace [--server ADDRESS] [--token FILE] NUMBER
       loxo trace --sign SECRET-FILE [--for TIME]

Shows the stack of the worker of that number, of its thread or of its process, as it is now; innermost comes first. --sign prints a ticket for requests that
are to be traced as a whole (header X-Loxo-Trace, cookie loxo_trace); it is good for TIME: seconds, or 5m, 1h (default).
";

/// What the arguments say.
#[derive(Default)]
struct Args {
    server: Option<String>,
    token: Option<String>,
    once: bool,
    help: bool,
    sign: Option<Vec<u8>>,
    time: Option<Duration>,
    number: Option<u64>,
}

fn parse(argv: &[Vec<u8>], name: &str) -> Result<Args, String> {
    let mut args = Args::default();
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let text = String::from_utf8_lossy(arg).into_owned();
        let mut value = || rest.next().ok_or_else(|| format!("{text} needs a value: see loxo {name} --help"));
        match &arg[..] {
            b"-h" | b"--help" => args.help = true,
            b"--once" => args.once = true,
            b"--server" => args.server = Some(String::from_utf8_lossy(value()?).into_owned()),
            b"--token" => args.token = Some(loxo_admin::read_token(as_path(value()?)).map_err(|why| format!("--token {why}"))?),
            b"--sign" => args.sign = Some(value()?.clone()),
            b"--for" => {
                let given = String::from_utf8_lossy(value()?).into_owned();
                args.time = Some(loxo_server::seconds(&given).ok_or("--for needs seconds, or a number with m, h or d")?);
            }
            _ => args.number = Some(text.parse().map_err(|_| format!("{text} is no number of a worker: see loxo {name} --help"))?),
        }
    }
    Ok(args)
}

/// The servers that are meant.
pub fn servers(given: Option<&str>) -> Result<Vec<Address>, String> {
    if let Some(given) = given {
        return Ok(vec![Address::parse(given)]);
    }
    let found: Vec<Address> = loxo_admin::running().into_iter().map(|(_, address)| address).collect();
    if found.is_empty() { Err("no server of this user runs here: --server ADDRESS says which".into()) } else { Ok(found) }
}

fn workers(servers: &[Address], token: Option<&str>) -> Result<Vec<(Address, Value)>, String> {
    let mut all = Vec::new();
    for server in servers {
        let body = loxo_admin::get(server, "/workers.json", token)?;
        let list = serde_json::from_slice::<Value>(&body).map_err(|error| format!("this is no list of workers: {error}"))?;
        all.extend(list.as_array().into_iter().flatten().map(|worker| (server.clone(), worker.clone())));
    }
    Ok(all)
}

/// What a client sent must not move the cursor.
fn plain(value: &Value) -> String {
    value.as_str().unwrap_or_default().chars().map(|c| if c.is_control() { '.' } else { c }).collect()
}

fn table(workers: &[(Address, Value)]) -> String {
    let mut busy: Vec<&Value> = workers.iter().map(|(_, worker)| worker).filter(|worker| !worker["request"].is_null()).collect();
    let seconds = |worker: &Value| worker["request"]["seconds"].as_f64().unwrap_or(0.0);
    busy.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let mut out = format!("{} of {} workers run a request\n", busy.len(), workers.len());
    let unseen = workers.iter().filter(|(_, worker)| worker["looked_at"] == false).count();
    if unseen > 0 {
        out.push_str(&format!("the sampler is off: what {unseen} of them do is not seen\n"));
    }
    out.push_str(&format!("{:>8} {:>8} {:>9}  {:<40}  where\n", "process", "thread", "seconds", "request"));
    for worker in busy {
        let request = &worker["request"];
        let what = format!("{} {}", plain(&request["method"]), plain(&request["target"]));
        out.push_str(&format!(
            "{:>8} {:>8} {:>9.2}  {what:<40}  {}\n",
            worker["process"].as_u64().unwrap_or(0),
            worker["thread"].as_u64().unwrap_or(0),
            seconds(worker),
            plain(&request["where"])
        ));
    }
    out
}

/// `loxo top`
pub fn top(argv: &[Vec<u8>]) -> i32 {
    let args = match parse(argv, "top") {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    if args.help {
        sapi::write_stdout(TOP_HELP.as_bytes());
        return 0;
    }
    // Who reads a pipe wants an end.
    let once = args.once || !std::io::stdout().is_terminal();
    loop {
        let shown = servers(args.server.as_deref()).and_then(|servers| workers(&servers, args.token.as_deref()));
        let table = match shown {
            Ok(workers) => table(&workers),
            Err(message) => return fail(&message),
        };
        // From the top of an empty screen.
        let clear = if once { "" } else { "\x1b[H\x1b[2J" };
        sapi::write_stdout(format!("{clear}{table}").as_bytes());
        if once {
            return 0;
        }
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// `loxo trace`
pub fn trace(argv: &[Vec<u8>]) -> i32 {
    let args = match parse(argv, "trace") {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    let shown = match (&args.sign, args.number) {
        _ if args.help => Ok(TRACE_HELP.into()),
        (Some(file), _) => ticket(file, args.time.unwrap_or(Duration::from_secs(3600))),
        (None, Some(number)) => servers(args.server.as_deref()).and_then(|servers| stack(&servers, args.token.as_deref(), number)),
        (None, None) => Err("which worker? See loxo trace --help".into()),
    };
    match shown {
        Ok(text) => {
            sapi::write_stdout(text.as_bytes());
            0
        }
        Err(message) => fail(&message),
    }
}

fn ticket(file: &[u8], time: Duration) -> Result<String, String> {
    let mut traces = loxo_sampler::TraceSettings { secret_file: Some(as_path(file).to_path_buf()), ..Default::default() };
    traces.read_secret()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Ok(format!("{}\n", loxo_sampler::sign(&traces.secret, now.saturating_add(time.as_secs()))))
}

fn stack(servers: &[Address], token: Option<&str>, number: u64) -> Result<String, String> {
    let workers = workers(servers, token)?;
    let is_meant = |worker: &Value| worker["thread"].as_u64() == Some(number) || worker["process"].as_u64() == Some(number);
    let meant: Vec<&(Address, Value)> = workers.iter().filter(|(_, worker)| is_meant(worker)).collect();
    if meant.is_empty() {
        return Err(format!("there is no worker {number}"));
    }
    let mut out = String::new();
    for (server, worker) in meant {
        let (thread, request) = (worker["thread"].as_u64().unwrap_or(0), &worker["request"]);
        if request.is_null() {
            out.push_str(&format!("thread {thread} runs no request\n"));
            continue;
        }
        let seconds = request["seconds"].as_f64().unwrap_or(0.0);
        out.push_str(&format!("thread {thread}, {seconds:.2} s: {} {}\n", plain(&request["method"]), plain(&request["target"])));
        match loxo_admin::get(server, &format!("/stack.json?thread={thread}"), token) {
            Ok(body) => {
                let frames: Value = serde_json::from_slice(&body).unwrap_or_default();
                for frame in frames.as_array().into_iter().flatten() {
                    let place =
                        frame["file"].as_str().map_or_else(String::new, |_| format!("  {}:{}", plain(&frame["file"]), frame["line"]));
                    let call = if frame["kind"] == "File" { "" } else { "()" };
                    out.push_str(&format!("  {}{call}{place}\n", plain(&frame["function"])));
                }
            }
            Err(message) => out.push_str(&format!("  {message}\n")),
        }
    }
    Ok(out)
}
