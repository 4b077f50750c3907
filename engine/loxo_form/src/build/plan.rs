//! What is known of a function before it is built: its blocks and their order, which slots are looked at later, where the interpreter may enter.

use std::ops::Range;

use loxo_bytecode::{Const, FnFlags, Function, LiveKind, Op, OpCode, TypeMask, TypeSpec};

use super::effects;

/// Ops that follow each other.
pub(super) struct Ops {
    pub first: u32,
    /// One behind the last.
    pub end: u32,
    /// An edge from a block that comes later, or the block itself, leads here.
    pub is_header: bool,
    /// The last block from which one does.
    last: usize,
}

pub(super) struct Plan {
    /// In reverse post-order.
    pub blocks: Vec<Ops>,
    /// By op: the block that begins there.
    block_at: Vec<Option<u32>>,
    /// Where the interpreter may enter; the first is the function's start.
    pub entries: Vec<u32>,
    /// By local: it may come to be a reference.
    pub shared: Vec<bool>,
    /// Whatever runs PHP code may look at the locals and change them: they are reached by their names.
    pub by_name: bool,
    /// The code of a file: what returns from it does more.
    pub is_main: bool,
    /// The function names floats: what nothing is known of is probably one.
    pub floats: bool,
    needed: Needed,
}

/// By op: slots that somebody may look at as they are when it begins.
pub(crate) struct Needed(SlotSets);

impl Needed {
    pub fn of(f: &Function) -> Needed {
        Needed(needed(f))
    }

    pub fn is_needed(&self, op: u32, slot: u32) -> bool {
        self.0.has(op, slot)
    }
}

/// Sets of slots, one for each op.
struct SlotSets {
    words: usize,
    bits: Vec<u64>,
}

impl SlotSets {
    fn new(ops: usize, slots: usize) -> SlotSets {
        let words = slots.div_ceil(64).max(1);
        SlotSets { words, bits: vec![0; ops * words] }
    }

    fn row(&self, op: u32) -> &[u64] {
        let start = op as usize * self.words;
        self.bits.get(start..start + self.words).unwrap_or_default()
    }

    fn add_to(&self, row: &mut [u64], op: u32) {
        row.iter_mut().zip(self.row(op)).for_each(|(word, there)| *word |= there);
    }

    fn has(&self, op: u32, slot: u32) -> bool {
        self.row(op).get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    fn insert(&mut self, op: u32, slot: u32) {
        if let Some(word) = self.bits.get_mut(op as usize * self.words + slot as usize / 64) {
            *word |= 1 << (slot % 64);
        }
    }
}

impl Plan {
    pub fn of(f: &Function, only: Option<[u32; 2]>) -> Plan {
        let ops = only.map_or(0..f.code.len() as u32, |[first, end]| f.loop_start(first, end - 1)..end);
        let mut entries = entries(f);
        if let Some([first, _]) = only {
            entries[0] = first;
            entries.retain(|op| ops.contains(op));
        }
        let leaders = leaders(f, &entries);
        let mut plan = Plan {
            blocks: Vec::new(),
            block_at: vec![None; f.code.len()],
            entries,
            shared: effects::shared_locals(f),
            is_main: f.flags.has(FnFlags::MAIN),
            by_name: f.flags.any(FnFlags::MAIN.with(FnFlags::DYNAMIC_VARS)),
            floats: names_floats(f),
            needed: Needed::of(f),
        };
        for first in plan.order(f, &ops, &leaders) {
            let end = (first + 1..f.code.len() as u32).find(|op| leaders[*op as usize]).unwrap_or(f.code.len() as u32);
            plan.block_at[first as usize] = Some(plan.blocks.len() as u32);
            plan.blocks.push(Ops { first, end, is_header: false, last: 0 });
        }
        for from in 0..plan.blocks.len() {
            for to in successors(f, plan.blocks[from].end - 1) {
                if let Some(to) = plan.block_at[to as usize]
                    && to as usize <= from
                {
                    plan.blocks[to as usize].is_header = true;
                    plan.blocks[to as usize].last = from;
                }
            }
        }
        let headers: Vec<u32> = plan.blocks.iter().filter(|block| block.is_header).map(|block| block.first).collect();
        plan.entries.extend(headers);
        let mut seen = Vec::new();
        plan.entries.retain(|op| !seen.contains(op) && (seen.push(*op), true).1);
        plan
    }

    /// The block that begins at an op.
    pub fn block_at(&self, op: u32) -> Option<u32> {
        self.block_at.get(op as usize).copied().flatten()
    }

    /// Where the block ends that an op is in.
    pub fn end_of(&self, op: u32) -> Option<u32> {
        self.blocks.iter().find(|block| (block.first..block.end).contains(&op)).map(|block| block.end)
    }

    /// An op of the loop that begins with a block writes a slot.
    pub fn is_written_in_loop(&self, f: &Function, header: usize, slot: u32) -> bool {
        let blocks = &self.blocks[header..=self.blocks[header].last];
        let mut ops = blocks.iter().flat_map(|block| &f.code[block.first as usize..block.end as usize]);
        ops.any(|op| {
            let mut is_written = false;
            effects::writes(op, |written, _| is_written |= written == slot);
            is_written
        })
    }

    /// Somebody may look at what a slot holds when an op begins.
    pub fn is_needed(&self, op: u32, slot: u32) -> bool {
        self.needed.is_needed(op, slot)
    }

    /// Blocks of some ops in reverse post-order, from all entries.
    fn order(&self, f: &Function, ops: &Range<u32>, leaders: &[bool]) -> Vec<u32> {
        let last = |first: u32| (first + 1..f.code.len() as u32).find(|op| leaders[*op as usize]).unwrap_or(f.code.len() as u32) - 1;
        let mut seen = vec![false; f.code.len()];
        let mut post = Vec::new();
        for entry in self.entries.iter().rev() {
            let mut path: Vec<(u32, Vec<u32>)> = Vec::new();
            if !std::mem::replace(&mut seen[*entry as usize], true) {
                path.push((*entry, successors(f, last(*entry))));
            }
            while let Some((first, rest)) = path.last_mut() {
                match rest.pop() {
                    Some(to) => {
                        if ops.contains(&to) && !std::mem::replace(&mut seen[to as usize], true) {
                            path.push((to, successors(f, last(to))));
                        }
                    }
                    None => {
                        post.push(*first);
                        path.pop();
                    }
                }
            }
        }
        post.reverse();
        post
    }
}

/// Where code that is compiled may go on behind an op.
fn successors(f: &Function, at: u32) -> Vec<u32> {
    let op = &f.code[at as usize];
    if effects::always_leaves(op) || (op.code == OpCode::Switch && effects::keys_of(f, op).is_none()) {
        return Vec::new();
    }
    let next = op.code.info().falls_through().then_some(at + 1);
    let next = next.filter(|_| op.code != OpCode::FastCall);
    let targets = next.into_iter().chain(f.targets(op)).chain(effects::behind_finally(f, op));
    targets.chain(shortcut(f, op)).filter(|to| (*to as usize) < f.code.len()).collect()
}

/// Where compiled code goes on behind an op's target, because what stands there would have nothing to do.
fn shortcut(f: &Function, op: &Op) -> Option<u32> {
    if op.code == OpCode::IterInit { Some(effects::behind_loop(f, op)) } else { effects::behind_unused(f, op) }
}

/// The function's start, and where the interpreter goes on behind ops that are left to it.
fn entries(f: &Function) -> Vec<u32> {
    let start = f.code.iter().position(|op| op.code != OpCode::DefaultK).unwrap_or(0) as u32;
    let mut entries = vec![start];
    for (op, at) in f.code.iter().zip(0u32..) {
        let ways: Vec<u32> = if effects::always_leaves(op) {
            op.code.info().falls_through().then_some(at + 1).into_iter().chain(f.targets(op)).collect()
        } else if op.code == OpCode::Switch && effects::keys_of(f, op).is_none() {
            f.targets(op).collect()
        } else {
            continue;
        };
        entries.extend(ways.into_iter().filter(|to| f.code.get(*to as usize).is_some_and(|op| !effects::always_leaves(op))));
    }
    entries
}

fn names_floats(f: &Function) -> bool {
    let types = f.params.iter().map(|param| param.ty.as_ref()).chain([f.return_type.as_ref()]);
    let is_float = |ty: &TypeSpec| ty.mask == TypeMask::FLOAT && ty.classes.is_empty();
    f.consts.iter().any(|constant| matches!(constant, Const::Float(_))) || types.flatten().any(is_float)
}

fn leaders(f: &Function, entries: &[u32]) -> Vec<bool> {
    let mut leaders = vec![false; f.code.len()];
    let mut lead = |op: u32| {
        if let Some(leader) = leaders.get_mut(op as usize) {
            *leader = true;
        }
    };
    entries.iter().for_each(|op| lead(*op));
    for (op, at) in f.code.iter().zip(0u32..) {
        f.targets(op).for_each(&mut lead);
        shortcut(f, op).into_iter().for_each(&mut lead);
        let info = op.code.info();
        if info.jumps || info.ends || effects::always_leaves(op) {
            lead(at + 1);
        }
    }
    leaders
}

/// By op: slots that somebody may look at as they are when it begins. These are what later ops read; what is dropped if an exception passes; and
/// parameters, which traces show, or all locals where they are reached by name.
fn needed(f: &Function) -> SlotSets {
    let slots = f.frame_slots as usize;
    let mut sets = SlotSets::new(f.code.len(), slots);
    let calls = f.code.iter().zip(1u32..).filter(|(op, _)| op.code == OpCode::FastCall);
    let returns: Vec<u32> = calls.map(|(_, behind)| behind).collect();
    // Without ways back all is known after one round.
    let (mut changed, mut goes_back) = (true, true);
    let mut row = vec![0u64; sets.words];
    while changed && goes_back {
        (changed, goes_back) = (false, false);
        for at in (0..f.code.len() as u32).rev() {
            row.fill(0);
            let op = &f.code[at as usize];
            let next = op.code.info().falls_through().then_some(at + 1);
            let back = if op.code == OpCode::FastRet { returns.as_slice() } else { &[] };
            for to in next.into_iter().chain(f.targets(op)).chain(back.iter().copied()) {
                goes_back |= to <= at;
                sets.add_to(&mut row, to);
            }
            step(op, &mut row);
            // An exception passes before anything is written.
            handlers(f, at).for_each(|to| {
                goes_back |= to <= at;
                sets.add_to(&mut row, to);
            });
            let start = at as usize * sets.words;
            let old = &mut sets.bits[start..start + sets.words];
            if *old != row[..] {
                old.copy_from_slice(&row);
                changed = true;
            }
        }
    }
    for range in &f.live {
        let width = if range.kind == LiveKind::Iter { 2 } else { 1 };
        for op in range.start + 1..=range.end {
            (range.slot..range.slot + width).for_each(|slot| sets.insert(op, slot));
        }
    }
    let seen = if f.flags.any(FnFlags::MAIN.with(FnFlags::DYNAMIC_VARS)) { f.locals.len() } else { f.params.len() };
    for op in 0..f.code.len() as u32 {
        (0..seen as u32).for_each(|slot| sets.insert(op, slot));
    }
    sets
}

/// The `catch` and `finally` blocks that may take an exception of an op.
fn handlers(f: &Function, at: u32) -> impl Iterator<Item = u32> + '_ {
    let inside = move |end: u32, start: u32| start <= at && at < end;
    f.tries.iter().flat_map(move |t| {
        let catch = t.catch.filter(|catch| inside(*catch, t.start));
        let finally = t.finally.filter(|_| inside(t.finally_end, t.start));
        catch.into_iter().chain(finally)
    })
}

/// What is needed before an op, from what is needed behind it.
fn step(op: &Op, row: &mut [u64]) {
    let bit = |slot: u32| (slot as usize / 64, 1u64 << (slot % 64));
    // What a jump writes it may write on one way only.
    if !op.code.info().jumps {
        effects::writes(op, |slot, _| {
            let (word, bit) = bit(slot);
            if let Some(word) = row.get_mut(word) {
                *word &= !bit;
            }
        });
    }
    effects::reads(op, |slot| {
        let (word, bit) = bit(slot);
        if let Some(word) = row.get_mut(word) {
            *word |= bit;
        }
    });
}
