--TEST--
A script's own loops whose variables turn out to hold something else
--FILE--
<?php

class Counted
{
    public static int $gone = 0;
    public function __destruct() { self::$gone++; }
}

function parts(int $i): array { return [$i, $i + 1]; }
function first(array $rows): int { return $rows[0]; }

$rows = range(1, 3);
$sum = 0;
for ($i = 0; $i < 60_000; $i++) {
    $parts = parts($i);
    $sum += count($parts) + first($rows);
    if ($i % 100 === 50) {
        foreach ($rows as &$row) {
            $row = ($row * 3 + $i) % 1009;
            $sum += $row - 1;
        }
        unset($row);
    }
    if ($i > 30_000) {
        $object = new Counted();
    }
    if ($i % 20_000 === 19_999) {
        $alias = &$sum;
        $alias = $alias + 0.5;
        unset($alias);
        $sum = (int) $sum;
    }
    $copy = $rows;
    $copy[] = $i;
}
echo $sum, ' ', Counted::$gone, ' ', implode(',', $copy), "\n";

function references(int $n): string
{
    $a = 1;
    $text = '';
    for ($i = 0; $i < $n; $i++) {
        if ($i === 20_000) {
            $b = &$a;
        }
        if ($i === 40_000) {
            $b = 1.5;
        }
        if ($i === 50_000) {
            $b = '7';
        }
        $c = $a;
        $d = $a * 2 + $i;
        if ($i % 10_000 === 9_999) {
            $text .= var_export($c, true) . ' ' . var_export($d, true) . "\n";
        }
    }
    return $text;
}
echo references(60_000);
?>
--EXPECT--
30964619 29998 487,789,82,59999
1 10001
1 20001
1 30001
1 40001
1.5 50002.0
'7' 60013
