//! What is known of the frame's slots at a point of a function that is being built.

use crate::{Tags, Type, ValueId};

/// The types of unboxed values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Int,
    Float,
    Bool,
}

impl Number {
    pub fn tags(self) -> Tags {
        match self {
            Number::Int => Tags::INT,
            Number::Float => Tags::FLOAT,
            Number::Bool => Tags::BOOL,
        }
    }

    pub fn ty(self) -> Type {
        Type::tagged(self.tags())
    }

    /// What has one of these tags is of this type.
    pub fn of(tags: Tags) -> Option<Number> {
        [Number::Int, Number::Float, Number::Bool].into_iter().find(|number| tags != Tags::NONE && tags.within(number.tags()))
    }
}

/// What is known of one slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Held {
    /// What it holds has one of these tags.
    pub tags: Tags,
    /// What it probably holds has one of these.
    pub likely: Tags,
    /// The number that it holds.
    pub number: Option<(ValueId, Number)>,
    /// The number is newer than the frame, where the slot holds nothing counted.
    pub dirty: bool,
    /// It holds an object of a class of this set.
    pub class: Option<u32>,
}

impl Held {
    pub const UNKNOWN: Held = Held::tagged(Tags::ANY);

    pub const fn tagged(tags: Tags) -> Held {
        Held { tags, likely: Tags::ANY, number: None, dirty: false, class: None }
    }

    pub fn is_number(value: ValueId, number: Number, dirty: bool) -> Held {
        Held { tags: number.tags(), likely: Tags::ANY, number: Some((value, number)), dirty, class: None }
    }

    /// The frame may hold something counted there.
    pub fn may_be_counted(&self) -> bool {
        !self.dirty && !self.tags.within(Tags::UNCOUNTED)
    }

    /// The number that it holds for sure, whether it was read yet or not.
    pub fn known(&self) -> Option<Number> {
        self.number.map(|(_, number)| number).or(Number::of(self.tags))
    }

    /// The number that it holds, for sure or probably.
    pub fn expected(&self) -> Option<Number> {
        self.known().or(Number::of(self.likely.and(self.tags)))
    }

    /// What it holds is still so, but nothing newer than the frame.
    pub fn forget_newer(&mut self) {
        if self.dirty {
            *self = Held::tagged(Tags::UNCOUNTED);
        }
    }
}

/// All slots.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub slots: Vec<Held>,
    /// `$this` is an object of a class of this set.
    pub this_class: Option<u32>,
}

impl Frame {
    pub fn get(&self, slot: u32) -> Held {
        self.slots.get(slot as usize).copied().unwrap_or(Held::UNKNOWN)
    }

    pub fn set(&mut self, slot: u32, held: Held) {
        if let Some(old) = self.slots.get_mut(slot as usize) {
            *old = held;
        }
    }
}
