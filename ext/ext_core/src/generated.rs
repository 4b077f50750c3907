//! The builtins of this crate. Made by `cargo xtask codegen` from `stubs/*.php`; edit those.
#![allow(unused_imports)]

use loxo_runtime::{
    Behaviour, Body, BuiltinAttribute, BuiltinClass, BuiltinConst, BuiltinFlags, BuiltinFn, BuiltinParam, BuiltinProperty, ClassFlags,
    ConstInit, Cx, IniAccess, IniEntry, IntoValue, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, TypeMask, Value, args,
};

pub static FUNCTIONS: &[BuiltinFn] = &[
    BuiltinFn {
        name: "get_class",
        params: &[BuiltinParam {
            name: "object",
            ty: "object",
            default: None,
            value: None,
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_get_class),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_called_class",
        params: &[],
        ret: "string",
        thunk: Body::Builtin(thunk_get_called_class),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_parent_class",
        params: &[BuiltinParam {
            name: "object_or_class",
            ty: "object|string",
            default: None,
            value: None,
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_get_parent_class),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_subclass_of",
        params: &[
            BuiltinParam {
                name: "object_or_class",
                ty: "mixed",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "class",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "allow_string",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_subclass_of),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_a",
        params: &[
            BuiltinParam {
                name: "object_or_class",
                ty: "mixed",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "class",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "allow_string",
                ty: "bool",
                default: Some("false"),
                value: Some(ConstInit::Bool(false)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_a),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_class_vars",
        params: &[BuiltinParam {
            name: "class",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_class_vars),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_object_vars",
        params: &[BuiltinParam {
            name: "object",
            ty: "object",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_object_vars),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_mangled_object_vars",
        params: &[BuiltinParam {
            name: "object",
            ty: "object",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_mangled_object_vars),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_class_methods",
        params: &[BuiltinParam {
            name: "object_or_class",
            ty: "object|string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_class_methods),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "method_exists",
        params: &[
            BuiltinParam {
                name: "object_or_class",
                ty: "",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "method",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_method_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "property_exists",
        params: &[
            BuiltinParam {
                name: "object_or_class",
                ty: "",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "property",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_property_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "class_exists",
        params: &[
            BuiltinParam {
                name: "class",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "autoload",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_class_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "interface_exists",
        params: &[
            BuiltinParam {
                name: "interface",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "autoload",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_interface_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "trait_exists",
        params: &[
            BuiltinParam {
                name: "trait",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "autoload",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_trait_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "enum_exists",
        params: &[
            BuiltinParam {
                name: "enum",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "autoload",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_enum_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "class_alias",
        params: &[
            BuiltinParam {
                name: "class",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "alias",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "autoload",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_class_alias),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_declared_classes",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_declared_classes),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_declared_traits",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_declared_traits),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_declared_interfaces",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_declared_interfaces),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "define",
        params: &[
            BuiltinParam {
                name: "constant_name",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "value",
                ty: "mixed",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "case_insensitive",
                ty: "bool",
                default: Some("false"),
                value: Some(ConstInit::Bool(false)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_define),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "defined",
        params: &[BuiltinParam {
            name: "constant_name",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_defined),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_defined_constants",
        params: &[BuiltinParam {
            name: "categorize",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_defined_constants),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "error_reporting",
        params: &[BuiltinParam {
            name: "error_level",
            ty: "?int",
            default: Some("null"),
            value: Some(ConstInit::Null),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_error_reporting),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "trigger_error",
        params: &[
            BuiltinParam {
                name: "message",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "error_level",
                ty: "int",
                default: Some("E_USER_NOTICE"),
                value: Some(ConstInit::Int(1024)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_trigger_error),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "user_error",
        params: &[
            BuiltinParam {
                name: "message",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "error_level",
                ty: "int",
                default: Some("E_USER_NOTICE"),
                value: Some(ConstInit::Int(1024)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_trigger_error),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "set_error_handler",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "?callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "error_levels",
                ty: "int",
                default: Some("E_ALL"),
                value: Some(ConstInit::Int(30719)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "",
        thunk: Body::Builtin(thunk_set_error_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "restore_error_handler",
        params: &[],
        ret: "true",
        thunk: Body::Builtin(thunk_restore_error_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_error_handler",
        params: &[],
        ret: "?callable",
        thunk: Body::Builtin(thunk_get_error_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "set_exception_handler",
        params: &[BuiltinParam {
            name: "callback",
            ty: "?callable",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "",
        thunk: Body::Builtin(thunk_set_exception_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "restore_exception_handler",
        params: &[],
        ret: "true",
        thunk: Body::Builtin(thunk_restore_exception_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_exception_handler",
        params: &[],
        ret: "?callable",
        thunk: Body::Builtin(thunk_get_exception_handler),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "debug_backtrace",
        params: &[
            BuiltinParam {
                name: "options",
                ty: "int",
                default: Some("DEBUG_BACKTRACE_PROVIDE_OBJECT"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "limit",
                ty: "int",
                default: Some("0"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_debug_backtrace),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "debug_print_backtrace",
        params: &[
            BuiltinParam {
                name: "options",
                ty: "int",
                default: Some("0"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "limit",
                ty: "int",
                default: Some("0"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "void",
        thunk: Body::Builtin(thunk_debug_print_backtrace),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "func_num_args",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_func_num_args),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "func_get_arg",
        params: &[BuiltinParam {
            name: "position",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_func_get_arg),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "func_get_args",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_func_get_args),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "function_exists",
        params: &[BuiltinParam {
            name: "function",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_function_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_defined_functions",
        params: &[BuiltinParam {
            name: "exclude_disabled",
            ty: "bool",
            default: Some("true"),
            value: Some(ConstInit::Bool(true)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_defined_functions),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_defined_vars",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_defined_vars),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "exit",
        params: &[BuiltinParam {
            name: "status",
            ty: "string|int",
            default: Some("0"),
            value: Some(ConstInit::Int(0)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "never",
        thunk: Body::Builtin(thunk_exit),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "die",
        params: &[BuiltinParam {
            name: "status",
            ty: "string|int",
            default: Some("0"),
            value: Some(ConstInit::Int(0)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "never",
        thunk: Body::Builtin(thunk_exit),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "clone",
        params: &[
            BuiltinParam {
                name: "object",
                ty: "object",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "withProperties",
                ty: "array",
                default: Some("[]"),
                value: Some(ConstInit::Array(&[])),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "object",
        thunk: Body::Builtin(thunk_clone),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "zend_version",
        params: &[],
        ret: "string",
        thunk: Body::Builtin(thunk_zend_version),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_included_files",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_included_files),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_required_files",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_get_included_files),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_resource_type",
        params: &[BuiltinParam {
            name: "resource",
            ty: "",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_get_resource_type),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_resource_id",
        params: &[BuiltinParam {
            name: "resource",
            ty: "",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_get_resource_id),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_resources",
        params: &[BuiltinParam {
            name: "type",
            ty: "?string",
            default: Some("null"),
            value: Some(ConstInit::Null),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_resources),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_loaded_extensions",
        params: &[BuiltinParam {
            name: "zend_extensions",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_get_loaded_extensions),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "extension_loaded",
        params: &[BuiltinParam {
            name: "extension",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_extension_loaded),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_extension_funcs",
        params: &[BuiltinParam {
            name: "extension",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array|false",
        thunk: Body::Builtin(thunk_get_extension_funcs),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_mem_caches",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_gc_mem_caches),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_collect_cycles",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_gc_collect_cycles),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_enabled",
        params: &[],
        ret: "bool",
        thunk: Body::Builtin(thunk_gc_enabled),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_enable",
        params: &[],
        ret: "void",
        thunk: Body::Builtin(thunk_gc_enable),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_disable",
        params: &[],
        ret: "void",
        thunk: Body::Builtin(thunk_gc_disable),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gc_status",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_gc_status),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strlen",
        params: &[BuiltinParam {
            name: "string",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_strlen),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strcmp",
        params: &[
            BuiltinParam {
                name: "string1",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "string2",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strcmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strncmp",
        params: &[
            BuiltinParam {
                name: "string1",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "string2",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "length",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strncmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strcasecmp",
        params: &[
            BuiltinParam {
                name: "string1",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "string2",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strcasecmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strncasecmp",
        params: &[
            BuiltinParam {
                name: "string1",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "string2",
                ty: "string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "length",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strncasecmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
];

pub static CLASSES: &[BuiltinClass] = &[
    BuiltinClass {
        name: "Attribute",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[
            BuiltinConst { name: "TARGET_CLASS", value: ConstInit::Int(1), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_FUNCTION", value: ConstInit::Int(2), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_METHOD", value: ConstInit::Int(4), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_PROPERTY", value: ConstInit::Int(8), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_CLASS_CONSTANT", value: ConstInit::Int(16), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_PARAMETER", value: ConstInit::Int(32), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "TARGET_ALL", value: ConstInit::Int(63), flags: MemberFlags::PUBLIC, ty: "int" },
            BuiltinConst { name: "IS_REPEATABLE", value: ConstInit::Int(64), flags: MemberFlags::PUBLIC, ty: "int" },
        ],
        properties: &[BuiltinProperty { name: "flags", ty: "int", flags: MemberFlags::PUBLIC, default: None }],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("Attribute::TARGET_ALL"),
                value: Some(ConstInit::Int(63)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            }],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_attribute_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(1)] }],
    },
    BuiltinClass {
        name: "ReturnTypeWillChange",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_return_type_will_change_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(4)] }],
    },
    BuiltinClass {
        name: "AllowDynamicProperties",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_allow_dynamic_properties_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(1)] }],
    },
    BuiltinClass {
        name: "SensitiveParameter",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_sensitive_parameter_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::attributes::strict,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(32)] }],
    },
    BuiltinClass {
        name: "SensitiveParameterValue",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[BuiltinProperty {
            name: "value",
            ty: "mixed",
            flags: MemberFlags::PRIVATE.with(MemberFlags::READONLY),
            default: None,
        }],
        methods: &[
            BuiltinFn {
                name: "__construct",
                params: &[BuiltinParam {
                    name: "value",
                    ty: "mixed",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_sensitive_parameter_value_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getValue",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_sensitive_parameter_value_get_value),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "__debugInfo",
                params: &[],
                ret: "array",
                thunk: Body::BuiltinMethod(thunk_sensitive_parameter_value_debug_info),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::attributes::sensitive_value,
        attributes: &[],
    },
    BuiltinClass {
        name: "Override",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_override_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::attributes::strict,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(4)] }],
    },
    BuiltinClass {
        name: "Deprecated",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[
            BuiltinProperty { name: "message", ty: "?string", flags: MemberFlags::PUBLIC.with(MemberFlags::READONLY), default: None },
            BuiltinProperty { name: "since", ty: "?string", flags: MemberFlags::PUBLIC.with(MemberFlags::READONLY), default: None },
        ],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[
                BuiltinParam {
                    name: "message",
                    ty: "?string",
                    default: Some("null"),
                    value: Some(ConstInit::Null),
                    optional: true,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                },
                BuiltinParam {
                    name: "since",
                    ty: "?string",
                    default: Some("null"),
                    value: Some(ConstInit::Null),
                    optional: true,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                },
            ],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_deprecated_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::attributes::strict,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(22)] }],
    },
    BuiltinClass {
        name: "NoDiscard",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[BuiltinProperty {
            name: "message",
            ty: "?string",
            flags: MemberFlags::PUBLIC.with(MemberFlags::READONLY),
            default: None,
        }],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[BuiltinParam {
                name: "message",
                ty: "?string",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            }],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_no_discard_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::attributes::strict,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(6)] }],
    },
    BuiltinClass {
        name: "DelayedTargetValidation",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_delayed_target_validation_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::attributes::strict,
        attributes: &[BuiltinAttribute { name: "Attribute", args: &[ConstInit::Int(63)] }],
    },
    BuiltinClass {
        name: "Traversable",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: crate::interfaces::traversable,
        attributes: &[],
    },
    BuiltinClass {
        name: "IteratorAggregate",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &["Traversable"],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "getIterator",
            params: &[],
            ret: "Traversable",
            thunk: Body::Abstract,
            flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::interfaces::iterator_aggregate,
        attributes: &[],
    },
    BuiltinClass {
        name: "Iterator",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &["Traversable"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "current",
                params: &[],
                ret: "mixed",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "next",
                params: &[],
                ret: "void",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "key",
                params: &[],
                ret: "mixed",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "valid",
                params: &[],
                ret: "bool",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "rewind",
                params: &[],
                ret: "void",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::interfaces::iterator,
        attributes: &[],
    },
    BuiltinClass {
        name: "Serializable",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn { name: "serialize", params: &[], ret: "", thunk: Body::Abstract, flags: BuiltinFlags::ABSTRACT, deprecated: "" },
            BuiltinFn {
                name: "unserialize",
                params: &[BuiltinParam {
                    name: "data",
                    ty: "string",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT,
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::interfaces::serializable,
        attributes: &[],
    },
    BuiltinClass {
        name: "ArrayAccess",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "offsetExists",
                params: &[BuiltinParam {
                    name: "offset",
                    ty: "mixed",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "bool",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetGet",
                params: &[BuiltinParam {
                    name: "offset",
                    ty: "mixed",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetSet",
                params: &[
                    BuiltinParam {
                        name: "offset",
                        ty: "mixed",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "value",
                        ty: "mixed",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "void",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetUnset",
                params: &[BuiltinParam {
                    name: "offset",
                    ty: "mixed",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "void",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "Countable",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "count",
            params: &[],
            ret: "int",
            thunk: Body::Abstract,
            flags: BuiltinFlags::ABSTRACT.with(BuiltinFlags::TENTATIVE_RETURN),
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "Stringable",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__toString",
            params: &[],
            ret: "string",
            thunk: Body::Abstract,
            flags: BuiltinFlags::ABSTRACT,
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "UnitEnum",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "cases",
            params: &[],
            ret: "array",
            thunk: Body::Abstract,
            flags: BuiltinFlags::STATIC.with(BuiltinFlags::ABSTRACT),
            deprecated: "",
        }],
        backing: "",
        behaviour: crate::interfaces::unit_enum,
        attributes: &[],
    },
    BuiltinClass {
        name: "BackedEnum",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &["UnitEnum"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "from",
                params: &[BuiltinParam {
                    name: "value",
                    ty: "string|int",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "static",
                thunk: Body::Abstract,
                flags: BuiltinFlags::STATIC.with(BuiltinFlags::ABSTRACT),
                deprecated: "",
            },
            BuiltinFn {
                name: "tryFrom",
                params: &[BuiltinParam {
                    name: "value",
                    ty: "string|int",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "?static",
                thunk: Body::Abstract,
                flags: BuiltinFlags::STATIC.with(BuiltinFlags::ABSTRACT),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::interfaces::backed_enum,
        attributes: &[],
    },
    BuiltinClass {
        name: "InternalIterator",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &["Iterator"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "__construct",
                params: &[],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_construct),
                flags: BuiltinFlags::PRIVATE,
                deprecated: "",
            },
            BuiltinFn {
                name: "current",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_current),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "key",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_key),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "next",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_next),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "valid",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_valid),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "rewind",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_internal_iterator_rewind),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::internal_iterator::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "stdClass",
        flags: ClassFlags(0),
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[BuiltinAttribute { name: "AllowDynamicProperties", args: &[] }],
    },
    BuiltinClass {
        name: "Throwable",
        flags: ClassFlags::INTERFACE,
        parent: None,
        interfaces: &["Stringable"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "getMessage",
                params: &[],
                ret: "string",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT,
                deprecated: "",
            },
            BuiltinFn { name: "getCode", params: &[], ret: "", thunk: Body::Abstract, flags: BuiltinFlags::ABSTRACT, deprecated: "" },
            BuiltinFn { name: "getFile", params: &[], ret: "string", thunk: Body::Abstract, flags: BuiltinFlags::ABSTRACT, deprecated: "" },
            BuiltinFn { name: "getLine", params: &[], ret: "int", thunk: Body::Abstract, flags: BuiltinFlags::ABSTRACT, deprecated: "" },
            BuiltinFn { name: "getTrace", params: &[], ret: "array", thunk: Body::Abstract, flags: BuiltinFlags::ABSTRACT, deprecated: "" },
            BuiltinFn {
                name: "getPrevious",
                params: &[],
                ret: "?Throwable",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT,
                deprecated: "",
            },
            BuiltinFn {
                name: "getTraceAsString",
                params: &[],
                ret: "string",
                thunk: Body::Abstract,
                flags: BuiltinFlags::ABSTRACT,
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::throwable::interface_behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "Exception",
        flags: ClassFlags(0),
        parent: None,
        interfaces: &["Throwable"],
        constants: &[],
        properties: &[
            BuiltinProperty { name: "message", ty: "", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "string", ty: "string", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "code", ty: "", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Int(0)) },
            BuiltinProperty { name: "file", ty: "string", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "line", ty: "int", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Int(0)) },
            BuiltinProperty { name: "trace", ty: "array", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Array(&[])) },
            BuiltinProperty { name: "previous", ty: "?Throwable", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Null) },
        ],
        methods: &[
            BuiltinFn {
                name: "__clone",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_exception_clone),
                flags: BuiltinFlags::PRIVATE,
                deprecated: "",
            },
            BuiltinFn {
                name: "__construct",
                params: &[
                    BuiltinParam {
                        name: "message",
                        ty: "string",
                        default: Some("\"\""),
                        value: Some(ConstInit::Str(b"")),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "code",
                        ty: "int",
                        default: Some("0"),
                        value: Some(ConstInit::Int(0)),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "previous",
                        ty: "?Throwable",
                        default: Some("null"),
                        value: Some(ConstInit::Null),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_exception_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "__wakeup",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_exception_wakeup),
                flags: BuiltinFlags::TENTATIVE_RETURN,
                deprecated: "",
            },
            BuiltinFn {
                name: "getMessage",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_message),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getCode",
                params: &[],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_exception_get_code),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getFile",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_file),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getLine",
                params: &[],
                ret: "int",
                thunk: Body::BuiltinMethod(thunk_exception_get_line),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getTrace",
                params: &[],
                ret: "array",
                thunk: Body::BuiltinMethod(thunk_exception_get_trace),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getPrevious",
                params: &[],
                ret: "?Throwable",
                thunk: Body::BuiltinMethod(thunk_exception_get_previous),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getTraceAsString",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_trace_as_string),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "__toString",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_to_string),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::throwable::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "ErrorException",
        flags: ClassFlags(0),
        parent: Some("Exception"),
        interfaces: &[],
        constants: &[],
        properties: &[BuiltinProperty { name: "severity", ty: "int", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Int(1)) }],
        methods: &[
            BuiltinFn {
                name: "__construct",
                params: &[
                    BuiltinParam {
                        name: "message",
                        ty: "string",
                        default: Some("\"\""),
                        value: Some(ConstInit::Str(b"")),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "code",
                        ty: "int",
                        default: Some("0"),
                        value: Some(ConstInit::Int(0)),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "severity",
                        ty: "int",
                        default: Some("E_ERROR"),
                        value: Some(ConstInit::Int(1)),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "filename",
                        ty: "?string",
                        default: Some("null"),
                        value: Some(ConstInit::Null),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "line",
                        ty: "?int",
                        default: Some("null"),
                        value: Some(ConstInit::Null),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "previous",
                        ty: "?Throwable",
                        default: Some("null"),
                        value: Some(ConstInit::Null),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_error_exception_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getSeverity",
                params: &[],
                ret: "int",
                thunk: Body::BuiltinMethod(thunk_error_exception_get_severity),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "Error",
        flags: ClassFlags(0),
        parent: None,
        interfaces: &["Throwable"],
        constants: &[],
        properties: &[
            BuiltinProperty { name: "message", ty: "", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "string", ty: "string", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "code", ty: "", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Int(0)) },
            BuiltinProperty { name: "file", ty: "string", flags: MemberFlags::PROTECTED, default: Some(ConstInit::Str(b"")) },
            BuiltinProperty { name: "line", ty: "int", flags: MemberFlags::PROTECTED, default: None },
            BuiltinProperty { name: "trace", ty: "array", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Array(&[])) },
            BuiltinProperty { name: "previous", ty: "?Throwable", flags: MemberFlags::PRIVATE, default: Some(ConstInit::Null) },
        ],
        methods: &[
            BuiltinFn {
                name: "__clone",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_exception_clone),
                flags: BuiltinFlags::PRIVATE,
                deprecated: "",
            },
            BuiltinFn {
                name: "__construct",
                params: &[
                    BuiltinParam {
                        name: "message",
                        ty: "string",
                        default: Some("\"\""),
                        value: Some(ConstInit::Str(b"")),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "code",
                        ty: "int",
                        default: Some("0"),
                        value: Some(ConstInit::Int(0)),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "previous",
                        ty: "?Throwable",
                        default: Some("null"),
                        value: Some(ConstInit::Null),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_exception_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "__wakeup",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_exception_wakeup),
                flags: BuiltinFlags::TENTATIVE_RETURN,
                deprecated: "",
            },
            BuiltinFn {
                name: "getMessage",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_message),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getCode",
                params: &[],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_exception_get_code),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getFile",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_file),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getLine",
                params: &[],
                ret: "int",
                thunk: Body::BuiltinMethod(thunk_exception_get_line),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getTrace",
                params: &[],
                ret: "array",
                thunk: Body::BuiltinMethod(thunk_exception_get_trace),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getPrevious",
                params: &[],
                ret: "?Throwable",
                thunk: Body::BuiltinMethod(thunk_exception_get_previous),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "getTraceAsString",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_get_trace_as_string),
                flags: BuiltinFlags::FINAL,
                deprecated: "",
            },
            BuiltinFn {
                name: "__toString",
                params: &[],
                ret: "string",
                thunk: Body::BuiltinMethod(thunk_exception_to_string),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::throwable::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "CompileError",
        flags: ClassFlags(0),
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "ParseError",
        flags: ClassFlags(0),
        parent: Some("CompileError"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "TypeError",
        flags: ClassFlags(0),
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "ArgumentCountError",
        flags: ClassFlags(0),
        parent: Some("TypeError"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "ValueError",
        flags: ClassFlags(0),
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "ArithmeticError",
        flags: ClassFlags(0),
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "DivisionByZeroError",
        flags: ClassFlags(0),
        parent: Some("ArithmeticError"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "UnhandledMatchError",
        flags: ClassFlags(0),
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "RequestParseBodyException",
        flags: ClassFlags(0),
        parent: Some("Exception"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "WeakReference",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "__construct",
                params: &[],
                ret: "",
                thunk: Body::BuiltinMethod(thunk_weak_reference_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "create",
                params: &[BuiltinParam {
                    name: "object",
                    ty: "object",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "WeakReference",
                thunk: Body::BuiltinMethod(thunk_weak_reference_create),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
            BuiltinFn {
                name: "get",
                params: &[],
                ret: "?object",
                thunk: Body::BuiltinMethod(thunk_weak_reference_get),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::weak::reference::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "WeakMap",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &["ArrayAccess", "Countable", "IteratorAggregate"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "offsetGet",
                params: &[BuiltinParam {
                    name: "object",
                    ty: "",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_weak_map_offset_get),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetSet",
                params: &[
                    BuiltinParam {
                        name: "object",
                        ty: "",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "value",
                        ty: "mixed",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_weak_map_offset_set),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetExists",
                params: &[BuiltinParam {
                    name: "object",
                    ty: "",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_weak_map_offset_exists),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "offsetUnset",
                params: &[BuiltinParam {
                    name: "object",
                    ty: "",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_weak_map_offset_unset),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "count",
                params: &[],
                ret: "int",
                thunk: Body::BuiltinMethod(thunk_weak_map_count),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getIterator",
                params: &[],
                ret: "Iterator",
                thunk: Body::BuiltinMethod(thunk_weak_map_get_iterator),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::weak::map::behaviour,
        attributes: &[],
    },
];

pub static CONSTANTS: &[BuiltinConst] = &[
    BuiltinConst { name: "E_ERROR", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_WARNING", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_PARSE", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_NOTICE", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_CORE_ERROR", value: ConstInit::Int(16), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_CORE_WARNING", value: ConstInit::Int(32), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_COMPILE_ERROR", value: ConstInit::Int(64), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_COMPILE_WARNING", value: ConstInit::Int(128), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_USER_ERROR", value: ConstInit::Int(256), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_USER_WARNING", value: ConstInit::Int(512), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_USER_NOTICE", value: ConstInit::Int(1024), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_STRICT", value: ConstInit::Int(2048), flags: MemberFlags::DEPRECATED, ty: "" },
    BuiltinConst { name: "E_RECOVERABLE_ERROR", value: ConstInit::Int(4096), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_DEPRECATED", value: ConstInit::Int(8192), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_USER_DEPRECATED", value: ConstInit::Int(16384), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "E_ALL", value: ConstInit::Int(30719), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DEBUG_BACKTRACE_PROVIDE_OBJECT", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DEBUG_BACKTRACE_IGNORE_ARGS", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ZEND_THREAD_SAFE", value: ConstInit::Bool(false), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ZEND_DEBUG_BUILD", value: ConstInit::Bool(false), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_VERSION", value: ConstInit::Str(b"8.4.24"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_MAJOR_VERSION", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_MINOR_VERSION", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_RELEASE_VERSION", value: ConstInit::Int(24), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_EXTRA_VERSION", value: ConstInit::Str(b""), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_VERSION_ID", value: ConstInit::Int(80424), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_ZTS", value: ConstInit::Bool(false), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_DEBUG", value: ConstInit::Bool(false), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OS", value: ConstInit::Str(b"Linux"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OS_FAMILY", value: ConstInit::Str(b"Linux"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DEFAULT_INCLUDE_PATH", value: ConstInit::Str(b".:/usr/share/php"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PEAR_INSTALL_DIR", value: ConstInit::Str(b"/usr/share/php"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PEAR_EXTENSION_DIR", value: ConstInit::Str(b"/usr/lib/php/20240924"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_EXTENSION_DIR", value: ConstInit::Str(b"/usr/lib/php/20240924"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_PREFIX", value: ConstInit::Str(b"/usr"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_BINDIR", value: ConstInit::Str(b"/usr/bin"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_SBINDIR", value: ConstInit::Str(b"/usr/sbin"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_MANDIR", value: ConstInit::Str(b"/usr/share/man"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_LIBDIR", value: ConstInit::Str(b"/usr/lib/php"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_DATADIR", value: ConstInit::Str(b"/usr/share/php/8.4"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_SYSCONFDIR", value: ConstInit::Str(b"/etc"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_LOCALSTATEDIR", value: ConstInit::Str(b"/var"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_CONFIG_FILE_PATH", value: ConstInit::Str(b"/etc/loxo"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_CONFIG_FILE_SCAN_DIR", value: ConstInit::Str(b"/etc/loxo/conf.d"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_SHLIB_SUFFIX", value: ConstInit::Str(b"so"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_EOL", value: ConstInit::Str(b"\n"), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_MAXPATHLEN", value: ConstInit::Int(4096), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_INT_MAX", value: ConstInit::Int(i64::MAX), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_INT_MIN", value: ConstInit::Int(i64::MIN), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_INT_SIZE", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_FD_SETSIZE", value: ConstInit::Int(1024), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_FLOAT_DIG", value: ConstInit::Int(15), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_FLOAT_EPSILON", value: ConstInit::Float(2.220446049250313e-16), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_FLOAT_MAX", value: ConstInit::Float(1.7976931348623157e308), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_FLOAT_MIN", value: ConstInit::Float(2.2250738585072014e-308), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_START", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_WRITE", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_FLUSH", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_CLEAN", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_FINAL", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_CONT", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_END", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_CLEANABLE", value: ConstInit::Int(16), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_FLUSHABLE", value: ConstInit::Int(32), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_REMOVABLE", value: ConstInit::Int(64), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_STDFLAGS", value: ConstInit::Int(112), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_STARTED", value: ConstInit::Int(4096), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_DISABLED", value: ConstInit::Int(8192), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_OUTPUT_HANDLER_PROCESSED", value: ConstInit::Int(16384), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_OK", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_INI_SIZE", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_FORM_SIZE", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_PARTIAL", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_NO_FILE", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_NO_TMP_DIR", value: ConstInit::Int(6), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_CANT_WRITE", value: ConstInit::Int(7), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "UPLOAD_ERR_EXTENSION", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_CLI_PROCESS_TITLE", value: ConstInit::Bool(false), flags: MemberFlags(0), ty: "" },
];

pub static INI: &[IniEntry] = &[];

fn thunk_attribute_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let flags = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 63,
    };
    crate::attributes::attribute::construct(cx, this, flags).map(IntoValue::into_value)
}

fn thunk_return_type_will_change_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::nothing(cx, this).map(IntoValue::into_value)
}

fn thunk_allow_dynamic_properties_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::nothing(cx, this).map(IntoValue::into_value)
}

fn thunk_sensitive_parameter_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::nothing(cx, this).map(IntoValue::into_value)
}

fn thunk_sensitive_parameter_value_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::attributes::sensitive_parameter_value::construct(cx, this, value).map(IntoValue::into_value)
}

fn thunk_sensitive_parameter_value_get_value(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::sensitive_parameter_value::get_value(cx, this).map(IntoValue::into_value)
}

fn thunk_sensitive_parameter_value_debug_info(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::sensitive_parameter_value::debug_info(cx, this).map(IntoValue::into_value)
}

fn thunk_override_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::nothing(cx, this).map(IntoValue::into_value)
}

fn thunk_deprecated_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    let since = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 2, v)?)
            }
        }
        None => None,
    };
    crate::attributes::deprecated::construct(cx, this, message, since).map(IntoValue::into_value)
}

fn thunk_no_discard_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::attributes::no_discard::construct(cx, this, message).map(IntoValue::into_value)
}

fn thunk_delayed_target_validation_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::attributes::nothing(cx, this).map(IntoValue::into_value)
}

fn thunk_get_class(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let object = match rest.next() {
        Some(v) => Some(args::object(cx, 1, v)?),
        None => None,
    };
    crate::classes::get_class(cx, object).map(IntoValue::into_value)
}

fn thunk_get_called_class(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::classes::get_called_class(cx).map(IntoValue::into_value)
}

fn thunk_get_parent_class(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let object_or_class = match rest.next() {
        Some(v) => Some(args::union(cx, 1, v, TypeMask::OBJECT.with(TypeMask::STRING))?),
        None => None,
    };
    crate::classes::get_parent_class(cx, object_or_class).map(IntoValue::into_value)
}

fn thunk_is_subclass_of(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object_or_class, class, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let object_or_class = &*object_or_class;
    let class = args::string(cx, 2, class)?;
    let allow_string = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => true,
    };
    crate::classes::is_subclass_of(cx, object_or_class, class, allow_string).map(IntoValue::into_value)
}

fn thunk_is_a(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object_or_class, class, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let object_or_class = &*object_or_class;
    let class = args::string(cx, 2, class)?;
    let allow_string = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::classes::is_a(cx, object_or_class, class, allow_string).map(IntoValue::into_value)
}

fn thunk_get_class_vars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [class] = args else { return Err(args::wrong_count(cx, given)) };
    let class = args::string(cx, 1, class)?;
    crate::classes::get_class_vars(cx, class).map(IntoValue::into_value)
}

fn thunk_get_object_vars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = args::object(cx, 1, object)?;
    crate::classes::get_object_vars(cx, object).map(IntoValue::into_value)
}

fn thunk_get_mangled_object_vars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = args::object(cx, 1, object)?;
    crate::classes::get_mangled_object_vars(cx, object).map(IntoValue::into_value)
}

fn thunk_get_class_methods(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object_or_class] = args else { return Err(args::wrong_count(cx, given)) };
    let object_or_class = args::union(cx, 1, object_or_class, TypeMask::OBJECT.with(TypeMask::STRING))?;
    crate::classes::get_class_methods(cx, object_or_class).map(IntoValue::into_value)
}

fn thunk_method_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object_or_class, method] = args else { return Err(args::wrong_count(cx, given)) };
    let object_or_class = &*object_or_class;
    let method = args::string(cx, 2, method)?;
    crate::classes::method_exists(cx, object_or_class, method).map(IntoValue::into_value)
}

fn thunk_property_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object_or_class, property] = args else { return Err(args::wrong_count(cx, given)) };
    let object_or_class = &*object_or_class;
    let property = args::string(cx, 2, property)?;
    crate::classes::property_exists(cx, object_or_class, property).map(IntoValue::into_value)
}

fn thunk_class_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [class, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let class = args::string(cx, 1, class)?;
    let autoload = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::classes::class_exists(cx, class, autoload).map(IntoValue::into_value)
}

fn thunk_interface_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [interface, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let interface = args::string(cx, 1, interface)?;
    let autoload = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::classes::interface_exists(cx, interface, autoload).map(IntoValue::into_value)
}

fn thunk_trait_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [trait_, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let trait_ = args::string(cx, 1, trait_)?;
    let autoload = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::classes::trait_exists(cx, trait_, autoload).map(IntoValue::into_value)
}

fn thunk_enum_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [enum_, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let enum_ = args::string(cx, 1, enum_)?;
    let autoload = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::classes::enum_exists(cx, enum_, autoload).map(IntoValue::into_value)
}

fn thunk_class_alias(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [class, alias, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let class = args::string(cx, 1, class)?;
    let alias = args::string(cx, 2, alias)?;
    let autoload = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => true,
    };
    crate::classes::class_alias(cx, class, alias, autoload).map(IntoValue::into_value)
}

fn thunk_get_declared_classes(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::classes::get_declared_classes(cx).map(IntoValue::into_value)
}

fn thunk_get_declared_traits(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::classes::get_declared_traits(cx).map(IntoValue::into_value)
}

fn thunk_get_declared_interfaces(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::classes::get_declared_interfaces(cx).map(IntoValue::into_value)
}

fn thunk_define(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [constant_name, value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let constant_name = args::string(cx, 1, constant_name)?;
    let value = &*value;
    let case_insensitive = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::constants::define(cx, constant_name, value, case_insensitive).map(IntoValue::into_value)
}

fn thunk_defined(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [constant_name] = args else { return Err(args::wrong_count(cx, given)) };
    let constant_name = args::string(cx, 1, constant_name)?;
    crate::constants::defined(cx, constant_name).map(IntoValue::into_value)
}

fn thunk_get_defined_constants(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let categorize = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::constants::get_defined_constants(cx, categorize).map(IntoValue::into_value)
}

fn thunk_error_reporting(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let error_level = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::errors::error_reporting(cx, error_level).map(IntoValue::into_value)
}

fn thunk_trigger_error(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [message, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = args::string(cx, 1, message)?;
    let error_level = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 1024,
    };
    crate::errors::trigger_error(cx, message, error_level).map(IntoValue::into_value)
}

fn thunk_set_error_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let callback = args::callable_value(cx, 1, callback)?;
    let error_levels = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 30719,
    };
    crate::errors::set_error_handler(cx, callback, error_levels).map(IntoValue::into_value)
}

fn thunk_restore_error_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::restore_error_handler(cx).map(IntoValue::into_value)
}

fn thunk_get_error_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::get_error_handler(cx).map(IntoValue::into_value)
}

fn thunk_set_exception_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable_value(cx, 1, callback)?;
    crate::errors::set_exception_handler(cx, callback).map(IntoValue::into_value)
}

fn thunk_restore_exception_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::restore_exception_handler(cx).map(IntoValue::into_value)
}

fn thunk_get_exception_handler(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::get_exception_handler(cx).map(IntoValue::into_value)
}

fn thunk_debug_backtrace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let options = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 1,
    };
    let limit = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::errors::debug_backtrace(cx, options, limit).map(IntoValue::into_value)
}

fn thunk_debug_print_backtrace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let options = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 0,
    };
    let limit = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::errors::debug_print_backtrace(cx, options, limit).map(IntoValue::into_value)
}

fn thunk_func_num_args(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::functions::func_num_args(cx).map(IntoValue::into_value)
}

fn thunk_func_get_arg(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [position] = args else { return Err(args::wrong_count(cx, given)) };
    let position = args::int(cx, 1, position)?;
    crate::functions::func_get_arg(cx, position).map(IntoValue::into_value)
}

fn thunk_func_get_args(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::functions::func_get_args(cx).map(IntoValue::into_value)
}

fn thunk_function_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [function] = args else { return Err(args::wrong_count(cx, given)) };
    let function = args::string(cx, 1, function)?;
    crate::functions::function_exists(cx, function).map(IntoValue::into_value)
}

fn thunk_get_defined_functions(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let exclude_disabled = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => true,
    };
    crate::functions::get_defined_functions(cx, exclude_disabled).map(IntoValue::into_value)
}

fn thunk_get_defined_vars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::functions::get_defined_vars(cx).map(IntoValue::into_value)
}

fn thunk_exit(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let status_default;
    let status = match rest.next() {
        Some(v) => args::union(cx, 1, v, TypeMask::STRING.with(TypeMask::INT))?,
        None => {
            status_default = Value::int(0);
            &status_default
        }
    };
    crate::functions::exit(cx, status).map(IntoValue::into_value)
}

fn thunk_clone(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [object, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let object = args::object(cx, 1, object)?;
    let with_properties_default;
    let with_properties = match rest.next() {
        Some(v) => args::array(cx, 2, v)?,
        None => {
            with_properties_default = PhpArray::new();
            &with_properties_default
        }
    };
    crate::classes::clone_with(cx, object, with_properties).map(IntoValue::into_value)
}

fn thunk_zend_version(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::zend_version(cx).map(IntoValue::into_value)
}

fn thunk_get_included_files(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::get_included_files(cx).map(IntoValue::into_value)
}

fn thunk_get_resource_type(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [resource] = args else { return Err(args::wrong_count(cx, given)) };
    let resource = args::resource(cx, 1, resource)?;
    crate::info::get_resource_type(cx, resource).map(IntoValue::into_value)
}

fn thunk_get_resource_id(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [resource] = args else { return Err(args::wrong_count(cx, given)) };
    let resource = args::resource(cx, 1, resource)?;
    crate::info::get_resource_id(cx, resource).map(IntoValue::into_value)
}

fn thunk_get_resources(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let type_ = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::info::get_resources(cx, type_).map(IntoValue::into_value)
}

fn thunk_get_loaded_extensions(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let zend_extensions = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::info::get_loaded_extensions(cx, zend_extensions).map(IntoValue::into_value)
}

fn thunk_extension_loaded(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [extension] = args else { return Err(args::wrong_count(cx, given)) };
    let extension = args::string(cx, 1, extension)?;
    crate::info::extension_loaded(cx, extension).map(IntoValue::into_value)
}

fn thunk_get_extension_funcs(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [extension] = args else { return Err(args::wrong_count(cx, given)) };
    let extension = args::string(cx, 1, extension)?;
    crate::info::get_extension_funcs(cx, extension).map(IntoValue::into_value)
}

fn thunk_gc_mem_caches(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_mem_caches(cx).map(IntoValue::into_value)
}

fn thunk_gc_collect_cycles(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_collect_cycles(cx).map(IntoValue::into_value)
}

fn thunk_gc_enabled(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_enabled(cx).map(IntoValue::into_value)
}

fn thunk_gc_enable(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_enable(cx).map(IntoValue::into_value)
}

fn thunk_gc_disable(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_disable(cx).map(IntoValue::into_value)
}

fn thunk_gc_status(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gc_status(cx).map(IntoValue::into_value)
}

fn thunk_internal_iterator_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::construct(cx, this).map(IntoValue::into_value)
}

fn thunk_internal_iterator_current(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::current(cx, this).map(IntoValue::into_value)
}

fn thunk_internal_iterator_key(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::key(cx, this).map(IntoValue::into_value)
}

fn thunk_internal_iterator_next(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::next(cx, this).map(IntoValue::into_value)
}

fn thunk_internal_iterator_valid(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::valid(cx, this).map(IntoValue::into_value)
}

fn thunk_internal_iterator_rewind(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::internal_iterator::rewind(cx, this).map(IntoValue::into_value)
}

fn thunk_strlen(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::strlen(cx, string).map(IntoValue::into_value)
}

fn thunk_strcmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    crate::strings::strcmp(cx, string1, string2).map(IntoValue::into_value)
}

fn thunk_strncmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2, length] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    let length = args::int(cx, 3, length)?;
    crate::strings::strncmp(cx, string1, string2, length).map(IntoValue::into_value)
}

fn thunk_strcasecmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    crate::strings::strcasecmp(cx, string1, string2).map(IntoValue::into_value)
}

fn thunk_strncasecmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2, length] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    let length = args::int(cx, 3, length)?;
    crate::strings::strncasecmp(cx, string1, string2, length).map(IntoValue::into_value)
}

fn thunk_exception_clone(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::clone(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = match rest.next() {
        Some(v) => Some(args::string(cx, 1, v)?),
        None => None,
    };
    let code = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let previous = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::instance(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::throwable::construct(cx, this, message, code, previous).map(IntoValue::into_value)
}

fn thunk_exception_wakeup(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::wakeup(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_message(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_message(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_code(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_code(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_file(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_file(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_line(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_line(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_trace(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_trace(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_previous(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_previous(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_get_trace_as_string(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::get_trace_as_string(cx, this).map(IntoValue::into_value)
}

fn thunk_exception_to_string(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::to_string(cx, this).map(IntoValue::into_value)
}

fn thunk_error_exception_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 6 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = match rest.next() {
        Some(v) => Some(args::string(cx, 1, v)?),
        None => None,
    };
    let code = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let severity = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 1,
    };
    let filename = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 4, v)?)
            }
        }
        None => None,
    };
    let line = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 5, v)?)
            }
        }
        None => None,
    };
    let previous = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::instance(cx, 6, v)?)
            }
        }
        None => None,
    };
    crate::throwable::error_exception::construct(cx, this, message, code, severity, filename, line, previous).map(IntoValue::into_value)
}

fn thunk_error_exception_get_severity(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::throwable::error_exception::get_severity(cx, this).map(IntoValue::into_value)
}

fn thunk_weak_reference_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::weak::reference::construct(cx, this).map(IntoValue::into_value)
}

fn thunk_weak_reference_create(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = args::object(cx, 1, object)?;
    crate::weak::reference::create(cx, object).map(IntoValue::into_value)
}

fn thunk_weak_reference_get(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::weak::reference::get(cx, this).map(IntoValue::into_value)
}

fn thunk_weak_map_offset_get(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = &*object;
    crate::weak::map::offset_get(cx, this, object).map(IntoValue::into_value)
}

fn thunk_weak_map_offset_set(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [object, value] = args else { return Err(args::wrong_count(cx, given)) };
    let object = &*object;
    let value = &*value;
    crate::weak::map::offset_set(cx, this, object, value).map(IntoValue::into_value)
}

fn thunk_weak_map_offset_exists(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = &*object;
    crate::weak::map::offset_exists(cx, this, object).map(IntoValue::into_value)
}

fn thunk_weak_map_offset_unset(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [object] = args else { return Err(args::wrong_count(cx, given)) };
    let object = &*object;
    crate::weak::map::offset_unset(cx, this, object).map(IntoValue::into_value)
}

fn thunk_weak_map_count(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::weak::map::count(cx, this).map(IntoValue::into_value)
}

fn thunk_weak_map_get_iterator(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::weak::map::get_iterator(cx, this).map(IntoValue::into_value)
}
