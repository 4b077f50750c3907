//! PHP's PDO: one face for all databases. What a database can do is behind [`Driver`] and [`DriverStatement`]; drivers are extensions of their
//! own and announce themselves with [`register`].
//!
//! Modules: `driver` (what a driver is), `connection` (`PDO`), `statement` (`PDOStatement`), `params` (what is bound), `scanner` (placeholders
//! in SQL), `fetch` (rows in all their forms), `row` (`PDORow`), `errors` and `states` (SQLSTATE).
#![forbid(unsafe_code)]

mod attributes;
mod connection;
mod driver;
mod errors;
mod fetch;
pub mod generated;
mod modes;
mod params;
mod persistent;
mod row;
mod scanner;
mod statement;
mod states;

use loxo_runtime::{Cx, Extension, PhpArray, PhpResult};

pub use attributes::{attr_int, bool_param, int_param};
pub use connection::{Connection, connection_of, method_object_handlers, object_handlers};
pub use driver::{
    Column, Driver, DriverStatement, Executed, Factory, Failure, Mode, Outcome, Prepared, Source, attr, param, register, supports,
};
pub use errors::{DriverError, raise_impl_error};
pub use params::{BOTH, Bound, positional};
pub use scanner::Dialect;

pub static EXTENSION: Extension = Extension {
    name: "PDO",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: Some(persistent::request_end),
    info: Some(|cx| {
        let names = driver::names(cx).join(", ");
        vec![("PDO support".into(), "enabled".into()), ("PDO drivers".into(), names)]
    }),
};

/// `pdo_drivers()`
pub(crate) fn pdo_drivers(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(driver::names(cx)))
}
