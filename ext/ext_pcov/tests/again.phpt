--TEST--
What has run is forgotten and seen again
--INI--
pcov.enabled=1
pcov.directory=/
--FILE--
<?php
require __DIR__ . '/show.inc';
require __DIR__ . '/steps.inc';
use function pcov\{start, stop, clear, collect, waiting};
function report(string $what): void {
    echo "$what: ";
    $found = collect();
    foreach ($found as $file => $lines) if (basename($file) == 'steps.inc') {
        echo basename($file), ' ', join(',', array_keys($lines, 1)), ' of ', count($lines), ' ';
    }
    echo $found === [] ? "nothing\n" : "\n";
}
report('before a start');
start();
step(1);
stop();
step(2);
report('one');
report('the same again');
var_dump(in_array(__DIR__ . '/steps.inc', waiting()));
start();
step(3);
stop();
report('one and three');
clear();
var_dump(waiting());
report('cleared');
start();
step(3);
stop();
report('three');
clear();
// A loop goes on that began before.
start();
foreach (steps() as $step) {
    clear();
}
stop();
report('steps');
start();
echo references(), "\n";
stop();
report('references');
clear(true);
start();
step(1);
stop();
report('files forgotten');
--EXPECT--
before a start: nothing
one: steps.inc 3,4 of 19 
the same again: nothing
bool(true)
one and three: steps.inc 3,4,6,9 of 19 
array(0) {
}
cleared: nothing
three: steps.inc 3,6,9 of 19 
steps: steps.inc 15,18,21 of 19 
1
references: steps.inc 15,18,21,23,24,27,28 of 19 
files forgotten: nothing
