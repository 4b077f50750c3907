<?php
use Foo;
function f(int $a = null, $b) {}
function g($a = 1, $b) {}
function h(integer $x, boolean $y) {}
class A { final private function f() {} private function __get($n) {} }
while (1) { switch ($x) { case 1: continue; } }
declare(unknown=1);
