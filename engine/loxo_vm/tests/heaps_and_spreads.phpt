--TEST--
Heaps of ints, floats and mixtures, and spreads of lists with references and holes
--FILE--
<?php
mt_srand(4);
foreach (['int', 'float', 'mix', 'str', 'nul', 'big', 'arr'] as $kind) foreach (['SplMinHeap', 'SplMaxHeap', 'SplPriorityQueue'] as $c) { $h = new $c; $r = [];
 for ($i = 0; $i < 300; $i++) { $v = match ($kind) { 'int' => mt_rand(-50, 50), 'float' => mt_rand(-50, 50) / 4, 'mix' => $i % 3 ? mt_rand(-9, 9) : ($i % 2 ? mt_rand(-9, 9) / 2 : (string)mt_rand(-9, 9)), 'str' => 's' . mt_rand(0, 99), 'nul' => $i % 5 ? mt_rand(-3, 3) : null, 'big' => $i % 2 ? PHP_INT_MAX - mt_rand(0, 5) : PHP_INT_MIN + mt_rand(0, 5), 'arr' => $i % 7 ? mt_rand(0, 9) : [mt_rand(0, 3)] };
  if ($c === 'SplPriorityQueue') $h->insert($i, $v); else $h->insert($v); if (count($h) > 40) $r[] = $h->extract(); if ($i == 100) { $h2 = clone $h; } }
 while (!$h->isEmpty()) $r[] = $h->extract(); while ($h2->valid()) { $r[] = $h2->current(); $h2->next(); } echo $kind, $c, ' ', md5(json_encode($r)), ' ', count($r), "\n"; }
$h = new class extends SplPriorityQueue { function compare($a, $b): int { return $b <=> $a; } }; foreach ([3, 1, 2, 1] as $k => $p) $h->insert("v$k", $p); $h->setExtractFlags(3); while (!$h->isEmpty()) echo json_encode($h->extract()), ' ';
function sp($a, ...$m) { return [...$a, ...$m, 'z']; }
$x = 5; $refs = [1, &$x, 3]; $holes = [1, 2, 3]; unset($holes[1]); $neg = [-3 => 'a', 4 => 'b']; $assoc = ['a' => 1, 2, 'b' => 3]; $u = [1, 2]; $u[] = &$u;
for ($i = 0; $i < 5; $i++) { $l = [...$refs, ...$holes, ...$neg, ...$assoc]; $x++; echo json_encode($l), json_encode([...$refs]), json_encode(sp([1], 2, ...[3, 4])), count([...$u, ...$u]), json_encode([...[], ...[]]), json_encode(['k' => 1, ...$refs, 'k' => 2]), "\n"; $l[] = 'q'; echo json_encode(array_keys($l)), "\n"; }
$same = [1, 2]; $same = [...$same, ...$same]; echo json_encode($same); $y = [5 => 1]; $y = [...$y, 7 => 2, ...$y]; echo json_encode($y); try { $z = [PHP_INT_MAX => 1, ...[2]]; } catch (Error $e) { echo $e->getMessage(); } $five = 5; try { $z = [...$five]; } catch (Error $e) { echo $e->getMessage(); } $z = [...(function () { yield 1; yield 'k' => 2; yield 3; })()]; echo json_encode($z), "\n";
$k = 1; $r = ['a' => &$k, 0 => &$k, 'b' => 2]; $only = [1]; $q = &$only[0]; unset($q); $s = [...$r, ...$only, 'a' => 5]; $s2 = [...$r]; $k = 9; echo json_encode([$s, $s2]); $s2['a'] = 77; $s2[0] = 78; echo $k, json_encode($r), "\n"; $only[0] = 3; echo json_encode($s), "\n";
--EXPECT--
intSplMinHeap a7322648b5826ed05addd437e726080c 340
intSplMaxHeap 34ba80cf2b12a260292ac657eef8f02d 340
intSplPriorityQueue 2cdb863088d56688a27290799ba2257b 340
floatSplMinHeap f34ec746b5adc2722b0c634c9dfb3e86 340
floatSplMaxHeap 7e499b0655a2598ec2dd59f5924d3ace 340
floatSplPriorityQueue dc99c63ebcfb4bd606b3232c7577dd74 340
mixSplMinHeap 50ab8ef6d690e0185e8bfd37eb8ab872 340
mixSplMaxHeap 56ad987b1485b5738344388b9f6f7dad 340
mixSplPriorityQueue b6ae1cbb5181f6e0a419c992e3f37d5b 340
strSplMinHeap 3341bafd2fc809d4ae092ae8d40e0c68 340
strSplMaxHeap 2aa850fc386d476b162b1d6b82004191 340
strSplPriorityQueue 6ea5cfd7a84855cec150dd535144b481 340
nulSplMinHeap 77c926ddcb6ab0daa7916c1ee296772a 340
nulSplMaxHeap f8f9c58018582365d074d7d7d3841844 340
nulSplPriorityQueue 711e0d557fe40671afe308d9188aef1f 340
bigSplMinHeap f862c3e4fd9b9ceb58a8ee31f17544e6 340
bigSplMaxHeap 222b86d2d730e87a64f871c9db061baf 340
bigSplPriorityQueue 26e17a43f5be56a6b86443f7a96f92db 340
arrSplMinHeap 1ebfd0d99588f75b606ded4397e2a421 340
arrSplMaxHeap 6df3200626eb217de79f7bebf15180cd 340
arrSplPriorityQueue 8883b0004a285bece9bba3486260dcd8 340
{"data":"v1","priority":1} {"data":"v3","priority":1} {"data":"v2","priority":2} {"data":"v0","priority":3} {"0":1,"1":6,"2":3,"3":1,"4":3,"5":"a","6":"b","a":1,"7":2,"b":3}[1,6,3][1,2,3,4,"z"]6[]{"k":2,"0":1,"1":6,"2":3}
[0,1,2,3,4,5,6,"a",7,"b",8]
{"0":1,"1":7,"2":3,"3":1,"4":3,"5":"a","6":"b","a":1,"7":2,"b":3}[1,7,3][1,2,3,4,"z"]6[]{"k":2,"0":1,"1":7,"2":3}
[0,1,2,3,4,5,6,"a",7,"b",8]
{"0":1,"1":8,"2":3,"3":1,"4":3,"5":"a","6":"b","a":1,"7":2,"b":3}[1,8,3][1,2,3,4,"z"]6[]{"k":2,"0":1,"1":8,"2":3}
[0,1,2,3,4,5,6,"a",7,"b",8]
{"0":1,"1":9,"2":3,"3":1,"4":3,"5":"a","6":"b","a":1,"7":2,"b":3}[1,9,3][1,2,3,4,"z"]6[]{"k":2,"0":1,"1":9,"2":3}
[0,1,2,3,4,5,6,"a",7,"b",8]
{"0":1,"1":10,"2":3,"3":1,"4":3,"5":"a","6":"b","a":1,"7":2,"b":3}[1,10,3][1,2,3,4,"z"]6[]{"k":2,"0":1,"1":10,"2":3}
[0,1,2,3,4,5,6,"a",7,"b",8]
[1,2,1,2]{"0":1,"7":2,"8":1}Cannot add element to the array as the next element is already occupiedOnly arrays and Traversables can be unpacked, int given{"0":1,"k":2,"1":3}
[{"a":5,"0":9,"b":2,"1":1},{"a":9,"0":9,"b":2}]78{"a":78,"0":78,"b":2}
{"a":5,"0":78,"b":2,"1":1}
