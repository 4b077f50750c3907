//! PHP's errors: diagnostics with levels, and what unwinds.
//!
//! Modules: `calls` (errors of calls), `raise` (from a diagnostic to the user's handler), `report` (showing and logging it), `throw` (exceptions), `throwable` (what
//! is in an exception object, its trace as text), `trace` (entries of traces), `uncaught` (the end of a request that nobody saved).

pub mod calls;
mod raise;
mod report;
mod throw;
mod throwable;
pub mod trace;
mod uncaught;

pub use report::escape_html;
pub use throwable::{chain_previous, export_scalar, hide_arguments, slot as throwable_slot, throwable_to_string, trace_to_string};

use loxo_value::{PhpStr, Value};

use crate::Class;

/// Something unwinds. What it is stands in [`crate::Cx`]: an exception in flight, or a reason to end the request.
///
/// Small on purpose: it travels in every `Result` of every builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown;

pub type PhpResult<T> = Result<T, Thrown>;

/// `E_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum ErrorLevel {
    Error = 1,
    Warning = 2,
    Parse = 4,
    Notice = 8,
    CoreError = 16,
    CoreWarning = 32,
    CompileError = 64,
    CompileWarning = 128,
    UserError = 256,
    UserWarning = 512,
    UserNotice = 1024,
    RecoverableError = 4096,
    Deprecated = 8192,
    UserDeprecated = 16384,
}

impl ErrorLevel {
    /// `E_ALL` (without `E_STRICT`, which no longer exists).
    pub const ALL_LEVELS: u32 = 30719;
    /// What `@` does not silence.
    pub const FATAL_LEVELS: u32 = 4437;

    /// From the number that `trigger_error()` and handlers use.
    pub fn from_bits(bits: u32) -> Option<ErrorLevel> {
        use ErrorLevel::*;
        let all = [
            Error,
            Warning,
            Parse,
            Notice,
            CoreError,
            CoreWarning,
            CompileError,
            CompileWarning,
            UserError,
            UserWarning,
            UserNotice,
            RecoverableError,
            Deprecated,
            UserDeprecated,
        ];
        all.into_iter().find(|level| *level as u32 == bits)
    }

    /// The word in front of a displayed message.
    pub fn label(self) -> &'static str {
        match self {
            Self::Error | Self::CoreError | Self::CompileError | Self::UserError => "Fatal error",
            Self::Warning | Self::CoreWarning | Self::CompileWarning | Self::UserWarning => "Warning",
            Self::Parse => "Parse error",
            Self::Notice | Self::UserNotice => "Notice",
            Self::RecoverableError => "Recoverable fatal error",
            Self::Deprecated | Self::UserDeprecated => "Deprecated",
        }
    }

    /// Ends the request.
    pub fn is_fatal(self) -> bool {
        matches!(self, Self::Error | Self::Parse | Self::CoreError | Self::CompileError | Self::UserError | Self::RecoverableError)
    }
}

/// The request's error settings and memory.
pub struct ErrorState {
    /// `error_reporting()`
    pub reporting: u32,
    /// Installed handler and the levels it wants.
    pub handler: Option<(Value, u32)>,
    pub handler_stack: Vec<Option<(Value, u32)>>,
    pub exception_handler: Option<Value>,
    pub exception_handler_stack: Vec<Option<Value>>,
    pub last: Option<LastError>,
    /// In the error handler right now (handlers do not nest).
    pub in_handler: bool,
    /// What a compilation has found is being reported, of this place.
    pub compiling: Option<(PhpStr, u32)>,
    /// Writing the error log right now (what fails there is not logged).
    pub(crate) in_log: bool,
    /// Who raises diagnostics while no function runs.
    pub phase: Phase,
    /// Warnings are exceptions at the moment, or nothing at all.
    pub warnings_throw: Option<WarningsThrow>,
    /// A builtin is tried: there are no diagnostics, but it is noted whether there would have been one.
    pub trial: Option<bool>,
}

/// Parts of a request's life, as messages name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    #[default]
    Startup,
    RequestStartup,
    Running,
    RequestShutdown,
}

impl Phase {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Phase::Startup => "PHP Startup",
            Phase::RequestStartup => "PHP Request Startup",
            Phase::Running => "Unknown",
            Phase::RequestShutdown => "PHP Request Shutdown",
        }
    }
}

/// How warnings become exceptions while a constructor works.
#[derive(Clone)]
pub struct WarningsThrow {
    /// `None`: nothing is reported.
    pub class: Option<&'static Class>,
    /// The function that messages name in the place of the one that raises them.
    pub origin: Option<Vec<u8>>,
}

impl Default for ErrorState {
    fn default() -> Self {
        ErrorState {
            reporting: ErrorLevel::ALL_LEVELS,
            handler: None,
            handler_stack: Vec::new(),
            exception_handler: None,
            exception_handler_stack: Vec::new(),
            last: None,
            in_handler: false,
            compiling: None,
            in_log: false,
            phase: Phase::default(),
            warnings_throw: None,
            trial: None,
        }
    }
}

/// `error_get_last()`
pub struct LastError {
    pub level: ErrorLevel,
    pub message: PhpStr,
    pub file: PhpStr,
    pub line: u32,
}
