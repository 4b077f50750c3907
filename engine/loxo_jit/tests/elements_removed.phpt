--TEST--
unset() of elements: of variables and properties, shared, nested, with destructors, while loops walk them
--ENV--
LOXO_JIT=hot=3
--FILE--
<?php
class D { public function __construct(public $n) {} function __destruct() { echo "~{$this->n} "; } }
class X { function __destruct() { throw new Exception('dtor'); } }
class Q { public $a = []; public readonly array $r; protected static $s = ['q' => 1]; public ?array $t = null; public int $i = 3;
  function __construct() { $this->r = [1, 2]; }
  function un($k) { unset($this->a[$k]); return count($this->a); }
  function ro($k) { try { unset($this->r[$k]); } catch (Error $e) { return $e->getMessage(); } return 'no'; }
  function st($k) { self::$s[$k] = 1; unset(self::$s[$k]); return count(self::$s); }
  function nl($k) { unset($this->t[$k]); return $this->t; }
  function nest($k) { $this->a['n'][$k] = 1; $this->a['n']['keep'] = 2; unset($this->a['n'][$k]); return json_encode($this->a); }
  function it($k) { try { unset($this->i[$k]); } catch (Error $e) { return $e->getMessage() . $e->getLine(); } return 'fine'; }
}
function loc($n) { $a = []; for ($i = 0; $i < $n; $i++) { $a[$i] = $i; $a["k$i"] = "v$i"; $a["$i"] = 'x'; if ($i % 3 == 0) unset($a[$i]); if ($i % 4 == 0) unset($a["k$i"]); if ($i % 5 == 0) unset($a["" . ($i - 1)]); unset($a['missing']); } return $a; }
for ($i = 0; $i < 30; $i++) $x = loc(60); echo md5(serialize($x)), count($x), "\n";
$q = new Q; for ($i = 0; $i < 40; $i++) { $q->a[$i] = $i; $q->a["s$i"] = $i; $x = $q->un($i) + $q->un("s" . ($i - 1)); $y = $q->ro(0); $z = $q->st("k$i"); $w = $q->nl(3); $v = $q->it(1); } var_dump($x, $y, $z, $w, $v); echo $q->nest('u'), "\n";
for ($i = 0; $i < 40; $i++) $x = $q->nest("n$i"); echo strlen($x), "\n";
function dt($i) { $a = ['x' => new D($i), 'y' => 2]; unset($a['x']); echo 'after '; $a[] = new D(-$i); unset($a[0]); echo count($a); }
for ($i = 0; $i < 40; $i++) { ob_start(); dt($i); $x = ob_get_clean(); } echo $x, "\n";
function dx($i) { $a = ['x' => new X, 'y' => 2]; try { unset($a['x']); echo 'no'; } catch (Exception $e) { return $e->getMessage() . $e->getLine() . count($a); } }
for ($i = 0; $i < 40; $i++) $x = dx($i); echo $x, "\n";
function sh($i) { $a = [1, 2, 3]; $b = $a; unset($b[1]); $c = &$a; unset($c[0]); unset($a[2]); return json_encode([$a, $b]); }
for ($i = 0; $i < 40; $i++) $x = sh($i); echo $x, "\n";
function it($n) { $a = range(1, 10); $s = 0; foreach ($a as $k => $v) { unset($a[$k]); $s += count($a); } foreach ($a as $k => &$v) { unset($a[$k]); } return $s . count($a); }
for ($i = 0; $i < 40; $i++) $x = it(3); echo $x, "\n";
function fr() { $a = range(1, 6); $s = ''; foreach ($a as $k => &$v) { if ($k < 5) unset($a[$k + 1]); $s .= $k; } return $s . json_encode($a); }
for ($i = 0; $i < 40; $i++) $x = fr(); echo $x, "\n";
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
function er($k, $t) { $a = [1, null => 2, 'x' => 3, 2.5 => 1]; unset($a[$k]); unset($und[1]); unset($a['x']['y']); return json_encode($a); }
ob_start(); for ($i = 0; $i < 40; $i++) { $x = ''; foreach ([0, null, true, 2.5, 'x', '2', 1.0] as $k) try { $x .= er($k, 1); } catch (Error $e) { $x .= $e->getMessage(); } } $o = ob_get_clean(); echo md5($o), strlen($o), $x, "\n";
function bad($a, $k) { try { unset($a[$k]); return json_encode($a); } catch (Error $e) { return get_class($e) . $e->getMessage(); } }
for ($i = 0; $i < 40; $i++) { $x = ''; foreach ([[1], 'abc', 5, null, 1.5, new stdClass, true, false, new ArrayObject([1, 2])] as $v) $x .= bad($v, 0); } echo $x, "\n"; echo bad([1], []), bad([1], new stdClass), bad([1], 0.0), "\n";
function refk($i) { $k = 1; $r = &$k; $a = [1, 2, 3]; unset($a[$r]); unset($a[$i % 3]); $e = [[1, 2], [3]]; $p = &$e[0]; unset($p[1]); unset($e[0][0]); return json_encode([$a, $e]); }
for ($i = 0; $i < 40; $i++) $x = refk($i); echo $x, "\n";
function last($n) { $st = []; for ($i = 0; $i < $n; $i++) { $st[] = $i; if ($i % 3 == 2) { $l = count($st) - 1; unset($st[$l]); } } $st[] = 'end'; return json_encode($st); }
for ($i = 0; $i < 20; $i++) $x = last(30); echo $x, "\n";
function key_dtor() { $a = ['k' => 1]; $b = ['k' => new D(5)]; unset($b[array_key_first($a)]); return key($a) . current($a) . json_encode($b) . var_export(key($b), true); }
ob_start(); for ($i = 0; $i < 20; $i++) $x = key_dtor(); $o = ob_get_clean(); echo strlen($o), $x, "\n";
function posx() { $a = [1, 2, 3, 4]; next($a); unset($a[1]); $x = current($a); unset($a[3]); return $x . json_encode(end($a)); } for ($i = 0; $i < 20; $i++) $x = posx(); echo $x, "\n";
$g = []; for ($i = 0; $i < 5000; $i++) { $g[$i] = $i; $g["x"] = new stdClass; unset($g[$i - 3], $g['x']); } echo json_encode($g), "\n";
--EXPECT--
cabf83d23ce0bfb99e2c0174885b58e678
int(3)
string(48) "Cannot indirectly modify readonly property Q::$r"
int(1)
NULL
string(45) "Cannot unset offset in a non-array variable11"
{"s39":39,"n":{"keep":2}}
25
~39 after ~-39 1
dtor31
[{"1":2},{"0":1,"2":3}]
450
024{"0":1,"2":3,"4":5}
3c6f3b2ca95290126f4077157727430a25880Cannot unset offset in a non-array variableCannot unset offset in a non-array variableCannot unset offset in a non-array variableCannot unset offset in a non-array variable{"0":1,"":2,"2":1}Cannot unset offset in a non-array variableCannot unset offset in a non-array variable
[Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][Automatic conversion of false to array is deprecated][]ErrorCannot unset string offsetsErrorCannot unset offset in a non-array variablenullErrorCannot unset offset in a non-array variableErrorCannot use object of type stdClass as arrayErrorCannot unset offset in a non-array variablefalse{"1":2}
TypeErrorCannot unset offset of type array on arrayTypeErrorCannot unset offset of type stdClass on array[]
[{"2":3},[[],[3]]]
{"0":0,"1":1,"3":3,"5":5,"7":7,"9":9,"11":11,"13":13,"15":15,"17":17,"19":19,"21":21,"22":22,"23":23,"24":24,"25":25,"26":26,"27":27,"28":28,"29":29,"30":"end"}
60k1[]NULL
33
{"4997":4997,"4998":4998,"4999":4999}
