//! `IntlCodePointBreakIterator`: boundaries between the characters of UTF-8, which is PHP's own idea.

use loxo_icu_sys::DONE;
use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr};

use crate::breaks::{Walker, part};

/// What is walked, and where.
#[derive(Clone)]
pub(crate) struct CodePoints {
    text: PhpStr,
    at: usize,
    /// The character that was passed last; -1: none.
    last: i32,
}

/// What stands for bytes that are no character.
const REPLACEMENT: i32 = 0xFFFD;

impl CodePoints {
    pub(crate) fn new() -> CodePoints {
        CodePoints { text: PhpStr::empty(), at: 0, last: DONE }
    }

    pub(crate) fn set_text(&mut self, text: &PhpStr) {
        *self = CodePoints { text: text.clone(), at: 0, last: self.last };
    }

    /// The character at a place, and its width.
    fn decoded(&self, at: usize) -> Option<(i32, usize)> {
        let rest = self.text.get(at..)?;
        let rest = &rest[..rest.len().min(4)];
        let chunk = rest.utf8_chunks().next()?;
        Some(match chunk.valid().chars().next() {
            Some(c) => (c as i32, c.len_utf8()),
            None => (REPLACEMENT, chunk.invalid().len()),
        })
    }

    /// The start of the character that a place is in.
    fn start_of(&self, offset: i32) -> usize {
        let at = usize::try_from(offset).unwrap_or(0).min(self.text.len());
        let first = at.saturating_sub(3);
        let starts = (first..at).rev().find(|start| self.decoded(*start).is_some_and(|(_, width)| start + width > at));
        if at == self.text.len() { at } else { starts.unwrap_or(at) }
    }

    fn place(&self) -> i32 {
        i32::try_from(self.at).unwrap_or(i32::MAX)
    }

    pub(crate) fn current(&self) -> i32 {
        self.place()
    }

    pub(crate) fn first(&mut self) -> i32 {
        (self.at, self.last) = (0, DONE);
        0
    }

    pub(crate) fn last(&mut self) -> i32 {
        (self.at, self.last) = (self.text.len(), DONE);
        self.place()
    }

    pub(crate) fn next(&mut self) -> i32 {
        let Some((c, width)) = self.decoded(self.at) else {
            self.last = DONE;
            return DONE;
        };
        self.at += width;
        self.last = c;
        self.place()
    }

    pub(crate) fn previous(&mut self) -> i32 {
        let before = (self.at.saturating_sub(4)..self.at)
            .find_map(|start| self.decoded(start).filter(|(_, width)| start + width == self.at).map(|(c, _)| (start, c)));
        match before.or_else(|| Some((self.at.checked_sub(1)?, REPLACEMENT))) {
            Some((start, c)) => {
                (self.at, self.last) = (start, c);
                self.place()
            }
            None => {
                self.last = DONE;
                DONE
            }
        }
    }

    pub(crate) fn following(&mut self, offset: i32) -> i32 {
        self.at = self.start_of(offset);
        self.next()
    }

    pub(crate) fn preceding(&mut self, offset: i32) -> i32 {
        self.at = self.start_of(offset);
        self.previous()
    }

    pub(crate) fn is_boundary(&mut self, offset: i32) -> bool {
        self.at = self.start_of(offset);
        self.place() == offset
    }

    pub(crate) fn move_by(&mut self, n: i32) -> i32 {
        for _ in 0..n.unsigned_abs() {
            let moved = if n > 0 { self.next() } else { self.previous() };
            if moved == DONE {
                return DONE;
            }
        }
        self.last = self.decoded(self.at).map_or(DONE, |(c, _)| c);
        self.place()
    }

    pub(crate) fn is_same(&self, other: &CodePoints) -> bool {
        self.at == other.at && self.text.ptr_eq(&other.text)
    }
}

/// `IntlCodePointBreakIterator::getLastCodePoint()`
pub(crate) fn get_last_code_point(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(match &part(cx, this)?.walker {
        Walker::CodePoints(walker) => walker.last,
        Walker::Icu(_) => DONE,
    })
}
