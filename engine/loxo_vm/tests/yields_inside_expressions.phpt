--TEST--
What is alive at a yield in the middle of an expression is there when the generator goes on
--FILE--
<?php
function three($a, $b, $c) { return "$a-$b-$c"; }
class P { public $n = 1; static $s = 2; function m($a, $b) { return $this->n . $a . $b; } }
function gen($p) {
    $r = three('x', yield 1, strtoupper('z'));
    echo $r, "\n";
    $r = 'a' . $p->m('b', yield 2) . (yield 3) . 'c';
    echo $r, "\n";
    $list = ['k' => yield 4, 'l' => [1, yield 5], ...[7, 8]];
    echo json_encode($list), "\n";
    foreach (['u' => 1, 'v' => 2] as $k => $v) {
        foreach ([10, 20] as $w) {
            try {
                $got = yield $k => $v + $w;
                if ($got === 'stop') { return 'stopped'; }
            } finally {
                echo "[$k$w]";
            }
        }
    }
    return @$nothing[yield 6] ?? 'end';
}
$g = gen(new P);
$sent = 0;
while ($g->valid()) {
    echo $g->key(), '=>', $g->current(), ' ';
    $g->send('s' . ++$sent);
}
echo $g->getReturn(), "\n";
$g = gen(new P);
foreach ($g as $k => $v) { if ($v === 21) { $g->send('stop'); break; } }
echo $g->getReturn(), "\n";
function surplus() { foreach (func_get_args() as $a) { yield $a; yield three(yield, yield, $a); } }
foreach (surplus(1, 2, 3) as $v) { echo json_encode($v), ' '; }
echo "\n";
--EXPECT--
0=>1 x-s1-Z
1=>2 2=>3 a1bs2s3c
3=>4 4=>5 {"k":"s4","l":[1,"s5"],"0":7,"1":8}
u=>11 [u10]u=>21 [u20]v=>12 [v10]v=>22 [v20]5=>6 end
x--Z
a1bc
{"k":null,"l":[1,null],"0":7,"1":8}
[u10][u20]stopped
1 null null "--1" 2 null null "--2" 3 null null "--3" 
