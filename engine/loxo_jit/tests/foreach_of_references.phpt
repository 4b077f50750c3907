--TEST--
foreach over elements that are references
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function find(array &$table, $wanted)
{
    $seen = '';
    foreach ($table as $key => $entry) {
        $seen .= is_array($entry) ? $key . $entry[0] . $entry[1] : "$key:$entry";
        if ($entry === $wanted) {
            return "$seen!";
        }
    }
    return $seen;
}

function overwritten(array $values)
{
    $sum = 0;
    foreach ($values as $value) {
        foreach ($values as $value) {
            $sum += $value;
            $value = 10;
        }
        $sum += $value;
    }
    return $sum;
}

$table = [[1, 2], 'b', 3, 4.5, null];
foreach ($table as &$entry) {
    if (is_array($entry)) {
        $entry[1] = 7;
    }
}
unset($entry);
[$one, $two] = [&$table[2], &$table[4]];
$three = [1, 2, 3];
$middle = &$three[1];
for ($round = 0; $round < 300; $round++) {
    $said = [find($table, $round % 2 ? 3 : 'b'), find($table, 'none'), overwritten($three)];
}
echo implode("\n", $said), "\n", json_encode([$table, $three]), "\n";
for ($round = 0; $round < 5; $round++) {
    $values = [1, 2, 3];
    foreach ($values as &$value);
    foreach ($values as $value) {
        echo $value;
    }
    echo json_encode($values), "\n";
}
--EXPECT--
0171:b2:3!
0171:b2:33:4.54:
48
[[[1,7],"b",3,4.5,null],[1,2,3]]
122[1,2,2]
122[1,2,2]
122[1,2,2]
122[1,2,2]
122[1,2,2]
