--TEST--
bcmath: functions, and numbers with operators
--FILE--
<?php
echo bcadd('1.234', '5', 2), ' ', bcsub('1', '1.0001', 3), ' ', bcmul('-2.5', '2.5', 1), ' ', bcdiv('-10', '3', 4), "\n";
echo bcmod('10.5', '-3', 1), ' ', implode('/', bcdivmod('-7', '2')), ' ', bcpowmod('-5', '3', '7'), ' ', bcpow('1.5', '-3', 5), "\n";
echo bcsqrt('2', 20), ' ', bccomp('1.0001', '1', 3), ' ', bcfloor('-1.5'), ' ', bcceil('-0.5'), "\n";
foreach (RoundingMode::cases() as $mode) {
    echo $mode->name, ' ', bcround('-2.5', 0, $mode), ' ', bcround('155', -1, $mode), "\n";
}
bcscale(3);
echo bcdiv('1', '8'), "\n";
$n = new BcMath\Number('1.50');
echo $n + 1, ' ', $n * '0.5', ' ', $n / 3, ' ', -$n, ' ', $n ** 2, ' ', 10 % $n, ' ', $n->sqrt(4), "\n";
$n++;
var_dump($n, $n == '2.5', $n > 2, (bool) new BcMath\Number('0.00'), unserialize(serialize($n)) == $n);
foreach ([fn() => $n + 'x', fn() => $n + null, fn() => $n->value = '1', fn() => bcdiv('1', '0'), fn() => bcadd('1', '2', -1),
    fn() => $n->pow('0.5'), fn() => bcadd('1 ', '2')] as $wrong) {
    try {
        $wrong();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
6.23 0.000 -6.2 -3.3333
1.5 -3/-1 -6 0.29629
1.41421356237309504880 0 -2 0
HalfAwayFromZero -3 160
HalfTowardsZero -2 150
HalfEven -2 160
HalfOdd -3 150
TowardsZero -2 150
AwayFromZero -3 160
NegativeInfinity -3 150
PositiveInfinity -2 160
0.125
2.50 0.750 0.50 -1.50 2.2500 1.00 1.2247
object(BcMath\Number)#%d (2) {
  ["value"]=>
  string(4) "2.50"
  ["scale"]=>
  int(2)
}
bool(true)
bool(true)
bool(false)
bool(true)
ValueError: Right string operand cannot be converted to BcMath\Number
TypeError: Unsupported operand types: BcMath\Number + null
Error: Cannot modify readonly property BcMath\Number::$value
DivisionByZeroError: Division by zero
ValueError: bcadd(): Argument #%d ($scale) must be between 0 and 2147483647
ValueError: BcMath\Number::pow(): Argument #%d ($exponent) exponent cannot have a fractional part
ValueError: bcadd(): Argument #%d ($num1) is not well-formed
