//! How builtins throw: exceptions and errors by class, with PHP's messages.

use loxo_value::{PhpObject, PhpStr, Value};

use super::{Thrown, throwable, trace};
use crate::display::{class_text, value_name};
use crate::{BuiltinFlags, Class, Cx, Func, class_of};

/// Longer traces are made at once: where they take more memory than there is, that is where the exception was made.
const MOST_ARRAYS_DEFERRED: u32 = 256;

impl Cx {
    /// Throws an exception object. One that is on its way already becomes the end of its chain of previous ones.
    #[cold]
    pub fn throw_object(&mut self, exception: PhpObject) -> Thrown {
        // Nothing replaces the end of a request.
        if self.ending.is_some() {
            return Thrown;
        }
        // What unwinds a fiber that is destroyed is no exception.
        if let Some(previous) = self.exception.take().filter(|e| class_of(e).is_subclass_of(self.builtin_class("Throwable"))) {
            throwable::append_previous(&exception, &previous);
        }
        self.exception = Some(exception);
        Thrown
    }

    /// Throws a new exception of a builtin class.
    #[cold]
    pub fn throw(&mut self, class: &str, message: impl AsRef<[u8]>) -> Thrown {
        let class = self.builtin_class(class);
        self.throw_new(class, message.as_ref(), 0)
    }

    /// The same, with a code.
    #[cold]
    pub fn throw_with_code(&mut self, class: &str, message: impl AsRef<[u8]>, code: i64) -> Thrown {
        let class = self.builtin_class(class);
        self.throw_new(class, message.as_ref(), code)
    }

    /// Throws a new exception of a class, without running its constructor.
    #[cold]
    pub fn throw_new(&mut self, class: &'static Class, message: &[u8], code: i64) -> Thrown {
        // What the handler of a warning threw ends the operation; its own failure is not reported any more.
        if self.exception.is_some() || self.ending.is_some() {
            return Thrown;
        }
        let exception = self.new_exception(class, message, code);
        self.throw_object(exception)
    }

    /// A new exception that is not thrown yet.
    pub fn new_exception(&mut self, class: &'static Class, message: &[u8], code: i64) -> PhpObject {
        let exception = self.new_object_raw(class);
        self.exception_init(&exception);
        throwable::set(&exception, throwable::slot::MESSAGE, Value::bytes(message));
        if code != 0 {
            throwable::set(&exception, throwable::slot::CODE, Value::int(code));
        }
        exception
    }

    /// Throws a ParseError or the like that happened in a file being compiled.
    #[cold]
    pub fn throw_at(&mut self, class: &str, message: impl AsRef<[u8]>, file: impl AsRef<[u8]>, line: u32) -> Thrown {
        let class = self.builtin_class(class);
        let exception = self.new_exception(class, message.as_ref(), 0);
        throwable::set(&exception, throwable::slot::FILE, Value::bytes(file.as_ref()));
        throwable::set(&exception, throwable::slot::LINE, Value::int(i64::from(line)));
        self.throw_object(exception)
    }

    /// Fills in where an exception comes from. For every new object of a class that implements Throwable, before its constructor runs.
    pub fn exception_init(&mut self, exception: &PhpObject) {
        let options = if self.settings().traces_without_args { trace::IGNORE_ARGS } else { 0 };
        let (calls, more) = (self.hooks.calls)(self, options, 0, 0);
        let (file, line) = (self.hooks.location)(self);
        let file = if file.is_empty() || (line == 0 && file.as_bytes() == b"Unknown") { PhpStr::new(b"[no active file]") } else { file };
        throwable::set(exception, throwable::slot::FILE, Value::string(file));
        throwable::set(exception, throwable::slot::LINE, Value::int(i64::from(line)));
        let discreet = self.active.and_then(|func| func.builtin).is_some_and(|row| row.flags.has(BuiltinFlags::DISCREET));
        if discreet || calls.is_empty() || more > MOST_ARRAYS_DEFERRED {
            let mut trace = trace::make(calls);
            if discreet {
                throwable::hide_arguments(&mut trace);
            }
            throwable::set(exception, throwable::slot::TRACE, Value::array(trace));
        } else {
            exception.defer(throwable::slot::TRACE, calls, more);
        }
    }

    /// `throw new Error(...)`
    #[cold]
    pub fn throw_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("Error", message)
    }

    #[cold]
    pub fn type_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("TypeError", message)
    }

    #[cold]
    pub fn value_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("ValueError", message)
    }

    #[cold]
    pub fn division_by_zero(&mut self) -> Thrown {
        self.throw("DivisionByZeroError", "Division by zero")
    }

    /// `throw new Exception(...)`
    #[cold]
    pub fn throw_exception(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("Exception", message)
    }

    /// `UnhandledMatchError` for a value that no arm of a `match` takes; with its type alone unless it is `shown`.
    #[cold]
    pub fn unhandled_match(&mut self, value: &Value, shown: bool) -> Thrown {
        let value = value.deref();
        let mut message = b"Unhandled match case ".to_vec();
        let max = self.ini_int("zend.exception_string_param_max_len").max(0) as usize;
        // What must not be seen among arguments must not be seen here.
        if !shown || self.settings().traces_without_args || !throwable::append_scalar(&mut message, value, max, self.precision) {
            message.extend_from_slice(b"of type ");
            let name = if value.as_bool().is_some() { "bool" } else { value_name(value) };
            message.extend_from_slice(name.as_bytes());
        }
        self.throw("UnhandledMatchError", message)
    }

    /// ValueError "foo(): Argument #1 ($x) must be ..." about an argument (from 1) of the running builtin.
    #[cold]
    pub fn argument_value_error(&mut self, number: usize, message: impl AsRef<[u8]>) -> Thrown {
        self.argument_error("ValueError", number, message)
    }

    /// TypeError "foo(): Argument #1 ($x) must be ..." about an argument (from 1) of the running builtin.
    #[cold]
    pub fn argument_type_error(&mut self, number: usize, message: impl AsRef<[u8]>) -> Thrown {
        self.argument_error("TypeError", number, message)
    }

    /// An error of any class about an argument (from 1) of the running builtin.
    #[cold]
    pub fn argument_error(&mut self, class: &str, number: usize, message: impl AsRef<[u8]>) -> Thrown {
        if self.exception.is_some() || self.ending.is_some() {
            return Thrown;
        }
        let place = argument_place(self.active, number);
        self.throw(class, [&place[..], b" ", message.as_ref()].concat())
    }

    /// The name of the class of an object, as messages show it.
    pub fn class_name_of(&self, object: &PhpObject) -> String {
        class_text(class_of(object)).into()
    }
}

/// `foo(): Argument #1 ($x)`
fn argument_place(func: Option<&Func>, number: usize) -> Vec<u8> {
    let name = func.map_or_else(|| b"main".to_vec(), Func::display_name);
    let mut place = [&name[..], b"(): Argument #", number.to_string().as_bytes()].concat();
    // Arguments that the variadic parameter takes have no name.
    let param = func.and_then(|f| f.params.get(number.checked_sub(1)?)).filter(|p| !p.variadic);
    if let Some(param) = param {
        place.extend_from_slice(&[b" ($", param.name.as_bytes(), b")"].concat());
    }
    place
}
