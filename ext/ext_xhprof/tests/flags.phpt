--TEST--
Flags choose what is gathered
--INI--
opcache.optimization_level=0
--FILE--
<?php
function work() { return strrev(str_repeat("x", 10)); }
function hold() { $GLOBALS['kept'] = str_repeat("m", 300000); }
foreach ([0, XHPROF_FLAGS_NO_BUILTINS, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $flags) {
    xhprof_enable($flags);
    work();
    hold();
    $sums = xhprof_disable();
    ksort($sums);
    echo $flags, ': ', join(' ', array_keys($sums)), ': ', join(' ', array_keys($sums['main()'])), "\n";
    if (isset($sums['main()']['mu'])) {
        unset($GLOBALS['kept']);
        xhprof_enable($flags);
        hold();
        $sums = xhprof_disable();
        var_dump($sums['main()==>hold']['mu'] >= 300000, $sums['main()==>hold']['mu'] < 400000);
    }
}
var_dump(xhprof_disable(), xhprof_sample_disable());
// While it runs, it is not begun again.
xhprof_enable();
xhprof_enable(XHPROF_FLAGS_MEMORY);
work();
var_dump(array_keys(xhprof_disable()['main()']));
try {
    xhprof_enable("x");
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
0: hold==>str_repeat main() main()==>hold main()==>work main()==>xhprof_disable work==>str_repeat work==>strrev: ct wt
1: main() main()==>hold main()==>work: ct wt
2: hold==>str_repeat main() main()==>hold main()==>work main()==>xhprof_disable work==>str_repeat work==>strrev: ct wt cpu
4: hold==>str_repeat main() main()==>hold main()==>work main()==>xhprof_disable work==>str_repeat work==>strrev: ct wt mu pmu
bool(true)
bool(true)
6: hold==>str_repeat main() main()==>hold main()==>work main()==>xhprof_disable work==>str_repeat work==>strrev: ct wt cpu mu pmu
bool(true)
bool(true)
NULL
NULL
array(2) {
  [0]=>
  string(2) "ct"
  [1]=>
  string(2) "wt"
}
xhprof_enable(): Argument #1 ($flags) must be of type int, string given
