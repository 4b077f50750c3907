//! PHP's hash extension: digests, checksums, keyed digests and keys made of passwords.
//!
//! Every algorithm is an [`algorithm::Hash`] with the state that PHP's has, since serialized contexts show it. The inner loops of the SHA
//! family and of Keccak come from crates that use the processor's instructions; the rest is here.
#![forbid(unsafe_code)]

mod algorithm;
mod blocks;
mod checksum;
mod context;
mod fields;
pub mod generated;
mod gost;
mod hash;
mod haval;
mod hmac;
mod md;
mod mhash;
mod murmur;
mod ripemd;
mod sha;
mod sha3;
mod snefru;
mod snefru_tables;
mod tiger;
mod tiger_tables;
mod whirlpool;
mod xxhash;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "hash",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| {
        let engines: String = algorithm::ALL.iter().flat_map(|row| [row.name, " "]).collect();
        vec![
            ("hash support".into(), "enabled".into()),
            ("Hashing Engines".into(), engines),
            (String::new(), String::new()),
            ("MHASH support".into(), "Enabled".into()),
            ("MHASH API Version".into(), "Emulated Support".into()),
        ]
    }),
};
