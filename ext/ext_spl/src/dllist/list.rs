//! The elements of a `SplDoublyLinkedList`, and the positions of those who iterate over them.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use loxo_runtime::memory_limit::check_growth;

use crate::prelude::*;

/// Where somebody is. Elements are counted from a moving base, so that what happens at the ends changes nobody's number.
#[derive(Clone, Copy, Default)]
pub(super) enum IterPosition {
    #[default]
    End,
    At(i64),
    /// The element was removed: nothing follows.
    Dead,
}

/// A position with the key that the iteration shows.
#[derive(Clone, Copy, Default)]
pub(super) struct Cursor {
    pub(super) place: IterPosition,
    pub(super) position: i64,
}

pub(super) type CursorCell = Rc<Cell<Cursor>>;

#[derive(Default)]
pub(super) struct List {
    values: VecDeque<Value>,
    /// Number of the first element.
    base: i64,
    cursors: Vec<Weak<Cell<Cursor>>>,
}

impl List {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn values(&self) -> &VecDeque<Value> {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut VecDeque<Value> {
        &mut self.values
    }

    /// A new place that follows changes.
    pub(super) fn cursor(&mut self, start: Cursor) -> CursorCell {
        self.cursors.retain(|cursor| cursor.strong_count() > 0);
        let cursor = Rc::new(Cell::new(start));
        self.cursors.push(Rc::downgrade(&cursor));
        cursor
    }

    fn move_cursors(&self, change: impl Fn(IterPosition) -> IterPosition) {
        for cursor in self.cursors.iter().filter_map(Weak::upgrade) {
            let Cursor { place, position } = cursor.get();
            cursor.set(Cursor { place: change(place), position });
        }
    }

    pub(super) fn push(&mut self, value: Value) {
        check_growth::<Value>(self.values.len(), self.values.capacity());
        self.values.push_back(value);
    }

    pub(super) fn unshift(&mut self, value: Value) {
        check_growth::<Value>(self.values.len(), self.values.capacity());
        self.values.push_front(value);
        self.base -= 1;
    }

    fn kill(&self, number: i64) {
        self.move_cursors(|place| match place {
            IterPosition::At(at) if at == number => IterPosition::Dead,
            place => place,
        });
    }

    pub(super) fn pop(&mut self) -> Option<Value> {
        let value = self.values.pop_back()?;
        self.kill(self.base + self.values.len() as i64);
        Some(value)
    }

    pub(super) fn shift(&mut self) -> Option<Value> {
        let value = self.values.pop_front()?;
        self.base += 1;
        self.kill(self.base - 1);
        Some(value)
    }

    pub(super) fn remove(&mut self, index: usize) -> Option<Value> {
        let value = self.values.remove(index)?;
        let number = self.base + index as i64;
        self.move_cursors(|place| match place {
            IterPosition::At(at) if at == number => IterPosition::Dead,
            IterPosition::At(at) if at > number => IterPosition::At(at - 1),
            place => place,
        });
        Some(value)
    }

    pub(super) fn insert(&mut self, index: usize, value: Value) {
        self.values.insert(index, value);
        let number = self.base + index as i64;
        self.move_cursors(|place| match place {
            IterPosition::At(at) if at >= number => IterPosition::At(at + 1),
            place => place,
        });
    }

    fn place(&self, number: i64) -> IterPosition {
        let inside = number >= self.base && number < self.base + self.values.len() as i64;
        if inside { IterPosition::At(number) } else { IterPosition::End }
    }

    /// The element of a place.
    pub(super) fn at(&self, place: IterPosition) -> Option<&Value> {
        match place {
            IterPosition::At(number) => self.values.get(usize::try_from(number - self.base).ok()?),
            _ => None,
        }
    }

    pub(super) fn start(&self, backward: bool) -> Cursor {
        let last = self.values.len() as i64 - 1;
        let index = if backward { last } else { 0 };
        Cursor { place: self.place(self.base + index), position: index }
    }

    /// The place next to an element's and what is there; `None`: the end.
    #[inline]
    pub(super) fn beside(&self, number: i64, backward: bool) -> Option<(i64, &Value)> {
        let number = if backward { number - 1 } else { number + 1 };
        Some((number, self.values.get(usize::try_from(number - self.base).ok()?)?))
    }

    /// The neighbour of a place.
    pub(super) fn neighbour(&self, place: IterPosition, backward: bool) -> IterPosition {
        match (place, backward) {
            (IterPosition::At(number), false) => self.place(number + 1),
            (IterPosition::At(number), true) => self.place(number - 1),
            (IterPosition::End | IterPosition::Dead, _) => IterPosition::End,
        }
    }
}
