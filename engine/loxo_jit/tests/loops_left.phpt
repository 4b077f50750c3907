--TEST--
Loops that are left in the middle: what is in registers goes to the frame
--FILE--
<?php
// loops: exits with ints, floats, bools, elements; types that change; appends after overwrites
class P { public $x = 1; public $f = 1.5; public $o; }
function l1($n) { $s = 0; $b = false; $f = 0.5; for ($i = 0; $i < $n; $i++) { $b = !$b; $f = $f * 1.0001; $s += $i; if ($i == $n - 5) { $s = PHP_INT_MAX - 10; } if ($b) { $s ^= 1; } } return [$s, $b, $f, $i]; }
function l2($n) { $a = []; for ($i = 0; $i < 10; $i++) $a[] = $i; $k = 0; for ($i = 0; $i < $n; $i++) { $a[$k] = $i; $k++; if ($k == 10 && $i < $n - 40) $k = 0; } return [count($a), array_sum($a), $k]; }
function l3($n) { $a = range(0, 20); for ($i = 0; $i < $n; $i++) { $k = $i % 20; $a[$k] = $i; if ($i % 1000 == 0) $a[count($a)] = 7; } return [count($a), array_sum($a)]; }
function l4(&$a, $n) { for ($i = 0; $i < $n; $i++) { $j = $i % 15; $a[$j] = $a[$j] + 1; if ($i == $n - 3) $a['x'] = 5; } }
function l5($n) { $a = [[1, 2, 3], [4, 5, 6]]; $s = 0; for ($i = 0; $i < $n; $i++) { $s += $a[$i & 1][$i % 3]; if ($i == $n - 2) $a[0] = 'str'; if ($i == $n - 10) $a[1] = [1.5, 2.5, 3.5]; } return $s; }
function l6($n) { $a = [3, 2, 1]; $b = $a; for ($i = 0; $i < $n; $i++) { $a[$i % 3] = $i; if ($i % 5000 == 0) $b = $a; } return [$a, $b]; }
function l7($n) { $o = new P; $s = 0; for ($i = 0; $i < $n; $i++) { $o->x += $i; $s += $o->x & 3; if ($i == $n - 7) { $o->x = 'a'; $o->x = 5; } } return [$s, $o->x]; }
function l8($n) { $i = PHP_INT_MIN; $c = 0; for ($j = 0; $j < $n; $j++) { $i++; $c += $i & 1; if ($j == $n - 4) $i = PHP_INT_MAX - 1; } return [$i, $c]; }
function l9($n) { $x = true; $c = 0; for ($i = 0; $i < $n; $i++) { if ($x) $c++; $x = ($i & 3) == 0; if ($i == $n - 6) $x = 'yes'; if ($i == $n - 5) $x = null; } var_dump($x); return $c; }
function l10($n) { $a = []; for ($i = 0; $i < $n; $i++) { $a[$i] = $i * 2; } for ($i = 0; $i < $n; $i++) { $a[$i] = $a[$i] + 1; } unset($a[3]); for ($i = 0; $i < $n; $i++) { if (isset($a[$i])) $a[$i] = 0.5; } $a[$n + 5] = 1; for ($i = 0; $i < $n; $i++) $a[$i] = 1; return [count($a), array_sum($a)]; }
function l11($n) { $s = ''; $t = 0; for ($i = 0; $i < $n; $i++) { $t += strlen($s); if ($i % 2000 == 0) $s .= 'x'; $u = $s; } return [$t, $u]; }
function l12($n) { foreach (range(1, $n) as $k => $v) { $t = ($t ?? 0) + $v; if ($k == 50) { $t = $t + 0.5; } } return $t; }
function l13($n) { $a = array_fill(0, 100, 0); for ($y = 0; $y < 10; $y++) { for ($x = 0; $x < 10; $x++) { for ($q = 0; $q < $n / 100; $q++) { $a[$y * 10 + $x] = $a[$x * 10 + $y] + 1; } } } return array_sum($a); }
set_error_handler(function ($no, $m, $f, $l) { echo "[$m@$l]"; return true; });
function l14($n) { $a = [1, 2, 3]; $s = 0; for ($i = 0; $i < $n; $i++) { $s += $a[$i % 3]; if ($i == $n - 2) unset($a[1], $a[2]); } return $s; }
function l15($n) { $s = 0; for ($i = 0; $i < $n; $i++) { if ($i > $n - 4) unset($s); $s = ($s ?? 1) + 1; if ($i == $n - 3) $z = $undef + 1; } return [$s, $z]; }
for ($r = 0; $r < 3; $r++) {
 foreach ([5, 100, 30000] as $n) {
  $n1 = max($n, 60);
  $a = range(0, 14); l4($a, $n); echo json_encode([l1($n1), l2($n1), l3($n), $a, l6($n), l7($n1), l8($n1), l9($n), l10($n), l11($n), l12($n), l13($n), l14($n1), l15($n1)]), "\n";
  try { l5($n1); } catch (Error $e) { echo $e->getMessage(), $e->getLine(), "\n"; }
 }
}
--EXPECT--
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(true)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854775632,false,0.5030088671344087,60],[40,1580,40],[22,217],{"0":1,"1":2,"2":3,"3":4,"4":5,"5":5,"6":6,"7":7,"8":8,"9":9,"10":10,"11":11,"12":12,"13":13,"14":14,"x":5},[[3,4,2],[0,2,1]],[92,344],[9.223372036854776e+18,30],1,[6,6],[4,"x"],15,145,117,[2,1]]
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined variable $undef@19][[-9223372036854775512,false,0.5050248310464377,100],[40,3180,40],[22,1817],{"0":7,"1":8,"2":9,"3":10,"4":11,"5":12,"6":13,"7":14,"8":15,"9":16,"10":16,"11":17,"12":18,"13":19,"14":20,"x":5},[[99,97,98],[0,2,1]],[152,584],[9.223372036854776e+18,50],27,[101,101],[99,"x"],5050.5,145,199,[2,1]]
[Implicit conversion from float 9.223372036854807E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854655092,false,10.041262259701671,30000],[40,1199180,40],[51,600020],{"0":2000,"1":2001,"2":2002,"3":2003,"4":2004,"5":2005,"6":2006,"7":2007,"8":2008,"9":2009,"10":2010,"11":2011,"12":2012,"13":2013,"14":2014,"x":5},[[29997,29998,29999],[24999,25000,24998]],[45002,179984],[9.223372036854776e+18,15000],7502,[30001,30001],[239985,"xxxxxxxxxxxxxxx"],450015000.5,3135,59997,[2,1]]
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(true)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854775632,false,0.5030088671344087,60],[40,1580,40],[22,217],{"0":1,"1":2,"2":3,"3":4,"4":5,"5":5,"6":6,"7":7,"8":8,"9":9,"10":10,"11":11,"12":12,"13":13,"14":14,"x":5},[[3,4,2],[0,2,1]],[92,344],[9.223372036854776e+18,30],1,[6,6],[4,"x"],15,145,117,[2,1]]
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined variable $undef@19][[-9223372036854775512,false,0.5050248310464377,100],[40,3180,40],[22,1817],{"0":7,"1":8,"2":9,"3":10,"4":11,"5":12,"6":13,"7":14,"8":15,"9":16,"10":16,"11":17,"12":18,"13":19,"14":20,"x":5},[[99,97,98],[0,2,1]],[152,584],[9.223372036854776e+18,50],27,[101,101],[99,"x"],5050.5,145,199,[2,1]]
[Implicit conversion from float 9.223372036854807E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854655092,false,10.041262259701671,30000],[40,1199180,40],[51,600020],{"0":2000,"1":2001,"2":2002,"3":2003,"4":2004,"5":2005,"6":2006,"7":2007,"8":2008,"9":2009,"10":2010,"11":2011,"12":2012,"13":2013,"14":2014,"x":5},[[29997,29998,29999],[24999,25000,24998]],[45002,179984],[9.223372036854776e+18,15000],7502,[30001,30001],[239985,"xxxxxxxxxxxxxxx"],450015000.5,3135,59997,[2,1]]
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(true)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854775632,false,0.5030088671344087,60],[40,1580,40],[22,217],{"0":1,"1":2,"2":3,"3":4,"4":5,"5":5,"6":6,"7":7,"8":8,"9":9,"10":10,"11":11,"12":12,"13":13,"14":14,"x":5},[[3,4,2],[0,2,1]],[92,344],[9.223372036854776e+18,30],1,[6,6],[4,"x"],15,145,117,[2,1]]
[Implicit conversion from float 9.223372036854776E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined variable $undef@19][[-9223372036854775512,false,0.5050248310464377,100],[40,3180,40],[22,1817],{"0":7,"1":8,"2":9,"3":10,"4":11,"5":12,"6":13,"7":14,"8":15,"9":16,"10":16,"11":17,"12":18,"13":19,"14":20,"x":5},[[99,97,98],[0,2,1]],[152,584],[9.223372036854776e+18,50],27,[101,101],[99,"x"],5050.5,145,199,[2,1]]
[Implicit conversion from float 9.223372036854807E+18 to int loses precision@4][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11][Implicit conversion from float 9.223372036854776E+18 to int loses precision@11]bool(false)
[Undefined array key 2@18][Undefined variable $undef@19][[-9223372036854655092,false,10.041262259701671,30000],[40,1199180,40],[51,600020],{"0":2000,"1":2001,"2":2002,"3":2003,"4":2004,"5":2005,"6":2006,"7":2007,"8":2008,"9":2009,"10":2010,"11":2011,"12":2012,"13":2013,"14":2014,"x":5},[[29997,29998,29999],[24999,25000,24998]],[45002,179984],[9.223372036854776e+18,15000],7502,[30001,30001],[239985,"xxxxxxxxxxxxxxx"],450015000.5,3135,59997,[2,1]]
