--TEST--
Results that nobody wants, of compiled functions: destructors of temporaries run in the function's frame, those of its variables behind it
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class Noisy {
    function __construct(public $name) {}
    function __destruct() {
        echo $this->name, ':';
        foreach (array_slice(debug_backtrace(), 1) as $frame) {
            echo ' ', $frame['function'];
        }
        echo "\n";
    }
}
function temporary() { $local = new Noisy('local'); return new Noisy('temporary'); }
function variable() { $first = new Noisy('first'); $returned = new Noisy('returned'); $last = new Noisy('last'); return $returned; }
function held_by_array() { $number = 1; $array = [new Noisy('in an array')]; return $array; }
function parameter($given) { return $given; }
for ($i = 0; $i < 2; $i++) {
    temporary();
    variable();
    held_by_array();
    parameter(new Noisy('parameter'));
    parameter($i);
}
echo "end\n";
--EXPECT--
temporary: temporary
local:
first:
returned:
last:
in an array:
parameter:
temporary: temporary
local:
first:
returned:
last:
in an array:
parameter:
end
