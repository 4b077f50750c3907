<?php
// harness.php FAMILY-FILE COUNTS: measures the functions that the file returns, name => closure that does its work $n times and
// returns what can be compared. COUNTS is "-" (find out how often each must run to be measurable, and print that) or a file of
// such counts. One line per function: name, count, CPU nanoseconds of one call, a digest of the result.

const LEAST = 0.004; // seconds of CPU that a measurement shall take
const ROUNDS = 3;

function cpu(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

function timed(Closure $work, int $count): array
{
    $start = cpu();
    $result = $work($count);
    return [cpu() - $start, $result];
}

$counts = [];
if ($argv[2] !== '-') {
    foreach (file($argv[2], FILE_IGNORE_NEW_LINES) as $line) {
        [$name, $count] = explode("\t", $line);
        $counts[$name] = (int) $count;
    }
}
date_default_timezone_set('Europe/Paris');
foreach (require $argv[1] as $name => $work) {
    $count = $counts[$name] ?? null;
    if ($count === null) {
        for ($count = 1; ; $count *= 2) {
            [$time] = timed($work, $count);
            if ($time >= LEAST / 4) {
                break;
            }
        }
        $count = max(1, (int) ceil($count * LEAST / $time));
    }
    $least = INF;
    for ($round = 0; $round < ROUNDS; $round++) {
        [$time, $result] = timed($work, $count);
        $least = min($least, $time);
    }
    echo $name, "\t", $count, "\t", round($least / $count * 1e9, 2), "\t", md5(serialize($result)), "\n";
}
