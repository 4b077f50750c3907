<?php

/** What a server refuses, or what cannot be reached. @module report */
final class mysqli_sql_exception extends RuntimeException
{
    protected string $sqlstate = '00000';
    public function getSqlState(): string {}
}

/** Settings of all connections. @object-handlers driver::object_handlers @module driver */
final class mysqli_driver
{
    public string $client_info;
    public int $client_version;
    public int $driver_version;
    public int $report_mode = 0;
}

/** A connection. @object-handlers properties::link @module link */
class mysqli
{
    public string|int $affected_rows;
    public string $client_info;
    public int $client_version;
    public int $connect_errno;
    public ?string $connect_error;
    public int $errno;
    public string $error;
    public array $error_list;
    public int $field_count;
    public string $host_info;
    public ?string $info;
    public string|int $insert_id;
    public string $server_info;
    public int $server_version;
    public string $sqlstate;
    public int $protocol_version;
    public int $thread_id;
    public int $warning_count;
    /** @body connect::construct */
    public function __construct(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null) {}
    /** @tentative-return @body transaction::autocommit */
    public function autocommit(bool $enable): bool {}
    /** @tentative-return @body transaction::begin_transaction */
    public function begin_transaction(int $flags = 0, ?string $name = null): bool {}
    /** @tentative-return @body connect::change_user */
    public function change_user(string $username, #[\SensitiveParameter] string $password, ?string $database): bool {}
    /** @tentative-return */
    public function character_set_name(): string {}
    /** @tentative-return */
    public function close(): true {}
    /** @tentative-return @body transaction::commit */
    public function commit(int $flags = 0, ?string $name = null): bool {}
    /** @tentative-return @body connect::connect */
    public function connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): bool {}
    /** @tentative-return */
    public function dump_debug_info(): bool {}
    /** @tentative-return @body link::debug_of */
    public function debug(string $options): true {}
    /** @tentative-return */
    public function get_charset(): ?object {}
    /** @body query::execute_query */
    public function execute_query(string $query, ?array $params = null): mysqli_result|bool {}
    /** @tentative-return @deprecated since 8.1, use mysqli_get_client_info() instead */
    public function get_client_info(): string {}
    /** @tentative-return @body statistics::get_connection_stats */
    public function get_connection_stats(): array {}
    /** @tentative-return */
    public function get_server_info(): string {}
    /** @tentative-return @body warning::of_link */
    public function get_warnings(): mysqli_warning|false {}
    /** @deprecated since 8.1, replace calls to parent::init() with parent::__construct() @body link::init */
    public function init() {}
    /** @tentative-return @deprecated since 8.4, use KILL CONNECTION/QUERY SQL statement instead */
    public function kill(int $process_id): bool {}
    /** @tentative-return @body query::multi_query */
    public function multi_query(string $query): bool {}
    /** @tentative-return @body query::more_results */
    public function more_results(): bool {}
    /** @tentative-return @body query::next_result */
    public function next_result(): bool {}
    /** @tentative-return @deprecated since 8.4, because the reconnect feature has been removed in PHP 8.2 and this method is now redundant */
    public function ping(): bool {}
    /** @tentative-return @body poll::poll */
    public static function poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false {}
    /** @tentative-return @body statement::prepare_for */
    public function prepare(string $query): mysqli_stmt|false {}
    /** @tentative-return @body query::query */
    public function query(string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool {}
    /** @tentative-return @body connect::real_connect */
    public function real_connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool {}
    /** @tentative-return */
    public function real_escape_string(string $string): string {}
    /** @tentative-return @body poll::reap_async_query */
    public function reap_async_query(): mysqli_result|bool {}
    /** @tentative-return @body link::real_escape_string */
    public function escape_string(string $string): string {}
    /** @tentative-return @body query::real_query */
    public function real_query(string $query): bool {}
    /** @tentative-return @body transaction::release_savepoint */
    public function release_savepoint(string $name): bool {}
    /** @tentative-return @body transaction::rollback */
    public function rollback(int $flags = 0, ?string $name = null): bool {}
    /** @tentative-return @body transaction::savepoint */
    public function savepoint(string $name): bool {}
    /** @tentative-return */
    public function select_db(string $database): bool {}
    /** @tentative-return */
    public function set_charset(string $charset): bool {}
    /** @tentative-return */
    public function options(int $option, $value): bool {}
    /** @tentative-return @body link::options */
    public function set_opt(int $option, $value): bool {}
    /** @tentative-return */
    public function ssl_set(?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true {}
    /** @tentative-return */
    public function stat(): string|false {}
    /** @tentative-return @body statement::init_for */
    public function stmt_init(): mysqli_stmt|false {}
    /** @tentative-return @body query::store_result @optional $mode */
    public function store_result(int $mode = 0): mysqli_result|false {}
    /** @tentative-return @body link::is_thread_safe */
    public function thread_safe(): bool {}
    /** @tentative-return @body query::use_result */
    public function use_result(): mysqli_result|false {}
    /** @tentative-return @deprecated since 8.4, use FLUSH SQL statement instead */
    public function refresh(int $flags): bool {}
}

/** A warning of the last command. @object-handlers properties::warning @module warning */
final class mysqli_warning
{
    public string $message;
    public string $sqlstate;
    public int $errno;
    private function __construct() {}
    public function next(): bool {}
}

/** Rows. @object-handlers properties::result @module result */
class mysqli_result implements IteratorAggregate
{
    public int $current_field;
    public int $field_count;
    public ?array $lengths;
    public string|int $num_rows;
    public int $type;
    public function __construct(mysqli $mysql, int $result_mode = MYSQLI_STORE_RESULT) {}
    /** @tentative-return @body result::free_result */
    public function close(): void {}
    /** @tentative-return @body result::free_result */
    public function free(): void {}
    /** @tentative-return */
    public function data_seek(int $offset): bool {}
    /** @tentative-return */
    public function fetch_field(): object|false {}
    /** @tentative-return */
    public function fetch_fields(): array {}
    /** @tentative-return */
    public function fetch_field_direct(int $index): object|false {}
    /** @tentative-return */
    public function fetch_all(int $mode = MYSQLI_NUM): array {}
    /** @tentative-return */
    public function fetch_array(int $mode = MYSQLI_BOTH): array|false|null {}
    /** @tentative-return */
    public function fetch_assoc(): array|false|null {}
    /** @tentative-return */
    public function fetch_object(string $class = 'stdClass', array $constructor_args = []): object|false|null {}
    /** @tentative-return */
    public function fetch_row(): array|false|null {}
    public function fetch_column(int $column = 0): string|int|float|false|null {}
    /** @tentative-return */
    public function field_seek(int $index): true {}
    /** @tentative-return */
    public function free_result(): void {}
    public function getIterator(): Iterator {}
}

/** A prepared statement. @object-handlers properties::statement @module statement */
class mysqli_stmt
{
    public string|int $affected_rows;
    public string|int $insert_id;
    public string|int $num_rows;
    public int $param_count;
    public int $field_count;
    public int $errno;
    public string $error;
    public array $error_list;
    public string $sqlstate;
    public int $id;
    public function __construct(mysqli $mysql, ?string $query = null) {}
    /** @tentative-return */
    public function attr_get(int $attribute): int {}
    /** @tentative-return */
    public function attr_set(int $attribute, int $value): bool {}
    /** @tentative-return */
    public function bind_param(string $types, mixed &...$vars): bool {}
    /** @tentative-return */
    public function bind_result(mixed &...$vars): bool {}
    /** @tentative-return */
    public function close(): true {}
    /** @tentative-return */
    public function data_seek(int $offset): void {}
    /** @tentative-return */
    public function execute(?array $params = null): bool {}
    /** @tentative-return */
    public function fetch(): ?bool {}
    /** @tentative-return @body warning::of_statement */
    public function get_warnings(): mysqli_warning|false {}
    /** @tentative-return */
    public function result_metadata(): mysqli_result|false {}
    /** @tentative-return */
    public function more_results(): bool {}
    /** @tentative-return */
    public function next_result(): bool {}
    /** @tentative-return */
    public function num_rows(): string|int {}
    /** @tentative-return */
    public function send_long_data(int $param_num, string $data): bool {}
    /** @tentative-return */
    public function free_result(): void {}
    /** @tentative-return */
    public function reset(): bool {}
    /** @tentative-return */
    public function prepare(string $query): bool {}
    /** @tentative-return */
    public function store_result(): bool {}
    /** @tentative-return */
    public function get_result(): mysqli_result|false {}
}
