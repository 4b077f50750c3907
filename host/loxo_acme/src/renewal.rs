//! When certificates are ordered: where there is none, where its names are others, and when two thirds of its time are over.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::Settings;
use crate::order::order;
use crate::store::{Failures, Store};

/// The longest time between two looks.
const LOOK: i64 = 3600;
/// After a failure the authority is left alone for so long, twice as long after each further one.
const PAUSE: i64 = 300;
const LONGEST_PAUSE: i64 = 12 * 3600;
/// Another process orders: so long until the next look.
const OTHER: i64 = 5;

/// Keeps certificates in the folder, for as long as it is polled. `say`: where lines about failures go.
pub async fn keep(settings: Settings, say: impl Fn(String) + Send) {
    let mut said = String::new();
    loop {
        let wait = match look(&settings, &say).await {
            Ok(wait) => {
                said.clear();
                wait
            }
            Err(message) => {
                if message != said {
                    say(format!("acme: {message}"));
                }
                said = message;
                PAUSE
            }
        };
        tokio::time::sleep(Duration::from_secs(wait.clamp(1, LOOK).unsigned_abs())).await;
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs().cast_signed())
}

/// Orders what is due. Gives the seconds until there is something to do again.
async fn look(settings: &Settings, say: &(impl Fn(String) + Send)) -> Result<i64, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", settings.folder.display());
    let store = Store::open(&settings.folder).map_err(failed)?;
    let mut next = LOOK;
    for names in &settings.names {
        let Some(name) = names.first() else { continue };
        let mut due = due(&store, names).saturating_sub(now());
        if due <= 0 {
            match store.lock().map_err(failed)? {
                None => due = OTHER,
                // It may be there by now.
                Some(_lock) if self::due(&store, names) > now() => {}
                Some(_lock) => {
                    due = match order_patiently(settings, &store, names).await {
                        Ok(()) if renewal(&store, names) > now() => {
                            store.set_failures(name, Failures::default());
                            renewal(&store, names) - now()
                        }
                        // One that is due as it comes counts as a failure: else the authority would be asked every second.
                        done => {
                            let message =
                                done.err().unwrap_or_else(|| "the one that came is to be renewed already: is the clock right?".into());
                            let failures = Failures { count: store.failures(name).count.saturating_add(1), last: now() };
                            store.set_failures(name, failures);
                            let pause = pause(failures.count);
                            let kept = if store.validity(name).is_some() { ", the certificate of before stays" } else { "" };
                            say(format!("acme: no certificate of {name}: {message}; asked again in {} min{kept}", pause / 60));
                            pause
                        }
                    };
                }
            }
        }
        next = next.min(due);
    }
    Ok(next)
}

/// An order that ends with `badNonce` (RFC 8555, 6.5) is made again: the authority refused nonces several times in a row, not the order.
async fn order_patiently(settings: &Settings, store: &Store<'_>, names: &[String]) -> Result<(), String> {
    const TRIES: u32 = 5;
    for _ in 1..TRIES {
        match order(settings, store, names).await {
            Err(message) if message.contains("badNonce") => {}
            done => return done,
        }
    }
    order(settings, store, names).await
}

fn pause(failures: u32) -> i64 {
    (PAUSE << failures.saturating_sub(1).min(10)).min(LONGEST_PAUSE)
}

/// When a certificate is to be ordered, in Unix time.
fn due(store: &Store<'_>, names: &[String]) -> i64 {
    let Some(name) = names.first() else { return i64::MAX };
    let failures = store.failures(name);
    if failures.count == 0 {
        return renewal(store, names);
    }
    renewal(store, names).max(failures.last.saturating_add(pause(failures.count)))
}

/// The same without regard to failures.
fn renewal(store: &Store<'_>, names: &[String]) -> i64 {
    let Some(name) = names.first() else { return i64::MAX };
    store.validity(name).filter(|_| store.names(name) == names).map_or(0, |validity| validity.renewal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_make_it_wait() {
        assert_eq!([1, 2, 3, 30].map(pause), [300, 600, 1200, LONGEST_PAUSE]);
        let folder = std::env::temp_dir().join(format!("loxo-acme-due-{}", std::process::id()));
        let store = Store::open(&folder).expect("a folder");
        let names = vec!["a.example".to_string(), "b.example".to_string()];
        assert_eq!(due(&store, &names), 0, "there is none");
        store.set_failures("a.example", Failures { count: 2, last: 1000 });
        assert_eq!(due(&store, &names), 1600);
        store.set_failures("a.example", Failures { count: 1, last: i64::MAX });
        assert_eq!(due(&store, &names), i64::MAX);
        store.set_failures("a.example", Failures::default());
        let mut params = rcgen::CertificateParams::new(names.clone()).expect("names");
        params.not_before = rcgen::date_time_ymd(2026, 1, 1);
        params.not_after = params.not_before + Duration::from_secs(90 * 86400);
        let key = rcgen::KeyPair::generate().expect("a key");
        let pem = params.self_signed(&key).expect("a certificate").pem();
        store.set_certificate(&names, &key.serialize_pem(), &pem).expect("a file");
        assert_eq!(due(&store, &names), params.not_before.unix_timestamp() + 60 * 86400);
        assert_eq!(due(&store, &names[..1]), 0, "the names are others");
        let _ = std::fs::remove_dir_all(folder);
    }
}
