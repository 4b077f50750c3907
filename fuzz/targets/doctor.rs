//! What `loxo doctor` reads: tables of the system, configurations of php-fpm, pages of servers, reports, budgets.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| loxo_doctor::read_anything(&String::from_utf8_lossy(data)));
