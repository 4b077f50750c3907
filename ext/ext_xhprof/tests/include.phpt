--TEST--
Finding and compiling a file is a call of its own; its code is part of who includes it
--INI--
opcache.optimization_level=0
--FILE--
<?php
file_put_contents(__DIR__ . '/include.inc', '<?php function included() { return strrev("x"); } included();');
function load() { include __DIR__ . '/include.inc'; }
xhprof_enable();
load();
@include __DIR__ . '/missing.inc';
include_once __DIR__ . "/include.inc";
foreach (xhprof_disable() as $name => $row) {
    echo preg_replace('~load::[^/]*/~', 'load::', $name), ' ', $row['ct'], "\n";
}
?>
--EXPECT--
load==>load::include.inc 1
included==>strrev 1
load==>included 1
main()==>load 1
main()==>load::missing.inc 1
main()==>xhprof_disable 1
main() 1
--CLEAN--
<?php
unlink(__DIR__ . '/include.inc');
?>
