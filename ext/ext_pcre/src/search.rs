//! Going through a subject from match to match.

use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};

use loxo_pcre_sys::{Code, Matcher, Subject, error, flag};
use loxo_runtime::{Cx, PhpStr};

use crate::errors::{PregError, State};
use crate::pattern::Regex;
use crate::plain::Found;

/// Groups that the matchers of the pool have space for.
const POOLED_GROUPS: usize = 32;

thread_local! {
    /// A matcher that nobody uses.
    static IDLE: Cell<Option<Box<Matcher>>> = const { Cell::new(None) };
    /// More of them: callbacks may search while a search goes on.
    // Boxed, since what is as large is slow to move.
    #[allow(clippy::vec_box)]
    static POOL: RefCell<Vec<Box<Matcher>>> = const { RefCell::new(Vec::new()) };
}

/// A search from match to match.
pub(crate) struct Search<'s> {
    finder: Finder<'s>,
    // Beside the finder, which is given the subject's address: a copy would be read before it has left the processor's store buffer.
    subject: Subject<'s>,
    start: usize,
    /// The last match was empty: the next one must not be, or must be elsewhere.
    after_empty: bool,
}

/// What finds one match.
struct Finder<'s> {
    regex: &'s Regex,
    /// Taken when the library is asked first.
    library: Option<Library<'s>>,
    /// The match, if it was found without the library.
    found: Option<[usize; 2]>,
    jit: bool,
}

/// What the library searches with.
struct Library<'s> {
    code: &'s Code,
    matcher: Pooled,
}

impl<'s> Search<'s> {
    /// `start` is within the subject. Resets the last error.
    #[inline]
    pub(crate) fn new(cx: &mut Cx, regex: &'s Regex, subject: &'s PhpStr, start: usize) -> Search<'s> {
        let state = cx.ext::<State>();
        state.last = PregError::None;
        let jit = state.jit;
        // Made in one go, behind what is called for it: else it would be moved, and its flag be read before it has left the store buffer.
        let subject = subject_for(regex, subject);
        Search { finder: Finder { regex, library: None, found: None, jit }, subject, start, after_empty: false }
    }

    /// For questions about one subject after the other.
    pub(crate) fn idle(cx: &mut Cx, regex: &'s Regex) -> Search<'s> {
        Search::new(cx, regex, const { &PhpStr::empty() }, 0)
    }

    /// Does another subject match? Does not reset the last error.
    pub(crate) fn is_match(&mut self, cx: &mut Cx, subject: &PhpStr) -> Result<bool, PregError> {
        let finder = &mut self.finder;
        if finder.library.as_ref().is_some_and(|library| !library.code.has_jit()) {
            finder.library = None;
        }
        finder.look(cx, &subject_for(finder.regex, subject), 0)
    }

    /// Goes to the next match, if there is one; an error is noted as the last one.
    #[inline]
    pub(crate) fn next(&mut self, cx: &mut Cx) -> Result<bool, PregError> {
        if self.after_empty {
            return self.next_after_empty(cx);
        }
        let found = self.finder.look(cx, &self.subject, self.start)?;
        if found {
            self.go_behind();
        }
        Ok(found)
    }

    /// As Perl's /g: something at the same place that is not empty, else from the next character on.
    #[inline(never)]
    fn next_after_empty(&mut self, cx: &mut Cx) -> Result<bool, PregError> {
        if self.finder.ask_library(cx, &self.subject, self.start, flag::NOTEMPTY_ATSTART | flag::ANCHORED)? {
            self.go_behind();
            return Ok(true);
        }
        if self.start >= self.subject.as_bytes().len() {
            return Ok(false);
        }
        self.start += self.step();
        self.after_empty = false;
        self.next(cx)
    }

    #[inline(always)]
    fn go_behind(&mut self) {
        let (start, end) = match (self.finder.found, &self.finder.library) {
            (Some([start, end]), _) => (start, end),
            (None, Some(library)) => library.matcher.whole(),
            (None, None) => return,
        };
        self.after_empty = start == end;
        self.start = end;
    }

    pub(crate) fn regex(&self) -> &Regex {
        self.finder.regex
    }

    /// The match: see [`Matcher::offsets`].
    #[inline]
    pub(crate) fn offsets(&self) -> &[usize] {
        match (&self.finder.found, &self.finder.library) {
            (Some(found), _) => found,
            (None, Some(library)) => library.matcher.offsets(),
            (None, None) => &[],
        }
    }

    pub(crate) fn mark(&self) -> Option<&[u8]> {
        self.finder.library.as_ref().and_then(|library| library.matcher.mark())
    }

    /// Length of the character at the place where the search is.
    fn step(&self) -> usize {
        let rest = &self.subject.as_bytes()[self.start..];
        if !self.finder.regex.is_utf {
            return 1;
        }
        1 + rest[1..].iter().take_while(|byte| **byte & 0xc0 == 0x80).count()
    }
}

impl Finder<'_> {
    /// Finds the first match from `start` on.
    #[inline(always)]
    fn look(&mut self, cx: &mut Cx, subject: &Subject<'_>, start: usize) -> Result<bool, PregError> {
        self.found = None;
        if let Some(plain) = &self.regex.plain
            && self.jit
        {
            match plain.find(subject.as_bytes(), start) {
                Found::Match(start, end) => {
                    self.found = Some([start, end]);
                    return Ok(true);
                }
                Found::Nothing => return Ok(false),
                Found::Unknown => {}
            }
        } else if let Some(prefilter) = &self.regex.prefilter
            && (subject.is_text() || !self.regex.is_utf)
            && !prefilter.lets_pass(subject.as_bytes(), start)
        {
            return Ok(false);
        }
        self.ask_library(cx, subject, start, 0)
    }

    /// Has the library find the first match from `start` on. An error is noted as the last one.
    #[inline]
    fn ask_library(&mut self, cx: &mut Cx, subject: &Subject<'_>, start: usize, options: u32) -> Result<bool, PregError> {
        let library = match &mut self.library {
            Some(library) => library,
            None => {
                let state = cx.ext::<State>();
                let mut matcher = Pooled::take(self.regex.groups);
                matcher.set_limits(state.backtrack_limit, state.recursion_limit);
                self.library.insert(Library { code: self.regex.code(self.jit, subject.as_bytes()), matcher })
            }
        };
        let mut result = library.matcher.run(library.code, subject, start, options);
        // The limits are counted otherwise in machine code, and by far not as fast.
        if matches!(result, error::MATCHLIMIT | error::DEPTHLIMIT | error::HEAPLIMIT)
            && self.jit
            && !library.code.has_jit()
            && let Some(fast) = self.regex.fast_code()
        {
            result = library.matcher.run(fast, subject, start, options);
        }
        match result {
            0.. => Ok(true),
            error::NOMATCH => Ok(false),
            number => Err(noted(cx, number)),
        }
    }
}

/// Notes an error as the last one.
#[cold]
fn noted(cx: &mut Cx, number: i32) -> PregError {
    let error = PregError::from(number);
    cx.ext::<State>().last = error;
    error
}

#[inline]
fn subject_for<'s>(regex: &Regex, subject: &'s PhpStr) -> Subject<'s> {
    let text = if regex.is_utf { subject.as_text() } else { None };
    text.map_or_else(|| Subject::bytes(subject), Subject::text)
}

/// A matcher that goes back to the pool.
struct Pooled(Option<Box<Matcher>>);

impl Pooled {
    #[inline]
    fn take(groups: usize) -> Pooled {
        match IDLE.take() {
            Some(matcher) if matcher.groups() >= groups => Pooled(Some(matcher)),
            other => Pooled::take_another(other, groups),
        }
    }

    #[cold]
    fn take_another(unfit: Option<Box<Matcher>>, groups: usize) -> Pooled {
        POOL.with_borrow_mut(|pool| {
            pool.extend(unfit);
            let at = pool.iter().position(|matcher| matcher.groups() >= groups);
            Pooled(Some(at.map_or_else(|| Box::new(Matcher::new(groups.max(POOLED_GROUPS))), |at| pool.swap_remove(at))))
        })
    }
}

impl Deref for Pooled {
    type Target = Matcher;

    #[inline(always)]
    fn deref(&self) -> &Matcher {
        self.0.as_ref().expect("taken by drop alone")
    }
}

impl DerefMut for Pooled {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Matcher {
        self.0.as_mut().expect("taken by drop alone")
    }
}

impl Drop for Pooled {
    #[inline]
    fn drop(&mut self) {
        // At the end of the thread there may be no pool any more.
        if let Ok(Some(another)) = IDLE.try_with(|idle| idle.replace(self.0.take())) {
            keep(another);
        }
    }
}

/// Two searches are over of which one was within the other.
#[cold]
fn keep(another: Box<Matcher>) {
    let _ = POOL.try_with(|pool| pool.borrow_mut().push(another));
}
