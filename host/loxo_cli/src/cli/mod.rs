//! `php`, the command line: what each option means, and which mode they choose together.
//!
//! Modules: `run` (scripts, code, lines of standard input), `info` (options that only print something), `shell` (`-a`), `request` (how a
//! request begins), `output` (when what was printed goes out).

mod info;
mod output;
mod request;
mod run;
mod shell;

use loxo_engine::Request;

use crate::boot::{self, Boot};
use crate::config::{self, IniOptions};
use crate::options::{self, Options, Parsed};
use crate::{commands, help, sapi, script};

pub use output::ticker;

const CONFLICT: &str = "Either execute direct code, process stdin or use a file.\n";

/// What is to be done.
#[derive(Default, PartialEq, Clone, Copy, Debug)]
enum Mode {
    /// A file, or standard input.
    #[default]
    Standard,
    Highlight,
    Lint,
    Strip,
    /// `-r`
    Direct,
    /// `-B`, `-R`, `-F`, `-E`
    Lines,
    Function,
    Class,
    Extension,
    ZendExtension,
    ExtensionInfo,
    Ini,
    Shell,
    Info,
}

#[derive(Default)]
struct CliArgs {
    mode: Mode,
    interactive: bool,
    file: Option<Vec<u8>>,
    /// `-r`, or what a describing option names.
    text: Vec<u8>,
    begin: Option<Vec<u8>>,
    each: Option<Vec<u8>>,
    end: Option<Vec<u8>>,
    /// `-S`
    server: Option<Vec<u8>>,
    /// `-q`
    quiet: bool,
    /// `-t`
    root: Option<Vec<u8>>,
    /// What follows the options, and whether `--` stands before it.
    script_args: Vec<Vec<u8>>,
    dashes: bool,
    error: Option<&'static str>,
}

impl CliArgs {
    fn refuse(&mut self, message: &'static str) {
        self.error = Some(message);
    }

    fn describe(&mut self, mode: Mode, name: Vec<u8>) {
        (self.mode, self.text) = (mode, name);
    }

    fn flag(&mut self, letter: u8) {
        match letter {
            b'a' if !self.interactive && self.mode != Mode::Standard => self.refuse(CONFLICT),
            b'a' => self.interactive = true,
            b'l' if self.mode == Mode::Standard => self.mode = Mode::Lint,
            b's' | b'w' if matches!(self.mode, Mode::Direct | Mode::Lines) => self.refuse(match letter {
                b's' => "Source highlighting only works for files.\n",
                _ => "Source stripping only works for files.\n",
            }),
            b's' => self.mode = Mode::Highlight,
            b'w' => self.mode = Mode::Strip,
            b'i' => self.mode = Mode::Info,
            b'q' => self.quiet = true,
            options::INI => self.mode = Mode::Ini,
            _ => {}
        }
    }

    fn value(&mut self, letter: u8, value: Vec<u8>) {
        match letter {
            b'f' if matches!(self.mode, Mode::Direct | Mode::Lines) => self.refuse(CONFLICT),
            b'f' if self.file.is_some() => self.refuse("You can use -f only once.\n"),
            b'f' => self.file = Some(value),
            b'r' if self.mode == Mode::Direct => self.refuse("You can use -r only once.\n"),
            b'r' if self.mode != Mode::Standard || self.interactive => self.refuse(CONFLICT),
            b'r' => self.describe(Mode::Direct, value),
            b'R' | b'F' | b'B' | b'E' => self.lines(letter, value),
            b'S' => self.server = Some(value),
            b't' => self.root = Some(value),
            options::RF => self.describe(Mode::Function, value),
            options::RC => self.describe(Mode::Class, value),
            options::RE => self.describe(Mode::Extension, value),
            options::RZ => self.describe(Mode::ZendExtension, value),
            options::RI => self.describe(Mode::ExtensionInfo, value),
            _ => {}
        }
    }

    /// The options for programs that run once per line of standard input.
    fn lines(&mut self, letter: u8, value: Vec<u8>) {
        let own = matches!(letter, b'R' | b'F');
        if self.mode == Mode::Lines {
            let (taken, message) = match letter {
                b'B' => (self.begin.is_some(), "You can use -B only once.\n"),
                b'E' => (self.end.is_some(), "You can use -E only once.\n"),
                _ => (self.each.is_some() || self.file.is_some(), "You can use -R or -F only once.\n"),
            };
            if taken {
                return self.refuse(message);
            }
        } else if self.mode != Mode::Standard || (self.interactive && !own) {
            return self.refuse(CONFLICT);
        }
        self.mode = Mode::Lines;
        match letter {
            b'R' => self.each = Some(value),
            b'F' => self.file = Some(value),
            b'B' => self.begin = Some(value),
            _ => self.end = Some(value),
        }
    }
}

/// The program's exit status.
pub fn main(argv: &[Vec<u8>]) -> i32 {
    run_watched(argv, &mut |_| {})
}

/// What is done with a request before its script runs.
pub type Begun<'a> = &'a mut dyn FnMut(&mut Request);

/// The same; `begun` gets the request of a script before that runs.
pub fn run_watched(argv: &[Vec<u8>], begun: Begun<'_>) -> i32 {
    let mut ini_options = IniOptions { cli: true, sapi: "cli", ..IniOptions::default() };
    let mut args = CliArgs::default();
    let mut options = Options::new(options::CLI, argv);
    for option in options.by_ref() {
        match option {
            Parsed::Value(b'd', value) => ini_options.defines.push(value),
            Parsed::Value(b'c', value) => ini_options.path = Some(value),
            Parsed::Flag(b'n') => ini_options.no_files = true,
            Parsed::Flag(b'v') => {
                sapi::write_stdout(help::version("cli").as_bytes());
                return 0;
            }
            Parsed::Flag(b'm') => {
                sapi::write_stdout(help::modules(boot::registry("cli")).as_bytes());
                return 0;
            }
            Parsed::Flag(b'h' | b'?') => {
                sapi::write_stdout(help::usage(&argv[0]).as_bytes());
                return 0;
            }
            Parsed::Invalid(message) => {
                sapi::log_to_stderr(message.as_bytes());
                sapi::write_stdout(help::usage(&argv[0]).as_bytes());
                return 1;
            }
            Parsed::Flag(letter) => args.flag(letter),
            Parsed::Value(letter, value) => args.value(letter, value),
        }
    }
    if let Some(address) = &args.server {
        let settings = IniOptions { cli: false, ..ini_options };
        let router = argv.get(options.index).map(|router| &router[..]);
        return commands::built_in(address, args.root.as_deref(), router, &settings, args.quiet);
    }
    args.dashes = argv.get(options.index - 1).is_some_and(|last| last == b"--");
    args.script_args = argv.get(options.index..).unwrap_or_default().to_vec();
    if let Some(message) = args.error {
        sapi::write_stdout(message.as_bytes());
        return 1;
    }
    if args.interactive && args.mode == Mode::Standard {
        args.mode = Mode::Shell;
    }
    let registry = boot::registry("cli");
    let boot = Boot::new(registry, config::load(&registry.extensions, &ini_options));
    if !boot.preload(Box::new(sapi::CliSapi)) {
        return 1;
    }
    dispatch(&boot, args, begun)
}

/// Runs the script of a built program, which is called by the program's name and gets all arguments.
pub fn run_program(boot: &Boot, file: &[u8], argv: &[Vec<u8>]) -> i32 {
    let mut request = request::begin_named(boot, argv.to_vec(), Box::new(sapi::CliSapi), file);
    script::run_file(&mut request, file);
    request.finish()
}

fn dispatch(boot: &Boot, args: CliArgs, begun: Begun<'_>) -> i32 {
    match args.mode {
        Mode::Ini => info::configuration_files(&boot.config),
        Mode::Info => info::information(boot),
        Mode::Function | Mode::Class | Mode::Extension | Mode::ZendExtension => info::describe(boot, &args),
        Mode::ExtensionInfo => info::extension(boot, &args),
        _ => run::run(boot, args, begun),
    }
}
