<?php

/** Adds long numbers. @unchecked $string1 @discreet */
function sodium_add(string &$string1, string $string2): void {}

/** The bytes of base64. @optional $ignore @discreet */
function sodium_base642bin(#[SensitiveParameter] string $string, int $id, string $ignore = ""): string {}

/** Bytes as base64. @discreet */
function sodium_bin2base64(#[SensitiveParameter] string $string, int $id): string {}

/** Bytes as digits. @discreet */
function sodium_bin2hex(#[SensitiveParameter] string $string): string {}

/** Compares long numbers. @discreet */
function sodium_compare(#[SensitiveParameter] string $string1, #[SensitiveParameter] string $string2): int {}

/** The bytes of digits. @optional $ignore @discreet */
function sodium_hex2bin(#[SensitiveParameter] string $string, string $ignore = ""): string {}

/** Adds 1 to a long number. @unchecked $string @discreet */
function sodium_increment(string &$string): void {}

/** 0 for the same bytes, else -1. @discreet */
function sodium_memcmp(#[SensitiveParameter] string $string1, #[SensitiveParameter] string $string2): int {}

/** Overwrites a string and makes it null. @unchecked $string @discreet */
function sodium_memzero(#[SensitiveParameter] string &$string): void {}

/** Fills up to whole blocks. @discreet */
function sodium_pad(#[SensitiveParameter] string $string, int $block_size): string {}

/** Takes what filled up away. @discreet */
function sodium_unpad(#[SensitiveParameter] string $string, int $block_size): string {}
