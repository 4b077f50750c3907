--TEST--
Global variables outlive exhausted memory: shutdown functions find and change them
--INI--
memory_limit=20M
--FILE--
<?php
function deep(int $n)
{
    $values = [$n, "n$n", [$n]];
    return $n ? deep($n - 1) . count($values) : '';
}

$list = [1, 2];
$text = 'text';
$referred = &$text;
register_shutdown_function(function () {
    global $text;
    deep(20);
    var_dump($GLOBALS['list'], $text);
    $GLOBALS['list'] = 'new';
    $GLOBALS['added'] = [3];
    $text = 'changed';
    deep(20);
    var_dump($GLOBALS['list'], $GLOBALS['added'], $GLOBALS['referred'], isset($GLOBALS['never']));
});

function exhaust()
{
    random_bytes(1000000000);
}

exhaust();
$never = 1;
?>
--EXPECTF--

Fatal error: Allowed memory size of 20971520 bytes exhausted (tried to allocate %d bytes) in %s on line %d
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
string(4) "text"
string(3) "new"
array(1) {
  [0]=>
  int(3)
}
string(7) "changed"
bool(false)
