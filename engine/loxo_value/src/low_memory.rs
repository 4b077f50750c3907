//! Memory whose addresses fit in 31 bits, for what machine code names: an instruction is five bytes shorter for each.

use std::alloc::Layout;
use std::sync::{Mutex, MutexGuard};

/// Sizes are multiples of this.
const UNIT: usize = 64;
/// Larger layouts are left to the allocator.
const LARGEST: usize = 64 << 10;
/// The system is asked for so much at a time.
const CHUNK: usize = 1 << 20;
/// Where low addresses end.
const END: usize = 1 << 31;

struct Pool {
    /// What was given back, by size in units.
    free: [Vec<usize>; LARGEST / UNIT + 1],
    next: usize,
    end: usize,
}

/// Nobody waits for it: a fork may have left it locked for good.
static POOL: Mutex<Pool> = Mutex::new(Pool::EMPTY);

impl Pool {
    const EMPTY: Pool = Pool { free: [const { Vec::new() }; LARGEST / UNIT + 1], next: 0, end: 0 };

    fn take(&mut self, units: usize) -> Option<usize> {
        if let Some(address) = self.free[units].pop() {
            return Some(address);
        }
        if self.end - self.next < units * UNIT {
            self.next = map(CHUNK)?;
            self.end = self.next + CHUNK;
        }
        self.next += units * UNIT;
        Some(self.next - units * UNIT)
    }

    fn give_back(&mut self, address: usize, units: usize) {
        self.free[units].push(address);
    }
}

/// Address of new memory below [`END`]. `None`: the system has none.
fn map(size: usize) -> Option<usize> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_32BIT;
        // SAFETY: a mapping of its own, which is checked.
        let place = unsafe { libc::mmap(std::ptr::null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if place != libc::MAP_FAILED && (place as usize) < END - size {
            return Some(place as usize);
        }
    }
    _ = size;
    None
}

/// The layout that memory of a layout is made with, if a pool is for such.
fn rounded(layout: Layout) -> Option<Layout> {
    let size = layout.size().max(1).next_multiple_of(UNIT);
    let fits = size <= LARGEST && layout.align() <= UNIT;
    fits.then(|| Layout::from_size_align(size, UNIT).ok()).flatten()
}

fn pool() -> Option<MutexGuard<'static, Pool>> {
    POOL.try_lock().ok()
}

/// Memory at a low address, or any where there is none at once; null: there is no memory at all.
///
/// # Safety
/// The layout has a size.
pub unsafe fn alloc(layout: Layout) -> *mut u8 {
    // SAFETY: as the caller promises.
    let Some(rounded) = rounded(layout) else { return unsafe { std::alloc::alloc(layout) } };
    let low = pool().and_then(|mut pool| pool.take(rounded.size() / UNIT));
    // SAFETY: it has a size.
    low.map_or_else(|| unsafe { std::alloc::alloc(rounded) }, |address| address as *mut u8)
}

/// Gives it back.
///
/// # Safety
/// It is [`alloc`]'s, with this layout, and nobody uses it any more.
pub unsafe fn dealloc(memory: *mut u8, layout: Layout) {
    match rounded(layout) {
        // Memory of the allocator that happens to lie so low has the same layout, and serves as well.
        Some(rounded) if (memory as usize) < END => {
            // It is lost where another thread has the pool.
            if let Some(mut pool) = pool() {
                pool.give_back(memory as usize, rounded.size() / UNIT);
            }
        }
        // SAFETY: allocated with this layout in `alloc`.
        rounded => unsafe { std::alloc::dealloc(memory, rounded.unwrap_or(layout)) },
    }
}

/// Values that are never freed.
pub fn leak<T>(values: Vec<T>) -> &'static mut [T] {
    let layout = Layout::for_value(&values[..]);
    if layout.size() == 0 {
        return Vec::leak(values);
    }
    // SAFETY: the layout is that of the values, which are moved there; nobody frees it.
    unsafe {
        let place = alloc(layout).cast::<T>();
        if place.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        let count = values.len();
        std::ptr::copy_nonoverlapping(values.as_ptr(), place, count);
        let mut values = values;
        values.set_len(0);
        std::slice::from_raw_parts_mut(place, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_gives_out_what_came_back() {
        let mut pool = Pool::EMPTY;
        let most = LARGEST / UNIT;
        // Where the system has no low memory there is nothing to see.
        let (Some(first), Some(second)) = (pool.take(2), pool.take(most)) else { return };
        assert!(first + 2 * UNIT <= second && second + LARGEST <= END && first.is_multiple_of(UNIT));
        pool.give_back(first, 2);
        assert_ne!(pool.take(1), Some(first));
        assert_eq!(pool.take(2), Some(first));
        assert_ne!(pool.take(2), Some(first));
    }

    #[test]
    fn memory_of_all_sizes_is_written_and_given_back() {
        let layout = Layout::from_size_align(1000, 16).unwrap();
        // SAFETY: the layout has a size; what is given back is not used.
        unsafe {
            let first = alloc(layout);
            first.write_bytes(1, 1000);
            let second = alloc(layout);
            second.write_bytes(2, 1000);
            assert_eq!((*first.add(999), *second), (1, 2));
            dealloc(first, layout);
            dealloc(second, layout);
            let large = Layout::from_size_align(LARGEST + 1, 16).unwrap();
            let third = alloc(large);
            third.add(LARGEST).write(3);
            dealloc(third, large);
        }
    }
}
