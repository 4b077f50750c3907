--TEST--
http_build_query() leaves out what contains itself
--FILE--
<?php
$a = ['x' => 1]; $a['self'] = &$a; $a['y'] = 2;
var_dump(http_build_query($a));
$o = new stdClass; $o->p = 1; $o->o = $o; $o->q = 2; var_dump(http_build_query($o));
$b = [1]; $b[] = ['in' => &$b]; var_dump(http_build_query($b)); var_dump(http_build_query(['k' => &$b]));
$c = [1]; $d = ['c' => &$c]; $c[] = &$d; var_dump(http_build_query($d));
?>
--EXPECT--
string(7) "x=1&y=2"
string(7) "p=1&q=2"
string(3) "0=1"
string(10) "k%5B0%5D=1"
string(10) "c%5B0%5D=1"
