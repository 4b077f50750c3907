//! The builtins of this crate. Made by `cargo xtask codegen` from `stubs/*.php`; edit those.
#![allow(unused_imports)]

use loxo_runtime::{
    Behaviour, Body, BuiltinAttribute, BuiltinClass, BuiltinConst, BuiltinFlags, BuiltinFn, BuiltinParam, BuiltinProperty, ClassFlags,
    ConstInit, Cx, IniAccess, IniEntry, IntoValue, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, TypeMask, Value, args,
};

pub static FUNCTIONS: &[BuiltinFn] = &[];

pub static CLASSES: &[BuiltinClass] = &[
    BuiltinClass {
        name: "Closure",
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
                thunk: Body::BuiltinMethod(thunk_closure_construct),
                flags: BuiltinFlags::PRIVATE,
                deprecated: "",
            },
            BuiltinFn {
                name: "bind",
                params: &[
                    BuiltinParam {
                        name: "closure",
                        ty: "Closure",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "newThis",
                        ty: "?object",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "newScope",
                        ty: "object|string|null",
                        default: Some("\"static\""),
                        value: Some(ConstInit::Str(b"static")),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "?Closure",
                thunk: Body::BuiltinMethod(thunk_closure_bind),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
            BuiltinFn {
                name: "bindTo",
                params: &[
                    BuiltinParam {
                        name: "newThis",
                        ty: "?object",
                        default: None,
                        value: None,
                        optional: false,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                    BuiltinParam {
                        name: "newScope",
                        ty: "object|string|null",
                        default: Some("\"static\""),
                        value: Some(ConstInit::Str(b"static")),
                        optional: true,
                        by_ref: false,
                        prefer_ref: false,
                        variadic: false,
                        sensitive: false,
                    },
                ],
                ret: "?Closure",
                thunk: Body::BuiltinMethod(thunk_closure_bind_to),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "call",
                params: &[
                    BuiltinParam {
                        name: "newThis",
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
                thunk: Body::BuiltinMethod(thunk_closure_call),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "fromCallable",
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
                ret: "Closure",
                thunk: Body::BuiltinMethod(thunk_closure_from_callable),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
            BuiltinFn {
                name: "getCurrent",
                params: &[],
                ret: "Closure",
                thunk: Body::BuiltinMethod(thunk_closure_get_current),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::builtins::closure::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "Fiber",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "__construct",
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
                ret: "",
                thunk: Body::BuiltinMethod(thunk_fiber_construct),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "start",
                params: &[BuiltinParam {
                    name: "args",
                    ty: "mixed",
                    default: None,
                    value: None,
                    optional: true,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: true,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_fiber_start),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "resume",
                params: &[BuiltinParam {
                    name: "value",
                    ty: "mixed",
                    default: Some("null"),
                    value: Some(ConstInit::Null),
                    optional: true,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_fiber_resume),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "throw",
                params: &[BuiltinParam {
                    name: "exception",
                    ty: "Throwable",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_fiber_throw),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "isStarted",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_fiber_is_started),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "isSuspended",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_fiber_is_suspended),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "isRunning",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_fiber_is_running),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "isTerminated",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_fiber_is_terminated),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getReturn",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_fiber_get_return),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getCurrent",
                params: &[],
                ret: "?Fiber",
                thunk: Body::BuiltinMethod(thunk_fiber_get_current),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
            BuiltinFn {
                name: "suspend",
                params: &[BuiltinParam {
                    name: "value",
                    ty: "mixed",
                    default: Some("null"),
                    value: Some(ConstInit::Null),
                    optional: true,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_fiber_suspend),
                flags: BuiltinFlags::STATIC,
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::builtins::fiber::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "FiberError",
        flags: ClassFlags::FINAL,
        parent: Some("Error"),
        interfaces: &[],
        constants: &[],
        properties: &[],
        methods: &[BuiltinFn {
            name: "__construct",
            params: &[],
            ret: "",
            thunk: Body::BuiltinMethod(thunk_fiber_error_construct),
            flags: BuiltinFlags(0),
            deprecated: "",
        }],
        backing: "",
        behaviour: Behaviour::default,
        attributes: &[],
    },
    BuiltinClass {
        name: "Generator",
        flags: ClassFlags::FINAL,
        parent: None,
        interfaces: &["Iterator"],
        constants: &[],
        properties: &[],
        methods: &[
            BuiltinFn {
                name: "rewind",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_generator_rewind),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "valid",
                params: &[],
                ret: "bool",
                thunk: Body::BuiltinMethod(thunk_generator_valid),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "current",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_generator_current),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "key",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_generator_key),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "next",
                params: &[],
                ret: "void",
                thunk: Body::BuiltinMethod(thunk_generator_next),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "send",
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
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_generator_send),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "throw",
                params: &[BuiltinParam {
                    name: "exception",
                    ty: "Throwable",
                    default: None,
                    value: None,
                    optional: false,
                    by_ref: false,
                    prefer_ref: false,
                    variadic: false,
                    sensitive: false,
                }],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_generator_throw),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "getReturn",
                params: &[],
                ret: "mixed",
                thunk: Body::BuiltinMethod(thunk_generator_get_return),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
            BuiltinFn {
                name: "__debugInfo",
                params: &[],
                ret: "array",
                thunk: Body::BuiltinMethod(thunk_generator_debug_info),
                flags: BuiltinFlags(0),
                deprecated: "",
            },
        ],
        backing: "",
        behaviour: crate::builtins::generator::behaviour,
        attributes: &[],
    },
    BuiltinClass {
        name: "ClosedGeneratorException",
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
];

pub static CONSTANTS: &[BuiltinConst] = &[];

pub static INI: &[IniEntry] = &[];

fn thunk_closure_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::closure::construct(cx, this).map(IntoValue::into_value)
}

fn thunk_closure_bind(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let [closure, new_this, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let closure = args::instance(cx, 1, closure)?;
    let new_this = if new_this.is_null() { None } else { Some(args::object(cx, 2, new_this)?) };
    let new_scope_default;
    let new_scope = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::union(cx, 3, v, TypeMask::OBJECT.with(TypeMask::STRING).with(TypeMask::NULL))?)
            }
        }
        None => {
            new_scope_default = Value::string(PhpStr::interned(b"static"));
            Some(&new_scope_default)
        }
    };
    crate::builtins::closure::bind(cx, closure, new_this, new_scope).map(IntoValue::into_value)
}

fn thunk_closure_bind_to(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [new_this, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let new_this = if new_this.is_null() { None } else { Some(args::object(cx, 1, new_this)?) };
    let new_scope_default;
    let new_scope = match rest.next() {
        Some(v) => {
            if v.is_null() {
                None
            } else {
                Some(args::union(cx, 2, v, TypeMask::OBJECT.with(TypeMask::STRING).with(TypeMask::NULL))?)
            }
        }
        None => {
            new_scope_default = Value::string(PhpStr::interned(b"static"));
            Some(&new_scope_default)
        }
    };
    crate::builtins::closure::bind_to(cx, this, new_this, new_scope).map(IntoValue::into_value)
}

fn thunk_closure_call(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [new_this, rest @ ..] = args else { return Err(args::wrong_count(cx, given)) };
    let _ = given;
    let new_this = args::object(cx, 1, new_this)?;
    let args_ = &*rest;
    crate::builtins::closure::call(cx, this, new_this, args_).map(IntoValue::into_value)
}

fn thunk_closure_from_callable(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let [callback] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    crate::builtins::closure::from_callable(cx, &callback).map(IntoValue::into_value)
}

fn thunk_closure_get_current(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::closure::get_current(cx).map(IntoValue::into_value)
}

fn thunk_fiber_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [callback] = args else { return Err(args::wrong_count(cx, given)) };
    let callback = args::callable(cx, 1, callback)?;
    crate::builtins::fiber::construct(cx, this, &callback).map(IntoValue::into_value)
}

fn thunk_fiber_start(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    let _ = given;
    let args_ = &*rest;
    crate::builtins::fiber::start(cx, this, args_).map(IntoValue::into_value)
}

fn thunk_fiber_resume(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value_default;
    let value = match rest.next() {
        Some(v) => &*v,
        None => {
            value_default = Value::NULL;
            &value_default
        }
    };
    crate::builtins::fiber::resume(cx, this, value).map(IntoValue::into_value)
}

fn thunk_fiber_throw(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [exception] = args else { return Err(args::wrong_count(cx, given)) };
    let exception = args::instance(cx, 1, exception)?;
    crate::builtins::fiber::throw(cx, this, exception).map(IntoValue::into_value)
}

fn thunk_fiber_is_started(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::is_started(cx, this).map(IntoValue::into_value)
}

fn thunk_fiber_is_suspended(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::is_suspended(cx, this).map(IntoValue::into_value)
}

fn thunk_fiber_is_running(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::is_running(cx, this).map(IntoValue::into_value)
}

fn thunk_fiber_is_terminated(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::is_terminated(cx, this).map(IntoValue::into_value)
}

fn thunk_fiber_get_return(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::get_return(cx, this).map(IntoValue::into_value)
}

fn thunk_fiber_get_current(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::get_current(cx).map(IntoValue::into_value)
}

fn thunk_fiber_suspend(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let _ = this;
    let given = args.len();
    let rest = args;
    if rest.len() > 1 {
        return Err(args::wrong_count(cx, given));
    }
    let mut rest = rest.iter_mut();
    let value_default;
    let value = match rest.next() {
        Some(v) => &*v,
        None => {
            value_default = Value::NULL;
            &value_default
        }
    };
    crate::builtins::fiber::suspend(cx, value).map(IntoValue::into_value)
}

fn thunk_fiber_error_construct(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::fiber::error_construct(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_rewind(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::rewind(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_valid(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::valid(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_current(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::current(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_key(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::key(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_next(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::next(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_send(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [value] = args else { return Err(args::wrong_count(cx, given)) };
    let value = &*value;
    crate::builtins::generator::send(cx, this, value).map(IntoValue::into_value)
}

fn thunk_generator_throw(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [exception] = args else { return Err(args::wrong_count(cx, given)) };
    let exception = args::instance(cx, 1, exception)?;
    crate::builtins::generator::throw(cx, this, exception).map(IntoValue::into_value)
}

fn thunk_generator_get_return(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::get_return(cx, this).map(IntoValue::into_value)
}

fn thunk_generator_debug_info(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(args::no_this(cx)) };
    let given = args.len();
    let [] = args else { return Err(args::wrong_count(cx, given)) };
    crate::builtins::generator::debug_info(cx, this).map(IntoValue::into_value)
}
