//! What is in the blocks of a random function: where values come from, and how a block ends.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData as MemFlags, Signature, Type, Value, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};

use crate::callees;
use crate::memory::{BASE, FUEL};
use crate::plan::{End, Guard, Kind, Plan, Profile};
use crate::random::Random;

pub const FUEL_AT: i32 = (FUEL as i32 - BASE as i32) * 8;

impl Kind {
    pub fn ty(self) -> Type {
        match self {
            Kind::I8 => types::I8,
            Kind::I32 => types::I32,
            Kind::I64 => types::I64,
            Kind::Bits | Kind::Float => types::F64,
        }
    }

    /// What comes in or goes out as this type.
    pub fn of(ty: Type) -> Kind {
        if ty == types::F64 { Kind::Bits } else { Kind::I64 }
    }
}

pub struct Body<'a> {
    pub b: FunctionBuilder<'a>,
    pub random: &'a mut Random,
    pub profile: &'a Profile,
    pub plan: &'a Plan,
    pub blocks: Vec<Option<ir::Block>>,
    /// What each block of the plan defines.
    defined: Vec<Vec<(Kind, Value)>>,
    /// What can be used here.
    pub pool: Vec<(Kind, Value)>,
    /// Addresses that were computed here, and between which words they are.
    pub places: Vec<(Value, i32, i32)>,
    /// The address of memory. None in blocks that are never reached.
    pub base: Option<Value>,
    /// The answer of the instruction before this one.
    pub condition: Option<Value>,
    pub signature: Signature,
    /// What the builder turns into parameters of blocks, or other names of values.
    variables: Vec<(Kind, Variable)>,
}

/// The function of a seed.
pub fn function(seed: u64, config: TargetFrontendConfig) -> ir::Function {
    let random = &mut Random(seed);
    random.next();
    let profile = Profile::random(random);
    let plan = Plan::random(random, &profile);
    let signature = signature(random);
    let mut function = ir::Function::with_name_signature(ir::UserFuncName::user(1, 0), signature.clone());
    let mut context = FunctionBuilderContext::new();
    let b = FunctionBuilder::new(&mut function, &mut context);
    let count = plan.blocks.len();
    let mut body = Body {
        b,
        random,
        profile: &profile,
        plan: &plan,
        blocks: vec![None; count],
        defined: vec![Vec::new(); count],
        pool: Vec::new(),
        places: Vec::new(),
        base: None,
        condition: None,
        signature,
        variables: Vec::new(),
    };
    body.declare();
    for &block in &plan.order {
        body.block(block);
    }
    for block in 0..count {
        if !plan.order.contains(&block) && body.blocks[block].is_some() {
            body.base = None;
            body.block(block);
        }
    }
    body.b.seal_all_blocks();
    body.b.finalize(config);
    function
}

fn signature(random: &mut Random) -> Signature {
    if random.one_in(3) {
        return callees::frameless(random.next());
    }
    let mut signature = callees::signature(0);
    signature.params = vec![ir::AbiParam::new(types::I64); 1 + random.below(6)];
    signature.returns = vec![ir::AbiParam::new(types::I64); random.one_of(&[0, 1, 2, 2])];
    signature
}

impl Body<'_> {
    /// Makes the blocks, in the order in which they will lie.
    fn declare(&mut self) {
        let count = self.plan.blocks.len();
        let all = self.random.one_in(10);
        let mut layout: Vec<usize> = (0..count).filter(|block| all || self.plan.order.contains(block)).collect();
        match self.random.below(5) {
            0 => (2..layout.len()).for_each(|i| layout.swap(i, 1 + self.random.below(i))),
            1 => layout = self.plan.order.clone(),
            _ => {}
        }
        for block in layout {
            let made = self.b.create_block();
            self.b.func.layout.append_block(made);
            self.blocks[block] = Some(made);
            if self.plan.blocks[block].cold {
                self.b.set_cold_block(made);
            }
            if block == 0 {
                self.b.append_block_params_for_function_params(made);
            }
            for kind in &self.plan.blocks[block].params {
                self.b.append_block_param(made, kind.ty());
            }
        }
    }

    fn made(&self, block: usize) -> ir::Block {
        self.blocks[block].expect("a block that was made")
    }

    fn block(&mut self, block: usize) {
        let made = self.made(block);
        self.b.switch_to_block(made);
        self.pool.clear();
        self.places.clear();
        self.condition = None;
        let mut above = self.plan.dominators[block];
        let mut lists = Vec::new();
        while let Some(at) = above {
            lists.push(at);
            above = self.plan.dominators[at];
        }
        for at in lists.into_iter().rev() {
            self.pool.extend_from_slice(&self.defined[at]);
        }
        let start = self.pool.len();
        let params = self.b.block_params(made).to_vec();
        if block == 0 {
            self.take_params(&params);
        } else {
            self.pool.extend(self.plan.blocks[block].params.iter().copied().zip(params));
        }
        if self.plan.blocks[block].cold && !self.random.one_in(3) {
            self.call();
        }
        for _ in 0..self.random.below(self.profile.length + 1) {
            self.step();
        }
        if !self.random.one_in(3) {
            self.show(start);
        }
        self.end(block);
        self.defined[block] = self.pool.split_off(start);
    }

    /// Writes down something that this block has made.
    fn show(&mut self, start: usize) {
        let (Some(base), false) = (self.base, self.pool.len() == start) else { return };
        for _ in 0..1 + self.random.below(2) {
            let (_, value) = self.random.one_of(&self.pool[start..]);
            let slot = 16 + self.random.below(64) as i32;
            self.b.ins().store(MemFlags::trusted(), value, base, slot * 8);
        }
    }

    fn take_params(&mut self, params: &[Value]) {
        let (mut base, machine) = (params[0], self.signature.call_conv == CallConv::SystemV);
        if machine && self.random.one_in(2) {
            base = self.b.ins().imul_imm_s(base, 1);
        }
        self.base = Some(base);
        for (param, value) in self.signature.params.clone().iter().zip(params) {
            self.pool.push((Kind::of(param.value_type), *value));
        }
        for kind in [Kind::I64, Kind::I64, Kind::I8, Kind::Float, Kind::I64].into_iter().take(self.profile.variables) {
            let variable = self.b.declare_var(kind.ty());
            let value = self.value(kind);
            self.b.def_var(variable, value);
            self.variables.push((kind, variable));
        }
    }

    /// A variable gets another value, or is looked at.
    pub fn variable(&mut self) {
        if self.variables.is_empty() || self.base.is_none() {
            return;
        }
        let (kind, variable) = self.random.one_of(&self.variables.clone());
        if self.random.one_in(2) {
            let value = self.value(kind);
            self.b.def_var(variable, value);
        } else {
            let value = self.b.use_var(variable);
            self.define(kind, value);
        }
    }

    /// Something of a kind: one of those at hand, or a constant.
    pub fn value(&mut self, kind: Kind) -> Value {
        if self.random.one_in(10) {
            return self.constant(kind);
        }
        let fits = |its: Kind| its == kind || (kind, its) == (Kind::Bits, Kind::Float);
        let count = self.pool.len();
        if self.random.below(10) < self.profile.recent {
            let recent: Vec<Value> =
                self.pool[count.saturating_sub(6)..].iter().filter(|(its, _)| fits(*its)).map(|(_, value)| *value).collect();
            if !recent.is_empty() {
                return self.random.one_of(&recent);
            }
        }
        let all: Vec<Value> = self.pool.iter().filter(|(its, _)| fits(*its)).map(|(_, value)| *value).collect();
        if all.is_empty() { self.constant(kind) } else { self.random.one_of(&all) }
    }

    pub fn constant(&mut self, kind: Kind) -> Value {
        let int = self.random.int();
        match kind {
            Kind::I8 => self.b.ins().iconst(types::I8, int & 0xff),
            Kind::I32 => self.b.ins().iconst(types::I32, int & 0xffff_ffff),
            Kind::I64 => self.b.ins().iconst(types::I64, int),
            Kind::Bits if self.random.one_in(8) => self.b.ins().f64const(f64::NAN),
            Kind::Float if self.random.one_in(12) => self.b.ins().f64const(-f64::NAN),
            Kind::Bits | Kind::Float => {
                let float = self.random.float();
                self.b.ins().f64const(float)
            }
        }
    }

    pub fn int_kind(&mut self) -> Kind {
        if self.profile.wide { Kind::I64 } else { self.random.one_of(&[Kind::I64, Kind::I64, Kind::I32, Kind::I8]) }
    }

    pub fn define(&mut self, kind: Kind, value: Value) {
        self.pool.push((kind, value));
    }

    /// An answer for a branch or a choice: what was just found, mostly, so that both can be one instruction.
    pub fn asked(&mut self) -> Value {
        if let Some(condition) = self.condition.take()
            && !self.random.one_in(4)
        {
            return condition;
        }
        match self.random.below(10) {
            0 | 1 => {
                let kind = self.int_kind();
                self.value(kind)
            }
            2 => self.value(Kind::I8),
            _ => self.compare(),
        }
    }

    /// Whether there is fuel left; there is less behind it.
    pub fn fuel(&mut self) -> Value {
        let Some(base) = self.base else { return self.b.ins().iconst(types::I8, 0) };
        let had = self.b.ins().load(types::I64, MemFlags::trusted(), base, FUEL_AT);
        let has = self.b.ins().iadd_imm_s(had, -1);
        self.b.ins().store(MemFlags::trusted(), has, base, FUEL_AT);
        self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, has, 0)
    }

    fn end(&mut self, block: usize) {
        match &self.plan.blocks[block].end {
            End::Return => self.give_back(),
            End::Jump(to) => {
                let args = self.args(*to, None);
                let to = self.made(*to);
                self.b.ins().jump(to, &args);
            }
            End::Branch { then, otherwise, guard } => {
                // What is passed may be made between a comparison and the branch on it, or before both.
                let early =
                    (*guard != Guard::Count && self.random.one_in(2)).then(|| [self.args(*then, None), self.args(*otherwise, None)]);
                let (mut left, condition) = match guard {
                    Guard::None => (None, self.asked()),
                    Guard::Fuel => (None, self.fuel()),
                    Guard::Count => self.count_down(*then),
                };
                let [to_then, to_otherwise] = early.unwrap_or_else(|| [self.args(*then, left.take()), self.args(*otherwise, None)]);
                let [then, otherwise] = [self.made(*then), self.made(*otherwise)];
                self.b.ins().brif(condition, then, &to_then, otherwise, &to_otherwise);
            }
            End::Switch { cases, otherwise } => {
                let kind = if self.random.one_in(3) { Kind::I32 } else { Kind::I64 };
                let mut on = self.value(kind);
                if !self.random.one_in(4) {
                    on = self.b.ins().band_imm_u(on, 15);
                }
                if kind == Kind::I64 && self.random.one_in(3) {
                    // Nobody asks for the upper half.
                    let other = self.value(Kind::I64);
                    let above = self.b.ins().ishl_imm_u(other, 32);
                    let both = self.b.ins().bor(on, above);
                    on = self.b.ins().ireduce(types::I32, both);
                }
                let mut switch = Switch::new();
                for (case, to) in cases {
                    switch.set_entry(*case, self.made(*to));
                }
                let otherwise = self.made(*otherwise);
                switch.emit(&mut self.b, on, otherwise);
            }
        }
    }

    /// The number of a loop that this block is the end of, one less, and whether to go on.
    fn count_down(&mut self, to: usize) -> (Option<Value>, Value) {
        let header = self.made(to);
        let count = self.b.block_params(header)[0];
        let left = self.b.ins().iadd_imm_s(count, -1);
        let condition = match self.random.below(3) {
            0 => left,
            1 => self.b.ins().icmp_imm_s(IntCC::NotEqual, left, 0),
            _ => self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 1),
        };
        (Some(left), condition)
    }

    /// What a block gets. `first`: its first parameter, where that counts.
    fn args(&mut self, to: usize, first: Option<Value>) -> Vec<BlockArg> {
        let plan = &self.plan.blocks[to];
        let params = self.b.block_params(self.made(to)).to_vec();
        let its: Vec<(Kind, Value)> = plan.params.iter().copied().zip(params).collect();
        let mut args: Vec<Value> = Vec::new();
        let turns = self.random.one_in(4);
        for (i, &(kind, _)) in its.iter().enumerate() {
            // Around a loop, values change places.
            let own: Vec<Value> = its.iter().filter(|one| one.0 == kind && self.pool.contains(one)).map(|one| one.1).collect();
            let again = args.last().copied().filter(|_| i > 0 && its[i - 1].0 == kind);
            let arg = match (first, again) {
                (Some(first), _) if i == 0 => first,
                _ if i == 0 && plan.counts => self.b.ins().iconst(types::I64, 1 + self.random.below(4) as i64),
                // All of a kind go round.
                _ if turns && !own.is_empty() => {
                    let at = own.iter().position(|param| *param == its[i].1).unwrap_or(0);
                    own[(at + 1) % own.len()]
                }
                (_, Some(again)) if self.random.one_in(8) => again,
                _ if !own.is_empty() && self.random.one_in(2) => self.random.one_of(&own),
                _ => self.value(kind),
            };
            args.push(arg);
        }
        args.into_iter().map(BlockArg::from).collect()
    }

    /// Writes some values down and returns others.
    fn give_back(&mut self) {
        if let Some(base) = self.base {
            for slot in 0..self.random.below(8) as i32 {
                let kind = self.random.one_of(&[Kind::Bits, Kind::I64, Kind::I64, Kind::I32, Kind::I8]);
                let value = self.value(kind);
                self.b.ins().store(MemFlags::trusted(), value, base, slot * 8);
            }
        }
        let returns: Vec<Type> = self.signature.returns.iter().map(|param| param.value_type).collect();
        let mut results = Vec::new();
        for ty in returns {
            let mut all = self.value(Kind::of(ty));
            if ty == types::I64 {
                for _ in 0..self.random.small(30) {
                    let kind = self.int_kind();
                    let mut more = self.value(kind);
                    if kind != Kind::I64 {
                        more = self.b.ins().uextend(types::I64, more);
                    }
                    all = if self.random.one_in(2) { self.b.ins().bxor(all, more) } else { self.b.ins().iadd(more, all) };
                }
            }
            results.push(all);
        }
        self.b.ins().return_(&results);
    }
}
