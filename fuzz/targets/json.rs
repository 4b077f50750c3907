//! `json_decode()`: `json_validate()` agrees with it, and what it gives can be written and read again.
#![no_main]

const PROGRAM: &str = r#"
$value = json_decode($data);
$error = json_last_error();
$fine = $error === JSON_ERROR_NONE;
// Names of properties are no matter of the syntax, and what follows a bad one is not read.
if (json_validate($data) !== $fine && $error !== JSON_ERROR_INVALID_PROPERTY_NAME) {
    exit(77);
}
foreach ([JSON_OBJECT_AS_ARRAY, JSON_BIGINT_AS_STRING, JSON_INVALID_UTF8_IGNORE, JSON_INVALID_UTF8_SUBSTITUTE] as $flags) {
    json_decode($data, null, 512, $flags);
    json_validate($data, 7, $flags & JSON_INVALID_UTF8_IGNORE);
    json_decode($data, null, 7, $flags);
}
$text = $fine ? json_encode($value, JSON_PRESERVE_ZERO_FRACTION) : false;
// Numbers that are too large are read as infinity, which cannot be written.
if ($text !== false) {
    json_encode(json_decode($text), JSON_PRESERVE_ZERO_FRACTION) === $text || exit(77);
    json_encode($value, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_FORCE_OBJECT);
}
"#;

libfuzzer_sys::fuzz_target!(|text: &[u8]| loxo_fuzz::run(PROGRAM, text));
