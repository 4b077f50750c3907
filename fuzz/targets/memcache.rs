//! A memcached that says anything, in both protocols, and compressed values.
#![no_main]

use std::io::Write;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

use libfuzzer_sys::fuzz_target;
use loxo_memcached::{Client, Link, Store, fastlz};

fuzz_target!(|data: &[u8]| {
    let Some((choice, said)) = data.split_first() else { return };
    if choice & 0xf0 == 0xf0 {
        let packed = fastlz::compress(said);
        assert_eq!(fastlz::decompress(&packed, said.len()).unwrap_or_default(), said);
        let _ = fastlz::decompress(said, usize::from(*choice & 15) * 100);
        return;
    }
    let Ok((ours, mut theirs)) = UnixStream::pair() else { return };
    if theirs.write_all(said).is_err() || theirs.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let mut client = Client::over(Link::over(ours), choice & 1 == 1);
    match choice >> 1 & 7 {
        0 => {
            client.get(None, &[b"a", b"b"], true);
            while client.fetch().is_ok() {}
        }
        1 => {
            let _ = client.store(Store::Cas(1), None, b"a", b"v", 0, 0);
        }
        2 => {
            let _ = client.add_to(true, None, b"a", 1, Some((1, 1)));
        }
        3 => {
            let _ = client.stats(b"", |_, _, _, _| {});
        }
        4 => {
            let _ = client.versions();
        }
        5 => {
            let _ = client.keys(|_| {});
        }
        6 => {
            client.get(None, &[b"a"], false);
            client.delete(None, b"a", 0);
        }
        _ => {
            let _ = client.touch(None, b"a", 1);
        }
    }
});
