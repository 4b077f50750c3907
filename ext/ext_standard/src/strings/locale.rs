//! The locale. There is one: C.

use super::substr::byte_order;
use crate::prelude::*;

/// `strcoll()`
pub(crate) fn strcoll(_cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(byte_order(string1, string2))
}

/// `setlocale()`
pub(crate) fn setlocale(cx: &mut Cx, _category: i64, locales: &Value, rest: &[Value]) -> PhpResult<Value> {
    for v in std::iter::once(locales).chain(rest) {
        let wanted: Vec<Value> = match v.deref().as_array() {
            Some(list) => list.values().map(Value::clone_deref).collect(),
            None => vec![v.clone_deref()],
        };
        for name in wanted {
            let name = cx.str_of(&name)?;
            if name.len() >= 255 {
                cx.warn("Specified locale name is too long")?;
                continue;
            }
            // "0" asks for the current one, "" for that of the environment.
            if matches!(name.as_bytes(), b"0" | b"" | b"C" | b"POSIX") {
                return Ok("C".into());
            }
        }
    }
    Ok(Value::FALSE)
}

/// `localeconv()`
pub(crate) fn localeconv(_cx: &mut Cx) -> PhpResult<PhpArray> {
    const UNSET: i64 = 127;
    let mut out = PhpArray::new();
    let texts: [(&str, &str); 8] = [
        ("decimal_point", "."),
        ("thousands_sep", ""),
        ("int_curr_symbol", ""),
        ("currency_symbol", ""),
        ("mon_decimal_point", ""),
        ("mon_thousands_sep", ""),
        ("positive_sign", ""),
        ("negative_sign", ""),
    ];
    for (name, text) in texts {
        out.set_bytes(name.as_bytes(), text.into());
    }
    let numbers = [
        "int_frac_digits",
        "frac_digits",
        "p_cs_precedes",
        "p_sep_by_space",
        "n_cs_precedes",
        "n_sep_by_space",
        "p_sign_posn",
        "n_sign_posn",
    ];
    for name in numbers {
        out.set_bytes(name.as_bytes(), Value::int(UNSET));
    }
    out.set_bytes(b"grouping", PhpArray::new().into());
    out.set_bytes(b"mon_grouping", PhpArray::new().into());
    Ok(out)
}

/// `nl_langinfo()`: the numbers of the items are glibc's.
pub(crate) fn nl_langinfo(cx: &mut Cx, item: i64) -> PhpResult<Value> {
    const TIME: i64 = 0x20000;
    const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const MONTHS: [&str; 12] =
        ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
    let text = match item.wrapping_sub(TIME) {
        n @ 0..=6 => &DAYS[n as usize][..3],
        n @ 7..=13 => DAYS[n as usize - 7],
        n @ 14..=25 => &MONTHS[n as usize - 14][..3],
        n @ 26..=37 => MONTHS[n as usize - 26],
        38 => "AM",
        39 => "PM",
        40 => "%a %b %e %H:%M:%S %Y",
        41 => "%m/%d/%y",
        42 => "%H:%M:%S",
        43 => "%I:%M:%S %p",
        44..=49 => "",
        _ => match item {
            14 => "ANSI_X3.4-1968",
            0x10000 => ".",
            0x40000..=0x4000f => return Ok(Value::EMPTY_STRING),
            0x10001 => "",
            0x50000 => "^[yY]",
            0x50001 => "^[nN]",
            0x50002 | 0x50003 => "",
            _ => {
                cx.warn(&format!("Item '{item}' is not valid"))?;
                return Ok(Value::FALSE);
            }
        },
    };
    Ok(text.into())
}
