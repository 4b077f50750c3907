<?php

/**
 * Methods that any PDO object has while it is connected to SQLite.
 * @object-handlers driver::methods @module driver
 */
final class PDO_SQLite_Ext
{
    /** @body driver::create_function */
    public function sqliteCreateFunction(string $function_name, callable $callback, int $numArgs = -1, int $flags = 0): bool {}
    /** @body driver::create_aggregate */
    public function sqliteCreateAggregate(string $name, callable $step, callable $finalize, int $numArgs = -1): bool {}
    /** @body driver::create_collation */
    public function sqliteCreateCollation(string $name, callable $callback): bool {}
}
