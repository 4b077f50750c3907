--TEST--
A text that is evaluated counts once, whatever becomes of it
--INI--
memory_limit=64M
--FILE--
<?php
$name = str_repeat("a", 5 << 20);
eval("class $name {}");
echo get_class(new $name) === $name ? "ok\n" : "other\n";
?>
--EXPECT--
ok
