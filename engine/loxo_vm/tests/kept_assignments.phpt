--TEST--
The result of an assignment that takes the long way holds its value once
--FILE--
<?php
class O { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "d{$this->n} "; } }
class M { public $z; function __set($n, $v) { } }
class N { public ?O $t; private $p; function x($o) { $x = $this->new = $o; } }
function a($o) { $m = new M; $x = $m->foo = $o; }
function b($o) { $m = new N; $x = $m->t = $o; }
function c($o) { $m = new ArrayObject; $x = $m['k'] = $o; }
function d($o) { $m = [new M]; $x = $m[0]->foo = $o; }
function e($o) { $m = [new ArrayObject]; $x = $m[0]['k'] = $o; }
function f($o) { $m = new M; $x = $m->{'fo' . 'o'} = $o; }
function g($o) { $m = [new M]; $p = 'foo'; $x = $m[0]->$p = $o; }
function h($o) { $m = new M; $x = $m->foo ??= $o; }
function i($o) { $m = [new M]; $x = $m[0]->foo ??= $o; }
function j($o) { $m = new ArrayObject; $x = $m['k'] ??= $o; }
function k($o) { $m = [new ArrayObject]; $x = $m[0]['k'] ??= $o; $m[0]['l'] ??= $o; }
foreach (range('a', 'k') as $m) { $m(new O($m)); echo "end $m\n"; }
class St { public object $r; public $any; public $arr = []; function __destruct() { echo "st "; } }
class A { public readonly St $s; function __construct() { $this->s = new St; } 
 function a($o) { $this->s->any = $o; }
 function b($o) { $this->s->r = $o; }
 function c($o) { $x = $this->s->r = $o; }
 function d($o) { $this->s->arr['k'] = $o; }
 function e($o) { $this->s->any ??= $o; }
 function f($o) { $s = $this->s; $s->any = $o; }
 function g($o) { $this->s->any = 5; $this->s->any++; unset($this->s->any); }
 function h($o) { $r = &$this->s->any; $r = $o; }
 function i($o) { $x = $this->s->any = $o; }
 function j($o) { $this->s->arr[] = $o; foreach ($this->s->arr as &$z); }
 function k($o) { $this->s->any = [$o]; [$this->s->any] = [$o]; }
}
foreach (range('a', 'k') as $m) { $a = new A; $a->$m(new O($m)); $a = null; echo "end $m\n"; }
function out($m) { $a = new A; $o = new O($m); $a->s->any = $o; $x = $a->s->r = $o; unset($x, $o, $a); echo "end out\n"; }
out('z');
?>
--EXPECT--
da end a
db end b
dc end c
dd end d
de end e
df end f
dg end g
dh end h
di end i
dj end j
dk end k
st da end a
st db end b
st dc end c
st dd end d
st de end e
st df end f
dg st end g
st dh end h
st di end i
st dj end j
st dk end k
st dz end out
