//! Other extensions that keep sessions.

use std::sync::{PoisonError, RwLock};

use loxo_runtime::{Cx, PhpResult, PhpStr};

/// How an extension keeps sessions. What it is in the middle of is its own affair; all are called with the id before anything else.
pub struct SaveHandler {
    /// `session.save_handler`
    pub name: &'static str,
    /// With `session.save_path` and the session's name.
    pub open: fn(&mut Cx, &[u8], &[u8]) -> PhpResult<bool>,
    pub close: fn(&mut Cx) -> PhpResult<bool>,
    /// `None`: that failed.
    pub read: fn(&mut Cx, &PhpStr) -> PhpResult<Option<PhpStr>>,
    pub write: fn(&mut Cx, &PhpStr, &PhpStr) -> PhpResult<bool>,
    /// The data has not changed, but the session is in use.
    pub touch: fn(&mut Cx, &PhpStr, &PhpStr) -> PhpResult<bool>,
    pub destroy: fn(&mut Cx, &PhpStr) -> PhpResult<bool>,
    /// How many were removed; -1: it failed.
    pub gc: fn(&mut Cx, i64) -> PhpResult<i64>,
    pub create_sid: fn(&mut Cx) -> PhpResult<Option<PhpStr>>,
    pub validate_sid: fn(&mut Cx, &PhpStr) -> PhpResult<bool>,
}

impl PartialEq for SaveHandler {
    fn eq(&self, other: &SaveHandler) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for SaveHandler {}

impl std::fmt::Debug for SaveHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

static HANDLERS: RwLock<Vec<&'static SaveHandler>> = RwLock::new(Vec::new());

/// Makes a way to keep sessions known; once is enough, and more does no harm.
pub fn register(handler: &'static SaveHandler) {
    let is_known = |handlers: &[&SaveHandler]| handlers.contains(&handler);
    if is_known(&HANDLERS.read().unwrap_or_else(PoisonError::into_inner)) {
        return;
    }
    let mut handlers = HANDLERS.write().unwrap_or_else(PoisonError::into_inner);
    if !is_known(&handlers) {
        handlers.push(handler);
    }
}

pub(crate) fn all() -> Vec<&'static SaveHandler> {
    HANDLERS.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// As `phpinfo()` lists them.
pub(crate) fn names() -> String {
    let others = all().into_iter().map(|handler| handler.name);
    ["files", "user"].into_iter().chain(others).map(|name| format!("{name} ")).collect()
}
