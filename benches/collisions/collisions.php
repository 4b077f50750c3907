<?php
// usage: collisions.php KIND: milliseconds to insert and look up 65,536 keys of that kind.
// `ints-…`: multiples of 2^16 share their low bits. `strings-…`: "Ez" and "FY" have equal DJB2 hashes, and so have their sequences.
$n = 1 << 16;
$keys = [];
for ($i = 0; $i < $n; $i++) {
    $keys[] = match ($argv[1]) {
        'ints-friendly' => $i * 3,
        'ints-colliding' => $i << 16,
        'strings-friendly' => sprintf('%032d', $i),
        'strings-colliding' => strtr(sprintf('%016b', $i), ['0' => 'Ez', '1' => 'FY']),
    };
}
$start = hrtime(true);
$map = [];
foreach ($keys as $i => $key) {
    $map[$key] = $i;
}
$sum = 0;
foreach ($keys as $key) {
    $sum += $map[$key];
}
printf("%.3f %d %d\n", (hrtime(true) - $start) / 1e6, count($map), $sum);
