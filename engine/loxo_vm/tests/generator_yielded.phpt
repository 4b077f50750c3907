--TEST--
What a generator has yielded goes at its next yield, in its body, or with the generator
--FILE--
<?php
class D { public function __construct(public $n) {} function __destruct() { echo "~", $this->n, " at ", (new Exception)->getTrace()[0]['line'] ?? '-', "\n"; } }
function g() { for ($i = 0; $i < 4; $i++) { echo "before $i\n"; $x = yield new D("k$i") => new D("v$i"); echo "after $i\n"; } echo "end\n"; return new D("r"); }
echo "-- next\n"; $g = g(); while ($g->valid()) { echo "c ", get_class($g->current()), "\n"; $g->next(); } echo "done\n"; var_dump($g->current(), $g->key()); unset($g); echo "unset\n";
echo "-- send\n"; $g = g(); $g->current(); for ($j = 0; $j < 5; $j++) { $v = $g->send(new D("s$j")); echo "sent $j\n"; } $v = null; echo "n\n"; $g = null;
echo "-- foreach\n"; foreach (g() as $k => $v) { echo "body\n"; } echo "out\n"; $k = $v = null;
echo "-- foreach no key\n"; foreach (g() as $v) { echo "body\n"; } echo "out\n"; $v = null;
echo "-- foreach break\n"; foreach (g() as $v) { echo "body\n"; break; } echo "out\n"; $v = null;
function outer() { $r = yield from g(); echo "outer got ", $r->n, "\n"; yield new D("o"); }
echo "-- from\n"; foreach (outer() as $k => $v) { echo "body\n"; } $k = $v = null; echo "out\n";
function &refs() { $a = new D("ra"); yield $a; $a = new D("rb"); yield $a; }
echo "-- refs\n"; foreach (refs() as &$v) { echo "body\n"; $v = 1; } unset($v);
function thrower() { try { yield new D("t0"); yield new D("t1"); } catch (Exception $e) { echo "caught ", $e->getMessage(), "\n"; yield new D("t2"); } finally { echo "finally\n"; } }
echo "-- throw\n"; $g = thrower(); $g->current(); $g->throw(new Exception("x")); echo "thrown\n"; $g->next(); echo "nexted\n"; $g = null;
echo "-- destroy\n"; $g = thrower(); $g->current(); $g = null; echo "destroyed\n";
function strs() { for ($i = 0; $i < 5; $i++) yield str_repeat("a", $i) => [$i, new D("arr$i")]; }
echo "-- arr\n"; foreach (strs() as $k => [$a, $b]) { echo $k, $a, "\n"; } unset($a, $b);
foreach (strs() as $k => $v) { echo $k, count($v), "\n"; } unset($v);
function ar() { yield from [new D("e0"), new D("e1")]; yield new D("e2"); }
echo "-- array\n"; foreach (ar() as $v) { echo "body\n"; } unset($v);
echo "-- running\n";
function run() { global $q; yield 1; try { $q->next(); } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $q->send(5); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump(yield 2); var_dump(yield 3); }
$q = run(); foreach ($q as $v) { var_dump($v); }
$q = run(); $q->current(); var_dump($q->send(7)); $q->next(); var_dump($q->send(8)); 
function thr() { yield new class { function __destruct() { throw new Exception("from dtor"); } }; echo "x\n"; yield 2; echo "y\n"; }
echo "-- dtor throws\n"; try { $g = thr(); foreach ($g as $v) { var_dump(is_object($v)); $v = null; } } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$g = null;
--EXPECT--
-- next
before 0
c D
after 0
before 1
~v0 at 3
~k0 at 3
c D
after 1
before 2
~v1 at 3
~k1 at 3
c D
after 2
before 3
~v2 at 3
~k2 at 3
c D
after 3
end
done
NULL
NULL
~v3 at 4
~k3 at 4
~r at 4
unset
-- send
before 0
after 0
before 1
~v0 at 3
~k0 at 3
sent 0
~s0 at 3
after 1
before 2
~k1 at 3
~v1 at 5
sent 1
~s1 at 3
after 2
before 3
~k2 at 3
~v2 at 5
sent 2
~s2 at 3
after 3
end
~s3 at 5
sent 3
~s4 at 5
sent 4
n
~v3 at 5
~k3 at 5
~r at 5
-- foreach
before 0
body
after 0
before 1
~v0 at 6
~k0 at 6
body
after 1
before 2
~v1 at 6
~k1 at 6
body
after 2
before 3
~v2 at 6
~k2 at 6
body
after 3
end
~r at 6
out
~v3 at 6
~k3 at 6
-- foreach no key
before 0
body
after 0
before 1
~k0 at 3
~v0 at 7
body
after 1
before 2
~k1 at 3
~v1 at 7
body
after 2
before 3
~k2 at 3
~v2 at 7
body
after 3
end
~k3 at 7
~r at 7
out
~v3 at 7
-- foreach break
before 0
body
~k0 at 8
out
~v0 at 8
-- from
before 0
body
after 0
before 1
~v0 at 10
~k0 at 10
body
after 1
before 2
~v1 at 10
~k1 at 10
body
after 2
before 3
~v2 at 10
~k2 at 10
body
after 3
end
outer got r
~v3 at 10
~k3 at 10
body
~r at 10
~o at 10
out
-- refs
body
~ra at 12
body
~rb at 12
-- throw
caught x
~t0 at 13
thrown
finally
nexted
~t2 at 14
-- destroy
finally
~t0 at 15
destroyed
-- arr
0
~arr0 at 17
a1
~arr1 at 17
aa2
~arr2 at 17
aaa3
~arr3 at 17
aaaa4
~arr4 at 17
2
~arr0 at 18
a2
~arr1 at 18
aa2
~arr2 at 18
aaa2
~arr3 at 18
aaaa2
~arr4 at 18
-- array
body
body
~e0 at 19
~e1 at 20
body
~e2 at 20
-- running
int(1)
Cannot resume an already running generator
Cannot resume an already running generator
int(2)
NULL
int(3)
NULL
Cannot resume an already running generator
Cannot resume an already running generator
int(2)
NULL
int(8)
NULL
-- dtor throws
bool(true)
x
from dtor
