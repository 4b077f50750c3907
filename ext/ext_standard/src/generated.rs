//! The builtins of this crate. Made by `cargo xtask codegen` from `stubs/*.php`; edit those.
#![allow(unused_imports)]

use loxo_runtime::{
    Behaviour, Body, BuiltinAttribute, BuiltinClass, BuiltinConst, BuiltinFlags, BuiltinFn, BuiltinParam, BuiltinProperty, ClassFlags,
    ConstInit, Cx, IniAccess, IniEntry, IntoValue, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, TypeMask, Value, args,
};

pub static FUNCTIONS: &[BuiltinFn] = &[
    BuiltinFn {
        name: "count",
        params: &[
            BuiltinParam {
                name: "value",
                ty: "Countable|array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "mode",
                ty: "int",
                default: Some("COUNT_NORMAL"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_count),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sizeof",
        params: &[
            BuiltinParam {
                name: "value",
                ty: "Countable|array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "mode",
                ty: "int",
                default: Some("COUNT_NORMAL"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_count),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_push",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_array_push),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_pop",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_array_pop),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_shift",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_array_shift),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_unshift",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_array_unshift),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_splice",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "offset",
                ty: "int",
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
                name: "replacement",
                ty: "mixed",
                default: Some("[]"),
                value: Some(ConstInit::Array(&[])),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_splice),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_slice",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "offset",
                ty: "int",
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
                name: "preserve_keys",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_slice),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_merge",
        params: &[BuiltinParam {
            name: "arrays",
            ty: "array",
            default: None,
            value: None,
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: true,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_array_merge),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_merge_recursive",
        params: &[BuiltinParam {
            name: "arrays",
            ty: "array",
            default: None,
            value: None,
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: true,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_array_merge_recursive),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_replace",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replacements",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_replace),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_replace_recursive",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replacements",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_replace_recursive),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_keys",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "filter_value",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "strict",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_keys),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_values",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_array_values),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_key_first",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|int|null",
        thunk: Body::Builtin(thunk_array_key_first),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_key_last",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|int|null",
        thunk: Body::Builtin(thunk_array_key_last),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_key_exists",
        params: &[
            BuiltinParam {
                name: "key",
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
                name: "array",
                ty: "array",
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
        thunk: Body::Builtin(thunk_array_key_exists),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "key_exists",
        params: &[
            BuiltinParam {
                name: "key",
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
                name: "array",
                ty: "array",
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
        thunk: Body::Builtin(thunk_array_key_exists),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_is_list",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_array_is_list),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_count_values",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_array_count_values),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_column",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "column_key",
                ty: "string|int|null",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "index_key",
                ty: "string|int|null",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_column),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_flip",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array",
        thunk: Body::Builtin(thunk_array_flip),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_combine",
        params: &[
            BuiltinParam {
                name: "keys",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "values",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_combine),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_change_key_case",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "case",
                ty: "int",
                default: Some("CASE_LOWER"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_change_key_case),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_chunk",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
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
            BuiltinParam {
                name: "preserve_keys",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_chunk),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_pad",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_pad),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_reverse",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "preserve_keys",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_reverse),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "array_fill",
        params: &[
            BuiltinParam {
                name: "start_index",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "count",
                ty: "int",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_fill),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_fill_keys",
        params: &[
            BuiltinParam {
                name: "keys",
                ty: "array",
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
        ret: "array",
        thunk: Body::Builtin(thunk_array_fill_keys),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "range",
        params: &[
            BuiltinParam {
                name: "start",
                ty: "string|int|float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "end",
                ty: "string|int|float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "step",
                ty: "int|float",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_range),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "shuffle",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "true",
        thunk: Body::Builtin(thunk_shuffle),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_rand",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "num",
                ty: "int",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string|int",
        thunk: Body::Builtin(thunk_array_rand),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "in_array",
        params: &[
            BuiltinParam {
                name: "needle",
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
                name: "haystack",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "strict",
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
        thunk: Body::Builtin(thunk_in_array),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_search",
        params: &[
            BuiltinParam {
                name: "needle",
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
                name: "haystack",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "strict",
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
        ret: "string|int|false",
        thunk: Body::Builtin(thunk_array_search),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_unique",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_STRING"),
                value: Some(ConstInit::Int(2)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_unique),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_sum",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_array_sum),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_product",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_array_product),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "max",
        params: &[
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_max),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "min",
        params: &[
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_min),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_map",
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
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_map),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_filter",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "?callable",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "mode",
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
        thunk: Body::Builtin(thunk_array_filter),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_reduce",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "initial",
                ty: "mixed",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_array_reduce),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_walk",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "object|array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arg",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_array_walk),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_walk_recursive",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "object|array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arg",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_array_walk_recursive),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_find",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_array_find),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_find_key",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_array_find_key),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_any",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
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
        thunk: Body::Builtin(thunk_array_any),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_all",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
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
        thunk: Body::Builtin(thunk_array_all),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_diff",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_diff),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_diff_key",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_diff_key),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_diff_assoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_diff_assoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_diff_ukey",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_diff_ukey),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_diff_uassoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_diff_uassoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_udiff",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_udiff),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_udiff_assoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_udiff_assoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_udiff_uassoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_udiff_uassoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_intersect",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_intersect),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_intersect_key",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_intersect_key),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_intersect_assoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "arrays",
                ty: "array",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_intersect_assoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_intersect_ukey",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_intersect_ukey),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_intersect_uassoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_intersect_uassoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_uintersect",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_uintersect),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_uintersect_assoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_uintersect_assoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_uintersect_uassoc",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_array_uintersect_uassoc),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_sort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "rsort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_rsort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "asort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_asort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "arsort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_arsort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ksort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_ksort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "krsort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("SORT_REGULAR"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_krsort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "natsort",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "true",
        thunk: Body::Builtin(thunk_natsort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "natcasesort",
        params: &[BuiltinParam {
            name: "array",
            ty: "array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "true",
        thunk: Body::Builtin(thunk_natcasesort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "usort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_usort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "uasort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_uasort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "uksort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "true",
        thunk: Body::Builtin(thunk_uksort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "array_multisort",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: true,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: true,
                prefer_ref: true,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_array_multisort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "current",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_current),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "pos",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_current),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "key",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|int|null",
        thunk: Body::Builtin(thunk_key),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "next",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_next),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "prev",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_prev),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "reset",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_reset),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "end",
        params: &[BuiltinParam {
            name: "array",
            ty: "object|array",
            default: None,
            value: None,
            optional: false,
            by_ref: true,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_end),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "compact",
        params: &[
            BuiltinParam {
                name: "var_name",
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
                name: "var_names",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_compact),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "extract",
        params: &[
            BuiltinParam {
                name: "array",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: true,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("EXTR_OVERWRITE"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "prefix",
                ty: "string",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_extract),
        flags: BuiltinFlags::NEEDS_FRAME,
        deprecated: "",
    },
    BuiltinFn {
        name: "bin2hex",
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
        ret: "string",
        thunk: Body::Builtin(thunk_bin2hex),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "hex2bin",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_hex2bin),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "base64_encode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_base64_encode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "base64_decode",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "strict",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_base64_decode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "crc32",
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
        thunk: Body::Builtin(thunk_crc32),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "md5",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "binary",
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
        ret: "string",
        thunk: Body::Builtin(thunk_md5),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "sha1",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "binary",
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
        ret: "string",
        thunk: Body::Builtin(thunk_sha1),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "convert_uuencode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_convert_uuencode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "convert_uudecode",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_convert_uudecode),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "quoted_printable_encode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_quoted_printable_encode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "quoted_printable_decode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_quoted_printable_decode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "utf8_encode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_utf8_encode),
        flags: BuiltinFlags(0),
        deprecated: "since 8.2, visit the php.net documentation for various alternatives",
    },
    BuiltinFn {
        name: "utf8_decode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_utf8_decode),
        flags: BuiltinFlags(0),
        deprecated: "since 8.2, visit the php.net documentation for various alternatives",
    },
    BuiltinFn {
        name: "error_log",
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
                name: "message_type",
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
                name: "destination",
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
                name: "additional_headers",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_error_log),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "error_get_last",
        params: &[],
        ret: "?array",
        thunk: Body::Builtin(thunk_error_get_last),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "error_clear_last",
        params: &[],
        ret: "void",
        thunk: Body::Builtin(thunk_error_clear_last),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "assert",
        params: &[
            BuiltinParam {
                name: "assertion",
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
                name: "description",
                ty: "Throwable|string|null",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_assert),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "assert_options",
        params: &[
            BuiltinParam {
                name: "option",
                ty: "int",
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
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_assert_options),
        flags: BuiltinFlags(0),
        deprecated: "since 8.3",
    },
    BuiltinFn {
        name: "sprintf",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_sprintf),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "vsprintf",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "values",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_vsprintf),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "printf",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_printf),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "vprintf",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "values",
                ty: "array",
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
        thunk: Body::Builtin(thunk_vprintf),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "call_user_func",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_call_user_func),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "call_user_func_array",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_call_user_func_array),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "forward_static_call",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_forward_static_call),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "forward_static_call_array",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "mixed",
        thunk: Body::Builtin(thunk_forward_static_call_array),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "register_shutdown_function",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "void",
        thunk: Body::Builtin(thunk_register_shutdown_function),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "register_tick_function",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "callable",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "args",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_register_tick_function),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "unregister_tick_function",
        params: &[BuiltinParam {
            name: "callback",
            ty: "callable",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "void",
        thunk: Body::Builtin(thunk_unregister_tick_function),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "constant",
        params: &[BuiltinParam {
            name: "name",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "mixed",
        thunk: Body::Builtin(thunk_constant),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "header",
        params: &[
            BuiltinParam {
                name: "header",
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
                name: "replace",
                ty: "bool",
                default: Some("true"),
                value: Some(ConstInit::Bool(true)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "response_code",
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
        thunk: Body::Builtin(thunk_header),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "header_remove",
        params: &[BuiltinParam {
            name: "name",
            ty: "?string",
            default: Some("null"),
            value: Some(ConstInit::Null),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "void",
        thunk: Body::Builtin(thunk_header_remove),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "header_register_callback",
        params: &[BuiltinParam {
            name: "callback",
            ty: "callable",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_header_register_callback),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "headers_sent",
        params: &[
            BuiltinParam {
                name: "filename",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "line",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_headers_sent),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "headers_list",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_headers_list),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "http_response_code",
        params: &[BuiltinParam {
            name: "response_code",
            ty: "int",
            default: Some("0"),
            value: Some(ConstInit::Int(0)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|bool",
        thunk: Body::Builtin(thunk_http_response_code),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "setcookie",
        params: &[
            BuiltinParam {
                name: "name",
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
                name: "expires_or_options",
                ty: "array|int",
                default: Some("0"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "path",
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
                name: "domain",
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
                name: "secure",
                ty: "bool",
                default: Some("false"),
                value: Some(ConstInit::Bool(false)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "httponly",
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
        thunk: Body::Builtin(thunk_setcookie),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "setrawcookie",
        params: &[
            BuiltinParam {
                name: "name",
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
                name: "expires_or_options",
                ty: "array|int",
                default: Some("0"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "path",
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
                name: "domain",
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
                name: "secure",
                ty: "bool",
                default: Some("false"),
                value: Some(ConstInit::Bool(false)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "httponly",
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
        thunk: Body::Builtin(thunk_setrawcookie),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "htmlspecialchars",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "flags",
                ty: "int",
                default: Some("ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401"),
                value: Some(ConstInit::Int(11)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "encoding",
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
                name: "double_encode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_htmlspecialchars),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "htmlspecialchars_decode",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "flags",
                ty: "int",
                default: Some("ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401"),
                value: Some(ConstInit::Int(11)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_htmlspecialchars_decode),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "htmlentities",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "flags",
                ty: "int",
                default: Some("ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401"),
                value: Some(ConstInit::Int(11)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "encoding",
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
                name: "double_encode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_htmlentities),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "html_entity_decode",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "flags",
                ty: "int",
                default: Some("ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401"),
                value: Some(ConstInit::Int(11)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "encoding",
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
        ret: "string",
        thunk: Body::Builtin(thunk_html_entity_decode),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "get_html_translation_table",
        params: &[
            BuiltinParam {
                name: "table",
                ty: "int",
                default: Some("HTML_SPECIALCHARS"),
                value: Some(ConstInit::Int(0)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "flags",
                ty: "int",
                default: Some("ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401"),
                value: Some(ConstInit::Int(11)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "encoding",
                ty: "string",
                default: Some("\"UTF-8\""),
                value: Some(ConstInit::Str(b"UTF-8")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_get_html_translation_table),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_get",
        params: &[BuiltinParam {
            name: "option",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ini_get),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_get_all",
        params: &[
            BuiltinParam {
                name: "extension",
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
                name: "details",
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
        ret: "array|false",
        thunk: Body::Builtin(thunk_ini_get_all),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_set",
        params: &[
            BuiltinParam {
                name: "option",
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
                ty: "string|int|float|bool|null",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ini_set),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_alter",
        params: &[
            BuiltinParam {
                name: "option",
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
                ty: "string|int|float|bool|null",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ini_set),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_restore",
        params: &[BuiltinParam {
            name: "option",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "void",
        thunk: Body::Builtin(thunk_ini_restore),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ini_parse_quantity",
        params: &[BuiltinParam {
            name: "shorthand",
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
        thunk: Body::Builtin(thunk_ini_parse_quantity),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "set_include_path",
        params: &[BuiltinParam {
            name: "include_path",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_set_include_path),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_include_path",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_get_include_path),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "set_time_limit",
        params: &[BuiltinParam {
            name: "seconds",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_set_time_limit),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ignore_user_abort",
        params: &[BuiltinParam {
            name: "enable",
            ty: "?bool",
            default: Some("null"),
            value: Some(ConstInit::Null),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_ignore_user_abort),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "connection_aborted",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_connection_aborted),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "connection_status",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_connection_status),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_cfg_var",
        params: &[BuiltinParam {
            name: "option",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array|string|false",
        thunk: Body::Builtin(thunk_get_cfg_var),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "php_ini_loaded_file",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_php_ini_loaded_file),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "php_ini_scanned_files",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_php_ini_scanned_files),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getenv",
        params: &[
            BuiltinParam {
                name: "name",
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
                name: "local_only",
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
        ret: "array|string|false",
        thunk: Body::Builtin(thunk_getenv),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "putenv",
        params: &[BuiltinParam {
            name: "assignment",
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
        thunk: Body::Builtin(thunk_putenv),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getopt",
        params: &[
            BuiltinParam {
                name: "short_options",
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
                name: "long_options",
                ty: "array",
                default: Some("[]"),
                value: Some(ConstInit::Array(&[])),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "rest_index",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|false",
        thunk: Body::Builtin(thunk_getopt),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "phpversion",
        params: &[BuiltinParam {
            name: "extension",
            ty: "?string",
            default: Some("null"),
            value: Some(ConstInit::Null),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_phpversion),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "version_compare",
        params: &[
            BuiltinParam {
                name: "version1",
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
                name: "version2",
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
                name: "operator",
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
        ret: "int|bool",
        thunk: Body::Builtin(thunk_version_compare),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "php_sapi_name",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_php_sapi_name),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "php_uname",
        params: &[BuiltinParam {
            name: "mode",
            ty: "string",
            default: Some("\"a\""),
            value: Some(ConstInit::Str(b"a")),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_php_uname),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getmypid",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getmypid),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getmyuid",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getmyuid),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getmygid",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getmygid),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getmyinode",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getmyinode),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getlastmod",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getlastmod),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_current_user",
        params: &[],
        ret: "string",
        thunk: Body::Builtin(thunk_get_current_user),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gethostname",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_gethostname),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sys_getloadavg",
        params: &[],
        ret: "array|false",
        thunk: Body::Builtin(thunk_sys_getloadavg),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getrusage",
        params: &[BuiltinParam {
            name: "mode",
            ty: "int",
            default: Some("0"),
            value: Some(ConstInit::Int(0)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array|false",
        thunk: Body::Builtin(thunk_getrusage),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "memory_get_usage",
        params: &[BuiltinParam {
            name: "real_usage",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_memory_get_usage),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "memory_get_peak_usage",
        params: &[BuiltinParam {
            name: "real_usage",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_memory_get_peak_usage),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "memory_reset_peak_usage",
        params: &[],
        ret: "void",
        thunk: Body::Builtin(thunk_memory_reset_peak_usage),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "abs",
        params: &[BuiltinParam {
            name: "num",
            ty: "int|float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_abs),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ceil",
        params: &[BuiltinParam {
            name: "num",
            ty: "int|float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_ceil),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "floor",
        params: &[BuiltinParam {
            name: "num",
            ty: "int|float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_floor),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "round",
        params: &[
            BuiltinParam {
                name: "num",
                ty: "int|float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "precision",
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
                name: "mode",
                ty: "RoundingMode|int",
                default: Some("RoundingMode::HalfAwayFromZero"),
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_round),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sin",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_sin),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "cos",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_cos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "tan",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_tan),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "asin",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_asin),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "acos",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_acos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "atan",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_atan),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "atan2",
        params: &[
            BuiltinParam {
                name: "y",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "x",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_atan2),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "sinh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_sinh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "cosh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_cosh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "tanh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_tanh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "asinh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_asinh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "acosh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_acosh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "atanh",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_atanh),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "expm1",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_expm1),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "log1p",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_log1p),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "pi",
        params: &[],
        ret: "float",
        thunk: Body::Builtin(thunk_pi),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_finite",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_finite),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_nan",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_nan),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_infinite",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_infinite),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "intdiv",
        params: &[
            BuiltinParam {
                name: "num1",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "num2",
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
        thunk: Body::Builtin(thunk_intdiv),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "pow",
        params: &[
            BuiltinParam {
                name: "num",
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
                name: "exponent",
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
        ret: "object|int|float",
        thunk: Body::Builtin(thunk_pow),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "exp",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_exp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "log",
        params: &[
            BuiltinParam {
                name: "num",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "base",
                ty: "float",
                default: Some("M_E"),
                value: Some(ConstInit::Float(2.718281828459045)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_log),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "log10",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_log10),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "sqrt",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_sqrt),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "hypot",
        params: &[
            BuiltinParam {
                name: "x",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "y",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_hypot),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "deg2rad",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_deg2rad),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "rad2deg",
        params: &[BuiltinParam {
            name: "num",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "float",
        thunk: Body::Builtin(thunk_rad2deg),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "bindec",
        params: &[BuiltinParam {
            name: "binary_string",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_bindec),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "hexdec",
        params: &[BuiltinParam {
            name: "hex_string",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_hexdec),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "octdec",
        params: &[BuiltinParam {
            name: "octal_string",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|float",
        thunk: Body::Builtin(thunk_octdec),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "decbin",
        params: &[BuiltinParam {
            name: "num",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_decbin),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "decoct",
        params: &[BuiltinParam {
            name: "num",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_decoct),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "dechex",
        params: &[BuiltinParam {
            name: "num",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_dechex),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "base_convert",
        params: &[
            BuiltinParam {
                name: "num",
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
                name: "from_base",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "to_base",
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
        ret: "string",
        thunk: Body::Builtin(thunk_base_convert),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "number_format",
        params: &[
            BuiltinParam {
                name: "num",
                ty: "int|float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "decimals",
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
                name: "decimal_separator",
                ty: "?string",
                default: Some("\".\""),
                value: Some(ConstInit::Str(b".")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "thousands_separator",
                ty: "?string",
                default: Some("\",\""),
                value: Some(ConstInit::Str(b",")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_number_format),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "fmod",
        params: &[
            BuiltinParam {
                name: "num1",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "num2",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_fmod),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "fdiv",
        params: &[
            BuiltinParam {
                name: "num1",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "num2",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_fdiv),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "fpow",
        params: &[
            BuiltinParam {
                name: "num",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "exponent",
                ty: "float",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "float",
        thunk: Body::Builtin(thunk_fpow),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ip2long",
        params: &[BuiltinParam {
            name: "ip",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|false",
        thunk: Body::Builtin(thunk_ip2long),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "long2ip",
        params: &[BuiltinParam {
            name: "ip",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_long2ip),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "inet_ntop",
        params: &[BuiltinParam {
            name: "ip",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_inet_ntop),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "inet_pton",
        params: &[BuiltinParam {
            name: "ip",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_inet_pton),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gethostbyname",
        params: &[BuiltinParam {
            name: "hostname",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_gethostbyname),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gethostbynamel",
        params: &[BuiltinParam {
            name: "hostname",
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
        thunk: Body::Builtin(thunk_gethostbynamel),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getservbyname",
        params: &[
            BuiltinParam {
                name: "service",
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
                name: "protocol",
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
        ret: "int|false",
        thunk: Body::Builtin(thunk_getservbyname),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getservbyport",
        params: &[
            BuiltinParam {
                name: "port",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "protocol",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_getservbyport),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getprotobyname",
        params: &[BuiltinParam {
            name: "protocol",
            ty: "string",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int|false",
        thunk: Body::Builtin(thunk_getprotobyname),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "getprotobynumber",
        params: &[BuiltinParam {
            name: "protocol",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_getprotobynumber),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn { name: "flush", params: &[], ret: "void", thunk: Body::Builtin(thunk_flush), flags: BuiltinFlags(0), deprecated: "" },
    BuiltinFn {
        name: "ob_start",
        params: &[
            BuiltinParam {
                name: "callback",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "chunk_size",
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
                name: "flags",
                ty: "int",
                default: Some("PHP_OUTPUT_HANDLER_STDFLAGS"),
                value: Some(ConstInit::Int(112)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_ob_start),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn { name: "ob_flush", params: &[], ret: "bool", thunk: Body::Builtin(thunk_ob_flush), flags: BuiltinFlags(0), deprecated: "" },
    BuiltinFn { name: "ob_clean", params: &[], ret: "bool", thunk: Body::Builtin(thunk_ob_clean), flags: BuiltinFlags(0), deprecated: "" },
    BuiltinFn {
        name: "ob_end_flush",
        params: &[],
        ret: "bool",
        thunk: Body::Builtin(thunk_ob_end_flush),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_end_clean",
        params: &[],
        ret: "bool",
        thunk: Body::Builtin(thunk_ob_end_clean),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_flush",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ob_get_flush),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_clean",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ob_get_clean),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_contents",
        params: &[],
        ret: "string|false",
        thunk: Body::Builtin(thunk_ob_get_contents),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_level",
        params: &[],
        ret: "int",
        thunk: Body::Builtin(thunk_ob_get_level),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_length",
        params: &[],
        ret: "int|false",
        thunk: Body::Builtin(thunk_ob_get_length),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_list_handlers",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_ob_list_handlers),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_get_status",
        params: &[BuiltinParam {
            name: "full_status",
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
        thunk: Body::Builtin(thunk_ob_get_status),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "ob_implicit_flush",
        params: &[BuiltinParam {
            name: "enable",
            ty: "bool",
            default: Some("true"),
            value: Some(ConstInit::Bool(true)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "void",
        thunk: Body::Builtin(thunk_ob_implicit_flush),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "output_reset_rewrite_vars",
        params: &[],
        ret: "bool",
        thunk: Body::Builtin(thunk_output_reset_rewrite_vars),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "output_add_rewrite_var",
        params: &[
            BuiltinParam {
                name: "name",
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
        thunk: Body::Builtin(thunk_output_add_rewrite_var),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "pack",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_pack),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "unpack",
        params: &[
            BuiltinParam {
                name: "format",
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
                name: "string",
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
                name: "offset",
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
        ret: "array|false",
        thunk: Body::Builtin(thunk_unpack),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strtolower",
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
        ret: "string",
        thunk: Body::Builtin(thunk_strtolower),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strtoupper",
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
        ret: "string",
        thunk: Body::Builtin(thunk_strtoupper),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ucfirst",
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
        ret: "string",
        thunk: Body::Builtin(thunk_ucfirst),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "lcfirst",
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
        ret: "string",
        thunk: Body::Builtin(thunk_lcfirst),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ucwords",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "separators",
                ty: "string",
                default: Some("\" \\t\\r\\n\\f\\v\""),
                value: Some(ConstInit::Str(b" \t\r\n\x0c\x0b")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_ucwords),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_increment",
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
        ret: "string",
        thunk: Body::Builtin(thunk_str_increment),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_decrement",
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
        ret: "string",
        thunk: Body::Builtin(thunk_str_decrement),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "trim",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
                ty: "string",
                default: Some("\" \\n\\r\\t\\v\\x00\""),
                value: Some(ConstInit::Str(b" \n\r\t\x0b\x00")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_trim),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ltrim",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
                ty: "string",
                default: Some("\" \\n\\r\\t\\v\\x00\""),
                value: Some(ConstInit::Str(b" \n\r\t\x0b\x00")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_ltrim),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "rtrim",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
                ty: "string",
                default: Some("\" \\n\\r\\t\\v\\x00\""),
                value: Some(ConstInit::Str(b" \n\r\t\x0b\x00")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_rtrim),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "chop",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
                ty: "string",
                default: Some("\" \\n\\r\\t\\v\\x00\""),
                value: Some(ConstInit::Str(b" \n\r\t\x0b\x00")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_rtrim),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strpos",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
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
        ret: "int|false",
        thunk: Body::Builtin(thunk_strpos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "stripos",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
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
        ret: "int|false",
        thunk: Body::Builtin(thunk_stripos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strrpos",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
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
        ret: "int|false",
        thunk: Body::Builtin(thunk_strrpos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strripos",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
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
        ret: "int|false",
        thunk: Body::Builtin(thunk_strripos),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strstr",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "before_needle",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_strstr),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strchr",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "before_needle",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_strstr),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "stristr",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "before_needle",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_stristr),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strrchr",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "before_needle",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_strrchr),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strpbrk",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_strpbrk),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_contains",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
        thunk: Body::Builtin(thunk_str_contains),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_starts_with",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
        thunk: Body::Builtin(thunk_str_starts_with),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_ends_with",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
        thunk: Body::Builtin(thunk_str_ends_with),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "substr_count",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
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
                name: "length",
                ty: "?int",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_substr_count),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strspn",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
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
                name: "offset",
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
                name: "length",
                ty: "?int",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strspn),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strcspn",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
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
                name: "offset",
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
                name: "length",
                ty: "?int",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_strcspn),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "substr",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "offset",
                ty: "int",
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
                ty: "?int",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_substr),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "substr_replace",
        params: &[
            BuiltinParam {
                name: "string",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replace",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "offset",
                ty: "array|int",
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
                ty: "array|int|null",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string",
        thunk: Body::Builtin(thunk_substr_replace),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "substr_compare",
        params: &[
            BuiltinParam {
                name: "haystack",
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
                name: "needle",
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
                name: "offset",
                ty: "int",
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
        ret: "int",
        thunk: Body::Builtin(thunk_substr_compare),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_split",
        params: &[
            BuiltinParam {
                name: "string",
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
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_str_split),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "chunk_split",
        params: &[
            BuiltinParam {
                name: "string",
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
                default: Some("76"),
                value: Some(ConstInit::Int(76)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "separator",
                ty: "string",
                default: Some("\"\\r\\n\""),
                value: Some(ConstInit::Str(b"\r\n")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_chunk_split),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strrev",
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
        ret: "string",
        thunk: Body::Builtin(thunk_strrev),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strtok",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "token",
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
        ret: "string|false",
        thunk: Body::Builtin(thunk_strtok),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_replace",
        params: &[
            BuiltinParam {
                name: "search",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replace",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "subject",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "count",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string",
        thunk: Body::Builtin(thunk_str_replace),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_ireplace",
        params: &[
            BuiltinParam {
                name: "search",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replace",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "subject",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "count",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string",
        thunk: Body::Builtin(thunk_str_ireplace),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strtr",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "from",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "to",
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
        ret: "string",
        thunk: Body::Builtin(thunk_strtr),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "explode",
        params: &[
            BuiltinParam {
                name: "separator",
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
                name: "string",
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
                name: "limit",
                ty: "int",
                default: Some("PHP_INT_MAX"),
                value: Some(ConstInit::Int(i64::MAX)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_explode),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "implode",
        params: &[
            BuiltinParam {
                name: "separator",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "array",
                ty: "?array",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_implode),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "join",
        params: &[
            BuiltinParam {
                name: "separator",
                ty: "array|string",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "array",
                ty: "?array",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_implode),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "nl2br",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "use_xhtml",
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
        ret: "string",
        thunk: Body::Builtin(thunk_nl2br),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "wordwrap",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "width",
                ty: "int",
                default: Some("75"),
                value: Some(ConstInit::Int(75)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "break",
                ty: "string",
                default: Some("\"\\n\""),
                value: Some(ConstInit::Str(b"\n")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "cut_long_words",
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
        ret: "string",
        thunk: Body::Builtin(thunk_wordwrap),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_pad",
        params: &[
            BuiltinParam {
                name: "string",
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
            BuiltinParam {
                name: "pad_string",
                ty: "string",
                default: Some("\" \""),
                value: Some(ConstInit::Str(b" ")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "pad_type",
                ty: "int",
                default: Some("STR_PAD_RIGHT"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_str_pad),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_repeat",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "times",
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
        ret: "string",
        thunk: Body::Builtin(thunk_str_repeat),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "addslashes",
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
        ret: "string",
        thunk: Body::Builtin(thunk_addslashes),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "stripslashes",
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
        ret: "string",
        thunk: Body::Builtin(thunk_stripslashes),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "addcslashes",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "characters",
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
        ret: "string",
        thunk: Body::Builtin(thunk_addcslashes),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "stripcslashes",
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
        ret: "string",
        thunk: Body::Builtin(thunk_stripcslashes),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "quotemeta",
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
        ret: "string",
        thunk: Body::Builtin(thunk_quotemeta),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "ord",
        params: &[BuiltinParam {
            name: "character",
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
        thunk: Body::Builtin(thunk_ord),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "chr",
        params: &[BuiltinParam {
            name: "codepoint",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string",
        thunk: Body::Builtin(thunk_chr),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_rot13",
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
        ret: "string",
        thunk: Body::Builtin(thunk_str_rot13),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_word_count",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "format",
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
                name: "characters",
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
        ret: "array|int",
        thunk: Body::Builtin(thunk_str_word_count),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "count_chars",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "mode",
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
        ret: "array|string",
        thunk: Body::Builtin(thunk_count_chars),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strnatcmp",
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
        thunk: Body::Builtin(thunk_strnatcmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "strnatcasecmp",
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
        thunk: Body::Builtin(thunk_strnatcasecmp),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "similar_text",
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
                name: "percent",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_similar_text),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "levenshtein",
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
                name: "insertion_cost",
                ty: "int",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "replacement_cost",
                ty: "int",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "deletion_cost",
                ty: "int",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_levenshtein),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "soundex",
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
        ret: "string",
        thunk: Body::Builtin(thunk_soundex),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "metaphone",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "max_phonemes",
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
        ret: "string",
        thunk: Body::Builtin(thunk_metaphone),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strip_tags",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "allowed_tags",
                ty: "array|string|null",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_strip_tags),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_shuffle",
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
        ret: "string",
        thunk: Body::Builtin(thunk_str_shuffle),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strcoll",
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
        thunk: Body::Builtin(thunk_strcoll),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "setlocale",
        params: &[
            BuiltinParam {
                name: "category",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "locales",
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
                name: "rest",
                ty: "",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "string|false",
        thunk: Body::Builtin(thunk_setlocale),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "localeconv",
        params: &[],
        ret: "array",
        thunk: Body::Builtin(thunk_localeconv),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "nl_langinfo",
        params: &[BuiltinParam {
            name: "item",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|false",
        thunk: Body::Builtin(thunk_nl_langinfo),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "hebrev",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "max_chars_per_line",
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
        ret: "string",
        thunk: Body::Builtin(thunk_hebrev),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "str_getcsv",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "separator",
                ty: "string",
                default: Some("\",\""),
                value: Some(ConstInit::Str(b",")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "enclosure",
                ty: "string",
                default: Some("\"\\\"\""),
                value: Some(ConstInit::Str(b"\"")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "escape",
                ty: "string",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array",
        thunk: Body::Builtin(thunk_str_getcsv),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sscanf",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "format",
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
                name: "vars",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "array|int|null",
        thunk: Body::Builtin(thunk_sscanf),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "basename",
        params: &[
            BuiltinParam {
                name: "path",
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
                name: "suffix",
                ty: "string",
                default: Some("\"\""),
                value: Some(ConstInit::Str(b"")),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_basename),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "dirname",
        params: &[
            BuiltinParam {
                name: "path",
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
                name: "levels",
                ty: "int",
                default: Some("1"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_dirname),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "pathinfo",
        params: &[
            BuiltinParam {
                name: "path",
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
                name: "flags",
                ty: "int",
                default: Some("PATHINFO_ALL"),
                value: Some(ConstInit::Int(15)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string",
        thunk: Body::Builtin(thunk_pathinfo),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "microtime",
        params: &[BuiltinParam {
            name: "as_float",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "string|float",
        thunk: Body::Builtin(thunk_microtime),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gettimeofday",
        params: &[BuiltinParam {
            name: "as_float",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array|float",
        thunk: Body::Builtin(thunk_gettimeofday),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "hrtime",
        params: &[BuiltinParam {
            name: "as_number",
            ty: "bool",
            default: Some("false"),
            value: Some(ConstInit::Bool(false)),
            optional: true,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "array|int|float|false",
        thunk: Body::Builtin(thunk_hrtime),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "uniqid",
        params: &[
            BuiltinParam {
                name: "prefix",
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
                name: "more_entropy",
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
        ret: "string",
        thunk: Body::Builtin(thunk_uniqid),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "sleep",
        params: &[BuiltinParam {
            name: "seconds",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "int",
        thunk: Body::Builtin(thunk_sleep),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "usleep",
        params: &[BuiltinParam {
            name: "microseconds",
            ty: "int",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "void",
        thunk: Body::Builtin(thunk_usleep),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "time_nanosleep",
        params: &[
            BuiltinParam {
                name: "seconds",
                ty: "int",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "nanoseconds",
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
        ret: "array|bool",
        thunk: Body::Builtin(thunk_time_nanosleep),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "time_sleep_until",
        params: &[BuiltinParam {
            name: "timestamp",
            ty: "float",
            default: None,
            value: None,
            optional: false,
            by_ref: false,
            prefer_ref: false,
            variadic: false,
            sensitive: false,
        }],
        ret: "bool",
        thunk: Body::Builtin(thunk_time_sleep_until),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "urlencode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_urlencode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "urldecode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_urldecode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "rawurlencode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_rawurlencode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "rawurldecode",
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
        ret: "string",
        thunk: Body::Builtin(thunk_rawurldecode),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "parse_url",
        params: &[
            BuiltinParam {
                name: "url",
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
                name: "component",
                ty: "int",
                default: Some("-1"),
                value: Some(ConstInit::Int(-1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "array|string|int|false|null",
        thunk: Body::Builtin(thunk_parse_url),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "http_build_query",
        params: &[
            BuiltinParam {
                name: "data",
                ty: "object|array",
                default: None,
                value: None,
                optional: false,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "numeric_prefix",
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
                name: "arg_separator",
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
                name: "encoding_type",
                ty: "int",
                default: Some("PHP_QUERY_RFC1738"),
                value: Some(ConstInit::Int(1)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "string",
        thunk: Body::Builtin(thunk_http_build_query),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "parse_str",
        params: &[
            BuiltinParam {
                name: "string",
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
                name: "result",
                ty: "",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "void",
        thunk: Body::Builtin(thunk_parse_str),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "gettype",
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
        ret: "string",
        thunk: Body::Builtin(thunk_gettype),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "get_debug_type",
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
        ret: "string",
        thunk: Body::Builtin(thunk_get_debug_type),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "settype",
        params: &[
            BuiltinParam {
                name: "var",
                ty: "mixed",
                default: None,
                value: None,
                optional: false,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "type",
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
        thunk: Body::Builtin(thunk_settype),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "intval",
        params: &[
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
                name: "base",
                ty: "int",
                default: Some("10"),
                value: Some(ConstInit::Int(10)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "int",
        thunk: Body::Builtin(thunk_intval),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "floatval",
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
        ret: "float",
        thunk: Body::Builtin(thunk_floatval),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "doubleval",
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
        ret: "float",
        thunk: Body::Builtin(thunk_floatval),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "boolval",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_boolval),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "strval",
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
        ret: "string",
        thunk: Body::Builtin(thunk_strval),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_null",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_null),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_resource",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_resource),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "is_bool",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_bool),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_int",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_int),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_integer",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_int),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_long",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_int),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_float",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_float),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_double",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_float),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_numeric",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_numeric),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_string",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_string),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_array",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_array),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_object",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_object),
        flags: BuiltinFlags::PURE,
        deprecated: "",
    },
    BuiltinFn {
        name: "is_scalar",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_scalar),
        flags: BuiltinFlags::PURE.with(BuiltinFlags::COMPILE_TIME_EVAL),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_callable",
        params: &[
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
                name: "syntax_only",
                ty: "bool",
                default: Some("false"),
                value: Some(ConstInit::Bool(false)),
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
            BuiltinParam {
                name: "callable_name",
                ty: "",
                default: Some("null"),
                value: Some(ConstInit::Null),
                optional: true,
                by_ref: true,
                prefer_ref: false,
                variadic: false,
                sensitive: false,
            },
        ],
        ret: "bool",
        thunk: Body::Builtin(thunk_is_callable),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_iterable",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_iterable),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "is_countable",
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
        ret: "bool",
        thunk: Body::Builtin(thunk_is_countable),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "var_dump",
        params: &[
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "void",
        thunk: Body::Builtin(thunk_var_dump),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "var_export",
        params: &[
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
                name: "return",
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
        ret: "?string",
        thunk: Body::Builtin(thunk_var_export),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "print_r",
        params: &[
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
                name: "return",
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
        ret: "string|true",
        thunk: Body::Builtin(thunk_print_r),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "debug_zval_dump",
        params: &[
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
                name: "values",
                ty: "mixed",
                default: None,
                value: None,
                optional: true,
                by_ref: false,
                prefer_ref: false,
                variadic: true,
                sensitive: false,
            },
        ],
        ret: "void",
        thunk: Body::Builtin(thunk_debug_zval_dump),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "serialize",
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
        ret: "string",
        thunk: Body::Builtin(thunk_serialize),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
    BuiltinFn {
        name: "unserialize",
        params: &[
            BuiltinParam {
                name: "data",
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
                name: "options",
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
        ret: "mixed",
        thunk: Body::Builtin(thunk_unserialize),
        flags: BuiltinFlags(0),
        deprecated: "",
    },
];

pub static CLASSES: &[BuiltinClass] = &[
    BuiltinClass {
        name: "AssertionError",
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
        name: "RoundingMode",
        flags: ClassFlags::ENUM,
        parent: None,
        interfaces: &[],
        constants: &[
            BuiltinConst { name: "HalfAwayFromZero", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "HalfTowardsZero", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "HalfEven", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "HalfOdd", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "TowardsZero", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "AwayFromZero", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "NegativeInfinity", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
            BuiltinConst { name: "PositiveInfinity", value: ConstInit::Null, flags: MemberFlags::CASE, ty: "" },
        ],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "__PHP_Incomplete_Class",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[BuiltinAttribute { name: "AllowDynamicProperties", args: &[] }],
    },
];

pub static CONSTANTS: &[BuiltinConst] = &[
    BuiltinConst { name: "EXTR_OVERWRITE", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_SKIP", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_PREFIX_SAME", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_PREFIX_ALL", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_PREFIX_INVALID", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_PREFIX_IF_EXISTS", value: ConstInit::Int(5), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_IF_EXISTS", value: ConstInit::Int(6), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "EXTR_REFS", value: ConstInit::Int(256), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_ASC", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_DESC", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_REGULAR", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_NUMERIC", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_STRING", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_LOCALE_STRING", value: ConstInit::Int(5), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_NATURAL", value: ConstInit::Int(6), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "SORT_FLAG_CASE", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CASE_LOWER", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CASE_UPPER", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "COUNT_NORMAL", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "COUNT_RECURSIVE", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ARRAY_FILTER_USE_BOTH", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ARRAY_FILTER_USE_KEY", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ASSERT_ACTIVE", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ASSERT_CALLBACK", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ASSERT_BAIL", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ASSERT_WARNING", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ASSERT_EXCEPTION", value: ConstInit::Int(5), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "HTML_SPECIALCHARS", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "HTML_ENTITIES", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_COMPAT", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_QUOTES", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_NOQUOTES", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_IGNORE", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_SUBSTITUTE", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_DISALLOWED", value: ConstInit::Int(128), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_HTML401", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_XML1", value: ConstInit::Int(16), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_XHTML", value: ConstInit::Int(32), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ENT_HTML5", value: ConstInit::Int(48), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CONNECTION_ABORTED", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CONNECTION_NORMAL", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CONNECTION_TIMEOUT", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INI_USER", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INI_PERDIR", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INI_SYSTEM", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INI_ALL", value: ConstInit::Int(7), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_E", value: ConstInit::Float(2.718281828459045), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_LOG2E", value: ConstInit::Float(1.4426950408889634), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_LOG10E", value: ConstInit::Float(0.4342944819032518), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_LN2", value: ConstInit::Float(0.6931471805599453), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_LN10", value: ConstInit::Float(2.302585092994046), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_PI", value: ConstInit::Float(3.141592653589793), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_PI_2", value: ConstInit::Float(1.5707963267948966), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_PI_4", value: ConstInit::Float(0.7853981633974483), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_1_PI", value: ConstInit::Float(0.3183098861837907), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_2_PI", value: ConstInit::Float(0.6366197723675814), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_SQRTPI", value: ConstInit::Float(1.772453850905516), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_2_SQRTPI", value: ConstInit::Float(1.1283791670955126), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_LNPI", value: ConstInit::Float(1.1447298858494002), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_EULER", value: ConstInit::Float(0.5772156649015329), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_SQRT2", value: ConstInit::Float(1.4142135623730951), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_SQRT1_2", value: ConstInit::Float(0.7071067811865476), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "M_SQRT3", value: ConstInit::Float(1.7320508075688772), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INF", value: ConstInit::Float(f64::INFINITY), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "NAN", value: ConstInit::Float(f64::NAN), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_ROUND_HALF_UP", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_ROUND_HALF_DOWN", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_ROUND_HALF_EVEN", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_ROUND_HALF_ODD", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "STR_PAD_LEFT", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "STR_PAD_RIGHT", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "STR_PAD_BOTH", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PATHINFO_DIRNAME", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PATHINFO_BASENAME", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PATHINFO_EXTENSION", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PATHINFO_FILENAME", value: ConstInit::Int(8), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PATHINFO_ALL", value: ConstInit::Int(15), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CHAR_MAX", value: ConstInit::Int(127), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_CTYPE", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_NUMERIC", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_TIME", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_COLLATE", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_MONETARY", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_ALL", value: ConstInit::Int(6), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "LC_MESSAGES", value: ConstInit::Int(5), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_1", value: ConstInit::Int(131072), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_2", value: ConstInit::Int(131073), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_3", value: ConstInit::Int(131074), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_4", value: ConstInit::Int(131075), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_5", value: ConstInit::Int(131076), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_6", value: ConstInit::Int(131077), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABDAY_7", value: ConstInit::Int(131078), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_1", value: ConstInit::Int(131079), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_2", value: ConstInit::Int(131080), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_3", value: ConstInit::Int(131081), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_4", value: ConstInit::Int(131082), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_5", value: ConstInit::Int(131083), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_6", value: ConstInit::Int(131084), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DAY_7", value: ConstInit::Int(131085), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_1", value: ConstInit::Int(131086), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_2", value: ConstInit::Int(131087), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_3", value: ConstInit::Int(131088), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_4", value: ConstInit::Int(131089), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_5", value: ConstInit::Int(131090), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_6", value: ConstInit::Int(131091), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_7", value: ConstInit::Int(131092), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_8", value: ConstInit::Int(131093), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_9", value: ConstInit::Int(131094), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_10", value: ConstInit::Int(131095), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_11", value: ConstInit::Int(131096), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ABMON_12", value: ConstInit::Int(131097), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_1", value: ConstInit::Int(131098), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_2", value: ConstInit::Int(131099), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_3", value: ConstInit::Int(131100), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_4", value: ConstInit::Int(131101), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_5", value: ConstInit::Int(131102), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_6", value: ConstInit::Int(131103), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_7", value: ConstInit::Int(131104), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_8", value: ConstInit::Int(131105), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_9", value: ConstInit::Int(131106), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_10", value: ConstInit::Int(131107), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_11", value: ConstInit::Int(131108), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_12", value: ConstInit::Int(131109), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "AM_STR", value: ConstInit::Int(131110), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PM_STR", value: ConstInit::Int(131111), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "D_T_FMT", value: ConstInit::Int(131112), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "D_FMT", value: ConstInit::Int(131113), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "T_FMT", value: ConstInit::Int(131114), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "T_FMT_AMPM", value: ConstInit::Int(131115), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ERA", value: ConstInit::Int(131116), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ERA_YEAR", value: ConstInit::Int(131117), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ERA_D_T_FMT", value: ConstInit::Int(131120), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ERA_D_FMT", value: ConstInit::Int(131118), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ERA_T_FMT", value: ConstInit::Int(131121), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "ALT_DIGITS", value: ConstInit::Int(131119), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INT_CURR_SYMBOL", value: ConstInit::Int(262144), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CURRENCY_SYMBOL", value: ConstInit::Int(262145), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CRNCYSTR", value: ConstInit::Int(262159), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_DECIMAL_POINT", value: ConstInit::Int(262146), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_THOUSANDS_SEP", value: ConstInit::Int(262147), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "MON_GROUPING", value: ConstInit::Int(262148), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "POSITIVE_SIGN", value: ConstInit::Int(262149), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "NEGATIVE_SIGN", value: ConstInit::Int(262150), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "INT_FRAC_DIGITS", value: ConstInit::Int(262151), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "FRAC_DIGITS", value: ConstInit::Int(262152), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "P_CS_PRECEDES", value: ConstInit::Int(262153), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "P_SEP_BY_SPACE", value: ConstInit::Int(262154), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "N_CS_PRECEDES", value: ConstInit::Int(262155), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "N_SEP_BY_SPACE", value: ConstInit::Int(262156), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "P_SIGN_POSN", value: ConstInit::Int(262157), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "N_SIGN_POSN", value: ConstInit::Int(262158), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "DECIMAL_POINT", value: ConstInit::Int(65536), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "RADIXCHAR", value: ConstInit::Int(65536), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "THOUSANDS_SEP", value: ConstInit::Int(65537), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "THOUSEP", value: ConstInit::Int(65537), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "GROUPING", value: ConstInit::Int(65538), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "YESEXPR", value: ConstInit::Int(327680), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "NOEXPR", value: ConstInit::Int(327681), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "YESSTR", value: ConstInit::Int(327682), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "NOSTR", value: ConstInit::Int(327683), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "CODESET", value: ConstInit::Int(14), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_SCHEME", value: ConstInit::Int(0), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_HOST", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_PORT", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_USER", value: ConstInit::Int(3), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_PASS", value: ConstInit::Int(4), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_PATH", value: ConstInit::Int(5), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_QUERY", value: ConstInit::Int(6), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_URL_FRAGMENT", value: ConstInit::Int(7), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_QUERY_RFC1738", value: ConstInit::Int(1), flags: MemberFlags(0), ty: "" },
    BuiltinConst { name: "PHP_QUERY_RFC3986", value: ConstInit::Int(2), flags: MemberFlags(0), ty: "" },
];

pub static INI: &[IniEntry] = &[
    IniEntry { name: "assert.active", default: "1", access: IniAccess::All, on_change: None },
    IniEntry { name: "assert.bail", default: "0", access: IniAccess::All, on_change: None },
    IniEntry { name: "assert.warning", default: "1", access: IniAccess::All, on_change: None },
    IniEntry { name: "assert.callback", default: "", access: IniAccess::All, on_change: None },
    IniEntry { name: "assert.exception", default: "1", access: IniAccess::All, on_change: None },
    IniEntry { name: "unserialize_max_depth", default: "4096", access: IniAccess::All, on_change: None },
];

fn thunk_count(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value = args::typed(cx, 1, value)?;
    let mode = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::count(cx, value, mode).map(IntoValue::into_value)
}

fn thunk_array_push(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array_reference(cx, 1, array)?;
    let values = &*rest;
    crate::arrays::array_push(cx, &array, values).map(IntoValue::into_value)
}

fn thunk_array_pop(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    crate::arrays::array_pop(cx, &array).map(IntoValue::into_value)
}

fn thunk_array_shift(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    crate::arrays::array_shift(cx, &array).map(IntoValue::into_value)
}

fn thunk_array_unshift(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array_reference(cx, 1, array)?;
    let values = &*rest;
    crate::arrays::array_unshift(cx, &array, values).map(IntoValue::into_value)
}

fn thunk_array_splice(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, offset, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let offset = args::int(cx, 2, offset)?;
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 3, v)?)
            }
        }
        None => None,
    };
    let replacement_default;
    let replacement = match rest.next() {
        Some(v) => &*v,
        None => {
            replacement_default = Value::EMPTY_ARRAY;
            &replacement_default
        }
    };
    crate::arrays::array_splice(cx, &array, offset, length, replacement).map(IntoValue::into_value)
}

fn thunk_array_slice(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, offset, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let offset = args::int(cx, 2, offset)?;
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 3, v)?)
            }
        }
        None => None,
    };
    let preserve_keys = match rest.next() {
        Some(v) => args::bool(cx, 4, v)?,
        None => false,
    };
    crate::arrays::array_slice(cx, array, offset, length, preserve_keys).map(IntoValue::into_value)
}

fn thunk_array_merge(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    let _ = given;
    let arrays = args::each(cx, 1, rest)?;
    crate::arrays::array_merge(cx, arrays).map(IntoValue::into_value)
}

fn thunk_array_merge_recursive(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    let _ = given;
    let arrays = args::each(cx, 1, rest)?;
    crate::arrays::array_merge_recursive(cx, arrays).map(IntoValue::into_value)
}

fn thunk_array_replace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let replacements = args::each(cx, 2, rest)?;
    crate::arrays::array_replace(cx, array, replacements).map(IntoValue::into_value)
}

fn thunk_array_replace_recursive(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let replacements = args::each(cx, 2, rest)?;
    crate::arrays::array_replace_recursive(cx, array, replacements).map(IntoValue::into_value)
}

fn thunk_array_keys(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let filter_value = match rest.next() {
        Some(v) => Some(&*v),
        None => None,
    };
    let strict = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::arrays::array_keys(cx, array, filter_value, strict).map(IntoValue::into_value)
}

fn thunk_array_values(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_values(cx, array).map(IntoValue::into_value)
}

fn thunk_array_key_first(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_key_first(cx, array).map(IntoValue::into_value)
}

fn thunk_array_key_last(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_key_last(cx, array).map(IntoValue::into_value)
}

fn thunk_array_key_exists(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [key, array] = args else { return Err(args::wrong_count(cx, given)) };
    let key = &*key;
    let array = args::array(cx, 2, array)?;
    crate::arrays::array_key_exists(cx, key, array).map(IntoValue::into_value)
}

fn thunk_array_is_list(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_is_list(cx, array).map(IntoValue::into_value)
}

fn thunk_array_count_values(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_count_values(cx, array).map(IntoValue::into_value)
}

fn thunk_array_column(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, column_key, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let column_key = if column_key.is_null() {
        None
    } else {
        Some(args::union(cx, 2, column_key, TypeMask::STRING.with(TypeMask::INT).with(TypeMask::NULL))?)
    };
    let index_key = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::union(cx, 3, v, TypeMask::STRING.with(TypeMask::INT).with(TypeMask::NULL))?)
            }
        }
        None => None,
    };
    crate::arrays::array_column(cx, array, column_key, index_key).map(IntoValue::into_value)
}

fn thunk_array_flip(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_flip(cx, array).map(IntoValue::into_value)
}

fn thunk_array_combine(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [keys, values] = args else { return Err(args::wrong_count(cx, given)) };
    let keys = args::array(cx, 1, keys)?;
    let values = args::array(cx, 2, values)?;
    crate::arrays::array_combine(cx, keys, values).map(IntoValue::into_value)
}

fn thunk_array_change_key_case(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let case = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::array_change_key_case(cx, array, case).map(IntoValue::into_value)
}

fn thunk_array_chunk(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, length, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let length = args::int(cx, 2, length)?;
    let preserve_keys = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::arrays::array_chunk(cx, array, length, preserve_keys).map(IntoValue::into_value)
}

fn thunk_array_pad(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, length, value] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    let length = args::int(cx, 2, length)?;
    let value = &*value;
    crate::arrays::array_pad(cx, array, length, value).map(IntoValue::into_value)
}

fn thunk_array_reverse(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let preserve_keys = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::arrays::array_reverse(cx, array, preserve_keys).map(IntoValue::into_value)
}

fn thunk_array_fill(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [start_index, count, value] = args else { return Err(args::wrong_count(cx, given)) };
    let start_index = args::int(cx, 1, start_index)?;
    let count = args::int(cx, 2, count)?;
    let value = &*value;
    crate::arrays::array_fill(cx, start_index, count, value).map(IntoValue::into_value)
}

fn thunk_array_fill_keys(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [keys, value] = args else { return Err(args::wrong_count(cx, given)) };
    let keys = args::array(cx, 1, keys)?;
    let value = &*value;
    crate::arrays::array_fill_keys(cx, keys, value).map(IntoValue::into_value)
}

fn thunk_range(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [start, end, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let start = args::union(cx, 1, start, TypeMask::STRING.with(TypeMask::INT).with(TypeMask::FLOAT))?;
    let end = args::union(cx, 2, end, TypeMask::STRING.with(TypeMask::INT).with(TypeMask::FLOAT))?;
    let step_default;
    let step = match rest.next() {
        Some(v) => args::union(cx, 3, v, TypeMask::INT.with(TypeMask::FLOAT))?,
        None => {
            step_default = Value::int(1);
            &step_default
        }
    };
    crate::arrays::range(cx, start, end, step).map(IntoValue::into_value)
}

fn thunk_shuffle(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    crate::arrays::shuffle(cx, &array).map(IntoValue::into_value)
}

fn thunk_array_rand(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let num = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 1,
    };
    crate::arrays::array_rand(cx, array, num).map(IntoValue::into_value)
}

fn thunk_in_array(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [needle, haystack, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let needle = &*needle;
    let haystack = args::array(cx, 2, haystack)?;
    let strict = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::arrays::in_array(cx, needle, haystack, strict).map(IntoValue::into_value)
}

fn thunk_array_search(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [needle, haystack, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let needle = &*needle;
    let haystack = args::array(cx, 2, haystack)?;
    let strict = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::arrays::array_search(cx, needle, haystack, strict).map(IntoValue::into_value)
}

fn thunk_array_unique(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 2,
    };
    crate::arrays::array_unique(cx, array, flags).map(IntoValue::into_value)
}

fn thunk_array_sum(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_sum(cx, array).map(IntoValue::into_value)
}

fn thunk_array_product(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    crate::arrays::array_product(cx, array).map(IntoValue::into_value)
}

fn thunk_max(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let value = &*value;
    let values = &*rest;
    crate::arrays::max(cx, value, values).map(IntoValue::into_value)
}

fn thunk_min(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let value = &*value;
    let values = &*rest;
    crate::arrays::min(cx, value, values).map(IntoValue::into_value)
}

fn thunk_array_map(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let callback = if callback.is_null() { None } else { Some(args::callable(cx, 1, callback)?) };
    let array = args::array(cx, 2, array)?;
    let arrays = args::each(cx, 3, rest)?;
    crate::arrays::array_map(cx, callback.as_ref(), array, arrays).map(IntoValue::into_value)
}

fn thunk_array_filter(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let callback = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::callable(cx, 2, v)?)
            }
        }
        None => None,
    };
    let mode = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::arrays::array_filter(cx, array, callback.as_ref(), mode).map(IntoValue::into_value)
}

fn thunk_array_reduce(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    let initial_default;
    let initial = match rest.next() {
        Some(v) => &*v,
        None => {
            initial_default = Value::NULL;
            &initial_default
        }
    };
    crate::arrays::array_reduce(cx, array, &callback, initial).map(IntoValue::into_value)
}

fn thunk_array_walk(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::typed_reference(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    let arg = match rest.next() {
        Some(v) => Some(&*v),
        None => None,
    };
    crate::arrays::array_walk(cx, &array, &callback, arg).map(IntoValue::into_value)
}

fn thunk_array_walk_recursive(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::typed_reference(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    let arg = match rest.next() {
        Some(v) => Some(&*v),
        None => None,
    };
    crate::arrays::array_walk_recursive(cx, &array, &callback, arg).map(IntoValue::into_value)
}

fn thunk_array_find(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::array_find(cx, array, &callback).map(IntoValue::into_value)
}

fn thunk_array_find_key(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::array_find_key(cx, array, &callback).map(IntoValue::into_value)
}

fn thunk_array_any(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::array_any(cx, array, &callback).map(IntoValue::into_value)
}

fn thunk_array_all(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::array_all(cx, array, &callback).map(IntoValue::into_value)
}

fn thunk_array_diff(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_diff(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_diff_key(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_diff_key(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_diff_assoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_diff_assoc(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_diff_ukey(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_diff_ukey(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_diff_uassoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_diff_uassoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_udiff(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_udiff(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_udiff_assoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_udiff_assoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_udiff_uassoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_udiff_uassoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_intersect(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_intersect(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_intersect_key(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_intersect_key(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_intersect_assoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let arrays = args::each(cx, 2, rest)?;
    crate::arrays::array_intersect_assoc(cx, array, arrays).map(IntoValue::into_value)
}

fn thunk_array_intersect_ukey(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_intersect_ukey(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_intersect_uassoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_intersect_uassoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_uintersect(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_uintersect(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_uintersect_assoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_uintersect_assoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_array_uintersect_uassoc(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = args::array(cx, 1, array)?;
    let rest_ = &*rest;
    crate::arrays::array_uintersect_uassoc(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_sort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::sort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_rsort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::rsort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_asort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::asort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_arsort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::arsort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_ksort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::ksort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_krsort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = args::array_reference(cx, 1, array)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::arrays::krsort(cx, &array, flags).map(IntoValue::into_value)
}

fn thunk_natsort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    crate::arrays::natsort(cx, &array).map(IntoValue::into_value)
}

fn thunk_natcasesort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    crate::arrays::natcasesort(cx, &array).map(IntoValue::into_value)
}

fn thunk_usort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::usort(cx, &array, &callback).map(IntoValue::into_value)
}

fn thunk_uasort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::uasort(cx, &array, &callback).map(IntoValue::into_value)
}

fn thunk_uksort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, callback] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::array_reference(cx, 1, array)?;
    let callback = args::callable(cx, 2, callback)?;
    crate::arrays::uksort(cx, &array, &callback).map(IntoValue::into_value)
}

fn thunk_array_multisort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let array = &*array;
    let rest_ = &*rest;
    crate::arrays::array_multisort(cx, array, rest_).map(IntoValue::into_value)
}

fn thunk_current(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::union(cx, 1, array, TypeMask::OBJECT.with(TypeMask::ARRAY))?;
    crate::arrays::current(cx, array).map(IntoValue::into_value)
}

fn thunk_key(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::union(cx, 1, array, TypeMask::OBJECT.with(TypeMask::ARRAY))?;
    crate::arrays::key(cx, array).map(IntoValue::into_value)
}

fn thunk_next(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::typed_reference(cx, 1, array)?;
    crate::arrays::next(cx, &array).map(IntoValue::into_value)
}

fn thunk_prev(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::typed_reference(cx, 1, array)?;
    crate::arrays::prev(cx, &array).map(IntoValue::into_value)
}

fn thunk_reset(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::typed_reference(cx, 1, array)?;
    crate::arrays::reset(cx, &array).map(IntoValue::into_value)
}

fn thunk_end(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array] = args else { return Err(args::wrong_count(cx, given)) };
    let array = args::typed_reference(cx, 1, array)?;
    crate::arrays::end(cx, &array).map(IntoValue::into_value)
}

fn thunk_compact(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [var_name, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let var_name = &*var_name;
    let var_names = &*rest;
    crate::arrays::compact(cx, var_name, var_names).map(IntoValue::into_value)
}

fn thunk_extract(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [array, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let array = &*array;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let prefix = match rest.next() {
        Some(v) => Some(args::string(cx, 3, v)?),
        None => None,
    };
    crate::arrays::extract(cx, array, flags, prefix).map(IntoValue::into_value)
}

fn thunk_bin2hex(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::bin2hex(cx, string).map(IntoValue::into_value)
}

fn thunk_hex2bin(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::hex2bin(cx, string).map(IntoValue::into_value)
}

fn thunk_base64_encode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::base64_encode(cx, string).map(IntoValue::into_value)
}

fn thunk_base64_decode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let strict = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::encoding::base64_decode(cx, string, strict).map(IntoValue::into_value)
}

fn thunk_crc32(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::crc32(cx, string).map(IntoValue::into_value)
}

fn thunk_md5(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let binary = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::encoding::md5(cx, string, binary).map(IntoValue::into_value)
}

fn thunk_sha1(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let binary = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::encoding::sha1(cx, string, binary).map(IntoValue::into_value)
}

fn thunk_convert_uuencode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::convert_uuencode(cx, string).map(IntoValue::into_value)
}

fn thunk_convert_uudecode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::convert_uudecode(cx, string).map(IntoValue::into_value)
}

fn thunk_quoted_printable_encode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::quoted_printable_encode(cx, string).map(IntoValue::into_value)
}

fn thunk_quoted_printable_decode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::quoted_printable_decode(cx, string).map(IntoValue::into_value)
}

fn thunk_utf8_encode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::utf8_encode(cx, string).map(IntoValue::into_value)
}

fn thunk_utf8_decode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::encoding::utf8_decode(cx, string).map(IntoValue::into_value)
}

fn thunk_error_log(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [message, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let message = args::string(cx, 1, message)?;
    let message_type = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let destination = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    let additional_headers = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 4, v)?)
            }
        }
        None => None,
    };
    crate::errors::error_log(cx, message, message_type, destination, additional_headers).map(IntoValue::into_value)
}

fn thunk_error_get_last(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::error_get_last(cx).map(IntoValue::into_value)
}

fn thunk_error_clear_last(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::errors::error_clear_last(cx).map(IntoValue::into_value)
}

fn thunk_assert(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [assertion, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let assertion = &*assertion;
    let description = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::typed(cx, 2, v)?)
            }
        }
        None => None,
    };
    crate::errors::assert(cx, assertion, description).map(IntoValue::into_value)
}

fn thunk_assert_options(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [option, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let option = args::int(cx, 1, option)?;
    let value = match rest.next() {
        Some(v) => Some(&*v),
        None => None,
    };
    crate::errors::assert_options(cx, option, value).map(IntoValue::into_value)
}

fn thunk_sprintf(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let format = args::string(cx, 1, format)?;
    let values = &*rest;
    crate::format::sprintf(cx, format, values).map(IntoValue::into_value)
}

fn thunk_vsprintf(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, values] = args else { return Err(args::wrong_count(cx, given)) };
    let format = args::string(cx, 1, format)?;
    let values = args::array(cx, 2, values)?;
    crate::format::vsprintf(cx, format, values).map(IntoValue::into_value)
}

fn thunk_printf(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let format = args::string(cx, 1, format)?;
    let values = &*rest;
    crate::format::printf(cx, format, values).map(IntoValue::into_value)
}

fn thunk_vprintf(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, values] = args else { return Err(args::wrong_count(cx, given)) };
    let format = args::string(cx, 1, format)?;
    let values = args::array(cx, 2, values)?;
    crate::format::vprintf(cx, format, values).map(IntoValue::into_value)
}

fn thunk_call_user_func(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let callback = args::callable(cx, 1, callback)?;
    let args_ = &*rest;
    crate::functions::call_user_func(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_call_user_func_array(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, args_] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    let args_ = args::array(cx, 2, args_)?;
    crate::functions::call_user_func_array(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_forward_static_call(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let callback = args::callable(cx, 1, callback)?;
    let args_ = &*rest;
    crate::functions::forward_static_call(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_forward_static_call_array(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, args_] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    let args_ = args::array(cx, 2, args_)?;
    crate::functions::forward_static_call_array(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_register_shutdown_function(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let callback = args::callable(cx, 1, callback)?;
    let args_ = &*rest;
    crate::functions::register_shutdown_function(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_register_tick_function(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let callback = args::callable(cx, 1, callback)?;
    let args_ = &*rest;
    crate::functions::register_tick_function(cx, &callback, args_).map(IntoValue::into_value)
}

fn thunk_unregister_tick_function(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    crate::functions::unregister_tick_function(cx, &callback).map(IntoValue::into_value)
}

fn thunk_constant(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [name] = args else { return Err(args::wrong_count(cx, given)) };
    let name = args::string(cx, 1, name)?;
    crate::functions::constant(cx, name).map(IntoValue::into_value)
}

fn thunk_header(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [header, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let header = args::string(cx, 1, header)?;
    let replace = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    let response_code = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::head::header(cx, header, replace, response_code).map(IntoValue::into_value)
}

fn thunk_header_remove(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let name = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::head::header_remove(cx, name).map(IntoValue::into_value)
}

fn thunk_header_register_callback(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [callback] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    crate::head::header_register_callback(cx, &callback).map(IntoValue::into_value)
}

fn thunk_headers_sent(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let filename = match rest.next() {
        Some(v) => Some(args::reference(cx, 1, v)?),
        None => None,
    };
    let line = match rest.next() {
        Some(v) => Some(args::reference(cx, 2, v)?),
        None => None,
    };
    crate::head::headers_sent(cx, filename.as_ref(), line.as_ref()).map(IntoValue::into_value)
}

fn thunk_headers_list(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::head::headers_list(cx).map(IntoValue::into_value)
}

fn thunk_http_response_code(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let response_code = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 0,
    };
    crate::head::http_response_code(cx, response_code).map(IntoValue::into_value)
}

fn thunk_setcookie(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [name, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 6 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let name = args::string(cx, 1, name)?;
    let value_default;
    let value = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            value_default = PhpStr::empty();
            &value_default
        }
    };
    let expires_or_options_default;
    let expires_or_options = match rest.next() {
        Some(v) => args::union(cx, 3, v, TypeMask::ARRAY.with(TypeMask::INT))?,
        None => {
            expires_or_options_default = Value::int(0);
            &expires_or_options_default
        }
    };
    let path_default;
    let path = match rest.next() {
        Some(v) => args::string(cx, 4, v)?,
        None => {
            path_default = PhpStr::empty();
            &path_default
        }
    };
    let domain_default;
    let domain = match rest.next() {
        Some(v) => args::string(cx, 5, v)?,
        None => {
            domain_default = PhpStr::empty();
            &domain_default
        }
    };
    let secure = match rest.next() {
        Some(v) => args::bool(cx, 6, v)?,
        None => false,
    };
    let httponly = match rest.next() {
        Some(v) => args::bool(cx, 7, v)?,
        None => false,
    };
    crate::head::setcookie(cx, name, value, expires_or_options, path, domain, secure, httponly).map(IntoValue::into_value)
}

fn thunk_setrawcookie(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [name, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 6 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let name = args::string(cx, 1, name)?;
    let value_default;
    let value = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            value_default = PhpStr::empty();
            &value_default
        }
    };
    let expires_or_options_default;
    let expires_or_options = match rest.next() {
        Some(v) => args::union(cx, 3, v, TypeMask::ARRAY.with(TypeMask::INT))?,
        None => {
            expires_or_options_default = Value::int(0);
            &expires_or_options_default
        }
    };
    let path_default;
    let path = match rest.next() {
        Some(v) => args::string(cx, 4, v)?,
        None => {
            path_default = PhpStr::empty();
            &path_default
        }
    };
    let domain_default;
    let domain = match rest.next() {
        Some(v) => args::string(cx, 5, v)?,
        None => {
            domain_default = PhpStr::empty();
            &domain_default
        }
    };
    let secure = match rest.next() {
        Some(v) => args::bool(cx, 6, v)?,
        None => false,
    };
    let httponly = match rest.next() {
        Some(v) => args::bool(cx, 7, v)?,
        None => false,
    };
    crate::head::setrawcookie(cx, name, value, expires_or_options, path, domain, secure, httponly).map(IntoValue::into_value)
}

fn thunk_htmlspecialchars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 11,
    };
    let encoding = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    let double_encode = match rest.next() {
        Some(v) => args::bool(cx, 4, v)?,
        None => true,
    };
    crate::html::htmlspecialchars(cx, string, flags, encoding, double_encode).map(IntoValue::into_value)
}

fn thunk_htmlspecialchars_decode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 11,
    };
    crate::html::htmlspecialchars_decode(cx, string, flags).map(IntoValue::into_value)
}

fn thunk_htmlentities(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 11,
    };
    let encoding = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    let double_encode = match rest.next() {
        Some(v) => args::bool(cx, 4, v)?,
        None => true,
    };
    crate::html::htmlentities(cx, string, flags, encoding, double_encode).map(IntoValue::into_value)
}

fn thunk_html_entity_decode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 11,
    };
    let encoding = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::html::html_entity_decode(cx, string, flags, encoding).map(IntoValue::into_value)
}

fn thunk_get_html_translation_table(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let table = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 0,
    };
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 11,
    };
    let encoding_default;
    let encoding = match rest.next() {
        Some(v) => args::string(cx, 3, v)?,
        None => {
            encoding_default = PhpStr::interned(b"UTF-8");
            &encoding_default
        }
    };
    crate::html::get_html_translation_table(cx, table, flags, encoding).map(IntoValue::into_value)
}

fn thunk_ini_get(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [option] = args else { return Err(args::wrong_count(cx, given)) };
    let option = args::string(cx, 1, option)?;
    crate::info::ini_get(cx, option).map(IntoValue::into_value)
}

fn thunk_ini_get_all(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let extension = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    let details = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::info::ini_get_all(cx, extension, details).map(IntoValue::into_value)
}

fn thunk_ini_set(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [option, value] = args else { return Err(args::wrong_count(cx, given)) };
    let option = args::string(cx, 1, option)?;
    let value = if value.is_null() {
        None
    } else {
        Some(args::union(
            cx,
            2,
            value,
            TypeMask::STRING.with(TypeMask::INT).with(TypeMask::FLOAT).with(TypeMask::BOOL).with(TypeMask::NULL),
        )?)
    };
    crate::info::ini_set(cx, option, value).map(IntoValue::into_value)
}

fn thunk_ini_restore(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [option] = args else { return Err(args::wrong_count(cx, given)) };
    let option = args::string(cx, 1, option)?;
    crate::info::ini_restore(cx, option).map(IntoValue::into_value)
}

fn thunk_ini_parse_quantity(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [shorthand] = args else { return Err(args::wrong_count(cx, given)) };
    let shorthand = args::string(cx, 1, shorthand)?;
    crate::info::ini_parse_quantity(cx, shorthand).map(IntoValue::into_value)
}

fn thunk_set_include_path(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [include_path] = args else { return Err(args::wrong_count(cx, given)) };
    let include_path = args::string(cx, 1, include_path)?;
    crate::info::set_include_path(cx, include_path).map(IntoValue::into_value)
}

fn thunk_get_include_path(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::get_include_path(cx).map(IntoValue::into_value)
}

fn thunk_set_time_limit(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [seconds] = args else { return Err(args::wrong_count(cx, given)) };
    let seconds = args::int(cx, 1, seconds)?;
    crate::info::set_time_limit(cx, seconds).map(IntoValue::into_value)
}

fn thunk_ignore_user_abort(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let enable = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::bool(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::info::ignore_user_abort(cx, enable).map(IntoValue::into_value)
}

fn thunk_connection_aborted(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::connection_aborted(cx).map(IntoValue::into_value)
}

fn thunk_connection_status(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::connection_status(cx).map(IntoValue::into_value)
}

fn thunk_get_cfg_var(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [option] = args else { return Err(args::wrong_count(cx, given)) };
    let option = args::string(cx, 1, option)?;
    crate::info::get_cfg_var(cx, option).map(IntoValue::into_value)
}

fn thunk_php_ini_loaded_file(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::php_ini_loaded_file(cx).map(IntoValue::into_value)
}

fn thunk_php_ini_scanned_files(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::php_ini_scanned_files(cx).map(IntoValue::into_value)
}

fn thunk_getenv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let name = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    let local_only = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::info::getenv(cx, name, local_only).map(IntoValue::into_value)
}

fn thunk_putenv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [assignment] = args else { return Err(args::wrong_count(cx, given)) };
    let assignment = args::string(cx, 1, assignment)?;
    crate::info::putenv(cx, assignment).map(IntoValue::into_value)
}

fn thunk_getopt(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [short_options, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let short_options = args::string(cx, 1, short_options)?;
    let long_options_default;
    let long_options = match rest.next() {
        Some(v) => args::array(cx, 2, v)?,
        None => {
            long_options_default = PhpArray::new();
            &long_options_default
        }
    };
    let rest_index = match rest.next() {
        Some(v) => Some(args::reference(cx, 3, v)?),
        None => None,
    };
    crate::info::getopt(cx, short_options, long_options, rest_index.as_ref()).map(IntoValue::into_value)
}

fn thunk_phpversion(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let extension = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 1, v)?)
            }
        }
        None => None,
    };
    crate::info::phpversion(cx, extension).map(IntoValue::into_value)
}

fn thunk_version_compare(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [version1, version2, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let version1 = args::string(cx, 1, version1)?;
    let version2 = args::string(cx, 2, version2)?;
    let operator = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::info::version_compare(cx, version1, version2, operator).map(IntoValue::into_value)
}

fn thunk_php_sapi_name(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::php_sapi_name(cx).map(IntoValue::into_value)
}

fn thunk_php_uname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let mode_default;
    let mode = match rest.next() {
        Some(v) => args::string(cx, 1, v)?,
        None => {
            mode_default = PhpStr::byte(97);
            &mode_default
        }
    };
    crate::info::php_uname(cx, mode).map(IntoValue::into_value)
}

fn thunk_getmypid(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::getmypid(cx).map(IntoValue::into_value)
}

fn thunk_getmyuid(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::getmyuid(cx).map(IntoValue::into_value)
}

fn thunk_getmygid(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::getmygid(cx).map(IntoValue::into_value)
}

fn thunk_getmyinode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::getmyinode(cx).map(IntoValue::into_value)
}

fn thunk_getlastmod(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::getlastmod(cx).map(IntoValue::into_value)
}

fn thunk_get_current_user(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::get_current_user(cx).map(IntoValue::into_value)
}

fn thunk_gethostname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::gethostname(cx).map(IntoValue::into_value)
}

fn thunk_sys_getloadavg(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::sys_getloadavg(cx).map(IntoValue::into_value)
}

fn thunk_getrusage(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let mode = match rest.next() {
        Some(v) => args::int(cx, 1, v)?,
        None => 0,
    };
    crate::info::getrusage(cx, mode).map(IntoValue::into_value)
}

fn thunk_memory_get_usage(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let real_usage = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::info::memory_get_usage(cx, real_usage).map(IntoValue::into_value)
}

fn thunk_memory_get_peak_usage(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let real_usage = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::info::memory_get_peak_usage(cx, real_usage).map(IntoValue::into_value)
}

fn thunk_memory_reset_peak_usage(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::info::memory_reset_peak_usage(cx).map(IntoValue::into_value)
}

fn thunk_abs(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::union(cx, 1, num, TypeMask::INT.with(TypeMask::FLOAT))?;
    crate::math::abs(cx, num).map(IntoValue::into_value)
}

fn thunk_ceil(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::union(cx, 1, num, TypeMask::INT.with(TypeMask::FLOAT))?;
    crate::math::ceil(cx, num).map(IntoValue::into_value)
}

fn thunk_floor(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::union(cx, 1, num, TypeMask::INT.with(TypeMask::FLOAT))?;
    crate::math::floor(cx, num).map(IntoValue::into_value)
}

fn thunk_round(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let num = args::union(cx, 1, num, TypeMask::INT.with(TypeMask::FLOAT))?;
    let precision = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let mode = match rest.next() {
        Some(v) => Some(args::typed(cx, 3, v)?),
        None => None,
    };
    crate::math::round(cx, num, precision, mode).map(IntoValue::into_value)
}

fn thunk_sin(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::sin(cx, num).map(IntoValue::into_value)
}

fn thunk_cos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::cos(cx, num).map(IntoValue::into_value)
}

fn thunk_tan(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::tan(cx, num).map(IntoValue::into_value)
}

fn thunk_asin(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::asin(cx, num).map(IntoValue::into_value)
}

fn thunk_acos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::acos(cx, num).map(IntoValue::into_value)
}

fn thunk_atan(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::atan(cx, num).map(IntoValue::into_value)
}

fn thunk_atan2(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [y, x] = args else { return Err(args::wrong_count(cx, given)) };
    let y = args::float(cx, 1, y)?;
    let x = args::float(cx, 2, x)?;
    crate::math::atan2(cx, y, x).map(IntoValue::into_value)
}

fn thunk_sinh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::sinh(cx, num).map(IntoValue::into_value)
}

fn thunk_cosh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::cosh(cx, num).map(IntoValue::into_value)
}

fn thunk_tanh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::tanh(cx, num).map(IntoValue::into_value)
}

fn thunk_asinh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::asinh(cx, num).map(IntoValue::into_value)
}

fn thunk_acosh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::acosh(cx, num).map(IntoValue::into_value)
}

fn thunk_atanh(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::atanh(cx, num).map(IntoValue::into_value)
}

fn thunk_expm1(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::expm1(cx, num).map(IntoValue::into_value)
}

fn thunk_log1p(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::log1p(cx, num).map(IntoValue::into_value)
}

fn thunk_pi(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::math::pi(cx).map(IntoValue::into_value)
}

fn thunk_is_finite(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::is_finite(cx, num).map(IntoValue::into_value)
}

fn thunk_is_nan(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::is_nan(cx, num).map(IntoValue::into_value)
}

fn thunk_is_infinite(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::is_infinite(cx, num).map(IntoValue::into_value)
}

fn thunk_intdiv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num1, num2] = args else { return Err(args::wrong_count(cx, given)) };
    let num1 = args::int(cx, 1, num1)?;
    let num2 = args::int(cx, 2, num2)?;
    crate::math::intdiv(cx, num1, num2).map(IntoValue::into_value)
}

fn thunk_pow(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, exponent] = args else { return Err(args::wrong_count(cx, given)) };
    let num = &*num;
    let exponent = &*exponent;
    crate::math::pow(cx, num, exponent).map(IntoValue::into_value)
}

fn thunk_exp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::exp(cx, num).map(IntoValue::into_value)
}

fn thunk_log(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let num = args::float(cx, 1, num)?;
    let base = match rest.next() {
        Some(v) => args::float(cx, 2, v)?,
        None => 2.718281828459045,
    };
    crate::math::log(cx, num, base).map(IntoValue::into_value)
}

fn thunk_log10(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::log10(cx, num).map(IntoValue::into_value)
}

fn thunk_sqrt(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::sqrt(cx, num).map(IntoValue::into_value)
}

fn thunk_hypot(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [x, y] = args else { return Err(args::wrong_count(cx, given)) };
    let x = args::float(cx, 1, x)?;
    let y = args::float(cx, 2, y)?;
    crate::math::hypot(cx, x, y).map(IntoValue::into_value)
}

fn thunk_deg2rad(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::deg2rad(cx, num).map(IntoValue::into_value)
}

fn thunk_rad2deg(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    crate::math::rad2deg(cx, num).map(IntoValue::into_value)
}

fn thunk_bindec(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [binary_string] = args else { return Err(args::wrong_count(cx, given)) };
    let binary_string = args::string(cx, 1, binary_string)?;
    crate::math::bindec(cx, binary_string).map(IntoValue::into_value)
}

fn thunk_hexdec(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [hex_string] = args else { return Err(args::wrong_count(cx, given)) };
    let hex_string = args::string(cx, 1, hex_string)?;
    crate::math::hexdec(cx, hex_string).map(IntoValue::into_value)
}

fn thunk_octdec(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [octal_string] = args else { return Err(args::wrong_count(cx, given)) };
    let octal_string = args::string(cx, 1, octal_string)?;
    crate::math::octdec(cx, octal_string).map(IntoValue::into_value)
}

fn thunk_decbin(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::int(cx, 1, num)?;
    crate::math::decbin(cx, num).map(IntoValue::into_value)
}

fn thunk_decoct(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::int(cx, 1, num)?;
    crate::math::decoct(cx, num).map(IntoValue::into_value)
}

fn thunk_dechex(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::int(cx, 1, num)?;
    crate::math::dechex(cx, num).map(IntoValue::into_value)
}

fn thunk_base_convert(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, from_base, to_base] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::string(cx, 1, num)?;
    let from_base = args::int(cx, 2, from_base)?;
    let to_base = args::int(cx, 3, to_base)?;
    crate::math::base_convert(cx, num, from_base, to_base).map(IntoValue::into_value)
}

fn thunk_number_format(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let num = args::union(cx, 1, num, TypeMask::INT.with(TypeMask::FLOAT))?;
    let decimals = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let decimal_separator_default;
    let decimal_separator = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => {
            decimal_separator_default = PhpStr::byte(46);
            Some(&decimal_separator_default)
        }
    };
    let thousands_separator_default;
    let thousands_separator = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 4, v)?)
            }
        }
        None => {
            thousands_separator_default = PhpStr::byte(44);
            Some(&thousands_separator_default)
        }
    };
    crate::math::number_format(cx, num, decimals, decimal_separator, thousands_separator).map(IntoValue::into_value)
}

fn thunk_fmod(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num1, num2] = args else { return Err(args::wrong_count(cx, given)) };
    let num1 = args::float(cx, 1, num1)?;
    let num2 = args::float(cx, 2, num2)?;
    crate::math::fmod(cx, num1, num2).map(IntoValue::into_value)
}

fn thunk_fdiv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num1, num2] = args else { return Err(args::wrong_count(cx, given)) };
    let num1 = args::float(cx, 1, num1)?;
    let num2 = args::float(cx, 2, num2)?;
    crate::math::fdiv(cx, num1, num2).map(IntoValue::into_value)
}

fn thunk_fpow(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [num, exponent] = args else { return Err(args::wrong_count(cx, given)) };
    let num = args::float(cx, 1, num)?;
    let exponent = args::float(cx, 2, exponent)?;
    crate::math::fpow(cx, num, exponent).map(IntoValue::into_value)
}

fn thunk_ip2long(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [ip] = args else { return Err(args::wrong_count(cx, given)) };
    let ip = args::string(cx, 1, ip)?;
    crate::net::ip2long(cx, ip).map(IntoValue::into_value)
}

fn thunk_long2ip(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [ip] = args else { return Err(args::wrong_count(cx, given)) };
    let ip = args::int(cx, 1, ip)?;
    crate::net::long2ip(cx, ip).map(IntoValue::into_value)
}

fn thunk_inet_ntop(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [ip] = args else { return Err(args::wrong_count(cx, given)) };
    let ip = args::string(cx, 1, ip)?;
    crate::net::inet_ntop(cx, ip).map(IntoValue::into_value)
}

fn thunk_inet_pton(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [ip] = args else { return Err(args::wrong_count(cx, given)) };
    let ip = args::string(cx, 1, ip)?;
    crate::net::inet_pton(cx, ip).map(IntoValue::into_value)
}

fn thunk_gethostbyname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [hostname] = args else { return Err(args::wrong_count(cx, given)) };
    let hostname = args::string(cx, 1, hostname)?;
    crate::net::gethostbyname(cx, hostname).map(IntoValue::into_value)
}

fn thunk_gethostbynamel(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [hostname] = args else { return Err(args::wrong_count(cx, given)) };
    let hostname = args::string(cx, 1, hostname)?;
    crate::net::gethostbynamel(cx, hostname).map(IntoValue::into_value)
}

fn thunk_getservbyname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [service, protocol] = args else { return Err(args::wrong_count(cx, given)) };
    let service = args::string(cx, 1, service)?;
    let protocol = args::string(cx, 2, protocol)?;
    crate::net::getservbyname(cx, service, protocol).map(IntoValue::into_value)
}

fn thunk_getservbyport(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [port, protocol] = args else { return Err(args::wrong_count(cx, given)) };
    let port = args::int(cx, 1, port)?;
    let protocol = args::string(cx, 2, protocol)?;
    crate::net::getservbyport(cx, port, protocol).map(IntoValue::into_value)
}

fn thunk_getprotobyname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [protocol] = args else { return Err(args::wrong_count(cx, given)) };
    let protocol = args::string(cx, 1, protocol)?;
    crate::net::getprotobyname(cx, protocol).map(IntoValue::into_value)
}

fn thunk_getprotobynumber(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [protocol] = args else { return Err(args::wrong_count(cx, given)) };
    let protocol = args::int(cx, 1, protocol)?;
    crate::net::getprotobynumber(cx, protocol).map(IntoValue::into_value)
}

fn thunk_flush(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::flush(cx).map(IntoValue::into_value)
}

fn thunk_ob_start(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let callback_default;
    let callback = match rest.next() {
        Some(v) => &*v,
        None => {
            callback_default = Value::NULL;
            &callback_default
        }
    };
    let chunk_size = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let flags = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 112,
    };
    crate::output::ob_start(cx, callback, chunk_size, flags).map(IntoValue::into_value)
}

fn thunk_ob_flush(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_flush(cx).map(IntoValue::into_value)
}

fn thunk_ob_clean(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_clean(cx).map(IntoValue::into_value)
}

fn thunk_ob_end_flush(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_end_flush(cx).map(IntoValue::into_value)
}

fn thunk_ob_end_clean(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_end_clean(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_flush(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_get_flush(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_clean(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_get_clean(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_contents(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_get_contents(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_level(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_get_level(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_length(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_get_length(cx).map(IntoValue::into_value)
}

fn thunk_ob_list_handlers(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::ob_list_handlers(cx).map(IntoValue::into_value)
}

fn thunk_ob_get_status(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let full_status = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::output::ob_get_status(cx, full_status).map(IntoValue::into_value)
}

fn thunk_ob_implicit_flush(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let enable = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => true,
    };
    crate::output::ob_implicit_flush(cx, enable).map(IntoValue::into_value)
}

fn thunk_output_reset_rewrite_vars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::output::output_reset_rewrite_vars(cx).map(IntoValue::into_value)
}

fn thunk_output_add_rewrite_var(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [name, value] = args else { return Err(args::wrong_count(cx, given)) };
    let name = args::string(cx, 1, name)?;
    let value = args::string(cx, 2, value)?;
    crate::output::output_add_rewrite_var(cx, name, value).map(IntoValue::into_value)
}

fn thunk_pack(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let format = args::string(cx, 1, format)?;
    let values = &*rest;
    crate::pack::pack(cx, format, values).map(IntoValue::into_value)
}

fn thunk_unpack(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [format, string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let format = args::string(cx, 1, format)?;
    let string = args::string(cx, 2, string)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::pack::unpack(cx, format, string, offset).map(IntoValue::into_value)
}

fn thunk_strtolower(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::strtolower(cx, string).map(IntoValue::into_value)
}

fn thunk_strtoupper(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::strtoupper(cx, string).map(IntoValue::into_value)
}

fn thunk_ucfirst(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::ucfirst(cx, string).map(IntoValue::into_value)
}

fn thunk_lcfirst(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::lcfirst(cx, string).map(IntoValue::into_value)
}

fn thunk_ucwords(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let separators_default;
    let separators = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            separators_default = PhpStr::interned(b" \t\r\n\x0c\x0b");
            &separators_default
        }
    };
    crate::strings::ucwords(cx, string, separators).map(IntoValue::into_value)
}

fn thunk_str_increment(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::str_increment(cx, string).map(IntoValue::into_value)
}

fn thunk_str_decrement(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::str_decrement(cx, string).map(IntoValue::into_value)
}

fn thunk_trim(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let characters_default;
    let characters = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            characters_default = PhpStr::interned(b" \n\r\t\x0b\x00");
            &characters_default
        }
    };
    crate::strings::trim(cx, string, characters).map(IntoValue::into_value)
}

fn thunk_ltrim(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let characters_default;
    let characters = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            characters_default = PhpStr::interned(b" \n\r\t\x0b\x00");
            &characters_default
        }
    };
    crate::strings::ltrim(cx, string, characters).map(IntoValue::into_value)
}

fn thunk_rtrim(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let characters_default;
    let characters = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            characters_default = PhpStr::interned(b" \n\r\t\x0b\x00");
            &characters_default
        }
    };
    crate::strings::rtrim(cx, string, characters).map(IntoValue::into_value)
}

fn thunk_strpos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::strings::strpos(cx, haystack, needle, offset).map(IntoValue::into_value)
}

fn thunk_stripos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::strings::stripos(cx, haystack, needle, offset).map(IntoValue::into_value)
}

fn thunk_strrpos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::strings::strrpos(cx, haystack, needle, offset).map(IntoValue::into_value)
}

fn thunk_strripos(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    crate::strings::strripos(cx, haystack, needle, offset).map(IntoValue::into_value)
}

fn thunk_strstr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let before_needle = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::strings::strstr(cx, haystack, needle, before_needle).map(IntoValue::into_value)
}

fn thunk_stristr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let before_needle = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::strings::stristr(cx, haystack, needle, before_needle).map(IntoValue::into_value)
}

fn thunk_strrchr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let before_needle = match rest.next() {
        Some(v) => args::bool(cx, 3, v)?,
        None => false,
    };
    crate::strings::strrchr(cx, haystack, needle, before_needle).map(IntoValue::into_value)
}

fn thunk_strpbrk(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, characters] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    let characters = args::string(cx, 2, characters)?;
    crate::strings::strpbrk(cx, string, characters).map(IntoValue::into_value)
}

fn thunk_str_contains(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle] = args else { return Err(args::wrong_count(cx, given)) };
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    crate::strings::str_contains(cx, haystack, needle).map(IntoValue::into_value)
}

fn thunk_str_starts_with(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle] = args else { return Err(args::wrong_count(cx, given)) };
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    crate::strings::str_starts_with(cx, haystack, needle).map(IntoValue::into_value)
}

fn thunk_str_ends_with(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle] = args else { return Err(args::wrong_count(cx, given)) };
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    crate::strings::str_ends_with(cx, haystack, needle).map(IntoValue::into_value)
}

fn thunk_substr_count(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 4, v)?)
            }
        }
        None => None,
    };
    crate::strings::substr_count(cx, haystack, needle, offset, length).map(IntoValue::into_value)
}

fn thunk_strspn(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, characters, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let characters = args::string(cx, 2, characters)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 4, v)?)
            }
        }
        None => None,
    };
    crate::strings::strspn(cx, string, characters, offset, length).map(IntoValue::into_value)
}

fn thunk_strcspn(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, characters, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let characters = args::string(cx, 2, characters)?;
    let offset = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 0,
    };
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 4, v)?)
            }
        }
        None => None,
    };
    crate::strings::strcspn(cx, string, characters, offset, length).map(IntoValue::into_value)
}

fn thunk_substr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, offset, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let offset = args::int(cx, 2, offset)?;
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::strings::substr(cx, string, offset, length).map(IntoValue::into_value)
}

fn thunk_substr_replace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, replace, offset, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::union(cx, 1, string, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let replace = args::union(cx, 2, replace, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let offset = args::union(cx, 3, offset, TypeMask::ARRAY.with(TypeMask::INT))?;
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::union(cx, 4, v, TypeMask::ARRAY.with(TypeMask::INT).with(TypeMask::NULL))?)
            }
        }
        None => None,
    };
    crate::strings::substr_replace(cx, string, replace, offset, length).map(IntoValue::into_value)
}

fn thunk_substr_compare(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [haystack, needle, offset, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let haystack = args::string(cx, 1, haystack)?;
    let needle = args::string(cx, 2, needle)?;
    let offset = args::int(cx, 3, offset)?;
    let length = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::int(cx, 4, v)?)
            }
        }
        None => None,
    };
    let case_insensitive = match rest.next() {
        Some(v) => args::bool(cx, 5, v)?,
        None => false,
    };
    crate::strings::substr_compare(cx, haystack, needle, offset, length, case_insensitive).map(IntoValue::into_value)
}

fn thunk_str_split(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let length = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 1,
    };
    crate::strings::str_split(cx, string, length).map(IntoValue::into_value)
}

fn thunk_chunk_split(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let length = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 76,
    };
    let separator_default;
    let separator = match rest.next() {
        Some(v) => args::string(cx, 3, v)?,
        None => {
            separator_default = PhpStr::interned(b"\r\n");
            &separator_default
        }
    };
    crate::strings::chunk_split(cx, string, length, separator).map(IntoValue::into_value)
}

fn thunk_strrev(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::strrev(cx, string).map(IntoValue::into_value)
}

fn thunk_strtok(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let token = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 2, v)?)
            }
        }
        None => None,
    };
    crate::strings::strtok(cx, string, token).map(IntoValue::into_value)
}

fn thunk_str_replace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [search, replace, subject, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let search = args::union(cx, 1, search, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let replace = args::union(cx, 2, replace, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let subject = args::union(cx, 3, subject, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let count = match rest.next() {
        Some(v) => Some(args::reference(cx, 4, v)?),
        None => None,
    };
    crate::strings::str_replace(cx, search, replace, subject, count.as_ref()).map(IntoValue::into_value)
}

fn thunk_str_ireplace(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [search, replace, subject, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let search = args::union(cx, 1, search, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let replace = args::union(cx, 2, replace, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let subject = args::union(cx, 3, subject, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let count = match rest.next() {
        Some(v) => Some(args::reference(cx, 4, v)?),
        None => None,
    };
    crate::strings::str_ireplace(cx, search, replace, subject, count.as_ref()).map(IntoValue::into_value)
}

fn thunk_strtr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, from, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let from = args::union(cx, 2, from, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let to = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::strings::strtr(cx, string, from, to).map(IntoValue::into_value)
}

fn thunk_explode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [separator, string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let separator = args::string(cx, 1, separator)?;
    let string = args::string(cx, 2, string)?;
    let limit = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => i64::MAX,
    };
    crate::strings::explode(cx, separator, string, limit).map(IntoValue::into_value)
}

fn thunk_implode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [separator, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let separator = args::union(cx, 1, separator, TypeMask::ARRAY.with(TypeMask::STRING))?;
    let array = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::array(cx, 2, v)?)
            }
        }
        None => None,
    };
    crate::strings::implode(cx, separator, array).map(IntoValue::into_value)
}

fn thunk_nl2br(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let use_xhtml = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => true,
    };
    crate::strings::nl2br(cx, string, use_xhtml).map(IntoValue::into_value)
}

fn thunk_wordwrap(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let width = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 75,
    };
    let break__default;
    let break_ = match rest.next() {
        Some(v) => args::string(cx, 3, v)?,
        None => {
            break__default = PhpStr::byte(10);
            &break__default
        }
    };
    let cut_long_words = match rest.next() {
        Some(v) => args::bool(cx, 4, v)?,
        None => false,
    };
    crate::strings::wordwrap(cx, string, width, break_, cut_long_words).map(IntoValue::into_value)
}

fn thunk_str_pad(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, length, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let length = args::int(cx, 2, length)?;
    let pad_string_default;
    let pad_string = match rest.next() {
        Some(v) => args::string(cx, 3, v)?,
        None => {
            pad_string_default = PhpStr::byte(32);
            &pad_string_default
        }
    };
    let pad_type = match rest.next() {
        Some(v) => args::int(cx, 4, v)?,
        None => 1,
    };
    crate::strings::str_pad(cx, string, length, pad_string, pad_type).map(IntoValue::into_value)
}

fn thunk_str_repeat(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, times] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    let times = args::int(cx, 2, times)?;
    crate::strings::str_repeat(cx, string, times).map(IntoValue::into_value)
}

fn thunk_addslashes(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::addslashes(cx, string).map(IntoValue::into_value)
}

fn thunk_stripslashes(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::stripslashes(cx, string).map(IntoValue::into_value)
}

fn thunk_addcslashes(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, characters] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    let characters = args::string(cx, 2, characters)?;
    crate::strings::addcslashes(cx, string, characters).map(IntoValue::into_value)
}

fn thunk_stripcslashes(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::stripcslashes(cx, string).map(IntoValue::into_value)
}

fn thunk_quotemeta(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::quotemeta(cx, string).map(IntoValue::into_value)
}

fn thunk_ord(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [character] = args else { return Err(args::wrong_count(cx, given)) };
    let character = args::string(cx, 1, character)?;
    crate::strings::ord(cx, character).map(IntoValue::into_value)
}

fn thunk_chr(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [codepoint] = args else { return Err(args::wrong_count(cx, given)) };
    let codepoint = args::int(cx, 1, codepoint)?;
    crate::strings::chr(cx, codepoint).map(IntoValue::into_value)
}

fn thunk_str_rot13(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::str_rot13(cx, string).map(IntoValue::into_value)
}

fn thunk_str_word_count(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let format = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    let characters = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    crate::strings::str_word_count(cx, string, format, characters).map(IntoValue::into_value)
}

fn thunk_count_chars(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let mode = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::strings::count_chars(cx, string, mode).map(IntoValue::into_value)
}

fn thunk_strnatcmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    crate::strings::strnatcmp(cx, string1, string2).map(IntoValue::into_value)
}

fn thunk_strnatcasecmp(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    crate::strings::strnatcasecmp(cx, string1, string2).map(IntoValue::into_value)
}

fn thunk_similar_text(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    let percent = match rest.next() {
        Some(v) => Some(args::reference(cx, 3, v)?),
        None => None,
    };
    crate::strings::similar_text(cx, string1, string2, percent.as_ref()).map(IntoValue::into_value)
}

fn thunk_levenshtein(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    let insertion_cost = match rest.next() {
        Some(v) => args::int(cx, 3, v)?,
        None => 1,
    };
    let replacement_cost = match rest.next() {
        Some(v) => args::int(cx, 4, v)?,
        None => 1,
    };
    let deletion_cost = match rest.next() {
        Some(v) => args::int(cx, 5, v)?,
        None => 1,
    };
    crate::strings::levenshtein(cx, string1, string2, insertion_cost, replacement_cost, deletion_cost).map(IntoValue::into_value)
}

fn thunk_soundex(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::soundex(cx, string).map(IntoValue::into_value)
}

fn thunk_metaphone(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let max_phonemes = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::strings::metaphone(cx, string, max_phonemes).map(IntoValue::into_value)
}

fn thunk_strip_tags(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let allowed_tags = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::union(cx, 2, v, TypeMask::ARRAY.with(TypeMask::STRING).with(TypeMask::NULL))?)
            }
        }
        None => None,
    };
    crate::strings::strip_tags(cx, string, allowed_tags).map(IntoValue::into_value)
}

fn thunk_str_shuffle(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::strings::str_shuffle(cx, string).map(IntoValue::into_value)
}

fn thunk_strcoll(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string1, string2] = args else { return Err(args::wrong_count(cx, given)) };
    let string1 = args::string(cx, 1, string1)?;
    let string2 = args::string(cx, 2, string2)?;
    crate::strings::strcoll(cx, string1, string2).map(IntoValue::into_value)
}

fn thunk_setlocale(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [category, locales, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let category = args::int(cx, 1, category)?;
    let locales = &*locales;
    let rest_ = &*rest;
    crate::strings::setlocale(cx, category, locales, rest_).map(IntoValue::into_value)
}

fn thunk_localeconv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::strings::localeconv(cx).map(IntoValue::into_value)
}

fn thunk_nl_langinfo(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [item] = args else { return Err(args::wrong_count(cx, given)) };
    let item = args::int(cx, 1, item)?;
    crate::strings::nl_langinfo(cx, item).map(IntoValue::into_value)
}

fn thunk_hebrev(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let max_chars_per_line = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 0,
    };
    crate::strings::hebrev(cx, string, max_chars_per_line).map(IntoValue::into_value)
}

fn thunk_str_getcsv(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let string = args::string(cx, 1, string)?;
    let separator_default;
    let separator = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            separator_default = PhpStr::byte(44);
            &separator_default
        }
    };
    let enclosure_default;
    let enclosure = match rest.next() {
        Some(v) => args::string(cx, 3, v)?,
        None => {
            enclosure_default = PhpStr::byte(34);
            &enclosure_default
        }
    };
    let escape = match rest.next() {
        Some(v) => Some(args::string(cx, 4, v)?),
        None => None,
    };
    crate::strings::str_getcsv(cx, string, separator, enclosure, escape).map(IntoValue::into_value)
}

fn thunk_sscanf(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, format, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let string = args::string(cx, 1, string)?;
    let format = args::string(cx, 2, format)?;
    let vars = &*rest;
    crate::strings::sscanf(cx, string, format, vars).map(IntoValue::into_value)
}

fn thunk_basename(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [path, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let path = args::string(cx, 1, path)?;
    let suffix_default;
    let suffix = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            suffix_default = PhpStr::empty();
            &suffix_default
        }
    };
    crate::strings::basename(cx, path, suffix).map(IntoValue::into_value)
}

fn thunk_dirname(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [path, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let path = args::string(cx, 1, path)?;
    let levels = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 1,
    };
    crate::strings::dirname(cx, path, levels).map(IntoValue::into_value)
}

fn thunk_pathinfo(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [path, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let path = args::string(cx, 1, path)?;
    let flags = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 15,
    };
    crate::strings::pathinfo(cx, path, flags).map(IntoValue::into_value)
}

fn thunk_microtime(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let as_float = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::time::microtime(cx, as_float).map(IntoValue::into_value)
}

fn thunk_gettimeofday(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let as_float = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::time::gettimeofday(cx, as_float).map(IntoValue::into_value)
}

fn thunk_hrtime(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let as_number = match rest.next() {
        Some(v) => args::bool(cx, 1, v)?,
        None => false,
    };
    crate::time::hrtime(cx, as_number).map(IntoValue::into_value)
}

fn thunk_uniqid(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let rest = args;
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let prefix_default;
    let prefix = match rest.next() {
        Some(v) => args::string(cx, 1, v)?,
        None => {
            prefix_default = PhpStr::empty();
            &prefix_default
        }
    };
    let more_entropy = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::time::uniqid(cx, prefix, more_entropy).map(IntoValue::into_value)
}

fn thunk_sleep(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [seconds] = args else { return Err(args::wrong_count(cx, given)) };
    let seconds = args::int(cx, 1, seconds)?;
    crate::time::sleep(cx, seconds).map(IntoValue::into_value)
}

fn thunk_usleep(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [microseconds] = args else { return Err(args::wrong_count(cx, given)) };
    let microseconds = args::int(cx, 1, microseconds)?;
    crate::time::usleep(cx, microseconds).map(IntoValue::into_value)
}

fn thunk_time_nanosleep(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [seconds, nanoseconds] = args else { return Err(args::wrong_count(cx, given)) };
    let seconds = args::int(cx, 1, seconds)?;
    let nanoseconds = args::int(cx, 2, nanoseconds)?;
    crate::time::time_nanosleep(cx, seconds, nanoseconds).map(IntoValue::into_value)
}

fn thunk_time_sleep_until(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [timestamp] = args else { return Err(args::wrong_count(cx, given)) };
    let timestamp = args::float(cx, 1, timestamp)?;
    crate::time::time_sleep_until(cx, timestamp).map(IntoValue::into_value)
}

fn thunk_urlencode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::url::urlencode(cx, string).map(IntoValue::into_value)
}

fn thunk_urldecode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::url::urldecode(cx, string).map(IntoValue::into_value)
}

fn thunk_rawurlencode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::url::rawurlencode(cx, string).map(IntoValue::into_value)
}

fn thunk_rawurldecode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    crate::url::rawurldecode(cx, string).map(IntoValue::into_value)
}

fn thunk_parse_url(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [url, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let url = args::string(cx, 1, url)?;
    let component = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => -1,
    };
    crate::url::parse_url(cx, url, component).map(IntoValue::into_value)
}

fn thunk_http_build_query(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [data, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 3 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let data = args::union(cx, 1, data, TypeMask::OBJECT.with(TypeMask::ARRAY))?;
    let numeric_prefix_default;
    let numeric_prefix = match rest.next() {
        Some(v) => args::string(cx, 2, v)?,
        None => {
            numeric_prefix_default = PhpStr::empty();
            &numeric_prefix_default
        }
    };
    let arg_separator = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::string(cx, 3, v)?)
            }
        }
        None => None,
    };
    let encoding_type = match rest.next() {
        Some(v) => args::int(cx, 4, v)?,
        None => 1,
    };
    crate::url::http_build_query(cx, data, numeric_prefix, arg_separator, encoding_type).map(IntoValue::into_value)
}

fn thunk_parse_str(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [string, result] = args else { return Err(args::wrong_count(cx, given)) };
    let string = args::string(cx, 1, string)?;
    let result = args::reference(cx, 2, result)?;
    crate::url::parse_str(cx, string, &result).map(IntoValue::into_value)
}

fn thunk_gettype(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::gettype(cx, value).map(IntoValue::into_value)
}

fn thunk_get_debug_type(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::get_debug_type(cx, value).map(IntoValue::into_value)
}

fn thunk_settype(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [var, type_] = args else { return Err(args::wrong_count(cx, given)) };
    let var = args::reference(cx, 1, var)?;
    let type_ = args::string(cx, 2, type_)?;
    crate::var::settype(cx, &var, type_).map(IntoValue::into_value)
}

fn thunk_intval(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value = &*value;
    let base = match rest.next() {
        Some(v) => args::int(cx, 2, v)?,
        None => 10,
    };
    crate::var::intval(cx, value, base).map(IntoValue::into_value)
}

fn thunk_floatval(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::floatval(cx, value).map(IntoValue::into_value)
}

fn thunk_boolval(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::boolval(cx, value).map(IntoValue::into_value)
}

fn thunk_strval(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::strval(cx, value).map(IntoValue::into_value)
}

fn thunk_is_null(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_null(cx, value).map(IntoValue::into_value)
}

fn thunk_is_resource(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_resource(cx, value).map(IntoValue::into_value)
}

fn thunk_is_bool(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_bool(cx, value).map(IntoValue::into_value)
}

fn thunk_is_int(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_int(cx, value).map(IntoValue::into_value)
}

fn thunk_is_float(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_float(cx, value).map(IntoValue::into_value)
}

fn thunk_is_numeric(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_numeric(cx, value).map(IntoValue::into_value)
}

fn thunk_is_string(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_string(cx, value).map(IntoValue::into_value)
}

fn thunk_is_array(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_array(cx, value).map(IntoValue::into_value)
}

fn thunk_is_object(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_object(cx, value).map(IntoValue::into_value)
}

fn thunk_is_scalar(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_scalar(cx, value).map(IntoValue::into_value)
}

fn thunk_is_callable(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 2 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value = &*value;
    let syntax_only = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    let callable_name = match rest.next() {
        Some(v) => Some(args::reference(cx, 3, v)?),
        None => None,
    };
    crate::var::is_callable(cx, value, syntax_only, callable_name.as_ref()).map(IntoValue::into_value)
}

fn thunk_is_iterable(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_iterable(cx, value).map(IntoValue::into_value)
}

fn thunk_is_countable(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::is_countable(cx, value).map(IntoValue::into_value)
}

fn thunk_var_dump(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let value = &*value;
    let values = &*rest;
    crate::var::var_dump(cx, value, values).map(IntoValue::into_value)
}

fn thunk_var_export(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value = &*value;
    let return_ = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::var::var_export(cx, value, return_).map(IntoValue::into_value)
}

fn thunk_print_r(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value = &*value;
    let return_ = match rest.next() {
        Some(v) => args::bool(cx, 2, v)?,
        None => false,
    };
    crate::var::print_r(cx, value, return_).map(IntoValue::into_value)
}

fn thunk_debug_zval_dump(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let value = &*value;
    let values = &*rest;
    crate::var::debug_zval_dump(cx, value, values).map(IntoValue::into_value)
}

fn thunk_serialize(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::var::serialize(cx, value).map(IntoValue::into_value)
}

fn thunk_unserialize(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let given = args.len();
    let [data, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let data = args::string(cx, 1, data)?;
    let options_default;
    let options = match rest.next() {
        Some(v) => args::array(cx, 2, v)?,
        None => {
            options_default = PhpArray::new();
            &options_default
        }
    };
    crate::var::unserialize(cx, data, options).map(IntoValue::into_value)
}
