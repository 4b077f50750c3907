//! The process-wide table of interned strings.

use crate::hashing::hash_bytes;
use crate::rc::{IMMORTAL, KIND_STRING, RcHeader, TEXT};
use crate::{PhpStr, StrHeader};
use std::alloc::{Layout, alloc, handle_alloc_error};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

const SHARDS: usize = 64;
const ARENA_STEP: usize = 32 * 1024;

/// Where the strings of all shards lie: each shard having a block of its own, the first string of each would touch a page.
struct Arena {
    /// Free part of the current block.
    at: *mut u8,
    left: usize,
}

// SAFETY: the free part is nobody else's.
unsafe impl Send for Arena {}

static ARENA: Mutex<Arena> = Mutex::new(Arena { at: std::ptr::null_mut(), left: 0 });

struct Shard {
    /// Open addressing, a power of two long, null where free.
    slots: Vec<*mut StrHeader>,
    len: usize,
    /// Bytes that its strings take, headers included.
    bytes: usize,
}

// SAFETY: the strings pointed to are immortal and never written after they are published.
unsafe impl Send for Shard {}
// SAFETY: as above.
unsafe impl Sync for Shard {}

static TABLE: [RwLock<Shard>; SHARDS] = [const { RwLock::new(Shard { slots: Vec::new(), len: 0, bytes: 0 }) }; SHARDS];

impl PhpStr {
    /// The interned string of these bytes: one per process, immortal, hash computed. Never forgotten, so not for arbitrary user data.
    pub fn interned(b: &[u8]) -> PhpStr {
        match b {
            [] => PhpStr::empty(),
            [one] => PhpStr::byte(*one),
            _ => intern(b),
        }
    }
}

/// So many names of data are looked up once per thread.
const REMEMBERED: usize = 1024;

/// By hash: the interned string, or, if there was none, how many were interned in all (as an odd address).
type Remembered = Box<[Cell<(u64, *mut StrHeader)>]>;

thread_local! {
    /// Comes with the first name: a thread's own memory is written when the thread starts.
    static NAMES: Remembered = std::iter::repeat_with(|| Cell::new((0, std::ptr::null_mut()))).take(REMEMBERED).collect();
}

/// Strings interned so far.
static COUNT: AtomicUsize = AtomicUsize::new(0);

impl PhpStr {
    /// The interned string of these bytes if there is one, else a new string; either with its hash. For names in data, such as keys of JSON and of
    /// rows: most are written in the program, too, and are found by their address then.
    pub fn name_in_data(b: &[u8]) -> PhpStr {
        if b.len() < 2 {
            return PhpStr::new(b);
        }
        let hash = hash_bytes(b);
        let absent = std::ptr::without_provenance_mut(COUNT.load(Ordering::Relaxed) << 1 | 1);
        let known = NAMES.try_with(|names| {
            let place = &names[hash as usize % REMEMBERED];
            let (of, known) = place.get();
            if of == hash && (known.addr() & 1 == 0 || known == absent) {
                return known;
            }
            let lock = TABLE[(hash >> 48) as usize % SHARDS].read().unwrap_or_else(PoisonError::into_inner);
            let known = lock.find(b, hash).map_or(absent, PhpStr::into_raw);
            place.set((hash, known));
            known
        });
        // A thread that ends remembers nothing any more.
        let known = known.unwrap_or(absent);
        if known.addr() & 1 == 0 {
            // SAFETY: interned strings are immortal; handles do not count.
            let known = unsafe { PhpStr::from_raw(known) };
            if known.as_bytes() == b {
                return known;
            }
        }
        let new = PhpStr::new(b);
        // SAFETY: a string of two bytes or more is new, and nobody else has it.
        unsafe { (*new.header_ptr()).hash = hash };
        new
    }
}

/// The one interned string of these bytes.
fn intern(b: &[u8]) -> PhpStr {
    let hash = hash_bytes(b);
    let lock = &TABLE[(hash >> 48) as usize % SHARDS];
    if let Some(s) = lock.read().unwrap_or_else(PoisonError::into_inner).find(b, hash) {
        return s;
    }
    let mut shard = lock.write().unwrap_or_else(PoisonError::into_inner);
    match shard.find(b, hash) {
        Some(s) => s,
        None => shard.insert(b, hash),
    }
}

/// Number of interned strings, and the bytes they take.
pub fn interned_usage() -> (usize, usize) {
    TABLE.iter().fold((0, 0), |(count, bytes), lock| {
        let shard = lock.read().unwrap_or_else(PoisonError::into_inner);
        (count + shard.len, bytes + shard.bytes)
    })
}

impl Shard {
    fn find(&self, b: &[u8], hash: u64) -> Option<PhpStr> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut i = hash as usize & mask;
        loop {
            let p = self.slots[i];
            if p.is_null() {
                return None;
            }
            // SAFETY: slots hold immortal strings.
            let s = std::mem::ManuallyDrop::new(unsafe { PhpStr::from_raw(p) });
            if s.hash() == hash && s.as_bytes() == b {
                return Some((*s).clone());
            }
            i = (i + 1) & mask;
        }
    }

    fn insert(&mut self, b: &[u8], hash: u64) -> PhpStr {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let p = self.allocate(b, hash);
        self.place(p, hash);
        self.len += 1;
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the string is immortal: handles do not count.
        unsafe { PhpStr::from_raw(p) }
    }

    fn place(&mut self, p: *mut StrHeader, hash: u64) {
        let mask = self.slots.len() - 1;
        let mut i = hash as usize & mask;
        while !self.slots[i].is_null() {
            i = (i + 1) & mask;
        }
        self.slots[i] = p;
    }

    fn grow(&mut self) {
        let new = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![std::ptr::null_mut(); new]);
        for p in old.into_iter().filter(|p| !p.is_null()) {
            // SAFETY: slots hold immortal strings.
            let hash = unsafe { (*p).hash };
            self.place(p, hash);
        }
    }

    fn allocate(&mut self, b: &[u8], hash: u64) -> *mut StrHeader {
        let size = (StrHeader::BYTES + b.len()).next_multiple_of(8);
        self.bytes += size;
        let at = if size > ARENA_STEP / 4 { raw_block(size) } else { ARENA.lock().unwrap_or_else(PoisonError::into_inner).take(size) };
        let p = at as *mut StrHeader;
        let info = if std::str::from_utf8(b).is_ok() { KIND_STRING | TEXT } else { KIND_STRING };
        // SAFETY: the block has space for header and bytes, and nobody else knows it.
        unsafe {
            p.write(StrHeader { rc: RcHeader { refcount: IMMORTAL, info }, hash, len: b.len() });
            std::ptr::copy_nonoverlapping(b.as_ptr(), at.add(StrHeader::BYTES), b.len());
        }
        p
    }
}

impl Arena {
    /// A piece of a block; `size` is a multiple of 8.
    fn take(&mut self, size: usize) -> *mut u8 {
        if size > self.left {
            *self = Arena { at: raw_block(ARENA_STEP), left: ARENA_STEP };
        }
        let at = self.at;
        self.at = at.wrapping_add(size);
        self.left -= size;
        at
    }
}

/// A block that lives as long as the process.
pub(crate) fn raw_block(size: usize) -> *mut u8 {
    let layout = Layout::from_size_align(size.max(16), 16).expect("a size within the address space");
    // SAFETY: the layout is not empty.
    let p = unsafe { alloc(layout) };
    if p.is_null() {
        handle_alloc_error(layout);
    }
    p
}
