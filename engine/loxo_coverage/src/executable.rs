//! Which ops count, and so which lines of a file can run.

use loxo_bytecode::{FnFlags, Function, Op, OpCode, Unit};

/// What PHP has no op for that counts: declarations that are in force when the file is compiled, what checks parameters and results, and what
/// drops values or goes to and from `finally` blocks.
pub(crate) fn counts(op: &Op) -> bool {
    !matches!(
        op.code,
        OpCode::Nop
            | OpCode::Free
            | OpCode::IterFree
            | OpCode::AssertCheck
            | OpCode::CheckReturn
            | OpCode::DefaultK
            | OpCode::JumpIfPassed
            | OpCode::CheckParam
            | OpCode::CollectVariadic
            | OpCode::ArgsSpread
            | OpCode::DeclareClass
            | OpCode::DeclareFn
            | OpCode::NewAnonClass
            | OpCode::FastCall
            | OpCode::FastRet
            | OpCode::Ticks
            | OpCode::BindGlobal
    )
}

/// Functions whose lines count. Constant expressions are none to PHP; hooks of properties are, but are not looked for.
pub(crate) fn is_covered(function: &Function) -> bool {
    !function.flags.any(FnFlags::ABSTRACT.with(FnFlags::THUNK).with(FnFlags::HOOK))
}

/// The ops of a function that count, with their lines.
pub(crate) fn ops(function: &Function) -> impl Iterator<Item = (usize, u32)> + '_ {
    let mut runs = function.lines.iter().peekable();
    let mut line = function.start_line;
    function.code.iter().enumerate().filter_map(move |(at, op)| {
        while let Some(&(_, next)) = runs.next_if(|&&(start, _)| start as usize <= at) {
            line = next;
        }
        counts(op).then_some((at, line))
    })
}

/// The lines of a file that can run, each once, in the order of its code.
pub(crate) fn executable_lines(unit: &Unit) -> Vec<u32> {
    let mut seen = Vec::new();
    let covered = unit.functions.iter().filter(|function| is_covered(function));
    let lines = covered.flat_map(|function| ops(function).map(|(_, line)| line));
    lines
        .filter(|&line| {
            let at = line as usize;
            if seen.len() <= at {
                seen.resize(at + 1, false);
            }
            !std::mem::replace(&mut seen[at], true)
        })
        .collect()
}
