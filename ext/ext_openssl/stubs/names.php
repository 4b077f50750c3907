<?php

/**
 * @ini openssl.cafile null perdir-only
 * @ini openssl.capath null perdir-only
 */

/** @cvalue names::version */
const OPENSSL_VERSION_TEXT = UNKNOWN;
/** @cvalue names::version_number */
const OPENSSL_VERSION_NUMBER = UNKNOWN;
const X509_PURPOSE_SSL_CLIENT = 1;
const X509_PURPOSE_SSL_SERVER = 2;
const X509_PURPOSE_NS_SSL_SERVER = 3;
const X509_PURPOSE_SMIME_SIGN = 4;
const X509_PURPOSE_SMIME_ENCRYPT = 5;
const X509_PURPOSE_CRL_SIGN = 6;
const X509_PURPOSE_ANY = 7;
const X509_PURPOSE_OCSP_HELPER = 8;
const X509_PURPOSE_TIMESTAMP_SIGN = 9;
const OPENSSL_ALGO_SHA1 = 1;
const OPENSSL_ALGO_MD5 = 2;
const OPENSSL_ALGO_MD4 = 3;
const OPENSSL_ALGO_SHA224 = 6;
const OPENSSL_ALGO_SHA256 = 7;
const OPENSSL_ALGO_SHA384 = 8;
const OPENSSL_ALGO_SHA512 = 9;
const OPENSSL_ALGO_RMD160 = 10;
const PKCS7_DETACHED = 64;
const PKCS7_TEXT = 1;
const PKCS7_NOINTERN = 16;
const PKCS7_NOVERIFY = 32;
const PKCS7_NOCHAIN = 8;
const PKCS7_NOCERTS = 2;
const PKCS7_NOATTR = 256;
const PKCS7_BINARY = 128;
const PKCS7_NOSIGS = 4;
const PKCS7_NOOLDMIMETYPE = 1024;
const OPENSSL_CMS_DETACHED = 64;
const OPENSSL_CMS_TEXT = 1;
const OPENSSL_CMS_NOINTERN = 16;
const OPENSSL_CMS_NOVERIFY = 32;
const OPENSSL_CMS_NOCERTS = 2;
const OPENSSL_CMS_NOATTR = 256;
const OPENSSL_CMS_BINARY = 128;
const OPENSSL_CMS_NOSIGS = 12;
const OPENSSL_CMS_OLDMIMETYPE = 1024;
const OPENSSL_PKCS1_PADDING = 1;
const OPENSSL_NO_PADDING = 3;
const OPENSSL_PKCS1_OAEP_PADDING = 4;
const OPENSSL_DEFAULT_STREAM_CIPHERS = "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:DHE-DSS-AES128-GCM-SHA256:kEDH+AESGCM:ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA:ECDHE-ECDSA-AES256-SHA:DHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA:DHE-DSS-AES128-SHA256:DHE-RSA-AES256-SHA256:DHE-DSS-AES256-SHA:DHE-RSA-AES256-SHA:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128:AES256:HIGH:!SSLv2:!aNULL:!eNULL:!EXPORT:!DES:!MD5:!RC4:!ADH";
const OPENSSL_CIPHER_RC2_40 = 0;
const OPENSSL_CIPHER_RC2_128 = 1;
const OPENSSL_CIPHER_RC2_64 = 2;
const OPENSSL_CIPHER_DES = 3;
const OPENSSL_CIPHER_3DES = 4;
const OPENSSL_CIPHER_AES_128_CBC = 5;
const OPENSSL_CIPHER_AES_192_CBC = 6;
const OPENSSL_CIPHER_AES_256_CBC = 7;
const OPENSSL_KEYTYPE_RSA = 0;
const OPENSSL_KEYTYPE_DSA = 1;
const OPENSSL_KEYTYPE_DH = 2;
const OPENSSL_KEYTYPE_EC = 3;
const OPENSSL_KEYTYPE_X25519 = 4;
const OPENSSL_KEYTYPE_ED25519 = 5;
const OPENSSL_KEYTYPE_X448 = 6;
const OPENSSL_KEYTYPE_ED448 = 7;
const OPENSSL_RAW_DATA = 1;
const OPENSSL_ZERO_PADDING = 2;
const OPENSSL_DONT_ZERO_PAD_KEY = 4;
const OPENSSL_TLSEXT_SERVER_NAME = 1;
const OPENSSL_ENCODING_DER = 0;
const OPENSSL_ENCODING_SMIME = 1;
const OPENSSL_ENCODING_PEM = 2;

/** A certificate. @module objects @object-handlers objects::certificate_object_handlers */
final class OpenSSLCertificate
{
}

/** A request for a certificate. @module objects @object-handlers objects::request_object_handlers */
final class OpenSSLCertificateSigningRequest
{
}

/** A key of a pair. @module objects @object-handlers objects::key_object_handlers */
final class OpenSSLAsymmetricKey
{
}

/** Names of digests. */
function openssl_get_md_methods(bool $aliases = false): array {}

/** Names of ciphers. */
function openssl_get_cipher_methods(bool $aliases = false): array {}

/** Names of elliptic curves. */
function openssl_get_curve_names(): array|false {}

/** Where certificates are looked for. */
function openssl_get_cert_locations(): array {}
