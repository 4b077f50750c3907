--TEST--
new of classes of all kinds, with and without a constructor
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
abstract class Ab {} interface If_ {} enum E { case A; } trait T {} class N {} class Pr { private function __construct() { echo 'P'; } static function make() { return new self; } static function make2() { return new static; } } class Sub extends Pr {} class K { public function __construct(public int $a = 1, public ?string $b = null, public array $c = [PHP_VERSION_ID > 1, self::X], public $d = new N) {} const X = 5; } class L extends K { function __construct() { parent::__construct(...func_get_args()); } } class M { public $x = self::Y; const Y = [1, 2]; public $e = E::A; } class V2 { public $args; function __construct(...$a) { $this->args = count($a); } } class Rf { function __construct(&$r) { $r++; } } class Ret { function __construct() { return 5; } } class Gn { function __construct() { yield 1; } } class Ex extends Exception { function __construct(public $z = 0) { parent::__construct("m$z", 3); } }
function t($f) { try { $r = $f(); return is_object($r) ? get_class($r) . json_encode($r) : var_export($r, true); } catch (Throwable $e) { return get_class($e) . ':' . $e->getMessage() . '@' . $e->getLine(); } }
function args() { echo 'args '; return 1; }
$fs = [
 'n' => fn() => new N, 'n2' => fn() => new N(args()), 'n3' => fn() => new N(x: args()), 'k' => fn() => new K, 'k1' => fn() => new K(2), 'k2' => fn() => new K("5", "s"), 'k3' => fn() => new K("q"), 'kn' => fn() => new K(b: 'B'), 'kx' => fn() => new K(zz: 1), 'l' => fn() => new L(4, 'x'), 'm' => fn() => new M, 'v' => fn() => new V2(1, 2, ...[3, 4]),
 'ab' => fn() => new Ab, 'if' => fn() => new If_, 'en' => fn() => new E, 'tr' => fn() => new T, 'pr' => fn() => new Pr, 'mk' => fn() => Pr::make(), 'mk2' => fn() => Sub::make2(), 'no' => fn() => new Nope, 'ex' => fn() => new Ex(7), 'exl' => function () { $e = new Ex(1); return $e->getLine(); }, 'rf' => function () { $q = 1; new Rf($q); return $q; }, 'ret' => fn() => new Ret, 'gn' => fn() => new Gn,
 'std' => function () { $o = new stdClass; $o->a = 1; return $o; }, 'ao' => fn() => count(new ArrayObject([1, 2])), 'dt' => fn() => (new DateTime('2020-01-01'))->format('Y'), 'cl' => fn() => new Closure, 'gen' => fn() => new Generator, 'anon' => fn() => (new class(3) { function __construct(public $q) {} })->q, 'dyn' => function () { $c = 'K'; return new $c(9); }, 'dyn2' => function () { $c = 'n'; return new $c; }, 'expr' => fn() => new ('K')(3), 'selfless' => fn() => spl_object_id(new N) === spl_object_id(new N), 'many' => function () { $a = []; for ($i = 0; $i < 5; $i++) { $a[] = new K($i); } return array_sum(array_map(fn($k) => $k->a, $a)); }, 'weak' => function () { $n = new N; $w = WeakReference::create($n); $n = null; return $w->get(); } ];
for ($i = 0; $i < 12; $i++) foreach ($fs as $n => $f) { $r = t($f); if ($i == 0 || $i == 11) echo "$n: $r\n"; }
--EXPECTF--
n: N{}
args n2: N{}
args n3: Error:Unknown named parameter $x@6
k: K{"a":1,"b":null,"c":[true,5],"d":{}}
k1: K{"a":2,"b":null,"c":[true,5],"d":{}}
k2: K{"a":5,"b":"s","c":[true,5],"d":{}}
k3: TypeError:K::__construct(): Argument #1 ($a) must be of type int, string given, called in %s on line 6@2
kn: K{"a":1,"b":"B","c":[true,5],"d":{}}
kx: Error:Unknown named parameter $zz@6
l: L{"a":4,"b":"x","c":[true,5],"d":{}}
m: M
v: V2{"args":4}
ab: Error:Cannot instantiate abstract class Ab@7
if: Error:Cannot instantiate interface If_@7
en: Error:Cannot instantiate enum E@7
tr: Error:Cannot instantiate trait T@7
pr: Error:Call to private Pr::__construct() from global scope@7
Pmk: Pr{}
Pmk2: Sub{}
no: Error:Class "Nope" not found@7
ex: Ex{"z":7}
exl: 7
rf: 2
ret: Ret{}
gn: Gn{}
std: stdClass{"a":1}
ao: 2
dt: '2020'
cl: Error:Instantiation of class Closure is not allowed@8
gen: Error:The "Generator" class is reserved for internal use and cannot be manually instantiated@8
anon: 3
dyn: K{"a":9,"b":null,"c":[true,5],"d":{}}
dyn2: N{}
expr: K{"a":3,"b":null,"c":[true,5],"d":{}}
selfless: true
many: 10
weak: NULL
args args PPargs args PPargs args PPargs args PPargs args PPargs args PPargs args PPargs args PPargs args PPargs args PPn: N{}
args n2: N{}
args n3: Error:Unknown named parameter $x@6
k: K{"a":1,"b":null,"c":[true,5],"d":{}}
k1: K{"a":2,"b":null,"c":[true,5],"d":{}}
k2: K{"a":5,"b":"s","c":[true,5],"d":{}}
k3: TypeError:K::__construct(): Argument #1 ($a) must be of type int, string given, called in %s on line 6@2
kn: K{"a":1,"b":"B","c":[true,5],"d":{}}
kx: Error:Unknown named parameter $zz@6
l: L{"a":4,"b":"x","c":[true,5],"d":{}}
m: M
v: V2{"args":4}
ab: Error:Cannot instantiate abstract class Ab@7
if: Error:Cannot instantiate interface If_@7
en: Error:Cannot instantiate enum E@7
tr: Error:Cannot instantiate trait T@7
pr: Error:Call to private Pr::__construct() from global scope@7
Pmk: Pr{}
Pmk2: Sub{}
no: Error:Class "Nope" not found@7
ex: Ex{"z":7}
exl: 7
rf: 2
ret: Ret{}
gn: Gn{}
std: stdClass{"a":1}
ao: 2
dt: '2020'
cl: Error:Instantiation of class Closure is not allowed@8
gen: Error:The "Generator" class is reserved for internal use and cannot be manually instantiated@8
anon: 3
dyn: K{"a":9,"b":null,"c":[true,5],"d":{}}
dyn2: N{}
expr: K{"a":3,"b":null,"c":[true,5],"d":{}}
selfless: true
many: 10
weak: NULL
