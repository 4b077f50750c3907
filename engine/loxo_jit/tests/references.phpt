--TEST--
Writes to references in compiled functions, and loops by reference
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class Typed { public int $count = 0; public ?string $text = 'a'; }
class Loud { public function __construct(public string $name) {} public function __destruct() { echo "~{$this->name} "; } }

function inc(int &$x, int $by) { $x += $by; return $x; }
function set(&$x, $value) { $x = $value; }
function constant_to(&$x) { $x = 7; $x = 'text'; $x = null; $x = [1]; $x = 2.5; $x = true; }
function steps(&$x) { return [$x++, ++$x, $x--, --$x, $y = ($x += 2), $x]; }
function join_to(string &$out, string $x) { $out .= $x; $out = $out . '!'; }
function counted() { static $n = 0; $n++; return $n; }
function shared() { global $total; $total = $total + 3; return $total; }
function doubled(array &$rows) { foreach ($rows as $key => &$row) { $row = $row * 2 + $key; } return $row; }
function product(&$to, $a, $b) { $to = $a * $b; }
function swap(&$a, &$b) { [$a, $b] = [$b, $a]; }
function alias($n) { $a = 1; $b = &$a; for ($i = 0; $i < $n; $i++) { $b = $a + $i; $a += 1; $b++; } return "$a $b"; }
function elements($n) { $list = [1, 2, 3]; $r = &$list[1]; for ($i = 0; $i < $n; $i++) { $r = $r + $list[1]; if ($r > 1000) { $r = 1; } } return implode(',', $list); }
function captured($n) { $sum = 0; $add = function ($x) use (&$sum) { $sum += $x; return $sum; }; for ($i = 0; $i < $n; $i++) { $add($i); } return $sum; }
function loud(&$x, $name) { $x = new Loud($name); echo "set $name "; $x = 1; echo "gone\n"; }
function itself(&$x) { $x = [$x, &$x]; return count($x); }

for ($round = 0; $round < 40; $round++) {
    $total = $n = $round;
    $out = "";
    inc($n, 5);
    join_to($out, "r$round");
    $rows = [$round, 2, 7 => 3.5];
    try { doubled($rows); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    product($made, $round, 1.5);
    product($whole, $round, 3);
    swap($made, $whole);
    constant_to($any);
    $last = [$n, $out, $rows, $made, $whole, $any, steps($n), counted(), shared(), $total];
}
echo json_encode($last), "\n", alias(50), "\n", elements(100), "\n", captured(100), "\n";

// Numbers that become others, and values of all kinds.
$x = PHP_INT_MAX - 20;
for ($i = 0; $i < 30; $i++) { inc2($x); }
function inc2(&$x) { $x++; }
var_dump($x);
$values = [1, 'one', 1.5, null, false, [1, 2], new Loud('a'), 2, new Loud('b'), 'two', 3];
for ($i = 0; $i < 33; $i++) { set($target, $values[$i % 11]); if ($i === 20) { $values[6] = $values[8] = 0; echo "dropped "; } }
echo json_encode($target), "\n";
for ($i = 0; $i < 20; $i++) { if ($i > 17) { loud($o, "o$i"); } else { set($o, $i); } }

// References that typed properties are bound to.
$typed = new Typed;
for ($i = 0; $i < 30; $i++) {
    if ($i > 25) { $r = &$typed->count; $s = &$typed->text; } else { unset($r, $s); $r = 0; $s = ''; }
    set($r, '12'); inc2($r); product($r, $i, 2); set($s, 5);
    try { set($r, 'no number'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    try { if ($i > 25) { product($r, $i, 1.25); } } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
var_dump($typed, $r, $s);
unset($r, $s);

// Loops by reference over arrays that change meanwhile.
function grows(array $a) { foreach ($a as $k => &$v) { $v++; if (count($a) < 8) { $a[] = $v; } } return $a; }
function shrinks(array $a) { foreach ($a as $k => &$v) { $v .= $k; if ($k === 'b') { unset($a['c']); } } unset($v); return $a; }
function twice(array $a) { foreach ($a as &$v) { foreach ($a as &$w) { $w += $v; } } return $a; }
function copied(array $a) { $seen = []; foreach ($a as &$v) { $copy = $a; $copy[0] = 'x'; $v = $v . '?'; $seen[] = implode($copy); } unset($v); return [$a, $seen]; }
function becomes($a) { foreach ($a as &$v) { if ($v === 2) { $a = 5; } } return $a; }
function kept(array $a) { foreach ($a as &$v) {} foreach ($a as $v) {} return $a; }
function objects(array $a) { foreach ($a as &$v) { $v = null; echo '. '; } echo "\n"; }
for ($i = 0; $i < 15; $i++) {
    $last = [grows([1, 2]), shrinks(['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4]), twice([1, 2, 3]), copied([1, 2]), becomes([1, 2, 3]), kept([1, 2, 3]), itself($last)];
}
echo json_encode(array_slice($last, 0, 6)), "\n";
objects([new Loud('x'), new Loud('y'), 1, new Loud('z')]);
foreach ($rows as $key => &$rows) { echo "$key "; }
var_dump($rows);
--EXPECT--
[44,"r39!",{"0":78,"1":5,"7":14},117,58.5,true,[44,46,46,44,46,46],40,42,42]
1326 1326
1,2,3
4950
float(9.223372036854776E+18)
~b ~a dropped 3
set o18 ~o18 gone
set o19 ~o19 gone
Cannot assign string to reference held by property Typed::$count of type int
[Implicit conversion from float 32.5 to int loses precision] Cannot assign string to reference held by property Typed::$count of type int
[Implicit conversion from float 33.75 to int loses precision] Cannot assign string to reference held by property Typed::$count of type int
Cannot assign string to reference held by property Typed::$count of type int
[Implicit conversion from float 36.25 to int loses precision] object(Typed)#2 (2) {
  ["count"]=>
  &int(36)
  ["text"]=>
  &string(1) "5"
}
int(36)
string(1) "5"
[foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, int given] [[2,3,3,4,4,5,5,6],{"a":"1a","b":"2b","d":"4d"},[19,21,26],[["x?","2?"],["x?2","x2?"]],5,[1,2,2]]
~x . ~y . . ~z . 
0 1 7 float(14)
