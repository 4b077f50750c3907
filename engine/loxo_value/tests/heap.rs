//! The allocator, limits, and freeing what is deep.

use loxo_value::heap;
use loxo_value::*;
use std::ptr::NonNull;

#[test]
fn blocks_do_not_overlap_and_keep_their_content() {
    let mut seed = 12345u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let mut live: Vec<(NonNull<u8>, usize, u8)> = Vec::new();
    let steps = if cfg!(miri) { 300 } else { 60_000 };
    // SAFETY: each block is live, and used within its size.
    let check = |&(p, n, tag): &(NonNull<u8>, usize, u8)| unsafe {
        for i in [0, n / 2, n - 1] {
            assert_eq!(*p.as_ptr().add(i), tag);
        }
    };
    for step in 0..steps {
        let size = match next(20) {
            0..=14 => 1 + next(400),
            15..=17 => 1 + next(9000),
            18 => 1 + next(300_000),
            _ if step % 50 == 0 && !cfg!(miri) => 1 + next(9_000_000),
            _ => 8,
        };
        if live.len() < 400 || next(2) == 0 {
            let p = heap::alloc(size);
            // SAFETY: each block is live, and used within its size.
            unsafe {
                assert!(heap::usable_size(p) >= size);
                assert_eq!(heap::usable_size(p), heap::good_size(size));
                assert_eq!(p.as_ptr().addr() % 8, 0);
                p.as_ptr().write_bytes(step as u8, size);
            }
            live.push((p, size, step as u8));
        } else {
            let i = next(live.len());
            check(&live[i]);
            let (p, old, tag) = live.swap_remove(i);
            if next(3) == 0 {
                // SAFETY: each block is live, and used within its size.
                unsafe {
                    let q = heap::realloc(p, old, size);
                    for i in [0, old.min(size) - 1] {
                        assert_eq!(*q.as_ptr().add(i), tag);
                    }
                    q.as_ptr().write_bytes(tag, size);
                    live.push((q, size, tag));
                }
            } else {
                // SAFETY: each block is live, and used within its size.
                unsafe { heap::free(p) }
            }
        }
    }
    live.iter().for_each(check);
    assert!(heap::memory_usage(false) >= live.iter().map(|l| l.1).sum());
    // SAFETY: each block is live, and used within its size.
    live.drain(..).for_each(|(p, ..)| unsafe { heap::free(p) });
    assert_eq!(heap::memory_usage(false), 0);
    // SAFETY: no handle of this thread is left.
    unsafe { thread::release() }
}

fn fails(f: impl FnOnce()) -> Option<MemoryExhausted> {
    let e = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).err()?;
    e.downcast_ref().copied()
}

#[test]
fn the_limit_unwinds_and_leaves_everything_usable() {
    let limit = if cfg!(miri) { 20_000 } else { 16 << 20 };
    assert!(heap::set_limit(limit));
    let mut a = PhpArray::new();
    let e = fails(|| {
        loop {
            a.push(Value::from("something of more than one byte")).unwrap();
        }
    });
    assert_eq!(e.unwrap().limit, limit);
    let n = a.len();
    heap::resume_limit();
    let mut h = PhpArray::new();
    let e = fails(|| {
        for i in 0i64.. {
            h.set_bytes(format!("key number {i}").as_bytes(), Value::int(i));
        }
    });
    assert!(e.is_some());
    assert!(h.iter().enumerate().all(|(i, (_, v))| v.as_int() == Some(i as i64)));
    drop(h);
    heap::resume_limit();
    let e = fails(|| drop(PhpStr::repeat(b"x", usize::MAX / 2)));
    assert!(e.unwrap().tried > usize::MAX / 2);
    heap::resume_limit();
    assert_eq!(a.len(), n);
    drop(a);
    let mut s = PhpStr::from("abc");
    assert!(
        fails(|| loop {
            s.append(b"0123456789abcdef")
        })
        .is_some()
    );
    assert!(s.len() > limit / 2 || cfg!(miri));
    drop(s);
    assert_eq!(heap::memory_usage(false), 0);
    assert!(heap::set_limit(usize::MAX));
    // SAFETY: no handle of this thread is left.
    unsafe { thread::release() }
}

#[test]
fn appending_is_linear() {
    let n = if cfg!(miri) { 500 } else { 10_000_000 };
    let mut s = PhpStr::new(b"ab");
    for _ in 0..n {
        s.append(b"x");
    }
    assert_eq!(s.len(), n + 2);
    assert!(s.as_bytes()[2..].iter().all(|b| *b == b'x'));
    let t = s.clone();
    s.append(b"y");
    assert_eq!((t.len(), s.len()), (n + 2, n + 3));
}

#[test]
fn deep_arrays_and_lists_are_freed() {
    let n = if cfg!(miri) { 400 } else { 2_000_000 };
    let mut v = Value::EMPTY_ARRAY;
    for _ in 0..n {
        let mut a = PhpArray::new();
        a.push(v).unwrap();
        v = Value::array(a);
    }
    drop(v);
    let mut v = Value::NULL;
    for _ in 0..n {
        let mut a = PhpArray::new();
        a.set_bytes(b"next", v);
        v = Value::array(a);
        v.make_ref();
    }
    drop(v);
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn a_reset_forgets_everything() {
    let use_it = || {
        let mut a: PhpArray = (0..1000i64).map(|i| Value::from(format!("number {i}"))).collect();
        let id = iter_register(&a);
        a.get_int_mut(1).unwrap().make_ref();
        let _ = id;
        std::mem::forget(a);
        std::mem::forget(PhpStr::repeat(b"x", if cfg!(miri) { 100 } else { 5_000_000 }));
        std::mem::forget(PhpResource::new("stream", Box::new(String::from("data"))));
    };
    for _ in 0..if cfg!(miri) { 2 } else { 50 } {
        use_it();
        assert!(heap::memory_usage(false) > 0);
        // SAFETY: no handle of this thread is left.
        unsafe { thread::reset() }
        assert_eq!((heap::memory_usage(false), heap::memory_usage(true)), (0, 0));
    }
    let r = PhpResource::new("stream", Box::new(1u8));
    assert_eq!(r.id(), 1);
    drop(r);
    // SAFETY: no handle of this thread is left.
    unsafe { thread::release() }
}

#[test]
fn poison_is_seen_only_by_the_dead() {
    thread::set_stress(true, false);
    let mut a: PhpArray = (0..100i64).map(|i| Value::from(format!("number {i}"))).collect();
    for i in (0..100).step_by(3) {
        a.remove_int(i);
    }
    let b = a.clone();
    a.push(Value::TRUE).unwrap();
    drop(a);
    assert!(b.iter().all(|(k, v)| matches!(k, KeyRef::Int(i) if *v.as_str().unwrap() == *format!("number {i}"))));
    thread::set_stress(false, false);
}

#[test]
fn a_million_integers_fit() {
    if cfg!(miri) {
        return;
    }
    let before = heap::memory_usage(false);
    let mut a = PhpArray::new();
    for i in 0..1_000_000 {
        a.push(Value::int(i)).unwrap();
    }
    let used = heap::memory_usage(false) - before;
    assert!(used <= 17_000_000, "{used}");
}

/// Blocks with maps of their own, whose ends are small pages at first and huge ones when they have grown.
#[test]
fn the_largest_blocks_grow_and_shrink_with_their_content() {
    const MIB: usize = 1 << 20;
    let before = heap::memory_usage(false);
    for first in [2 * MIB, 2 * MIB + 100_000, 3 * MIB - 8, 5 * MIB + 700_000] {
        let mut block = heap::alloc(first);
        let other = heap::alloc(3 * MIB);
        let mut size = first;
        let fill = |block: std::ptr::NonNull<u8>, from: usize, to: usize| {
            // SAFETY: the block has `to` bytes.
            (from..to).step_by(1000).for_each(|at| unsafe { *block.as_ptr().add(at) = (at / 1000) as u8 });
        };
        fill(block, 0, size);
        for next in [size + 5000, size + 300_000, size + 2 * MIB, size + 9 * MIB, size + 8 * MIB, size, 2 * MIB, 2 * MIB + 50_000, 4 * MIB]
        {
            // SAFETY: a live block of `size` bytes.
            block = unsafe { heap::realloc(block, size, next) };
            fill(block, size.next_multiple_of(1000).min(next), next);
            size = next;
            // SAFETY: within the block, whose bytes at these places were all written.
            assert!((0..size).step_by(1000).all(|at| unsafe { *block.as_ptr().add(at) } == (at / 1000) as u8), "{first} {next}");
            // SAFETY: a live block.
            assert!(unsafe { heap::usable_size(block) } >= size);
        }
        // SAFETY: two live blocks.
        unsafe {
            heap::free(block);
            heap::free(other);
        }
        assert_eq!(heap::memory_usage(false), before);
    }
}
