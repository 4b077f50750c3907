--TEST--
Sorting of all kinds of values and keys by all flags
--FILE--
<?php
mt_srand(3);
ob_start();
function show($a) { return md5(serialize($a)) . ' ' . json_encode(array_slice($a, 0, 6, true), JSON_PARTIAL_OUTPUT_ON_ERROR) . ' ' . json_encode(key($a)) . "\n"; }
$sets = [];
$sets['ints'] = array_map(fn($i) => mt_rand(-50, 50), range(0, 60));
$sets['floats'] = array_map(fn($i) => mt_rand(-50, 50) / 4, range(0, 60));
$sets['zeros'] = [0.0, -0.0, 0, 1, -0.0, 0.0, -1, 0];
$sets['inf'] = [INF, -INF, 1.5, 0, PHP_INT_MAX, -1e300];
$sets['nan'] = [NAN, 1, NAN, 0.5, -1];
$sets['big'] = [PHP_INT_MAX, PHP_INT_MAX - 1, (float)PHP_INT_MAX, PHP_INT_MIN, 9007199254740993, 9007199254740992.0];
$sets['mixednum'] = [3, 2.5, 3.0, -1, 2, 1e10, 7];
$sets['text'] = array_map(fn($i) => 'w' . dechex(mt_rand(0, 99)), range(0, 80));
$sets['long'] = array_map(fn($i) => 'prefix_long_' . mt_rand(0, 20) . str_repeat('x', $i % 3), range(0, 40));
$sets['nul'] = ["a\0b", "a", "a\0", "a\0a", "", "ab", "b", "\0", "\xff", "\x80"];
$sets['numtext'] = ['10', '9', '1e1', 'a', '010', ' 9', '9 ', 'b', '', '0x1'];
$sets['bools'] = [true, false, null, 0, 'a', '', 1];
$sets['one'] = ['k' => 1]; $sets['none'] = []; $sets['two'] = ['b' => 2, 'a' => 1];
$sets['strkeys'] = array_combine(array_map(fn($i) => "k$i", range(0, 30)), array_map(fn($i) => mt_rand(0, 9), range(0, 30)));
$sets['mixkeys'] = ['b' => 1, 5 => 2, 'a' => 3, -3 => 4, '07' => 5, 0 => 6];
$sets['intkeys'] = [5 => 'a', -3 => 'b', PHP_INT_MAX => 'c', PHP_INT_MIN => 'd', 0 => 'e'];
$h = range(0, 20); shuffle($h); unset($h[3], $h[7], $h[20]); $sets['holes'] = $h;
$hh = $sets['strkeys']; unset($hh['k3'], $hh['k0'], $hh['k30']); $sets['hashholes'] = $hh;
$x = 5; $sets['refs'] = [3, &$x, 1, 4];
$sets['arrays'] = [[2], [1], [1, 2], []];
$sets['listhash'] = ['x' => 0] + ['a' => 3]; 
$lh = ['q' => 1, 3, 1, 2]; unset($lh['q']); $sets['hashlist'] = $lh;
foreach ($sets as $n => $set) foreach ([SORT_REGULAR, SORT_NUMERIC, SORT_STRING, SORT_STRING | SORT_FLAG_CASE, SORT_NATURAL, SORT_LOCALE_STRING] as $flag)
  foreach (['sort', 'rsort', 'asort', 'arsort', 'ksort', 'krsort'] as $f) { if ($n == 'arrays' && $flag > 1 || $n == 'nul' && $flag == 5) continue; $a = $set; next($a); $b = $a; @$f($a, $flag); try { $a[] = 'next'; array_pop($a); } catch (Error $e) { echo 'full '; } if ($b != $set) echo "CHANGED"; echo "$n $f $flag ", show($a); }
$a = ['c' => 1, 'a' => 2, 'b' => 3]; foreach ($a as $k => &$v) { if ($k === 'c') ksort($a); echo "$k "; } unset($v); echo json_encode($a), "\n";
$a = [3, 1, 2]; foreach ($a as $k => &$v) { if ($k === 0) asort($a); echo "$k=$v "; } unset($v); echo json_encode($a), "\n";
$a = ['b', 'a', 'c']; foreach ($a as $k => &$v) { if ($k === 0) sort($a); echo "$k=$v "; } unset($v); echo json_encode($a), "\n";
class D { function __construct(public $n) {} function __destruct() { echo "d$this->n "; } }
$a = ['z' => new D(1), 'y' => new D(2), 'x' => new D(3)]; ksort($a); array_shift($a); echo "|"; unset($a); echo "\n";
$a = ['b' => 1, 'a' => 2]; ksort($a); var_dump(current($a), $a['a'], isset($a['b'])); $a['c'] = 3; ksort($a); echo json_encode($a), "\n";
$big = []; for ($i = 0; $i < 3000; $i++) { $big['key' . ($i * 7919 % 3001)] = $i; } ksort($big); echo show($big); arsort($big); echo show($big); asort($big); echo show($big); krsort($big); echo show($big); echo $big['key77'], isset($big['nokey']) ? 'y' : 'n', "\n";
$all = ob_get_clean();
foreach (explode("\n", $all) as $line) { $set = strtok($line, ' '); $sums[$set] = crc32(($sums[$set] ?? '') . $line); }
echo json_encode(array_slice($sums, 0, 23), JSON_PRETTY_PRINT), "\n", substr($all, -1500);
--EXPECT--
{
    "ints": 528115875,
    "floats": 3019659260,
    "zeros": 1802584163,
    "inf": 455307553,
    "CHANGEDnan": 3778759106,
    "big": 1018187884,
    "mixednum": 2237761066,
    "text": 987408986,
    "long": 708153895,
    "nul": 649650669,
    "numtext": 4146068393,
    "bools": 2769708334,
    "one": 521939775,
    "none": 3984036870,
    "two": 991516183,
    "strkeys": 3961031047,
    "mixkeys": 2610708894,
    "intkeys": 3201278725,
    "full": 1586167202,
    "holes": 3516956726,
    "hashholes": 2572488081,
    "refs": 4217673816,
    "arrays": 3140591862
}
ashlist krsort 10 678e29a812cead190fb6abba88532265 {"2":2,"1":1,"0":3} 2
hashlist sort 6 262bbc0aa0dc62a93e350f1f7df792b9 [1,2,3] 0
hashlist rsort 6 46efc8fdcf76d433afb0d315d686c06a [3,2,1] 0
hashlist asort 6 85562616d10561f1ca0d4effd6fe52ed {"1":1,"2":2,"0":3} 1
hashlist arsort 6 504ed6cb021ea0fe196ec30e33ab0926 {"0":3,"2":2,"1":1} 0
hashlist ksort 6 665f443d614a996167dabe2aa6b2ae70 [3,1,2] 0
hashlist krsort 6 678e29a812cead190fb6abba88532265 {"2":2,"1":1,"0":3} 2
hashlist sort 5 262bbc0aa0dc62a93e350f1f7df792b9 [1,2,3] 0
hashlist rsort 5 46efc8fdcf76d433afb0d315d686c06a [3,2,1] 0
hashlist asort 5 85562616d10561f1ca0d4effd6fe52ed {"1":1,"2":2,"0":3} 1
hashlist arsort 5 504ed6cb021ea0fe196ec30e33ab0926 {"0":3,"2":2,"1":1} 0
hashlist ksort 5 665f443d614a996167dabe2aa6b2ae70 [3,1,2] 0
hashlist krsort 5 678e29a812cead190fb6abba88532265 {"2":2,"1":1,"0":3} 2
c b c {"a":2,"b":3,"c":1}
0=3 2=2 0=3 {"1":1,"2":2,"0":3}
0=b 1=b 2=c ["a","b","c"]
d3 |d2 d1 
int(2)
int(2)
bool(true)
{"a":2,"b":1,"c":3}
21775b61639699f14af6ed0da07f83b4 {"key0":0,"key1":1088,"key10":1877,"key100":764,"key1000":1638,"key1001":2726} "key0"
aa86f89aaf16920a2ebd8f330b85d085 {"key2168":2999,"key251":2998,"key1335":2997,"key2419":2996,"key502":2995,"key1586":2994} "key2168"
75d3077a877ebd07050ef43186f2fbd3 {"key0":0,"key1917":1,"key833":2,"key2750":3,"key1666":4,"key582":5} "key0"
d28bf47b3cc4f9f7b39b50c8e206622e {"key999":550,"key998":2463,"key997":1375,"key996":287,"key995":2200,"key994":1112} "key999"
2749n
