--TEST--
Builtins that would run for ever end when the time is up
--FILE--
<?php
set_time_limit(1);
iterator_count(new InfiniteIterator(new ArrayIterator([1])));
--EXPECTF--
Fatal error: Maximum execution time of 1 second exceeded in %s on line 3
