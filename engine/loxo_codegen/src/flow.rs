//! Which values live where, and what is known of them before code is emitted.

use cranelift_codegen::ir::{self, Inst, Opcode, Value, types};

use crate::blocks::Blocks;
use crate::registers::{ARGUMENTS, FLOAT_ARGUMENTS, RAX, RDX, Reg, XMM0};
use crate::values::{Role, Values};

/// Values, a bit each.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ValueSet(Vec<u64>);

impl ValueSet {
    pub fn new(values: usize) -> ValueSet {
        ValueSet(vec![0; values.div_ceil(64)])
    }

    pub fn has(&self, value: u32) -> bool {
        self.0[value as usize / 64] & 1 << (value % 64) != 0
    }

    /// False: it was there already.
    pub fn insert(&mut self, value: u32) -> bool {
        let (word, bit) = (&mut self.0[value as usize / 64], 1 << (value % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub fn remove(&mut self, value: u32) {
        self.0[value as usize / 64] &= !(1 << (value % 64));
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    pub fn add(&mut self, other: &[u64]) {
        for (word, other) in self.0.iter_mut().zip(other) {
            *word |= other;
        }
    }
}

/// How many values are in both.
fn common(set: &[u64], other: &[u64]) -> u32 {
    set.iter().zip(other).map(|(word, other)| (word & other).count_ones()).sum()
}

/// The values of a set.
fn members(set: &[u64]) -> impl Iterator<Item = u32> {
    set.iter().enumerate().flat_map(|(i, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(i as u32 * 64 + bit)
        })
    })
}

/// What is known of values before code is emitted.
pub(crate) struct Flow<'f> {
    pub blocks: &'f Blocks,
    /// By value: its number among those that are held, or `u32::MAX`.
    pub numbers: Vec<u32>,
    /// By number.
    pub values: Vec<Value>,
    /// By place of a block, so many words each: values that live where it begins.
    live_in: Vec<u64>,
    words: usize,
    /// Values that live through a call that keeps some registers, and through one that keeps none, on the way that is not cold.
    pub through_calls: ValueSet,
    pub through_all: ValueSet,
    /// So many words live through one such call at once, and so many in one block that is not cold.
    pub most_through: u32,
    pub most_live: u32,
    /// By number: the register that the value's next use wants it in, and the block's parameter that it becomes.
    pub wanted: Vec<Option<Reg>>,
    pub becomes: Vec<u32>,
    /// By instruction: where in `last_used` the values stand that nobody uses behind it, and how many.
    last_uses_at: Vec<(u32, u32)>,
    last_used: Vec<u32>,
    pub calls: bool,
    /// Calls something that keeps no registers.
    pub calls_without_saving: bool,
}

/// What registers a call keeps: by the convention of functions without a frame, none.
pub(crate) fn keeps_nothing(function: &ir::Function, inst: Inst) -> bool {
    let signature = function.dfg.call_signature(inst);
    signature.is_some_and(|signature| function.dfg.signatures[signature].call_conv == cranelift_codegen::isa::CallConv::Winch)
}

impl<'f> Flow<'f> {
    pub fn of(values: &Values<'_>, blocks: &'f Blocks) -> Flow<'f> {
        let function = values.function;
        let mut flow = Flow {
            blocks,
            numbers: vec![u32::MAX; function.dfg.num_values()],
            values: Vec::new(),
            live_in: Vec::new(),
            words: 0,
            through_calls: ValueSet::default(),
            through_all: ValueSet::default(),
            most_through: 0,
            most_live: 0,
            wanted: Vec::new(),
            becomes: Vec::new(),
            last_uses_at: vec![(0, 0); function.dfg.num_insts()],
            last_used: Vec::new(),
            calls: false,
            calls_without_saving: false,
        };
        flow.find_live(values);
        flow.follow(values);
        flow
    }

    pub fn number(&self, value: Value) -> u32 {
        self.numbers[value.as_u32() as usize]
    }

    /// Values that nobody uses behind an instruction.
    pub fn last_uses(&self, inst: Inst) -> &[u32] {
        let (at, count) = self.last_uses_at[inst.as_u32() as usize];
        &self.last_used[at as usize..(at + count) as usize]
    }

    /// Values that live where a block begins, beside its parameters.
    pub fn live_in(&self, place: usize) -> impl Iterator<Item = u32> {
        members(self.row(place))
    }

    fn row(&self, place: usize) -> &[u64] {
        &self.live_in[place * self.words..(place + 1) * self.words]
    }

    /// Numbers the values that are held: first those that are read in other blocks than they come from, which live where blocks begin.
    fn find_live(&mut self, values: &Values<'_>) {
        let function = values.function;
        let mut reads_of = Vec::new();
        for place in 0..self.blocks.order.len() {
            for &inst in values.insts(place) {
                values.visit(inst, &mut |value| {
                    if values.place(value) != place as u32 {
                        reads_of.push((place, value));
                        self.numbers[value.as_u32() as usize] = 0;
                    }
                });
            }
        }
        let mut local = Vec::new();
        // By number: where values that are read elsewhere come from.
        let mut made_at = Vec::new();
        for (place, &block) in self.blocks.order.iter().enumerate() {
            let results = values.insts(place).iter().flat_map(|inst| function.dfg.inst_results(*inst));
            for &value in function.dfg.block_params(block).iter().chain(results) {
                if values.origin(value) != value || values.role(value) != Role::Held {
                    continue;
                }
                let number = &mut self.numbers[value.as_u32() as usize];
                if *number == 0 {
                    *number = self.values.len() as u32;
                    self.values.push(value);
                    made_at.push(place);
                } else {
                    local.push(value);
                }
            }
        }
        self.words = self.values.len().div_ceil(64);
        for value in local {
            self.numbers[value.as_u32() as usize] = self.values.len() as u32;
            self.values.push(value);
        }
        // What blocks read of others, and what they make for others.
        let mut reads = vec![0; self.words * self.blocks.order.len()];
        let mut makes = reads.clone();
        for (place, value) in reads_of {
            let number = self.numbers[value.as_u32() as usize] as usize;
            reads[place * self.words + number / 64] |= 1 << (number % 64);
        }
        for (number, place) in made_at.into_iter().enumerate() {
            makes[place * self.words + number / 64] |= 1 << (number % 64);
        }
        self.live_in = reads;
        let mut live = vec![0; self.words];
        let mut changed = true;
        while changed {
            changed = false;
            for place in (0..self.blocks.order.len()).rev() {
                live.fill(0);
                for &next in self.blocks.next(place) {
                    live.iter_mut().zip(self.row(next as usize)).for_each(|(word, its)| *word |= its);
                }
                let row = place * self.words..(place + 1) * self.words;
                for ((word, live), made) in self.live_in[row.clone()].iter_mut().zip(&live).zip(&makes[row]) {
                    let all = *word | live & !made;
                    changed |= all != *word;
                    *word = all;
                }
            }
        }
    }

    /// Finds where values end, what they are wanted in, and which live through calls.
    fn follow(&mut self, values: &Values<'_>) {
        let (function, count) = (values.function, self.values.len());
        self.through_calls = ValueSet::new(count);
        self.through_all = ValueSet::new(count);
        self.wanted = vec![None; count];
        self.becomes = vec![u32::MAX; count];
        let mut words = ValueSet::new(count);
        for (value, number) in self.values.iter().zip(0..) {
            if !is_float(values, *value) {
                words.insert(number);
            }
        }
        let mut live = ValueSet::new(count);
        for (place, &block) in self.blocks.order.iter().enumerate() {
            live.clear();
            for &next in self.blocks.next(place) {
                live.add(self.row(next as usize));
            }
            let is_hot = place < self.blocks.hot;
            if is_hot {
                let params = function.dfg.num_block_params(block) as u32;
                self.most_live = self.most_live.max(common(&live.0, &words.0)).max(common(self.row(place), &words.0) + params);
            }
            for &inst in values.insts(place).iter().rev() {
                for &result in function.dfg.inst_results(inst) {
                    if self.number(result) != u32::MAX {
                        live.remove(self.number(result));
                    }
                }
                let opcode = values.opcode(inst);
                if opcode.is_call() {
                    self.calls = true;
                    let keeps_nothing = keeps_nothing(function, inst);
                    self.calls_without_saving |= keeps_nothing;
                    if is_hot {
                        if keeps_nothing {
                            self.through_all.add(&live.0);
                        } else {
                            self.through_calls.add(&live.0);
                            self.most_through = self.most_through.max(common(&live.0, &words.0));
                        }
                    }
                }
                self.want(values, place, inst, opcode);
                let at = self.last_used.len() as u32;
                let (numbers, last_used) = (&self.numbers, &mut self.last_used);
                values.visit(inst, &mut |value| {
                    let number = numbers[value.as_u32() as usize];
                    if live.insert(number) {
                        last_used.push(number);
                    }
                });
                self.last_uses_at[inst.as_u32() as usize] = (at, self.last_used.len() as u32 - at);
            }
        }
    }

    /// Arguments, results and parameters of blocks are best made where they are wanted.
    fn want(&mut self, values: &Values<'_>, place: usize, inst: Inst, opcode: Opcode) {
        let function = values.function;
        let is_listed = opcode.is_call() || opcode == Opcode::Return;
        if is_listed {
            let skipped = usize::from(opcode == Opcode::CallIndirect);
            let (mut words, mut floats) = (0, 0);
            for &arg in values.args(inst).iter().skip(skipped) {
                let is_float = values.ty(arg) == types::F64;
                let place = if is_float { &mut floats } else { &mut words };
                let index = std::mem::replace(place, *place + 1);
                if values.role(arg) == Role::Held {
                    let number = self.number(values.origin(arg));
                    self.wanted[number as usize] = register_of(is_float, index, opcode == Opcode::Return);
                }
            }
            return;
        }
        if !opcode.is_branch() {
            return;
        }
        let mut passed = values.passed(inst);
        for &next in self.blocks.next(place) {
            let params = function.dfg.block_params(self.blocks.order[next as usize]);
            let (args, others) = passed.split_at(params.len());
            passed = others;
            for (&arg, &param) in args.iter().zip(params) {
                if values.role(arg) == Role::Held {
                    let number = self.number(values.origin(arg));
                    self.becomes[number as usize] = self.number(param);
                }
            }
        }
    }
}

pub(crate) fn is_float(values: &Values<'_>, value: Value) -> bool {
    values.ty(value) == types::F64
}

/// The register of the argument or result with this number among its kind.
pub(crate) fn register_of(is_float: bool, index: usize, is_result: bool) -> Option<Reg> {
    match (is_float, is_result) {
        (true, _) => (index < usize::from(FLOAT_ARGUMENTS)).then(|| Reg(XMM0.0 + index as u8)),
        (false, true) => [RAX, RDX].get(index).copied(),
        (false, false) => ARGUMENTS.get(index).copied(),
    }
}
