//! Regular expressions of Oniguruma. It works on UTF-8 here; strings of other encodings are converted, and places in them counted back.

use std::rc::Rc;

use loxo_runtime::{Cx, ExtSlot, PhpResult, PhpStr};
use onig::{MatchParam, Regex, RegexOptions, Region, SearchOptions, Syntax};
use rustc_hash::FxHashMap;

use crate::codec;
use crate::encoding::{Encoding, Lengths, known, utf8};
use crate::position::marked_utf8;
use crate::settings::settings;

/// Encodings that Oniguruma knows: what it is called, then other names.
#[rustfmt::skip]
const ENCODINGS: &[&[&str]] = &[
    &["EUC-JP", "EUCJP", "X-EUC-JP", "UJIS", "EUCJP-WIN"],
    &["UTF-8", "UTF8"],
    &["UTF-16", "UTF-16BE"],
    &["UTF-16LE"],
    &["UCS-4", "UTF-32", "UTF-32BE"],
    &["UCS-4LE", "UTF-32LE"],
    &["SJIS", "CP932", "MS932", "SHIFT_JIS", "SJIS-WIN", "WINDOWS-31J"],
    &["BIG5", "BIG-5", "BIGFIVE", "CN-BIG5", "BIG-FIVE"],
    &["EUC-CN", "EUCCN", "EUC_CN", "GB-2312", "GB2312"],
    &["EUC-TW", "EUCTW", "EUC_TW"],
    &["EUC-KR", "EUCKR", "EUC_KR"],
    &["KOI8R", "KOI8-R", "KOI-8R"],
    &["ISO-8859-1", "ISO8859-1"],
    &["ISO-8859-2", "ISO8859-2"],
    &["ISO-8859-3", "ISO8859-3"],
    &["ISO-8859-4", "ISO8859-4"],
    &["ISO-8859-5", "ISO8859-5"],
    &["ISO-8859-6", "ISO8859-6"],
    &["ISO-8859-7", "ISO8859-7"],
    &["ISO-8859-8", "ISO8859-8"],
    &["ISO-8859-9", "ISO8859-9"],
    &["ISO-8859-10", "ISO8859-10"],
    &["ISO-8859-13", "ISO8859-13"],
    &["ISO-8859-14", "ISO8859-14"],
    &["ISO-8859-15", "ISO8859-15"],
    &["ISO-8859-16", "ISO8859-16"],
    &["ASCII", "US-ASCII", "US_ASCII", "ISO646"],
];

/// Options and syntax: bits of Oniguruma, and PHP's letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    pub options: u32,
    pub syntax: u8,
}

pub(crate) const IGNORECASE: u32 = RegexOptions::REGEX_OPTION_IGNORECASE.bits();
const EXTEND: u32 = RegexOptions::REGEX_OPTION_EXTEND.bits();
const MULTILINE: u32 = RegexOptions::REGEX_OPTION_MULTILINE.bits();
const SINGLELINE: u32 = RegexOptions::REGEX_OPTION_SINGLELINE.bits();
const FIND_LONGEST: u32 = RegexOptions::REGEX_OPTION_FIND_LONGEST.bits();
const FIND_NOT_EMPTY: u32 = RegexOptions::REGEX_OPTION_FIND_NOT_EMPTY.bits();

impl Mode {
    /// The options of a program.
    pub fn read(cx: &mut Cx, letters: &[u8]) -> PhpResult<Mode> {
        let mut mode = Mode { options: 0, syntax: b'r' };
        for letter in letters {
            match letter {
                b'i' => mode.options |= IGNORECASE,
                b'x' => mode.options |= EXTEND,
                b'm' => mode.options |= MULTILINE,
                b's' => mode.options |= SINGLELINE,
                b'p' => mode.options |= MULTILINE | SINGLELINE,
                b'l' => mode.options |= FIND_LONGEST,
                b'n' => mode.options |= FIND_NOT_EMPTY,
                b'j' | b'u' | b'g' | b'c' | b'r' | b'z' | b'b' | b'd' => mode.syntax = *letter,
                _ => return Err(cx.value_error([b"Option \"", &[*letter][..], b"\" is not supported"].concat())),
            }
        }
        Ok(mode)
    }

    /// The letters of the options.
    pub fn letters(self) -> String {
        let has = |option: u32| self.options & option == option;
        let mut letters = String::new();
        let mut add = |set: bool, letter: char| letters.extend(set.then_some(letter));
        add(has(IGNORECASE), 'i');
        add(has(EXTEND), 'x');
        let both = has(MULTILINE | SINGLELINE);
        add(both, 'p');
        add(has(MULTILINE) && !both, 'm');
        add(has(SINGLELINE) && !both, 's');
        add(has(FIND_LONGEST), 'l');
        add(has(FIND_NOT_EMPTY), 'n');
        add(true, char::from(self.syntax));
        letters
    }

    fn syntax(self) -> &'static Syntax {
        match self.syntax {
            b'j' => Syntax::java(),
            b'u' => Syntax::gnu_regex(),
            b'g' => Syntax::grep(),
            b'c' => Syntax::emacs(),
            b'z' => Syntax::perl(),
            b'b' => Syntax::posix_basic(),
            b'd' => Syntax::posix_extended(),
            _ => Syntax::ruby(),
        }
    }
}

/// What the request has set, compiled, and is searching.
pub(crate) struct State {
    pub name: &'static str,
    pub encoding: &'static Encoding,
    pub mode: Mode,
    compiled: FxHashMap<Vec<u8>, (Mode, &'static str, Rc<Regex>)>,
    pub search: Search,
}

/// The search of `mb_ereg_search()`.
#[derive(Default)]
pub(crate) struct Search {
    pub subject: Option<Rc<Subject>>,
    pub regex: Option<Rc<Regex>>,
    pub groups: Option<Groups>,
    /// In bytes of the subject as the program gave it.
    pub position: usize,
}

impl Default for State {
    fn default() -> State {
        let mode = Mode { options: MULTILINE | SINGLELINE, syntax: b'r' };
        State { name: "UTF-8", encoding: utf8(), mode, compiled: FxHashMap::default(), search: Search::default() }
    }
}

impl ExtSlot for State {}

pub(crate) fn state(cx: &mut Cx) -> &mut State {
    cx.ext::<State>()
}

/// Sets the encoding; false if Oniguruma does not know it.
pub(crate) fn set_encoding(cx: &mut Cx, name: &[u8]) -> bool {
    let is = |known: &&str| known.as_bytes().eq_ignore_ascii_case(name);
    let Some(names) = ENCODINGS.iter().find(|names| names.iter().any(is)) else { return false };
    let found = Encoding::find(name).unwrap_or_else(|| known(names[0]));
    let state = state(cx);
    (state.name, state.encoding) = (names[0], found);
    true
}

/// The internal encoding has changed.
pub(crate) fn follow_internal(cx: &mut Cx) {
    let name = settings(cx).internal.name;
    if !set_encoding(cx, name.as_bytes()) {
        set_encoding(cx, b"UTF-8");
    }
}

/// A string that is searched.
pub(crate) struct Subject {
    pub original: PhpStr,
    text: String,
    /// For every byte of the text, and its end, the place in the original; none if they are the same.
    places: Option<Vec<usize>>,
}

impl Subject {
    /// None if the string is not well formed.
    pub fn new(cx: &mut Cx, string: &PhpStr) -> Option<Subject> {
        let encoding = state(cx).encoding;
        if !codec::is_valid(encoding.codec, string) {
            return None;
        }
        if encoding.is_utf8() {
            let text = std::str::from_utf8(string).ok()?.to_string();
            return Some(Subject { original: string.clone(), text, places: None });
        }
        let (mut text, mut places) = (Vec::with_capacity(string.len()), Vec::with_capacity(string.len() + 1));
        let mut at = 0;
        while at < string.len() {
            let size = match encoding.lengths {
                Lengths::Fixed(size) => size,
                Lengths::ByLead(lead) => lead(string[at]),
                Lengths::Unknown => {
                    if is_pair(&string[at..], encoding) {
                        4
                    } else {
                        2
                    }
                }
            };
            let end = (at + size).min(string.len());
            let start = text.len();
            text.extend_from_slice(&marked_utf8(&codec::decode(encoding.codec, &string[at..end])));
            places.resize(text.len().max(start), at);
            at = end;
        }
        places.push(string.len());
        Some(Subject { original: string.clone(), text: String::from_utf8(text).ok()?, places: Some(places) })
    }

    /// A string that nothing is found in.
    pub fn malformed(string: &PhpStr) -> Subject {
        Subject { original: string.clone(), text: String::new(), places: Some(vec![string.len()]) }
    }

    fn to_original(&self, place: usize) -> usize {
        match &self.places {
            Some(places) => places.get(place).copied().unwrap_or(self.original.len()),
            None => place,
        }
    }

    fn to_text(&self, place: usize) -> usize {
        match &self.places {
            Some(places) => places.partition_point(|original| *original < place),
            None => place,
        }
    }

    /// The groups of the first match from a place on; `Err` with the reason if the search was given up.
    pub fn search(&self, cx: &mut Cx, regex: &Regex, from: usize) -> Result<Option<Groups>, String> {
        if from > self.original.len() {
            return Ok(None);
        }
        let mut region = Region::new();
        let found = regex.search_with_param(
            &self.text[..],
            self.to_text(from),
            self.text.len(),
            SearchOptions::SEARCH_OPTION_NONE,
            Some(&mut region),
            match_param(cx),
        );
        match found {
            Ok(Some(_)) => {
                let place = |(start, end)| (self.to_original(start), self.to_original(end));
                Ok(Some(Groups((0..region.len()).map(|i| region.pos(i).map(place)).collect())))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(error.description().to_string()),
        }
    }

    /// Whether it matches at its beginning.
    pub fn matches(&self, cx: &mut Cx, regex: &Regex) -> bool {
        let found = regex.match_with_param(&self.text[..], 0, SearchOptions::SEARCH_OPTION_NONE, None, match_param(cx));
        matches!(found, Ok(Some(_)))
    }

    pub fn part(&self, (start, end): (usize, usize)) -> &[u8] {
        self.original.get(start..end).unwrap_or_default()
    }
}

fn is_pair(bytes: &[u8], encoding: &Encoding) -> bool {
    let high = if encoding.name.ends_with("LE") { bytes.get(1) } else { bytes.first() };
    high.is_some_and(|byte| byte & 0xfc == 0xd8)
}

fn match_param(cx: &mut Cx) -> MatchParam {
    let mut param = MatchParam::default();
    if let Ok(limit) = u32::try_from(cx.ini_int("mbstring.regex_stack_limit")) {
        param.set_match_stack_limit(limit);
    }
    if let Ok(limit) = u32::try_from(cx.ini_int("mbstring.regex_retry_limit")) {
        param.set_retry_limit_in_match(limit);
    }
    param
}

/// Where the groups of a match are, in bytes of the original.
#[derive(Clone)]
pub(crate) struct Groups(pub Vec<Option<(usize, usize)>>);

impl Groups {
    pub fn whole(&self) -> (usize, usize) {
        self.0.first().copied().flatten().unwrap_or((0, 0))
    }

    pub fn get(&self, number: usize) -> Option<(usize, usize)> {
        self.0.get(number).copied().flatten()
    }
}

/// The names of groups with their numbers, in order.
pub(crate) fn names(regex: &Regex) -> Vec<(String, Vec<u32>)> {
    let mut names = Vec::new();
    regex.foreach_name(|name, numbers| {
        names.push((name.to_string(), numbers.to_vec()));
        true
    });
    names
}

/// A pattern in the encoding that is set. What is wrong with it is a warning.
pub(crate) fn compile(cx: &mut Cx, pattern: &[u8], mode: Mode) -> PhpResult<Option<Rc<Regex>>> {
    const KEPT: usize = 1024;
    let (name, encoding) = (state(cx).name, state(cx).encoding);
    if !codec::is_valid(encoding.codec, pattern) {
        cx.builtin_warning(format!("Pattern is not valid under {name} encoding"));
        cx.check()?;
        return Ok(None);
    }
    if let Some((known_mode, known_name, regex)) = state(cx).compiled.get(pattern)
        && (*known_mode, *known_name) == (mode, name)
    {
        return Ok(Some(regex.clone()));
    }
    let text = marked_utf8(&codec::decode(encoding.codec, pattern));
    let text = String::from_utf8_lossy(&text);
    match Regex::with_options(&text, RegexOptions::from_bits_truncate(mode.options), mode.syntax()) {
        Ok(regex) => {
            let regex = Rc::new(regex);
            let state = state(cx);
            if state.compiled.len() >= KEPT {
                state.compiled.clear();
            }
            let before = state.compiled.insert(pattern.to_vec(), (mode, name, regex.clone()));
            // The pattern of a search is gone when the same one is compiled in another way.
            if let (Some((.., before)), Some(searched)) = (before, &state.search.regex)
                && Rc::ptr_eq(&before, searched)
            {
                state.search.regex = None;
            }
            Ok(Some(regex))
        }
        Err(error) => {
            cx.builtin_warning(format!("mbregex compile err: {}", error.description()));
            cx.check()?;
            Ok(None)
        }
    }
}

/// Whether a pattern of a setting is somewhere in a text, in any case.
pub(crate) fn matches(_: &mut Cx, pattern: &[u8], text: &[u8]) -> bool {
    let (pattern, text) = (String::from_utf8_lossy(pattern), String::from_utf8_lossy(text));
    let regex = Regex::with_options(&pattern, RegexOptions::REGEX_OPTION_IGNORECASE, Syntax::perl());
    regex.is_ok_and(|regex| regex.find(&text).is_some())
}
