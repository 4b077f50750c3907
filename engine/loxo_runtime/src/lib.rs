//! What a builtin sees: the request context [`Cx`], functions and classes, coercion, operators, errors, output, ini settings.
//!
//! Knows nothing of bytecode execution: whatever needs the interpreter goes through [`VmHooks`], which the VM installs. Has no unsafe code;
//! extensions need nothing but this crate.
#![forbid(unsafe_code)]

pub mod args;
mod class;
pub mod codecache;
mod cx;
pub mod deadline;
pub mod display;
mod editor;
mod entry_kind;
mod enums;
pub mod environment;
pub mod error;
mod ext;
mod func;
pub mod headless;
mod hooks;
mod names;
mod reflect;
pub mod registry;
mod request_info;
mod sapi;
mod short;
pub mod source_encoding;
pub mod stack_limit;

pub mod compare;
pub mod convert;
pub mod elements;
pub mod find;
pub mod ini;
pub mod internal_iterator;
pub mod iterate;
pub mod link;
pub mod locale;
pub mod object;
pub mod operators;
pub mod output;
pub mod paths;
pub mod types;
pub mod web;

#[cfg(test)]
mod tests;

pub use args::{IntoValue, OrFalse, RefArg};
pub use class::*;
pub use cx::{CallsInARow, Cx, Declared, Ending, ExtSlot, class_of};
pub use editor::{LineEditor, Typed};
pub use entry_kind::EntryKind;
pub use enums::EnumMethods;
pub use error::{
    ErrorLevel, ErrorState, LastError, Phase, PhpResult, Thrown, WarningsThrow, escape_html, throwable_slot, throwable_to_string,
    trace_to_string,
};
pub use ext::*;
pub use func::*;
pub use hooks::{LastCall, LocalsOp, Site, VmHooks};
pub use loxo_base::{base64, civil, hex, stack};
pub use loxo_bytecode::{BinaryOp, ClassFlags, FnFlags, MemberFlags, TypeMask, TypeSpec};
pub use loxo_value as value;
pub use loxo_value::{
    IStr, Key, KeyRef, Native, PhpArray, PhpObject, PhpRef, PhpResource, PhpStr, StrBuilder, Tag, Tracer, Value, memory_limit,
};
pub use names::{ClassId, ConstId, FnId, Names, Numbered};
pub use reflect::{AttributeArg, AttributeInfo, Attributed, Reflect};
pub use registry::Registry;
pub use request_info::RequestInfo;
pub use sapi::{ResponseHead, Sapi};
pub use short::Short;
