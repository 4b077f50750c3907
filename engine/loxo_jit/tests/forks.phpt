--TEST--
Processes that fork compile functions without writing over each other's code
--EXTENSIONS--
pcntl
--FILE--
<?php
function before(int $n): int { return $n + 1; }
function two(int $n): int { return $n * 2 + strlen('a'); }
function three(int $n): int { return $n * 3 + strlen('ab'); }
function four(int $n): int { return $n * 4 + strlen('abc'); }
function five(int $n): int { return $n * 5 + strlen('abcd'); }

for ($i = 0; $i < 20000; $i++) { before($i); }
$children = [];
foreach (['two', 'three', 'four', 'five'] as $index => $name) {
    $child = pcntl_fork();
    if ($child === 0) {
        $wrong = 0;
        for ($round = 0; $round < 20000; $round++) {
            $wrong += (int) ($name(100) !== 100 * ($index + 2) + $index + 1);
            if ($round % 400 === 0) { usleep(1000); }
        }
        exit($wrong === 0 && before(1) === 2 ? 0 : 1);
    }
    $children[] = $child;
}
foreach ($children as $child) {
    pcntl_waitpid($child, $status);
    echo pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'killed', "\n";
}
?>
--EXPECT--
0
0
0
0
