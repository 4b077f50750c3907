//! Takes the blocks of a function in order: where they begin, and where paths lead on from them.

use loxo_value::Tag;

use super::builder::Builder;
use super::frame::{Frame, Held};
use super::paths::{Edge, Flow};
use super::types::declared;
use crate::{BlockId, End, Entry, Form, Tags, ValueId};

impl Builder<'_> {
    /// The whole form; `None`: a guess did not hold, and is another one the next time.
    pub fn build(mut self) -> Option<Form> {
        self.enter_from_outside();
        for index in 0..self.plan.blocks.len() {
            let edges = std::mem::take(&mut self.edges[index]);
            if edges.is_empty() {
                continue;
            }
            self.begin(index, edges);
            self.ops(index);
            if self.failed {
                return None;
            }
        }
        debug_assert!(self.edges.iter().all(Vec::is_empty), "an edge that the plan does not have");
        self.form.inlined = self.inlining.numbered;
        Some(self.form)
    }

    fn ops(&mut self, index: usize) {
        let (first, mut end) = (self.plan.blocks[index].first, self.plan.blocks[index].end);
        let mut at = first;
        if self.is_unreached(first, end) {
            self.at = first;
            return self.leave_guess();
        }
        while at < end {
            if let Some(next) = self.inline_call(at, end, self.f.code.len() as u32) {
                at = next;
                // The callee has decided jumps among the arguments.
                end = self.plan.end_of(next - 1).unwrap_or(end);
                continue;
            }
            self.at = at;
            self.begun = (self.open, self.block().insts.len());
            let op = self.f.code[at as usize];
            if self.op(&op) == Flow::Ended {
                return;
            }
            // Several ops may have been built together.
            at = self.at + 1;
            if std::mem::take(&mut self.polls) {
                self.poll(at);
            }
        }
        self.go(end);
    }

    /// No op of a block has ever run, as far as the first one says it of which one can tell.
    fn is_unreached(&self, first: u32, end: u32) -> bool {
        let reached = || (first..end).find_map(|op| (self.input.reached)(op + self.input.first[0]));
        !self.plan.entries.contains(&first) && !self.avoids(first) && reached() == Some(false)
    }

    /// Where the interpreter, or a call, enters.
    fn enter_from_outside(&mut self) {
        for (i, op) in self.plan.entries.clone().into_iter().enumerate() {
            let Some(index) = self.plan.block_at(op) else { continue };
            let block = self.new_block();
            self.form.entries.push(Entry { op, block });
            let is_header = self.plan.blocks[index as usize].is_header;
            let is_start = i == 0 && self.input.only.is_none();
            let frame = if is_start { self.at_start(op, is_header) } else { self.at_entry() };
            self.edges[index as usize].push(Edge { from: block, frame, is_entry: !is_start });
        }
    }

    /// The frame when the function is called. Where a loop begins with its first op, the interpreter comes there at other times too. The variables of
    /// a file are those of who includes it.
    fn at_start(&self, start: u32, is_header: bool) -> Frame {
        let mut frame = self.at_entry();
        let given = self.f.params.len() + self.f.uses.len();
        for slot in 0..self.f.locals.len() {
            let mut held = frame.slots[slot];
            if let Some(param) = self.f.params.get(slot) {
                let defaulted = self.f.code[..start as usize].iter().any(|op| op.a == slot as u32);
                if !is_header && ((slot as u32) < self.f.required || defaulted) {
                    held.tags = held.tags.without(Tags::UNDEF);
                }
                let seen = self.input.params.get(slot).copied().filter(|tags| *tags != Tags::NONE);
                // What is passed to an inlined function is known.
                held.tags = held.tags.and(seen.filter(|_| self.is_inlined()).unwrap_or(Tags::ANY));
                held.likely = seen.or(param.ty.as_ref().and_then(declared)).unwrap_or(Tags::ANY);
                if param.by_ref {
                    held.likely = Tags::REFERENCE;
                }
            } else if slot < given && self.f.uses.get(slot - self.f.params.len()).is_some_and(|by_ref| *by_ref) {
                held.likely = Tags::REFERENCE;
            } else if slot >= given && !is_header && !self.plan.is_main {
                held = Held::tagged(Tags::UNDEF);
            }
            frame.slots[slot] = held;
        }
        frame
    }

    /// The frame anywhere else.
    fn at_entry(&self) -> Frame {
        let plain = Tags::ANY.without(Tags::of(Tag::Reference));
        let mut slots = vec![Held::UNKNOWN; self.f.frame_slots as usize];
        for (held, shared) in slots.iter_mut().zip(&self.plan.shared) {
            *held = Held::tagged(if *shared { Tags::ANY } else { plain });
        }
        Frame { slots, this_class: None }
    }

    /// Goes on at an op, with what the frame holds now.
    pub fn go(&mut self, to: u32) {
        let Some(index) = self.plan.block_at(to) else {
            let state = self.state(to);
            return self.end(End::Leave(state));
        };
        let edge = Edge { from: self.open, frame: self.frame.clone(), is_entry: false };
        match self.layouts[index as usize].take() {
            Some(layout) => {
                self.connect_back(index as usize, edge, &layout);
                self.layouts[index as usize] = Some(layout);
            }
            None => self.edges[index as usize].push(edge),
        }
    }

    /// Goes one of two ways, by a bool.
    pub fn branch(&mut self, on: ValueId, then: u32, otherwise: u32) {
        let (yes, no) = self.split(on);
        let frame = self.frame.clone();
        self.open = yes;
        self.go(then);
        self.open = no;
        self.frame = frame;
        self.go(otherwise);
    }

    /// Ends the block with two new ones, for the caller to go on in.
    pub fn split(&mut self, on: ValueId) -> (BlockId, BlockId) {
        let (yes, no) = (self.new_block(), self.new_block());
        self.end(End::Branch { on, then: (yes, Vec::new()), otherwise: (no, Vec::new()) });
        (yes, no)
    }
}
