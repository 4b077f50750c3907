//! Functions of ICU's C interface as its headers declare them, and of the shim.

use std::ffi::{c_char, c_void};

pub type UChar = u16;
pub type Status = *mut i32;
pub type Text = *const c_char;

/// Handles.
pub type Ptr = *mut c_void;
pub type ConstPtr = *const c_void;

/// Where a pattern or rule is wrong.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct UParseError {
    pub line: i32,
    pub offset: i32,
    pub before: [UChar; 16],
    pub after: [UChar; 16],
}

/// `UIDNAInfo`
#[repr(C)]
pub struct UIdnaInfo {
    pub size: i16,
    pub transitional_different: i8,
    pub reserved_byte: i8,
    pub errors: u32,
    pub reserved: [i32; 2],
}

/// The first fields of `UConverterToUnicodeArgs`.
#[repr(C)]
pub struct ToUnicodeArgs {
    pub size: u16,
    pub flush: i8,
    pub converter: Ptr,
    pub source: *const u8,
    pub limit: *const u8,
}

/// Receives UTF-16 text from the shim.
pub type Sink = extern "C" fn(*mut c_void, *const UChar, i32);

macro_rules! icu {
    ($(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        unsafe extern "C" {
            $(
                #[link_name = concat!(stringify!($name), env!("LOXO_ICU_SUFFIX"))]
                pub fn $name($($arg: $ty),*) $(-> $ret)?;
            )*
        }
    };
}

icu! {
    fn u_errorName(code: i32) -> Text;

    fn uenum_close(en: Ptr);
    fn uenum_next(en: Ptr, len: *mut i32, status: Status) -> Text;
    fn uenum_unext(en: Ptr, len: *mut i32, status: Status) -> *const UChar;

    fn uloc_getDefault() -> Text;
    fn uloc_getLanguage(locale: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_getScript(locale: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_getCountry(locale: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_getVariant(locale: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_canonicalize(locale: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_getDisplayLanguage(locale: Text, shown: Text, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn uloc_getDisplayScript(locale: Text, shown: Text, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn uloc_getDisplayCountry(locale: Text, shown: Text, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn uloc_getDisplayName(locale: Text, shown: Text, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn uloc_getDisplayVariant(locale: Text, shown: Text, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn uloc_openKeywords(locale: Text, status: Status) -> Ptr;
    fn uloc_getKeywordValue(locale: Text, keyword: Text, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn uloc_acceptLanguageFromHTTP(out: *mut c_char, cap: i32, result: *mut i32, header: Text, available: Ptr, status: Status) -> i32;
    fn uloc_getISO3Language(locale: Text) -> Text;

    fn ucol_open(locale: Text, status: Status) -> Ptr;
    fn ucol_close(coll: Ptr);
    fn ucol_clone(coll: ConstPtr, status: Status) -> Ptr;
    fn ucol_strcoll(coll: ConstPtr, a: *const UChar, a_len: i32, b: *const UChar, b_len: i32) -> i32;
    fn ucol_getAttribute(coll: ConstPtr, attribute: i32, status: Status) -> i32;
    fn ucol_setAttribute(coll: Ptr, attribute: i32, value: i32, status: Status);
    fn ucol_getStrength(coll: ConstPtr) -> i32;
    fn ucol_setStrength(coll: Ptr, strength: i32);
    fn ucol_getLocaleByType(coll: ConstPtr, kind: i32, status: Status) -> Text;
    fn ucol_getSortKey(coll: ConstPtr, text: *const UChar, len: i32, out: *mut u8, cap: i32) -> i32;

    fn unum_open(style: i32, pattern: *const UChar, len: i32, locale: Text, error: *mut UParseError, status: Status) -> Ptr;
    fn unum_close(fmt: Ptr);
    fn unum_clone(fmt: ConstPtr, status: Status) -> Ptr;
    fn unum_formatInt64(fmt: ConstPtr, n: i64, out: *mut UChar, cap: i32, at: Ptr, status: Status) -> i32;
    fn unum_formatDouble(fmt: ConstPtr, n: f64, out: *mut UChar, cap: i32, at: Ptr, status: Status) -> i32;
    fn unum_formatDoubleCurrency(fmt: ConstPtr, n: f64, unit: *mut UChar, out: *mut UChar, cap: i32, at: Ptr, status: Status) -> i32;
    fn unum_parse(fmt: ConstPtr, text: *const UChar, len: i32, at: *mut i32, status: Status) -> i32;
    fn unum_parseInt64(fmt: ConstPtr, text: *const UChar, len: i32, at: *mut i32, status: Status) -> i64;
    fn unum_parseDouble(fmt: ConstPtr, text: *const UChar, len: i32, at: *mut i32, status: Status) -> f64;
    fn unum_getAttribute(fmt: ConstPtr, attribute: i32) -> i32;
    fn unum_setAttribute(fmt: Ptr, attribute: i32, value: i32);
    fn unum_getDoubleAttribute(fmt: ConstPtr, attribute: i32) -> f64;
    fn unum_setDoubleAttribute(fmt: Ptr, attribute: i32, value: f64);
    fn unum_getTextAttribute(fmt: ConstPtr, attribute: i32, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn unum_setTextAttribute(fmt: Ptr, attribute: i32, text: *const UChar, len: i32, status: Status);
    fn unum_getSymbol(fmt: ConstPtr, symbol: i32, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn unum_setSymbol(fmt: Ptr, symbol: i32, text: *const UChar, len: i32, status: Status);
    fn unum_toPattern(fmt: ConstPtr, localized: i8, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn unum_applyPattern(fmt: Ptr, localized: i8, text: *const UChar, len: i32, error: *mut UParseError, status: Status);
    fn unum_getLocaleByType(fmt: ConstPtr, kind: i32, status: Status) -> Text;

    fn udat_open(
        time: i32, date: i32, locale: Text, zone: *const UChar, zone_len: i32, pattern: *const UChar, pattern_len: i32, status: Status,
    ) -> Ptr;
    fn udat_close(fmt: Ptr);
    fn udat_clone(fmt: ConstPtr, status: Status) -> Ptr;
    fn udat_format(fmt: ConstPtr, date: f64, out: *mut UChar, cap: i32, at: Ptr, status: Status) -> i32;
    fn udat_parse(fmt: ConstPtr, text: *const UChar, len: i32, at: *mut i32, status: Status) -> f64;
    fn udat_parseCalendar(fmt: ConstPtr, calendar: Ptr, text: *const UChar, len: i32, at: *mut i32, status: Status);
    fn udat_isLenient(fmt: ConstPtr) -> i8;
    fn udat_setLenient(fmt: Ptr, lenient: i8);
    fn udat_getCalendar(fmt: ConstPtr) -> ConstPtr;
    fn udat_toPattern(fmt: ConstPtr, localized: i8, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn udat_applyPattern(fmt: Ptr, localized: i8, text: *const UChar, len: i32);
    fn udat_getLocaleByType(fmt: ConstPtr, kind: i32, status: Status) -> Text;

    fn udatpg_open(locale: Text, status: Status) -> Ptr;
    fn udatpg_close(generator: Ptr);
    fn udatpg_clone(generator: ConstPtr, status: Status) -> Ptr;
    fn udatpg_getSkeleton(unused: Ptr, pattern: *const UChar, len: i32, out: *mut UChar, cap: i32, status: Status) -> i32;
    fn udatpg_getBestPattern(generator: Ptr, skeleton: *const UChar, len: i32, out: *mut UChar, cap: i32, status: Status) -> i32;

    fn ucal_close(cal: Ptr);
    fn ucal_clone(cal: ConstPtr, status: Status) -> Ptr;
    fn ucal_getNow() -> f64;
    fn ucal_getMillis(cal: ConstPtr, status: Status) -> f64;
    fn ucal_setMillis(cal: Ptr, millis: f64, status: Status);
    fn ucal_set(cal: Ptr, field: i32, value: i32);
    fn ucal_add(cal: Ptr, field: i32, amount: i32, status: Status);
    fn ucal_roll(cal: Ptr, field: i32, amount: i32, status: Status);
    fn ucal_get(cal: ConstPtr, field: i32, status: Status) -> i32;
    fn ucal_isSet(cal: ConstPtr, field: i32) -> i8;
    fn ucal_clearField(cal: Ptr, field: i32);
    fn ucal_clear(cal: Ptr);
    fn ucal_getLimit(cal: ConstPtr, field: i32, kind: i32, status: Status) -> i32;
    fn ucal_getAttribute(cal: ConstPtr, attribute: i32) -> i32;
    fn ucal_setAttribute(cal: Ptr, attribute: i32, value: i32);
    fn ucal_getLocaleByType(cal: ConstPtr, kind: i32, status: Status) -> Text;
    fn ucal_getType(cal: ConstPtr, status: Status) -> Text;
    fn ucal_getDayOfWeekType(cal: ConstPtr, day: i32, status: Status) -> i32;
    fn ucal_getWeekendTransition(cal: ConstPtr, day: i32, status: Status) -> i32;
    fn ucal_isWeekend(cal: ConstPtr, date: f64, status: Status) -> i8;
    fn ucal_inDaylightTime(cal: ConstPtr, status: Status) -> i8;
    fn ucal_equivalentTo(a: ConstPtr, b: ConstPtr) -> i8;
    fn ucal_getFieldDifference(cal: Ptr, target: f64, field: i32, status: Status) -> i32;
    fn ucal_getKeywordValuesForLocale(key: Text, locale: Text, common: i8, status: Status) -> Ptr;
    fn ucal_getTZDataVersion(status: Status) -> Text;

    fn utrans_openU(id: *const UChar, len: i32, direction: i32, rules: *const UChar, rules_len: i32, error: *mut UParseError, status: Status) -> Ptr;
    fn utrans_close(trans: Ptr);
    fn utrans_clone(trans: ConstPtr, status: Status) -> Ptr;
    fn utrans_openInverse(trans: ConstPtr, status: Status) -> Ptr;
    fn utrans_getUnicodeID(trans: ConstPtr, len: *mut i32) -> *const UChar;
    fn utrans_openIDs(status: Status) -> Ptr;
    fn utrans_transUChars(trans: ConstPtr, text: *mut UChar, len: *mut i32, cap: i32, start: i32, limit: *mut i32, status: Status);

    fn utext_openUTF8(text: Ptr, bytes: *const u8, len: i64, status: Status) -> Ptr;
    fn utext_close(text: Ptr) -> Ptr;
    fn ubrk_open(kind: i32, locale: Text, text: *const UChar, len: i32, status: Status) -> Ptr;
    fn ubrk_openRules(rules: *const UChar, len: i32, text: *const UChar, text_len: i32, error: *mut UParseError, status: Status) -> Ptr;
    fn ubrk_close(it: Ptr);
    fn ubrk_clone(it: ConstPtr, status: Status) -> Ptr;
    fn ubrk_setUText(it: Ptr, text: Ptr, status: Status);
    fn ubrk_current(it: ConstPtr) -> i32;
    fn ubrk_next(it: Ptr) -> i32;
    fn ubrk_previous(it: Ptr) -> i32;
    fn ubrk_first(it: Ptr) -> i32;
    fn ubrk_last(it: Ptr) -> i32;
    fn ubrk_preceding(it: Ptr, at: i32) -> i32;
    fn ubrk_following(it: Ptr, at: i32) -> i32;
    fn ubrk_isBoundary(it: Ptr, at: i32) -> i8;
    fn ubrk_getRuleStatus(it: Ptr) -> i32;
    fn ubrk_getRuleStatusVec(it: Ptr, out: *mut i32, cap: i32, status: Status) -> i32;
    fn ubrk_getLocaleByType(it: ConstPtr, kind: i32, status: Status) -> Text;
    fn ubrk_getBinaryRules(it: Ptr, out: *mut u8, cap: i32, status: Status) -> i32;

    fn ures_open(package: Text, locale: Text, status: Status) -> Ptr;
    fn ures_openDirect(package: Text, locale: Text, status: Status) -> Ptr;
    fn ures_openAvailableLocales(package: Text, status: Status) -> Ptr;
    fn ures_close(bundle: Ptr);
    fn ures_getSize(bundle: ConstPtr) -> i32;
    fn ures_getType(bundle: ConstPtr) -> i32;
    fn ures_getKey(bundle: ConstPtr) -> Text;
    fn ures_getString(bundle: ConstPtr, len: *mut i32, status: Status) -> *const UChar;
    fn ures_getBinary(bundle: ConstPtr, len: *mut i32, status: Status) -> *const u8;
    fn ures_getInt(bundle: ConstPtr, status: Status) -> i32;
    fn ures_getIntVector(bundle: ConstPtr, len: *mut i32, status: Status) -> *const i32;
    fn ures_getLocaleByType(bundle: ConstPtr, kind: i32, status: Status) -> Text;
    fn ures_getByIndex(bundle: ConstPtr, at: i32, into: Ptr, status: Status) -> Ptr;
    fn ures_getByKey(bundle: ConstPtr, key: Text, into: Ptr, status: Status) -> Ptr;

    fn uidna_openUTS46(options: u32, status: Status) -> Ptr;
    fn uidna_close(idna: Ptr);
    fn uidna_nameToASCII_UTF8(idna: ConstPtr, name: Text, len: i32, out: *mut c_char, cap: i32, info: *mut UIdnaInfo, status: Status) -> i32;
    fn uidna_nameToUnicodeUTF8(idna: ConstPtr, name: Text, len: i32, out: *mut c_char, cap: i32, info: *mut UIdnaInfo, status: Status) -> i32;

    fn uspoof_open(status: Status) -> Ptr;
    fn uspoof_close(sc: Ptr);
    fn uspoof_clone(sc: ConstPtr, status: Status) -> Ptr;
    fn uspoof_setChecks(sc: Ptr, checks: i32, status: Status);
    fn uspoof_getChecks(sc: ConstPtr, status: Status) -> i32;
    fn uspoof_openCheckResult(status: Status) -> Ptr;
    fn uspoof_closeCheckResult(result: Ptr);
    fn uspoof_getCheckResultChecks(result: ConstPtr, status: Status) -> i32;
    fn uspoof_check2(sc: ConstPtr, text: *const UChar, len: i32, result: Ptr, status: Status) -> i32;
    fn uspoof_areConfusable(sc: ConstPtr, a: *const UChar, a_len: i32, b: *const UChar, b_len: i32, status: Status) -> i32;
    fn uspoof_setAllowedLocales(sc: Ptr, locales: Text, status: Status);
    fn uspoof_setRestrictionLevel(sc: Ptr, level: i32);
    fn uspoof_setAllowedChars(sc: Ptr, set: ConstPtr, status: Status);
    fn uset_openEmpty() -> Ptr;
    fn uset_applyPattern(set: Ptr, pattern: *const UChar, len: i32, options: u32, status: Status) -> i32;
    fn uset_close(set: Ptr);

    fn ucnv_open(name: Text, status: Status) -> Ptr;
    fn ucnv_close(cnv: Ptr);
    fn ucnv_safeClone(cnv: ConstPtr, buffer: Ptr, size: *mut i32, status: Status) -> Ptr;
    fn ucnv_getName(cnv: ConstPtr, status: Status) -> Text;
    fn ucnv_getType(cnv: ConstPtr) -> i32;
    fn ucnv_setSubstChars(cnv: Ptr, text: Text, len: i8, status: Status);
    fn ucnv_getSubstChars(cnv: ConstPtr, out: *mut c_char, len: *mut i8, status: Status);
    fn ucnv_countAvailable() -> i32;
    fn ucnv_getAvailableName(at: i32) -> Text;
    fn ucnv_countAliases(name: Text, status: Status) -> u16;
    fn ucnv_getAlias(name: Text, at: u16, status: Status) -> Text;
    fn ucnv_countStandards() -> u16;
    fn ucnv_getStandard(at: u16, status: Status) -> Text;
    fn ucnv_reset(cnv: Ptr);
    fn ucnv_toUnicode(
        cnv: Ptr, target: *mut *mut UChar, target_end: *const UChar, source: *mut Text, source_end: Text, offsets: *mut i32, flush: i8,
        status: Status,
    );
    fn ucnv_fromUnicode(
        cnv: Ptr, target: *mut *mut c_char, target_end: *const c_char, source: *mut *const UChar, source_end: *const UChar,
        offsets: *mut i32, flush: i8, status: Status,
    );
    fn ucnv_setToUCallBack(cnv: Ptr, action: Option<ToUnicodeAction>, context: ConstPtr, old: Ptr, old_context: Ptr, status: Status);
    fn ucnv_setFromUCallBack(cnv: Ptr, action: Option<FromUnicodeAction>, context: ConstPtr, old: Ptr, old_context: Ptr, status: Status);
    fn ucnv_cbToUWriteUChars(args: Ptr, text: *const UChar, len: i32, offset: i32, status: Status);
    fn ucnv_cbFromUWriteBytes(args: Ptr, bytes: Text, len: i32, offset: i32, status: Status);

    fn u_hasBinaryProperty(c: i32, property: i32) -> i8;
    fn u_isUAlphabetic(c: i32) -> i8;
    fn u_isULowercase(c: i32) -> i8;
    fn u_isUUppercase(c: i32) -> i8;
    fn u_isUWhiteSpace(c: i32) -> i8;
    fn u_getIntPropertyValue(c: i32, property: i32) -> i32;
    fn u_getIntPropertyMinValue(property: i32) -> i32;
    fn u_getIntPropertyMaxValue(property: i32) -> i32;
    fn u_getNumericValue(c: i32) -> f64;
    fn u_islower(c: i32) -> i8;
    fn u_isupper(c: i32) -> i8;
    fn u_istitle(c: i32) -> i8;
    fn u_isdigit(c: i32) -> i8;
    fn u_isalpha(c: i32) -> i8;
    fn u_isalnum(c: i32) -> i8;
    fn u_isxdigit(c: i32) -> i8;
    fn u_ispunct(c: i32) -> i8;
    fn u_isgraph(c: i32) -> i8;
    fn u_isblank(c: i32) -> i8;
    fn u_isdefined(c: i32) -> i8;
    fn u_isspace(c: i32) -> i8;
    fn u_isJavaSpaceChar(c: i32) -> i8;
    fn u_isWhitespace(c: i32) -> i8;
    fn u_iscntrl(c: i32) -> i8;
    fn u_isISOControl(c: i32) -> i8;
    fn u_isprint(c: i32) -> i8;
    fn u_isbase(c: i32) -> i8;
    fn u_isIDStart(c: i32) -> i8;
    fn u_isIDPart(c: i32) -> i8;
    fn u_isIDIgnorable(c: i32) -> i8;
    fn u_isJavaIDStart(c: i32) -> i8;
    fn u_isJavaIDPart(c: i32) -> i8;
    fn u_isMirrored(c: i32) -> i8;
    fn u_charDirection(c: i32) -> i32;
    fn u_charMirror(c: i32) -> i32;
    fn u_getBidiPairedBracket(c: i32) -> i32;
    fn u_charType(c: i32) -> i8;
    fn u_enumCharTypes(each: EachRange, context: Ptr);
    fn u_getCombiningClass(c: i32) -> u8;
    fn u_charDigitValue(c: i32) -> i32;
    fn ublock_getCode(c: i32) -> i32;
    fn u_charName(c: i32, choice: i32, out: *mut c_char, cap: i32, status: Status) -> i32;
    fn u_charFromName(choice: i32, name: Text, status: Status) -> i32;
    fn u_enumCharNames(start: i32, limit: i32, each: EachName, context: Ptr, choice: i32, status: Status);
    fn u_getPropertyName(property: i32, choice: i32) -> Text;
    fn u_getPropertyEnum(alias: Text) -> i32;
    fn u_getPropertyValueName(property: i32, value: i32, choice: i32) -> Text;
    fn u_getPropertyValueEnum(property: i32, alias: Text) -> i32;
    fn u_tolower(c: i32) -> i32;
    fn u_toupper(c: i32) -> i32;
    fn u_totitle(c: i32) -> i32;
    fn u_foldCase(c: i32, options: u32) -> i32;
    fn u_digit(c: i32, radix: i8) -> i32;
    fn u_forDigit(digit: i32, radix: i8) -> i32;
    fn u_charAge(c: i32, version: *mut u8);
    fn u_getUnicodeVersion(version: *mut u8);
    fn u_getFC_NFKC_Closure(c: i32, out: *mut UChar, cap: i32, status: Status) -> i32;
}

pub type EachRange = extern "C" fn(ConstPtr, i32, i32, i32) -> i8;
pub type EachName = extern "C" fn(Ptr, i32, i32, Text, i32) -> i8;
pub type ToUnicodeAction = extern "C" fn(ConstPtr, Ptr, Text, i32, i32, Status);
pub type FromUnicodeAction = extern "C" fn(ConstPtr, Ptr, *const UChar, i32, i32, i32, Status);

// The shim: see `shim.cpp`.
unsafe extern "C" {
    pub fn lx_locale_is_bogus(name: Text) -> i8;
    pub fn lx_zone_create(id: *const UChar, len: i32) -> Ptr;
    pub fn lx_zone_default() -> Ptr;
    pub fn lx_zone_gmt() -> Ptr;
    pub fn lx_zone_unknown() -> Ptr;
    pub fn lx_zone_offset(millis: i32, id: *const UChar, len: i32) -> Ptr;
    pub fn lx_zone_free(zone: Ptr);
    pub fn lx_zone_clone(zone: ConstPtr) -> Ptr;
    pub fn lx_zone_id(zone: ConstPtr, put: Sink, to: Ptr);
    pub fn lx_zone_equal(a: ConstPtr, b: ConstPtr) -> i8;
    pub fn lx_zone_same_rules(a: ConstPtr, b: ConstPtr) -> i8;
    pub fn lx_zone_raw_offset(zone: ConstPtr) -> i32;
    pub fn lx_zone_dst_savings(zone: ConstPtr) -> i32;
    pub fn lx_zone_uses_daylight(zone: ConstPtr) -> i8;
    pub fn lx_zone_get_offset(zone: ConstPtr, date: f64, local: i8, raw: *mut i32, dst: *mut i32, status: Status);
    pub fn lx_zone_name(zone: ConstPtr, daylight: i8, style: i32, locale: Text, put: Sink, to: Ptr);
    pub fn lx_zone_is_unknown(zone: ConstPtr) -> i8;
    pub fn lx_zone_canonical(id: *const UChar, len: i32, system: *mut i8, put: Sink, to: Ptr, status: Status);
    pub fn lx_zone_iana(id: *const UChar, len: i32, put: Sink, to: Ptr, status: Status);
    pub fn lx_zone_region(id: *const UChar, len: i32, out: *mut c_char, cap: i32, status: Status) -> i32;
    pub fn lx_zone_windows(id: *const UChar, len: i32, put: Sink, to: Ptr, status: Status);
    pub fn lx_zone_from_windows(id: *const UChar, len: i32, region: Text, put: Sink, to: Ptr, status: Status);
    pub fn lx_zone_count_equivalent(id: *const UChar, len: i32) -> i32;
    pub fn lx_zone_equivalent(id: *const UChar, len: i32, at: i32, put: Sink, to: Ptr);
    pub fn lx_zones(kind: i32, region: Text, offset: *const i32, put: Sink, to: Ptr, status: Status);
    pub fn lx_zones_all(offset: *const i32, region: Text, put: Sink, to: Ptr, status: Status);

    pub fn lx_cal_create(zone: ConstPtr, locale: Text, status: Status) -> Ptr;
    pub fn lx_gregorian_create(zone: ConstPtr, locale: Text, fields: *const i32, count: i32, status: Status) -> Ptr;
    pub fn lx_cal_is_gregorian(cal: ConstPtr) -> i8;
    pub fn lx_cal_set_zone(cal: Ptr, zone: ConstPtr);
    pub fn lx_cal_zone(cal: ConstPtr) -> Ptr;
    pub fn lx_cal_locales(put: Sink, to: Ptr);
    pub fn lx_cal_set_fields(cal: Ptr, fields: *const i32, count: i32);
    pub fn lx_cal_is_leap_year(cal: ConstPtr, year: i32) -> i8;
    pub fn lx_cal_change(cal: ConstPtr) -> f64;
    pub fn lx_cal_set_change(cal: Ptr, date: f64, status: Status);

    pub fn lx_num_parses(fmt: ConstPtr) -> i8;
    pub fn lx_num_parse_currency(fmt: ConstPtr, text: *const UChar, len: i32, at: *mut i32, unit: *mut UChar, status: Status) -> f64;

    pub fn lx_date_set_zone(fmt: Ptr, zone: ConstPtr);
    pub fn lx_date_adopt_calendar(fmt: Ptr, calendar: ConstPtr);

    pub fn lx_breaks_rules(it: ConstPtr, put: Sink, to: Ptr);
    pub fn lx_breaks_is_rule_based(it: ConstPtr) -> i8;

    pub fn lx_msg_create(pattern: *const UChar, len: i32, locale: Text, error: *mut UParseError, status: Status) -> Ptr;
    pub fn lx_msg_free(msg: Ptr);
    pub fn lx_msg_clone(msg: ConstPtr) -> Ptr;
    pub fn lx_msg_apply(msg: Ptr, pattern: *const UChar, len: i32, error: *mut UParseError, status: Status);
    pub fn lx_msg_set_zone(msg: Ptr, zone: ConstPtr);
    pub fn lx_msg_locale(msg: ConstPtr) -> Text;
    pub fn lx_msg_kinds(msg: Ptr, put: KindSink, to: Ptr, status: Status);
    pub fn lx_msg_parse(msg: ConstPtr, text: *const UChar, len: i32, put: ValueSink, to: Ptr, status: Status);
    pub fn lx_args_new() -> Ptr;
    pub fn lx_args_free(args: Ptr);
    pub fn lx_args_int(args: Ptr, name: *const UChar, len: i32, value: i64);
    pub fn lx_args_float(args: Ptr, name: *const UChar, len: i32, value: f64);
    pub fn lx_args_date(args: Ptr, name: *const UChar, len: i32, value: f64);
    pub fn lx_args_text(args: Ptr, name: *const UChar, len: i32, value: *const UChar, value_len: i32);
    pub fn lx_msg_format(msg: ConstPtr, args: ConstPtr, put: Sink, to: Ptr, status: Status);
}

/// Name (UTF-16) of an argument of a message and what kind of value it takes.
pub type KindSink = extern "C" fn(*mut c_void, *const UChar, i32, i32);
/// A parsed value: kind, number, text.
pub type ValueSink = extern "C" fn(*mut c_void, i32, i64, f64, *const UChar, i32);
