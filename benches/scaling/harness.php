<?php
// usage: harness.php FILE SIZE: prints nanoseconds per element of what FILE returns, the least of several rounds.
[, $file, $size] = $argv;
$run = require $file;
$size = (int) $size;
$rounds = max(2, min(50, intdiv(200_000, $size)));
$best = INF;
for ($i = 0; $i < $rounds; $i++) {
    $start = hrtime(true);
    $result = $run($size);
    $best = min($best, hrtime(true) - $start);
    // Freeing is not what is measured.
    unset($result);
}
printf("%.2f\n", $best / $size);
