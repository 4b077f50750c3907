--TEST--
Fibers start with the error_reporting that is set, or with all errors
--FILE--
<?php
$f = new Fiber(function () { echo $u; Fiber::suspend(); echo $w; });
$f->start(); $f->resume();
error_reporting(E_ALL & ~E_WARNING);
$f = new Fiber(function () { echo $u; error_reporting(E_ALL); echo $v; Fiber::suspend(); echo $w; });
$f->start(); echo $x; error_reporting(0); $f->resume();
echo error_reporting(), "\n";
$f = new Fiber(function () { echo error_reporting(), "\n"; @g(); echo error_reporting(), "\n"; echo $z; });
function g() { echo error_reporting(), "\n"; Fiber::suspend(); echo error_reporting(), "\n"; }
error_reporting(E_ALL);
@$f->start();
echo error_reporting(), "\n";
$f->resume();
echo error_reporting(), "\n";
--EXPECTF--

Warning: Undefined variable $u in %s on line 2

Warning: Undefined variable $w in %s on line 2

Warning: Undefined variable $v in %s on line 5

Warning: Undefined variable $w in %s on line 5
0
30719
4437
30719
4437
30719

Warning: Undefined variable $z in %s on line 8
30719
