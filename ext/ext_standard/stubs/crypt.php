<?php

/** @module password::crypt */

const CRYPT_SALT_LENGTH = 123;
const CRYPT_STD_DES = 1;
const CRYPT_EXT_DES = 1;
const CRYPT_MD5 = 1;
const CRYPT_BLOWFISH = 1;
const CRYPT_SHA256 = 1;
const CRYPT_SHA512 = 1;

/** A one-way hash in one of the formats of crypt(3). */
function crypt(#[SensitiveParameter] string $string, string $salt): string {}
