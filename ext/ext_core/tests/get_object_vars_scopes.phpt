--TEST--
get_object_vars() by scope, and copies of $GLOBALS
--FILE--
<?php
#[AllowDynamicProperties]
class Base
{
    private $same = 'base';
    private $own = 'base alone';
    protected $shared = 1;
    public $open = 2;

    public function ofBase(): array
    {
        return get_object_vars($this);
    }
}
class Heir extends Base
{
    private $same = 'heir';
    public ?int $unset;
    public $bound;

    public function ofHeir(): array
    {
        return get_object_vars($this);
    }
}
class Other extends Heir
{
    public $open = 3;
}
foreach ([new Base(), new Heir(), new Other()] as $object) {
    $object->dynamic = 'd';
    $object->{'12'} = 'number';
    echo json_encode(get_object_vars($object)), "\n", json_encode($object->ofBase()), "\n";
    if ($object instanceof Heir) {
        echo json_encode($object->ofHeir()), "\n";
    }
}
$heir = new Heir();
$value = 1;
$heir->bound = &$value;
unset($heir->open);
$copy = get_object_vars($heir);
$copy['bound'] = 5;
var_dump($value, array_keys($copy));
unset($value);
$copy = get_object_vars($heir);
$copy['bound'] = 6;
var_dump($heir->bound);
var_dump(isset($GLOBALS['copy']), array_key_exists('absent', $GLOBALS));
${'12'} = 'by number';
$all = $GLOBALS;
$all['value'] = 'changed';
var_dump($all[12], isset($value), array_key_last($all));
--EXPECT--
{"open":2,"dynamic":"d","12":"number"}
{"same":"base","own":"base alone","shared":1,"open":2,"dynamic":"d","12":"number"}
{"open":2,"bound":null,"dynamic":"d","12":"number"}
{"same":"base","own":"base alone","shared":1,"open":2,"bound":null,"dynamic":"d","12":"number"}
{"shared":1,"open":2,"same":"heir","bound":null,"dynamic":"d","12":"number"}
{"open":3,"bound":null,"dynamic":"d","12":"number"}
{"same":"base","own":"base alone","shared":1,"open":3,"bound":null,"dynamic":"d","12":"number"}
{"shared":1,"open":3,"same":"heir","bound":null,"dynamic":"d","12":"number"}
int(5)
array(1) {
  [0]=>
  string(5) "bound"
}
int(6)
bool(true)
bool(false)
string(9) "by number"
bool(false)
string(5) "value"
