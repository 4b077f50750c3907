//! PHP's random extension: `mt_rand()` and its like, and the engines and the randomizer of the namespace `Random`.
//!
//! The request's own generator, which `shuffle()` and others share, is in [`loxo_random`], and so are the algorithms that use one.
#![forbid(unsafe_code)]

mod engines;
mod functions;
mod gamma;
pub mod generated;
mod mt19937;
mod pcg;
mod randomizer;
mod xoshiro;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "random",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: None,
};
