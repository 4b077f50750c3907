//! Rust code calling PHP code: the frame between the two, and the instructions it stands at.

use std::sync::{LazyLock, Mutex};

use loxo_bytecode::{Const, FnFlags, Function, Op, OpCode, Unit, flag};
use loxo_runtime::{Body, Callable, Cx, Func, PhpResult, Site, object};
use loxo_value::{IStr, PhpArray, PhpObject, Value};
use rustc_hash::FxHashMap;

use crate::Vm;
use crate::code::instruction::{Insn, Pc};
use crate::frame::{flags, header};

/// A re-entry frame stands at the first instruction, a pretended call whose result goes to its first slot (references kept);
/// returning from the callee then runs the second, which leaves the loop.
pub static HALT: [Insn; 2] = [Insn::new(halt, [0; 3], (flag::KEEP as u32) << 24), Insn::new(halt, [0; 3], 0)];

/// Where unwinding ends that has reached Rust code.
pub fn stop() -> Pc {
    &raw const HALT[1]
}

/// Leaves the interpreter loop.
unsafe extern "C-unwind" fn halt(_pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    0
}

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

fn bare(name: &str, flags: FnFlags) -> &'static Func {
    with_body(name, flags, Body::Abstract)
}

fn with_body(name: &str, flags: FnFlags, body: Body) -> &'static Func {
    Box::leak(Box::new(Func {
        entry: 0,
        flags,
        num_params: 0,
        required: 0,
        num_locals: 0,
        frame_slots: 0,
        statics: u32::MAX,
        body,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: [].into(),
        return_type: None,
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
        shadows_private: false,
    }))
}

/// Functions that stand for a place in the source, by file, line and strictness.
type Places = Mutex<FxHashMap<(Vec<u8>, u32, bool), &'static Func>>;

/// A function whose one instruction is at that place, for frames of code that is not there: `new` of an attribute.
fn place(site: &Site<'_>) -> &'static Func {
    static PLACES: LazyLock<Places> = LazyLock::new(Mutex::default);
    let mut places = PLACES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    places.entry((site.file.to_vec(), site.line, site.strict)).or_insert_with(|| {
        let strict = if site.strict { FnFlags::STRICT_TYPES } else { FnFlags::default() };
        let function = Function {
            flags: FnFlags::MAIN.with(strict),
            code: vec![Op::new(OpCode::ReturnK)],
            consts: vec![Const::Null],
            lines: vec![(0, site.line)],
            start_line: site.line,
            ..Function::default()
        };
        let unit = Unit { path: site.file.into(), functions: vec![function], ..Unit::default() };
        crate::code::load(unit, true).funcs[0]
    })
}

impl Vm {
    /// Calls as code at that place would.
    pub(crate) fn call_from(
        &mut self,
        site: &Site<'_>,
        callable: &Callable,
        args: &mut [Value],
        named: Option<&PhpArray>,
    ) -> PhpResult<Value> {
        let func = place(site);
        let fp = self.push_reentry(func, 0)?;
        // SAFETY: the frame that was just pushed; it stands at its function's one instruction.
        unsafe {
            let head = header(fp);
            head.flags = flags::MAIN | flags::PLACE;
            head.pc = func.entry as Pc;
        }
        let result = self.call(callable, args, named);
        self.pop_reentry(fp);
        result
    }
}

/// What a window holds when a class has no constructor.
pub fn no_constructor() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::VARIADIC));
    &FUNC
}

/// What a window holds for a method that `__call()` or `__callStatic()` will answer.
pub fn any_method() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::VARIADIC));
    &FUNC
}

/// The function of frames that stand for Rust code.
pub fn rust_code() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::default()));
    &FUNC
}
