//! Units as bytes: what the compiler makes of a program is the same when it was written and read; bytes that were changed, or that nobody wrote,
//! are refused or give what can be verified, written and read again.
#![no_main]

use loxo_bytecode::{Unit, stored, verify};
use loxo_compiler::{CompileOptions, NoBuiltins};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    loxo_fuzz::limit_stack();
    check(data);
    let Some((program, change)) = data.split_last_chunk::<4>() else { return };
    let Some(mut bytes) = compiled(program).and_then(|unit| written_and_read(&unit)) else { return };
    let [low, high, xor, keep] = *change;
    let at = usize::from(u16::from_le_bytes([low, high])) % bytes.len();
    bytes[at] ^= xor;
    bytes.truncate(if keep == 0 { at } else { bytes.len() });
    check(&bytes);
});

fn compiled(program: &[u8]) -> Option<Unit> {
    let arena = bumpalo::Bump::new();
    let parsed = loxo_syntax::parse(&arena, program, &loxo_syntax::ParseOptions::default()).ok()?;
    loxo_compiler::compile(&parsed, &CompileOptions::new(b"/fuzz.php", &NoBuiltins)).ok().map(|(unit, _)| unit)
}

/// The bytes of a unit.
fn written_and_read(unit: &Unit) -> Option<Vec<u8>> {
    let bytes = stored::write(unit)?;
    let read = stored::read(&bytes).expect("what was written can be read");
    assert_eq!(format!("{read:?}"), format!("{unit:?}"));
    Some(bytes)
}

fn check(bytes: &[u8]) {
    let Some(unit) = stored::read(bytes) else { return };
    let _ = verify::unit(&unit);
    written_and_read(&unit);
}
