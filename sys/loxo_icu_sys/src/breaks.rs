//! Finds the boundaries of characters, words, lines and sentences in a text by ICU's break iterators.

use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::Arc;

use crate::{ParseError, call, filled, given, kept, text};

/// No (more) boundary.
pub const DONE: i32 = -1;

crate::handle! {
    /// ICU's own, which looks at text that it does not own.
    Iterator, ubrk_close
}

crate::handle! {
    /// A text as ICU walks it.
    WalkedText, utext_close
}

/// Walks the boundaries of UTF-8 text; places are byte offsets.
pub struct Breaks {
    // Fields are dropped in this order: ICU's iterator first, then the text it looks at.
    iterator: Iterator,
    text: Option<Arc<[u8]>>,
}

impl Breaks {
    fn of(iterator: crate::raw::Ptr) -> Option<Breaks> {
        Some(Breaks { iterator: Iterator::own(iterator)?, text: None })
    }

    fn ptr(&self) -> crate::raw::Ptr {
        self.iterator.ptr()
    }

    /// Kinds: character, word, line, sentence, title.
    pub fn open(kind: i32, locale: Option<&CStr>, status: &mut i32) -> Option<Breaks> {
        // What is no locale is the root.
        let locale = locale.map(|locale| if crate::usable(locale, &mut 0) { locale } else { c"" });
        Breaks::of(call!(ubrk_open(kind, locale.map_or(null(), CStr::as_ptr), null(), 0, status)))
    }

    pub fn from_rules(rules: &[u16], error: &mut ParseError, status: &mut i32) -> Option<Breaks> {
        let (rules, length) = text(rules);
        let mut place = ParseError::raw();
        let iterator = call!(ubrk_openRules(rules, length, null(), 0, &raw mut place, status));
        *error = ParseError::of(&place);
        Breaks::of(iterator)
    }

    /// Of what [`Breaks::binary_rules`] answered. ICU would neither copy nor check the tables in there, so the source of the rules, which stands
    /// behind them, is compiled again.
    pub fn from_binary_rules(rules: &[u8], status: &mut i32) -> Option<Breaks> {
        const MAGIC: u32 = 0xB1A0;
        /// The source is UTF-8 from this version of the format on.
        const FORMAT: u8 = 5;
        let number = |at: usize| rules.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_ne_bytes);
        let source = (|| {
            let known = number(0)? == MAGIC && *rules.get(4)? >= FORMAT && usize::try_from(number(8)?).ok()? <= rules.len();
            let (from, length) = (usize::try_from(number(40)?).ok()?, usize::try_from(number(44)?).ok()?);
            let source = rules.get(from..from.checked_add(length)?)?;
            str::from_utf8(source).ok().filter(|_| known)
        })();
        let Some(source) = source else {
            *status = crate::status::INVALID_FORMAT;
            return None;
        };
        let units: Vec<u16> = source.trim_end_matches('\0').encode_utf16().collect();
        Breaks::from_rules(&units, &mut ParseError::default(), status)
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<Breaks> {
        // Both look at the same bytes, which are counted.
        let iterator = Iterator::own(call!(ubrk_clone(self.ptr(), status)))?;
        Some(Breaks { iterator, text: self.text.clone() })
    }

    pub fn set_text(&mut self, bytes: &[u8], status: &mut i32) {
        let bytes: Arc<[u8]> = bytes.into();
        let Ok(length) = i64::try_from(bytes.len()) else { return };
        let Some(walked) = WalkedText::own(call!(utext_openUTF8(null_mut(), bytes.as_ptr(), length, status))) else { return };
        // ICU makes a shallow copy of the walked text; the bytes stay where they are until the next text comes.
        call!(ubrk_setUText(self.ptr(), walked.ptr(), status));
        if !crate::failed(*status) {
            self.text = Some(bytes);
        }
    }

    pub fn text(&self) -> Option<&[u8]> {
        self.text.as_deref()
    }

    pub fn current(&self) -> i32 {
        call!(ubrk_current(self.ptr()))
    }

    #[expect(clippy::should_implement_trait, reason = "it is ICU's name, and boundaries are numbers")]
    pub fn next(&mut self) -> i32 {
        call!(ubrk_next(self.ptr()))
    }

    /// So many boundaries on, or back.
    pub fn move_by(&mut self, n: i32) -> i32 {
        let mut place = self.current();
        for _ in 0..n.unsigned_abs() {
            place = if n > 0 { self.next() } else { self.previous() };
            if place == DONE {
                break;
            }
        }
        place
    }

    pub fn previous(&mut self) -> i32 {
        call!(ubrk_previous(self.ptr()))
    }

    pub fn first(&mut self) -> i32 {
        call!(ubrk_first(self.ptr()))
    }

    pub fn last(&mut self) -> i32 {
        call!(ubrk_last(self.ptr()))
    }

    pub fn preceding(&mut self, at: i32) -> i32 {
        call!(ubrk_preceding(self.ptr(), at))
    }

    pub fn following(&mut self, at: i32) -> i32 {
        call!(ubrk_following(self.ptr(), at))
    }

    pub fn is_boundary(&mut self, at: i32) -> bool {
        call!(ubrk_isBoundary(self.ptr(), at)) != 0
    }

    pub fn rule_status(&mut self) -> i32 {
        call!(ubrk_getRuleStatus(self.ptr()))
    }

    pub fn rule_statuses(&mut self, status: &mut i32) -> Vec<i32> {
        filled(status, |out, cap, status| call!(ubrk_getRuleStatusVec(self.ptr(), out, cap, status)))
    }

    pub fn locale(&self, kind: i32, status: &mut i32) -> Option<String> {
        kept(call!(ubrk_getLocaleByType(self.ptr(), kind, status)))
    }

    pub fn is_rule_based(&self) -> bool {
        call!(lx_breaks_is_rule_based(self.ptr())) != 0
    }

    pub fn rules(&self) -> Vec<u16> {
        given(|put, to| call!(lx_breaks_rules(self.ptr(), put, to))).unwrap_or_default()
    }

    pub fn binary_rules(&mut self, status: &mut i32) -> Vec<u8> {
        // Unlike other functions this one answers what it needs only when it is given no place.
        let needed = call!(ubrk_getBinaryRules(self.ptr(), null_mut(), 0, status));
        let mut rules = vec![0; usize::try_from(needed).unwrap_or(0)];
        call!(ubrk_getBinaryRules(self.ptr(), rules.as_mut_ptr(), needed.max(0), status));
        if crate::failed(*status) { Vec::new() } else { rules }
    }
}
