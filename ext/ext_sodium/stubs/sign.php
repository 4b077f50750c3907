<?php

/** A signature and the message. @discreet */
function sodium_crypto_sign(string $message, #[SensitiveParameter] string $secret_key): string {}

/** A signature. @discreet */
function sodium_crypto_sign_detached(string $message, #[SensitiveParameter] string $secret_key): string {}

/** A public key for key exchange. @discreet */
function sodium_crypto_sign_ed25519_pk_to_curve25519(string $public_key): string {}

/** A secret key for key exchange. @discreet */
function sodium_crypto_sign_ed25519_sk_to_curve25519(#[SensitiveParameter] string $secret_key): string {}

/** A new key pair for signatures. @discreet */
function sodium_crypto_sign_keypair(): string {}

/** Puts a key pair together. @discreet */
function sodium_crypto_sign_keypair_from_secretkey_and_publickey(#[SensitiveParameter] string $secret_key, string $public_key): string {}

/** The message, if its signature is right. @discreet */
function sodium_crypto_sign_open(string $signed_message, string $public_key): string|false {}

/** The public half of a key pair. @discreet */
function sodium_crypto_sign_publickey(#[SensitiveParameter] string $key_pair): string {}

/** The public key of a secret one. @discreet */
function sodium_crypto_sign_publickey_from_secretkey(#[SensitiveParameter] string $secret_key): string {}

/** The secret half of a key pair. @discreet */
function sodium_crypto_sign_secretkey(#[SensitiveParameter] string $key_pair): string {}

/** The key pair of a seed. @discreet */
function sodium_crypto_sign_seed_keypair(#[SensitiveParameter] string $seed): string {}

/** Is a signature right? @discreet */
function sodium_crypto_sign_verify_detached(string $signature, string $message, string $public_key): bool {}
