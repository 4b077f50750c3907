<?php

/** The digest of a string. */
function hash(string $algo, string $data, bool $binary = false, array $options = []): string {}

/** The digest of a file. */
function hash_file(string $algo, string $filename, bool $binary = false, array $options = []): string|false {}

/** The keyed digest of a string. */
function hash_hmac(string $algo, string $data, #[SensitiveParameter] string $key, bool $binary = false): string {}

/** The keyed digest of a file. */
function hash_hmac_file(string $algo, string $filename, #[SensitiveParameter] string $key, bool $binary = false): string|false {}

/** A digest that is made bit by bit. @body context::hash_init */
function hash_init(string $algo, int $flags = 0, #[SensitiveParameter] string $key = "", array $options = []): HashContext {}

/** Takes in a string. @body context::hash_update */
function hash_update(HashContext $context, string $data): true {}

/** Takes in what a stream has. @body context::hash_update_stream @param resource $stream */
function hash_update_stream(HashContext $context, $stream, int $length = -1): int {}

/** Takes in a file. @body context::hash_update_file @path $filename @param resource $stream_context */
function hash_update_file(HashContext $context, string $filename, $stream_context = null): bool {}

/** Takes the digest. @body context::hash_final */
function hash_final(HashContext $context, bool $binary = false): string {}

/** A copy that goes its own way. @body context::hash_copy */
function hash_copy(HashContext $context): HashContext {}

/** The names of the algorithms. */
function hash_algos(): array {}

/** The names of those that take keys. */
function hash_hmac_algos(): array {}

/** A key made of a password. @body hmac::hash_pbkdf2 */
function hash_pbkdf2(string $algo, #[SensitiveParameter] string $password, string $salt, int $iterations, int $length = 0, bool $binary = false, array $options = []): string {}

/** Compares without telling where the difference is. @unchecked $known_string @unchecked $user_string */
function hash_equals(#[SensitiveParameter] string $known_string, #[SensitiveParameter] string $user_string): bool {}

/** A key made of a key. @body hmac::hash_hkdf */
function hash_hkdf(string $algo, #[SensitiveParameter] string $key, int $length = 0, string $info = "", string $salt = ""): string {}
