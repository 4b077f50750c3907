//! The command with a script: its arguments, and the run that is recorded.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use loxo_engine::Request;
use loxo_observer::{Clock, Timer};
use loxo_sampler::{Calls, Run, Shared};

use super::views;
use crate::script::as_path;
use crate::serve_args::fail;
use crate::{cli, sapi};

const HELP: &str = "\
usage: loxo profile [options] SCRIPT [ARGUMENTS]

Runs a script as php would, with every call of a function watched, and prints on standard error what each function has cost. The exit status is the
script's. Machine code is not entered meanwhile; calls that are otherwise left out, since their result is known, are made.

  --sample[=HZ]  look at the stack of calls so many times a second instead (default 1000); costs less, and compiled code stays
  --cpu          times are those of the processor, not of the wall
  -o FILE        also save the run, as the end of the name says: .html is a page for the browser, .svg and .png a flame graph,
                 .json is for speedscope, .collapsed for flame graph tools, .pb.gz for pprof; any other is for loxo profile --open
  --lines N      so many lines of the table (default 30)
  -d KEY=VALUE   a setting, as for php

loxo profile --server [ADDRESS] fetches what a server that runs has seen lately: loxo profile --server --help.
loxo profile --help-views says what can be done with profiles that were saved.
";

/// What the arguments say.
struct Args {
    /// Samples a second; `None`: every call is watched.
    sample: Option<f64>,
    clock: Clock,
    output: Option<PathBuf>,
    lines: usize,
    settings: Vec<Vec<u8>>,
    /// The script and its arguments.
    script: Vec<Vec<u8>>,
}

fn parse(argv: &[Vec<u8>]) -> Result<Option<Args>, String> {
    let mut args = Args { sample: None, clock: Clock::Wall, output: None, lines: 30, settings: Vec::new(), script: Vec::new() };
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let text = String::from_utf8_lossy(arg);
        let mut value = |name: &str| rest.next().ok_or_else(|| format!("{name} needs a value: see loxo profile --help"));
        match &*text {
            "-h" | "--help" => return Ok(None),
            "--cpu" => args.clock = Clock::Cpu,
            "--sample" => args.sample = Some(1000.0),
            "-o" => args.output = Some(as_path(value("-o")?).to_path_buf()),
            "-d" => args.settings.push(value("-d")?.clone()),
            "--lines" => {
                let lines = String::from_utf8_lossy(value("--lines")?).parse();
                args.lines = lines.map_err(|_| "--lines needs a number".to_string())?;
            }
            text if text.starts_with("--sample=") => {
                let rate = text["--sample=".len()..].parse().ok().filter(|rate| (1.0..=10_000.0).contains(rate));
                args.sample = Some(rate.ok_or("--sample needs a number from 1 to 10000")?);
            }
            text if text.starts_with('-') && text != "-" => return Err(format!("unknown option {text}: see loxo profile --help")),
            _ => {
                args.script = std::iter::once(arg).chain(rest).cloned().collect();
                break;
            }
        }
    }
    if args.script.first().is_none_or(Vec::is_empty) { Err("which script? See loxo profile --help".into()) } else { Ok(Some(args)) }
}

/// Runs a script.
pub fn run(argv: &[Vec<u8>]) -> i32 {
    let args = match parse(argv) {
        Ok(Some(args)) => args,
        Ok(None) => {
            sapi::write_stdout(HELP.as_bytes());
            return 0;
        }
        Err(message) => return fail(&message),
    };
    let title = String::from_utf8_lossy(&args.script[0]).into_owned();
    let run: Shared = Rc::new(RefCell::new(Run::new(args.clock, &title)));
    let mut php: Vec<Vec<u8>> = vec![b"php".to_vec()];
    let mut define = |setting: &[u8]| php.extend([b"-d".to_vec(), setting.to_vec()]);
    if args.sample.is_none() {
        define(b"opcache.optimization_level=0");
    }
    args.settings.iter().for_each(|setting| define(setting));
    php.extend([b"-f".to_vec(), args.script[0].clone(), b"--".to_vec()]);
    php.extend(args.script[1..].iter().cloned());
    let (sample, shared) = (args.sample, run.clone());
    let mut timer = None;
    let status = cli::run_watched(&php, &mut |request| begin(request, &shared, sample, &mut timer));
    drop(timer);
    // Whoever still watches sees nothing more.
    let run = run.replace(Run::new(args.clock, &title));
    if !run.has_begun() {
        return status;
    }
    let profile = run.finish();
    eprint!("{}", views::listed(&profile, args.clock, args.lines));
    if let Some(file) = &args.output
        && let Err(message) = views::save(&profile, file)
    {
        return fail(&message);
    }
    status
}

/// The script is about to run.
fn begin(request: &mut Request, run: &Shared, sample: Option<f64>, timer: &mut Option<Timer>) {
    let Some(rate) = sample else {
        run.borrow_mut().begin(None);
        loxo_observer::watch(request.cx(), Box::new(Calls(run.clone())));
        return;
    };
    let period = Duration::from_secs_f64(1.0 / rate);
    let (clock, shared) = (run.borrow().clock, run.clone());
    run.borrow_mut().begin(Some(period));
    let work = move |cx: &mut loxo_runtime::Cx, times: u64| {
        shared.borrow_mut().sample(cx, times);
        Ok(())
    };
    *timer = Timer::start(request.cx(), clock, period, period, Box::new(work));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<Args>, String> {
        parse(&text.split(' ').map(|word| word.as_bytes().to_vec()).collect::<Vec<_>>())
    }

    #[test]
    fn options_end_at_the_script() {
        let args = parsed("--sample=50 --cpu -o out.json a.php --cpu -o").expect("is right").expect("is no call for help");
        assert_eq!((args.sample, args.clock, args.script.len()), (Some(50.0), Clock::Cpu, 3));
        assert_eq!(args.output, Some(PathBuf::from("out.json")));
    }

    #[test]
    fn wrong_arguments_get_one_line() {
        for wrong in ["", "--sample=0 a.php", "--nonsense a.php", "-o", "--lines x a.php"] {
            let message = parsed(wrong).err().unwrap_or_default();
            assert!(!message.is_empty() && !message.contains('\n'), "{wrong}: {message}");
        }
        assert!(parsed("--help").expect("is right").is_none());
    }
}
