//! What a request has set: encodings, language, what stands for illegal characters. Settings of php.ini, and the functions for them.

use loxo_runtime::ini::IniStage;
use loxo_runtime::{Cx, ErrorLevel, ExtSlot, OrFalse, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::codec::{Illegal, Mode};
use crate::encoding::{ALL, Encoding, PASS, known, utf8};

/// A language: names, the encodings of mail (character set, head, body), and those to guess from.
pub(crate) struct Language {
    pub name: &'static str,
    pub short: &'static str,
    pub charset: &'static str,
    pub head: &'static str,
    pub body: &'static str,
    guesses: &'static [&'static str],
}

macro_rules! language {
    ($name:literal $short:literal $charset:literal $head:literal $body:literal $guesses:expr) => {
        Language { name: $name, short: $short, charset: $charset, head: $head, body: $body, guesses: &$guesses }
    };
}

/// The first is the default.
#[rustfmt::skip]
pub(crate) static LANGUAGES: &[Language] = &[
    language!("neutral" "neutral" "UTF-8" "BASE64" "BASE64" ["ASCII", "UTF-8"]),
    language!("uni" "uni" "UTF-8" "BASE64" "BASE64" ["ASCII", "UTF-8"]),
    language!("Japanese" "ja" "ISO-2022-JP" "BASE64" "7bit" ["ASCII", "JIS", "UTF-8", "EUC-JP", "SJIS"]),
    language!("Korean" "ko" "ISO-2022-KR" "BASE64" "7bit" ["ASCII", "UTF-8", "EUC-KR", "UHC"]),
    language!("Simplified Chinese" "zh-cn" "HZ" "BASE64" "7bit" ["ASCII", "UTF-8", "EUC-CN", "CP936"]),
    language!("Traditional Chinese" "zh-tw" "BIG-5" "BASE64" "8bit" ["ASCII", "UTF-8", "EUC-TW", "BIG-5"]),
    language!("English" "en" "ISO-8859-1" "Quoted-Printable" "8bit" ["ASCII", "UTF-8"]),
    language!("German" "de" "ISO-8859-15" "Quoted-Printable" "8bit" ["ASCII", "UTF-8"]),
    language!("Russian" "ru" "KOI8-R" "Quoted-Printable" "8bit" ["ASCII", "UTF-8", "KOI8-R", "Windows-1251", "CP866"]),
    language!("Ukrainian" "ua" "KOI8-U" "Quoted-Printable" "8bit" ["ASCII", "UTF-8", "KOI8-U"]),
    language!("Armenian" "hy" "ArmSCII-8" "Quoted-Printable" "8bit" ["ASCII", "UTF-8", "ArmSCII-8"]),
    language!("Turkish" "tr" "ISO-8859-9" "Quoted-Printable" "8bit" ["ASCII", "UTF-8", "Windows-1254", "ISO-8859-9"]),
];

type List = Vec<&'static Encoding>;

/// What the request has set.
pub(crate) struct Settings {
    pub language: &'static Language,
    pub internal: &'static Encoding,
    internal_set: bool,
    pub http_output: &'static Encoding,
    http_output_set: bool,
    pub http_input: List,
    http_input_set: bool,
    /// What was found of the input: of the last guess, and by source (get, post, cookie, string).
    pub identified: Option<&'static Encoding>,
    pub identified_by_source: [Option<&'static Encoding>; 4],
    /// None: the language's.
    pub detect_order: Option<List>,
    pub illegal: Illegal,
    /// How many characters could not be converted so far.
    pub illegal_count: usize,
    /// What encoding was last named in an argument; the same name is not reported as deprecated again.
    last_name: Vec<u8>,
    /// What that was.
    last: Option<&'static Encoding>,
    /// The output handler is converting.
    pub converting: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: &LANGUAGES[0],
            internal: utf8(),
            internal_set: false,
            http_output: utf8(),
            http_output_set: false,
            http_input: vec![utf8()],
            http_input_set: false,
            identified: None,
            identified_by_source: [None; 4],
            detect_order: None,
            illegal: Illegal::QUESTION,
            illegal_count: 0,
            last_name: Vec::new(),
            last: None,
            converting: false,
        }
    }
}

impl ExtSlot for Settings {}

impl Settings {
    fn guesses(&self) -> List {
        self.language.guesses.iter().map(|name| known(name)).collect()
    }

    pub fn order(&self) -> List {
        self.detect_order.clone().unwrap_or_else(|| self.guesses())
    }
}

pub(crate) fn settings(cx: &mut Cx) -> &mut Settings {
    cx.ext::<Settings>()
}

pub(crate) fn illegal(cx: &mut Cx) -> Illegal {
    settings(cx).illegal
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// PHP takes names for C strings.
fn before_nul(name: &[u8]) -> &[u8] {
    name.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// The encoding of an argument, or the internal one. What is no matter of characters is deprecated.
pub(crate) fn encoding(cx: &mut Cx, name: Option<&PhpStr>, number: usize) -> PhpResult<&'static Encoding> {
    let own = settings(cx);
    let Some(name) = name else { return Ok(own.internal) };
    if let Some(last) = own.last.filter(|_| own.last_name == name.as_bytes()) {
        return Ok(last);
    }
    let name = before_nul(name);
    let Some(found) = Encoding::find(name) else {
        return Err(cx.argument_value_error(number, [b"must be a valid encoding, \"", name, b"\" given"].concat()));
    };
    if settings(cx).last_name.eq_ignore_ascii_case(name) {
        return Ok(found);
    }
    let own = settings(cx);
    (own.last_name, own.last) = (name.to_vec(), Some(found));
    let instead = match found.name {
        "BASE64" => "Base64 via mbstring is deprecated; use base64_encode/base64_decode instead",
        "Quoted-Printable" => "QPrint via mbstring is deprecated; use quoted_printable_encode/quoted_printable_decode instead",
        "HTML-ENTITIES" => {
            "HTML entities via mbstring is deprecated; use htmlspecialchars, htmlentities, or mb_encode_numericentity/mb_decode_numericentity instead"
        }
        "UUENCODE" => "Uuencode via mbstring is deprecated; use convert_uuencode/convert_uudecode instead",
        _ => return Ok(found),
    };
    cx.builtin_deprecated(format!("Handling {instead}"));
    cx.check()?;
    Ok(found)
}

/// The encodings of a list with commas; the error is the name that is none.
pub(crate) fn parse_list(settings: &Settings, list: &[u8]) -> Result<List, Vec<u8>> {
    if list.is_empty() {
        return Ok(List::new());
    }
    let list = match list {
        [b'"', inner @ .., b'"'] if !inner.is_empty() => inner,
        list => list,
    };
    let trim = |name: &[u8]| -> Vec<u8> {
        let start = name.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(name.len());
        let end = name.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(start, |end| end + 1);
        name[start..end].to_vec()
    };
    parse_names(settings, list.split(|byte| *byte == b',').map(trim))
}

fn parse_names(settings: &Settings, names: impl Iterator<Item = Vec<u8>>) -> Result<List, Vec<u8>> {
    let mut found = Names::default();
    for name in names {
        found.add(settings, name)?;
    }
    Ok(found.list)
}

/// A list that is being read; "auto" counts once.
#[derive(Default)]
struct Names {
    list: List,
    auto: bool,
}

impl Names {
    fn add(&mut self, settings: &Settings, name: Vec<u8>) -> Result<(), Vec<u8>> {
        if name.is_empty() || name.eq_ignore_ascii_case(b"auto") {
            if !std::mem::replace(&mut self.auto, true) {
                self.list.extend(settings.guesses());
            }
            return Ok(());
        }
        match Encoding::find(&name) {
            Some(encoding) => self.list.push(encoding),
            None => return Err(before_nul(&name).to_vec()),
        }
        Ok(())
    }
}

/// The encodings of an argument: an array of names, or a list with commas.
pub(crate) fn encodings(cx: &mut Cx, value: &Value, number: usize) -> PhpResult<List> {
    let parsed = match value.deref().as_array() {
        Some(array) => {
            let mut names = Names::default();
            let mut parsed = Ok(());
            for name in array.clone().values() {
                // One after another: converting the next may warn.
                let name = convert::to_string(cx, name.deref())?;
                parsed = names.add(settings(cx), before_nul(&name).to_vec());
                if parsed.is_err() {
                    break;
                }
            }
            parsed.map(|()| names.list)
        }
        None => {
            let list = convert::to_string(cx, value.deref())?;
            parse_list(settings(cx), &list)
        }
    };
    parsed.map_err(|name| cx.argument_value_error(number, [b"contains invalid encoding \"", &name[..], b"\""].concat()))
}

fn or_pass(name: &[u8]) -> Option<&'static Encoding> {
    if name == b"pass" { Some(&PASS) } else { Encoding::find(name) }
}

/// `internal_encoding`, `input_encoding`, `output_encoding` of php.ini, or what stands for them.
fn core_encoding(cx: &Cx, name: &str) -> Vec<u8> {
    for name in [name, "default_charset"] {
        let value = cx.ini_str(name);
        if !value.is_empty() {
            return value.to_vec();
        }
    }
    b"UTF-8".to_vec()
}

/// A diagnostic of a setting; only a program's own `ini_set()` has a builtin that runs.
fn setting_raise(cx: &mut Cx, level: ErrorLevel, message: String) {
    if cx.active.is_some() {
        cx.builtin_raise(level, message);
    } else {
        cx.raise(level, format!("PHP Startup: {message}"));
    }
}

/// `mbstring.language`
pub(crate) fn change_language(cx: &mut Cx, value: &[u8]) -> bool {
    match language(value) {
        Some(found) => {
            settings(cx).language = found;
            true
        }
        None => {
            settings(cx).language = &LANGUAGES[0];
            false
        }
    }
}

fn language(name: &[u8]) -> Option<&'static Language> {
    let is = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
    LANGUAGES.iter().find(|language| is(language.name)).or_else(|| LANGUAGES.iter().find(|language| is(language.short)))
}

fn listed(cx: &mut Cx, value: &[u8]) -> Option<List> {
    match parse_list(settings(cx), value) {
        Ok(list) => Some(list),
        Err(name) => {
            setting_raise(cx, ErrorLevel::Warning, format!("INI setting contains invalid encoding \"{}\"", text(&name)));
            None
        }
    }
}

/// `mbstring.detect_order`
pub(crate) fn change_detect_order(cx: &mut Cx, value: &[u8]) -> bool {
    if value.is_empty() {
        settings(cx).detect_order = None;
        return true;
    }
    let Some(list) = listed(cx, value).filter(|list| !list.is_empty()) else { return false };
    settings(cx).detect_order = Some(list);
    true
}

fn is_given(cx: &Cx, value: &[u8]) -> bool {
    // A setting without a value is passed as an empty one when a request starts.
    !value.is_empty() || cx.ini.stage == IniStage::Runtime
}

/// `mbstring.http_input`
pub(crate) fn change_http_input(cx: &mut Cx, value: &[u8]) -> bool {
    if is_given(cx, value) {
        setting_raise(cx, ErrorLevel::Deprecated, "Use of mbstring.http_input is deprecated".into());
    }
    let set = !value.is_empty();
    let name = if set { value.to_vec() } else { core_encoding(cx, "input_encoding") };
    settings(cx).http_input_set = set;
    set_http_input(cx, &name) || !set
}

fn set_http_input(cx: &mut Cx, name: &[u8]) -> bool {
    let list = if name == b"pass" { Some(vec![&PASS]) } else { listed(cx, name).filter(|list| !list.is_empty()) };
    let Some(list) = list else { return false };
    settings(cx).http_input = list;
    true
}

/// `mbstring.http_output`
pub(crate) fn change_http_output(cx: &mut Cx, value: &[u8]) -> bool {
    if is_given(cx, value) {
        setting_raise(cx, ErrorLevel::Deprecated, "Use of mbstring.http_output is deprecated".into());
    }
    let set = !value.is_empty();
    let name = if set { value.to_vec() } else { core_encoding(cx, "output_encoding") };
    let found = or_pass(&name);
    let own = settings(cx);
    own.http_output_set = set;
    if let Some(found) = found {
        own.http_output = found;
    }
    found.is_some() || !set
}

/// `mbstring.internal_encoding`
pub(crate) fn change_internal(cx: &mut Cx, value: &[u8]) -> bool {
    if is_given(cx, value) {
        setting_raise(cx, ErrorLevel::Deprecated, "Use of mbstring.internal_encoding is deprecated".into());
    }
    let set = !value.is_empty();
    settings(cx).internal_set = set;
    let name = if set { value.to_vec() } else { core_encoding(cx, "internal_encoding") };
    set_internal(cx, &name);
    true
}

fn set_internal(cx: &mut Cx, name: &[u8]) {
    let found = Encoding::find(name);
    if found.is_none() {
        setting_raise(cx, ErrorLevel::Warning, format!("Unknown encoding \"{}\" in ini setting", text(name)));
    }
    settings(cx).internal = found.unwrap_or_else(utf8);
    crate::regex::follow_internal(cx);
}

/// `mbstring.substitute_character`
pub(crate) fn change_substitute(cx: &mut Cx, value: &[u8]) -> bool {
    let stage_default = value.is_empty();
    let illegal = &mut settings(cx).illegal;
    match substitute_mode(value) {
        Some(mode) => illegal.mode = mode,
        None => {
            illegal.mode = Mode::Char;
            if stage_default {
                illegal.with = u32::from(b'?');
            }
            if let Some(number) = strtol(value) {
                illegal.with = number as u32;
            }
        }
    }
    true
}

fn strtol(value: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(value).ok()?.trim_start();
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => i64::from_str_radix(&text[2..], 16).ok(),
        [b'0', _, ..] => i64::from_str_radix(&text[1..], 8).ok(),
        _ => text.parse().ok(),
    }
}

fn substitute_mode(name: &[u8]) -> Option<Mode> {
    let modes: [(&[u8], Mode); 3] = [(b"none", Mode::None), (b"long", Mode::Long), (b"entity", Mode::Entity)];
    modes.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, mode)| mode)
}

/// The core's settings for encodings may have changed since; those count where no other is set.
pub(crate) fn follow_core(cx: &mut Cx) {
    if !settings(cx).internal_set {
        let name = core_encoding(cx, "internal_encoding");
        let found = Encoding::find(&name).unwrap_or_else(utf8);
        settings(cx).internal = found;
    }
    if !settings(cx).http_output_set
        && let Some(found) = or_pass(&core_encoding(cx, "output_encoding"))
    {
        settings(cx).http_output = found;
    }
    if !settings(cx).http_input_set {
        let name = core_encoding(cx, "input_encoding");
        if let Ok(list) = parse_list(settings(cx), &name) {
            settings(cx).http_input = list;
        }
    }
}

/// `mb_language()`
pub(crate) fn mb_language(cx: &mut Cx, language_name: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = language_name else { return Ok(Value::from(settings(cx).language.name)) };
    if cx.ini_set(b"mbstring.language", name).is_err() {
        return Err(cx.argument_value_error(1, [b"must be a valid language, \"", name.as_bytes(), b"\" given"].concat()));
    }
    Ok(Value::TRUE)
}

/// `mb_internal_encoding()`
pub(crate) fn mb_internal_encoding(cx: &mut Cx, encoding: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = encoding else {
        follow_core(cx);
        return Ok(Value::from(settings(cx).internal.name));
    };
    match Encoding::find(name) {
        Some(found) => {
            let own = settings(cx);
            (own.internal, own.internal_set) = (found, true);
            Ok(Value::TRUE)
        }
        None => Err(cx.argument_value_error(1, [b"must be a valid encoding, \"", name.as_bytes(), b"\" given"].concat())),
    }
}

/// `mb_http_input()`
pub(crate) fn mb_http_input(cx: &mut Cx, kind: Option<&PhpStr>) -> PhpResult<Value> {
    follow_core(cx);
    let own = settings(cx);
    let Some(kind) = kind else { return Ok(name_or_false(own.identified)) };
    let names = || own.http_input.iter().map(|encoding| encoding.name);
    let [letter] = kind.as_bytes() else { return Err(wrong_kind(cx)) };
    Ok(match letter.to_ascii_lowercase() {
        b'g' => name_or_false(own.identified_by_source[0]),
        b'p' => name_or_false(own.identified_by_source[1]),
        b'c' => name_or_false(own.identified_by_source[2]),
        b's' => name_or_false(own.identified_by_source[3]),
        b'i' => PhpArray::from_values(names()).into(),
        b'l' if own.http_input.is_empty() => Value::FALSE,
        b'l' => Value::from(names().collect::<Vec<_>>().join(",")),
        _ => return Err(wrong_kind(cx)),
    })
}

fn wrong_kind(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.argument_value_error(1, "must be one of \"G\", \"P\", \"C\", \"S\", \"I\", or \"L\"")
}

pub(crate) fn name_or_false(encoding: Option<&'static Encoding>) -> Value {
    encoding.map_or(Value::FALSE, |encoding| Value::from(encoding.name))
}

/// `mb_http_output()`
pub(crate) fn mb_http_output(cx: &mut Cx, encoding: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = encoding else {
        follow_core(cx);
        return Ok(Value::from(settings(cx).http_output.name));
    };
    match or_pass(name) {
        Some(found) => {
            let own = settings(cx);
            (own.http_output, own.http_output_set) = (found, true);
            Ok(Value::TRUE)
        }
        None => Err(cx.argument_value_error(1, [b"must be a valid encoding, \"", name.as_bytes(), b"\" given"].concat())),
    }
}

/// `mb_detect_order()`
pub(crate) fn mb_detect_order(cx: &mut Cx, encoding: Option<&Value>) -> PhpResult<Value> {
    let Some(list) = encoding.filter(|list| !list.is_null()) else {
        return Ok(PhpArray::from_values(settings(cx).order().iter().map(|encoding| encoding.name)).into());
    };
    let list = encodings(cx, list, 1)?;
    if list.is_empty() {
        return Err(cx.argument_value_error(1, "must specify at least one encoding"));
    }
    settings(cx).detect_order = Some(list);
    Ok(Value::TRUE)
}

/// `mb_substitute_character()`
pub(crate) fn mb_substitute_character(cx: &mut Cx, substitute_character: Option<&Value>) -> PhpResult<Value> {
    let Some(value) = substitute_character.filter(|value| !value.is_null()) else {
        let illegal = settings(cx).illegal;
        return Ok(match illegal.mode {
            Mode::None => Value::from("none"),
            Mode::Long => Value::from("long"),
            Mode::Entity => Value::from("entity"),
            Mode::Char => Value::int(i64::from(illegal.with)),
        });
    };
    if let Some(name) = value.as_bytes() {
        let Some(mode) = substitute_mode(name) else {
            return Err(cx.argument_value_error(1, "must be \"none\", \"long\", \"entity\" or a valid codepoint"));
        };
        settings(cx).illegal.mode = mode;
        return Ok(Value::TRUE);
    }
    let with = value.as_int().and_then(|number| u32::try_from(number).ok()).and_then(char::from_u32);
    let Some(with) = with else { return Err(cx.argument_value_error(1, "is not a valid codepoint")) };
    settings(cx).illegal = Illegal { mode: Mode::Char, with: u32::from(with) };
    Ok(Value::TRUE)
}

/// `mb_preferred_mime_name()`
pub(crate) fn mb_preferred_mime_name(cx: &mut Cx, encoding: &PhpStr) -> PhpResult<OrFalse<&'static str>> {
    let Some(found) = Encoding::find(encoding) else {
        return Err(cx.argument_value_error(1, [b"must be a valid encoding, \"", encoding.as_bytes(), b"\" given"].concat()));
    };
    if found.mime.is_none() {
        cx.builtin_warning([b"No MIME preferred name corresponding to \"", encoding.as_bytes(), b"\""].concat());
        cx.check()?;
    }
    Ok(OrFalse(found.mime))
}

/// `mb_list_encodings()`
pub(crate) fn mb_list_encodings(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(ALL.iter().map(|encoding| encoding.name)))
}

/// `mb_encoding_aliases()`
pub(crate) fn mb_encoding_aliases(cx: &mut Cx, name: &PhpStr) -> PhpResult<PhpArray> {
    let found = encoding(cx, Some(name), 1)?;
    Ok(PhpArray::from_values(found.aliases.iter().copied()))
}

/// `mb_get_info()`
pub(crate) fn mb_get_info(cx: &mut Cx, kind: &PhpStr) -> PhpResult<Value> {
    follow_core(cx);
    let own = settings(cx);
    let names = |list: &[&'static Encoding]| Value::array(PhpArray::from_values(list.iter().map(|encoding| encoding.name)));
    let substitute = match own.illegal.mode {
        Mode::None => Value::from("none"),
        Mode::Long => Value::from("long"),
        Mode::Entity => Value::from("entity"),
        Mode::Char => Value::int(i64::from(own.illegal.with)),
    };
    let (language, order) = (own.language, own.order());
    let mut rows: Vec<(&str, Value)> = vec![("internal_encoding", Value::from(own.internal.name))];
    if let Some(found) = own.identified {
        rows.push(("http_input", Value::from(found.name)));
    }
    rows.push(("http_output", Value::from(own.http_output.name)));
    let illegal_count = own.illegal_count as i64;
    let mime_types = cx.ini_str("mbstring.http_output_conv_mimetypes");
    rows.push(("http_output_conv_mimetypes", Value::bytes(&mime_types)));
    rows.push(("mail_charset", Value::from(language.charset)));
    rows.push(("mail_header_encoding", Value::from(language.head)));
    rows.push(("mail_body_encoding", Value::from(language.body)));
    rows.push(("illegal_chars", Value::int(illegal_count)));
    let switch = |on: bool| Value::from(if on { "On" } else { "Off" });
    rows.push(("encoding_translation", switch(cx.ini_bool("mbstring.encoding_translation"))));
    rows.push(("language", Value::from(language.name)));
    rows.push(("detect_order", names(&order)));
    rows.push(("substitute_character", substitute));
    rows.push(("strict_detection", switch(cx.ini_bool("mbstring.strict_detection"))));
    if kind.eq_ignore_ascii_case(b"all") {
        let mut all = PhpArray::new();
        rows.into_iter().for_each(|(name, value)| all.set_bytes(name.as_bytes(), value));
        return Ok(all.into());
    }
    if let Some((_, value)) = rows.into_iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(kind)) {
        return Ok(value);
    }
    if kind.eq_ignore_ascii_case(b"http_input") {
        return Ok(Value::NULL);
    }
    cx.builtin_warning("argument #1 ($type) must be a valid type");
    cx.check()?;
    Ok(Value::FALSE)
}
