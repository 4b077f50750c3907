//! The list of extensions, and what the compiler learns of their functions and constants.
//!
//! A new extension is a dependency and a line in [`EXTENSIONS`]; nothing else in the workspace names extensions.
#![forbid(unsafe_code)]

mod names;

use loxo_bytecode::Const;
use loxo_compiler::{BuiltinFn, Builtins};
use loxo_runtime::registry::NumberedNames;
use loxo_runtime::{BuiltinFlags, ConstId, Extension, FnFlags, FnId, Func, Registry};

use names::numbered;

/// All extensions, those that others build on first; `get_loaded_extensions()` has this order.
#[rustfmt::skip]
pub static EXTENSIONS: &[&Extension] = &[
    &ext_core::EXTENSION,
    &INTERPRETER,
    &ext_date::EXTENSION,
    &ext_standard::EXTENSION,
    &ext_json::EXTENSION,
    &ext_pcre::EXTENSION,
    &ext_ctype::EXTENSION,
    &ext_reflection::EXTENSION,
    &ext_random::EXTENSION,
    &ext_hash::EXTENSION,
    &ext_mbstring::EXTENSION,
    &ext_intl::EXTENSION,
    &ext_tokenizer::EXTENSION,
    &ext_spl::EXTENSION,
    // Extensions that store sessions register themselves before the session extension starts.
    &ext_memcached::EXTENSION,
    &ext_memcache::EXTENSION,
    &ext_session::EXTENSION,
    &ext_filter::EXTENSION,
    &ext_libxml::EXTENSION,
    &ext_dom::EXTENSION,
    &ext_simplexml::EXTENSION,
    &ext_xml::EXTENSION,
    &ext_posix::EXTENSION,
    &ext_zlib::EXTENSION,
    &ext_iconv::EXTENSION,
    &ext_openssl::EXTENSION,
    &ext_bz2::EXTENSION,
    &ext_sodium::EXTENSION,
    &ext_phar::EXTENSION,
    &ext_zip::EXTENSION,
    &ext_curl::EXTENSION,
    &ext_calendar::EXTENSION,
    &ext_gd::EXTENSION,
    &ext_gettext::EXTENSION,
    &ext_xmlreader::EXTENSION,
    &ext_xmlwriter::EXTENSION,
    &ext_bcmath::EXTENSION,
    &ext_gmp::EXTENSION,
    &ext_igbinary::EXTENSION,
    &ext_exif::EXTENSION,
    &ext_msgpack::EXTENSION,
    &ext_fileinfo::EXTENSION,
    &ext_sockets::EXTENSION,
    &ext_sysvmsg::EXTENSION,
    &ext_sysvsem::EXTENSION,
    &ext_sysvshm::EXTENSION,
    &ext_shmop::EXTENSION,
    &ext_opcache::EXTENSION,
    &ext_sqlite3::EXTENSION,
    &ext_mysqli::CLIENT,
    &ext_mysqli::EXTENSION,
    &ext_pdo::EXTENSION,
    &ext_pdo_mysql::EXTENSION,
    &ext_pdo_sqlite::EXTENSION,
    &ext_apcu::EXTENSION,
    &ext_redis::EXTENSION,
    &ext_xhprof::EXTENSION,
    &ext_excimer::EXTENSION,
    &ext_pcov::EXTENSION,
];

/// The classes that belong to the interpreter. PHP counts them among its core.
static INTERPRETER: Extension = Extension {
    name: "Core",
    version: ext_core::EXTENSION.version,
    functions: loxo_vm::generated::FUNCTIONS,
    classes: loxo_vm::generated::CLASSES,
    constants: loxo_vm::generated::CONSTANTS,
    ini: loxo_vm::generated::INI,
    request_start: None,
    request_end: None,
    info: None,
};

/// The names of what [`EXTENSIONS`] declare.
static NAMES: NumberedNames = NumberedNames {
    functions: numbered!(EXTENSIONS, functions, FnId),
    classes: numbered!(EXTENSIONS, classes, ClassId),
    constants: numbered!(EXTENSIONS, constants, ConstId),
};

/// Links all extensions, and the functions that exist under this server interface (`PHP_SAPI`) only; see [`Registry::build`].
pub fn register(sapi: &str) -> Result<&'static Registry, String> {
    // A server's processes and signals are not its scripts' affair, and nobody types there.
    let own: &[&Extension] = if sapi == "cli" { &[&ext_pcntl::EXTENSION, &ext_readline::EXTENSION] } else { &[] };
    let all: Vec<&Extension> = EXTENSIONS.iter().chain(own).copied().chain(ext_sapi::extension(sapi)).collect();
    Registry::build(&all, &NAMES)
}

/// The registry as the compiler sees it.
#[derive(Clone, Copy)]
pub struct RegistryBuiltins(pub &'static Registry);

impl Builtins for RegistryBuiltins {
    fn function(&self, lowercase_name: &[u8]) -> Option<BuiltinFn> {
        self.0.function(FnId::find(lowercase_name)?).map(facts)
    }

    fn constant(&self, name: &[u8]) -> Option<Const> {
        loxo_units::to_const(self.0.constant(ConstId::find(name)?)?.get())
    }
}

fn facts(func: &'static Func) -> BuiltinFn {
    let flags = func.builtin.map_or(BuiltinFlags::default(), |row| row.flags);
    let mut ref_params = 0;
    for (index, param) in func.params.iter().enumerate() {
        if param.by_ref || param.prefer_ref {
            // A variadic parameter takes all arguments from its own on.
            ref_params |= if param.variadic { u64::MAX << index.min(62) } else { 1 << index.min(62) };
        }
    }
    BuiltinFn {
        min_args: func.required,
        max_args: (!func.is_variadic()).then_some(func.num_params),
        ref_params,
        prefer_ref: func.params.iter().any(|param| param.prefer_ref),
        needs_frame: flags.has(BuiltinFlags::NEEDS_FRAME),
        pure: flags.has(BuiltinFlags::PURE),
        constant: flags.has(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: func.flags.has(FnFlags::DEPRECATED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_classes_can_be_linked() {
        assert_eq!(register("cli").expect("are numbered").link_all(), Ok(()));
    }

    #[test]
    fn names_are_numbered_as_the_rows_are() {
        register("cli").expect("are numbered");
        let names: Vec<&str> = EXTENSIONS.iter().flat_map(|extension| extension.functions).map(|row| row.name).collect();
        assert_eq!(names, NAMES.functions.names);
        let names: Vec<&str> = EXTENSIONS.iter().flat_map(|extension| extension.constants).map(|row| row.name).collect();
        assert_eq!(names, NAMES.constants.names);
    }

    #[test]
    fn the_compiler_learns_what_it_needs() {
        let known = RegistryBuiltins(register("cli").expect("are numbered"));
        let facts = known.function(b"func_get_args").expect("is known");
        assert!(facts.needs_frame && facts.max_args == Some(0));
        let facts = known.function(b"strcmp").expect("is known");
        assert!(facts.pure && facts.min_args == 2 && !facts.by_ref(0));
        assert_eq!(known.constant(b"E_ALL"), Some(Const::Int(30719)));
        // Its use must be reported when it happens.
        assert_eq!(known.constant(b"E_STRICT"), None);
    }
}
