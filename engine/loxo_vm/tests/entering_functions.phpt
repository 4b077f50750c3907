--TEST--
Variadic parameters and constant defaults, however a function is entered
--FILE--
<?php
function rest($a, $b = 'b', ...$rest) { return [$a, $b, $rest, func_get_args(), func_num_args()]; }
echo json_encode([rest(1), rest(1, 2), rest(1, 2, 3), rest(1, 2, 3, 4, 5, 6, 7, 8, 9)]), "\n";

// References arrive as values.
$x = 1; $r = &$x;
function keep(...$all) { $all[0] = 'changed'; return $all; }
keep($x); keep($r);
echo $x, "\n";

// What a trace shows before and after the arguments are collected, and when they are changed.
function typed(int $n, ...$rest) { return (new Exception)->getTrace()[0]['args']; }
echo json_encode(typed(1, 2, 3)), "\n";
try { typed('x', 2, 3); } catch (TypeError $e) { echo json_encode($e->getTrace()[0]['args']), "\n"; }

// Generators, closures, methods, names and spreads.
function numbers(...$all) { yield from $all; }
echo implode(',', iterator_to_array(numbers(1, 2, 3))), "\n";
$closure = fn(...$all) => count($all);
class C { function __call($name, $args) { return $this->many(...$args); } function many($first = null, ...$rest) { return [$first, $rest]; }
    static function make(...$all) { return static::class . count($all); } }
class D extends C { static function make(...$all) { return parent::make(...$all) . self::twice(...$all) . static::class; } private static function twice(...$all) { return 2 * count($all); } }
echo $closure(1, 2), json_encode([(new C)->other(1, 2, 3), (new C)->many(), (new C)->many(rest: 1), (new C)->many(...['first' => 1])]), D::make(1, 2), "\n";

// Defaults: none, some and all passed; skipped by name; from an expression.
const K = 'k';
function defaults($a, $b = 1, string $c = 'c', $d = [1, 2], $e = K . '!', ?array $f = null) { return json_encode([$a, $b, $c, $d, $e, $f]) . func_num_args(); }
echo defaults(0), defaults(0, 1, 'x'), defaults(0, 1, 'x', 3, 4, [5]), defaults(0, e: 2), "\n";
function written($list = [1, 2]) { $list[] = 3; return count($list); }
echo written(), written(), written([1]), "\n";
try { (function (int $a, $b = 1) {})('x'); } catch (TypeError $e) { echo $e->getLine(), json_encode($e->getTrace()[0]['args']), "\n"; }
?>
--EXPECT--
[[1,"b",[],[1],1],[1,2,[],[1,2],2],[1,2,[3],[1,2,3],3],[1,2,[3,4,5,6,7,8,9],[1,2,3,4,5,6,7,8,9],9]]
1
[1,2,3]
["x",2,3]
1,2,3
2[[1,[2,3]],[null,[]],[null,{"rest":1}],[1,[]]]D24D
[0,1,"c",[1,2],"k!",null]1[0,1,"x",[1,2],"k!",null]3[0,1,"x",3,4,[5]]6[0,1,"c",[1,2],2,null]5
332
31["x"]
