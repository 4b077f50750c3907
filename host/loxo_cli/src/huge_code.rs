//! `opcache.huge_code_pages`: servers put the program's text on huge pages before they run anything. What can't be done is a line for the log.

use std::fs::File;
use std::os::fd::{IntoRawFd, OwnedFd};

use loxo_runtime::ini::{IniConfig, parse_bool, parse_quantity};

use crate::config::{HUGE_CODE_PAD, IniOptions, IniTexts};

const NAME: &str = "opcache.huge_code_pages";

fn is_on(config: &IniConfig) -> bool {
    config.get(NAME.as_bytes()).is_some_and(parse_bool)
}

fn pad(config: &IniConfig) -> usize {
    let given = config.get(HUGE_CODE_PAD.as_bytes()).map(|value| parse_quantity(value).value);
    given.and_then(|value| usize::try_from(value).ok()).unwrap_or(loxo_hugepages::DEFAULT_PAD)
}

/// Some setting may be about it. A supervisor, which knows no setting, reads them only then.
pub fn is_mentioned(ini_options: &IniOptions, texts: &IniTexts) -> bool {
    let has = |text: &Vec<u8>| text.windows(NAME.len()).any(|piece| piece == NAME.as_bytes());
    ini_options.defines.iter().any(has) || texts.main.iter().chain(&texts.scanned).any(|(_, text)| has(text))
}

/// Makes a copy of the text for the processes that this one starts, if it is wanted; gives the number of the descriptor, which stays open until the
/// process ends or is another program.
pub fn share(config: &IniConfig) -> Result<Option<i32>, String> {
    if !is_on(config) {
        return Ok(None);
    }
    let copy =
        loxo_hugepages::share(pad(config)).map_err(|error| format!("{NAME}: there is no copy of the text for all processes: {error}"))?;
    Ok(Some(copy.into_raw_fd()))
}

/// Does what the setting says. `copy`: a descriptor of the process that started this one. The process must not have given up its rights yet.
pub fn apply(config: &IniConfig, copy: Option<i32>) -> Result<(), String> {
    let done = if is_on(config) {
        let parent = rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get());
        let open = |number: i32| File::open(format!("/proc/{parent}/fd/{number}")).ok().map(OwnedFd::from);
        loxo_hugepages::enable(copy.and_then(open), pad(config)).map(drop)
    } else {
        loxo_hugepages::disable()
    };
    done.map_err(|message| format!("{NAME}: {message}"))
}
