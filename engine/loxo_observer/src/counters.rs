//! What a request does beside computing, counted: queries, connections, exceptions, files that are looked for, …
//!
//! The counts are the calling thread's, which runs one request at a time. A number costs an addition. Names and times cost something only between
//! [`begin`] and [`end`]; they are what the request has had to do with (texts of queries without their literals, addresses, classes), never arguments.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use crate::query_shape;

/// What is counted. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    Queries,
    QueryTime,
    /// Connections that were made.
    Connections,
    ConnectTime,
    /// Exceptions that a `catch` has taken.
    Exceptions,
    /// Files whose code has run.
    Includes,
    /// Files and texts that had to be compiled.
    Compilations,
    /// Functions that ask for files: `file_exists()`, `stat()`, …
    FileLookups,
    /// Files and URLs that were opened by name.
    FileOpens,
    /// Classes that autoloaders were asked for.
    Autoloads,
    /// Files that autoloaders have looked for, and those that were not there.
    AutoloadLookups,
    AutoloadMisses,
    AutoloadLookupTime,
    /// Waiting for the lock of a session.
    SessionWait,
    /// Runs of the cycle collector.
    Collections,
    OutputBytes,
    /// Bytes of text that its client would have taken compressed, and got as they are.
    UncompressedBytes,
}

/// All counters with their names, in the order of their numbers.
pub const COUNTERS: [(Counter, &str); 17] = [
    (Counter::Queries, "queries"),
    (Counter::QueryTime, "query_ns"),
    (Counter::Connections, "connections"),
    (Counter::ConnectTime, "connect_ns"),
    (Counter::Exceptions, "exceptions"),
    (Counter::Includes, "includes"),
    (Counter::Compilations, "compilations"),
    (Counter::FileLookups, "file_lookups"),
    (Counter::FileOpens, "file_opens"),
    (Counter::Autoloads, "autoloads"),
    (Counter::AutoloadLookups, "autoload_lookups"),
    (Counter::AutoloadMisses, "autoload_misses"),
    (Counter::AutoloadLookupTime, "autoload_lookup_ns"),
    (Counter::SessionWait, "session_wait_ns"),
    (Counter::Collections, "collections"),
    (Counter::OutputBytes, "output_bytes"),
    (Counter::UncompressedBytes, "uncompressed_bytes"),
];

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A query, by its text without literals.
    Query,
    /// A connection, by its address.
    Connection,
    /// An exception, by its class.
    Exception,
}

/// All kinds with their names, in the order of their numbers.
pub const KINDS: [(Kind, &str); 3] = [(Kind::Query, "queries"), (Kind::Connection, "connections"), (Kind::Exception, "exceptions")];

/// Numbers by counter.
pub type Numbers = [u64; COUNTERS.len()];

/// A request has at most so many names of each kind; the rest is [`OTHERS`].
pub const MOST_NAMES: usize = 100;
pub const OTHERS: &[u8] = b"(others)";
/// Longer names are cut.
pub const LONGEST_NAME: usize = 300;

/// Something with a name: how often, and the time of all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub kind: Kind,
    pub name: Box<[u8]>,
    pub count: u64,
    pub time_ns: u64,
}

/// What is counted of the thread's request. Nothing here has to be dropped, so that who counts does not ask whether it still lives.
struct Counting {
    numbers: Cell<Numbers>,
    /// Somebody wants names and times.
    is_on: Cell<bool>,
    /// There may be some in `NAMED`.
    has_names: Cell<bool>,
    /// Autoloaders that run.
    autoloaders: Cell<u32>,
}

thread_local! {
    static COUNTING: Counting = const {
        Counting {
            numbers: Cell::new([0; COUNTERS.len()]),
            is_on: Cell::new(false),
            has_names: Cell::new(false),
            autoloaders: Cell::new(0),
        }
    };
    static NAMED: RefCell<Vec<Named>> = const { RefCell::new(Vec::new()) };
    static SHAPES: RefCell<query_shape::Known> = RefCell::default();
}

/// Counts from zero, with names and times. For who looks at the thread's request, which begins.
pub fn begin() {
    COUNTING.with(|counting| {
        counting.numbers.set([0; COUNTERS.len()]);
        counting.is_on.set(true);
        // A request that exhausted memory has left them without an end.
        counting.autoloaders.set(0);
        if counting.has_names.get() {
            drop(take_names(counting));
        }
    });
}

#[cold]
fn take_names(counting: &Counting) -> Vec<Named> {
    counting.has_names.set(false);
    NAMED.take()
}

/// Adds what was counted since [`begin`] to these sums, and gives what has a name; names and times are counted no more.
pub fn end(sums: &mut Numbers) -> Vec<Named> {
    COUNTING.with(|counting| {
        let numbers = counting.numbers.get();
        for (at, sum) in sums.iter_mut().enumerate() {
            *sum = sum.wrapping_add(numbers[at]);
        }
        counting.is_on.set(false);
        if counting.has_names.get() { take_names(counting) } else { Vec::new() }
    })
}

/// Counts so many.
#[inline]
pub fn add(counter: Counter, count: u64) {
    COUNTING.with(|counting| {
        let number = &counting.numbers.as_array_of_cells()[counter as usize];
        number.set(number.get().wrapping_add(count));
    });
}

fn note(kind: Kind, name: &[u8], time_ns: u64) {
    COUNTING.with(|counting| counting.has_names.set(true));
    NAMED.with_borrow_mut(|all| {
        let find = |all: &[Named], name: &[u8]| all.iter().position(|one| one.kind == kind && *one.name == *name);
        let mut name = &name[..name.len().min(LONGEST_NAME)];
        let mut at = find(all, name);
        if at.is_none() && all.iter().filter(|one| one.kind == kind).count() >= MOST_NAMES {
            name = OTHERS;
            at = find(all, name);
        }
        match at {
            Some(at) => (all[at].count, all[at].time_ns) = (all[at].count + 1, all[at].time_ns.saturating_add(time_ns)),
            None => all.push(Named { kind, name: name.into(), count: 1, time_ns }),
        }
    });
}

/// When something began, if its time is wanted.
#[must_use = "it is counted when it ends"]
pub struct Started(Option<Instant>);

/// Are names and times wanted?
pub fn is_on() -> bool {
    COUNTING.with(|counting| counting.is_on.get())
}

/// A query, a connection or a wait begins.
pub fn start() -> Started {
    Started(is_on().then(Instant::now))
}

impl Started {
    fn time_ns(&self) -> Option<u64> {
        self.0.map(|began| u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    /// It was a query of this text, which has been answered.
    pub fn queried(self, sql: &[u8]) {
        add(Counter::Queries, 1);
        if let Some(time) = self.time_ns() {
            add(Counter::QueryTime, time);
            SHAPES.with_borrow_mut(|known| known.with_shape(sql, LONGEST_NAME, |shape| note(Kind::Query, shape, time)));
        }
    }

    /// It was the making of a connection to this address.
    pub fn connected(self, address: &[u8]) {
        connected(address, self.time_ns().unwrap_or(0));
    }

    /// It was a wait that this counter sums up.
    pub fn waited(self, counter: Counter) {
        add(counter, self.time_ns().unwrap_or(0));
    }
}

/// A connection was made in this time: `HOST:PORT`, a path, or a URL of one of them.
pub fn connected(address: &[u8], time_ns: u64) {
    add(Counter::Connections, 1);
    add(Counter::ConnectTime, time_ns);
    if !is_on() {
        return;
    }
    let scheme = address.windows(3).position(|three| three == b"://");
    let place = scheme.map_or(address, |at| &address[at + 3..]);
    let place = if place.starts_with(b"/") { place } else { place.split(|b| *b == b'/').next().unwrap_or_default() };
    // What stands before the host may be a name and a password.
    let place = place.rsplit(|b| *b == b'@').next().unwrap_or_default();
    note(Kind::Connection, place, time_ns);
}

/// A `catch` has taken an exception of this class.
pub fn caught(class: &[u8]) {
    add(Counter::Exceptions, 1);
    if is_on() {
        // Behind the name of an anonymous class stands where it was written.
        note(Kind::Exception, class.split(|b| *b == 0).next().unwrap_or_default(), 0);
    }
}

/// Autoloaders are asked for a class.
pub fn autoload<R>(work: impl FnOnce() -> R) -> R {
    add(Counter::Autoloads, 1);
    COUNTING.with(|counting| counting.autoloaders.update(|running| running.saturating_add(1)));
    let result = work();
    COUNTING.with(|counting| counting.autoloaders.update(|running| running.saturating_sub(1)));
    result
}

/// A file is looked for. `None`: it is not there.
pub fn lookup<R>(work: impl FnOnce() -> Option<R>) -> Option<R> {
    add(Counter::FileLookups, 1);
    if COUNTING.with(|counting| counting.autoloaders.get()) == 0 {
        return work();
    }
    let started = start();
    let found = work();
    started.waited(Counter::AutoloadLookupTime);
    add(Counter::AutoloadLookups, 1);
    add(Counter::AutoloadMisses, u64::from(found.is_none()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has been counted, and what has a name.
    fn done() -> (Numbers, Vec<Named>) {
        let mut numbers = Numbers::default();
        let named = end(&mut numbers);
        (numbers, named)
    }

    #[test]
    fn counters_are_at_their_numbers() {
        assert!(COUNTERS.iter().enumerate().all(|(at, (counter, _))| *counter as usize == at));
        assert!(KINDS.iter().enumerate().all(|(at, (kind, _))| *kind as usize == at));
    }

    #[test]
    fn names_are_kept_while_somebody_looks() {
        start().queried(b"select 1");
        assert_eq!(NAMED.with_borrow(Vec::len), 0);
        begin();
        for id in 0..3 {
            start().queried(format!("select * from t where id = {id}").as_bytes());
        }
        caught(b"class@anonymous\0/srv/secret.php:3$0");
        let (_, named) = done();
        let names: Vec<_> = named.iter().map(|one| (one.kind, &*one.name, one.count)).collect();
        assert_eq!(names, [(Kind::Query, &b"select * from t where id = ?"[..], 3), (Kind::Exception, b"class@anonymous", 1)]);
        caught(b"Late");
        assert_eq!(NAMED.with_borrow(Vec::len), 0);
        caught(b"A");
        begin();
        assert_eq!(done(), (Numbers::default(), Vec::new()));
    }

    #[test]
    fn addresses_are_hosts_or_paths() {
        begin();
        for address in ["tcp://user:secret@[::1]:6379/secret", "127.0.0.1:3306", "unix:///run/a.sock", "/run/b.sock"] {
            start().connected(address.as_bytes());
        }
        let names: Vec<_> = done().1.into_iter().map(|one| String::from_utf8(one.name.into()).unwrap()).collect();
        assert_eq!(names, ["[::1]:6379", "127.0.0.1:3306", "/run/a.sock", "/run/b.sock"]);
    }

    #[test]
    fn names_are_bounded() {
        begin();
        for port in 0..1000 {
            start().connected(format!("127.0.0.1:{port}").as_bytes());
        }
        let (_, named) = done();
        assert_eq!(named.len(), MOST_NAMES + 1);
        assert_eq!((&*named[MOST_NAMES].name, named[MOST_NAMES].count), (OTHERS, 900));
    }

    #[test]
    fn files_that_autoloaders_look_for_are_told_from_others() {
        begin();
        lookup(|| Some(()));
        autoload(|| lookup(|| autoload(|| lookup(|| None::<()>))));
        let (numbers, _) = done();
        let of = |counter: Counter| numbers[counter as usize];
        assert_eq!((of(Counter::FileLookups), of(Counter::Autoloads), of(Counter::AutoloadLookups)), (3, 2, 2));
        assert_eq!(of(Counter::AutoloadMisses), 2);
    }
}
