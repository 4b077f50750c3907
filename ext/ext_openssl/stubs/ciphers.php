<?php

/** Encrypts. */
function openssl_encrypt(#[SensitiveParameter] string $data, string $cipher_algo, #[SensitiveParameter] string $passphrase, int $options = 0, string $iv = "", &$tag = null, string $aad = "", int $tag_length = 16): string|false {}

/** Decrypts. */
function openssl_decrypt(string $data, string $cipher_algo, #[SensitiveParameter] string $passphrase, int $options = 0, string $iv = "", ?string $tag = null, string $aad = ""): string|false {}

/** How long the initialization vector is. */
function openssl_cipher_iv_length(string $cipher_algo): int|false {}

/** How long the key is. */
function openssl_cipher_key_length(string $cipher_algo): int|false {}
