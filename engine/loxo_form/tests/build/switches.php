<?php
// any
// all kinds
function named($word) { return match ($word) { 'one' => 1, 'two' => 2, default => 0 }; }
-----
<?php
// string
// all kinds
function counted($word) { $n = 0; switch ($word) { case 'a': case 'b': $n = 1; break; case 'c': $n += 2; default: $n++; } return $n; }
