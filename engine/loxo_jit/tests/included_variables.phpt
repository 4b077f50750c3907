--TEST--
A file that is included has the variables of who includes it from its first op on
--FILE--
<?php
$file = __DIR__ . '/included_variables.inc';
file_put_contents($file, '<?php
if (isset($given) && $given > 0) { echo "given $given\n"; } else { echo "nothing\n"; }
foreach ([[1], [2]] as $list) { $list = array_merge($list, [3]); }
');
function with($file, $given) { include $file; include $file; }
include $file;
for ($given = 1; $given < 4; $given++) {
    include $file;
}
unset($given);
include $file;
with($file, 7);
?>
--CLEAN--
<?php
unlink(__DIR__ . '/included_variables.inc');
?>
--EXPECT--
nothing
given 1
given 2
given 3
nothing
given 7
given 7
