//! Lets paths meet: which slots become parameters of a block, and what each path has to do for that.

use loxo_bytecode::THIS;
use loxo_value::Tag;

use super::builder::Builder;
use super::frame::{Frame, Held, Number};
use super::paths::{Edge, Guess, Layout};
use crate::{BlockId, End, Kind, Tags, ValueId};

/// What variables hold before they are assigned.
const MISSING: Tags = Tags::UNDEF.with(Tags::NULL);

/// How a slot is held where paths meet.
enum Want {
    /// As all paths have it.
    Same(Held),
    Param(Number, bool),
    /// In the frame.
    Frame(Tags, Tags),
    /// Nobody looks at it; what the frame holds there matters to whoever writes over it.
    Unused(Tags),
}

impl Builder<'_> {
    /// Begins a block of the plan to which paths lead.
    pub fn begin(&mut self, index: usize, mut edges: Vec<Edge>) {
        let (first, is_header) = (self.plan.blocks[index].first, self.plan.blocks[index].is_header);
        if edges.len() == 1 && !is_header {
            if let Some(edge) = edges.pop() {
                self.open = edge.from;
                self.frame = edge.frame;
                self.forget_unused(first);
            }
            return;
        }
        let block = self.new_block();
        let layout = self.layout(first, Some(index), block, &edges);
        for edge in edges {
            self.connect(first, edge, &layout);
        }
        self.open = block;
        self.frame = layout.frame.clone();
        if is_header {
            self.layouts[index] = Some(layout);
        }
    }

    fn forget_unused(&mut self, op: u32) {
        for slot in 0..self.f.frame_slots {
            if !self.plan.is_needed(op, slot) {
                let mut held = self.frame.get(slot);
                held.forget_newer();
                held.number = None;
                self.frame.set(slot, held);
            }
        }
    }

    /// Lets the ways through an op meet behind it.
    pub fn meet(&mut self, mut ways: Vec<(BlockId, Frame)>) {
        ways.retain(|(from, _)| !self.inlining.unreachable.contains(from));
        if ways.len() == 1
            && let Some(way) = ways.pop()
        {
            (self.open, self.frame) = way;
            return;
        }
        let (at, first) = (self.at, self.at + 1);
        let edges: Vec<Edge> = ways.into_iter().map(|(from, frame)| Edge { from, frame, is_entry: false }).collect();
        let block = self.new_block();
        let layout = self.layout(first, None, block, &edges);
        for edge in edges {
            self.connect(first, edge, &layout);
        }
        (self.open, self.frame, self.at) = (block, layout.frame, at);
    }

    /// How a block begins whose first op is this; `header`: it is the first one of a loop, by its index.
    fn layout(&mut self, first: u32, index: Option<usize>, block: BlockId, edges: &[Edge]) -> Layout {
        let header = index.filter(|index| self.plan.blocks[*index].is_header);
        let inner: Vec<&Edge> = edges.iter().filter(|edge| !edge.is_entry).collect();
        let basis = if inner.is_empty() { edges.iter().collect() } else { inner };
        let mut layout = Layout { block, frame: Frame { slots: Vec::new(), this_class: None }, params: Vec::new() };
        let all_known = basis.len() == edges.len() && header.is_none();
        for slot in 0..self.f.frame_slots {
            let held = match self.want(first, header, slot, &basis, all_known) {
                Want::Same(held) => held,
                Want::Param(number, dirty) => {
                    let value = self.new_value(number.ty());
                    self.form.blocks[block.0 as usize].params.push(value);
                    layout.params.push((slot, number));
                    Held::is_number(value, number, dirty)
                }
                Want::Frame(tags, likely) => Held { likely, ..Held::tagged(tags) },
                Want::Unused(tags) => Held::tagged(tags),
            };
            let class = if held.tags.within(Tags::OBJECT) { self.class_in(header, slot, &basis) } else { None };
            layout.frame.slots.push(Held { class, ..held });
        }
        layout.frame.this_class = self.class_in(header, THIS, &basis);
        layout
    }

    /// The set of classes that an object in a slot is of one of on all paths, and in later iterations of a loop.
    fn class_in(&self, header: Option<usize>, slot: u32, paths: &[&Edge]) -> Option<u32> {
        let mut classes = paths.iter().map(|edge| class_of(&edge.frame, slot));
        let first = classes.next()??;
        let is_same = classes.all(|class| class == Some(first));
        let stays = |header| {
            let is_kept = slot == THIS || self.is_local(slot) && !self.plan.by_name && !self.plan.is_written_in_loop(self.f, header, slot);
            !self.guesses.none && !self.guesses.no_classes && is_kept
        };
        (is_same && header.is_none_or(stays)).then_some(first)
    }

    fn want(&self, op: u32, header: Option<usize>, slot: u32, basis: &[&Edge], all_known: bool) -> Want {
        let is_header = header.is_some();
        let guess = header.and_then(|header| self.guesses.of.get(&(header, slot))).copied().unwrap_or(Guess::NEW);
        let helds = || basis.iter().map(|edge| edge.frame.get(slot));
        let union = |of: fn(Held) -> Tags| helds().fold(Tags::NONE, |all, held| all.with(of(held)));
        let nothing = is_header && self.guesses.none;
        if !self.plan.is_needed(op, slot) {
            if !self.is_local(slot) || nothing {
                return Want::Unused(Tags::ANY);
            }
            return Want::Unused(loosely(union(unused_tags).with(guess.tags)));
        }
        let Some(first) = helds().next() else { return Want::Unused(Tags::ANY) };
        if all_known && first.number.is_some() && helds().all(|held| held.number == first.number) {
            return Want::Same(Held { dirty: helds().any(|held| held.dirty), ..first });
        }
        if nothing {
            return Want::Frame(Tags::ANY, union(expected_tags));
        }
        let in_frame = Want::Frame(union(|held| held.tags).with(guess.tags), union(expected_tags).with(guess.likely));
        let forced = match guess.number {
            Some(None) => return in_frame,
            // The path from before the loop has failed to bring it.
            Some(Some(_)) if self.avoids(op) => return in_frame,
            Some(Some(number)) => Some(number),
            None => None,
        };
        let dirty = guess.dirty || helds().any(|held| held.dirty);
        let known = first.known().filter(|number| helds().all(|held| held.known() == Some(*number)));
        if let Some(number) = forced {
            return Want::Param(number, dirty);
        }
        match known {
            Some(number) if is_header || helds().any(|held| held.number.is_some()) => return Want::Param(number, dirty),
            _ => {}
        }
        // A loop is entered with what is probably a number: the path that enters finds out.
        let probably = |held: Held| held.expected().filter(|number| *number != Number::Bool);
        if is_header && self.is_local(slot) && !self.avoids(op) {
            let expected = probably(first).filter(|number| helds().all(|held| probably(held) == Some(*number)));
            if let Some(number) = expected {
                return Want::Param(number, dirty);
            }
        }
        in_frame
    }

    /// Ends a path with a jump to a block that begins like this.
    fn connect(&mut self, first: u32, edge: Edge, layout: &Layout) {
        let is_entry = edge.is_entry;
        (self.open, self.frame, self.at) = (edge.from, edge.frame, first);
        let mut arguments: Vec<ValueId> = Vec::new();
        // What may leave comes before what changes the frame.
        for (slot, number) in &layout.params {
            let held = self.frame.get(*slot);
            if held.known().is_some_and(|known| known != *number) || number.tags().and(held.tags) == Tags::NONE {
                return self.leave();
            }
            arguments.push(self.read(*slot, *number));
        }
        for slot in 0..self.f.frame_slots {
            let (held, want) = (self.frame.get(slot), layout.frame.get(slot));
            let tags = self.tags_at(first, slot, held);
            if want.number.is_none() && !tags.within(want.tags) && is_entry {
                if tags.and(want.tags) == Tags::NONE {
                    return self.leave();
                }
                self.read_boxed(slot, want.tags);
            }
        }
        if is_entry {
            self.enter_with_classes(&layout.frame);
        }
        for slot in 0..self.f.frame_slots {
            let (held, want) = (self.frame.get(slot), layout.frame.get(slot));
            let Some((value, _)) = held.number else { continue };
            if held.dirty && !want.dirty && self.plan.is_needed(first, slot) {
                self.effect(Kind::Store(slot), &[value]);
            }
        }
        self.end(End::Jump(layout.block, arguments));
    }

    /// Leaves where slots do not hold objects of the classes that are known on the other paths.
    fn enter_with_classes(&mut self, wanted: &Frame) {
        for slot in (0..self.f.frame_slots).chain([THIS]) {
            if let Some(classes) = class_of(wanted, slot) {
                let (object, exit) = (self.load(slot), self.state(self.at));
                self.object_of(classes, object, Some(slot), exit);
            }
        }
    }

    /// What the frame will hold in a slot when an op begins.
    fn tags_at(&self, op: u32, slot: u32, held: Held) -> Tags {
        if self.plan.is_needed(op, slot) { held.tags } else { unused_tags(held) }
    }

    /// Ends a path that goes back to where a loop begins. If it does not hold to what was taken for granted there, that is noted for the next time.
    pub fn connect_back(&mut self, index: usize, edge: Edge, layout: &Layout) {
        let first = self.plan.blocks[index].first;
        let before = self.at;
        for slot in 0..self.f.frame_slots {
            let (held, want) = (edge.frame.get(slot), layout.frame.get(slot));
            let mut guess = self.guesses.of.get(&(index, slot)).copied().unwrap_or(Guess::NEW);
            let old = guess;
            let tags = self.tags_at(first, slot, held);
            match want.number {
                Some((_, number)) => {
                    if held.known() != Some(number) {
                        // It may be another kind of number ever after.
                        let other = held.known().filter(|other| guess.number.is_none() && *other != Number::Bool && number != Number::Bool);
                        guess.number = Some(other);
                        guess.tags = guess.tags.with(tags);
                    } else if held.dirty && !want.dirty {
                        guess.dirty = true;
                    }
                }
                None if !tags.within(want.tags) => guess.tags = guess.tags.with(tags),
                None => {}
            }
            if want.number.is_none() && !self.guesses.none && self.plan.is_needed(first, slot) {
                guess.likely = guess.likely.with(later(held, want.likely.without(guess.likely)));
            }
            if guess != old {
                self.guesses.of.insert((index, slot), guess);
                self.failed = true;
            }
        }
        let loses = |slot| class_of(&layout.frame, slot).is_some_and(|classes| class_of(&edge.frame, slot) != Some(classes));
        if (0..self.f.frame_slots).chain([THIS]).any(loses) {
            self.guesses.no_classes = true;
            self.failed = true;
        }
        if self.failed {
            (self.open, self.frame) = (edge.from, edge.frame);
            return self.leave();
        }
        self.connect(first, edge, layout);
        self.at = before;
    }
}

/// What is known of the class of an object in a slot.
fn class_of(frame: &Frame, slot: u32) -> Option<u32> {
    if slot == THIS { frame.this_class } else { frame.get(slot).class }
}

/// What the frame holds in a slot that nobody looks at.
fn unused_tags(held: Held) -> Tags {
    if held.dirty { Tags::UNCOUNTED } else { held.tags }
}

/// What matters to whoever writes over a slot, or gives it up.
fn loosely(tags: Tags) -> Tags {
    let plain = Tags::ANY.without(Tags::of(Tag::Reference));
    [Tags::UNCOUNTED, Tags::REFERENCE, plain].into_iter().find(|all| tags.within(*all)).unwrap_or(Tags::ANY)
}

/// What a variable probably holds in later iterations that it does not `before` the loop: anything if that is nothing, or a reference.
fn later(held: Held, before: Tags) -> Tags {
    let likely = expected_tags(held);
    if before.within(MISSING) {
        return likely;
    }
    if likely == Tags::ANY { Tags::NONE } else { likely.and(Tags::REFERENCE) }
}

/// What is probably there.
fn expected_tags(held: Held) -> Tags {
    let likely = held.likely.and(held.tags);
    if likely == Tags::NONE { held.tags } else { likely }
}
