//! What `__toString()` of reflection objects gives.

pub(crate) mod class;
pub(crate) mod extension;
pub(crate) mod function;
pub(crate) mod members;
pub(crate) mod value;

/// Appends pieces of text and bytes.
macro_rules! put {
    ($out:expr, $($part:expr),+ $(,)?) => {{
        $(<Vec<u8>>::extend_from_slice($out, AsRef::<[u8]>::as_ref(&$part));)+
    }};
}
pub(crate) use put;
