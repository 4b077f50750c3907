//! Names of pools and commands, which stand in tables and are referred to.

use crate::placed::{Placed, Problem};

/// `what`: what is called so.
pub(crate) fn check_name(what: &str, name: &Placed<String>) -> Result<(), Problem> {
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    if name.value.is_empty() || name.value.len() > 64 || !name.value.bytes().all(good) || name.value.starts_with('.') {
        return Err(Problem { line: name.line, message: format!("{what} cannot be called {:?}: letters, digits, - _ . are", name.value) });
    }
    Ok(())
}

/// Which of the pools is meant; the only one needs no name. `line`: where it is to be named.
pub(crate) fn pool_named(name: Option<Placed<String>>, pools: &[String], line: usize) -> Result<usize, Problem> {
    match name {
        None if pools.len() == 1 => Ok(0),
        None => Err(Problem { line, message: "there are several pools: pool = \"NAME\" says which".into() }),
        Some(name) => match pools.iter().position(|pool| *pool == name.value) {
            Some(index) => Ok(index),
            None => Err(Problem { line: name.line, message: format!("there is no [pool.{}]", name.value) }),
        },
    }
}
