--TEST--
call_user_func_array() with a name that no parameter has, before one that wants a reference
--FILE--
<?php
class Target {
    function method($a = 1, &$b = 2) {}
    function __call($name, $arguments) { return $arguments; }
    static function rest(&...$values) { return $values; }
}
function plain($a = 1, &$b = 2, ...$rest) { return $rest; }
foreach ([[new Target, 'method'], (new Target)->method(...), [new Target, 'magic'], 'Target::rest', 'plain'] as $callee) {
    foreach ([['unknown' => 1, 'b' => 2], ['b' => 2, 'unknown' => 1], ['a' => 1, 'b' => 2]] as $arguments) {
        try {
            echo json_encode(call_user_func_array($callee, $arguments)), "\n";
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
}
--EXPECTF--
Unknown named parameter $unknown

Warning: Target::method(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
Unknown named parameter $unknown

Warning: Target::method(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
null
Unknown named parameter $unknown

Warning: Target::method(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
Unknown named parameter $unknown

Warning: Target::method(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
null
{"unknown":1,"b":2}
{"b":2,"unknown":1}
{"a":1,"b":2}

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11
{"unknown":1,"b":2}

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11
{"b":2,"unknown":1}

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11

Warning: Target::rest(): Argument #1 must be passed by reference, value given in %s on line 11
{"a":1,"b":2}

Warning: plain(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
{"unknown":1}

Warning: plain(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
{"unknown":1}

Warning: plain(): Argument #2 ($b) must be passed by reference, value given in %s on line 11
[]
