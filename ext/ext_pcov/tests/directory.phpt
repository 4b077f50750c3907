--TEST--
A directory without files
--INI--
pcov.enabled=1
pcov.directory=/nowhere
--FILE--
<?php
require __DIR__ . '/steps.inc';
\pcov\start();
step(1);
\pcov\stop();
$is_steps = fn($file) => basename($file) === 'steps.inc';
var_dump(array_filter(\pcov\waiting(), $is_steps), array_filter(\pcov\collect(), $is_steps, ARRAY_FILTER_USE_KEY));
--EXPECT--
array(0) {
}
array(0) {
}
