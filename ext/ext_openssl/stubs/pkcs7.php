<?php

/** Checks the signatures of a message. @path $input_filename, $signers_certificates_filename, $untrusted_certificates_filename, $content, $output_filename */
function openssl_pkcs7_verify(string $input_filename, int $flags, ?string $signers_certificates_filename = null, array $ca_info = [], ?string $untrusted_certificates_filename = null, ?string $content = null, ?string $output_filename = null): bool|int {}

/** Encrypts a message. @path $input_filename, $output_filename */
function openssl_pkcs7_encrypt(string $input_filename, string $output_filename, $certificate, ?array $headers, int $flags = 0, int $cipher_algo = OPENSSL_CIPHER_AES_128_CBC): bool {}

/** Signs a message. @path $input_filename, $output_filename, $untrusted_certificates_filename */
function openssl_pkcs7_sign(string $input_filename, string $output_filename, OpenSSLCertificate|string $certificate, #[SensitiveParameter] $private_key, ?array $headers, int $flags = PKCS7_DETACHED, ?string $untrusted_certificates_filename = null): bool {}

/** Decrypts a message. @path $input_filename, $output_filename */
function openssl_pkcs7_decrypt(string $input_filename, string $output_filename, #[SensitiveParameter] $certificate, #[SensitiveParameter] $private_key = null): bool {}

/** The certificates of a message. */
function openssl_pkcs7_read(string $data, &$certificates): bool {}
