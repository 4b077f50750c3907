--TEST--
Samples name the calls under way at each end of an interval
--INI--
xhprof.sampling_interval=20000
--FILE--
<?php
function outer() { inner(2); }
function inner($n) { if ($n) { inner($n - 1); } else { usleep(90000); } }
xhprof_sample_enable();
outer();
$samples = xhprof_sample_disable();
var_dump(count($samples) >= 3);
foreach (array_keys($samples) as $time) {
    if (!preg_match('/^\d{10}\.\d{6}$/', $time) || abs($time - time()) > 60) {
        echo "not a time: $time\n";
    }
}
var_dump(array_count_values($samples)['main()==>outer==>inner==>inner@1==>inner@2==>usleep'] >= 3);
ini_set('xhprof.sampling_depth', 2);
xhprof_sample_enable();
outer();
var_dump(array_unique(xhprof_disable())[array_key_first($samples)] ?? 'inner@2==>usleep');
?>
--EXPECT--
bool(true)
bool(true)
string(16) "inner@2==>usleep"
