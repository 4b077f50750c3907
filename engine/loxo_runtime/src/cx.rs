//! The request context, [`Cx`]: what a request owns, and what it may ask of the interpreter and the server.

use std::any::{Any, TypeId};
use std::cell::Cell;
use std::hash::BuildHasher;

use loxo_value::{IStr, PhpArray, PhpObject, PhpStr, SharedValue, Value};
use rustc_hash::FxBuildHasher;

use crate::ini::Ini;
use crate::output::Output;
use crate::{Callable, Class, ClassId, ClassState, ConstId, ErrorState, FnId, Func, PhpResult, Thrown};

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
    builtin_classes: [Cell<Option<&'static Class>>; 64],
    pub consts: Vec<Option<Value>>,
    /// Builtin functions that this request does not have.
    disabled: Vec<FnId>,
    pub class_states: Vec<Option<Box<ClassState>>>,
    pub declared: Declared,
    /// Classes that are being linked, outermost first.
    pub linking: Vec<crate::link::PendingClass>,
    /// Functions for `declare(ticks)`.
    pub tick_functions: Vec<(Callable, Vec<Value>)>,
    /// Fibers must not switch: a handler of a signal or tick runs, which no program has called.
    pub fibers_stay: bool,
    pub errors: ErrorState,
    pub output: Output,
    pub ini: Ini,
    pub info: RequestInfo,
    pub sapi: Box<dyn Sapi>,
    /// Guards of magic property methods.
    pub guards: crate::object::Guards,
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
    pub autoloaders: Vec<Callable>,
    /// What an extension does when it has interrupted the program ([`loxo_value::interrupt::raise`]).
    pub on_attention: Option<fn(&mut Cx) -> PhpResult<()>>,
    /// Work of extensions that must wait until the request's superglobals are there.
    pub after_superglobals: Vec<fn(&mut Cx)>,
    /// Constants of the request whose use is deprecated; they are in no table, as those of the registry.
    deprecated_consts: Vec<(ConstId, Value)>,
    /// Now in the default time zone, in a format of `date()`; the extension that knows time zones installs it.
    pub clock: Option<fn(&mut Cx, &[u8]) -> Vec<u8>>,
    /// How lines are typed at the interactive shell; the extension that edits them installs it.
    pub line_editor: Option<&'static crate::LineEditor>,
    /// State of extensions; what was asked for last stands first.
    /// Each at the place that its type names, or, if that is taken, behind those places.
    states: Vec<Option<(TypeId, Box<dyn Any>)>>,
}

/// What the program declared, in order. Builtins are not here.
#[derive(Default)]
pub struct Declared {
    pub fns: Vec<FnId>,
    /// Second names of classes included.
    pub classes: Vec<ClassId>,
    pub consts: Vec<ConstId>,
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

/// Marker for per-extension state kept in the request: `cx.ext::<MyState>()`.
pub trait ExtSlot: Any + Default {}

/// Places that types name.
const STATES: usize = 256;

/// What the server or command line knows of the request.
#[derive(Default)]
pub struct RequestInfo {
    /// What `ini_set()` made of `open_basedir`: relative paths count from where they were set.
    pub basedir: Option<std::sync::Arc<[u8]>>,
    pub script: Vec<u8>,
    pub argv: Vec<Vec<u8>>,
    /// `$_SERVER` entries.
    pub server: Vec<(Vec<u8>, Vec<u8>)>,
    /// The request as it came in; empty on the command line.
    pub web: crate::web::WebRequest,
    pub exit_status: i32,
    /// Response head.
    pub status: u16,
    /// The program's own first line (`HTTP/1.1 404 Nothing Here`).
    pub status_line: Option<Vec<u8>>,
    pub headers: Vec<(String, Vec<u8>)>,
    pub headers_sent: bool,
    /// Where output began: file and line, for "headers already sent".
    pub output_started: Option<(PhpStr, u32)>,
    /// Unix time in seconds, with fraction.
    pub start_time: f64,
    /// Current directory of the request (workers are threads and share the process's).
    pub cwd: Vec<u8>,
}

/// The head of a response.
#[derive(Clone, Copy, Debug)]
pub struct ResponseHead<'a> {
    pub status: u16,
    /// The program's own first line.
    pub line: Option<&'a [u8]>,
    pub headers: &'a [(String, Vec<u8>)],
}

/// The outside: command line, CGI, server.
pub trait Sapi {
    /// `PHP_SAPI`: `cli`, `cli-server`, `cgi-fcgi`.
    fn name(&self) -> &'static str;
    /// Response body bytes. `false`: the client is gone.
    fn write(&mut self, bytes: &[u8]) -> bool;
    fn flush(&mut self) {}
    /// The response is complete, though the program goes on. False: the client cannot know.
    fn finish(&mut self) -> bool {
        false
    }
    /// Called once, before the first body byte.
    fn send_headers(&mut self, _head: &ResponseHead<'_>) {}
    /// Error log when `error_log` is not set.
    fn log(&mut self, message: &[u8]);
    /// The next bytes of the request body; 0 at its end.
    fn read_body(&mut self, _buffer: &mut [u8]) -> usize {
        0
    }
    fn is_web(&self) -> bool {
        false
    }
    /// Errors are displayed as HTML by default.
    fn html_errors(&self) -> bool {
        self.is_web()
    }
}

/// What only the interpreter can do. Installed by the VM; never null, never changed.
pub struct VmHooks {
    /// Calls with positional and named arguments (names → values); by-reference parameters see [`loxo_value::Tag::Reference`] values.
    /// Calls with arguments that are moved out of the slice (undef: skipped, with named ones behind).
    pub call: fn(&mut Cx, &Callable, &mut [Value], Option<&PhpArray>) -> PhpResult<Value>,
    /// Calls a method of an object; arguments are moved out of the slice.
    pub call_method: fn(&mut Cx, &PhpObject, &'static Func, &mut [Value]) -> PhpResult<Value>,
    /// Resolves a `callable`; the error is the text behind "must be a valid callback, ". Respects the scope of the calling code.
    pub callable: fn(&mut Cx, &Value) -> PhpResult<Result<Callable, String>>,
    /// Makes a Closure object of a callable.
    pub closure: fn(&mut Cx, &Callable) -> PhpObject,
    /// Looks a class up by name; runs the autoloaders if asked to.
    pub class: fn(&mut Cx, &[u8], bool) -> PhpResult<Option<&'static Class>>,
    /// Static properties, constants and defaults of a class are evaluated and ready after this.
    pub init_class: fn(&mut Cx, &'static Class) -> PhpResult<()>,
    /// The evaluated value of a class constant (by its name as seen from the class).
    pub class_constant: fn(&mut Cx, &'static Class, &[u8]) -> PhpResult<Option<Value>>,
    /// Raises the message about the use of a deprecated class constant.
    pub deprecated_constant: fn(&mut Cx, &'static crate::ClassConst) -> PhpResult<()>,
    /// Runs a constant-expression thunk or default in the scope of its function.
    pub run_thunk: fn(&mut Cx, &'static Func) -> PhpResult<Value>,
    /// File and line of the PHP code that is running.
    pub location: fn(&Cx) -> (PhpStr, u32),
    /// What messages name where no builtin runs: the user function, `main`, or the construct that includes a file.
    pub running: fn(&Cx) -> Option<Vec<u8>>,
    /// The calling PHP code throws away what the running builtin returns.
    pub result_unused: fn(&Cx) -> bool,
    /// Class scope of the PHP code that is running (the caller of the builtin).
    pub scope: fn(&Cx) -> Option<&'static Class>,
    pub this: fn(&Cx) -> Option<PhpObject>,
    /// The late-static-binding class of the running code.
    pub called_class: fn(&Cx) -> Option<&'static Class>,
    /// The calling PHP code has `declare(strict_types=1)`.
    pub strict: fn(&Cx) -> bool,
    /// `debug_backtrace($options, $limit)`; skips the innermost `skip` frames.
    pub backtrace: fn(&mut Cx, u32, usize, usize) -> PhpArray,
    /// `include`, `require`, ... of a file by kind (0 include, 1 include_once, 2 require, 3 require_once, 4 eval of source text).
    pub include: fn(&mut Cx, &[u8], u32) -> PhpResult<Value>,
    /// Variables of the calling PHP frame.
    pub locals: fn(&mut Cx, LocalsOp<'_>) -> PhpResult<Value>,
    /// Global variables by name (`$GLOBALS`).
    pub globals: fn(&mut Cx, LocalsOp<'_>) -> PhpResult<Value>,
    /// Attributes as they are written, in order.
    pub attributes: fn(&mut Cx, Attributed<'_>) -> Vec<AttributeInfo>,
    /// Calls as code at that place of a file would: errors and traces say so.
    pub call_from: fn(&mut Cx, &Site<'_>, &Callable, &mut [Value], Option<&PhpArray>) -> PhpResult<Value>,
    /// Source positions and the like: what reflection wants of VM-private records.
    pub reflect: fn(&mut Cx, Reflect<'_>) -> PhpResult<Value>,
    /// The function that a generator runs.
    pub generator_function: fn(&PhpObject) -> Option<&'static Func>,
    /// Runs destructors that are waiting and, when due, the cycle collector.
    pub housekeeping: fn(&mut Cx),
    /// The request may use this many more seconds of CPU time; 0: any.
    pub time_limit: fn(&mut Cx, i64),
    /// Files included so far.
    pub included_files: fn(&Cx) -> Vec<PhpStr>,
    /// Links a builtin or user class under another name (`class_alias`) and the like.
    pub alias_class: fn(&mut Cx, &'static Class, &[u8]) -> bool,
    /// The cache of compiled files.
    pub code_cache: crate::codecache::CodeCacheHooks,
}

/// What to do with the variables of a frame.
pub enum LocalsOp<'a> {
    /// All of them as an array (references kept).
    All,
    /// One as a reference, made if it does not exist.
    Ref(&'a PhpStr),
    /// One by value; undef if it does not exist.
    Get(&'a PhpStr),
    Set(&'a PhpStr, Value),
    Unset(&'a PhpStr),
    /// `func_get_args()`
    Args,
}

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub file: &'a [u8],
    pub line: u32,
    /// `declare(strict_types=1)`
    pub strict: bool,
}

/// What attributes stand on. Members are given by their index in the declaration of the trait they come from, or of the class itself.
#[derive(Clone, Copy)]
pub enum Attributed<'a> {
    Class(&'a Class),
    Function(&'a Func),
    Param(&'a Func, usize),
    Property(&'a Class, Option<&'a Class>, u32),
    Constant(&'a Class, Option<&'a Class>, u32),
}

/// An attribute as it is written.
#[derive(Clone)]
pub struct AttributeInfo {
    pub name: PhpStr,
    pub args: Vec<AttributeArg>,
    pub line: u32,
}

/// An argument of an attribute.
#[derive(Clone)]
pub struct AttributeArg {
    pub name: Option<PhpStr>,
    pub value: crate::Init,
    /// Expressions as PHP prints them.
    pub text: Option<PhpStr>,
}

/// A question to the VM about a declaration.
pub enum Reflect<'a> {
    /// `[file, start line, end line, doc comment or false]`
    FunctionPosition(&'a Func),
    ClassPosition(&'a Class),
    /// Doc comments of members.
    PropertyDoc(&'a Class, u32),
    ConstantDoc(&'a Class, u32),
    /// The text of a property's default that is an expression; null for others.
    PropertyDefaultText(&'a Class, u32),
    /// The evaluated default of a parameter of a user function.
    ParamDefault(&'a Func, usize),
    /// List of `[alias, method, trait name or null]`, as `use` says.
    TraitAliases(&'a Class),
    /// Static variables of a function, or of a closure with its used variables, as an array.
    StaticVariables(&'a Func, Option<&'a PhpObject>),
    /// `[bound this, scope class name, ...]` of a Closure.
    Closure(&'a PhpObject),
    /// `[line, file, $this, is not closed, closure, generator that runs for it]`
    Generator(&'a PhpObject),
    /// The backtrace of a suspended generator, with options of `debug_backtrace()`.
    GeneratorTrace(&'a PhpObject, u32),
    /// `[callable or null, file, line, backtrace]`; without the latter three if the fiber does not run. With options of `debug_backtrace()`.
    Fiber(&'a PhpObject, u32),
}

impl Cx {
    pub fn new(hooks: &'static VmHooks, sapi: Box<dyn Sapi>, ini: Ini) -> Cx {
        Cx {
            exception: None,
            ending: None,
            fns: Vec::new(),
            classes: Vec::new(),
            builtin_classes: [const { Cell::new(None) }; 64],
            consts: Vec::new(),
            disabled: Vec::new(),
            class_states: Vec::new(),
            declared: Declared::default(),
            linking: Vec::new(),
            tick_functions: Vec::new(),
            fibers_stay: false,
            errors: ErrorState::default(),
            output: Output::default(),
            ini,
            info: RequestInfo::default(),
            sapi,
            guards: crate::object::Guards::default(),
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
            states: Vec::new(),
        }
    }

    /// The request state of an extension, made on first use.
    #[inline]
    pub fn ext<T: ExtSlot>(&mut self) -> &mut T {
        let wanted = TypeId::of::<T>();
        let at = FxBuildHasher.hash_one(wanted) as usize % STATES;
        match self.states.get(at) {
            Some(Some((known, _))) if *known == wanted => {}
            _ => return self.ext_elsewhere(),
        }
        let known = self.states[at].as_mut().and_then(|(_, state)| state.downcast_mut());
        known.expect("kept beside its type")
    }

    /// The same for one that is not at its own place in the table: it is new, or the place was taken.
    #[inline(never)]
    fn ext_elsewhere<T: ExtSlot>(&mut self) -> &mut T {
        let wanted = TypeId::of::<T>();
        if self.states.is_empty() {
            self.states.resize_with(STATES, || None);
        }
        // The next places are looked at in turn up to a free one; what the table has no place for stands behind it.
        let own = FxBuildHasher.hash_one(wanted) as usize % STATES;
        let mut places = (own..STATES).chain(0..own).chain(STATES..self.states.len());
        let fits = |place: &Option<(TypeId, Box<dyn Any>)>| place.as_ref().is_none_or(|(known, _)| *known == wanted);
        let at = places.find(|at| fits(&self.states[*at])).unwrap_or_else(|| {
            self.states.push(None);
            self.states.len() - 1
        });
        self.states[at].get_or_insert_with(|| (wanted, Box::new(T::default()) as Box<dyn Any>));
        let known = self.states[at].as_mut().and_then(|(_, state)| state.downcast_mut());
        known.expect("kept beside its type")
    }

    /// Drops all extension state, at the end of the request.
    pub fn clear_ext(&mut self) {
        self.states.clear();
    }

    /// The function of that number, if there is one in this request.
    #[inline]
    pub fn func(&self, id: FnId) -> Option<&'static Func> {
        self.fns.get(id.0 as usize).and_then(Cell::get).or_else(|| self.builtin_func(id))
    }

    #[cold]
    fn builtin_func(&self, id: FnId) -> Option<&'static Func> {
        if !id.is_builtin() || self.disabled.contains(&id) {
            return None;
        }
        let func = crate::Registry::get()?.function(id);
        // From now on it is in the table.
        self.fns.get(id.0 as usize).inspect(|place| place.set(func));
        func
    }

    pub fn set_func(&mut self, id: FnId, func: &'static Func) {
        if place(&mut self.fns, id.0).replace(Some(func)).is_none() {
            self.declared.fns.push(id);
        }
    }

    /// The function is not there in this request (`disable_functions`); the program may declare one of that name.
    pub(crate) fn disable_function(&mut self, id: FnId) {
        place(&mut self.fns, id.0).set(None);
        self.disabled.push(id);
    }

    /// `disable_functions` names this builtin.
    pub fn is_disabled(&self, id: FnId) -> bool {
        self.disabled.contains(&id)
    }

    /// Some builtins are disabled.
    pub fn disables_functions(&self) -> bool {
        !self.disabled.is_empty()
    }

    /// A class that is declared, by id; no autoloading.
    #[inline]
    pub fn class_by_id(&self, id: ClassId) -> Option<&'static Class> {
        self.classes.get(id.0 as usize).and_then(Cell::get).or_else(|| self.builtin_class_by_id(id))
    }

    #[cold]
    fn builtin_class_by_id(&self, id: ClassId) -> Option<&'static Class> {
        if !id.is_builtin() {
            return None;
        }
        let class = crate::Registry::get()?.class(id);
        self.classes.get(id.0 as usize).inspect(|place| place.set(class));
        class
    }

    pub fn set_class(&mut self, id: ClassId, class: &'static Class) {
        if place(&mut self.classes, id.0).replace(Some(class)).is_none() {
            self.declared.classes.push(id);
        }
    }

    #[inline]
    pub fn constant(&self, id: ConstId) -> Option<&Value> {
        self.consts.get(id.0 as usize).and_then(Option::as_ref).or_else(|| self.builtin_constant(id))
    }

    #[cold]
    fn builtin_constant(&self, id: ConstId) -> Option<&Value> {
        if id.is_builtin() { crate::Registry::get()?.constant(id).map(SharedValue::get) } else { None }
    }

    /// The same, which is in the table from then on.
    pub fn load_constant(&mut self, id: ConstId) -> Option<&Value> {
        let index = id.0 as usize;
        if self.consts.get(index).is_none_or(Option::is_none) {
            let value = self.builtin_constant(id)?.clone();
            *place(&mut self.consts, id.0) = Some(value);
        }
        self.consts.get(index)?.as_ref()
    }

    pub fn set_constant(&mut self, id: ConstId, value: Value) {
        if place(&mut self.consts, id.0).replace(value).is_none() && !id.is_builtin() {
            self.declared.consts.push(id);
        }
    }

    /// Defines a constant, or gives it another value; its use is deprecated.
    pub fn set_deprecated_constant(&mut self, name: &[u8], value: Value) {
        let id = ConstId::of(name);
        if self.constant(id).is_some() {
            // The program has defined one of that name.
            return self.set_constant(id, value);
        }
        match self.deprecated_consts.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) => *known = value,
            None => self.deprecated_consts.push((id, value)),
        }
    }

    /// A constant that may still be used, with a deprecation message: of the request or of an extension.
    pub fn deprecated_constant(&self, id: ConstId) -> Option<&Value> {
        let own = self.deprecated_consts.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
        own.or_else(|| crate::Registry::get()?.deprecated_constant(id).map(|value| value.get()))
    }

    /// The class of that name; autoloads.
    pub fn class(&mut self, name: &[u8]) -> PhpResult<Option<&'static Class>> {
        (self.hooks.class)(self, name, true)
    }

    /// A builtin class that is certain to exist.
    pub fn builtin_class(&self, name: &str) -> &'static Class {
        // Callers pass literals: where one stands in memory says which place to look at.
        let place = &self.builtin_classes[(name.as_ptr() as usize >> 2) % self.builtin_classes.len()];
        if let Some(class) = place.get().filter(|class| class.name.as_bytes() == name.as_bytes()) {
            return class;
        }
        let class = ClassId::find(name.as_bytes()).and_then(|id| self.class_by_id(id));
        place.set(class);
        class.unwrap_or_else(|| panic!("builtin class {name} is not linked"))
    }

    /// Calls a callable with positional arguments.
    pub fn call(&mut self, callable: &Callable, args: &[Value]) -> PhpResult<Value> {
        // Callbacks have few arguments: no allocation for them.
        match args {
            [] => (self.hooks.call)(self, callable, &mut [], None),
            [a] => (self.hooks.call)(self, callable, &mut [a.clone()], None),
            [a, b] => (self.hooks.call)(self, callable, &mut [a.clone(), b.clone()], None),
            [a, b, c] => (self.hooks.call)(self, callable, &mut [a.clone(), b.clone(), c.clone()], None),
            _ => (self.hooks.call)(self, callable, &mut args.to_vec(), None),
        }
    }

    /// The same, arguments moved.
    pub fn call_vec(&mut self, callable: &Callable, mut args: impl AsMut<[Value]>) -> PhpResult<Value> {
        (self.hooks.call)(self, callable, args.as_mut(), None)
    }

    /// Calls a method by its linked function.
    pub fn call_method(&mut self, object: &PhpObject, func: &'static Func, args: &[Value]) -> PhpResult<Value> {
        match args {
            [] => (self.hooks.call_method)(self, object, func, &mut []),
            [a] => (self.hooks.call_method)(self, object, func, &mut [a.clone()]),
            [a, b] => (self.hooks.call_method)(self, object, func, &mut [a.clone(), b.clone()]),
            _ => (self.hooks.call_method)(self, object, func, &mut args.to_vec()),
        }
    }

    /// Calls a public method by name; `None` if the class has none of that name.
    pub fn call_method_named(&mut self, object: &PhpObject, name: &str, args: &[Value]) -> PhpResult<Option<Value>> {
        let class = self.class_of(object);
        let found = match name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => class.method(name.to_ascii_lowercase().as_bytes()),
            false => class.method(name.as_bytes()),
        };
        match found {
            Some(func) => self.call_method(object, func, args).map(Some),
            None => Ok(None),
        }
    }

    /// The class of an object.
    pub fn class_of(&self, object: &PhpObject) -> &'static Class {
        class_of(object)
    }

    /// What is pending after code that may have called PHP: a handler that threw.
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

/// The place of a number in a request's table.
fn place<T: Default>(table: &mut Vec<T>, id: u32) -> &mut T {
    let index = id as usize;
    if table.len() <= index {
        table.resize_with(index + 64, T::default);
    }
    &mut table[index]
}
