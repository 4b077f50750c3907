--TEST--
Compiled static calls: by name, self, parent and static, on objects and without
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class A { static $n = 0; public $v = 1;
 static function make() { return new static; } static function own($x) { return self::twice($x) . static::class; } static function twice($x) { return $x * 2; }
 function get() { return $this->v; } function late($x) { return static::twice($x) + self::twice($x) + A::twice($x); } function __construct() { self::$n++; }
 static function fail($x) { if ($x > 2) throw new Exception("f$x"); return static::class; } }
class B extends A { static function twice($x) { return parent::twice($x) + 1; } function get() { return parent::get() + 10; } function both() { return [self::get(), parent::get(), A::get(), static::make() instanceof B, parent::make() instanceof B, A::make() instanceof B]; } 
 static function st() { return [static::own(2), self::own(3), parent::own(4), A::own(5)]; } }
trait T { static function tr($x) { return self::class . static::class . self::help($x); } static function help($x) { return $x; } function call() { return static::tr(1) . self::tr(2); } }
class C { use T; } class D extends C { static function help($x) { return "D$x"; } } class E { use T; }
function run($i) { $b = new B; $a = new A; $out = [B::make()->get(), A::own($i), B::own($i), $a->late($i), $b->late($i), $b->both(), B::st(), C::tr($i), D::tr($i), E::tr($i), (new D)->call(), (new E)->call()];
 try { $out[] = A::fail($i); $out[] = B::fail($i + 1); } catch (Exception $e) { $out[] = $e->getMessage(); } 
 foreach ([$a, $b] as $o) { $out[] = $o::twice($i); $f = [get_class($o), 'own']; $out[] = $f(1); $out[] = call_user_func([get_class($o), 'own'], 2); }
 return $out; }
for ($i = 0; $i < 5; $i++) { echo json_encode(run($i)), A::$n, "\n"; }
--EXPECT--
[11,"0A","0B",0,1,[11,1,1,true,true,false],["4B","6B","8B","10A"],"CC0","CD0","EE0","CD1CD2","EE1EE2","A","B",0,"2A","4A",1,"2B","4B"]6
[11,"2A","2B",6,7,[11,1,1,true,true,false],["4B","6B","8B","10A"],"CC1","CD1","EE1","CD1CD2","EE1EE2","A","B",2,"2A","4A",3,"2B","4B"]12
[11,"4A","4B",12,13,[11,1,1,true,true,false],["4B","6B","8B","10A"],"CC2","CD2","EE2","CD1CD2","EE1EE2","A","f3",4,"2A","4A",5,"2B","4B"]18
[11,"6A","6B",18,19,[11,1,1,true,true,false],["4B","6B","8B","10A"],"CC3","CD3","EE3","CD1CD2","EE1EE2","f3",6,"2A","4A",7,"2B","4B"]24
[11,"8A","8B",24,25,[11,1,1,true,true,false],["4B","6B","8B","10A"],"CC4","CD4","EE4","CD1CD2","EE1EE2","f4",8,"2A","4A",9,"2B","4B"]30
