//! `loxo profile --server`: what the workers of a server have spent their time on; and whether it looks.

use std::path::PathBuf;

use loxo_observer::Clock;
use loxo_profile::Profile;
use serde_json::Value;

use super::views;
use crate::script::as_path;
use crate::serve_args::fail;
use crate::{live, sapi};

const HELP: &str = "\
usage: loxo profile --server [ADDRESS] [options]
       loxo profile --server [ADDRESS] --sampler on|off

Fetches what a server has seen of its workers in the last ten to twenty minutes. ADDRESS is what it was given as --admin: a Unix socket or HOST:PORT;
without it the server of this user that runs here is meant.

  --route N       of the route of that number alone: 0 is the one that took most time (default: of all)
  --trace P,N     the trace number N of process P instead
  --token FILE    holds what the server wants to see
  -o FILE         save it, as the end of the name says (loxo profile --help); default: a table
  --lines N       so many lines of the table (default 30)
  --sampler off   the server looks at its workers no longer, and counts nothing, until --sampler on, or its processes start anew (a reload)
";

/// The command, if its first argument asks for a server.
pub fn run(argv: &[Vec<u8>]) -> Option<i32> {
    let (first, rest) = argv.split_first()?;
    (first == b"--server").then(|| match fetch(rest) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    })
}

fn fetch(argv: &[Vec<u8>]) -> Result<(), String> {
    let (mut address, mut token, mut output, mut lines) = (None, None, None::<PathBuf>, 30);
    let mut switch = None;
    let mut target = "/profile?format=loxo".to_string();
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let text = String::from_utf8_lossy(arg).into_owned();
        let mut value = || rest.next().ok_or_else(|| format!("{text} needs a value: see loxo profile --server --help"));
        let words = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        match &arg[..] {
            b"-h" | b"--help" => {
                sapi::write_stdout(HELP.as_bytes());
                return Ok(());
            }
            b"--route" => {
                let number: usize = words(value()?).parse().map_err(|_| "--route needs a number")?;
                target.push_str(&format!("&route={number}"));
            }
            b"--trace" => {
                let given = words(value()?);
                let numbers = given.split_once(',').and_then(|(process, id)| Some((process.parse::<u64>().ok()?, id.parse::<u64>().ok()?)));
                let (process, id) = numbers.ok_or("--trace needs the numbers of a process and a trace: 123,4")?;
                target = format!("/trace?format=loxo&process={process}&id={id}");
            }
            b"--token" => token = Some(loxo_admin::read_token(as_path(value()?)).map_err(|why| format!("--token {why}"))?),
            b"--sampler" => match words(value()?).as_str() {
                to @ ("on" | "off") => switch = Some(format!("/sampler?switch={to}")),
                _ => return Err("--sampler needs on or off".into()),
            },
            b"-o" => output = Some(as_path(value()?).to_path_buf()),
            b"--lines" => lines = words(value()?).parse().map_err(|_| "--lines needs a number")?,
            [b'-', ..] => return Err(format!("unknown option {text}: see loxo profile --server --help")),
            _ => address = Some(text),
        }
    }
    let servers = live::servers(address.as_deref())?;
    if servers.len() > 1 {
        return Err("several servers of this user run here: --server ADDRESS says which".into());
    }
    if let Some(target) = switch {
        let answer = loxo_admin::post(&servers[0], &target, token.as_deref())?;
        sapi::write_stdout(switched(&answer)?.as_bytes());
        return Ok(());
    }
    let saved = loxo_admin::get(&servers[0], &target, token.as_deref())?;
    let profile = Profile::load(&saved).map_err(|error| format!("what the server has sent is no profile: {error}"))?;
    match output {
        Some(file) => views::save(&profile, &file),
        None => {
            sapi::write_stdout(views::listed(&profile, Clock::Wall, lines).as_bytes());
            Ok(())
        }
    }
}

/// What the processes of a server say of their samplers, in a line.
fn switched(answer: &[u8]) -> Result<String, String> {
    let list: Value = serde_json::from_slice(answer).map_err(|error| format!("this does not say how the sampler is: {error}"))?;
    let processes = list.as_array().map_or(&[][..], Vec::as_slice);
    let on = processes.iter().filter(|process| process["on"] == true).count();
    Ok(match processes.len() {
        // Those that start later are switched, too.
        0 => "no process runs requests now\n".into(),
        _ if on == 0 => "the sampler is off\n".into(),
        all if on == all => "the sampler is on\n".into(),
        all => format!("the sampler is on in {on} of {all} processes\n"),
    })
}
