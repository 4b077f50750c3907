//! `get_html_translation_table()`: what the encoders do, as an array.

use super::entities::{Doctype, table};
use super::{QUOTE_DOUBLE, QUOTE_SINGLE, charset_of};
use crate::prelude::*;

/// `get_html_translation_table()`
pub(crate) fn get_html_translation_table(cx: &mut Cx, which: i64, flags: i64, encoding: &PhpStr) -> PhpResult<PhpArray> {
    const ENTITIES: i64 = 1;
    let charset = charset_of(cx, Some(encoding), false)?;
    let doctype = Doctype::from_flags(flags);
    let all = which == ENTITIES && !charset.is_partial() && doctype != Doctype::Xml1;
    let mut rows: Vec<((u32, u32), &str)> = if all {
        table(doctype).by_codes.iter().map(|(codes, name)| (*codes, *name)).collect()
    } else {
        let apostrophe = if doctype == Doctype::Html401 { "#039" } else { "apos" };
        vec![((34, 0), "quot"), ((38, 0), "amp"), ((39, 0), apostrophe), ((60, 0), "lt"), ((62, 0), "gt")]
    };
    rows.sort_unstable();
    let mut out = PhpArray::new();
    for ((first, second), name) in rows {
        if first == 34 && flags & QUOTE_DOUBLE == 0 || first == 39 && flags & QUOTE_SINGLE == 0 {
            continue;
        }
        let mut key = Vec::new();
        if charset.push(&mut key, first) && (second == 0 || charset.push(&mut key, second)) {
            out.set(&Key::from_bytes_numeric(&key), format!("&{name};").into());
        }
    }
    Ok(out)
}
