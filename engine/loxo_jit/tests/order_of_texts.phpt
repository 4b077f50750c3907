--TEST--
Strings of one byte are put in order in compiled functions
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
// order of strings
set_error_handler(function ($n, $m) { echo "W:$m\n"; return true; });
function cmp($a, $b) { $r = ''; if ($a < $b) $r .= '<'; if ($a <= $b) $r .= 'L'; if ($a > $b) $r .= '>'; if ($a >= $b) $r .= 'G'; $x = $a < $b; $y = $a <= $b; $z = !($a < $b); return $r . (int)$x . (int)$y . (int)$z; }
$vals = ['a', 'b', 'A', '0', '9', '5', '.', '-', ' ', "\n", "\0", "\xff", '', '10', '1e1', 'ab', 'abc', '05', ' 5', '5 ', null, true, false, 1, 5, 9, 1.5, [], [1]];
for ($k = 0; $k < 12; $k++) { $out = '';
foreach ($vals as $i => $a) foreach ($vals as $j => $b) $out .= cmp($a, $b) . ($j % 10 == 0 ? "\n" : ' ');
echo md5($out), "\n"; }
function lex(string $s) { $r = []; $n = strlen($s); for ($i = 0; $i < $n; $i++) { $c = $s[$i]; if ($c >= '0' && $c <= '9') $r[] = 'd'; elseif ($c >= 'a' && $c <= 'z' || $c >= 'A' && $c <= 'Z' || $c === '_') $r[] = 'l'; elseif ($s[$i] < '!') $r[] = 's'; else $r[] = 'o'; } return implode('', $r); }
for ($k = 0; $k < 30; $k++) $x = lex("foo_Bar + 12 * (x - 3.5)\t\n~{}\x80");
echo $x, "\n";
function undef($n) { for ($i = 0; $i < $n; $i++) { if ($i > 3) $c = 'b'; if ($c < 'c') echo 'x'; else echo 'y'; } echo "\n"; }
for ($k = 0; $k < 4; $k++) undef(6);
function refs(&$a, &$b) { return [$a < $b, $a <= $b]; }
for ($k = 0; $k < 20; $k++) { $p = chr(97 + $k % 3); $q = 'b'; $r = refs($p, $q); echo json_encode($r); }
echo "\n";
function temps($s, $i) { return [substr($s, $i, 1) < substr($s, $i + 1, 1), str_repeat('a', $i) <= str_repeat('b', 2), ($s . $i) < 'a1']; }
for ($k = 0; $k < 9; $k++) echo json_encode(temps('ab9c0dzA1', $k)), "\n";
--EXPECT--
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
f1bf061be7d18d735f6c5cc334b065b5
lllllllsosddsosolsosdodossoooo
W:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xxx
W:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xxx
W:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xxx
W:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xW:Undefined variable $c
xxx
[true,true][false,true][false,false][true,true][false,true][false,false][true,true][false,true][false,false][true,true][false,true][false,false][true,true][false,true][false,false][true,true][false,true][false,false][true,true][false,true]
[true,true,false]
[false,true,false]
[true,true,false]
[false,true,false]
[true,true,false]
[true,true,false]
[false,true,false]
[false,true,false]
[false,true,false]
