<?php

/** A code that tells whether a message was changed. @discreet */
function sodium_crypto_auth(string $message, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_auth_keygen(): string {}

/** Does a code belong to a message? @discreet */
function sodium_crypto_auth_verify(string $mac, string $message, #[SensitiveParameter] string $key): bool {}

/** A hash by BLAKE2b. @discreet */
function sodium_crypto_generichash(string $message, #[SensitiveParameter] string $key = "", int $length = SODIUM_CRYPTO_GENERICHASH_BYTES): string {}

/** The hash of all pieces. @unchecked $state @discreet */
function sodium_crypto_generichash_final(string &$state, int $length = SODIUM_CRYPTO_GENERICHASH_BYTES): string {}

/** Begins a hash piece by piece. @discreet */
function sodium_crypto_generichash_init(#[SensitiveParameter] string $key = "", int $length = SODIUM_CRYPTO_GENERICHASH_BYTES): string {}

/** A new key. @discreet */
function sodium_crypto_generichash_keygen(): string {}

/** Takes another piece. @unchecked $state @discreet */
function sodium_crypto_generichash_update(string &$state, string $message): true {}

/** A key made of a key. @discreet */
function sodium_crypto_kdf_derive_from_key(int $subkey_length, int $subkey_id, string $context, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_kdf_keygen(): string {}

/** A short hash with a key. @discreet */
function sodium_crypto_shorthash(string $message, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_shorthash_keygen(): string {}
