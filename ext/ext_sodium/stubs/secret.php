<?php

/** Encrypts with a shared key. @discreet */
function sodium_crypto_secretbox(#[SensitiveParameter] string $message, string $nonce, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_secretbox_keygen(): string {}

/** Decrypts what secretbox made. @discreet */
function sodium_crypto_secretbox_open(string $ciphertext, string $nonce, #[SensitiveParameter] string $key): string|false {}

/** The state of the stream that a header begins. @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_init_pull(string $header, #[SensitiveParameter] string $key): string {}

/** Begins a stream of messages: its state and its header. @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_init_push(#[SensitiveParameter] string $key): array {}

/** A new key. @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_keygen(): string {}

/** Decrypts the next message: it and its tag. @unchecked $state @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_pull(string &$state, string $ciphertext, string $additional_data = ""): array|false {}

/** Encrypts the next message. @unchecked $state @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_push(string &$state, #[SensitiveParameter] string $message, string $additional_data = "", int $tag = SODIUM_CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_TAG_MESSAGE): string {}

/** Changes the key. @unchecked $state @discreet */
function sodium_crypto_secretstream_xchacha20poly1305_rekey(string &$state): void {}

/** As many bytes of a key stream. @discreet */
function sodium_crypto_stream(int $length, string $nonce, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_stream_keygen(): string {}

/** As many bytes of a key stream. @discreet */
function sodium_crypto_stream_xchacha20(int $length, string $nonce, #[SensitiveParameter] string $key): string {}

/** A new key. @discreet */
function sodium_crypto_stream_xchacha20_keygen(): string {}

/** A message and a key stream. @discreet */
function sodium_crypto_stream_xchacha20_xor(#[SensitiveParameter] string $message, string $nonce, #[SensitiveParameter] string $key): string {}

/** A message and a key stream from a block on. @discreet */
function sodium_crypto_stream_xchacha20_xor_ic(#[SensitiveParameter] string $message, string $nonce, int $counter, #[SensitiveParameter] string $key): string {}

/** A message and a key stream. @discreet */
function sodium_crypto_stream_xor(#[SensitiveParameter] string $message, string $nonce, #[SensitiveParameter] string $key): string {}
