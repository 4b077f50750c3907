//! Properties of characters. Numbers that are no characters have none.

use std::ffi::{CStr, c_void};

use crate::{call, filled, filled_text, kept};

/// Yes or no about a character.
#[derive(Clone, Copy)]
pub enum Test {
    Alphabetic,
    Lowercase,
    Uppercase,
    WhiteSpaceProperty,
    Lower,
    Upper,
    Title,
    Digit,
    Alpha,
    Alnum,
    XDigit,
    Punct,
    Graph,
    Blank,
    Defined,
    Space,
    JavaSpaceChar,
    Whitespace,
    Cntrl,
    IsoControl,
    Print,
    Base,
    IdStart,
    IdPart,
    IdIgnorable,
    JavaIdStart,
    JavaIdPart,
    Mirrored,
}

pub fn char_is(c: i32, test: Test) -> bool {
    let answer = match test {
        Test::Alphabetic => call!(u_isUAlphabetic(c)),
        Test::Lowercase => call!(u_isULowercase(c)),
        Test::Uppercase => call!(u_isUUppercase(c)),
        Test::WhiteSpaceProperty => call!(u_isUWhiteSpace(c)),
        Test::Lower => call!(u_islower(c)),
        Test::Upper => call!(u_isupper(c)),
        Test::Title => call!(u_istitle(c)),
        Test::Digit => call!(u_isdigit(c)),
        Test::Alpha => call!(u_isalpha(c)),
        Test::Alnum => call!(u_isalnum(c)),
        Test::XDigit => call!(u_isxdigit(c)),
        Test::Punct => call!(u_ispunct(c)),
        Test::Graph => call!(u_isgraph(c)),
        Test::Blank => call!(u_isblank(c)),
        Test::Defined => call!(u_isdefined(c)),
        Test::Space => call!(u_isspace(c)),
        Test::JavaSpaceChar => call!(u_isJavaSpaceChar(c)),
        Test::Whitespace => call!(u_isWhitespace(c)),
        Test::Cntrl => call!(u_iscntrl(c)),
        Test::IsoControl => call!(u_isISOControl(c)),
        Test::Print => call!(u_isprint(c)),
        Test::Base => call!(u_isbase(c)),
        Test::IdStart => call!(u_isIDStart(c)),
        Test::IdPart => call!(u_isIDPart(c)),
        Test::IdIgnorable => call!(u_isIDIgnorable(c)),
        Test::JavaIdStart => call!(u_isJavaIDStart(c)),
        Test::JavaIdPart => call!(u_isJavaIDPart(c)),
        Test::Mirrored => call!(u_isMirrored(c)),
    };
    answer != 0
}

pub fn has_binary_property(c: i32, property: i32) -> bool {
    call!(u_hasBinaryProperty(c, property)) != 0
}

pub fn int_property(c: i32, property: i32) -> i32 {
    call!(u_getIntPropertyValue(c, property))
}

pub fn int_property_min(property: i32) -> i32 {
    call!(u_getIntPropertyMinValue(property))
}

pub fn int_property_max(property: i32) -> i32 {
    call!(u_getIntPropertyMaxValue(property))
}

pub fn numeric_value(c: i32) -> f64 {
    call!(u_getNumericValue(c))
}

pub fn char_direction(c: i32) -> i32 {
    call!(u_charDirection(c))
}

pub fn char_mirror(c: i32) -> i32 {
    call!(u_charMirror(c))
}

pub fn paired_bracket(c: i32) -> i32 {
    call!(u_getBidiPairedBracket(c))
}

pub fn char_type(c: i32) -> i32 {
    i32::from(call!(u_charType(c)))
}

pub fn combining_class(c: i32) -> i32 {
    i32::from(call!(u_getCombiningClass(c)))
}

pub fn digit_value(c: i32) -> i32 {
    call!(u_charDigitValue(c))
}

pub fn block_code(c: i32) -> i32 {
    call!(ublock_getCode(c))
}

pub fn to_lower(c: i32) -> i32 {
    call!(u_tolower(c))
}

pub fn to_upper(c: i32) -> i32 {
    call!(u_toupper(c))
}

pub fn to_title(c: i32) -> i32 {
    call!(u_totitle(c))
}

pub fn fold_case(c: i32, options: u32) -> i32 {
    call!(u_foldCase(c, options))
}

pub fn digit(c: i32, radix: i8) -> i32 {
    call!(u_digit(c, radix))
}

pub fn for_digit(digit: i32, radix: i8) -> i32 {
    call!(u_forDigit(digit, radix))
}

pub fn char_age(c: i32) -> [u8; 4] {
    let mut version = [0; 4];
    call!(u_charAge(c, version.as_mut_ptr()));
    version
}

pub fn unicode_version() -> [u8; 4] {
    let mut version = [0; 4];
    call!(u_getUnicodeVersion(version.as_mut_ptr()));
    version
}

pub fn fc_nfkc_closure(c: i32, status: &mut i32) -> Vec<u16> {
    filled(status, |out, cap, status| call!(u_getFC_NFKC_Closure(c, out, cap, status)))
}

pub fn char_name(c: i32, choice: i32, status: &mut i32) -> String {
    filled_text(status, |out, cap, status| call!(u_charName(c, choice, out, cap, status)))
}

/// ICU counts to the number of a name; it would begin very far below zero for each character.
pub fn char_from_name(name: &CStr, choice: i32, status: &mut i32) -> i32 {
    call!(u_charFromName(choice.max(-1), name.as_ptr(), status))
}

pub fn property_name(property: i32, choice: i32) -> Option<String> {
    kept(call!(u_getPropertyName(property, choice)))
}

pub fn property_enum(alias: &CStr) -> i32 {
    call!(u_getPropertyEnum(alias.as_ptr()))
}

pub fn property_value_name(property: i32, value: i32, choice: i32) -> Option<String> {
    kept(call!(u_getPropertyValueName(property, value, choice)))
}

pub fn property_value_enum(property: i32, alias: &CStr) -> i32 {
    call!(u_getPropertyValueEnum(property, alias.as_ptr()))
}

/// Ranges of characters of one type: `(start, limit, type)`; until the function answers false.
pub fn each_type<F: FnMut(i32, i32, i32) -> bool>(mut each: F) {
    extern "C" fn step<F: FnMut(i32, i32, i32) -> bool>(context: *const c_void, start: i32, limit: i32, kind: i32) -> i8 {
        // SAFETY: the context is the function below, which nobody else uses while ICU works.
        let each = unsafe { &mut *context.cast_mut().cast::<F>() };
        i8::from(each(start, limit, kind))
    }
    call!(u_enumCharTypes(step::<F>, (&raw mut each).cast()));
}

/// Characters with their names: `(character, choice, name)`; until the function answers false.
pub fn each_name<F: FnMut(i32, i32, &[u8]) -> bool>(start: i32, limit: i32, choice: i32, status: &mut i32, mut each: F) {
    extern "C" fn step<F: FnMut(i32, i32, &[u8]) -> bool>(
        context: *mut c_void,
        c: i32,
        choice: i32,
        name: *const std::ffi::c_char,
        length: i32,
    ) -> i8 {
        // SAFETY: the context is the function below, which nobody else uses while ICU works; the name has so many bytes.
        let (each, name) =
            unsafe { (&mut *context.cast::<F>(), std::slice::from_raw_parts(name.cast::<u8>(), usize::try_from(length).unwrap_or(0))) };
        i8::from(each(c, choice, name))
    }
    call!(u_enumCharNames(start, limit, step::<F>, (&raw mut each).cast(), choice, status));
}
