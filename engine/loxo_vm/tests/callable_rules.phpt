--TEST--
Calling a value and asking whether it is callable: where the rules differ, and where they agree
--FILE--
<?php
class P
{
    private function hidden() { return 'P::hidden'; }
    public function inst() { return 'P::inst'; }
    public static function stat() { return 'P::stat ' . static::class; }
}
class C extends P
{
    public function inst() { return 'C::inst'; }
    public function __invoke() { return 'invoked'; }
    private function own() { return 'C::own'; }

    public function within()
    {
        foreach (['self::stat', 'parent::stat', 'static::stat', 'C::inst', 'P::inst', 'C::stat', 'C::own'] as $name) {
            show($name, fn() => $name(), is_callable($name), fn() => call_user_func($name));
        }
        $pairs = [
            ['self', 'stat'], ['parent', 'inst'], ['P', 'inst'], ['C', 'own'], [$this, 'own'], [$this, 'parent::inst'], [$this, 'hidden'],
        ];
        foreach ($pairs as $pair) {
            $name = (is_object($pair[0]) ? '$this' : $pair[0]) . ', ' . $pair[1];
            show($name, fn() => $pair(), is_callable($pair), fn() => call_user_func($pair));
        }
    }
}
class M
{
    public function __call($name, $args) { return "__call $name"; }
    public static function __callStatic($name, $args) { return "__callStatic $name"; }
    private function hidden() { return 'M::hidden'; }

    public function within()
    {
        foreach (['M::nothing', ['M', 'nothing'], [$this, 'nothing']] as $callable) {
            show(json_encode($callable), fn() => $callable(), is_callable($callable), fn() => call_user_func($callable));
        }
    }
}

function attempt($call)
{
    try {
        return $call();
    } catch (Error $error) {
        return get_class($error) . ': ' . $error->getMessage();
    }
}

function show($name, $call, $callable, $user)
{
    echo "$name\n  call: ", attempt($call), "\n  is_callable: ", $callable ? 'yes' : 'no', "\n  call_user_func: ", attempt($user), "\n";
}

set_error_handler(function ($level, $message) {
    echo "  ($message)\n";
    return true;
});

$values = [
    'strtoupper', '\strlen', 'nothing', '', 'A::f', '::f', 'P::inst', 'P::stat', 'P::hidden', 'P::nothing', 'self::f', 'M::x', 'M::hidden',
    [], [1], ['P'], [0 => 'P', 2 => 'stat'], [1, 'f'], ['P', 1], ['P', 'stat'], ['P', 'inst'], ['P', 'hidden'], ['P', 'nothing'], ['X', 'f'],
    ['M', 'x'], [new M, 'x'], [new M, 'hidden'], [new P, 'hidden'], [new P, 'nothing'], [new P, 'stat'], [new C, 'P::inst'],
    [new C, 'parent::inst'], [fn() => 'closure', '__invoke'], fn() => 'closure', new C, new P, 12, null,
];
foreach ($values as $value) {
    $name = is_object($value) ? get_class($value) : json_encode($value);
    show($name, fn() => $value(), is_callable($value), fn() => call_user_func($value));
}
echo "-- within\n";
(new C)->within();
(new M)->within();
?>
--EXPECT--
"strtoupper"
  call: ArgumentCountError: strtoupper() expects exactly 1 argument, 0 given
  is_callable: yes
  call_user_func: ArgumentCountError: strtoupper() expects exactly 1 argument, 0 given
"\\strlen"
  call: ArgumentCountError: strlen() expects exactly 1 argument, 0 given
  is_callable: yes
  call_user_func: ArgumentCountError: strlen() expects exactly 1 argument, 0 given
"nothing"
  call: Error: Call to undefined function nothing()
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "nothing" not found or invalid function name
""
  call: Error: Call to undefined function ()
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "" not found or invalid function name
"A::f"
  call: Error: Class "A" not found
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "A" not found
"::f"
  call: Error: Class "" not found
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, invalid function name
"P::inst"
  call: Error: Non-static method P::inst() cannot be called statically
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::inst() cannot be called statically
"P::stat"
  call: P::stat P
  is_callable: yes
  call_user_func: P::stat P
"P::hidden"
  call: Error: Call to private method P::hidden() from global scope
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::hidden() cannot be called statically
"P::nothing"
  call: Error: Call to undefined method P::nothing()
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class P does not have a method "nothing"
"self::f"
  call: Error: Class "self" not found
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access "self" when no class scope is active
"M::x"
  call: __callStatic x
  is_callable: yes
  call_user_func: __callStatic x
"M::hidden"
  call: __callStatic hidden
  is_callable: yes
  call_user_func: __callStatic hidden
[]
  call: Error: Array callback must have exactly two elements
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
[1]
  call: Error: Array callback must have exactly two elements
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
["P"]
  call: Error: Array callback must have exactly two elements
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback must have exactly two members
{"0":"P","2":"stat"}
  call: Error: Array callback has to contain indices 0 and 1
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, array callback has to contain indices 0 and 1
[1,"f"]
  call: Error: First array member is not a valid class name or object
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, first array member is not a valid class name or object
["P",1]
  call: Error: Second array member is not a valid method
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, second array member is not a valid method
["P","stat"]
  call: P::stat P
  is_callable: yes
  call_user_func: P::stat P
["P","inst"]
  call: Error: Non-static method P::inst() cannot be called statically
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::inst() cannot be called statically
["P","hidden"]
  call: Error: Call to private method P::hidden() from global scope
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::hidden() cannot be called statically
["P","nothing"]
  call: Error: Call to undefined method P::nothing()
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class P does not have a method "nothing"
["X","f"]
  call: Error: Class "X" not found
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "X" not found
["M","x"]
  call: __callStatic x
  is_callable: yes
  call_user_func: __callStatic x
[{},"x"]
  call: __call x
  is_callable: yes
  call_user_func: __call x
[{},"hidden"]
  call: __call hidden
  is_callable: yes
  call_user_func: __call hidden
[{},"hidden"]
  call: Error: Call to private method P::hidden() from global scope
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method P::hidden()
[{},"nothing"]
  call: Error: Call to undefined method P::nothing()
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class P does not have a method "nothing"
[{},"stat"]
  call: P::stat P
  is_callable: yes
  call_user_func: P::stat P
  (Callables of the form ["C", "P::inst"] are deprecated)
[{},"P::inst"]
  call: Error: Call to undefined method C::P::inst()
  is_callable: yes
  call_user_func:   (Callables of the form ["C", "P::inst"] are deprecated)
P::inst
  (Callables of the form ["C", "parent::inst"] are deprecated)
[{},"parent::inst"]
  call: Error: Call to undefined method C::parent::inst()
  is_callable: yes
  call_user_func:   (Callables of the form ["C", "parent::inst"] are deprecated)
P::inst
[{},"__invoke"]
  call: closure
  is_callable: yes
  call_user_func: closure
Closure
  call: closure
  is_callable: yes
  call_user_func: closure
C
  call: invoked
  is_callable: yes
  call_user_func: invoked
P
  call: Error: Object of type P is not callable
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, no array or string given
12
  call: Error: Value of type int is not callable
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, no array or string given
null
  call: Error: Value of type null is not callable
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, no array or string given
-- within
  (Use of "self" in callables is deprecated)
self::stat
  call: Error: Class "self" not found
  is_callable: yes
  call_user_func:   (Use of "self" in callables is deprecated)
P::stat C
  (Use of "parent" in callables is deprecated)
parent::stat
  call: Error: Class "parent" not found
  is_callable: yes
  call_user_func:   (Use of "parent" in callables is deprecated)
P::stat C
  (Use of "static" in callables is deprecated)
static::stat
  call: Error: Class "static" not found
  is_callable: yes
  call_user_func:   (Use of "static" in callables is deprecated)
P::stat C
C::inst
  call: Error: Non-static method C::inst() cannot be called statically
  is_callable: yes
  call_user_func: C::inst
P::inst
  call: Error: Non-static method P::inst() cannot be called statically
  is_callable: yes
  call_user_func: P::inst
C::stat
  call: P::stat C
  is_callable: yes
  call_user_func: P::stat C
C::own
  call: Error: Non-static method C::own() cannot be called statically
  is_callable: yes
  call_user_func: C::own
  (Use of "self" in callables is deprecated)
self, stat
  call: Error: Class "self" not found
  is_callable: yes
  call_user_func:   (Use of "self" in callables is deprecated)
P::stat C
  (Use of "parent" in callables is deprecated)
parent, inst
  call: Error: Class "parent" not found
  is_callable: yes
  call_user_func:   (Use of "parent" in callables is deprecated)
P::inst
P, inst
  call: Error: Non-static method P::inst() cannot be called statically
  is_callable: yes
  call_user_func: P::inst
C, own
  call: Error: Non-static method C::own() cannot be called statically
  is_callable: yes
  call_user_func: C::own
$this, own
  call: C::own
  is_callable: yes
  call_user_func: C::own
  (Callables of the form ["C", "parent::inst"] are deprecated)
$this, parent::inst
  call: Error: Call to undefined method C::parent::inst()
  is_callable: yes
  call_user_func:   (Callables of the form ["C", "parent::inst"] are deprecated)
P::inst
$this, hidden
  call: Error: Call to private method P::hidden() from scope C
  is_callable: no
  call_user_func: TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method C::hidden()
"M::nothing"
  call: Error: Non-static method M::nothing() cannot be called statically
  is_callable: yes
  call_user_func: __call nothing
["M","nothing"]
  call: Error: Non-static method M::nothing() cannot be called statically
  is_callable: yes
  call_user_func: __call nothing
[{},"nothing"]
  call: __call nothing
  is_callable: yes
  call_user_func: __call nothing
