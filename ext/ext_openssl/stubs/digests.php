<?php

/** A key made of a password. */
function openssl_pbkdf2(#[SensitiveParameter] string $password, string $salt, int $key_length, int $iterations, string $digest_algo = "sha1"): string|false {}

/** A digest. */
function openssl_digest(string $data, string $digest_algo, bool $binary = false): string|false {}

/** Random bytes. */
function openssl_random_pseudo_bytes(int $length, &$strong_result = null): string {}
