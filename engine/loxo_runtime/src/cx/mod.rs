//! The request context, [`Cx`]: what a request owns, and what it may ask of the interpreter and the server.

mod call;
mod declared;
mod ext_state;
mod tables;

use std::cell::Cell;
use std::rc::Rc;

use loxo_base::mersenne_twister::Mt19937;
use loxo_value::{IStr, PhpArray, PhpObject, Value};

use crate::editor::LineEditor;
use crate::hooks::VmHooks;
use crate::ini::{Ini, Settings};
use crate::link::PendingClass;
use crate::object::Guards;
use crate::output::Output;
use crate::request_info::RequestInfo;
use crate::sapi::Sapi;
use crate::{Callable, Class, ClassState, ConstId, ErrorState, FnId, Func, PhpResult, Thrown};

use ext_state::ExtStates;

pub use call::CallsInARow;
pub use declared::Declared;
pub use ext_state::ExtSlot;

/// Everything that a running request knows. Builtins get `&mut Cx` as their first argument.
pub struct Cx {
    /// The exception in flight, if [`Thrown`] is on its way (or a warning's handler threw and nobody has looked yet).
    pub exception: Option<PhpObject>,
    /// Why the request must end, if that is what unwinds.
    pub ending: Option<Ending>,
    /// Request tables, indexed by [`FnId`], [`ClassId`], [`ConstId`] and class uid.
    pub fns: Vec<Cell<Option<&'static Func>>>,
    pub classes: Vec<Cell<Option<&'static Class>>>,
    /// What [`Cx::builtin_class`] found last, by where its callers' names stand.
    builtin_classes: [Cell<Option<&'static Class>>; 128],
    /// Numbers of classes that were asked for by a name, by where that lies.
    recent_classes: [Cell<u32>; 64],
    /// To be read; who sets a constant must say so ([`Cx::set_constant`]), or its value outlives the request.
    pub consts: Vec<Option<Value>>,
    /// Constants with values of the request's own that the program has not declared.
    pub(crate) undeclared_consts: Vec<ConstId>,
    /// Builtin functions that this request does not have.
    disabled: Vec<FnId>,
    pub class_states: Vec<Option<Box<ClassState>>>,
    pub declared: Declared,
    /// Classes that are being linked, outermost first.
    pub linking: Vec<PendingClass>,
    /// Functions for `declare(ticks)`.
    pub tick_functions: Vec<(Callable, Vec<Value>)>,
    /// Fibers must not switch: a handler of a signal or tick runs, which no program has called.
    pub fibers_stay: bool,
    pub errors: ErrorState,
    pub output: Output,
    pub ini: Ini,
    /// What [`Cx::settings`] gives.
    pub(crate) settings: Cell<Settings>,
    pub info: RequestInfo,
    pub sapi: Box<dyn Sapi>,
    /// Guards of magic property methods.
    pub guards: Guards,
    /// The builtin that is running, for its error messages.
    pub active: Option<&'static Func>,
    /// Named arguments that the variadic parameter of the running builtin collected; for the builtin to take.
    pub named: Option<PhpArray>,
    pub hooks: &'static VmHooks,
    /// `precision` and `serialize_precision`, read often.
    pub precision: i32,
    pub serialize_precision: i32,
    /// Shutdown functions with their arguments.
    pub shutdown: Vec<(Callable, Vec<Value>)>,
    pub autoloaders: Vec<Rc<Callable>>,
    /// What an extension does when it has interrupted the program ([`loxo_value::interrupt::raise`]).
    pub on_attention: Option<fn(&mut Cx) -> PhpResult<()>>,
    /// Work of extensions that must wait until the request's superglobals are there.
    pub after_superglobals: Vec<fn(&mut Cx)>,
    /// Constants of the request whose use is deprecated; they are in no table, as those of the registry.
    deprecated_consts: Vec<(ConstId, Value)>,
    /// Now in the default time zone, in a format of `date()`; the extension that knows time zones installs it.
    pub clock: Option<fn(&mut Cx, &[u8]) -> Vec<u8>>,
    /// How lines are typed at the interactive shell; the extension that edits them installs it.
    pub line_editor: Option<&'static LineEditor>,
    /// The generator of `mt_rand()`, once it is seeded (`loxo_random`).
    pub random: Option<Box<Mt19937>>,
    ext_states: ExtStates,
}

/// Why a request ends before its code does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `exit`; the status is in [`RequestInfo::exit_status`].
    Exit,
    /// A fatal error was reported.
    Fatal,
    /// `max_execution_time`; reported.
    Timeout,
}

impl Cx {
    pub fn new(hooks: &'static VmHooks, sapi: Box<dyn Sapi>, ini: Ini) -> Cx {
        Cx {
            exception: None,
            ending: None,
            fns: Vec::new(),
            classes: Vec::new(),
            builtin_classes: [const { Cell::new(None) }; 128],
            recent_classes: [const { Cell::new(u32::MAX) }; 64],
            consts: Vec::new(),
            undeclared_consts: Vec::new(),
            disabled: Vec::new(),
            class_states: Vec::new(),
            declared: Declared::default(),
            linking: Vec::new(),
            tick_functions: Vec::new(),
            fibers_stay: false,
            errors: ErrorState::default(),
            output: Output::default(),
            ini,
            settings: Cell::default(),
            info: RequestInfo::default(),
            sapi,
            guards: Guards::default(),
            active: None,
            named: None,
            hooks,
            precision: 14,
            serialize_precision: -1,
            shutdown: Vec::new(),
            autoloaders: Vec::new(),
            on_attention: None,
            after_superglobals: Vec::new(),
            deprecated_consts: Vec::new(),
            clock: None,
            line_editor: None,
            random: None,
            ext_states: ExtStates::default(),
        }
    }

    /// The request state of an extension, made on first use.
    #[inline]
    pub fn ext<T: ExtSlot>(&mut self) -> &mut T {
        self.ext_states.get()
    }

    /// The class of an object.
    pub fn class_of(&self, object: &PhpObject) -> &'static Class {
        class_of(object)
    }

    /// What is pending after code that may have called PHP: a handler that threw.
    #[inline]
    pub fn check(&mut self) -> PhpResult<()> {
        if self.exception.is_some() || self.ending.is_some() { Err(Thrown) } else { Ok(()) }
    }

    /// For loops of builtins that may be long and call nothing: lets other threads' word through, such as that the time is up.
    #[inline]
    pub fn check_interrupt(&mut self) -> PhpResult<()> {
        if !Cx::is_called() {
            return Ok(());
        }
        (self.hooks.housekeeping)(self);
        self.check()
    }

    /// Has [`Cx::check_interrupt`] something to do? For code that cannot end early by itself.
    #[inline]
    pub fn is_called() -> bool {
        loxo_value::interrupt::pending() & loxo_value::interrupt::EXTERNAL != 0
    }

    pub fn istr(&self, text: &str) -> IStr {
        IStr::new(text.as_bytes())
    }
}

/// The class of an object.
pub fn class_of(object: &PhpObject) -> &'static Class {
    // Objects are only ever made by the runtime, with a `Class` whose first field is the base.
    loxo_value::class_of::<Class>(object)
}
