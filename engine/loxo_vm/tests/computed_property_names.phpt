--TEST--
Properties whose names are computed: declared ones, undeclared ones, with magic methods, hooks and references
--FILE--
<?php
class Loud { public function __construct(public string $name) {} public function __destruct() { echo "[$this->name] "; } }
class Plain { public $a = 1; protected $b = 2; private ?int $c = 3; public readonly int $d; public function at($n) { return $this->{'x' . $n} ?? 'none'; } public function put($n, $v) { return $this->{'' . $n} = $v; } }
#[AllowDynamicProperties] class Magic { public $a; private $hidden = 5; public function __get($n) { echo "get $n "; return "made $n"; } public function __set($n, $v) { echo "set $n "; } public function __isset($n) { echo "isset $n "; return $n !== 'no'; } }
class Hooked { public int $twice { get => $this->base * 2; set { $this->base = $value; } } public int $base = 4; }
function key_of($n) { return 'k' . $n; }
function run(object $o, array $names) {
    foreach ($names as $name) {
        try { $o->{'' . $name} = "$name!"; echo isset($o->{'' . $name}) ? 'y' : 'n', empty($o->{'' . $name}) ? 'e ' : 'f ', json_encode($o->{'' . $name}), "\n"; }
        catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
}
$bag = new stdClass;
for ($i = 0; $i < 40; $i++) { $bag->{'k' . ($i & 7)} = $i; $bag->{key_of($i % 5)} .= 'x'; }
echo json_encode($bag), "\n";
for ($i = 0, $sum = 0; $i < 40; $i++) { $sum += strlen($bag->{'k' . ($i & 7)}) + strlen($bag->{key_of($i % 5)}); }
echo $sum, "\n";
run(new stdClass, ['a', '0', '12', 'a b']);
run(new Plain, ['a', 'b', 'c', 'd', 'e', 'e']);
run(new Magic, ['a', 'hidden', 'other', 'other', 'no']);
try { run(new Hooked, ['base', 'twice']); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$h = new Hooked; $h->{'twi' . 'ce'} = 9; $n = 'twice'; echo $h->{$n}, ' ', $h->{'ba' . 'se'}, "\n";
$p = new Plain; var_dump($p->at(1)); $p->x1 = 'there'; var_dump($p->at(1), $p->put('b', 7), $p->put('c', '8'));
try { $p->put('c', []); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { var_dump($p->put('d', 1), $p->put('d', 2)); } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump($p);
// What was there goes when the new value is there.
$o = new stdClass; for ($i = 0; $i < 6; $i++) { $o->{'v' . ($i % 2)} = new Loud("n$i"); echo "$i "; } $o = null; echo "\n";
// References stay.
$o = new stdClass; $r = 1; $o->k1 = &$r; $o->{'k' . 1} = 2; var_dump($r, $o->{'k' . 1}); $s = 's'; $t = &$s; $o->{'k' . 2} = $t; $s = 'u'; var_dump($o->{'k' . 2});
// Copies, and what is looked at meanwhile.
$c = clone $o; $c->{'k' . 3} = 3; var_dump(count((array) $o), count((array) $c));
foreach ($o as $k => $v) { $o->{$k . $k} = $v; if (count((array) $o) > 6) break; } echo implode(',', array_keys((array) $o)), "\n";
var_dump($o->{'k' . 9} = ($o->{'k' . 8} = [1]), $o->{'missing' . 1} ?? 'default');
$o->{'nul' . 'l'} = null; var_dump(isset($o->{'nul' . 'l'}), empty($o->{'nul' . 'l'}), isset($o->{'k' . 9}), empty($o->{'k' . 9}), $o->{'null'});
echo $o->{'un' . 'set'};
try { $o->{"\0x" . 1} = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$o->{'' . ''} = 'empty name'; var_dump($o->{'' . ''});
--EXPECTF--
{"k0":"32x","k1":"33x","k2":"34x","k3":"35x","k4":"36x","k5":37,"k6":38,"k7":39}
225
yf "a!"
yf "0!"
yf "12!"
yf "a b!"
yf "a!"
Error: Cannot access protected property Plain::$b
Error: Cannot access private property Plain::$c
Error: Cannot modify protected(set) readonly property Plain::$d from global scope

Deprecated: Creation of dynamic property Plain::$e is deprecated in %s on line 9
yf "e!"
yf "e!"
yf "a!"
set hidden isset hidden yisset hidden get hidden f get hidden "made hidden"
set other isset other yisset other get other f get other "made other"
set other isset other yisset other get other f get other "made other"
set no isset no nisset no e get no "made no"
TypeError: Cannot assign string to property Hooked::$base of type int
TypeError: Hooked::$twice::set(): Argument #1 ($value) must be of type int, string given, called in %s on line 9
18 9
string(4) "none"

Deprecated: Creation of dynamic property Plain::$x1 is deprecated in %s on line 23
string(5) "there"
int(7)
int(8)
Cannot assign array to property Plain::$c of type ?int
Cannot modify readonly property Plain::$d
object(Plain)#3 (5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  int(7)
  ["c":"Plain":private]=>
  int(8)
  ["d"]=>
  int(1)
  ["x1"]=>
  string(5) "there"
}
0 1 [n0] 2 [n1] 3 [n2] 4 [n3] 5 [n4] [n5] 
int(2)
int(2)
string(1) "s"
int(2)
int(3)
k1,k2,k1k1,k2k2,k1k1k1k1,k2k2k2k2,k1k1k1k1k1k1k1k1
array(1) {
  [0]=>
  int(1)
}
string(7) "default"
bool(false)
bool(true)
bool(true)
bool(false)
NULL

Warning: Undefined property: stdClass::$unset in %s on line 36
Cannot access property starting with "\0"
string(10) "empty name"
