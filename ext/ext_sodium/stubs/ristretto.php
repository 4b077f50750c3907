<?php

/** The sum of two points. @discreet */
function sodium_crypto_core_ristretto255_add(string $p, string $q): string {}

/** The point of a hash. @discreet */
function sodium_crypto_core_ristretto255_from_hash(string $s): string {}

/** Is it a point? @discreet */
function sodium_crypto_core_ristretto255_is_valid_point(string $s): bool {}

/** A random point. @discreet */
function sodium_crypto_core_ristretto255_random(): string {}

/** The sum of two numbers. @discreet */
function sodium_crypto_core_ristretto255_scalar_add(string $x, string $y): string {}

/** 1 minus a number. @discreet */
function sodium_crypto_core_ristretto255_scalar_complement(string $s): string {}

/** 1 divided by a number. @discreet */
function sodium_crypto_core_ristretto255_scalar_invert(string $s): string {}

/** The product of two numbers. @discreet */
function sodium_crypto_core_ristretto255_scalar_mul(string $x, string $y): string {}

/** A number with its sign changed. @discreet */
function sodium_crypto_core_ristretto255_scalar_negate(string $s): string {}

/** A random number. @discreet */
function sodium_crypto_core_ristretto255_scalar_random(): string {}

/** The rest of a long number. @discreet */
function sodium_crypto_core_ristretto255_scalar_reduce(string $s): string {}

/** The difference of two numbers. @discreet */
function sodium_crypto_core_ristretto255_scalar_sub(string $x, string $y): string {}

/** The difference of two points. @discreet */
function sodium_crypto_core_ristretto255_sub(string $p, string $q): string {}

/** A point times a number. @discreet */
function sodium_crypto_scalarmult_ristretto255(string $n, string $p): string {}

/** The base point times a number. @discreet */
function sodium_crypto_scalarmult_ristretto255_base(string $n): string {}
