//! Calls from a place of a file where no code runs, such as `new` of an attribute.

use std::sync::{LazyLock, Mutex};

use loxo_bytecode::{Const, FnFlags, Function, Op, OpCode, Unit};
use loxo_runtime::{Callable, Func, PhpResult, Site};
use loxo_value::{PhpArray, Value};
use rustc_hash::FxHashMap;

use crate::Vm;
use crate::frame::{flags, header};

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
        crate::code::load::load(unit, true).funcs[0]
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
            head.pc = crate::code::code_of(func).start();
        }
        let result = self.call(callable, args, named);
        self.pop_reentry(fp);
        result
    }
}
