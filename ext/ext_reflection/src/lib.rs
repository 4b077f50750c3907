//! PHP's Reflection: classes, functions, their parts and types as objects; attributes; lazy objects.
//!
//! What a class or function is stands in the linked tables of the run time; positions, doc comments, attributes and what runs at present
//! come from the VM through `VmHooks::reflect`.
#![forbid(unsafe_code)]

mod prelude;

mod attribute;
mod class;
mod class_constant;
mod constant;
mod enums;
mod export;
mod extension;
mod fiber;
mod function;
mod function_abstract;
pub mod generated;
mod generator;
mod invoke;
mod method;
mod origin;
mod parameter;
mod property;
mod reference;
mod reflection;
mod subject;
mod types;
mod zend_extension;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "Reflection",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("Reflection".into(), "enabled".into())]),
};
