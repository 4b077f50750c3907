<?php
function loops($list, $n) {
    foreach ($list as $k => $v) { if ($v) continue; if ($k > 3) break; }
    foreach ($list as &$v) { }
    foreach (f() as [$a, 'k' => $b]) { return $a; }
    foreach ($o->list as $x->y => $z[0]) { foreach ($z as $w) { continue 2; } }
    for ($i = 0, $j = 1; $i < 10 && $j !== null; $i++, $j *= 2) { }
    do { $n--; } while ($n > 0);
    while (true) { if (!$n || $n >= 5) break; }
}
function branches($a, $b) {
    if ($a && !($b || $a == 3)) echo 1; elseif (isset($a, $b)) echo 2; else echo 3;
    switch ($a) { case 'x': echo 1; case 'y': break; default: echo 2; }
    switch ($b) { case 1: case 2: case 3: case 4: case 5: echo 'n'; }
    switch (true) { case $a > 1: return 1; }
    $m = match ($a) { 1, 2 => 'a', 'x' => f(), default => throw new E };
    $n = match (true) { $a > 1 => 1, is_int($b) => 2 };
    return $a ?: $b ?? ($a ? $m : $n);
}
function tries() {
    foreach ([1, 2] as $x) {
        try { return f($x); } catch (A | B $e) { continue; } catch (C) { break; } finally { g(); }
    }
    try { try { return 1; } finally { return 2; } } finally { h(); }
    start: if ($x) goto out; goto start; out:
    return @$y[1];
}
