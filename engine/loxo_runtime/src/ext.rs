//! How an extension presents itself.

use crate::{BuiltinClass, BuiltinConst, BuiltinFn, Cx};

/// An extension: tables made by `cargo xtask codegen` from its stubs, and its life cycle.
pub struct Extension {
    pub name: &'static str,
    pub version: &'static str,
    pub functions: &'static [BuiltinFn],
    pub classes: &'static [BuiltinClass],
    pub constants: &'static [BuiltinConst],
    pub ini: &'static [IniEntry],
    /// Per-request state, made when it is first asked for (`cx.ext::<T>()`); dropped at the end of the request.
    pub request_start: Option<fn(&mut Cx)>,
    pub request_end: Option<fn(&mut Cx)>,
    /// Rows of `phpinfo()`: what, and its value. A row without either begins another table; with "\0" for its value it has one cell.
    pub info: Option<fn(&mut Cx) -> Vec<(String, String)>>,
}

/// Where an ini setting may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IniAccess {
    /// php.ini and command line only.
    System,
    /// and per directory.
    PerDir,
    /// and ini_set().
    All,
    /// Per directory; not shown as one for php.ini, which sets it all the same.
    PerDirOnly,
    /// `ini_set()`; not shown as one for php.ini, which sets it all the same.
    User,
}

impl IniAccess {
    /// `INI_USER`, `INI_PERDIR` and `INI_SYSTEM` together, as `ini_get_all()` shows them.
    pub const fn bits(self) -> i64 {
        match self {
            IniAccess::User => 1,
            IniAccess::PerDirOnly => 2,
            IniAccess::System => 4,
            IniAccess::PerDir => 6,
            IniAccess::All => 7,
        }
    }
}

pub struct IniEntry {
    pub name: &'static str,
    /// `None`: the setting has no value (`ini_get_all()` shows null, `ini_get()` an empty string).
    pub default: Option<&'static str>,
    pub access: IniAccess,
    /// Called before a change, and at the start of a request: `false` refuses it. What is going on is in [`crate::ini::Ini::stage`].
    pub on_change: Option<fn(&mut Cx, &[u8]) -> bool>,
}
