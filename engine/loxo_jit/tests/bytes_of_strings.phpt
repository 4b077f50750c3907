--TEST--
Bytes of strings are set in compiled functions
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "W:$m\n"; global $g; if (isset($GLOBALS['victim'])) { $GLOBALS['victim'] = [1]; } return true; });
function w($s, $i, $v) { try { $s[$i] = $v; } catch (\Error $e) { echo get_class($e), ':', $e->getMessage(), "\n"; } return $s; }
$subjects = ['abc', '', str_repeat('x', 3), [1,2,3], null, false, 'a'];
$idx = [0, 1, 2, 3, 5, -1, -4, '1', '01', 'x', 1.7, true, null, '2 '];
$vs = ['z', 'zz', '', 5, 1.5, null, true, [], "\0"];
for ($k = 0; $k < 8; $k++) { ob_start(); foreach ($subjects as $s) foreach ($idx as $i) foreach ($vs as $v) echo json_encode(w($s, $i, $v), JSON_PARTIAL_OUTPUT_ON_ERROR), "\n"; $o = ob_get_clean(); echo md5($o), "\n"; }
function shared() { $a = str_repeat('q', 5); $b = $a; for ($i = 0; $i < 5; $i++) { $a[$i] = chr(65 + $i); } return [$a, $b]; }
for ($k = 0; $k < 10; $k++) echo json_encode(shared()), "\n";
function keep() { $a = str_repeat('q', 5); $r = []; for ($i = 0; $i < 5; $i++) { $r[] = $a[$i] = 'xy'[$i & 1]; $r[] = ($a[$i] = 'k'); } return [$a, $r]; }
for ($k = 0; $k < 10; $k++) echo json_encode(keep()), "\n";
function hashed() { $a = str_repeat('k', 2); $m = ['kk' => 1, 'ak' => 2, 'ab' => 3]; $r = [$m[$a]]; $a[0] = 'a'; $r[] = $m[$a]; $a[1] = 'b'; $r[] = $m[$a]; return $r; }
for ($k = 0; $k < 10; $k++) echo json_encode(hashed()), "\n";
function byref(string &$s, int $n) { for ($i = 0; $i < $n; $i++) $s[$i] = chr(97 + $i); }
for ($k = 0; $k < 10; $k++) { $t = str_repeat('-', 4); byref($t, 4); echo $t, "\n"; }
class P { public string $s = 'init'; public $u = 'uuuu'; public array $rows = ['....', '....']; function go($i) { $this->s[$i] = 'X'; $this->u[$i] = 'Y'; $this->rows[$i & 1][$i] = '#'; $this->rows[0][1] = $this->u[0]; return $this; } }
for ($k = 0; $k < 10; $k++) { $p = new P; $q = clone $p; for ($i = 0; $i < 4; $i++) $p->go($i); echo json_encode([$p, $q]), "\n"; }
function grid($h, $w) { $g = []; for ($y = 0; $y < $h; $y++) $g[$y] = str_repeat('.', $w); $c = $g; for ($y = 0; $y < $h; $y++) for ($x = 0; $x < $w; $x++) if (($x ^ $y) & 1) $g[$y][$x] = '#'; return [$g, $c]; }
for ($k = 0; $k < 10; $k++) echo json_encode(grid(3, 5)), "\n";
function self() { $s = str_repeat('ab', 1); $s[0] = $s[1]; $t = substr('xyz', 1, 1); $t[0] = $t; $s[1] = $t; return $s . $t; }
for ($k = 0; $k < 10; $k++) echo self(), "\n";
function lit($n) { $s = 'literal'; for ($i = 0; $i < $n; $i++) { $s[$i] = 'L'; $s[-1] = '!'; } return $s; }
for ($k = 0; $k < 10; $k++) echo lit(3), "\n";
static fn () => 1;
function statics($c) { static $buf = '........'; static $at = 0; $buf[$at++ & 7] = $c; return $buf; }
for ($k = 0; $k < 20; $k++) echo statics(chr(65 + $k)), "\n";
function gen() { $s = str_repeat('.', 4); for ($i = 0; $i < 4; $i++) { $s[$i] = (string)$i; yield $s; } }
for ($k = 0; $k < 6; $k++) echo implode(',', iterator_to_array(gen())), "\n";
$victim = 'abcd';
function globals($i) { global $victim; $victim = 'abcd'; try { $victim[$i] = 'zz'; } catch (\Error $e) { echo $e->getMessage(), "\n"; } return $victim; }
for ($k = 0; $k < 6; $k++) echo json_encode(globals($k)), "\n";
function destr($n) { $o = ''; for ($i = 0; $i < $n; $i++) { $s = "n$i--"; $s[2] = new class { function __toString() { return 'T'; } }; $o .= $s; } return $o; }
for ($k = 0; $k < 6; $k++) echo destr(4), "\n";
--EXPECT--
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
643213fde2af9b0e9284e8f77bccbf89
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["ABCDE","qqqqq"]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
["kkkkk",["x","k","y","k","x","k","y","k","x","k"]]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
[1,2,3]
abcd
abcd
abcd
abcd
abcd
abcd
abcd
abcd
abcd
abcd
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[{"s":"XXXX","u":"YYYY","rows":["#Y#.",".#.#"]},{"s":"init","u":"uuuu","rows":["....","...."]}]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
[[".#.#.","#.#.#",".#.#."],[".....",".....","....."]]
byy
byy
byy
byy
byy
byy
byy
byy
byy
byy
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
LLLera!
A.......
AB......
ABC.....
ABCD....
ABCDE...
ABCDEF..
ABCDEFG.
ABCDEFGH
IBCDEFGH
IJCDEFGH
IJKDEFGH
IJKLEFGH
IJKLMFGH
IJKLMNGH
IJKLMNOH
IJKLMNOP
QJKLMNOP
QRKLMNOP
QRSLMNOP
QRSTMNOP
0...,01..,012.,0123
0...,01..,012.,0123
0...,01..,012.,0123
0...,01..,012.,0123
0...,01..,012.,0123
0...,01..,012.,0123
W:Only the first byte will be assigned to the string offset
[1]
W:Only the first byte will be assigned to the string offset
[1]
W:Only the first byte will be assigned to the string offset
[1]
W:Only the first byte will be assigned to the string offset
[1]
W:Only the first byte will be assigned to the string offset
[1]
W:Only the first byte will be assigned to the string offset
[1]
n0T-n1T-n2T-n3T-
n0T-n1T-n2T-n3T-
n0T-n1T-n2T-n3T-
n0T-n1T-n2T-n3T-
n0T-n1T-n2T-n3T-
n0T-n1T-n2T-n3T-
