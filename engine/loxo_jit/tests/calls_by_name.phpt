--TEST--
Compiled calls: functions found by their names, references, variadic parameters, arguments out of arrays, constructors
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class Told {
    public $name;
    function __construct($name) { $this->name = $name; }
    function __destruct() { echo "~{$this->name} "; }
    function map(array $values) { return array_map(fn ($v) => $v . $this->name, $values); }
    function each($a, $b = 'b') { return $a . $b . $this->name; }
    static function of($a, ...$more) { return $a . count($more); }
}
class Made {
    function __construct(public $a, public $b = 2) { if ($b === 'no') { throw new Exception("made $a"); } }
}
if (true) {
    // Functions that are found by their names.
    function named($a, $b = [1], $c = null) { return [$a, $b, $c]; }
    function add_to(&$list, $what, &$count = 0) { $list[] = $what; $count++; return count($list); }
    function all($first, ...$rest) { $rest[] = $first; return implode(',', $rest); }
    function none(...$rest) { return count($rest) . count(func_get_args()) . func_num_args(); }
    function typed_rest($first, int ...$rest) { return array_sum($rest) + $first; }
    function many($a, $b, $c, $d, $e, $f, $g) { $h = $a . $b; $i = [$c, $d]; $j = new Told($h); $k = "$e$f$g"; return [$h, $i, $k]; }
    function drops($x) { $a = new Told('a' . $x); $b = [new Told('b' . $x)]; $c = $a; return new Told('r' . $x); }
    function throws($a, ...$rest) { if (count($rest) > 1) { throw new Exception($a); } return $a; }
    function made($x, $y) { $m = new Made($x, $y); return [(new Made($m->a))->b, $m->b]; }
    function replaced() { return 'first'; }
}
function calls($i) {
    $list = ["x$i"];
    $n = 5;
    add_to($list, $i);
    add_to($list, $list, $n);
    $undefined = add_to($fresh, 1);
    $args = ["p$i", "q$i"];
    $none = [];
    return [named($i), named($i, $list), named(...$args), named(...$none + ['z']), all("a$i"), all("a$i", 'b', $i), all(...$args), none(), none($i, 2, 3),
        typed_rest(1), typed_rest(1, 2, '3'), many(1, "b$i", 3, 4, 'e', $i, "g$i"), $list, $n, $undefined, $fresh, Told::of(1), Told::of(1, 2, 3)];
}
function spreads($told, $i) {
    $callbacks = [[$told, 'each'], fn ($a, $b = 7) => "$a-$b-$i", 'all', 'Told::of', 'named'];
    foreach ($callbacks as $callback) {
        foreach ([['m'], ['m', "n$i"], ['k', 'l', 'm']] as $args) {
            try { echo json_encode(call_user_func_array($callback, $args)), ' '; } catch (TypeError $e) { echo '! '; }
            try { echo json_encode($callback(...$args)), ' '; } catch (TypeError $e) { echo '! '; }
        }
    }
    echo json_encode([call_user_func($callbacks[0], 'one'), call_user_func_array('named', ['c' => 1, 'a' => 2]), call_user_func_array($callbacks[1], array_slice([1, 2, 3], 0, $i % 3 + 1))]), "\n";
    call_user_func_array($callbacks[0], ["unwanted $i"]);
    try { call_user_func_array('throws', [$i, 2, 3]); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
for ($i = 0; $i < 4; $i++) { echo json_encode(calls($i)), "\n"; }
for ($i = 0; $i < 3; $i++) { spreads(new Told("t$i"), $i); }
for ($i = 0; $i < 3; $i++) { drops($i); echo '| '; $kept = drops($i); echo $kept->name, "\n"; }
for ($i = 0; $i < 3; $i++) { try { echo throws("x$i"), throws("y$i", 1), throws("z$i", 1, $i), "\n"; } catch (Exception $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; } }
foreach ([1, 'b', 'no', 3, 'no'] as $y) { try { echo json_encode(made('x', $y)), "\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; } }
$kept = null;
echo replaced(), "\n";
--EXPECT--
~1b0 [[0,[1],null],[0,["x0",0,["x0",0]],null],["p0","q0",null],["z",[1],null],"a0","b,0,a0","q0,p0","000","333",1,6,["1b0",[3,4],"e0g0"],["x0",0,["x0",0]],6,1,[1],"10","12"]
~1b1 [[1,[1],null],[1,["x1",1,["x1",1]],null],["p1","q1",null],["z",[1],null],"a1","b,1,a1","q1,p1","000","333",1,6,["1b1",[3,4],"e1g1"],["x1",1,["x1",1]],6,1,[1],"10","12"]
~1b2 [[2,[1],null],[2,["x2",2,["x2",2]],null],["p2","q2",null],["z",[1],null],"a2","b,2,a2","q2,p2","000","333",1,6,["1b2",[3,4],"e2g2"],["x2",2,["x2",2]],6,1,[1],"10","12"]
~1b3 [[3,[1],null],[3,["x3",3,["x3",3]],null],["p3","q3",null],["z",[1],null],"a3","b,3,a3","q3,p3","000","333",1,6,["1b3",[3,4],"e3g3"],["x3",3,["x3",3]],6,1,[1],"10","12"]
"mbt0" "mbt0" "mn0t0" "mn0t0" "klt0" "klt0" "m-7-0" "m-7-0" "m-n0-0" "m-n0-0" "k-l-0" "k-l-0" "m" "m" "n0,m" "n0,m" "l,m,k" "l,m,k" "m0" "m0" "m1" "m1" "k2" "k2" ["m",[1],null] ["m",[1],null] ["m","n0",null] ["m","n0",null] ["k","l","m"] ["k","l","m"] ["onebt0",[2,[1],1],"1-7-0"]
0
~t0 "mbt1" "mbt1" "mn1t1" "mn1t1" "klt1" "klt1" "m-7-1" "m-7-1" "m-n1-1" "m-n1-1" "k-l-1" "k-l-1" "m" "m" "n1,m" "n1,m" "l,m,k" "l,m,k" "m0" "m0" "m1" "m1" "k2" "k2" ["m",[1],null] ["m",[1],null] ["m","n1",null] ["m","n1",null] ["k","l","m"] ["k","l","m"] ["onebt1",[2,[1],1],"1-2-1"]
1
~t1 "mbt2" "mbt2" "mn2t2" "mn2t2" "klt2" "klt2" "m-7-2" "m-7-2" "m-n2-2" "m-n2-2" "k-l-2" "k-l-2" "m" "m" "n2,m" "n2,m" "l,m,k" "l,m,k" "m0" "m0" "m1" "m1" "k2" "k2" ["m",[1],null] ["m",[1],null] ["m","n2",null] ["m","n2",null] ["k","l","m"] ["k","l","m"] ["onebt2",[2,[1],1],"1-2-2"]
2
~t2 ~r0 ~b0 ~a0 | ~b0 ~a0 r0
~r1 ~b1 ~a1 | ~b1 ~a1 ~r0 r1
~r2 ~b2 ~a2 | ~b2 ~a2 ~r1 r2
x0y0z0 22
x1y1z1 22
x2y2z2 22
[2,1]
[2,"b"]
made x
[2,3]
made x
~r2 first
