//! `Normalizer`: the normalization forms of Unicode, and the mappings they are made of.

use std::borrow::Cow;

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr};

use crate::errors::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND};
use crate::raw_mappings::{CANONICAL, COMPATIBILITY};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    D,
    Kd,
    C,
    Kc,
    /// NFKC_Casefold
    KcCf,
}

impl Form {
    fn from_number(form: i64) -> Option<Form> {
        Some(match form {
            4 => Form::D,
            8 => Form::Kd,
            16 => Form::C,
            32 => Form::Kc,
            48 => Form::KcCf,
            _ => return None,
        })
    }

    fn normalize(self, text: &str) -> Cow<'_, str> {
        match self {
            Form::D => DecomposingNormalizerBorrowed::new_nfd().normalize(text),
            Form::Kd => DecomposingNormalizerBorrowed::new_nfkd().normalize(text),
            Form::C => ComposingNormalizerBorrowed::new_nfc().normalize(text),
            Form::Kc => ComposingNormalizerBorrowed::new_nfkc().normalize(text),
            Form::KcCf => nfkc_casefold(text).into(),
        }
    }

    fn is_normalized(self, text: &str) -> bool {
        match self {
            Form::D => DecomposingNormalizerBorrowed::new_nfd().is_normalized(text),
            Form::Kd => DecomposingNormalizerBorrowed::new_nfkd().is_normalized(text),
            Form::C => ComposingNormalizerBorrowed::new_nfc().is_normalized(text),
            Form::Kc => ComposingNormalizerBorrowed::new_nfkc().is_normalized(text),
            Form::KcCf => nfkc_casefold(text) == text,
        }
    }

    /// What the character is replaced by in one step; `None`: it stays.
    fn raw_mapping(self, c: char) -> Option<String> {
        match self {
            Form::D | Form::C => canonical_mapping(c),
            Form::Kd | Form::Kc => compatibility_mapping(c),
            Form::KcCf => {
                let folded = casefolded(c);
                if folded.chars().eq([c]) { canonical_mapping(c) } else { Some(folded) }
            }
        }
    }
}

/// The property NFKC_Casefold of a character.
fn casefolded(c: char) -> String {
    if c.is_ascii() {
        return c.to_ascii_lowercase().into();
    }
    let (nfkc, fold) = (ComposingNormalizerBorrowed::new_nfkc(), CaseMapper::new());
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let mut text = String::from(c);
    loop {
        let mut next = nfkc.normalize(&fold.fold_string(&text)).into_owned();
        next.retain(|c| !ignorable.contains(c));
        if next == text {
            return text;
        }
        text = next;
    }
}

fn nfkc_casefold(text: &str) -> String {
    let mapped: String = text.chars().map(casefolded).collect();
    Form::C.normalize(&mapped).into_owned()
}

fn exception(table: &[(char, &str)], c: char) -> Option<String> {
    table.binary_search_by_key(&c, |row| row.0).ok().map(|at| table[at].1.into())
}

fn canonical_mapping(c: char) -> Option<String> {
    if let Some(mapping) = exception(CANONICAL, c) {
        return Some(mapping);
    }
    let text = c.to_string();
    let full = Form::D.normalize(&text);
    if full == text {
        return None;
    }
    // All but the last character were one before.
    let last = full.char_indices().next_back().map_or(0, |(at, _)| at);
    Some(Form::C.normalize(&full[..last]).into_owned() + &full[last..])
}

fn compatibility_mapping(c: char) -> Option<String> {
    exception(COMPATIBILITY, c).or_else(|| canonical_mapping(c)).or_else(|| {
        let text = c.to_string();
        let full = Form::Kd.normalize(&text);
        (full != text).then(|| full.into_owned())
    })
}

fn form(cx: &mut Cx, number: i64) -> PhpResult<Form> {
    Form::from_number(number).ok_or_else(|| cx.argument_value_error(2, "must be a a valid normalization form"))
}

/// `normalizer_normalize()`
pub(crate) fn normalizer_normalize(cx: &mut Cx, string: &PhpStr, number: i64) -> PhpResult<OrFalse<PhpStr>> {
    errors::reset(cx);
    let form = form(cx, number)?;
    let Ok(text) = str::from_utf8(string) else {
        errors::set(cx, INVALID_CHAR_FOUND, "Error converting input string to UTF-16")?;
        return Ok(OrFalse::FALSE);
    };
    Ok(match form.normalize(text) {
        Cow::Borrowed(_) => string.clone(),
        Cow::Owned(text) => PhpStr::from(text),
    }
    .into())
}

/// `normalizer_is_normalized()`
pub(crate) fn normalizer_is_normalized(cx: &mut Cx, string: &PhpStr, number: i64) -> PhpResult<bool> {
    errors::reset(cx);
    let form = form(cx, number)?;
    let Ok(text) = str::from_utf8(string) else {
        errors::set(cx, INVALID_CHAR_FOUND, "Error converting string to UTF-16.")?;
        return Ok(false);
    };
    Ok(form.is_normalized(text))
}

/// `normalizer_get_raw_decomposition()`
pub(crate) fn normalizer_get_raw_decomposition(cx: &mut Cx, string: &PhpStr, number: i64) -> PhpResult<Option<String>> {
    errors::reset(cx);
    let first = string.utf8_chunks().next();
    let valid = first.as_ref().map_or("", |chunk| chunk.valid());
    let c = valid.chars().next();
    let width = match c {
        Some(c) => c.len_utf8(),
        None => first.as_ref().map_or(0, |chunk| chunk.invalid().len()),
    };
    if width == 0 || width != string.len() {
        errors::set(cx, ILLEGAL_ARGUMENT, "Input string must be exactly one UTF-8 encoded code point long.")?;
        return Ok(None);
    }
    let Some(c) = c else {
        errors::set(cx, ILLEGAL_ARGUMENT, "Code point out of range")?;
        return Ok(None);
    };
    // ICU finds no decomposition without a normalizer, and PHP takes that for an empty one.
    Ok(Form::from_number(number).map_or_else(|| Some(String::new()), |form| form.raw_mapping(c)))
}
