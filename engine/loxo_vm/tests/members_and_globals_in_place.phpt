--TEST--
Globals, properties and static members changed in place, calls as arguments, pairs as callees
--FILE--
<?php
class P { public $n = 1; static $s = 2; function m($a, $b) { return $this->n . $a . $b; } }
// Globals by name.
function readv() { return $GLOBALS['v'] ?? 'none'; }
function setv($x) { $GLOBALS['v'] = $x; }
function issetv() { return isset($GLOBALS['v']); }
function bindv() { global $v; return $v; }
for ($i = 0; $i < 3; $i++) {
    echo readv(), ' ', var_export(issetv(), true), ' ';
    setv($i); echo readv(), ' ', var_export(issetv(), true), ' ', bindv(), ' ';
    $GLOBALS["w$i"] = 1;
    echo readv(), ' ';
    unset($GLOBALS['v']);
    echo readv(), "\n";
}
function incg() { $GLOBALS['n']++; $GLOBALS['n'] += 2; return $GLOBALS['n']; }
$n = 5; $ref = &$n;
echo incg(), incg(), " $n $ref\n";
function arr($k) { $GLOBALS['arr'][$k][] = 1; return count($GLOBALS['arr']); }
echo arr('a'), arr('a'), arr('b'), json_encode($GLOBALS['arr']), "\n";
function stats() { static $x = 1, $y = []; $y[] = $x++; return count($y) . $x; }
echo stats(), stats(), stats(), "\n";

// Properties changed in place, by classes that come and go at one place.
class Q { public int $n = 10; protected static int $t = 0; static function up() { self::$t++; ++static::$t; self::$t += 3; return self::$t; } static function set($x) { return self::$t = $x; } }
foreach ([new P, new Q, new P, (object)['n' => 3], new Q] as $o) {
    $o->n++; ++$o->n; $o->n += 5; $o->n -= 1; echo $o->n--, $o->n, ' ';
    $o->{'n'} .= '1'; echo $o->n, ' ', isset($o->n) ? 'y' : 'n', empty($o->n) ? 'y' : 'n', isset($o->zz) ? 'y' : 'n', "\n";
}
echo Q::up(), Q::up(), Q::set(40), Q::up(), "\n";
try { Q::set('abc'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
P::$s .= 'x'; P::$s .= 'y'; echo P::$s, "\n";
$name = 's'; P::$$name = 7; P::$$name++; P::$$name += 2; echo P::$s, "\n";

// Results as arguments of calls that are not known yet.
function &refto(array &$a) { return $a[0]; }
class R { function take(&$x) { $x = 'changed'; } function val($x) { return $x; } static function __callStatic($n, $a) { return "$n:" . implode(',', $a); } static function st($x) { return static::class . $x; } }
$a = ['old']; $r = new R;
$r->take(refto($a)); echo $a[0], "\n";
$a = ['old']; echo $r->val(refto($a)), $r->val($r->val($r->val(3))), $a[0], "\n";
for ($i = 0; $i < 3; $i++) { echo R::st($i), R::foo($i), ' '; }
echo "\n";
$call = [$r, 'val']; $priv = [new class { function go() { $f = [$this, 'hid']; return $f(1) . $f(2); } private function hid($x) { return "h$x"; } }, 'go'];
echo $call(1), $call(2), $priv(), $priv(), "\n";
try { $bad = [$priv[0], 'hid']; $bad(1); } catch (Error $e) { echo preg_replace('/class@anonymous.*?::/s', 'anon::', $e->getMessage()), "\n"; }
class S { public $x; function __construct($x = 0) { $this->x = $x; } }
class N {}
for ($i = 0; $i < 2; $i++) { echo (new S(print("a ")))->x, ' '; new N(print("b ")); }
echo "\n";
--EXPECT--
none false 0 true 0 0 none
none false 1 true 1 1 none
none false 2 true 2 2 none
811 11 11
112{"a":[1,1],"b":[1]}
122334
76 61 ynn
1615 151 ynn
76 61 ynn
98 81 ynn
1615 151 ynn
5104045
Cannot assign string to property Q::$t of type int
2xy
10
changed
old3old
R0foo:0 R1foo:1 R2foo:2 
12h1h2h1h2
Call to private method anon::hid() from global scope
a 1 b a 1 b 
