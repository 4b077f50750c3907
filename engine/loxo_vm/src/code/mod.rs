//! Loading units: bytecode becomes instructions with handlers, constants and addresses in one block, shared by all threads.

pub(crate) mod call_site;
pub(crate) mod instruction;
pub mod tiering;

use std::alloc::Layout;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use loxo_bytecode::{ClassFlags, ClassOperand, Const, ConstKey, FnFlags, Function, NONE, Op, OpCode, OperandKind, THIS, Unit, flag};
use loxo_runtime::{Body, Class, ClassId, ConstId, FnId, Func, ParamDefault, ParamInfo, TypeSpecResolved};
use loxo_value::{IStr, Key, PhpArray, PhpStr, SharedValue, Value};
use rustc_hash::FxHashMap;

use crate::code::instruction::{Handler, Insn, Pc};
use crate::frame::HEADER_BYTES;
use crate::handlers;
use crate::source::declare::ClassRecord;

/// A loaded unit. Lives until the process ends or its registry drops it; functions and classes of it point here.
pub struct LoadedUnit {
    pub unit: Unit,
    pub path: IStr,
    /// Same order as `unit.functions`; unbound (no class). Methods get bound copies when their class is linked.
    pub funcs: Vec<&'static Func>,
    /// Same order as `unit.classes`.
    pub classes: Vec<Declared>,
    /// The main code has no variables, and declares functions and classes at most.
    pub declares_only: bool,
}

/// What each declaration of a class would have to find out anew.
pub struct Declared {
    pub id: ClassId,
    pub parent: Option<ClassId>,
    /// Parent and interfaces.
    pub ancestors: Box<[ClassId]>,
    pub methods: Box<[&'static Func]>,
    pub record: Arc<ClassRecord>,
    /// Nothing but its parent keeps it from being bound before the code runs.
    pub binds_early: bool,
}

impl Declared {
    fn of(unit: &'static LoadedUnit, funcs: &[&'static Func], index: usize) -> Declared {
        let decl = &unit.unit.classes[index];
        let methods: Box<[&'static Func]> = decl.methods.iter().map(|&m| funcs[m as usize]).collect();
        let is_stringable = methods.iter().any(|method| method.name.as_bytes().eq_ignore_ascii_case(b"__tostring"));
        Declared {
            id: ClassId::of(&decl.name),
            parent: decl.parent.as_deref().map(ClassId::of),
            ancestors: decl.parent.iter().chain(&decl.interfaces).map(|name| ClassId::of(name)).collect(),
            record: Arc::new(ClassRecord { unit, index: index as u32 }),
            binds_early: !decl.flags.has(ClassFlags::ENUM) && decl.interfaces.is_empty() && decl.trait_uses.is_empty() && !is_stringable,
            methods,
        }
    }
}

/// Executable code of one function.
pub struct Code {
    /// Instructions, then constants, then pointer cells.
    block: *mut u8,
    layout: Layout,
    pub len: usize,
    pub unit: &'static LoadedUnit,
    pub index: u32,
    pub switches: Vec<Switch>,
    /// Where machine code may be entered.
    pub entries: tiering::Entries,
    names: OnceLock<Box<[IStr]>>,
}

// SAFETY: a block is written while it is built and never changed afterwards but for the handlers, which are atomic; its constants are
// immortal.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout in `Builder::build`.
        unsafe { std::alloc::dealloc(self.block, self.layout) }
    }
}

/// Where the cases of a `switch` or `match` are: byte offsets from the function's first instruction.
pub struct Switch {
    pub table: Table,
    /// Where subjects of the table's type go that have no case.
    pub miss: isize,
}

/// The cases by their values.
pub enum Table {
    /// From this number on; the way of a miss in the gaps.
    Dense(i64, Vec<isize>),
    Ints(FxHashMap<i64, isize>),
    Strings(StringCases),
}

/// The table by position, if the numbers lie close together.
fn dense(cases: &FxHashMap<i64, isize>, miss: isize) -> Option<Table> {
    let (first, last) = (*cases.keys().min()?, *cases.keys().max()?);
    let span = last.checked_sub(first)?.checked_add(1)? as usize;
    if span > cases.len() * 4 + 8 {
        return None;
    }
    let mut table = vec![miss; span];
    for (number, offset) in cases {
        table[(number - first) as usize] = *offset;
    }
    Some(Table::Dense(first, table))
}

/// Cases by string: the hash that strings keep says where to look.
pub struct StringCases {
    /// Power of two places, at most half of them taken, each the number of a case and one more.
    places: Vec<u32>,
    cases: Vec<(PhpStr, isize)>,
}

// SAFETY: the strings are interned: immortal, and never written.
unsafe impl Send for StringCases {}
// SAFETY: as above.
unsafe impl Sync for StringCases {}

impl StringCases {
    fn new() -> StringCases {
        StringCases { places: vec![0; 4], cases: Vec::new() }
    }

    /// Adds a case; the first of equal ones stays.
    fn add(&mut self, text: &[u8], offset: isize) {
        let text = PhpStr::interned(text);
        if self.get(&text).is_some() {
            return;
        }
        self.cases.push((text, offset));
        if self.cases.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            (0..self.cases.len()).for_each(|i| self.place(i));
        } else {
            self.place(self.cases.len() - 1);
        }
    }

    fn place(&mut self, index: usize) {
        let mask = self.places.len() - 1;
        let mut at = self.cases[index].0.hash() as usize & mask;
        while self.places[at] != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = index as u32 + 1;
    }

    pub fn get(&self, text: &PhpStr) -> Option<isize> {
        let mask = self.places.len() - 1;
        let mut at = text.hash() as usize & mask;
        loop {
            let (case, offset) = self.cases.get((self.places[at] as usize).wrapping_sub(1))?;
            if case.ptr_eq(text) || case.as_bytes() == text.as_bytes() {
                return Some(*offset);
            }
            at = (at + 1) & mask;
        }
    }
}

impl Code {
    pub fn function(&self) -> &'static Function {
        &self.unit.unit.functions[self.index as usize]
    }

    /// Names of the variable slots.
    pub fn names(&'static self) -> &'static [PhpStr] {
        IStr::slice_as_php(self.names.get_or_init(|| self.function().locals.iter().map(|name| IStr::new(name)).collect()))
    }

    pub fn start(&self) -> Pc {
        self.block.cast()
    }

    pub fn bytes(&self) -> usize {
        self.layout.size()
    }

    /// Index of an instruction of this function.
    pub fn index_of(&self, pc: Pc) -> usize {
        (pc as usize - self.block as usize) / size_of::<Insn>()
    }

    pub fn at(&self, index: u32) -> Pc {
        debug_assert!((index as usize) < self.len);
        // SAFETY: the verifier checked all indices that the tables hold.
        unsafe { self.start().add(index as usize) }
    }

    /// The handler that the loader chose for an instruction.
    pub fn plain_handler(&self, index: u32) -> Handler {
        handlers::superinstructions::choose(&self.unit.unit, self.function(), index as usize)
    }

    /// Address of a constant.
    pub fn constant(&self, index: u32) -> *const Value {
        debug_assert!((index as usize) < self.function().consts.len());
        let consts = (self.len * size_of::<Insn>()).next_multiple_of(16);
        // SAFETY: constants lie behind the instructions.
        unsafe { self.block.add(consts).cast::<Value>().add(index as usize) }
    }

    pub fn op_at(&self, pc: Pc) -> &'static Op {
        &self.function().code[self.index_of(pc)]
    }

    pub fn line_at(&self, pc: Pc) -> u32 {
        let lines = &self.function().lines;
        let index = self.index_of(pc);
        let at = lines.partition_point(|&(start, _)| start as usize <= index);
        lines.get(at.wrapping_sub(1)).map_or(self.function().start_line, |&(_, line)| line)
    }
}

/// The code of a user function.
pub fn code_of(func: &Func) -> &'static Code {
    let code = func.code.as_ref().expect("user functions have code");
    debug_assert!(code.is::<Code>());
    // SAFETY: this crate alone makes functions with code, and only of this type. Functions, and with them their code, live at least as long
    // as any request that can see them.
    unsafe { &*Arc::as_ptr(code).cast::<Code>() }
}

/// Inline caches are numbered in the whole process; 0 is never used as a cache.
static CACHES: AtomicU32 = AtomicU32::new(1);
static STATICS: AtomicU32 = AtomicU32::new(0);

/// How many inline cache entries a thread needs.
pub fn cache_count() -> usize {
    CACHES.load(Ordering::Acquire) as usize
}

/// A fresh request slot for a function's static variables.
pub fn new_statics() -> u32 {
    STATICS.fetch_add(1, Ordering::Relaxed)
}

fn reserve_caches(count: u32) -> Option<u32> {
    let first = CACHES.fetch_add(count, Ordering::AcqRel);
    if first.checked_add(count).is_some_and(|end| end < NONE) {
        return Some(first);
    }
    CACHES.fetch_sub(count, Ordering::AcqRel);
    None
}

/// Makes a unit executable. `transient` units (eval) use no inline caches, so that they leave nothing behind.
pub fn load(unit: Unit, transient: bool) -> &'static LoadedUnit {
    let loaded: &'static mut LoadedUnit = Box::leak(Box::new(LoadedUnit {
        path: IStr::new(&unit.path),
        declares_only: declares_only(&unit.functions[0]),
        unit,
        funcs: Vec::new(),
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
        let code = Builder { unit: unit_ref, function, funcs: &funcs, transient }.build(index as u32);
        let entry = code.start() as usize;
        // SAFETY: no other reference to this place is in use while it is completed.
        unsafe {
            (*places[index]).entry = entry;
            (*places[index]).code = Some(Arc::new(code));
            (*places[index]).params = params(function, &funcs);
        }
    }
    let classes = (0..unit_ref.unit.classes.len()).map(|index| Declared::of(unit_ref, &funcs, index)).collect();
    // SAFETY: still the only user of the unit.
    unsafe {
        (*shared).funcs = funcs;
        (*shared).classes = classes;
    }
    unit_ref
}

fn declares_only(main: &Function) -> bool {
    let declares = |op: &Op| matches!(op.code, OpCode::Nop | OpCode::DeclareClass | OpCode::DeclareFn | OpCode::ReturnK);
    main.locals.is_empty() && main.code.iter().all(declares)
}

fn blank(function: &Function) -> Func {
    Func {
        entry: 0,
        flags: function.flags,
        num_params: function.params.len() as u32,
        required: function.required,
        num_locals: function.locals.len() as u32,
        frame_slots: function.frame_slots,
        statics: if function.statics.is_empty() { u32::MAX } else { new_statics() },
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
    }
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

/// A constant as an immortal value that all threads may share.
pub fn shared_const(k: &Const) -> SharedValue {
    SharedValue::new(const_value(k)).expect("constants hold nothing counted")
}

fn const_value(k: &Const) -> Value {
    match k {
        Const::Null => Value::NULL,
        Const::False => Value::FALSE,
        Const::True => Value::TRUE,
        Const::Int(i) => Value::int(*i),
        Const::Float(f) => Value::float(*f),
        Const::Str(s) => Value::string(PhpStr::interned(s)),
        Const::Array(items) => {
            let mut array = PhpArray::with_capacity(items.len());
            for (key, item) in items {
                let item = const_value(item);
                match key {
                    None => drop(array.push(item)),
                    Some(ConstKey::Int(i)) => drop(array.set(&Key::Int(*i), item)),
                    Some(ConstKey::Str(s)) => drop(array.set(&Key::Str(PhpStr::interned(s)), item)),
                }
            }
            array.into_immortal().map_or(Value::EMPTY_ARRAY, Value::array)
        }
    }
}

/// Where the parts of a block are that instructions refer to.
struct Places<'a> {
    consts: usize,
    pointers: usize,
    /// Which functions the pointers lead to, by their index in the unit.
    mentioned: &'a [u32],
    cache_base: Option<u32>,
}

struct Builder<'a> {
    unit: &'static LoadedUnit,
    function: &'static Function,
    funcs: &'a [&'static Func],
    transient: bool,
}

impl Builder<'_> {
    fn build(&self, index: u32) -> Code {
        let f = self.function;
        let insns_bytes = f.code.len() * size_of::<Insn>();
        let consts = insns_bytes.next_multiple_of(16);
        let pointers = consts + f.consts.len() * 16;
        let mentioned = self.mentioned();
        let bytes = (pointers + mentioned.len() * 8).max(16);
        let layout = Layout::from_size_align(bytes, 64).expect("code is far smaller than the address space");
        // SAFETY: the size is not zero.
        let block = unsafe { std::alloc::alloc_zeroed(layout) };
        if block.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        let cache_base = if self.transient || f.caches == 0 { None } else { reserve_caches(f.caches) };
        // SAFETY: every write stays inside its part of the block computed above.
        unsafe {
            for (i, k) in f.consts.iter().enumerate() {
                block.add(consts).cast::<Value>().add(i).write(shared_const(k).into_value());
            }
            for (i, &func) in mentioned.iter().enumerate() {
                block.add(pointers).cast::<&'static Func>().add(i).write(self.funcs[func as usize]);
            }
            let places = Places { consts, pointers, mentioned: &mentioned, cache_base };
            for (i, op) in f.code.iter().enumerate() {
                block.cast::<Insn>().add(i).write(self.insn(i, op, &places));
            }
        }
        let switches = f.switches.iter().map(|table| self.switch(table)).collect();
        Code {
            block,
            layout,
            len: f.code.len(),
            unit: self.unit,
            index,
            switches,
            entries: tiering::Entries::default(),
            names: OnceLock::new(),
        }
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
            OperandKind::Cache => places.cache_base.map_or(0, |base| base + op.x),
            OperandKind::Win => op.x + loxo_bytecode::FRAME_HEADER_SLOTS,
            _ => op.x & 0x00ff_ffff,
        };
        let handler = if !self.transient && tiering::counts(self.function, at) {
            tiering::count
        } else {
            handlers::superinstructions::choose(&self.unit.unit, self.function, at)
        };
        let operands = [convert(kinds[0], op.a), convert(kinds[1], op.b), convert(kinds[2], op.c)];
        Insn::new(handler, operands, x | u32::from(if op.code == OpCode::CallRef { op.flags | flag::KEEP } else { op.flags }) << 24)
    }

    fn text(&self, k: u32) -> &[u8] {
        match &self.function.consts[k as usize] {
            Const::Str(s) => s,
            _ => b"",
        }
    }

    fn switch(&self, table: &loxo_bytecode::SwitchTable) -> Switch {
        let ints = table.cases.iter().all(|(key, _)| matches!(key, ConstKey::Int(_)));
        let offset = |target: u32| target as isize * size_of::<Insn>() as isize;
        let miss = offset(table.miss);
        if ints {
            let mut map = FxHashMap::default();
            for (key, target) in &table.cases {
                if let ConstKey::Int(i) = key {
                    map.entry(*i).or_insert(offset(*target));
                }
            }
            return Switch { table: dense(&map, miss).unwrap_or(Table::Ints(map)), miss };
        }
        let mut cases = StringCases::new();
        for (key, target) in &table.cases {
            if let ConstKey::Str(s) = key {
                cases.add(s, offset(*target));
            }
        }
        Switch { table: Table::Strings(cases), miss }
    }
}

/// A bit per tag of the values that a type takes as they are.
fn tags_of(ty: Option<&loxo_bytecode::TypeSpec>) -> u32 {
    ty.map_or(0, |ty| ty.mask.0 & loxo_bytecode::TypeMask::MIXED.0)
}

/// A copy of a function for another scope: closures and thunks in a class.
pub fn rebind(func: &Func, class: Option<&'static Class>) -> Func {
    let code = code_of(func);
    let base = code.unit.funcs[code.index as usize];
    let (mut params, mut return_type) = (base.params.clone(), base.return_type.clone());
    if let Some(class) = class {
        // `self` and `parent` mean what they mean in the new scope.
        return_type = return_type.map(|ty| loxo_runtime::link::resolve_in(&ty, class));
        if params.iter().any(|p| p.ty.as_ref().is_some_and(|ty| !ty.ids.is_empty())) {
            let bound = |p: &ParamInfo| ParamInfo { ty: p.ty.as_ref().map(|ty| loxo_runtime::link::resolve_in(ty, class)), ..p.clone() };
            params = params.iter().map(bound).collect();
        }
    }
    Func {
        statics: if func.statics == u32::MAX { u32::MAX } else { new_statics() },
        class,
        params,
        return_type,
        code: func.code.clone(),
        ..*func
    }
}

/// True for ops that call something and have their result slot in `x`.
pub fn is_call(code: OpCode) -> bool {
    code.info().calls
}
