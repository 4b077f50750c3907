//! What a request knows of its session.

use loxo_runtime::{Cx, ExtSlot, PhpRef, PhpStr, Value};

use crate::files::Files;
use crate::format::Format;
use crate::save_handler::{self, SaveHandler};
use crate::user::Hook;

/// `session_status()`
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Status {
    /// Settings name a handler that does not exist.
    Disabled,
    #[default]
    None,
    Active,
}

/// Who keeps sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Files,
    User,
    /// Another extension.
    Other(&'static SaveHandler),
}

impl Storage {
    pub(crate) fn find(name: &[u8]) -> Option<Storage> {
        let own = [Storage::Files, Storage::User].into_iter();
        let mut all = own.chain(save_handler::all().into_iter().map(Storage::Other));
        all.find(|storage| storage.name().as_bytes().eq_ignore_ascii_case(name))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Storage::Files => "files",
            Storage::User => "user",
            Storage::Other(handler) => handler.name,
        }
    }
}

#[derive(Default)]
pub(crate) struct Session {
    pub status: Status,
    pub id: Option<PhpStr>,
    pub storage: Option<Storage>,
    /// What was in use before the program set a handler of its own; `SessionHandler` passes calls on to it.
    pub default_storage: Option<Storage>,
    pub format: Option<Format>,
    /// Open files, also when the program's own handler uses them.
    pub files: Option<Files>,
    /// Another extension's storage is open.
    pub other_open: bool,
    /// The program's functions, by [`Hook`].
    pub hooks: [Option<Value>; Hook::COUNT],
    /// The class of the program's handler, if it is an object.
    pub handler_class: Option<PhpStr>,
    /// The program's handler is open.
    pub user_open: bool,
    /// A `SessionHandler` below it is open.
    pub parent_open: bool,
    pub in_handler: bool,
    /// No code of the program runs: the request begins or ends.
    pub outside: bool,
    /// The setting is about to become `user` because the program has set a handler.
    pub setting_handler: bool,
    /// What `$_SESSION` is bound to.
    pub variables: Option<PhpRef>,
    /// What was read, if it need not be written again.
    pub original: Option<PhpStr>,
    /// Where it was started.
    pub started: Option<(PhpStr, u32)>,
    pub send_cookie: bool,
    /// The constant `SID` has a value.
    pub define_sid: bool,
}

impl ExtSlot for Session {}

/// Short forms.
pub(crate) trait Short {
    fn session(&mut self) -> &mut Session;
    /// Something unwinds: calls into the program do nothing any more.
    fn unwinds(&self) -> bool;
    /// A setting without its common prefix.
    fn setting_text(&self, name: &str) -> String;
    fn is_active(&mut self) -> bool;
}

impl Short for Cx {
    fn session(&mut self) -> &mut Session {
        self.ext::<Session>()
    }

    fn unwinds(&self) -> bool {
        self.exception.is_some() || self.ending.is_some()
    }

    fn setting_text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.ini_str(name)).into_owned()
    }

    fn is_active(&mut self) -> bool {
        self.session().status == Status::Active
    }
}

impl Session {
    /// Something is open that must be closed.
    pub(crate) fn is_open(&self) -> bool {
        self.files.is_some() || self.user_open || self.other_open
    }

    /// As a new request finds it; handlers that the program has set stay.
    pub(crate) fn reset(&mut self) {
        self.id = None;
        self.status = Status::None;
        self.in_handler = false;
        self.setting_handler = false;
        self.files = None;
        self.other_open = false;
        self.parent_open = false;
        self.define_sid = true;
        self.original = None;
        self.variables = None;
    }
}
