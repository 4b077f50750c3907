<?php

/** Encrypts for the owner of a public key. @discreet */
function sodium_crypto_box(#[SensitiveParameter] string $message, string $nonce, #[SensitiveParameter] string $key_pair): string {}

/** A new key pair. @discreet */
function sodium_crypto_box_keypair(): string {}

/** Puts a key pair together. @discreet */
function sodium_crypto_box_keypair_from_secretkey_and_publickey(#[SensitiveParameter] string $secret_key, string $public_key): string {}

/** Decrypts what box made. @discreet */
function sodium_crypto_box_open(string $ciphertext, string $nonce, #[SensitiveParameter] string $key_pair): string|false {}

/** The public half of a key pair. @discreet */
function sodium_crypto_box_publickey(#[SensitiveParameter] string $key_pair): string {}

/** The public key of a secret one. @discreet */
function sodium_crypto_box_publickey_from_secretkey(#[SensitiveParameter] string $secret_key): string {}

/** Encrypts without saying who did. @discreet */
function sodium_crypto_box_seal(#[SensitiveParameter] string $message, string $public_key): string {}

/** Decrypts what was sealed. @discreet */
function sodium_crypto_box_seal_open(string $ciphertext, #[SensitiveParameter] string $key_pair): string|false {}

/** The secret half of a key pair. @discreet */
function sodium_crypto_box_secretkey(#[SensitiveParameter] string $key_pair): string {}

/** The key pair of a seed. @discreet */
function sodium_crypto_box_seed_keypair(#[SensitiveParameter] string $seed): string {}

/** The keys that a client receives and sends with. @discreet */
function sodium_crypto_kx_client_session_keys(#[SensitiveParameter] string $client_key_pair, string $server_key): array {}

/** A new key pair for key exchange. @discreet */
function sodium_crypto_kx_keypair(): string {}

/** The public half of a key pair. @discreet */
function sodium_crypto_kx_publickey(#[SensitiveParameter] string $key_pair): string {}

/** The secret half of a key pair. @discreet */
function sodium_crypto_kx_secretkey(#[SensitiveParameter] string $key_pair): string {}

/** The key pair of a seed. @discreet */
function sodium_crypto_kx_seed_keypair(#[SensitiveParameter] string $seed): string {}

/** The keys that a server receives and sends with. @discreet */
function sodium_crypto_kx_server_session_keys(#[SensitiveParameter] string $server_key_pair, string $client_key): array {}

/** A secret that two key owners share. @discreet */
function sodium_crypto_scalarmult(string $n, string $p): string {}

/** The public key of a secret one. @discreet */
function sodium_crypto_scalarmult_base(#[SensitiveParameter] string $secret_key): string {}
