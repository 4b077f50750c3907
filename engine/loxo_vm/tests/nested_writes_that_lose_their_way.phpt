--TEST--
Handlers that take away what a nested write goes through: behind references in arrays, in static and in undeclared properties, among globals
--FILE--
<?php
class S { public static $s = []; }
function run($name, $f) { set_error_handler(function () use ($name) { $GLOBALS['zap'](); return true; }); try { $f(); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } restore_error_handler(); echo "$name ok\n"; }
$mk = fn() => [[str_repeat('a', 40) => [[1, 2, 3], str_repeat('x', 100)]]];
for ($i = 0; $i < 3; $i++) {
run('ref in array', function () use ($mk) { global $x, $zap; $x = $mk(); $a = ['r' => &$x]; $zap = function () { $GLOBALS['x'] = null; $g = []; for ($k = 0; $k < 50; $k++) $g[] = [[[$k]], str_repeat('y', 100)]; $GLOBALS['keep'] = $g; }; $a['r'][0][$undef][] = 1; });
run('ref deep', function () use ($mk) { global $x, $zap; $x = $mk(); $a = [[['r' => &$x]]]; $zap = function () { $GLOBALS['x'] = [1]; $GLOBALS['keep'] = array_fill(0, 100, [1]); }; $a[0][0]['r'][0][$undef][$undef2] = str_repeat('z', 10); });
run('static', function () use ($mk) { global $zap; S::$s = $mk(); $zap = function () { S::$s = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; S::$s[0][$undef][] = 1; });
run('dynamic prop', function () use ($mk) { global $zap, $o; $o = new stdClass; $o->d = $mk(); $zap = function () { unset($GLOBALS['o']->d); $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; $o->d[0][$undef][] = 1; });
run('dynamic prop2', function () use ($mk) { global $zap, $o; $o = new stdClass; $o->d = $mk(); $zap = function () { $GLOBALS['o']->d = 5; $GLOBALS['o'] = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; $o->d[0][$undef]['k']['l'] = [1]; });
run('op', function () use ($mk) { global $x, $zap; $x = $mk(); $a = ['r' => &$x]; $zap = function () { $GLOBALS['x'] = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; $a['r'][0][$undef] .= 'abc'; });
run('static op', function () use ($mk) { global $zap; S::$s = $mk(); $zap = function () { S::$s = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; S::$s[0]['no']['nope'] .= 'x'; S::$s = [[]]; S::$s[0]['zz'] += 1; });
run('inc', function () use ($mk) { global $x, $zap; $x = $mk(); $a = ['r' => &$x]; $zap = function () { $GLOBALS['x'] = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; $a['r'][0]['no']++; });
run('unset', function () use ($mk) { global $x, $zap; $x = $mk(); $a = ['r' => &$x]; $zap = function () { $GLOBALS['x'] = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; unset($a['r'][0][$undef][3]); });
run('ref bind', function () use ($mk) { global $x, $zap; $x = $mk(); $a = ['r' => &$x]; $zap = function () { $GLOBALS['x'] = null; $GLOBALS['keep'] = array_fill(0, 100, [[1]]); }; $q = &$a['r'][0][$undef][2]; $q = 5; });
}

class Text { function __construct(public $f) {} function __toString() { ($this->f)(); return 'text'; } }
set_error_handler(function ($no, $message) { if (isset($GLOBALS['zap'])) ($GLOBALS['zap'])(); return true; });
// A reference that the operand's conversion unbinds everywhere.
$x = str_repeat('abc', 20);
$y = &$x;
$x .= new Text(function () { unset($GLOBALS['x'], $GLOBALS['y']); $GLOBALS['k'] = str_repeat('zzz', 20); });
$zap = null;
// Arrays that hold themselves.
$b = [[0]];
$b[0][0] = &$b;
$r = ($b[0][0] = 7);
var_dump($r);
$b = [[0]];
$b[0][0] = &$b;
$r = ($b[0][0] .= 'x');
var_dump($r);
$o = new stdClass;
$o->p = [[1]];
$o->p[0][0] = &$o->p;
$r = ($o->p[0][0] = 8);
var_dump($r);
// Global variables that the file does not name.
function among_globals() {
    global $zap;
    $GLOBALS['dd'] = [[1]];
    $zap = function () { for ($i = 0; $i < 100; $i++) $GLOBALS["v$i"] = [$i]; unset($GLOBALS['dd']); };
    $GLOBALS['dd'][0][$undef][] = 1;
    $n = 'dd';
    $GLOBALS['dd'] = [[1]];
    $GLOBALS[$n][0]['u'] .= new Text($zap);
    $zap = null;
    $GLOBALS['ee']['a'] = 1;
    $n = 'ee';
    $GLOBALS[$n]['b'][] = 2;
    var_dump($GLOBALS['ee']);
}
among_globals();
function by_name() {
    $n = 'loc';
    $$n = [[1]];
    ${$n}[0][$undef] = 1;
    ${$n}[0]['u'] .= 'x';
    var_dump($$n === get_defined_vars()['loc'], $$n);
}
by_name();
// One handler after the other lets go of what is written.
$l = [[new class { function __destruct() { $GLOBALS['l'] = null; $GLOBALS['k'] = array_fill(0, 50, [1, 2]); } }]];
$r = ($l[0][0] = str_repeat('r', 30));
var_dump($r, $l);
--EXPECT--
ref in array ok
ref deep ok
static ok
dynamic prop ok
dynamic prop2 ok
op ok
static op ok
inc ok
unset ok
ref bind ok
ref in array ok
ref deep ok
static ok
dynamic prop ok
dynamic prop2 ok
op ok
static op ok
inc ok
unset ok
ref bind ok
ref in array ok
ref deep ok
static ok
dynamic prop ok
dynamic prop2 ok
op ok
static op ok
inc ok
unset ok
ref bind ok
int(7)
string(6) "Arrayx"
int(8)
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  array(1) {
    [0]=>
    int(2)
  }
}
bool(true)
array(1) {
  [0]=>
  array(3) {
    [0]=>
    int(1)
    [""]=>
    int(1)
    ["u"]=>
    string(1) "x"
  }
}
string(30) "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrr"
NULL
