--TEST--
What a fiber does belongs to who has resumed it
--INI--
opcache.optimization_level=0
--FILE--
<?php
function work($us) { usleep($us); }
function part($us) { work($us); Fiber::suspend(); work($us); }
$one = new Fiber(function () { part(4000); });
$two = new Fiber(function () { part(2000); });
xhprof_enable();
$one->start();
$two->start();
work(1000);
$one->resume();
$two->resume();
$sums = xhprof_disable();
ksort($sums);
foreach ($sums as $name => $row) {
    echo preg_replace('~:[^ ]*/~', ':', $name), ' ', $row['ct'], "\n";
}
$at_least = fn($name, $us) => var_dump($sums[$name]['wt'] >= $us);
$at_least('main()==>Fiber::start', 6000);
$at_least('main()==>Fiber::resume', 6000);
$at_least('main()==>work', 1000);
var_dump($sums['main()==>work']['wt'] < $sums['main()']['wt'] - 11000);
?>
--EXPECT--
Fiber:fibers.php:4} 1
Fiber:fibers.php:5} 1
Fiber:fibers.php:4} 1
Fiber:fibers.php:5} 1
main() 1
main()==>Fiber::resume 2
main()==>Fiber::start 2
main()==>work 1
main()==>xhprof_disable 1
part==>Fiber::suspend 4
part==>work 4
work==>usleep 5
{closure:fibers.php:4}==>part 2
{closure:fibers.php:5}==>part 2
bool(true)
bool(true)
bool(true)
bool(true)
