//! Declarations that `openssl-sys` lacks, as the library's headers have them.

use std::ffi::{c_char, c_int, c_long, c_uchar, c_uint, c_ulong, c_void};

use openssl_sys::{
    ASN1_BIT_STRING, ASN1_INTEGER, BIO, BIO_METHOD, CMS_ContentInfo, CONF, EVP_CIPHER, EVP_MD, EVP_PKEY, OPENSSL_STACK, X509, X509_NAME,
    X509_PURPOSE, X509_REQ, X509_STORE_CTX, X509V3_CTX, stack_st_X509, stack_st_X509_CRL,
};

/// A row of a section.
#[repr(C)]
pub struct ConfValue {
    pub section: *mut c_char,
    pub name: *mut c_char,
    pub value: *mut c_char,
}

#[repr(C)]
pub struct ObjName {
    pub kind: c_int,
    pub alias: c_int,
    pub name: *const c_char,
    pub data: *const c_char,
}

#[repr(C)]
pub struct BuiltinCurve {
    pub nid: c_int,
    pub comment: *const c_char,
}

/// A signed public key with a challenge.
#[repr(C)]
pub struct Spki {
    pub spkac: *mut Spkac,
    pub algorithm: *mut c_void,
    pub signature: *mut ASN1_BIT_STRING,
}

#[repr(C)]
pub struct Spkac {
    pub pubkey: *mut c_void,
    pub challenge: *mut openssl_sys::ASN1_STRING,
}

unsafe extern "C" {
    pub fn ERR_error_string_n(code: c_ulong, buffer: *mut c_char, length: usize);
    pub fn BIO_new_file(name: *const c_char, mode: *const c_char) -> *mut BIO;
    pub fn BIO_s_mem() -> *const BIO_METHOD;
    pub fn X509_NAME_oneline(name: *const X509_NAME, buffer: *mut c_char, size: c_int) -> *mut c_char;
    pub fn X509_check_private_key(cert: *const X509, key: *const EVP_PKEY) -> c_int;
    pub fn X509_PURPOSE_get_count() -> c_int;
    pub fn X509_PURPOSE_get0_name(purpose: *const X509_PURPOSE) -> *mut c_char;
    pub fn X509_PURPOSE_get0_sname(purpose: *const X509_PURPOSE) -> *mut c_char;
    pub fn X509_check_purpose(cert: *mut X509, id: c_int, ca: c_int) -> c_int;
    pub fn X509_STORE_CTX_set_purpose(context: *mut X509_STORE_CTX, purpose: c_int) -> c_int;
    pub fn GENERAL_NAME_print(out: *mut BIO, name: *mut openssl_sys::GENERAL_NAME) -> c_int;
    pub fn SMIME_write_CMS(out: *mut BIO, cms: *mut CMS_ContentInfo, data: *mut BIO, flags: c_int) -> c_int;
    pub fn CMS_get0_signers(cms: *mut CMS_ContentInfo) -> *mut stack_st_X509;
    pub fn CMS_get1_certs(cms: *mut CMS_ContentInfo) -> *mut stack_st_X509;
    pub fn CMS_get1_crls(cms: *mut CMS_ContentInfo) -> *mut stack_st_X509_CRL;
    pub fn PEM_write_bio_CMS_stream(out: *mut BIO, cms: *mut CMS_ContentInfo, data: *mut BIO, flags: c_int) -> c_int;
    pub fn d2i_CMS_bio(input: *mut BIO, place: *mut *mut CMS_ContentInfo) -> *mut CMS_ContentInfo;
    pub fn i2d_CMS_bio(out: *mut BIO, cms: *mut CMS_ContentInfo) -> c_int;
    pub fn CMS_final(cms: *mut CMS_ContentInfo, data: *mut BIO, content: *mut BIO, flags: c_uint) -> c_int;
    pub fn CMS_get0_type(cms: *const CMS_ContentInfo) -> *const openssl_sys::ASN1_OBJECT;
    pub fn NCONF_load(conf: *mut CONF, file: *const c_char, line: *mut c_long) -> c_int;
    pub fn NCONF_get_string(conf: *const CONF, group: *const c_char, name: *const c_char) -> *mut c_char;
    pub fn NCONF_get_section(conf: *const CONF, section: *const c_char) -> *mut OPENSSL_STACK;
    pub fn X509V3_EXT_add_nconf(conf: *mut CONF, context: *mut X509V3_CTX, section: *const c_char, cert: *mut X509) -> c_int;
    pub fn X509V3_EXT_REQ_add_nconf(conf: *mut CONF, context: *mut X509V3_CTX, section: *const c_char, request: *mut X509_REQ) -> c_int;
    pub fn OBJ_txt2nid(text: *const c_char) -> c_int;
    pub fn a2i_ASN1_INTEGER(input: *mut BIO, number: *mut ASN1_INTEGER, buffer: *mut c_char, size: c_int) -> c_int;
    pub fn ASN1_INTEGER_set_int64(number: *mut ASN1_INTEGER, value: i64) -> c_int;
    pub fn ASN1_STRING_set_default_mask_asc(mask: *const c_char) -> c_int;
    pub fn EVP_CipherFinal_ex(context: *mut openssl_sys::EVP_CIPHER_CTX, out: *mut c_uchar, length: *mut c_int) -> c_int;
    pub fn EVP_CIPHER_get_mode(cipher: *const EVP_CIPHER) -> c_int;
    pub fn EVP_CIPHER_get0_name(cipher: *const EVP_CIPHER) -> *const c_char;
    pub fn EVP_CIPHER_do_all_provided(
        context: *mut c_void,
        each: unsafe extern "C" fn(*mut EVP_CIPHER, *mut c_void),
        argument: *mut c_void,
    );
    pub fn EVP_CIPHER_names_do_all(
        cipher: *const EVP_CIPHER,
        each: unsafe extern "C" fn(*const c_char, *mut c_void),
        argument: *mut c_void,
    ) -> c_int;
    pub fn OBJ_NAME_do_all_sorted(kind: c_int, each: unsafe extern "C" fn(*const ObjName, *mut c_void), argument: *mut c_void);
    pub fn EC_get_builtin_curves(curves: *mut BuiltinCurve, count: usize) -> usize;
    pub fn EVP_PKEY_set1_encoded_public_key(key: *mut EVP_PKEY, public: *const c_uchar, length: usize) -> c_int;
    pub fn EVP_PKEY_get0_type_name(key: *const EVP_PKEY) -> *const c_char;
    pub fn EVP_CIPHER_CTX_reset(context: *mut openssl_sys::EVP_CIPHER_CTX) -> c_int;
    pub fn EVP_PKEY_get_base_id(key: *const EVP_PKEY) -> c_int;
    pub fn X509_PUBKEY_get(key: *const c_void) -> *mut EVP_PKEY;
    pub fn NETSCAPE_SPKI_new() -> *mut Spki;
    pub fn NETSCAPE_SPKI_free(spki: *mut Spki);
    pub fn NETSCAPE_SPKI_b64_decode(text: *const c_char, length: c_int) -> *mut Spki;
    pub fn NETSCAPE_SPKI_b64_encode(spki: *mut Spki) -> *mut c_char;
    pub fn NETSCAPE_SPKI_set_pubkey(spki: *mut Spki, key: *mut EVP_PKEY) -> c_int;
    pub fn NETSCAPE_SPKI_sign(spki: *mut Spki, key: *mut EVP_PKEY, digest: *const EVP_MD) -> c_int;
    pub fn NETSCAPE_SPKI_verify(spki: *mut Spki, key: *mut EVP_PKEY) -> c_int;
    pub fn PEM_write_bio_X509_CRL(out: *mut BIO, list: *mut openssl_sys::X509_CRL) -> c_int;
}
