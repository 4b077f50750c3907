--TEST--
Arguments
--INI--
pcov.enabled=1
pcov.directory=/
--FILE--
<?php
require __DIR__ . '/steps.inc';
var_dump(\pcov\memory());
\pcov\start();
step(2);
\pcov\stop();
var_dump(\pcov\all, \pcov\inclusive, \pcov\exclusive);
foreach ([[3], [\pcov\inclusive, 1], [\pcov\inclusive, [1, 'none', __DIR__ . '/steps.inc']]] as $arguments) {
    try {
        foreach (\pcov\collect(...$arguments) as $file => $lines) {
            ksort($lines);
            echo basename($file), ' ', json_encode($lines), "\n";
        }
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}
try {
    \pcov\start(1);
} catch (ArgumentCountError $error) {
    echo $error->getMessage(), "\n";
}
foreach (['collect', 'clear', 'memory'] as $name) {
    echo new ReflectionFunction("pcov\\$name");
}
--EXPECT--
int(65312)
int(0)
int(1)
int(2)
type must be \pcov\inclusive, \pcov\exclusive, or \pcov\all
pcov\collect(): Argument #2 ($filter) must be of type array, int given
steps.inc {"3":1,"4":-1,"6":1,"7":1,"9":-1,"11":-1,"12":-1,"13":-1,"15":-1,"16":-1,"18":-1,"19":-1,"20":-1,"21":-1,"23":-1,"24":-1,"27":-1,"28":-1,"31":-1}
pcov\start() expects exactly 0 arguments, 1 given
Function [ <internal:pcov> function pcov\collect ] {

  - Parameters [2] {
    Parameter #0 [ <optional> int $type = <default> ]
    Parameter #1 [ <optional> array $filter = <default> ]
  }
}
Function [ <internal:pcov> function pcov\clear ] {

  - Parameters [1] {
    Parameter #0 [ <optional> bool $files = <default> ]
  }
}
Function [ <internal:pcov> function pcov\memory ] {

  - Parameters [0] {
  }
}
