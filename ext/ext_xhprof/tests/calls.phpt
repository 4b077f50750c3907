--TEST--
Every kind of call has its name, its caller and its number
--INI--
opcache.optimization_level=0
--FILE--
<?php
namespace App;

class A
{
    public function __construct(public $p = null) { $this->p = new \ArrayObject([1]); }
    public function __destruct() { self::s(3); }
    public static function s($x) { return $x * 2; }
    public function __get($n) { return strlen($n); }
    public function __call($n, $a) { return $this->rec(count($a)); }
    public function rec($n) { return $n <= 0 ? 0 : $this->rec($n - 1); }
    public function gen()
    {
        try {
            $x = yield 1;
            yield from $this->inner();
            yield 2;
        } finally {
            self::s(1);
        }
    }
    public function inner() { yield 7; yield 8; return 9; }
    public function thrower()
    {
        try {
            $this->deep(3);
        } catch (\Exception $e) {
            return $e->getMessage();
        }
    }
    public function deep($n)
    {
        if (!$n) {
            throw new \Exception("x");
        }
        $this->deep($n - 1);
    }
    public int $hooked { get => self::s(4); }
}

enum E: string
{
    case X = 'x';
    public function f() { return strtoupper($this->value); }
}

function fib($n) { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
function one() { return 1; }
function nothing($x) {}
function &refs(array &$a, ...$rest) { $a[] = count($rest); return $a; }
function opt($a, $b = 5, $c = PHP_INT_MAX) { return $a + $b; }
function stat() { static $n = 0; return $n++; }

xhprof_enable();
$a = new A;
$a->foo(1, 2, 3);
$a->zzz;
foreach ($a->gen() as $v) {
}
$a->hooked;
$a->thrower();
fib(6);
one();
nothing(2);
E::X->f();
E::from('x');
$list = [];
refs($list, 1, 2, 3);
refs($list);
opt(1);
opt(1, 2);
opt(c: 3, a: 4);
$c = function () use ($a) { return $a->rec(1); };
$c();
\array_map($c, [1, 2]);
call_user_func($c);
call_user_func_array([$a, 'rec'], [2]);
(new \ReflectionMethod($a, 'rec'))->invoke($a, 1);
$f = $a->rec(...);
$f(2);
$fn = \strlen(...);
$fn("abc");
strlen("xx");
\strlen("yy");
\usort($list, fn($x, $y) => $x <=> $y);
spl_autoload_register(function ($c) { eval("namespace App; class Dyn { function hi() { return 1; } }"); });
(new Dyn)->hi();
$g = (function () { $r = yield; while (true) { $r = yield $r; } })();
$g->current();
$g->send(1);
$g->send(2);
unset($g);
set_error_handler(function () { return true; });
$undefined;
echo $undefined;
restore_error_handler();
ob_start(function ($b) { return strrev($b); });
echo "\ncba";
ob_end_flush();
$s = new class { function __toString() { return "str"; } function __invoke($x) { return $x; } };
(string) $s;
$s(3);
iterator_to_array($a->gen());
json_encode(new class implements \JsonSerializable { function jsonSerialize(): mixed { return fib(2); } });
unset($a, $c, $f);
\preg_replace_callback('/a/', fn($m) => strtoupper($m[0]), "banana");
stat();
stat();
array_walk($list, function ($x) {});
$sums = xhprof_disable();
ksort($sums);
foreach ($sums as $name => $row) {
    echo str_replace(__DIR__ . '/', '', $name), ' ', $row['ct'], ' ', join(' ', array_keys($row)), "\n";
}
?>
--EXPECT--
abc
App\A::$hooked::get==>App\A::s 1 ct wt
App\A::__call==>App\A::rec 1 ct wt
App\A::__call==>count 1 ct wt
App\A::__construct==>ArrayObject::__construct 1 ct wt
App\A::__destruct==>App\A::s 1 ct wt
App\A::__get==>strlen 1 ct wt
App\A::deep==>App\A::deep@1 1 ct wt
App\A::deep@1==>App\A::deep@2 1 ct wt
App\A::deep@2==>App\A::deep@3 1 ct wt
App\A::deep@3==>Exception::__construct 1 ct wt
App\A::gen==>App\A::s 2 ct wt
App\A::rec==>App\A::rec@1 8 ct wt
App\A::rec@1==>App\A::rec@2 3 ct wt
App\A::rec@2==>App\A::rec@3 1 ct wt
App\A::thrower==>App\A::deep 1 ct wt
App\A::thrower==>Exception::getMessage 1 ct wt
App\E::f==>strtoupper 1 ct wt
App\fib==>App\fib@1 4 ct wt
App\fib@1==>App\fib@2 4 ct wt
App\fib@2==>App\fib@3 8 ct wt
App\fib@3==>App\fib@4 8 ct wt
App\fib@4==>App\fib@5 2 ct wt
App\refs==>count 2 ct wt
Generator::current==>{closure:calls.php:88} 1 ct wt
Generator::send==>{closure:calls.php:88} 2 ct wt
JsonSerializable@anonymous::jsonSerialize==>App\fib 1 ct wt
ReflectionMethod::invoke==>App\A::rec 1 ct wt
array_map==>{closure:calls.php:73} 2 ct wt
array_walk==>{closure:calls.php:109} 2 ct wt
call_user_func==>{closure:calls.php:73} 1 ct wt
call_user_func_array==>App\A::rec 1 ct wt
iterator_to_array==>App\A::gen 4 ct wt
iterator_to_array==>App\A::inner 3 ct wt
json_encode==>JsonSerializable@anonymous::jsonSerialize 1 ct wt
main() 1 ct wt
main()==>App\A::$hooked::get 1 ct wt
main()==>App\A::__call 1 ct wt
main()==>App\A::__construct 1 ct wt
main()==>App\A::__destruct 1 ct wt
main()==>App\A::__get 1 ct wt
main()==>App\A::gen 4 ct wt
main()==>App\A::inner 3 ct wt
main()==>App\A::rec 1 ct wt
main()==>App\A::thrower 1 ct wt
main()==>App\Dyn::hi 1 ct wt
main()==>App\E::f 1 ct wt
main()==>App\E::from 1 ct wt
main()==>App\fib 1 ct wt
main()==>App\nothing 1 ct wt
main()==>App\one 1 ct wt
main()==>App\opt 3 ct wt
main()==>App\refs 2 ct wt
main()==>App\stat 2 ct wt
main()==>Generator::current 1 ct wt
main()==>Generator::send 2 ct wt
main()==>ReflectionMethod::__construct 1 ct wt
main()==>ReflectionMethod::invoke 1 ct wt
main()==>array_map 1 ct wt
main()==>array_walk 1 ct wt
main()==>call_user_func 1 ct wt
main()==>call_user_func_array 1 ct wt
main()==>class@anonymous::__invoke 1 ct wt
main()==>class@anonymous::__toString 1 ct wt
main()==>iterator_to_array 1 ct wt
main()==>json_encode 1 ct wt
main()==>ob_end_flush 1 ct wt
main()==>ob_start 1 ct wt
main()==>preg_replace_callback 1 ct wt
main()==>restore_error_handler 1 ct wt
main()==>set_error_handler 1 ct wt
main()==>spl_autoload_register 1 ct wt
main()==>strlen 2 ct wt
main()==>usort 1 ct wt
main()==>xhprof_disable 1 ct wt
main()==>{closure:calls.php:73} 1 ct wt
main()==>{closure:calls.php:86} 1 ct wt
main()==>{closure:calls.php:93} 1 ct wt
ob_end_flush==>{closure:calls.php:97} 1 ct wt
preg_replace_callback==>{closure:calls.php:106} 3 ct wt
usort==>{closure:calls.php:85} 1 ct wt
{closure:calls.php:106}==>strtoupper 3 ct wt
{closure:calls.php:73}==>App\A::rec 4 ct wt
{closure:calls.php:86}==>eval::calls.php(86) : eval()'d code 1 ct wt
{closure:calls.php:97}==>strrev 1 ct wt
