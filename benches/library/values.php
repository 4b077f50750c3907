<?php
// JSON, serialize, var_export, dumps, checks of types.

require __DIR__ . '/data.php';
class Point
{
    public int $x = 1;
    protected float $y = 2.5;
    private ?string $name = null;
    public array $tags = ['a', 'b'];
}
final class Money
{
    public function __construct(public readonly int $amount = 5, public readonly string $currency = 'EUR') {}
    public function __serialize(): array { return [$this->amount, $this->currency]; }
    public function __unserialize(array $data): void { [$this->amount, $this->currency] = $data; }
}
$points = $moneys = [];
for ($i = 0; $i < 100; $i++) {
    $points[] = new Point();
    $moneys[] = new Money($i);
}
$object = (object) ['a' => 1, 'b' => [1, 2, 3], 'c' => (object) ['d' => 'e']];
$jsonRows = json_encode($rows);
$jsonInts = json_encode($ints);
$jsonPretty = json_encode($rows, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES);
$jsonArticle = json_encode($article);
$serialRows = serialize($rows);
$serialInts = serialize($ints);
$serialMap = serialize($map);
$serialPoints = serialize($points);
$serialMoneys = serialize($moneys);
$serialStrings = serialize($strings);

return [
    'json_encode rows' => static function (int $n) use ($rows) { while ($n--) { $r = json_encode($rows); } return $r; },
    'json_encode ints' => static function (int $n) use ($ints) { while ($n--) { $r = json_encode($ints); } return $r; },
    'json_encode floats' => static function (int $n) use ($floats) { while ($n--) { $r = json_encode($floats); } return $r; },
    'json_encode pretty' => static function (int $n) use ($rows) { while ($n--) { $r = json_encode($rows, JSON_PRETTY_PRINT); } return $r; },
    'json_encode page' => static function (int $n) use ($page) { while ($n--) { $r = json_encode($page); } return $r; },
    'json_encode utf-8' => static function (int $n) use ($article) { while ($n--) { $r = json_encode($article); } return $r; },
    'json_encode unescaped' => static function (int $n) use ($article) { while ($n--) { $r = json_encode($article, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES); } return $r; },
    'json_encode small' => static function (int $n) use ($mixed) { while ($n--) { $r = json_encode($mixed); } return $r; },
    'json_encode objects' => static function (int $n) use ($points) { while ($n--) { $r = json_encode($points); } return $r; },
    'json_decode rows' => static function (int $n) use ($jsonRows) { while ($n--) { $r = json_decode($jsonRows, true); } return $r; },
    'json_decode objects' => static function (int $n) use ($jsonRows) { while ($n--) { $r = json_decode($jsonRows); } return $r; },
    'json_decode ints' => static function (int $n) use ($jsonInts) { while ($n--) { $r = json_decode($jsonInts); } return $r; },
    'json_decode pretty' => static function (int $n) use ($jsonPretty) { while ($n--) { $r = json_decode($jsonPretty, true); } return $r; },
    'json_decode escapes' => static function (int $n) use ($jsonArticle) { while ($n--) { $r = json_decode($jsonArticle); } return $r; },
    'json_decode small' => static function (int $n) { $s = given('{"a":1,"b":[1,2.5,null,true],"c":"text"}'); while ($n--) { $r = json_decode($s, true); } return $r; },
    'json_validate' => static function (int $n) use ($jsonRows) { while ($n--) { $r = json_validate($jsonRows); } return $r; },
    'serialize rows' => static function (int $n) use ($rows) { while ($n--) { $r = serialize($rows); } return $r; },
    'serialize ints' => static function (int $n) use ($ints) { while ($n--) { $r = serialize($ints); } return $r; },
    'serialize floats' => static function (int $n) use ($floats) { while ($n--) { $r = serialize($floats); } return $r; },
    'serialize strings' => static function (int $n) use ($strings) { while ($n--) { $r = serialize($strings); } return $r; },
    'serialize map' => static function (int $n) use ($map) { while ($n--) { $r = serialize($map); } return $r; },
    'serialize objects' => static function (int $n) use ($points) { while ($n--) { $r = serialize($points); } return $r; },
    'serialize by method' => static function (int $n) use ($moneys) { while ($n--) { $r = serialize($moneys); } return $r; },
    'serialize small' => static function (int $n) use ($mixed) { while ($n--) { $r = serialize($mixed); } return $r; },
    'unserialize rows' => static function (int $n) use ($serialRows) { while ($n--) { $r = unserialize($serialRows); } return $r; },
    'unserialize ints' => static function (int $n) use ($serialInts) { while ($n--) { $r = unserialize($serialInts); } return $r; },
    'unserialize strings' => static function (int $n) use ($serialStrings) { while ($n--) { $r = unserialize($serialStrings); } return $r; },
    'unserialize map' => static function (int $n) use ($serialMap) { while ($n--) { $r = unserialize($serialMap); } return $r; },
    'unserialize objects' => static function (int $n) use ($serialPoints) { while ($n--) { $r = unserialize($serialPoints); } return serialize($r); },
    'unserialize by method' => static function (int $n) use ($serialMoneys) { while ($n--) { $r = unserialize($serialMoneys); } return serialize($r); },
    'unserialize small' => static function (int $n) use ($mixed) { $s = serialize($mixed); while ($n--) { $r = unserialize($s); } return $r; },
    'var_export rows' => static function (int $n) use ($rows) { while ($n--) { $r = var_export($rows, true); } return $r; },
    'var_export ints' => static function (int $n) use ($ints) { while ($n--) { $r = var_export($ints, true); } return $r; },
    'var_export objects' => static function (int $n) use ($points) { while ($n--) { $r = var_export($points, true); } return $r; },
    'var_export string' => static function (int $n) use ($line) { while ($n--) { $r = var_export($line, true); } return $r; },
    'print_r rows' => static function (int $n) use ($rows) { while ($n--) { $r = print_r($rows, true); } return $r; },
    'var_dump rows' => static function (int $n) use ($rows) { while ($n--) { ob_start(); var_dump($rows); $r = ob_get_clean(); } return $r; },
    'echo into a buffer' => static function (int $n) use ($line) { ob_start(); while ($n--) { echo $line, "\n"; } return strlen(ob_get_clean()); },
    'ob_start, ob_get_clean' => static function (int $n) { while ($n--) { ob_start(); echo 'x'; $r = ob_get_clean(); } return $r; },
    'gettype, get_debug_type' => static function (int $n) use ($mixed) { while ($n--) { $m = $mixed[$n & 7]; $r = gettype($m) . get_debug_type($m); } return $r; },
    'get_object_vars' => static function (int $n) use ($object) { while ($n--) { $r = get_object_vars($object); } return count($r); },
    'method_exists' => static function (int $n) use ($moneys) { $m = given('__serialize'); $r = 0; while ($n--) { $r += method_exists($moneys[5], $m) ? 1 : 0; } return $r; },
    'is_callable, is_a' => static function (int $n) use ($points) { $f = given('strlen'); $r = 0; while ($n--) { $r += is_callable($f) + is_a($points[3], 'Point'); } return $r; },
    'function_exists, class_exists' => static function (int $n) { $f = given('str_replace'); $c = given('ArrayObject'); $r = 0; while ($n--) { $r += function_exists($f) + class_exists($c); } return $r; },
    'defined, constant' => static function (int $n) { $c = given('PHP_INT_MAX'); $r = 0; while ($n--) { $r += defined($c) ? constant($c) & 1 : 0; } return $r; },
    'spl_object_id' => static function (int $n) use ($points) { $r = 0; while ($n--) { $r += spl_object_id($points[5]) > 0 ? 1 : 0; } return $r; },
    'settype, boolval' => static function (int $n) { $r = 0; while ($n--) { $v = '5'; settype($v, 'integer'); $r += $v + (int) boolval($v); } return $r; },
    'uniqid' => static function (int $n) { $r = 0; while ($n--) { $r = strlen(uniqid('', true)); } return $r; },
    'tokens of a program' => static function (int $n) { $s = file_get_contents(__DIR__ . '/harness.php'); while ($n--) { $r = token_get_all($s); } return count($r); },
];
