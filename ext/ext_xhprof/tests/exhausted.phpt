--TEST--
After memory is exhausted the calls that were under way have ended
--INI--
opcache.optimization_level=0
display_errors=0
--FILE--
<?php
register_shutdown_function(function () {
    ini_set('memory_limit', '256M');
    fine();
    foreach (xhprof_disable() as $name => $row) {
        echo preg_replace('~:[^ ]*/~', ':', $name), ' ', $row['ct'], "\n";
    }
});
ini_set('memory_limit', '8M');
function outer($n) { return $n ? outer($n - 1) : fill(); }
function fill() { return str_repeat("x", 1 << 28); }
function fine() { return [time()]; }
xhprof_enable();
outer(2);
?>
--EXPECT--
fill==>str_repeat 1
outer@2==>fill 1
outer@1==>outer@2 1
outer==>outer@1 1
main()==>outer 1
{closure:exhausted.php:2}==>ini_set 1
fine==>time 1
{closure:exhausted.php:2}==>fine 1
{closure:exhausted.php:2}==>xhprof_disable 1
main()==>{closure:exhausted.php:2} 1
main() 1
