<?php

/** Makes a signed public key with a challenge. */
function openssl_spki_new(#[SensitiveParameter] OpenSSLAsymmetricKey $private_key, string $challenge, int $digest_algo = OPENSSL_ALGO_MD5): string|false {}

/** Checks a signed public key. */
function openssl_spki_verify(string $spki): bool {}

/** The public key in it. */
function openssl_spki_export(string $spki): string|false {}

/** The challenge in it. */
function openssl_spki_export_challenge(string $spki): string|false {}
