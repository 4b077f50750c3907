--TEST--
Ignored functions are part of their callers
--INI--
opcache.optimization_level=0
--FILE--
<?php
function outer() { middle(); return inner(); }
function middle() { inner(); }
function inner() { return strrev("ab"); }
foreach ([['middle'], 'strrev', ['outer', 'main()', 'x' => 'inner'], []] as $ignored) {
    xhprof_enable(0, ['ignored_functions' => $ignored]);
    outer();
    foreach (xhprof_disable() as $name => $row) {
        echo $name, ' ', $row['ct'], "\n";
    }
    echo "--\n";
}
?>
--EXPECT--
inner==>strrev 2
outer==>inner 2
main()==>outer 1
main()==>xhprof_disable 1
main() 1
--
middle==>inner 1
outer==>middle 1
outer==>inner 1
main()==>outer 1
main()==>xhprof_disable 1
main() 1
--
inner==>strrev 2
middle==>inner 1
main()==>middle 1
main()==>inner 1
main()==>xhprof_disable 1
main() 1
--
inner==>strrev 2
middle==>inner 1
outer==>middle 1
outer==>inner 1
main()==>outer 1
main()==>xhprof_disable 1
main() 1
--
