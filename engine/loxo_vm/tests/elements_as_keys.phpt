--TEST--
What an element holds is the key of another one
--FILE--
<?php
// $a[$b[$c]]: what is read is the key
class AA implements ArrayAccess { function offsetExists($o): bool { echo "E$o "; return true; } function offsetGet($o): mixed { echo "G$o "; return $o; } function offsetSet($o, $v): void {} function offsetUnset($o): void {} }
class D { function __destruct() { echo "D "; } function __toString() { return 'one'; } }
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function get($a, $k, $i) { return $a[$k[$i]]; }
function isget($a, $k, $i) { return isset($a[$k[$i]]); }
function coal($a, $k, $i) { return $a[$k[$i]] ?? 'none'; }
function nested($a, $k, $i) { return $a[$k[$i]]['x'] ?? $a[$k[$i]]; }
function sum($a, $k) { $s = 0; foreach ($k as $i => $_) { $s += $a[$k[$i]]; } return $s; }
function prop($a, $o) { return $a[$o->key]; }
function row($a, $r) { return $a[$r['id']]; }
function deep($a, $b, $c, $i) { return $a[$b[$c[$i]]]; }
function emp($a, $k, $i) { return empty($a[$k[$i]]); }
$a = ['one' => 1, 'two' => 2.5, 3 => 'three', 'null' => null, '' => 'empty', 1 => true, 'arr' => ['x' => 'in']];
$keys = ['one', 'two', 3, '3', 'missing', null, 3.0, 3.7, true, false, 'null', '', 'arr', 99, [], new D];
for ($r = 0; $r < 8; $r++) {
    ob_start();
    foreach ($keys as $i => $_) {
        foreach (['get', 'isget', 'coal', 'nested', 'emp'] as $f) {
            try { echo $f, ' ', json_encode($f($a, $keys, $i)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
        }
        try { echo json_encode(row($a, ['id' => $keys[$i]])), json_encode(prop($a, (object)['key' => $keys[$i]])), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    foreach ([99, 'x', null] as $i) foreach (['get', 'isget', 'coal', 'nested', 'emp'] as $f) { try { echo $f, ' ', json_encode($f($a, $keys, $i)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
    foreach ([new AA, 'string', null, 5, 1.5, true] as $x) { foreach (['get', 'isget', 'coal', 'emp'] as $f) { foreach ([0, 2, 4] as $i) { try { echo $f, ' ', json_encode($f($x, $keys, $i)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } try { echo $f, ' ', json_encode($f($a, $x, $i)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } } } }
    echo json_encode([deep($a, $keys, [0, 1, 2, 9], 1), deep($a, ['q' => 'one'], ['z' => 'q'], 'z')]), "\n";
    echo sum($a, ['one', 'one', 'two']), "\n";
    try { echo sum($a, ['one', 3, 'arr', 'null']), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    $o = ob_get_clean();
    if ($r == 0) { $first = $o; echo $o; } elseif ($o !== $first) { echo "DIFFERS $r\n"; }
}
--EXPECT--
get 1
isget true
coal 1
nested 1
emp false
11
get 2.5
isget true
coal 2.5
nested 2.5
emp false
2.52.5
get "three"
isget true
coal "three"
nested "three"
emp false
"three""three"
get "three"
isget true
coal "three"
nested "three"
emp false
"three""three"
get [Undefined array key "missing"] null
isget false
coal "none"
nested [Undefined array key "missing"] null
emp true
[Undefined array key "missing"] null[Undefined array key "missing"] null
get "empty"
isget true
coal "empty"
nested "empty"
emp false
"empty""empty"
get "three"
isget true
coal "three"
nested "three"
emp false
"three""three"
get [Implicit conversion from float 3.7 to int loses precision] "three"
isget [Implicit conversion from float 3.7 to int loses precision] true
coal [Implicit conversion from float 3.7 to int loses precision] "three"
nested [Implicit conversion from float 3.7 to int loses precision] [Implicit conversion from float 3.7 to int loses precision] "three"
emp [Implicit conversion from float 3.7 to int loses precision] false
[Implicit conversion from float 3.7 to int loses precision] "three"[Implicit conversion from float 3.7 to int loses precision] "three"
get true
isget true
coal true
nested true
emp false
truetrue
get [Undefined array key 0] null
isget false
coal "none"
nested [Undefined array key 0] null
emp true
[Undefined array key 0] null[Undefined array key 0] null
get null
isget false
coal "none"
nested null
emp true
nullnull
get "empty"
isget true
coal "empty"
nested "empty"
emp false
"empty""empty"
get {"x":"in"}
isget true
coal {"x":"in"}
nested "in"
emp false
{"x":"in"}{"x":"in"}
get [Undefined array key 99] null
isget false
coal "none"
nested [Undefined array key 99] null
emp true
[Undefined array key 99] null[Undefined array key 99] null
get TypeError: Cannot access offset of type array on array
isget TypeError: Cannot access offset of type array in isset or empty
coal TypeError: Cannot access offset of type array on array
nested TypeError: Cannot access offset of type array on array
emp TypeError: Cannot access offset of type array in isset or empty
TypeError: Cannot access offset of type array on array
get TypeError: Cannot access offset of type D on array
isget TypeError: Cannot access offset of type D in isset or empty
coal TypeError: Cannot access offset of type D on array
nested TypeError: Cannot access offset of type D on array
emp TypeError: Cannot access offset of type D in isset or empty
TypeError: Cannot access offset of type D on array
get [Undefined array key 99] "empty"
isget [Undefined array key 99] true
coal [Undefined array key 99] "empty"
nested [Undefined array key 99] [Undefined array key 99] "empty"
emp [Undefined array key 99] false
get [Undefined array key "x"] "empty"
isget [Undefined array key "x"] true
coal [Undefined array key "x"] "empty"
nested [Undefined array key "x"] [Undefined array key "x"] "empty"
emp [Undefined array key "x"] false
get [Undefined array key ""] "empty"
isget [Undefined array key ""] true
coal [Undefined array key ""] "empty"
nested [Undefined array key ""] [Undefined array key ""] "empty"
emp [Undefined array key ""] false
get Gone "one"
get G0 [Undefined array key 0] null
get G3 3
get G2 [Undefined array key 2] null
get Gmissing "missing"
get G4 [Undefined array key 4] null
isget Eone true
isget G0 false
isget E3 true
isget G2 false
isget Emissing true
isget G4 false
coal Eone Gone "one"
coal G0 "none"
coal E3 G3 3
coal G2 "none"
coal Emissing Gmissing "missing"
coal G4 "none"
emp Eone Gone false
emp G0 true
emp E3 G3 false
emp G2 true
emp Emissing Gmissing false
emp G4 true
get TypeError: Cannot access offset of type string on string
get [Undefined array key "s"] null
get "i"
get [Undefined array key "r"] null
get TypeError: Cannot access offset of type string on string
get [Undefined array key "n"] null
isget false
isget false
isget true
isget false
isget false
isget false
coal "none"
coal "none"
coal "i"
coal "none"
coal "none"
coal "none"
emp true
emp true
emp false
emp true
emp true
emp true
get [Trying to access array offset on null] null
get [Trying to access array offset on null] "empty"
get [Trying to access array offset on null] null
get [Trying to access array offset on null] "empty"
get [Trying to access array offset on null] null
get [Trying to access array offset on null] "empty"
isget false
isget [Trying to access array offset on null] true
isget false
isget [Trying to access array offset on null] true
isget false
isget [Trying to access array offset on null] true
coal "none"
coal [Trying to access array offset on null] "empty"
coal "none"
coal [Trying to access array offset on null] "empty"
coal "none"
coal [Trying to access array offset on null] "empty"
emp true
emp [Trying to access array offset on null] false
emp true
emp [Trying to access array offset on null] false
emp true
emp [Trying to access array offset on null] false
get [Trying to access array offset on int] null
get [Trying to access array offset on int] "empty"
get [Trying to access array offset on int] null
get [Trying to access array offset on int] "empty"
get [Trying to access array offset on int] null
get [Trying to access array offset on int] "empty"
isget false
isget [Trying to access array offset on int] true
isget false
isget [Trying to access array offset on int] true
isget false
isget [Trying to access array offset on int] true
coal "none"
coal [Trying to access array offset on int] "empty"
coal "none"
coal [Trying to access array offset on int] "empty"
coal "none"
coal [Trying to access array offset on int] "empty"
emp true
emp [Trying to access array offset on int] false
emp true
emp [Trying to access array offset on int] false
emp true
emp [Trying to access array offset on int] false
get [Trying to access array offset on float] null
get [Trying to access array offset on float] "empty"
get [Trying to access array offset on float] null
get [Trying to access array offset on float] "empty"
get [Trying to access array offset on float] null
get [Trying to access array offset on float] "empty"
isget false
isget [Trying to access array offset on float] true
isget false
isget [Trying to access array offset on float] true
isget false
isget [Trying to access array offset on float] true
coal "none"
coal [Trying to access array offset on float] "empty"
coal "none"
coal [Trying to access array offset on float] "empty"
coal "none"
coal [Trying to access array offset on float] "empty"
emp true
emp [Trying to access array offset on float] false
emp true
emp [Trying to access array offset on float] false
emp true
emp [Trying to access array offset on float] false
get [Trying to access array offset on true] null
get [Trying to access array offset on true] "empty"
get [Trying to access array offset on true] null
get [Trying to access array offset on true] "empty"
get [Trying to access array offset on true] null
get [Trying to access array offset on true] "empty"
isget false
isget [Trying to access array offset on true] true
isget false
isget [Trying to access array offset on true] true
isget false
isget [Trying to access array offset on true] true
coal "none"
coal [Trying to access array offset on true] "empty"
coal "none"
coal [Trying to access array offset on true] "empty"
coal "none"
coal [Trying to access array offset on true] "empty"
emp true
emp [Trying to access array offset on true] false
emp true
emp [Trying to access array offset on true] false
emp true
emp [Trying to access array offset on true] false
[2.5,1]
4.5
TypeError: Unsupported operand types: int + string
D 