<?php
// any, any
// all kinds
function changes(int &$x, $y) { $x += 2; $x = $y; $x++; return $x; }
-----
<?php
// any, int
// all kinds
function products(&$to, $a) { $to = $a * 3; $old = $to--; $to = 'text'; return $old; }
-----
<?php
// int
// all kinds
function rows($n) { $rows = [1, 2]; foreach ($rows as &$row) { $row = $row * $n; } static $calls = 0; $calls = $calls + 1; return $calls; }
