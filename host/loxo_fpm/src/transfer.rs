//! What the supervisor tells a child that it starts: pairs of a name and a value in an anonymous file, so that nothing stands on a command line.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;

use loxo_fcgi::{Pairs, push_pair};

/// The first argument of a child begins with this; the pool's name follows, as `ps` shows it.
pub const CHILD_TITLE: &str = "php-fpm: pool ";

/// The same of a process that evaluates rules of sites.
pub const RULES_TITLE: &str = "loxo: rules of pool ";

/// The only argument of the HTTP server in front of the pools.
pub const FRONT_TITLE: &str = "loxo: front";

/// The only argument of the queue server.
pub const QUEUE_TITLE: &str = "loxo: queue";

/// The only argument of a process that becomes a command begins with this; `service` or `cron` and its name follow.
pub const COMMAND_TITLE: &str = "loxo: command ";

/// Descriptors that a child finds open, beside its outputs.
pub(crate) const SETTINGS: i32 = 3;
pub(crate) const BOARD: i32 = 4;
/// The board that the status page shows, if it is another pool's.
pub(crate) const SHOWN_BOARD: i32 = 5;
pub(crate) const ACCESS_LOG: i32 = 6;
/// On which the supervisor asks what the child does.
pub(crate) const QUESTIONS: i32 = 7;
/// The listening socket; higher than connections will be, as in php-fpm.
pub(crate) const LISTENER: i32 = 40;

/// Named values; a name may stand several times.
#[derive(Debug, Default)]
pub(crate) struct Message(Vec<(String, Vec<u8>)>);

impl Message {
    pub(crate) fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        self.0.push((name.to_string(), value.as_ref().to_vec()));
    }

    pub(crate) fn add_number(&mut self, name: &str, value: i64) {
        self.add(name, value.to_string());
    }

    pub(crate) fn add_some(&mut self, name: &str, value: Option<impl AsRef<[u8]>>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    /// Two values that belong together.
    pub(crate) fn add_pair(&mut self, name: &str, first: &[u8], second: &[u8]) {
        let mut value = Vec::new();
        push_pair(&mut value, first, second);
        self.add(name, value);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// 0 if it is not there.
    pub(crate) fn number(&self, name: &str) -> i64 {
        self.text(name).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn numbers<'m>(&'m self, name: &'m str) -> impl Iterator<Item = usize> {
        self.all(name).filter_map(|value| std::str::from_utf8(value).ok()?.parse().ok())
    }

    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.number(name) != 0
    }

    pub(crate) fn all<'m>(&'m self, name: &'m str) -> impl Iterator<Item = &'m [u8]> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| &value[..])
    }

    pub(crate) fn pairs<'m>(&'m self, name: &'m str) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        self.all(name).filter_map(|value| Pairs::new(value).next()?.ok()).map(|(first, second)| (first.to_vec(), second.to_vec()))
    }

    /// Its bytes in a file that has no name.
    pub(crate) fn into_file(self) -> io::Result<OwnedFd> {
        let mut bytes = Vec::new();
        for (name, value) in &self.0 {
            push_pair(&mut bytes, name.as_bytes(), value);
        }
        let mut file = File::from(rustix::fs::memfd_create("settings", rustix::fs::MemfdFlags::CLOEXEC)?);
        file.write_all(&bytes)?;
        file.rewind()?;
        Ok(file.into())
    }

    pub(crate) fn from_file(file: OwnedFd) -> io::Result<Message> {
        let mut bytes = Vec::new();
        File::from(file).read_to_end(&mut bytes)?;
        let mut message = Message::default();
        for pair in Pairs::new(&bytes) {
            let (name, value) = pair.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
            message.add(&String::from_utf8_lossy(name), value);
        }
        Ok(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive() {
        let mut message = Message::default();
        message.add_number("n", -5);
        message.add_pair("env", b"A", b"b=c");
        message.add_pair("env", b"B", b"");
        message.add_some("none", None::<&str>);
        let read = Message::from_file(message.into_file().expect("a file")).expect("a message");
        assert_eq!((read.number("n"), read.number("none"), read.text("none")), (-5, 0, None));
        let pairs: Vec<_> = read.pairs("env").collect();
        assert_eq!(pairs, [(b"A".to_vec(), b"b=c".to_vec()), (b"B".to_vec(), Vec::new())]);
    }
}
