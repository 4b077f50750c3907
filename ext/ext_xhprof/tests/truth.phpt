--TEST--
Times and memory are those that the functions measure themselves, within 3 %
--FILE--
<?php
// Each function adds what it has seen go by to what is expected of its caller's edge.
$expected = $memory = [];
function measured(string $edge, callable $work)
{
    $begin = hrtime(true);
    $held = memory_get_usage();
    try {
        return $work();
    } finally {
        $GLOBALS['expected'][$edge] = ($GLOBALS['expected'][$edge] ?? 0) + (hrtime(true) - $begin) / 1000;
        $GLOBALS['memory'][$edge] = ($GLOBALS['memory'][$edge] ?? 0) + memory_get_usage() - $held;
    }
}
function spin($ms)
{
    return measured('spin', function () use ($ms) {
        for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;) {
        }
    });
}
function wait($ms) { return measured('wait', fn() => usleep($ms * 1000)); }
function hold($n) { return measured('hold', function () use ($n) { $GLOBALS['kept'][] = str_repeat('x', $n); usleep(20000); }); }
function recursive($n) { return measured("recursive@$n", function () use ($n) { spin(8); return $n ? recursive($n - 1) : 0; }); }
function steps()
{
    foreach ([1, 2, 3] as $i) {
        measured('steps', fn() => usleep(15000));
        yield $i;
    }
}
function thrower() { measured('thrower', function () { usleep(20000); throw new Exception('x'); }); }
class Slow
{
    public function __destruct() { measured('Slow::__destruct', fn() => usleep(25000)); }
}
spl_autoload_register(function ($name) {
    measured('autoload', function () use ($name) {
        usleep(20000);
        file_put_contents(__DIR__ . "/$name.inc", "<?php usleep(10000); class $name { static function run() { measured('run', fn() => usleep(15000)); } }");
        include __DIR__ . "/$name.inc";
    });
});
function all()
{
    spin(30);
    wait(25);
    hold(2000000);
    recursive(2);
    foreach (steps() as $step) {
        wait(15);
    }
    try {
        thrower();
    } catch (Exception $e) {
    }
    (function () { $slow = new Slow; })();
    [$GLOBALS['loaded'], 'run']();
}

function check($what, $found, $expected, $slack)
{
    $good = abs($found - $expected) <= max(abs($expected) * 0.03, $slack);
    return $good ? '' : "$what: $found is not $expected\n";
}
function attempt()
{
    global $expected, $memory, $kept;
    $expected = $memory = $kept = [];
    xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
    measured('all', 'all');
    $sums = xhprof_disable();
    // A function's own rows, whoever called it.
    $rows = [];
    foreach ($sums as $edge => $row) {
        $name = str_contains($edge, '==>') ? explode('==>', $edge)[1] : $edge;
        foreach (['wt', 'cpu', 'mu'] as $what) {
            $rows[$name][$what] = ($rows[$name][$what] ?? 0) + $row[$what];
        }
    }
    $wrong = '';
    $levels = ['recursive@2' => 'recursive', 'recursive@1' => 'recursive@1', 'recursive@0' => 'recursive@2', 'run' => $GLOBALS['loaded'] . '::run'];
    foreach (['all', 'spin', 'wait', 'hold', 'recursive@2', 'recursive@1', 'recursive@0', 'steps', 'thrower', 'Slow::__destruct', 'run'] as $name) {
        $wrong .= check($name, $rows[$levels[$name] ?? $name]['wt'], $expected[$name], 500);
    }
    $wrong .= check('memory of hold', $rows['hold']['mu'], $memory['hold'], 10000);
    // Waiting takes no time of the processor, spinning nothing else.
    $wrong .= $rows['wait']['cpu'] < $rows['wait']['wt'] * 0.2 ? '' : "waiting took time of the processor\n";
    return $wrong . ($rows['spin']['cpu'] <= $rows['spin']['wt'] * 1.03 ? '' : "spinning took more than there was\n");
}
// Others may have the processor between the beginning of a call and the first look at the clock in it.
for ($try = 0; $try < 8; $try++) {
    $loaded = "TruthLoaded$try";
    $wrong = attempt();
    if ($wrong === '') {
        break;
    }
}
echo $wrong === '' ? "right\n" : $wrong;
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/TruthLoaded*.inc'));
?>
--EXPECT--
right
