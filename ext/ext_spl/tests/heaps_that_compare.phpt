--TEST--
Heaps with a compare() of their own: how often it is called, exceptions, heaps inside of it, destructors
--FILE--
<?php
class H extends SplHeap { public $n = 0; function compare($a, $b): int { $this->n++; if ($a === 'x') throw new Exception("cmp"); return is_array($a) ? $b[0] <=> $a[0] : $b <=> $a; } }
class P extends SplPriorityQueue { function compare($a, $b): int { return [$b, 1] <=> [$a, 1]; } }
class M extends SplMinHeap { function compare($a, $b): int { static $depth = 0; if ($depth < 2) { $depth++; $h = new H; foreach ([3, 1, 2] as $x) $h->insert($x); $a += $h->extract() - 1; $depth--; } try { $this->insert(5); } catch (RuntimeException $e) { echo strlen($e->getMessage()), ' '; } return parent::compare($a, $b); } }
class D { function __construct(public $n) {} function __destruct() { echo "d$this->n "; } }
class DH extends SplHeap { function compare($a, $b): int { return $a->n <=> $b->n; } }
function run($n) { $h = new H; $o = ''; for ($i = 0; $i < $n; $i++) { $h->insert([($i * 7) % 11, $i]); if ($i % 3 == 2) $o .= json_encode($h->extract()); } $o .= count($h) . 'n' . $h->n; foreach ($h as $x) $o .= $x[1] . ','; $p = new P; for ($i = 0; $i < $n; $i++) { $p->insert("v$i", $i % 4); if ($i % 4 == 3) $o .= $p->extract(); } while (!$p->isEmpty()) $o .= $p->extract(); $d = new DH; for ($i = 0; $i < $n; $i++) { $d->insert(new D($i * 5 % 7)); if ($i % 2) $d->extract(); } $d = null; return $o; }
for ($i = 0; $i < 25; $i += 3) echo run($i), "\n";
function bad($n) { $h = new H; $o = ''; foreach (['a', 'x', 'b', 'c', 'x', 'd'] as $i => $v) { if ($i >= $n) break; try { $h->insert($v); } catch (Throwable $e) { $o .= $e->getMessage() . preg_replace('~/\S*\.php~', 'F', $e->getTraceAsString()); } } try { $o .= $h->extract(); } catch (Throwable $e) { $o .= $e->getMessage(); } $h->recoverFromCorruption(); try { $o .= $h->extract() . count($h); } catch (Throwable $e) { $o .= $e->getMessage(); } return $o; }
for ($i = 0; $i < 8; $i++) echo bad($i), "\n";
function m($n) { $m = new M; for ($i = 0; $i < $n; $i++) $m->insert(($i * 3) % 5); $o = ''; while (!$m->isEmpty()) $o .= $m->extract(); return $o; }
for ($i = 0; $i < 6; $i++) echo m($i), "\n";
--EXPECT--
0n0
d5 d3 d0 [0,0]2n42,1,v0v1v2
d5 d3 d6 d4 d0 d1 [0,0][2,5]4n132,4,1,3,v0v4v5v1v2v3
d5 d3 d6 d4 d5 d2 d1 d0 d0 [0,0][2,5][1,8]6n222,7,4,1,6,3,v0v4v8v5v1v2v6v3v7
d5 d3 d6 d4 d5 d6 d3 d2 d1 d0 d0 d1 [0,0][2,5][1,8][0,11]8n352,10,7,4,1,9,6,3,v0v4v8v5v9v1v2v10v6v11v7v3
d5 d3 d6 d4 d5 d6 d4 d3 d2 d1 d2 d0 d0 d1 d0 [0,0][2,5][1,8][0,11][3,2]10n4613,10,7,4,1,12,9,6,3,14,v0v4v8v12v5v9v13v1v10v2v14v6v7v3v11
d5 d3 d6 d4 d5 d6 d4 d5 d3 d3 d2 d1 d2 d1 d0 d1 d0 d0 [0,0][2,5][1,8][0,11][3,2][2,16]12n5813,10,7,4,15,12,1,9,6,17,3,14,v0v4v8v12v16v9v13v5v1v17v6v10v2v14v3v11v7v15
d5 d3 d6 d4 d5 d6 d4 d5 d3 d6 d4 d3 d1 d2 d2 d0 d1 d0 d0 d1 d2 [0,0][2,5][1,8][0,11][3,2][2,16][1,19]14n7013,10,18,7,4,15,1,12,9,20,6,17,3,14,v0v4v8v12v16v20v9v13v5v1v17v18v10v14v2v6v11v19v15v3v7
d5 d3 d6 d4 d5 d6 d4 d5 d3 d6 d4 d5 d3 d2 d3 d0 d2 d1 d1 d0 d0 d1 d2 d0 [0,0][2,5][1,8][0,11][3,2][2,16][1,19][0,22]16n8613,10,21,7,18,4,15,1,23,12,9,20,6,17,14,3,v0v4v8v12v16v20v9v13v21v5v1v17v6v10v22v2v14v18v23v7v19v3v11v15
Can't extract from an empty heapCan't extract from an empty heap
aCan't extract from an empty heap
ax0
ab1
cmp#0 [internal function]: H->compare('x', 'c')
#1 F(9): SplHeap->insert('c')
#2 F(10): bad(4)
#3 {main}Heap is corrupted, heap properties are no longer ensured.a3
cmp#0 [internal function]: H->compare('x', 'c')
#1 F(9): SplHeap->insert('c')
#2 F(10): bad(5)
#3 {main}Heap is corrupted, heap properties are no longer ensured.#0 F(9): SplHeap->insert('x')
#1 F(10): bad(5)
#2 {main}Heap is corrupted, heap properties are no longer ensured.a3
cmp#0 [internal function]: H->compare('x', 'c')
#1 F(9): SplHeap->insert('c')
#2 F(10): bad(6)
#3 {main}Heap is corrupted, heap properties are no longer ensured.#0 F(9): SplHeap->insert('x')
#1 F(10): bad(6)
#2 {main}Heap is corrupted, heap properties are no longer ensured.#0 F(9): SplHeap->insert('d')
#1 F(10): bad(6)
#2 {main}Heap is corrupted, heap properties are no longer ensured.a3
cmp#0 [internal function]: H->compare('x', 'c')
#1 F(9): SplHeap->insert('c')
#2 F(10): bad(7)
#3 {main}Heap is corrupted, heap properties are no longer ensured.#0 F(9): SplHeap->insert('x')
#1 F(10): bad(7)
#2 {main}Heap is corrupted, heap properties are no longer ensured.#0 F(9): SplHeap->insert('d')
#1 F(10): bad(7)
#2 {main}Heap is corrupted, heap properties are no longer ensured.a3

0
57 03
57 57 57 57 013
57 57 57 57 57 57 57 0134
57 57 57 57 57 57 57 57 57 57 57 01234
