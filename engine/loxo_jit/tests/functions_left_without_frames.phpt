--TEST--
Functions without frames that are left, whoever has entered them
--FILE--
<?php
// closures and static functions without frames, entered by the interpreter, which leave
$over = function ($n) { return $n > 5 ? $n * PHP_INT_MAX : $n + 1; };
$div = fn($a) => intdiv(10, $a);
$neg = static fn($a, $b = 3) => $a % $b;
class S { static function pow2($n) { return $n == 0 ? 1 : 2 * self::pow2($n - 1); } static function chk($n) { return $n > 3 ? intdiv($n, $n - 4) : 0; } function use($f, $n) { return $f($n); } }
function viaName($n) { return $n - 1; }
function local($n) { if ($n > 9) { $x = $n * 2; $y = $x + 1; return $y * PHP_INT_MAX; } $z = $n + 1; return $z; }
function tick($n) { return $n <= 0 ? 0 : 1 + tick($n - 1); }
$t = 0;
for ($r = 0; $r < 2; $r++) {
  for ($i = 0; $i < 12000; $i++) { $t += $over(3) + $div(2) + $neg($i) + S::pow2($i % 9) + S::chk(3) + local($i % 9); $t += call_user_func('viaName', $i) + array_sum(array_map($over, [1, 2])); $t &= 0xffffff; }
  var_dump($t, $over(6), $over(7), local(10), local(11));
  foreach ([0, 1, '2', 2.0, true, 'x', []] as $v) {
    foreach (['over', 'div', 'neg'] as $f) try { var_dump($$f($v)); } catch (Error $e) { echo get_class($e), ' ', $e->getMessage(), ' ', $e->getLine(), ' ', count($e->getTrace()), "\n"; }
    try { var_dump(S::chk($v)); var_dump(S::pow2($v)); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    if ($v === 'x') break;
  }
  try { S::chk(4); } catch (DivisionByZeroError $e) { echo $e->getMessage(), ' ', json_encode(array_column($e->getTrace(), 'function')), "\n"; }
  var_dump(S::pow2(62), S::pow2(63), S::pow2(70), (new S)->use($over, 8));
}
--EXPECT--
int(5794297)
float(5.5340232221128655E+19)
float(6.456360425798343E+19)
float(1.936908127739503E+20)
float(2.1213755684765984E+20)
int(1)
DivisionByZeroError Division by zero 4 2
int(0)
int(0)
int(1)
int(2)
int(10)
int(1)
int(0)
int(2)
int(3)
int(5)
int(2)
int(0)
int(4)
float(3)
int(5)
int(2)
int(0)
int(4)
int(2)
int(10)
int(1)
int(0)
int(2)
TypeError Unsupported operand types: string * int 3 1
TypeError intdiv(): Argument #2 ($num2) must be of type int, string given 4 2
TypeError Unsupported operand types: string % int 5 1
Unsupported operand types: string - int
Division by zero ["intdiv","chk"]
int(4611686018427387904)
float(9.223372036854776E+18)
float(1.1805916207174113E+21)
float(7.378697629483821E+19)
int(11588594)
float(5.5340232221128655E+19)
float(6.456360425798343E+19)
float(1.936908127739503E+20)
float(2.1213755684765984E+20)
int(1)
DivisionByZeroError Division by zero 4 2
int(0)
int(0)
int(1)
int(2)
int(10)
int(1)
int(0)
int(2)
int(3)
int(5)
int(2)
int(0)
int(4)
float(3)
int(5)
int(2)
int(0)
int(4)
int(2)
int(10)
int(1)
int(0)
int(2)
TypeError Unsupported operand types: string * int 3 1
TypeError intdiv(): Argument #2 ($num2) must be of type int, string given 4 2
TypeError Unsupported operand types: string % int 5 1
Unsupported operand types: string - int
Division by zero ["intdiv","chk"]
int(4611686018427387904)
float(9.223372036854776E+18)
float(1.1805916207174113E+21)
float(7.378697629483821E+19)
