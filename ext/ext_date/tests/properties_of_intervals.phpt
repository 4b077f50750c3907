--TEST--
Properties of an interval's subclass, as arrays of them show who may see what
--FILE--
<?php
class Span extends DateInterval
{
    private $secret = 1;
    protected $kept = 2;
    public $open = 3;

    public function inside()
    {
        return get_object_vars($this);
    }
}

class Longer extends Span
{
    public function below()
    {
        return get_object_vars($this);
    }
}

$span = new Longer('P4D');
foreach ([$span->inside(), $span->below(), get_object_vars($span), get_mangled_object_vars($span), (array) $span] as $table) {
    echo json_encode(array_keys($table)), "\n";
}
?>
--EXPECT--
["secret","kept","open","y","m","d","h","i","s","f","invert","days","from_string"]
["kept","open","y","m","d","h","i","s","f","invert","days","from_string"]
["open","y","m","d","h","i","s","f","invert","days","from_string"]
["\u0000Span\u0000secret","\u0000*\u0000kept","open","y","m","d","h","i","s","f","invert","days","from_string"]
["\u0000Span\u0000secret","\u0000*\u0000kept","open","y","m","d","h","i","s","f","invert","days","from_string"]
