<?php
// Prints facts.txt: what PHP makes of operators, casts, declared types and settings. `LOXO_BLESS=1 cargo test -p loxo_runtime` runs it
// with the reference.
error_reporting(E_ALL);
$notes = [];
set_error_handler(function ($level, $message) use (&$notes) {
    $names = [2 => 'Warning', 8 => 'Notice', 8192 => 'Deprecated'];
    $notes[] = ($names[$level] ?? $level) . ": $message";
    return true;
});

function show(mixed $v): string
{
    return match (true) {
        is_string($v) => "'" . addcslashes($v, "\0..\37\177..\377\\'") . "'",
        is_float($v) => 'float(' . (is_nan($v) ? 'NAN' : json_show($v)) . ')',
        is_array($v) => '[' . implode(', ', array_map(fn($k, $x) => show($k) . ' => ' . show($x), array_keys($v), $v)) . ']',
        is_object($v) => 'object',
        is_int($v) => (string) $v,
        default => strtolower(var_export($v, true)),
    };
}

function json_show(float $d): string
{
    ini_set('precision', '-1');
    $s = (string) $d;
    ini_set('precision', '14');
    return $s;
}

function outcome(callable $work): string
{
    global $notes;
    $notes = [];
    try {
        $result = show($work());
    } catch (Throwable $e) {
        $result = get_class($e) . '! ' . $e->getMessage();
    }
    return addcslashes(implode(' | ', [...$notes, $result]), "\0..\37");
}

function fact(string $kind, string ...$fields): void
{
    echo $kind, "\t", implode("\t", $fields), "\n";
}

$operands = ['null', 'false', 'true', '0', '7', '-3', '9223372036854775807', '1.5', '-0.0', 'NAN', '1e20', "''", "'abc'", "'12'", "' 3 '",
    "'5 x'", "'1e1'", "'-1.5'", '[]', '[1, 2]', '[2 => 5]', 'new stdClass'];
$binary = ['+', '-', '*', '/', '%', '**', '.', '&', '|', '^', '<<', '>>', '==', '===', '<', '<=', '<=>'];
// A selection keeps the table readable.
$pairs = array_diff($operands, ['false', '0', '-0.0', '1e20', "' 3 '", "'-1.5'", '[]', '[2 => 5]']);
foreach ($pairs as $l) {
    foreach ($pairs as $r) {
        foreach ($binary as $op) {
            fact($op, $l, $r, outcome(fn() => eval("\$l = $l; \$r = $r; return \$l $op \$r;")));
        }
    }
}
$more = ["'0'", "'00'", "'1.0'", "'1e400'", "'9223372036854775808'", "'-9223372036854775809'", "'0x1A'", "'.5'", "'1.'", "'a9'", "'Zz'", "'zZ9'", "'a-z'",
    "'az'", "'é'", '-9223372036854775807 - 1', '1e15', '123456789012345678.0', '0.1', '1e100', '-1.5e-10', '[[1]]', "'5e'", "\"5\\0\""];
foreach ([...$operands, ...$more] as $v) {
    foreach (['(int)', '(float)', '(string)', '(bool)', '(array)', '-', '+', '~', '!'] as $op) {
        fact($op, $v, outcome(fn() => eval("\$v = $v; return $op \$v;")));
    }
    fact('++', $v, outcome(function () use ($v) { eval("\$x = $v;"); $x++; return $x; }));
    fact('--', $v, outcome(function () use ($v) { eval("\$x = $v;"); $x--; return $x; }));
    fact('key', $v, outcome(fn() => eval("\$k = $v; return array_key_first([\$k => 1]);")));
}
$types = ['int', 'float', 'string', 'bool', '?int', 'int|float', 'int|string', 'float|string', 'int|bool', 'false|string', 'array', 'iterable', 'mixed',
    'object', 'stdClass', 'null|array|bool'];
foreach ($types as $type) {
    $f = eval("return function ($type \$x) { return \$x; };");
    foreach ([...$operands, "'1.5'", "'9223372036854775808'"] as $v) {
        $value = eval("return $v;");
        $result = outcome(fn() => $f($value));
        fact('weak', $type, $v, preg_replace('/TypeError! .*/', 'no', $result));
    }
}
$natural = ['', 'a', 'A', 'a1', 'a01', 'a10', 'a2', 'img12.png', 'img10.png', 'IMG2.png', '1.5', '1.05', '0001', '1', 'a 1', 'x-1', '10', ' 9'];
foreach ($natural as $a) {
    foreach ($natural as $b) {
        fact('nat', show($a), show($b), (string) strnatcmp($a, $b));
        fact('natcase', show($a), show($b), (string) strnatcasecmp($a, $b));
    }
}
$quantities = ['', '0', '128M', '1G', '-1', '1 k', '1kb', '1.5M', 'abc', '0x1F', '0x', '0b11', '0o17', '017', '0z', '8q', ' 12 ', '9223372036854775808',
    '9223372036854775807K', '-9223372036854775808', '99999999999999999999', '0K', '+5', '- 5', '1 2K', '08'];
foreach ($quantities as $q) {
    $value = outcome(fn() => ini_parse_quantity($q));
    fact('quantity', show($q), $value);
}
$inis = ["a = b  ", "a = 'x", "a = x'y'z", "a=\"x\" y", "a = 1 | 2", "a = ~1", "a = !1", "a=(1|4)&5", "a = E_ALL & ~E_NOTICE", "a[]=1\na[]=2\na[k]=3",
    "[s]\nx=1", "[s", "a = on", "a=null", "a= none", "a", "= b", "a = b = c", "a=\${NO_SUCH:-dflt}", "a = -5", "a=-5.5", "a=5.5", "a=5 5",
    "a = \"l\\n\\\"q\\\\\"", "a = x;c", "a = \"x;c\"", "; c\na=1", "# c\na=1", "a.b=1", "1=2", "a=0x1A", "a= \$x", "a={b}", "null=1", "a=b!c",
    "a=true story", "a[=1", "a(b)=1", "a=\"unterminated", "a=\n b=2", "[x]y=1", "a=1\r\nb=2", "a=\"x\ny\"", "a = ", "a =", "[a b]\n[\"q\"]\nz=1",
    "a['k']=1", "a[PHP_INT_SIZE]=1", "a=PHP_INT_SIZE", "a=1 2 3 ; x", "a= x \"y\" z", "a=C:\\x", "a='it''s'", "a = 12345678901234567890", "a=010",
    "a=1e5", "a=.5", "a=5.", "a=\"a\\\\b\"", "x=\"c:\\dir\\\"\ny=1", "a = yes ", "a=NO", "on=1", "a = \"\${NO_SUCH}\"", "a[x y]=1", "a[\"x\"]=2", "[ x ]\na=1",
    "a=1&3|8", "a=^1", "a=(1", "a='q' r", "\xef\xbb\xbfa=1", "a=b\\nc", "a=\"x\" \"y\"", "a = off|1", "a=5\tb", "a=@b", "a=b:c", "a=<b>", "a=%d", "a=x,y"];
foreach ($inis as $text) {
    foreach ([INI_SCANNER_NORMAL, INI_SCANNER_RAW, INI_SCANNER_TYPED] as $mode) {
        $result = outcome(fn() => parse_ini_string($text, true, $mode));
        fact('ini', (string) $mode, show($text), $result);
    }
}
