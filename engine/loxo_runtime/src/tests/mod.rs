//! The crate against facts of the reference ([`facts`]), and a context for tests of other modules.

mod buffers;
mod facts;
mod literal;
mod reports;

use std::cell::RefCell;
use std::rc::Rc;

use loxo_bytecode::{ClassFlags, FnFlags, MemberFlags};
use loxo_value::{PhpArray, PhpStr, Value};

use crate::link::tests::{NONE, class, func};
use crate::{Callable, Cx, PhpResult, Sapi, VmHooks, headless};

/// What a test's server was called with.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) body: Vec<u8>,
    pub(crate) log: Vec<String>,
    pub(crate) head: Option<(u16, Vec<crate::web::HeaderLine>)>,
}

struct Server {
    seen: Rc<RefCell<Seen>>,
    web: bool,
}

impl Sapi for Server {
    fn name(&self) -> &'static str {
        if self.web { "cli-server" } else { "cli" }
    }
    fn write(&mut self, bytes: &[u8]) -> bool {
        self.seen.borrow_mut().body.extend_from_slice(bytes);
        true
    }
    fn send_headers(&mut self, head: &crate::ResponseHead<'_>) {
        self.seen.borrow_mut().head = Some((head.status, head.headers.to_vec()));
    }
    fn log(&mut self, message: &[u8]) {
        self.seen.borrow_mut().log.push(String::from_utf8_lossy(message).into_owned());
    }
    fn is_web(&self) -> bool {
        self.web
    }
}

static HOOKS: VmHooks = VmHooks { location: |_| (PhpStr::from("t.php"), 7), callable, call, ..headless::HOOKS };

/// Functions that tests call by name.
fn callable(_: &mut Cx, v: &Value) -> PhpResult<Result<Callable, String>> {
    let name = v.as_str().map_or(String::new(), |s| s.to_str_lossy().into_owned());
    if name.starts_with("no_") {
        return Ok(Err(format!("function \"{name}\" not found or invalid function name")));
    }
    let func = func(&format!("{name}()"), FnFlags::PUBLIC);
    Ok(Ok(Callable { func, this: None, called_class: None, closure: None, magic_name: None }))
}

#[allow(clippy::ptr_arg)] // the hook has this signature
fn call(cx: &mut Cx, callable: &Callable, args: &mut [Value], _: Option<&PhpArray>) -> PhpResult<Value> {
    let text = |i: usize| args.get(i).map_or(PhpStr::empty(), |v| crate::convert::scalar_to_string(v, 14));
    match callable.func.name.as_bytes() {
        b"upper" => Ok(Value::string(text(0).to_ascii_upper())),
        b"bracket" => Ok(Value::from(format!("[{}:{}]", text(0), text(1)))),
        b"refuse" => Ok(Value::FALSE),
        b"swallow" => Ok(Value::TRUE),
        b"echoes" => {
            cx.echo(b"lost");
            Ok(Value::string(text(0)))
        }
        b"nested" => {
            cx.start_buffer(&Value::NULL, 0, 0x70);
            Ok(Value::string(text(0)))
        }
        b"print_error" => {
            let line = format!("<{} {} {} {}>", text(0), text(1), text(2), text(3));
            cx.echo(line.as_bytes());
            Ok(Value::NULL)
        }
        b"throws" => Err(cx.throw("Error", format!("thrown for: {}", text(1)))),
        b"warns" => {
            cx.warning("inner");
            Ok(Value::NULL)
        }
        b"handles" => {
            let message = args[0].as_object().map_or(Value::NULL, |e| e.slot(crate::throwable_slot::MESSAGE).clone());
            cx.echo(format!("handled {}", crate::convert::scalar_to_string(&message, 14)).as_bytes());
            Ok(Value::NULL)
        }
        name => panic!("no function {}", name.escape_ascii()),
    }
}

/// A context with the exceptions of the core, at line 7 of t.php, and what its server sees.
pub(crate) fn context(web: bool) -> (Cx, Rc<RefCell<Seen>>) {
    let seen = Rc::new(RefCell::new(Seen::default()));
    let mut cx = Cx::new(&HOOKS, Box::new(Server { seen: seen.clone(), web }), crate::ini::Ini::default());
    cx.start_ini();
    cx.errors.phase = crate::error::Phase::Running;
    let throwable = class("Throwable", ClassFlags::INTERFACE).link(&mut cx);
    class("stdClass", NONE).link(&mut cx);
    class("Traversable", ClassFlags::INTERFACE).link(&mut cx);
    for base in ["Exception", "Error"] {
        let base = class(base, NONE)
            .implements(throwable)
            .property("message", "", MemberFlags::PROTECTED)
            .property("string", "string", MemberFlags::PRIVATE)
            .property("code", "", MemberFlags::PROTECTED)
            .property("file", "string", MemberFlags::PROTECTED)
            .property("line", "int", MemberFlags::PROTECTED)
            .property("trace", "array", MemberFlags::PRIVATE)
            .property("previous", "?Throwable", MemberFlags::PRIVATE)
            .link(&mut cx);
        let children: &[&str] =
            if base.name.as_bytes() == b"Error" { &["TypeError", "ValueError", "ArithmeticError", "ParseError"] } else { &[] };
        for child in children {
            let child = class(child, NONE).extends(base).link(&mut cx);
            match child.name.as_bytes() {
                b"TypeError" => drop(class("ArgumentCountError", NONE).extends(child).link(&mut cx)),
                b"ArithmeticError" => drop(class("DivisionByZeroError", NONE).extends(child).link(&mut cx)),
                _ => {}
            }
        }
    }
    (cx, seen)
}

/// The class and message of the exception on its way, which is taken.
pub(crate) fn thrown(cx: &mut Cx) -> Option<(String, String)> {
    let exception = cx.exception.take()?;
    let message = crate::convert::scalar_to_string(exception.slot(crate::throwable_slot::MESSAGE), 14);
    Some((cx.class_name_of(&exception), message.to_str_lossy().into_owned()))
}
