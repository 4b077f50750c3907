--TEST--
Builtin functions that are called by their names and as closures, among other callables
--FILE--
<?php
class Text { function __toString() { return 'text'; } function __destruct() { echo '~'; } function reversed($x) { return strrev($x); } }
function one(array $callables, $x)
{
    $results = [];
    foreach ($callables as $callable) {
        try {
            $results[] = $callable($x);
        } catch (Throwable $e) {
            $results[] = get_class($e) . ': ' . $e->getMessage();
        }
    }
    return $results;
}
$callables = ['strlen', 'intval', strtoupper(...), abs(...), 'compact', 'func_get_args', 'json_encode', [new Text, 'reversed'], 'nothing', 'array_keys',
    fn($x) => gettype($x), Closure::fromCallable('strrev'), 'array_pop', 'iterator_count'];
for ($i = 0; $i < 100; $i++) {
    ob_start();
    foreach ([5, 'abc', [3, 1], null, new Text] as $x) {
        echo json_encode(one($callables, $x)), "\n";
    }
    $x = null;
    $seen = ob_get_clean();
}
echo $seen;
function gone()
{
    $id = spl_object_id(...);
    $id(new Text);
    $f = 'strval';
    return $f(new Text);
}
for ($i = 0; $i < 40; $i++) echo gone();
?>
--EXPECTF--
[1,5,"5",5,"Error: Cannot call compact() dynamically","ArgumentCountError: func_get_args() expects exactly 0 arguments, 1 given","5","5","Error: Call to undefined function nothing()","TypeError: array_keys(): Argument #1 ($array) must be of type array, int given","integer","5","TypeError: array_pop(): Argument #1 ($array) must be of type array, int given","TypeError: iterator_count(): Argument #1 ($iterator) must be of type Traversable|array, int given"]
[3,0,"ABC","TypeError: abs(): Argument #1 ($num) must be of type int|float, string given","Error: Cannot call compact() dynamically","ArgumentCountError: func_get_args() expects exactly 0 arguments, 1 given","\"abc\"","cba","Error: Call to undefined function nothing()","TypeError: array_keys(): Argument #1 ($array) must be of type array, string given","string","cba","TypeError: array_pop(): Argument #1 ($array) must be of type array, string given","TypeError: iterator_count(): Argument #1 ($iterator) must be of type Traversable|array, string given"]
["TypeError: strlen(): Argument #1 ($string) must be of type string, array given",1,"TypeError: strtoupper(): Argument #1 ($string) must be of type string, array given","TypeError: abs(): Argument #1 ($num) must be of type int|float, array given","Error: Cannot call compact() dynamically","ArgumentCountError: func_get_args() expects exactly 0 arguments, 1 given","[3,1]","TypeError: strrev(): Argument #1 ($string) must be of type string, array given","Error: Call to undefined function nothing()",[0,1],"array","TypeError: strrev(): Argument #1 ($string) must be of type string, array given",1,1]

Deprecated: strlen(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 8

Deprecated: strtoupper(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 8

Deprecated: abs(): Passing null to parameter #1 ($num) of type int|float is deprecated in %s on line 8

Deprecated: strrev(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 2

Deprecated: strrev(): Passing null to parameter #1 ($string) of type string is deprecated in %s on line 8
[0,0,"",0,"Error: Cannot call compact() dynamically","ArgumentCountError: func_get_args() expects exactly 0 arguments, 1 given","null","","Error: Call to undefined function nothing()","TypeError: array_keys(): Argument #1 ($array) must be of type array, null given","NULL","","TypeError: array_pop(): Argument #1 ($array) must be of type array, null given","TypeError: iterator_count(): Argument #1 ($iterator) must be of type Traversable|array, null given"]

Warning: Object of class Text could not be converted to int in %s on line 8
[4,1,"TEXT","TypeError: abs(): Argument #1 ($num) must be of type int|float, Text given","Error: Cannot call compact() dynamically","ArgumentCountError: func_get_args() expects exactly 0 arguments, 1 given","{}","txet","Error: Call to undefined function nothing()","TypeError: array_keys(): Argument #1 ($array) must be of type array, Text given","object","txet","TypeError: array_pop(): Argument #1 ($array) must be of type array, Text given","TypeError: iterator_count(): Argument #1 ($iterator) must be of type Traversable|array, Text given"]
~~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~~text~