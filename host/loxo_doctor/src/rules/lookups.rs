//! The processor's time in system calls that look for files: opcache that asks at each request whether each file has changed, or the application itself.

use crate::finding::{Finding, LEAST, percent};
use crate::observed::Observed;

/// Calls that look for a file, and do not read it.
const LOOKUPS: &[&str] = &[
    "newfstatat",
    "fstatat64",
    "stat",
    "lstat",
    "newstat",
    "newlstat",
    "statx",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
];
/// Without samples: a part of the kernel's time so high has few other reasons.
const SYSTEM: f64 = 0.35;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let counted = observed.counted.as_ref();
    let (share, mut evidence) = match observed.calls_named(LOOKUPS) {
        Some(seconds) => {
            // What autoloaders look for is another rule's.
            let share = observed.share((seconds - counted.map_or(0.0, |counted| counted.seconds("autoload_lookup_ns"))).max(0.0));
            (share, vec![format!("{} of the time of requests is in system calls of the stat family", percent(share))])
        }
        None => {
            let share = observed.system / observed.cpu.max(0.001);
            let text = format!("{} of the processor's time is the kernel's; which calls, only root can see", percent(share));
            (if share >= SYSTEM { observed.share(observed.system) / 2.0 } else { 0.0 }, vec![text])
        }
    };
    let validates = observed.settings.is_on("opcache.validate_timestamps", true);
    // A few per cent are usual for a program of many files.
    if share < 2.0 * LEAST || observed.calls.is_none() && !validates {
        return Vec::new();
    }
    let frequency = observed.settings.number("opcache.revalidate_freq", 2);
    let asks_itself = counted.is_some_and(|counted| counted.number("file_lookups") > counted.number("includes"));
    if let Some(counted) = counted {
        let lookups = counted.number("file_lookups");
        evidence.push(format!("functions that ask for a file were called {lookups} times ({})", observed.rate(lookups)));
    }
    let (what, fix) = if validates && !asks_itself {
        evidence.push(format!("opcache.validate_timestamps=1, opcache.revalidate_freq={frequency}"));
        (
            "Each request asks the disk whether the program's files have changed",
            "Set opcache.validate_timestamps=0 and reload the server when files change (php-fpm: kill -USR2 its main process); or set \
             opcache.revalidate_freq=60, and changes are seen after a minute.",
        )
    } else {
        (
            "The application looks for files all the time",
            "Let it remember what it has found: composer dump-autoload --classmap-authoritative for autoloaders, cached configuration and templates \
             for frameworks, realpath_cache_size above 4096K if paths are long.",
        )
    };
    vec![Finding { rule: "lookups", share, what: what.into(), evidence, fix: fix.into() }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::Counted;
    use crate::finding::healthy;

    #[test]
    fn settings_tell_who_looks() {
        let mut observed = healthy();
        observed.calls = Some([("newfstatat".to_string(), 3.0), ("statx".to_string(), 1.0)].into());
        assert!(look(&observed)[0].fix.contains("validate_timestamps=0"));
        observed.settings.set("opcache.validate_timestamps", "0");
        assert!(look(&observed)[0].fix.contains("classmap"));
        (observed.calls, observed.system) = (None, 6.0);
        assert_eq!(look(&observed), []);
        observed.settings.set("opcache.validate_timestamps", "1");
        assert!((look(&observed)[0].share - 0.3).abs() < 0.01);
    }

    #[test]
    fn counters_tell_who_looks() {
        let mut observed = healthy();
        observed.calls = Some([("newfstatat".to_string(), 3.0)].into());
        let numbers = [("file_lookups".to_string(), 5000), ("includes".to_string(), 100)];
        observed.counted = Some(Counted { numbers: numbers.into(), ..Counted::default() });
        let found = look(&observed);
        assert!(found[0].fix.contains("classmap") && found[0].evidence[1].contains("5.00 per request"), "{found:?}");
        let counted = observed.counted.as_mut().unwrap();
        counted.numbers.insert("autoload_lookup_ns".into(), 3_000_000_000);
        assert_eq!(look(&observed), []);
    }
}
