--TEST--
gmp: functions, operators, texts and random numbers
--FILE--
<?php
$a = gmp_init('0x1fffffffffffffffff');
echo $a, ' ', gmp_strval($a, 36), ' ', gmp_strval($a, 62), ' ', gmp_strval(-255, -16), ' ', gmp_init('-0b101'), "\n";
echo $a + 1, ' ', 2 * $a, ' ', $a % 1000, ' ', -7 % gmp_init(3), ' ', $a >> 60, ' ', gmp_init(2) ** 100, ' ', ~gmp_init(5), "\n";
[$q, $r] = gmp_div_qr(-7, 2, GMP_ROUND_MINUSINF);
echo "$q $r ", gmp_fact(30), ' ', gmp_binomial(-3, 4), ' ', gmp_root(-28, 3), ' ', gmp_powm(3, 200, 13), "\n";
extract(gmp_gcdext(240, 46));
echo "$g $s $t ", gmp_invert(3, 11), ' ', var_export(gmp_invert(4, 8), true), ' ', gmp_lcm(4, 6), ' ', gmp_kronecker(2, 15), "\n";
echo gmp_prob_prime('18446744073709551557'), gmp_prob_prime(gmp_pow(2, 127) - 1), gmp_prob_prime('3825123056546413051'), ' ',
    gmp_nextprime(1000000), ' ', gmp_popcount(-1), ' ', gmp_hamdist(7, 0), ' ', gmp_scan0(7, 0), ' ', gmp_scan1(8, 0), "\n";
gmp_random_seed(100);
echo gmp_random_bits(100), ' ', gmp_random_range(-10, 10), "\n";
echo bin2hex(gmp_export('0x010203', 2, GMP_LSW_FIRST | GMP_BIG_ENDIAN)), ' ', gmp_import("\1\0\2\0", 2, GMP_LITTLE_ENDIAN), "\n";
var_dump(unserialize(serialize($a)) == $a, $a > 5, array_sum([gmp_init(3), 4]), (int) gmp_init('-9223372036854775809'));
gmp_setbit($a, 200);
var_dump(gmp_testbit($a, 200), clone $a);
foreach ([fn() => $a + 'x', fn() => $a + [], fn() => $a / 0, fn() => $a << -1, fn() => gmp_sqrt(-1), fn() => gmp_init('1', 63)] as $wrong) {
    try {
        $wrong();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
590295810358705651711 3gksgwxxg9axa7 BLJp4aZBJ3gF -FF -5
590295810358705651712 1180591620717411303422 711 2 511 1267650600228229401496703205376 -6
-4 1 265252859812191058636308480000000 15 -3 9
2 -9 47 4 false 12 1
110 1000003 -1 3 3 3
738695369326250312213967775520 -9
02030001 65538
bool(true)
bool(true)
int(7)
int(-1)
bool(true)
object(GMP)#%d (1) {
  ["num"]=>
  string(61) "1606938044258990275541962092341162602522793289593151540953087"
}
ValueError: Number is not an integer string
TypeError: Number must be of type GMP|string|int, array given
DivisionByZeroError: Division by zero
ValueError: Shift must be greater than or equal to 0
ValueError: gmp_sqrt(): Argument #%d ($num) must be greater than or equal to 0
ValueError: gmp_init(): Argument #%d ($base) must be 0 or between 2 and 62
