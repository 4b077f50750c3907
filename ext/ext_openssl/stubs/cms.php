<?php

/** Checks the signatures of a message. @path $input_filename, $certificates, $untrusted_certificates_filename, $content, $pk7, $sigfile */
function openssl_cms_verify(string $input_filename, int $flags = 0, ?string $certificates = null, array $ca_info = [], ?string $untrusted_certificates_filename = null, ?string $content = null, ?string $pk7 = null, ?string $sigfile = null, int $encoding = OPENSSL_ENCODING_SMIME): bool {}

/** Encrypts a message. @path $input_filename, $output_filename */
function openssl_cms_encrypt(string $input_filename, string $output_filename, $certificate, ?array $headers, int $flags = 0, int $encoding = OPENSSL_ENCODING_SMIME, int $cipher_algo = OPENSSL_CIPHER_AES_128_CBC): bool {}

/** Signs a message. @path $input_filename, $output_filename, $untrusted_certificates_filename */
function openssl_cms_sign(string $input_filename, string $output_filename, OpenSSLCertificate|string $certificate, #[SensitiveParameter] $private_key, ?array $headers, int $flags = 0, int $encoding = OPENSSL_ENCODING_SMIME, ?string $untrusted_certificates_filename = null): bool {}

/** Decrypts a message. @path $input_filename, $output_filename */
function openssl_cms_decrypt(string $input_filename, string $output_filename, #[SensitiveParameter] $certificate, #[SensitiveParameter] $private_key = null, int $encoding = OPENSSL_ENCODING_SMIME): bool {}

/** The certificates of a message. */
function openssl_cms_read(string $input_filename, &$certificates): bool {}
