--TEST--
Compiled code reads and writes elements of builtin objects: destructors, handlers that replace the object, exceptions
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { global $log, $fx; $log .= "d$this->n "; } }
function run($n) { global $log, $fx; $log = ''; $f = new SplFixedArray(4); for ($i = 0; $i < $n; $i++) { $f[$i % 4] = new D($i); $log .= "|"; $x = $f[$i % 4]; $k = $i; $r = &$k; $y = $f[$r % 4] ?? null; unset($r); $f[$k % 4]->n .= 'm'; } unset($x, $y); $log .= 'U'; [$a, $b] = $f; $f[0] = null; unset($a); $log .= 'V'; return $log . count($f); }
for ($i = 0; $i < 14; $i++) echo run($i), "\n";
class K { function __construct(public $s) {} function __toString() { global $t; $t = null; return $this->s; } }
function run2($n) { global $t; $o = ''; for ($i = 0; $i < $n; $i++) { $t = new ArrayObject(["k" => 1, 0 => 'z']); try { $o .= $t["k"]; $o .= @$t["nope$i"] . '.'; } catch (Throwable $e) { $o .= $e->getMessage(); } $g = $t; $ref = &$g["k"]; $ref = 5; $o .= $t["k"]; unset($ref); foreach ([1, 2] as $t['it']) ; $o .= $t['it']; $t['a']['b'] = $i; $o .= json_encode($t['a']); $t[] = $i; $o .= count($t); } return $o; }
for ($i = 0; $i < 8; $i++) echo run2($i), "\n";
set_error_handler(function ($no, $m) { $GLOBALS['fx'] = null; throw new ErrorException($m); });
function run3($n) { global $fx; $o = ''; for ($i = 0; $i < $n; $i++) { $fx = new ArrayObject([1]); try { $o .= $fx["u$i"]; } catch (ErrorException $e) { $o .= $e->getMessage() . (isset($fx) ? 1 : 0); } $fx = new SplFixedArray(2); try { $fx[5] = new D($i); } catch (RuntimeException $e) { $o .= $e->getMessage(); } try { $o .= $undef[$fx]; } catch (Throwable $e) { $o .= $e->getMessage(); } try { $fx = new SplFixedArray(2); $fx[0] = $undef2; } catch (Throwable $e) { $o .= $e->getMessage(); } } return $o; }
for ($i = 0; $i < 8; $i++) echo run3($i), "\n";
function run4($n) { $o = new SplObjectStorage; $a = []; for ($i = 0; $i < $n; $i++) { $k = new D("k$i"); $o[$k] = $i; if ($i % 3 == 0) unset($o[$k]); $a[] = $i; $s = $o[$k] ?? null; $a[] = $s; } unset($k); $GLOBALS['log'] .= 'X'; return json_encode($a) . count($o); }
for ($i = 0; $i < 8; $i++) { $log = ''; echo run4($i), $log, "\n"; }
function run5($q) { $s = 0; for ($i = 0; $i < 10; $i++) { $q[] = $i; $s += count($q); $s += $q[0]; } return $s; }
for ($i = 0; $i < 8; $i++) echo run5(new SplQueue), run5([]), run5(new ArrayObject), "\n";
function run6($c) { try { return count($c); } catch (TypeError $e) { return $e->getMessage(); } }
class Cnt implements Countable { function count(): int { return 7; } } class ThrowCnt implements Countable { function count(): int { throw new Exception("no"); } }
for ($i = 0; $i < 8; $i++) { foreach ([[1], new Cnt, new ArrayObject([1, 2]), new SplQueue, 5, null, "s", new SplFixedArray(3), new SplObjectStorage, new SplMinHeap] as $c) echo run6($c), ' '; try { run6(new ThrowCnt); } catch (Exception $e) { echo $e->getMessage(), "\n"; } }
--EXPECT--
UV4
|Ud0m V4
||Ud0m V4
|||Ud0m V4
||||Ud0m V4
||||d0m |Ud4m V4
||||d0m |d1m |Ud4m V4
||||d0m |d1m |d2m |Ud4m V4
||||d0m |d1m |d2m |d3m |Ud4m V4
||||d0m |d1m |d2m |d3m |d4m |Ud8m V4
||||d0m |d1m |d2m |d3m |d4m |d5m |Ud8m V4
||||d0m |d1m |d2m |d3m |d4m |d5m |d6m |Ud8m V4
||||d0m |d1m |d2m |d3m |d4m |d5m |d6m |d7m |Ud8m V4
||||d0m |d1m |d2m |d3m |d4m |d5m |d6m |d7m |d8m |Ud12m V4

1.52{"b":0}5
1.52{"b":0}51.52{"b":1}5
1.52{"b":0}51.52{"b":1}51.52{"b":2}5
1.52{"b":0}51.52{"b":1}51.52{"b":2}51.52{"b":3}5
1.52{"b":0}51.52{"b":1}51.52{"b":2}51.52{"b":3}51.52{"b":4}5
1.52{"b":0}51.52{"b":1}51.52{"b":2}51.52{"b":3}51.52{"b":4}51.52{"b":5}5
1.52{"b":0}51.52{"b":1}51.52{"b":2}51.52{"b":3}51.52{"b":4}51.52{"b":5}51.52{"b":6}5

Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u2"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u2"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u3"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u2"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u3"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u4"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u2"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u3"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u4"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u5"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
Undefined array key "u0"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u1"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u2"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u3"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u4"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u5"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2Undefined array key "u6"0Index invalid or out of rangeUndefined variable $undefUndefined variable $undef2
[]0X
[0,null]0dk0 X
[0,null,1,1]1dk0 Xdk1 
[0,null,1,1,2,2]2dk0 Xdk1 dk2 
[0,null,1,1,2,2,3,null]2dk0 dk3 Xdk1 dk2 
[0,null,1,1,2,2,3,null,4,4]3dk0 dk3 Xdk1 dk2 dk4 
[0,null,1,1,2,2,3,null,4,4,5,5]4dk0 dk3 Xdk1 dk2 dk4 dk5 
[0,null,1,1,2,2,3,null,4,4,5,5,6,null]4dk0 dk3 dk6 Xdk1 dk2 dk4 dk5 
555555
555555
555555
555555
555555
555555
555555
555555
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
1 7 2 0 count(): Argument #1 ($value) must be of type Countable|array, int given count(): Argument #1 ($value) must be of type Countable|array, null given count(): Argument #1 ($value) must be of type Countable|array, string given 3 0 0 no
