--TEST--
header() keeps a line as it was written, whatever it is: a field, or any text; only fields replace others and can be removed
--CGI--
--INI--
expose_php=0
--FILE--
<?php
header("no field at all");
header("HTTP/1.1 200 Fine");
header("X-A:b");
header("X-B :  c  ");
header(":no name");
header("");
header("   ");
header(" X-C: d");
header("no field at all \t ");
header("x-a: again");
header("X-D: 1");
header("X-D: 2", false);
header("CONTENT-TYPE:text/plain");
header_remove("no field at all");
header_remove("x-b ");
header_remove("X-D");
print_r(headers_list());
?>
--EXPECT--
Array
(
    [0] => no field at all
    [1] => X-B :  c
    [2] => :no name
    [3] => 
    [4] =>  X-C: d
    [5] => no field at all
    [6] => x-a: again
    [7] => Content-type: text/plain;charset=UTF-8
)
