//! Units of code that were loaded, as all threads share them: what they declare, their constants as values, their jump tables, what was preloaded, and what is
//! remembered of instructions.

mod constants;
pub mod numbering;
mod numbers;
pub mod preloaded;
pub mod sites;
mod switch;
mod unit;

pub use constants::{own_value, shared_const, to_const};
pub use numbers::Numbers;
pub use switch::{Switch, Table};
pub use unit::{ClassRecord, Declared, LoadedUnit};
