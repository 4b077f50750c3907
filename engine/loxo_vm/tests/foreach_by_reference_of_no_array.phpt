--TEST--
A loop by reference whose variable becomes no array says so and ends
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function becomes($a, $other) { foreach ($a as $k => &$v) { echo "$k "; if ($v === 2) { $a = $other; } } echo "done\n"; return $a; }
var_dump(becomes([1, 2, 3], 5), becomes([1, 2, 3], 'text'), becomes([1, 2], null), becomes([1, 2, 3], [4, 5]));
function throws($a) { foreach ($a as &$v) { $a = 1; } return 'not here'; }
set_error_handler(function ($n, $m) { throw new Exception($m); });
try { echo throws([1, 2]); } catch (Exception $e) { echo get_class($e), ' on line ', $e->getLine(), ': ', $e->getMessage(), "\n"; }
--EXPECT--
0 1 [foreach() argument must be of type array|object, int given] done
0 1 [foreach() argument must be of type array|object, string given] done
0 1 [foreach() argument must be of type array|object, null given] done
0 1 0 1 done
int(5)
string(4) "text"
NULL
array(2) {
  [0]=>
  int(4)
  [1]=>
  int(5)
}
Exception on line 6: foreach() argument must be of type array|object, int given
