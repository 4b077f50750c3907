--TEST--
max_execution_time ends a program that only calls functions
--FILE--
<?php
set_time_limit(1);
function f($n) { return $n > 0 ? f($n - 1) + f($n - 1) : 0; }
f(100);
?>
--EXPECTF--
Fatal error: Maximum execution time of 1 second exceeded in %stime_limit_without_loops.php on line 3
