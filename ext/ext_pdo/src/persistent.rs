//! Connections that outlive their request. They belong to the thread that made them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use loxo_runtime::Cx;

use crate::connection::Connection;

thread_local! {
    static KEPT: RefCell<HashMap<Vec<u8>, Rc<Connection>>> = RefCell::default();
}

/// A connection that is kept and still works.
pub(crate) fn find(cx: &mut Cx, key: &[u8]) -> Option<Rc<Connection>> {
    let found = KEPT.with_borrow(|kept| kept.get(key).cloned())?;
    if found.driver.is_alive(cx) {
        return Some(found);
    }
    let gone = KEPT.with_borrow_mut(|kept| kept.remove(key));
    drop(gone);
    None
}

pub(crate) fn keep(key: Vec<u8>, connection: &Rc<Connection>) {
    let before = KEPT.with_borrow_mut(|kept| kept.insert(key, connection.clone()));
    drop(before);
}

/// Values of the request leave the connections.
pub(crate) fn request_end(_: &mut Cx) {
    let all: Vec<Rc<Connection>> = KEPT.with_borrow(|kept| kept.values().cloned().collect());
    for connection in all {
        connection.forget_request();
    }
}
