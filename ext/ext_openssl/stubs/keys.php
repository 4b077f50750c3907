<?php

/** A new key. */
function openssl_pkey_new(?array $options = null): OpenSSLAsymmetricKey|false {}

/** Writes a key to a file. @path $output_filename */
function openssl_pkey_export_to_file(#[SensitiveParameter] $key, string $output_filename, #[SensitiveParameter] ?string $passphrase = null, ?array $options = null): bool {}

/** A key as text. */
function openssl_pkey_export(#[SensitiveParameter] $key, &$output, #[SensitiveParameter] ?string $passphrase = null, ?array $options = null): bool {}

/** Reads a public key. */
function openssl_pkey_get_public($public_key): OpenSSLAsymmetricKey|false {}

/** Reads a public key. @alias openssl_pkey_get_public */
function openssl_get_publickey($public_key): OpenSSLAsymmetricKey|false {}

/** Does nothing. @deprecated since 8.0, as OpenSSLAsymmetricKey objects are freed automatically */
function openssl_pkey_free(OpenSSLAsymmetricKey $key): void {}

/** Does nothing. @alias openssl_pkey_free @deprecated since 8.0, as OpenSSLAsymmetricKey objects are freed automatically */
function openssl_free_key(OpenSSLAsymmetricKey $key): void {}

/** Reads a private key. */
function openssl_pkey_get_private(#[SensitiveParameter] $private_key, #[SensitiveParameter] ?string $passphrase = null): OpenSSLAsymmetricKey|false {}

/** Reads a private key. @alias openssl_pkey_get_private */
function openssl_get_privatekey(#[SensitiveParameter] $private_key, #[SensitiveParameter] ?string $passphrase = null): OpenSSLAsymmetricKey|false {}

/** What a key is made of. */
function openssl_pkey_get_details(OpenSSLAsymmetricKey $key): array|false {}

/** A secret shared with the owner of a public key. */
function openssl_dh_compute_key(string $public_key, #[SensitiveParameter] OpenSSLAsymmetricKey $private_key): string|false {}

/** A secret that two keys share. */
function openssl_pkey_derive($public_key, #[SensitiveParameter] $private_key, int $key_length = 0): string|false {}
