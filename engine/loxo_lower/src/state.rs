//! What is known of the slots of a frame at one point of the code.

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
    /// An int that is not the largest one, so that one more is an int too.
    pub below: bool,
    /// An int that is not the least one.
    pub above: bool,
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

    /// The slot holds an int that is not the largest, or not the least one.
    pub fn bound(&mut self, slot: u32, below: bool, above: bool) {
        if let Some(known) = self.slots.get_mut(slot as usize).filter(|known| known.ty == Some(Ty::Int)) {
            known.below |= below;
            known.above |= above;
        }
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

    /// Of so many of these slots it is known what they hold.
    pub fn types_of(&self, slots: &[bool]) -> usize {
        self.slots.iter().zip(slots).filter(|(known, wanted)| **wanted && known.ty.is_some()).count()
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
                    below: mine.below && theirs.below,
                    above: mine.above && theirs.above,
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
