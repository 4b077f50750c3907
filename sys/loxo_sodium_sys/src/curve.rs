//! Elliptic curves: boxes, key exchange, signatures, Ristretto.

use libsodium_sys as ffi;

use crate::{Done, done, fits, long, ready};

/// Multiplies a point of Curve25519.
pub fn scalarmult(out: &mut [u8; 32], scalar: &[u8; 32], point: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: all are arrays of the size that the function takes.
    done(unsafe { ffi::crypto_scalarmult(out.as_mut_ptr(), scalar.as_ptr(), point.as_ptr()) })
}

/// Multiplies the base point of Curve25519: the public key of a secret one.
pub fn scalarmult_base(out: &mut [u8; 32], scalar: &[u8; 32]) -> Done {
    ready()?;
    // SAFETY: both are arrays of the size that the function takes.
    done(unsafe { ffi::crypto_scalarmult_base(out.as_mut_ptr(), scalar.as_ptr()) })
}

/// Messages for one who has a key pair.
pub mod boxes {
    use super::*;

    const MAC: usize = 16;
    const SEAL: usize = 48;

    pub fn keypair(public: &mut [u8; 32], secret: &mut [u8; 32]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function writes.
        done(unsafe { ffi::crypto_box_keypair(public.as_mut_ptr(), secret.as_mut_ptr()) })
    }

    pub fn seed_keypair(public: &mut [u8; 32], secret: &mut [u8; 32], seed: &[u8; 32]) -> Done {
        ready()?;
        // SAFETY: all are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_box_seed_keypair(public.as_mut_ptr(), secret.as_mut_ptr(), seed.as_ptr()) })
    }

    /// `out` is 16 bytes longer than the message.
    pub fn encrypt(out: &mut [u8], message: &[u8], nonce: &[u8; 24], public: &[u8; 32], secret: &[u8; 32]) -> Done {
        fits(out.len().checked_sub(MAC) == Some(message.len()))?;
        let (from, length) = (message.as_ptr(), long(message));
        // SAFETY: `out` has space for the message and its tag, the arrays have the sizes that the function reads.
        done(unsafe { ffi::crypto_box_easy(out.as_mut_ptr(), from, length, nonce.as_ptr(), public.as_ptr(), secret.as_ptr()) })
    }

    /// `out` is 16 bytes shorter than the ciphertext.
    pub fn decrypt(out: &mut [u8], ciphertext: &[u8], nonce: &[u8; 24], public: &[u8; 32], secret: &[u8; 32]) -> Done {
        fits(ciphertext.len().checked_sub(MAC) == Some(out.len()))?;
        let (from, length) = (ciphertext.as_ptr(), long(ciphertext));
        // SAFETY: `out` has space for the ciphertext without its tag, the arrays have the sizes that the function reads.
        done(unsafe { ffi::crypto_box_open_easy(out.as_mut_ptr(), from, length, nonce.as_ptr(), public.as_ptr(), secret.as_ptr()) })
    }

    /// From nobody; `out` is 48 bytes longer than the message.
    pub fn seal(out: &mut [u8], message: &[u8], public: &[u8; 32]) -> Done {
        fits(out.len().checked_sub(SEAL) == Some(message.len()))?;
        // SAFETY: `out` has space for the message and 48 bytes, the key has the size that the function reads.
        done(unsafe { ffi::crypto_box_seal(out.as_mut_ptr(), message.as_ptr(), long(message), public.as_ptr()) })
    }

    /// `out` is 48 bytes shorter than the ciphertext.
    pub fn seal_open(out: &mut [u8], ciphertext: &[u8], public: &[u8; 32], secret: &[u8; 32]) -> Done {
        fits(ciphertext.len().checked_sub(SEAL) == Some(out.len()))?;
        let (from, length) = (ciphertext.as_ptr(), long(ciphertext));
        // SAFETY: `out` has space for the ciphertext without 48 bytes, the keys have the size that the function reads.
        done(unsafe { ffi::crypto_box_seal_open(out.as_mut_ptr(), from, length, public.as_ptr(), secret.as_ptr()) })
    }
}

/// Two parties agree on a key for each direction.
pub mod exchange {
    use super::*;

    pub fn keypair(public: &mut [u8; 32], secret: &mut [u8; 32]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function writes.
        done(unsafe { ffi::crypto_kx_keypair(public.as_mut_ptr(), secret.as_mut_ptr()) })
    }

    pub fn seed_keypair(public: &mut [u8; 32], secret: &mut [u8; 32], seed: &[u8; 32]) -> Done {
        ready()?;
        // SAFETY: all are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_kx_seed_keypair(public.as_mut_ptr(), secret.as_mut_ptr(), seed.as_ptr()) })
    }

    /// What the client receives with, and what it sends with.
    pub fn client(public: &[u8; 32], secret: &[u8; 32], server: &[u8; 32]) -> Result<[[u8; 32]; 2], crate::Failed> {
        ready()?;
        let [mut receive, mut send] = [[0; 32]; 2];
        let (to, from) = (receive.as_mut_ptr(), send.as_mut_ptr());
        // SAFETY: all are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_kx_client_session_keys(to, from, public.as_ptr(), secret.as_ptr(), server.as_ptr()) })?;
        Ok([receive, send])
    }

    /// What the server receives with, and what it sends with.
    pub fn server(public: &[u8; 32], secret: &[u8; 32], client: &[u8; 32]) -> Result<[[u8; 32]; 2], crate::Failed> {
        ready()?;
        let [mut receive, mut send] = [[0; 32]; 2];
        let (to, from) = (receive.as_mut_ptr(), send.as_mut_ptr());
        // SAFETY: all are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_kx_server_session_keys(to, from, public.as_ptr(), secret.as_ptr(), client.as_ptr()) })?;
        Ok([receive, send])
    }
}

/// Signatures by Ed25519.
pub mod sign {
    use std::ptr;

    use super::*;

    pub const SIGNATURE: usize = 64;

    pub fn keypair(public: &mut [u8; 32], secret: &mut [u8; 64]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function writes.
        done(unsafe { ffi::crypto_sign_keypair(public.as_mut_ptr(), secret.as_mut_ptr()) })
    }

    pub fn seed_keypair(public: &mut [u8; 32], secret: &mut [u8; 64], seed: &[u8; 32]) -> Done {
        ready()?;
        // SAFETY: all are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_sign_seed_keypair(public.as_mut_ptr(), secret.as_mut_ptr(), seed.as_ptr()) })
    }

    /// The public key of a secret one.
    pub fn public_of(public: &mut [u8; 32], secret: &[u8; 64]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_sign_ed25519_sk_to_pk(public.as_mut_ptr(), secret.as_ptr()) })
    }

    /// The signature and the message; `out` is 64 bytes longer than the message.
    pub fn sign(out: &mut [u8], message: &[u8], secret: &[u8; 64]) -> Done {
        fits(out.len().checked_sub(SIGNATURE) == Some(message.len()))?;
        let length = ptr::null_mut();
        // SAFETY: `out` has space for the message and a signature, the key has the size that the function reads.
        done(unsafe { ffi::crypto_sign(out.as_mut_ptr(), length, message.as_ptr(), long(message), secret.as_ptr()) })
    }

    /// The message, if its signature is right; `out` is 64 bytes shorter than what was signed.
    pub fn open(out: &mut [u8], signed: &[u8], public: &[u8; 32]) -> Done {
        let message = signed.get(SIGNATURE..).ok_or(crate::Failed)?;
        fits(out.len() == message.len())?;
        let signature = signed.first_chunk().ok_or(crate::Failed)?;
        verify(signature, message, public)?;
        out.copy_from_slice(message);
        Ok(())
    }

    pub fn detached(out: &mut [u8; 64], message: &[u8], secret: &[u8; 64]) -> Done {
        ready()?;
        let length = ptr::null_mut();
        // SAFETY: the arrays have the sizes that the function takes, the message is as long as is said.
        done(unsafe { ffi::crypto_sign_detached(out.as_mut_ptr(), length, message.as_ptr(), long(message), secret.as_ptr()) })
    }

    pub fn verify(signature: &[u8; 64], message: &[u8], public: &[u8; 32]) -> Done {
        ready()?;
        // SAFETY: the arrays have the sizes that the function takes, the message is as long as is said.
        done(unsafe { ffi::crypto_sign_verify_detached(signature.as_ptr(), message.as_ptr(), long(message), public.as_ptr()) })
    }

    /// The same secret key for Curve25519.
    pub fn secret_to_curve25519(out: &mut [u8; 32], secret: &[u8; 64]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_sign_ed25519_sk_to_curve25519(out.as_mut_ptr(), secret.as_ptr()) })
    }

    /// The same public key for Curve25519.
    pub fn public_to_curve25519(out: &mut [u8; 32], public: &[u8; 32]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_sign_ed25519_pk_to_curve25519(out.as_mut_ptr(), public.as_ptr()) })
    }
}

/// Ristretto255: a group of prime order, and numbers modulo that order.
pub mod ristretto {
    use super::*;

    macro_rules! checked {
        ($($(#[$doc:meta])* $name:ident ($($argument:ident),*) = $function:ident;)*) => {$(
            $(#[$doc])*
            pub fn $name(out: &mut [u8; 32] $(, $argument: &[u8; 32])*) -> Done {
                ready()?;
                // SAFETY: all are arrays of the size that the function takes.
                done(unsafe { ffi::$function(out.as_mut_ptr() $(, $argument.as_ptr())*) })
            }
        )*};
    }

    macro_rules! sure {
        ($($(#[$doc:meta])* $name:ident ($($argument:ident),*) = $function:ident;)*) => {$(
            $(#[$doc])*
            pub fn $name(out: &mut [u8; 32] $(, $argument: &[u8; 32])*) -> Done {
                ready()?;
                // SAFETY: all are arrays of the size that the function takes.
                unsafe { ffi::$function(out.as_mut_ptr() $(, $argument.as_ptr())*) };
                Ok(())
            }
        )*};
    }

    checked! {
        /// The sum of points.
        add(p, q) = crypto_core_ristretto255_add;
        /// The difference of points.
        sub(p, q) = crypto_core_ristretto255_sub;
        /// `1 / s`; fails for 0.
        scalar_invert(s) = crypto_core_ristretto255_scalar_invert;
        /// A point times a number; fails where that is the identity.
        multiply(n, p) = crypto_scalarmult_ristretto255;
        /// The base point times a number; fails for 0.
        multiply_base(n) = crypto_scalarmult_ristretto255_base;
    }

    sure! {
        /// A random point.
        random() = crypto_core_ristretto255_random;
        /// A random number.
        scalar_random() = crypto_core_ristretto255_scalar_random;
        /// `-s`
        scalar_negate(s) = crypto_core_ristretto255_scalar_negate;
        /// `1 - s`
        scalar_complement(s) = crypto_core_ristretto255_scalar_complement;
        scalar_add(x, y) = crypto_core_ristretto255_scalar_add;
        scalar_sub(x, y) = crypto_core_ristretto255_scalar_sub;
        scalar_mul(x, y) = crypto_core_ristretto255_scalar_mul;
    }

    /// The point of a hash.
    pub fn from_hash(out: &mut [u8; 32], hash: &[u8; 64]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function takes.
        done(unsafe { ffi::crypto_core_ristretto255_from_hash(out.as_mut_ptr(), hash.as_ptr()) })
    }

    /// A long number modulo the order.
    pub fn scalar_reduce(out: &mut [u8; 32], number: &[u8; 64]) -> Done {
        ready()?;
        // SAFETY: both are arrays of the size that the function takes.
        unsafe { ffi::crypto_core_ristretto255_scalar_reduce(out.as_mut_ptr(), number.as_ptr()) };
        Ok(())
    }

    pub fn is_valid_point(point: &[u8; 32]) -> bool {
        // SAFETY: it is an array of the size that the function reads.
        ready().is_ok() && unsafe { ffi::crypto_core_ristretto255_is_valid_point(point.as_ptr()) } == 1
    }
}
