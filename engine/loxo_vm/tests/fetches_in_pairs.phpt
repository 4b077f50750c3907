--TEST--
Elements of elements and of properties: values, missing ones, strings, references, objects
--FILE--
<?php
class Node
{
    public $list = [[1, 2], ['k' => ['deep']]];
    public ?Node $next = null;
    private $hidden = ['h'];
    public function get($i, $j) { return $this->list[$i][$j]; }
    public function key($k) { return $this->list[1][$k][0]; }
    public function next() { return $this->next->list[0][1]; }
    public function __get($name) { return ["magic $name"]; }
}
$n = new Node;
$n->next = new Node;
for ($i = 0; $i < 2; $i++) {
    var_dump($n->get(0, $i), $n->key('k'), $n->next(), $n->next->list[1]['k'][0], $n->hidden[0]);
}
$table = [['a' => 'text', '5' => 'five'], [[1.5]], 'str'];
$key = '5';
var_dump($table[0]['a'], $table[0][$key], $table[1][0][0], $table[2][0], $table[0]['a'][1]);
var_dump($table[0]['none'], $table[7][1], $table[2][9] ?? 'quiet', $table[1]['x']['y'] ?? 'quiet');
$ref = &$table[1][0];
$ref = ['changed'];
var_dump($table[1][0][0], $table[$undef][0][0]);
$object = new ArrayObject([[1, 2]]);
var_dump($object[0][1]);
function rows() { return [['x', 'y']]; }
var_dump(rows()[0][1]);
$grid = [];
for ($i = 0; $i < 3; $i++) {
    for ($j = 0; $j < 3; $j++) {
        $grid[$i][$j] = $i * $j;
        $grid[$i][$j] += 1;
    }
}
$other = $grid;
$grid[1][1] .= '!';
echo json_encode([$grid, $other]), "\n";
--EXPECTF--
int(1)
string(4) "deep"
int(2)
string(4) "deep"
string(12) "magic hidden"
int(2)
string(4) "deep"
int(2)
string(4) "deep"
string(12) "magic hidden"
string(4) "text"
string(4) "five"
float(1.5)
string(1) "s"
string(1) "e"

Warning: Undefined array key "none" in %s on line 20

Warning: Undefined array key 7 in %s on line 20

Warning: Trying to access array offset on null in %s on line 20
NULL
NULL
string(5) "quiet"
string(5) "quiet"

Warning: Undefined variable $undef in %s on line 23

Warning: Undefined array key "" in %s on line 23

Warning: Trying to access array offset on null in %s on line 23

Warning: Trying to access array offset on null in %s on line 23
string(7) "changed"
NULL
int(2)
string(1) "y"
[[[1,1,1],[1,"2!",3],[1,3,5]],[[1,1,1],[1,2,3],[1,3,5]]]
