--TEST--
The line where memory is exhausted by an object whose constructor became part of compiled code
--ENV--
LOXO_JIT=hot=2
--INI--
memory_limit=16M
--FILE--
<?php
class Pair
{
    function __construct(public $first, public $second) {}
}
function chain($n)
{
    $chain = null;
    for ($i = 0; $i < $n; $i++) {
        $chain =
            new Pair($i,
                $chain);
    }
    return $chain;
}
chain(2);
chain(2);
chain(2000);
chain(10000000);
?>
--EXPECTF--
Fatal error: Allowed memory size of 16777216 bytes exhausted (tried to allocate %d bytes) in %s on line 11
