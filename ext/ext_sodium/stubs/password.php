<?php

/** A key made of a password, by Argon2. @discreet */
function sodium_crypto_pwhash(int $length, #[SensitiveParameter] string $password, string $salt, int $opslimit, int $memlimit, int $algo = SODIUM_CRYPTO_PWHASH_ALG_DEFAULT): string {}

/** A key made of a password, by scrypt. @discreet */
function sodium_crypto_pwhash_scryptsalsa208sha256(int $length, #[SensitiveParameter] string $password, string $salt, int $opslimit, int $memlimit): string {}

/** A password as a hash to be kept. @discreet */
function sodium_crypto_pwhash_scryptsalsa208sha256_str(#[SensitiveParameter] string $password, int $opslimit, int $memlimit): string {}

/** Is it the password of a hash? @discreet */
function sodium_crypto_pwhash_scryptsalsa208sha256_str_verify(string $hash, #[SensitiveParameter] string $password): bool {}

/** A password as a hash to be kept. @discreet */
function sodium_crypto_pwhash_str(#[SensitiveParameter] string $password, int $opslimit, int $memlimit): string {}

/** Was a hash made with other settings? @discreet */
function sodium_crypto_pwhash_str_needs_rehash(string $password, int $opslimit, int $memlimit): bool {}

/** Is it the password of a hash? @discreet */
function sodium_crypto_pwhash_str_verify(string $hash, #[SensitiveParameter] string $password): bool {}
