//! Which slots an op reads and writes, beyond what the kinds of its operands say.

use loxo_bytecode::{ClassOperand, ConstKey, FRAME_HEADER_SLOTS, Function, NONE, Op, OpCode as O, OperandKind, THIS, VarUse, flag};

use crate::Tags;

/// Slots whose value an op looks at.
pub(super) fn reads(op: &Op, mut slot: impl FnMut(u32)) {
    let info = op.code.info();
    let mut read = |operand: u32| {
        if operand != NONE && operand != THIS {
            slot(operand);
        }
    };
    for (kind, operand) in info.operands.iter().zip(op.operands()) {
        match kind {
            OperandKind::Src | OperandKind::Tmp => read(operand),
            OperandKind::Var if !info.overwrites => read(operand),
            OperandKind::Class => {
                if let ClassOperand::Slot(class) = ClassOperand::decode(operand) {
                    read(class);
                }
            }
            _ => {}
        }
    }
    match op.code {
        O::ConcatN | O::AppendN => (op.b..op.b + op.c).for_each(read),
        // The second slot of the iterator.
        O::IterNext | O::IterNextTmp | O::IterNextRef | O::IterNextRefTmp | O::IterFree => read(op.a + 1),
        O::FastRet | O::DiscardException => read(op.a + 1),
        _ => {
            if let Some((first, count)) = arguments(op) {
                (first..first + count).for_each(read);
            }
        }
    }
}

/// First slot and number of the arguments of a call.
fn arguments(op: &Op) -> Option<(u32, u32)> {
    let count = match op.code {
        O::Call | O::CallRef | O::CallForArg => op.b,
        O::CallFn | O::CallBuiltin | O::CallFrameBuiltin => op.c,
        _ => return None,
    };
    Some((op.a + FRAME_HEADER_SLOTS, count))
}

/// What an op does to a slot that it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Write {
    /// The op's result goes there.
    Result,
    /// The op's result is assigned to it, or to what it refers to.
    Assigned,
    /// What it holds is unknown, and may be a reference.
    Unknown,
    /// What nothing is known of is assigned to it, or to what it refers to.
    Changed,
    /// What was there before, one more or less, is assigned to it, or to what it refers to.
    Stepped,
    /// Nothing is there any more that anyone would look at.
    Dead,
}

/// Slots that an op writes, and that it leaves dead.
pub(super) fn writes(op: &Op, mut slot: impl FnMut(u32, Write)) {
    let info = op.code.info();
    let mut write = |operand: u32, how: Write| {
        if operand != NONE && operand != THIS {
            slot(operand, how);
        }
    };
    for (i, (kind, operand)) in info.operands.iter().zip(op.operands()).enumerate() {
        match kind {
            OperandKind::Src if i < 3 && op.flags & (flag::CONSUME_A << i) != 0 => write(operand, Write::Dead),
            OperandKind::Dst if i == 3 => write(operand, if info.calls { Write::Result } else { Write::Unknown }),
            OperandKind::Dst => write(operand, Write::Result),
            OperandKind::Var => match info.var_use {
                VarUse::Kept => {}
                VarUse::Set | VarUse::Defaulted => write(operand, if op.code == O::UnsetVar { Write::Result } else { Write::Assigned }),
                VarUse::Stepped => write(operand, Write::Stepped),
                VarUse::Changed => write(operand, Write::Changed),
                VarUse::Shared => write(operand, Write::Unknown),
            },
            // The closure stays the one that it is.
            OperandKind::Tmp if op.code == O::ClosureUse => {}
            OperandKind::Tmp => write(operand, Write::Unknown),
            _ => {}
        }
    }
    match op.code {
        O::CopyArg | O::ArgsPushVar => write(op.b, Write::Unknown),
        O::ClosureUse if op.flags & flag::BY_REF != 0 => write(op.b, Write::Unknown),
        O::IterInit | O::IterInitRef | O::LvIterInitRef | O::FastCall => write(op.a + 1, Write::Unknown),
        O::IterNext | O::IterNextTmp | O::IterNextRef | O::IterNextRefTmp => write(op.a + 1, Write::Unknown),
        O::ConcatN | O::AppendN => (op.b..op.b + op.c).for_each(|tmp| write(tmp, Write::Dead)),
        _ => {}
    }
    // The old or new value of an assignment that is an expression.
    if op.flags & flag::KEEP != 0 && info.operands[2] == OperandKind::Src {
        write(op.c, Write::Unknown);
    }
}

/// Slots from this one on up to the other hold nothing any more: a call window was begun there, or a call has used them.
pub(super) fn window(op: &Op, frame_slots: u32) -> Option<(u32, u32)> {
    let info = op.code.info();
    if info.calls {
        return Some((op.a, frame_slots));
    }
    op.started_window().map(|window| (window, window + FRAME_HEADER_SLOTS))
}

/// Ops that are left to the interpreter for good: it may come back behind them.
pub(super) fn always_leaves(op: &Op) -> bool {
    let info = op.code.info();
    match op.code {
        O::Catch | O::Ticks | O::GeneratorCreate | O::Yield | O::YieldFrom | O::GeneratorReturn => true,
        O::Jump | O::Switch | O::Return | O::ReturnK | O::FastCall | O::FastRet => false,
        _ => info.ends,
    }
}

/// Where a `foreach` ends that an op starts and finds nothing to go over: behind the op that frees the iterator.
pub(super) fn behind_loop(f: &Function, start: &Op) -> u32 {
    let frees = f.code.get(start.c as usize).is_some_and(|op| op.code == O::IterFree && op.a == start.a);
    start.c + u32::from(frees)
}

/// Where `??=` goes on with an element that is set, if nobody wants that: behind the op that drops it.
pub(super) fn behind_unused(f: &Function, jump: &Op) -> Option<u32> {
    let drops = |op: &&Op| op.code == O::Free && op.a == jump.a && op.flags & flag::CONSUME_A != 0 && op.c == NONE;
    let is_dropped = jump.code == O::JumpIfNotNull && f.code.get(jump.c as usize).filter(drops).is_some();
    is_dropped.then(|| jump.c + 1).filter(|behind| (*behind as usize) < f.code.len())
}

/// Where the end of a `finally` block, this op, goes back to: behind the ops that go through the block.
pub(super) fn behind_finally<'f>(f: &'f Function, op: &Op) -> impl Iterator<Item = u32> + use<'f> {
    let block = f.tries.get(op.x as usize).filter(|_| op.code == O::FastRet).and_then(|t| t.finally);
    let calls = f.code.iter().zip(1u32..).filter(move |(call, _)| call.code == O::FastCall && Some(call.c) == block);
    calls.map(|(_, behind)| behind)
}

/// The variable that an op writes is a reference from then on.
pub(super) fn makes_reference(op: &Op) -> bool {
    matches!(op.code, O::MakeRef | O::BindGlobal | O::InitStatic)
}

/// What a variable probably holds whose address an op took, if it held one of `before`.
pub(super) fn likely(op: &Op, before: Tags) -> Tags {
    match op.code {
        O::MakeRef | O::BindRef | O::BindGlobal | O::JumpIfStatic | O::InitStatic | O::IterInitRef | O::IterNextRef | O::ClosureUse => {
            Tags::REFERENCE
        }
        _ if before == Tags::REFERENCE => before,
        O::CopyArg | O::ArgsPushVar if before != Tags::NONE => before,
        O::AssignDim | O::AssignDimK | O::AssignDimAppend | O::AssignDimOp | O::AssignDimAppendOp | O::LvDim | O::LvDimAppend => {
            Tags::ARRAY
        }
        _ => Tags::ANY,
    }
}

/// What the keys of a jump table are, if they are all the same.
pub(super) fn keys_of(f: &Function, op: &Op) -> Option<Tags> {
    let kind = |key: &ConstKey| if matches!(key, ConstKey::Int(_)) { Tags::INT } else { Tags::STRING };
    let mut kinds = f.switches.get(op.b as usize)?.cases.iter().map(|(key, _)| kind(key));
    let first = kinds.next().unwrap_or(Tags::INT);
    kinds.all(|kind| kind == first).then_some(first)
}

/// Locals that may come to be references somewhere in the function.
pub(super) fn shared_locals(f: &Function) -> Vec<bool> {
    let mut shared = vec![false; f.locals.len()];
    for (i, param) in f.params.iter().enumerate() {
        shared[i] |= param.by_ref;
    }
    for (i, by_ref) in f.uses.iter().enumerate() {
        shared[f.params.len() + i] |= by_ref;
    }
    for op in &f.code {
        writes(op, |slot, how| {
            if let (Write::Unknown, Some(shared)) = (how, shared.get_mut(slot as usize)) {
                *shared = true;
            }
        });
    }
    shared
}
