//! Encodings of texts and of streams: mbstring, iconv, heads of mails, filters. The first byte says which.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
$encodings = mb_list_encodings();
$encoding = $encodings[ord($data[0] ?? 'a') % count($encodings)];
$text = substr($data, 1);
$plain = mb_convert_encoding($text, 'UTF-8', $encoding);
// Some of these are no encodings of characters, and halves of surrogate pairs are characters in UCS-2.
mb_check_encoding($plain, 'UTF-8') || preg_match('/^(BASE64|UUENCODE|HTML|Quoted|UCS)/', $encoding) || exit(77);
$back = mb_convert_encoding($plain, $encoding, 'UTF-8');
@mb_strlen($text, $encoding);
@mb_substr($text, 1, 5, $encoding);
@mb_strcut($text, 1, 5, $encoding);
@mb_strpos($text, 'a', 0, $encoding);
@mb_strtoupper($text, $encoding);
@mb_strimwidth($text, 0, 7, '.', $encoding);
@mb_decode_numericentity($text, [0, 0x10ffff, 0, 0x10ffff], $encoding);
@mb_convert_kana($text, 'KV', $encoding);
@mb_scrub($text, $encoding);
mb_detect_encoding($text, ['UTF-8', $encoding, 'SJIS', 'EUC-JP', 'JIS'], true);
mb_decode_mimeheader($text);
mb_decode_mimeheader(mb_encode_mimeheader($plain, 'UTF-8', 'Q'));
mb_encode_mimeheader($plain, 'ISO-2022-JP', 'B');
iconv_mime_decode($text, ICONV_MIME_DECODE_CONTINUE_ON_ERROR, 'UTF-8');
iconv_mime_decode_headers($text, ICONV_MIME_DECODE_STRICT, 'UTF-8');
iconv('ISO-2022-JP', 'UTF-8//IGNORE', $text);
iconv_substr($text, 1, 4, 'UTF-8');
utf8_decode($text);
foreach (['dechunk', 'convert.base64-decode', 'convert.quoted-printable-decode', 'convert.base64-encode', 'convert.quoted-printable-encode',
    'zlib.inflate', 'bzip2.decompress', 'convert.iconv.UTF-16/UTF-8', 'string.rot13'] as $filter) {
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $text);
    rewind($stream);
    if (stream_filter_append($stream, $filter, STREAM_FILTER_READ)) {
        for ($size = 1; !feof($stream) && $size < 1000; $size = $size * 2 + 1) {
            if (fread($stream, $size) === false) {
                break;
            }
        }
    }
    fclose($stream);
}
@gzdecode($text, 1 << 20);
@gzuncompress($text, 1 << 20);
@zlib_decode($text, 1 << 20);
@bzdecompress($text);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
