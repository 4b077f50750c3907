--TEST--
eval() gives null unless its code returns something; a file gives 1
--FILE--
<?php
class Evaluates { function run($code) { return eval($code . ';'); } }
var_dump(eval('echo "a\n";'), eval(''), eval(' '), eval('if (0) return 3;'), eval('return;'), eval('return 4;'), eval('?>html<?php '));
var_dump((new Evaluates)->run('$x = 1'), call_user_func([new Evaluates, 'run'], 'return 5'));
var_dump(eval('function later() {}'), eval('class Later {}'), eval('return eval("1;");'));
$file = tempnam('/tmp', 'eval');
file_put_contents($file, '<?php $x = 2;');
var_dump(include $file);
unlink($file);
--EXPECT--
a
htmlNULL
bool(false)
NULL
NULL
NULL
int(4)
NULL
NULL
int(5)
NULL
NULL
NULL
int(1)
