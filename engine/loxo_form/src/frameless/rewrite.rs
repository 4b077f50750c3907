//! Writes the form without a frame, of what is known of the slots.

use loxo_bytecode::NONE;

use super::source::{Called, Interface, Source, number};
use super::tags::{Known, argument};
use crate::build::Needed;
use crate::{Block, BlockId, End, Entry, Form, FrameState, Inst, Kind, StateId, Tags, Type, ValueId};

struct Rewriter<'a> {
    source: &'a Source<'a>,
    known: &'a Known,
    interface: &'a Interface,
    needed: Needed,
    /// Ops that start calls without a frame, and those that make them.
    started: Vec<(u32, u32)>,
    out: Form,
    /// By value of the old form: what stands for it.
    values: Vec<Option<ValueId>>,
    /// By old block: its number in the new one, and the slots that are parameters of it.
    blocks: Vec<Option<(BlockId, Vec<u32>)>>,
    /// By old block that has one way in: what its slots are.
    begins: Vec<Option<Vec<Option<ValueId>>>>,
    /// Where instructions go.
    open: BlockId,
    /// By slot: the number in it.
    slots: Vec<Option<ValueId>>,
    /// By slot: what it holds.
    tags: Vec<Tags>,
}

/// The form without a frame; `None`: something is not known.
pub(super) fn rewrite(source: &Source<'_>, known: &Known, interface: &Interface) -> Option<Form> {
    let form = source.form;
    let count = form.blocks.len();
    let out = Form { inlined: form.inlined, frameless: Some(Type::tagged(interface.result)), ..Form::default() };
    let slots = vec![None; source.function.frame_slots as usize];
    let mut rewriter = Rewriter {
        source,
        known,
        interface,
        needed: Needed::of(source.function),
        started: (0..source.function.code.len() as u32).filter_map(|op| Some((op, source.started(op)?))).collect(),
        out,
        values: vec![None; form.values.len()],
        blocks: vec![None; count],
        begins: vec![None; count],
        open: BlockId(0),
        slots,
        tags: Vec::new(),
    };
    rewriter.all()?;
    Some(rewriter.out)
}

impl Rewriter<'_> {
    fn all(&mut self) -> Option<()> {
        let form = self.source.form;
        let entry = form.entries.first()?;
        let start = self.new_block(false);
        self.out.entries.push(Entry { op: entry.op, block: start });
        self.declare(entry.block);
        for (slot, tags) in self.source.params.iter().enumerate() {
            let param = self.new_value(Type::tagged(*tags));
            self.out.blocks[start.0 as usize].params.push(param);
            self.slots[slot] = Some(param);
        }
        self.open = start;
        let (first, arguments) = self.way(entry.block, &[])?;
        self.end(End::Jump(first, arguments))?;
        for id in crate::Graph::of(form).order.into_iter().filter(|id| self.known.slots[id.0 as usize].is_some()) {
            self.block(id)?;
        }
        Some(())
    }

    // ------------------------------------------------------------------------------------------------------ blocks

    /// Makes a new block for each that a path leads to. Where several do, the numbers in slots are parameters.
    fn declare(&mut self, entry: BlockId) {
        let form = self.source.form;
        let mut ways = vec![0; form.blocks.len()];
        ways[entry.0 as usize] = 1;
        for (id, block) in form.blocks.iter().enumerate() {
            if self.known.slots[id].is_some() && self.known.stops[id].is_none() {
                block.end.targets().iter().for_each(|(to, _)| ways[to.0 as usize] += 1);
            }
        }
        for (id, block) in form.blocks.iter().enumerate() {
            let Some(slots) = &self.known.slots[id] else { continue };
            let new = self.new_block(block.cold);
            for param in &block.params {
                let ty = self.type_of(*param);
                let value = self.new_value(ty);
                self.values[param.0 as usize] = Some(value);
                self.out.blocks[new.0 as usize].params.push(value);
            }
            let mut passed = Vec::new();
            if ways[id] > 1 {
                let mut begin = vec![None; slots.len()];
                for (slot, tags) in slots.iter().enumerate() {
                    let Some(tags) = number(*tags) else { continue };
                    let value = self.new_value(Type::tagged(tags));
                    self.out.blocks[new.0 as usize].params.push(value);
                    begin[slot] = Some(value);
                    passed.push(slot as u32);
                }
                self.begins[id] = Some(begin);
            }
            self.blocks[id] = Some((new, passed));
        }
    }

    fn new_block(&mut self, cold: bool) -> BlockId {
        let id = BlockId(self.out.blocks.len() as u32);
        self.out.blocks.push(Block { params: Vec::new(), insts: Vec::new(), end: End::Leave(StateId(0)), cold });
        id
    }

    fn new_value(&mut self, ty: Type) -> ValueId {
        self.out.values.push(ty);
        ValueId(self.out.values.len() as u32 - 1)
    }

    /// The type of what stands for a value: a number where it certainly is one.
    fn type_of(&self, value: ValueId) -> Type {
        let ty = self.source.form.values[value.0 as usize];
        match number(self.known.values[value.0 as usize]) {
            Some(tags) if !ty.unboxed() => Type::tagged(tags),
            _ => ty,
        }
    }

    fn block(&mut self, id: BlockId) -> Option<()> {
        let block = &self.source.form.blocks[id.0 as usize];
        self.open = self.blocks[id.0 as usize].as_ref()?.0;
        self.slots = self.begins[id.0 as usize].take()?;
        self.tags = self.known.slots[id.0 as usize].clone()?;
        let stop = self.known.stops[id.0 as usize];
        for inst in &block.insts[..stop.unwrap_or(block.insts.len())] {
            self.inst(inst)?;
        }
        if let Some(stop) = stop {
            let state = FrameState { op: block.insts[stop].at, slots: Vec::new(), before: Vec::new(), guessed: false };
            let state = self.state(&state)?;
            return self.end(End::Leave(state));
        }
        let end = match &block.end {
            End::Jump(to, arguments) => {
                let (to, arguments) = self.way(*to, arguments)?;
                End::Jump(to, arguments)
            }
            End::Branch { on, then, otherwise } => {
                let on = self.value(*on)?;
                End::Branch { on, then: self.way(then.0, &then.1)?, otherwise: self.way(otherwise.0, &otherwise.1)? }
            }
            End::Switch { on, cases, otherwise } => {
                let on = self.value(*on)?;
                let cases = cases.iter().map(|(case, to)| Some((*case, self.bare_way(*to)?))).collect::<Option<_>>()?;
                End::Switch { on, cases, otherwise: self.bare_way(*otherwise)? }
            }
            End::Return(value, _) => End::Return(self.value(*value)?, Vec::new()),
            End::Leave(state) => {
                let state = self.source.form.states[state.0 as usize].clone();
                End::Leave(self.state(&state)?)
            }
        };
        self.end(end)
    }

    fn end(&mut self, end: End) -> Option<()> {
        self.out.blocks[self.open.0 as usize].end = end;
        Some(())
    }

    /// What is passed to a block: its arguments and what is in slots.
    fn way(&mut self, to: BlockId, arguments: &[ValueId]) -> Option<(BlockId, Vec<ValueId>)> {
        let mut all: Vec<ValueId> = arguments.iter().map(|value| self.value(*value)).collect::<Option<_>>()?;
        all.extend(self.edge(to)?);
        Some((self.blocks[to.0 as usize].as_ref()?.0, all))
    }

    /// The numbers in slots that a block takes. One that takes none begins with them.
    fn edge(&mut self, to: BlockId) -> Option<Vec<ValueId>> {
        let (_, passed) = self.blocks[to.0 as usize].as_ref()?;
        if passed.is_empty() && self.begins[to.0 as usize].is_none() {
            self.begins[to.0 as usize] = Some(self.slots.clone());
        }
        passed.iter().map(|slot| self.slots[*slot as usize]).collect()
    }

    /// The same for a jump that passes nothing: a block in between does.
    fn bare_way(&mut self, to: BlockId) -> Option<BlockId> {
        let (to, arguments) = self.way(to, &[])?;
        if arguments.is_empty() {
            return Some(to);
        }
        let between = self.new_block(false);
        self.out.blocks[between.0 as usize].end = End::Jump(to, arguments);
        Some(between)
    }

    // ------------------------------------------------------------------------------------------------ instructions

    fn value(&self, value: ValueId) -> Option<ValueId> {
        self.values[value.0 as usize]
    }

    fn tags_of(&self, value: ValueId) -> Tags {
        self.known.values[value.0 as usize]
    }

    fn push(&mut self, kind: Kind, args: Vec<ValueId>, result: Option<ValueId>, exit: Option<StateId>, at: u32) {
        self.out.blocks[self.open.0 as usize].insts.push(Inst { kind, args, result, exit, at });
    }

    fn inst(&mut self, inst: &Inst) -> Option<()> {
        let first = inst.args.first().copied();
        match &inst.kind {
            Kind::Load(slot) => {
                number(self.tags[*slot as usize])?;
                self.stands_for(inst, self.slots[*slot as usize]?)
            }
            Kind::Store(slot) | Kind::Replace(slot) => {
                let tags = number(self.tags_of(first?))?;
                (self.slots[*slot as usize], self.tags[*slot as usize]) = (Some(self.value(first?)?), tags);
                Some(())
            }
            Kind::Release(slot) => {
                (self.slots[*slot as usize], self.tags[*slot as usize]) = (None, Tags::ANY);
                Some(())
            }
            Kind::Guard(tags) if !self.tags_of(first?).within(*tags) => None,
            Kind::Guard(_) | Kind::Box | Kind::Unbox | Kind::OrNull => {
                number(self.tags_of(first?))?;
                self.stands_for(inst, self.value(first?)?)
            }
            Kind::Count => number(self.tags_of(first?)).map(|_| ()),
            Kind::HasTags(tags) => {
                let found = number(self.tags_of(first?))?;
                let is_one = found.within(*tags);
                (is_one || found.and(*tags) == Tags::NONE).then_some(())?;
                self.copy(inst, Kind::Bool(is_one), Vec::new())
            }
            Kind::TruthOf => match number(self.tags_of(first?))? {
                Tags::BOOL => self.stands_for(inst, self.value(first?)?),
                _ => self.copy(inst, Kind::Truth, vec![self.value(first?)?]),
            },
            Kind::Call => self.call(inst),
            Kind::Run => {
                let state = FrameState { op: inst.at, slots: Vec::new(), before: Vec::new(), guessed: false };
                let state = self.state(&state)?;
                self.push(Kind::GuardCallee, Vec::new(), None, Some(state), inst.at);
                Some(())
            }
            Kind::TakesReferences(_) => self.copy(inst, Kind::Bool(false), Vec::new()),
            kind => {
                let args = inst.args.iter().map(|value| self.value(*value)).collect::<Option<_>>()?;
                self.copy(inst, kind.clone(), args)
            }
        }
    }

    fn stands_for(&mut self, inst: &Inst, value: ValueId) -> Option<()> {
        if let Some(result) = inst.result {
            self.values[result.0 as usize] = Some(value);
        }
        Some(())
    }

    fn copy(&mut self, inst: &Inst, kind: Kind, args: Vec<ValueId>) -> Option<()> {
        let exit = match inst.exit {
            Some(state) => {
                let state = self.source.form.states[state.0 as usize].clone();
                Some(self.state(&state)?)
            }
            None => None,
        };
        let result = inst.result.map(|result| {
            let ty = self.source.form.values[result.0 as usize];
            let value = self.new_value(ty);
            self.values[result.0 as usize] = Some(value);
            value
        });
        self.push(kind, args, result, exit, inst.at);
        Some(())
    }

    fn call(&mut self, inst: &Inst) -> Option<()> {
        let call = self.source.call(inst.at)?;
        let interface = match call.called {
            Called::Itself => self.interface.clone(),
            Called::Other(interface) => interface,
        };
        let mut args = Vec::new();
        for (index, tags) in interface.params.iter().enumerate() {
            if index >= call.count {
                args.push(self.default(&interface, index, inst.at)?);
                continue;
            }
            let slot = argument(call.window, index) as usize;
            (number(self.tags[slot])? == *tags).then_some(())?;
            args.push(self.slots[slot]?);
        }
        let state = self.state_of_call(inst.at, call.window, call.result)?;
        let result = number(interface.result).map(|tags| self.new_value(Type::tagged(tags)));
        if call.result != NONE && result.is_none() || inst.result.is_some() && result.is_none() {
            return None;
        }
        self.slots[call.window as usize..].fill(None);
        self.tags[call.window as usize..].fill(Tags::ANY);
        if call.result != NONE {
            (self.slots[call.result as usize], self.tags[call.result as usize]) = (result, interface.result);
        }
        if let Some(result) = result {
            self.stands_for(inst, result)?;
        }
        self.push(Kind::CallFrameless, args, result, Some(state), inst.at);
        Some(())
    }

    /// What a parameter is that nothing is passed for.
    fn default(&mut self, interface: &Interface, index: usize, at: u32) -> Option<ValueId> {
        let constant = interface.defaults.get(index)?.clone()?;
        let tags = match constant {
            Kind::Int(_) => Tags::INT,
            Kind::Float(_) => Tags::FLOAT,
            _ => Tags::BOOL,
        };
        (tags == interface.params[index]).then_some(())?;
        let value = self.new_value(Type::tagged(tags));
        self.push(constant, Vec::new(), Some(value), None, at);
        Some(value)
    }

    // ------------------------------------------------------------------------------------------------------ states

    /// A state that names all that is looked at later.
    fn state(&mut self, old: &FrameState) -> Option<StateId> {
        let mut slots = Vec::new();
        let ops = || old.before.iter().chain([&old.op]);
        for slot in 0..self.source.function.frame_slots {
            if let Some((_, value)) = old.slots.iter().find(|(newer, _)| *newer == slot) {
                slots.push((slot, self.value(*value)?));
            } else if ops().any(|op| self.needed.is_needed(*op, slot)) {
                slots.extend(self.in_slot(slot)?.map(|value| (slot, value)));
            }
        }
        let mut before = self.started_before(old.op, old.op);
        before.retain(|op| !old.before.contains(op));
        before.extend(&old.before);
        Some(self.add_state(FrameState { slots, before, ..old.clone() }))
    }

    /// Ops that have started calls without a frame which are not made before op `last`, as seen from another op.
    fn started_before(&self, op: u32, last: u32) -> Vec<u32> {
        self.started.iter().filter(|(start, call)| *start < op && last <= *call).map(|(start, _)| *start).collect()
    }

    /// What the frame holds at a call beside the arguments.
    fn state_of_call(&mut self, at: u32, window: u32, result: u32) -> Option<StateId> {
        let mut slots = Vec::new();
        for slot in 0..window {
            let is_needed = self.needed.is_needed(at, slot) || slot != result && self.needed.is_needed(at + 1, slot);
            if is_needed {
                slots.extend(self.in_slot(slot)?.map(|value| (slot, value)));
            }
        }
        let before = self.started_before(at, at + 1);
        Some(self.add_state(FrameState { op: at, slots, before, guessed: false }))
    }

    /// The number in a slot; none if that is an undefined variable.
    fn in_slot(&self, slot: u32) -> Option<Option<ValueId>> {
        let tags = self.tags[slot as usize];
        if tags == Tags::UNDEF { Some(None) } else { number(tags).and(self.slots[slot as usize]).map(Some) }
    }

    fn add_state(&mut self, state: FrameState) -> StateId {
        let known = self.out.states.iter().position(|other| *other == state);
        let id = known.unwrap_or_else(|| {
            self.out.states.push(state);
            self.out.states.len() - 1
        });
        StateId(id as u32)
    }
}
