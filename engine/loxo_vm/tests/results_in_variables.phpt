--TEST--
Results of calls, fetches and operators that go straight into a variable: exceptions, branches, loops, references, destructors
--FILE--
<?php
class Noisy {
    public function __construct(public string $name, public array $list = ['a' => ['b' => [1, 2]]]) {}
    public function __destruct() { echo "gone: $this->name\n"; }
}
function fails(): string { throw new Exception('no'); }
function make(string $name): Noisy { return new Noisy($name); }
function &by_reference() { static $kept = [1]; return $kept; }

function unset_when_thrown() {
    try {
        $result = fails();
    } catch (Exception) {
        var_dump(isset($result));
    }
    $result = make('first');
    $result = make('second');
    echo "replaced\n";
}
function branches($yes) {
    if ($yes) {
        $value = strrev('abc');
    } else {
        $value = [1, 2][1];
    }
    return $value;
}
function loops() {
    for ($i = 0; $i < 3; $i++) {
        $text = str_repeat('x', $i);
        $seen[] = $text;
    }
    do {
        $again = $again ?? 0;
        $object = make('turn ' . $again);
        $again++;
    } while ($again < 2);
    return implode(',', $seen);
}
function references() {
    $copy = by_reference();
    $copy[] = 2;
    $ref = &$copy;
    $ref[] = 3;
    return [$copy, by_reference()];
}
function captured() {
    $read = function () use (&$late) { return $late; };
    $late = strtoupper('late');
    return $read();
}
function nested($o) {
    $all = $o->list['a'];
    $inner = $all['b'][1];
    $is = isset($o->list['z']);
    $joined = $inner . '/' . $o->name;
    $same = $inner === 2;
    return [$inner, $is, $joined, $same];
}
function undefined_source() {
    $x = $nothing['k'];
    var_dump($x);
    $y = $y . 'y';
    var_dump($y);
}
function keys(array $a) {
    foreach ($a as $key => $value) {
        echo "$key=$value ";
    }
    foreach ($a as $same => $same) {
        echo $same, ' ';
    }
    $name = new Noisy('key');
    foreach (['k' => 1, 'l' => 2] as $name => $v) {
        echo $name, $v, ' ';
    }
    echo "\n";
}
unset_when_thrown();
var_dump(branches(true), branches(false), loops());
echo json_encode(references()), "\n";
var_dump(captured());
echo json_encode(nested(make('deep'))), "\n";
undefined_source();
keys(['p' => 1, 'q' => 2, 7 => 3]);
?>
--EXPECTF--
bool(false)
gone: first
replaced
gone: second
gone: turn 0
gone: turn 1
string(3) "cba"
int(2)
string(5) ",x,xx"
[[1,2,3],[1]]
string(4) "LATE"
gone: deep
[2,false,"2\/deep",true]

Warning: Undefined variable $nothing in %s on line 61

Warning: Trying to access array offset on null in %s on line 61
NULL

Warning: Undefined variable $y in %s on line 63
string(1) "y"
p=1 q=2 7=3 p q 7 gone: key
k1 l2 
