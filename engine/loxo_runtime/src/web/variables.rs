//! Variables from outside: `a[b][]=c` becomes `['a' => ['b' => ['c']]]`.

use loxo_value::{Key, PhpArray, PhpStr, Value};

use super::percent::{raw_url_decode, url_decode};

/// How names are read.
#[derive(Clone, Copy, Debug)]
pub struct VariableRules {
    /// `max_input_nesting_level`
    pub nesting: i64,
    /// `max_input_vars`
    pub vars: i64,
    /// The first of two values with one name stays (cookies: the one for the more specific path).
    pub first_wins: bool,
}

impl VariableRules {
    pub fn of(cx: &crate::Cx) -> VariableRules {
        let (nesting, vars) = (cx.ini_int("max_input_nesting_level"), cx.ini_int("max_input_vars"));
        VariableRules { nesting, vars, first_wins: false }
    }
}

/// Why a variable was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// More brackets than `max_input_nesting_level`; the whole variable is gone.
    TooDeep,
    /// More variables than `max_input_vars`; this one and all that follow were left out.
    TooMany,
}

fn mangle(b: u8) -> u8 {
    if matches!(b, b' ' | b'.' | b'[') { b'_' } else { b }
}

/// C's `isspace()`.
fn is_space(b: u8) -> bool {
    matches!(b, b' ' | 9..=13)
}

/// Names that a browser treats specially must not come about by mangling.
fn is_forged(key: &[u8], name: &[u8]) -> bool {
    [&b"__Host-"[..], b"__Secure-"].iter().any(|prefix| key.starts_with(prefix) && !name.starts_with(prefix))
}

/// Puts a variable under its name. Names end at the first NUL, spaces and dots become underscores, brackets make arrays.
pub fn register(array: &mut PhpArray, name: &[u8], value: Value, rules: &VariableRules) -> Result<(), Refused> {
    let name = &name[..name.iter().position(|b| *b == 0).unwrap_or(name.len())];
    let name = &name[name.iter().position(|b| *b != b' ').unwrap_or(name.len())..];
    let base_end = name.iter().position(|b| *b == b'[').unwrap_or(name.len());
    let base: Vec<u8> = name[..base_end].iter().map(|b| mangle(*b)).collect();
    if base.is_empty() {
        return Ok(());
    }
    let (path, last) = split_brackets(&base, &name[base_end..]);
    if path.len() as i64 > rules.nesting {
        array.remove(&Key::from_bytes_numeric(&base));
        return Err(Refused::TooDeep);
    }
    if path.iter().chain([&last]).flatten().any(|key| is_forged(key, name)) {
        return Ok(());
    }
    let top = path.is_empty();
    let Some(table) = descend(array, &path) else { return Ok(()) };
    match last {
        // A full array takes no more.
        None => drop(table.push(value)),
        Some(key) => {
            let key = Key::from_bytes_numeric(&key);
            if !(rules.first_wins && top && table.contains(&key)) {
                table.set(&key, value);
            }
        }
    }
    Ok(())
}

/// Keys of the arrays on the way, and that of the value; `None` is `[]`.
fn split_brackets(base: &[u8], mut brackets: &[u8]) -> (Vec<Option<Vec<u8>>>, Option<Vec<u8>>) {
    let mut path = Vec::new();
    let mut last = Some(base.to_vec());
    while let [b'[', rest @ ..] = brackets {
        let skipped = usize::from(rest.first().is_some_and(|b| is_space(*b)));
        if rest.get(skipped) == Some(&b']') {
            path.push(last.replace(Vec::new()));
            last = None;
            brackets = &rest[skipped + 1..];
            continue;
        }
        let Some(end) = rest[skipped..].iter().position(|b| *b == b']').map(|at| at + skipped) else {
            // Not an index: at the outermost level it belongs to the name, further in it is dropped.
            if path.is_empty() {
                last = Some([base, b"_", &rest.iter().map(|b| mangle(*b)).collect::<Vec<u8>>()].concat());
            }
            break;
        };
        path.push(last.replace(rest[..end].to_vec()));
        brackets = &rest[end + 1..];
    }
    (path, last)
}

/// The array at the end of `path`; what is on the way and no array is replaced.
fn descend<'a>(mut table: &'a mut PhpArray, path: &[Option<Vec<u8>>]) -> Option<&'a mut PhpArray> {
    for key in path {
        let slot = match key {
            None => table.push_slot()?,
            Some(key) => table.entry(&Key::from_bytes_numeric(key)),
        };
        if !slot.is_array() {
            *slot = Value::array(PhpArray::new());
        }
        table = slot.as_array_mut()?;
    }
    Some(table)
}

/// `a=1&b[]=2`, as in a query string. `separators`: `arg_separator.input`.
pub fn parse_query(array: &mut PhpArray, data: &[u8], separators: &[u8], rules: &VariableRules) -> Result<(), Refused> {
    let data = &data[..data.iter().position(|b| *b == 0).unwrap_or(data.len())];
    let pairs = data.split(|b| separators.contains(b)).filter(|pair| !pair.is_empty());
    register_pairs(array, pairs, rules, url_decode)
}

/// The same in a request's body, where only `&` separates.
pub fn parse_form(array: &mut PhpArray, data: &[u8], rules: &VariableRules) -> Result<(), Refused> {
    let data = data.strip_suffix(b"&").unwrap_or(data);
    if data.is_empty() {
        return Ok(());
    }
    // PHP counts a variable of a body when it has it: the first one too many is kept, and a warning says that there are more than allowed.
    let more = VariableRules { vars: rules.vars.saturating_add(1), ..*rules };
    let result = register_pairs(array, data.split(|b| *b == b'&'), &more, url_decode);
    let too_many = (1..).zip(data.split(|b| *b == b'&')).any(|(count, _)| count > rules.vars);
    if too_many { Err(Refused::TooMany) } else { result }
}

/// The `Cookie` header.
pub fn parse_cookies(array: &mut PhpArray, data: &[u8], rules: &VariableRules) -> Result<(), Refused> {
    let rules = VariableRules { first_wins: true, ..*rules };
    let data = &data[..data.iter().position(|b| *b == 0).unwrap_or(data.len())];
    let trimmed = data.split(|b| *b == b';').map(|pair| &pair[pair.iter().position(|b| !is_space(*b)).unwrap_or(pair.len())..]);
    let mut result = Ok(());
    for (count, pair) in (1..).zip(trimmed.filter(|pair| !pair.is_empty() && pair[0] != b'=')) {
        if count > rules.vars {
            return Err(Refused::TooMany);
        }
        // Cookie names are not decoded.
        let (name, value) = split_pair(pair);
        let value = Value::string(PhpStr::from_vec(raw_url_decode(value)));
        result = register(array, name, value, &rules).and(result);
    }
    result
}

fn split_pair(pair: &[u8]) -> (&[u8], &[u8]) {
    pair.iter().position(|b| *b == b'=').map_or((pair, &b""[..]), |at| (&pair[..at], &pair[at + 1..]))
}

fn register_pairs<'a>(
    array: &mut PhpArray,
    pairs: impl Iterator<Item = &'a [u8]>,
    rules: &VariableRules,
    decode: fn(&[u8]) -> Vec<u8>,
) -> Result<(), Refused> {
    let mut result = Ok(());
    for (count, pair) in (1..).zip(pairs) {
        if count > rules.vars {
            return Err(Refused::TooMany);
        }
        let (name, value) = split_pair(pair);
        let value = Value::string(PhpStr::from_vec(decode(value)));
        result = register(array, &decode(name), value, rules).and(result);
    }
    result
}
