--TEST--
What an assignment is worth, whatever the old value's destructor does to the variable
--FILE--
<?php
class Clears {
    public function __construct(private string $what) {}
    public function __destruct() { $GLOBALS[$this->what] = 'cleared'; }
}
$plain = new Clears('plain');
var_dump($plain = 5, $plain);
// A reference is read when the old value is gone.
class Box { public $value; }
class ClearsBox { public function __destruct() { $GLOBALS['box']->value = null; } }
$box = new Box;
$box->value = new ClearsBox;
$fresh = 'fresh';
var_dump($box->value = &$fresh);
var_dump($fresh);
// A destructor that throws takes the value with it.
class Throws { public function __destruct() { throw new Exception('gone'); } }
$t = new Throws;
try {
    var_dump($t = [1]);
} catch (Exception $e) {
    echo $e->getMessage(), ' ', json_encode($t), "\n";
}
--EXPECTF--
int(5)
string(7) "cleared"
NULL
NULL
gone [1]
