//! Translations in the format of `.mo` files, and the expressions in them that choose plurals.
#![no_main]

use ext_gettext::catalogue::Catalogue;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(catalogue) = Catalogue::new(data.to_vec()) else { return };
    for original in [&b""[..], b"one", b"a", b"zz"] {
        let _ = catalogue.find(original);
    }
    for n in [0, 1, 2, 5, 11, 100, u64::MAX] {
        assert!(catalogue.plurals.form(n) < usize::MAX);
    }
});
