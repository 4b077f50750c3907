//! Certificates (X.509) by OpenSSL: reading and writing them, their fields, and checks of their purpose.

use foreign_types::{ForeignType, ForeignTypeRef};
use openssl::asn1::Asn1TimeRef;
use openssl::hash::MessageDigest;
use openssl::stack::Stack;
use openssl::x509::{X509, X509NameRef, X509Ref, X509Req, X509ReqRef};
use openssl_sys::{ASN1_STRING, X509_EXTENSION};

use crate::bio::{Bio, written};
use crate::conf::Conf;
use crate::key;
use crate::{Key, bytes_of, ffi, names};

/// Reads one.
pub fn read(input: &Bio) -> Option<X509> {
    openssl::init();
    // SAFETY: the input is open; no place, no callback.
    let cert = unsafe { openssl_sys::PEM_read_bio_X509(input.as_ptr(), std::ptr::null_mut(), None, std::ptr::null_mut()) };
    // SAFETY: the certificate is ours.
    (!cert.is_null()).then(|| unsafe { X509::from_ptr(cert) })
}

/// Reads all of them; what else there is (keys, lists) is passed over. `None`: that failed.
pub fn read_all(input: &Bio) -> Option<Stack<X509>> {
    openssl::init();
    let mut certs = crate::keep(Stack::new())?;
    for cert in crate::keep(X509::stack_from_pem(&input.rest()))? {
        crate::keep(certs.push(cert))?;
    }
    Some(certs)
}

/// Writes one, readable text first if wanted. False: that failed.
pub fn write(out: &Bio, cert: &X509Ref, with_text: bool) -> bool {
    // SAFETY: output and certificate are open.
    unsafe {
        (!with_text || openssl_sys::X509_print(out.as_ptr(), cert.as_ptr()) != 0)
            && openssl_sys::PEM_write_bio_X509(out.as_ptr(), cert.as_ptr()) != 0
    }
}

/// One as text.
pub fn to_text(cert: &X509Ref, with_text: bool) -> Option<Vec<u8>> {
    let out = Bio::memory()?;
    write(&out, cert, with_text).then(|| out.rest())
}

/// Is it the certificate of that key?
pub fn has_key(cert: &X509Ref, key: &Key) -> bool {
    // SAFETY: both are open.
    unsafe { ffi::X509_check_private_key(cert.as_ptr(), key.as_ptr()) == 1 }
}

/// `/C=DE/CN=x`
pub fn name_line(name: &X509NameRef) -> Option<Vec<u8>> {
    // SAFETY: the name is open; the text that comes out is ours to free.
    unsafe {
        let line = ffi::X509_NAME_oneline(name.as_ptr(), std::ptr::null_mut(), 0);
        let bytes = bytes_of(line);
        openssl_sys::OPENSSL_free(line.cast());
        bytes
    }
}

/// Entries of a name: number of the kind, and text.
pub fn name_entries(name: &X509NameRef) -> Vec<(i32, Vec<u8>)> {
    let entry = |entry: &openssl::x509::X509NameEntryRef| {
        const UTF8: i32 = 12;
        let data = entry.data();
        // SAFETY: the string is open as long as the name.
        let is_utf8 = unsafe { openssl_sys::ASN1_STRING_type(data.as_ptr()) } == UTF8;
        let text = if is_utf8 { data.as_slice().to_vec() } else { crate::keep(data.to_string())?.into_bytes() };
        Some((entry.object().nid().as_raw(), text))
    };
    name.entries().filter_map(entry).collect()
}

/// A time as it stands in the certificate.
pub fn time_text(time: &Asn1TimeRef) -> Vec<u8> {
    // SAFETY: times are strings of the library's, open as long as the certificate.
    unsafe { string_bytes(time.as_ptr().cast()) }
}

/// Is a time in the long form, with four digits of the year?
pub fn is_long_time(time: &Asn1TimeRef) -> bool {
    const GENERALIZED: i32 = 24;
    // SAFETY: as in `time_text`.
    unsafe { openssl_sys::ASN1_STRING_type(time.as_ptr().cast()) == GENERALIZED }
}

/// # Safety
///
/// `text` is open.
pub(crate) unsafe fn string_bytes(text: *const ASN1_STRING) -> Vec<u8> {
    // SAFETY: the caller's promise; data and length belong together.
    unsafe {
        let data = openssl_sys::ASN1_STRING_get0_data(text);
        let length = usize::try_from(openssl_sys::ASN1_STRING_length(text)).unwrap_or(0);
        if data.is_null() { Vec::new() } else { std::slice::from_raw_parts(data, length).to_vec() }
    }
}

/// What a certificate may be used for: number, for itself, for authorities, short and long name.
pub struct Purpose {
    pub id: i32,
    pub itself: bool,
    pub authority: bool,
    pub short: Vec<u8>,
    pub long: Vec<u8>,
}

/// All purposes.
pub fn purposes(cert: &X509Ref) -> Vec<Purpose> {
    // SAFETY: the library's table lives for ever; the certificate is open.
    unsafe {
        let row = |index| {
            let purpose = openssl_sys::X509_PURPOSE_get0(index);
            if purpose.is_null() {
                return None;
            }
            let id = openssl_sys::X509_PURPOSE_get_id(purpose);
            let may = |authority| ffi::X509_check_purpose(cert.as_ptr(), id, authority) != 0;
            let short = bytes_of(ffi::X509_PURPOSE_get0_sname(purpose)).unwrap_or_default();
            let long = bytes_of(ffi::X509_PURPOSE_get0_name(purpose)).unwrap_or_default();
            Some(Purpose { id, itself: may(0), authority: may(1), short, long })
        };
        (0..ffi::X509_PURPOSE_get_count()).filter_map(row).collect()
    }
}

/// Extensions by name, as text where the library has one. `None`: one of them is broken.
pub fn extensions(cert: &X509Ref) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    const ALTERNATIVE_NAMES: i32 = 85;
    let mut all = Vec::new();
    // SAFETY: the certificate is open, and its extensions with it.
    unsafe {
        for index in 0..openssl_sys::X509_get_ext_count(cert.as_ptr()) {
            let extension = openssl_sys::X509_get_ext(cert.as_ptr(), index);
            let object = openssl_sys::X509_EXTENSION_get_object(extension);
            let nid = openssl_sys::OBJ_obj2nid(object);
            let name = if nid != 0 { names::short(nid) } else { dotted(object) };
            let text = if nid == ALTERNATIVE_NAMES { alternative_names(cert)? } else { extension_text(extension) };
            all.push((name, text));
        }
    }
    Some(all)
}

/// # Safety
///
/// `object` is open.
unsafe fn dotted(object: *const openssl_sys::ASN1_OBJECT) -> Vec<u8> {
    let mut buffer = [0u8; 256];
    // SAFETY: the caller's promise; the buffer is as long as is said.
    unsafe { openssl_sys::OBJ_obj2txt(buffer.as_mut_ptr().cast(), buffer.len() as i32 - 1, object, 1) };
    buffer.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
}

/// # Safety
///
/// `extension` is open.
unsafe fn extension_text(extension: *mut X509_EXTENSION) -> Vec<u8> {
    // SAFETY: the caller's promise.
    let text = written(|out| unsafe { openssl_sys::X509V3_EXT_print(out, extension, 0, 0) > 0 });
    // SAFETY: as above.
    text.unwrap_or_else(|| unsafe { string_bytes(openssl_sys::X509_EXTENSION_get_data(extension).cast()) })
}

/// `DNS:a, email:b`: texts as they stand, NUL bytes and all.
fn alternative_names(cert: &X509Ref) -> Option<Vec<u8>> {
    let names = cert.subject_alt_names()?;
    let mut parts = Vec::new();
    for name in &names {
        let raw = name.as_ptr();
        // SAFETY: the name is open; the kind tells which string it has.
        let part = unsafe {
            let text = |label: &[u8]| [label, &string_bytes((*raw).d.cast())].concat();
            match (*raw).type_ {
                openssl_sys::GEN_EMAIL => text(b"email:"),
                openssl_sys::GEN_DNS => text(b"DNS:"),
                openssl_sys::GEN_URI => text(b"URI:"),
                _ => written(|out| {
                    ffi::GENERAL_NAME_print(out, raw);
                    true
                })?,
            }
        };
        parts.push(part);
    }
    Some(parts.join(&b", "[..]))
}

/// What the number of a new certificate is.
pub enum Serial<'a> {
    Number(i64),
    /// Hexadecimal digits.
    Hex(&'a [u8]),
}

/// Why no certificate was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IssueError {
    SerialText,
    SerialNumber,
    Signature,
    Other,
}

/// What a new certificate is made of.
pub struct Order<'a> {
    pub request: &'a X509ReqRef,
    pub public_key: &'a Key,
    /// The issuer; `None`: itself.
    pub issuer: Option<&'a X509Ref>,
    pub issuer_key: &'a Key,
    pub days: i64,
    pub serial: Serial<'a>,
    /// Configuration with the section of its extensions.
    pub extensions: Option<(&'a Conf, &'a [u8])>,
    pub digest: Option<MessageDigest>,
}

/// Makes and signs a certificate.
pub fn issue(order: &Order<'_>) -> Result<X509, IssueError> {
    const VERSION_3: i64 = 2;
    // SAFETY: a new certificate that is ours; everything of the order is open, and is copied into it.
    unsafe {
        let raw = openssl_sys::X509_new();
        if raw.is_null() {
            return Err(IssueError::Other);
        }
        let cert = X509::from_ptr(raw);
        openssl_sys::X509_set_version(raw, VERSION_3);
        set_serial(raw, &order.serial)?;
        let subject = openssl_sys::X509_REQ_get_subject_name(order.request.as_ptr());
        let issuer = order.issuer.map_or(raw, |issuer| issuer.as_ptr());
        let done = openssl_sys::X509_set_subject_name(raw, subject) != 0
            && openssl_sys::X509_set_issuer_name(raw, openssl_sys::X509_get_subject_name(issuer)) != 0
            && !openssl_sys::X509_gmtime_adj(openssl_sys::X509_getm_notBefore(raw), 0).is_null()
            && !openssl_sys::X509_gmtime_adj(openssl_sys::X509_getm_notAfter(raw), order.days.saturating_mul(86400)).is_null()
            && openssl_sys::X509_set_pubkey(raw, order.public_key.as_ptr()) != 0;
        if !done {
            return Err(IssueError::Other);
        }
        if let Some((conf, section)) = order.extensions
            && !conf.add_extensions(section, issuer, raw, order.request.as_ptr())
        {
            return Err(IssueError::Other);
        }
        let digest = order.digest.map_or(std::ptr::null(), |digest| digest.as_ptr());
        if openssl_sys::X509_sign(raw, order.issuer_key.as_ptr(), digest) == 0 {
            return Err(IssueError::Signature);
        }
        Ok(cert)
    }
}

/// # Safety
///
/// `cert` is open.
unsafe fn set_serial(cert: *mut openssl_sys::X509, serial: &Serial<'_>) -> Result<(), IssueError> {
    // SAFETY: the caller's promise; the number belongs to the certificate.
    unsafe {
        let place = openssl_sys::X509_get_serialNumber(cert);
        match serial {
            Serial::Number(number) => match ffi::ASN1_INTEGER_set_int64(place, *number) {
                0 => Err(IssueError::SerialNumber),
                _ => Ok(()),
            },
            Serial::Hex(digits) => {
                let mut buffer = [0u8; 256];
                let input = Bio::of_bytes(digits).ok_or(IssueError::SerialText)?;
                match ffi::a2i_ASN1_INTEGER(input.as_ptr(), place, buffer.as_mut_ptr().cast(), buffer.len() as i32) {
                    0 => Err(IssueError::SerialText),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// A request's public key.
pub fn key_of_request(request: &X509ReqRef) -> Option<Key> {
    // SAFETY: the request is open; the key that comes out is ours.
    unsafe { key::from_raw(openssl_sys::X509_REQ_get_pubkey(request.as_ptr())) }
}

/// A certificate's public key.
pub fn key_of(cert: &X509Ref) -> Option<Key> {
    // SAFETY: the certificate is open; the key that comes out is ours.
    unsafe { key::from_raw(openssl_sys::X509_get_pubkey(cert.as_ptr())) }
}

/// Is a request signed by that key? 1, 0, or less than 0 for failures.
pub fn verify_request(request: &X509ReqRef, key: &Key) -> i32 {
    // SAFETY: both are open.
    unsafe { openssl_sys::X509_REQ_verify(request.as_ptr(), key.as_ptr()) }
}

/// Is a certificate signed by that key? 1, 0, or less than 0 for failures.
pub fn verify(cert: &X509Ref, key: &Key) -> i32 {
    // SAFETY: both are open.
    unsafe { openssl_sys::X509_verify(cert.as_ptr(), key.as_ptr()) }
}

/// Reads a request.
pub fn read_request(input: &Bio) -> Option<X509Req> {
    openssl::init();
    // SAFETY: the input is open; no place, no callback.
    let request = unsafe { openssl_sys::PEM_read_bio_X509_REQ(input.as_ptr(), std::ptr::null_mut(), None, std::ptr::null_mut()) };
    // SAFETY: the request is ours.
    (!request.is_null()).then(|| unsafe { X509Req::from_ptr(request) })
}

/// Certificates of a PKCS #12 structure made of these.
pub fn to_pkcs12(cert: &X509Ref, key: &Key, others: Option<&Stack<X509>>, name: Option<&[u8]>, passphrase: &[u8]) -> Option<Vec<u8>> {
    let (name, passphrase) = (name.map(crate::c_string), crate::c_string(passphrase));
    // SAFETY: everything is open and copied; the structure that comes out is freed here.
    unsafe {
        let structure = openssl_sys::PKCS12_create(
            passphrase.as_ptr().cast_mut(),
            name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr()).cast_mut(),
            key.as_ptr(),
            cert.as_ptr(),
            others.map_or(std::ptr::null_mut(), |others| others.as_ptr()),
            0,
            0,
            0,
            0,
            0,
        );
        if structure.is_null() {
            return None;
        }
        let bytes = written(|out| openssl_sys::i2d_PKCS12_bio(out, structure) != 0);
        openssl_sys::PKCS12_free(structure);
        bytes
    }
}
