<?php
// Digests and checksums.

require __DIR__ . '/data.php';
$tests = [];
foreach (['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'crc32', 'crc32b', 'crc32c', 'adler32', 'fnv1a32', 'fnv1a64', 'joaat', 'xxh32', 'xxh64', 'xxh3', 'xxh128', 'murmur3a', 'murmur3f', 'ripemd160', 'whirlpool', 'md4'] as $name) {
    $tests["hash $name"] = static function (int $n) use ($name, $page) { while ($n--) { $r = hash($name, $page); } return $r; };
}
foreach (['sha256', 'xxh3', 'crc32b'] as $name) {
    $tests["hash $name short"] = static function (int $n) use ($name, $words) { while ($n--) { $r = hash($name, $words[$n & 1023]); } return $r; };
}

return $tests + [
    'md5' => static function (int $n) use ($page) { while ($n--) { $r = md5($page); } return $r; },
    'md5 short' => static function (int $n) use ($words) { while ($n--) { $r = md5($words[$n & 1023]); } return $r; },
    'sha1' => static function (int $n) use ($page) { while ($n--) { $r = sha1($page); } return $r; },
    'sha1 short' => static function (int $n) use ($words) { while ($n--) { $r = sha1($words[$n & 1023]); } return $r; },
    'crc32' => static function (int $n) use ($page) { while ($n--) { $r = crc32($page); } return $r; },
    'crc32 short' => static function (int $n) use ($words) { while ($n--) { $r = crc32($words[$n & 1023]); } return $r; },
    'hash_hmac' => static function (int $n) use ($words) { while ($n--) { $r = hash_hmac('sha256', $words[$n & 1023], 'secret'); } return $r; },
    'hash_init, update, final' => static function (int $n) use ($line) { while ($n--) { $h = hash_init('sha256'); hash_update($h, $line); hash_update($h, $line); $r = hash_final($h); } return $r; },
    'hash_pbkdf2' => static function (int $n) { while ($n--) { $r = hash_pbkdf2('sha256', 'password', 'salt', 100); } return $r; },
    'hash_equals' => static function (int $n) use ($line) { $r = 0; $o = strrev(strrev($line)); while ($n--) { $r += hash_equals($line, $o) ? 1 : 0; } return $r; },
    'password_hash, verify' => static function (int $n) { while ($n--) { $r = password_verify('secret', password_hash('secret', PASSWORD_BCRYPT, ['cost' => 4])); } return $r; },
];
