//! Messages, domains, and where their translations would be.

use std::collections::BTreeMap;

use loxo_runtime::streams::paths;
use loxo_runtime::{Cx, ExtSlot, OrFalse, PhpResult, PhpStr};

const LONGEST_DOMAIN: usize = 1024;
const LONGEST_MESSAGE: usize = 4096;
/// `LC_ALL`
const ALL_CATEGORIES: i64 = 6;
/// Where translations are if nothing else is said.
const DEFAULT_DIRECTORY: &str = "/usr/share/locale";

/// What the request has set.
#[derive(Default)]
struct State {
    domain: Option<PhpStr>,
    directories: BTreeMap<Vec<u8>, Vec<u8>>,
    encodings: BTreeMap<Vec<u8>, PhpStr>,
}

impl ExtSlot for State {}

fn check_domain(cx: &mut Cx, domain: &PhpStr) -> PhpResult<()> {
    if domain.len() > LONGEST_DOMAIN {
        return Err(cx.argument_value_error(1, "is too long"));
    }
    if domain.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    Ok(())
}

fn check_message(cx: &mut Cx, message: &PhpStr, argument: usize) -> PhpResult<()> {
    if message.len() > LONGEST_MESSAGE {
        return Err(cx.argument_value_error(argument, "is too long"));
    }
    Ok(())
}

fn check_category(cx: &mut Cx, category: i64, argument: usize) -> PhpResult<()> {
    if category == ALL_CATEGORIES {
        return Err(cx.argument_value_error(argument, "cannot be LC_ALL"));
    }
    Ok(())
}

/// `textdomain()`
pub(crate) fn textdomain(cx: &mut Cx, domain: Option<&PhpStr>) -> PhpResult<PhpStr> {
    if let Some(domain) = domain {
        check_domain(cx, domain)?;
        if domain.as_bytes() == b"0" {
            return Err(cx.argument_value_error(1, "cannot be zero"));
        }
        cx.ext::<State>().domain = Some(domain.clone());
    }
    Ok(cx.ext::<State>().domain.clone().unwrap_or_else(|| PhpStr::new(b"messages")))
}

/// `gettext()`
pub(crate) fn gettext(cx: &mut Cx, message: &PhpStr) -> PhpResult<PhpStr> {
    check_message(cx, message, 1)?;
    Ok(message.clone())
}

/// `dgettext()`
pub(crate) fn dgettext(cx: &mut Cx, domain: &PhpStr, message: &PhpStr) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, message, 2)?;
    Ok(message.clone())
}

/// `dcgettext()`
pub(crate) fn dcgettext(cx: &mut Cx, domain: &PhpStr, message: &PhpStr, category: i64) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, message, 2)?;
    check_category(cx, category, 3)?;
    Ok(message.clone())
}

/// `bindtextdomain()`
pub(crate) fn bindtextdomain(cx: &mut Cx, domain: &PhpStr, directory: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    check_domain(cx, domain)?;
    let Some(directory) = directory else {
        let known = cx.ext::<State>().directories.get(domain.as_bytes()).cloned();
        return Ok(PhpStr::new(known.as_deref().unwrap_or(DEFAULT_DIRECTORY.as_bytes())).into());
    };
    let path = match directory.as_bytes() {
        b"" | b"0" => Some(paths::cwd(cx)),
        path => paths::real(cx, path),
    };
    let Some(path) = path else { return Ok(OrFalse::FALSE) };
    cx.ext::<State>().directories.insert(domain.to_vec(), path.clone());
    Ok(PhpStr::new(&path).into())
}

/// Of one or of several things.
fn plural(singular: &PhpStr, plural: &PhpStr, count: i64) -> PhpStr {
    if count == 1 { singular.clone() } else { plural.clone() }
}

/// `ngettext()`
pub(crate) fn ngettext(cx: &mut Cx, singular: &PhpStr, several: &PhpStr, count: i64) -> PhpResult<PhpStr> {
    check_message(cx, singular, 1)?;
    check_message(cx, several, 2)?;
    Ok(plural(singular, several, count))
}

/// `dngettext()`
pub(crate) fn dngettext(cx: &mut Cx, domain: &PhpStr, singular: &PhpStr, several: &PhpStr, count: i64) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, singular, 2)?;
    check_message(cx, several, 3)?;
    Ok(plural(singular, several, count))
}

/// `dcngettext()`
pub(crate) fn dcngettext(
    cx: &mut Cx,
    domain: &PhpStr,
    singular: &PhpStr,
    several: &PhpStr,
    count: i64,
    category: i64,
) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, singular, 2)?;
    check_message(cx, several, 3)?;
    check_category(cx, category, 5)?;
    Ok(plural(singular, several, count))
}

/// `bind_textdomain_codeset()`
pub(crate) fn bind_textdomain_codeset(cx: &mut Cx, domain: &PhpStr, codeset: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    check_domain(cx, domain)?;
    if let Some(codeset) = codeset {
        cx.ext::<State>().encodings.insert(domain.to_vec(), codeset.clone());
    }
    Ok(OrFalse(cx.ext::<State>().encodings.get(domain.as_bytes()).cloned()))
}
