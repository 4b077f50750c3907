//! Where other extensions keep sessions.

use loxo_runtime::{Cx, PhpResult, PhpStr};

use crate::id;
use crate::state::Short;

/// A way to keep sessions that another extension brings. It says in warnings what went wrong; what it has open is its own.
pub struct SaveHandler {
    /// As `session.save_handler` names it.
    pub name: &'static str,
    /// Gets `session.save_path` and the session's name.
    pub open: fn(&mut Cx, &[u8], &[u8]) -> PhpResult<bool>,
    pub close: fn(&mut Cx) -> PhpResult<bool>,
    /// `None`: it failed. A session that does not exist is empty.
    pub read: fn(&mut Cx, &PhpStr) -> PhpResult<Option<PhpStr>>,
    pub write: fn(&mut Cx, &PhpStr, &PhpStr) -> PhpResult<bool>,
    /// The data has not changed, but the session is in use.
    pub touch: fn(&mut Cx, &PhpStr, &PhpStr) -> PhpResult<bool>,
    pub destroy: fn(&mut Cx, &PhpStr) -> PhpResult<bool>,
    /// How many sessions were removed.
    pub gc: fn(&mut Cx, i64) -> PhpResult<i64>,
    /// An id for a new session; [`create_id`] makes ids.
    pub create_sid: fn(&mut Cx) -> PhpResult<Option<PhpStr>>,
    /// Is there a session of that id?
    pub validate_sid: fn(&mut Cx, &PhpStr) -> PhpResult<bool>,
}

/// Announces a handler to the request; for `request_start` of an extension.
pub fn register(cx: &mut Cx, handler: &'static SaveHandler) {
    let handlers = &mut cx.session().handlers;
    if !handlers.iter().any(|known| std::ptr::eq(*known, handler)) {
        handlers.push(handler);
    }
}

/// A new id as the settings want it, whether or not there is a session of that id.
pub fn create_id(cx: &mut Cx) -> Option<PhpStr> {
    id::create(cx)
}
