//! Loading units: bytecode becomes functions, and when one is first called, its instructions with handlers, constants and addresses in one block, shared by
//! all threads.

use std::alloc::Layout;
use std::sync::{Arc, Mutex, OnceLock};

use loxo_bytecode::{ClassOperand, Const, FnFlags, Function, NONE, Op, OpCode, OperandKind, THIS, Unit, flag};
use loxo_runtime::{Body, ClassId, ConstId, DirectEntry, EntryAddress, EntryKind, FnId, Func, ParamDefault, ParamInfo, TypeSpecResolved};
use loxo_value::{IStr, Value};

use crate::code::constant_calls;
use crate::code::instruction::Insn;
use crate::code::{Code, Instructions, first_call, machine_code};
use crate::frame::HEADER_BYTES;
use crate::handlers;
use loxo_units::numbering::{new_statics, reserve_caches};
use loxo_units::{Declared, LoadedUnit, Switch, shared_const};

/// Makes a unit executable. `transient` units (eval) use no inline caches, so that they leave nothing behind.
pub fn load(mut unit: Unit, transient: bool) -> &'static LoadedUnit {
    let declarations = unit.declarations();
    let mut consts: Vec<Vec<Const>> = unit.functions.iter_mut().map(|function| take_consts(&mut function.consts)).collect();
    let loaded: &'static mut LoadedUnit = Box::leak(Box::new(LoadedUnit {
        path: IStr::new(&unit.path),
        declares_only: unit.declares_only(),
        declarations,
        unit,
        funcs: Vec::new(),
        hoisted_ids: Box::default(),
        classes: Vec::new(),
    }));
    let shared: *mut LoadedUnit = loaded;
    // Functions refer to each other by address, so their places are made before their code.
    // SAFETY: `shared` came from a leaked box; nobody else has seen it yet.
    let unit_ref: &'static LoadedUnit = unsafe { &*shared };
    let mut places: Vec<*mut Func> = Vec::new();
    for function in &unit_ref.unit.functions {
        places.push(Box::leak(Box::new(blank(function))));
    }
    // SAFETY: the places were just leaked; the references are only handed out, not read, until filled below.
    let funcs: Vec<&'static Func> = places.iter().map(|&p| unsafe { &*p }).collect();
    for (index, function) in unit_ref.unit.functions.iter().enumerate() {
        crate::frame::constant_expressions::note_defaults(function);
        let code = code(unit_ref, index as u32, std::mem::take(&mut consts[index]), transient);
        // SAFETY: no other reference to this place is in use while it is completed.
        unsafe {
            (*places[index]).direct = direct_entry(&code);
            (*places[index]).code = Some(Arc::new(code));
            (*places[index]).params = params(function, &funcs);
        }
    }
    let classes = (0..unit_ref.unit.classes.len()).map(|index| Declared::of(unit_ref, &funcs, index)).collect();
    // SAFETY: still the only user of the unit.
    unsafe {
        (*shared).hoisted_ids =
            unit_ref.unit.hoisted_functions.iter().map(|index| FnId::of(funcs[*index as usize].name.as_bytes())).collect();
        (*shared).funcs = funcs;
        (*shared).classes = classes;
    }
    unit_ref.funcs.iter().for_each(|func| first_call::load_if_read_by_callers(func));
    unit_ref
}

/// The code of a function, without instructions so far. Inline caches are numbered now, so that a thread that binds the unit has enough of them.
fn code(unit: &'static LoadedUnit, index: u32, consts: Vec<Const>, transient: bool) -> Code {
    let function = &unit.unit.functions[index as usize];
    let skipped = function.skipped_defaults();
    let mut defaults: Box<[Value]> = (0..if skipped > 0 { function.params.len() } else { 0 }).map(|_| Value::UNDEF).collect();
    for op in &function.code[..skipped] {
        defaults[op.a as usize] = shared_const(&consts[op.b as usize]).into_value();
    }
    Code {
        loaded: OnceLock::new(),
        load: instructions,
        consts: Mutex::new(consts),
        cache_base: if transient || function.caches == 0 { None } else { reserve_caches(function.caches) },
        transient,
        defaults,
        len: function.code.len(),
        unit,
        index,
        entries: machine_code::Entries::default(),
        whole: machine_code::Whole::default(),
        chooser: handlers::superinstructions::choose,
        names: OnceLock::new(),
    }
}

/// How calls that need nothing but their arguments enter a function: by way of what makes its instructions. Methods without a body have
/// none: nobody goes to their address.
fn direct_entry(code: &Code) -> DirectEntry {
    let entry = EntryAddress::new(first_call::address());
    DirectEntry { entry, defaults: code.defaults.as_ptr() as usize, count: code.defaults.len() as u32 }
}

/// Makes the instructions of a function. Once for each code: the constants are used up.
fn instructions(code: &Code) -> Instructions {
    let consts = std::mem::take(&mut *code.consts.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    Builder { code, function: code.function(), consts: &consts }.build()
}

/// The constants; in their place stay numbers and the kinds of the others, which are values of the loaded code from now on.
fn take_consts(consts: &mut Vec<Const>) -> Vec<Const> {
    let kinds = consts.iter().map(|k| match k {
        Const::Str(_) => Const::Str(Box::default()),
        Const::Array(_) => Const::Array(Vec::new()),
        plain => plain.clone(),
    });
    let kinds = kinds.collect();
    std::mem::replace(consts, kinds)
}

fn blank(function: &Function) -> Func {
    Func {
        entry: EntryAddress::new(first_call::address()),
        flags: function.flags,
        num_params: function.params.len() as u32,
        required: function.required,
        num_locals: function.locals.len() as u32,
        frame_slots: function.frame_slots,
        direct: DirectEntry::default(),
        statics: if function.statics.is_empty() { u32::MAX } else { new_statics() },
        entry_kind: EntryKind::General,
        body: if function.flags.has(FnFlags::ABSTRACT) { Body::Abstract } else { Body::User },
        class: None,
        name: IStr::new(&function.name),
        params: Arc::from([]),
        return_type: function.return_type.clone().map(TypeSpecResolved::new),
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
        shadows_private: false,
        kept_tags: Default::default(),
    }
    .linked()
}

fn params(function: &Function, funcs: &[&'static Func]) -> Arc<[ParamInfo]> {
    function
        .params
        .iter()
        .map(|p| ParamInfo {
            name: IStr::new(&p.name),
            ty: p.ty.clone().map(TypeSpecResolved::new),
            by_ref: p.by_ref,
            prefer_ref: false,
            variadic: p.variadic,
            promoted: p.promoted,
            default_text: p.default_text.clone(),
            default: match &p.default {
                loxo_bytecode::Init::None => ParamDefault::None,
                loxo_bytecode::Init::Const(k) => ParamDefault::Value(shared_const(k)),
                loxo_bytecode::Init::Thunk(index) => ParamDefault::Thunk(funcs[*index as usize]),
            },
        })
        .collect()
}

/// Where the parts of a block are that instructions refer to.
struct Places<'a> {
    consts: usize,
    pointers: usize,
    /// Which functions the pointers lead to, by their index in the unit.
    mentioned: &'a [u32],
}

struct Builder<'a> {
    code: &'a Code,
    function: &'static Function,
    consts: &'a [Const],
}

impl Builder<'_> {
    fn build(&self) -> Instructions {
        let f = self.function;
        let insns_bytes = f.code.len() * size_of::<Insn>();
        let consts = insns_bytes.next_multiple_of(16);
        let pointers = consts + f.consts.len() * 16;
        let mentioned = self.mentioned();
        let bytes = (pointers + mentioned.len() * 8).max(16);
        let layout = Layout::from_size_align(bytes, 64).expect("code is far smaller than the address space");
        // SAFETY: the size is not zero.
        let block = unsafe { std::alloc::alloc_zeroed(machine_code::with_prefix(layout)) };
        if block.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        // SAFETY: the memory begins with so many bytes more.
        let block = unsafe { block.add(machine_code::PREFIX) };
        // SAFETY: every write stays inside its part of the block computed above.
        unsafe {
            for (i, k) in self.consts.iter().enumerate() {
                block.add(consts).cast::<Value>().add(i).write(shared_const(k).into_value());
            }
            for (i, &func) in mentioned.iter().enumerate() {
                block.add(pointers).cast::<&'static Func>().add(i).write(self.code.unit.funcs[func as usize]);
            }
            let places = Places { consts, pointers, mentioned: &mentioned };
            for (i, op) in f.code.iter().enumerate() {
                block.cast::<Insn>().add(i).write(self.insn(i, op, &places));
            }
            let (short, whole) = handlers::superinstructions::CONSTANT_CALL;
            constant_calls::loaded(std::slice::from_raw_parts(block.cast(), f.code.len()), short, whole);
        }
        let switches = f.switches.iter().map(|table| Switch::of(table, size_of::<Insn>())).collect();
        Instructions { block, layout, switches }
    }

    /// The functions of the unit that this one's code names, in order. All of them in each block would be quadratic.
    fn mentioned(&self) -> Vec<u32> {
        let mut mentioned = Vec::new();
        for op in &self.function.code {
            let operands = op.code.info().operands.iter().zip(op.operands());
            mentioned.extend(operands.filter(|(kind, _)| matches!(kind, OperandKind::Fn)).map(|(_, index)| index));
        }
        mentioned.sort_unstable();
        mentioned.dedup();
        mentioned
    }

    fn insn(&self, at: usize, op: &Op, places: &Places<'_>) -> Insn {
        let here = at * size_of::<Insn>();
        let kinds = op.code.info().operands;
        let relative = |offset: usize| (offset as isize - here as isize) as i32;
        let convert = |kind: OperandKind, value: u32| -> i32 {
            match kind {
                OperandKind::No | OperandKind::Imm => value as i32,
                _ if kind.is_slot() && value == THIS => -16,
                _ if kind.is_slot() && value == NONE => NONE as i32,
                // Windows are addressed by the callee's frame, behind the header.
                OperandKind::Win => (value as isize * 16 + HEADER_BYTES) as i32,
                _ if kind.is_slot() => (value * 16) as i32,
                OperandKind::K | OperandKind::Str => relative(places.consts + value as usize * 16),
                OperandKind::FnName => FnId::of(self.text(value)).0 as i32,
                OperandKind::ConstName => ConstId::of(self.text(value)).0 as i32,
                OperandKind::Class => match ClassOperand::decode(value) {
                    ClassOperand::Name(k) => ClassId::of(self.text(k)).0 as i32,
                    other => other.encode() as i32,
                },
                OperandKind::Jump if value == NONE => 0,
                OperandKind::Jump => relative(value as usize * size_of::<Insn>()),
                OperandKind::Fn => {
                    let index = places.mentioned.binary_search(&value).expect("all mentioned functions were collected");
                    relative(places.pointers + index * 8)
                }
                _ => value as i32,
            }
        };
        let x = match kinds[3] {
            // Which tags a checked value may have.
            _ if op.code == OpCode::CheckParam => tags_of(self.function.params[op.b as usize].ty.as_ref()),
            _ if op.code == OpCode::CheckReturn => tags_of(self.function.return_type.as_ref()),
            // Where it stands for a call.
            _ if let Some(result) = op.result_of_method() => result,
            _ if op.code == OpCode::IterInit => handlers::iterate::step_on_line(self.function, at),
            OperandKind::Cache => self.code.cache_base.map_or(0, |base| base + op.x),
            OperandKind::Win => op.x + loxo_bytecode::FRAME_HEADER_SLOTS,
            _ => op.x & 0x00ff_ffff,
        };
        let counting = if self.code.transient { None } else { machine_code::counting_handler(self.function, at) };
        let handler = counting.unwrap_or_else(|| handlers::superinstructions::choose(&self.code.unit.unit, self.function, at));
        let operands = [convert(kinds[0], op.a), convert(kinds[1], op.b), convert(kinds[2], op.c)];
        Insn::new(handler, operands, x | u32::from(if op.code == OpCode::CallRef { op.flags | flag::KEEP } else { op.flags }) << 24)
    }

    fn text(&self, k: u32) -> &[u8] {
        match &self.consts[k as usize] {
            Const::Str(s) => s,
            _ => b"",
        }
    }
}

/// A bit per tag of the values that a type takes as they are.
fn tags_of(ty: Option<&loxo_bytecode::TypeSpec>) -> u32 {
    ty.map_or(0, |ty| ty.mask.0 & loxo_bytecode::TypeMask::MIXED.0)
}
