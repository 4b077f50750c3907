--TEST--
Variadic parameters collect arguments by names, spreads and what is written
--FILE--
<?php
class Gone { function __construct(public $name) {} function __destruct() { echo "~{$this->name}\n"; } }
function any(...$rest) { return [func_num_args(), func_get_args(), $rest]; }
function typed(string $event, int|float ...$data) { return [$event, $data]; }
function after($a = 1, $b = [2], ...$rest) { return [$a, $b, $rest]; }
function computed($a = PHP_INT_SIZE * 2, ...$rest) { return [$a, $rest]; }
function counted(&$n, ...$rest) { $n = count($rest); return $rest; }
function shown(string $event, ...$data) { debug_print_backtrace(); throw new Exception; }
class Made {
    public $args;
    function __construct(...$args) { $this->args = $args; }
    static function make(...$args) { return new static(...$args); }
}
final class Named extends Made { function __construct(public string $sku, public int $count = 3) {} }
function all() {
    $name = 'any';
    $class = 'Named';
    $written = '\Named';
    echo json_encode([
        any(x: 1), any(1, x: 2, y: [3]), any(...[1, 2], ...['x' => 3]), any(...[1, 2, 3]), $name(1, q: 2),
        typed('e', id: 5), typed('e', 1, 2.5), typed(data: 1, event: 'e'), after(b: 5), after(rest: 6), after(1, 2, 3, z: 4), computed(z: 1),
        Made::make(1, x: 2)->args, Named::make('s', count: 4)->count, (new $class(count: 1, sku: 'k'))->sku, (new $written('w'))->sku, $class::make('q')->sku,
    ]), "\n";
    $n = 0;
    echo json_encode(counted($n, x: 1, y: 2)), $n, "\n";
    foreach ([fn() => typed('e', id: '5'), fn() => typed('e', id: 'five'), fn() => any(...['x' => 1], x: 2), fn() => Named::make(none: 1), fn() => new ('No' . 'ne')] as $f) {
        try {
            echo json_encode($f()), "\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', preg_replace('~, called in.*~', '', $e->getMessage()), "\n";
        }
    }
    unset($e);
    try {
        shown('e', 1, id: new Gone('argument'));
    } catch (Exception $e) {
        echo "caught\n";
        unset($e);
    }
    try {
        any(new Gone('one'), x: throw new Exception('in between'));
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
        unset($e);
    }
    $list = [1, 2];
    $element = &$list[0];
    $got = any(...$list);
    $element = 9;
    echo json_encode($got), "\n";
}
for ($i = 0; $i < 4; $i++) {
    ob_start();
    all();
    $texts[] = ob_get_clean();
}
echo $texts[0], count(array_unique($texts)), "\n";
--EXPECTF--
[[0,[],{"x":1}],[1,[1],{"0":1,"x":2,"y":[3]}],[2,[1,2],{"0":1,"1":2,"x":3}],[3,[1,2,3],[1,2,3]],[1,[1],{"0":1,"q":2}],["e",{"id":5}],["e",[1,2.5]],["e",{"data":1}],[1,5,[]],[1,[2],{"rest":6}],[1,2,{"0":3,"z":4}],[16,{"z":1}],{"0":1,"x":2},4,"k","w","q"]
{"x":1,"y":2}2
["e",{"id":5}]
TypeError: typed(): Argument #2 must be of type int|float, string given
Error: Named parameter $x overwrites previous argument
Error: Unknown named parameter $none
Error: Class "None" not found
#0 %s(35): shown('e', 1, id: Object(Gone))
#1 %s(54): all()
caught
~argument
~one
in between
[2,[1,2],[1,2]]
1
