//! The function under construction: code, constants, locals, temporaries with their live ranges, labels.
//!
//! Until [`FunctionBuilder::finish`], temporaries carry the bit [`TMP`] (the number of locals is not known yet) and jump operands are label numbers.

use std::hash::{Hash, Hasher};

use loxo_bytecode::{
    ArgumentKind, Bytes, CallSite, ClassOperand, Const, ConstKey, FRAME_HEADER_SLOTS, Function, LiveKind, LiveRange, NONE, Op, OpCode,
    OperandKind, SwitchTable, THIS, Try, TypeSpec,
};
use rustc_hash::{FxHashMap, FxHasher};

use crate::state::const_value::ConstValue;

/// Marks slots of temporaries.
pub(crate) const TMP: u32 = 1 << 23;

pub(crate) type Dest = Option<u32>;

/// Result of compiling an expression.
#[derive(Clone, Debug)]
pub(crate) enum Operand<'a> {
    K(ConstValue<'a>),
    Var(u32),
    Tmp(u32),
    This,
}

impl<'a> Operand<'a> {
    pub(crate) fn null() -> Operand<'a> {
        Operand::K(ConstValue::Null)
    }
    pub(crate) fn str(s: &'a [u8]) -> Operand<'a> {
        Operand::K(ConstValue::str(s))
    }
    pub(crate) fn as_const(&self) -> Option<&ConstValue<'a>> {
        match self {
            Operand::K(v) => Some(v),
            _ => None,
        }
    }
}

/// A slot ready to be read by the op that comes next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub at: u32,
    /// The op consumes it.
    pub used: bool,
}

/// An operand of [`FunctionBuilder::put`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg {
    No,
    /// Anything that needs no bookkeeping.
    Raw(u32),
    Src(Slot),
    /// A fresh result, in the wanted slot if there is one.
    Dst(Dest),
}

/// A name as an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub arg: Arg,
    /// It stands in the source, as against one that is computed.
    pub written: bool,
}

impl Named {
    /// The first op is for names that are written out, the second for computed ones.
    pub fn of(&self, codes: [OpCode; 2]) -> OpCode {
        codes[usize::from(!self.written)]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label(pub u32);

/// So many are looked up one by one.
const FEW_LOCALS: usize = 16;

const UNBOUND: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum FunctionKind {
    #[default]
    Main,
    Function,
    Method,
    Closure,
    Arrow,
    Hook,
    Thunk,
}

/// Something that jumps out of a statement must undo, innermost last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub kind: ScopeKind,
    /// Unique in the function; goto compares them.
    pub id: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ScopeKind {
    /// A loop or switch.
    Loop { temporary: LoopTemporary, brk: Label, cont: Label, is_switch: bool },
    /// Inside try or catch of a statement with finally.
    Finally { entry: Label, ret: u32, value: u32 },
    /// Inside the finally block.
    InFinally { ret: u32 },
}

/// The slot that a loop or switch keeps alive, and that whoever leaves it early gives up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LoopTemporary {
    None,
    /// Of a `foreach`.
    Iterator(u32),
    /// What a `switch` compares.
    Subject(u32),
}

#[derive(Debug)]
pub(crate) struct Goto<'a> {
    pub name: &'a [u8],
    pub line: u32,
    pub jump: u32,
    pub scopes: Vec<Scope>,
    /// (op, scope id) of the ops that leave a scope.
    pub exits: Vec<(u32, u32)>,
}

#[derive(Debug)]
pub(crate) struct LabelDef {
    pub label: Label,
    pub scopes: Vec<Scope>,
}

#[derive(Debug, Default)]
pub(crate) struct FunctionBuilder<'a> {
    pub out: Function,
    pub kind: FunctionKind,
    /// A file's main code has no name, and that is not the same as an empty one.
    pub this_ok: bool,
    /// Inside a closure, at any depth of thunks: the scope is not known.
    pub closure: bool,
    pub generator: bool,
    pub by_ref: bool,
    pub is_static: bool,
    pub ret_type: Option<TypeSpec>,
    /// Property whose hook this is; true: set.
    pub hook: Option<(Bytes, bool)>,
    pub lines: Vec<u32>,
    pub labels: Vec<u32>,
    pub scopes: Vec<Scope>,
    pub next_scope: u32,
    pub gotos: Vec<Goto<'a>>,
    pub label_defs: FxHashMap<&'a [u8], LabelDef>,
    pub short_circuits: Vec<u32>,
    pub static_names: FxHashMap<&'a [u8], u32>,
    pub local_map: FxHashMap<Bytes, u32>,
    pub const_map: FxHashMap<u64, u32>,
    pub live: Vec<bool>,
    pub defs: Vec<u32>,
    pub top: u32,
    pub peak: u32,
    /// Op index that the last bound label has: no peephole may reach over it.
    pub barrier: u32,
}

/// What a function under construction needs and a finished one does not: used by the next one.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    code: Vec<Op>,
    lines: Vec<u32>,
    labels: Vec<u32>,
    const_map: FxHashMap<u64, u32>,
    live: Vec<bool>,
    defs: Vec<u32>,
}

impl<'a> FunctionBuilder<'a> {
    /// Takes over the memory of a finished function.
    pub(crate) fn equip(&mut self, buffers: Buffers) {
        self.out.code = buffers.code;
        self.lines = buffers.lines;
        self.labels = buffers.labels;
        self.const_map = buffers.const_map;
        self.live = buffers.live;
        self.defs = buffers.defs;
    }

    pub(crate) fn pc(&self) -> u32 {
        self.out.code.len() as u32
    }

    // ------------------------------------------------------------------------------------------------------- names and constants

    pub(crate) fn local(&mut self, name: &[u8]) -> u32 {
        if let Some(slot) = self.find_local(name) {
            return slot;
        }
        let slot = self.out.locals.len() as u32;
        self.out.locals.push(name.into());
        if self.out.locals.len() > FEW_LOCALS {
            if self.local_map.is_empty() {
                self.local_map = self.out.locals.iter().cloned().zip(0..).collect();
            } else {
                self.local_map.insert(name.into(), slot);
            }
        }
        slot
    }

    pub(crate) fn find_local(&self, name: &[u8]) -> Option<u32> {
        if self.local_map.is_empty() {
            return self.out.locals.iter().position(|l| **l == *name).map(|i| i as u32);
        }
        self.local_map.get(name).copied()
    }

    fn intern(&mut self, hash: u64, same: impl Fn(&Const) -> bool, make: impl FnOnce() -> Const) -> u32 {
        let mut h = hash;
        loop {
            match self.const_map.get(&h) {
                Some(&k) if same(&self.out.consts[k as usize]) => return k,
                Some(_) => h = h.wrapping_add(0x9e37_79b9_7f4a_7c15),
                None => break,
            }
        }
        let k = self.out.consts.len() as u32;
        self.const_map.insert(h, k);
        self.out.consts.push(make());
        k
    }

    pub(crate) fn str_k(&mut self, s: &[u8]) -> u32 {
        let mut h = FxHasher::default();
        s.hash(&mut h);
        self.intern(h.finish(), |c| matches!(c, Const::Str(x) if **x == *s), || Const::Str(s.into()))
    }

    pub(crate) fn k(&mut self, v: ConstValue<'a>) -> u32 {
        let seed = |tag: u64, bits: u64| (bits ^ tag.wrapping_mul(0xff51_afd7_ed55_8ccd)).wrapping_mul(0x2545_f491_4f6c_dd1d);
        match v {
            ConstValue::Str(s) => self.str_k(&s),
            ConstValue::Int(i) => self.intern(seed(1, i as u64), |c| *c == Const::Int(i), || Const::Int(i)),
            ConstValue::Float(x) => {
                let same = |c: &Const| matches!(c, Const::Float(y) if y.to_bits() == x.to_bits());
                self.intern(seed(2, x.to_bits()), same, || Const::Float(x))
            }
            ConstValue::Array(items) => {
                self.out.consts.push(Const::Array(items));
                self.out.consts.len() as u32 - 1
            }
            v => {
                let c = v.into_const();
                let tag = match c {
                    Const::Null => 3,
                    Const::False => 4,
                    _ => 5,
                };
                let made = c.clone();
                self.intern(seed(tag, 7), move |x| *x == c, || made)
            }
        }
    }

    pub(crate) fn cache(&mut self) -> u32 {
        self.out.caches += 1;
        self.out.caches - 1
    }

    /// The first of the two caches of a write of a property: where it is, and objects of which class it takes.
    pub(crate) fn caches_of_write(&mut self) -> u32 {
        let first = self.cache();
        self.cache();
        first
    }

    // ---------------------------------------------------------------------------------------------------------------- temporaries

    pub(crate) fn alloc(&mut self) -> u32 {
        self.alloc_n(1)
    }

    /// How many temporaries there are up to the highest one that is alive.
    pub(crate) fn temporaries(&self) -> u32 {
        self.top
    }

    /// Contiguous temporaries above everything that is alive.
    pub(crate) fn alloc_n(&mut self, n: u32) -> u32 {
        let first = self.top;
        self.top += n;
        self.peak = self.peak.max(self.top);
        if self.live.len() < self.top as usize {
            self.live.resize(self.top as usize, false);
            self.defs.resize(self.top as usize, 0);
        }
        self.live[first as usize..self.top as usize].fill(true);
        first | TMP
    }

    pub(crate) fn free(&mut self, slot: u32) {
        self.live[(slot & !TMP) as usize] = false;
        while self.top > 0 && !self.live[self.top as usize - 1] {
            self.top -= 1;
        }
    }

    pub(crate) fn free_n(&mut self, first: u32, n: u32) {
        for i in (0..n).rev() {
            self.free(first + i);
        }
    }

    /// Makes a reserved or freed slot hold a value from the op `pc` on.
    pub(crate) fn define(&mut self, slot: u32, pc: u32) {
        let i = slot & !TMP;
        if i >= self.top {
            self.top = i + 1;
            self.peak = self.peak.max(self.top);
            if self.live.len() < self.top as usize {
                self.live.resize(self.top as usize, false);
                self.defs.resize(self.top as usize, 0);
            }
        }
        self.live[i as usize] = true;
        self.defs[i as usize] = pc;
    }

    pub(crate) fn def_of(&self, slot: u32) -> u32 {
        self.defs[(slot & !TMP) as usize]
    }

    pub(crate) fn range(&mut self, kind: LiveKind, slot: u32, start: u32, end: u32) {
        if end > start + 1 {
            self.out.live.push(LiveRange { slot, kind, start, end });
        }
    }

    /// The op that comes next consumes temporary `slot`.
    pub(crate) fn consume(&mut self, slot: u32) {
        let (start, end) = (self.def_of(slot), self.pc());
        self.range(LiveKind::Tmp, slot, start, end);
        self.free(slot);
    }

    /// The value that another path consumed is still there on this one, which begins at the next op.
    pub(crate) fn revive(&mut self, slot: u32) {
        let pc = self.pc();
        self.define(slot, pc.saturating_sub(1));
    }

    // ------------------------------------------------------------------------------------------------------------------ emission

    pub(crate) fn emit(&mut self, op: Op, line: u32) -> u32 {
        self.out.code.push(op);
        self.lines.push(line);
        self.pc() - 1
    }

    pub(crate) fn put(&mut self, line: u32, code: OpCode, args: [Arg; 3], x: u32, flags: u8) -> u32 {
        let mut op = Op::new(code);
        op.x = x;
        op.flags = flags;
        let mut vals = [0u32; 3];
        let mut dst = None;
        for (i, arg) in args.iter().enumerate() {
            match *arg {
                Arg::No => {}
                Arg::Raw(v) => vals[i] = v,
                Arg::Src(s) => {
                    vals[i] = s.at;
                    if s.used {
                        op.flags |= 1 << i;
                        self.consume(s.at);
                    }
                }
                Arg::Dst(_) => dst = Some(i),
            }
        }
        let pc = self.pc();
        let mut result = NONE;
        if let Some(i) = dst
            && let Arg::Dst(dest) = args[i]
        {
            result = dest.unwrap_or_else(|| self.alloc());
            self.define(result, pc);
            vals[i] = result;
        }
        [op.a, op.b, op.c] = vals;
        self.emit(op, line);
        result
    }

    /// Forgets the last op if it made `slot` and nothing can jump in between.
    pub(crate) fn take_last(&mut self, slot: u32, accept: impl Fn(&Op) -> bool) -> Option<Op> {
        let op = *self.out.code.last()?;
        let dst_first = op.code.info().operands[0] == OperandKind::Dst;
        if self.barrier >= self.pc() || !dst_first || op.a != slot || slot & TMP == 0 || !accept(&op) {
            return None;
        }
        self.out.code.pop();
        self.lines.pop();
        Some(op)
    }

    /// The op before `pc` was removed: what op `pc` would have consumed in `slot` is consumed one op earlier.
    pub(crate) fn end_earlier(&mut self, slot: u32, pc: u32) {
        if let Some(i) = self.out.live.iter().rposition(|r| r.slot == slot && r.end == pc) {
            self.out.live[i].end -= 1;
        }
    }

    pub(crate) fn last_op(&self) -> Option<&Op> {
        if self.barrier >= self.pc() { None } else { self.out.code.last() }
    }

    // -------------------------------------------------------------------------------------------------------------------- labels

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    pub(crate) fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.pc();
        self.barrier = self.pc();
    }

    /// The next op has a goto label.
    pub(crate) fn label_here(&self) -> bool {
        let pc = self.pc();
        self.label_defs.values().any(|d| self.labels[d.label.0 as usize] == pc)
    }

    pub(crate) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Is there a way to reach the next op?
    pub(crate) fn reachable(&self) -> bool {
        match self.out.code.last() {
            Some(op) if !op.code.info().falls_through() => self.barrier >= self.pc(),
            _ => true,
        }
    }

    // -------------------------------------------------------------------------------------------------------------------- finish

    /// Resolves labels and slots.
    pub(crate) fn finish(mut self) -> (Function, Buffers) {
        let locals = self.out.locals.len() as u32;
        let mut out = std::mem::take(&mut self.out);
        let fix = |slot: u32| if slot != NONE && slot != THIS && slot & TMP != 0 { (slot & !TMP) + locals } else { slot };
        for op in &mut out.code {
            let kinds = &op.code.info().operands;
            for (i, kind) in kinds.iter().enumerate() {
                let v = match i {
                    0 => &mut op.a,
                    1 => &mut op.b,
                    2 => &mut op.c,
                    _ => &mut op.x,
                };
                match kind {
                    OperandKind::Jump if *v != NONE => *v = self.labels[*v as usize],
                    OperandKind::Class => {
                        if let ClassOperand::Slot(s) = ClassOperand::decode(*v) {
                            *v = ClassOperand::Slot(fix(s)).encode();
                        }
                    }
                    k if k.is_slot() => *v = fix(*v),
                    _ => {}
                }
            }
            if matches!(op.code, OpCode::ConcatN | OpCode::AppendN) {
                op.b = fix(op.b);
            }
        }
        for r in &mut out.live {
            r.slot = fix(r.slot);
        }
        for t in &mut out.tries {
            t.ret = fix(t.ret);
        }
        for table in &mut out.switches {
            for target in table.targets_mut() {
                *target = self.labels[*target as usize];
            }
        }
        out.live.sort_by_key(|r| r.start);
        out.frame_slots = locals + self.peak;
        for (pc, &line) in self.lines.iter().enumerate() {
            if out.lines.last().is_none_or(|l| l.1 != line) {
                out.lines.push((pc as u32, line));
            }
        }
        let mut code = std::mem::take(&mut out.code);
        out.code = code.as_slice().into();
        code.clear();
        self.lines.clear();
        self.labels.clear();
        self.const_map.clear();
        self.live.clear();
        self.defs.clear();
        let buffers = Buffers { code, lines: self.lines, labels: self.labels, const_map: self.const_map, live: self.live, defs: self.defs };
        (out, buffers)
    }

    pub(crate) fn switch_table(&mut self, cases: Vec<(ConstKey, u32)>, miss: Label, strict: bool) -> u32 {
        self.out.switches.push(SwitchTable { cases, miss: miss.0, strict });
        self.out.switches.len() as u32 - 1
    }

    pub(crate) fn add_try(&mut self, start: u32) -> usize {
        self.out.tries.push(Try { start, catch: None, finally: None, finally_end: 0, ret: 0 });
        self.out.tries.len() - 1
    }

    pub(crate) fn call_site(&mut self, pc: u32, kinds: Vec<ArgumentKind>) {
        self.out.call_sites.push(CallSite { pc, kinds: kinds.into_boxed_slice() });
    }

    /// Reserves a call window for `count` arguments; the first header slot.
    pub(crate) fn window(&mut self, count: u32) -> u32 {
        self.alloc_n(FRAME_HEADER_SLOTS + count)
    }
}
