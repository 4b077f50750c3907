//! Where items are kept: one SQLite database for all queues, so that one commit is enough for all requests that came together.
//!
//! Changes are in a transaction from the first one to [`Store::commit`]. SQLite notices what is damaged, or the checksum of an item does.

use std::fmt;
use std::path::{Path, PathBuf};

use loxo_sqlite_sys::{Database, Failed, Statement, open, status};

/// The database's file in the folder of data.
pub const FILE: &str = "queue.db";
/// Why a folder cannot be opened that another server has.
pub(crate) const IN_USE: &str = "is in use: another server has this folder";
/// `user_version` of the database.
const VERSION: i64 = 1;
/// An item's id is its queue's id above this many bits, and its number in the queue below.
const NUMBER_BITS: u32 = 44;
const LAST_NUMBER: u64 = (1 << NUMBER_BITS) - 1;
/// Ids of queues fit above.
pub const LAST_QUEUE: u64 = (1 << (63 - NUMBER_BITS)) - 1;

const SCHEMA: &str = "
CREATE TABLE queues (id INTEGER PRIMARY KEY, name BLOB NOT NULL, dropped INTEGER NOT NULL, next INTEGER NOT NULL,
    items INTEGER NOT NULL, bytes INTEGER NOT NULL, total INTEGER NOT NULL, expired INTEGER NOT NULL);
CREATE TABLE items (id INTEGER PRIMARY KEY, flags INTEGER NOT NULL, expires INTEGER NOT NULL, put INTEGER NOT NULL,
    checksum INTEGER NOT NULL, value BLOB NOT NULL);
PRAGMA user_version = 1;
";

pub(crate) const PUT: &str = "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)";
pub(crate) const SAVE: &str = "INSERT OR REPLACE INTO queues VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

/// When what was acknowledged is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Before it is acknowledged.
    Always,
    /// Some time later: [`crate::server::INTERVAL`].
    Interval,
    /// When the system writes it.
    Never,
}

impl Sync {
    pub fn parse(text: &str) -> Option<Sync> {
        Some(match text {
            "always" => Sync::Always,
            "interval" => Sync::Interval,
            "never" => Sync::Never,
            _ => return None,
        })
    }
}

/// Something that was put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// In its queue; later items have larger ones.
    pub number: u64,
    pub flags: u64,
    /// Milliseconds since 1970; 0: never.
    pub expires: i64,
    /// When it was put, likewise.
    pub put: i64,
    pub value: Vec<u8>,
}

/// A queue as the database has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueRow {
    pub id: u64,
    pub name: Vec<u8>,
    /// Its items are to be deleted, and then it.
    pub dropped: bool,
    /// The number of the next item.
    pub next: u64,
    pub items: u64,
    /// Of the values of its items.
    pub bytes: u64,
    /// Items that were ever put.
    pub total: u64,
    pub expired: u64,
}

/// Why the store could not do something.
#[derive(Debug)]
pub struct StoreError {
    /// The file is damaged: [`crate::repair`] may help.
    pub is_damage: bool,
    message: String,
}

impl StoreError {
    pub(crate) fn new(message: impl Into<String>) -> StoreError {
        StoreError { is_damage: false, message: message.into() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Failed> for StoreError {
    fn from(failed: Failed) -> StoreError {
        // SQLITE_CORRUPT and SQLITE_NOTADB, with or without what they are about.
        StoreError { is_damage: matches!(failed.status & 0xff, 11 | 26), message: String::from_utf8_lossy(&failed.message).into_owned() }
    }
}

pub type Result<T> = std::result::Result<T, StoreError>;

/// Statements that are run often.
struct Statements {
    begin: Statement,
    commit: Statement,
    put: Statement,
    remove: Statement,
    read: Statement,
    save: Statement,
    clean: Statement,
}

pub struct Store {
    folder: PathBuf,
    sync: Sync,
    database: Database,
    statements: Statements,
}

/// An item's id.
fn id_of(queue: u64, number: u64) -> i64 {
    (queue << NUMBER_BITS | number & LAST_NUMBER).cast_signed()
}

impl Store {
    /// Opens the database of a folder, which must be there. [`crate::repair::open`] does so for one that may be damaged.
    pub fn open(folder: &Path, sync: Sync) -> Result<Store> {
        let database = connect(&folder.join(FILE))?;
        let synchronous = if sync == Sync::Never { "OFF" } else { "FULL" };
        // Pages of removed items need not be written for that alone. The log is put into the file every 16 MiB; memory holds as much of it.
        let settings = format!(
            "PRAGMA synchronous = {synchronous}; PRAGMA secure_delete = FAST; PRAGMA wal_autocheckpoint = 4096; PRAGMA cache_size = -16384;"
        );
        database.execute(&mut (), settings.as_bytes())?;
        Store::over(database, folder, sync)
    }

    fn over(database: Database, folder: &Path, sync: Sync) -> Result<Store> {
        create_tables(&database)?;
        let prepare = |sql: &str| database.prepare(&mut (), sql.as_bytes());
        let statements = Statements {
            begin: prepare("BEGIN")?,
            commit: prepare("COMMIT")?,
            put: prepare(PUT)?,
            remove: prepare("DELETE FROM items WHERE id = ?")?,
            read: prepare("SELECT id, flags, expires, put, checksum, value FROM items WHERE id > ? AND id < ? ORDER BY id LIMIT ?")?,
            save: prepare(SAVE)?,
            clean: prepare("DELETE FROM items WHERE id IN (SELECT id FROM items WHERE id >= ? AND id < ? ORDER BY id LIMIT ?)")?,
        };
        Ok(Store { folder: folder.to_path_buf(), sync, database, statements })
    }

    /// Closes the file, and goes on with an empty store in memory: a file must be closed before it gets another name.
    pub(crate) fn leave_file(&mut self) -> Result<()> {
        let memory = Database::open(b":memory:", open::READWRITE)?;
        *self = Store::over(memory, &self.folder.clone(), self.sync)?;
        Ok(())
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn sync(&self) -> Sync {
        self.sync
    }

    /// All queues.
    pub fn queues(&self) -> Result<Vec<QueueRow>> {
        let mut rows = Vec::new();
        read_queues(&self.database, &mut rows)?;
        Ok(rows)
    }

    /// Looks whether the whole file is sound. Takes time in proportion to its size.
    pub fn check(&self) -> Result<()> {
        check(&self.database)
    }

    pub fn put(&mut self, queue: u64, item: &Item) -> Result<()> {
        if item.number > LAST_NUMBER {
            return Err(StoreError::new("the queue has had too many items"));
        }
        self.begin()?;
        put_item(&self.statements.put, id_of(queue, item.number), item).map_err(|status| self.failed(status))
    }

    pub fn remove(&mut self, queue: u64, number: u64) -> Result<()> {
        self.begin()?;
        self.statements.remove.bind_int(1, id_of(queue, number));
        self.run(&self.statements.remove)
    }

    /// Reads the items after a number, at most `count` and about `bytes`. Those whose checksum is wrong are left out; their numbers are given.
    pub fn read(&self, queue: u64, after: u64, count: usize, bytes: usize) -> Result<(Vec<Item>, Vec<u64>)> {
        let statement = &self.statements.read;
        bind(statement, &[id_of(queue, after), id_of(queue + 1, 0), i64::try_from(count).unwrap_or(i64::MAX)]);
        let (mut items, mut damaged, mut total) = (Vec::new(), Vec::new(), 0);
        let outcome = loop {
            match statement.step(&mut ()) {
                status::ROW => {}
                other => break other,
            }
            match read_item(statement) {
                Ok(item) => {
                    total += item.value.len();
                    items.push(item);
                }
                Err(number) => damaged.push(number),
            }
            if total >= bytes {
                break status::DONE;
            }
        };
        let failed = (outcome != status::DONE).then(|| self.failed(outcome));
        statement.reset();
        match failed {
            Some(error) => Err(error),
            None => Ok((items, damaged)),
        }
    }

    /// Writes down what is known of a queue.
    pub fn save(&mut self, row: &QueueRow) -> Result<()> {
        self.begin()?;
        let status = bind_queue(&self.statements.save, row);
        if status == status::DONE { Ok(()) } else { Err(self.failed(status)) }
    }

    /// Deletes some items of a queue that has been dropped; true: there were no more, and the queue is gone, too.
    pub fn clean(&mut self, queue: u64, count: u32) -> Result<bool> {
        self.begin()?;
        bind(&self.statements.clean, &[id_of(queue, 0), id_of(queue + 1, 0), count.into()]);
        self.run(&self.statements.clean)?;
        if self.database.changes() > 0 {
            return Ok(false);
        }
        self.database.execute(&mut (), format!("DELETE FROM queues WHERE id = {queue}").as_bytes())?;
        Ok(true)
    }

    /// Ends the transaction, if there is one: everything in it holds from now on, as far as [`Sync`] says.
    pub fn commit(&mut self) -> Result<()> {
        if self.is_clean() { Ok(()) } else { self.run(&self.statements.commit) }
    }

    /// Undoes the transaction, if there is one, after something has failed.
    pub fn rollback(&mut self) {
        if !self.is_clean() {
            // Where this fails, SQLite has undone it.
            let _ = self.database.execute(&mut (), b"ROLLBACK");
        }
        // What is in the log can then be written over, which needs no more space on a full disk.
        let _ = self.database.execute(&mut (), b"PRAGMA wal_checkpoint(RESTART)");
    }

    /// Nothing waits for a commit.
    pub fn is_clean(&self) -> bool {
        self.database.is_autocommit()
    }

    fn begin(&mut self) -> Result<()> {
        if self.is_clean() { self.run(&self.statements.begin) } else { Ok(()) }
    }

    fn run(&self, statement: &Statement) -> Result<()> {
        let status = finish(statement);
        if status == status::DONE { Ok(()) } else { Err(self.failed(status)) }
    }

    fn failed(&self, status: i32) -> StoreError {
        failed(&self.database, status)
    }
}

/// Opens a file with everything in it that another connection may not see.
pub(crate) fn connect(file: &Path) -> Result<Database> {
    use std::os::unix::ffi::OsStrExt;
    let database = Database::open(file.as_os_str().as_bytes(), open::READWRITE | open::CREATE)?;
    database.set_defensive(true);
    database.execute(&mut (), b"PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY;").map_err(
        |error| {
            // SQLITE_BUSY
            let is_used = error.status & 0xff == status::BUSY;
            let error = StoreError::from(error);
            if is_used { StoreError { message: IN_USE.into(), ..error } } else { error }
        },
    )?;
    Ok(database)
}

/// Runs a statement whose rows nobody wants.
fn finish(statement: &Statement) -> i32 {
    let status = statement.step(&mut ());
    statement.reset();
    if status == status::ROW { status::DONE } else { status }
}

pub(crate) fn bind(statement: &Statement, values: &[i64]) {
    for (number, value) in (1..).zip(values) {
        statement.bind_int(number, *value);
    }
}

pub(crate) fn put_item(statement: &Statement, id: i64, item: &Item) -> std::result::Result<(), i32> {
    bind(statement, &[id, item.flags.cast_signed(), item.expires, item.put, checksum(id, item)]);
    statement.bind_blob(6, &item.value);
    let status = finish(statement);
    if status == status::DONE { Ok(()) } else { Err(status) }
}

pub(crate) fn bind_queue(statement: &Statement, row: &QueueRow) -> i32 {
    statement.bind_int(1, row.id.cast_signed());
    statement.bind_blob(2, &row.name);
    let values = [u64::from(row.dropped), row.next, row.items, row.bytes, row.total, row.expired];
    for (number, value) in (3..).zip(values) {
        statement.bind_int(number, value.cast_signed());
    }
    finish(statement)
}

/// The item of a row of `id, flags, expires, put, checksum, value`, or its number if the checksum is wrong.
pub(crate) fn read_item(row: &Statement) -> std::result::Result<Item, u64> {
    let id = row.column_int(0);
    let item = Item {
        number: id.cast_unsigned() & LAST_NUMBER,
        flags: row.column_int(1).cast_unsigned(),
        expires: row.column_int(2),
        put: row.column_int(3),
        value: row.column_bytes(5, false).unwrap_or_default(),
    };
    if checksum(id, &item) == row.column_int(4) { Ok(item) } else { Err(item.number) }
}

/// Reads the queues, up to the first error.
pub(crate) fn read_queues(database: &Database, rows: &mut Vec<QueueRow>) -> Result<()> {
    let statement = database.prepare(&mut (), b"SELECT id, name, dropped, next, items, bytes, total, expired FROM queues ORDER BY id")?;
    loop {
        match statement.step(&mut ()) {
            status::ROW => {}
            status::DONE => return Ok(()),
            status => return Err(failed(database, status)),
        }
        let number = |column| statement.column_int(column).cast_unsigned();
        rows.push(QueueRow {
            id: number(0),
            name: statement.column_bytes(1, false).unwrap_or_default(),
            dropped: number(2) != 0,
            next: number(3),
            items: number(4),
            bytes: number(5),
            total: number(6),
            expired: number(7),
        });
    }
}

/// The queue and the number of an item's id.
pub(crate) fn parts_of(id: i64) -> (u64, u64) {
    (id.cast_unsigned() >> NUMBER_BITS, id.cast_unsigned() & LAST_NUMBER)
}

fn check(database: &Database) -> Result<()> {
    let statement = database.prepare(&mut (), b"PRAGMA integrity_check(1)")?;
    let status = statement.step(&mut ());
    let said = statement.column_bytes(0, true).unwrap_or_default();
    if status == status::ROW && said == b"ok" {
        return Ok(());
    }
    Err(StoreError { is_damage: true, message: String::from_utf8_lossy(&said).into_owned() })
}

fn single(database: &Database, sql: &str) -> Result<i64> {
    let statement = database.prepare(&mut (), sql.as_bytes())?;
    match statement.step(&mut ()) {
        status::ROW => Ok(statement.column_int(0)),
        status => Err(failed(database, status)),
    }
}

pub(crate) fn failed(database: &Database, status: i32) -> StoreError {
    Failed { status, message: database.error_message() }.into()
}

/// Makes the tables of a new file; one that another version has made is refused.
pub(crate) fn create_tables(database: &Database) -> Result<()> {
    match single(database, "PRAGMA user_version")? {
        0 => Ok(database.execute(&mut (), format!("BEGIN; {SCHEMA} COMMIT;").as_bytes())?),
        VERSION => Ok(()),
        other => Err(StoreError::new(format!("is of version {other}: a newer Loxo has made it"))),
    }
}

fn checksum(id: i64, item: &Item) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    for number in [id, item.flags.cast_signed(), item.expires, item.put] {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(&item.value);
    hasher.finalize().into()
}
