--TEST--
Nested writes of two ops in compiled functions: elements of properties and of variables, shared arrays, keys of all types
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; } }
class Holder
{
    public $plain = [];
    public array $typed = ['k' => 1];
    public ?array $perhaps = null;
    public int $number = 1;
    public readonly array $fixed;
    public $shared = ['x' => 1];
    function __construct() { $this->fixed = [1]; }
    function set($key, $value) { $this->plain[$key] = $value; $this->typed[$key] = $value; $this->perhaps[$key] = $value; return count($this->typed); }
    function copy($key) { $kept = $this->shared; $this->shared[$key] = 2; return [$kept, $this->shared]; }
    function itself($key) { $this->plain[$key] = $this->plain; return $this->plain; }
    function wrong($what, $key) { try { if ($what) { $this->fixed[$key] = 1; } else { $this->number[$key] = 1; } } catch (Error $e) { return $e->getMessage(); } }
    function drop($key) { $this->plain[$key] = new D($key); $this->plain[$key] = 0; return 1; }
}
class Child extends Holder { public $plain = 'no array'; }
function steps($keys, $by_name) { $n = ['a' => 1, 'f' => 1.5, 's' => '9', 'm' => PHP_INT_MAX]; foreach ($keys as $key) { $n[$key]++; $n[$key]--; $n[$key]++; } $by_name['x']++; return [$n, $by_name]; }
function counted() { global $counts; static $own = ['n' => 0]; ++$counts['n']; $own['n']++; --$counts['z' . 'y']; return [$counts, $own]; }
function of_reference(&$all, $key) { $all[$key]++; $all[] = $key; return $all; }
function shared_array($all) { $other = $all; $all['n']++; $other[] = 1; return [$all, $other]; }
$counts = ['n' => 5];
$list = ['a' => 1];
for ($i = 0; $i < 3; $i++) {
    foreach ([new Holder, new Child] as $h) {
        foreach (['k', 1, '2', 'new', 1.7, true, null] as $key) {
            try {
                echo json_encode([$h->set($key, [$key]), $h->set($key, 5)]), ' ';
            } catch (Error $e) {
                echo $e->getMessage(), ' ';
            }
        }
        if (is_array($h->plain)) {
            echo json_encode([$h->copy('y'), $h->itself('me'), $h->drop('d')]);
        }
        echo json_encode([$h->wrong(0, 'k'), $h->wrong(1, 'k'), $h]), "\n";
    }
    echo json_encode([steps(['a', 'f', 's', 'm', 'none', 0], ['x' => 1]), counted(), of_reference($list, 'a'), of_reference($list, 'b'), shared_array(['n' => 1])]), "\n";
}
--EXPECT--
[1,1] [2,2] [3,3] [4,4] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [4,4] [4,4] [5,5] ~d [[{"x":1},{"x":1,"y":2}],{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5}},1]["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5},"d":0},"typed":{"k":5,"1":5,"2":5,"new":5,"":5},"perhaps":{"k":5,"1":5,"2":5,"new":5,"":5},"number":1,"fixed":[1],"shared":{"x":1,"y":2}}]
Cannot access offset of type string on string [Array to string conversion] [Only the first byte will be assigned to the string offset] [2,2] [Array to string conversion] [Only the first byte will be assigned to the string offset] [3,3] Cannot access offset of type string on string [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [String offset cast occurred] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [4,4] ["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":"555array","typed":{"k":1,"1":5,"2":5,"":5},"perhaps":{"1":5,"2":5,"":5},"number":1,"fixed":[1],"shared":{"x":1}}]
[Undefined array key "none"] [Undefined array key 0] [Undefined array key "zy"] [Decrement on type null has no effect, this will change in the next major version of PHP] [Undefined array key "b"] [[{"a":2,"f":2.5,"s":10,"m":9.223372036854776e+18,"none":1,"0":1},{"x":2}],[{"n":6,"zy":null},{"n":1}],{"a":2,"0":"a"},{"a":2,"0":"a","b":1,"1":"b"},[{"n":2},{"n":1,"0":1}]]
[1,1] [2,2] [3,3] [4,4] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [4,4] [4,4] [5,5] ~d [[{"x":1},{"x":1,"y":2}],{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5}},1]["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5},"d":0},"typed":{"k":5,"1":5,"2":5,"new":5,"":5},"perhaps":{"k":5,"1":5,"2":5,"new":5,"":5},"number":1,"fixed":[1],"shared":{"x":1,"y":2}}]
Cannot access offset of type string on string [Array to string conversion] [Only the first byte will be assigned to the string offset] [2,2] [Array to string conversion] [Only the first byte will be assigned to the string offset] [3,3] Cannot access offset of type string on string [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [String offset cast occurred] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [4,4] ["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":"555array","typed":{"k":1,"1":5,"2":5,"":5},"perhaps":{"1":5,"2":5,"":5},"number":1,"fixed":[1],"shared":{"x":1}}]
[Undefined array key "none"] [Undefined array key 0] [Decrement on type null has no effect, this will change in the next major version of PHP] [[{"a":2,"f":2.5,"s":10,"m":9.223372036854776e+18,"none":1,"0":1},{"x":2}],[{"n":7,"zy":null},{"n":2}],{"a":3,"0":"a","b":1,"1":"b","2":"a"},{"a":3,"0":"a","b":2,"1":"b","2":"a","3":"b"},[{"n":2},{"n":1,"0":1}]]
[1,1] [2,2] [3,3] [4,4] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [4,4] [4,4] [5,5] ~d [[{"x":1},{"x":1,"y":2}],{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5}},1]["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":{"k":5,"1":5,"2":5,"new":5,"":5,"me":{"k":5,"1":5,"2":5,"new":5,"":5},"d":0},"typed":{"k":5,"1":5,"2":5,"new":5,"":5},"perhaps":{"k":5,"1":5,"2":5,"new":5,"":5},"number":1,"fixed":[1],"shared":{"x":1,"y":2}}]
Cannot access offset of type string on string [Array to string conversion] [Only the first byte will be assigned to the string offset] [2,2] [Array to string conversion] [Only the first byte will be assigned to the string offset] [3,3] Cannot access offset of type string on string [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [String offset cast occurred] [Implicit conversion from float 1.7 to int loses precision] [Implicit conversion from float 1.7 to int loses precision] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [3,3] [String offset cast occurred] [Array to string conversion] [Only the first byte will be assigned to the string offset] [String offset cast occurred] [4,4] ["Cannot use a scalar value as an array","Cannot indirectly modify readonly property Holder::$fixed",{"plain":"555array","typed":{"k":1,"1":5,"2":5,"":5},"perhaps":{"1":5,"2":5,"":5},"number":1,"fixed":[1],"shared":{"x":1}}]
[Undefined array key "none"] [Undefined array key 0] [Decrement on type null has no effect, this will change in the next major version of PHP] [[{"a":2,"f":2.5,"s":10,"m":9.223372036854776e+18,"none":1,"0":1},{"x":2}],[{"n":8,"zy":null},{"n":3}],{"a":4,"0":"a","b":2,"1":"b","2":"a","3":"b","4":"a"},{"a":4,"0":"a","b":3,"1":"b","2":"a","3":"b","4":"a","5":"b"},[{"n":2},{"n":1,"0":1}]]
