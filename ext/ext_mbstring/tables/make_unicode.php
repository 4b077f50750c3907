<?php
// Writes unicode.bin, what the extension knows of characters, by asking the reference; see src/unicode.rs for the layout.
ini_set('memory_limit', -1);
mb_internal_encoding('UTF-8');
mb_substitute_character(0x3F);

/** @return list<array{int, int, int}> first and last code point of each run of equal values that are not 0 */
function runs(callable $value): array
{
    $runs = [];
    for ($cp = 0; $cp < 0x110000; $cp++) {
        $v = $cp >= 0xD800 && $cp < 0xE000 ? 0 : $value($cp, mb_chr($cp));
        if (!$v) {
            continue;
        }
        $last = count($runs) - 1;
        if ($last >= 0 && $runs[$last][1] === $cp - 1 && $runs[$last][2] === $v) {
            $runs[$last][1] = $cp;
        } else {
            $runs[] = [$cp, $cp, $v];
        }
    }
    return $runs;
}

function write_runs(array $runs): string
{
    $out = pack('V', count($runs));
    foreach ($runs as [$first, $last, $value]) {
        $out .= pack('VVV', $first, $last, $value);
    }
    return $out;
}

// Of each case mapping the code points that change, with their images.
$out = '';
foreach ([MB_CASE_UPPER, MB_CASE_LOWER, MB_CASE_TITLE, MB_CASE_FOLD, MB_CASE_UPPER_SIMPLE, MB_CASE_LOWER_SIMPLE, MB_CASE_TITLE_SIMPLE, MB_CASE_FOLD_SIMPLE] as $mode) {
    $rows = '';
    $count = 0;
    for ($cp = 0; $cp < 0x110000; $cp++) {
        if ($cp >= 0xD800 && $cp < 0xE000) {
            continue;
        }
        $from = mb_chr($cp);
        $to = mb_convert_case($from, $mode);
        if ($to !== $from) {
            $codes = array_map(mb_ord(...), mb_str_split($to));
            $rows .= pack('V', $cp) . chr(count($codes)) . pack('V*', ...$codes);
            $count++;
        }
    }
    fprintf(STDERR, "mode %d: %d\n", $mode, $count);
    $out .= pack('V', $count) . $rows;
}
// Whether a letter behind it begins a word: 1 cased (none begins there), 2 case-ignorable (as if it were not there).
$out .= write_runs($runs = runs(function ($cp, $s) {
    if (mb_convert_case($s . 'A', MB_CASE_TITLE_SIMPLE) === mb_convert_case($s, MB_CASE_TITLE_SIMPLE) . 'a') {
        // Cased, or both; both are case-ignorable first.
        return mb_convert_case('1' . $s . 'A', MB_CASE_TITLE_SIMPLE) === '1' . mb_convert_case($s, MB_CASE_TITLE_SIMPLE) . 'a' ? 1 : 2;
    }
    return mb_convert_case('a' . $s . 'A', MB_CASE_TITLE_SIMPLE) === 'A' . $s . 'a' ? 2 : 0;
}));
fprintf(STDERR, "cased: %d\n", count($runs));
// Characters of double width.
$out .= write_runs($runs = runs(fn ($cp, $s) => mb_strwidth($s) === 2 ? 1 : 0));
fprintf(STDERR, "wide: %d\n", count($runs));
// Named entities.
$rows = '';
$count = 0;
for ($cp = 0x80; $cp < 0x10000; $cp++) {
    if ($cp >= 0xD800 && $cp < 0xE000) {
        continue;
    }
    $entity = @mb_convert_encoding(mb_chr($cp), 'HTML-ENTITIES', 'UTF-8');
    if ($entity[0] === '&' && $entity[1] !== '#') {
        $name = substr($entity, 1, -1);
        $rows .= pack('V', $cp) . chr(strlen($name)) . $name;
        $count++;
    }
}
fprintf(STDERR, "entities: %d\n", $count);
$out .= pack('V', $count) . $rows;
// Which code points are rare, for guesses: bytes of flags, lowest bit first.
file_put_contents(__DIR__ . '/unicode.bin', $packed = gzdeflate($out, 9));
fprintf(STDERR, "%d of %d bytes\n", strlen($packed), strlen($out));
