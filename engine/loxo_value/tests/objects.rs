//! Objects, references, destructors and the cycle collector.

use loxo_value::gc;
use loxo_value::*;
use std::cell::Cell;

static PLAIN: ClassBase = ClassBase::new(2, 0);
static WITH_DESTRUCTOR: ClassBase = ClassBase::new(2, class_flags::HAS_DESTRUCTOR);
static NATIVE: ClassBase = ClassBase::new(1, class_flags::HAS_NATIVE);

fn new(class: &'static ClassBase) -> PhpObject {
    // SAFETY: classes are static.
    unsafe { PhpObject::alloc(class) }
}

fn named(name: &str) -> PhpObject {
    let o = new(&WITH_DESTRUCTOR);
    *o.slot_mut(0) = Value::from(name);
    o
}

fn name(o: &PhpObject) -> String {
    o.slot(0).as_str().unwrap().to_string()
}

fn no_destructor(_: PhpObject) {
    panic!("no destructor expected");
}

#[test]
fn numbers_are_reused_last_first() {
    let a = new(&PLAIN);
    let b = new(&PLAIN);
    let c = new(&PLAIN);
    assert_eq!((a.handle(), b.handle(), c.handle()), (1, 2, 3));
    drop(a);
    drop(c);
    let d = new(&PLAIN);
    let e = new(&PLAIN);
    let f = new(&PLAIN);
    assert_eq!((d.handle(), e.handle(), f.handle()), (3, 1, 4));
    assert_eq!(live_object_count(), 4);
    let mut seen = Vec::new();
    for_each_live_object(|o| seen.push(o.handle()));
    assert_eq!(seen, [1, 2, 3, 4]);
    assert!(object_by_handle(2).unwrap().ptr_eq(&b));
    assert!(object_by_handle(0).is_none() && object_by_handle(9).is_none());
}

#[test]
fn clones_are_shallow_and_unwrap_lone_references() {
    let o = new(&PLAIN);
    *o.slot_mut(0) = Value::int(1);
    let held = o.slot_mut(0).make_ref();
    *o.slot_mut(1) = Value::int(2);
    o.slot_mut(1).make_ref();
    o.dynamic_mut().set_bytes(b"x", Value::TRUE);
    let c = o.clone_object();
    assert!(c.slot(0).is_ref() && !c.slot(1).is_ref());
    held.set(Value::int(9));
    assert_eq!(c.slot(0).deref().as_int(), Some(9));
    c.dynamic_mut().set_bytes(b"y", Value::TRUE);
    assert_eq!((o.dynamic().unwrap().len(), c.dynamic().unwrap().len()), (1, 2));
}

#[test]
fn destructors_are_queued_in_php_order() {
    let outer = |n: &str| {
        let o = named(n);
        *o.slot_mut(1) = Value::object(named(&format!("{n}.inner")));
        Value::object(o)
    };
    let all: PhpArray = ["a", "b"].map(outer).into_iter().collect();
    assert!(!interrupt::pending_destructors());
    drop(all);
    assert!(interrupt::pending_destructors() && interrupt::pending() != 0);
    let mut order = Vec::new();
    gc::run_pending_destructors(&mut |o| {
        assert!(!interrupt::pending_destructors());
        order.push(name(&o));
        true
    });
    assert_eq!(order, ["a", "a.inner", "b", "b.inner"]);
    assert_eq!((live_object_count(), interrupt::pending()), (0, 0));

    drop(["a", "b"].map(outer));
    let mut order = Vec::new();
    while let Some(o) = gc::take_pending_destructor() {
        order.push(name(&o));
    }
    assert_eq!(order, ["a", "a.inner", "b", "b.inner"]);
    assert_eq!(interrupt::pending(), 0);
}

#[test]
fn a_stopped_run_leaves_the_rest_queued() {
    drop(["a", "b", "c"].map(named));
    let mut n = 0;
    gc::run_pending_destructors(&mut |_| {
        n += 1;
        n < 2
    });
    assert!(interrupt::pending_destructors());
    let r = std::panic::catch_unwind(|| gc::run_pending_destructors(&mut |_| std::panic::resume_unwind(Box::new(()))));
    assert!(r.is_err() && !interrupt::pending_destructors());
    assert_eq!(live_object_count(), 0);
}

#[test]
fn an_object_may_be_kept_by_its_destructor() {
    drop(named("x"));
    let kept = gc::take_pending_destructor().unwrap();
    assert!(kept.has_flags(object_flags::DESTRUCTED));
    drop(kept);
    assert!(!interrupt::pending_destructors());
    assert_eq!(live_object_count(), 0);
}

#[test]
fn long_lists_are_freed() {
    let n = if cfg!(miri) { 400 } else { 2_000_000 };
    for class in [&PLAIN, &WITH_DESTRUCTOR] {
        let mut v = Value::NULL;
        for _ in 0..n {
            let o = new(class);
            *o.slot_mut(1) = v;
            v = Value::object(o);
        }
        drop(v);
        let mut runs = 0;
        gc::run_pending_destructors(&mut |_| {
            runs += 1;
            true
        });
        assert_eq!(runs, if class.flags == 0 { 0 } else { n });
        assert_eq!(live_object_count(), 0);
    }
    assert_eq!(heap::memory_usage(false), 0);
}

/// `$a->x = $b; $b->x = $a;`
fn cycle(class: &'static ClassBase) {
    let (a, b) = (new(class), new(class));
    *a.slot_mut(1) = Value::object(b.clone());
    *b.slot_mut(1) = Value::object(a.clone());
}

#[test]
fn cycles_are_collected() {
    for _ in 0..10 {
        cycle(&PLAIN);
    }
    assert_eq!(live_object_count(), 20);
    assert_eq!(gc::collect(&mut no_destructor), 20);
    assert_eq!(live_object_count(), 0);
    // Through arrays, references and dynamic properties.
    let o = new(&PLAIN);
    let mut a = PhpArray::new();
    a.push(Value::object(o.clone())).unwrap();
    let mut slot = Value::array(a);
    slot.make_ref();
    o.dynamic_mut().set_bytes(b"self", slot.clone());
    let outside = PhpArray::from_values(["kept"]);
    o.dynamic_mut().set_bytes(b"other", Value::array(outside.clone()));
    drop(slot);
    drop(o);
    assert_eq!(live_object_count(), 1);
    assert_eq!(gc::collect(&mut no_destructor), 2);
    assert_eq!((live_object_count(), outside.refcount(), outside.len()), (0, 1, 1));
    // An array that holds itself by reference.
    let mut v = Value::array(PhpArray::from_values([1i64]));
    let r = v.make_ref();
    r.with(|v| v.as_array_mut().unwrap().push(Value::reference(r.clone()))).unwrap();
    drop(v);
    drop(r);
    assert_eq!(gc::collect(&mut no_destructor), 1);
    drop(outside);
    assert_eq!(heap::memory_usage(false), 0);
    assert_eq!(gc::status().collected, 23);
}

#[test]
fn what_is_held_from_outside_survives() {
    let (a, b) = (new(&PLAIN), new(&PLAIN));
    *a.slot_mut(1) = Value::object(b.clone());
    *b.slot_mut(1) = Value::object(a.clone());
    *b.slot_mut(0) = Value::array(PhpArray::from_values([1i64, 2]));
    drop(a);
    drop(b.clone());
    assert_eq!(gc::collect(&mut no_destructor), 0);
    assert_eq!(b.slot(1).as_object().unwrap().slot(1).as_object().unwrap().handle(), b.handle());
    assert_eq!(b.refcount(), 2);
    drop(b);
    assert_eq!(gc::collect(&mut no_destructor), 3);
    assert_eq!(live_object_count(), 0);
}

#[test]
fn a_random_graph_loses_exactly_what_is_unreachable() {
    let rounds = if cfg!(miri) { 3 } else { 300 };
    let mut seed = 99u64;
    let mut next = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    for _ in 0..rounds {
        let n = 5 + next(40) as usize;
        let nodes: Vec<PhpObject> = (0..n).map(|_| new(&PLAIN)).collect();
        let mut edges = vec![Vec::new(); n];
        for _ in 0..n * 2 {
            let (x, y) = (next(n as u64) as usize, next(n as u64) as usize);
            let target = Value::object(nodes[y].clone());
            let slot = nodes[x].slot_mut(1);
            match next(3) {
                0 => {
                    edges[x].retain(|e: &(usize, bool)| e.1);
                    *nodes[x].slot_mut(0) = target;
                    edges[x].push((y, false));
                }
                1 => {
                    if !slot.is_array() {
                        *slot = Value::EMPTY_ARRAY;
                    }
                    slot.as_array_mut().unwrap().push(target).unwrap();
                    edges[x].push((y, true));
                }
                _ => {
                    nodes[x].dynamic_mut().push(target).unwrap();
                    nodes[x].dynamic_mut().last_pos();
                    edges[x].push((y, true));
                }
            }
        }
        let keep: Vec<usize> = (0..n).filter(|_| next(6) == 0).collect();
        let mut reached = vec![false; n];
        let mut todo = keep.clone();
        while let Some(x) = todo.pop() {
            if !std::mem::replace(&mut reached[x], true) {
                todo.extend(edges[x].iter().map(|e| e.0));
            }
        }
        let handles: Vec<u32> = nodes.iter().map(|o| o.handle()).collect();
        let kept: Vec<PhpObject> = keep.iter().map(|&i| nodes[i].clone()).collect();
        drop(nodes);
        gc::collect(&mut no_destructor);
        for i in 0..n {
            assert_eq!(object_by_handle(handles[i]).is_some(), reached[i]);
        }
        drop(kept);
        gc::collect(&mut no_destructor);
        assert_eq!(live_object_count(), 0);
    }
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn garbage_with_destructors_is_destructed_first() {
    cycle(&WITH_DESTRUCTOR);
    cycle(&PLAIN);
    let mut seen = 0;
    let n = gc::collect(&mut |o| {
        assert!(o.slot(1).as_object().is_some());
        seen += 1;
    });
    assert_eq!((seen, n, live_object_count()), (2, 4, 0));
    // Resurrection: the second collection frees, without calling again.
    let (a, b) = (named("a"), new(&PLAIN));
    *a.slot_mut(1) = Value::object(b.clone());
    *b.slot_mut(1) = Value::object(a.clone());
    drop((a, b));
    let mut kept = None;
    gc::collect(&mut |o| kept = Some(o));
    assert_eq!(live_object_count(), 2);
    assert!(kept.as_ref().unwrap().slot(1).as_object().is_some());
    drop(kept);
    assert_eq!(gc::collect(&mut no_destructor), 2);
    // A destructor that takes the cycle apart.
    cycle(&WITH_DESTRUCTOR);
    gc::collect(&mut |o| *o.slot_mut(1) = Value::NULL);
    // What nobody holds any more is destructed where that happens, and what a destructor was called on is left to the next collection.
    gc::run_pending_destructors(&mut |_| true);
    gc::collect(&mut no_destructor);
    assert_eq!(live_object_count(), 0);
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn an_unwinding_destructor_leaves_a_sound_heap() {
    cycle(&WITH_DESTRUCTOR);
    cycle(&PLAIN);
    let r = std::panic::catch_unwind(|| gc::collect(&mut |_| std::panic::resume_unwind(Box::new(()))));
    assert!(r.is_err());
    assert!(!gc::status().running);
    gc::collect(&mut |_| {});
    // SAFETY: no handle of this thread is left.
    unsafe { thread::reset() }
}

#[test]
fn collections_become_due_as_in_php() {
    if cfg!(miri) {
        // Tens of thousands of objects: minutes there, and nothing new.
        return;
    }
    let n = gc::status().threshold;
    for _ in 0..n / 2 + 1 {
        cycle(&PLAIN);
    }
    assert!(gc::should_run() && interrupt::pending() & interrupt::COLLECTION != 0);
    assert!(gc::run_due(&mut no_destructor) >= n - 1);
    assert!(!gc::should_run());
    assert_eq!(gc::status().threshold, n);
    // Roots that are no garbage raise the threshold.
    let keep: Vec<_> = (0..n).map(|_| new(&PLAIN)).collect();
    keep.iter().for_each(|o| drop(o.clone()));
    assert!(gc::should_run());
    assert_eq!(gc::run_due(&mut no_destructor), 0);
    assert_eq!(gc::status().threshold, n + 10_000);
    gc::disable();
    keep.iter().for_each(|o| drop(o.clone()));
    assert!(!gc::should_run());
    gc::enable();
}

#[test]
fn stress_is_not_noticed() {
    loxo_value::thread::set_stress(false, true);
    let kept = new(&PLAIN);
    for _ in 0..20 {
        cycle(&PLAIN);
        cycle(&WITH_DESTRUCTOR);
        while gc::should_run() {
            assert_eq!(gc::run_due(&mut |_| panic!("a destructor runs")), 0);
        }
    }
    let status = gc::status();
    assert_eq!((status.runs, status.collected), (0, 0));
    loxo_value::thread::set_stress(false, false);
    let mut destructed = 0;
    let collected = gc::collect(&mut |_| destructed += 1);
    assert_eq!((collected, destructed), (80, 40));
    assert_eq!(gc::status().roots, 0);
    drop(kept);
}

thread_local! {
    static WEAK: Cell<usize> = const { Cell::new(0) };
    static NATIVES: Cell<isize> = const { Cell::new(0) };
}

#[test]
fn weak_holders_are_told() {
    set_weak_hook(Some(WeakHook { freed: |p| WEAK.set(p.addr()), maps: |_, _| {} }));
    let o = new(&PLAIN);
    let p = o.header_ptr().addr();
    o.set_flags(object_flags::HAS_WEAK);
    drop(o);
    assert_eq!(WEAK.get(), p);
    cycle(&PLAIN);
    object_by_handle(1).unwrap().set_flags(object_flags::HAS_WEAK);
    WEAK.set(0);
    gc::collect(&mut no_destructor);
    assert_ne!(WEAK.get(), 0);
}

struct Storage {
    held: Vec<Value>,
    honest: bool,
}

impl Storage {
    fn boxed(held: Vec<Value>, honest: bool) -> Box<Storage> {
        NATIVES.set(NATIVES.get() + 1);
        Box::new(Storage { held, honest })
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        NATIVES.set(NATIVES.get() - 1);
    }
}

impl Native for Storage {
    fn trace(&self, t: &mut Tracer<'_>) {
        if self.honest {
            t.values(&self.held);
        }
    }

    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Storage::boxed(self.held.clone(), self.honest))
    }
}

#[test]
fn native_parts_are_traced_cloned_and_dropped() {
    for honest in [true, false] {
        let o = new(&NATIVE);
        assert!(o.native::<Storage>().is_none());
        o.set_native(Storage::boxed(vec![Value::int(1)], honest));
        o.native_mut::<Storage>().unwrap().held.push(Value::object(o.clone()));
        let c = o.clone_object();
        assert_eq!(c.native::<Storage>().unwrap().held.len(), 2);
        assert_eq!(NATIVES.get(), 2);
        drop(c);
        drop(o);
        assert_eq!(gc::collect(&mut no_destructor), usize::from(honest));
        assert_eq!(NATIVES.get(), isize::from(!honest));
    }
    // What is still alive at the end of the request is dropped then.
    let keep = Value::object(new(&NATIVE));
    let o = keep.as_object().unwrap();
    o.set_native(Storage::boxed(vec![Value::object(o.clone()), Value::object(named("n"))], true));
    std::mem::forget(keep);
    // SAFETY: no handle of this thread is left.
    unsafe { thread::reset() }
    assert_eq!((NATIVES.get(), live_object_count(), heap::memory_usage(false)), (0, 0, 0));
}

#[test]
fn resources_are_numbered_and_closed() {
    let r = PhpResource::new("stream", Box::new(5u32));
    let s = r.clone();
    let next = PhpResource::new("stream", Box::new(()));
    assert_eq!(next.id(), r.id() + 1);
    assert_eq!((r.data::<u32>(), r.data::<u64>()), (Some(&5), None));
    let v = Value::resource(r);
    assert_eq!((v.gettype_name(), s.type_name()), ("resource", "stream"));
    assert!(s.close().is_some());
    assert_eq!((v.gettype_name(), s.type_name()), ("resource (closed)", "Unknown"));
    drop((v, s, next));
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn references_hold_values() {
    let mut v = Value::from("text");
    let r = v.make_ref();
    assert!(v.make_ref().ptr_eq(&r));
    r.set(Value::int(3));
    assert_eq!(v.deref().as_int(), Some(3));
    v.assign(Value::int(4));
    assert_eq!(r.get().as_int(), Some(4));
    v.unwrap_ref_if_unique();
    assert!(v.is_ref());
    drop(r);
    v.unwrap_ref_if_unique();
    assert_eq!(v.as_int(), Some(4));
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn what_was_held_for_a_while_is_no_root() {
    let array = PhpArray::from_values([PhpArray::from_values([1i64])]);
    let mut slot = Value::array(array.clone());
    let reference = slot.make_ref();
    drop((Held::new(array.clone()), Held::new(reference.clone()), Held::new(array.clone()).clone()));
    assert_eq!((gc::status().roots, array.refcount(), reference.refcount()), (0, 2, 2));
    drop(array.clone());
    assert_eq!(gc::status().roots, 1);
    // The last count frees, whoever has it.
    drop((slot, reference));
    drop(Held::new(array));
    assert_eq!((gc::status().roots, heap::memory_usage(false)), (0, 0));
}

#[test]
fn at_the_end_values_go_with_the_heap() {
    struct Part(std::rc::Rc<Cell<u32>>, Value);
    impl Native for Part {
        fn trace(&self, tracer: &mut Tracer<'_>) {
            tracer.value(&self.1);
        }
    }
    impl Drop for Part {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let dropped = std::rc::Rc::new(Cell::new(0));
    let outer = new(&NATIVE);
    let inner = new(&NATIVE);
    inner.set_native(Box::new(Part(dropped.clone(), Value::array(PhpArray::from_values(["text"])))));
    outer.set_native(Box::new(Part(dropped.clone(), Value::object(inner))));
    let list = PhpArray::from_values([Value::object(outer), Value::object(named("no destructor runs"))]);
    thread::begin_reset();
    drop(list);
    assert_eq!((dropped.get(), live_object_count()), (0, 3));
    // SAFETY: nothing of this thread's heap is used behind it.
    unsafe { thread::reset() };
    assert_eq!((dropped.get(), live_object_count(), heap::memory_usage(false)), (2, 0, 0));
    drop(PhpArray::from_values([new(&PLAIN)]));
    assert_eq!(live_object_count(), 0);
}
