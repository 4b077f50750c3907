//! Units, functions and class declarations as the compiler makes them and the VM loads them.

use crate::{Op, OpCode, TypeSpec};

pub type Bytes = Box<[u8]>;

/// A constant of a function. When the VM loads the unit, strings are interned and arrays made immortal; of these two nothing but the kind stays here.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    Null,
    False,
    True,
    Int(i64),
    Float(f64),
    Str(Bytes),
    /// Keys are already normalised ("1" is 1); `None` appends.
    Array(Vec<(Option<ConstKey>, Const)>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKey {
    Int(i64),
    Str(Bytes),
}

/// How a class operand of an op is encoded in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassOperand {
    /// Constant index of the resolved name, case as written.
    Name(u32),
    SelfClass,
    Parent,
    Static,
    /// Slot of a class temporary made by `FetchClass` or `NewAnonClass`. Class temporaries are never refcounted and need no `Free`.
    Slot(u32),
}

impl ClassOperand {
    const SLOT: u32 = 0x4000_0000;

    pub const fn encode(self) -> u32 {
        match self {
            ClassOperand::Name(k) => k,
            ClassOperand::Slot(slot) => Self::SLOT | slot,
            ClassOperand::SelfClass => 0x8000_0001,
            ClassOperand::Parent => 0x8000_0002,
            ClassOperand::Static => 0x8000_0003,
        }
    }

    #[inline]
    pub const fn decode(bits: u32) -> ClassOperand {
        match bits {
            0x8000_0001 => ClassOperand::SelfClass,
            0x8000_0002 => ClassOperand::Parent,
            0x8000_0003 => ClassOperand::Static,
            _ if bits & Self::SLOT != 0 => ClassOperand::Slot(bits & !Self::SLOT),
            _ => ClassOperand::Name(bits),
        }
    }
}

/// The value of a declaration (parameter default, property default, constant, enum case, attribute argument).
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    None,
    Const(Const),
    /// Index of a function of the unit without parameters that returns the value (constant expressions that need the run time).
    Thunk(u32),
}

bitflags_like! {
    /// What is known of a function.
    pub struct FnFlags: u32 {
        PUBLIC = 0, PROTECTED = 1, PRIVATE = 2, STATIC = 3, ABSTRACT = 4, FINAL = 5,
        RETURNS_REF = 6, VARIADIC = 7, GENERATOR = 8, CLOSURE = 9, ARROW = 10,
        /// A parameter is by reference.
        REF_PARAMS = 11,
        /// Has `CheckReturn` (a return type other than none).
        TYPED_RETURN = 12,
        /// Mentions `$this` itself: closures in it, `eval` and calls of methods by `self::` do not count.
        USES_THIS = 13,
        /// Locals can be reached by name (`$$x`, compact, extract, include, eval, get_defined_vars, func_get_args).
        DYNAMIC_VARS = 14,
        STRICT_TYPES = 15,
        /// A property hook.
        HOOK = 16,
        /// The file's or eval's top-level code.
        MAIN = 17,
        DEPRECATED = 18, NO_DISCARD = 19,
        /// Constant-expression thunk.
        THUNK = 20,
        /// Has a try or foreach whose frame needs unwinding work.
        HAS_HANDLERS = 21,
        CTOR = 22,
        /// `var`-less visibility was written (reflection).
        EXPLICIT_VISIBILITY = 23,
        OVERRIDE = 24,
        /// Does nothing but return a constant.
        CONSTANT = 25,
        /// A parameter has attributes.
        PARAM_ATTRIBUTES = 26,
        /// A closure that has captured variables.
        CAPTURES = 27,
    }
}

/// One function, method, closure, hook, thunk, or a file's top-level code.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// As written; `{closure:/path/file.php:12}` style names for closures as PHP 8.4 gives them; empty for a file's main code.
    pub name: Bytes,
    pub flags: FnFlags,
    pub params: Vec<Param>,
    /// Parameters that must be passed.
    pub required: u32,
    pub return_type: Option<TypeSpec>,
    /// Names of the variable slots: parameters first, then closure uses, then other locals. `$this` is none of them.
    pub locals: Vec<Bytes>,
    /// Used variables: locals `params.len()..params.len() + uses`; true: by reference.
    pub uses: Vec<bool>,
    /// Slots of the frame: locals, temporaries, call windows.
    pub frame_slots: u32,
    pub code: Vec<Op>,
    pub consts: Vec<Const>,
    /// (first op, line), ascending.
    pub lines: Vec<(u32, u32)>,
    pub tries: Vec<Try>,
    /// Ascending by start.
    pub live: Vec<LiveRange>,
    pub switches: Vec<SwitchTable>,
    /// Ascending by `pc`; started calls of callees that the compiler does not know.
    pub call_sites: Vec<CallSite>,
    /// Number of static variables with names, in order of their indices; `Init` is not here (code initialises them on first use).
    pub statics: Vec<Bytes>,
    /// What the static variables begin with where that is a constant, null elsewhere; for reflection.
    pub static_inits: Vec<Const>,
    pub caches: u32,
    pub attributes: Vec<Attribute>,
    pub doc: Option<Bytes>,
    pub start_line: u32,
    pub end_line: u32,
    /// Functions and classes declared inside when they run (for reflection and opcache); not needed to execute.
    pub nested: Vec<u32>,
}

impl Function {
    /// The line of the op at an index; `None`: that of the function's start.
    pub fn line_of(&self, at: usize) -> Option<u32> {
        let behind = self.lines.partition_point(|&(start, _)| start as usize <= at);
        self.lines.get(behind.wrapping_sub(1)).map(|&(_, line)| line)
    }

    /// All ops that an op may jump to.
    pub fn targets<'a>(&'a self, op: &Op) -> impl Iterator<Item = u32> + use<'a> {
        let table = (op.code == OpCode::Switch).then_some(op.b);
        let cases = table.and_then(|table| self.switches.get(table as usize)).into_iter().flat_map(SwitchTable::targets);
        op.jump_target().into_iter().chain(cases)
    }

    /// How many ops at the beginning only set constant defaults, which calls may do themselves.
    pub fn skipped_defaults(&self) -> usize {
        self.code.iter().take_while(|op| op.code == OpCode::DefaultK).count()
    }

    /// Where an op jumps back to, or to itself.
    pub fn backward_jump(&self, at: u32) -> Option<u32> {
        let op = &self.code[at as usize];
        op.jump_target().filter(|&target| op.code != OpCode::Switch && target <= at)
    }

    /// The first op of a loop whose jumps lead to `first`, the last one from `last`. Where it begins with the condition of another loop, that one's body stands
    /// before the condition, behind a jump over it.
    pub fn loop_start(&self, first: u32, last: u32) -> u32 {
        let over = |target: u32| {
            let before = target.checked_sub(1).and_then(|at| self.code.get(at as usize));
            before.is_some_and(|op| op.code == OpCode::Jump && op.c == first)
        };
        let targets = (first..=last).filter_map(|at| self.backward_jump(at));
        targets.filter(|&target| target < first && over(target)).min().unwrap_or(first)
    }

    /// Ops that begin the default of a parameter that is an expression, and where the next begins. They come first, one behind the other.
    fn defaults(&self) -> impl Iterator<Item = (usize, usize)> {
        let count = self.params.iter().filter(|param| matches!(param.default, Init::Thunk(_))).count();
        let begins = self.code.iter().enumerate().filter(|(_, op)| op.code == OpCode::JumpIfPassed);
        begins.map(|(at, op)| (at, op.c as usize)).take(count)
    }

    /// The op that begins the default which the op at an index is a part of.
    pub fn default_around(&self, index: usize) -> Option<usize> {
        self.defaults().take_while(|(at, _)| *at < index).find(|(_, end)| *end > index).map(|(at, _)| at)
    }

    /// The default of a parameter calls something.
    pub fn calls_for_defaults(&self) -> bool {
        self.defaults().any(|(at, end)| self.code.get(at..end).is_some_and(|ops| ops.iter().any(|op| op.code.info().calls)))
    }

    /// A constant expression that is no more than the name of a constant.
    pub fn is_name_of_constant(&self) -> bool {
        matches!(self.code.first().map(|op| op.code), Some(OpCode::FetchConst | OpCode::FetchConstNs))
            && self.code.get(1).is_none_or(|op| op.code == OpCode::Return)
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Bytes,
    pub ty: Option<TypeSpec>,
    pub by_ref: bool,
    pub variadic: bool,
    pub promoted: bool,
    /// The default is also compiled into the function's prologue; here it serves reflection and named arguments.
    pub default: Init,
    /// Source text of the default, as PHP prints constant expressions.
    pub default_text: Option<Bytes>,
    pub attributes: Vec<Attribute>,
}

/// A try statement, in the order of their first op; inner ones come after outer ones.
/// Semantics as in php-src's `zend_try_catch_element`: an exception at `pc` with `start <= pc < catch` goes to `catch` if there is one;
/// with `pc < finally` to `finally`; with `finally <= pc < finally_end` it replaces the one in flight.
#[derive(Clone, Copy, Debug)]
pub struct Try {
    pub start: u32,
    pub catch: Option<u32>,
    pub finally: Option<u32>,
    pub finally_end: u32,
    /// Slot that `FastCall` writes, valid if `finally`.
    pub ret: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiveKind {
    /// Temporary: drop it.
    Tmp,
    /// Two-slot foreach iterator.
    Iter,
    /// Started call in window `slot`: drop its closure and `$this`; its arguments have ranges of their own.
    Call,
    /// Saved error_reporting of `@`.
    Silence,
    /// Object made by `New` whose constructor has not finished: drop without running its destructor.
    New,
}

/// `slot` holds something to clean up when an op with `start < pc < end` throws.
#[derive(Clone, Copy, Debug)]
pub struct LiveRange {
    pub slot: u32,
    pub kind: LiveKind,
    /// The op that writes it.
    pub start: u32,
    /// The op that consumes it.
    pub end: u32,
}

/// How the positional arguments of a started call came into their slots. Only of interest when the callee turns out to have by-reference
/// parameters.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The `Init*` or `New` op.
    pub pc: u32,
    /// One for each argument.
    pub kinds: Box<[ArgumentKind]>,
}

/// Where an argument comes from: decides what is said when a by-reference parameter gets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentKind {
    /// Literal or expression: Error 'f(): Argument #1 ($x) could not be passed by reference'.
    Value,
    /// Function result: notice 'Only variables should be passed by reference' unless it is a reference.
    CallResult,
    /// Variable, passed the way the callee wants (`CopyArg`, `JumpIfArgByValue`): nothing to do.
    Variable,
    /// Argument of `call_user_func()`: warning '... must be passed by reference, value given'.
    CallUserFunc,
}

/// Jump table of `Switch`: keys are ints or strings (not both).
#[derive(Clone, Debug, Default)]
pub struct SwitchTable {
    pub cases: Vec<(ConstKey, u32)>,
    /// Where subjects of the keys' type go that have no case; those of other types go to `otherwise`.
    pub miss: u32,
    /// `match`: identical comparison. `switch`: string subjects that are numeric, or ints against strings, go to `otherwise`.
    pub strict: bool,
}

impl SwitchTable {
    /// All ops that the table leads to.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        self.cases.iter().map(|case| case.1).chain([self.miss])
    }

    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.cases.iter_mut().map(|case| &mut case.1).chain([&mut self.miss])
    }
}

#[derive(Clone, Debug)]
pub struct Attribute {
    /// Resolved, case as written.
    pub name: Bytes,
    pub args: Vec<(Option<Bytes>, Init)>,
    /// Texts of the arguments that are expressions, as PHP prints them; empty for others.
    pub texts: Vec<Bytes>,
    pub line: u32,
}

bitflags_like! {
    pub struct ClassFlags: u32 {
        INTERFACE = 0, TRAIT = 1, ENUM = 2,
        /// Written `abstract`.
        ABSTRACT = 3, FINAL = 4, READONLY = 5, ANONYMOUS = 6,
        STRICT_TYPES = 7,
        /// Unconditional top-level declaration: bound when the file starts, if its parents exist.
        TOP_LEVEL = 8,
    }
}

bitflags_like! {
    pub struct MemberFlags: u32 {
        PUBLIC = 0, PROTECTED = 1, PRIVATE = 2, STATIC = 3, ABSTRACT = 4, FINAL = 5, READONLY = 6,
        /// Asymmetric visibility: who may write. None set: as for reading.
        PUBLIC_SET = 7, PROTECTED_SET = 8, PRIVATE_SET = 9,
        PROMOTED = 10,
        /// A hooked property without backing storage.
        VIRTUAL = 11,
        /// Enum case (constants).
        CASE = 12,
        DEPRECATED = 13,
        OVERRIDE = 14,
    }
}

#[derive(Clone, Debug, Default)]
pub struct ClassDecl {
    /// Resolved, case as written; anonymous classes: `class@anonymous` or `Parent@anonymous` followed by a NUL byte, path, `:line$n`.
    pub name: Bytes,
    pub flags: ClassFlags,
    pub parent: Option<Bytes>,
    /// Implemented (classes, enums) or extended (interfaces) interfaces, resolved.
    pub interfaces: Vec<Bytes>,
    pub trait_uses: Vec<Bytes>,
    pub trait_rules: Vec<TraitRule>,
    pub constants: Vec<ConstDecl>,
    pub properties: Vec<PropDecl>,
    /// Function indices, in source order.
    pub methods: Vec<u32>,
    /// Enum backing type: `int` or `string`.
    pub backing: Option<TypeSpec>,
    pub attributes: Vec<Attribute>,
    pub doc: Option<Bytes>,
    pub start_line: u32,
    pub end_line: u32,
}

#[derive(Clone, Debug)]
pub enum TraitRule {
    Precedence { class: Bytes, method: Bytes, instead_of: Vec<Bytes> },
    Alias { class: Option<Bytes>, method: Bytes, flags: MemberFlags, alias: Option<Bytes> },
}

#[derive(Clone, Debug)]
pub struct ConstDecl {
    pub name: Bytes,
    pub flags: MemberFlags,
    pub ty: Option<TypeSpec>,
    /// Enum cases: the backing value, or `Init::None`.
    pub value: Init,
    pub attributes: Vec<Attribute>,
    pub doc: Option<Bytes>,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct PropDecl {
    pub name: Bytes,
    pub flags: MemberFlags,
    pub ty: Option<TypeSpec>,
    /// `Init::None`: untyped properties default to null, typed ones are uninitialized.
    pub default: Init,
    /// Text of a default that is an expression, as PHP prints it.
    pub default_text: Option<Bytes>,
    pub get: Option<u32>,
    pub set: Option<u32>,
    pub attributes: Vec<Attribute>,
    pub doc: Option<Bytes>,
    pub line: u32,
}

/// A compiled file or eval'd string. `functions[0]` is its main code.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub path: Bytes,
    pub functions: Vec<Function>,
    pub classes: Vec<ClassDecl>,
    /// Functions declared unconditionally at top level: bound before the main code runs.
    pub hoisted_functions: Vec<u32>,
    /// Classes declared unconditionally at top level, in source order. Those without unresolved parents are bound before the main code
    /// runs; the main code has a `DeclareClass` for each, which does nothing if it is bound already.
    pub hoisted_classes: Vec<u32>,
    pub const_attrs: Vec<Vec<Attribute>>,
    /// `__COMPILER_HALT_OFFSET__`
    pub halt_offset: Option<u64>,
}

/// Main code that declares classes, returns an integer and does nothing else.
pub struct Declarations {
    /// Indices of classes, in the order in which they are declared; each may be declared before the code runs.
    pub classes: Box<[u32]>,
    pub result: i64,
}

impl Unit {
    /// A file whose one instruction is at that place, for frames of code that is not there: `new` of an attribute.
    pub fn of_place(path: &[u8], line: u32, strict: bool) -> Unit {
        let strict = if strict { FnFlags::STRICT_TYPES } else { FnFlags::default() };
        let function = Function {
            flags: FnFlags::MAIN.with(strict),
            code: vec![Op::new(OpCode::ReturnK)],
            consts: vec![Const::Null],
            lines: vec![(0, line)],
            start_line: line,
            ..Function::default()
        };
        Unit { path: path.into(), functions: vec![function], ..Unit::default() }
    }

    /// The main code has no variables, and declares functions and classes at most.
    pub fn declares_only(&self) -> bool {
        let declares = |op: &Op| matches!(op.code, OpCode::Nop | OpCode::DeclareClass | OpCode::DeclareFn | OpCode::ReturnK);
        self.functions.first().is_some_and(|main| main.locals.is_empty() && main.code.iter().all(declares))
    }

    /// What the main code declares, if it does nothing else.
    pub fn declarations(&self) -> Option<Declarations> {
        let main = self.functions.first().filter(|main| main.locals.is_empty())?;
        let mut classes = Vec::new();
        for op in &main.code {
            match op.code {
                OpCode::Nop => {}
                OpCode::DeclareClass if self.hoisted_classes.contains(&op.a) => classes.push(op.a),
                OpCode::ReturnK => match main.consts.get(op.a as usize) {
                    Some(Const::Int(result)) => return Some(Declarations { classes: classes.into(), result: *result }),
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    /// Gives back the capacity that vectors have and do not use: units stay until the process ends.
    pub fn trim(&mut self) {
        self.functions.iter_mut().for_each(Function::trim);
        for class in &mut self.classes {
            exact(&mut class.constants);
            exact(&mut class.properties);
            exact(&mut class.methods);
        }
        exact(&mut self.functions);
        exact(&mut self.classes);
    }
}

impl Function {
    fn trim(&mut self) {
        exact(&mut self.params);
        exact(&mut self.locals);
        exact(&mut self.uses);
        exact(&mut self.code);
        exact(&mut self.consts);
        exact(&mut self.lines);
        exact(&mut self.tries);
        exact(&mut self.live);
        exact(&mut self.switches);
        exact(&mut self.call_sites);
        exact(&mut self.statics);
        exact(&mut self.static_inits);
        exact(&mut self.nested);
    }
}

/// `shrink_to_fit()` asks the allocator, and a general one leaves blocks as they are that are more than half full.
fn exact<T>(items: &mut Vec<T>) {
    if items.capacity() > items.len() {
        let mut all = Vec::with_capacity(items.len());
        all.append(items);
        *items = all;
    }
}
