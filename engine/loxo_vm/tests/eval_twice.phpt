--TEST--
One text evaluated twice is two programs: static variables are not shared
--FILE--
<?php
for ($i = 0; $i < 2; $i++) {
    eval('static $n = 0; echo ++$n, "\n";');
    $functions[] = eval('return function () { static $n = 10; return $n++; };');
}
echo $functions[0](), $functions[0](), $functions[1](), "\n";
?>
--EXPECT--
1
1
101110
