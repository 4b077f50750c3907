--TEST--
What would be written before a string's first byte is not converted
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "W:$m\n"; return true; });
foreach ([-4, -1, 1, 9, "1"] as $i) foreach ([[], 5] as $v) { $s = 'abc'; try { $s[$i] = $v; } catch (Error $e) { echo $e->getMessage(), "\n"; } echo json_encode($i), ' ', json_encode($s), "\n"; }
--EXPECT--
W:Illegal string offset -4
-4 "abc"
W:Illegal string offset -4
-4 "abc"
W:Array to string conversion
W:Only the first byte will be assigned to the string offset
-1 "abA"
-1 "ab5"
W:Array to string conversion
W:Only the first byte will be assigned to the string offset
1 "aAc"
1 "a5c"
W:Array to string conversion
W:Only the first byte will be assigned to the string offset
9 "abc      A"
9 "abc      5"
W:Array to string conversion
W:Only the first byte will be assigned to the string offset
"1" "aAc"
"1" "a5c"
