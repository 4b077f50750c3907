<?php

const M_E = 2.718281828459045;
const M_LOG2E = 1.4426950408889634;
const M_LOG10E = 0.4342944819032518;
const M_LN2 = 0.6931471805599453;
const M_LN10 = 2.302585092994046;
const M_PI = 3.141592653589793;
const M_PI_2 = 1.5707963267948966;
const M_PI_4 = 0.7853981633974483;
const M_1_PI = 0.3183098861837907;
const M_2_PI = 0.6366197723675814;
const M_SQRTPI = 1.772453850905516;
const M_2_SQRTPI = 1.1283791670955126;
const M_LNPI = 1.1447298858494002;
const M_EULER = 0.5772156649015329;
const M_SQRT2 = 1.4142135623730951;
const M_SQRT1_2 = 0.7071067811865476;
const M_SQRT3 = 1.7320508075688772;
/** @cvalue f64::INFINITY @var float */
const INF = UNKNOWN;
/** @cvalue f64::NAN @var float */
const NAN = UNKNOWN;
const PHP_ROUND_HALF_UP = 1;
const PHP_ROUND_HALF_DOWN = 2;
const PHP_ROUND_HALF_EVEN = 3;
const PHP_ROUND_HALF_ODD = 4;

/** Without its sign. @pure @compile-time-eval */
function abs(int|float $num): int|float {}

/** Rounds up. @pure @compile-time-eval */
function ceil(int|float $num): float {}

/** Rounds down. @pure @compile-time-eval */
function floor(int|float $num): float {}

/** Rounds to a number of decimal places. */
function round(int|float $num, int $precision = 0, RoundingMode|int $mode = RoundingMode::HalfAwayFromZero): float {}

/** Sine. @pure @compile-time-eval */
function sin(float $num): float {}

/** Cosine. @pure @compile-time-eval */
function cos(float $num): float {}

/** Tangent. @pure @compile-time-eval */
function tan(float $num): float {}

/** Arc sine. @pure @compile-time-eval */
function asin(float $num): float {}

/** Arc cosine. @pure @compile-time-eval */
function acos(float $num): float {}

/** Arc tangent. @pure @compile-time-eval */
function atan(float $num): float {}

/** Arc tangent of a quotient. @pure @compile-time-eval */
function atan2(float $y, float $x): float {}

/** Hyperbolic sine. @pure @compile-time-eval */
function sinh(float $num): float {}

/** Hyperbolic cosine. @pure @compile-time-eval */
function cosh(float $num): float {}

/** Hyperbolic tangent. @pure @compile-time-eval */
function tanh(float $num): float {}

/** Inverse hyperbolic sine. @pure @compile-time-eval */
function asinh(float $num): float {}

/** Inverse hyperbolic cosine. @pure @compile-time-eval */
function acosh(float $num): float {}

/** Inverse hyperbolic tangent. @pure @compile-time-eval */
function atanh(float $num): float {}

/** e to a power, less 1. @pure @compile-time-eval */
function expm1(float $num): float {}

/** Logarithm of 1 plus a number. @pure @compile-time-eval */
function log1p(float $num): float {}

/** Pi. @pure @compile-time-eval */
function pi(): float {}

/** Neither infinite nor NAN. @pure @compile-time-eval */
function is_finite(float $num): bool {}

/** Not a number. @pure @compile-time-eval */
function is_nan(float $num): bool {}

/** Infinite. @pure @compile-time-eval */
function is_infinite(float $num): bool {}

/** Integer division. */
function intdiv(int $num1, int $num2): int {}

/** Power. */
function pow(mixed $num, mixed $exponent): object|int|float {}

/** e to a power. @pure @compile-time-eval */
function exp(float $num): float {}

/** Logarithm. */
function log(float $num, float $base = M_E): float {}

/** Logarithm to base 10. @pure @compile-time-eval */
function log10(float $num): float {}

/** Square root. @pure @compile-time-eval */
function sqrt(float $num): float {}

/** Length of a hypotenuse. @pure @compile-time-eval */
function hypot(float $x, float $y): float {}

/** Degrees as radians. @pure @compile-time-eval */
function deg2rad(float $num): float {}

/** Radians as degrees. @pure @compile-time-eval */
function rad2deg(float $num): float {}

/** Binary digits as a number. */
function bindec(string $binary_string): int|float {}

/** Hexadecimal digits as a number. */
function hexdec(string $hex_string): int|float {}

/** Octal digits as a number. */
function octdec(string $octal_string): int|float {}

/** Binary digits of a number. @pure @compile-time-eval */
function decbin(int $num): string {}

/** Octal digits of a number. @pure @compile-time-eval */
function decoct(int $num): string {}

/** Hexadecimal digits of a number. @pure @compile-time-eval @frameless 1 */
function dechex(int $num): string {}

/** Digits of one base as digits of another. */
function base_convert(string $num, int $from_base, int $to_base): string {}

/** A number with grouped thousands. @unchecked $num */
function number_format(float $num, int $decimals = 0, ?string $decimal_separator = ".", ?string $thousands_separator = ","): string {}

/** Remainder of a division of floats. @pure @compile-time-eval */
function fmod(float $num1, float $num2): float {}

/** Division by IEEE 754. @pure @compile-time-eval */
function fdiv(float $num1, float $num2): float {}

/** Power by IEEE 754. @pure @compile-time-eval */
function fpow(float $num, float $exponent): float {}

/** How round() treats what is between two numbers. */
enum RoundingMode
{
    case HalfAwayFromZero;
    case HalfTowardsZero;
    case HalfEven;
    case HalfOdd;
    case TowardsZero;
    case AwayFromZero;
    case NegativeInfinity;
    case PositiveInfinity;
}
