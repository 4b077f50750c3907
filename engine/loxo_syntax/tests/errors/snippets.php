echo 1 2;
----
foo(1 2);
----
foo(1,,2);
----
[1 2];
----
if ($a;
----
function f($a $b) {}
----
class A { public; }
----
class A { foo }
----
class A { final abstract function f(); }
----
class A { public public $x; }
----
final abstract class A {}
----
function f(static $x) {}
----
{ __halt_compiler(); }
----
"abc $x
----
'abc
----
(1]
----
}
----
(
----
{

----
1 < 2 < 3;
----
$a = ;
----
new 5;
----
use A\{b, ;
----
"$a[";
----
"\u{110000}";
----
"\u{zz}";
----
089;
----
(real) $x;
----
<<<A
  x
 y
  A;
----
<<<A
  x
	 A;
----
/* open
----
$a ? $b : $c ? $d : $e;
----
$a = "a very long string that is cut somewhere" "x";
----
foreach ($a as $b $c) {}
----
match (1) { 1 => 2 3 };
----
try {} catch (A B) {}
----
static 5;
----
$x = fn 5;
----
foo(const);
----
"a" "b";
----
goto 5;
----
namespace A\B {
----
use function ;
----
interface A extends B C {}
----
enum E { case }
----
list($a);
----
unset(5);
----
$a->5;
----
$$5;
----
isset(;
----
switch (1) { foo; }
----
if (1): foo; endwhile;
----
function 5() {}
----
if (1) function f() {}
----
;
----
<?php echo 1;
----
declare(encoding=$x);
