//! Keys, certificates, sealed boxes, signed keys of browsers (SPKAC), and shared memory that other processes write to.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
$path = sys_get_temp_dir() . '/loxo_fuzz_' . getmypid() . '.pem';
$forms = [$data];
foreach (['CERTIFICATE', 'PRIVATE KEY', 'PUBLIC KEY', 'CERTIFICATE REQUEST', 'PKCS7', 'CMS'] as $name) {
    $forms[] = "-----BEGIN $name-----\n" . chunk_split(base64_encode($data), 64) . "-----END $name-----\n";
}
foreach ($forms as $form) {
    foreach ([true, false] as $short) {
        openssl_x509_parse($form, $short);
    }
    if ($certificate = openssl_x509_read($form)) {
        openssl_x509_export($certificate, $text, false);
        openssl_x509_fingerprint($certificate);
        openssl_x509_checkpurpose($certificate, X509_PURPOSE_ANY);
        openssl_x509_verify($certificate, $certificate);
    }
    foreach ([openssl_pkey_get_public($form), openssl_pkey_get_private($form, 'p')] as $key) {
        if ($key) {
            openssl_pkey_get_details($key);
            openssl_verify('a', $form, $key);
        }
    }
    openssl_csr_get_subject($form);
    openssl_csr_get_public_key($form);
    openssl_pkcs7_read($form, $certificates);
    openssl_cms_read($form, $certificates);
    openssl_pkcs12_read($form, $certificates, 'p');
    openssl_spki_export_challenge($form);
    openssl_spki_verify($form);
}
file_put_contents($path, $data);
openssl_pkcs7_verify($path, PKCS7_NOVERIFY);
openssl_cms_verify($path, OPENSSL_CMS_NOVERIFY);
foreach (openssl_get_cipher_methods() as $at => $method) {
    $at % 20 === strlen($data) % 20 && openssl_decrypt($data, $method, substr($data, 0, 32), OPENSSL_RAW_DATA, str_pad(substr($data, 0, 16), 16), substr($data, 0, 16));
}
foreach (['sodium_crypto_secretbox_open' => 24, 'sodium_crypto_aead_xchacha20poly1305_ietf_decrypt' => 24] as $function => $size) {
    $nonce = str_repeat('n', $size);
    $key = str_repeat('k', 32);
    $function === 'sodium_crypto_secretbox_open' ? $function($data, $nonce, $key) : $function($data, '', $nonce, $key);
}
foreach (['sodium_hex2bin', 'sodium_base642bin'] as $function) {
    try {
        $function === 'sodium_hex2bin' ? $function($data, ': ') : $function($data, SODIUM_BASE64_VARIANT_URLSAFE, "\n");
    } catch (SodiumException) {
    }
}
try {
    sodium_unpad($data, 16);
} catch (SodiumException) {
}
finfo_open(FILEINFO_NONE, $path);
// What another process has left in a segment.
$size = max(64, strlen($data));
if ($segment = @shmop_open($number = 0x10000000 + getmypid(), 'c', 0600, $size)) {
    foreach ([0, 32] as $from) {
        shmop_write($segment, substr($data, 0, $size - $from), $from);
        if ($memory = shm_attach($number, $size)) {
            foreach ([0, 1, 97] as $key) {
                shm_has_var($memory, $key);
                shm_get_var($memory, $key);
                shm_put_var($memory, $key, 'value');
                shm_get_var($memory, $key);
                shm_remove_var($memory, $key);
            }
            shm_detach($memory);
        }
    }
    shmop_delete($segment);
}
unset($segment);
unlink($path);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
