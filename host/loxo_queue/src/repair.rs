//! What to do about a damaged database: everything that can be read goes into a new one, and the damaged one stays beside it under another name.

use std::fs;
use std::path::Path;

use loxo_sqlite_sys::{Database, Statement, status};
use rustc_hash::FxHashMap;

use crate::store::{self, FILE, QueueRow, Store, StoreError, Sync};

/// What the new file is called until it is whole.
const NEW: &str = "queue.db.new";

/// Opens the database of a folder. One that is damaged is repaired, which is said on standard error.
pub fn open(folder: &Path, sync: Sync) -> Result<Store, String> {
    let opened = match Store::open(folder, sync) {
        Err(error) if error.is_damage => {
            repair(folder, &error.to_string())?;
            Store::open(folder, sync)
        }
        other => other,
    };
    opened.map_err(|error| format!("{}: {error}", folder.join(FILE).display()))
}

/// Goes on with what can be read of a damaged store. The transaction that was open is lost.
pub fn reopen(store: &mut Store, why: &str) -> Result<(), String> {
    store.leave_file().map_err(|error| error.to_string())?;
    repair(store.folder(), why)?;
    *store = open(store.folder(), store.sync())?;
    Ok(())
}

/// Makes a new database of the folder's damaged one, and says on standard error what became of it.
fn repair(folder: &Path, why: &str) -> Result<(), String> {
    let damaged = format!("{FILE}.damaged-{}", crate::now() / 1000);
    eprintln!("loxo queue: {} is damaged ({why}): saving what can be read", folder.join(FILE).display());
    remove_parts(folder, NEW)?;
    let failed = |error: StoreError| format!("{}: {error}", folder.join(NEW).display());
    let saved = salvage(folder).map_err(failed)?;
    for part in ["", "-wal"] {
        let from = folder.join(format!("{FILE}{part}"));
        if from.exists() {
            fs::rename(&from, folder.join(format!("{damaged}{part}"))).map_err(|error| format!("{}: {error}", from.display()))?;
        }
    }
    fs::rename(folder.join(NEW), folder.join(FILE)).map_err(|error| format!("{}: {error}", folder.join(NEW).display()))?;
    // The names hold from here on, too.
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| format!("{}: {error}", folder.display()))?;
    eprintln!("loxo queue: {saved} items saved; the damaged file is {}", folder.join(damaged).display());
    Ok(())
}

fn remove_parts(folder: &Path, name: &str) -> Result<(), String> {
    for part in ["", "-wal"] {
        let file = folder.join(format!("{name}{part}"));
        if let Err(error) = fs::remove_file(&file)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(format!("{}: {error}", file.display()));
        }
    }
    Ok(())
}

/// Copies what can be read into a new file, and tells how many items that was.
fn salvage(folder: &Path) -> store::Result<u64> {
    let new = store::connect(&folder.join(NEW))?;
    store::create_tables(&new)?;
    new.execute(&mut (), b"BEGIN")?;
    let mut salvage = Salvage { put: new.prepare(&mut (), store::PUT.as_bytes())?, new, queues: FxHashMap::default(), saved: 0 };
    // Of what is no database at all, nothing can be read.
    if let Ok(old) = store::connect(&folder.join(FILE)) {
        let mut rows = Vec::new();
        let _ = store::read_queues(&old, &mut rows);
        salvage.queues = rows.into_iter().map(|row| (row.id, QueueRow { items: 0, bytes: 0, ..row })).collect();
        salvage.copy_items(&old)?;
    }
    let Salvage { put, new, queues, saved } = salvage;
    let save = new.prepare(&mut (), store::SAVE.as_bytes())?;
    for row in queues.values() {
        let status = store::bind_queue(&save, row);
        if status != status::DONE {
            return Err(store::failed(&new, status));
        }
    }
    new.execute(&mut (), b"COMMIT")?;
    drop((put, save));
    // What is in the log comes into the file.
    new.close()?;
    Ok(saved)
}

struct Salvage {
    put: Statement,
    new: Database,
    /// By their ids.
    queues: FxHashMap<u64, QueueRow>,
    saved: u64,
}

impl Salvage {
    /// From both ends, each up to the damage.
    fn copy_items(&mut self, old: &Database) -> store::Result<()> {
        let mut last = i64::MIN;
        for order in ["ASC", "DESC"] {
            let is_forward = order == "ASC";
            let sql = format!("SELECT id, flags, expires, put, checksum, value FROM items ORDER BY id {order}");
            let Ok(rows) = old.prepare(&mut (), sql.as_bytes()) else { continue };
            let mut previous = None;
            while rows.step(&mut ()) == status::ROW {
                let id = rows.column_int(0);
                // Up to where the other direction came; and what is out of order is damaged, too.
                if !is_forward && id <= last || previous.is_some_and(|previous| is_forward != (id > previous)) {
                    break;
                }
                previous = Some(id);
                if is_forward {
                    last = id;
                }
                self.copy_item(&rows, id)?;
            }
        }
        Ok(())
    }

    fn copy_item(&mut self, rows: &Statement, id: i64) -> store::Result<()> {
        let (queue, number) = store::parts_of(id);
        let Ok(item) = store::read_item(rows) else { return Ok(()) };
        store::put_item(&self.put, id, &item).map_err(|status| store::failed(&self.new, status))?;
        // A queue whose name was lost gets one that says so.
        let row = self.queues.entry(queue).or_insert_with(|| {
            let name = format!("recovered-{queue}").into_bytes();
            QueueRow { id: queue, name, ..QueueRow::default() }
        });
        row.items += 1;
        row.bytes += item.value.len() as u64;
        row.next = row.next.max(number + 1);
        row.total = row.total.max(row.items);
        self.saved += u64::from(!row.dropped);
        Ok(())
    }
}
