//! `parent::$property::get()` and `set()`: the hook of the parent class, or its storage.

use std::sync::LazyLock;

use loxo_bytecode::FnFlags;
use loxo_runtime::object::{self, ParentHook};
use loxo_runtime::{Body, Cx, Func, PhpResult};
use loxo_value::{PhpObject, PhpStr, Value};

use crate::Vm;
use crate::frame::{header, open_window};
use loxo_fast_paths::stand_ins::with_body;

/// `parent::$x::get()` of a property without that hook: its storage is read.
pub fn storage_get() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| with_body("get", FnFlags::default(), Body::BuiltinMethod(read_storage)));
    &FUNC
}

/// `parent::$x::set()` of a property without that hook: its storage is written.
pub fn storage_set() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| with_body("set", FnFlags::default(), Body::BuiltinMethod(write_storage)));
    &FUNC
}

/// `parent::$x::get()` and `set()` take as many arguments as a hook would.
fn check_count(vm: &mut Vm, name: &loxo_value::PhpStr, hook: &str, given: usize, wanted: usize) -> PhpResult<()> {
    if given == wanted {
        return Ok(());
    }
    let parent = vm.scope().and_then(|class| class.parent);
    let owner = parent.and_then(|parent| object::declared_property(parent, name.as_bytes())).map(|property| property.class);
    let owner = owner.map_or_else(String::new, |class| String::from_utf8_lossy(loxo_runtime::convert::class_name(class)).into_owned());
    let name = String::from_utf8_lossy(name.as_bytes());
    let plural = if wanted == 1 { "" } else { "s" };
    let message = format!("{owner}::${name}::{hook}() expects exactly {wanted} argument{plural}, {given} given");
    Err(vm.cx.throw("ArgumentCountError", message))
}

fn read_storage(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let (Some(name), Some(this), Some(fp)) = (vm.storage_hooks.pop(), this, vm.user_frame()) else { return Ok(Value::NULL) };
    check_count(vm, &name, "get", args.len(), 0)?;
    // SAFETY: a live frame: that of the running hook.
    let access = unsafe { vm.access(fp) };
    object::read_prop(&mut vm.cx, this, &name, &access, object::Fetch::Read)
}

fn write_storage(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let (Some(name), Some(this), Some(fp)) = (vm.storage_hooks.pop(), this, vm.user_frame()) else { return Ok(Value::NULL) };
    check_count(vm, &name, "set", args.len(), 1)?;
    // SAFETY: as above.
    let access = unsafe { vm.access(fp) };
    let value = args.first().map_or(Value::NULL, Value::clone_deref);
    object::write_prop(&mut vm.cx, this, &name, value, &access)
}

impl Vm {
    /// `parent::$property::get()` / `::set()`
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`]; `fp` is the running frame.
    pub(crate) unsafe fn init_parent_hook(&mut self, fp: *mut Value, callee: *mut Value, name: &PhpStr, set: bool) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let scope = self.scope_of(fp);
            let Some(scope) = scope else {
                return Err(self.cx.throw_error("Cannot access \"parent\" when no class scope is active"));
            };
            let func = match object::parent_hook(&mut self.cx, scope, name.as_bytes(), set)? {
                ParentHook::Hook(func) => func,
                ParentHook::Storage => {
                    self.storage_hooks.push(name.clone());
                    if set { crate::call::parent_hook::storage_set() } else { crate::call::parent_hook::storage_get() }
                }
            };
            let class = header(fp).class;
            open_window(callee, func, class);
            (&raw mut header(callee).this).write(header(fp).this.clone());
        }
        Ok(())
    }
}
