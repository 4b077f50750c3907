<?php

/**
 * @ini default_socket_timeout "60" all
 * @ini auto_detect_line_endings "0" all streams::line_endings_changed
 * @ini user_agent null all
 * @ini from null all
 */

const STREAM_NOTIFY_CONNECT = 2;
const STREAM_NOTIFY_AUTH_REQUIRED = 3;
const STREAM_NOTIFY_AUTH_RESULT = 10;
const STREAM_NOTIFY_MIME_TYPE_IS = 4;
const STREAM_NOTIFY_FILE_SIZE_IS = 5;
const STREAM_NOTIFY_REDIRECTED = 6;
const STREAM_NOTIFY_PROGRESS = 7;
const STREAM_NOTIFY_FAILURE = 9;
const STREAM_NOTIFY_COMPLETED = 8;
const STREAM_NOTIFY_RESOLVE = 1;
const STREAM_NOTIFY_SEVERITY_INFO = 0;
const STREAM_NOTIFY_SEVERITY_WARN = 1;
const STREAM_NOTIFY_SEVERITY_ERR = 2;
const STREAM_CLIENT_PERSISTENT = 1;
const STREAM_CLIENT_ASYNC_CONNECT = 2;
const STREAM_CLIENT_CONNECT = 4;
const STREAM_CRYPTO_METHOD_ANY_CLIENT = 127;
const STREAM_CRYPTO_METHOD_SSLv2_CLIENT = 3;
const STREAM_CRYPTO_METHOD_SSLv3_CLIENT = 5;
const STREAM_CRYPTO_METHOD_SSLv23_CLIENT = 57;
const STREAM_CRYPTO_METHOD_TLS_CLIENT = 121;
const STREAM_CRYPTO_METHOD_TLSv1_0_CLIENT = 9;
const STREAM_CRYPTO_METHOD_TLSv1_1_CLIENT = 17;
const STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT = 33;
const STREAM_CRYPTO_METHOD_TLSv1_3_CLIENT = 65;
const STREAM_CRYPTO_METHOD_ANY_SERVER = 126;
const STREAM_CRYPTO_METHOD_SSLv2_SERVER = 2;
const STREAM_CRYPTO_METHOD_SSLv3_SERVER = 4;
const STREAM_CRYPTO_METHOD_SSLv23_SERVER = 120;
const STREAM_CRYPTO_METHOD_TLS_SERVER = 120;
const STREAM_CRYPTO_METHOD_TLSv1_0_SERVER = 8;
const STREAM_CRYPTO_METHOD_TLSv1_1_SERVER = 16;
const STREAM_CRYPTO_METHOD_TLSv1_2_SERVER = 32;
const STREAM_CRYPTO_METHOD_TLSv1_3_SERVER = 64;
const STREAM_CRYPTO_PROTO_SSLv3 = 4;
const STREAM_CRYPTO_PROTO_TLSv1_0 = 8;
const STREAM_CRYPTO_PROTO_TLSv1_1 = 16;
const STREAM_CRYPTO_PROTO_TLSv1_2 = 32;
const STREAM_CRYPTO_PROTO_TLSv1_3 = 64;
const STREAM_SHUT_RD = 0;
const STREAM_SHUT_WR = 1;
const STREAM_SHUT_RDWR = 2;
const STREAM_PF_INET = 2;
const STREAM_PF_INET6 = 10;
const STREAM_PF_UNIX = 1;
const STREAM_IPPROTO_IP = 0;
const STREAM_IPPROTO_TCP = 6;
const STREAM_IPPROTO_UDP = 17;
const STREAM_IPPROTO_ICMP = 1;
const STREAM_IPPROTO_RAW = 255;
const STREAM_SOCK_STREAM = 1;
const STREAM_SOCK_DGRAM = 2;
const STREAM_SOCK_RAW = 3;
const STREAM_SOCK_SEQPACKET = 5;
const STREAM_SOCK_RDM = 4;
const STREAM_PEEK = 2;
const STREAM_OOB = 1;
const STREAM_SERVER_BIND = 4;
const STREAM_SERVER_LISTEN = 8;
const STREAM_USE_PATH = 1;
const STREAM_IGNORE_URL = 2;
const STREAM_REPORT_ERRORS = 8;
const STREAM_MUST_SEEK = 16;
const STREAM_URL_STAT_LINK = 1;
const STREAM_URL_STAT_QUIET = 2;
const STREAM_MKDIR_RECURSIVE = 1;
const STREAM_IS_URL = 1;
const STREAM_OPTION_BLOCKING = 1;
const STREAM_OPTION_READ_TIMEOUT = 4;
const STREAM_OPTION_READ_BUFFER = 2;
const STREAM_OPTION_WRITE_BUFFER = 3;
const STREAM_BUFFER_NONE = 0;
const STREAM_BUFFER_LINE = 1;
const STREAM_BUFFER_FULL = 2;
const STREAM_CAST_AS_STREAM = 0;
const STREAM_CAST_FOR_SELECT = 3;
const STREAM_META_TOUCH = 1;
const STREAM_META_OWNER = 3;
const STREAM_META_OWNER_NAME = 2;
const STREAM_META_GROUP = 5;
const STREAM_META_GROUP_NAME = 4;
const STREAM_META_ACCESS = 6;

/** Waits until streams can be read or written. */
function stream_select(?array &$read, ?array &$write, ?array &$except, ?int $seconds, ?int $microseconds = null): int|false {}

/** A new context. */
function stream_context_create(?array $options = null, ?array $params = null) {}

/** Sets parameters of a context. @param resource $context */
function stream_context_set_params($context, array $params): true {}

/** The parameters of a context. @param resource $context */
function stream_context_get_params($context): array {}

/** Sets options of a context. @param resource $context */
function stream_context_set_option($context, array|string $wrapper_or_options, ?string $option_name = null, mixed $value = UNKNOWN): true {}

/** Sets options of a context. @param resource $context */
function stream_context_set_options($context, array $options): true {}

/** The options of a context. @param resource $stream_or_context */
function stream_context_get_options($stream_or_context): array {}

/** The default context; sets its options if given. */
function stream_context_get_default(?array $options = null) {}

/** Sets options of the default context. */
function stream_context_set_default(array $options) {}

/** Whether it can be locked. @param resource $stream */
function stream_supports_lock($stream): bool {}

/** Sets how writes are buffered. @param resource $stream */
function stream_set_write_buffer($stream, int $size): int {}

/** Sets how writes are buffered. @alias stream_set_write_buffer @param resource $stream */
function set_file_buffer($stream, int $size): int {}

/** Sets how reads are buffered. @param resource $stream */
function stream_set_read_buffer($stream, int $size): int {}

/** Whether reads and writes wait. @param resource $stream */
function stream_set_blocking($stream, bool $enable): bool {}

/** Whether reads and writes wait. @alias stream_set_blocking @param resource $stream */
function socket_set_blocking($stream, bool $enable): bool {}

/** How long reads wait. @param resource $stream */
function stream_set_timeout($stream, int $seconds, int $microseconds = 0): bool {}

/** How long reads wait. @alias stream_set_timeout @param resource $stream */
function socket_set_timeout($stream, int $seconds, int $microseconds = 0): bool {}

/** Bytes that are read at a time. @param resource $stream */
function stream_set_chunk_size($stream, int $size): int {}

/** What is known about a stream. @param resource $stream */
function stream_get_meta_data($stream): array {}

/** What is known about a stream. @alias stream_get_meta_data @param resource $stream */
function socket_get_status($stream): array {}

/** Copies from stream to stream. @param resource $from, $to */
function stream_copy_to_stream($from, $to, ?int $length = null, int $offset = 0): int|false {}

/** The rest of a stream. @param resource $stream */
function stream_get_contents($stream, ?int $length = null, int $offset = -1): string|false {}

/** Up to a delimiter, without it. @param resource $stream */
function stream_get_line($stream, int $length, string $ending = ""): string|false {}

/** Where a file of the include path is. */
function stream_resolve_include_path(string $filename): string|false {}

/** Names of all schemes. */
function stream_get_wrappers(): array {}

/** Names of all transports. */
function stream_get_transports(): array {}

/** Whether it is on this machine. */
function stream_is_local($stream): bool {}

/** Whether it is a terminal. @param resource $stream */
function stream_isatty($stream): bool {}

/** Makes a class serve a scheme. */
function stream_wrapper_register(string $protocol, string $class, int $flags = 0): bool {}

/** Makes a class serve a scheme. @alias stream_wrapper_register */
function stream_register_wrapper(string $protocol, string $class, int $flags = 0): bool {}

/** Takes a scheme away. */
function stream_wrapper_unregister(string $protocol): bool {}

/** Brings a scheme's own wrapper back. */
function stream_wrapper_restore(string $protocol): bool {}

/** Connects to an address. */
function stream_socket_client(string $address, &$error_code = null, &$error_message = null, ?float $timeout = null, int $flags = STREAM_CLIENT_CONNECT, $context = null) {}

/** Listens at an address. */
function stream_socket_server(string $address, &$error_code = null, &$error_message = null, int $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context = null) {}

/** Waits for a client. @param resource $socket */
function stream_socket_accept($socket, ?float $timeout = null, &$peer_name = null) {}

/** The address of this or the other end. @param resource $socket */
function stream_socket_get_name($socket, bool $remote): string|false {}

/** Receives a message. @param resource $socket */
function stream_socket_recvfrom($socket, int $length, int $flags = 0, &$address = null): string|false {}

/** Sends a message. @param resource $socket */
function stream_socket_sendto($socket, string $data, int $flags = 0, string $address = ""): int|false {}

/** Turns encryption on or off. @param resource $stream */
function stream_socket_enable_crypto($stream, bool $enable, ?int $crypto_method = null, $session_stream = null): int|bool {}

/** Ends one direction of a connection. @param resource $stream */
function stream_socket_shutdown($stream, int $mode): bool {}

/** Two sockets that are connected. */
function stream_socket_pair(int $domain, int $type, int $protocol): array|false {}

/** Connects to a host. */
function fsockopen(string $hostname, int $port = -1, &$error_code = null, &$error_message = null, ?float $timeout = null) {}

/** Connects to a host. */
function pfsockopen(string $hostname, int $port = -1, &$error_code = null, &$error_message = null, ?float $timeout = null) {}
