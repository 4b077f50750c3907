<?php

/** Decrypts, if nothing was changed. @discreet */
function sodium_crypto_aead_aes256gcm_decrypt(string $ciphertext, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string|false {}

/** Encrypts, and authenticates additional data. @discreet */
function sodium_crypto_aead_aes256gcm_encrypt(#[SensitiveParameter] string $message, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string {}

/** Does the processor have instructions for AES-256-GCM? @discreet */
function sodium_crypto_aead_aes256gcm_is_available(): bool {}

/** A new key. @discreet */
function sodium_crypto_aead_aes256gcm_keygen(): string {}

/** Decrypts, if nothing was changed. @discreet */
function sodium_crypto_aead_chacha20poly1305_decrypt(string $ciphertext, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string|false {}

/** Encrypts, and authenticates additional data. @discreet */
function sodium_crypto_aead_chacha20poly1305_encrypt(#[SensitiveParameter] string $message, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string {}

/** Decrypts, if nothing was changed. @discreet */
function sodium_crypto_aead_chacha20poly1305_ietf_decrypt(string $ciphertext, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string|false {}

/** Encrypts, and authenticates additional data. @discreet */
function sodium_crypto_aead_chacha20poly1305_ietf_encrypt(#[SensitiveParameter] string $message, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_aead_chacha20poly1305_ietf_keygen(): string {}

/** A new key. @discreet */
function sodium_crypto_aead_chacha20poly1305_keygen(): string {}

/** Decrypts, if nothing was changed. @discreet */
function sodium_crypto_aead_xchacha20poly1305_ietf_decrypt(string $ciphertext, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string|false {}

/** Encrypts, and authenticates additional data. @discreet */
function sodium_crypto_aead_xchacha20poly1305_ietf_encrypt(#[SensitiveParameter] string $message, string $additional_data, string $nonce, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_aead_xchacha20poly1305_ietf_keygen(): string {}
