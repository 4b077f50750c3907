<?php
// usage: harness.php FILE SIZE: prints nanoseconds per element of what FILE returns, the least of several rounds.
[, $file, $size] = $argv;
$run = require $file;
$size = (int) $size;

/** What the process has computed, in nanoseconds: what others do on the machine does not count. */
function computed(): int
{
    $used = getrusage();
    return ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) * 1_000_000_000 + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) * 1000;
}

// Shorter times than this the system does not count finely enough; the clock does, and the least of many is undisturbed.
const FINE = 2_000_000;

$rounds = max(2, min(50, intdiv(200_000, $size)));
$best = INF;
for ($i = 0; $i < $rounds; $i++) {
    $before = computed();
    $start = hrtime(true);
    $result = $run($size);
    $time = hrtime(true) - $start;
    $best = min($best, $time < FINE ? $time : computed() - $before);
    // Freeing is not what is measured.
    unset($result);
}
printf("%.2f\n", $best / $size);
