--TEST--
The message about a file that cannot be opened names the path that was found
--FILE--
<?php
chdir(__DIR__ . '/..');
set_error_handler(function ($level, $text) {
    echo preg_replace('/: Failed to open stream.*| \(include_path.*/', '', str_replace(dirname(__DIR__), '', $text)), "\n";
    return true;
});
include __DIR__ . '/../tests/';
include_once './tests/';
include_once 'tests/../tests';
include './tests/none/../none.php';
include_once __DIR__ . '/none/';
--EXPECT--
include(/tests)
include(): Failed opening '/tests/../tests/' for inclusion
include_once(/tests)
include_once(): Failed opening './tests/' for inclusion
include_once(/tests)
include_once(): Failed opening 'tests/../tests' for inclusion
include(./tests/none/../none.php)
include(): Failed opening './tests/none/../none.php' for inclusion
include_once(/tests/none/)
include_once(): Failed opening '/tests/none/' for inclusion
