--TEST--
mt_rand() of all ranges and both modes, and what shares its generator
--FILE--
<?php
foreach ([0, 1, 42, 2147483647, -5] as $seed) foreach ([MT_RAND_MT19937, @MT_RAND_PHP] as $mode) {
 @mt_srand($seed, $mode); $h = [];
 for ($i = 0; $i < 2000; $i++) { $h[] = mt_rand(); $h[] = mt_rand(0, 0); $h[] = mt_rand(0, 1); $h[] = mt_rand(5, 104); $h[] = mt_rand(-10, 3000000000); $h[] = mt_rand(0, 0xffffffff); $h[] = mt_rand(0, 0xfffffffe); $h[] = mt_rand(1, 3000000000); $h[] = mt_rand(PHP_INT_MIN, PHP_INT_MAX); $h[] = rand(3, 9); $h[] = rand(9, 3); $h[] = mt_rand(0, 0x7fffffff); $h[] = mt_rand("1", 6.0); $h[] = mt_rand(0, 2863311530); }
 echo md5(json_encode($h)), ' ', $h[27999], "\n"; }
mt_srand(3); $a = range(1, 50); shuffle($a); echo implode(',', $a), ' ', str_shuffle('abcdefghij'), ' ', json_encode(array_rand($a, 4)), ' ', mt_rand(1, 6), "\n";
try { mt_rand(5, 1); } catch (\ValueError $e) { echo $e->getMessage(), "\n"; }
try { mt_rand(5); } catch (\ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { mt_rand('x', 5); } catch (\TypeError $e) { echo $e->getMessage(), "\n"; }
srand(9); echo rand(), ' ', mt_rand(), ' ', mt_getrandmax(), "\n";
for ($i = 0, $s = 0; $i < 700; $i++) $s += mt_rand(1, 6); echo $s, "\n";
--EXPECT--
28c66ab388a18b795bbd01ce7de445ec 1505262698
67c0b33f344011e7f1efa6466e816120 1558537849
56e375a5f007c5d024ff1b0cb64132da 1170081608
3e38d8b3ea8ca5f3f5e88e9b18474fa9 1806927013
27fb7a61f219161e298dbebf8d870324 1647128055
40fa342b1546da9176c2d08fdc958900 1496120184
26201f36f02a895a3660935ebbf29d72 2786633723
d5c6a2f71cf5878372ba123a383f33a6 1259218108
eee5929451e272e15e6bb769a3c7beb1 2305501860
758a7ee8516768e0980df20ef4f98574 1431013249
40,28,13,8,27,34,24,23,45,25,46,17,12,14,21,49,15,22,16,41,3,5,9,18,36,11,50,38,6,33,32,39,7,30,10,19,2,42,44,35,43,20,48,47,31,29,1,26,4,37 igfjehdacb [12,13,16,44] 1
mt_rand(): Argument #2 ($max) must be greater than or equal to argument #1 ($min)
mt_rand() expects exactly 2 arguments, 1 given
mt_rand(): Argument #1 ($min) must be of type int, string given
22278335 782674094 2147483647
2374
