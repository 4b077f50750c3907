--TEST--
Missing arguments: the error belongs to the call, a try of the callee does not see it; types of passed ones are checked first
--FILE--
<?php
function f(int $a, $b) { try { echo "body\n"; } catch (Error $e) { echo "inside\n"; } }
try { f(1); } catch (Error $e) { echo get_class($e), ": ", $e->getMessage(), " line ", $e->getLine(), "\n"; }
try { f("x"); } catch (Error $e) { echo get_class($e), ": ", preg_replace('~called in.*~', 'called in', $e->getMessage()), "\n"; }
class C { function __construct(public int $a, public string $b) { try {} finally { echo "finally\n"; } } }
try { new C(1); } catch (Error $e) { echo get_class($e), ": ", preg_replace('~in \S+ on~', 'in FILE on', $e->getMessage()), "\n"; }
try { array_map(fn($a, $b) => 1, [1]); } catch (Error $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; foreach ($e->getTrace() as $t) echo "  ", $t['function'], "(", count($t['args'] ?? []), ")\n"; }
function g($a, $b) { static $n = 0; try { yield 1; } finally { echo "gen\n"; } }
try { g(1); } catch (Error $e) { echo get_class($e), ": ", preg_replace('~in \S+ on~', 'in FILE on', $e->getMessage()), "\n"; }
try { strlen(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { str_replace("a", what: 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
ArgumentCountError: Too few arguments to function f(), 1 passed in %s on line 3 and exactly 2 expected line %d
TypeError: f(): Argument #1 ($a) must be of type int, string given, called in
ArgumentCountError: Too few arguments to function C::__construct(), 1 passed in FILE on line 6 and exactly 2 expected
ArgumentCountError: Too few arguments to function {closure:%s:7}(), 1 passed and exactly 2 expected
  {closure:%s:7}(1)
  array_map(2)
ArgumentCountError: Too few arguments to function g(), 1 passed in FILE on line 9 and exactly 2 expected
strlen() expects exactly 1 argument, 0 given
Unknown named parameter $what
