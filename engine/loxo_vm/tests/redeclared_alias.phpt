--TEST--
A class declared under the name of an alias is said by its first name
--FILE--
<?php
class First { }
class_alias('First', 'Second');
if (true) { class SECOND { } }
?>
--EXPECTF--

Fatal error: Cannot redeclare class First (previously declared in %s:2) in %s on line 4
