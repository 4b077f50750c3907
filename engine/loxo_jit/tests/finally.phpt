--TEST--
Ways through finally blocks: returns that wait, returns instead, jumps, exceptions, in compiled functions too
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class Noisy { public function __construct(public $name) {} public function __destruct() { echo "-", $this->name, " "; } }
function say($what) { echo $what, " "; return $what; }
function thrower($i, $each = 3) { if ($i % $each == 0) { throw new Exception("x$i"); } return $i; }

// What is returned waits for the block: numbers, strings, objects, what a variable was.
function number($i) { try { return $i * 2; } finally { $i = 0; say("n"); } }
function text($i) { $s = "s$i"; try { return $s; } finally { $s .= "!"; say($s); } }
function object($i) { $o = new Noisy("o$i"); try { return $o; } finally { $o = null; say("f"); } }
function nothing($i) { try { if ($i) return; say("all"); } finally { say("done"); } }
for ($i = 0; $i < 4; $i++) { var_dump(number($i), text($i), object($i)->name, nothing($i)); }

// The block returns instead.
function instead($i) { try { return new Noisy("dropped$i"); } finally { if ($i & 1) return "instead$i"; say("kept"); } }
function swallows($i) { try { return thrower($i, 2); } finally { if ($i < 2) return -1; } }
for ($i = 0; $i < 4; $i++) { $x = instead($i); echo is_string($x) ? $x : "object", "\n"; $x = null; try { echo swallows($i), "\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; } }

// Several ways through a block, in a loop.
function ways($n) {
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        try {
            if ($i % 5 == 1) continue;
            if ($i % 5 == 2) { $out[] = "two"; continue; }
            if ($i == 8) break;
            $out[] = thrower($i, 5);
        } catch (Exception $e) {
            $out[] = $e->getMessage();
        } finally {
            $out[] = "f$i";
        }
    }
    return implode(",", $out);
}
echo ways(5), "\n", ways(20), "\n";

// Blocks in blocks, and loops in blocks.
function nested($i) {
    $trace = "";
    try {
        try {
            try { if ($i == 1) return $trace .= "a"; if ($i == 2) throw new Exception("b"); $trace .= "c"; }
            finally { $trace .= "1"; for ($k = 0; $k < 3; $k++) { $trace .= $k; } }
            if ($i == 3) return $trace .= "d";
        } finally { $trace .= "2"; try { $trace .= thrower($i + 1, 5); } catch (Exception $e) { $trace .= "e"; } finally { $trace .= "3"; } }
        $trace .= "g";
    } catch (Exception $e) {
        return $trace . $e->getMessage();
    } finally {
        echo $trace, " ";
    }
    return $trace . "h";
}
for ($round = 0; $round < 3; $round++) { for ($i = 0; $i < 6; $i++) { echo nested($i), "\n"; } }

// What the block throws takes the place of what is returned, and goes in front of what was thrown.
function replaced($i) { try { if ($i & 1) throw new LogicException("first$i"); return new Noisy("r$i"); } finally { throw new Exception("second$i"); } }
for ($i = 0; $i < 4; $i++) { try { replaced($i); } catch (Exception $e) { echo $e->getMessage(), " ", $e->getPrevious()?->getMessage(), " ", $e->getLine(), "\n"; } }

// By reference; and with a declared type.
function &place(array &$a, $k) { try { return $a[$k]; } finally { $a[$k] = "changed"; } }
$a = ["k" => 1]; $r = &place($a, "k"); $r .= "!"; echo $a["k"], "\n";
function typed(string $i): int { try { return $i; } finally { say("t"); } }
foreach (["1", "22", "x"] as $v) { try { var_dump(typed($v)); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }

// Foreach over a temporary that a way out lets go.
function out_of_loop($list) { foreach ([...$list, new Noisy("l")] as $k => $v) { try { if ($k == 1) return $v; } finally { say($k); } } return "end"; }
for ($i = 0; $i < 3; $i++) { echo out_of_loop([$i, "v$i"]), " ", out_of_loop([]), "\n"; }

// Goto, exit of a switch, a generator that is left.
function jumps($i) { try { if ($i) goto out; say("in"); } finally { say("fin"); } say("behind"); out: return $i; }
function switches($i) { switch ($i) { case 1: try { break; } finally { say("s"); } case 2: try { return "two"; } finally { say("t"); } } return "end"; }
function gives() { try { yield 1; yield 2; } finally { say("closed"); } }
function takes($n) { try { foreach (gives() as $v) { if ($v == $n) return $v; } } finally { say("taken"); } return 0; }
for ($i = 0; $i < 4; $i++) { echo jumps($i % 2), switches($i), takes($i), "\n"; }

// Unwinding through several frames, each with a block.
function level($depth, $n) { if ($depth == 0) { return $n % 2 ? $n : throw new DomainException("d$n"); } try { return level($depth - 1, $n) + 1; } finally { $GLOBALS["unwound"]++; } }
$unwound = 0;
for ($i = 0; $i < 8; $i++) { try { echo level(5, $i), " "; } catch (DomainException $e) { echo $e->getMessage(), count($e->getTrace()), " "; } }
echo $unwound, "\n";
--EXPECT--
n s0! f -o0 all done int(0)
string(2) "s0"
string(2) "o0"
NULL
n s1! f -o1 done int(2)
string(2) "s1"
string(2) "o1"
NULL
n s2! f -o2 done int(4)
string(2) "s2"
string(2) "o2"
NULL
n s3! f -o3 done int(6)
string(2) "s3"
string(2) "o3"
NULL
kept object
-dropped0 -1
-dropped1 instead1
-1
kept object
-dropped2 x2
-dropped3 instead3
3
x0,f0,f1,two,f2,3,f3,4,f4
x0,f0,f1,two,f2,3,f3,4,f4,x5,f5,f6,two,f7,f8
c1012213g c1012213gh
a1012223 a
1012233 1012233b
c1012d243 c1012d
c10122e3g c10122e3gh
c1012263g c1012263gh
c1012213g c1012213gh
a1012223 a
1012233 1012233b
c1012d243 c1012d
c10122e3g c10122e3gh
c1012263g c1012263gh
c1012213g c1012213gh
a1012223 a
1012233 1012233b
c1012d243 c1012d
c10122e3g c10122e3gh
c1012263g c1012263gh
-r0 second0  57
second1 first1 57
-r2 second2  57
second3 first3 57
changed!
t int(1)
t int(22)
t typed(): Return value must be of type int, string returned
0 1 -l v0 0 -l end
0 1 -l v1 0 -l end
0 1 -l v2 0 -l end
in fin behind 0endclosed taken 0
fin 1s endclosed taken 1
in fin behind 0t twoclosed taken 2
fin 1endclosed taken 0
d06 6 d26 8 d46 10 d66 12 40
