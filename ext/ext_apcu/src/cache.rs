//! The table of entries: slots as APCu numbers them (iterators and `apcu_cache_info()` show that order), in stripes with a lock each.

use std::process;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{self, ThreadId};

use crate::frozen::{Frozen, string_size};

/// Sizes of the table; the first one above what is hinted at is taken.
const SLOTS: [usize; 46] = [
    257, 521, 1031, 2053, 3079, 4099, 5147, 6151, 7177, 8209, 9221, 10243, 11273, 12289, 13313, 14341, 15361, 16411, 17417, 18433, 19457,
    20483, 30727, 40961, 61441, 81929, 122_887, 163_841, 245_771, 327_689, 491_527, 655_373, 983_063, 1_310_627, 1_474_489, 1_965_983,
    2_621_347, 3_276_719, 3_932_063, 4_587_431, 5_242_801, 6_553_511, 7_864_243, 8_847_271, 9_830_321, 10_485_667,
];
const STRIPES: usize = 64;
/// What an entry takes besides its key and value.
const ENTRY_HEAD: usize = 96;
/// What a slot and the table as a whole take.
const SLOT_SIZE: usize = 8;
const TABLE_HEAD: usize = 256;

/// Settings that a cache is made by.
pub(crate) struct Config {
    pub bytes: usize,
    pub entries: usize,
    pub ttl: i64,
    pub smart: i64,
    pub defends: bool,
}

/// A value; numbers can be counted in place.
pub(crate) enum Stored {
    Int(AtomicI64),
    Other(Frozen),
}

impl Stored {
    fn new(value: Frozen) -> Stored {
        match value {
            Frozen::Int(n) => Stored::Int(n.into()),
            other => Stored::Other(other),
        }
    }
}

pub(crate) struct Entry {
    pub key: Box<[u8]>,
    hash: u64,
    pub value: Stored,
    pub ttl: i64,
    pub hits: AtomicI64,
    pub created: i64,
    pub modified: AtomicI64,
    pub accessed: AtomicI64,
    pub size: usize,
}

impl Entry {
    /// Its own time to live is over.
    pub(crate) fn is_dead(&self, now: i64) -> bool {
        self.ttl != 0 && self.created.saturating_add(self.ttl) < now
    }

    /// The same, or nobody asked for it for as long as the cache keeps such things.
    fn is_stale(&self, now: i64, ttl: i64) -> bool {
        self.is_dead(now) || (self.ttl == 0 && ttl != 0 && self.accessed.load(Relaxed).saturating_add(ttl) < now)
    }

    fn is(&self, hash: u64, key: &[u8]) -> bool {
        self.hash == hash && *self.key == *key
    }
}

type Chain = Vec<Arc<Entry>>;

/// Who wrote last; the same key by somebody else in the same second is a slam.
struct LastKey {
    hash: u64,
    length: usize,
    time: i64,
    owner: (u32, ThreadId),
}

pub(crate) struct Cache {
    stripes: Vec<RwLock<Vec<Chain>>>,
    pub slots: usize,
    per_stripe: usize,
    /// What may be used, besides the table.
    limit: usize,
    pub total: usize,
    used: AtomicUsize,
    pub ttl: i64,
    smart: i64,
    defends: bool,
    last: Mutex<Option<LastKey>>,
    pub hits: AtomicI64,
    pub misses: AtomicI64,
    pub inserts: AtomicI64,
    pub expunges: AtomicI64,
    pub entries: AtomicI64,
    pub started: AtomicI64,
}

/// PHP's hash of a string, by which APCu chooses slots.
fn hash_of(key: &[u8]) -> u64 {
    key.iter().fold(5381u64, |hash, byte| hash.wrapping_mul(33).wrapping_add(u64::from(*byte))) | 1 << 63
}

impl Cache {
    pub(crate) fn new(config: &Config, now: i64) -> Cache {
        let wanted = if config.entries > 0 { config.entries } else { 512 * (config.bytes >> 20) };
        let [.., most] = SLOTS;
        let mut slots = SLOTS.into_iter().find(|slots| *slots > wanted).unwrap_or(most);
        // The table must leave space for entries.
        if slots.saturating_mul(SLOT_SIZE) > config.bytes {
            slots = SLOTS[0];
        }
        let per_stripe = slots.div_ceil(STRIPES);
        let stripes = (0..slots.div_ceil(per_stripe)).map(|_| RwLock::new(vec![Chain::new(); per_stripe])).collect();
        Cache {
            stripes,
            slots,
            per_stripe,
            limit: config.bytes.saturating_sub(TABLE_HEAD + slots * SLOT_SIZE),
            total: config.bytes,
            used: 0.into(),
            ttl: config.ttl,
            smart: config.smart,
            defends: config.defends,
            last: Mutex::new(None),
            hits: 0.into(),
            misses: 0.into(),
            inserts: 0.into(),
            expunges: 0.into(),
            entries: 0.into(),
            started: now.into(),
        }
    }

    fn read(&self, stripe: usize) -> Option<RwLockReadGuard<'_, Vec<Chain>>> {
        Some(self.stripes.get(stripe)?.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, stripe: usize) -> Option<RwLockWriteGuard<'_, Vec<Chain>>> {
        Some(self.stripes.get(stripe)?.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stripe and place in it of a hash's slot.
    fn place(&self, hash: u64) -> (usize, usize) {
        let slot = (hash % self.slots as u64) as usize;
        (slot / self.per_stripe, slot % self.per_stripe)
    }

    /// An entry, dead or not.
    pub(crate) fn look(&self, key: &[u8]) -> Option<Arc<Entry>> {
        let hash = hash_of(key);
        let (stripe, slot) = self.place(hash);
        self.read(stripe)?.get(slot)?.iter().find(|entry| entry.is(hash, key)).cloned()
    }

    /// An entry that is alive; nobody counts that.
    pub(crate) fn peek(&self, key: &[u8], now: i64) -> Option<Arc<Entry>> {
        self.look(key).filter(|entry| !entry.is_dead(now))
    }

    /// An entry that is alive, as a hit or a miss.
    pub(crate) fn find(&self, key: &[u8], now: i64) -> Option<Arc<Entry>> {
        let found = self.peek(key, now);
        match &found {
            Some(entry) => {
                self.hits.fetch_add(1, Relaxed);
                entry.hits.fetch_add(1, Relaxed);
                entry.accessed.store(now, Relaxed);
            }
            None => {
                self.misses.fetch_add(1, Relaxed);
            }
        }
        found
    }

    /// Puts a value in; `exclusive`: only where none is. False: it was not.
    pub(crate) fn store(&self, key: &[u8], value: Frozen, ttl: i64, now: i64, exclusive: bool) -> bool {
        let hash = hash_of(key);
        let size = ENTRY_HEAD + string_size(key.len()) + value.size();
        if !self.make_room(size, now) {
            return false;
        }
        let entry = Arc::new(Entry {
            key: key.into(),
            hash,
            value: Stored::new(value),
            ttl,
            hits: 0.into(),
            created: now,
            modified: now.into(),
            accessed: now.into(),
            size,
        });
        let stored = self.insert(entry, now, exclusive);
        if !stored {
            self.used.fetch_sub(size, Relaxed);
        }
        stored
    }

    fn insert(&self, new: Arc<Entry>, now: i64, exclusive: bool) -> bool {
        let (stripe, slot) = self.place(new.hash);
        let Some(mut stripe) = self.write(stripe) else { return false };
        let Some(chain) = stripe.get_mut(slot) else { return false };
        let same = chain.iter().position(|entry| entry.is(new.hash, &new.key));
        if exclusive && same.and_then(|at| chain.get(at)).is_some_and(|entry| !entry.is_dead(now)) {
            return false;
        }
        self.entries.fetch_add(1, Relaxed);
        self.inserts.fetch_add(1, Relaxed);
        match same.and_then(|at| chain.get_mut(at)) {
            Some(place) => {
                let old = std::mem::replace(place, new);
                self.note_removal(&old);
            }
            None => chain.push(new),
        }
        // Whoever comes by sweeps.
        self.sweep_chain(chain, now);
        true
    }

    fn sweep_chain(&self, chain: &mut Chain, now: i64) {
        chain.retain(|entry| {
            let stale = entry.is_stale(now, self.ttl);
            if stale {
                self.note_removal(entry);
            }
            !stale
        });
    }

    fn note_removal(&self, entry: &Entry) {
        self.used.fetch_sub(entry.size, Relaxed);
        self.entries.fetch_sub(1, Relaxed);
    }

    /// False: there is no such key.
    pub(crate) fn delete(&self, key: &[u8]) -> bool {
        let hash = hash_of(key);
        let (stripe, slot) = self.place(hash);
        let Some(mut stripe) = self.write(stripe) else { return false };
        let Some(chain) = stripe.get_mut(slot) else { return false };
        let Some(at) = chain.iter().position(|entry| entry.is(hash, key)) else { return false };
        let entry = chain.remove(at);
        self.note_removal(&entry);
        true
    }

    /// Takes memory; what must go for it goes. False: there is not enough of it.
    fn make_room(&self, size: usize, now: i64) -> bool {
        let taken = || self.used.fetch_update(Relaxed, Relaxed, |used| used.checked_add(size).filter(|used| *used <= self.limit)).is_ok();
        if taken() {
            return true;
        }
        self.expunge(size, now);
        taken()
    }

    pub(crate) fn available(&self) -> usize {
        self.limit.saturating_sub(self.used.load(Relaxed))
    }

    /// The memory of all entries.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    fn expunge(&self, size: usize, now: i64) {
        let suitable = match usize::try_from(self.smart) {
            Ok(smart @ 1..) => smart.saturating_mul(size),
            _ => self.total / 2,
        };
        if self.available() >= suitable {
            return;
        }
        if self.ttl != 0 {
            for stripe in 0..self.stripes.len() {
                if let Some(mut stripe) = self.write(stripe) {
                    stripe.iter_mut().for_each(|chain| self.sweep_chain(chain, now));
                }
            }
            if self.available() >= size {
                self.forget_last();
                return;
            }
        }
        self.expunges.fetch_add(1, Relaxed);
        self.drop_all(now);
    }

    fn drop_all(&self, now: i64) {
        for stripe in 0..self.stripes.len() {
            if let Some(mut stripe) = self.write(stripe) {
                for chain in stripe.iter_mut() {
                    std::mem::take(chain).iter().for_each(|entry| self.note_removal(entry));
                }
            }
        }
        self.started.store(now, Relaxed);
        for counter in [&self.inserts, &self.hits, &self.misses] {
            counter.store(0, Relaxed);
        }
        self.forget_last();
    }

    /// `apcu_clear_cache()`
    pub(crate) fn clear(&self, now: i64) {
        self.drop_all(now);
        self.expunges.store(0, Relaxed);
    }

    fn forget_last(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Has somebody else written this key just now?
    pub(crate) fn slammed(&self, key: &[u8], now: i64) -> bool {
        if !self.defends {
            return false;
        }
        let hash = hash_of(key);
        let owner = (process::id(), thread::current().id());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_ref()
            && last.hash == hash
            && last.length == key.len()
            && last.time == now
            && last.owner != owner
        {
            return true;
        }
        *last = Some(LastKey { hash, length: key.len(), time: now, owner });
        false
    }

    /// The entries of slots from `slot` on, until `enough` of them are taken or there are no more, and the slot to go on from.
    /// Entries that `take` does not want do not count.
    pub(crate) fn gather(&self, mut slot: usize, enough: usize, mut take: impl FnMut(&Entry) -> bool) -> (Vec<Arc<Entry>>, usize) {
        let mut found = Vec::new();
        while slot < self.slots && found.len() <= enough {
            let Some(stripe) = self.read(slot / self.per_stripe) else { break };
            let chain = stripe.get(slot % self.per_stripe).map_or(&[][..], Vec::as_slice);
            found.extend(chain.iter().filter(|entry| take(entry)).cloned());
            slot += 1;
        }
        (found, slot)
    }

    /// How many entries each slot has that has any.
    pub(crate) fn distribution(&self) -> Vec<(usize, usize)> {
        let mut counts = Vec::new();
        for at in 0..self.stripes.len() {
            let Some(stripe) = self.read(at) else { break };
            let used = stripe.iter().enumerate().filter(|(_, chain)| !chain.is_empty());
            counts.extend(used.map(|(slot, chain)| (at * self.per_stripe + slot, chain.len())));
        }
        counts
    }
}
