//! Messages, domains, and where their translations would be.

use std::collections::BTreeMap;
use std::sync::Arc;

use loxo_runtime::locale;
use loxo_runtime::paths;
use loxo_runtime::{Cx, ExtSlot, OrFalse, PhpResult, PhpStr};

use crate::catalogue::Catalogue;
use crate::convert::converted;
use crate::search;

const LONGEST_DOMAIN: usize = 1024;
const LONGEST_MESSAGE: usize = 4096;
const DEFAULT_DOMAIN: &[u8] = b"messages";
/// Where translations are if nothing else is said.
const DEFAULT_DIRECTORY: &str = "/usr/share/locale";

/// What the request has set.
#[derive(Default)]
struct State {
    domain: Option<PhpStr>,
    directories: BTreeMap<Vec<u8>, Vec<u8>>,
    encodings: BTreeMap<Vec<u8>, PhpStr>,
    /// Files that were looked at, by their paths.
    files: BTreeMap<Vec<u8>, Option<Arc<Catalogue>>>,
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
    if category == locale::ALL {
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
    Ok(cx.ext::<State>().domain.clone().unwrap_or_else(|| PhpStr::new(DEFAULT_DOMAIN)))
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

/// `bind_textdomain_codeset()`
pub(crate) fn bind_textdomain_codeset(cx: &mut Cx, domain: &PhpStr, codeset: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    check_domain(cx, domain)?;
    if let Some(codeset) = codeset {
        cx.ext::<State>().encodings.insert(domain.to_vec(), codeset.clone());
    }
    Ok(OrFalse(cx.ext::<State>().encodings.get(domain.as_bytes()).cloned()))
}

/// One text, or the one of two that a number takes.
enum Wanted<'a> {
    One(&'a PhpStr),
    Counted(&'a PhpStr, &'a PhpStr, i64),
}

impl Wanted<'_> {
    fn original(&self) -> &PhpStr {
        match self {
            Wanted::One(text) | Wanted::Counted(text, ..) => text,
        }
    }

    fn untranslated(&self) -> PhpStr {
        match self {
            Wanted::Counted(_, several, count) if *count != 1 => (*several).clone(),
            _ => self.original().clone(),
        }
    }

    /// The form that is wanted of a translation.
    fn form<'t>(&self, catalogue: &Catalogue, forms: &'t [u8]) -> &'t [u8] {
        let at = match self {
            Wanted::One(_) => 0,
            Wanted::Counted(.., count) => catalogue.plurals.form(*count as u64),
        };
        let mut parts = forms.split(|byte| *byte == 0);
        let first = parts.clone().next().unwrap_or_default();
        // Fewer forms than the catalogue promises: the first.
        parts.nth(at).unwrap_or(first)
    }
}

fn translate(cx: &mut Cx, domain: Option<&PhpStr>, category: i64, wanted: &Wanted<'_>) -> PhpStr {
    found(cx, domain, category, wanted).unwrap_or_else(|| wanted.untranslated())
}

fn found(cx: &mut Cx, domain: Option<&PhpStr>, category: i64, wanted: &Wanted<'_>) -> Option<PhpStr> {
    let languages = search::languages(cx, category)?;
    let until_nul = |text: &PhpStr| text.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
    let original = until_nul(wanted.original());
    let state = cx.ext::<State>();
    let domain = domain.or(state.domain.as_ref()).map_or_else(|| DEFAULT_DOMAIN.to_vec(), until_nul);
    let directory = state.directories.get(&domain).cloned().unwrap_or_else(|| DEFAULT_DIRECTORY.into());
    for language in languages {
        for path in search::files(&directory, &language, category, &domain) {
            let state = cx.ext::<State>();
            let catalogue = state.files.entry(path).or_insert_with_key(|path| search::load(path)).clone();
            let Some(catalogue) = catalogue else { continue };
            let Some(forms) = catalogue.find(&original) else { continue };
            let bound = cx.ext::<State>().encodings.get(&domain).map(|encoding| encoding.to_vec());
            let encoding = bound.or_else(|| locale::current(cx).map(|locale| locale.encoding()));
            let text = converted(wanted.form(&catalogue, forms), catalogue.encoding.as_deref(), encoding.as_deref());
            if let Some(text) = text {
                return Some(PhpStr::new(&text));
            }
        }
    }
    None
}

/// `gettext()`
pub(crate) fn gettext(cx: &mut Cx, message: &PhpStr) -> PhpResult<PhpStr> {
    check_message(cx, message, 1)?;
    Ok(translate(cx, None, locale::MESSAGES, &Wanted::One(message)))
}

/// `dgettext()`
pub(crate) fn dgettext(cx: &mut Cx, domain: &PhpStr, message: &PhpStr) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, message, 2)?;
    Ok(translate(cx, Some(domain), locale::MESSAGES, &Wanted::One(message)))
}

/// `dcgettext()`
pub(crate) fn dcgettext(cx: &mut Cx, domain: &PhpStr, message: &PhpStr, category: i64) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, message, 2)?;
    check_category(cx, category, 3)?;
    Ok(translate(cx, Some(domain), category, &Wanted::One(message)))
}

/// `ngettext()`
pub(crate) fn ngettext(cx: &mut Cx, singular: &PhpStr, several: &PhpStr, count: i64) -> PhpResult<PhpStr> {
    check_message(cx, singular, 1)?;
    check_message(cx, several, 2)?;
    Ok(translate(cx, None, locale::MESSAGES, &Wanted::Counted(singular, several, count)))
}

/// `dngettext()`
pub(crate) fn dngettext(cx: &mut Cx, domain: &PhpStr, singular: &PhpStr, several: &PhpStr, count: i64) -> PhpResult<PhpStr> {
    check_domain(cx, domain)?;
    check_message(cx, singular, 2)?;
    check_message(cx, several, 3)?;
    Ok(translate(cx, Some(domain), locale::MESSAGES, &Wanted::Counted(singular, several, count)))
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
    Ok(translate(cx, Some(domain), category, &Wanted::Counted(singular, several, count)))
}
