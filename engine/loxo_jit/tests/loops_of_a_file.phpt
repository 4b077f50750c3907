--TEST--
Loops of a file are compiled one after the other
--FILE--
<?php
// Loops of a file, one after the other, beside each other in another one, and in a file that runs again.
$file = sys_get_temp_dir() . '/loops_of_a_file_' . getmypid() . '.inc';
file_put_contents($file, '<?php
for ($i = 0, $s = 0; $i < 3000; $i++) { $s += $i & 7; }
for ($j = 0, $t = ""; $j < 3000; $j++) { $t .= chr(97 + $j % 26); }
foreach ($list as $k => $v) { $s += $v; }
return [$s, md5($t), $k];');
$ints = $floats = 0;
for ($i = 0; $i < 20_000; $i++) {
    $ints += $i % 7;
}
for ($i = 0; $i < 20_000; $i++) {
    $floats += $i / 3;
}
$texts = [];
for ($i = 0; $i < 20_000; $i++) {
    $texts[$i % 100] = ($texts[$i % 100] ?? '') . $i % 10;
}
foreach ($texts as $i => &$text) {
    $text = strlen($text) + $i;
}
unset($text);
for ($round = 0; $round < 30; $round++) {
    for ($i = 0; $i < 2_000; $i++) {
        $ints += $i ^ $round;
    }
    foreach ($texts as $key => $value) {
        $ints -= $round < 20 ? $value : (string) $value;
    }
    for ($i = 2_000; $i > 0; $i--) {
        $floats -= $round < 25 ? $i * 0.5 : $i;
    }
}
var_dump($ints, round($floats, 3), array_sum($texts));
for ($round = 0; $round < 12; $round++) {
    $list = $round % 2 ? array_fill(0, 3000, 1.5) : range(1, 3000);
    $all = include $file;
}
var_dump($all);
unlink($file);
--EXPECT--
int(59285081)
float(31645833.333)
int(24950)
array(3) {
  [0]=>
  float(15000)
  [1]=>
  string(32) "2cdc6cfced72f6be4617710cab9eb2ae"
  [2]=>
  int(2999)
}
