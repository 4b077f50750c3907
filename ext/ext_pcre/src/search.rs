//! Going through a subject from match to match.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

use loxo_pcre_sys::{Matcher, Subject, error, flag};
use loxo_runtime::{Cx, PhpStr};

use crate::errors::{PregError, State};
use crate::pattern::Regex;

/// Groups that the matchers of the pool have space for.
const POOLED_GROUPS: usize = 32;

thread_local! {
    /// Matchers that nobody uses. Callbacks may search while a search goes on, so there can be several.
    // Boxed, since what is as large is slow to move.
    #[allow(clippy::vec_box)]
    static POOL: RefCell<Vec<Box<Matcher>>> = const { RefCell::new(Vec::new()) };
}

/// A search from match to match.
pub(crate) struct Search<'s> {
    regex: Rc<Arc<Regex>>,
    matcher: Pooled,
    subject: Subject<'s>,
    start: usize,
    /// The last match was empty: the next one must not be, or must be elsewhere.
    after_empty: bool,
    jit: bool,
    /// The machine code is there, and is what runs.
    fast: bool,
}

impl<'s> Search<'s> {
    /// `start` is within the subject. Resets the last error.
    pub(crate) fn new(cx: &mut Cx, regex: &Rc<Arc<Regex>>, subject: &'s PhpStr, start: usize) -> Search<'s> {
        let state = cx.ext::<State>();
        state.last = PregError::None;
        let mut matcher = Pooled::take(regex.groups);
        matcher.set_limits(state.backtrack_limit, state.recursion_limit);
        let jit = state.jit;
        let fast = regex.code(jit, subject).has_jit();
        let subject = subject_for(regex, subject);
        Search { regex: regex.clone(), matcher, subject, start, after_empty: false, jit, fast }
    }

    /// For questions about one subject after the other.
    pub(crate) fn idle(cx: &mut Cx, regex: &Rc<Arc<Regex>>) -> Search<'static> {
        let state = cx.ext::<State>();
        state.last = PregError::None;
        let mut matcher = Pooled::take(regex.groups);
        matcher.set_limits(state.backtrack_limit, state.recursion_limit);
        let (subject, jit) = (Subject::bytes(b""), state.jit);
        Search { regex: regex.clone(), matcher, subject, start: 0, after_empty: false, jit, fast: false }
    }

    /// Does another subject match? Does not reset the last error.
    pub(crate) fn is_match(&mut self, cx: &mut Cx, subject: &PhpStr) -> Result<bool, PregError> {
        self.fast = self.fast || self.regex.code(self.jit, subject).has_jit();
        let subject = subject_for(&self.regex, subject);
        match self.run_on(&subject, 0, 0) {
            Ok(_) => Ok(true),
            Err(error::NOMATCH) => Ok(false),
            Err(number) => Err(noted(cx, number)),
        }
    }

    /// Goes to the next match, if there is one; an error is noted as the last one.
    pub(crate) fn next(&mut self, cx: &mut Cx) -> Result<bool, PregError> {
        self.advance().map_err(|number| noted(cx, number))
    }

    pub(crate) fn regex(&self) -> &Regex {
        &self.regex
    }

    /// The match: see [`Matcher::offsets`].
    pub(crate) fn offsets(&self) -> &[usize] {
        self.matcher.offsets()
    }

    pub(crate) fn mark(&self) -> Option<&[u8]> {
        self.matcher.mark()
    }

    fn advance(&mut self) -> Result<bool, i32> {
        if self.after_empty {
            // As Perl's /g: something at the same place that is not empty, else the next character.
            match self.run(flag::NOTEMPTY_ATSTART | flag::ANCHORED) {
                Ok(()) => return Ok(true),
                Err(error::NOMATCH) if self.start < self.subject.as_bytes().len() => self.start += self.step(),
                Err(error::NOMATCH) => return Ok(false),
                Err(number) => return Err(number),
            }
        }
        match self.run(0) {
            Ok(()) => Ok(true),
            Err(error::NOMATCH) => Ok(false),
            Err(number) => Err(number),
        }
    }

    /// Length of the character at the place where the search is.
    fn step(&self) -> usize {
        let rest = &self.subject.as_bytes()[self.start..];
        if !self.regex.is_utf {
            return 1;
        }
        1 + rest[1..].iter().take_while(|byte| **byte & 0xc0 == 0x80).count()
    }

    fn run(&mut self, options: u32) -> Result<(), i32> {
        let subject = self.subject;
        let (start, end) = self.run_on(&subject, self.start, options)?;
        self.after_empty = start == end;
        self.start = end;
        Ok(())
    }

    fn run_on(&mut self, subject: &Subject<'_>, start: usize, options: u32) -> Result<(usize, usize), i32> {
        let matcher = &mut self.matcher;
        let code = self.regex.chosen(self.fast);
        let mut result = matcher.run(code, subject, start, options);
        // The limits are counted otherwise in machine code, and by far not as fast.
        if let Err(error::MATCHLIMIT | error::DEPTHLIMIT | error::HEAPLIMIT) = result
            && self.jit
            && !code.has_jit()
            && let Some(fast) = self.regex.fast_code()
        {
            result = matcher.run(fast, subject, start, options);
        }
        result
    }
}

/// Notes an error as the last one.
#[cold]
fn noted(cx: &mut Cx, number: i32) -> PregError {
    let error = PregError::from(number);
    cx.ext::<State>().last = error;
    error
}

fn subject_for<'s>(regex: &Regex, subject: &'s PhpStr) -> Subject<'s> {
    let text = if regex.is_utf { subject.as_text() } else { None };
    text.map_or_else(|| Subject::bytes(subject), Subject::text)
}

/// A matcher that goes back to the pool.
struct Pooled(Option<Box<Matcher>>);

impl Pooled {
    fn take(groups: usize) -> Pooled {
        let matcher = POOL.with_borrow_mut(Vec::pop).filter(|matcher| matcher.groups() >= groups);
        Pooled(matcher.or_else(|| Some(Box::new(Matcher::new(groups.max(POOLED_GROUPS))))))
    }
}

impl Deref for Pooled {
    type Target = Matcher;

    fn deref(&self) -> &Matcher {
        self.0.as_ref().expect("taken by drop alone")
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut Matcher {
        self.0.as_mut().expect("taken by drop alone")
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // At the end of the thread there may be no pool any more.
        let _ = POOL.try_with(|pool| pool.borrow_mut().extend(self.0.take()));
    }
}
