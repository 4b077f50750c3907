--TEST--
Calls without frames by names that are looked up, of static methods, and with fewer arguments
--ENV--
LOXO_JIT=functions,hot=6
LOXO_STRESS=jit
--FILE--
<?php
namespace Numbers;

if ($argc > 0) {
    function fibonacci($n) { return $n < 2 ? $n : fibonacci($n - 1) + \Numbers\fibonacci($n - 2); }
    function takes(int $x, int $y, int $z): int {
        if ($y >= $x) return $z;
        $less = $x - 1;
        return takes(takes($less, $y, $z), takes($y - 1, $z, $x), takes($z - 1, $x, $y > 3 ? takes(2, 1, $y) : $y));
    }
    function power($x, $n) { return $n == 0 ? 1 : $x * \Numbers\power($x, $n - 1); }
    function nested($n, $m) { return $n <= 0 ? $m : \Numbers\nested($n - 1, \Numbers\nested($n - 2, $m * 3) + $m); }
}
function steps($n, $by = 2, $scale = 1.5) { return $n < 0 ? $scale : steps($n - $by) + steps($n - 3, $by + 1) * 0.5; }
class Calls {
    static function down(int $n) { $m = $n - 2; return $n < 2 ? $n : self::down($n - 1) + static::down($m); }
    static function even(int $n): bool { return $n == 0 ? true : !Calls::even($n - 1); }
    private static function hidden($n) { return $n == 0 ? 1 : $n * self::hidden($n - 1); }
    static function factorial($n) { return self::hidden($n); }
    static function named($n) { return $n == 0 ? 0 : static::named($n - 1) + static::one(); }
    static function one() { return 1; }
    static function who($n) { if ($n > 0) return static::who($n - 1) + 1; return $n < 0 ? static::told() : 5; }
    static function told() { echo static::class, ' ', get_called_class(), "\n"; return 7; }
    static function text($n) { if ($n == 99) { return Calls::fails($n); } return $n > 100 ? $n : Calls::text($n + 1) + 1; }
    static function fails($n) {
        if ($n === 99) { foreach (\array_slice(debug_backtrace(), 0, 4) as $frame) echo $frame['class'] ?? '', $frame['type'] ?? '', $frame['function'], '(', implode(', ', $frame['args']), ') ', $frame['line'], "\n"; }
        throw new \Exception("at $n");
    }
}
class Others extends Calls {
    static function one() { return 10; }
    static function down(int $n) { return -$n; }
}
for ($i = 0; $i < 60; $i++) {
    fibonacci(9); takes(6, 4, 2); power(2, 9); nested(4, 1); steps(5); steps(5, 3); Calls::down(8); Calls::even(8); Calls::factorial(9); Calls::named(4); Calls::who(3); Calls::text(101);
}
var_dump(fibonacci(18), takes(9, 6, 3), power(3, 20), nested(7, 2), steps(14), steps(9, 4), steps(9, 1, 2));
var_dump(Calls::down(15), Calls::even(31), Calls::factorial(18), Calls::named(9), Calls::who(4));
// Methods of other classes stand in for those that were seen.
var_dump(Others::down(15), Others::named(9), Others::who(4), Others::factorial(5), Others::even(3));
// Overflow deep in calls whose windows are begun.
var_dump(power(3, 60), nested(50 - 30, 1 << 44), Calls::factorial(25), takes(7, 2, 5), fibonacci(12.5));
var_dump(nested(6, PHP_INT_MAX - 5), nested(9, "4"), steps("7"), steps(3, 2.5));
var_dump(Calls::who(-1), Others::who(-1));
try { Calls::text(40); } catch (\Exception $e) {
    echo $e->getMessage(), ' ', \count($e->getTrace()), "\n", implode("\n", \array_slice(explode("\n", preg_replace('/#(\d+) .*\.php/', '#$1 file', $e->getTraceAsString())), 0, 5)), "\n";
}
try { Calls::down([]); } catch (\TypeError $e) { echo preg_replace('/, called in .*/', '', $e->getMessage()), "\n"; }
try { takes(1, 2); } catch (\ArgumentCountError $e) { echo preg_replace('/ in .*on line/', ' on line', $e->getMessage()), "\n"; }
function deep($n, $m = 1) { return $n == 0 ? 0 : $m + \Numbers\deep($n - 1); }
for ($i = 0; $i < 20; $i++) deep(20);
var_dump(deep(50000));
?>
--EXPECT--
int(2584)
int(2)
int(3486784401)
int(7444319617350980000)
float(20.15625)
float(6.28125)
float(10.78125)
int(610)
bool(false)
int(6402373705728000)
int(9)
int(9)
int(-15)
int(90)
int(9)
int(120)
bool(false)
float(4.23911582752162E+28)
float(INF)
float(1.5511210043330986E+25)
int(2)
float(260.5)
float(1.796486807930687E+30)
float(9.714642811864707E+49)
float(6.1875)
float(3.375)
Numbers\Calls Numbers\Calls
Numbers\Others Numbers\Others
int(7)
int(7)
Numbers\Calls::fails(99) 24
Numbers\Calls::text(99) 24
Numbers\Calls::text(98) 24
Numbers\Calls::text(97) 24
at 99 61
#0 file(24): Numbers\Calls::fails(99)
#1 file(24): Numbers\Calls::text(99)
#2 file(24): Numbers\Calls::text(98)
#3 file(24): Numbers\Calls::text(97)
#4 file(24): Numbers\Calls::text(96)
Numbers\Calls::down(): Argument #1 ($n) must be of type int, array given
Too few arguments to function Numbers\takes(), 2 passed on line 49 and exactly 3 expected
int(50000)
