--TEST--
A script outside of open_basedir is no input file
--CGI--
--INI--
open_basedir=/nowhere
--GET--
a=1
--FILE--
<?php
echo "it runs\n";
?>
--EXPECT--
No input file specified.
--EXPECTHEADERS--
Status: 404 Not Found
