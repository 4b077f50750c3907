<?php

const MHASH_CRC32 = 0;
const MHASH_MD5 = 1;
const MHASH_SHA1 = 2;
const MHASH_HAVAL256 = 3;
const MHASH_RIPEMD160 = 5;
const MHASH_TIGER = 7;
const MHASH_GOST = 8;
const MHASH_CRC32B = 9;
const MHASH_HAVAL224 = 10;
const MHASH_HAVAL192 = 11;
const MHASH_HAVAL160 = 12;
const MHASH_HAVAL128 = 13;
const MHASH_TIGER128 = 14;
const MHASH_TIGER160 = 15;
const MHASH_MD4 = 16;
const MHASH_SHA256 = 17;
const MHASH_ADLER32 = 18;
const MHASH_SHA224 = 19;
const MHASH_SHA512 = 20;
const MHASH_SHA384 = 21;
const MHASH_WHIRLPOOL = 22;
const MHASH_RIPEMD128 = 23;
const MHASH_RIPEMD256 = 24;
const MHASH_RIPEMD320 = 25;
const MHASH_SNEFRU256 = 27;
const MHASH_MD2 = 28;
const MHASH_FNV132 = 29;
const MHASH_FNV1A32 = 30;
const MHASH_FNV164 = 31;
const MHASH_FNV1A64 = 32;
const MHASH_JOAAT = 33;
const MHASH_CRC32C = 34;
const MHASH_MURMUR3A = 35;
const MHASH_MURMUR3C = 36;
const MHASH_MURMUR3F = 37;
const MHASH_XXH32 = 38;
const MHASH_XXH64 = 39;
const MHASH_XXH3 = 40;
const MHASH_XXH128 = 41;

/** Bytes of a digest. @deprecated since 8.1 */
function mhash_get_block_size(int $algo): int|false {}

/** The name of an algorithm. @deprecated since 8.1 */
function mhash_get_hash_name(int $algo): string|false {}

/** A key made of a password. @deprecated since 8.1 */
function mhash_keygen_s2k(int $algo, string $password, string $salt, int $length): string|false {}

/** The greatest number of an algorithm. @deprecated since 8.1 */
function mhash_count(): int {}

/** A digest, or a keyed one. @deprecated since 8.1 */
function mhash(int $algo, string $data, ?string $key = null): string|false {}
