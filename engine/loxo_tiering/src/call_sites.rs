//! Call ops of machine code. One function does for all of them what a call takes, so that each is a few instructions long: code of pages runs mostly out
//! of caches of instructions that do not hold it.

use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, OpCode};
use loxo_runtime::{Body, EntryKind, Func, MethodThunk};
use loxo_value::{Value, low_memory};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::stack_pointer;
use loxo_vm::for_machine_code::{Handler, Pc, flags, header, slot};

use crate::builtins::{PENDING, settle_behind};
use crate::calls::{
    Compiled, Exit, LEFT, Prepared, drop_object, gives_up_object, native_of, open, own_this, place_list, prepare, result_in, returned,
    run_step,
};
use crate::generator_methods::Method;
use crate::hot_function::HotFunction;
use crate::side_exits::own_object;

/// What is the same each time that a call op runs.
pub struct CallSite {
    /// The copy of the op's instruction, and the handler that runs it alone.
    pub(crate) step: Pc,
    pub(crate) handler: Handler,
    /// The instruction, and the handler with which the interpreter runs it.
    resume: Pc,
    plain: Handler,
    /// The function that the op names itself; `None`: another op has started the window.
    func: Option<&'static Func>,
    /// The slot that the frame of the callee begins at.
    pub(crate) frame: u32,
    /// So many arguments are passed, or the slot of their list.
    pub(crate) count: u32,
    /// The slot that gets the result, or [`NONE`].
    pub(crate) result: u32,
    /// Flags of the callee's frame.
    flags: u32,
    /// The builtin method that is expected to be called, which has nothing to it but arguments and an object.
    pub(crate) method: Option<(&'static Func, MethodThunk)>,
    /// The same of `Generator`.
    pub(crate) generator_method: Option<(&'static Func, Method)>,
    /// Another op has started the window, and the arguments lie in it.
    pub(crate) is_of_window: bool,
}

impl CallSite {
    /// What machine code of the function passes to [`call`]; lives as long as that code.
    pub fn of(what: &HotFunction<'_>, at: u32) -> &'static CallSite {
        let op = &what.function.code[at as usize];
        let named = op.code == OpCode::CallFn;
        let result = op.result_of_method().unwrap_or(op.x);
        let is_call = op.code.info().calls;
        let ((step, handler), (resume, plain)) = (what.copied(at), what.interpreted(at));
        let builtin = if named || !is_call { None } else { builtin_method(what, at) };
        let site = CallSite {
            step,
            handler,
            resume,
            plain,
            func: named.then(|| what.callee(op.b)),
            frame: op.a + FRAME_HEADER_SLOTS,
            count: if named { op.c } else { op.b },
            result,
            flags: flags::NATIVE | if result == NONE { flags::UNWANTED } else { 0 },
            method: builtin.and_then(plain_method),
            generator_method: builtin.and_then(|func| Some((func, Method::of(func)?))),
            is_of_window: op.code == OpCode::Call,
        };
        &low_memory::leak(vec![site])[0]
    }
}

/// The method of a builtin class that a call op has called last.
fn builtin_method(what: &HotFunction<'_>, at: u32) -> Option<&'static Func> {
    let window = what.function.code[at as usize].a;
    let start = (0..at).rev().find(|&op| what.function.code[op as usize].started_window() == Some(window))?;
    what.started_builtin(start)
}

fn plain_method(func: &'static Func) -> Option<(&'static Func, MethodThunk)> {
    let Body::BuiltinMethod(thunk) = func.body else { return None };
    (func.entry_kind == EntryKind::Builtin && Method::of(func).is_none()).then_some((func, thunk))
}

/// Makes the call of an op: by machine code of the callee if it has any, else by the op's handler. Gives the result, which lies in its slot too, or where
/// the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`, whose window is complete.
pub unsafe extern "C-unwind" fn call(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let head = header(callee);
        let func = &*head.func;
        let end = callee.wrapping_add((func.frame_slots + FRAME_HEADER_SLOTS) as usize);
        let reaches = end <= (*vm).stack.limit && stack_pointer() >= (*vm).stack.native_limit;
        if func.entry_kind != EntryKind::Plain || func.num_params != site.count || !reaches {
            return call_otherwise(site, fp, vm);
        }
        let native = native_of(func);
        if native == 0 {
            return by_handler(site, fp, vm);
        }
        if slot::counted(&raw const head.closure) | slot::counted(&raw const head.this) {
            return enter(site, fp, vm, Prepared(native, u64::from(site.count) | u64::from(head.flags) << 32));
        }
        head.nargs = site.count;
        head.flags |= site.flags | flags::BARE;
        let exit = run(site, fp, vm, native);
        if exit.has_result() { exit } else { left(site, fp, vm, 0, exit.content, exit.word) }
    }
}

/// The same where the op names the function.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn call_named(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        if let Some(func) = site.func {
            open(header(fp.add(site.frame as usize)), func);
        }
        call(site, fp, vm)
    }
}

/// The same where the callee wants more than the arguments, or a stack does not reach far enough.
#[inline(never)]
unsafe fn call_otherwise(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as for `call`.
    unsafe {
        if stack_pointer() < (*vm).stack.native_limit {
            return leave(site, fp);
        }
        let prepared = prepare(fp.add(site.frame as usize), u64::from(site.count), vm);
        if prepared.0 == 0 { by_handler(site, fp, vm) } else { enter(site, fp, vm, prepared) }
    }
}

/// Runs machine code of the callee, whose header is complete but for its caller, and writes the result.
///
/// # Safety
/// For machine code that runs frame `fp`; the address is that of machine code.
#[inline(always)]
unsafe fn run(site: &CallSite, fp: *mut Value, vm: *mut Vm, native: usize) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let callee = fp.add(site.frame as usize);
        header(callee).prev = fp;
        header(fp).pc = site.step;
        (*vm).fp = callee;
        let native = std::mem::transmute::<usize, Compiled>(native);
        let exit = native(callee, vm, 0);
        if exit.has_result() {
            (*vm).fp = fp;
            if site.result != NONE {
                exit.write(fp.add(site.result as usize));
            }
        }
        exit
    }
}

/// Enters machine code that a complete window was prepared for. The object or the closure of the window is kept here while the call lasts, unless there are
/// both.
///
/// # Safety
/// As for [`run`].
#[inline(never)]
unsafe fn enter(site: &CallSite, fp: *mut Value, vm: *mut Vm, Prepared(native, its): Prepared) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(fp.add(site.frame as usize));
        let (closure, this) = (&raw const head.closure, &raw const head.this);
        let object = match (slot::counted(closure), slot::counted(this)) {
            (true, true) => None,
            // The name that a magic method is asked for lies there too.
            (true, false) => (slot::tag(closure) == slot::OBJECT).then(|| *closure.cast::<u64>()),
            (false, true) => Some(*this.cast::<u64>()),
            (false, false) => Some(0),
        };
        head.nargs = its as u32;
        head.flags = (its >> 32) as u32 | site.flags | if object.is_some() { flags::BARE } else { 0 };
        let object = object.unwrap_or(0);
        let exit = run(site, fp, vm, native);
        if !exit.has_result() {
            return left(site, fp, vm, object, exit.content, exit.word);
        }
        if object != 0 && !gives_up_object(object) {
            return drop_kept(site, fp, vm, object);
        }
        exit
    }
}

/// Enters the machine code of a window that [`crate::calls::spread`] has prepared.
///
/// # Safety
/// As for [`call`].
pub unsafe extern "C-unwind" fn call_prepared(site: &CallSite, fp: *mut Value, vm: *mut Vm, native: usize, its: u64) -> Exit {
    // SAFETY: as the caller promises.
    unsafe { enter(site, fp, vm, Prepared(native, its)) }
}

/// Makes the call of an op with an argument list, as [`call`] makes others.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn call_with_list(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises; the op names the list where others name the number of arguments.
    unsafe {
        if stack_pointer() < (*vm).stack.native_limit {
            return leave(site, fp);
        }
        let prepared = place_list(fp.add(site.frame as usize), fp.add(site.count as usize), vm);
        if prepared.0 == 0 { by_handler(site, fp, vm) } else { enter(site, fp, vm, prepared) }
    }
}

/// Where the native stack ends, the interpreter goes on at the call, and needs none.
#[cold]
#[inline(never)]
unsafe fn leave(site: &CallSite, fp: *mut Value) -> Exit {
    // SAFETY: as for `call`.
    unsafe { own_this(fp) };
    Exit { content: site.resume as u64, word: site.plain as usize as u64 | LEFT }
}

/// Makes the call by the op's handler.
///
/// # Safety
/// As for [`call`].
#[inline(never)]
pub unsafe extern "C-unwind" fn by_handler(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as for `call`.
    unsafe {
        let exit = run_step(site.step, fp, vm, site.handler);
        if exit.content == 0 { result_in(fp, site.result) } else { exit }
    }
}

/// The callee gave no result but these words: it goes on in the interpreter, or something was thrown. An object was kept for it, or 0.
///
/// # Safety
/// As for [`call`]; the header says that the frame stands at the call.
#[cold]
#[inline(never)]
pub unsafe extern "C-unwind" fn left(site: &CallSite, fp: *mut Value, vm: *mut Vm, object: u64, content: u64, word: u64) -> Exit {
    // SAFETY: as for `call`. The callee's frame, if there still is one, has an object of its own.
    unsafe {
        own_object(word, vm);
        drop_object(object, vm);
        let exit = returned(fp, vm, content as Pc, word);
        if exit.content == 0 { settle(site, fp, vm) } else { exit }
    }
}

/// Gives up the last count of an object that was kept, or one that leaves a possible root of a cycle.
///
/// # Safety
/// As for [`call`], behind which this is due.
#[cold]
#[inline(never)]
pub unsafe extern "C-unwind" fn drop_kept(site: &CallSite, fp: *mut Value, vm: *mut Vm, object: u64) -> Exit {
    // SAFETY: as for `call`.
    unsafe {
        drop_object(object, vm);
        settle(site, fp, vm)
    }
}

/// Sees to what is pending behind a call, and gives its result.
unsafe fn settle(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as for `call`.
    unsafe {
        if *(*vm).pending != 0 {
            let exit = settle_behind(fp, vm, site.step, PENDING, site.handler);
            if exit.content != 0 {
                return exit;
            }
        }
        result_in(fp, site.result)
    }
}
