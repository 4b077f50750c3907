//! Builds Cranelift IR: constants once in a function, sums with nothing not at all, and, where no variables are asked for, without what those need.

use std::ops::{Deref, DerefMut};

use cranelift_codegen::ir::immediates::Imm64;
use cranelift_codegen::ir::{Block, DataFlowGraph, Function, Inst, InstBuilder, InstBuilderBase, InstructionData, Opcode, Type, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch};
use rustc_hash::FxHashMap;

/// What building needs from one function to the next.
#[derive(Default)]
pub struct Scratch {
    context: FunctionBuilderContext,
    constants: FxHashMap<(Type, i64), Value>,
}

/// What is known where instructions are put straight into blocks.
struct Direct {
    block: Block,
    /// The block is in the function already.
    is_placed: bool,
    /// The block of constants, from which the function goes on to the next one.
    start: Block,
    body: Block,
    has_switch: bool,
}

pub(crate) struct Builder<'b> {
    inner: FunctionBuilder<'b>,
    constants: &'b mut FxHashMap<(Type, i64), Value>,
    /// `None`: there are variables.
    direct: Option<Direct>,
}

impl<'b> Deref for Builder<'b> {
    type Target = FunctionBuilder<'b>;

    fn deref(&self) -> &FunctionBuilder<'b> {
        &self.inner
    }
}

impl<'b> DerefMut for Builder<'b> {
    fn deref_mut(&mut self) -> &mut FunctionBuilder<'b> {
        &mut self.inner
    }
}

impl<'b> Builder<'b> {
    /// Of code that has variables. The block that comes first is filled.
    pub fn with_variables(into: &'b mut Function, scratch: &'b mut Scratch) -> (Builder<'b>, Block) {
        let mut inner = FunctionBuilder::new(into, &mut scratch.context);
        let start = inner.create_block();
        inner.append_block_params_for_function_params(start);
        inner.switch_to_block(start);
        (Builder { inner, constants: &mut scratch.constants, direct: None }, start)
    }

    /// Of code without variables. The block has the function's parameters; the one behind it is filled.
    pub fn without_variables(into: &'b mut Function, scratch: &'b mut Scratch) -> (Builder<'b>, Block) {
        scratch.constants.clear();
        let mut inner = FunctionBuilder::new(into, &mut scratch.context);
        let [start, body] = [0; 2].map(|_| inner.create_block());
        inner.append_block_params_for_function_params(start);
        inner.func.layout.append_block(start);
        let direct = Direct { block: body, is_placed: false, start, body, has_switch: false };
        (Builder { inner, constants: &mut scratch.constants, direct: Some(direct) }, start)
    }

    /// What comes next goes to the end of the block that is filled.
    pub fn ins(&mut self) -> Ins<'_, 'b> {
        Ins(self)
    }

    pub fn switch_to_block(&mut self, block: Block) {
        let Some(direct) = &mut self.direct else { return self.inner.switch_to_block(block) };
        direct.block = block;
        direct.is_placed = self.inner.func.layout.is_block_inserted(block);
    }

    pub fn current_block(&self) -> Option<Block> {
        self.direct.as_ref().map_or_else(|| self.inner.current_block(), |direct| Some(direct.block))
    }

    /// Ends the block.
    pub fn switch(&mut self, switch: Switch, on: Value, otherwise: Block) {
        if let Some(direct) = &mut self.direct {
            direct.has_switch = true;
            self.inner.switch_to_block(direct.block);
        }
        switch.emit(&mut self.inner, on, otherwise);
    }

    /// All blocks are filled.
    pub fn finish(mut self, config: TargetFrontendConfig) {
        if let Some(Direct { start, body, .. }) = self.direct {
            self.switch_to_block(start);
            self.ins().jump(body, &[]);
        }
        if self.direct.as_ref().is_none_or(|direct| direct.has_switch) {
            self.inner.seal_all_blocks();
        }
        self.inner.finalize(config);
    }

    /// A number, of which a type of fewer bytes has the lower ones.
    fn constant(&mut self, ty: Type, number: i64) -> Value {
        let Some(Direct { start, .. }) = self.direct else { return self.inner.ins().iconst(ty, number) };
        let number = if ty.bits() < i64::BITS { number & ((1 << ty.bits()) - 1) } else { number };
        let func = &mut *self.inner.func;
        *self.constants.entry((ty, number)).or_insert_with(|| {
            let inst = func.dfg.make_inst(InstructionData::UnaryImm { opcode: Opcode::Iconst, imm: Imm64::new(number) });
            func.dfg.make_inst_results(inst, ty);
            func.layout.append_inst(inst, start);
            func.dfg.first_result(inst)
        })
    }
}

/// One instruction that is built.
pub(crate) struct Ins<'a, 'b>(&'a mut Builder<'b>);

impl Ins<'_, '_> {
    pub fn iconst(self, ty: Type, number: impl Into<Imm64>) -> Value {
        self.0.constant(ty, number.into().bits())
    }

    pub fn iadd_imm_s(self, value: Value, number: impl Into<Imm64>) -> Value {
        let number = number.into();
        // What is added to itself is a copy where there are variables.
        if number.bits() == 0 && self.0.direct.is_some() { value } else { InstBuilder::iadd_imm_s(self, value, number) }
    }
}

impl<'a> InstBuilderBase<'a> for Ins<'a, '_> {
    fn data_flow_graph(&self) -> &DataFlowGraph {
        &self.0.inner.func.dfg
    }

    fn data_flow_graph_mut(&mut self) -> &mut DataFlowGraph {
        &mut self.0.inner.func.dfg
    }

    fn build(self, data: InstructionData, ty: Type) -> (Inst, &'a mut DataFlowGraph) {
        let Some(direct) = &mut self.0.direct else { return self.0.inner.ins().build(data, ty) };
        let func = &mut *self.0.inner.func;
        if !std::mem::replace(&mut direct.is_placed, true) {
            func.layout.append_block(direct.block);
        }
        let inst = func.dfg.make_inst(data);
        if !data.opcode().is_terminator() {
            func.dfg.make_inst_results(inst, ty);
        }
        func.layout.append_inst(inst, direct.block);
        (inst, &mut func.dfg)
    }

    fn build_aux_inst(&mut self, data: InstructionData, ty: Type) -> Inst {
        Ins(self.0).build(data, ty).0
    }

    fn build_imm_const(&mut self, ty: Type, number: Imm64, _signed: bool) -> Value {
        self.0.constant(ty, number.bits())
    }
}
