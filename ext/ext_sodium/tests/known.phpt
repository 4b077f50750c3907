--TEST--
Results that do not depend on chance
--FILE--
<?php
$seed = str_repeat("\1", 32);
$pair = sodium_crypto_sign_seed_keypair($seed);
$signed = sodium_crypto_sign('hello', sodium_crypto_sign_secretkey($pair));
echo bin2hex(substr($signed, 0, 8)), "\n";
var_dump(sodium_crypto_sign_open($signed, sodium_crypto_sign_publickey($pair)));
$signed[3] = $signed[3] ^ "\1";
var_dump(sodium_crypto_sign_open($signed, sodium_crypto_sign_publickey($pair)));
echo bin2hex(sodium_crypto_generichash('abc', '', 16)), "\n";
echo bin2hex(sodium_crypto_pwhash(16, 'password', str_repeat('s', 16), 1, 8192)), "\n";
echo bin2hex(sodium_crypto_kdf_derive_from_key(16, 1, 'context_', $seed)), "\n";
echo bin2hex(sodium_pad('abc', 4)), ' ', sodium_unpad(sodium_pad('abc', 4), 4), "\n";
echo sodium_bin2base64("\xff\xfe\xfd", SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING), ' ', sodium_bin2hex(sodium_hex2bin('ff:0a', ':')), "\n";
[$state, $header] = sodium_crypto_secretstream_xchacha20poly1305_init_push($seed);
$first = sodium_crypto_secretstream_xchacha20poly1305_push($state, 'one');
$last = sodium_crypto_secretstream_xchacha20poly1305_push($state, 'two', '', SODIUM_CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_TAG_FINAL);
$state = sodium_crypto_secretstream_xchacha20poly1305_init_pull($header, $seed);
var_dump(sodium_crypto_secretstream_xchacha20poly1305_pull($state, $last));
echo json_encode([
    sodium_crypto_secretstream_xchacha20poly1305_pull($state, $first),
    sodium_crypto_secretstream_xchacha20poly1305_pull($state, $last),
]), "\n";
?>
--EXPECT--
e1430c6ebd0d5357
string(5) "hello"
bool(false)
cf4ab791c62b8d2b2109c90275287816
e79734f0c1160d09680c9a19139e1c52
ae22695dadf1ecd43420d175df437dce
61626380 abc
__79 ff0a
bool(false)
[["one",0],["two",3]]
