--TEST--
Returns in front of what they free, by ways that lead back to them, and early ones
--FILE--
<?php
class Noisy {
    function __construct(private string $name) {}
    function __destruct() { echo "-$this->name\n"; }
}

// The return stands in front of what it has to free: code comes back to it.
function loop_back(int $n) {
    for ($i = 0; ; $i++) {
        if ($i == $n) {
            return $i;
        }
        $made = new Noisy("loop $i");
        $kept[] = new Noisy("kept $i");
    }
}
echo loop_back(0), "\n", loop_back(2), "\n";

function go_back() {
    $round = 0;
    goto start;
    back:
    return "went back";
    start:
    $first = new Noisy('first');
    if ($round++ < 2) {
        goto more;
    }
    goto back;
    more:
    $second = new Noisy("second $round");
    goto start;
}
echo go_back(), "\n";

function nested(array $rows) {
    foreach ($rows as $row) {
        foreach ($row as $key => $cell) {
            switch ($key) {
                case 'a':
                    $a = new Noisy("a$cell");
                    continue 2;
                case 'b':
                    $b = [new Noisy("b$cell")];
                    break;
                case 'end':
                    return;
            }
            $last = &$cell;
        }
        $after = new Noisy('after');
    }
    return $after;
}
nested([['a' => 1, 'b' => 2], ['b' => 3, 'end' => 0, 'a' => 4]]);
echo "--\n";
nested([['end' => 0]]);
nested([['a' => 5]]);
echo "--\n";

// Early, with locals that only what follows sets; parameters and captured variables are there from the start.
function early($x, $y = null) {
    if (!$x) {
        return;
    }
    $object = new Noisy($x);
    $other = $object;
    return $y ?? $other;
}
early(null, new Noisy('parameter'));
early('dropped');
$kept = early('kept');
unset($kept);
$captured = new Noisy('captured');
$closure = function ($go) use ($captured) {
    if ($go) {
        return 1;
    }
    $local = $captured;
    return $local;
};
unset($captured);
$closure(true);
$closure(false);
unset($closure);
echo "--\n";

function caught($throw) {
    try {
        if ($throw) {
            $inner = new Noisy('inner');
            throw new Exception('thrown');
        }
        return 'not thrown';
    } catch (Exception $e) {
        $text = new Noisy($e->getMessage());
        return 'caught';
    } finally {
        $finally = new Noisy('finally');
    }
}
echo caught(false), "\n", caught(true), "\n";

function by_name() {
    if (func_num_args()) {
        extract(['late' => new Noisy('extracted')]);
        return 'by name';
    }
    $late = 1;
    return $late;
}
echo by_name(1), "\n";
echo "end\n";
--EXPECT--
0
-loop 0
-loop 1
-kept 0
-kept 1
2
-first
-second 1
-first
-first
-second 2
went back
-b2
-a1
-b3
-after
--
-a5
-after
--
-parameter
-dropped
-kept
-captured
--
-finally
not thrown
-inner
-thrown
-finally
caught
-extracted
by name
end
