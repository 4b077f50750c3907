--TEST--
Methods of the driver are those of PDO in messages
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
$db = new PDO('sqlite::memory:');
function attempt(callable $f): void
{
    try {
        $f();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
attempt(fn() => $db->sqliteCreateFunction('a', 'no_function'));
attempt(fn() => $db->sqliteCreateFunction('a'));
attempt(fn() => $db->sqliteCreateFunction('a', 'strlen', 'x'));
attempt(fn() => $db->sqliteCreateAggregate('a', 'strlen', 'no_function'));
attempt(fn() => $db->sqliteCreateCollation('a', 'no_function'));
?>
--EXPECT--
TypeError: PDO::sqliteCreateFunction(): Argument #2 ($callback) must be a valid callback, function "no_function" not found or invalid function name
ArgumentCountError: PDO::sqliteCreateFunction() expects at least 2 arguments, 1 given
TypeError: PDO::sqliteCreateFunction(): Argument #3 ($numArgs) must be of type int, string given
TypeError: PDO::sqliteCreateAggregate(): Argument #3 ($finalize) must be a valid callback, function "no_function" not found or invalid function name
TypeError: PDO::sqliteCreateCollation(): Argument #2 ($callback) must be a valid callback, function "no_function" not found or invalid function name
