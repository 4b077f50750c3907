//! Arrays against a plain model, and the corners of PHP's semantics.

use loxo_value::*;
use std::cmp::Ordering;

/// xorshift, so that a failure repeats.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

const SCALE: u64 = if cfg!(miri) { 1 } else { 40 };

#[derive(Clone, Default)]
struct Model {
    all: Vec<(Key, i64)>,
    next: Option<i64>,
}

impl Model {
    fn find(&self, k: &Key) -> Option<usize> {
        self.all.iter().position(|e| e.0 == *k)
    }

    fn set(&mut self, k: &Key, v: i64) {
        match self.find(k) {
            Some(i) => self.all[i].1 = v,
            None => {
                self.all.push((k.clone(), v));
                if let Key::Int(n) = k
                    && self.next.is_none_or(|x| *n >= x)
                {
                    self.next = Some(n.saturating_add(1));
                }
            }
        }
    }

    fn renumber(&mut self) {
        let mut n = 0;
        for (k, _) in &mut self.all {
            if let Key::Int(i) = k {
                *i = n;
                n += 1;
            }
        }
        self.next = Some(n);
    }
}

fn check(a: &PhpArray, m: &Model) {
    assert_eq!(a.len(), m.all.len());
    assert_eq!(a.next_free(), m.next.unwrap_or(0));
    for ((k, v), (mk, mv)) in a.iter().zip(&m.all) {
        assert_eq!(k.to_key(), *mk);
        assert_eq!(v.as_int(), Some(*mv));
        assert_eq!(a.get(mk).and_then(Value::as_int), Some(*mv));
    }
    let back: Vec<_> = a.iter().rev().map(|(k, _)| k.to_key()).collect();
    assert!(back.iter().eq(m.all.iter().rev().map(|e| &e.0)));
    let mut pos = a.first_pos();
    let mut n = 0;
    while let Some((k, _)) = a.entry_at(pos) {
        assert_eq!(k.to_key(), m.all[n].0);
        pos = a.next_pos(pos);
        n += 1;
    }
    assert_eq!((n, pos), (a.len(), a.end_pos()));
    let list = m.all.iter().enumerate().all(|(i, e)| e.0 == Key::Int(i as i64));
    assert_eq!(a.is_list(), list);
}

fn random_key(r: &mut Rng, style: u64) -> Key {
    match (style, r.below(3)) {
        (0, _) => Key::Int(r.below(40) as i64),
        (1, 0) => Key::Int(r.below(60) as i64 - 30),
        (1, _) => Key::Str(PhpStr::from(format!("key{}", r.below(50)))),
        (2, _) => Key::Int((r.below(100) << 32) as i64),
        _ => Key::Str(PhpStr::from(format!("{}", r.below(100)).repeat(3))),
    }
}

#[test]
fn behaves_like_an_ordered_list_of_pairs() {
    for seed in 1..=6 * SCALE {
        let mut r = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let style = seed % 4;
        let (mut a, mut m) = (PhpArray::new(), Model::default());
        let mut copies: Vec<(PhpArray, Model)> = Vec::new();
        for step in 0..if cfg!(miri) { 120 } else { 600 } {
            let k = random_key(&mut r, style);
            let v = step;
            match r.below(20) {
                0..=5 => {
                    // A key behind the end of a packed table is followed by the next one pushed, whatever was removed.
                    let behind = match k {
                        Key::Int(n) => a.packed_data().filter(|slots| n >= slots.len() as i64).map(|_| n + 1),
                        Key::Str(_) => None,
                    };
                    a.set(&k, Value::int(v));
                    m.set(&k, v);
                    if behind.is_some() && a.packed_data().is_some() {
                        m.next = behind;
                    }
                }
                6..=9 => {
                    let n = m.next.unwrap_or(0);
                    a.push(Value::int(v)).unwrap();
                    m.set(&Key::Int(n), v);
                }
                10..=12 => {
                    let gone = a.remove(&k);
                    let i = m.find(&k);
                    assert_eq!(gone.and_then(|v| v.as_int()), i.map(|i| m.all.remove(i).1));
                }
                13 => {
                    let last = m.all.pop();
                    if let Some((Key::Int(n), _)) = &last
                        && n.checked_add(1) == m.next
                    {
                        m.next = Some(*n);
                    }
                    assert_eq!(a.pop().and_then(|v| v.as_int()), last.map(|e| e.1));
                }
                14 => {
                    let first = if m.all.is_empty() { None } else { Some(m.all.remove(0).1) };
                    if first.is_some() {
                        m.renumber();
                    }
                    assert_eq!(a.shift().and_then(|v| v.as_int()), first);
                }
                15 => copies.push((a.clone(), m.clone())),
                16 if !copies.is_empty() => {
                    let i = r.below(copies.len() as u64) as usize;
                    (a, m) = copies.swap_remove(i);
                }
                17 if r.below(4) == 0 => {
                    let renumber = r.below(2) == 0;
                    a.sort_by(|x, y| (x.value.as_int().unwrap() / 8).cmp(&(y.value.as_int().unwrap() / 8)), renumber);
                    m.all.sort_by_key(|e| e.1 / 8);
                    if renumber && !m.all.is_empty() {
                        m.all.iter_mut().enumerate().for_each(|(i, e)| e.0 = Key::Int(i as i64));
                        m.next = Some(m.all.len() as i64);
                    }
                }
                18 => {
                    if let Some(x) = a.get_mut(&k) {
                        *x = Value::int(-v);
                        m.set(&k, -v);
                    }
                }
                19 if r.below(20) == 0 => {
                    a.clear();
                    m = Model::default();
                }
                _ => {}
            }
            check(&a, &m);
        }
        for (a, m) in copies {
            check(&a, &m);
        }
    }
}

#[test]
fn keys_are_normalised() {
    let int = |s: &str| matches!(Key::from_bytes_numeric(s.as_bytes()), Key::Int(_));
    for s in ["0", "1", "-1", "9223372036854775807", "-9223372036854775808"] {
        assert!(int(s), "{s}");
    }
    for s in ["", "-", "-0", "01", "1.0", " 1", "1 ", "+1", "9223372036854775808", "-9223372036854775809", "99999999999999999999"] {
        assert!(!int(s), "{s}");
    }
}

#[test]
fn push_fails_when_the_largest_key_is_taken() {
    let mut a = PhpArray::new();
    a.set_int(i64::MAX - 1, Value::NULL);
    a.push(Value::TRUE).unwrap();
    assert_eq!(a.push(Value::TRUE), Err(CannotPush));
    assert!(a.push_slot().is_none());
    assert_eq!(a.len(), 2);
    let mut n = PhpArray::new();
    n.set_int(-5, Value::NULL);
    assert_eq!(n.next_free(), -4);
}

#[test]
fn order_survives_what_packed_tables_cannot_hold() {
    let mut a = PhpArray::new();
    a.set_int(5, Value::int(5));
    assert!(a.is_packed());
    a.set_int(3, Value::int(3));
    assert!(!a.is_packed());
    let keys: Vec<_> = a.keys().map(|k| k.to_key()).collect();
    assert_eq!(keys, [Key::Int(5), Key::Int(3)]);
}

#[test]
fn copies_share_until_written() {
    let mut a: PhpArray = (0..10i64).collect();
    let b = a.clone();
    assert!(a.ptr_eq(&b));
    a.set_int(3, Value::int(99));
    assert!(!a.ptr_eq(&b));
    assert_eq!(b.get_int(3).and_then(Value::as_int), Some(3));
    let mut v = Value::array(b);
    let w = v.clone();
    v.as_array_mut().unwrap().push(Value::NULL).unwrap();
    assert_eq!((v.as_array().unwrap().len(), w.as_array().unwrap().len()), (11, 10));
    // Leaving an immortal array behind a mutable borrow is fine.
    std::mem::take(v.as_array_mut().unwrap());
    let x = v.clone();
    v.as_array_mut().unwrap().push(Value::TRUE).unwrap();
    assert!(x.as_array().unwrap().is_empty());
    assert_eq!(v.as_array().unwrap().len(), 1);
}

#[test]
fn references_stay_shared_unless_alone() {
    let mut a = PhpArray::new();
    a.push(Value::int(1)).unwrap();
    let r = a.get_int_mut(0).unwrap().make_ref();
    let mut b = a.clone();
    b.push(Value::NULL).unwrap();
    r.set(Value::int(7));
    assert_eq!(b.get_int(0).unwrap().deref().as_int(), Some(7));
    drop(r);
    // Two tables hold it now; with one of them gone it is a plain value in the next copy.
    drop(a);
    let mut c = b.clone();
    c.push(Value::NULL).unwrap();
    assert!(c.get_int(0).unwrap().is_int());
}

#[test]
fn iterators_follow_separation_deletion_and_compaction() {
    let mut a = PhpArray::new();
    for i in 0..20 {
        a.set_bytes(format!("k{i}").as_bytes(), Value::int(i));
    }
    let id = iter_register(&a);
    let copy = a.clone();
    let mut seen = Vec::new();
    loop {
        let pos = iter_pos(id, &mut a);
        let Some((_, v)) = a.entry_at(pos) else { break };
        let n = v.as_int().unwrap();
        seen.push(n);
        iter_set(id, a.next_pos(pos));
        match n {
            3 => drop(a.remove_bytes(b"k4")),
            5 => (6..15).for_each(|i| drop(a.remove_bytes(format!("k{i}").as_bytes()))),
            15 => (100..130).for_each(|i| a.set_bytes(format!("k{i}").as_bytes(), Value::int(i))),
            16 => {
                let other = a.clone();
                a.set_bytes(b"x", Value::int(1000));
                drop(other);
            }
            _ => {}
        }
    }
    iter_free(id);
    let mut want = vec![0, 1, 2, 3, 5, 15, 16, 17, 18, 19];
    want.extend(100..130);
    want.push(1000);
    assert_eq!(seen, want);
    assert_eq!(copy.len(), 20);
}

#[test]
fn an_iterator_goes_over_to_another_array() {
    let mut a: PhpArray = (0..3i64).collect();
    let id = iter_register(&a);
    assert_eq!(iter_pos(id, &mut a), 0);
    iter_set(id, 2);
    a = (10..13i64).collect();
    assert_eq!(iter_pos(id, &mut a), 0);
    iter_free(id);
    drop(a);
}

#[test]
fn shifting_a_queue_keeps_it_small() {
    let mut a: PhpArray = (0..100i64).collect();
    for i in 0..2_000 {
        assert_eq!(a.shift().and_then(|v| v.as_int()), Some(i));
        a.push(Value::int(i + 100)).unwrap();
    }
    assert!(a.is_list());
    assert!(a.first().unwrap().1.as_int() == Some(2_000));
}

#[test]
fn sorting_survives_lies_errors_and_panics() {
    let n = if cfg!(miri) { 60 } else { 3000 };
    let make = || {
        let mut a: PhpArray = (0..n as i64).map(|i| Value::from(format!("value {}", i * 7919 % n as i64))).collect();
        a.remove_int(5);
        a
    };
    let mut r = Rng(42);
    for renumber in [true, false] {
        let mut a = make();
        a.sort_by(|_, _| [Ordering::Less, Ordering::Greater, Ordering::Equal][r.below(3) as usize], renumber);
        assert_eq!(a.len(), n - 1);
        let before: Vec<_> = make().iter().map(|(k, v)| (k.to_key(), v.as_str().unwrap().clone())).collect();
        for fail_at in [0, 1, 20, 90] {
            let mut a = make();
            let mut calls = 0;
            let res = a.try_sort_by(
                |x, y| {
                    calls += 1;
                    if calls > fail_at { Err("stop") } else { Ok(y.value.as_str().cmp(&x.value.as_str())) }
                },
                renumber,
            );
            assert_eq!(res, Err("stop"));
            assert!(a.iter().map(|(k, v)| (k.to_key(), v.as_str().unwrap().clone())).eq(before.iter().cloned()));
            let mut calls = 0;
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                a.sort_by(
                    |x, y| {
                        calls += 1;
                        if calls > fail_at {
                            std::panic::resume_unwind(Box::new(()));
                        }
                        y.value.as_str().cmp(&x.value.as_str())
                    },
                    renumber,
                );
            }));
            assert!(caught.is_err());
            assert!(a.iter().map(|(k, v)| (k.to_key(), v.as_str().unwrap().clone())).eq(before.iter().cloned()));
        }
    }
}

#[test]
fn constants_are_shared_by_threads() {
    let mut inner = PhpArray::new();
    inner.set_bytes(b"name", Value::from("a value"));
    let mut a: PhpArray = (0..5i64).collect();
    a.set_bytes(b"inner", Value::array(inner));
    a.set_bytes(b"again", Value::array((0..3i64).collect()));
    let shared = SharedValue::new(Value::array(a)).unwrap();
    let read = |v: &Value| {
        let a = v.as_array().unwrap();
        assert_eq!(a.len(), 7);
        let mut copy = a.clone();
        copy.get_bytes_mut(b"inner").unwrap().as_array_mut().unwrap().push(Value::int(1)).unwrap();
        assert_eq!(a.get_bytes(b"inner").unwrap().as_array().unwrap().len(), 1);
        assert!(!v.is_refcounted());
    };
    std::thread::scope(|s| {
        s.spawn(|| read(&shared));
        read(&shared);
    });
    let mut bad = PhpArray::new();
    bad.push(Value::int(1)).unwrap();
    bad.get_int_mut(0).unwrap().make_ref();
    assert!(bad.into_immortal().is_none());
}

#[test]
fn colliding_keys_are_tamed() {
    let n = if cfg!(miri) { 100 } else { 65_536 };
    let mut a = PhpArray::new();
    for i in 0..n {
        a.set_int(i << 20, Value::int(i));
    }
    assert_eq!(a.len(), n as usize);
    for i in 0..n {
        assert_eq!(a.get_int(i << 20).and_then(Value::as_int), Some(i));
        assert!(a.get_int((i << 20) + 1).is_none());
    }
    a.set_bytes(b"word", Value::TRUE);
    assert!(a.get_bytes(b"word").is_some() && a.get_str(&PhpStr::from("word")).is_some());
    for i in (0..n).step_by(2) {
        a.remove_int(i << 20).unwrap();
    }
    assert_eq!(a.len(), n as usize / 2 + 1);
}

#[test]
fn the_very_same_string_is_found_at_a_glance() {
    let mut a = PhpArray::new();
    for i in 0..50i64 {
        a.set_str(&PhpStr::interned(format!("key{i}").as_bytes()), Value::int(i));
        a.set_int(i * 3, Value::int(-i));
    }
    let name = PhpStr::interned(b"key10");
    assert!(matches!(a.probe_str(&name), Probe::Found(v) if v.as_int() == Some(10)));
    // An equal string elsewhere may or may not be found, another one never.
    let equal = PhpStr::new(name.as_bytes());
    assert!(matches!(a.probe_str(&equal), Probe::Unknown));
    equal.hash();
    assert!(matches!(a.probe_str(&equal), Probe::Alike(key, v) if key.has_bytes_of(&equal) && v.as_int() == Some(10)));
    assert!(matches!(a.probe_str(&PhpStr::interned(b"none")), Probe::Missing));
    a.remove_str(&name);
    assert!(matches!(a.probe_str(&name), Probe::Missing));
    assert!(matches!(PhpArray::from_values([Value::int(1)]).probe_str(&name), Probe::Missing));
    assert!(matches!(a.probe_int(30), Probe::Found(v) if v.as_int() == Some(-10)));
    assert!(matches!(a.probe_int(31), Probe::Missing));
    let list = PhpArray::from_values([Value::int(5)]);
    assert!(matches!(list.probe_int(0), Probe::Found(v) if v.as_int() == Some(5)));
    assert!(matches!(list.probe_int(1), Probe::Missing));
    assert!(matches!(list.probe_int(-1), Probe::Missing));
}

#[test]
fn an_iterator_steps_as_it_would_be_set() {
    let mut a = PhpArray::from_values((0..6i64).map(Value::int));
    let id = iter_register(&a);
    let copy = a.clone();
    let mut seen = Vec::new();
    loop {
        let at = iter_step(id, &mut a);
        let Some(value) = a.value_at_mut(at).map(|value| value.as_int()) else { break };
        seen.push(value);
        if at == 1 {
            a.remove_int(2);
            let _ = a.push(Value::int(9));
        }
    }
    assert_eq!(seen, [0, 1, 3, 4, 5, 9].map(Some));
    iter_free(id);
    assert_eq!(copy.len(), 6);
}

#[test]
fn keys_that_are_counted_are_counted_in_copies() {
    let counted = PhpStr::new(b"made at run time");
    let mut a = PhpArray::new();
    a.set_str(&PhpStr::interned(b"constant"), Value::int(1));
    let plain = a.duplicate();
    assert_eq!(counted.refcount(), 1);
    a.set_str(&counted, Value::int(2));
    assert_eq!(counted.refcount(), 2);
    let copy = a.duplicate();
    assert_eq!(counted.refcount(), 3);
    let mut sorted = copy.clone();
    sorted.sort_by(|l, r| r.value.as_int().cmp(&l.value.as_int()), false);
    let of_sorted = sorted.duplicate();
    assert_eq!(counted.refcount(), 5);
    drop((a, copy, sorted));
    assert_eq!(of_sorted.get_str(&counted).and_then(Value::as_int), Some(2));
    assert_eq!(plain.len(), 1);
    drop(of_sorted);
    assert_eq!(counted.refcount(), 1);
}

#[test]
fn the_first_element_of_the_empty_array() {
    let mut list = PhpArray::new();
    assert!(list.push_slot().is_some_and(|slot| slot.is_null()));
    for i in 1..40 {
        *list.push_slot().expect("there are keys left") = Value::int(i);
    }
    let mut other = list.clone();
    *other.push_slot().expect("there are keys left") = Value::int(40);
    assert_eq!((list.len(), other.len(), other.get_int(40).and_then(Value::as_int)), (40, 41, Some(40)));
    let mut record = PhpArray::new();
    *record.entry_str(&PhpStr::interned(b"k")) = Value::int(1);
    assert!(PhpArray::new().is_empty() && record.len() == 1 && !record.is_packed());
    *record.push_slot().expect("there are keys left") = Value::int(2);
    assert_eq!(record.get_int(0).and_then(Value::as_int), Some(2));
    let mut full = PhpArray::new();
    full.set_int(i64::MAX, Value::NULL);
    assert!(full.push_slot().is_none());
}

#[test]
fn copies_with_space() {
    let text = PhpStr::new(b"a key with a count");
    let mut names = PhpArray::new();
    for i in 0..8 {
        names.set_bytes(format!("k{i}").as_bytes(), Value::int(i));
    }
    names.set_str(&text, Value::string(text.clone()));
    names.set_int(7, Value::TRUE);
    names.remove_bytes(b"k3");
    for capacity in [0, 1, 9, 17, 100] {
        let mut copy = names.duplicate_with_capacity(capacity);
        assert!(copy.capacity() >= capacity && copy.len() == 9);
        assert_eq!(copy.get_bytes(b"k7").and_then(Value::as_int), Some(7));
        assert!(copy.get_int(7).is_some() && copy.get_bytes(b"k3").is_none() && copy.get_str(&text).is_some());
        copy.set_bytes(b"new", Value::NULL);
        assert_eq!((copy.keys().count(), names.len(), copy.next_free()), (10, 9, 8));
    }
    assert_eq!(text.refcount(), 3);
    let list = PhpArray::from_values(0..8i64);
    let mut longer = list.duplicate_with_capacity(20);
    assert_eq!((longer.capacity(), longer.len(), longer.is_list()), (20, 8, true));
    longer.push(Value::NULL).unwrap();
    // A full list that is shared is copied and grown at once.
    let mut shared = list.clone();
    shared.push(Value::int(8)).unwrap();
    assert_eq!((list.len(), list.refcount(), shared.len(), shared.get_int(8).and_then(Value::as_int)), (8, 1, 9, Some(8)));
}

#[test]
fn lists_in_place() {
    let text = PhpStr::new(b"a text with a count");
    for length in 1..20i64 {
        let values = |from: i64| (from..length).map(Value::int).chain([Value::string(text.clone())]);
        let mut list = PhpArray::from_values(values(0));
        let part = list.sublist(1..length as usize + 1).unwrap();
        assert_eq!((part.len() as i64, part.next_free(), part.is_list(), text.refcount()), (length, length, true, 3));
        assert!(list.sublist(0..length as usize + 2).is_none() && list.sublist(2..2).unwrap().is_empty());
        drop(part);
        assert!(list.prepend_list(&[Value::string(text.clone()), Value::TRUE]));
        assert_eq!((list.len() as i64, list.next_free(), text.refcount()), (length + 3, length + 3, 3));
        assert_eq!(list.get_int(2).and_then(Value::as_int), Some(0));
        let shared = list.clone();
        assert!(!list.prepend_list(&[Value::NULL]));
        drop(shared);
        assert_eq!(list.pop().as_ref().and_then(Value::as_str), Some(&text));
        assert_eq!((list.len() as i64, list.next_free()), (length + 2, length + 2));
    }
    let mut named = PhpArray::new();
    named.set_bytes(b"k", Value::NULL);
    assert!(!named.prepend_list(&[Value::NULL]) && named.sublist(0..1).is_none());
    assert_eq!(text.refcount(), 1);
}
