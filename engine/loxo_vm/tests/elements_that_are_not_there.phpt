--TEST--
isset(), empty() and ?? on elements that are there or not, alone and with the jumps behind them
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "<$message>"; return true; });
function show(...$values) { echo implode(' ', array_map('json_encode', $values)), "\n"; }
function arrays($a, $k, $text, $null) {
    show(isset($a['k']), isset($a['nope']), isset($a['n']), isset($a[1]), isset($a['1']), isset($a[9]), isset($a[$k]), isset($a[$k . 'x']));
    show(empty($a['k']), empty($a['z']), empty($a['nope']), empty($a['e']), empty($a['r']), empty($a[$k]));
    show(isset($a['k']['x']), isset($a['l'][1]), isset($a['l']['q']), isset($a['l'][$k]), empty($a['l'][0]), isset($a['nope']['x']));
    show(isset($null['x']), isset($null['x']['y']), isset($text[1]), isset($text['x']), isset($text['1']), isset($text[99]), isset($text['x'][0]));
    show($a['nope'] ?? 'd', $a['k'] ?? 'd', $a['n'] ?? 'd', $a['l'][1] ?? 'd', $a['l'][7] ?? 'd', $a['x']['y'] ?? 'd', $a['r'] ?? 'd');
    show($null['q'] ?? 'd', $a[$k] ?? 'd', $a[$k . 'z'] ?? 'd', $text[0] ?? 'd', $text[77] ?? 'd');
    if (isset($a['k'])) echo 'A';
    if (!isset($a['k'])) echo 'B';
    if (isset($a['k'], $a['l'][0])) echo 'C';
    if (empty($a['e'])) echo 'D';
    if (is_array($a) && !is_string($a)) echo 'E';
    if (empty($text) || isset($undefined)) echo 'F';
    while (isset($a['l'][0])) { array_shift($a['l']); echo '.'; }
    do { echo 'x'; unset($a['k'], $a['1']); } while (isset($a['k']) || isset($a[1]));
    echo "\n";
}
$r = null;
$q = 'v';
arrays(['k' => 1, 'n' => null, 1 => 'one', 'l' => [0, 2, 'q' => 3, 4], 'e' => '', 'r' => &$r, 'z' => &$q], 'k', 'text', null);

class T implements ArrayAccess {
    public $p = ['a' => ['b' => 1]];
    public ?T $t = null;
    function offsetGet($o): mixed { echo "get($o) "; return 5; }
    function offsetSet($o, $v): void {}
    function offsetExists($o): bool { echo "exists($o) "; return $o == 'y'; }
    function offsetUnset($o): void {}
    function f($k) {
        show(isset($this->p[$k]), isset($this->p['a']['b']), isset($this->p['a'][$k]), isset($this->p['zz']['b']));
        show($this->p[$k]['b'] ?? 'none', $this->p['q']['b'] ?? 'none', $this->p['a'] ?? 'none', empty($this->p['a']), empty($this->p['a']['c']));
    }
}
$t = new T;
$t->f('a');
$t->f('zzz');
show(isset($t['x']), isset($t['y']), isset($t['1']), empty($t['y']), $t['x'] ?? 'd', $t['y'] ?? 'd', isset($t->p['a']['b']), isset($t->t->p['x']), isset($t['y']['z']));
$made['a'] ??= 5;
$made['a'] ??= 6;
show($made, isset($undef['x']), $undef['x'] ?? 'u', empty($undef2['x']['y']));
show(isset((fn() => ['x' => 1])()['x']), (fn() => ['x' => 1])()['y'] ?? 'miss', (fn() => ['x' => [2]])()['x'][0]);
$a = [];
echo $a['missing'], $a[99], $a['mi' . 'ss'], $undef['k'], "\n";
foreach (['p' => new T, 'a' => new T] as $k => $o) {
    if (isset($o->p[$k]) && !empty($o->p[$k]['b'])) echo "$k\n";
}
--EXPECT--
true false false true true false true false
false false true true true false
false true true false true false
false false true false true false false
"d" 1 "d" 2 "d" "d" "d"
"d" 1 "d" "t" "d"
ACDE....x
true true false false
1 "none" {"b":1} false true
false true false false
"none" "none" {"b":1} false true
exists(x) exists(y) exists(1) exists(y) get(y) exists(x) exists(y) get(y) exists(y) get(y) false true false false "d" 5 true false false
{"a":5} false "u" true
true "miss" 2
<Undefined array key "missing"><Undefined array key 99><Undefined array key "miss"><Undefined variable $undef><Trying to access array offset on null>
a
