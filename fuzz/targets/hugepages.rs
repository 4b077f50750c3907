//! What is read for huge pages: mappings of a process, and symbols of a program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_hugepages::kernel::Kernel;
use loxo_hugepages::{functions, maps, table};

fuzz_target!(|data: &[u8]| {
    let mappings = maps::parse(&String::from_utf8_lossy(data));
    table(&mappings, &Kernel::default());
    assert!(functions(data).iter().all(|function| function.size > 0));
});
