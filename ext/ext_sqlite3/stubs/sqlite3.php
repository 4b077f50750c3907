<?php

/**
 * @ini sqlite3.extension_dir null system
 * @ini sqlite3.defensive "1" user
 */

const SQLITE3_ASSOC = 1;
const SQLITE3_NUM = 2;
const SQLITE3_BOTH = 3;
const SQLITE3_INTEGER = 1;
const SQLITE3_FLOAT = 2;
const SQLITE3_TEXT = 3;
const SQLITE3_BLOB = 4;
const SQLITE3_NULL = 5;
const SQLITE3_OPEN_READONLY = 1;
const SQLITE3_OPEN_READWRITE = 2;
const SQLITE3_OPEN_CREATE = 4;
const SQLITE3_DETERMINISTIC = 2048;

/** What goes wrong, once `enableExceptions()` says so. */
class SQLite3Exception extends Exception
{
}

/** A database. @object-handlers database::object_handlers @module database */
class SQLite3
{
    public const int OK = 0;
    public const int DENY = 1;
    public const int IGNORE = 2;
    public const int CREATE_INDEX = 1;
    public const int CREATE_TABLE = 2;
    public const int CREATE_TEMP_INDEX = 3;
    public const int CREATE_TEMP_TABLE = 4;
    public const int CREATE_TEMP_TRIGGER = 5;
    public const int CREATE_TEMP_VIEW = 6;
    public const int CREATE_TRIGGER = 7;
    public const int CREATE_VIEW = 8;
    public const int DELETE = 9;
    public const int DROP_INDEX = 10;
    public const int DROP_TABLE = 11;
    public const int DROP_TEMP_INDEX = 12;
    public const int DROP_TEMP_TABLE = 13;
    public const int DROP_TEMP_TRIGGER = 14;
    public const int DROP_TEMP_VIEW = 15;
    public const int DROP_TRIGGER = 16;
    public const int DROP_VIEW = 17;
    public const int INSERT = 18;
    public const int PRAGMA = 19;
    public const int READ = 20;
    public const int SELECT = 21;
    public const int TRANSACTION = 22;
    public const int UPDATE = 23;
    public const int ATTACH = 24;
    public const int DETACH = 25;
    public const int ALTER_TABLE = 26;
    public const int REINDEX = 27;
    public const int ANALYZE = 28;
    public const int CREATE_VTABLE = 29;
    public const int DROP_VTABLE = 30;
    public const int FUNCTION = 31;
    public const int SAVEPOINT = 32;
    public const int COPY = 0;
    public const int RECURSIVE = 33;
    /** @path $filename */
    public function __construct(string $filename, int $flags = 6, string $encryptionKey = '') {}
    /** @tentative-return @path $filename */
    public function open(string $filename, int $flags = 6, string $encryptionKey = ''): void {}
    /** @tentative-return */
    public function close(): bool {}
    /** @tentative-return */
    public static function version(): array {}
    /** @tentative-return */
    public function lastInsertRowID(): int {}
    /** @tentative-return */
    public function lastErrorCode(): int {}
    /** @tentative-return */
    public function lastExtendedErrorCode(): int {}
    /** @tentative-return */
    public function lastErrorMsg(): string {}
    /** @tentative-return */
    public function changes(): int {}
    /** @tentative-return */
    public function busyTimeout(int $milliseconds): bool {}
    /** @tentative-return */
    public function loadExtension(string $name): bool {}
    /** @tentative-return @path $sourceDatabase, $destinationDatabase */
    public function backup(SQLite3 $destination, string $sourceDatabase = 'main', string $destinationDatabase = 'main'): bool {}
    /** @tentative-return */
    public static function escapeString(string $string): string {}
    /** @tentative-return */
    public function prepare(string $query): SQLite3Stmt|false {}
    /** @tentative-return */
    public function exec(string $query): bool {}
    /** @tentative-return */
    public function query(string $query): SQLite3Result|false {}
    /** @tentative-return */
    public function querySingle(string $query, bool $entireRow = false): mixed {}
    /** @tentative-return */
    public function createFunction(string $name, callable $callback, int $argCount = -1, int $flags = 0): bool {}
    /** @tentative-return */
    public function createAggregate(string $name, callable $stepCallback, callable $finalCallback, int $argCount = -1): bool {}
    /** @tentative-return */
    public function createCollation(string $name, callable $callback): bool {}
    /** @path $database */
    public function openBlob(string $table, string $column, int $rowid, string $database = 'main', int $flags = SQLITE3_OPEN_READONLY) {}
    /** @tentative-return */
    public function enableExceptions(bool $enable = false): bool {}
    /** @tentative-return */
    public function enableExtendedResultCodes(bool $enable = true): bool {}
    /** @tentative-return */
    public function setAuthorizer(?callable $callback): bool {}
}

/** A prepared statement. @object-handlers statement::object_handlers @module statement */
class SQLite3Stmt
{
    private function __construct(SQLite3 $sqlite3, string $query) {}
    /** @tentative-return @optional $type */
    public function bindParam(string|int $param, mixed &$var, int $type = SQLITE3_TEXT): bool {}
    /** @tentative-return @optional $type */
    public function bindValue(string|int $param, mixed $value, int $type = SQLITE3_TEXT): bool {}
    /** @tentative-return */
    public function clear(): bool {}
    /** @tentative-return */
    public function close(): true {}
    /** @tentative-return */
    public function execute(): SQLite3Result|false {}
    /** @tentative-return */
    public function getSQL(bool $expand = false): string|false {}
    /** @tentative-return */
    public function paramCount(): int {}
    /** @tentative-return */
    public function readOnly(): bool {}
    /** @tentative-return */
    public function reset(): bool {}
}

/** Rows. @object-handlers result::object_handlers @module result */
class SQLite3Result
{
    private function __construct() {}
    /** @tentative-return */
    public function numColumns(): int {}
    /** @tentative-return */
    public function columnName(int $column): string|false {}
    /** @tentative-return */
    public function columnType(int $column): int|false {}
    /** @tentative-return */
    public function fetchArray(int $mode = SQLITE3_BOTH): array|false {}
    /** @tentative-return */
    public function reset(): bool {}
    /** @tentative-return */
    public function finalize(): true {}
}
