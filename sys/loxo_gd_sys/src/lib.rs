//! The C libraries behind images, safe to call: JPEG (libjpeg-turbo's code, as MozJPEG carries it, with its own inventions turned off), WebP,
//! AVIF and FreeType. They know nothing of PHP or of gd; memory that images need is the caller's, who is asked before it is needed.

pub mod avif;
pub mod freetype;
pub mod jpeg;
pub mod webp;

// FreeType reads compressed fonts with it.
use libz_sys as _;
