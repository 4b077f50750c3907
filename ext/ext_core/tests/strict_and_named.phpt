--TEST--
Core: strict types and named arguments
--FILE--
<?php
declare(strict_types=1);
try { strlen(5); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }

var_dump(strncmp(string2: "b", string1: "a", length: 1));
try { strncmp(string2: "b", string1: "a"); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { strlen(foo: 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { get_class(object: new stdClass, x: 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump(debug_backtrace(limit: 1));

throw new Error("final");
--EXPECTF--
strlen(): Argument #1 ($string) must be of type string, int given
int(-1)
strncmp() expects exactly 3 arguments, 2 given
Unknown named parameter $foo
Unknown named parameter $x
array(0) {
}

Fatal error: Uncaught Error: final in %s:11
Stack trace:
#0 {main}
  thrown in %s on line 11
