//! Small text formats: settings, sessions, addresses, forms, tables, entities, patterns of `sscanf()` and `unpack()`. The first line is
//! a pattern for those that have one.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
[$pattern, $text] = explode("\n", $data, 2) + [1 => $data];
foreach ([INI_SCANNER_NORMAL, INI_SCANNER_RAW, INI_SCANNER_TYPED] as $mode) {
    parse_ini_string($data, true, $mode);
}
parse_str($text, $form);
http_build_query($form);
mb_parse_str($text, $form);
foreach ([-1, PHP_URL_HOST, PHP_URL_QUERY] as $part) {
    parse_url($pattern, $part);
}
$row = str_getcsv($text, $pattern[0] ?? ',', $pattern[1] ?? '"', '');
str_getcsv($text, ',', '"', '\\');
foreach ([FILTER_VALIDATE_EMAIL, FILTER_VALIDATE_URL, FILTER_VALIDATE_IP, FILTER_VALIDATE_MAC, FILTER_VALIDATE_DOMAIN, FILTER_VALIDATE_INT,
    FILTER_VALIDATE_FLOAT, FILTER_SANITIZE_EMAIL, FILTER_SANITIZE_URL, FILTER_SANITIZE_NUMBER_FLOAT, FILTER_SANITIZE_FULL_SPECIAL_CHARS] as $filter) {
    filter_var($pattern, $filter, FILTER_FLAG_ALLOW_OCTAL | FILTER_FLAG_ALLOW_HEX | FILTER_FLAG_HOSTNAME | FILTER_FLAG_ALLOW_THOUSAND);
}
try {
    sscanf($text, $pattern);
} catch (ValueError) {
}
try {
    unpack($pattern, $text);
    unpack($pattern, $text, 3);
} catch (ValueError) {
}
try {
    strlen(sprintf($pattern, ...array_fill(0, 5, $text))) >= 0 || exit(77);
} catch (ValueError | ArgumentCountError) {
}
html_entity_decode($text, ENT_QUOTES | ENT_HTML5);
htmlspecialchars_decode(htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE), ENT_QUOTES);
strip_tags($text, '<a><b>');
nl2br($text);
stripcslashes($text);
quoted_printable_decode(quoted_printable_encode($data)) === $data || exit(77);
convert_uudecode($text);
base64_decode($text, true);
ip2long($pattern);
inet_pton($pattern);
get_meta_tags('data:,' . urlencode($text));
version_compare($pattern, '8.4.0');
similar_text(substr($text, 0, 100), substr($pattern, 0, 100));
fnmatch(strtr(substr($pattern, 0, 100), "\0", '0'), strtr(substr($text, 0, 100), "\0", '0'));
password_get_info($pattern);
hash_equals(crypt('a', '$1$' . substr($pattern, 0, 20)), $text);
ini_parse_quantity($pattern);
foreach (['php', 'php_binary', 'php_serialize'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    ini_set('session.use_cookies', '0');
    session_save_path(sys_get_temp_dir());
    session_id('fuzz' . getmypid());
    if (session_start(['cache_limiter' => ''])) {
        session_decode($data);
        session_encode();
        session_destroy();
    }
}
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
