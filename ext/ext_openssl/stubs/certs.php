<?php

/** Writes a certificate to a file. @path $output_filename */
function openssl_x509_export_to_file(OpenSSLCertificate|string $certificate, string $output_filename, bool $no_text = true): bool {}

/** A certificate as text. */
function openssl_x509_export(OpenSSLCertificate|string $certificate, &$output, bool $no_text = true): bool {}

/** The digest of a certificate. */
function openssl_x509_fingerprint(OpenSSLCertificate|string $certificate, string $digest_algo = "sha1", bool $binary = false): string|false {}

/** Whether a certificate is that of a key. */
function openssl_x509_check_private_key(OpenSSLCertificate|string $certificate, #[SensitiveParameter] $private_key): bool {}

/** Whether a key signed a certificate. */
function openssl_x509_verify(OpenSSLCertificate|string $certificate, $public_key): int {}

/** What a certificate says. */
function openssl_x509_parse(OpenSSLCertificate|string $certificate, bool $short_names = true): array|false {}

/** Whether a certificate is trusted for a purpose. */
function openssl_x509_checkpurpose(OpenSSLCertificate|string $certificate, int $purpose, array $ca_info = [], ?string $untrusted_certificates_file = null): bool|int {}

/** Reads a certificate. */
function openssl_x509_read(OpenSSLCertificate|string $certificate): OpenSSLCertificate|false {}

/** Does nothing. @deprecated since 8.0, as OpenSSLCertificate objects are freed automatically */
function openssl_x509_free(OpenSSLCertificate $certificate): void {}
