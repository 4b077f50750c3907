//! Regular expressions, by PCRE2 with Apache's options and with limits: where one would try for ever, the request is an error.

use std::cell::RefCell;

use loxo_pcre_sys::{Code, Matcher, Subject, error, flag};

use crate::limits;

/// How often one match may try, and how deep it may nest.
const TRIES: u32 = 1_000_000;
const DEPTH: u32 = 30_000;
/// Groups that rules can name, the whole match included.
const NAMED: usize = 10;
/// Longer expressions are refused: compiling one takes memory of some times its length.
const LONGEST: usize = 64 << 10;

thread_local! {
    static MATCHER: RefCell<Matcher> = RefCell::new(Matcher::new(NAMED));
}

/// A compiled expression.
pub(crate) struct Pattern {
    code: Code,
    text: Box<[u8]>,
    /// Numbers and names of the groups that have names.
    names: Box<[(usize, Vec<u8>)]>,
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::bytes::shown(&self.text))
    }
}

/// What the groups of a match held, the whole match first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    subject: Vec<u8>,
    places: Vec<Option<(usize, usize)>>,
}

impl Groups {
    /// What a group held; nothing if it took no part.
    pub(crate) fn get(&self, number: usize) -> &[u8] {
        self.places.get(number).copied().flatten().map_or(&[], |(start, end)| &self.subject[start..end])
    }
}

impl Pattern {
    /// The error is the library's text.
    pub(crate) fn new(text: &[u8], any_case: bool) -> Result<Pattern, String> {
        if text.len() > LONGEST {
            return Err(format!("longer than {LONGEST} bytes"));
        }
        let options = flag::DOTALL | flag::DOLLAR_ENDONLY | if any_case { flag::CASELESS } else { 0 };
        let code = Code::compile(text, options, 0).map_err(|error| error.message())?;
        limits::count_expression(code.size())?;
        let names = code.names().into();
        Ok(Pattern { code, text: text.into(), names })
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether there are groups besides the whole match.
    pub(crate) fn has_groups(&self) -> bool {
        self.code.groups() > 1
    }

    /// Whether it matches somewhere in a text.
    pub(crate) fn is_in(&self, subject: &[u8]) -> bool {
        self.run(subject, |_| ()).is_some()
    }

    /// The names of groups that took part in the first match in a text, and what they held.
    pub(crate) fn named(&self, subject: &[u8]) -> Option<Vec<(&[u8], Vec<u8>)>> {
        if self.names.is_empty() {
            return self.is_in(subject).then(Vec::new);
        }
        self.run(subject, |matcher| {
            let offsets = matcher.offsets();
            let held = |number: usize| match offsets.get(2 * number..2 * number + 2) {
                Some(&[start, end]) => subject.get(start..end).map(<[u8]>::to_vec),
                _ => None,
            };
            self.names.iter().filter_map(|(number, name)| Some((&name[..], held(*number)?))).collect()
        })
    }

    /// The first match in a text.
    pub(crate) fn find(&self, subject: &[u8]) -> Option<Groups> {
        self.run(subject, |matcher| {
            let place = |pair: &[usize]| (pair[0] != usize::MAX && pair[0] <= pair[1]).then_some((pair[0], pair[1]));
            Groups { subject: subject.to_vec(), places: matcher.offsets().chunks_exact(2).take(NAMED).map(place).collect() }
        })
    }

    /// Replaces the first match, or each, by what `with` makes of it.
    pub(crate) fn replace(&self, subject: &[u8], all: bool, with: impl Fn(&Groups) -> Vec<u8>) -> Option<Vec<u8>> {
        let (mut out, mut rest) = (Vec::new(), subject);
        let mut found = false;
        while let Some(groups) = self.find(rest) {
            let (start, end) = groups.places.first().copied().flatten()?;
            found = true;
            out.extend_from_slice(&rest[..start]);
            let replacement = with(&groups);
            if !limits::may_make(replacement.len()) {
                return None;
            }
            out.extend(replacement);
            rest = &rest[end..];
            if !all || end == start || rest.is_empty() {
                break;
            }
        }
        out.extend_from_slice(rest);
        found.then_some(out)
    }

    fn run<T>(&self, subject: &[u8], take: impl FnOnce(&Matcher) -> T) -> Option<T> {
        MATCHER.with_borrow_mut(|matcher| {
            if matcher.groups() < self.code.groups() {
                *matcher = Matcher::new(self.code.groups());
            }
            matcher.set_limits(TRIES, DEPTH);
            match matcher.run(&self.code, &Subject::bytes(subject), 0, 0) {
                0.. => Some(take(matcher)),
                error::NOMATCH => None,
                _ => {
                    limits::exceed(|| format!("matching '{}' takes more than {TRIES} steps", crate::bytes::shown(&self.text)));
                    None
                }
            }
        })
    }
}

/// A name with `*`, `?` and `[…]`, as file names are matched. `path`: no wildcard stands for a slash.
pub(crate) fn wildcards_match(pattern: &[u8], text: &[u8], path: bool) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to go on if what follows the last star does not fit.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        let step = match pattern.get(p) {
            Some(b'*') => {
                star = Some((p + 1, t));
                p += 1;
                continue;
            }
            Some(b'?') if !(path && text[t] == b'/') => Some(1),
            Some(b'[') => set(&pattern[p..], text[t]).filter(|_| !(path && text[t] == b'/')),
            Some(b'\\') if pattern.get(p + 1) == Some(&text[t]) => Some(2),
            Some(byte) if *byte == text[t] => Some(1),
            _ => None,
        };
        match (step, star) {
            (Some(step), _) => (p, t) = (p + step, t + 1),
            (None, Some((after, from))) if !(path && text[from] == b'/') => {
                star = Some((after, from + 1));
                (p, t) = (after, from + 1);
            }
            _ => return false,
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// How long a set is that stands at the start and has a byte. `None`: it has not.
fn set(pattern: &[u8], byte: u8) -> Option<usize> {
    let negated = matches!(pattern.get(1), Some(b'!' | b'^'));
    let mut at = if negated { 2 } else { 1 };
    let (first, mut has) = (at, false);
    loop {
        match pattern.get(at)? {
            b']' if at > first => break,
            low => match (pattern.get(at + 1), pattern.get(at + 2)) {
                (Some(b'-'), Some(high)) if *high != b']' => {
                    has |= (*low..=*high).contains(&byte);
                    at += 3;
                }
                _ => {
                    has |= *low == byte;
                    at += 1;
                }
            },
        }
    }
    (has != negated).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_that_would_never_end_is_an_error() {
        limits::begin();
        let pattern = Pattern::new(b"(a+)+$", false).expect("compiles");
        assert!(!pattern.is_in(b"aa!") && limits::exceeded().is_none());
        assert!(!pattern.is_in(&[&vec![b'a'; 60][..], b"!"].concat()) && limits::exceeded().is_some());
    }

    #[test]
    fn wildcards() {
        for (pattern, text, fits) in [
            ("*.php", "a.php", true),
            ("*.php", "a.php5", false),
            ("a?c*", "abcd", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            (".ht*", ".htaccess", true),
            ("*a*b", "xaxb", true),
            ("\\*", "*", true),
        ] {
            assert_eq!(wildcards_match(pattern.as_bytes(), text.as_bytes(), false), fits, "{pattern} {text}");
        }
        assert!(!wildcards_match(b"*.x", b"a/b.x", true));
    }

    #[test]
    fn matches_are_replaced() {
        let pattern = Pattern::new(b"(b)", false).expect("compiles");
        let with = |groups: &Groups| [b"<", groups.get(1), b">"].concat();
        assert_eq!(pattern.replace(b"abab", true, with).as_deref(), Some(&b"a<b>a<b>"[..]));
        assert_eq!(pattern.replace(b"abab", false, with).as_deref(), Some(&b"a<b>ab"[..]));
        assert_eq!(pattern.replace(b"x", true, with), None);
    }
}
