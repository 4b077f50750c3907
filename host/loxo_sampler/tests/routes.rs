//! Sums of what was seen: they survive being sent, add up, and stay within their bounds.

use std::sync::Arc;

use loxo_profile::{Data, Function, FunctionKind, Profile, Sample, Stacks, Tree, flat};
use loxo_sampler::{Routes, Settings};
use serde_json::{Value, json};

/// A process's word: `main` calls `work` in each of two seconds.
fn said(script: &str, ticks: u64) -> Value {
    let mut stacks = Stacks::default();
    let function = |name: &str, kind| Function { name: name.into(), file: "/a.php".into(), line: 3, kind };
    let (main, work) = (loxo_profile::FunctionId(0), loxo_profile::FunctionId(1));
    let root = stacks.push(None, main, 1);
    let stack = stacks.push(Some(root), work, 7);
    let sample = |second: u64, cpu_ns| Sample { at_ns: second * 1_000_000_000, cpu_ns, weight: ticks, stack };
    let data = Data::Samples { period_ns: 10_000_000, samples: vec![sample(0, 4_000_000), sample(1, 9_000_000)], stacks };
    let mut profile = Profile::new(script, data);
    profile.functions = vec![function("/a.php", FunctionKind::File), function("work", FunctionKind::UserFunction)];
    profile.started_unix_ms = 1_700_000_000_000;
    let mut saved = Vec::new();
    profile.save(&mut saved).expect("memory can be written to");
    json!({ "since_ms": 5, "period_ns": 10_000_000, "lost": 2, "routes": [{
        "site": "s", "release": "/r", "script": script, "requests": 3, "wall_ns": 60, "slowest_ns": 30, "peak_memory": 100,
        "profile": String::from_utf8(saved).expect("is text"),
    }] })
}

fn read(value: &Value) -> Routes {
    Routes::from_json(value).expect("is right")
}

#[test]
fn sums_add_up_and_survive() {
    let mut all = Routes::new(1);
    all.merge(&read(&said("/a.php", 5)));
    all.merge(&read(&said("/a.php", 7)));
    all.merge(&read(&said("/b.php", 1)));
    let all = read(&serde_json::from_str(&all.to_json().to_string()).expect("is JSON"));
    assert_eq!((all.since_ms, all.lost), (5, 6));
    let list = all.list();
    let (route, counts, wall_ns, cpu_ns) = &list[0];
    assert_eq!((&*route.script, list.len()), (&b"/a.php"[..], 2));
    assert_eq!((counts.requests, counts.wall_ns, counts.slowest_ns, counts.peak_memory), (6, 120, 30, 100));
    assert_eq!((*wall_ns, *cpu_ns), (24 * 10_000_000, 18_000_000));
    let profile = all.profile(Some(route));
    assert_eq!(profile.check(), Ok(()));
    assert_eq!(profile.duration_ns, 2_000_000_000);
    let rows = flat(&profile, &Tree::of(&profile, None));
    let own = |name: &str| {
        let row = rows.iter().find(|row| profile.function(row.function).name == name).expect("has a row");
        (row.exclusive.wall_ns, row.exclusive.cpu_ns, row.inclusive.wall_ns)
    };
    assert_eq!((own("work"), own("/a.php")), ((240_000_000, 18_000_000, 240_000_000), (0, 0, 240_000_000)));
}

#[test]
fn there_is_an_end_to_routes() {
    let mut all = Routes::new(1);
    for number in 0..10_000 {
        all.merge(&read(&said(&format!("/{number}.php"), 1)));
    }
    let list = all.list();
    assert_eq!(list.len(), 201);
    let others = list.iter().find(|(route, ..)| &*route.script == b"(others)").expect("is there");
    assert_eq!((others.1.requests, others.2), (3 * 9_800, 2 * 9_800 * 10_000_000));
    assert!(all.to_json().to_string().len() < 1 << 20);
}

#[test]
fn what_no_process_says_is_refused() {
    for wrong in [json!(null), json!({}), json!({ "since_ms": 1, "period_ns": 1, "lost": 0 }), {
        let mut said = said("/a", 1);
        said["routes"][0]["profile"] = json!("loxo-profile 1\nsamples\t1\ns\t5\t0\t0\n");
        said
    }] {
        assert!(Routes::from_json(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn without_a_period_there_is_no_sampler() {
    let mut settings = Settings::default();
    assert_eq!(settings.set("sample-period", "off"), Some(Ok(())));
    assert!(loxo_sampler::Sampler::start(&settings, None).expect("is right").is_none());
    settings = Settings::default();
    assert_eq!(settings.set("trace-secret", "/dev/null"), Some(Ok(())));
    let problem = loxo_sampler::Sampler::start(&settings, None).err().unwrap_or_default();
    assert!(problem.contains("at least 16 bytes"), "{problem}");
    let sampler = loxo_sampler::Sampler::start(&Settings::default(), None).expect("is right").expect("looks");
    assert_eq!(sampler.answer("workers"), b"[]");
    assert_eq!((sampler.answer("nonsense"), sampler.answer("trace 1 2"), sampler.answer("stack x")), (vec![], vec![], vec![]));
    let _: Arc<loxo_sampler::Sampler> = sampler;
}
