--TEST--
Elements under strings that are keys of the array themselves, have their bytes, or mean ints
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class Noted {
    public function __construct(public int $n) {}
    public function __destruct() { echo "D{$this->n} "; }
}
function read(array $h, $key) { return [$h[$key], isset($h[$key]), $h[$key] ?? 'none']; }
function write(array $h, $key, $value) { $h[$key] = $value; $h[$key] = $value; return $h; }
function change(array $h, $key) { if (is_string($h[$key])) { return $key; } $h[$key]++; $h[$key] += 2; return $h; }
function nested(array $h, $key, $inner) { $h[$key] = []; $h[$key][$inner] = 5; $h[$key][$inner]++; return $h; }
function itself(array $h, $key) { $h[$key] = $h; return count($h[$key]); }
function objects(array $h, $key) { $h[$key] = new Noted(1); $h[$key] = new Noted(2); $h[$key] = 3; return $h; }
function bound(array $h, $key) { $r = &$h[$key]; $r = 9; $h[$key] = 10; return [$r, $h[$key]]; }

$keys = ['a', 'abc', 'a key of more bytes than a word', '1', '-5', '01', '', 'k1', 'k10', "\0", 5, -5, true];
$plain = [];
foreach ($keys as $i => $key) {
    $plain[$key] = $i;
}
$referring = $plain;
$r = &$referring['a'];
$s = &$referring['k1'];
$packed = [1, 2, 3, 4, 5, 6, 7];
$results = [];
for ($round = 0; $round < 3; $round++) {
    foreach ([$plain, $referring] as $h) {
        foreach ($keys as $key) {
            // One string is the key itself, the other has its bytes.
            foreach ([$key, is_string($key) ? substr("x$key", 1) : $key] as $same) {
                $results[] = [read($h, $same), write($h, $same, 7), write($h, $same, "s$round"), change($h, $same)];
                $results[] = [nested($h, $same, 'z'), itself($h, $same), objects($h, $same), bound($h, $same)];
            }
        }
        foreach (['nope', '99', 'k2', "a\0"] as $key) {
            $results[] = [isset($h[$key]), @read($h, $key), @change($h, $key), isset($packed[$key]), write($packed, $key, 1)];
        }
    }
}
echo "\n", count($results), ' ', md5(serialize($results)), "\n";

// Chains of several keys, and holes in them.
$many = [];
for ($i = 0; $i < 500; $i++) {
    $many['key_' . $i * 7919 % 500] = $i;
}
function walk(array $many, array $keys) {
    $sum = 0;
    foreach ($keys as $key) {
        $sum += $many[$key] ?? 1000;
        if (isset($many[$key])) {
            $many[$key] = $sum & 255;
            $many[$key]++;
            $sum ^= $many[$key];
        }
    }
    return $sum;
}
$keys = array_keys($many);
echo walk($many, $keys), ' ';
for ($i = 0; $i < 500; $i += 2) {
    unset($many["key_$i"]);
}
echo walk($many, $keys), ' ', walk($many, array_keys($many)), "\n";
foreach (['text', null, 5] as $base) {
    try {
        $copy = $base;
        $copy['0'] = 'v';
        var_dump(@$base['0'], isset($base['a']), $copy);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 D1 D2 
336 e8d9023fad1a2251388a04020f2d8dbc
65281 281601 31489
string(1) "t"
bool(false)
string(4) "vext"
NULL
bool(false)
array(1) {
  [0]=>
  string(1) "v"
}
Cannot use a scalar value as an array
