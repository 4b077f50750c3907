//! The times in a certificate of any bytes: whatever comes of them can be computed with.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(validity) = loxo_acme::of_certificate(data) {
        assert!(validity.renewal() <= validity.to.max(validity.from));
    }
});
