//! Nanoseconds per element from 10^3 to 10^7 elements: the lines should be flat (but for the caches; n log n for the sort).
//!
//! `cargo run --release -p loxo_value --example scale`

use loxo_value::*;
use std::time::Instant;

static CLASS: ClassBase = ClassBase::new(2, 0);

fn object() -> PhpObject {
    // SAFETY: the class is static.
    unsafe { PhpObject::alloc(&CLASS) }
}

fn measure(name: &str, f: impl Fn(i64)) {
    print!("{name:<20}");
    for e in 3..=7 {
        let n = 10i64.pow(e);
        let runs = if e < 6 { 20 } else { 1 };
        f(n);
        let start = Instant::now();
        (0..runs).for_each(|_| f(n));
        print!("{:>9.1}", start.elapsed().as_nanos() as f64 / (n * runs) as f64);
    }
    println!();
}

fn push(n: i64) {
    let mut a = PhpArray::new();
    (0..n).for_each(|i| a.push(Value::int(i)).unwrap());
}

fn append(n: i64) {
    let mut s = PhpStr::empty();
    (0..n).for_each(|_| s.append(b"x"));
}

fn hash_insert(n: i64) {
    let mut a = PhpArray::new();
    (0..n).for_each(|i| a.set_int(i * 7 + 3, Value::int(i)));
}

fn string_insert(n: i64) {
    let mut a = PhpArray::new();
    (0..n).for_each(|i| a.set_str(&PhpStr::concat2(b"key", number::write_int(i, &mut [0; 20])), Value::int(i)));
}

fn sort(n: i64) {
    let mut a: PhpArray = (0..n).map(|i| i.wrapping_mul(0x5851_f42d_4c95_7f2d) >> 33).collect();
    a.sort_by(|x, y| x.value.as_int().cmp(&y.value.as_int()), true);
}

fn objects(n: i64) {
    let mut a = PhpArray::new();
    (0..n).for_each(|_| a.push(Value::object(object())).unwrap());
}

fn cycles(n: i64) {
    for _ in 0..n {
        let o = object();
        *o.slot_mut(0) = Value::object(o.clone());
        drop(o);
        if gc::should_run() {
            gc::run_due(&mut |_| {});
        }
    }
}

fn live_cycles(n: i64) {
    let mut a = PhpArray::new();
    for _ in 0..n {
        let o = object();
        *o.slot_mut(0) = Value::object(o.clone());
        a.push(Value::object(o)).unwrap();
        if gc::should_run() {
            gc::run_due(&mut |_| {});
        }
    }
    drop(a);
    gc::collect(&mut |_| {});
}

fn queue(n: i64) {
    let mut a: PhpArray = (0..1000i64).collect();
    for i in 0..n {
        a.shift();
        a.push(Value::int(i)).unwrap();
    }
}

fn main() {
    measure("push", push);
    measure("append", append);
    measure("hash insert", hash_insert);
    measure("string insert", string_insert);
    measure("sort", sort);
    measure("objects", objects);
    measure("cyclic garbage", cycles);
    measure("cycles kept", live_cycles);
    measure("queue of 1000", queue);
}
