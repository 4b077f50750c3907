//! The last error of the extension, and ICU's names of errors.

use loxo_runtime::{Cx, ErrorLevel, ExtSlot, PhpResult, Thrown};

pub(crate) use loxo_icu_sys::status::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND};

/// What went wrong last; a code of zero is nothing.
#[derive(Default)]
pub(crate) struct LastError {
    pub(crate) code: i32,
    pub(crate) message: Option<Vec<u8>>,
}

impl ExtSlot for LastError {}

impl LastError {
    /// Its code with what it means, behind a message if there is one.
    pub(crate) fn text(&self) -> Vec<u8> {
        let name = name(self.code).as_bytes();
        self.message.as_ref().map_or_else(|| name.to_vec(), |message| [message, &b": "[..], name].concat())
    }
}

/// Forgets the last error.
pub(crate) fn reset(cx: &mut Cx) {
    *cx.ext() = LastError::default();
}

/// Notes a code alone.
pub(crate) fn set_code(cx: &mut Cx, code: i32) {
    cx.ext::<LastError>().code = code;
}

/// The last error's text and code.
pub(crate) fn last(cx: &mut Cx) -> (Vec<u8>, i32) {
    let error = cx.ext::<LastError>();
    (error.text(), error.code)
}

/// Notes an error, and tells of it in the ways that the settings ask for.
pub(crate) fn set(cx: &mut Cx, code: i32, message: impl Into<Vec<u8>>) -> PhpResult<()> {
    cx.ext::<LastError>().code = code;
    let message = message.into();
    let level = cx.ini_int("intl.error_level");
    if let Some(level) = u32::try_from(level).ok().and_then(ErrorLevel::from_bits) {
        cx.builtin_raise(level, &message);
        cx.check()?;
    }
    let throws = cx.ini_bool("intl.use_exceptions");
    let thrown: Option<Thrown> = throws.then(|| cx.throw("IntlException", &message));
    cx.ext::<LastError>().message = Some(message);
    thrown.map_or(Ok(()), Err)
}

/// `intl_get_error_code()`
pub(crate) fn intl_get_error_code(cx: &mut Cx) -> PhpResult<i64> {
    Ok(i64::from(cx.ext::<LastError>().code))
}

/// `intl_get_error_message()`
pub(crate) fn intl_get_error_message(cx: &mut Cx) -> PhpResult<Vec<u8>> {
    Ok(cx.ext::<LastError>().text())
}

/// `intl_is_failure()`
pub(crate) fn intl_is_failure(_cx: &mut Cx, code: i64) -> PhpResult<bool> {
    Ok(code > 0)
}

/// `intl_error_name()`
pub(crate) fn intl_error_name(_cx: &mut Cx, code: i64) -> PhpResult<&'static str> {
    // ICU's codes have 32 bits.
    Ok(name(code as i32))
}

/// What ICU calls a code.
pub(crate) fn name(code: i32) -> &'static str {
    NAMES.binary_search_by_key(&code, |row| row.0).map_or("[BOGUS UErrorCode]", |at| NAMES[at].1)
}

/// Codes and their names, by code.
#[rustfmt::skip]
static NAMES: &[(i32, &str)] = &[
    (-128, "U_USING_FALLBACK_WARNING"),
    (-127, "U_USING_DEFAULT_WARNING"),
    (-126, "U_SAFECLONE_ALLOCATED_WARNING"),
    (-125, "U_STATE_OLD_WARNING"),
    (-124, "U_STRING_NOT_TERMINATED_WARNING"),
    (-123, "U_SORT_KEY_TOO_SHORT_WARNING"),
    (-122, "U_AMBIGUOUS_ALIAS_WARNING"),
    (-121, "U_DIFFERENT_UCA_VERSION"),
    (-120, "U_PLUGIN_CHANGED_LEVEL_WARNING"),
    (0, "U_ZERO_ERROR"),
    (1, "U_ILLEGAL_ARGUMENT_ERROR"),
    (2, "U_MISSING_RESOURCE_ERROR"),
    (3, "U_INVALID_FORMAT_ERROR"),
    (4, "U_FILE_ACCESS_ERROR"),
    (5, "U_INTERNAL_PROGRAM_ERROR"),
    (6, "U_MESSAGE_PARSE_ERROR"),
    (7, "U_MEMORY_ALLOCATION_ERROR"),
    (8, "U_INDEX_OUTOFBOUNDS_ERROR"),
    (9, "U_PARSE_ERROR"),
    (10, "U_INVALID_CHAR_FOUND"),
    (11, "U_TRUNCATED_CHAR_FOUND"),
    (12, "U_ILLEGAL_CHAR_FOUND"),
    (13, "U_INVALID_TABLE_FORMAT"),
    (14, "U_INVALID_TABLE_FILE"),
    (15, "U_BUFFER_OVERFLOW_ERROR"),
    (16, "U_UNSUPPORTED_ERROR"),
    (17, "U_RESOURCE_TYPE_MISMATCH"),
    (18, "U_ILLEGAL_ESCAPE_SEQUENCE"),
    (19, "U_UNSUPPORTED_ESCAPE_SEQUENCE"),
    (20, "U_NO_SPACE_AVAILABLE"),
    (21, "U_CE_NOT_FOUND_ERROR"),
    (22, "U_PRIMARY_TOO_LONG_ERROR"),
    (23, "U_STATE_TOO_OLD_ERROR"),
    (24, "U_TOO_MANY_ALIASES_ERROR"),
    (25, "U_ENUM_OUT_OF_SYNC_ERROR"),
    (26, "U_INVARIANT_CONVERSION_ERROR"),
    (27, "U_INVALID_STATE_ERROR"),
    (28, "U_COLLATOR_VERSION_MISMATCH"),
    (29, "U_USELESS_COLLATOR_ERROR"),
    (30, "U_NO_WRITE_PERMISSION"),
    (31, "U_INPUT_TOO_LONG_ERROR"),
    (65536, "U_BAD_VARIABLE_DEFINITION"),
    (65537, "U_MALFORMED_RULE"),
    (65538, "U_MALFORMED_SET"),
    (65539, "U_MALFORMED_SYMBOL_REFERENCE"),
    (65540, "U_MALFORMED_UNICODE_ESCAPE"),
    (65541, "U_MALFORMED_VARIABLE_DEFINITION"),
    (65542, "U_MALFORMED_VARIABLE_REFERENCE"),
    (65543, "U_MISMATCHED_SEGMENT_DELIMITERS"),
    (65544, "U_MISPLACED_ANCHOR_START"),
    (65545, "U_MISPLACED_CURSOR_OFFSET"),
    (65546, "U_MISPLACED_QUANTIFIER"),
    (65547, "U_MISSING_OPERATOR"),
    (65548, "U_MISSING_SEGMENT_CLOSE"),
    (65549, "U_MULTIPLE_ANTE_CONTEXTS"),
    (65550, "U_MULTIPLE_CURSORS"),
    (65551, "U_MULTIPLE_POST_CONTEXTS"),
    (65552, "U_TRAILING_BACKSLASH"),
    (65553, "U_UNDEFINED_SEGMENT_REFERENCE"),
    (65554, "U_UNDEFINED_VARIABLE"),
    (65555, "U_UNQUOTED_SPECIAL"),
    (65556, "U_UNTERMINATED_QUOTE"),
    (65557, "U_RULE_MASK_ERROR"),
    (65558, "U_MISPLACED_COMPOUND_FILTER"),
    (65559, "U_MULTIPLE_COMPOUND_FILTERS"),
    (65560, "U_INVALID_RBT_SYNTAX"),
    (65561, "U_INVALID_PROPERTY_PATTERN"),
    (65562, "U_MALFORMED_PRAGMA"),
    (65563, "U_UNCLOSED_SEGMENT"),
    (65564, "U_ILLEGAL_CHAR_IN_SEGMENT"),
    (65565, "U_VARIABLE_RANGE_EXHAUSTED"),
    (65566, "U_VARIABLE_RANGE_OVERLAP"),
    (65567, "U_ILLEGAL_CHARACTER"),
    (65568, "U_INTERNAL_TRANSLITERATOR_ERROR"),
    (65569, "U_INVALID_ID"),
    (65570, "U_INVALID_FUNCTION"),
    (65792, "U_UNEXPECTED_TOKEN"),
    (65793, "U_MULTIPLE_DECIMAL_SEPARATORS"),
    (65794, "U_MULTIPLE_EXPONENTIAL_SYMBOLS"),
    (65795, "U_MALFORMED_EXPONENTIAL_PATTERN"),
    (65796, "U_MULTIPLE_PERCENT_SYMBOLS"),
    (65797, "U_MULTIPLE_PERMILL_SYMBOLS"),
    (65798, "U_MULTIPLE_PAD_SPECIFIERS"),
    (65799, "U_PATTERN_SYNTAX_ERROR"),
    (65800, "U_ILLEGAL_PAD_POSITION"),
    (65801, "U_UNMATCHED_BRACES"),
    (65802, "U_UNSUPPORTED_PROPERTY"),
    (65803, "U_UNSUPPORTED_ATTRIBUTE"),
    (65804, "U_ARGUMENT_TYPE_MISMATCH"),
    (65805, "U_DUPLICATE_KEYWORD"),
    (65806, "U_UNDEFINED_KEYWORD"),
    (65807, "U_DEFAULT_KEYWORD_MISSING"),
    (65808, "U_DECIMAL_NUMBER_SYNTAX_ERROR"),
    (65809, "U_FORMAT_INEXACT_ERROR"),
    (65810, "U_NUMBER_ARG_OUTOFBOUNDS_ERROR"),
    (65811, "U_NUMBER_SKELETON_SYNTAX_ERROR"),
    (65812, "U_MF_UNRESOLVED_VARIABLE_ERROR"),
    (65813, "U_MF_SYNTAX_ERROR"),
    (65814, "U_MF_UNKNOWN_FUNCTION_ERROR"),
    (65815, "U_MF_VARIANT_KEY_MISMATCH_ERROR"),
    (65816, "U_MF_FORMATTING_ERROR"),
    (65817, "U_MF_NONEXHAUSTIVE_PATTERN_ERROR"),
    (65818, "U_MF_DUPLICATE_OPTION_NAME_ERROR"),
    (65819, "U_MF_SELECTOR_ERROR"),
    (65820, "U_MF_MISSING_SELECTOR_ANNOTATION_ERROR"),
    (65821, "U_MF_DUPLICATE_DECLARATION_ERROR"),
    (65822, "U_MF_OPERAND_MISMATCH_ERROR"),
    (65823, "U_MF_DUPLICATE_VARIANT_ERROR"),
    (66048, "U_BRK_INTERNAL_ERROR"),
    (66049, "U_BRK_HEX_DIGITS_EXPECTED"),
    (66050, "U_BRK_SEMICOLON_EXPECTED"),
    (66051, "U_BRK_RULE_SYNTAX"),
    (66052, "U_BRK_UNCLOSED_SET"),
    (66053, "U_BRK_ASSIGN_ERROR"),
    (66054, "U_BRK_VARIABLE_REDFINITION"),
    (66055, "U_BRK_MISMATCHED_PAREN"),
    (66056, "U_BRK_NEW_LINE_IN_QUOTED_STRING"),
    (66057, "U_BRK_UNDEFINED_VARIABLE"),
    (66058, "U_BRK_INIT_ERROR"),
    (66059, "U_BRK_RULE_EMPTY_SET"),
    (66060, "U_BRK_UNRECOGNIZED_OPTION"),
    (66061, "U_BRK_MALFORMED_RULE_TAG"),
    (66304, "U_REGEX_INTERNAL_ERROR"),
    (66305, "U_REGEX_RULE_SYNTAX"),
    (66306, "U_REGEX_INVALID_STATE"),
    (66307, "U_REGEX_BAD_ESCAPE_SEQUENCE"),
    (66308, "U_REGEX_PROPERTY_SYNTAX"),
    (66309, "U_REGEX_UNIMPLEMENTED"),
    (66310, "U_REGEX_MISMATCHED_PAREN"),
    (66311, "U_REGEX_NUMBER_TOO_BIG"),
    (66312, "U_REGEX_BAD_INTERVAL"),
    (66313, "U_REGEX_MAX_LT_MIN"),
    (66314, "U_REGEX_INVALID_BACK_REF"),
    (66315, "U_REGEX_INVALID_FLAG"),
    (66316, "U_REGEX_LOOK_BEHIND_LIMIT"),
    (66317, "U_REGEX_SET_CONTAINS_STRING"),
    (66318, "U_REGEX_OCTAL_TOO_BIG"),
    (66319, "U_REGEX_MISSING_CLOSE_BRACKET"),
    (66320, "U_REGEX_INVALID_RANGE"),
    (66321, "U_REGEX_STACK_OVERFLOW"),
    (66322, "U_REGEX_TIME_OUT"),
    (66323, "U_REGEX_STOPPED_BY_CALLER"),
    (66324, "U_REGEX_PATTERN_TOO_BIG"),
    (66325, "U_REGEX_INVALID_CAPTURE_GROUP_NAME"),
];
