--TEST--
Callables that only some classes may call; undeclared properties by name
--FILE--
<?php
class Base {
    protected static function hidden($x) { return __METHOD__ . $x; }
    private static function own($x) { return __METHOD__ . $x; }
    public static function run() {
        $out = [];
        for ($i = 0; $i < 3; $i++) {
            foreach (['hidden', 'own'] as $name) {
                $out[] = is_callable(['Base', $name]) ? call_user_func(['Base', $name], $i) : 'no';
            }
        }
        return $out;
    }
}
class Child extends Base {
    public static function run_here() {
        $out = [];
        for ($i = 0; $i < 3; $i++) {
            foreach (['hidden', 'own'] as $name) {
                $out[] = is_callable(['Base', $name]) ? call_user_func(['Base', $name], $i) : 'no';
            }
        }
        return $out;
    }
}
function outside() {
    return array_map(fn($name) => is_callable(['Base', $name]), ['hidden', 'own']);
}
for ($round = 0; $round < 2; $round++) {
    echo implode(' ', Base::run()), "\n", implode(' ', Child::run_here()), "\n", json_encode(outside()), "\n";
}
try {
    call_user_func(['Base', 'own'], 1);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}

// Undeclared properties by names that are not known before.
class Magic { private $data = ['a' => 1]; public function __isset($n) { echo "($n)"; return isset($this->data[$n]); } }
#[AllowDynamicProperties] class Plain { public $declared; private $hidden = 1; public function sees($n) { return isset($this->$n); } }
$plain = new Plain; $plain->there = 0; $plain->nothing = null; $std = (object) ['there' => 1, '7' => 2];
foreach (['there', 'nothing', 'declared', 'hidden', 'missing', '7', 'a', ''] as $name) {
    echo $name, ':', json_encode([isset($plain->$name), isset($std->$name), isset((new Magic)->$name), $plain->sees($name), empty($std->$name)]), "\n";
    $made = $name . ''; echo json_encode([isset($plain->{$made . ''}), isset($std->{$made})]), "\n";
}
foreach (['there', 'there'] as $name) { unset($std->$name); echo json_encode(isset($std->$name)), "\n"; }
--EXPECT--
Base::hidden0 Base::own0 Base::hidden1 Base::own1 Base::hidden2 Base::own2
Base::hidden0 no Base::hidden1 no Base::hidden2 no
[false,false]
Base::hidden0 Base::own0 Base::hidden1 Base::own1 Base::hidden2 Base::own2
Base::hidden0 no Base::hidden1 no Base::hidden2 no
[false,false]
call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method Base::own()
there:(there)[true,true,false,true,false]
[true,true]
nothing:(nothing)[false,false,false,false,true]
[false,false]
declared:(declared)[false,false,false,false,true]
[false,false]
hidden:(hidden)[false,false,false,true,true]
[false,false]
missing:(missing)[false,false,false,false,true]
[false,false]
7:(7)[false,true,false,false,false]
[false,true]
a:(a)[false,false,true,false,true]
[false,false]
:()[false,false,false,false,true]
[false,false]
false
false
