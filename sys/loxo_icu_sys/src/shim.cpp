// What of ICU is C++ alone: time zones as objects, messages, and parts of calendars. Functions take and give what `raw.rs` declares; texts go
// out through a function that the caller brings, so nothing allocated here has to be freed there.

#include <cstdint>
#include <cstring>
#include <vector>
#include <unicode/calendar.h>
#include <unicode/curramt.h>
#include <unicode/datefmt.h>
#include <unicode/decimfmt.h>
#include <unicode/gregocal.h>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/numfmt.h>
#include <unicode/rbbi.h>
#include <unicode/rbnf.h>
#include <unicode/simpletz.h>
#include <unicode/smpdtfmt.h>
#include <unicode/strenum.h>
#include <unicode/timezone.h>

using icu::Calendar;
using icu::DateFormat;
using icu::Formattable;
using icu::GregorianCalendar;
using icu::Locale;
using icu::MessageFormat;
using icu::MessagePattern;
using icu::StringEnumeration;
using icu::TimeZone;
using icu::UnicodeString;

typedef void (*Sink)(void *, const char16_t *, int32_t);
typedef void (*KindSink)(void *, const char16_t *, int32_t, int32_t);
typedef void (*ValueSink)(void *, int32_t, int64_t, double, const char16_t *, int32_t);

static void give(const UnicodeString &text, Sink put, void *to) {
    if (!text.isBogus()) {
        put(to, text.getBuffer(), text.length());
    }
}

// All texts of an enumeration, which is freed.
static void give_all(StringEnumeration *all, Sink put, void *to, UErrorCode *status) {
    if (all == nullptr) {
        if (U_SUCCESS(*status)) {
            *status = U_MEMORY_ALLOCATION_ERROR;
        }
        return;
    }
    while (U_SUCCESS(*status)) {
        const UnicodeString *text = all->snext(*status);
        if (text == nullptr) {
            break;
        }
        give(*text, put, to);
    }
    delete all;
}

// Argument types are private to the class; it names this class as its friend.
U_NAMESPACE_BEGIN
class MessageFormatAdapter {
public:
    static const Formattable::Type *types(const MessageFormat &format, int32_t &count) { return format.getArgTypeList(count); }
    static UBool conflicts(const MessageFormat &format) { return format.hasArgTypeConflicts; }
    static const MessagePattern &pattern(const MessageFormat &format) { return format.msgPattern; }
};
U_NAMESPACE_END

// The arguments of a message.
struct Arguments {
    std::vector<UnicodeString> names;
    std::vector<Formattable> values;
};

extern "C" {

int8_t lx_locale_is_bogus(const char *name) { return Locale::createFromName(name).isBogus(); }

TimeZone *lx_zone_create(const char16_t *id, int32_t len) { return TimeZone::createTimeZone(UnicodeString(id, len)); }
TimeZone *lx_zone_default() { return TimeZone::createDefault(); }
TimeZone *lx_zone_gmt() { return TimeZone::getGMT()->clone(); }
TimeZone *lx_zone_unknown() { return TimeZone::getUnknown().clone(); }
TimeZone *lx_zone_offset(int32_t millis, const char16_t *id, int32_t len) {
    return new icu::SimpleTimeZone(millis, UnicodeString(id, len));
}
void lx_zone_free(TimeZone *zone) { delete zone; }
TimeZone *lx_zone_clone(const TimeZone *zone) { return zone->clone(); }
void lx_zone_id(const TimeZone *zone, Sink put, void *to) {
    UnicodeString id;
    give(zone->getID(id), put, to);
}
int8_t lx_zone_equal(const TimeZone *a, const TimeZone *b) { return *a == *b; }
int8_t lx_zone_same_rules(const TimeZone *a, const TimeZone *b) { return a->hasSameRules(*b); }
int32_t lx_zone_raw_offset(const TimeZone *zone) { return zone->getRawOffset(); }
int32_t lx_zone_dst_savings(const TimeZone *zone) { return zone->getDSTSavings(); }
int8_t lx_zone_uses_daylight(const TimeZone *zone) { return zone->useDaylightTime(); }
void lx_zone_get_offset(const TimeZone *zone, double date, int8_t local, int32_t *raw, int32_t *dst, UErrorCode *status) {
    zone->getOffset(date, local, *raw, *dst, *status);
}
void lx_zone_name(const TimeZone *zone, int8_t daylight, int32_t style, const char *locale, Sink put, void *to) {
    UnicodeString name;
    zone->getDisplayName(daylight, static_cast<TimeZone::EDisplayType>(style), Locale::createFromName(locale), name);
    give(name, put, to);
}
int8_t lx_zone_is_unknown(const TimeZone *zone) { return *zone == TimeZone::getUnknown(); }
void lx_zone_canonical(const char16_t *id, int32_t len, int8_t *system, Sink put, void *to, UErrorCode *status) {
    UnicodeString canonical;
    UBool known = false;
    TimeZone::getCanonicalID(UnicodeString(id, len), canonical, known, *status);
    *system = known;
    if (U_SUCCESS(*status)) {
        give(canonical, put, to);
    }
}
void lx_zone_iana(const char16_t *id, int32_t len, Sink put, void *to, UErrorCode *status) {
#if U_ICU_VERSION_MAJOR_NUM >= 74
    UnicodeString iana;
    TimeZone::getIanaID(UnicodeString(id, len), iana, *status);
    if (U_SUCCESS(*status)) {
        give(iana, put, to);
    }
#else
    // Older ones know canonical names only, which are the same for nearly all zones.
    int8_t system = 0;
    lx_zone_canonical(id, len, &system, put, to, status);
    if (U_SUCCESS(*status) && !system) {
        *status = U_ILLEGAL_ARGUMENT_ERROR;
    }
#endif
}
int32_t lx_zone_region(const char16_t *id, int32_t len, char *out, int32_t cap, UErrorCode *status) {
    return TimeZone::getRegion(UnicodeString(id, len), out, cap, *status);
}
void lx_zone_windows(const char16_t *id, int32_t len, Sink put, void *to, UErrorCode *status) {
    UnicodeString name;
    TimeZone::getWindowsID(UnicodeString(id, len), name, *status);
    if (U_SUCCESS(*status)) {
        give(name, put, to);
    }
}
void lx_zone_from_windows(const char16_t *id, int32_t len, const char *region, Sink put, void *to, UErrorCode *status) {
    UnicodeString name;
    TimeZone::getIDForWindowsID(UnicodeString(id, len), region, name, *status);
    if (U_SUCCESS(*status)) {
        give(name, put, to);
    }
}
int32_t lx_zone_count_equivalent(const char16_t *id, int32_t len) { return TimeZone::countEquivalentIDs(UnicodeString(id, len)); }
void lx_zone_equivalent(const char16_t *id, int32_t len, int32_t at, Sink put, void *to) {
    give(TimeZone::getEquivalentID(UnicodeString(id, len), at), put, to);
}
void lx_zones(int32_t kind, const char *region, const int32_t *offset, Sink put, void *to, UErrorCode *status) {
    auto *all = TimeZone::createTimeZoneIDEnumeration(static_cast<USystemTimeZoneType>(kind), region, offset, *status);
    give_all(all, put, to, status);
}
void lx_zones_all(const int32_t *offset, const char *region, Sink put, void *to, UErrorCode *status) {
    StringEnumeration *all = nullptr;
    if (offset != nullptr) {
        all = TimeZone::createEnumerationForRawOffset(*offset, *status);
    } else if (region != nullptr) {
        all = TimeZone::createEnumerationForRegion(region, *status);
    } else {
        all = TimeZone::createEnumeration(*status);
    }
    give_all(all, put, to, status);
}

Calendar *lx_cal_create(const TimeZone *zone, const char *locale, UErrorCode *status) {
    return Calendar::createInstance(zone->clone(), Locale::createFromName(locale), *status);
}
// With no fields: now.
Calendar *lx_gregorian_create(const TimeZone *zone, const char *locale, const int32_t *fields, int32_t count, UErrorCode *status) {
    auto *cal = new GregorianCalendar(zone->clone(), Locale::createFromName(locale), *status);
    if (cal == nullptr) {
        *status = U_MEMORY_ALLOCATION_ERROR;
        return nullptr;
    }
    if (U_FAILURE(*status)) {
        delete cal;
        return nullptr;
    }
    switch (count) {
    case 3:
        cal->clear();
        cal->set(fields[0], fields[1], fields[2]);
        break;
    case 5:
        cal->clear();
        cal->set(fields[0], fields[1], fields[2], fields[3], fields[4]);
        break;
    case 6:
        cal->clear();
        cal->set(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
        break;
    default:
        break;
    }
    return cal;
}
int8_t lx_cal_is_gregorian(const Calendar *cal) { return dynamic_cast<const GregorianCalendar *>(cal) != nullptr; }
void lx_cal_set_zone(Calendar *cal, const TimeZone *zone) { cal->setTimeZone(*zone); }
TimeZone *lx_cal_zone(const Calendar *cal) { return cal->getTimeZone().clone(); }
void lx_cal_locales(Sink put, void *to) {
    int32_t count = 0;
    const Locale *all = Calendar::getAvailableLocales(count);
    for (int32_t i = 0; i < count; i++) {
        give(UnicodeString(all[i].getName(), -1, US_INV), put, to);
    }
}
void lx_cal_set_fields(Calendar *cal, const int32_t *f, int32_t count) {
    switch (count) {
    case 3:
        cal->set(f[0], f[1], f[2]);
        break;
    case 5:
        cal->set(f[0], f[1], f[2], f[3], f[4]);
        break;
    case 6:
        cal->set(f[0], f[1], f[2], f[3], f[4], f[5]);
        break;
    default:
        break;
    }
}
// These three are for Gregorian calendars; they do nothing to others.
int8_t lx_cal_is_leap_year(const Calendar *cal, int32_t year) {
    auto *gregorian = dynamic_cast<const GregorianCalendar *>(cal);
    return gregorian != nullptr && gregorian->isLeapYear(year);
}
double lx_cal_change(const Calendar *cal) {
    auto *gregorian = dynamic_cast<const GregorianCalendar *>(cal);
    return gregorian == nullptr ? 0 : gregorian->getGregorianChange();
}
void lx_cal_set_change(Calendar *cal, double date, UErrorCode *status) {
    auto *gregorian = dynamic_cast<GregorianCalendar *>(cal);
    if (gregorian == nullptr) {
        *status = U_UNSUPPORTED_ERROR;
    } else {
        gregorian->setGregorianChange(date, *status);
    }
}

// Does a pattern have the sign for "about" beside its number? What is quoted or fills up is none.
static bool says_about(const UnicodeString &pattern) {
    bool quoted = false;
    for (int32_t i = 0; i < pattern.length(); i++) {
        char16_t c = pattern.charAt(i);
        if (c == u'\'') {
            quoted = !quoted;
        } else if (!quoted && c == u'*') {
            i++;
        } else if (!quoted && c == u'~') {
            return true;
        }
    }
    return false;
}

// ICU ends the process when it is to parse a number by a pattern with that sign. In rules such patterns stand between two of <, > and =.
int8_t lx_num_parses(const icu::Format *format) {
    UnicodeString pattern;
    if (auto *decimal = dynamic_cast<const icu::DecimalFormat *>(format)) {
        return !says_about(decimal->toPattern(pattern));
    }
    auto *rules = dynamic_cast<const icu::RuleBasedNumberFormat *>(format);
    if (rules == nullptr) {
        return true;
    }
    pattern = rules->getRules();
    bool inside = false;
    for (int32_t i = 0; i < pattern.length(); i++) {
        char16_t c = pattern.charAt(i);
        if (c == u'<' || c == u'>' || c == u'=') {
            char16_t next = pattern.charAt(i + 1);
            inside = next == u'#' || next == u'0';
        } else if (inside && c == u'~') {
            return false;
        }
    }
    return true;
}

// As unum_parseDoubleCurrency() does it, which takes for granted that an amount was found. The unit has room for three letters and a NUL.
double lx_num_parse_currency(const icu::NumberFormat *format, const char16_t *text, int32_t len, int32_t *at, char16_t *unit, UErrorCode *status) {
    icu::ParsePosition place(*at);
    icu::LocalPointer<icu::CurrencyAmount> amount(format->parseCurrency(UnicodeString(text, len), place));
    if (place.getErrorIndex() != -1) {
        *status = U_PARSE_ERROR;
        *at = place.getErrorIndex();
        return 0;
    }
    *at = place.getIndex();
    if (place.getIndex() <= 0) {
        return 0;
    }
    if (amount.isNull()) {
        *status = U_PARSE_ERROR;
        return 0;
    }
    const char16_t *name = amount->getISOCurrency();
    for (int32_t i = 0; i < 3 && name[i] != 0; i++) {
        unit[i] = name[i];
    }
    return amount->getNumber().getDouble(*status);
}

void lx_date_set_zone(DateFormat *format, const TimeZone *zone) { format->setTimeZone(*zone); }
void lx_date_adopt_calendar(DateFormat *format, const Calendar *cal) { format->adoptCalendar(cal->clone()); }

int8_t lx_breaks_is_rule_based(const icu::BreakIterator *it) { return dynamic_cast<const icu::RuleBasedBreakIterator *>(it) != nullptr; }
void lx_breaks_rules(const icu::BreakIterator *it, Sink put, void *to) {
    auto *rules = dynamic_cast<const icu::RuleBasedBreakIterator *>(it);
    if (rules != nullptr) {
        give(rules->getRules(), put, to);
    }
}

MessageFormat *lx_msg_create(const char16_t *pattern, int32_t len, const char *locale, UParseError *error, UErrorCode *status) {
    auto *format = new MessageFormat(UnicodeString(pattern, len), Locale(locale), *error, *status);
    if (format == nullptr) {
        *status = U_MEMORY_ALLOCATION_ERROR;
    } else if (U_SUCCESS(*status) && icu::MessageFormatAdapter::conflicts(*format)) {
        *status = U_ARGUMENT_TYPE_MISMATCH;
    }
    if (U_FAILURE(*status)) {
        delete format;
        return nullptr;
    }
    return format;
}
void lx_msg_free(MessageFormat *format) { delete format; }
MessageFormat *lx_msg_clone(const MessageFormat *format) { return format->clone(); }
void lx_msg_apply(MessageFormat *format, const char16_t *pattern, int32_t len, UParseError *error, UErrorCode *status) {
    format->applyPattern(UnicodeString(pattern, len), *error, *status);
}
const char *lx_msg_locale(const MessageFormat *format) { return format->getLocale().getName(); }

// Sets the zone of the date formats that stand directly in the message; ICU does not give the others away.
void lx_msg_set_zone(MessageFormat *format, const TimeZone *zone) {
    int32_t count = 0;
    const icu::Format **formats = format->getFormats(count);
    for (int32_t i = 0; formats != nullptr && i < count; i++) {
        auto *date = dynamic_cast<DateFormat *>(const_cast<icu::Format *>(formats[i]));
        if (date != nullptr) {
            date->setTimeZone(*zone);
        }
    }
}

// Kinds are Formattable's; -1 is given where a pattern is wrong, with the reason in the status.
static int32_t kind_of(const MessagePattern &pattern, int32_t at, UMessagePatternArgType type, bool *wrong) {
    switch (type) {
    case UMSGPAT_ARG_TYPE_PLURAL:
    case UMSGPAT_ARG_TYPE_CHOICE:
    case UMSGPAT_ARG_TYPE_SELECTORDINAL:
        return Formattable::kDouble;
    case UMSGPAT_ARG_TYPE_SIMPLE:
        break;
    default:
        return Formattable::kString;
    }
    const MessagePattern::Part &part = pattern.getPart(at);
    if (part.getType() != UMSGPAT_PART_TYPE_ARG_TYPE) {
        *wrong = true;
        return Formattable::kString;
    }
    UnicodeString name = pattern.getSubstring(part);
    if (name == UnicodeString(u"number")) {
        const MessagePattern::Part &style = pattern.getPart(at + 1);
        bool integer = style.getType() == UMSGPAT_PART_TYPE_ARG_STYLE && pattern.getSubstring(style) == UnicodeString(u"integer");
        return integer ? Formattable::kInt64 : Formattable::kDouble;
    }
    if (name == UnicodeString(u"date") || name == UnicodeString(u"time")) {
        return Formattable::kDate;
    }
    return Formattable::kDouble;
}

// What each argument takes: by name, or by number, which is given as its digits.
void lx_msg_kinds(MessageFormat *format, KindSink put, void *to, UErrorCode *status) {
    if (!format->usesNamedArguments()) {
        int32_t count = 0;
        const Formattable::Type *types = icu::MessageFormatAdapter::types(*format, count);
        for (int32_t i = 0; types != nullptr && i < count; i++) {
            char16_t digits[12];
            int32_t len = 0;
            for (int32_t n = i, power = 1000000000; power > 0; power /= 10) {
                int32_t digit = n / power % 10;
                if (digit != 0 || len > 0 || power == 1) {
                    digits[len++] = static_cast<char16_t>(u'0' + digit);
                }
            }
            put(to, digits, len, types[i]);
        }
        return;
    }
    const MessagePattern &pattern = icu::MessageFormatAdapter::pattern(*format);
    // The last two parts are ends at most.
    for (int32_t i = 0; i < pattern.countParts() - 2; i++) {
        MessagePattern::Part part = pattern.getPart(i);
        if (part.getType() != UMSGPAT_PART_TYPE_ARG_START) {
            continue;
        }
        const MessagePattern::Part &name = pattern.getPart(++i);
        bool wrong = false;
        int32_t kind = kind_of(pattern, i + 1, part.getArgType(), &wrong);
        if (wrong) {
            *status = U_PARSE_ERROR;
            return;
        }
        UnicodeString text = pattern.getSubstring(name);
        put(to, text.getBuffer(), text.length(), kind);
    }
}

void lx_msg_parse(const MessageFormat *format, const char16_t *text, int32_t len, ValueSink put, void *to, UErrorCode *status) {
    int32_t count = 0;
    const icu::Format **parts = format->getFormats(count);
    for (int32_t i = 0; parts != nullptr && i < count; i++) {
        if (!lx_num_parses(parts[i])) {
            *status = U_UNSUPPORTED_ERROR;
            return;
        }
    }
    Formattable *values = format->parse(UnicodeString(text, len), count, *status);
    if (U_SUCCESS(*status)) {
        for (int32_t i = 0; i < count; i++) {
            const Formattable &value = values[i];
            UnicodeString string;
            int64_t integer = 0;
            double number = 0;
            switch (value.getType()) {
            case Formattable::kDate:
                number = value.getDate();
                break;
            case Formattable::kDouble:
                number = value.getDouble();
                break;
            case Formattable::kLong:
                integer = value.getLong();
                break;
            case Formattable::kInt64:
                integer = value.getInt64();
                break;
            case Formattable::kString:
                value.getString(string);
                break;
            default:
                *status = U_ILLEGAL_ARGUMENT_ERROR;
                break;
            }
            put(to, value.getType(), integer, number, string.getBuffer(), string.length());
        }
    }
    delete[] values;
}

Arguments *lx_args_new() { return new Arguments; }
void lx_args_free(Arguments *args) { delete args; }
static void add(Arguments *args, const char16_t *name, int32_t len, const Formattable &value) {
    args->names.push_back(UnicodeString(name, len));
    args->values.push_back(value);
}
void lx_args_int(Arguments *args, const char16_t *name, int32_t len, int64_t value) { add(args, name, len, Formattable(value)); }
void lx_args_float(Arguments *args, const char16_t *name, int32_t len, double value) { add(args, name, len, Formattable(value)); }
void lx_args_date(Arguments *args, const char16_t *name, int32_t len, double value) {
    add(args, name, len, Formattable(value, Formattable::kIsDate));
}
void lx_args_text(Arguments *args, const char16_t *name, int32_t len, const char16_t *value, int32_t value_len) {
    add(args, name, len, Formattable(UnicodeString(value, value_len)));
}
void lx_msg_format(const MessageFormat *format, const Arguments *args, Sink put, void *to, UErrorCode *status) {
    UnicodeString result;
    auto count = static_cast<int32_t>(args->names.size());
    format->format(args->names.data(), args->values.data(), count, result, *status);
    if (U_SUCCESS(*status)) {
        give(result, put, to);
    }
}

} // extern "C"
