//! One interface to those who keep sessions.

use loxo_runtime::{Cx, PhpResult, PhpStr};

use crate::state::{Short, Storage};
use crate::user::Hook;
use crate::{files, user};

impl Storage {
    pub(crate) fn open(self, cx: &mut Cx, path: &[u8], name: &[u8]) -> PhpResult<bool> {
        match self {
            Storage::Files => Ok(files::open(cx, path)),
            Storage::User => user::open(cx, path, name),
            Storage::Other(handler) => {
                let opened = (handler.open)(cx, path, name)?;
                cx.session().other_open = opened;
                Ok(opened)
            }
        }
    }

    pub(crate) fn close(self, cx: &mut Cx) -> PhpResult<bool> {
        match self {
            Storage::Files => {
                cx.session().files = None;
                Ok(true)
            }
            Storage::User => user::close(cx),
            Storage::Other(handler) => {
                cx.session().other_open = false;
                (handler.close)(cx)
            }
        }
    }

    pub(crate) fn read(self, cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
        match self {
            Storage::Files => Ok(files::read(cx, id)),
            Storage::User => user::read(cx, id),
            Storage::Other(handler) => (handler.read)(cx, id),
        }
    }

    pub(crate) fn write(self, cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
        match self {
            Storage::Files => Ok(files::write(cx, id, data)),
            Storage::User => user::write(cx, Hook::Write, id, data),
            Storage::Other(handler) => (handler.write)(cx, id, data),
        }
    }

    /// The data has not changed, but the session is in use.
    pub(crate) fn touch(self, cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
        match self {
            Storage::Files => Ok(files::touch(cx, id, data)),
            Storage::User => user::write(cx, Hook::UpdateTimestamp, id, data),
            Storage::Other(handler) => (handler.touch)(cx, id, data),
        }
    }

    pub(crate) fn destroy(self, cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
        match self {
            Storage::Files => Ok(files::destroy(cx, id)),
            Storage::User => user::destroy(cx, id),
            Storage::Other(handler) => (handler.destroy)(cx, id),
        }
    }

    /// How many sessions were removed; -1: it failed.
    pub(crate) fn gc(self, cx: &mut Cx, lifetime: i64) -> PhpResult<i64> {
        match self {
            Storage::Files => Ok(files::gc(cx, lifetime)),
            Storage::User => user::gc(cx, lifetime),
            Storage::Other(handler) => (handler.gc)(cx, lifetime),
        }
    }

    pub(crate) fn create_sid(self, cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
        match self {
            Storage::Files => Ok(files::create_sid(cx)),
            Storage::User => user::create_sid(cx),
            Storage::Other(handler) => (handler.create_sid)(cx),
        }
    }

    /// Is there a session of that id?
    pub(crate) fn validate_sid(self, cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
        match self {
            Storage::Files => Ok(files::exists(cx, id)),
            Storage::User => user::validate_sid(cx, id),
            Storage::Other(handler) => (handler.validate_sid)(cx, id),
        }
    }
}
