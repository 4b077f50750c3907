<?php

/** Writes certificate and key to a file. @path $output_filename */
function openssl_pkcs12_export_to_file(OpenSSLCertificate|string $certificate, string $output_filename, #[SensitiveParameter] $private_key, #[SensitiveParameter] string $passphrase, array $options = []): bool {}

/** Certificate and key in one. */
function openssl_pkcs12_export(OpenSSLCertificate|string $certificate, &$output, #[SensitiveParameter] $private_key, #[SensitiveParameter] string $passphrase, array $options = []): bool {}

/** Takes certificate and key apart. */
function openssl_pkcs12_read(string $pkcs12, &$certificates, #[SensitiveParameter] string $passphrase): bool {}
