--TEST--
Results of calls whose declared types say more than what comes, or nothing
--FILE--
<?php
// results of calls: declared types that are not what comes, and many kinds
interface S { public function area(): float; }
class A implements S { public function area(): float { return 2; } public function n(): int|float { static $k = 0; return $k++ % 2 ? 1 : 1.5; } public function m(): mixed { static $k = 0; return [1, 2.5, "3", true, null][$k++ % 5]; } public function i(): int { return 7; } public function f(): ?float { static $k = 0; return $k++ % 3 ? 1.25 : null; } public function s(): string { return "12"; } public function b(): bool { return true; } public function &r(): int { static $z = 3; return $z; } public function g(): iterable { yield 1; } public function v(): void {} public function __call($n, $a) { return strlen($n) / 2; } public static function st(): float { return 3; } }
class B extends A { public function area(): float { return 1.5; } public function i(): int { return PHP_INT_MAX; } }
function plain(): float { return 4; }
function gen(): Generator { $x = yield 1; return 2; }
function calc(A $a, int $i) {
    $x = 1 / $a->area();
    $y = 2 * $a->area() + $a->i();
    $z = $a->n() + 1;
    $w = $a->n() * 2 - $a->n();
    $m = $a->m() . ($a->i() + 1);
    $f = ($a->f() ?? 2) * 3;
    $s = $a->s() + 1;
    $b = $a->b() + 1;
    $r = $a->r() + 1;
    $q = $a->unknown($i) * 2;
    $v = $a->v();
    $st = A::st() / 2 + plain();
    $nest = $a->i() % 5 + max($a->area(), $a->n());
    $t = 0.0; $t += $a->area(); $u = 0; $u += $a->i() & 3;
    return "$x $y $z $w $m $f $s $b $r $q " . var_export($v, true) . " $st $nest $t $u";
}
$h = hash_init('md5');
foreach ([new A, new B] as $a) for ($i = 0; $i < 5000; $i++) { $l = calc($a, $i); if ($i < 5 || $i > 4997) echo $l, "\n"; hash_update($h, $l); }
echo hash_final($h), "\n";
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
function undef(A $a, $i) { if ($i > 3000 && $i % 500 == 0) return 1 / $a->area() + $nope; return 1 / $a->area(); }
$t = 0; for ($i = 0; $i < 5000; $i++) $t += undef($a, $i); echo $t, "\n";
class E1 { public function v($i): int { if ($i > 3000 && $i % 100 == 0) return "x" . $i; return $i; } public function w($i): float { if ($i > 3000 && $i % 100 == 0) throw new Exception("e$i"); return $i; } }
$e = new E1; $n = 0;
for ($i = 0; $i < 5000; $i++) { try { $n += $e->v($i) * 2 + 1 / ($e->w($i) + 1); } catch (TypeError $t) { $n += 1; } catch (Exception $t) { $n += 3; } }
echo $n, "\n";
for ($i = 0; $i < 3000; $i++) { $n += ($i % 2 ? $e->v($i) : $e->w($i)) + $e->v($e->v($i) + ($i ? $e->v(1) : $e->w(2))) ; }
echo $n, "\n";
foreach (gen() as $k) echo $k, "\n";
--EXPECT--
0.5 11 2.5 0.5 18 6 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 2.58 3.75 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 38 3.75 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 18 6 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 8 3.75 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 18 6 13 2 4 7 NULL 5.5 4 2 3
0.5 11 2.5 0.5 8 3.75 13 2 4 7 NULL 5.5 4 2 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 19.2233720368548E+18 3.75 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 2.59.2233720368548E+18 6 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 39.2233720368548E+18 3.75 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 19.2233720368548E+18 3.75 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 9.2233720368548E+18 6 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 19.2233720368548E+18 3.75 13 2 4 7 NULL 5.5 3.5 1.5 3
0.66666666666667 9.2233720368548E+18 2.5 0.5 9.2233720368548E+18 6 13 2 4 7 NULL 5.5 3.5 1.5 3
325ab041d4fc8fb9bfb3aa7404ca0e5d
[Undefined variable $nope][Undefined variable $nope][Undefined variable $nope]3333.3333333331
24843028.089668
33843029.089668
1
