<?php

const MT_RAND_MT19937 = 0;
/** @deprecated */
const MT_RAND_PHP = 1;

/** A number between 0 and 1. @deprecated since 8.4, use \Random\Randomizer::getFloat() instead */
function lcg_value(): float {}

/** Seeds the generator of the request. */
function mt_srand(?int $seed = null, int $mode = MT_RAND_MT19937): void {}

/** @alias mt_srand */
function srand(?int $seed = null, int $mode = MT_RAND_MT19937): void {}

/** A number; the limits may be the wrong way round. @raw */
function rand(int $min = UNKNOWN, int $max = UNKNOWN): int {}

/** A number. @raw */
function mt_rand(int $min = UNKNOWN, int $max = UNKNOWN): int {}

/** The greatest number of mt_rand(). */
function mt_getrandmax(): int {}

/** @alias mt_getrandmax */
function getrandmax(): int {}

/** Bytes that nobody can guess. */
function random_bytes(int $length): string {}

/** A number that nobody can guess. */
function random_int(int $min, int $max): int {}
