//! Redundant instructions: what was read or computed before on every path, and is the same still, is not read or computed again.
//!
//! A block to which one other leads begins with what is known at the end of that; others begin with nothing.

use crate::{Block, BlockId, End, Form, Graph, Inst, Kind, Type, ValueId};

/// So much is remembered at once; what is older is forgotten.
const MOST: usize = 64;

/// Drops what is redundant; what was there before is used in its place.
pub fn drop_redundant(form: &mut Form) {
    let graph = Graph::of(form);
    let mut renamed: Vec<ValueId> = (0..form.values.len() as u32).map(ValueId).collect();
    let mut ends: Vec<Vec<Known>> = vec![Vec::new(); form.blocks.len()];
    for &block in &graph.order {
        let mut known = match graph.predecessors[block.0 as usize][..] {
            [from] if !is_entry(form, block) => ends[from.0 as usize].clone(),
            _ => Vec::new(),
        };
        let returned = returned(&form.blocks[block.0 as usize]);
        let mut insts = std::mem::take(&mut form.blocks[block.0 as usize].insts);
        insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|arg| *arg = current(&renamed, *arg));
            if let (Some(result), Some(before)) = (inst.result.filter(|result| !returned.contains(result)), find(form, &known, inst)) {
                renamed[result.0 as usize] = before;
                return false;
            }
            learn(form, &mut known, inst);
            true
        });
        form.blocks[block.0 as usize].insts = insts;
        ends[block.0 as usize] = known;
    }
    super::rename(form, |value| current(&renamed, value));
}

/// What a block returns and what that is a guard of: it is read from its slot where it is returned, as the slot gives it up.
fn returned(block: &Block) -> Vec<ValueId> {
    let End::Return(value, _) = block.end else { return Vec::new() };
    let guarded = block.insts.iter().filter(|inst| inst.result == Some(value) && matches!(inst.kind, Kind::Guard(_)));
    [value].into_iter().chain(guarded.flat_map(|inst| inst.args.iter().copied())).collect()
}

/// What stands for a value now.
fn current(renamed: &[ValueId], value: ValueId) -> ValueId {
    renamed.get(value.0 as usize).copied().unwrap_or(value)
}

fn is_entry(form: &Form, block: BlockId) -> bool {
    form.entries.iter().any(|entry| entry.block == block)
}

/// What an instruction would give.
#[derive(Clone)]
struct Known {
    kind: Kind,
    args: [Option<ValueId>; 2],
    value: ValueId,
}

/// The arguments of an instruction of which there are two at most.
fn pair(args: &[ValueId]) -> [Option<ValueId>; 2] {
    [args.first().copied(), args.get(1).copied()]
}

/// What the result of an instruction depends on beside its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Nothing,
    Slot(u32),
    /// Elements, properties, what references refer to.
    Memory,
}

/// `None`: the instruction is made again and again.
fn source(kind: &Kind) -> Option<Source> {
    Some(match kind {
        Kind::Load(slot) => Source::Slot(*slot),
        Kind::PropertyAt(_) | Kind::Element(_) | Kind::ElementAt | Kind::Deref | Kind::IsUntyped => Source::Memory,
        Kind::ArrayLength | Kind::ArrayPositions | Kind::StringLength => Source::Memory,
        Kind::Guard(_) | Kind::GuardClass(_) | Kind::Unbox | Kind::OrNull => Source::Nothing,
        Kind::Ints(_) | Kind::Floats(_) | Kind::Power | Kind::IntToFloat | Kind::FloatToInt => Source::Nothing,
        _ => return None,
    })
}

/// The value that an instruction would give again.
fn find(form: &Form, known: &[Known], inst: &Inst) -> Option<ValueId> {
    source(&inst.kind)?;
    let wanted = form.values[inst.result?.0 as usize];
    let fits = |value: ValueId| {
        let ty = form.values[value.0 as usize];
        ty.unboxed() == wanted.unboxed() && ty.tags.within(wanted.tags)
    };
    if let (Kind::Guard(tags), &[arg]) = (&inst.kind, &inst.args[..])
        && form.values[arg.0 as usize].tags.within(*tags)
        && fits(arg)
    {
        return Some(arg);
    }
    let before = known.iter().rev().find(|known| known.kind == inst.kind && known.args == pair(&inst.args))?;
    Some(before.value).filter(|value| fits(*value))
}

/// Remembers what an instruction gives, and forgets what it changes.
fn learn(form: &mut Form, known: &mut Vec<Known>, inst: &mut Inst) {
    forget(known, &inst.kind);
    match (&inst.kind, &inst.args[..]) {
        (Kind::Store(slot) | Kind::Replace(slot), &[value]) if !form.values[value.0 as usize].unboxed() => {
            known.push(Known { kind: Kind::Load(*slot), args: [None; 2], value });
        }
        (Kind::SetPropertyAt(distance), &[object, value]) if !form.values[value.0 as usize].unboxed() => {
            known.push(Known { kind: Kind::PropertyAt(*distance), args: [Some(object), None], value });
        }
        (Kind::Guard(_) | Kind::GuardClass(_), &[arg]) => {
            if inst.result.is_none() {
                // What is read again is known to have these tags.
                inst.result = guarded(form, inst, arg);
            }
            let Some(value) = inst.result else { return };
            known.push(Known { kind: inst.kind.clone(), args: [Some(arg), None], value });
            if !form.values[value.0 as usize].unboxed() {
                known.push(Known { kind: inst.kind.clone(), args: [Some(value), None], value });
                // The same value, of which more is known.
                known.iter_mut().filter(|known| known.value == arg).for_each(|known| known.value = value);
            }
        }
        _ if source(&inst.kind).is_some() => {
            if let Some(value) = inst.result {
                known.push(Known { kind: inst.kind.clone(), args: pair(&inst.args), value });
            }
        }
        _ => {}
    }
    if known.len() > MOST {
        known.drain(..known.len() - MOST);
    }
}

/// A result for a guard that had none, if that is boxed as the argument is.
fn guarded(form: &mut Form, inst: &Inst, arg: ValueId) -> Option<ValueId> {
    let Kind::Guard(tags) = inst.kind else { return None };
    let ty = Type::tagged(tags.and(form.values[arg.0 as usize].tags));
    if ty.unboxed() {
        return None;
    }
    form.values.push(ty);
    Some(ValueId(form.values.len() as u32 - 1))
}

/// Forgets what an instruction may change.
fn forget(known: &mut Vec<Known>, kind: &Kind) {
    match kind {
        Kind::Store(slot) => known.retain(|known| source(&known.kind) != Some(Source::Slot(*slot))),
        Kind::Replace(slot) | Kind::Release(slot) => {
            known.retain(|known| source(&known.kind).is_none_or(|source| source != Source::Memory && source != Source::Slot(*slot)));
        }
        Kind::SetPropertyAt(distance) | Kind::StorePropertyAt(distance) => known.retain(|known| match known.kind {
            Kind::PropertyAt(other) => other != *distance,
            _ => source(&known.kind) != Some(Source::Memory),
        }),
        Kind::SetProperty(_)
        | Kind::SetPropertyIn(..)
        | Kind::PromoteIn(_)
        | Kind::StoreInside
        | Kind::ReplaceInside
        | Kind::CallFrameless => {
            known.retain(|known| source(&known.kind) != Some(Source::Memory));
        }
        Kind::NewObject(_) | Kind::StartConstructor(_) => {}
        kind if crate::kinds::has_effect(kind) => known.retain(|known| source(&known.kind) == Some(Source::Nothing)),
        _ => {}
    }
}
