<?php

/** Encrypts with a private key. */
function openssl_private_encrypt(#[SensitiveParameter] string $data, &$encrypted_data, #[SensitiveParameter] $private_key, int $padding = OPENSSL_PKCS1_PADDING): bool {}

/** Decrypts with a private key. */
function openssl_private_decrypt(string $data, #[SensitiveParameter] &$decrypted_data, #[SensitiveParameter] $private_key, int $padding = OPENSSL_PKCS1_PADDING): bool {}

/** Encrypts with a public key. */
function openssl_public_encrypt(#[SensitiveParameter] string $data, &$encrypted_data, $public_key, int $padding = OPENSSL_PKCS1_PADDING): bool {}

/** Decrypts with a public key. */
function openssl_public_decrypt(string $data, #[SensitiveParameter] &$decrypted_data, $public_key, int $padding = OPENSSL_PKCS1_PADDING): bool {}

/** Signs. */
function openssl_sign(string $data, &$signature, #[SensitiveParameter] $private_key, string|int $algorithm = OPENSSL_ALGO_SHA1): bool {}

/** Checks a signature. */
function openssl_verify(string $data, string $signature, $public_key, string|int $algorithm = OPENSSL_ALGO_SHA1): int|false {}

/** Encrypts for several readers. */
function openssl_seal(#[SensitiveParameter] string $data, &$sealed_data, &$encrypted_keys, array $public_key, string $cipher_algo, &$iv = null): int|false {}

/** Decrypts what was encrypted for several readers. */
function openssl_open(string $data, #[SensitiveParameter] &$output, string $encrypted_key, #[SensitiveParameter] $private_key, string $cipher_algo, ?string $iv = null): bool {}
