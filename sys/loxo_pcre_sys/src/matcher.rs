//! Matches compiled patterns against texts, with memory, limits and offsets that are used again for the next match.

use std::ptr::{self, NonNull};

use pcre2_sys as sys;

use crate::Code;

/// Stack of machine code: the least and the most, in bytes.
const JIT_STACK: (usize, usize) = (32 << 10, 192 << 10);

/// What a pattern is matched against.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    bytes: &'s [u8],
    is_text: bool,
}

impl<'s> Subject<'s> {
    /// Any bytes. Patterns that want UTF-8 look at each match whether they are.
    #[inline]
    pub fn bytes(bytes: &'s [u8]) -> Subject<'s> {
        Subject { bytes, is_text: false }
    }

    /// Known to be UTF-8.
    #[inline]
    pub fn text(text: &'s str) -> Subject<'s> {
        Subject { bytes: text.as_bytes(), is_text: true }
    }

    #[inline]
    pub fn as_bytes(&self) -> &'s [u8] {
        self.bytes
    }

    /// Known to be UTF-8?
    #[inline]
    pub fn is_text(&self) -> bool {
        self.is_text
    }

    fn is_boundary(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(|byte| byte & 0xc0 != 0x80)
    }
}

/// Memory for matching, limits, and the last result. Belongs to one thread.
pub struct Matcher {
    data: NonNull<sys::pcre2_match_data_8>,
    context: NonNull<sys::pcre2_match_context_8>,
    stack: *mut sys::pcre2_jit_stack_8,
    /// Where matches write their pairs, in `data`.
    places: *const usize,
    groups: usize,
    /// As set last.
    limits: Option<(u32, u32)>,
    /// Groups of the last match, the whole included; 0 if there was none.
    count: usize,
    mark: Option<Box<[u8]>>,
}

impl Matcher {
    /// For patterns of at most so many groups, the whole match included.
    pub fn new(groups: usize) -> Matcher {
        let pairs = u32::try_from(groups.max(1)).unwrap_or(u32::MAX);
        // SAFETY: null contexts stand for the defaults. The stack may be null: machine code then uses a small one of its own.
        let (data, context, stack) = unsafe {
            (
                sys::pcre2_match_data_create_8(pairs, ptr::null_mut()),
                sys::pcre2_match_context_create_8(ptr::null_mut()),
                sys::pcre2_jit_stack_create_8(JIT_STACK.0, JIT_STACK.1, ptr::null_mut()),
            )
        };
        let (Some(data), Some(context)) = (NonNull::new(data), NonNull::new(context)) else {
            std::alloc::handle_alloc_error(std::alloc::Layout::new::<[usize; 64]>())
        };
        if !stack.is_null() {
            // SAFETY: the stack lives as long as the context; without a callback it is the data.
            unsafe { sys::pcre2_jit_stack_assign_8(context.as_ptr(), None, stack.cast()) }
        }
        // SAFETY: the block is live, and keeps its pairs where they are; there is one at least, which `whole` reads at any time.
        let places = unsafe {
            let places = sys::pcre2_get_ovector_pointer_8(data.as_ptr());
            places.write_bytes(0, 2);
            places
        };
        Matcher { data, context, stack, places, groups: groups.max(1), limits: None, count: 0, mark: None }
    }

    /// The most groups of a pattern that this can match.
    #[inline]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// How often a match may try, and how deep it may nest.
    #[inline]
    pub fn set_limits(&mut self, tries: u32, depth: u32) {
        if self.limits == Some((tries, depth)) {
            return;
        }
        self.limits = Some((tries, depth));
        // SAFETY: the context is ours.
        unsafe {
            sys::pcre2_set_match_limit_8(self.context.as_ptr(), tries);
            sys::pcre2_set_depth_limit_8(self.context.as_ptr(), depth);
        }
    }

    /// Looks for the first match from `start` on. Not negative: there is one ([`Matcher::whole`], [`Matcher::offsets`]); else the library's error
    /// number, which is not always an error.
    #[inline(always)]
    pub fn run(&mut self, code: &Code, subject: &Subject<'_>, start: usize, options: u32) -> i32 {
        self.count = 0;
        if self.mark.is_some() {
            self.mark = None;
        }
        let bytes = subject.bytes;
        if start > bytes.len() || code.groups() > self.groups {
            return crate::error::BADOFFSET;
        }
        let mut options = options & !(sys::PCRE2_NO_UTF_CHECK | sys::PCRE2_COPY_MATCHED_SUBJECT | sys::PCRE2_NO_JIT);
        if subject.is_text || !code.is_utf() {
            if code.is_utf() && !subject.is_boundary(start) {
                return crate::error::BADUTFOFFSET;
            }
            options |= sys::PCRE2_NO_UTF_CHECK;
        }
        let direct = code.has_jit() && options == sys::PCRE2_NO_UTF_CHECK;
        let matching = if direct { sys::pcre2_jit_match_8 } else { sys::pcre2_match_8 };
        let (code_ptr, data, context) = (code.ptr.as_ptr(), self.data.as_ptr(), self.context.as_ptr());
        // SAFETY: pattern, data and context are live; the subject is as long as it says, `start` is within it, and it is UTF-8 if the
        // pattern wants that and the check is left out. The direct call needs no more than that.
        let count = unsafe { matching(code_ptr, bytes.as_ptr(), bytes.len(), start, options, data, context) };
        if let Ok(groups) = usize::try_from(count) {
            // 0: more groups than there is space for, which was excluded.
            self.count = groups.clamp(1, self.groups);
            if code.has_verbs() {
                self.take_mark();
            }
        }
        count
    }

    /// Keeps the mark of the match that was just found.
    #[cold]
    fn take_mark(&mut self) {
        // SAFETY: a mark is in the pattern, which is live; its length is in front of it.
        unsafe {
            let mark = sys::pcre2_get_mark_8(self.data.as_ptr());
            if !mark.is_null() {
                self.mark = Some(std::slice::from_raw_parts(mark, usize::from(*mark.sub(1))).into());
            }
        }
    }

    /// Start and end of the last match, if there was one. One by one: a load of both at once would wait until the two stores before it have left
    /// the processor's store buffer.
    #[inline(always)]
    pub fn whole(&self) -> (usize, usize) {
        // SAFETY: as in `offsets`; there is always space for one pair.
        unsafe { (self.places.read_volatile(), self.places.add(1).read_volatile()) }
    }

    /// The last match: start and end of the whole and of the groups up to the last one that took part; `usize::MAX` twice for those that
    /// did not. Empty if there was none.
    #[inline]
    pub fn offsets(&self) -> &[usize] {
        // SAFETY: the block that `places` points into lives as long as the matcher; the match wrote `count` pairs; only another match writes them again.
        unsafe { std::slice::from_raw_parts(self.places, self.count * 2) }
    }

    /// The name of the last `(*MARK:name)` on the way to the match.
    #[inline]
    pub fn mark(&self) -> Option<&[u8]> {
        self.mark.as_deref()
    }
}

impl Drop for Matcher {
    fn drop(&mut self) {
        // SAFETY: all three are ours; null is accepted.
        unsafe {
            sys::pcre2_match_data_free_8(self.data.as_ptr());
            sys::pcre2_match_context_free_8(self.context.as_ptr());
            sys::pcre2_jit_stack_free_8(self.stack);
        }
    }
}
