//! Machine code of Cranelift IR, emitted in one pass: three to four times faster than Cranelift makes it, and as good where code is guards, loads and calls.
//!
//! [`blocks`] has their order, [`values`] what becomes part of instructions, [`flow`] which values live where; [`generator`] knows where values are while
//! code is emitted, and allocates registers as values are made.

mod assembler;
mod blocks;
mod conditions;
mod control;
mod features;
mod flow;
mod generator;
mod instructions;
mod moves;
mod registers;
mod shuffle;
mod values;

use cranelift_codegen::ir::{self, UserExternalNameRef};
use cranelift_codegen::isa::CallConv;

use crate::assembler::{Alu, Assembler, Place, Size};
use crate::blocks::Blocks;
use crate::flow::Flow;
use crate::generator::{FrameKind, Generator};
use crate::registers::RSP;
use crate::values::Values;

pub use crate::features::Features;

/// Machine code of a function.
#[derive(Debug)]
pub struct Code {
    /// Instructions, and constants behind them.
    pub bytes: Vec<u8>,
    pub calls: Vec<Call>,
    /// How the frame is made, by the ends of the instructions that do it.
    pub frame: Vec<(u32, FrameStep)>,
}

/// A place in code that wants the address of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub at: usize,
    pub name: UserExternalNameRef,
    /// Four bytes want the distance from their own end; otherwise eight want the address.
    pub is_relative: bool,
}

/// What an instruction at the beginning of a function does to its frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameStep {
    /// It pushes a register, by its number in descriptions of frames.
    Push(u16),
    /// The frame grows by so many bytes.
    Grow(u32),
}

/// Numbers of registers in descriptions of frames, by those of the processor.
const FRAME_NUMBERS: [u16; 16] = [0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];

/// Blocks times values: sets of values, one for each block, must stay small.
const LARGE: usize = 1 << 25;

/// Generates code. `None`: there is something in the function that is not handled.
pub fn generate(function: &ir::Function, features: Features) -> Option<Code> {
    if !matches!(function.signature.call_conv, CallConv::SystemV | CallConv::Winch) || !function.sized_stack_slots.is_empty() {
        return None;
    }
    let blocks = Blocks::of(function);
    if blocks.order.len() * function.dfg.num_values() > LARGE {
        return None;
    }
    let values = Values::of(function, &blocks)?;
    let flow = Flow::of(&values, &blocks);
    let mut frame = FrameKind { has_slots: flow.calls, is_long: false };
    loop {
        let mut generator = Generator::new(&values, &flow, features, frame);
        generator.emit()?;
        if let Some(size) = generator.frame_size() {
            return Some(finish(generator, size));
        }
        // Slots were needed that nobody had expected: the second time they are.
        frame = FrameKind { has_slots: true, is_long: frame.has_slots };
    }
}

/// Puts together what makes the frame and what runs in it.
fn finish(mut generator: Generator<'_>, size: u32) -> Code {
    let mut beginning = Assembler::default();
    let mut frame = Vec::new();
    for &reg in &generator.pushed {
        beginning.push(reg);
        frame.push((beginning.bytes.len() as u32, FrameStep::Push(FRAME_NUMBERS[reg.0 as usize])));
    }
    if size > 0 {
        beginning.alu_number(Alu::Sub, Size::Quad, Place::Reg(RSP), size as i32);
        frame.push((beginning.bytes.len() as u32, FrameStep::Grow(size)));
    }
    for &at in &generator.frame_sizes {
        let bytes = size.to_le_bytes();
        let width = if generator.frame.is_long { 4 } else { 1 };
        generator.asm.bytes[at..at + width].copy_from_slice(&bytes[..width]);
    }
    let moved = generator.asm.finish(&beginning.bytes);
    let calls = generator.relocations.iter().map(|its| Call { at: its.at + moved, name: its.name, is_relative: its.is_relative });
    Code { calls: calls.collect(), bytes: generator.asm.bytes, frame }
}
