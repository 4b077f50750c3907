//! Checks what passes and machine code take for granted of a form: definitions before uses, types, exits, states.

use std::fmt::{self, Display, Formatter};

use loxo_bytecode::{FRAME_HEADER_SLOTS, Function, OpCode, THIS};

use crate::graph::Graph;
use crate::kinds::{self, Leaving};
use crate::ranges::{self, Range, Sources};
use crate::{Block, BlockId, End, Form, Inst, Kind, StateId, Tags, Type, ValueId};

/// What is wrong, for a person who debugs a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub String);

impl Display for Malformed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Checked = Result<(), Malformed>;

fn wrong<T>(what: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed(what.into()))
}

/// Checks a whole form of a function.
pub fn verify(form: &Form, function: &Function) -> Checked {
    names(form, function)?;
    let graph = Graph::of(form);
    let definitions = definitions(form)?;
    let verifier = Verifier { form, function, graph, definitions, sources: Sources::of(form) };
    for (id, block) in form.blocks.iter().enumerate() {
        let id = BlockId(id as u32);
        verifier.block(id, block).map_err(|Malformed(what)| Malformed(format!("{id}: {what}")))?;
    }
    Ok(())
}

/// Everything that is named exists; states and entries mean something.
fn names(form: &Form, function: &Function) -> Checked {
    if form.entries.is_empty() {
        return wrong("no entry");
    }
    let is_op = |op: u32| (op as usize) < function.code.len();
    for entry in &form.entries {
        match form.blocks.get(entry.block.0 as usize) {
            Some(block) if !block.params.is_empty() && form.frameless.is_none() => {
                return wrong(format!("entry {} has parameters", entry.block));
            }
            Some(_) if is_op(entry.op) => {}
            _ => return wrong(format!("entry {}: no such block or op", entry.block)),
        }
    }
    for (id, state) in form.states.iter().enumerate() {
        let id = StateId(id as u32);
        if !is_op(state.op) {
            return wrong(format!("{id}: no op {}", state.op));
        }
        if let Some(op) = state.before.iter().find(|op| **op >= state.op) {
            return wrong(format!("{id}: op {op} does not come before"));
        }
        for (i, (slot, value)) in state.slots.iter().enumerate() {
            if *slot >= function.frame_slots {
                return wrong(format!("{id}: no slot {slot}"));
            }
            if state.slots[..i].iter().any(|(before, _)| before == slot) {
                return wrong(format!("{id}: slot {slot} twice"));
            }
            if !form.values.get(value.0 as usize).is_some_and(|ty| ty.unboxed()) {
                return wrong(format!("{id}: {value} is not unboxed"));
            }
        }
    }
    for (id, block) in form.blocks.iter().enumerate() {
        if let Some((to, _)) = block.end.targets().iter().find(|(to, _)| to.0 as usize >= form.blocks.len()) {
            return wrong(format!("b{id}: no block {to}"));
        }
    }
    Ok(())
}

/// Where a value comes from: a parameter, or the result of an instruction.
#[derive(Clone, Copy)]
struct Definition {
    block: BlockId,
    /// Instructions of the block that are done when it is there.
    behind: usize,
}

fn definitions(form: &Form) -> Result<Vec<Option<Definition>>, Malformed> {
    let mut all: Vec<Option<Definition>> = vec![None; form.values.len()];
    for (id, block) in form.blocks.iter().enumerate() {
        let params = block.params.iter().map(|value| (*value, 0));
        let results = block.insts.iter().enumerate().filter_map(|(i, inst)| Some((inst.result?, i + 1)));
        for (value, behind) in params.chain(results) {
            match all.get_mut(value.0 as usize) {
                None => return wrong(format!("{value} has no type")),
                Some(Some(_)) => return wrong(format!("{value} is defined twice")),
                Some(free) => *free = Some(Definition { block: BlockId(id as u32), behind }),
            }
        }
    }
    Ok(all)
}

struct Verifier<'a> {
    form: &'a Form,
    function: &'a Function,
    graph: Graph,
    definitions: Vec<Option<Definition>>,
    sources: Sources,
}

impl Verifier<'_> {
    fn ty(&self, value: ValueId) -> Type {
        self.form.values.get(value.0 as usize).copied().unwrap_or(Type::ANY)
    }

    /// The value is there when `done` instructions of the block are.
    fn is_defined(&self, value: ValueId, block: BlockId, done: usize) -> Checked {
        let Some(Some(definition)) = self.definitions.get(value.0 as usize) else { return wrong(format!("{value} is nowhere defined")) };
        let before = if definition.block == block { definition.behind <= done } else { self.graph.dominates(definition.block, block) };
        if before { Ok(()) } else { wrong(format!("{value} is used where it may not be defined")) }
    }

    fn state(&self, state: StateId, block: BlockId, done: usize) -> Checked {
        let Some(found) = self.form.states.get(state.0 as usize) else { return wrong(format!("no state {state}")) };
        found.slots.iter().try_for_each(|(_, value)| self.is_defined(*value, block, done))
    }

    fn block(&self, id: BlockId, block: &Block) -> Checked {
        if !self.graph.reaches(id) {
            return wrong("no path leads there");
        }
        // The op that had an effect.
        let mut affected: Option<u32> = None;
        for (i, inst) in block.insts.iter().enumerate() {
            let at = |Malformed(what): Malformed| Malformed(format!("{}: {what}", inst.kind));
            inst.args.iter().try_for_each(|value| self.is_defined(*value, id, i)).map_err(at)?;
            if let Some(exit) = inst.exit {
                self.state(exit, id, i).map_err(at)?;
            }
            self.types(inst).map_err(at)?;
            self.ranges(id, inst, affected).map_err(at)?;
            self.names(inst).map_err(at)?;
            if kinds::has_effect(&inst.kind) {
                affected = Some(inst.at);
            }
        }
        self.end(id, block)
    }

    /// As many arguments as the kind wants, and of the types that it wants.
    fn types(&self, inst: &Inst) -> Checked {
        let args: Vec<Type> = inst.args.iter().map(|value| self.ty(*value)).collect();
        let result = inst.result.map(|value| self.ty(value));
        kinds::check(&inst.kind, &args, result).or_else(wrong)
    }

    /// What an int lies between in a block.
    fn range(&self, value: ValueId, block: BlockId) -> Range {
        ranges::at(self.form, &self.graph, &self.sources, &|value| self.ty(value).range, value, block)
    }

    /// The result is in the range of its type; an exit where the instruction may leave, and never to an op that has had its effect.
    fn ranges(&self, block: BlockId, inst: &Inst, affected: Option<u32>) -> Checked {
        let args: Vec<Range> = inst.args.iter().map(|value| self.range(*value, block)).collect();
        if let (Kind::Ints(op), [left, right], Some(ty)) = (&inst.kind, args.as_slice(), inst.result.map(|value| self.ty(value))) {
            let range = ranges::result(*op, *left, *right);
            if ty.range.0 > range.0 || ty.range.1 < range.1 {
                return wrong(format!("is not in {ty}"));
            }
        }
        match (kinds::leaving(&inst.kind, &args), inst.exit) {
            (Leaving::Always, None) => wrong("needs an exit"),
            (Leaving::Never, Some(_)) => wrong("never leaves"),
            (_, Some(exit)) if affected == Some(inst.at) && self.form.states.get(exit.0 as usize).is_some_and(|s| s.op == inst.at) => {
                wrong(format!("op {} has had an effect and would be run again", inst.at))
            }
            _ => Ok(()),
        }
    }

    /// Slots, constants and ops are those of the function.
    fn names(&self, inst: &Inst) -> Checked {
        let op = self.function.code.get(inst.at as usize);
        let [ops, constants] = self.form.inlined;
        match &inst.kind {
            Kind::Load(slot) if *slot == THIS => Ok(()),
            Kind::Load(slot) | Kind::Store(slot) | Kind::Release(slot) | Kind::PlaceOf(slot) if *slot >= self.function.frame_slots => {
                wrong(format!("no slot {slot}"))
            }
            Kind::Replace(slot) | Kind::BindElement(slot) if *slot as usize >= self.function.locals.len() => {
                wrong(format!("no local {slot}"))
            }
            // It would be left undefined.
            Kind::Release(slot) if (*slot as usize) < self.function.locals.len() => wrong(format!("slot {slot} is a local")),
            Kind::Constant(k) | Kind::Element(k) | Kind::SameString(k) if *k >= constants.max(self.function.consts.len() as u32) => {
                wrong(format!("no constant {k}"))
            }
            Kind::Run if !op.is_some_and(|op| op.code.info().falls_through() && !op.code.info().calls) => {
                wrong(format!("not op {}", inst.at))
            }
            Kind::RunJump if !op.is_some_and(|op| op.jump_target().is_some() && op.code.info().falls_through()) => {
                wrong(format!("op {} does not jump", inst.at))
            }
            Kind::CaseOf if !op.map_or(inst.at < ops, |op| op.code == OpCode::Switch) => wrong(format!("op {} has no table", inst.at)),
            Kind::Intrinsic(_) if !op.map_or(inst.at < ops, |op| op.code == OpCode::CallBuiltin) => {
                wrong(format!("op {} calls no builtin", inst.at))
            }
            Kind::GuardCallee if !op.is_some_and(|op| op.code.info().starts_call) => wrong(format!("op {} starts no call", inst.at)),
            Kind::TakesReferences(window) if *window + FRAME_HEADER_SLOTS > self.function.frame_slots => {
                wrong(format!("no window {window}"))
            }
            Kind::Property
                if !op.map_or(inst.at < ops, |op| {
                    matches!(op.code, OpCode::FetchProp | OpCode::IssetProp | OpCode::LvProp | OpCode::LvLvProp)
                }) =>
            {
                wrong(format!("op {} names no property", inst.at))
            }
            Kind::PropertyPlace if !op.is_some_and(|op| matches!(op.code, OpCode::LvProp | OpCode::LvLvProp)) => {
                wrong(format!("op {} steps to no property", inst.at))
            }
            Kind::StaticPlace if !op.is_some_and(|op| op.code == OpCode::LvStaticProp) => {
                wrong(format!("op {} steps to no static property", inst.at))
            }
            Kind::SetProperty(_) if !op.is_some_and(|op| op.code == OpCode::LvAssignProp) => {
                wrong(format!("op {} assigns to no property", inst.at))
            }
            Kind::SetPropertyIn(..) if !op.is_some_and(|op| op.code == OpCode::AssignProp) => {
                wrong(format!("op {} assigns to no property", inst.at))
            }
            Kind::PromoteIn(_) if !op.is_some_and(|op| op.code == OpCode::PromoteParam) => {
                wrong(format!("op {} promotes nothing", inst.at))
            }
            Kind::Call | Kind::CallFrameless if !op.is_some_and(|op| op.code.info().calls) => {
                wrong(format!("op {} does not call", inst.at))
            }
            _ if op.is_none() && inst.at >= ops => wrong(format!("no op {}", inst.at)),
            _ => Ok(()),
        }
    }

    fn end(&self, id: BlockId, block: &Block) -> Checked {
        let done = block.insts.len();
        let at = |Malformed(what): Malformed| Malformed(format!("{}: {what}", block.end));
        match &block.end {
            End::Branch { on, .. } => self.has_type(*on, Tags::BOOL, id, done).map_err(at)?,
            End::Switch { on, .. } => self.has_type(*on, Tags::INT, id, done).map_err(at)?,
            End::Return(value, slots) => {
                self.is_defined(*value, id, done).map_err(at)?;
                if let Some(owned) = slots.iter().find(|owned| owned.slot as usize >= self.function.locals.len()) {
                    return wrong(format!("no local {}", owned.slot)).map_err(at);
                }
            }
            End::Leave(state) => self.state(*state, id, done).map_err(at)?,
            End::Jump(..) => {}
        }
        for (to, arguments) in block.end.targets() {
            self.edge(id, done, to, arguments).map_err(at)?;
        }
        Ok(())
    }

    fn has_type(&self, value: ValueId, tags: Tags, block: BlockId, done: usize) -> Checked {
        self.is_defined(value, block, done)?;
        let ty = self.ty(value);
        if ty.unboxed() && ty.tags.within(tags) { Ok(()) } else { wrong(format!("{value} is not {tags}")) }
    }

    /// The arguments are what the parameters of the block want.
    fn edge(&self, from: BlockId, done: usize, to: BlockId, arguments: &[ValueId]) -> Checked {
        let params = &self.form.blocks[to.0 as usize].params;
        if params.len() != arguments.len() {
            return wrong(format!("{to} has {} parameters", params.len()));
        }
        for (param, argument) in params.iter().zip(arguments) {
            self.is_defined(*argument, from, done)?;
            let (want, have) = (self.ty(*param), self.ty(*argument));
            let fits = have.unboxed() == want.unboxed() && have.tags.within(want.tags);
            let range = self.range(*argument, from);
            if !fits || range.0 < want.range.0 || range.1 > want.range.1 {
                return wrong(format!("{argument} is {have}, {param} wants {want}"));
            }
        }
        Ok(())
    }
}
