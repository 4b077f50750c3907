--TEST--
Static properties in compiled functions: read, asked, assigned, stepped; types, references, destructors, overflow
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class D { public $id; function __construct($id) { $this->id = $id; } function __destruct() { echo "d{$this->id} "; } }
class A {
  public static $x = 1; public static ?int $n = null; public static array $arr = []; private static int $p = PHP_INT_MAX - 3; public static float $f = 0.0; public static int $u; public static $r = 5; public static $o;
  const C = 5;
  static function rd($k) { $s = 0; for ($i = 0; $i < $k; $i++) { $s += self::$x; $s += A::$x + self::C + A::C; } return $s; }
  static function wr($k) { for ($i = 0; $i < $k; $i++) { self::$x = $i; A::$x = A::$x + 1; self::$arr = [$i]; } return count(self::$arr) . self::$x; }
  static function is($k) { $s = 0; for ($i = 0; $i < $k; $i++) { $s += isset(self::$n) ? 1 : 0; $s += empty(self::$x) ? 2 : 0; $s += empty(A::$arr) ? 4 : 0; $s += isset(self::$u) ? 8 : 0; } return $s; }
  static function inc($k) { for ($i = 0; $i < $k; $i++) { self::$x++; $y = --A::$x; ++static::$x; } return $y . self::$x; }
  static function over() { for ($i = 0; $i < 10; $i++) { self::$p++; } }
  static function ty($k) { for ($i = 0; $i < $k; $i++) { self::$f = $i; } var_dump(self::$f); for ($i = 0; $i < $k; $i++) { self::$n = $i % 3 ? $i : null; } var_dump(self::$n); }
  static function bad($k) { for ($i = 0; $i < $k; $i++) { self::$u = $i > $k - 3 ? "x$i" : $i; } }
  static function ref($k) { $z = 7; self::$r = &$z; for ($i = 0; $i < $k; $i++) { self::$r++; self::$r = self::$r + 1; } return $z; }
  static function obj($k) { for ($i = 0; $i < $k; $i++) { self::$o = $i > $k - 4 ? new D($i) : null; } echo "after\n"; }
  function th($k) { $s = 0; for ($i = 0; $i < $k; $i++) { $s += static::$x; static::$x = $i; static::$x++; } return $s; }
}
class B extends A { public static $x = 100; }
foreach ([10, 400] as $k) {
echo A::rd($k), ' ', A::wr($k), ' ', A::is($k), ' ', A::inc($k), "\n";
A::ty($k);
try { A::bad($k); } catch (TypeError $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; }
echo A::ref($k), "\n"; A::obj($k);
echo (new A)->th($k), ' ', (new B)->th($k), ' ', B::$x, ' ', A::$x, "\n";
}
try { A::over(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { A::over(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
120 110 0 1920
float(9)
NULL
Cannot assign string to property A::$u of type int 12
27
d7 d8 after
65 145 10 10
12000 1400 3200 799800
float(399)
NULL
Cannot assign string to property A::$u of type int 12
807
d9 d397 d398 after
80600 79810 400 400
Cannot increment property A::$p of type int past its maximal value
Cannot increment property A::$p of type int past its maximal value
d399 