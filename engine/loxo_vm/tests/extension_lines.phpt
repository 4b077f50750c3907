--TEST--
extension= lines: nothing is said of those that are built in, one line of others
--INI--
extension=json.so
extension=/usr/lib/php/ctype.so
zend_extension=opcache
extension=no_such_extension.so
--FILE--
<?php
echo "runs\n";
--EXPECT--
Warning: PHP Startup: Unable to load dynamic library 'no_such_extension.so': Loxo's extensions are built in, and it has none of that name in Unknown on line 0
runs
