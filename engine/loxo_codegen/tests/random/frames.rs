//! Follows frames as the unwinder would, by what is said of them.

use std::ptr::addr_of_mut;

use loxo_codegen::FrameStep;

use crate::memory;

/// Registers by their numbers in descriptions of frames, in the order in which their values are given.
const KEPT: [u16; 6] = [3, 6, 12, 13, 14, 15];

/// Of the code that runs.
#[derive(Default)]
struct Expected {
    steps: Vec<(u32, FrameStep)>,
    /// The stack pointer of who has called it.
    stack: usize,
    /// Registers of who has called it.
    kept: Vec<u64>,
    wrong: Option<String>,
}

static mut EXPECTED: Expected = Expected { steps: Vec::new(), stack: 0, kept: Vec::new(), wrong: None };

/// No steps: nothing is known of the frames.
pub fn expect(steps: &[(u32, FrameStep)], stack: usize, kept: &[u64]) {
    // SAFETY: whoever runs code does so alone.
    let expected = unsafe { &mut *addr_of_mut!(EXPECTED) };
    *expected = Expected { steps: steps.to_vec(), stack, kept: kept.to_vec(), wrong: None };
}

pub fn wrong() -> Option<String> {
    // SAFETY: whoever runs code does so alone.
    unsafe { (*addr_of_mut!(EXPECTED)).wrong.take() }
}

/// Looks whether the frames between a call and who has called the code are as they are said to be. `stack`: behind the address that the call returns to.
pub fn check(stack: usize) {
    // SAFETY: the code under test is what has called this, and runs alone.
    let expected = unsafe { &mut *addr_of_mut!(EXPECTED) };
    if expected.steps.is_empty() || expected.wrong.is_some() {
        return;
    }
    let end = memory::stack() as usize;
    let mut at = stack;
    let mut registers: [Option<u64>; 6] = [None; 6];
    for _ in 0..1000 {
        let size: usize = expected.steps.iter().map(|(_, step)| if let FrameStep::Grow(size) = step { *size as usize } else { 8 }).sum();
        let mut saved = at + size;
        if !(at..end).contains(&saved) {
            expected.wrong = Some(format!("a frame goes {} bytes beyond the stack", saved.wrapping_sub(end) as isize));
            return;
        }
        for (_, step) in &expected.steps {
            match step {
                FrameStep::Push(number) => {
                    saved -= 8;
                    // SAFETY: it is part of the stack.
                    let value = unsafe { *(saved as *const u64) };
                    if let Some(i) = KEPT.iter().position(|kept| kept == number) {
                        registers[i] = Some(value);
                    }
                }
                FrameStep::Grow(size) => saved -= *size as usize,
            }
        }
        at += size + 8;
        // SAFETY: it is part of the stack.
        let back = unsafe { *((at - 8) as *const usize) };
        if !memory::is_code(back) {
            break;
        }
    }
    if at != expected.stack {
        expected.wrong = Some(format!("frames end {} bytes from where the code was called", at.wrapping_sub(expected.stack) as isize));
        return;
    }
    for ((value, kept), number) in registers.iter().zip(&expected.kept).zip(KEPT) {
        if value.is_some_and(|value| value != *kept) {
            expected.wrong = Some(format!("register {number} of frames is not saved where it is said to be"));
        }
    }
}
