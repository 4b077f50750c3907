//! Replacing strings in strings.

use memchr::memmem;

use super::search::find;
use super::split::text_argument;
use crate::prelude::*;

/// `str_replace()`
pub(crate) fn str_replace(cx: &mut Cx, search: &Value, replace: &Value, subject: &Value, count: Option<&RefArg>) -> PhpResult<Value> {
    replace_in(cx, search, replace, subject, count, false)
}

/// `str_ireplace()`
pub(crate) fn str_ireplace(cx: &mut Cx, search: &Value, replace: &Value, subject: &Value, count: Option<&RefArg>) -> PhpResult<Value> {
    replace_in(cx, search, replace, subject, count, true)
}

fn replace_in(cx: &mut Cx, search: &Value, replace: &Value, subject: &Value, count: Option<&RefArg>, no_case: bool) -> PhpResult<Value> {
    if !search.is_array() && replace.is_array() {
        return Err(cx.argument_type_error(2, "must be of type string when argument #1 ($search) is a string"));
    }
    let mut total = 0;
    let result = match subject.as_array() {
        None => {
            let subject = cx.str_of(subject)?;
            replace_in_one(cx, search, replace, subject, no_case, &mut total)?.into()
        }
        Some(subjects) => {
            let mut out = PhpArray::with_capacity(subjects.len());
            for (key, entry) in subjects {
                let entry = entry.deref();
                let subject = cx.str_of(entry)?;
                out.set_ref(key, replace_in_one(cx, search, replace, subject, no_case, &mut total)?.into());
            }
            Value::array(out)
        }
    };
    if let Some(count) = count {
        count.set(cx, Value::int(total))?;
    }
    Ok(result)
}

fn replace_in_one(cx: &mut Cx, search: &Value, replace: &Value, subject: PhpStr, no_case: bool, total: &mut i64) -> PhpResult<PhpStr> {
    if subject.is_empty() {
        return Ok(subject);
    }
    let one = if no_case { replace_no_case } else { replace_all };
    let Some(searches) = search.as_array() else {
        if let (Some(search), Some(replace)) = (search.as_str(), replace.as_str()) {
            return Ok(one(subject, search, replace, total));
        }
        let search = cx.str_of(search)?;
        let replace = cx.str_of(replace)?;
        return Ok(one(subject, &search, &replace, total));
    };
    let mut result = subject;
    let whole = if replace.is_array() { None } else { Some(cx.str_of(replace)?) };
    let mut replaces = replace.as_array().map(PhpArray::values);
    let (mut search_text, mut replace_text);
    let many = !no_case && result.len() < BYTES_PER_SEARCH * searches.len();
    let mut contents = None;
    for search in searches.values() {
        // Strings are not counted for the time of their use: the arrays that hold them are arguments.
        let search = match search.as_str() {
            Some(search) => search,
            None => {
                search_text = cx.str_of(search)?;
                &search_text
            }
        };
        if search.is_empty() {
            replaces.as_mut().map(Iterator::next);
            continue;
        }
        let replace = match (&whole, replaces.as_mut().and_then(Iterator::next)) {
            (Some(whole), _) => whole.as_bytes(),
            (None, None) => b"",
            (None, Some(text)) => match text.as_str() {
                Some(text) => text.as_bytes(),
                None => {
                    replace_text = cx.str_of(text)?;
                    replace_text.as_bytes()
                }
            },
        };
        if many && !contents.get_or_insert_with(|| Contents::of(&result)).may_hold(search) {
            continue;
        }
        let before = *total;
        result = one(result, search, replace, total);
        if *total != before {
            contents = None;
        }
        if result.is_empty() {
            break;
        }
    }
    Ok(result)
}

/// With so many strings to search for that there is one for so many bytes, it is worth knowing which bytes there are.
const BYTES_PER_SEARCH: usize = 8;

/// Which bytes a string is made of.
struct Contents([u64; 4]);

impl Contents {
    fn of(text: &[u8]) -> Contents {
        let mut bits = [0; 4];
        for byte in text {
            bits[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        Contents(bits)
    }

    /// False if a string of these bytes has no such part: its first or its last byte is not there.
    fn may_hold(&self, part: &[u8]) -> bool {
        let has = |byte: &u8| self.0[usize::from(byte >> 6)] & (1 << (byte & 63)) != 0;
        part.first().is_none_or(has) && part.last().is_none_or(has)
    }
}

/// In so short a string a search is not worth its preparation.
const SHORT: usize = 512;

/// Replaces all occurrences; the string itself comes back when there are none.
pub(crate) fn replace_all(subject: PhpStr, search: &[u8], replace: &[u8], total: &mut i64) -> PhpStr {
    match search {
        [] => subject,
        _ if search.len() > subject.len() => subject,
        [byte] => match replace {
            [with] => replace_byte(subject, *byte, *with, total),
            _ => match memchr::memchr(*byte, &subject) {
                None => subject,
                Some(first) => replace_from(&subject, search, replace, first, total),
            },
        },
        _ => match find(&subject, search) {
            None => subject,
            Some(first) => replace_from(&subject, search, replace, first, total),
        },
    }
}

/// Replaces the occurrence at `first` and all behind it.
#[inline(never)]
fn replace_from(subject: &PhpStr, search: &[u8], replace: &[u8], first: usize, total: &mut i64) -> PhpStr {
    let behind = first + search.len();
    if let [byte] = search {
        let hits = memchr::memchr_iter(*byte, &subject[behind..]).map(|at| at + behind);
        return rebuilt(subject, subject, 1, replace, first, hits, total);
    }
    if subject.len() <= SHORT {
        let mut from = behind;
        let hits = std::iter::from_fn(|| {
            let at = from + find(&subject[from..], search)?;
            from = at + search.len();
            Some(at)
        });
        return rebuilt(subject, subject, search.len(), replace, first, hits, total);
    }
    let hits = memmem::find_iter(&subject[behind..], search).map(|at| at + behind);
    rebuilt(subject, subject, search.len(), replace, first, hits, total)
}

fn replace_byte(subject: PhpStr, byte: u8, with: u8, total: &mut i64) -> PhpStr {
    let Some(first) = memchr::memchr(byte, &subject) else { return subject };
    let mut out = StrBuilder::with_capacity(subject.len());
    out.push_bytes(&subject);
    for b in &mut out.as_mut_bytes()[first..] {
        if *b == byte {
            *b = with;
            *total += 1;
        }
    }
    out.finish()
}

fn replace_no_case(subject: PhpStr, search: &[u8], replace: &[u8], total: &mut i64) -> PhpStr {
    if search.is_empty() || search.len() > subject.len() {
        return subject;
    }
    let lower = subject.to_ascii_lower();
    let search = search.to_ascii_lowercase();
    let mut hits = memmem::find_iter(&lower, &search);
    match hits.next() {
        None => subject,
        Some(first) => rebuilt(&subject, &subject, search.len(), replace, first, hits, total),
    }
}

/// The subject with the parts at `hits` replaced.
fn rebuilt(
    subject: &PhpStr,
    bytes: &[u8],
    width: usize,
    replace: &[u8],
    first: usize,
    hits: impl Iterator<Item = usize>,
    total: &mut i64,
) -> PhpStr {
    let mut out = StrBuilder::with_capacity(subject.len() + replace.len().saturating_sub(width));
    let mut copied = 0;
    for at in std::iter::once(first).chain(hits) {
        out.push_bytes(&bytes[copied..at]);
        out.push_bytes(replace);
        copied = at + width;
        *total += 1;
    }
    out.push_bytes(&bytes[copied..]);
    out.finish()
}

/// `strtr()`
///
/// How many arguments there are says which types PHP wants, null or not.
pub(crate) fn strtr(cx: &mut Cx, string: &PhpStr, from: &Value, to: Option<&Value>) -> PhpResult<PhpStr> {
    let Some(to) = to else {
        let Some(pairs) = from.as_array() else {
            let given = cx.value_name(from);
            return Err(cx.argument_type_error(2, format!("must be of type array, {given} given")));
        };
        return translate_pairs(cx, string, pairs);
    };
    if let (Some(from), Some(to)) = (from.as_bytes(), to.as_bytes()) {
        return Ok(translate_bytes(string, from, to));
    }
    let from = text_argument(cx, 2, from)?;
    let to = text_argument(cx, 3, to)?;
    Ok(translate_bytes(string, &from, &to))
}

fn translate_bytes(string: &PhpStr, from: &[u8], to: &[u8]) -> PhpStr {
    let pairs = from.len().min(to.len());
    if pairs == 0 || string.is_empty() {
        return string.clone();
    }
    if pairs == 1 {
        return replace_byte(string.clone(), from[0], to[0], &mut 0);
    }
    let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
    for (from, to) in from.iter().zip(to) {
        table[*from as usize] = *to;
    }
    if string.iter().all(|b| table[*b as usize] == *b) {
        return string.clone();
    }
    let mut out = StrBuilder::with_capacity(string.len());
    out.push_bytes(string);
    for b in out.as_mut_bytes() {
        *b = table[*b as usize];
    }
    out.finish()
}

fn translate_pairs(cx: &mut Cx, string: &PhpStr, pairs: &PhpArray) -> PhpResult<PhpStr> {
    if string.is_empty() || pairs.is_empty() {
        return Ok(string.clone());
    }
    if let (1, Some((key, value))) = (pairs.len(), pairs.first()) {
        let search = key_str(key);
        if search.is_empty() {
            cx.warn("Ignoring replacement of empty string")?;
        }
        // The only replacement is converted whether it is used or not; of several those that are used, each time.
        let replace = cx.str_of(value)?;
        if search.is_empty() || search.len() > string.len() {
            return Ok(string.clone());
        }
        return Ok(replace_all(string.clone(), &search, &replace, &mut 0));
    }
    // Converting a value may run PHP code, which may change the variable that holds the pairs.
    let pairs = pairs.clone();
    let mut keys = Keys::default();
    let (mut count, mut last) = (0, None);
    for (key, value) in &pairs {
        let made;
        let search = match key {
            KeyRef::Str(search) => search,
            KeyRef::Int(_) => {
                made = key_str(key);
                &made
            }
        };
        if search.is_empty() {
            cx.warn("Ignoring replacement of empty string")?;
            continue;
        }
        if search.len() <= string.len() {
            keys.add(search);
            count += 1;
            last = Some((key, value));
        }
    }
    match last {
        None => Ok(string.clone()),
        Some((key, value)) => match value.as_str().filter(|_| count == 1) {
            Some(replace) => Ok(replace_all(string.clone(), &key_str(key), replace, &mut 0)),
            None => replace_longest(cx, string, &pairs, &keys),
        },
    }
}

/// Replaces at every position the longest key that is there.
fn replace_longest(cx: &mut Cx, string: &PhpStr, pairs: &PhpArray, keys: &Keys) -> PhpResult<PhpStr> {
    let bytes = string.as_bytes();
    let mut out = StrBuilder::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(skip) = bytes[at..].iter().position(|b| keys.starts[*b as usize]) {
        at += skip;
        match keys.longest_at(pairs, &bytes[at..]) {
            Some((len, value)) => {
                out.push_bytes(&bytes[copied..at]);
                match value.as_str() {
                    Some(text) => out.push_bytes(text),
                    None => out.push_bytes(&cx.str_of(value)?),
                }
                at += len;
                copied = at;
            }
            None => at += 1,
        }
    }
    if copied == 0 && out.is_empty() {
        return Ok(string.clone());
    }
    out.push_bytes(&bytes[copied..]);
    Ok(out.finish())
}

/// What keys may be where: at most positions that is none, so nothing is made of the keys but this.
struct Keys {
    starts: [bool; 256],
    /// Lengths below [`LONG`], by bits.
    short: u64,
    /// The other lengths, longest first.
    long: Vec<usize>,
}

const LONG: usize = u64::BITS as usize;

impl Default for Keys {
    fn default() -> Keys {
        Keys { starts: [false; 256], short: 0, long: Vec::new() }
    }
}

impl Keys {
    fn add(&mut self, key: &[u8]) {
        self.starts[key[0] as usize] = true;
        let length = key.len();
        if length < LONG {
            self.short |= 1 << length;
        } else if let Err(place) = self.long.binary_search_by(|known| length.cmp(known)) {
            self.long.insert(place, length);
        }
    }

    fn longest_at<'a>(&self, pairs: &'a PhpArray, rest: &[u8]) -> Option<(usize, &'a Value)> {
        let found = |length: usize| Some((length, pairs.get_sym(&rest[..length])?));
        let mut long = self.long.iter().copied().filter(|length| *length <= rest.len());
        let longest_short = self.short.checked_ilog2().map_or(0, |bit| bit as usize);
        let mut short = (1..=longest_short.min(rest.len())).rev().filter(|length| self.short >> length & 1 != 0);
        long.find_map(found).or_else(|| short.find_map(found))
    }
}
