//! What queues hold outlives the process, an error and a damage.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use loxo_queue::queues::{Put, Queues, Take};
use loxo_queue::store::FILE;
use loxo_queue::{Limits, Sync, repair};

const NOW: i64 = 1_700_000_000_000;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("loxo-queue-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn open(folder: &Path, limits: Limits) -> Queues {
    let store = repair::open(folder, Sync::Never).expect("opens");
    Queues::new(store, limits, HashMap::new(), 100).expect("loads")
}

fn put(queues: &mut Queues, name: &str, value: &str, expires: i64) -> Put {
    queues.put(name.as_bytes(), 0, expires, value.as_bytes(), NOW).expect("stores")
}

fn take(queues: &mut Queues, name: &str) -> Option<String> {
    let found = queues.take(name.as_bytes(), Take::Remove, NOW + 1).expect("reads");
    found.map(|(_, item)| String::from_utf8(item.value).expect("is text"))
}

fn items(queues: &Queues, name: &str) -> u64 {
    queues.iter().find(|queue| queue.row.name == name.as_bytes()).map_or(0, |queue| queue.row.items)
}

#[test]
fn order_expiry_and_counts_outlive_the_process() {
    let folder = folder("order");
    let mut queues = open(&folder, Limits::default());
    for number in 0..1000 {
        put(&mut queues, "a", &number.to_string(), if number % 2 == 0 { NOW + 1 } else { 0 });
    }
    put(&mut queues, "b", "other", 0);
    queues.commit().expect("commits");
    put(&mut queues, "b", "not committed", 0);
    drop(queues);
    let mut queues = open(&folder, Limits::default());
    assert_eq!((items(&queues, "a"), items(&queues, "b")), (1000, 1));
    for number in (1..1000).step_by(2) {
        assert_eq!(take(&mut queues, "a"), Some(number.to_string()));
    }
    assert_eq!(take(&mut queues, "a"), None);
    let a = queues.iter().find(|queue| queue.row.name == b"a").expect("is there");
    assert_eq!((a.row.items, a.row.bytes, a.row.total, a.row.expired), (0, 0, 1000, 500));
    fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn what_is_open_comes_back() {
    let folder = folder("open");
    let mut queues = open(&folder, Limits::default());
    for value in ["1", "2", "3"] {
        put(&mut queues, "q", value, 0);
    }
    let open_one = |queues: &mut Queues| queues.take(b"q", Take::Open, NOW).expect("reads").expect("has one");
    let (id, first) = open_one(&mut queues);
    let (_, second) = open_one(&mut queues);
    queues.abort(b"q", id, second);
    queues.abort(b"q", id, first);
    assert_eq!(take(&mut queues, "q").as_deref(), Some("1"));
    let (id, second) = open_one(&mut queues);
    queues.close(b"q", id, &second, NOW).expect("closes");
    let (_, third) = open_one(&mut queues);
    assert_eq!(third.value, b"3");
    assert!(!queues.has_items(b"q"));
    queues.commit().expect("commits");
    // The process ends with the third one open.
    drop(queues);
    let mut queues = open(&folder, Limits::default());
    assert_eq!(take(&mut queues, "q").as_deref(), Some("3"));
    assert_eq!(take(&mut queues, "q"), None);
    fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn fan_out_limits_and_flushing() {
    let folder = folder("limits");
    let mut queues = open(&folder, Limits { items: Some(2), ..Limits::default() });
    assert_eq!(take(&mut queues, "q+x"), None);
    assert_eq!(
        [put(&mut queues, "q", "1", 0), put(&mut queues, "q", "2", 0), put(&mut queues, "q", "3", 0)],
        [Put::Stored, Put::Stored, Put::Full]
    );
    assert_eq!((take(&mut queues, "q").as_deref(), take(&mut queues, "q+x").as_deref()), (Some("1"), Some("1")));
    queues.commit().expect("commits");
    drop(queues);
    let mut queues = open(&folder, Limits { items: Some(1), discard_oldest: true, ..Limits::default() });
    assert_eq!(put(&mut queues, "q", "4", 0), Put::Stored);
    assert!(queues.flush(b"q+x").expect("flushes"));
    assert_eq!((take(&mut queues, "q").as_deref(), take(&mut queues, "q+x"), take(&mut queues, "q")), (Some("4"), None, None));
    put(&mut queues, "q", "5", 0);
    assert!(queues.delete(b"q+x").expect("deletes") && !queues.delete(b"q+x").expect("knows"));
    put(&mut queues, "q", "6", 0);
    while queues.clean().expect("cleans") {}
    queues.commit().expect("commits");
    drop(queues);
    let mut queues = open(&folder, Limits::default());
    assert_eq!((take(&mut queues, "q").as_deref(), queues.iter().count()), (Some("6"), 1));
    fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn what_was_undone_is_as_before() {
    let folder = folder("undone");
    let mut queues = open(&folder, Limits::default());
    put(&mut queues, "q", "1", 0);
    queues.commit().expect("commits");
    put(&mut queues, "q", "2", 0);
    assert_eq!(take(&mut queues, "q").as_deref(), Some("1"));
    queues.recover(false).expect("recovers");
    assert_eq!((take(&mut queues, "q").as_deref(), take(&mut queues, "q")), (Some("1"), None));
    fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn a_damaged_file_is_repaired_up_to_the_damage() {
    let folder = folder("damage");
    let mut queues = open(&folder, Limits::default());
    for number in 0..20_000 {
        put(&mut queues, "q", &format!("value {number} {}", "x".repeat(100)), 0);
    }
    queues.commit().expect("commits");
    drop(queues);
    // One page in the middle.
    let file = fs::OpenOptions::new().write(true).open(folder.join(FILE)).expect("is there");
    let page = file.metadata().expect("has a length").len() / 2 / 4096 * 4096;
    file.write_all_at(&[0xa5; 4096], page).expect("can be written");
    let mut store = repair::open(&folder, Sync::Never).expect("opens");
    let error = store.check().expect_err("is damaged");
    assert!(error.is_damage);
    repair::reopen(&mut store, &error.to_string()).expect("repairs");
    store.check().expect("is sound");
    let mut queues = Queues::new(store, Limits::default(), HashMap::new(), 100).expect("loads");
    let left = items(&queues, "q");
    // A page has some thirty items.
    assert!((19_900..20_000).contains(&left), "{left}");
    let mut numbers = Vec::new();
    while let Some(value) = take(&mut queues, "q") {
        numbers.push(value.split(' ').nth(1).and_then(|number| number.parse::<u32>().ok()).expect("is a value"));
    }
    assert!(numbers.len() as u64 == left && numbers.is_sorted() && numbers[0] == 0 && numbers.last() == Some(&19_999));
    assert!(
        fs::read_dir(&folder).expect("is there").flatten().any(|file| file.file_name().to_string_lossy().starts_with("queue.db.damaged-"))
    );
    drop(queues);
    // No database at all.
    fs::write(folder.join(FILE), vec![7; 10_000]).expect("can be written");
    assert_eq!(take(&mut open(&folder, Limits::default()), "q"), None);
    fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn one_server_has_the_folder() {
    let folder = folder("one");
    let _queues = open(&folder, Limits::default());
    let error = repair::open(&folder, Sync::Never).err().expect("is refused");
    assert!(error.ends_with("is in use: another server has this folder"), "{error}");
    fs::remove_dir_all(folder).expect("goes");
}
