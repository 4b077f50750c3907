//! What the extension says of itself.

use loxo_runtime::value::SharedValue;
use loxo_runtime::{Cx, Value};

fn shared(text: &str) -> SharedValue {
    SharedValue::new(Value::from(text)).expect("strings can be shared")
}

/// `INTL_ICU_VERSION`
pub(crate) fn icu_version() -> SharedValue {
    shared(loxo_icu_sys::VERSION)
}

/// `INTL_ICU_DATA_VERSION`
pub(crate) fn icu_data_version() -> SharedValue {
    shared(loxo_icu_sys::DATA_VERSION)
}

/// The lines of `phpinfo()`.
pub(crate) fn lines(_cx: &mut Cx) -> Vec<(String, String)> {
    let zones = loxo_icu_sys::TimeZone::data_version(&mut 0).unwrap_or_default();
    vec![
        ("Internationalization support".into(), "enabled".into()),
        ("ICU version".into(), loxo_icu_sys::VERSION.into()),
        ("ICU Data version".into(), loxo_icu_sys::DATA_VERSION.into()),
        ("ICU TZData version".into(), zones),
        ("ICU Unicode version".into(), loxo_icu_sys::UNICODE_VERSION.into()),
    ]
}
