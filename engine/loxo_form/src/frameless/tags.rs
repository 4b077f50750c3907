//! What values and slots hold on all paths, if nothing but the parameters comes from outside.

use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, THIS};

use super::source::{Called, Source};
use crate::{Block, BlockId, End, Inst, Intrinsic, Kind, Tags, ValueId};

/// What is known. What nothing is known of has any tag.
pub(super) struct Known {
    /// By value.
    pub values: Vec<Tags>,
    /// By block: its slots where it begins; `None`: no path leads there.
    pub slots: Vec<Option<Vec<Tags>>>,
    /// What the function gives back.
    pub result: Tags,
    /// By block: the instruction that is left to the interpreter.
    pub stops: Vec<Option<usize>>,
}

struct Search<'a> {
    source: &'a Source<'a>,
    known: Known,
    changed: bool,
}

/// What an instruction is.
enum Step {
    Done,
    /// The interpreter goes on with its op.
    Stop,
}

impl Known {
    /// `None`: something in the function needs a frame.
    pub fn of(source: &Source<'_>) -> Option<Known> {
        let form = source.form;
        let known = Known {
            values: vec![Tags::NONE; form.values.len()],
            slots: vec![None; form.blocks.len()],
            result: Tags::NONE,
            stops: vec![None; form.blocks.len()],
        };
        let mut search = Search { source, known, changed: true };
        let locals = source.function.locals.len();
        let mut slots = vec![Tags::ANY; source.function.frame_slots as usize];
        slots.iter_mut().take(locals).for_each(|slot| *slot = Tags::UNDEF);
        slots.iter_mut().zip(source.params).for_each(|(slot, tags)| *slot = *tags);
        search.known.slots[form.entries.first()?.block.0 as usize] = Some(slots);
        while std::mem::take(&mut search.changed) {
            for (block, id) in form.blocks.iter().zip(0..) {
                search.block(BlockId(id), block)?;
            }
        }
        Some(search.known)
    }
}

impl Search<'_> {
    fn tags(&self, value: ValueId) -> Tags {
        self.known.values[value.0 as usize]
    }

    fn grow(&mut self, value: Option<ValueId>, tags: Tags) {
        let Some(value) = value else { return };
        let known = &mut self.known.values[value.0 as usize];
        self.changed |= !tags.within(*known);
        *known = known.with(tags);
    }

    fn block(&mut self, id: BlockId, block: &Block) -> Option<()> {
        let Some(mut slots) = self.known.slots[id.0 as usize].clone() else { return Some(()) };
        for (i, inst) in block.insts.iter().enumerate() {
            if let Step::Stop = self.inst(inst, &mut slots)? {
                self.known.stops[id.0 as usize] = Some(i);
                return block.cold.then_some(());
            }
        }
        for (to, arguments) in block.end.targets() {
            let params = &self.source.form.blocks[to.0 as usize].params;
            for (param, argument) in params.iter().zip(arguments) {
                self.grow(Some(*param), self.tags(*argument));
            }
            self.join(to, &slots);
        }
        if let End::Return(value, _) = &block.end {
            let result = self.known.result.with(self.tags(*value));
            self.changed |= result != self.known.result;
            self.known.result = result;
        }
        Some(())
    }

    fn join(&mut self, to: BlockId, slots: &[Tags]) {
        let known = &mut self.known.slots[to.0 as usize];
        match known {
            None => {
                *known = Some(slots.to_vec());
                self.changed = true;
            }
            Some(known) => {
                for (known, tags) in known.iter_mut().zip(slots) {
                    self.changed |= !tags.within(*known);
                    *known = known.with(*tags);
                }
            }
        }
    }

    /// Follows an instruction; `None`: it needs a frame.
    fn inst(&mut self, inst: &Inst, slots: &mut [Tags]) -> Option<Step> {
        let arg = inst.args.first().map_or(Tags::NONE, |value| self.tags(*value));
        match &inst.kind {
            Kind::Load(slot) if *slot == THIS => return None,
            Kind::Load(slot) => self.grow(inst.result, slots[*slot as usize]),
            // What lay there is no more than a number.
            Kind::Store(slot) | Kind::Replace(slot) => slots[*slot as usize] = arg,
            Kind::Release(slot) => slots[*slot as usize] = Tags::ANY,
            Kind::Guard(tags) => self.grow(inst.result, tags.and(arg)),
            Kind::Box | Kind::Unbox | Kind::OrNull => self.grow(inst.result, arg),
            Kind::PlaceOf(_) | Kind::PlaceInside | Kind::PropertyPlace | Kind::StaticPlace => return Some(Step::Stop),
            Kind::Run if self.source.started(inst.at).is_some() => {}
            Kind::Call | Kind::Run | Kind::RunJump => {
                let Some(call) = self.source.call(inst.at).filter(|_| inst.kind == Kind::Call) else {
                    return ((inst.at as usize) < self.source.function.code.len()).then_some(Step::Stop);
                };
                let result = match call.called {
                    Called::Itself => self.known.result,
                    Called::Other(interface) => interface.result,
                };
                slots[call.window as usize..].fill(Tags::ANY);
                if call.result != NONE {
                    slots[call.result as usize] = result;
                }
                self.grow(inst.result, result);
            }
            Kind::TakesReferences(window) if self.source.takes_values(inst.at, *window) => self.as_typed(inst),
            Kind::Count | Kind::Poll => {}
            Kind::Int(_) | Kind::Float(_) | Kind::Bool(_) | Kind::Null | Kind::Ints(_) | Kind::Floats(_) => self.as_typed(inst),
            Kind::Intrinsic(which) if !matches!(which, Intrinsic::Ord | Intrinsic::Chr) => self.as_typed(inst),
            Kind::BoolToInt | Kind::IntToFloat | Kind::FloatToInt | Kind::CompareInts(_) | Kind::CompareFloats(_) => self.as_typed(inst),
            Kind::Not | Kind::Truth | Kind::TruthOf | Kind::HasTags(_) | Kind::IsCallOf(_) => self.as_typed(inst),
            _ => return None,
        }
        Some(Step::Done)
    }

    /// The result is what its type says.
    fn as_typed(&mut self, inst: &Inst) {
        let Some(result) = inst.result else { return };
        self.grow(Some(result), self.source.form.values[result.0 as usize].tags);
    }
}

/// The slot of a call's argument.
pub(super) fn argument(window: u32, index: usize) -> u32 {
    window + FRAME_HEADER_SLOTS + index as u32
}
