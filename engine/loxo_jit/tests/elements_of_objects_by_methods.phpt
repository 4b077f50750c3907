--TEST--
Elements of objects by methods of ArrayAccess and Countable: found, throwing, in references and temporaries, of several classes
--ENV--
LOXO_JIT=hot=3
--FILE--
<?php
// ArrayAccess in hot code: usual, throwing, by-reference, destructors, undefined keys, subclass changes
class A implements ArrayAccess, Countable {
    public $d = [];
    function offsetExists(mixed $o): bool { return isset($this->d[$o]); }
    function offsetGet(mixed $o): mixed { if ($o === 'boom') throw new RuntimeException('get'); return $this->d[$o] ?? "none:$o"; }
    function offsetSet(mixed $o, mixed $v): void { if ($v === 'boom') throw new RuntimeException('set'); if ($o === null) $this->d[] = $v; else $this->d[$o] = $v; }
    function offsetUnset(mixed $o): void { if ($o === 'boom') throw new RuntimeException('unset'); unset($this->d[$o]); }
    function count(): int { return count($this->d); }
}
class B extends A { function offsetGet(mixed $o): mixed { return "B" . parent::offsetGet($o); } function count(): int { return -parent::count(); } }
class D { public function __construct(public $n) {} function __destruct() { echo "~{$this->n} "; } }
function run($o, $n) {
    $s = '';
    for ($i = 0; $i < $n; $i++) {
        $o[] = $i; $o["k$i"] = $i;
        $s .= $o[$i] . (isset($o[$i - 1]) ? 'y' : 'n') . count($o);
        unset($o[$i]);
        $s .= $o["k$i"];
    }
    return $s;
}
echo md5(run(new A, 300)), md5(run(new B, 300)), md5(run(new A, 10)), "\n";
function thr($o, $k, $v) {
    $r = [];
    try { $r[] = $o[$k]; } catch (Exception $e) { $r[] = $e->getMessage() . $e->getLine() . count($e->getTrace()) . $e->getTrace()[0]['function'] . $e->getTrace()[0]['line']; }
    try { $o[$k] = $v; $r[] = 'ok'; } catch (Exception $e) { $r[] = $e->getMessage() . $e->getLine() . $e->getTrace()[0]['line']; }
    try { unset($o[$k]); $r[] = 'ok'; } catch (Exception $e) { $r[] = $e->getMessage() . $e->getLine(); }
    return implode(',', $r);
}
$a = new A;
for ($i = 0; $i < 60; $i++) { $x = thr($a, $i % 7 == 0 ? 'boom' : "k$i", $i % 5 == 0 ? 'boom' : $i); if ($i > 50) echo $x, "\n"; }
function tmp($i) { return (new A)[$i] . count(new A) . (isset((new A)[$i]) ? 1 : 0); }
for ($i = 0; $i < 60; $i++) $x = tmp($i); echo $x, "\n";
function dtor($i) { $o = new A; $o['x'] = new D($i); $o['x'] = new D($i + 100); unset($o['x']); echo '|'; $o[] = new D($i + 200); return 1; }
for ($i = 0; $i < 40; $i++) { ob_start(); dtor($i); $x = ob_get_clean(); } echo $x, "\n";
function refs(&$o, $k) { $o[$k] = 1; return $o[$k] . count($o); }
for ($i = 0; $i < 40; $i++) $x = refs($a, "r$i"); echo $x, "\n";
function undef($o) { $s = ''; $s .= @$o[$nope]; $o[@$nope2] = 5; return $s . json_encode($o->d); }
for ($i = 0; $i < 40; $i++) { $o = new A; $x = undef($o); } echo $x, "\n";
function mix($o, $k) { return $o[$k]; }
for ($i = 0; $i < 60; $i++) { $x = mix($i % 3 == 0 ? new A : ($i % 3 == 1 ? ['z' => 3] : new ArrayObject(['z' => 4])), 'z'); } echo $x, mix(new B, 'z'), "\n";
class R implements ArrayAccess { public $a = ['x' => ['y' => 1]]; function &offsetGet(mixed $o): mixed { return $this->a[$o]; } function offsetSet(mixed $o, mixed $v): void { $this->a[$o] = $v; } function offsetExists(mixed $o): bool { return isset($this->a[$o]); } function offsetUnset(mixed $o): void { unset($this->a[$o]); } }
function nested($o, $i) { $o['x']['y'] = $i; $o['x']['z'][] = $i; return $o['x']['y'] . count($o['x']['z']) . ($o['q'] ?? 'none'); }
$r = new R; for ($i = 0; $i < 40; $i++) $x = nested($r, $i); echo $x, "\n";
class U implements ArrayAccess { function offsetGet($o): mixed { return 7; } function offsetSet($o, $v): void {} function offsetExists($o): bool { return $o > 3; } function offsetUnset($o): void {} }
function u($o, $i) { $a = $b = 0; $a += $o[$i]; $o[$i] = $i; $o[] = 3; $b += isset($o[$i]) ? 1 : 0; $b += empty($o[$i]) ? 10 : 0; unset($o[$i]); [$p, $q] = $o; ['k' => $z] = $o; return "$a $b $p $q $z"; }
$u = new U; for ($i = 0; $i < 40; $i++) $x = u($u, $i); echo $x, "\n";
function own($o, $k) { $v = $o[$k] = "v$k"; return $v . ($o[$k] .= 'w') . ($o['n'] ??= 5); }
for ($i = 0; $i < 40; $i++) { $o = new A; $x = own($o, "k$i"); } echo $x, json_encode($o->d), "\n";
class S extends A { public static $last; function offsetGet(mixed $o): mixed { global $g; $g = null; return 'gone' . get_debug_type($g); } }
function globx($k) { global $g; $g = new S; return $g[$k]; }
for ($i = 0; $i < 40; $i++) $x = globx($i); echo $x, "\n";
for ($i = 0; $i < 3000; $i++) { $g = new S; $x = $g[$i]; } echo $x, get_debug_type($g), "\n";
class Rec implements ArrayAccess { function offsetGet(mixed $o): mixed { return $o == 0 ? 0 : 1 + $this[$o - 1]; } function offsetSet(mixed $o, mixed $v): void {} function offsetExists(mixed $o): bool { return true; } function offsetUnset(mixed $o): void {} }
$rec = new Rec; for ($i = 0; $i < 50; $i++) $x = $rec[$i]; echo $x, ' ', $rec[3000], "\n";
function ty(int $k, A $o): string { return $o[$k]; }
for ($i = 0; $i < 40; $i++) $x = ty($i, $a); echo $x, "\n";
class T implements ArrayAccess { function offsetGet(mixed $o): int { return $o; } function offsetSet(mixed $o, mixed $v): void { if (!is_int($v)) throw new TypeError("v"); } function offsetExists(mixed $o): bool { return true; } function offsetUnset(mixed $o): void {} }
function tt($o, $k) { try { return $o[$k]; } catch (TypeError $e) { return $e->getMessage() . $e->getLine(); } }
$t = new T; for ($i = 0; $i < 60; $i++) $x = tt($t, $i < 50 ? $i : ($i % 2 ? 'abc' : '12')); echo $x, tt($t, '12'), "\n";
function gen($o) { for ($i = 0; $i < 50; $i++) { $o[] = $i; yield $o[$i] => count($o); } }
$x = 0; foreach (gen(new A) as $k => $v) $x += $k * $v; echo $x, "\n";
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
class W extends A { function offsetGet(mixed $o): mixed { return $undefinedvar; } }
function w($o) { return $o[1]; } ob_start(); for ($i = 0; $i < 40; $i++) w(new W); echo substr_count(ob_get_clean(), 'Undefined variable $undefinedvar'), "\n";
function w2($o, $i) { if ($i > 30) $k = 1; return $o[$k]; } ob_start(); for ($i = 0; $i < 40; $i++) w2(new A, $i); $q = ob_get_clean(); echo strlen($q), substr($q, 0, 40), "\n";
--EXPECT--
80905af4ade68454a346b73442ab569efa9e4d33381dc74a1213ee3a08128ec163cf59832ec0e0b3ec4fa4a774ab6a9c
none:k51,ok,ok
none:k52,ok,ok
none:k53,ok,ok
none:k54,ok,ok
none:k55,set727,ok
get62offsetGet26,ok,unset8
none:k57,ok,ok
none:k58,ok,ok
none:k59,ok,ok
none:5900
~39 ~139 |~239 
141
none:[5]
4Bnone:z
3940none
7 1 7 7 7
vk39vk39w5{"k39":"vk39w","n":5}
gonenull
gonenullnull
49 3000
none:39
T::offsetGet(): Return value must be of type int, string returned5912
41650
40
713[Undefined variable $k][Undefined variab
