--TEST--
Loops over arrays behind references: two names, other arrays, global variables, typed properties
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
// Loops over arrays behind references.
function sorted(array &$a, int $n): void
{
    for ($i = 1; $i < $n; $i++) {
        $x = $a[$i];
        for ($j = $i - 1; $j >= 0 && $a[$j] > $x; $j--) {
            $a[$j + 1] = $a[$j];
        }
        $a[$j + 1] = $x;
    }
}

// Two names for one array, which gets longer.
function twice(array &$a, array &$b, int $n): int
{
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $k = $i % 10;
        $x = $a[$k];
        $b[$k] = $x + $i;
        $sum += $a[$k] - $b[9 - $k];
        if ($i % 1000 === 0) {
            $a[] = $i;
            $sum += count($b) + $b[count($b) - 1];
        }
        $a[$k] = $a[$k] % 1000;
        $b[count($b)] = 1;
        $sum = $sum & 0xffffff;
    }
    return $sum;
}

// Another array, or none, behind the reference.
function changed(int $n): string
{
    $a = [1, 2, 3];
    $r = &$a;
    $old = $a;
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        $r[$i % 3] = $i;
        $x = $r[($i + 1) % 3];
        if ($i > $n - 8) {
            $out[] = [$x, $a, $old];
            if ($i === $n - 7) {
                $a = ['x' => 1];
            }
            if ($i === $n - 6) {
                $a = [7, 8, 9];
                $old = $a;
            }
            if ($i === $n - 4) {
                $r = [1.5, 2.5, 3.5];
            }
            if ($i === $n - 2) {
                unset($r);
                $r = 'text';
                break;
            }
        }
    }
    return json_encode([$out, $r, $a]);
}

function globals(int $n): int
{
    global $table, $missing;
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $table[$i % 16] += $i & 3;
        $sum += $table[($i * 7) % 16];
    }
    return $sum;
}

class Holder
{
    public array $list = [1, 2, 3, 4];
    public int $n = 0;
}

function properties(int $n): string
{
    $o = new Holder();
    $list = &$o->list;
    for ($i = 0; $i < $n; $i++) {
        $list[$i & 3] = $list[($i + 1) & 3] + $i % 5;
        $o->n += $list[0] & 1;
        if ($i === $n - 2) {
            try {
                $list = 1;
            } catch (TypeError $e) {
                echo get_class($e), "\n";
            }
        }
    }
    return json_encode($o);
}

$a = [];
for ($i = 0; $i < 300; $i++) {
    $a[] = $i * 7919 % 1009;
}
$copy = $a;
sorted($a, 300);
sort($copy);
var_dump($a === $copy);
$b = range(0, 9);
echo twice($b, $b, 20_000), ' ', count($b), ' ', md5(json_encode($b)), "\n";
echo changed(20_000), "\n";
$table = array_fill(0, 16, 0);
echo globals(20_000), ' ', array_sum($table), "\n", properties(20_000), "\n";
--EXPECT--
bool(true)
15821034 20030 c894a017ba3a3c55d143c0a155bca337
[Undefined array key 0] [[[19991,[19992,19993,19991],[1,2,3]],[null,{"x":1,"2":19994},[1,2,3]],[8,[19995,8,9],[7,8,9]],[9,[19995,19996,9],[7,8,9]],[1.5,[1.5,2.5,19997],[7,8,9]],[2.5,[19998,2.5,19997],[7,8,9]]],"text",[19998,2.5,19997]]
18750000 30000
TypeError
{"list":[13334,13336,13335,13338],"n":4000}
