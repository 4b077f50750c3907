//! The stub of archives that were given none.

/// Longest name of a script in it.
pub(crate) const LONGEST: usize = 400;

/// A stub that runs one script of the archive on the command line, and another behind a web server. Without the extension it says what is
/// missing.
pub(crate) fn default_stub(index: &[u8], web_index: &[u8]) -> Vec<u8> {
    let quoted = |name: &[u8]| {
        let mut out = Vec::with_capacity(name.len());
        for &byte in name {
            if matches!(byte, b'\'' | b'\\') {
                out.push(b'\\');
            }
            out.push(byte);
        }
        out
    };
    let parts: [&[u8]; 5] = [
        b"<?php\n\nif (!class_exists('Phar', false)) {\n    fwrite(STDERR, \"This program is an archive, which needs PHP's phar extension.\\n\");\n    exit(1);\n}\n\nPhar::interceptFileFuncs();\nset_include_path('phar://' . __FILE__ . PATH_SEPARATOR . get_include_path());\nPhar::webPhar(null, '",
        &quoted(web_index),
        b"');\ninclude 'phar://' . __FILE__ . '/' . '",
        &quoted(index),
        b"';\n__HALT_COMPILER(); ?>\r\n",
    ];
    parts.concat()
}
