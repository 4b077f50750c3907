//! PHP's gd extension: draws, changes, reads and writes images, as libgd does and pixel by pixel the same.
//!
//! Modules: `image` (pixels and how colours meet), `color`, `draw`, `fill`, `copy`, `crop`, `scale` and `kernels`, `rotate`, `filters`,
//! `quantize`, `font` and `text`, `codecs` (formats), `api` (the functions). All but the last know nothing of programs: what they have to
//! say goes to a `Log`. Pixels are libgd's, to the last bit, wherever somebody can see them; they count towards `memory_limit`.
//!
//! Drawing never runs PHP code. A brush or tile is copied when something is drawn with it. PNG, GIF, BMP, WBMP, XBM, XPM, TGA and gd's own formats are
//! read and written here (PNG is decoded by the `png` crate); JPEG, WebP, AVIF and FreeType are `loxo_gd_sys`.
#![forbid(unsafe_code)]

mod api;
pub mod codecs;
mod color;
mod copy;
mod crop;
mod draw;
mod fill;
mod filters;
mod font;
pub mod generated;
pub mod image;
mod kernels;
pub mod log;
mod quantize;
mod rotate;
mod scale;
mod text;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "gd",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| {
        let rows = [("GD Support", "enabled"), ("GD headers Version", "2.3.3"), ("GD library Version", "2.3.3")];
        let text = [("FreeType Support", "enabled"), ("FreeType Linkage", "with freetype")];
        let formats = api::images::SUPPORT.iter().filter(|(_, has)| *has).map(|(name, _)| (*name, "enabled"));
        rows.into_iter().chain(text).chain(formats).map(|(name, value)| (name.into(), value.into())).collect()
    }),
};
