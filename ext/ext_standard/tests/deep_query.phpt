--TEST--
The names of deep values in http_build_query() count
--INI--
memory_limit=64M
--FILE--
<?php
$deep = 1;
for ($i = 0; $i < 20000; $i++) {
    $deep = [$deep];
}
echo http_build_query([[[1]], 'a' => ['b' => ['c d' => 2]]]), "\n";
echo strlen(http_build_query($deep));
--EXPECTF--
0%5B0%5D%5B0%5D=1&a%5Bb%5D%5Bc+d%5D=2

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
