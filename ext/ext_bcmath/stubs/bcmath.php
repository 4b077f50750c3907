<?php

/**
 * @module bcmath
 * @ini bcmath.scale "0" all bcmath::scale_changed
 */

/** The sum. */
function bcadd(string $num1, string $num2, ?int $scale = null): string {}

/** The difference. */
function bcsub(string $num1, string $num2, ?int $scale = null): string {}

/** The product. */
function bcmul(string $num1, string $num2, ?int $scale = null): string {}

/** The quotient. */
function bcdiv(string $num1, string $num2, ?int $scale = null): string {}

/** What a division leaves over. */
function bcmod(string $num1, string $num2, ?int $scale = null): string {}

/** Whole quotient, and what is left over. */
function bcdivmod(string $num1, string $num2, ?int $scale = null): array {}

/** A power, modulo a number. */
function bcpowmod(string $num, string $exponent, string $modulus, ?int $scale = null): string {}

/** A power with a whole exponent. */
function bcpow(string $num, string $exponent, ?int $scale = null): string {}

/** The square root. */
function bcsqrt(string $num, ?int $scale = null): string {}

/** Which is greater? */
function bccomp(string $num1, string $num2, ?int $scale = null): int {}

/** Sets how many places results have where calls do not say it. */
function bcscale(?int $scale = null): int {}

/** The next integer below. */
function bcfloor(string $num): string {}

/** The next integer above. */
function bcceil(string $num): string {}

/** Rounded to so many places. */
function bcround(string $num, int $precision = 0, RoundingMode $mode = RoundingMode::HalfAwayFromZero): string {}
