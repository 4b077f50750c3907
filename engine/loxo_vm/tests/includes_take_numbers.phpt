--TEST--
Each file that is included takes the number of a resource
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'inc');
file_put_contents($file, '<?php return 1;');
function step($what) {
    static $last = 0;
    $number = (int) fopen('php://memory', 'r');
    echo $what, ' ', $last ? $number - $last : 'start', "\n";
    $last = $number;
}
step('first');
include $file; step('include');
include $file; step('again');
include_once $file; step('included before');
@include '/nowhere'; step('not there');
eval('return 1;'); step('eval');
file_put_contents($file, '<?php fun(');
step('written');
try { include $file; } catch (ParseError) {} step('does not compile');
unlink($file);
--EXPECT--
first start
include 2
again 2
included before 1
not there 1
eval 1
written 2
does not compile 2
