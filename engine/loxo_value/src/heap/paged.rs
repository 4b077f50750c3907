//! The allocator: size classes carved from runs of pages, larger runs, and maps of their own for what exceeds a chunk.

use super::chunk::*;
use std::cell::{Cell, UnsafeCell};
use std::ptr::{NonNull, copy_nonoverlapping, null_mut};

#[path = "trim.rs"]
mod trim;

const CLASSES: usize = 30;
/// Largest block of a size class.
const MAX_SMALL: usize = 3072;
/// Largest run of pages.
const MAX_LARGE: usize = CHUNK - PAGE;
/// What a huge map has behind its last whole huge page gets small pages if it is less than this.
const RAGGED: usize = 512 << 10;
/// Empty chunks kept while a request runs, and for the next one.
const CACHED: usize = 8;

const SIZES: [u16; CLASSES] = [
    8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048,
    2560, 3072,
];

/// Pages carved at once: those that waste least.
static RUN_PAGES: [u8; CLASSES] = {
    let mut t = [1; CLASSES];
    let mut c = 0;
    while c < CLASSES {
        let size = SIZES[c] as usize;
        let (mut best, mut pages) = (usize::MAX, 1);
        while pages <= 7 {
            // Waste per page, in 1/420 of a byte (which up to seven pages divide).
            let waste = (pages * PAGE % size) * 420 / pages;
            if waste < best {
                best = waste;
                t[c] = pages as u8;
            }
            pages += 1;
        }
        c += 1;
    }
    t
};

/// Class by size in units of 8 bytes, rounded up.
static CLASS_OF: [u8; MAX_SMALL / 8 + 1] = {
    let mut t = [0; MAX_SMALL / 8 + 1];
    let (mut i, mut c) = (0, 0);
    while i < t.len() {
        if i * 8 > SIZES[c] as usize {
            c += 1;
        }
        t[i] = c as u8;
        i += 1;
    }
    t
};

struct Heap {
    free: [Cell<*mut u8>; CLASSES],
    used: Cell<usize>,
    peak: Cell<usize>,
    real: Cell<usize>,
    real_peak: Cell<usize>,
    limit: Cell<usize>,
    suspended: Cell<bool>,
    poison: Cell<bool>,
    bins: UnsafeCell<Bins>,
    chunks: Cell<*mut Chunk>,
    huge: Cell<*mut Chunk>,
    cached: Cell<*mut Chunk>,
    cached_count: Cell<usize>,
}

thread_local! {
    static HEAP: Heap = const {
        Heap {
            free: [const { Cell::new(null_mut()) }; CLASSES],
            used: Cell::new(0),
            peak: Cell::new(0),
            real: Cell::new(0),
            real_peak: Cell::new(0),
            limit: Cell::new(usize::MAX),
            suspended: Cell::new(false),
            poison: Cell::new(false),
            bins: UnsafeCell::new(Bins::EMPTY),
            chunks: Cell::new(null_mut()),
            huge: Cell::new(null_mut()),
            cached: Cell::new(null_mut()),
            cached_count: Cell::new(0),
        }
    };
}

#[inline(always)]
fn class_of(size: usize) -> usize {
    CLASS_OF[size.div_ceil(8)] as usize
}

#[inline(always)]
fn chunk_of(p: NonNull<u8>) -> *mut Chunk {
    p.as_ptr().map_addr(|a| a & !(CHUNK - 1)).cast()
}

#[inline(always)]
fn page_of(p: NonNull<u8>) -> usize {
    (p.as_ptr().addr() & (CHUNK - 1)) / PAGE
}

/// The page map's entry for a block.
#[inline(always)]
unsafe fn entry_of(p: NonNull<u8>) -> u32 {
    // SAFETY: the caller passes a live block, so its chunk's header is there, and a page number is below `PAGES`.
    unsafe { *(&raw const (*chunk_of(p)).map).cast::<u32>().add(page_of(p)) }
}

pub(super) fn good_size(size: usize) -> usize {
    if size <= MAX_SMALL { SIZES[class_of(size)] as usize } else { size.checked_next_multiple_of(PAGE).unwrap_or(usize::MAX) }
}

/// A size class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small {
    /// Below `CLASSES`.
    class: u8,
    /// What blocks have.
    size: u16,
}

impl Small {
    /// Where it is not asked for.
    pub(crate) const NONE: Small = Small { class: 0, size: SIZES[0] };
}

pub(super) const fn small(size: usize) -> Option<Small> {
    if size > MAX_SMALL {
        return None;
    }
    let mut class = 0;
    while size > SIZES[class] as usize {
        class += 1;
    }
    Some(Small { class: class as u8, size: SIZES[class] })
}

#[inline(always)]
pub(super) fn free_block(small: Small) -> Option<NonNull<u8>> {
    // SAFETY: the class is one. The heap has no destructor: it is there as long as its thread. (A closure that did all this would be called.)
    unsafe { NonNull::new((*HEAP.with(std::ptr::from_ref)).free.get_unchecked(small.class as usize).get()) }
}

#[inline(always)]
pub(super) unsafe fn take_block(small: Small, p: NonNull<u8>) {
    // SAFETY: as in `free_block`; a free block begins with the address of the next one.
    unsafe {
        let h = &*HEAP.with(std::ptr::from_ref);
        h.free.get_unchecked(small.class as usize).set(*p.cast::<*mut u8>().as_ptr());
        h.used.set(h.used.get() + small.size as usize);
    }
}

#[inline(always)]
pub(super) unsafe fn free_as(p: NonNull<u8>, small: Small) {
    // SAFETY: same contract as `free_sized`; the rest as in `free_block`.
    unsafe {
        debug_assert_eq!(entry_of(p) & (MAP_SMALL | MAP_CLASS), MAP_SMALL | u32::from(small.class));
        let h = &*HEAP.with(std::ptr::from_ref);
        if h.poison.get() {
            p.write_bytes(0x5a, small.size as usize);
        }
        h.give(p, small.class as usize);
        h.used.set(h.used.get() - small.size as usize);
    }
}

#[inline(always)]
pub(super) fn alloc(size: usize) -> NonNull<u8> {
    if size <= MAX_SMALL {
        let class = class_of(size);
        HEAP.with(|h| {
            let Some(p) = NonNull::new(h.free[class].get()) else { return h.refill(class) };
            // SAFETY: a free block begins with the address of the next one.
            h.free[class].set(unsafe { *p.cast::<*mut u8>().as_ptr() });
            h.used.set(h.used.get() + SIZES[class] as usize);
            p
        })
    } else {
        alloc_pages(size)
    }
}

#[inline(never)]
fn alloc_pages(size: usize) -> NonNull<u8> {
    HEAP.with(|h| {
        if size > MAX_LARGE {
            return h.alloc_huge(size);
        }
        let n = size.div_ceil(PAGE);
        let p = h.take_pages(n, MAP_LARGE | n as u32, size);
        h.count(n * PAGE);
        p
    })
}

#[inline(always)]
pub(super) unsafe fn free(p: NonNull<u8>) {
    // SAFETY: the caller passes a live block of this thread.
    unsafe {
        let entry = entry_of(p);
        if entry & MAP_SMALL != 0 {
            free_small(p, (entry & MAP_CLASS) as usize);
        } else {
            free_pages(p, entry);
        }
    }
}

#[inline(always)]
pub(super) unsafe fn free_sized(p: NonNull<u8>, size: usize) {
    // SAFETY: the caller passes a live block of this thread and its size.
    unsafe {
        if size <= MAX_SMALL {
            debug_assert_eq!(entry_of(p) & (MAP_SMALL | MAP_CLASS), MAP_SMALL | class_of(size) as u32);
            free_small(p, class_of(size));
        } else {
            free_pages(p, entry_of(p));
        }
    }
}

/// Frees two blocks of which the second is of a size class.
#[inline(always)]
pub(super) unsafe fn free_both(p: NonNull<u8>, size: usize, q: NonNull<u8>, q_size: usize) {
    debug_assert!(q_size <= MAX_SMALL);
    // SAFETY: the caller passes live blocks of this thread and their sizes.
    unsafe {
        if size > MAX_SMALL {
            return free_apart(p, size, q, q_size);
        }
        debug_assert_eq!(entry_of(p) & (MAP_SMALL | MAP_CLASS), MAP_SMALL | class_of(size) as u32);
        debug_assert_eq!(entry_of(q) & (MAP_SMALL | MAP_CLASS), MAP_SMALL | class_of(q_size) as u32);
        // The heap has no destructor: it is there as long as its thread. (A closure that did all this would be called.)
        let h = &*HEAP.with(std::ptr::from_ref);
        if h.poison.get() {
            return free_apart(p, size, q, q_size);
        }
        h.give(p, class_of(size));
        h.give(q, class_of(q_size));
        h.used.set(h.used.get() - (SIZES[class_of(size)] as usize + SIZES[class_of(q_size)] as usize));
    }
}

#[cold]
#[inline(never)]
unsafe fn free_apart(p: NonNull<u8>, size: usize, q: NonNull<u8>, q_size: usize) {
    // SAFETY: same contract as `free_both`.
    unsafe {
        free_sized(p, size);
        free_sized(q, q_size);
    }
}

#[inline(always)]
unsafe fn free_small(p: NonNull<u8>, class: usize) {
    debug_assert!(class < CLASSES);
    HEAP.with(|h| {
        // SAFETY: the block is `SIZES[class]` long and nobody uses it any more.
        unsafe {
            if h.poison.get() {
                p.write_bytes(0x5a, SIZES[class] as usize);
            }
            h.give(p, class);
        }
        h.used.set(h.used.get() - SIZES[class] as usize);
    })
}

#[inline(never)]
unsafe fn free_pages(p: NonNull<u8>, entry: u32) {
    // SAFETY: the caller passes a live block of this thread and its entry.
    HEAP.with(|h| unsafe {
        if entry & MAP_HUGE != 0 {
            return h.free_huge(chunk_of(p));
        }
        debug_assert!(entry & MAP_LARGE != 0, "free of what was not allocated");
        let n = (entry & MAP_VALUE) as usize;
        if h.poison.get() {
            p.write_bytes(0x5a, n * PAGE);
        }
        h.used.set(h.used.get() - n * PAGE);
        h.give_pages(chunk_of(p), page_of(p), n);
    })
}

#[inline]
pub(super) unsafe fn usable_size(p: NonNull<u8>) -> usize {
    // SAFETY: the caller passes a live block of this thread.
    unsafe {
        let entry = entry_of(p);
        if entry & MAP_SMALL != 0 {
            SIZES[(entry & MAP_CLASS) as usize] as usize
        } else if entry & MAP_LARGE != 0 {
            (entry & MAP_VALUE) as usize * PAGE
        } else {
            (*chunk_of(p)).huge_size - PAGE
        }
    }
}

pub(super) unsafe fn realloc(p: NonNull<u8>, used: usize, new_size: usize) -> NonNull<u8> {
    // SAFETY: the caller passes a live block of this thread.
    unsafe {
        let entry = entry_of(p);
        let in_place = if entry & MAP_SMALL != 0 {
            new_size <= MAX_SMALL && class_of(new_size) == (entry & MAP_CLASS) as usize
        } else if entry & MAP_LARGE != 0 {
            new_size > MAX_SMALL && new_size <= MAX_LARGE && HEAP.with(|h| h.resize_large(p, new_size))
        } else if new_size > MAX_LARGE {
            return HEAP.with(|h| h.resize_huge(chunk_of(p), new_size));
        } else {
            false
        };
        if in_place {
            return p;
        }
        let new = alloc(new_size);
        copy_nonoverlapping(p.as_ptr(), new.as_ptr(), used.min(new_size));
        free(p);
        new
    }
}

impl Heap {
    /// Puts a block among the free ones of its class.
    #[inline(always)]
    unsafe fn give(&self, p: NonNull<u8>, class: usize) {
        // SAFETY: the block is `SIZES[class]` long and nobody uses it any more; `class` is below `CLASSES`.
        unsafe {
            let slot = self.free.get_unchecked(class);
            *p.cast::<*mut u8>().as_ptr() = slot.get();
            slot.set(p.as_ptr());
        }
    }

    #[inline]
    fn count(&self, size: usize) {
        let used = self.used.get() + size;
        self.used.set(used);
        if used > self.peak.get() {
            self.peak.set(used);
        }
    }

    /// Notes memory to be held from the system; unwinds if that is over the limit.
    fn hold(&self, bytes: usize, tried: usize) {
        if self.over_limit(bytes) {
            self.trim();
            if self.over_limit(bytes) {
                self.suspended.set(true);
                super::exhausted::exhausted(self.limit.get(), tried);
            }
        }
        let real = self.real.get().saturating_add(bytes);
        self.real.set(real);
        self.real_peak.set(self.real_peak.get().max(real));
    }

    fn over_limit(&self, bytes: usize) -> bool {
        self.real.get().saturating_add(bytes) > self.limit.get() && !self.suspended.get()
    }

    /// The system refused.
    #[cold]
    fn refused(&self, bytes: usize, tried: usize) -> ! {
        self.real.set(self.real.get() - bytes);
        self.suspended.set(true);
        super::exhausted::exhausted(self.limit.get(), tried)
    }

    /// Carves a new run for a class; returns its first block.
    #[cold]
    #[inline(never)]
    fn refill(&self, class: usize) -> NonNull<u8> {
        let (size, pages) = (SIZES[class] as usize, RUN_PAGES[class] as usize);
        let run = self.take_pages(pages, MAP_SMALL | class as u32, size);
        let end = pages * PAGE / size * size;
        // SAFETY: all blocks lie in the run, which is ours.
        unsafe {
            let mut at = end;
            let mut next = null_mut();
            while at > size {
                at -= size;
                let p = run.as_ptr().add(at);
                *p.cast::<*mut u8>() = next;
                next = p;
            }
            self.free[class].set(next);
        }
        self.count(size);
        run
    }

    fn take_pages(&self, n: usize, entry: u32, tried: usize) -> NonNull<u8> {
        // SAFETY: the bins are this thread's, and hold live chunks; nothing called here comes back to them.
        unsafe {
            let mut found = (*self.bins.get()).take(n);
            if found.is_none() && self.over_limit(CHUNK) {
                self.trim();
                found = (*self.bins.get()).take(n);
            }
            let (c, at) = match found {
                Some(found) => found,
                None => {
                    let c = self.new_chunk(tried);
                    let at = (*c).take(n).expect("an empty chunk holds any run");
                    (*self.bins.get()).file(c);
                    (c, at)
                }
            };
            if at + n > (*c).backed as usize {
                back(c, at + n);
            }
            let map = &mut (*c).map;
            map[at] = entry;
            if entry & MAP_SMALL != 0 {
                for i in 1..n {
                    map[at + i] = entry | (i as u32) << 8;
                }
            }
            NonNull::new_unchecked(c.cast::<u8>().add(at * PAGE))
        }
    }

    fn new_chunk(&self, tried: usize) -> *mut Chunk {
        self.hold(CHUNK, tried);
        let mut c = self.cached.get();
        // SAFETY: cached chunks are mapped and empty; the list of all chunks holds live ones.
        unsafe {
            if c.is_null() {
                c = map_aligned(CHUNK).cast();
                if c.is_null() {
                    self.refused(CHUNK, tried);
                }
                // A short script touches little of the first one.
                let is_first = self.chunks.get().is_null();
                if !is_first {
                    prefer_huge_pages(c.cast(), CHUNK);
                }
                Chunk::init(c);
                if is_first {
                    (*c).backed = 0;
                }
            } else {
                self.cached.set((*c).next);
                self.cached_count.set(self.cached_count.get() - 1);
                Chunk::init(c);
            }
            let head = self.chunks.get();
            (*c).all_next = head;
            if !head.is_null() {
                (*head).all_prev = c;
            }
        }
        self.chunks.set(c);
        c
    }

    unsafe fn give_pages(&self, c: *mut Chunk, at: usize, n: usize) {
        // SAFETY: the caller passes a run of a live chunk that nobody uses.
        unsafe {
            (*c).give(at, n);
            if (*c).free_pages < ALL_FREE {
                return (*self.bins.get()).file(c);
            }
            (*self.bins.get()).unfile(c);
            let (prev, next) = ((*c).all_prev, (*c).all_next);
            if prev.is_null() {
                self.chunks.set(next);
            } else {
                (*prev).all_next = next;
            }
            if !next.is_null() {
                (*next).all_prev = prev;
            }
            self.real.set(self.real.get() - CHUNK);
            self.cache(c);
        }
    }

    /// Keeps an empty chunk, or gives it back.
    unsafe fn cache(&self, c: *mut Chunk) {
        if self.cached_count.get() >= CACHED {
            return unmap(c.cast(), CHUNK);
        }
        // SAFETY: the chunk is mapped and empty.
        unsafe { (*c).next = self.cached.get() };
        self.cached.set(c);
        self.cached_count.set(self.cached_count.get() + 1);
    }

    /// Makes a run longer or shorter where it is.
    unsafe fn resize_large(&self, p: NonNull<u8>, new_size: usize) -> bool {
        let (c, at) = (chunk_of(p), page_of(p));
        let new = new_size.div_ceil(PAGE);
        // SAFETY: the caller passes a live run.
        unsafe {
            let old = ((*c).map[at] & MAP_VALUE) as usize;
            if new > old {
                if !(*c).take_at(at + old, new - old) {
                    return false;
                }
                if at + new > (*c).backed as usize {
                    back(c, at + new);
                }
                self.count((new - old) * PAGE);
            } else if new < old {
                (*c).give(at + new, old - new);
                self.used.set(self.used.get() - (old - new) * PAGE);
            }
            (*c).map[at] = MAP_LARGE | new as u32;
            (*self.bins.get()).file(c);
        }
        true
    }

    fn alloc_huge(&self, size: usize) -> NonNull<u8> {
        let bytes = good_size(size).saturating_add(PAGE);
        self.hold(bytes, size);
        // A huge page for the end of it, or small ones if those are few.
        let has_ragged_end = (1..RAGGED).contains(&(bytes % CHUNK));
        let mapped = if has_ragged_end { bytes } else { bytes.checked_next_multiple_of(CHUNK).unwrap_or(usize::MAX) };
        let c: *mut Chunk = if mapped > isize::MAX as usize { null_mut() } else { map_aligned(mapped).cast() };
        if c.is_null() {
            self.refused(bytes, size);
        }
        self.count(bytes - PAGE);
        prefer_huge_pages(c.cast(), mapped);
        // SAFETY: the map is new, and zero: valid for every field but those set here.
        unsafe {
            (*c).map[1] = MAP_HUGE;
            (*c).huge_size = bytes;
            (*c).mapped = mapped;
            (*c).populated = mapped;
            if has_ragged_end {
                populate(c.cast::<u8>().add(mapped / CHUNK * CHUNK), mapped % CHUNK);
            }
            self.link_huge(c);
            NonNull::new_unchecked(c.cast::<u8>().add(PAGE))
        }
    }

    unsafe fn link_huge(&self, c: *mut Chunk) {
        let head = self.huge.get();
        // SAFETY: the list holds live maps.
        unsafe {
            (*c).prev = null_mut();
            (*c).next = head;
            if !head.is_null() {
                (*head).prev = c;
            }
        }
        self.huge.set(c);
    }

    unsafe fn unlink_huge(&self, c: *mut Chunk) {
        // SAFETY: the list holds live maps.
        unsafe {
            if (*c).prev.is_null() {
                self.huge.set((*c).next);
            } else {
                (*(*c).prev).next = (*c).next;
            }
            if !(*c).next.is_null() {
                (*(*c).next).prev = (*c).prev;
            }
        }
    }

    unsafe fn free_huge(&self, c: *mut Chunk) {
        // SAFETY: the caller passes a live map that nobody uses.
        unsafe {
            self.unlink_huge(c);
            let bytes = (*c).huge_size;
            self.used.set(self.used.get() - (bytes - PAGE));
            self.real.set(self.real.get() - bytes);
            unmap(c.cast(), (*c).mapped);
        }
    }

    unsafe fn resize_huge(&self, c: *mut Chunk, new_size: usize) -> NonNull<u8> {
        // SAFETY: the caller passes a live map; it is out of the list while it moves.
        unsafe {
            let old = (*c).huge_size;
            let new = good_size(new_size).saturating_add(PAGE);
            if new > old {
                self.hold(new - old, new_size);
            }
            let mapped = (*c).mapped;
            // What grows may grow again: whole huge pages are mapped for it.
            let wanted = new.checked_next_multiple_of(CHUNK).filter(|wanted| *wanted <= isize::MAX as usize);
            let mut moved: *mut Chunk = match wanted {
                None => null_mut(),
                Some(wanted) if new > mapped || wanted < mapped => {
                    self.unlink_huge(c);
                    let moved: *mut Chunk = remap(c.cast(), mapped, wanted).cast();
                    let there = if moved.is_null() { c } else { moved };
                    self.link_huge(there);
                    if !moved.is_null() {
                        (*moved).mapped = wanted;
                        (*moved).populated = (*moved).populated.min(wanted);
                    }
                    moved
                }
                Some(_) => c,
            };
            if moved.is_null() {
                if new > old {
                    self.refused(new - old, new_size);
                }
                moved = c;
            }
            if new < old {
                self.real.set(self.real.get() - (old - new));
                self.used.set(self.used.get() - (old - new));
            } else {
                self.count(new - old);
            }
            (*moved).huge_size = new;
            populate_end(moved, new);
            NonNull::new_unchecked(moved.cast::<u8>().add(PAGE))
        }
    }
}

/// Gives small pages that a huge map has come to use their memory at once.
///
/// # Safety
/// `c` is a live huge map of `end` bytes or more.
unsafe fn populate_end(c: *mut Chunk, end: usize) {
    // SAFETY: pages of the map.
    unsafe {
        let start = (*c).populated;
        let end = end.min(start.next_multiple_of(CHUNK));
        if end > start {
            (*c).populated = end;
            populate(c.cast::<u8>().add(start), end - start);
        }
    }
}

/// Gives runs without a block in use back to their chunks, and empty chunks to the system; returns the bytes given back.
pub(super) fn trim() -> usize {
    HEAP.with(|h| {
        let freed = h.trim();
        let cached = h.cached_count.get() * CHUNK;
        // SAFETY: cached chunks are not in use.
        unsafe { release_cached() };
        freed + cached
    })
}

pub(super) fn memory_usage(real: bool) -> usize {
    HEAP.with(|h| if real { h.real.get() } else { h.used.get() })
}

pub(super) fn peak(real: bool) -> usize {
    HEAP.with(|h| if real { h.real_peak.get() } else { h.peak.get().max(h.used.get()) })
}

pub(super) fn reset_peak() {
    HEAP.with(|h| {
        h.peak.set(h.used.get());
        h.real_peak.set(h.real.get());
    });
}

pub(super) fn set_limit(bytes: usize) -> bool {
    HEAP.with(|h| {
        let ok = h.real.get() <= bytes;
        if ok {
            h.limit.set(bytes);
        }
        ok
    })
}

pub(super) fn limit() -> usize {
    HEAP.with(|h| h.limit.get())
}

pub(super) fn charge(bytes: usize) {
    HEAP.with(|h| h.hold(bytes, bytes));
}

pub(super) fn uncharge(bytes: usize) {
    HEAP.with(|h| h.real.set(h.real.get().saturating_sub(bytes)));
}

pub(super) fn resume_limit() {
    HEAP.with(|h| h.suspended.set(false));
}

pub(super) fn set_poison(on: bool) {
    HEAP.with(|h| h.poison.set(on));
}

pub(super) unsafe fn reset() {
    HEAP.with(|h| {
        h.free.iter().for_each(|f| f.set(null_mut()));
        // SAFETY: the caller gives up everything in the heap; each map is read before it goes.
        unsafe {
            *h.bins.get() = Bins::EMPTY;
            let mut c = h.chunks.replace(null_mut());
            while !c.is_null() {
                let next = (*c).all_next;
                h.cache(c);
                c = next;
            }
            let mut c = h.huge.replace(null_mut());
            while !c.is_null() {
                let next = (*c).next;
                unmap(c.cast(), (*c).mapped);
                c = next;
            }
        }
        h.used.set(0);
        h.real.set(0);
    });
    resume_limit();
    reset_peak();
}

pub(super) unsafe fn release_cached() {
    HEAP.with(|h| {
        let mut c = h.cached.replace(null_mut());
        h.cached_count.set(0);
        while !c.is_null() {
            // SAFETY: cached chunks are mapped and empty; the next is read before this one goes.
            let next = unsafe { (*c).next };
            unmap(c.cast(), CHUNK);
            c = next;
        }
    });
}
