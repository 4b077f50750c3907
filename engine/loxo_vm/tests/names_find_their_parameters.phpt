--TEST--
Arguments by name find their parameters one after the other, also those of spreads
--FILE--
<?php
function f($a, $b = 2) { return "$a $b"; } function v(...$r) { return json_encode($r); }
class M { function __call($n, $a) { return json_encode($a); } static function __callStatic($n, $a) { return json_encode($a); } function m($a) { return $a; } }
class N {} class K { function __construct(public $a = 1) {} }
function t($g) { try { var_dump($g()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
t(fn() => f(c: print("x"), a: print("y")));
t(fn() => f(...['a' => 1], ...[2]));
t(fn() => f(...['c' => 1], ...[2]));
t(fn() => f(1, ...['a' => 1], ...['c' => 2]));
t(fn() => f(...[1, 'a' => 1, 'c' => 2]));
t(fn() => f(...['c' => 2, 'a' => 1, 5]));
t(fn() => f(1, a: print("z"), c: print("w")));
t(fn() => v(...['c' => 2, 'a' => 1, 5]));
t(fn() => v(...['c' => 2], ...['c' => 1]));
t(fn() => (new M)->q(...['c' => 2], ...['c' => 1]));
t(fn() => (new M)->q(c: 2, d: 4));
t(fn() => M::q(...['c' => 2, 5]));
t(fn() => new N(c: print("n")));
t(fn() => new N(...['c' => 1, 2]));
t(fn() => new K(b: print("n"), a: print("m")));
t(fn() => strlen(...['str' => 'x', 2]));
t(fn() => strlen(...['string' => 'x', 2]));
t(fn() => strlen(s: print("q")));
t(fn() => call_user_func('f', ...['c' => 1, 2]));
t(fn() => call_user_func_array('f', ['c' => 1, 2]));
t(fn() => call_user_func_array('f', ['a' => 1, 2]));
t(fn() => f(...(function () { yield 'c' => print("g"); yield 'a' => print("h"); })()));
t(fn() => f(...(function () { yield 'a' => 1; yield print("h"); })()));
t(fn() => array_map(...['callback' => 'strlen', 'array' => ['a'], 3]));
t(fn() => sprintf(...['format' => '%s', 'x' => 3, 4]));
--EXPECT--
xError: Unknown named parameter $c
string(3) "1 2"
Error: Unknown named parameter $c
Error: Named parameter $a overwrites previous argument
Error: Named parameter $a overwrites previous argument
Error: Unknown named parameter $c
zError: Named parameter $a overwrites previous argument
Error: Cannot use positional argument after named argument during unpacking
Error: Named parameter $c overwrites previous argument
Error: Named parameter $c overwrites previous argument
string(13) "{"c":2,"d":4}"
Error: Cannot use positional argument after named argument during unpacking
nError: Unknown named parameter $c
Error: Unknown named parameter $c
nError: Unknown named parameter $b
Error: Unknown named parameter $str
Error: Cannot use positional argument after named argument during unpacking
qError: Unknown named parameter $s
Error: Cannot use positional argument after named argument during unpacking
Error: Unknown named parameter $c
Error: Cannot use positional argument after named argument
gError: Unknown named parameter $c
hError: Cannot use positional argument after named argument during unpacking
Error: Cannot use positional argument after named argument during unpacking
Error: Cannot use positional argument after named argument during unpacking
