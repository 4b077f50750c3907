//! Running the main code of a unit: its frame, and the variables that it shares with the code that includes it.

use loxo_runtime::{Func, PhpResult};
use loxo_value::{PhpStr, Value};

use crate::Vm;
use crate::code::code_of;
use crate::frame::{self, HEADER, flags, header, open_window};
use loxo_bytecode::IncludeKind;
use loxo_units::LoadedUnit;
use loxo_value::symbol_table::SymbolTable;

/// Names of a function's variable slots.
fn unit_names(func: &Func) -> &'static [PhpStr] {
    code_of(func).names()
}

/// Whose variables the main code of a unit has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variables {
    Global,
    /// Those of the PHP function that is running; the global ones where none is.
    OfCaller,
}

impl Vm {
    /// Runs a unit's main code.
    pub fn run_main(&mut self, unit: &'static LoadedUnit, kind: IncludeKind, variables: Variables) -> PhpResult<Value> {
        let frame = match variables {
            Variables::Global => None,
            Variables::OfCaller => self.user_frame(),
        };
        self.bind_unit(unit)?;
        // A handler may have thrown at what the compilation had to tell: what is declared early stays, but nothing runs.
        self.cx.check()?;
        if let Some(main) = &unit.declarations
            && self.declares_silently(unit, &main.classes)
        {
            return Ok(Value::int(main.result));
        }
        let main = unit.funcs[0];
        // SAFETY: `frame` is the frame of a running user function; the table it gets lives as long.
        let (table, scope, this, called) = unsafe {
            match frame {
                None => (std::ptr::from_mut(&mut *self.globals), None, Value::UNDEF, std::ptr::null()),
                Some(fp) => {
                    let table = if unit.declares_only { std::ptr::from_mut(&mut *self.globals) } else { self.table_for_include(fp) };
                    let head = header(fp);
                    (table, (*head.func).class, head.this.clone(), head.class)
                }
            }
        };
        let func = crate::objects::closure::with_scope(main, scope);
        let names = unit_names(func);
        // SAFETY: the slots of the including frame move into the table while the file runs, and back afterwards.
        unsafe {
            // Code without variables does not see the others'.
            let shared = frame.filter(|_| !unit.declares_only);
            if let Some(fp) = shared {
                self.detach(fp, table);
            }
            let result = self.run_file_frame(func, names, table, this, called, kind);
            if let Some(fp) = shared {
                self.attach(fp, table);
            }
            result
        }
    }

    /// # Safety
    /// `table` outlives the call.
    unsafe fn run_file_frame(
        &mut self,
        func: &'static Func,
        names: &[PhpStr],
        table: *mut SymbolTable,
        this: Value,
        called: *const loxo_runtime::Class,
        kind: IncludeKind,
    ) -> PhpResult<Value> {
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: the window lies above the re-entry frame, on stack that is made to reach.
        let result = unsafe {
            let callee = base.add(1 + HEADER);
            open_window(callee, func, called);
            let head = header(callee);
            (&raw mut head.this).write(this);
            head.flags |= flags::MAIN;
            let extra = frame::extra(callee);
            extra.table = table;
            extra.include_kind = Some(kind);
            match self.ensure_frame(callee, callee.add(func.frame_slots as usize + HEADER)) {
                Err(thrown) => {
                    self.drop_call(callee, 0);
                    Err(thrown)
                }
                Ok(()) => {
                    frame::complete(callee, func, 0, 0, base);
                    (*table).bind(names, callee);
                    self.fp = callee;
                    let entry = code_of(func).start();
                    header(callee).pc = entry;
                    self.run(entry);
                    self.fp = base;
                    self.cx.check().map(|()| (*base).take_undef())
                }
            }
        };
        self.pop_reentry(base);
        result.map(|v| if v.is_ref() { v.clone_deref() } else { v })
    }

    /// The table that an included file shares with the function that includes it.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn table_for_include(&mut self, fp: *mut Value) -> *mut SymbolTable {
        // SAFETY: as the caller promises.
        unsafe {
            if header(fp).flags & flags::MAIN != 0
                && let Some(table) = self.main_table(fp)
            {
                return table;
            }
            std::ptr::from_mut(&mut **frame::extra(fp).symbols.get_or_insert_default())
        }
    }

    /// # Safety
    /// `fp` is a live frame, `table` the one that goes with it.
    unsafe fn detach(&mut self, fp: *mut Value, table: *mut SymbolTable) {
        // SAFETY: as the caller promises.
        unsafe {
            let func: &'static Func = &*header(fp).func;
            let names = unit_names(func);
            if header(fp).flags & flags::MAIN == 0 {
                // A function's locals are not bound between includes.
                (*table).bind_existing(names, fp);
            }
            (*table).unbind(names, fp);
        }
    }

    /// # Safety
    /// As for `detach`.
    unsafe fn attach(&mut self, fp: *mut Value, table: *mut SymbolTable) {
        // SAFETY: as the caller promises.
        unsafe {
            let func: &'static Func = &*header(fp).func;
            let names = unit_names(func);
            (*table).bind(names, fp);
            if header(fp).flags & flags::MAIN == 0 {
                (*table).forget(names);
            }
        }
    }

    /// A file's frame ends: its variables go back to the table.
    ///
    /// # Safety
    /// `fp` is a frame with the MAIN flag.
    pub(crate) unsafe fn leave_main(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(table) = self.main_table(fp) {
                let func: &'static Func = &*header(fp).func;
                (*table).unbind(unit_names(func), fp);
            }
        }
    }
}
