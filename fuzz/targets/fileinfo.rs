//! `finfo`: all forms of an answer, for whole and cut data.
#![no_main]

const PROGRAM: &str = r#"
foreach ([FILEINFO_NONE, FILEINFO_MIME, FILEINFO_MIME_ENCODING, FILEINFO_EXTENSION, FILEINFO_APPLE] as $flags) {
    $finfo = new finfo($flags);
    $finfo->buffer($data) === false && exit(77);
    $finfo->buffer(substr($data, 0, intdiv(strlen($data), 2)));
}
"#;

libfuzzer_sys::fuzz_target!(|text: &[u8]| loxo_fuzz::run(PROGRAM, text));
