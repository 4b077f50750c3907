//! The table behind `Cx::hooks`: what the interpreter does, and what is done here.

use loxo_bytecode::IncludeKind;
use loxo_runtime::VmHooks;
use loxo_value::PhpStr;
use loxo_vm::{Loader, Variables};

use crate::sources::sources;

pub static HOOKS: VmHooks = loxo_vm::hooks(Loader {
    include: |cx, path, kind| crate::include::include(cx, path, IncludeKind::of(kind), Variables::OfCaller),
    included_files: |cx| sources(cx).files.paths().map(|path| PhpStr::new(&path)).collect(),
    code_cache: crate::code_cache::HOOKS,
});
