--TEST--
What returns and assignments let go of
--FILE--
<?php
class Loud { function __construct(public $n) {} function __destruct() { echo "-$this->n "; } function me() { return $this; } function other() { return new Loud($this->n . "'"); } }
// A local that is the result moves to the caller.
function local() { $a = new Loud('a'); $b = new Loud('b'); return $b; }
function parameter($x, $y) { return $x; }
function twice($x) { $y = $x; return $x; }
function unused() { $a = new Loud('u'); return $a; }
function constant_result() { $a = new Loud('c'); return 1; }
function shared($x) { static $kept; $kept = $x; return $x; }
$l = local(); echo "| ";
$p = parameter($l, new Loud('y')); echo "| ";
$t = twice($l); echo "| ";
unused(); echo "| ";
echo constant_result(), "| ";
$s = shared(['x' => new Loud('s')]); $s['x'] = 1; echo count(shared($s)), "| ";
(new Loud('m'))->me()->me(); echo "| ";
$o = (new Loud('o'))->other(); echo "| ";
unset($l, $p); echo "| ";
$t = null; echo "| ";
$o = $o; $o = 1; echo "|\n";

// Overwriting gives up one count of many.
$array = [new Loud('e')]; $copy = $array; $array = 1; $array = $copy; $copy = null; echo 'kept '; $array = []; echo "\n";
$string = str_repeat('x', 3); $same = $string; $string = 'y'; $string = $same; echo $string, "\n";
function &reference() { static $v = [1]; return $v; }
$r = &reference(); $r[] = 2; $r = 5; echo json_encode(reference()), "\n";

// Cycles lose their last holder by a return, an assignment, an unused result.
function cycle($n) { $a = new Loud($n); $a->self = $a; return [$a, $n]; }
#[AllowDynamicProperties] class Node extends Loud {}
function node($n) { $a = new Node($n); $a->self = $a; $b = $a; return $b; }
$n = node('1'); $n = node('2'); $n = 0;
echo gc_collect_cycles(), "\n";

// A destructor throws while a function is left.
class Throws { function __destruct() { throw new Exception('thrown'); } }
function leaves() { $t = new Throws; return 'never'; }
function leaves_unused() { return new Throws; }
foreach (['leaves', 'leaves_unused'] as $f) { try { $f(); echo "not here\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; } }
try { leaves_unused(); echo "nor here\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo strlen(implode(',', [new class { function __toString(): string { return 'abc'; } }, 12, 'x', -3, 4.5, null, true])), "\n";
echo "end\n";
?>
--EXPECT--
-a | -y | | -u | -c 1| -s 1| -m | -o | | -b | -o' |
kept -e 
xxx
5
-2 -1 2
thrown
thrown
thrown
18
end
