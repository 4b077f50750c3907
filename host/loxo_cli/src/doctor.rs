//! `loxo doctor`: watches a server for a while and says what makes it slow, and what helps; or reads an application that is to move.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loxo_admin::Address;
use loxo_doctor::{Known, Observed, Report, Target};
use serde_json::Value;

use crate::script::as_path;
use crate::serve_args::fail;
use crate::{boot, live, sapi};

const HELP: &str = "\
usage: loxo doctor [ADDRESS] [options]
       loxo doctor DIR
       loxo doctor --fpm SOCKET|HOST:PORT|CONF [options]
       loxo doctor --pid N [options]

Watches the workers of a server, then prints what costs most of the time of its requests: what was seen, what to do, and what that would bring at
most. ADDRESS is what a server of Loxo was given as --admin; without it the server of this user that runs here is meant. --fpm and --pid watch a
php-fpm that runs: by its socket, its configuration file, or the number of its process. Nothing of the server is stopped or changed. Root sees more than
others: which system calls take the processor's time.

DIR is an application that is to move to Loxo: read, not run. Functions, classes, settings, extensions and .htaccess directives that are not there are
listed with file and line; the exit status is 1 if there are any that the program does not ask about first.

  --seconds N     how long (default 60)
  --json          findings as JSON
  --before FILE   say also what has changed since an earlier report, which was printed with --json
  --assert FILE   exit with 1 if something costs more than FILE allows, whose lines are
                    findings MOST | cpu-ms-per-request MOST | processors MOST
                    route SCRIPT mean-ms MOST | route SCRIPT slowest-ms MOST | route SCRIPT peak-memory-mb MOST | route SCRIPT queries MOST
                  (routes are those of Loxo's servers; text after # is a comment)
  --token FILE    holds what the server's pages want to see
";

#[derive(Default)]
struct Args {
    address: Option<String>,
    fpm: Option<String>,
    process: Option<u32>,
    seconds: Option<u32>,
    json: bool,
    before: Option<PathBuf>,
    budgets: Option<PathBuf>,
    token: Option<String>,
    help: bool,
}

fn parse(argv: &[Vec<u8>]) -> Result<Args, String> {
    let mut args = Args::default();
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let text = String::from_utf8_lossy(arg).into_owned();
        let mut value = || rest.next().ok_or_else(|| format!("{text} needs a value: see loxo doctor --help"));
        let words = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        match &arg[..] {
            b"-h" | b"--help" => args.help = true,
            b"--fpm" => args.fpm = Some(words(value()?)),
            b"--pid" => args.process = Some(words(value()?).parse().map_err(|_| "--pid needs the number of a process")?),
            b"--seconds" => {
                let seconds = words(value()?).parse().ok().filter(|seconds| (1..=86400).contains(seconds));
                args.seconds = Some(seconds.ok_or("--seconds needs a number between 1 and 86400")?);
            }
            b"--json" => args.json = true,
            b"--before" => args.before = Some(as_path(value()?).to_path_buf()),
            b"--assert" => args.budgets = Some(as_path(value()?).to_path_buf()),
            b"--token" => args.token = Some(loxo_admin::read_token(as_path(value()?)).map_err(|why| format!("--token {why}"))?),
            [b'-', ..] => return Err(format!("unknown option {text}: see loxo doctor --help")),
            _ => args.address = Some(text),
        }
    }
    let servers = [args.address.is_some(), args.fpm.is_some(), args.process.is_some()];
    if servers.iter().filter(|given| **given).count() > 1 {
        return Err("one server at a time: ADDRESS, --fpm or --pid".into());
    }
    Ok(args)
}

/// `loxo doctor`
pub fn run(argv: &[Vec<u8>]) -> i32 {
    match parse(argv).and_then(|args| examine(&args)) {
        Ok(status) => status,
        Err(message) => fail(&message),
    }
}

fn examine(args: &Args) -> Result<i32, String> {
    if args.help {
        sapi::write_stdout(HELP.as_bytes());
        return Ok(0);
    }
    let read = |file: &PathBuf| std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    if let Some(folder) = args.address.as_deref().map(Path::new).filter(|given| given.is_dir()) {
        let (found, files) = loxo_doctor::missing(folder, &known())?;
        sapi::write_stdout(loxo_doctor::listed(&found, files).as_bytes());
        return Ok(i32::from(found.iter().any(|one| !one.is_optional)));
    }
    // What is wrong with files is said before a minute has passed.
    let budgets = args.budgets.as_ref().map(read).transpose()?;
    if let Some(text) = &budgets {
        loxo_doctor::exceeded(text, &Report::default(), &Value::Null)?;
    }
    let before = args.before.as_ref().map(|file| {
        let report = serde_json::from_str(&read(file)?).ok().and_then(|value| Report::from_json(&value));
        report.ok_or_else(|| format!("{}: this is no report of loxo doctor --json", file.display()))
    });
    let before = before.transpose()?;
    let time = Duration::from_secs(args.seconds.unwrap_or(60).into());
    let (observed, page) = match (&args.fpm, args.process) {
        (Some(given), _) => (watch(&loxo_doctor::of_fpm(given)?, time), Value::Null),
        (None, Some(process)) => (watch(&loxo_doctor::of_process(process)?, time), Value::Null),
        (None, None) => own_server(args, time)?,
    };
    let found = loxo_doctor::examine(&observed);
    sapi::write_stdout(loxo_doctor::findings(&observed, &found, args.json).as_bytes());
    let report = Report::of(&observed, &found);
    if let Some(before) = before {
        let changes = report.since(&before);
        if args.json {
            eprint!("{changes}");
        } else {
            sapi::write_stdout(format!("\n{changes}").as_bytes());
        }
    }
    let exceeded = budgets.map_or(Ok(Vec::new()), |text| loxo_doctor::exceeded(&text, &report, &page))?;
    for line in &exceeded {
        eprintln!("exceeded: {line}");
    }
    Ok(i32::from(!exceeded.is_empty()))
}

/// What this Loxo has.
fn known() -> Known {
    let extensions = &boot::registry("cli").extensions;
    let lower = |name: &str| name.to_ascii_lowercase();
    Known {
        extensions: extensions.iter().map(|one| lower(one.name)).collect(),
        functions: extensions.iter().flat_map(|one| one.functions).map(|one| lower(one.name)).collect(),
        classes: extensions.iter().flat_map(|one| one.classes).map(|one| lower(one.name)).collect(),
        settings: extensions.iter().flat_map(|one| one.ini).map(|one| lower(one.name)).collect(),
    }
}

fn watch(target: &Target, time: Duration) -> Observed {
    eprintln!("watching {} workers for {} s", target.workers.len(), time.as_secs());
    loxo_doctor::watch(target, time, &mut |line| eprintln!("{line}"))
}

/// A server of Loxo, which says itself what it has seen. Also its page about routes.
fn own_server(args: &Args, time: Duration) -> Result<(Observed, Value), String> {
    let servers = live::servers(args.address.as_deref())?;
    let [server] = &servers[..] else { return Err("several servers of this user run here: loxo doctor ADDRESS says which".into()) };
    let ask = |server: &Address, page: &str| -> Result<Value, String> {
        let body = loxo_admin::get(server, page, args.token.as_deref())?;
        serde_json::from_slice(&body).map_err(|error| format!("this is no page of Loxo: {error}"))
    };
    let target = loxo_doctor::of_loxo(&ask(server, "/workers.json")?)?;
    let begun = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let before = ask(server, "/profile.json")?;
    let mut observed = watch(&target, time);
    let page = ask(server, "/profile.json")?;
    // Sums are forgotten after a while, with the requests in them.
    observed.requests = loxo_doctor::requests(&page).checked_sub(loxo_doctor::requests(&before));
    observed.counted = loxo_doctor::counted(&before, &page);
    observed.functions = loxo_doctor::functions(&page, begun);
    Ok((observed, page))
}
