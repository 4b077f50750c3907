//! Keys, and what is done with them.

use std::ffi::{c_char, c_int, c_void};

use foreign_types::{ForeignType, ForeignTypeRef};
use openssl::bn::{BigNum, BigNumRef};
use openssl::hash::MessageDigest;
use openssl::pkey_ctx::PkeyCtx;
use openssl::rsa::Padding;
use openssl_sys::{EVP_PKEY, EVP_PKEY_CTX};

use crate::bio::{Bio, written};
use crate::cipher::Cipher;
use crate::{Key, c_string, ffi, keep, names};

/// Takes over a key that the library made.
///
/// # Safety
///
/// `key` is null, or open and nobody else's.
pub(crate) unsafe fn from_raw(key: *mut EVP_PKEY) -> Option<Key> {
    // SAFETY: the caller's promise.
    (!key.is_null()).then(|| unsafe { Key::from_ptr(key) })
}

/// Hands the passphrase to the library.
unsafe extern "C" fn passphrase_callback(buffer: *mut c_char, size: c_int, _: c_int, passphrase: *mut c_void) -> c_int {
    // SAFETY: the library hands over its buffer with its size, and what `read_private` gave it.
    unsafe {
        let Some(passphrase) = *passphrase.cast::<Option<&[u8]>>() else { return -1 };
        let length = passphrase.len().min(usize::try_from(size).unwrap_or(0));
        std::ptr::copy_nonoverlapping(passphrase.as_ptr(), buffer.cast(), length);
        length as c_int
    }
}

/// Reads a private key.
pub fn read_private(input: &Bio, passphrase: Option<&[u8]>) -> Option<Key> {
    openssl::init();
    let mut passphrase = passphrase;
    // SAFETY: the input is open; the callback takes the passphrase, which outlives the call; the key that comes out is ours.
    unsafe {
        let argument = (&raw mut passphrase).cast();
        from_raw(openssl_sys::PEM_read_bio_PrivateKey(input.as_ptr(), std::ptr::null_mut(), Some(passphrase_callback), argument))
    }
}

/// Reads a public key.
pub fn read_public(input: &Bio) -> Option<Key> {
    openssl::init();
    // SAFETY: the input is open; no place, no callback; the key that comes out is ours.
    unsafe { from_raw(openssl_sys::PEM_read_bio_PUBKEY(input.as_ptr(), std::ptr::null_mut(), None, std::ptr::null_mut())) }
}

/// Writes a private key, encrypted if a cipher is given. False: that failed.
pub fn write_private(out: &Bio, key: &Key, cipher: Option<&Cipher>, passphrase: &[u8]) -> bool {
    let cipher = cipher.map_or(std::ptr::null(), Cipher::as_ptr);
    // SAFETY: output and key are open, the passphrase is as long as is said.
    unsafe {
        openssl_sys::PEM_write_bio_PrivateKey(
            out.as_ptr(),
            key.as_ptr(),
            cipher,
            passphrase.as_ptr(),
            i32::try_from(passphrase.len()).unwrap_or(i32::MAX),
            None,
            std::ptr::null_mut(),
        ) != 0
    }
}

/// A public key as text.
pub fn public_text(key: &Key) -> Option<Vec<u8>> {
    // SAFETY: output and key are open.
    written(|out| unsafe { openssl_sys::PEM_write_bio_PUBKEY(out, key.as_ptr()) != 0 })
}

/// The public part alone.
pub fn public_part(key: &Key) -> Option<Key> {
    read_public(&Bio::of_bytes(&public_text(key)?)?)
}

/// Kind of a key (`EVP_PKEY_*`); 0: unknown.
pub fn kind(key: &Key) -> i32 {
    const BY_PROVIDER: i32 = -1;
    // SAFETY: the key is open; names of types live as long.
    unsafe {
        if openssl_sys::EVP_PKEY_id(key.as_ptr()) != BY_PROVIDER {
            return ffi::EVP_PKEY_get_base_id(key.as_ptr());
        }
        crate::bytes_of(ffi::EVP_PKEY_get0_type_name(key.as_ptr())).map_or(0, |name| names::nid(&name))
    }
}

/// A number among a key's parameters, big-endian.
pub fn number(key: &Key, name: &str) -> Option<Vec<u8>> {
    let name = c_string(name.as_bytes());
    crate::errors::ignoring(|| {
        let mut number = std::ptr::null_mut();
        // SAFETY: the key is open, the name a C string; the number that comes out is ours.
        unsafe {
            (openssl_sys::EVP_PKEY_get_bn_param(key.as_ptr(), name.as_ptr(), &raw mut number) > 0)
                .then(|| BigNum::from_ptr(number).to_vec())
        }
    })
}

/// A text among a key's parameters.
pub fn text(key: &Key, name: &str) -> Option<Vec<u8>> {
    let name = c_string(name.as_bytes());
    let (mut buffer, mut length) = ([0u8; 64], 0);
    crate::errors::ignoring(|| {
        // SAFETY: the key is open, the name a C string, the buffer as long as is said.
        let found = unsafe {
            openssl_sys::EVP_PKEY_get_utf8_string_param(
                key.as_ptr(),
                name.as_ptr(),
                buffer.as_mut_ptr().cast(),
                buffer.len(),
                &raw mut length,
            )
        };
        (found > 0).then(|| buffer[..length.min(buffer.len())].to_vec())
    })
}

/// Bytes among a key's parameters.
pub fn bytes(key: &Key, name: &str) -> Option<Vec<u8>> {
    let name = c_string(name.as_bytes());
    let (mut buffer, mut length) = ([0u8; 64], 0);
    crate::errors::ignoring(|| {
        // SAFETY: the key is open, the name a C string, the buffer as long as is said.
        let found = unsafe {
            openssl_sys::EVP_PKEY_get_octet_string_param(key.as_ptr(), name.as_ptr(), buffer.as_mut_ptr(), buffer.len(), &raw mut length)
        };
        (found > 0).then(|| buffer[..length.min(buffer.len())].to_vec())
    })
}

/// A parameter that a key is made of.
pub enum Param<'a> {
    Number(&'a str, &'a BigNumRef),
    Text(&'a str, &'a str),
    Bytes(&'a str, &'a [u8]),
}

/// Makes a key of a kind from its parameters.
pub fn from_params(kind: i32, params: &[Param<'_>]) -> Option<Key> {
    const KEY_PAIR: i32 = 0x87;
    openssl::init();
    // SAFETY: builder, parameters and context are made and freed here; what they are made of outlives them; the key that comes out is ours.
    unsafe {
        let builder = openssl_sys::OSSL_PARAM_BLD_new();
        if builder.is_null() {
            return None;
        }
        let names: Vec<_> = params
            .iter()
            .map(|param| match param {
                Param::Number(name, _) | Param::Text(name, _) | Param::Bytes(name, _) => c_string(name.as_bytes()),
            })
            .collect();
        for (param, name) in params.iter().zip(&names) {
            match param {
                Param::Number(_, number) => openssl_sys::OSSL_PARAM_BLD_push_BN(builder, name.as_ptr(), number.as_ptr()),
                Param::Text(_, text) => {
                    openssl_sys::OSSL_PARAM_BLD_push_utf8_string(builder, name.as_ptr(), text.as_ptr().cast(), text.len())
                }
                Param::Bytes(_, bytes) => {
                    openssl_sys::OSSL_PARAM_BLD_push_octet_string(builder, name.as_ptr(), bytes.as_ptr().cast(), bytes.len())
                }
            };
        }
        let built = openssl_sys::OSSL_PARAM_BLD_to_param(builder);
        let context = openssl_sys::EVP_PKEY_CTX_new_id(kind, std::ptr::null_mut());
        let mut key = std::ptr::null_mut();
        let made = !built.is_null()
            && !context.is_null()
            && openssl_sys::EVP_PKEY_fromdata_init(context) > 0
            && openssl_sys::EVP_PKEY_fromdata(context, &raw mut key, KEY_PAIR, built) > 0;
        openssl_sys::EVP_PKEY_CTX_free(context);
        openssl_sys::OSSL_PARAM_free(built);
        openssl_sys::OSSL_PARAM_BLD_free(builder);
        if made { from_raw(key) } else { None }
    }
}

/// A new key with the parameters of another one.
pub fn generate_like(params: &Key) -> Option<Key> {
    let mut context = keep(PkeyCtx::new(params))?;
    keep(context.keygen_init())?;
    keep(context.keygen())
}

/// What a new key is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewKey {
    Rsa {
        bits: u32,
    },
    Dsa {
        bits: u32,
    },
    Dh {
        bits: u32,
    },
    Ec {
        curve: i32,
    },
    /// X25519 and its kin, by number.
    Modern {
        kind: i32,
    },
}

/// Makes a new key.
pub fn generate(wanted: NewKey) -> Option<Key> {
    openssl::init();
    let kind = match wanted {
        NewKey::Rsa { .. } => openssl_sys::EVP_PKEY_RSA,
        NewKey::Dsa { .. } => openssl_sys::EVP_PKEY_DSA,
        NewKey::Dh { .. } => openssl_sys::EVP_PKEY_DH,
        NewKey::Ec { .. } => openssl_sys::EVP_PKEY_EC,
        NewKey::Modern { kind } => kind,
    };
    let mut context = keep(PkeyCtx::new_id(openssl::pkey::Id::from_raw(kind)))?;
    match wanted {
        NewKey::Rsa { bits } => {
            keep(context.keygen_init())?;
            keep(context.set_rsa_keygen_bits(bits))?;
            return keep(context.keygen());
        }
        NewKey::Modern { .. } => {
            keep(context.keygen_init())?;
            return keep(context.keygen());
        }
        NewKey::Dsa { bits } => {
            keep(context.paramgen_init())?;
            keep(context.set_dsa_paramgen_bits(bits))?;
        }
        NewKey::Dh { bits } => {
            keep(context.paramgen_init())?;
            keep(context.set_dh_paramgen_prime_len(bits))?;
        }
        NewKey::Ec { curve } => {
            keep(context.paramgen_init())?;
            keep(context.set_ec_paramgen_curve_nid(openssl::nid::Nid::from_raw(curve)))?;
        }
    }
    let params = keep(context.paramgen())?;
    // SAFETY: the parameters are a key that is ours; counting it up makes a second owner.
    let params = unsafe {
        openssl_sys::EVP_PKEY_up_ref(params.as_ptr());
        from_raw(params.as_ptr())?
    };
    generate_like(&params)
}

/// Frees a context when it goes.
struct Context(*mut EVP_PKEY_CTX);

impl Context {
    fn new(key: &Key) -> Option<Context> {
        // SAFETY: the key is open.
        let context = unsafe { openssl_sys::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()) };
        (!context.is_null()).then_some(Context(context))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is open, and is not used after this.
        unsafe { openssl_sys::EVP_PKEY_CTX_free(self.0) };
    }
}

/// The secret that two keys share. `length` 0: as long as it is.
pub fn derive(key: &Key, peer: &Key, length: usize) -> Option<Vec<u8>> {
    let context = Context::new(key)?;
    let mut length = length;
    // SAFETY: context and keys are open; the buffer is as long as is said.
    unsafe {
        let ready = openssl_sys::EVP_PKEY_derive_init(context.0) > 0
            && openssl_sys::EVP_PKEY_derive_set_peer(context.0, peer.as_ptr()) > 0
            && (length != 0 || openssl_sys::EVP_PKEY_derive(context.0, std::ptr::null_mut(), &raw mut length) > 0);
        if !ready {
            return None;
        }
        let mut secret = vec![0; length];
        let derived = openssl_sys::EVP_PKEY_derive(context.0, secret.as_mut_ptr(), &raw mut length) > 0;
        secret.truncate(length);
        derived.then_some(secret)
    }
}

/// The secret that a key shares with the owner of these public bytes.
pub fn derive_from_public(key: &Key, public: &[u8]) -> Option<Vec<u8>> {
    // SAFETY: the peer is made here and ours; the bytes are as many as is said.
    let peer = unsafe {
        let peer = from_raw(openssl_sys::EVP_PKEY_new())?;
        let ready = openssl_sys::EVP_PKEY_copy_parameters(peer.as_ptr(), key.as_ptr()) > 0
            && ffi::EVP_PKEY_set1_encoded_public_key(peer.as_ptr(), public.as_ptr(), public.len()) > 0;
        ready.then_some(peer)?
    };
    derive(key, &peer, 0)
}

/// What RSA does with data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rsa {
    PrivateEncrypt,
    PrivateDecrypt,
    PublicEncrypt,
    PublicDecrypt,
}

/// One of RSA's operations.
pub fn rsa(operation: Rsa, key: &Key, padding: i32, data: &[u8]) -> Option<Vec<u8>> {
    let mut context = keep(PkeyCtx::new(key))?;
    keep(match operation {
        Rsa::PrivateEncrypt => context.sign_init(),
        Rsa::PrivateDecrypt => context.decrypt_init(),
        Rsa::PublicEncrypt => context.encrypt_init(),
        Rsa::PublicDecrypt => context.verify_recover_init(),
    })?;
    keep(context.set_rsa_padding(Padding::from_raw(padding)))?;
    let mut out = vec![0; key.size()];
    let length = keep(match operation {
        Rsa::PrivateEncrypt => context.sign(data, Some(&mut out)),
        Rsa::PrivateDecrypt => context.decrypt(data, Some(&mut out)),
        Rsa::PublicEncrypt => context.encrypt(data, Some(&mut out)),
        Rsa::PublicDecrypt => context.verify_recover(data, Some(&mut out)),
    })?;
    out.truncate(length);
    Some(out)
}

/// Signs. Without digest: the key's own.
pub fn sign(key: &Key, digest: Option<MessageDigest>, data: &[u8]) -> Option<Vec<u8>> {
    use openssl::sign::Signer;
    let mut signer = keep(match digest {
        Some(digest) => Signer::new(digest, key),
        None => Signer::new_without_digest(key),
    })?;
    keep(signer.sign_oneshot_to_vec(data))
}

/// Is this a signature of the data? 1, 0, or less than 0 for failures.
pub fn verify(key: &Key, digest: Option<MessageDigest>, signature: &[u8], data: &[u8]) -> Result<i32, i32> {
    let digest = digest.map_or(std::ptr::null(), |digest| digest.as_ptr());
    // SAFETY: the context is made and freed here; the key is open; the slices are as long as is said.
    unsafe {
        let context = openssl_sys::EVP_MD_CTX_new();
        if context.is_null() {
            return Err(0);
        }
        let mut result = Err(0);
        if openssl_sys::EVP_DigestVerifyInit(context, std::ptr::null_mut(), digest, std::ptr::null_mut(), key.as_ptr()) > 0 {
            let answer = openssl_sys::EVP_DigestVerify(context, signature.as_ptr(), signature.len(), data.as_ptr(), data.len());
            result = if answer < 0 { Err(answer) } else { Ok(answer) };
        }
        openssl_sys::EVP_MD_CTX_free(context);
        result
    }
}

/// The public number of a private one, for Diffie and Hellman's method.
pub fn dh_public(private: &BigNumRef, generator: &BigNumRef, prime: &BigNumRef) -> Option<BigNum> {
    let mut context = keep(openssl::bn::BigNumContext::new())?;
    let mut public = keep(BigNum::new())?;
    let mut private = keep(private.to_owned())?;
    private.set_const_time();
    keep(public.mod_exp(generator, &private, prime, &mut context))?;
    Some(public)
}

/// A public key among the others.
pub fn of_public(key: openssl::pkey::PKey<openssl::pkey::Public>) -> Key {
    // SAFETY: the key is ours, and given up here; what it lacks, the library refuses to use.
    unsafe {
        let raw = key.as_ptr();
        std::mem::forget(key);
        Key::from_ptr(raw)
    }
}
