//! The encodings that are meant where none is named.

use loxo_runtime::ini::IniStage;
use loxo_runtime::value::SharedValue;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

/// Names as long as this are refused.
const LONGEST_NAME: usize = 64;

/// `ICONV_VERSION`
pub(crate) fn version() -> SharedValue {
    SharedValue::new(Value::from(loxo_iconv_sys::version())).expect("strings can be shared")
}

/// The three encodings, each with the general setting that stands behind it.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    Input,
    Output,
    Internal,
}

impl Role {
    const ALL: [Role; 3] = [Role::Input, Role::Output, Role::Internal];

    fn name(self) -> &'static str {
        match self {
            Role::Input => "input_encoding",
            Role::Output => "output_encoding",
            Role::Internal => "internal_encoding",
        }
    }

    fn find(name: &[u8]) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name().as_bytes().eq_ignore_ascii_case(name))
    }

    /// What is set.
    pub(crate) fn encoding(self, cx: &Cx) -> Vec<u8> {
        let settings = [format!("iconv.{}", self.name()), self.name().to_string(), "default_charset".to_string()];
        settings.iter().map(|name| cx.ini_str(name)).find(|text| !text.is_empty()).map_or_else(Vec::new, |text| text.to_vec())
    }
}

/// `iconv.input_encoding`
pub(crate) fn change_input(cx: &mut Cx, value: &[u8]) -> bool {
    change(cx, value, Role::Input)
}

/// `iconv.output_encoding`
pub(crate) fn change_output(cx: &mut Cx, value: &[u8]) -> bool {
    change(cx, value, Role::Output)
}

/// `iconv.internal_encoding`
pub(crate) fn change_internal(cx: &mut Cx, value: &[u8]) -> bool {
    change(cx, value, Role::Internal)
}

fn change(cx: &mut Cx, value: &[u8], role: Role) -> bool {
    if value.len() >= LONGEST_NAME {
        return false;
    }
    if cx.ini.stage == IniStage::Runtime {
        cx.builtin_deprecated(format!("Use of iconv.{} is deprecated", role.name()));
    }
    true
}

fn too_long(cx: &mut Cx) -> PhpResult<()> {
    cx.builtin_warning(format!("Encoding parameter exceeds the maximum allowed length of {LONGEST_NAME} characters"));
    cx.check()
}

/// The names are short enough; a warning if not.
pub(crate) fn check_length(cx: &mut Cx, names: &[&[u8]]) -> PhpResult<bool> {
    if names.iter().any(|name| name.len() >= LONGEST_NAME) {
        too_long(cx)?;
        return Ok(false);
    }
    Ok(true)
}

/// The encoding of an argument, or the internal one; `None`: its name is too long.
pub(crate) fn encoding(cx: &mut Cx, name: Option<&PhpStr>) -> PhpResult<Option<Vec<u8>>> {
    match name {
        None => Ok(Some(Role::Internal.encoding(cx))),
        Some(name) => Ok(check_length(cx, &[name])?.then(|| name.to_vec())),
    }
}

/// `iconv_set_encoding()`
pub(crate) fn iconv_set_encoding(cx: &mut Cx, kind: &PhpStr, encoding: &PhpStr) -> PhpResult<bool> {
    if !check_length(cx, &[encoding])? {
        return Ok(false);
    }
    let Some(role) = Role::find(kind) else { return Ok(false) };
    let done = cx.ini_set(format!("iconv.{}", role.name()).as_bytes(), encoding).is_ok();
    cx.check()?;
    Ok(done)
}

/// `iconv_get_encoding()`
pub(crate) fn iconv_get_encoding(cx: &mut Cx, kind: &PhpStr) -> PhpResult<Value> {
    if kind.eq_ignore_ascii_case(b"all") {
        let mut all = PhpArray::new();
        for role in Role::ALL {
            all.set_bytes(role.name().as_bytes(), Value::from(role.encoding(cx)));
        }
        return Ok(Value::array(all));
    }
    Ok(Role::find(kind).map_or(Value::FALSE, |role| Value::from(role.encoding(cx))))
}
