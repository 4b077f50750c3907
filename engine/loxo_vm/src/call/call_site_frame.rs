//! Work done from a place of a file where no code runs, such as `new` of an attribute.

use std::sync::{LazyLock, Mutex};

use loxo_bytecode::Unit;
use loxo_runtime::{Cx, Func, PhpResult, Site};
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
        let unit = Unit::of_place(site.file, site.line, site.strict);
        crate::code::load::load(unit, true).funcs[0]
    })
}

impl Vm {
    /// Runs something as code at that place would.
    pub(crate) fn at_site(&mut self, site: &Site<'_>, work: &mut dyn FnMut(&mut Cx) -> PhpResult<()>) -> PhpResult<()> {
        let func = place(site);
        let fp = self.push_reentry(func, 0)?;
        // SAFETY: the frame that was just pushed; it stands at its function's one instruction.
        unsafe {
            let head = header(fp);
            head.flags = flags::MAIN | flags::PLACE;
            head.pc = crate::code::code_of(func).start();
        }
        let result = work(&mut self.cx);
        self.pop_reentry(fp);
        result
    }
}
