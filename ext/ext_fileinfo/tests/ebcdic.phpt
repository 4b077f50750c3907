--TEST--
Texts in EBCDIC, and control characters of texts
--FILE--
<?php
foreach (["\xc1\x7f\x15\xc1", "\xc1\x7f\x25", "\xc1\x7f\x0d\xc1\x0d\x25", "\xc1\x7f\x41", "\xc1\x27\x7f\x16", "\xc1\x7f\xe1", "ab\x08c\x1b[0m\n"] as $text) {
    echo (new finfo)->buffer($text), ' | ', (new finfo(FILEINFO_MIME))->buffer($text), "\n";
}
--EXPECT--
EBCDIC text, with NEL line terminators | text/plain; charset=ebcdic
EBCDIC text | text/plain; charset=ebcdic
EBCDIC text, with CRLF, CR line terminators | text/plain; charset=ebcdic
International EBCDIC text, with no line terminators | text/plain; charset=ebcdic
EBCDIC text, with no line terminators, with escape sequences, with overstriking | text/plain; charset=ebcdic
data | application/octet-stream; charset=binary
ASCII text, with escape sequences, with overstriking | text/plain; charset=us-ascii
