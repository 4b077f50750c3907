--TEST--
Functions and constant expressions in each other
--FILE--
<?php
$arrows = str_repeat('fn() => ', 600) . '$x';
$x = 'caught';
$f = eval("return $arrows;");
for ($i = 0; $i < 600; $i++) {
    $f = $f();
}
echo $f, "\n";
$closures = eval('return ' . str_repeat('function () { return ', 500) . '1' . str_repeat(';}', 500) . ';');
for ($i = 0; $i < 500; $i++) {
    $closures = $closures();
}
echo $closures, "\n";
define('LATE', 1);
echo eval('const SUM = ' . str_repeat('1 + (', 2000) . 'LATE' . str_repeat(')', 2000) . '; return SUM;'), "\n";
// Every function names only some of the others.
$many = '';
for ($i = 0; $i < 300; $i++) {
    $many .= "function many$i(\$n) { \$f = function () use (\$n) { return \$n; }; return [\$f(), (fn() => \$n + $i)()]; }\n";
}
eval($many);
echo implode(',', [...many0(1), ...many299(2)]), "\n";
--EXPECT--
caught
1
2001
1,1,2,301
