--TEST--
Names of classes and functions that are values: shown as they are spelled, split at the last colon; self, parent and static mean nothing special
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
spl_autoload_register(function ($class) { echo "[$class] "; });
class P { static $x = 2; const X = 1; function m() {} static function f() { return 'P'; } private static function p() {} }
class Q extends P {
    static function f() { return 'Q'; }
    static function each() { foreach (['self', 'parent', 'static', '\self'] as $name) tell($name, static::uses($name)); }
    static function uses($c) {
        return [
            fn() => new $c, fn() => $c::f(), fn() => [$c, 'f'](), fn() => "$c::f"(), fn() => call_user_func("$c::f"), fn() => $c::X, fn() => $c::$x,
            fn() => constant("$c::X"), fn() => Closure::fromCallable("$c::f")(), fn() => Closure::fromCallable([$c, 'f'])(),
        ];
    }
}
function tell($what, $uses) {
    foreach ($uses as $number => $use) {
        try {
            echo is_string($what) ? $what : json_encode($what), " $number: ";
            $found = $use();
            echo is_object($found) ? get_class($found) : json_encode($found), "\n";
        } catch (Error $error) {
            echo get_class($error), ': ', $error->getMessage(), "\n";
        }
    }
}
Q::each();
foreach (['self', 'parent', 'static', '\Nope\X', '\\\\P', '\P', ':'] as $name) {
    tell($name, Q::uses($name));
}
foreach (['P::Q::f', 'P:::f', '::f', ':f', 'P::', '\P::f', '\nope', '\\\\strlen', 5, [1, 2], ['P', 2], [1, 'f'], [[], []], [], ['a' => 'P', 'b' => 'f'], ['P', 'f', 'g'], ['P', 'm'], ['P', 'p'], ['P', 'nope']] as $callable) {
    tell($callable, [fn() => $callable(), fn() => $callable(...), fn() => call_user_func($callable), fn() => Closure::fromCallable($callable)]);
}
tell('object', [fn() => [new Q, 'parent::f'](), fn() => [new Q, 'P::f'](...), fn() => call_user_func([new Q, 'P::f'])]);
?>
--EXPECT--
self 0: [self] Error: Class "self" not found
self 1: [self] Error: Class "self" not found
self 2: [self] Error: Class "self" not found
self 3: [self] Error: Class "self" not found
self 4: "Q"
self 5: [self] Error: Class "self" not found
self 6: [self] Error: Class "self" not found
self 7: 1
self 8: "Q"
self 9: "Q"
parent 0: [parent] Error: Class "parent" not found
parent 1: [parent] Error: Class "parent" not found
parent 2: [parent] Error: Class "parent" not found
parent 3: [parent] Error: Class "parent" not found
parent 4: "P"
parent 5: [parent] Error: Class "parent" not found
parent 6: [parent] Error: Class "parent" not found
parent 7: 1
parent 8: "P"
parent 9: "P"
static 0: [static] Error: Class "static" not found
static 1: [static] Error: Class "static" not found
static 2: [static] Error: Class "static" not found
static 3: [static] Error: Class "static" not found
static 4: "Q"
static 5: [static] Error: Class "static" not found
static 6: [static] Error: Class "static" not found
static 7: 1
static 8: "Q"
static 9: "Q"
\self 0: [self] Error: Class "\self" not found
\self 1: [self] Error: Class "\self" not found
\self 2: [self] Error: Class "\self" not found
\self 3: [self] Error: Class "\self" not found
\self 4: [self] TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\self" not found
\self 5: [self] Error: Class "\self" not found
\self 6: [self] Error: Class "\self" not found
\self 7: 1
\self 8: [self] TypeError: Failed to create closure from callable: class "\self" not found
\self 9: [self] TypeError: Failed to create closure from callable: class "\self" not found
self 0: [self] Error: Class "self" not found
self 1: [self] Error: Class "self" not found
self 2: [self] Error: Class "self" not found
self 3: [self] Error: Class "self" not found
self 4: "Q"
self 5: [self] Error: Class "self" not found
self 6: [self] Error: Class "self" not found
self 7: 1
self 8: "Q"
self 9: "Q"
parent 0: [parent] Error: Class "parent" not found
parent 1: [parent] Error: Class "parent" not found
parent 2: [parent] Error: Class "parent" not found
parent 3: [parent] Error: Class "parent" not found
parent 4: "P"
parent 5: [parent] Error: Class "parent" not found
parent 6: [parent] Error: Class "parent" not found
parent 7: 1
parent 8: "P"
parent 9: "P"
static 0: [static] Error: Class "static" not found
static 1: [static] Error: Class "static" not found
static 2: [static] Error: Class "static" not found
static 3: [static] Error: Class "static" not found
static 4: "Q"
static 5: [static] Error: Class "static" not found
static 6: [static] Error: Class "static" not found
static 7: 1
static 8: "Q"
static 9: "Q"
\Nope\X 0: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 1: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 2: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 3: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 4: [Nope\X] TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\Nope\X" not found
\Nope\X 5: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 6: [Nope\X] Error: Class "\Nope\X" not found
\Nope\X 7: [Nope\X] Error: Class "Nope\X" not found
\Nope\X 8: [Nope\X] TypeError: Failed to create closure from callable: class "\Nope\X" not found
\Nope\X 9: [Nope\X] TypeError: Failed to create closure from callable: class "\Nope\X" not found
\\P 0: [\P] Error: Class "\\P" not found
\\P 1: [\P] Error: Class "\\P" not found
\\P 2: [\P] Error: Class "\\P" not found
\\P 3: [\P] Error: Class "\\P" not found
\\P 4: [\P] TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\\P" not found
\\P 5: [\P] Error: Class "\\P" not found
\\P 6: [\P] Error: Class "\\P" not found
\\P 7: 1
\\P 8: [\P] TypeError: Failed to create closure from callable: class "\\P" not found
\\P 9: [\P] TypeError: Failed to create closure from callable: class "\\P" not found
\P 0: P
\P 1: "P"
\P 2: "P"
\P 3: "P"
\P 4: "P"
\P 5: 1
\P 6: 2
\P 7: 1
\P 8: "P"
\P 9: "P"
: 0: Error: Class ":" not found
: 1: Error: Class ":" not found
: 2: Error: Class ":" not found
: 3: Error: Class ":" not found
: 4: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class ":" not found
: 5: Error: Class ":" not found
: 6: Error: Class ":" not found
: 7: Error: Class ":" not found
: 8: TypeError: Failed to create closure from callable: class ":" not found
: 9: TypeError: Failed to create closure from callable: class ":" not found
P::Q::f 0: Error: Class "P::Q" not found
P::Q::f 1: Error: Class "P::Q" not found
P::Q::f 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "P::Q" not found
P::Q::f 3: TypeError: Failed to create closure from callable: class "P::Q" not found
P:::f 0: Error: Class "P:" not found
P:::f 1: Error: Class "P:" not found
P:::f 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "P:" not found
P:::f 3: TypeError: Failed to create closure from callable: class "P:" not found
::f 0: Error: Class "" not found
::f 1: Error: Class "" not found
::f 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, invalid function name
::f 3: TypeError: Failed to create closure from callable: invalid function name
:f 0: Error: Call to undefined function :f()
:f 1: Error: Call to undefined function :f()
:f 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function ":f" not found or invalid function name
:f 3: TypeError: Failed to create closure from callable: function ":f" not found or invalid function name
P:: 0: Error: Call to undefined method P::()
P:: 1: Error: Call to undefined method P::()
P:: 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class P does not have a method ""
P:: 3: TypeError: Failed to create closure from callable: class P does not have a method ""
\P::f 0: "P"
\P::f 1: Closure
\P::f 2: "P"
\P::f 3: Closure
\nope 0: Error: Call to undefined function \nope()
\nope 1: Error: Call to undefined function \nope()
\nope 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "\nope" not found or invalid function name
\nope 3: TypeError: Failed to create closure from callable: function "\nope" not found or invalid function name
\\strlen 0: Error: Call to undefined function \\strlen()
\\strlen 1: Error: Call to undefined function \\strlen()
\\strlen 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "\\strlen" not found or invalid function name
\\strlen 3: TypeError: Failed to create closure from callable: function "\\strlen" not found or invalid function name
5 0: Error: Value of type int is not callable
5 1: Error: Value of type int is not callable
5 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, no array or string given
5 3: TypeError: Failed to create closure from callable: no array or string given
[1,2] 0: Error: First array member is not a valid class name or object
[1,2] 1: Error: First array member is not a valid class name or object
[1,2] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, first array member is not a valid class name or object
[1,2] 3: TypeError: Failed to create closure from callable: first array member is not a valid class name or object
["P",2] 0: Error: Second array member is not a valid method
["P",2] 1: Error: Second array member is not a valid method
["P",2] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, second array member is not a valid method
["P",2] 3: TypeError: Failed to create closure from callable: second array member is not a valid method
[1,"f"] 0: Error: First array member is not a valid class name or object
[1,"f"] 1: Error: First array member is not a valid class name or object
[1,"f"] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, first array member is not a valid class name or object
[1,"f"] 3: TypeError: Failed to create closure from callable: first array member is not a valid class name or object
[[],[]] 0: Error: First array member is not a valid class name or object
[[],[]] 1: Error: First array member is not a valid class name or object
[[],[]] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, first array member is not a valid class name or object
[[],[]] 3: TypeError: Failed to create closure from callable: first array member is not a valid class name or object
[] 0: Error: Array callback must have exactly two elements
[] 1: Error: Array callback must have exactly two elements
[] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
[] 3: TypeError: Failed to create closure from callable: array callback must have exactly two members
{"a":"P","b":"f"} 0: Error: Array callback has to contain indices 0 and 1
{"a":"P","b":"f"} 1: Error: Array callback has to contain indices 0 and 1
{"a":"P","b":"f"} 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback has to contain indices 0 and 1
{"a":"P","b":"f"} 3: TypeError: Failed to create closure from callable: array callback has to contain indices 0 and 1
["P","f","g"] 0: Error: Array callback must have exactly two elements
["P","f","g"] 1: Error: Array callback must have exactly two elements
["P","f","g"] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
["P","f","g"] 3: TypeError: Failed to create closure from callable: array callback must have exactly two members
["P","m"] 0: Error: Non-static method P::m() cannot be called statically
["P","m"] 1: Error: Non-static method P::m() cannot be called statically
["P","m"] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::m() cannot be called statically
["P","m"] 3: TypeError: Failed to create closure from callable: non-static method P::m() cannot be called statically
["P","p"] 0: Error: Call to private method P::p() from global scope
["P","p"] 1: Error: Call to private method P::p() from global scope
["P","p"] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method P::p()
["P","p"] 3: TypeError: Failed to create closure from callable: cannot access private method P::p()
["P","nope"] 0: Error: Call to undefined method P::nope()
["P","nope"] 1: Error: Call to undefined method P::nope()
["P","nope"] 2: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class P does not have a method "nope"
["P","nope"] 3: TypeError: Failed to create closure from callable: class P does not have a method "nope"
object 0: Error: Call to undefined method Q::parent::f()
object 1: Error: Call to undefined method Q::P::f()
object 2: "P"
