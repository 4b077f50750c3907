//! Copies the form of a function into that of its caller.
//!
//! All that the function reads is borrowed from what it is given and nothing is written before it returns, so its slots are no more than names of values
//! and nobody counts them, but for the result. Where it would leave, or have the interpreter's code run an op, it is called instead.
//!
//! What it writes to properties is kept until it returns, see `splice_writes`.

use loxo_bytecode::{Function, OpCode, THIS};
use loxo_value::Tag;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{Builder, boxed_type};
use super::input::Inlinable;
use crate::{Block, BlockId, End, Form, FrameState, Inst, Kind, StateId, Tags, Type, ValueId};

/// So many instructions of inlined functions are in a form.
const MOST: usize = 2_000;

/// Where a function is copied to.
pub(super) struct Target<'a> {
    pub callee: Inlinable<'a>,
    /// What its parameters hold.
    pub slots: Vec<(u32, ValueId)>,
    pub this: Option<ValueId>,
    /// The state with which it is called instead.
    pub exit: StateId,
    /// Somebody wants the result.
    pub wanted: bool,
}

pub(super) type Slots = FxHashMap<u32, ValueId>;

/// A property that the function has written: it is when it returns.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Written {
    pub object: ValueId,
    pub distance: u32,
    pub value: ValueId,
    /// What is overwritten and perhaps not without anybody noticing, and whether the property may hold anything else.
    pub old: Option<(ValueId, bool)>,
}

/// A path to a block of the function: it ends in a block that has no end yet.
struct Path {
    from: BlockId,
    arguments: Vec<ValueId>,
    slots: Slots,
    written: Vec<Written>,
}

pub(super) struct Splice<'s, 'a> {
    pub to: &'s mut Builder<'a>,
    pub form: &'s Form,
    pub place: Target<'a>,
    /// By value of the function: what it is in the caller.
    pub values: Vec<Option<ValueId>>,
    pub slots: Slots,
    /// In this order.
    pub written: Vec<Written>,
    /// Values that are objects of a set of classes, or something else that a type takes which takes these.
    pub taken: FxHashSet<(ValueId, u32)>,
    /// Bools of the caller that are known.
    known: FxHashMap<ValueId, bool>,
    /// By block of the function.
    paths: Vec<Vec<Path>>,
    /// Where the function returns, and what.
    returns: Vec<(BlockId, ValueId)>,
    /// By block: it leads to nothing but exceptions.
    throws: Vec<bool>,
}

/// Goes on in the caller behind what the function does, and gives its result; `None`: it can't be inlined.
pub(super) fn splice<'a>(to: &mut Builder<'a>, function: &Function, form: &Form, place: Target<'a>) -> Option<ValueId> {
    let order = order(form)?;
    let slots = place.slots.iter().copied().collect();
    let count = form.blocks.len();
    let mut splice = Splice {
        to,
        form,
        place,
        values: vec![None; form.values.len()],
        slots,
        written: Vec::new(),
        taken: FxHashSet::default(),
        known: FxHashMap::default(),
        paths: (0..count).map(|_| Vec::new()).collect(),
        returns: Vec::new(),
        throws: vec![false; count],
    };
    for block in order.iter().rev() {
        splice.throws[block.0 as usize] = splice.only_throws(function, &form.blocks[block.0 as usize].end);
    }
    let first = splice.path(order[0], Vec::new());
    splice.to.end(End::Jump(first, Vec::new()));
    for block in order {
        let paths = std::mem::take(&mut splice.paths[block.0 as usize]);
        if !paths.is_empty() {
            splice.block(block, paths)?;
        }
    }
    splice.result()
}

/// Blocks in reverse post-order; `None`: there is a loop.
fn order(form: &Form) -> Option<Vec<BlockId>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Never,
        Open,
        Done,
    }
    let mut seen = vec![Seen::Never; form.blocks.len()];
    let mut post = Vec::new();
    let mut stack = vec![(form.entries.first()?.block, false)];
    while let Some((block, done)) = stack.pop() {
        let state = &mut seen[block.0 as usize];
        if done {
            *state = Seen::Done;
            post.push(block);
            continue;
        }
        if *state != Seen::Never {
            continue;
        }
        *state = Seen::Open;
        stack.push((block, true));
        for (next, _) in form.blocks[block.0 as usize].end.targets() {
            if seen[next.0 as usize] == Seen::Open {
                return None;
            }
            stack.push((next, false));
        }
    }
    post.reverse();
    Some(post)
}

impl Splice<'_, '_> {
    fn only_throws(&self, function: &Function, end: &End) -> bool {
        match end {
            End::Leave(state) => {
                // What is thrown may be made from there on.
                let ops = function.code.get(self.form.states[state.0 as usize].op as usize..).unwrap_or_default();
                let last = ops.iter().find(|op| op.code.info().jumps || op.code.info().ends || function.targets(op).next().is_some());
                last.is_some_and(|op| op.code == OpCode::Throw)
            }
            End::Return(..) => false,
            end => end.targets().iter().all(|(to, _)| self.throws[to.0 as usize]),
        }
    }

    pub fn ty(&self, value: ValueId) -> Type {
        self.to.form.values[value.0 as usize]
    }

    pub fn value(&self, value: ValueId) -> Option<ValueId> {
        self.values[value.0 as usize]
    }

    fn all(&self, values: &[ValueId]) -> Option<Vec<ValueId>> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    // ------------------------------------------------------------------------------------------------------ blocks

    /// A new block on the way to a block of the function.
    fn path(&mut self, to: BlockId, arguments: Vec<ValueId>) -> BlockId {
        let from = self.to.new_block();
        let cold = self.to.block().cold || self.form.blocks[to.0 as usize].cold || self.throws[to.0 as usize];
        self.to.form.blocks[from.0 as usize].cold = cold;
        let (slots, written) = (self.slots.clone(), self.written.clone());
        self.paths[to.0 as usize].push(Path { from, arguments, slots, written });
        from
    }

    fn block(&mut self, id: BlockId, mut paths: Vec<Path>) -> Option<()> {
        let block = &self.form.blocks[id.0 as usize];
        if paths.len() == 1
            && let Some(path) = paths.pop()
        {
            self.to.open = path.from;
            (self.slots, self.written) = (path.slots, path.written);
            for (param, argument) in block.params.iter().zip(path.arguments) {
                self.values[param.0 as usize] = Some(argument);
            }
        } else {
            self.join(block, paths)?;
        }
        let exit = self.place.exit;
        let throws = self.throws[id.0 as usize];
        if throws {
            // What an exception costs no other code saves.
            let state = FrameState { guessed: false, ..self.to.form.states[exit.0 as usize].clone() };
            self.place.exit = self.to.state_of(state);
        }
        let done = self.insts(block, throws);
        self.place.exit = exit;
        done
    }

    fn insts(&mut self, block: &Block, throws: bool) -> Option<()> {
        let may_leave = block.cold || throws;
        for inst in &block.insts {
            if !self.inst(inst, may_leave)? {
                return Some(());
            }
        }
        self.end(&block.end)
    }

    /// Lets the paths to a block meet: what differs between them becomes its parameters.
    fn join(&mut self, block: &Block, mut paths: Vec<Path>) -> Option<()> {
        self.written = std::mem::take(&mut paths[0].written);
        if paths[1..].iter().any(|path| path.written != self.written) {
            return None;
        }
        let to = self.to.new_block();
        self.to.form.blocks[to.0 as usize].cold = paths.iter().all(|path| self.to.form.blocks[path.from.0 as usize].cold);
        let mut ends: Vec<Vec<ValueId>> = vec![Vec::new(); paths.len()];
        for (index, param) in block.params.iter().enumerate() {
            let values: Vec<ValueId> = paths.iter().map(|path| path.arguments.get(index).copied()).collect::<Option<_>>()?;
            let value = self.meet(to, &paths, &values, &mut ends);
            self.values[param.0 as usize] = Some(value);
        }
        let mut slots = Slots::default();
        let mut names: Vec<u32> = paths[0].slots.keys().copied().collect();
        names.sort_unstable();
        for slot in names {
            let Some(values) = paths.iter().map(|path| path.slots.get(&slot).copied()).collect::<Option<Vec<ValueId>>>() else { continue };
            let value = self.meet(to, &paths, &values, &mut ends);
            slots.insert(slot, value);
        }
        for (path, arguments) in paths.iter().zip(ends) {
            self.to.form.blocks[path.from.0 as usize].end = End::Jump(to, arguments);
        }
        (self.to.open, self.slots) = (to, slots);
        Some(())
    }

    /// One value for those of all paths to a block.
    fn meet(&mut self, to: BlockId, paths: &[Path], values: &[ValueId], ends: &mut [Vec<ValueId>]) -> ValueId {
        if values.iter().all(|value| *value == values[0]) {
            return values[0];
        }
        let tags = values.iter().fold(Tags::NONE, |all, value| all.with(self.ty(*value).tags));
        let numbers = values.iter().filter(|value| self.ty(**value).unboxed()).count();
        let unboxed = numbers == values.len() && Type::tagged(tags).unboxed();
        let ty = match numbers {
            _ if unboxed => Type::tagged(tags),
            0 => boxed_type(tags),
            _ => boxed_type(tags.with(Tags::VALUE)),
        };
        let param = self.to.new_value(ty);
        self.to.form.blocks[to.0 as usize].params.push(param);
        for ((path, value), end) in paths.iter().zip(values).zip(ends) {
            self.to.open = path.from;
            end.push(if unboxed { *value } else { self.boxed(*value) });
        }
        param
    }

    fn end(&mut self, end: &End) -> Option<()> {
        let end = match end {
            End::Jump(to, arguments) => self.jump(*to, arguments)?,
            End::Branch { on, then, otherwise } => {
                let on = self.value(*on)?;
                match self.known.get(&on) {
                    Some(true) => self.jump(then.0, &then.1)?,
                    Some(false) => self.jump(otherwise.0, &otherwise.1)?,
                    None => {
                        let (yes, no) = (self.all(&then.1)?, self.all(&otherwise.1)?);
                        let (then, otherwise) = (self.path(then.0, yes), self.path(otherwise.0, no));
                        End::Branch { on, then: (then, Vec::new()), otherwise: (otherwise, Vec::new()) }
                    }
                }
            }
            End::Switch { on, cases, otherwise } => {
                let on = self.value(*on)?;
                let cases = cases.iter().map(|(case, to)| (*case, self.path(*to, Vec::new()))).collect();
                End::Switch { on, cases, otherwise: self.path(*otherwise, Vec::new()) }
            }
            End::Return(value, _) => {
                let value = self.value(*value)?;
                let ty = self.ty(value);
                self.look_at_overwritten(value)?;
                self.count_written();
                if self.place.wanted && !ty.unboxed() && ty.may_be_counted() {
                    self.to.effect(Kind::Count, &[value]);
                }
                self.write();
                self.returns.push((self.to.open, value));
                return Some(());
            }
            End::Leave(_) => End::Leave(self.place.exit),
        };
        self.to.end(end);
        Some(())
    }

    fn jump(&mut self, to: BlockId, arguments: &[ValueId]) -> Option<End> {
        let arguments = self.all(arguments)?;
        Some(End::Jump(self.path(to, arguments), Vec::new()))
    }

    fn result(mut self) -> Option<ValueId> {
        let returns = std::mem::take(&mut self.returns);
        if let [(block, value)] = returns[..] {
            self.to.open = block;
            return Some(value);
        }
        let (block, values): (Vec<BlockId>, Vec<ValueId>) = returns.into_iter().unzip();
        let paths: Vec<Path> =
            block.into_iter().map(|from| Path { from, arguments: Vec::new(), slots: Slots::default(), written: Vec::new() }).collect();
        if paths.iter().all(|path| self.to.form.blocks[path.from.0 as usize].cold) {
            return None;
        }
        let to = self.to.new_block();
        let mut ends: Vec<Vec<ValueId>> = vec![Vec::new(); paths.len()];
        let value = self.meet(to, &paths, &values, &mut ends);
        for (path, arguments) in paths.iter().zip(ends) {
            self.to.form.blocks[path.from.0 as usize].end = End::Jump(to, arguments);
        }
        self.to.open = to;
        Some(value)
    }

    // ------------------------------------------------------------------------------------------------ instructions

    pub fn emit(&mut self, inst: &Inst, kind: Kind, args: Vec<ValueId>, ty: Type) -> ValueId {
        let result = self.to.new_value(ty);
        let exit = inst.exit.map(|_| self.place.exit);
        self.to.block().insts.push(Inst { kind, args, result: Some(result), exit, at: inst.at });
        result
    }

    pub fn boxed(&mut self, value: ValueId) -> ValueId {
        let ty = self.ty(value);
        if ty.unboxed() { self.to.value(Kind::Box, &[value], Type::tagged(Tags::VALUE)) } else { value }
    }

    fn bool(&mut self, bool: bool) -> ValueId {
        let value = self.to.bool(bool);
        self.known.insert(value, bool);
        value
    }

    /// Copies an instruction; `false`: it leaves, and so the block has its end.
    fn inst(&mut self, inst: &Inst, may_leave: bool) -> Option<bool> {
        self.to.inlining.size += 1;
        if self.to.inlining.size > MOST {
            return None;
        }
        let value = match &inst.kind {
            Kind::Load(THIS) => self.place.this?,
            Kind::Load(slot) => *self.slots.get(slot)?,
            Kind::Store(slot) | Kind::Replace(slot) => {
                let value = self.value(inst.args[0])?;
                self.slots.insert(*slot, value);
                return Some(true);
            }
            Kind::Count | Kind::Release(_) | Kind::Poll => return Some(true),
            Kind::Run if self.run(inst).is_some() => return Some(true),
            Kind::Run
            | Kind::RunJump
            | Kind::Call
            | Kind::NewObject(_)
            | Kind::StartConstructor(_)
            | Kind::EndWindow(_)
            | Kind::TakesReferences(_)
            | Kind::IsUntyped
            | Kind::StoreInside
            | Kind::ReplaceInside
            | Kind::PlaceOf(_)
            | Kind::PlaceInside
            | Kind::PlaceIn(_)
            | Kind::PropertyPlace
            | Kind::StaticPlace
            | Kind::SetProperty(_)
            | Kind::SetPropertyIn(..)
            | Kind::PromoteIn(_)
            | Kind::StorePropertyAt(_) => {
                self.to.end(End::Leave(self.place.exit));
                return may_leave.then_some(false);
            }
            Kind::Box => self.value(inst.args[0])?,
            Kind::Guard(tags) => match self.guard(inst, *tags)? {
                Some(value) => value,
                None => return may_leave.then_some(false),
            },
            Kind::GuardClass(_) => {
                let object = self.value(inst.args[0])?;
                if self.ty(object).tags.and(Tags::OBJECT) == Tags::NONE {
                    self.to.end(End::Leave(self.place.exit));
                    return may_leave.then_some(false);
                }
                self.emit(inst, inst.kind.clone(), vec![object], Type::tagged(Tags::OBJECT))
            }
            Kind::Property | Kind::PropertyAt(_) => self.property(inst)?,
            Kind::SetPropertyAt(distance) => {
                let (object, value) = (self.value(inst.args[0])?, self.value(inst.args[1])?);
                self.written.push(Written { object, distance: *distance, value, old: None });
                return Some(true);
            }
            Kind::HasTags(tags) => self.has_tags(inst, *tags)?,
            Kind::Unbox => {
                let arg = self.value(inst.args[0])?;
                if self.ty(arg).unboxed() { arg } else { self.copy(inst)? }
            }
            Kind::Bool(bool) => self.bool(*bool),
            _ => self.copy(inst)?,
        };
        if let Some(result) = inst.result {
            if self.form.values[result.0 as usize].unboxed() && !self.ty(value).unboxed() {
                return None;
            }
            self.values[result.0 as usize] = Some(value);
        }
        Some(true)
    }

    /// `None` inside: it leaves for sure, and the block has its end.
    fn guard(&mut self, inst: &Inst, tags: Tags) -> Option<Option<ValueId>> {
        let arg = self.value(inst.args[0])?;
        let (ty, known) = (self.ty(arg), self.ty(arg).tags.and(tags));
        if known == Tags::NONE {
            self.to.end(End::Leave(self.place.exit));
            return Some(None);
        }
        let is_known = ty.unboxed() || ty.tags.within(tags);
        Some(Some(if is_known { arg } else { self.emit(inst, inst.kind.clone(), vec![arg], Type::tagged(known)) }))
    }

    fn has_tags(&mut self, inst: &Inst, tags: Tags) -> Option<ValueId> {
        let arg = self.value(inst.args[0])?;
        let ty = self.ty(arg);
        if ty.tags.within(tags) || ty.tags.and(tags) == Tags::NONE {
            return Some(self.bool(ty.tags.within(tags)));
        }
        if !ty.unboxed() {
            return Some(self.emit(inst, inst.kind.clone(), vec![arg], Type::BOOL));
        }
        // Of a bool: which one.
        Some(if tags.has(Tag::True) { arg } else { self.to.value(Kind::Not, &[arg], Type::BOOL) })
    }

    /// The same instruction of the caller's values, which are boxed where the function's are.
    pub fn copy(&mut self, inst: &Inst) -> Option<ValueId> {
        let mut args = Vec::new();
        for (index, arg) in inst.args.iter().enumerate() {
            let value = self.value(*arg)?;
            let is_number = self.form.values[arg.0 as usize].unboxed();
            let is_key = inst.kind == Kind::ElementAt && index == 1 && self.ty(value).tags.within(Tags::INT);
            if is_number && !self.ty(value).unboxed() {
                return None;
            }
            args.push(if is_number || is_key { value } else { self.boxed(value) });
        }
        let ty = inst.result.map_or(Type::ANY, |result| self.form.values[result.0 as usize]);
        Some(self.emit(inst, inst.kind.clone(), args, ty))
    }
}
