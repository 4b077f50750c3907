<?php

/**
 * @module functions
 * @ini session.save_path "" all settings::save_path
 * @ini session.name "PHPSESSID" all settings::name
 * @ini session.save_handler "files" all settings::save_handler
 * @ini session.auto_start "0" perdir-only
 * @ini session.gc_probability "1" all settings::gc_probability
 * @ini session.gc_divisor "100" all settings::gc_divisor
 * @ini session.gc_maxlifetime "1440" all settings::plain
 * @ini session.serialize_handler "php" all settings::serialize_handler
 * @ini session.cookie_lifetime "0" all settings::cookie_lifetime
 * @ini session.cookie_path "/" all settings::plain
 * @ini session.cookie_domain "" all settings::plain
 * @ini session.cookie_secure "0" all settings::plain
 * @ini session.cookie_httponly "0" all settings::plain
 * @ini session.cookie_samesite "" all settings::plain
 * @ini session.use_cookies "1" all settings::plain
 * @ini session.use_only_cookies "1" all settings::use_only_cookies
 * @ini session.use_strict_mode "0" all settings::plain
 * @ini session.referer_check "" all settings::referer_check
 * @ini session.cache_limiter "nocache" all settings::plain
 * @ini session.cache_expire "180" all settings::plain
 * @ini session.use_trans_sid "0" all settings::use_trans_sid
 * @ini session.sid_length "32" all settings::sid_length
 * @ini session.sid_bits_per_character "4" all settings::sid_bits
 * @ini session.lazy_write "1" all settings::plain
 * @ini session.upload_progress.enabled "1" perdir-only
 * @ini session.upload_progress.cleanup "1" perdir-only
 * @ini session.upload_progress.prefix "upload_progress_" perdir-only
 * @ini session.upload_progress.name "PHP_SESSION_UPLOAD_PROGRESS" perdir-only
 * @ini session.upload_progress.freq "1%" perdir-only settings::progress_frequency
 * @ini session.upload_progress.min_freq "1" perdir-only
 */

const PHP_SESSION_DISABLED = 0;
const PHP_SESSION_NONE = 1;
const PHP_SESSION_ACTIVE = 2;

/** The name of the session, and of its cookie. @path $name */
function session_name(?string $name = null): string|false {}

/** Who keeps sessions. */
function session_module_name(?string $module = null): string|false {}

/** Where sessions are kept. @path $path */
function session_save_path(?string $path = null): string|false {}

/** The session's id. */
function session_id(?string $id = null): string|false {}

/** A new id. @path $prefix */
function session_create_id(string $prefix = ""): string|false {}

/** Gives the session a new id. */
function session_regenerate_id(bool $delete_old_session = false): bool {}

/** Fills the session's variables from a text. */
function session_decode(string $data): bool {}

/** The session's variables as a text. */
function session_encode(): string|false {}

/** Removes the session and what is kept of it. */
function session_destroy(): bool {}

/** Empties the session's variables. */
function session_unset(): bool {}

/** Removes sessions that are too old. */
function session_gc(): int|false {}

/** What the session's cookie says. */
function session_get_cookie_params(): array {}

/** Keeps the session's variables and ends it. */
function session_write_close(): bool {}

/** Ends the session without keeping anything. */
function session_abort(): bool {}

/** Reads the session's variables again. */
function session_reset(): bool {}

/** Whether there is a session. */
function session_status(): int {}

/** Closes the session behind all other shutdown functions. */
function session_register_shutdown(): void {}

/** @alias session_write_close */
function session_commit(): bool {}

/** Functions or an object that keep sessions. @raw */
function session_set_save_handler($open, $close = UNKNOWN, callable $read = UNKNOWN, callable $write = UNKNOWN, callable $destroy = UNKNOWN, callable $gc = UNKNOWN, ?callable $create_sid = null, ?callable $validate_sid = null, ?callable $update_timestamp = null): bool {}

/** Who may keep copies of pages. */
function session_cache_limiter(?string $value = null): string|false {}

/** For how many minutes. */
function session_cache_expire(?int $value = null): int|false {}

/** Says what the session's cookie will say. */
function session_set_cookie_params(array|int $lifetime_or_options, ?string $path = null, ?string $domain = null, ?bool $secure = null, ?bool $httponly = null): bool {}

/** Begins a session, or continues one. */
function session_start(array $options = []): bool {}

/** What keeps sessions. */
interface SessionHandlerInterface
{
    /** @tentative-return */
    public function open(string $path, string $name): bool;

    /** @tentative-return */
    public function close(): bool;

    /** @tentative-return */
    public function read(string $id): string|false;

    /** @tentative-return */
    public function write(string $id, string $data): bool;

    /** @tentative-return */
    public function destroy(string $id): bool;

    /** @tentative-return */
    public function gc(int $max_lifetime): int|false;
}

/** What makes ids of its own as well. */
interface SessionIdInterface
{
    /** @tentative-return */
    public function create_sid(): string;
}

/** What knows its ids, and can keep a session from growing old. */
interface SessionUpdateTimestampHandlerInterface
{
    /** @tentative-return */
    public function validateId(string $id): bool;

    /** @tentative-return */
    public function updateTimestamp(string $id, string $data): bool;
}

/** The handler of the configuration, for classes that add to it. @module classes */
class SessionHandler implements SessionHandlerInterface, SessionIdInterface
{
    /** @tentative-return */
    public function open(string $path, string $name): bool {}

    /** @tentative-return */
    public function close(): bool {}

    /** @tentative-return */
    public function read(string $id): string|false {}

    /** @tentative-return */
    public function write(string $id, string $data): bool {}

    /** @tentative-return */
    public function destroy(string $id): bool {}

    /** @tentative-return */
    public function gc(int $max_lifetime): int|false {}

    /** @tentative-return */
    public function create_sid(): string {}
}
