--TEST--
sprintf() of strings and whole numbers is joined in place: order of evaluation and conversion, types, errors
--FILE--
<?php
class Text { function __construct(private string $s) {} function __toString(): string { echo "[{$this->s}]"; return $this->s; } }
class Thrower { function __toString(): string { throw new Exception('no text'); } }
class Loud { function __destruct() { echo "gone\n"; } }
function say($x) { echo "($x)"; return $x; }
for ($i = 0; $i < 2; $i++) {
    echo sprintf('%s and %s', say('a'), say('b')), "\n";
    echo sprintf('%s%s', new Text('x'), say('y')), "\n";
    echo sprintf('%d%%|%d|%s', '12abc', 3.99, 1.5), "\n";
    echo sprintf('%s|%s|%s|%d|%d', null, true, false, null, true), "\n";
    echo sprintf('plain %%.'), sprintf(''), sprintf('%s', $i), sprintf('%d', '7x'), "\n";
}
try {
    echo sprintf('%s %s %s', new Loud instanceof Loud, new Thrower, [new Loud]), "\n";
} catch (Exception $e) {
    echo $e->getMessage(), ' ', count($e->getTrace()), "\n";
}
echo sprintf('%s', []), sprintf('<%s>', $undefined), "\n";
try {
    echo sprintf('%s %s', 1), "\n";
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
echo sprintf('%05d|%s', 42, 'x'), sprintf('%2$s %1$s', 'a', 'b'), "\n";
var_dump(sprintf('%d', PHP_INT_MAX), sprintf('%s', 1e100), sprintf('%s-%d', -0.0, -0.0));
$a = 1;
echo sprintf('%s%s%s', $a, $a++, $a), "\n";
namespace_test();
function namespace_test() { $f = 'sprintf'; echo $f('%s!', 'dynamic'), "\n"; }
--EXPECTF--
(a)(b)a and b
(y)[x]xy
12%|3|1.5
|1||0|1
plain %.07
(a)(b)a and b
(y)[x]xy
12%|3|1.5
|1||0|1
plain %.17
gone
gone
no text 1

Warning: Array to string conversion in %s on line 18
Array
Warning: Undefined variable $undefined in %s on line 18
<>
3 arguments are required, 2 given
00042|xb a
string(19) "9223372036854775807"
string(8) "1.0E+100"
string(4) "-0-0"
212
dynamic!
