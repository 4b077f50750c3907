//! A file that may be a profile: what is read can be looked at, exported, and is the same when it was saved and loaded.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_profile::formats::{Format, export, import};
use loxo_profile::{Profile, Tree, call_graph};

fuzz_target!(|data: &[u8]| {
    let Ok(profile) = import(data) else { return };
    assert_eq!(profile.check(), Ok(()));
    assert!(Profile::load(&export(&profile, Format::Loxo)).as_ref() == Ok(&profile));
    call_graph(&profile, &Tree::of(&profile, Some((1, 1000))));
    for (_, format) in Format::ALL {
        export(&profile, format);
    }
});
