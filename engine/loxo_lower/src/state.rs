//! What is known of the slots of a frame at one point of the code.

use loxo_form::IntOp;

/// What a slot is known to hold, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    /// An int, in a register.
    Int,
    /// A float, in a register.
    Float,
    /// False or true, in a register.
    Bool,
    /// The frame holds a packed array; its address is in a register.
    Packed,
    /// The frame holds a reference to a packed array, whose address is in a register. Nothing in a loop's code makes it refer to another one.
    Referenced,
    /// A temporary that would hold what is at a location whose address is in a register (an array or an object): not copied, and not counted.
    Element,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Known {
    /// `None`: it is in the frame, whatever it is.
    pub ty: Option<Ty>,
    /// The frame does not have it yet.
    pub dirty: bool,
    /// It is in the frame, and nothing that is counted.
    pub plain: bool,
    /// What an int lies between.
    pub range: Range,
    /// Of an array: its slice is in registers, too: how many slots are in use, and where they begin.
    pub slice: bool,
    /// Of an array: nobody else owns it.
    pub owned: bool,
}

/// Both ends are included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub low: i64,
    pub high: i64,
}

/// Products of two ints of at most this size are ints.
const SMALL: i64 = i32::MAX as i64;
/// Sums of two ints of at most this size are ints.
const LARGE: i64 = 1 << 62;

impl Default for Range {
    fn default() -> Range {
        Range::ALL
    }
}

impl Range {
    pub const ALL: Range = Range { low: i64::MIN, high: i64::MAX };
    /// Mostly so: products of two ints are ints.
    pub const SMALL: Range = Range { low: 0, high: SMALL };
    /// How long arrays are.
    pub const LENGTH: Range = Range { low: 0, high: u32::MAX as i64 };

    pub fn one(int: i64) -> Range {
        Range { low: int, high: int }
    }

    /// What an int is expected to lie between when a loop begins, if it is this one now. `again`: too much was expected before.
    pub fn expected(int: i64, again: bool) -> Range {
        let around = |most: i64| Range { low: -most, high: most };
        let within = |most: i64| (-most..=most).contains(&int);
        match int {
            0..=SMALL if !again => Range::SMALL,
            _ if within(SMALL) && !again => around(SMALL),
            _ if within(LARGE) => around(LARGE),
            _ => Range::ALL,
        }
    }

    pub fn ends(self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// What an operation gives that leaves where its result is no int, and whether it may leave.
    pub fn computed(op: IntOp, left: Range, right: Range) -> (Range, bool) {
        if let Some((low, high)) = loxo_form::result_range(op, left.ends(), right.ends()) {
            return (Range { low, high }, false);
        }
        let range = match op {
            IntOp::Add => Range { low: left.low.saturating_add(right.low), high: left.high.saturating_add(right.high) },
            IntOp::Sub => Range { low: left.low.saturating_sub(right.high), high: left.high.saturating_sub(right.low) },
            _ => Range::ALL,
        };
        (range, true)
    }

    /// What is in both; where nothing is, no path leads there.
    pub fn narrowed(self, low: i64, high: i64) -> Range {
        let both = Range { low: self.low.max(low), high: self.high.min(high) };
        if both.low <= both.high { both } else { self }
    }

    /// What holds both, in few steps from the first range to all ints.
    fn widened(self, other: Range) -> Range {
        let low = [self.low, 0, -SMALL, -LARGE].into_iter().find(|low| *low <= self.low.min(other.low)).unwrap_or(i64::MIN);
        let high = [self.high, SMALL, LARGE].into_iter().find(|high| *high >= self.high.max(other.high)).unwrap_or(i64::MAX);
        Range { low, high }
    }
}

impl Known {
    fn is_plain(self) -> bool {
        self.plain || matches!(self.ty, Some(Ty::Int | Ty::Float | Ty::Bool))
    }
}

/// What is known of each slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    slots: Vec<Known>,
}

impl State {
    pub fn new(slots: usize) -> State {
        State { slots: vec![Known::default(); slots] }
    }

    pub fn get(&self, slot: u32) -> Known {
        self.slots.get(slot as usize).copied().unwrap_or_default()
    }

    pub fn ty(&self, slot: u32) -> Option<Ty> {
        self.get(slot).ty
    }

    /// The slot was looked at: the frame holds this.
    pub fn learn(&mut self, slot: u32, ty: Ty) {
        if let Some(known) = self.slots.get_mut(slot as usize) {
            *known = Known { ty: Some(ty), ..Known::default() };
        }
    }

    /// The slot was looked at: the frame holds nothing counted.
    pub fn learn_plain(&mut self, slot: u32) {
        if let Some(known) = self.slots.get_mut(slot as usize) {
            *known = Known { plain: true, ..Known::default() };
        }
    }

    /// The slot was written: in a register, or (`None`) in the frame.
    pub fn define(&mut self, slot: u32, ty: Option<Ty>) {
        if let Some(known) = self.slots.get_mut(slot as usize) {
            *known = Known { ty, dirty: ty.is_some(), ..Known::default() };
        }
    }

    /// The slot holds an int that lies between these.
    pub fn bound(&mut self, slot: u32, low: i64, high: i64) {
        if let Some(known) = self.slots.get_mut(slot as usize).filter(|known| known.ty == Some(Ty::Int)) {
            known.range = known.range.narrowed(low, high);
        }
    }

    /// The slice of the array that a slot holds is in registers.
    pub fn learn_slice(&mut self, slot: u32) {
        if let Some(known) = self.array(slot) {
            known.slice = true;
        }
    }

    /// It is in no registers any more, of all arrays.
    pub fn forget_slices(&mut self) {
        self.slots.iter_mut().for_each(|known| known.slice = false);
    }

    /// Slots with a slice in registers.
    pub fn slices(&self) -> impl Iterator<Item = u32> + '_ {
        self.known().filter(|(_, known)| known.slice).map(|(slot, _)| slot)
    }

    /// Nobody else owns the array that a slot holds.
    pub fn learn_owned(&mut self, slot: u32) {
        if let Some(known) = self.array(slot) {
            known.owned = true;
        }
    }

    fn array(&mut self, slot: u32) -> Option<&mut Known> {
        self.slots.get_mut(slot as usize).filter(|known| matches!(known.ty, Some(Ty::Packed | Ty::Referenced)))
    }

    /// Arrays may have got other owners.
    pub fn forget_owners(&mut self) {
        self.slots.iter_mut().for_each(|known| known.owned = false);
    }

    /// An array may have got longer; others that are referred to may be the same.
    pub fn grown(&mut self, slot: u32) {
        if self.ty(slot) != Some(Ty::Packed) {
            let others = self.slots.iter_mut().zip(0u32..).filter(|(known, other)| *other != slot && known.ty == Some(Ty::Referenced));
            others.for_each(|(known, _)| known.slice = false);
        }
    }

    /// The slot was written, in a register, with an int that lies between these.
    pub fn define_int(&mut self, slot: u32, range: Range) {
        self.define(slot, Some(Ty::Int));
        self.bound(slot, range.low, range.high);
    }

    /// Nobody reads the slot again before it is written.
    pub fn forget(&mut self, slot: u32) {
        self.define(slot, None);
    }

    /// Slots with their number.
    pub fn known(&self) -> impl Iterator<Item = (u32, Known)> + '_ {
        self.slots.iter().enumerate().filter(|(_, known)| known.ty.is_some()).map(|(slot, known)| (slot as u32, *known))
    }

    /// Slots that hold nothing counted, in the frame.
    pub fn plain(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().enumerate().filter(|(_, known)| known.plain).map(|(slot, _)| slot as u32)
    }

    /// How much is known of these slots: what they hold, and that nobody else owns it.
    pub fn facts_of(&self, slots: &[bool]) -> usize {
        let wanted = self.slots.iter().zip(slots).filter(|(_, wanted)| **wanted);
        wanted.map(|(known, _)| usize::from(known.ty.is_some()) + usize::from(known.owned)).sum()
    }

    pub fn dirty(&self) -> impl Iterator<Item = (u32, Ty)> + '_ {
        self.known().filter(|(_, known)| known.dirty).filter_map(|(slot, known)| Some((slot, known.ty?)))
    }

    /// A temporary stands for an element of an array.
    pub fn borrows(&self) -> bool {
        self.known().any(|(_, known)| known.ty == Some(Ty::Element))
    }

    /// Keeps what is also known in `other`; true if that is less than before.
    pub fn meet(&mut self, other: &State) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            let met = if mine.ty == theirs.ty && mine.ty != Some(Ty::Element) {
                Known {
                    ty: mine.ty,
                    dirty: mine.dirty || theirs.dirty,
                    plain: mine.plain && theirs.plain,
                    range: mine.range.widened(theirs.range),
                    slice: mine.slice && theirs.slice,
                    owned: mine.owned && theirs.owned,
                }
            } else {
                Known { plain: mine.is_plain() && theirs.is_plain(), ..Known::default() }
            };
            changed |= met != *mine;
            *mine = met;
        }
        changed
    }
}
