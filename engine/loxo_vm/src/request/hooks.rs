//! What the machine does for builtins: its part of the table behind `Cx::hooks`.

use loxo_runtime::codecache::CodeCacheHooks;
use loxo_runtime::{Callable, Class, ClassId, Cx, Func, LocalsOp, PhpResult, VmHooks, object};
use loxo_value::{PhpArray, PhpStr, Value};

use crate::Vm;
use crate::frame::{flags, header};

/// The part of the table that belongs to whoever finds and compiles sources.
pub struct Loader {
    pub include: fn(&mut Cx, &[u8], u32) -> PhpResult<Value>,
    pub included_files: fn(&mut Cx) -> Vec<PhpStr>,
    pub code_cache: CodeCacheHooks,
}

/// The whole table.
pub const fn hooks(loader: Loader) -> VmHooks {
    VmHooks {
        call: |cx, callable, args, named| Vm::of(cx).call(callable, args, named),
        call_again: |cx, callable, args, last| Vm::of(cx).call_again(callable, args, last),
        call_method_again: |cx, object, func, last| Vm::of(cx).call_method_again(object, func, last),
        call_method: |cx, object, func, args| Vm::of(cx).call_method(object, func, args),
        callable: crate::call::resolve::check,
        closure: |cx, callable| crate::objects::closure::of_callable(Vm::of(cx), callable),
        class,
        init_class: |cx, class| object::init_class(cx, class),
        class_constant: |cx, class, name| match class.constants.contains_key(name) {
            true => object::class_constant(cx, class, name, Some(class)).map(Some),
            false => Ok(None),
        },
        deprecated_constant: |cx, constant| Vm::of(cx).report_deprecated_constant(constant),
        run_thunk,
        location: |cx| Vm::of_ref(cx).location(),
        running: |cx| Vm::of_ref(cx).running_name(),
        result_unused: |cx| Vm::of_ref(cx).result_unused(),
        called_by_name: |cx| Vm::of_ref(cx).called_by_name(),
        scope: |cx| Vm::of_ref(cx).scope(),
        this: |cx| Vm::of_ref(cx).this_object(),
        called_class: |cx| match cx.active {
            Some(func) if func.class.is_some() && Vm::of_ref(cx).native_caller.0 == Vm::of_ref(cx).fp => Vm::of_ref(cx).native_caller.1,
            _ => Vm::of_ref(cx).called(),
        },
        strict,
        calls: |cx, options, limit, skip| Vm::of(cx).calls(options, limit, skip),
        include: loader.include,
        locals,
        globals,
        attributes: crate::request::reflection::attributes,
        at_site: |cx, site, work| Vm::of(cx).at_site(site, work),
        reflect: crate::request::reflection::answer,
        generator_function: |object| object.native::<crate::objects::generator::Generator>().map(|generator| generator.func),
        time_limit: |cx, seconds| {
            let vm = Vm::of(cx);
            vm.deadline = None;
            if let Some(limit) = u64::try_from(seconds).ok().filter(|seconds| *seconds > 0) {
                vm.deadline = loxo_runtime::deadline::Deadline::new(std::time::Duration::from_secs(limit), vm.interrupts.handle());
            }
        },
        housekeeping: |cx| Vm::of(cx).run_pending(),
        included_files: loader.included_files,
        alias_class: |cx, class, name| {
            let id = ClassId::of(name);
            if cx.class_by_id(id).is_some() {
                return false;
            }
            cx.set_class(id, class);
            true
        },
        code_cache: loader.code_cache,
    }
}

/// Looks a class up; asks the autoloaders in turn until one has declared it.
fn class(cx: &mut Cx, name: &[u8], autoload: bool) -> PhpResult<Option<&'static Class>> {
    let plain = name.strip_prefix(b"\\").unwrap_or(name);
    if let Some(class) = cx.class_by_name(plain) {
        return Ok(Some(class));
    }
    if !autoload || cx.autoloaders.is_empty() || name.is_empty() || !may_be_class(plain) {
        return Ok(None);
    }
    load_class(cx, plain, ClassId::of(plain))
}

/// Asks the autoloaders for a class that is not declared, by its name and the number of that.
pub(crate) fn load_class(cx: &mut Cx, name: &[u8], id: ClassId) -> PhpResult<Option<&'static Class>> {
    let vm = Vm::of(cx);
    if vm.cx.autoloaders.is_empty() || vm.loading.contains(&id) {
        return Ok(None);
    }
    vm.loading.push(id);
    let result = loxo_observer::counters::autoload(|| run_autoloaders(vm, name, id));
    vm.loading.retain(|l| *l != id);
    result
}

fn run_autoloaders(vm: &mut Vm, name: &[u8], id: ClassId) -> PhpResult<Option<&'static Class>> {
    // An exception in flight (a class needed while unwinding) waits.
    let outer = vm.cx.exception.take();
    let mut result = Ok(None);
    let mut next = 0;
    let name = Value::bytes(name);
    // Autoloaders may come and go meanwhile.
    while let Some(loader) = vm.cx.autoloaders.get(next).cloned() {
        next += 1;
        if let Err(thrown) = vm.call(&loader, &mut [name.clone()], None) {
            result = Err(thrown);
            break;
        }
        if let Some(class) = vm.cx.class_by_id(id) {
            result = Ok(Some(class));
            break;
        }
    }
    vm.merge_exception(outer);
    result
}

/// PHP does not bother autoloaders with names that no class can have, but for what is left of a backslash alone.
fn may_be_class(name: &[u8]) -> bool {
    name.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_' || b == b'\\' || b >= 0x80)
}

fn run_thunk(cx: &mut Cx, func: &'static Func) -> PhpResult<Value> {
    let callable = Callable { func, this: None, called_class: func.class, closure: None, magic_name: None };
    let vm = Vm::of(cx);
    vm.expressions += 1;
    let value = vm.call(&callable, &mut Vec::new(), None);
    vm.expressions -= 1;
    value.map(|value| if value.is_ref() { value.clone_deref() } else { value })
}

/// Strictness of the code that called the running builtin; calls by the engine itself are weak.
fn strict(cx: &Cx) -> bool {
    let vm = Vm::of_ref(cx);
    // SAFETY: the running frame is live.
    unsafe {
        let head = header(vm.fp);
        if head.flags & flags::REENTRY != 0 || !(*head.func).is_user() {
            return false;
        }
        vm.is_strict(vm.fp)
    }
}

fn locals(cx: &mut Cx, op: LocalsOp<'_>) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let Some(fp) = vm.user_frame() else { return Ok(Value::UNDEF) };
    // SAFETY: a live frame of a user function.
    unsafe {
        match op {
            LocalsOp::All => Ok(Value::array(vm.all_variables(fp))),
            LocalsOp::Get(name) => Ok(vm.find_variable(fp, name).map_or(Value::UNDEF, |place| (*place).clone_deref())),
            LocalsOp::Ref(name) => {
                let place = vm.variable_place(fp, name);
                Ok(Value::reference(crate::access::references::make_ref(place)))
            }
            LocalsOp::Set(name, value) => {
                let place = vm.variable_place(fp, name);
                if value.is_ref() {
                    crate::access::references::bind(place, value);
                    return Ok(Value::NULL);
                }
                vm.assign(place, value).map(|()| Value::NULL)
            }
            LocalsOp::Unset(name) => {
                vm.unset_variable(fp, name);
                Ok(Value::NULL)
            }
            LocalsOp::Args => {
                if header(fp).flags & flags::MAIN != 0 {
                    return Ok(Value::UNDEF);
                }
                let mut args = PhpArray::packed_with_capacity(header(fp).nargs as usize);
                // A list built from 0 up never reaches the largest key.
                vm.each_argument(fp, |value| _ = args.push(value));
                Ok(Value::array(args))
            }
        }
    }
}

fn globals(cx: &mut Cx, op: LocalsOp<'_>) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    // SAFETY: places of the global table are live until it changes again.
    unsafe {
        match op {
            LocalsOp::All => Ok(Value::array(vm.globals.to_array())),
            LocalsOp::Get(name) => Ok(vm.globals.find(name.as_bytes()).map_or(Value::UNDEF, |place| (*place).clone_deref())),
            LocalsOp::Ref(name) => {
                let place = vm.globals.place(name);
                Ok(Value::reference(crate::access::references::make_ref(place)))
            }
            LocalsOp::Set(name, value) => {
                let place = vm.globals.place(name);
                if value.is_ref() {
                    crate::access::references::bind(place, value);
                    return Ok(Value::NULL);
                }
                vm.assign(place, value).map(|()| Value::NULL)
            }
            LocalsOp::Unset(name) => {
                vm.globals.remove(name.as_bytes());
                Ok(Value::NULL)
            }
            LocalsOp::Args => Ok(Value::UNDEF),
        }
    }
}
