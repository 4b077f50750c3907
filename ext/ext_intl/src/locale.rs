//! `Locale`: names of languages, scripts and regions, taken apart, put together and matched.

use loxo_icu_sys::{self as icu, Part};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::errors::{self, ILLEGAL_ARGUMENT};
use crate::text::{cstring, default_locale, until_nul, utf8};

/// The longest name that functions take.
const MAX_LENGTH: usize = 156;
/// What ICU has space for.
const CAPACITY: usize = 157;

/// Tags of before BCP 47, and what IANA's registry prefers to them.
#[rustfmt::skip]
const GRANDFATHERED: &[(&str, Option<&str>)] = &[
    ("art-lojban", Some("jbo")), ("cel-gaulish", None), ("en-GB-oed", Some("en-GB-oxendict")), ("i-ami", Some("ami")), ("i-bnn", Some("bnn")),
    ("i-default", None), ("i-enochian", None), ("i-hak", Some("hak")), ("i-klingon", Some("tlh")), ("i-lux", Some("lb")), ("i-mingo", None),
    ("i-navajo", Some("nv")), ("i-pwn", Some("pwn")), ("i-tao", Some("tao")), ("i-tay", Some("tay")), ("i-tsu", Some("tsu")),
    ("no-bok", Some("nb")), ("no-nyn", Some("nn")), ("sgn-BE-FR", Some("sfb")), ("sgn-BE-NL", Some("vgt")), ("sgn-BR", Some("bzs")),
    ("sgn-CH-DE", Some("sgg")), ("sgn-CO", Some("csn")), ("sgn-DE", Some("gsg")), ("sgn-DK", Some("dsl")), ("sgn-ES", Some("ssp")),
    ("sgn-FR", Some("fsl")), ("sgn-GB", Some("bfi")), ("sgn-GR", Some("gss")), ("sgn-IE", Some("isg")), ("sgn-IT", Some("ise")),
    ("sgn-JP", Some("jsl")), ("sgn-MX", Some("mfs")), ("sgn-NI", Some("ncs")), ("sgn-NL", Some("dse")), ("sgn-NO", Some("nsl")),
    ("sgn-PT", Some("psr")), ("sgn-SE", Some("swl")), ("sgn-US", Some("ase")), ("sgn-ZA", Some("sfs")), ("zh-cmn", Some("cmn")),
    ("zh-cmn-Hans", Some("cmn-Hans")), ("zh-cmn-Hant", Some("cmn-Hant")), ("zh-gan", Some("gan")), ("zh-guoyu", Some("cmn")),
    ("zh-hakka", Some("hak")), ("zh-min", None), ("zh-min-nan", Some("nan")), ("zh-wuu", Some("wuu")), ("zh-xiang", Some("hsn")),
];

fn grandfathered(locale: &[u8]) -> Option<&'static (&'static str, Option<&'static str>)> {
    GRANDFATHERED.iter().find(|row| row.0.as_bytes().eq_ignore_ascii_case(locale))
}

fn is_separator(byte: u8) -> bool {
    byte == b'_' || byte == b'-'
}

/// What is asked of a locale.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Part(Part),
    Canonical,
}

impl Question {
    fn name(self) -> &'static str {
        match self {
            Question::Part(Part::Language) => "language",
            Question::Part(Part::Script) => "script",
            Question::Part(Part::Region) => "region",
            Question::Part(Part::Variant) => "variant",
            Question::Canonical => "canonicalize",
        }
    }
}

/// The answer; a failure is `Err`, nothing to find `Ok(None)`.
enum Found {
    Text(Vec<u8>),
    Nothing,
    /// Tags that have no such part, which functions answer with null.
    NoPart,
    Failed,
}

/// Where a part of one letter begins: 0 at the start, otherwise behind its separator.
fn singleton(locale: &[u8]) -> Option<usize> {
    for (i, byte) in locale.iter().enumerate() {
        if is_separator(*byte) {
            if i == 1 {
                return Some(0);
            }
            if locale.get(i + 2).is_some_and(|byte| is_separator(*byte)) {
                return Some(i + 1);
            }
        }
    }
    None
}

fn ask(locale: &[u8], question: Question, parsing: bool) -> Found {
    if locale.len() > MAX_LENGTH {
        return Found::Failed;
    }
    let mut end = locale.len();
    if let Question::Part(part) = question {
        let is_language = part == Part::Language;
        if grandfathered(locale).is_some() {
            return if is_language { Found::Text(locale.to_vec()) } else { Found::NoPart };
        }
        if parsing {
            match singleton(locale) {
                Some(0) => return Found::NoPart,
                Some(at) => end = at - 1,
                None => {}
            }
        }
    }
    let (name, mut status) = (cstring(&locale[..end]), 0);
    let found = match question {
        Question::Part(part) => icu::locale_part(&name, part, &mut status),
        Question::Canonical => icu::canonicalize_locale(&name, &mut status).into_bytes(),
    };
    match () {
        () if icu::failed(status) => Found::Failed,
        () if found.is_empty() => Found::Nothing,
        () => Found::Text(found),
    }
}

/// A locale's name as functions take it: the default for an empty one; an error, noted, if it is too long.
fn checked(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    let name = if locale.is_empty() { default_locale(cx) } else { locale.to_vec() };
    if name.len() > MAX_LENGTH {
        errors::set(cx, ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
        return Ok(None);
    }
    Ok(Some(until_nul(&name).to_vec()))
}

fn answer(cx: &mut Cx, locale: &PhpStr, question: Question) -> PhpResult<Option<Vec<u8>>> {
    errors::reset(cx);
    let Some(name) = checked(cx, locale)? else { return Ok(None) };
    match ask(&name, question, false) {
        Found::Text(text) => Ok(Some(text)),
        Found::Nothing => Ok(Some(Vec::new())),
        Found::NoPart | Found::Failed => {
            let part = question.name();
            errors::set(cx, 0, format!("locale_get_{part} : unable to get locale {part}"))?;
            Ok(None)
        }
    }
}

/// `Locale::getDefault()`
pub(crate) fn get_default(cx: &mut Cx) -> PhpResult<Vec<u8>> {
    Ok(default_locale(cx))
}

/// `Locale::setDefault()`
pub(crate) fn set_default(cx: &mut Cx, locale: &PhpStr) -> PhpResult<bool> {
    let name = if locale.is_empty() { icu::default_locale().into_bytes() } else { locale.to_vec() };
    let _ = cx.ini_set(b"intl.default_locale", &name);
    Ok(true)
}

/// `Locale::getPrimaryLanguage()`
pub(crate) fn get_primary_language(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    answer(cx, locale, Question::Part(Part::Language))
}

/// `Locale::getScript()`
pub(crate) fn get_script(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    answer(cx, locale, Question::Part(Part::Script))
}

/// `Locale::getRegion()`
pub(crate) fn get_region(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    answer(cx, locale, Question::Part(Part::Region))
}

/// `Locale::canonicalize()`
pub(crate) fn canonicalize(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<Vec<u8>>> {
    answer(cx, locale, Question::Canonical)
}

/// `Locale::getKeywords()`
pub(crate) fn get_keywords(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Value> {
    errors::reset(cx);
    let Some(name) = checked(cx, locale)? else { return Ok(Value::NULL) };
    let (name, mut status) = (cstring(&name), 0);
    let keywords = icu::locale_keywords(&name, &mut status);
    if keywords.is_empty() {
        return Ok(Value::NULL);
    }
    let mut array = PhpArray::new();
    for keyword in keywords {
        let value = icu::locale_keyword(&name, &cstring(keyword.as_bytes()), &mut status);
        if icu::failed(status) {
            let message = "locale_get_keywords: Error encountered while getting the keyword  value for the  keyword";
            errors::set(cx, ILLEGAL_ARGUMENT, message)?;
            return Ok(Value::FALSE);
        }
        array.set_sym(keyword, Value::from(value));
    }
    Ok(Value::array(array))
}

fn display(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>, part: Option<Part>) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let what = part.map_or("name", |part| Question::Part(part).name());
    if locale.len() > CAPACITY {
        errors::set(cx, ILLEGAL_ARGUMENT, format!("locale_get_display_{what} : name too long"))?;
        return Ok(OrFalse::FALSE);
    }
    let mut name = if locale.is_empty() { default_locale(cx) } else { until_nul(locale).to_vec() };
    if let (Some(part), Some((_, preferred))) = (part, grandfathered(&name)) {
        if part != Part::Language {
            return Ok(OrFalse::FALSE);
        }
        name = preferred.map_or(name, |preferred| preferred.as_bytes().to_vec());
    }
    let shown = match shown {
        Some(shown) => cstring(shown),
        None => cstring(&default_locale(cx)),
    };
    let mut status = 0;
    let text = icu::display_name(&cstring(&name), &shown, part, &mut status);
    if icu::failed(status) {
        errors::set(cx, status, format!("locale_get_display_{what} : unable to get locale {what}"))?;
        return Ok(OrFalse::FALSE);
    }
    match utf8(&text) {
        Ok(text) => Ok(OrFalse::some(text)),
        Err(code) => {
            errors::set(cx, code, format!("locale_get_display_{what} :error converting display name for {what} to UTF-8"))?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `Locale::getDisplayScript()`
pub(crate) fn get_display_script(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    display(cx, locale, shown, Some(Part::Script))
}

/// `Locale::getDisplayRegion()`
pub(crate) fn get_display_region(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    display(cx, locale, shown, Some(Part::Region))
}

/// `Locale::getDisplayName()`
pub(crate) fn get_display_name(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    display(cx, locale, shown, None)
}

/// `Locale::getDisplayLanguage()`
pub(crate) fn get_display_language(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    display(cx, locale, shown, Some(Part::Language))
}

/// `Locale::getDisplayVariant()`
pub(crate) fn get_display_variant(cx: &mut Cx, locale: &PhpStr, shown: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    display(cx, locale, shown, Some(Part::Variant))
}

/// What a subtag of an array adds: `Ok(false)` if it is not there, `Err` if it is no string.
fn add_one(out: &mut Vec<u8>, tags: &PhpArray, key: &str, separated: bool) -> Result<bool, ()> {
    let Some(value) = tags.get_bytes(key.as_bytes()) else { return Ok(false) };
    let text = value.deref().as_str().ok_or(())?;
    if separated {
        out.push(b'_');
    }
    out.extend_from_slice(text);
    Ok(true)
}

/// The same for subtags that there may be many of, in a list or under numbered keys.
fn add_many(out: &mut Vec<u8>, tags: &PhpArray, key: &str, max: usize) -> Result<(), ()> {
    let mut first = true;
    let mut add = |text: &PhpStr| {
        if std::mem::take(&mut first) && key == "private" {
            out.extend_from_slice(b"_x");
        }
        out.push(b'_');
        out.extend_from_slice(text);
    };
    if let Some(value) = tags.get_bytes(key.as_bytes()) {
        let value = value.deref();
        match (value.as_str(), value.as_array()) {
            (Some(text), _) => add(text),
            (_, Some(list)) => list.values().try_for_each(|value| value.deref().as_str().map(&mut add).ok_or(()))?,
            _ => return Err(()),
        }
        return Ok(());
    }
    for number in 0..max {
        if let Some(value) = tags.get_bytes(format!("{key}{number}").as_bytes()) {
            value.deref().as_str().map(&mut add).ok_or(())?;
        }
    }
    Ok(())
}

/// `Locale::composeLocale()`
pub(crate) fn compose_locale(cx: &mut Cx, tags: &PhpArray) -> PhpResult<OrFalse<Vec<u8>>> {
    errors::reset(cx);
    if tags.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let mut out = Vec::new();
    let composed = (|| {
        if add_one(&mut out, tags, "grandfathered", false)? {
            return Ok(true);
        }
        if !add_one(&mut out, tags, "language", false)? {
            return Ok(false);
        }
        add_many(&mut out, tags, "extlang", 3)?;
        add_one(&mut out, tags, "script", true)?;
        add_one(&mut out, tags, "region", true)?;
        add_many(&mut out, tags, "variant", 15)?;
        add_many(&mut out, tags, "private", 15)?;
        Ok::<bool, ()>(true)
    })();
    match composed {
        Ok(true) => Ok(OrFalse::some(out)),
        Ok(false) => Err(cx.argument_value_error(1, "must contain a \"language\" key")),
        Err(()) => {
            errors::set(cx, ILLEGAL_ARGUMENT, "locale_compose: parameter array element is not a string")?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// What stands behind `-x-`.
fn private_subtags(locale: &[u8]) -> Option<&[u8]> {
    let mut rest = locale;
    while let Some(at) = singleton(rest) {
        if matches!(rest.get(at), Some(b'x' | b'X')) {
            return rest.get(at + 2..).filter(|private| !private.is_empty());
        }
        rest = rest.get(at + 1..)?;
    }
    None
}

/// Subtags up to one of a single letter; the first is taken as it is.
fn subtags(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| is_separator(*byte)).filter(|part| !part.is_empty());
    parts.enumerate().take_while(|(at, part)| *at == 0 || part.len() > 1).map(|(_, part)| part)
}

/// `Locale::parseLocale()`
pub(crate) fn parse_locale(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<PhpArray>> {
    errors::reset(cx);
    let Some(name) = checked(cx, locale)? else { return Ok(None) };
    let mut array = PhpArray::new();
    if grandfathered(&name).is_some() {
        array.set_bytes(b"grandfathered", Value::bytes(&name));
        return Ok(Some(array));
    }
    for part in [Part::Language, Part::Script, Part::Region] {
        if let Found::Text(text) = ask(&name, Question::Part(part), true) {
            array.set_bytes(Question::Part(part).name().as_bytes(), Value::bytes(&text));
        }
    }
    if let Found::Text(text) = ask(&name, Question::Part(Part::Variant), true) {
        for (at, variant) in subtags(&text).enumerate() {
            array.set_bytes(format!("variant{at}").as_bytes(), Value::bytes(variant));
        }
    }
    for (at, tag) in private_subtags(&name).into_iter().flat_map(subtags).enumerate() {
        array.set_bytes(format!("private{at}").as_bytes(), Value::bytes(tag));
    }
    Ok(Some(array))
}

/// `Locale::getAllVariants()`
pub(crate) fn get_all_variants(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<PhpArray>> {
    errors::reset(cx);
    let Some(name) = checked(cx, locale)? else { return Ok(None) };
    let variants = match ask(&name, Question::Part(Part::Variant), false) {
        Found::Text(text) => text,
        _ => Vec::new(),
    };
    Ok(Some(PhpArray::from_values(subtags(&variants).map(Value::bytes))))
}

/// Lower case, hyphens as underscores; `None` of nothing.
fn to_match(text: &[u8]) -> Option<Vec<u8>> {
    let text = until_nul(text);
    let lower = text.iter().map(|byte| if *byte == b'-' { b'_' } else { byte.to_ascii_lowercase() });
    (!text.is_empty()).then(|| lower.collect())
}

fn canonical(locale: &[u8]) -> Option<Vec<u8>> {
    match ask(until_nul(locale), Question::Canonical, false) {
        Found::Text(text) => Some(text),
        _ => None,
    }
}

/// `Locale::filterMatches()`
pub(crate) fn filter_matches(cx: &mut Cx, tag: &PhpStr, range: &PhpStr, canonicalize: bool) -> PhpResult<Option<bool>> {
    errors::reset(cx);
    if range.as_bytes() == b"*" {
        return Ok(Some(true));
    }
    let Some(mut range) = checked(cx, range)? else { return Ok(None) };
    if range == b"*" {
        return Ok(Some(true));
    }
    let mut tag = tag.to_vec();
    if tag.len() > MAX_LENGTH {
        errors::set(cx, ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
        return Ok(None);
    }
    if canonicalize {
        for (name, text) in [("loc_range", &mut range), ("lang_tag", &mut tag)] {
            let Some(better) = canonical(text) else {
                errors::set(cx, 0, format!("locale_filter_matches : unable to canonicalize {name}"))?;
                return Ok(Some(false));
            };
            *text = better;
        }
    }
    let (Some(tag), Some(range)) = (to_match(&tag), to_match(&range)) else { return Ok(Some(false)) };
    let Some(rest) = tag.strip_prefix(&range[..]) else { return Ok(Some(false)) };
    Ok(Some(match rest.first() {
        None => true,
        Some(byte) => is_separator(*byte) || (canonicalize && *byte == b'@'),
    }))
}

/// Where the last subtag begins, with a single letter before it; nothing before the second character.
fn shorter(range: &[u8]) -> Option<usize> {
    let at = range.iter().rposition(|byte| is_separator(*byte) || *byte == b'@')?;
    let at = if at >= 2 && is_separator(range[at - 2]) { at - 2 } else { at };
    (at >= 1).then_some(at)
}

/// `Locale::lookup()`
pub(crate) fn lookup(
    cx: &mut Cx,
    tags: &PhpArray,
    range: &PhpStr,
    canonicalize: bool,
    otherwise: Option<&PhpStr>,
) -> PhpResult<Option<Vec<u8>>> {
    errors::reset(cx);
    let range = if range.is_empty() { otherwise.unwrap_or(range) } else { range };
    let Some(mut range) = checked(cx, range)? else { return Ok(None) };
    if tags.is_empty() {
        return Ok(Some(Vec::new()));
    }
    // How they are compared, and how they were written.
    let mut known: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for tag in tags.values() {
        let Some(tag) = tag.deref().as_str() else {
            return Err(cx.argument_type_error(2, "must only contain string values"));
        };
        let Some(text) = to_match(tag) else { return no_lookup(cx, "lang_tag") };
        known.push((text, until_nul(tag).to_vec()));
    }
    if canonicalize {
        for (text, written) in &mut known {
            let Some(better) = canonical(text).and_then(|better| to_match(&better)) else { return no_lookup(cx, "lang_tag") };
            *written = better.clone();
            *text = better;
        }
        let Some(better) = canonical(&range) else { return no_lookup(cx, "loc_range") };
        range = better;
    }
    let Some(mut range) = to_match(&range) else { return no_lookup(cx, "lang_tag") };
    loop {
        if let Some((_, written)) = known.iter().find(|(text, _)| *text == range) {
            return Ok(Some(written.clone()));
        }
        match shorter(&range) {
            Some(at) => range.truncate(at),
            None => break,
        }
    }
    Ok(Some(otherwise.map_or_else(Vec::new, |text| text.to_vec())))
}

fn no_lookup(cx: &mut Cx, what: &str) -> PhpResult<Option<Vec<u8>>> {
    errors::set(cx, ILLEGAL_ARGUMENT, format!("lookup_loc_range: unable to canonicalize {what}"))?;
    Ok(None)
}

/// `Locale::acceptFromHttp()`
pub(crate) fn accept_from_http(cx: &mut Cx, header: &PhpStr) -> PhpResult<OrFalse<String>> {
    let text = until_nul(header);
    if header.len() > CAPACITY && text.split(|byte| *byte == b',').any(|range| range.len() > CAPACITY) {
        errors::set(cx, ILLEGAL_ARGUMENT, "locale_accept_from_http: locale string too long")?;
        return Ok(OrFalse::FALSE);
    }
    let mut status = 0;
    let found = icu::accept_language(&cstring(header), &mut status);
    errors::set_code(cx, status);
    if icu::failed(status) {
        errors::set(cx, status, "locale_accept_from_http: failed to find acceptable locale")?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse(found))
}
