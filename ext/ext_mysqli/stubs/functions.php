<?php

/** @module link */

/** @body link::affected_rows */
function mysqli_affected_rows(mysqli $mysql): string|int {}

/** @body transaction::autocommit */
function mysqli_autocommit(mysqli $mysql, bool $enable): bool {}

/** @body transaction::begin_transaction */
function mysqli_begin_transaction(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

/** @body connect::change_user */
function mysqli_change_user(mysqli $mysql, string $username, #[\SensitiveParameter] string $password, ?string $database): bool {}

/** @body link::character_set_name */
function mysqli_character_set_name(mysqli $mysql): string {}

/** @body link::close */
function mysqli_close(mysqli $mysql): true {}

/** @body transaction::commit */
function mysqli_commit(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

/** @body connect::mysqli_connect */
function mysqli_connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): mysqli|false {}

/** @body connect::connect_errno */
function mysqli_connect_errno(): int {}

/** @body connect::connect_error */
function mysqli_connect_error(): ?string {}

/** @body result::data_seek */
function mysqli_data_seek(mysqli_result $result, int $offset): bool {}

/** @body link::dump_debug_info */
function mysqli_dump_debug_info(mysqli $mysql): bool {}

/** @body link::debug */
function mysqli_debug(string $options): true {}

/** @body link::errno */
function mysqli_errno(mysqli $mysql): int {}

/** @body link::error */
function mysqli_error(mysqli $mysql): string {}

/** @body link::error_list */
function mysqli_error_list(mysqli $mysql): array {}

/** @body statement::execute */
function mysqli_stmt_execute(mysqli_stmt $statement, ?array $params = null): bool {}

/** @body statement::execute */
function mysqli_execute(mysqli_stmt $statement, ?array $params = null): bool {}

/** @body query::execute_query */
function mysqli_execute_query(mysqli $mysql, string $query, ?array $params = null): mysqli_result|bool {}

/** @body result::fetch_field */
function mysqli_fetch_field(mysqli_result $result): object|false {}

/** @body result::fetch_fields */
function mysqli_fetch_fields(mysqli_result $result): array {}

/** @body result::fetch_field_direct */
function mysqli_fetch_field_direct(mysqli_result $result, int $index): object|false {}

/** @body result::fetch_lengths */
function mysqli_fetch_lengths(mysqli_result $result): array|false {}

/** @body result::fetch_all */
function mysqli_fetch_all(mysqli_result $result, int $mode = MYSQLI_NUM): array {}

/** @body result::fetch_array */
function mysqli_fetch_array(mysqli_result $result, int $mode = MYSQLI_BOTH): array|false|null {}

/** @body result::fetch_assoc */
function mysqli_fetch_assoc(mysqli_result $result): array|false|null {}

/** @body result::fetch_object */
function mysqli_fetch_object(mysqli_result $result, string $class = 'stdClass', array $constructor_args = []): object|false|null {}

/** @body result::fetch_row */
function mysqli_fetch_row(mysqli_result $result): array|false|null {}

/** @body result::fetch_column */
function mysqli_fetch_column(mysqli_result $result, int $column = 0): string|int|float|false|null {}

/** @body link::field_count */
function mysqli_field_count(mysqli $mysql): int {}

/** @body result::field_seek */
function mysqli_field_seek(mysqli_result $result, int $index): true {}

/** @body result::field_tell */
function mysqli_field_tell(mysqli_result $result): int {}

/** @body result::free_result */
function mysqli_free_result(mysqli_result $result): void {}

/** @body link::get_charset */
function mysqli_get_charset(mysqli $mysql): ?object {}

/** @body link::client_info_of */
function mysqli_get_client_info(?mysqli $mysql = null): string {}

/** @body statistics::get_client_stats */
function mysqli_get_client_stats(): array {}

/** @body statistics::get_connection_stats */
function mysqli_get_connection_stats(mysqli $mysql): array {}

/** @body link::get_client_version */
function mysqli_get_client_version(): int {}

/** @body connect::links_stats */
function mysqli_get_links_stats(): array {}

/** @body link::get_host_info */
function mysqli_get_host_info(mysqli $mysql): string {}

/** @body link::get_proto_info */
function mysqli_get_proto_info(mysqli $mysql): int {}

/** @body link::get_server_info */
function mysqli_get_server_info(mysqli $mysql): string {}

/** @body link::get_server_version */
function mysqli_get_server_version(mysqli $mysql): int {}

/** @body warning::of_link */
function mysqli_get_warnings(mysqli $mysql): mysqli_warning|false {}

/** @body link::mysqli_init */
function mysqli_init(): mysqli|false {}

/** @body link::info_of */
function mysqli_info(mysqli $mysql): ?string {}

/** @body link::insert_id */
function mysqli_insert_id(mysqli $mysql): string|int {}

/** @body link::kill @deprecated since 8.4, use KILL CONNECTION/QUERY SQL statement instead */
function mysqli_kill(mysqli $mysql, int $process_id): bool {}

/** @body query::more_results */
function mysqli_more_results(mysqli $mysql): bool {}

/** @body query::multi_query */
function mysqli_multi_query(mysqli $mysql, string $query): bool {}

/** @body query::next_result */
function mysqli_next_result(mysqli $mysql): bool {}

/** @body result::num_fields */
function mysqli_num_fields(mysqli_result $result): int {}

/** @body result::num_rows */
function mysqli_num_rows(mysqli_result $result): string|int {}

/** @body link::options */
function mysqli_options(mysqli $mysql, int $option, $value): bool {}

/** @body link::options */
function mysqli_set_opt(mysqli $mysql, int $option, $value): bool {}

/** @body link::ping @deprecated since 8.4, because the reconnect feature has been removed in PHP 8.2 and this function is now redundant */
function mysqli_ping(mysqli $mysql): bool {}

/** @body poll::poll */
function mysqli_poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false {}

/** @body statement::prepare_for */
function mysqli_prepare(mysqli $mysql, string $query): mysqli_stmt|false {}

/** @body report::set_mode */
function mysqli_report(int $flags): true {}

/** @body query::query */
function mysqli_query(mysqli $mysql, string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool {}

/** @body connect::real_connect */
function mysqli_real_connect(mysqli $mysql, ?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool {}

/** @body link::real_escape_string */
function mysqli_real_escape_string(mysqli $mysql, string $string): string {}

/** @body link::real_escape_string */
function mysqli_escape_string(mysqli $mysql, string $string): string {}

/** @body query::real_query */
function mysqli_real_query(mysqli $mysql, string $query): bool {}

/** @body poll::reap_async_query */
function mysqli_reap_async_query(mysqli $mysql): mysqli_result|bool {}

/** @body transaction::release_savepoint */
function mysqli_release_savepoint(mysqli $mysql, string $name): bool {}

/** @body transaction::rollback */
function mysqli_rollback(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

/** @body transaction::savepoint */
function mysqli_savepoint(mysqli $mysql, string $name): bool {}

/** @body link::select_db */
function mysqli_select_db(mysqli $mysql, string $database): bool {}

/** @body link::set_charset */
function mysqli_set_charset(mysqli $mysql, string $charset): bool {}

/** @body statement::affected_rows */
function mysqli_stmt_affected_rows(mysqli_stmt $statement): string|int {}

/** @body statement::attr_get */
function mysqli_stmt_attr_get(mysqli_stmt $statement, int $attribute): int {}

/** @body statement::attr_set */
function mysqli_stmt_attr_set(mysqli_stmt $statement, int $attribute, int $value): bool {}

/** @body statement::bind_param */
function mysqli_stmt_bind_param(mysqli_stmt $statement, string $types, mixed &...$vars): bool {}

/** @body statement::bind_result */
function mysqli_stmt_bind_result(mysqli_stmt $statement, mixed &...$vars): bool {}

/** @body statement::close */
function mysqli_stmt_close(mysqli_stmt $statement): true {}

/** @body statement::data_seek */
function mysqli_stmt_data_seek(mysqli_stmt $statement, int $offset): void {}

/** @body statement::errno */
function mysqli_stmt_errno(mysqli_stmt $statement): int {}

/** @body statement::error */
function mysqli_stmt_error(mysqli_stmt $statement): string {}

/** @body statement::error_list */
function mysqli_stmt_error_list(mysqli_stmt $statement): array {}

/** @body statement::fetch */
function mysqli_stmt_fetch(mysqli_stmt $statement): ?bool {}

/** @body statement::field_count */
function mysqli_stmt_field_count(mysqli_stmt $statement): int {}

/** @body statement::free_result */
function mysqli_stmt_free_result(mysqli_stmt $statement): void {}

/** @body statement::get_result */
function mysqli_stmt_get_result(mysqli_stmt $statement): mysqli_result|false {}

/** @body warning::of_statement */
function mysqli_stmt_get_warnings(mysqli_stmt $statement): mysqli_warning|false {}

/** @body statement::init_for */
function mysqli_stmt_init(mysqli $mysql): mysqli_stmt|false {}

/** @body statement::insert_id */
function mysqli_stmt_insert_id(mysqli_stmt $statement): string|int {}

/** @body statement::more_results */
function mysqli_stmt_more_results(mysqli_stmt $statement): bool {}

/** @body statement::next_result */
function mysqli_stmt_next_result(mysqli_stmt $statement): bool {}

/** @body statement::num_rows */
function mysqli_stmt_num_rows(mysqli_stmt $statement): string|int {}

/** @body statement::param_count */
function mysqli_stmt_param_count(mysqli_stmt $statement): int {}

/** @body statement::prepare */
function mysqli_stmt_prepare(mysqli_stmt $statement, string $query): bool {}

/** @body statement::reset */
function mysqli_stmt_reset(mysqli_stmt $statement): bool {}

/** @body statement::result_metadata */
function mysqli_stmt_result_metadata(mysqli_stmt $statement): mysqli_result|false {}

/** @body statement::send_long_data */
function mysqli_stmt_send_long_data(mysqli_stmt $statement, int $param_num, string $data): bool {}

/** @body statement::store_result */
function mysqli_stmt_store_result(mysqli_stmt $statement): bool {}

/** @body statement::sqlstate */
function mysqli_stmt_sqlstate(mysqli_stmt $statement): string {}

/** @body link::sqlstate */
function mysqli_sqlstate(mysqli $mysql): string {}

/** @body link::ssl_set */
function mysqli_ssl_set(mysqli $mysql, ?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true {}

/** @body link::stat */
function mysqli_stat(mysqli $mysql): string|false {}

/** @body query::store_result @optional $mode */
function mysqli_store_result(mysqli $mysql, int $mode = 0): mysqli_result|false {}

/** @body link::thread_id */
function mysqli_thread_id(mysqli $mysql): int {}

/** @body link::thread_safe */
function mysqli_thread_safe(): bool {}

/** @body query::use_result */
function mysqli_use_result(mysqli $mysql): mysqli_result|false {}

/** @body link::warning_count */
function mysqli_warning_count(mysqli $mysql): int {}

/** @body link::refresh @deprecated since 8.4, use FLUSH SQL statement instead */
function mysqli_refresh(mysqli $mysql, int $flags): bool {}
