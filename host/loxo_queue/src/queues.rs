//! What requests do to queues: order, expiry, limits, reliable reads and fan-out. The first items of each queue are in memory, all are in the store.

use std::collections::{BTreeMap, HashMap, VecDeque};

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::limits::Limits;
use crate::repair;
use crate::store::{Item, LAST_QUEUE, QueueRow, Result, Store};

/// So many items are read from the store at once, and so many bytes of them.
const READ_ITEMS: usize = 256;
const READ_BYTES: usize = 256 << 10;
/// What all queues together hold of their first items in memory, beyond the item that is asked for.
const MEMORY: usize = 64 << 20;
/// An item's cost in memory beside its value.
const ITEM: usize = 64;
/// Items that are deleted at once of a queue that has been dropped.
const CLEANED: u32 = 1000;

/// A queue of this process: its id in the store may be another's after it has been dropped, its serial number not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueId {
    id: u64,
    serial: u64,
}

/// What became of an item that was to be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    Stored,
    /// The queue is full.
    Full,
    /// There are too many queues.
    TooManyQueues,
}

/// How an item is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// It is gone.
    Remove,
    /// It is set aside until [`Queues::close`] or [`Queues::abort`].
    Open,
    /// It stays.
    Peek,
}

pub struct Queue {
    pub row: QueueRow,
    serial: u64,
    /// Not what the store has.
    is_changed: bool,
    limits: Limits,
    /// The first items, but for those set aside or returned: all up to number `read_to`.
    first: VecDeque<Item>,
    read_to: u64,
    /// Items that were set aside and have come back, by number. They come before all others.
    returned: BTreeMap<u64, Item>,
    /// The numbers of items set aside.
    open: FxHashSet<u64>,
    /// Queues that get all items of this one.
    children: Vec<Vec<u8>>,
    /// How long the last item that was taken had waited, in milliseconds.
    pub age: i64,
    /// Items that had to go because the queue was full.
    pub discarded: u64,
    pub taken: u64,
}

impl Queue {
    /// How many items are set aside.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// How many fan-out queues it has.
    pub fn children(&self) -> usize {
        self.children.len()
    }

    /// The first item, if memory has it.
    fn head(&self) -> Option<&Item> {
        self.returned.values().next().or(self.first.front())
    }

    fn take_head(&mut self, memory: &mut usize) -> Option<Item> {
        let item = self.returned.pop_first().map(|(_, item)| item).or_else(|| self.first.pop_front())?;
        *memory -= item.value.len() + ITEM;
        Some(item)
    }

    /// Counts an item that leaves the queue.
    fn count_out(&mut self, item: &Item) {
        self.row.items = self.row.items.saturating_sub(1);
        self.row.bytes = self.row.bytes.saturating_sub(item.value.len() as u64);
    }

    fn count_taken(&mut self, item: &Item, now: i64) {
        self.count_out(item);
        self.age = if self.row.items == 0 { 0 } else { now.saturating_sub(item.put).max(0) };
        self.taken += 1;
    }
}

pub struct Queues {
    store: Store,
    by_name: HashMap<Vec<u8>, Queue, FxBuildHasher>,
    /// Names of queues that are not what the store has.
    changed: Vec<Vec<u8>>,
    /// Ids of queues whose items are to be deleted.
    dropped: Vec<u64>,
    free_ids: Vec<u64>,
    next_id: u64,
    next_serial: u64,
    /// Bytes of first items.
    memory: usize,
    limits: Limits,
    /// Limits of single queues.
    limits_of: HashMap<Vec<u8>, Limits>,
    most_queues: usize,
    /// Names of queues that have got items, if somebody waits.
    pub arrivals: Vec<Vec<u8>>,
    pub is_watched: bool,
    /// Items whose checksum was wrong.
    pub damaged: u64,
}

impl Queues {
    pub fn new(store: Store, limits: Limits, limits_of: HashMap<Vec<u8>, Limits>, most_queues: usize) -> Result<Queues> {
        let mut queues = Queues {
            store,
            by_name: HashMap::default(),
            changed: Vec::new(),
            dropped: Vec::new(),
            free_ids: Vec::new(),
            next_id: 0,
            next_serial: 0,
            memory: 0,
            limits,
            limits_of,
            most_queues,
            arrivals: Vec::new(),
            is_watched: false,
            damaged: 0,
        };
        queues.load()?;
        Ok(queues)
    }

    /// Takes over what the store has.
    fn load(&mut self) -> Result<()> {
        let rows = self.store.queues()?;
        self.next_id = rows.last().map_or(0, |row| row.id + 1);
        let mut ids = 0..self.next_id;
        self.free_ids = rows.iter().flat_map(|row| ids.by_ref().take_while(|id| *id != row.id).collect::<Vec<_>>()).collect();
        self.dropped = rows.iter().filter(|row| row.dropped).map(|row| row.id).collect();
        self.changed.clear();
        self.memory = 0;
        let mut before = std::mem::take(&mut self.by_name);
        for row in rows.into_iter().filter(|row| !row.dropped) {
            let mut queue = self.queue(row);
            // Counts of this process, and items that connections hold.
            if let Some(before) = before.remove(&queue.row.name).filter(|before| before.row.id == queue.row.id) {
                (queue.serial, queue.open) = (before.serial, before.open);
                (queue.age, queue.discarded, queue.taken) = (before.age, before.discarded, before.taken);
            }
            self.by_name.insert(queue.row.name.clone(), queue);
        }
        let names: Vec<Vec<u8>> = self.by_name.keys().cloned().collect();
        names.iter().for_each(|name| self.make_known(name));
        Ok(())
    }

    fn queue(&mut self, row: QueueRow) -> Queue {
        self.next_serial += 1;
        // A fan-out queue has its parent's limits, unless it has its own.
        let own = self.limits_of.get(&row.name).or_else(|| self.limits_of.get(parent_of(&row.name)?));
        Queue {
            serial: self.next_serial,
            is_changed: false,
            limits: own.unwrap_or(&self.limits).clone(),
            first: VecDeque::new(),
            read_to: 0,
            returned: BTreeMap::new(),
            open: FxHashSet::default(),
            children: Vec::new(),
            age: 0,
            discarded: 0,
            taken: 0,
            row,
        }
    }

    /// Tells its parent of a queue.
    fn make_known(&mut self, name: &[u8]) {
        if let Some(parent) = parent_of(name).and_then(|parent| self.by_name.get_mut(parent)) {
            parent.children.push(name.to_vec());
        }
    }

    /// The queue of a name, made if there is none; false: there are too many.
    fn ensure(&mut self, name: &[u8]) -> bool {
        if self.by_name.contains_key(name) {
            return true;
        }
        if self.by_name.len() >= self.most_queues {
            return false;
        }
        let Some(id) = self.new_id() else { return false };
        let mut queue = self.queue(QueueRow { id, name: name.to_vec(), next: 1, ..QueueRow::default() });
        let is_child = |other: &&Vec<u8>| parent_of(other) == Some(name);
        queue.children = self.by_name.keys().filter(is_child).cloned().collect();
        queue.is_changed = true;
        self.changed.push(name.to_vec());
        self.by_name.insert(name.to_vec(), queue);
        self.make_known(name);
        true
    }

    fn new_id(&mut self) -> Option<u64> {
        if let Some(id) = self.free_ids.pop() {
            return Some(id);
        }
        (self.next_id <= LAST_QUEUE).then(|| {
            self.next_id += 1;
            self.next_id - 1
        })
    }

    /// Puts an item at the end of a queue and of its fan-out queues. `expires`: milliseconds since 1970; 0: never.
    pub fn put(&mut self, name: &[u8], flags: u64, expires: i64, value: &[u8], now: i64) -> Result<Put> {
        if !self.ensure(name) {
            return Ok(Put::TooManyQueues);
        }
        let children = self.by_name.get(name).map_or_else(Vec::new, |queue| queue.children.clone());
        let outcome = self.put_one(name, flags, expires, value, now)?;
        for child in children {
            // What is full misses it: the parent has it.
            self.put_one(&child, flags, expires, value, now)?;
        }
        Ok(outcome)
    }

    fn put_one(&mut self, name: &[u8], flags: u64, mut expires: i64, value: &[u8], now: i64) -> Result<Put> {
        self.expire(name, now)?;
        let length = value.len() as u64;
        loop {
            let Some(queue) = self.by_name.get(name) else { return Ok(Put::TooManyQueues) };
            let is_full = queue.limits.items.is_some_and(|most| queue.row.items >= most)
                || queue.limits.bytes.is_some_and(|most| queue.row.bytes + length > most);
            if !is_full {
                break;
            }
            if !queue.limits.discard_oldest || !self.remove_head(name)? {
                return Ok(Put::Full);
            }
            if let Some(queue) = self.by_name.get_mut(name) {
                queue.discarded += 1;
            }
        }
        let Some(queue) = self.by_name.get_mut(name) else { return Ok(Put::TooManyQueues) };
        if let Some(age) = queue.limits.age {
            let latest = now.saturating_add(age);
            expires = if expires == 0 { latest } else { expires.min(latest) };
        }
        let item = Item { number: queue.row.next, flags, expires, put: now, value: value.to_vec() };
        self.store.put(queue.row.id, &item)?;
        // Where memory has all items, it gets this one, too.
        let cost = value.len() + ITEM;
        if queue.read_to + 1 == item.number && queue.first.len() < READ_ITEMS && self.memory + cost <= MEMORY {
            queue.read_to = item.number;
            queue.first.push_back(item);
            self.memory += cost;
        }
        queue.row.next += 1;
        queue.row.items += 1;
        queue.row.bytes += length;
        queue.row.total += 1;
        note_change(queue, &mut self.changed);
        if self.is_watched {
            self.arrivals.push(name.to_vec());
        }
        Ok(Put::Stored)
    }

    /// The first item of a queue that has not expired. A fan-out queue exists from the first time that it is asked for.
    pub fn take(&mut self, name: &[u8], how: Take, now: i64) -> Result<Option<(QueueId, Item)>> {
        if !self.by_name.contains_key(name) && (parent_of(name).is_none() || !self.ensure(name)) {
            return Ok(None);
        }
        self.expire(name, now)?;
        let Some(queue) = self.by_name.get_mut(name) else { return Ok(None) };
        let id = QueueId { id: queue.row.id, serial: queue.serial };
        if how == Take::Peek {
            return Ok(queue.head().map(|item| (id, item.clone())));
        }
        let Some(item) = queue.take_head(&mut self.memory) else { return Ok(None) };
        if how == Take::Open {
            queue.open.insert(item.number);
        } else {
            self.store.remove(queue.row.id, item.number)?;
            queue.count_taken(&item, now);
            note_change(queue, &mut self.changed);
        }
        Ok(Some((id, item)))
    }

    /// The queue has an item that could be taken, as far as is known without looking at expiry.
    pub fn has_items(&self, name: &[u8]) -> bool {
        self.by_name.get(name).is_some_and(|queue| queue.row.items > queue.open.len() as u64)
    }

    /// An item that was set aside is done with.
    pub fn close(&mut self, name: &[u8], id: QueueId, item: &Item, now: i64) -> Result<()> {
        let Some(queue) = self.by_name.get_mut(name).filter(|queue| queue.serial == id.serial) else { return Ok(()) };
        self.store.remove(id.id, item.number)?;
        queue.open.remove(&item.number);
        queue.count_taken(item, now);
        note_change(queue, &mut self.changed);
        Ok(())
    }

    /// An item that was set aside is the first again.
    pub fn abort(&mut self, name: &[u8], id: QueueId, item: Item) {
        let Some(queue) = self.by_name.get_mut(name).filter(|queue| queue.serial == id.serial) else { return };
        // After the queue was loaded anew, what was read may not be up to here.
        if queue.open.remove(&item.number) && item.number <= queue.read_to {
            self.memory += item.value.len() + ITEM;
            queue.returned.insert(item.number, item);
        }
        if self.is_watched {
            self.arrivals.push(name.to_vec());
        }
    }

    /// Removes a queue and all in it; false: there is none.
    pub fn delete(&mut self, name: &[u8]) -> Result<bool> {
        let Some(queue) = self.by_name.remove(name) else { return Ok(false) };
        self.forget(&queue);
        if let Some(parent) = parent_of(name).and_then(|parent| self.by_name.get_mut(parent)) {
            parent.children.retain(|child| child != name);
        }
        self.store.save(&QueueRow { dropped: true, ..queue.row.clone() })?;
        self.dropped.push(queue.row.id);
        Ok(true)
    }

    /// Removes all items of a queue; false: there is none.
    pub fn flush(&mut self, name: &[u8]) -> Result<bool> {
        let Some(queue) = self.by_name.get(name) else { return Ok(false) };
        if queue.row.items == 0 {
            return Ok(true);
        }
        let Some(id) = self.new_id() else { return self.delete(name) };
        let Some(queue) = self.by_name.remove(name) else { return Ok(false) };
        self.forget(&queue);
        self.store.save(&QueueRow { dropped: true, ..queue.row.clone() })?;
        self.dropped.push(queue.row.id);
        let mut new = self.queue(QueueRow { id, items: 0, bytes: 0, next: 1, ..queue.row });
        (new.children, new.discarded, new.taken) = (queue.children, queue.discarded, queue.taken);
        note_change(&mut new, &mut self.changed);
        self.by_name.insert(name.to_vec(), new);
        Ok(true)
    }

    pub fn flush_all(&mut self) -> Result<()> {
        let names: Vec<Vec<u8>> = self.by_name.keys().cloned().collect();
        names.iter().try_for_each(|name| self.flush(name).map(|_| ()))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Queue> {
        self.by_name.values()
    }

    /// Nothing waits for [`Queues::commit`].
    pub fn is_clean(&self) -> bool {
        self.store.is_clean() && self.changed.is_empty()
    }

    /// Makes what has been done last.
    pub fn commit(&mut self) -> Result<()> {
        // Names stay in the list until all is well: a commit that failed is tried again.
        for name in &self.changed {
            if let Some(queue) = self.by_name.get(name).filter(|queue| queue.is_changed) {
                self.store.save(&queue.row)?;
            }
        }
        self.store.commit()?;
        for name in self.changed.drain(..) {
            if let Some(queue) = self.by_name.get_mut(&name) {
                queue.is_changed = false;
            }
        }
        Ok(())
    }

    /// After something failed: undoes everything since the last commit, or with `keep` only what failed, where the two can be separated.
    /// True: everything before it holds.
    pub fn recover(&mut self, keep: bool) -> Result<bool> {
        let kept = keep && !self.store.is_clean() && self.commit().is_ok();
        self.store.rollback();
        self.load()?;
        Ok(kept)
    }

    /// Goes on with what can be read of a damaged file.
    pub fn repair(&mut self, why: &str) -> std::result::Result<(), String> {
        repair::reopen(&mut self.store, why)?;
        self.load().map_err(|error| error.to_string())
    }

    /// Deletes some items of a dropped queue; false: there is none.
    pub fn clean(&mut self) -> Result<bool> {
        let Some(id) = self.dropped.last().copied() else { return Ok(false) };
        if self.store.clean(id, CLEANED)? {
            self.dropped.pop();
            self.free_ids.push(id);
        }
        Ok(true)
    }

    pub fn needs_cleaning(&self) -> bool {
        !self.dropped.is_empty()
    }

    fn forget(&mut self, queue: &Queue) {
        let items = queue.first.iter().chain(queue.returned.values());
        self.memory -= items.map(|item| item.value.len() + ITEM).sum::<usize>();
    }

    /// Reads from the store if it has the first item, and memory has none.
    fn fill(&mut self, name: &[u8]) -> Result<()> {
        let Some(queue) = self.by_name.get_mut(name) else { return Ok(()) };
        while queue.head().is_none() && queue.read_to + 1 < queue.row.next {
            let (count, bytes) = if self.memory < MEMORY { (READ_ITEMS, READ_BYTES) } else { (1, 1) };
            let (items, damaged) = self.store.read(queue.row.id, queue.read_to, count, bytes)?;
            let last = items.last().map(|item| item.number).max(damaged.last().copied());
            queue.read_to = last.unwrap_or(queue.row.next - 1);
            for number in damaged {
                eprintln!("loxo queue: an item of {} is damaged and left out", String::from_utf8_lossy(name));
                self.store.remove(queue.row.id, number)?;
                self.damaged += 1;
                queue.row.items = queue.row.items.saturating_sub(1);
                note_change(queue, &mut self.changed);
            }
            for item in items {
                if !queue.open.contains(&item.number) {
                    self.memory += item.value.len() + ITEM;
                    queue.first.push_back(item);
                }
            }
        }
        Ok(())
    }

    /// Removes the expired items at a queue's head; what is there then is in memory.
    fn expire(&mut self, name: &[u8], now: i64) -> Result<()> {
        loop {
            self.fill(name)?;
            let Some(queue) = self.by_name.get_mut(name) else { return Ok(()) };
            if !queue.head().is_some_and(|item| item.expires != 0 && item.expires <= now) {
                return Ok(());
            }
            self.remove_head(name)?;
            if let Some(queue) = self.by_name.get_mut(name) {
                queue.row.expired += 1;
            }
        }
    }

    /// Removes the first item; false: there is none.
    fn remove_head(&mut self, name: &[u8]) -> Result<bool> {
        self.fill(name)?;
        let Some(queue) = self.by_name.get_mut(name) else { return Ok(false) };
        let Some(item) = queue.take_head(&mut self.memory) else { return Ok(false) };
        self.store.remove(queue.row.id, item.number)?;
        queue.count_out(&item);
        note_change(queue, &mut self.changed);
        Ok(true)
    }
}

/// `orders` for `orders+audit`.
fn parent_of(name: &[u8]) -> Option<&[u8]> {
    let plus = name.iter().position(|byte| *byte == b'+')?;
    Some(&name[..plus])
}

fn note_change(queue: &mut Queue, changed: &mut Vec<Vec<u8>>) {
    if !queue.is_changed {
        queue.is_changed = true;
        changed.push(queue.row.name.clone());
    }
}
