//! Chunks (2 MiB, aligned) and their pages; huge maps, which begin like a chunk.

use std::ptr::null_mut;

pub(super) const CHUNK: usize = 2 << 20;
pub(super) const PAGE: usize = 4096;
/// Pages of a chunk, the first of which holds the header.
pub(super) const PAGES: usize = CHUNK / PAGE;
/// Free pages of an empty chunk.
pub(super) const ALL_FREE: u32 = PAGES as u32 - 1;
/// Lists of chunks by the size of their largest free run.
pub(super) const BINS: usize = 9;
/// "In no list": full.
const NO_BIN: u32 = u32::MAX;

/// Entry of the page map: the page belongs to a run of the size class in the low 5 bits; bits 8-10: which page of the run it is;
/// bits 16-27 of the first page's: a counter that `trim` uses.
pub(super) const MAP_SMALL: u32 = 1 << 31;
/// The size class in an entry.
pub(super) const MAP_CLASS: u32 = 0x1f;
/// Entry of the page map: first page of a run of as many pages as the low bits say.
pub(super) const MAP_LARGE: u32 = 1 << 30;
/// Entry of the page map (page 1, where its block begins): a huge map.
pub(super) const MAP_HUGE: u32 = 1 << 29;
/// What the low bits of a map entry hold.
pub(super) const MAP_VALUE: u32 = 0xffff;

/// Header of a chunk or of a huge map.
#[repr(C)]
pub(super) struct Chunk {
    pub map: [u32; PAGES],
    /// One bit per page in use.
    bits: [u64; PAGES / 64],
    /// Neighbours among chunks of one bin (or among huge maps).
    pub prev: *mut Chunk,
    pub next: *mut Chunk,
    /// Neighbours among all chunks.
    pub all_prev: *mut Chunk,
    pub all_next: *mut Chunk,
    pub free_pages: u32,
    /// No free run is longer than this.
    pub longest: u32,
    pub bin: u32,
    /// Pages below this one have memory, or the system gives them some in a way that is cheap.
    pub backed: u32,
    /// Huge: bytes in use, header included.
    pub huge_size: usize,
    /// Huge: bytes mapped, at least as many.
    pub mapped: usize,
    /// Huge: in the huge page that this ends in, if it ends in one, memory comes in small pages, and is there up to here.
    pub populated: usize,
}

const _: () = assert!(size_of::<Chunk>() <= PAGE);

impl Chunk {
    /// Makes the header of an empty chunk.
    ///
    /// # Safety
    /// `c` is a chunk of ours, with nothing in it.
    pub unsafe fn init(c: *mut Chunk) {
        // SAFETY: the header fits the first page; zero is valid for every field but those set below.
        unsafe {
            c.cast::<u8>().write_bytes(0, size_of::<Chunk>());
            (*c).bits[0] = 1;
            (*c).free_pages = ALL_FREE;
            (*c).longest = ALL_FREE;
            (*c).bin = NO_BIN;
            (*c).backed = PAGES as u32;
        }
    }

    fn is_used(&self, page: usize) -> bool {
        self.bits[page / 64] >> (page % 64) & 1 != 0
    }

    /// First page from `at` on whose bit is `used`, or the end.
    fn next_with(&self, mut at: usize, used: bool) -> usize {
        while at < PAGES {
            let word = if used { self.bits[at / 64] } else { !self.bits[at / 64] };
            let rest = word >> (at % 64);
            if rest != 0 {
                return at + rest.trailing_zeros() as usize;
            }
            at = (at / 64 + 1) * 64;
        }
        PAGES
    }

    fn mark(&mut self, start: usize, n: usize, used: bool) {
        let mut at = start;
        let end = start + n;
        while at < end {
            let bit = at % 64;
            let count = (64 - bit).min(end - at);
            let mask = (u64::MAX >> (64 - count)) << bit;
            if used {
                self.bits[at / 64] |= mask;
            } else {
                self.bits[at / 64] &= !mask;
            }
            at += count;
        }
    }

    /// Takes the first run of `n` free pages; if there is none, `longest` becomes exact.
    pub fn take(&mut self, n: usize) -> Option<usize> {
        let (mut at, mut longest) = (1, 0);
        loop {
            let start = self.next_with(at, false);
            if start == PAGES {
                self.longest = longest as u32;
                return None;
            }
            let end = self.next_with(start, true);
            if end - start >= n {
                self.mark(start, n, true);
                self.free_pages -= n as u32;
                self.longest = self.longest.min(self.free_pages);
                return Some(start);
            }
            longest = longest.max(end - start);
            at = end;
        }
    }

    /// Takes `n` pages at `start` if they are free.
    pub fn take_at(&mut self, start: usize, n: usize) -> bool {
        if start + n > PAGES || self.is_used(start) || self.next_with(start, true) < start + n {
            return false;
        }
        self.mark(start, n, true);
        self.free_pages -= n as u32;
        self.longest = self.longest.min(self.free_pages);
        true
    }

    /// Frees `n` pages at `start`.
    pub fn give(&mut self, start: usize, n: usize) {
        self.mark(start, n, false);
        self.map[start] = 0;
        self.free_pages += n as u32;
        let mut first = start;
        while !self.is_used(first - 1) {
            first -= 1;
        }
        let run = self.next_with(start + n - 1, true) - first;
        self.longest = self.longest.max(run as u32);
    }
}

/// Chunks with free pages, by the power of two below their longest free run.
pub(super) struct Bins(pub [*mut Chunk; BINS]);

impl Bins {
    pub const EMPTY: Bins = Bins([null_mut(); BINS]);

    /// Puts a chunk where its longest run says.
    ///
    /// # Safety
    /// `c` is a live chunk, in the list that its `bin` names.
    pub unsafe fn file(&mut self, c: *mut Chunk) {
        // SAFETY: the lists hold live chunks.
        unsafe {
            let bin = if (*c).longest == 0 { NO_BIN } else { (*c).longest.ilog2() };
            if bin == (*c).bin {
                return;
            }
            self.unfile(c);
            (*c).bin = bin;
            if bin == NO_BIN {
                return;
            }
            let head = self.0[bin as usize];
            (*c).prev = null_mut();
            (*c).next = head;
            if !head.is_null() {
                (*head).prev = c;
            }
            self.0[bin as usize] = c;
        }
    }

    /// Takes a chunk out of its list.
    ///
    /// # Safety
    /// As [`Bins::file`].
    pub unsafe fn unfile(&mut self, c: *mut Chunk) {
        // SAFETY: the lists hold live chunks.
        unsafe {
            if (*c).bin == NO_BIN {
                return;
            }
            if (*c).prev.is_null() {
                self.0[(*c).bin as usize] = (*c).next;
            } else {
                (*(*c).prev).next = (*c).next;
            }
            if !(*c).next.is_null() {
                (*(*c).next).prev = (*c).prev;
            }
            (*c).bin = NO_BIN;
        }
    }

    /// Takes `n` pages from some chunk.
    ///
    /// # Safety
    /// The lists hold live chunks.
    pub unsafe fn take(&mut self, n: usize) -> Option<(*mut Chunk, usize)> {
        // How many chunks of the lowest bin, which may just fail to have space, are tried.
        const TRIES: usize = 4;
        let lowest = n.ilog2() as usize;
        for bin in lowest..BINS {
            let mut c = self.0[bin];
            let mut tries = 0;
            // SAFETY: the lists hold live chunks; the next one is read before this one is filed anew.
            unsafe {
                while !c.is_null() {
                    let next = (*c).next;
                    if (*c).longest as usize >= n {
                        let at = (*c).take(n);
                        self.file(c);
                        if let Some(at) = at {
                            return Some((c, at));
                        }
                    }
                    tries += 1;
                    if bin == lowest && tries >= TRIES && n > 1 {
                        break;
                    }
                    c = next;
                }
            }
        }
        None
    }
}

/// Maps `size` bytes (a multiple of the page size) aligned to a chunk; null if the system refuses.
pub(super) fn map_aligned(size: usize) -> *mut u8 {
    let first = map(size);
    if first.is_null() || first.addr() & (CHUNK - 1) == 0 {
        return first;
    }
    unmap(first, size);
    let Some(room) = size.checked_add(CHUNK - PAGE) else { return null_mut() };
    let p = map(room);
    if p.is_null() {
        return p;
    }
    let skip = p.addr().wrapping_neg() & (CHUNK - 1);
    if skip > 0 {
        unmap(p, skip);
    }
    let rest = room - skip - size;
    if rest > 0 {
        unmap(p.wrapping_add(skip + size), rest);
    }
    p.wrapping_add(skip)
}

fn map(size: usize) -> *mut u8 {
    // SAFETY: a new private mapping at an address of the system's choice.
    let p = unsafe { libc::mmap(null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0) };
    if p == libc::MAP_FAILED { null_mut() } else { p.cast() }
}

/// Asks for huge pages: fewer faults, and fewer misses in large tables.
pub(super) fn prefer_huge_pages(p: *mut u8, size: usize) {
    // SAFETY: advice on pages of ours; a refusal changes nothing.
    unsafe { libc::madvise(p.cast(), size, libc::MADV_HUGEPAGE) };
}

/// Gives the pages of a chunk memory up to one of them, and some more: one by one each would stop the thread at its first touch.
///
/// # Safety
/// `c` is a chunk of ours.
pub(super) unsafe fn back(c: *mut Chunk, end: usize) {
    const STEP: usize = 32;
    // SAFETY: pages of the chunk.
    unsafe {
        let (start, end) = ((*c).backed as usize, end.next_multiple_of(STEP));
        (*c).backed = end as u32;
        populate(c.cast::<u8>().add(start * PAGE), (end - start) * PAGE);
    }
}

/// Gives pages their memory at once.
///
/// # Safety
/// `p` is the first of pages of ours that take `size` bytes.
pub(super) unsafe fn populate(p: *mut u8, size: usize) {
    // SAFETY: the advice changes no byte of them; a refusal changes nothing.
    unsafe { libc::madvise(p.cast(), size, libc::MADV_POPULATE_WRITE) };
}

/// Unmaps pages of ours.
pub(super) fn unmap(p: *mut u8, size: usize) {
    // SAFETY: callers pass pages that they mapped and nobody uses.
    unsafe { libc::munmap(p.cast(), size) };
}

/// Grows or shrinks a map whose address must stay aligned to a chunk: in place, or by moving its pages. Null: it stays as it was.
pub(super) fn remap(p: *mut u8, old: usize, new: usize) -> *mut u8 {
    // SAFETY: `p` is a map of `old` bytes of ours; when it is moved, the target is a map of ours that nobody uses yet.
    unsafe {
        let same = libc::mremap(p.cast(), old, new, 0);
        if same != libc::MAP_FAILED {
            return same.cast();
        }
        let target = map_aligned(new);
        if target.is_null() {
            return target;
        }
        let moved = libc::mremap(p.cast(), old, new, libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, target);
        if moved == libc::MAP_FAILED {
            unmap(target, new);
            return null_mut();
        }
        moved.cast()
    }
}
