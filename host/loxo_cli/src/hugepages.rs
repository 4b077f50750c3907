//! `loxo hugepages`: code of any program on huge pages, by advice to the kernel, and what of it lies there.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use loxo_hugepages::kernel::Kernel;
use loxo_hugepages::{Kinds, Outcome, maps};

use crate::sapi;
use crate::serve_args::fail;

const HELP: &str = "\
usage: loxo hugepages status [PID…]
       loxo hugepages apply --pid N [--mode 1|2|3] [--follow]
       loxo hugepages drop --pid N [--mode 1|2|3]
       loxo hugepages run [--mode 1|2|3] [--] PROGRAM [ARGUMENT…]

status shows the code of processes (default: its own), how much of it lies on huge pages, and why the rest does not. apply has the kernel make huge
pages of the code of a process, with --follow also of what it maps later, until it ends. drop gives them back. run starts a program and follows it.
Mode 1 (default) is the program's file and its libraries, 2 is code that the program makes, 3 is both. Loxo's own code: opcache.huge_code_pages=1.
";

/// How long a process is left alone between two looks at it: at first, and at most.
const SOON: Duration = Duration::from_millis(50);
const LATE: Duration = Duration::from_secs(10);

struct Args {
    pid: Option<u32>,
    kinds: Kinds,
    follow: bool,
    /// Follow in a process of its own, which nobody waits for.
    background: bool,
    rest: Vec<Vec<u8>>,
}

fn parse(argv: &[Vec<u8>]) -> Result<Args, String> {
    let mut args = Args { pid: None, kinds: Kinds::Files, follow: false, background: false, rest: Vec::new() };
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().map(|value| String::from_utf8_lossy(value).into_owned()).unwrap_or_default();
        match &arg[..] {
            b"--pid" => {
                let given = value();
                args.pid = Some(given.parse().map_err(|_| format!("--pid needs the number of a process, not {given:?}"))?);
            }
            b"--mode" => args.kinds = Kinds::from_mode(&value()).ok_or("--mode is 1 (files), 2 (code that programs make) or 3 (both)")?,
            b"--follow" => args.follow = true,
            b"--background" => args.background = true,
            b"--" => {
                args.rest.extend(rest.cloned());
                break;
            }
            [b'-', ..] => return Err(format!("{} is no option: see loxo hugepages --help", String::from_utf8_lossy(arg))),
            _ => {
                args.rest.push(arg.clone());
                args.rest.extend(rest.cloned());
                break;
            }
        }
    }
    Ok(args)
}

/// `loxo hugepages`
pub fn run(argv: &[Vec<u8>]) -> i32 {
    let command = argv.first().map_or(&b""[..], |command| command);
    if matches!(command, b"" | b"-h" | b"--help") || argv.get(1).is_some_and(|word| word == b"--help") {
        sapi::write_stdout(HELP.as_bytes());
        return i32::from(command.is_empty());
    }
    let args = match parse(&argv[1..]) {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    match (command, args.pid) {
        (b"status", _) => status(&args.rest),
        (b"apply", Some(pid)) if args.background => in_background(pid, &args),
        (b"apply", Some(pid)) if args.follow => follow(pid, args.kinds),
        (b"apply", Some(pid)) => report(pid, loxo_hugepages::apply(pid, args.kinds)),
        (b"drop", Some(pid)) => report(pid, loxo_hugepages::drop_pages(pid, args.kinds)),
        (b"apply" | b"drop", None) => fail("--pid says of which process"),
        (b"run", _) => start(&args),
        _ => fail(&format!("hugepages has no command {:?}: see loxo hugepages --help", String::from_utf8_lossy(command))),
    }
}

fn status(pids: &[Vec<u8>]) -> i32 {
    let own = [b"self".to_vec()];
    let kernel = Kernel::here();
    let mut worst = 0;
    for pid in if pids.is_empty() { &own[..] } else { pids } {
        let pid = String::from_utf8_lossy(pid).into_owned();
        if pid != "self" && pid.parse::<u32>().is_err() {
            return fail(&format!("{pid:?} is no number of a process"));
        }
        match maps::of(&pid) {
            Ok(all) => {
                sapi::write_stdout(format!("process {pid}\n{}", loxo_hugepages::table(&all, &kernel)).as_bytes());
            }
            Err(why) => worst = fail(&format!("process {pid}: {why}")),
        }
    }
    worst
}

/// Says what did not work, and what is there now.
fn report(pid: u32, outcomes: Result<Vec<Outcome>, String>) -> i32 {
    match outcomes {
        Err(why) => fail(&format!("process {pid}: {why}")),
        Ok(outcomes) => {
            let failed = outcomes.iter().filter_map(|outcome| Some((&outcome.mapping.name, outcome.error.as_ref()?)));
            let failed = failed.map(|(name, why)| fail(&format!("{}: {why}", if name.is_empty() { "(anonymous)" } else { name }))).count();
            status(&[pid.to_string().into_bytes()]).max(i32::from(failed > 0))
        }
    }
}

/// Looks at the process again and again, as what it maps changes. Each mapping that can't be helped is named once.
fn follow(pid: u32, kinds: Kinds) -> i32 {
    let (mut pause, mut known) = (SOON, Vec::new());
    while loxo_hugepages::is_running(pid) {
        match loxo_hugepages::apply(pid, kinds) {
            Err(_) if !loxo_hugepages::is_running(pid) => break,
            Err(why) => return fail(&format!("process {pid}: {why}")),
            Ok(outcomes) => {
                for outcome in outcomes {
                    let name = outcome.mapping.name;
                    let Some(why) = outcome.error else { continue };
                    // Much code is too small for one.
                    if !outcome.mapping.range.whole_pages().is_empty() && !known.contains(&name) {
                        fail(&format!("process {pid}: {}: {why}", if name.is_empty() { "(anonymous)" } else { &name }));
                        known.push(name);
                    }
                }
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LATE);
    }
    0
}

fn own_command(pid: u32, args: &Args, option: &str) -> Command {
    let mode = match args.kinds {
        Kinds::Files => "1",
        Kinds::Anonymous => "2",
        Kinds::Both => "3",
    };
    let mut command = Command::new("/proc/self/exe");
    command.arg0("loxo").args(["hugepages", "apply", "--pid", &pid.to_string(), "--mode", mode, option]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn in_background(pid: u32, args: &Args) -> i32 {
    match own_command(pid, args, "--follow").process_group(0).spawn() {
        Ok(_) => 0,
        Err(error) => fail(&format!("who follows the program cannot be started: {error}")),
    }
}

/// The program takes this process's place, so that its number, signals and exit status are its own. Who follows it is not its child: it may wait for
/// all that it has.
fn start(args: &Args) -> i32 {
    let Some((program, arguments)) = args.rest.split_first() else { return fail("run needs a program: loxo hugepages run -- PROGRAM") };
    if let Err(error) = own_command(std::process::id(), args, "--background").status() {
        fail(&format!("the program runs as it is: who follows it cannot be started: {error}"));
    }
    let error = Command::new(OsStr::from_bytes(program)).args(arguments.iter().map(|text| OsStr::from_bytes(text))).exec();
    fail(&format!("{}: {error}", String::from_utf8_lossy(program)));
    if error.kind() == std::io::ErrorKind::NotFound { 127 } else { 126 }
}
