//! Exceptions that nobody caught.

use loxo_value::{PhpObject, PhpStr, Value};

use super::throwable::{get, set, slot};
use super::{ErrorLevel, throwable_to_string};
use crate::convert;
use crate::display::class_text;
use crate::{Cx, class_of};

impl Cx {
    /// What happens to an exception that leaves the outermost code: the user's exception handler, or "Fatal error: Uncaught ...".
    /// Afterwards no exception is on its way.
    pub fn handle_uncaught(&mut self) {
        if self.ending.is_some() {
            self.exception = None;
            return;
        }
        let Some(exception) = self.exception.take() else { return };
        match self.errors.exception_handler.take() {
            None => self.report_uncaught(&exception),
            Some(handler) => self.call_exception_handler(handler, exception),
        }
    }

    /// The handler is not installed while it runs, so what it throws is reported.
    fn call_exception_handler(&mut self, handler: Value, exception: PhpObject) {
        self.errors.exception_handler_stack.push(Some(handler.clone()));
        let called = self.call_value(&handler, vec![Value::object(exception.clone())]);
        match (called, self.exception.take()) {
            (_, Some(thrown)) => match self.errors.exception_handler.take() {
                // The handler has installed another one.
                Some(handler) => return self.call_exception_handler(handler, thrown),
                None => self.report_uncaught(&thrown),
            },
            (Ok(None), None) => self.report_uncaught(&exception),
            _ => {}
        }
        if self.errors.exception_handler.is_none() {
            self.errors.exception_handler = self.errors.exception_handler_stack.pop().flatten();
        }
    }

    /// "Fatal error: Uncaught ..."; the request's exit status is 255 afterwards.
    pub fn report_uncaught(&mut self, exception: &PhpObject) {
        self.report_throwable(exception, ErrorLevel::Error);
        // The program is over, but not cut off: destructors of what is left still run.
        if self.ending == Some(crate::Ending::Fatal) {
            self.ending = Some(crate::Ending::Exit);
        }
    }

    /// "Warning: Uncaught ...": an interactive shell goes on behind it, and no handler is asked. Errors of the compiler are reported as ever.
    pub fn warn_of_uncaught(&mut self) {
        if let Some(exception) = self.exception.take() {
            self.report_throwable(&exception, ErrorLevel::Warning);
        }
    }

    pub(super) fn report_throwable(&mut self, exception: &PhpObject, level: ErrorLevel) {
        let class = class_of(exception);
        match class.name.as_bytes() {
            b"ParseError" => self.report_compile_error(exception, ErrorLevel::Parse),
            b"CompileError" => self.report_compile_error(exception, ErrorLevel::CompileError),
            _ => self.report_with_trace(exception, level),
        }
    }

    /// Errors of the compiler look as if they had never been exceptions.
    fn report_compile_error(&mut self, exception: &PhpObject, level: ErrorLevel) {
        let message = text(&get(exception, slot::MESSAGE));
        let (file, line) = place(exception);
        self.standard_report(level, &message, &file, line);
    }

    fn report_with_trace(&mut self, exception: &PhpObject, level: ErrorLevel) {
        let class = class_of(exception);
        let shown = match class.magic.to_string {
            None => throwable_to_string(self, exception).map(Value::string),
            Some(method) => self.call_method(exception, method, &[]),
        };
        let class_text = class_text(class);
        match shown.as_ref().map(|v| v.deref().as_str()) {
            Ok(Some(shown)) => set(exception, slot::STRING, Value::string(shown.clone())),
            Ok(None) => self.warning(format!("{class_text}::__toString() must return a string")),
            Err(_) => {}
        }
        if let Some(inner) = self.exception.take() {
            // Nothing is left to catch the inner one, so that one is what ends the request.
            if level == ErrorLevel::Error {
                return self.report_uncaught(&inner);
            }
            let (file, line) = place(&inner);
            let inner_class = self.class_name_of(&inner);
            let message = format!("Uncaught {inner_class} in exception handling during call to {class_text}::__toString()");
            self.standard_report(ErrorLevel::Warning, &PhpStr::from(message), &file, line);
        }
        let shown = text(&get(exception, slot::STRING));
        let (file, line) = place(exception);
        let message = PhpStr::concat(&[b"Uncaught ", &shown, b"\n  thrown"]);
        self.standard_report(level, &message, &file, line);
    }
}

fn text(v: &Value) -> PhpStr {
    convert::scalar_to_string(v, 14)
}

fn place(exception: &PhpObject) -> (PhpStr, u32) {
    let file = text(&get(exception, slot::FILE));
    let line = convert::scalar_to_int(&get(exception, slot::LINE));
    let file = if file.is_empty() { PhpStr::new(b"Unknown") } else { file };
    (file, u32::try_from(line).unwrap_or(0))
}
