--TEST--
jsonSerialize() that calls json_encode() itself
--FILE--
<?php
class Asker implements JsonSerializable
{
    public $inner;
    public function __construct(private $answer) {}
    public function jsonSerialize(): mixed { return ($this->answer)($this); }
}
// What is open in the outer call is open in the inner one, and is not any more behind it.
echo json_encode([new Asker(fn($self) => json_encode($self)), 1]), "\n";
echo json_last_error_msg(), "\n";
$one = new Asker(fn($self) => ['same' => $self]);
var_dump(json_encode($one), json_last_error_msg());
var_dump(json_encode($one, JSON_PARTIAL_OUTPUT_ON_ERROR));
$twice = new Asker(fn() => 'x');
echo json_encode([$twice, $twice]), "\n";
$self = new Asker(fn($self) => $self);
$self->inner = $twice;
echo json_encode([$self, $self]), "\n";
$inner = new Asker(fn() => throw new Exception('out'));
try {
    json_encode([$twice, $inner]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode($twice), "\n";
--EXPECT--
[false,1]
No error
bool(false)
string(18) "Recursion detected"
string(13) "{"same":null}"
["x","x"]
[{"inner":"x"},{"inner":"x"}]
out
"x"
