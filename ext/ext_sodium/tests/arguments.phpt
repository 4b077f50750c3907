--TEST--
Arguments of fixed lengths, and backtraces without keys
--FILE--
<?php
function secret(string $key): void
{
    sodium_crypto_secretbox('message', str_repeat('n', 24), $key);
}
try {
    secret('too short');
} catch (SodiumException $e) {
    echo $e->getMessage(), "\n", preg_replace('~/\S*/~', '', $e->getTraceAsString()), "\n";
}
try {
    sodium_crypto_auth([], 'key');
} catch (TypeError $e) {
    var_dump($e->getTrace()[0]['args']);
}
$key = str_repeat('k', 32);
sodium_increment($key);
var_dump(ord($key[0]) === ord('k') + 1);
$copy = $key;
sodium_memzero($key);
var_dump($key, strlen($copy));
$state = sodium_crypto_generichash_init();
sodium_crypto_generichash_update($state, 'abc');
$state = substr_replace($state, "\xff\xff", 352, 2);
try {
    sodium_crypto_generichash_update($state, 'abc');
} catch (SodiumException $e) {
    echo $e->getMessage(), "\n";
}
try {
    $number = 1;
    sodium_increment($number);
} catch (SodiumException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
sodium_crypto_secretbox(): Argument #3 ($key) must be SODIUM_CRYPTO_SECRETBOX_KEYBYTES bytes long
#0 arguments.php(4): sodium_crypto_secretbox()
#1 arguments.php(7): secret()
#2 {main}
array(0) {
}
bool(true)
NULL
int(32)
internal error
a PHP string is required
