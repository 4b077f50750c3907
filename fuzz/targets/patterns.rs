//! Patterns that others may have written: regular expressions, messages, numbers, dates, SQL with placeholders, browsers. The first line is
//! the pattern.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
ini_set('pcre.backtrack_limit', '20000');
ini_set('mbstring.regex_retry_limit', '20000');
[$pattern, $text] = explode("\n", $data, 2) + [1 => $data];
foreach ([$pattern, "/$pattern/", "/$pattern/u", "{{$pattern}}xi"] as $one) {
    if (preg_match($one, '') === false) {
        continue;
    }
    preg_match($one, $text, $found, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
    foreach ($found as $group) {
        $group[0] === null || substr($text, $group[1], strlen($group[0])) === $group[0] || exit(77);
    }
    $count = preg_match_all($one, $text, $all);
    $parts = preg_split($one, $text);
    // A match of nothing at an end divides nothing.
    $count === false || $parts === false || count($parts) <= $count + 1 || exit(77);
    preg_replace($one, substr($text, 0, 40), $text);
    preg_replace_callback($one, fn ($found) => $found[0], $text) ?? $text;
    preg_grep($one, [$text, $pattern], PREG_GREP_INVERT);
}
preg_match('/^' . preg_quote($pattern, '/') . '$/D', $pattern) === 1 || exit(77);
try {
    mb_ereg($pattern, $text, $found);
    mb_ereg_replace($pattern, substr($text, 0, 40), $text);
    mb_split($pattern, $text);
} catch (ValueError) {
}
foreach (['en_US', 'de', 'ar'] as $locale) {
    if ($format = MessageFormatter::create($locale, $pattern)) {
        $format->format([1, 'b' => 'x', 1.5, $text]);
        $format->parse($text);
        $format->getPattern();
    }
    try {
        $number = new NumberFormatter($locale, NumberFormatter::PATTERN_DECIMAL, $pattern);
        $number->format(-1234.5);
        $number->parse($text);
    } catch (IntlException | ValueError) {
    }
    try {
        $date = new IntlDateFormatter($locale, IntlDateFormatter::FULL, IntlDateFormatter::FULL, 'Europe/Berlin', null, $pattern);
        $date->format(1700000000);
        $date->parse($text);
    } catch (IntlException | ValueError) {
    }
}
Locale::parseLocale($pattern);
Locale::acceptFromHttp($text);
idn_to_ascii($pattern);
idn_to_utf8($pattern);
$connection = new PDO('sqlite::memory:');
foreach ([[], ['a' => 1, 'b' => 'x'], [1, 2]] as $values) {
    try {
        $connection->quote($text);
        $statement = $connection->prepare("select $pattern");
        $statement->execute($values);
        $statement->fetchAll();
        ob_start();
        $statement->debugDumpParams();
        ob_end_clean();
    } catch (PDOException | ValueError) {
    }
}
glob('/nowhere/' . strtr($pattern, "\0", '0'), GLOB_BRACE);
number_format(1234.5678, 2, $pattern, $text);
vsprintf('%2$s', [1, $pattern]);
strtr($text, [$pattern => 'x', 'a' => $pattern] + ['' => '']);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
