<?php

/** @module gmp */

const GMP_ROUND_ZERO = 0;
const GMP_ROUND_PLUSINF = 1;
const GMP_ROUND_MINUSINF = 2;
const GMP_VERSION = "6.3.0";
const GMP_MSW_FIRST = 1;
const GMP_LSW_FIRST = 2;
const GMP_LITTLE_ENDIAN = 4;
const GMP_BIG_ENDIAN = 8;
const GMP_NATIVE_ENDIAN = 16;

/** A number. @unchecked $num */
function gmp_init(int|string $num, int $base = 0): GMP {}

/** A number from bytes. */
function gmp_import(string $data, int $word_size = 1, int $flags = GMP_MSW_FIRST | GMP_NATIVE_ENDIAN): GMP {}

/** The bytes of a number. @unchecked $num */
function gmp_export(GMP|string|int $num, int $word_size = 1, int $flags = GMP_MSW_FIRST | GMP_NATIVE_ENDIAN): string {}

/** The low bits. @unchecked $num */
function gmp_intval(GMP|string|int $num): int {}

/** The number as text. @unchecked $num */
function gmp_strval(GMP|string|int $num, int $base = 10): string {}

/** The sum. @unchecked $num1, $num2 */
function gmp_add(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The difference. @unchecked $num1, $num2 */
function gmp_sub(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The product. @unchecked $num1, $num2 */
function gmp_mul(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** Quotient and what is left over. @unchecked $num1, $num2 */
function gmp_div_qr(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): array {}

/** The quotient. @unchecked $num1, $num2 */
function gmp_div_q(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): GMP {}

/** What a division leaves over. @unchecked $num1, $num2 */
function gmp_div_r(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): GMP {}

/** The quotient. @unchecked $num1, $num2 @body gmp::gmp_div_q */
function gmp_div(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): GMP {}

/** What a division leaves over, never negative. @unchecked $num1, $num2 */
function gmp_mod(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** A quotient that is known to be whole. @unchecked $num1, $num2 */
function gmp_divexact(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The number with the other sign. @unchecked $num */
function gmp_neg(GMP|string|int $num): GMP {}

/** The number without its sign. @unchecked $num */
function gmp_abs(GMP|string|int $num): GMP {}

/** The factorial. @unchecked $num */
function gmp_fact(GMP|string|int $num): GMP {}

/** The square root, cut to an integer. @unchecked $num */
function gmp_sqrt(GMP|string|int $num): GMP {}

/** The square root, and what is left over. @unchecked $num */
function gmp_sqrtrem(GMP|string|int $num): array {}

/** A root, cut to an integer. @unchecked $num */
function gmp_root(GMP|string|int $num, int $nth): GMP {}

/** A root, and what is left over. @unchecked $num */
function gmp_rootrem(GMP|string|int $num, int $nth): array {}

/** A power. @unchecked $num */
function gmp_pow(GMP|string|int $num, int $exponent): GMP {}

/** A power, modulo a number. @unchecked $num, $exponent, $modulus */
function gmp_powm(GMP|string|int $num, GMP|string|int $exponent, GMP|string|int $modulus): GMP {}

/** Is it a square? @unchecked $num */
function gmp_perfect_square(GMP|string|int $num): bool {}

/** Is it a power? @unchecked $num */
function gmp_perfect_power(GMP|string|int $num): bool {}

/** 2: a prime, 1: very probably one, 0: none. @unchecked $num */
function gmp_prob_prime(GMP|string|int $num, int $repetitions = 10): int {}

/** The greatest common divisor. @unchecked $num1, $num2 */
function gmp_gcd(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The greatest common divisor, and factors that make it. @unchecked $num1, $num2 */
function gmp_gcdext(GMP|string|int $num1, GMP|string|int $num2): array {}

/** The least common multiple. @unchecked $num1, $num2 */
function gmp_lcm(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The inverse modulo a number. @unchecked $num1, $num2 */
function gmp_invert(GMP|string|int $num1, GMP|string|int $num2): GMP|false {}

/** Jacobi's symbol. @unchecked $num1, $num2 @body gmp::gmp_kronecker */
function gmp_jacobi(GMP|string|int $num1, GMP|string|int $num2): int {}

/** Legendre's symbol. @unchecked $num1, $num2 @body gmp::gmp_kronecker */
function gmp_legendre(GMP|string|int $num1, GMP|string|int $num2): int {}

/** Kronecker's symbol. @unchecked $num1, $num2 */
function gmp_kronecker(GMP|string|int $num1, GMP|string|int $num2): int {}

/** Which is greater? @unchecked $num1, $num2 */
function gmp_cmp(GMP|string|int $num1, GMP|string|int $num2): int {}

/** The sign. @unchecked $num */
function gmp_sign(GMP|string|int $num): int {}

/** Makes random numbers repeatable. @unchecked $seed */
function gmp_random_seed(GMP|string|int $seed): void {}

/** A random number of so many bits. */
function gmp_random_bits(int $bits): GMP {}

/** A random number of a range. @unchecked $min, $max */
function gmp_random_range(GMP|string|int $min, GMP|string|int $max): GMP {}

/** The bits that both have. @unchecked $num1, $num2 */
function gmp_and(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The bits that one has. @unchecked $num1, $num2 */
function gmp_or(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** The complement. @unchecked $num */
function gmp_com(GMP|string|int $num): GMP {}

/** The bits that differ. @unchecked $num1, $num2 */
function gmp_xor(GMP|string|int $num1, GMP|string|int $num2): GMP {}

/** Sets a bit. */
function gmp_setbit(GMP $num, int $index, bool $value = true): void {}

/** Clears a bit. */
function gmp_clrbit(GMP $num, int $index): void {}

/** Is a bit set? @unchecked $num */
function gmp_testbit(GMP|string|int $num, int $index): bool {}

/** Where the next 0 is. @unchecked $num1 */
function gmp_scan0(GMP|string|int $num1, int $start): int {}

/** Where the next 1 is. @unchecked $num1 */
function gmp_scan1(GMP|string|int $num1, int $start): int {}

/** How many bits are set. @unchecked $num */
function gmp_popcount(GMP|string|int $num): int {}

/** How many bits differ. @unchecked $num1, $num2 */
function gmp_hamdist(GMP|string|int $num1, GMP|string|int $num2): int {}

/** The next prime. @unchecked $num */
function gmp_nextprime(GMP|string|int $num): GMP {}

/** In how many ways can so many be taken? @unchecked $n */
function gmp_binomial(GMP|string|int $n, int $k): GMP {}
