//! Options as PHP's command line reads them: single letters that may be combined, `-ovalue`, `-o value`, `-o=value`, `--long value`,
//! `--long=value`; the first argument that is none ends them.

/// An option: its letter (or a number, for those without), its long name, whether a value follows.
pub struct OptionSpec {
    pub letter: u8,
    pub name: &'static str,
    pub value: bool,
}

const fn flag(letter: u8, name: &'static str) -> OptionSpec {
    OptionSpec { letter, name, value: false }
}

const fn valued(letter: u8, name: &'static str) -> OptionSpec {
    OptionSpec { letter, name, value: true }
}

/// Options that have no letter.
pub const RF: u8 = 10;
pub const RC: u8 = 11;
pub const RE: u8 = 12;
pub const RZ: u8 = 13;
pub const RI: u8 = 14;
pub const INI: u8 = 15;
pub const REPEAT: u8 = 16;

pub const CLI: &[OptionSpec] = &[
    flag(b'a', "interactive"),
    valued(b'B', "process-begin"),
    flag(b'C', "no-chdir"),
    valued(b'c', "php-ini"),
    valued(b'd', "define"),
    valued(b'E', "process-end"),
    flag(b'e', "profile-info"),
    valued(b'F', "process-file"),
    valued(b'f', "file"),
    flag(b'h', "help"),
    flag(b'i', "info"),
    flag(b'l', "syntax-check"),
    flag(b'm', "modules"),
    flag(b'n', "no-php-ini"),
    flag(b'q', "no-header"),
    valued(b'R', "process-code"),
    flag(b'H', "hide-args"),
    valued(b'r', "run"),
    flag(b's', "syntax-highlight"),
    flag(b's', "syntax-highlighting"),
    valued(b'S', "server"),
    valued(b't', "docroot"),
    flag(b'w', "strip"),
    flag(b'?', "usage"),
    flag(b'v', "version"),
    valued(b'z', "zend-extension"),
    valued(RF, "rf"),
    valued(RF, "rfunction"),
    valued(RC, "rc"),
    valued(RC, "rclass"),
    valued(RE, "re"),
    valued(RE, "rextension"),
    valued(RZ, "rz"),
    valued(RZ, "rzendextension"),
    valued(RI, "ri"),
    valued(RI, "rextinfo"),
    flag(INI, "ini"),
    valued(REPEAT, "repeat"),
];

pub const CGI: &[OptionSpec] = &[
    flag(b'a', "interactive"),
    valued(b'b', "bindpath"),
    flag(b'C', "no-chdir"),
    valued(b'c', "php-ini"),
    valued(b'd', "define"),
    flag(b'e', "profile-info"),
    valued(b'f', "file"),
    flag(b'h', "help"),
    flag(b'i', "info"),
    flag(b'l', "syntax-check"),
    flag(b'm', "modules"),
    flag(b'n', "no-php-ini"),
    flag(b'q', "no-header"),
    flag(b's', "syntax-highlight"),
    flag(b's', "syntax-highlighting"),
    flag(b'w', "strip"),
    flag(b'?', "usage"),
    flag(b'v', "version"),
    valued(b'z', "zend-extension"),
    valued(b'T', "timing"),
];

pub const FPM: &[OptionSpec] = &[
    valued(b'c', "php-ini"),
    valued(b'd', "define"),
    flag(b'e', "profile-info"),
    flag(b'h', "help"),
    flag(b'i', "info"),
    flag(b'm', "modules"),
    flag(b'n', "no-php-ini"),
    flag(b'?', "usage"),
    flag(b'v', "version"),
    valued(b'y', "fpm-config"),
    flag(b't', "test"),
    valued(b'p', "prefix"),
    valued(b'g', "pid"),
    flag(b'R', "allow-to-run-as-root"),
    flag(b'D', "daemonize"),
    flag(b'F', "nodaemonize"),
    flag(b'O', "force-stderr"),
];

/// What the next argument is.
#[derive(Debug, PartialEq)]
pub enum Parsed {
    Flag(u8),
    Value(u8, Vec<u8>),
    /// Not an option; the text is PHP's message.
    Invalid(String),
}

/// Reads options off a command line.
pub struct Options<'a> {
    specs: &'static [OptionSpec],
    argv: &'a [Vec<u8>],
    /// The argument that is read next; after the last option, the first of the others.
    pub index: usize,
    /// Position in a group of letters (`-abc`).
    letter: usize,
}

impl<'a> Options<'a> {
    pub fn new(specs: &'static [OptionSpec], argv: &'a [Vec<u8>]) -> Options<'a> {
        Options { specs, argv, index: 1, letter: 0 }
    }

    fn advance(&mut self) {
        self.index += 1;
        self.letter = 0;
    }

    fn long(&mut self, text: &[u8]) -> Option<Parsed> {
        if text.is_empty() {
            self.advance();
            return None;
        }
        let (name, value) = match text.iter().position(|b| *b == b'=') {
            Some(at) => (&text[..at], Some(text[at + 1..].to_vec())),
            None => (text, None),
        };
        let Some(spec) = self.specs.iter().find(|spec| spec.name.as_bytes() == name) else {
            let message = format!("Error in argument {}, char {}: no argument for option -", self.index, 1);
            self.advance();
            return Some(Parsed::Invalid(message));
        };
        self.advance();
        if !spec.value {
            return Some(Parsed::Flag(spec.letter));
        }
        Some(self.value(spec, value.filter(|value| !value.is_empty())))
    }

    /// The value in the same argument, or the next argument.
    fn value(&mut self, spec: &OptionSpec, inline: Option<Vec<u8>>) -> Parsed {
        if let Some(value) = inline {
            return Parsed::Value(spec.letter, value);
        }
        let Some(value) = self.argv.get(self.index) else {
            let letter = char::from(spec.letter);
            return Parsed::Invalid(format!("Error in argument {}, char {}: no argument for option {letter}", self.index, 2));
        };
        self.advance();
        Parsed::Value(spec.letter, value.clone())
    }
}

impl Iterator for Options<'_> {
    type Item = Parsed;

    fn next(&mut self) -> Option<Parsed> {
        let arg = self.argv.get(self.index)?;
        if self.letter == 0 {
            if arg.first() != Some(&b'-') || arg.len() == 1 {
                return None;
            }
            if let Some(long) = arg.strip_prefix(b"--") {
                return self.long(long);
            }
            self.letter = 1;
        }
        let (at, letter) = (self.letter, arg[self.letter]);
        let last = at + 1 == arg.len();
        if letter == b':' {
            let message = format!("Error in argument {}, char {}: : in flags", self.index, at + 1);
            self.advance();
            return Some(Parsed::Invalid(message));
        }
        let Some(spec) = self.specs.iter().find(|spec| spec.letter == letter) else {
            let letter = String::from_utf8_lossy(&[letter]).into_owned();
            let message = format!("Error in argument {}, char {}: option not found {letter}", self.index, at + 1);
            if last {
                self.advance()
            } else {
                self.letter += 1
            }
            return Some(Parsed::Invalid(message));
        };
        if !spec.value {
            if last {
                self.advance()
            } else {
                self.letter += 1
            }
            return Some(Parsed::Flag(letter));
        }
        let rest = arg[at + 1..].to_vec();
        self.advance();
        let inline = match rest.first() {
            None => None,
            Some(b'=') => return Some(Parsed::Value(letter, rest[1..].to_vec())),
            Some(_) => Some(rest),
        };
        Some(self.value(spec, inline))
    }
}
