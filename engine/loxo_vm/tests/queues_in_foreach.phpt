--TEST--
foreach by reference over a queue that loses its last element and gets new ones
--FILE--
<?php
foreach ([['x'], ['a' => 'x'], ['x', 'y'], ['a' => 1, 'b' => 2]] as $queue) {
    $turn = 0;
    foreach ($queue as $key => &$value) {
        echo $key, ' ';
        unset($queue[$key]);
        $queue[] = 'new';
        if (++$turn > 4) {
            break;
        }
    }
    unset($value);
    echo '| ';
    $turn = 0;
    foreach ($queue as $key => &$value) {
        echo $key, ' ';
        array_pop($queue);
        $queue["k$turn"] = 'new';
        if (++$turn > 4) {
            break;
        }
    }
    unset($value);
    echo "\n";
}
?>
--EXPECT--
0 1 2 3 4 | 5 k0 k1 k2 k3 
a 0 1 2 3 | 4 k0 k1 k2 k3 
0 1 2 3 4 | 5 k0 k1 k2 k3 
a b 0 1 2 | 3 k0 k1 k2 k3 
