//! The locale.

use std::cmp::Ordering;

use loxo_runtime::locale::{self, CATEGORIES};

use super::substr::byte_order;
use crate::prelude::*;
use loxo_runtime::environment;

const LONGEST_NAME: usize = 254;

/// Order of texts in the locale.
pub(crate) fn collate(cx: &mut Cx, a: &[u8], b: &[u8]) -> Ordering {
    match locale::other_than_c(cx) {
        Some(locale) => locale.collate(a, b).cmp(&0),
        None => a.cmp(b),
    }
}

/// `strcoll()`
pub(crate) fn strcoll(cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(match locale::other_than_c(cx) {
        Some(locale) => locale.collate(string1, string2).into(),
        None => byte_order(string1, string2),
    })
}

/// What the environment names for a category.
fn of_environment(cx: &mut Cx, category: &str) -> String {
    let mut names = ["LC_ALL", category, "LANG"].into_iter();
    let found = names.find_map(|name| environment::variable(cx, name.as_bytes()).filter(|value| !value.is_empty()));
    found.and_then(|name| String::from_utf8(name).ok()).unwrap_or_else(|| "C".into())
}

/// The changes that a name asks for: no name is the environment's, and all categories may be listed. `None`: it is no name.
fn changes(cx: &mut Cx, category: i64, name: &str) -> Option<Vec<(i64, String)>> {
    let wanted = CATEGORIES.iter().filter(|(_, number)| category == locale::ALL || category == i64::from(*number));
    if category == locale::ALL && name.contains(';') {
        let listed: Vec<(&str, &str)> = name.split(';').map(|part| part.split_once('=')).collect::<Option<_>>()?;
        let of = |category: &str| listed.iter().find(|(known, _)| *known == category).map(|(_, name)| (*name).to_string());
        return wanted.map(|(category, number)| Some((i64::from(*number), of(category)?))).collect();
    }
    let changes = wanted.map(|(category, number)| {
        let name = if name.is_empty() { of_environment(cx, category) } else { name.to_string() };
        (i64::from(*number), name)
    });
    Some(changes.collect())
}

/// Sets what a name asks for. `None`: the system has no such locale, or there is no such category.
fn try_locale(cx: &mut Cx, category: i64, name: &PhpStr) -> Option<String> {
    if name.as_bytes() != b"0" {
        let name = std::str::from_utf8(name.split(|byte| *byte == 0).next()?).ok()?;
        let changes = changes(cx, category, name)?;
        if !locale::set(cx, &changes) {
            return None;
        }
    }
    locale::name(cx, category)
}

/// `setlocale()`
pub(crate) fn setlocale(cx: &mut Cx, category: i64, locales: &Value, rest: &[Value]) -> PhpResult<Value> {
    for v in std::iter::once(locales).chain(rest) {
        let wanted: Vec<Value> = match v.deref().as_array() {
            Some(list) => list.values().map(Value::clone_deref).collect(),
            None => vec![v.clone_deref()],
        };
        for name in wanted {
            let name = cx.str_of(&name)?;
            if name.len() > LONGEST_NAME {
                cx.warn("Specified locale name is too long")?;
                continue;
            }
            if let Some(set) = try_locale(cx, category, &name) {
                return Ok(set.as_str().into());
            }
        }
    }
    Ok(Value::FALSE)
}

/// What `localeconv()` tells, with glibc's numbers for it: texts, then small numbers.
const TEXTS: [(&str, i32); 8] = [
    ("decimal_point", 0x10000),
    ("thousands_sep", 0x10001),
    ("int_curr_symbol", 0x40000),
    ("currency_symbol", 0x40001),
    ("mon_decimal_point", 0x40002),
    ("mon_thousands_sep", 0x40003),
    ("positive_sign", 0x40005),
    ("negative_sign", 0x40006),
];
const NUMBERS: [(&str, i32); 8] = [
    ("int_frac_digits", 0x40007),
    ("frac_digits", 0x40008),
    ("p_cs_precedes", 0x40009),
    ("p_sep_by_space", 0x4000a),
    ("n_cs_precedes", 0x4000b),
    ("n_sep_by_space", 0x4000c),
    ("p_sign_posn", 0x4000d),
    ("n_sign_posn", 0x4000e),
];
const GROUPINGS: [(&str, i32); 2] = [("grouping", 0x10002), ("mon_grouping", 0x40004)];

/// `localeconv()`
pub(crate) fn localeconv(cx: &mut Cx) -> PhpResult<PhpArray> {
    /// The locale does not say.
    const UNSET: u8 = 127;
    let locale = locale::other_than_c(cx);
    let of = |item: i32| match (&locale, item) {
        (Some(locale), item) => locale.info(item),
        (None, 0x10000) => b".".to_vec(),
        (None, _) => Vec::new(),
    };
    let number = |byte: u8| Value::int(byte.min(UNSET).into());
    let mut out = PhpArray::new();
    for (name, item) in TEXTS {
        out.set_bytes(name.as_bytes(), Value::bytes(&of(item)));
    }
    for (name, item) in NUMBERS {
        // An empty text is the number 0, unless nothing is said at all.
        let byte = if locale.is_none() { UNSET } else { of(item).first().copied().unwrap_or(0) };
        out.set_bytes(name.as_bytes(), number(byte));
    }
    for (name, item) in GROUPINGS {
        out.set_bytes(name.as_bytes(), PhpArray::from_values(of(item).into_iter().map(number)).into());
    }
    Ok(out)
}

/// `nl_langinfo()`: the numbers of the items are glibc's.
pub(crate) fn nl_langinfo(cx: &mut Cx, item: i64) -> PhpResult<Value> {
    let known = matches!(item, 14 | 0x10000 | 0x10001 | 0x20000..=0x20031 | 0x40000..=0x4000f | 0x50000..=0x50003);
    if !known {
        cx.warn(&format!("Item '{item}' is not valid"))?;
        return Ok(Value::FALSE);
    }
    Ok(locale::current(cx).map_or(Value::EMPTY_STRING, |locale| Value::bytes(&locale.info(item as i32))))
}
