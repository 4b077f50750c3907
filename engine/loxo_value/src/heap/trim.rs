//! Giving back runs whose blocks are all free: the size classes themselves never do.

use super::{CHUNK, CLASSES, Chunk, Heap, MAP_CLASS, MAP_SMALL, PAGE, PAGES, RUN_PAGES, SIZES, chunk_of, page_of};
use std::ptr::{NonNull, null_mut};

const COUNTER: u32 = 0xfff << 16;

/// The map entry of the first page of a block's run.
unsafe fn run_entry(p: *mut u8) -> *mut u32 {
    // SAFETY: the caller passes a block of a size class, so the map says where its run begins.
    unsafe {
        let p = NonNull::new_unchecked(p);
        let map = (&raw mut (*chunk_of(p)).map).cast::<u32>();
        let page = page_of(p);
        map.add(page - (*map.add(page) >> 8 & 7) as usize)
    }
}

fn blocks_per_run(class: usize) -> u32 {
    (RUN_PAGES[class] as usize * PAGE / SIZES[class] as usize) as u32
}

impl Heap {
    /// Frees what can be freed of small runs; returns by how much the memory held has shrunk.
    #[cold]
    pub(super) fn trim(&self) -> usize {
        let before = self.real.get();
        for class in 0..CLASSES {
            // SAFETY: free lists hold free blocks of their class.
            unsafe { self.unlink_free_runs(class) }
        }
        let mut c = self.chunks.get();
        while !c.is_null() {
            // SAFETY: the list holds live chunks; the next is read before this one may go.
            unsafe {
                let next = (*c).all_next;
                self.free_marked_runs(c);
                c = next;
            }
        }
        (before - self.real.get()) / CHUNK * CHUNK
    }

    /// Counts the free blocks of each run, and takes those of wholly free runs (left marked by the counter) off the list.
    unsafe fn unlink_free_runs(&self, class: usize) {
        let full = blocks_per_run(class) << 16;
        // SAFETY: the caller vouches for the list: each block begins with the address of the next.
        unsafe {
            let mut p = self.free[class].get();
            while !p.is_null() {
                *run_entry(p) += 1 << 16;
                p = *p.cast::<*mut u8>();
            }
            let mut p = self.free[class].get();
            let mut head = null_mut();
            let mut last: *mut *mut u8 = &mut head;
            while !p.is_null() {
                let next = *p.cast::<*mut u8>();
                if *run_entry(p) & COUNTER != full {
                    *last = p;
                    last = p.cast();
                }
                p = next;
            }
            *last = null_mut();
            self.free[class].set(head);
        }
    }

    unsafe fn free_marked_runs(&self, c: *mut Chunk) {
        // SAFETY: the caller passes a live chunk; only first pages of runs have a counter. Once the chunk is empty it is not read again.
        unsafe {
            for page in 1..PAGES {
                let entry = (*c).map[page];
                if entry & MAP_SMALL == 0 || entry & COUNTER == 0 {
                    continue;
                }
                (*c).map[page] = entry & !COUNTER;
                let class = (entry & MAP_CLASS) as usize;
                if entry & COUNTER == blocks_per_run(class) << 16 {
                    let pages = RUN_PAGES[class] as usize;
                    let empties = (*c).free_pages as usize + pages == PAGES - 1;
                    self.give_pages(c, page, pages);
                    if empties {
                        return;
                    }
                }
            }
        }
    }
}
