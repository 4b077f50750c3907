--TEST--
Keys, signatures, ciphers and requests
--FILE--
<?php
putenv("OPENSSL_CONF=/dev/null");
foreach ([["private_key_type" => OPENSSL_KEYTYPE_RSA, "private_key_bits" => 2048],
          ["private_key_type" => OPENSSL_KEYTYPE_EC, "curve_name" => "prime256v1"]] as $args) {
    $key = openssl_pkey_new($args);
    $details = openssl_pkey_get_details($key);
    echo $details["bits"], " ", $details["type"], " ", strtok($details["key"], "\n"), "\n";
    var_dump(openssl_sign("data", $signature, $key, OPENSSL_ALGO_SHA256));
    var_dump(openssl_verify("data", $signature, $details["key"], "sha256"));
    var_dump(openssl_verify("other", $signature, $details["key"], "sha256"));
    var_dump(openssl_pkey_export($key, $pem, "secret", ["encrypt_key_cipher" => OPENSSL_CIPHER_AES_256_CBC]));
    var_dump(openssl_pkey_get_private($pem, "wrong"), openssl_pkey_get_private($pem, "secret"));
}
$data = "text to hide";
$sealed = openssl_encrypt($data, "aes-256-gcm", str_repeat("k", 32), OPENSSL_RAW_DATA, str_repeat("i", 12), $tag, "aad");
echo bin2hex($sealed), " ", bin2hex($tag), "\n";
var_dump(openssl_decrypt($sealed, "aes-256-gcm", str_repeat("k", 32), OPENSSL_RAW_DATA, str_repeat("i", 12), $tag, "aad"));
var_dump(openssl_decrypt($sealed, "aes-256-gcm", str_repeat("k", 32), OPENSSL_RAW_DATA, str_repeat("i", 12), $tag, "bad"));
var_dump(openssl_encrypt($data, "aes-128-cbc", "short", 0, "short"));
var_dump(openssl_digest($data, "sha256"), openssl_digest($data, "nonsense"));
echo bin2hex(openssl_pbkdf2("password", "salt", 16, 10, "sha256")), "\n";
try {
    openssl_random_pseudo_bytes(0);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$request = openssl_csr_new(["commonName" => "loxo.test", "countryName" => "DE"], $key, ["digest_alg" => "sha256"]);
var_dump($request);
--EXPECTF--
2048 0 -----BEGIN PUBLIC KEY-----
bool(true)
int(1)
int(0)
bool(true)
bool(false)
object(OpenSSLAsymmetricKey)#%d (0) {
}
256 3 -----BEGIN PUBLIC KEY-----
bool(true)
int(1)
int(0)
bool(true)
bool(false)
object(OpenSSLAsymmetricKey)#%d (0) {
}
aee18000128cce24933d851d 71c852b46acb99efc112ee412909db7b
string(12) "text to hide"
bool(false)

Warning: openssl_encrypt(): IV passed is only 5 bytes long, cipher expects an IV of precisely 16 bytes, padding with \0 in %s on line %d
string(24) "D+V5H6P1PuvmoAgJtfkrzg=="

Warning: openssl_digest(): Unknown digest algorithm in %s on line %d
string(64) "33fd8ce64b006acca5ea6c2a5fe405b4d82ad86010e1d67130802688e44feec5"
bool(false)
653cc888d937efe22810a5cbdb25a5bd
openssl_random_pseudo_bytes(): Argument #1 ($length) must be greater than 0
object(OpenSSLCertificateSigningRequest)#%d (0) {
}
