<?php

/** @module strings::encoding */

/** Bytes as hexadecimal digits. @pure @compile-time-eval */
function bin2hex(string $string): string {}

/** Hexadecimal digits as bytes. */
function hex2bin(string $string): string|false {}

/** Bytes as base 64. @pure @compile-time-eval */
function base64_encode(string $string): string {}

/** Base 64 as bytes. @pure @compile-time-eval */
function base64_decode(string $string, bool $strict = false): string|false {}

/** The CRC-32 checksum. @pure @compile-time-eval */
function crc32(string $string): int {}

/** The MD5 digest. @pure @compile-time-eval */
function md5(string $string, bool $binary = false): string {}

/** The SHA-1 digest. @pure @compile-time-eval */
function sha1(string $string, bool $binary = false): string {}

/** Bytes as uuencoded text. @pure @compile-time-eval */
function convert_uuencode(string $string): string {}

/** Uuencoded text as bytes. */
function convert_uudecode(string $string): string|false {}

/** Bytes as quoted-printable text. @pure @compile-time-eval */
function quoted_printable_encode(string $string): string {}

/** Quoted-printable text as bytes. @pure @compile-time-eval */
function quoted_printable_decode(string $string): string {}

/** ISO-8859-1 as UTF-8. @deprecated since 8.2, visit the php.net documentation for various alternatives */
function utf8_encode(string $string): string {}

/** UTF-8 as ISO-8859-1. @deprecated since 8.2, visit the php.net documentation for various alternatives */
function utf8_decode(string $string): string {}
