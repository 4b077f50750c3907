//! Numbers as text, text as numbers, and how the two compare.

mod compare;
mod decimal;
mod float_to_int;
mod format;
mod parse;

pub use compare::{compare_float_string, compare_int_float, compare_int_string, smart_str_compare, smart_str_equal};
pub(crate) use decimal::write_int_at;
pub use decimal::{int_len, write_int};
pub use float_to_int::{float_is_int, float_to_int, float_to_int_saturating};
pub use format::{double_to_string, int_to_string, write_double};
pub use parse::{Numeric, Parsed, is_numeric, parse_numeric, str_to_float, str_to_float_prefix, str_to_int, strtod};
