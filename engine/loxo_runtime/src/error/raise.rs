//! Diagnostics: from the place that raises one to the user's handler, or to the standard report.

use loxo_value::{PhpStr, Value};

use super::{ErrorLevel, Thrown};
use crate::{Cx, Ending, Func};

impl Cx {
    /// `E_WARNING`. A handler may throw: see [`Cx::check`].
    pub fn warning(&mut self, message: impl AsRef<[u8]>) {
        self.raise_here(ErrorLevel::Warning, message.as_ref());
    }

    /// `E_NOTICE`
    pub fn notice(&mut self, message: impl AsRef<[u8]>) {
        self.raise_here(ErrorLevel::Notice, message.as_ref());
    }

    /// `E_DEPRECATED`
    pub fn deprecated(&mut self, message: impl AsRef<[u8]>) {
        self.raise_here(ErrorLevel::Deprecated, message.as_ref());
    }

    /// A declaration that cannot be: `E_COMPILE_ERROR` at the line that is running.
    #[cold]
    pub fn compile_fatal(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.raise_here(ErrorLevel::CompileError, message.as_ref());
        Thrown
    }

    /// Any level, at the line of PHP code that is running. Fatal levels end the request ([`Cx::ending`]).
    pub fn raise(&mut self, level: ErrorLevel, message: impl AsRef<[u8]>) {
        self.raise_here(level, message.as_ref());
    }

    /// Any level, at a given place.
    pub fn raise_at(&mut self, level: ErrorLevel, message: impl AsRef<[u8]>, file: impl AsRef<[u8]>, line: u32) {
        if file.as_ref().is_empty() {
            return self.raise_here(level, message.as_ref());
        }
        self.raise_bytes(level, message.as_ref(), &PhpStr::new(file.as_ref()), line);
    }

    /// A fatal error: reports it and ends the request.
    #[cold]
    pub fn fatal(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.raise_here(ErrorLevel::Error, message.as_ref());
        Thrown
    }

    /// A fatal error at a given place.
    #[cold]
    pub fn fatal_at(&mut self, level: ErrorLevel, message: impl AsRef<[u8]>, file: impl AsRef<[u8]>, line: u32) -> Thrown {
        self.raise_at(level, message, file, line);
        self.ending.get_or_insert(Ending::Fatal);
        Thrown
    }

    /// A builtin's warning: the text follows the function's name, as a link to the manual if `html_errors` and `docref_root` say so.
    #[cold]
    pub fn builtin_warning(&mut self, message: impl AsRef<[u8]>) {
        self.builtin_raise(ErrorLevel::Warning, message);
    }

    /// A builtin's notice.
    #[cold]
    pub fn builtin_notice(&mut self, message: impl AsRef<[u8]>) {
        self.builtin_raise(ErrorLevel::Notice, message);
    }

    /// A builtin's deprecation.
    #[cold]
    pub fn builtin_deprecated(&mut self, message: impl AsRef<[u8]>) {
        self.builtin_raise(ErrorLevel::Deprecated, message);
    }

    /// A builtin's diagnostic of any level.
    #[cold]
    pub fn builtin_raise(&mut self, level: ErrorLevel, message: impl AsRef<[u8]>) {
        let named = self.errors.warnings_throw.as_ref().and_then(|throws| throws.origin.clone());
        let name = named.or_else(|| self.origin());
        let text = self.with_origin(name.as_deref(), b"", message.as_ref());
        self.raise_here(level, &text);
    }

    /// A builtin's diagnostic that names the argument it is about: `fopen(/nowhere): Failed to open stream`.
    #[cold]
    pub fn builtin_raise_about(&mut self, level: ErrorLevel, subject: impl AsRef<[u8]>, message: impl AsRef<[u8]>) {
        let name = self.origin();
        let text = self.with_origin(name.as_deref(), subject.as_ref(), message.as_ref());
        self.raise_here(level, &text);
    }

    fn origin(&self) -> Option<Vec<u8>> {
        self.active.map(Func::display_name).or_else(|| (self.hooks.running)(self))
    }

    /// The same for a construct of the language that is no function: `include`, `require_once`, `eval`.
    #[cold]
    pub fn construct_raise(&mut self, level: ErrorLevel, name: &str, subject: impl AsRef<[u8]>, message: impl AsRef<[u8]>) {
        let text = self.with_origin(Some(name.as_bytes()), subject.as_ref(), message.as_ref());
        self.raise_here(level, &text);
    }

    #[cold]
    fn raise_here(&mut self, level: ErrorLevel, message: &[u8]) {
        let (file, line) = match level {
            ErrorLevel::CoreError | ErrorLevel::CoreWarning => (PhpStr::new(b"Unknown"), 0),
            _ => (self.hooks.location)(self),
        };
        let file = if file.is_empty() { PhpStr::new(b"Unknown") } else { file };
        self.raise_bytes(level, message, &file, line);
    }

    #[cold]
    fn raise_bytes(&mut self, level: ErrorLevel, message: &[u8], file: &PhpStr, line: u32) {
        if let Some(raised) = &mut self.errors.trial {
            *raised = true;
            return;
        }
        if matches!(level, ErrorLevel::Warning | ErrorLevel::UserWarning)
            && let Some(class) = self.errors.warnings_throw.as_ref().map(|throws| throws.class)
        {
            if let (Some(class), None) = (class, &self.exception) {
                self.throw_new(class, message, 0);
            }
            return;
        }
        // What goes on after `exit`, on its way to an end, is no part of the program.
        if self.ending == Some(crate::Ending::Exit) && !level.is_fatal() {
            return;
        }
        // A fatal error hides an exception that is on its way, so that is reported first.
        if level.is_fatal()
            && let Some(exception) = self.exception.take()
        {
            self.report_throwable(&exception, ErrorLevel::Warning);
        }
        let message = PhpStr::new(message);
        if !self.call_error_handler(level, &message, file, line) {
            self.standard_report(level, &message, file, line);
        }
    }

    /// True: the handler has dealt with it (or thrown).
    fn call_error_handler(&mut self, level: ErrorLevel, message: &PhpStr, file: &PhpStr, line: u32) -> bool {
        use ErrorLevel::{CompileError, CompileWarning, CoreError, CoreWarning, Error, Parse};
        if matches!(level, Error | Parse | CoreError | CoreWarning | CompileError | CompileWarning) {
            return false;
        }
        if self.errors.handler.as_ref().is_none_or(|(_, levels)| levels & level as u32 == 0) {
            return false;
        }
        // Nobody is called while an exception is on its way through a compilation: the first one stands, and the rest is not reported.
        if self.errors.compiling.is_some() && self.exception.is_some() {
            return true;
        }
        // Handlers do not nest: what the handler itself raises goes to the standard report, unless it installs another.
        let Some((handler, levels)) = self.errors.handler.take() else { return false };
        let outer = std::mem::replace(&mut self.errors.in_handler, true);
        let compiling = self.errors.compiling.take();
        let active = self.active;
        let pending = self.exception.take();
        let result = self.call_value(
            &handler,
            vec![
                Value::int(i64::from(level as u32)),
                Value::string(message.clone()),
                Value::string(file.clone()),
                Value::int(i64::from(line)),
            ],
        );
        self.active = active;
        self.errors.in_handler = outer;
        self.errors.compiling = compiling;
        if self.errors.handler.is_none() {
            self.errors.handler = Some((handler, levels));
        }
        if let Some(pending) = pending {
            // An exception was on its way before: it stays, below the new one if there is one.
            match self.exception.take() {
                Some(new) => {
                    self.exception = Some(pending);
                    self.throw_object(new);
                }
                None => self.exception = Some(pending),
            }
        }
        if self.ending.is_some() {
            // The handler ended the program: whatever has reported it does not go on.
            loxo_value::interrupt::defer_work();
        }
        match result {
            Ok(Some(v)) => !v.deref().is_false(),
            Ok(None) => false,
            Err(Thrown) => true,
        }
    }

    /// Calls what a variable holds; `None` if it cannot be called.
    pub(crate) fn call_value(&mut self, callee: &Value, args: Vec<Value>) -> crate::PhpResult<Option<Value>> {
        match (self.hooks.callable)(self, callee)? {
            Ok(callable) => self.call_vec(&callable, args).map(Some),
            Err(_) => Ok(None),
        }
    }
}
