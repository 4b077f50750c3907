--TEST--
Undefined variables whose properties are written, read and written, unset
--FILE--
<?php
function a() { try { $u->x = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function c() { try { $u->x->y = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function d() { try { $u->x[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function j() { try { $r = &$u->x; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function k() { try { $u->x ??= 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } }
function g() { unset($u->x); }                                                       
function b() { unset($u->x->y); } 
function h() { unset($u["x"]["y"]); }
function i() { unset($u["x"]->y); }
function l() { try { $u->x .= 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function m() { try { $u->x++; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function n() { try { $r = &$u->x->y; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function o() { try { $u->x->y .= 'a'; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function p() { try { $u->x['a'] .= 'a'; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function q() { try { $n = 'z'; $u->$n = 'a'; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function s() { unset($u["x"]); unset($u['x']['y']['z']); unset($u->x['y']); } 
function t() { try { [$u->x] = [1]; } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function u() { try { foreach ([1] as $u->x) {} } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function v() { try { f($u->x); } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function w() { try { fr($u->x); } catch (Error $e) { echo $e->getMessage(), "\n"; } } 
function fr(&$x) {} function ff($x) {}
foreach (range('a', 'w') as $x) if (function_exists($x)) { echo "$x: "; $x(); }
$r = &$undef->x;
--EXPECTF--
a: Attempt to assign property "x" on null
b: 
Warning: Undefined variable $u in %s on line 8
c: Attempt to modify property "x" on null
d: Attempt to modify property "x" on null
g: h: 
Warning: Undefined variable $u in %s on line 9
i: 
Warning: Undefined variable $u in %s on line 10
j: Attempt to modify property "x" on null
k: Attempt to assign property "x" on null
l: 
Warning: Undefined variable $u in %s on line 11
Attempt to assign property "x" on null
m: 
Warning: Undefined variable $u in %s on line 12
Attempt to increment/decrement property "x" on null
n: Attempt to modify property "x" on null
o: 
Warning: Undefined variable $u in %s on line 14
Attempt to modify property "x" on null
p: 
Warning: Undefined variable $u in %s on line 15
Attempt to modify property "x" on null
q: Attempt to assign property "z" on null
s: 
Warning: Undefined variable $u in %s on line 17

Warning: Undefined variable $u in %s on line 17

Warning: Undefined variable $u in %s on line 17
t: Attempt to assign property "x" on null
u: Attempt to assign property "x" on null
v: Call to undefined function f()
w: Attempt to modify property "x" on null

Fatal error: Uncaught Error: Attempt to modify property "x" on null in %s:24
Stack trace:
#0 {main}
  thrown in %s on line 24
