--TEST--
hash_pbkdf2() with a longer key than memory
--FILE--
<?php
echo hash_pbkdf2('sha256', 'password', 'salt', 2, 20), "\n";
hash_pbkdf2('sha256', 'password', 'salt', 1, 1 << 40);
--EXPECTF--
ae4d0c95af6b46d32d0a

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
