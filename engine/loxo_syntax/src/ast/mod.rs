//! The syntax tree of one PHP file. All nodes live in one arena (`'a`), so a tree of any depth is freed without recursion.
//!
//! Names are as written (no namespace resolution, no case folding): that is the compiler's work. Strings are bytes.

mod predicates;

use loxo_base::Span;

pub use predicates::*;

pub type Bytes<'a> = &'a [u8];

/// A parsed file.
#[derive(Debug)]
pub struct File<'a> {
    pub stmts: &'a [Stmt<'a>],
    /// Byte offset of the data behind `__halt_compiler();`.
    pub halt_offset: Option<u32>,
}

/// An identifier as written: a class, function, method, constant or label name without namespace, or a variable name without `$`.
#[derive(Clone, Copy, Debug)]
pub struct Ident<'a> {
    pub name: Bytes<'a>,
    pub span: Span,
}

/// How a (possibly) qualified name was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// `Foo`
    Unqualified,
    /// `Foo\Bar`
    Qualified,
    /// `\Foo\Bar`; `text` has no leading backslash.
    FullyQualified,
    /// `namespace\Foo`; `text` has no `namespace\`.
    Relative,
}

#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    pub kind: NameKind,
    pub text: Bytes<'a>,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------------------------- statements

#[derive(Clone, Copy, Debug)]
pub struct Stmt<'a> {
    pub kind: StmtKind<'a>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum StmtKind<'a> {
    /// Text outside `<?php ?>`. One newline right after `?>` is already removed.
    InlineHtml(Bytes<'a>),
    /// `<?= a, b ?>` and `echo a, b;`
    Echo(&'a [Expr<'a>]),
    Expr(Expr<'a>),
    Block(&'a [Stmt<'a>]),
    If {
        branches: &'a [IfBranch<'a>],
        otherwise: Option<&'a Stmt<'a>>,
    },
    While {
        cond: Expr<'a>,
        body: &'a Stmt<'a>,
    },
    DoWhile {
        body: &'a Stmt<'a>,
        cond: Expr<'a>,
    },
    For {
        init: &'a [Expr<'a>],
        cond: &'a [Expr<'a>],
        step: &'a [Expr<'a>],
        body: &'a Stmt<'a>,
    },
    /// `value` is a variable or a list pattern (`ExprKind::Array`).
    Foreach {
        subject: Expr<'a>,
        key: Option<Expr<'a>>,
        value: Expr<'a>,
        by_ref: bool,
        body: &'a Stmt<'a>,
    },
    Switch {
        subject: Expr<'a>,
        cases: &'a [SwitchCase<'a>],
    },
    /// `break 2;` The operand is kept as an expression so that the compiler can give PHP's errors.
    Break(Option<Expr<'a>>),
    Continue(Option<Expr<'a>>),
    Return(Option<Expr<'a>>),
    Global(&'a [Expr<'a>]),
    StaticVars(&'a [StaticVar<'a>]),
    Unset(&'a [Expr<'a>]),
    Try {
        body: &'a [Stmt<'a>],
        catches: &'a [Catch<'a>],
        finally: Option<Finally<'a>>,
    },
    Label(Ident<'a>),
    Goto(Ident<'a>),
    /// `declare(a=1, b=2)`; `body` is `None` for `declare(...);`.
    Declare {
        directives: &'a [(Ident<'a>, Expr<'a>)],
        body: Option<&'a Stmt<'a>>,
    },
    /// `namespace A\B;` (`body` None: up to the next one) or `namespace A { }`; no name: the global namespace.
    Namespace {
        name: Option<Name<'a>>,
        body: Option<&'a [Stmt<'a>]>,
    },
    Use(&'a [UseItem<'a>]),
    /// `const A = 1, B = 2;`
    Const {
        attrs: &'a [AttributeGroup<'a>],
        items: &'a [ConstItem<'a>],
    },
    Function(&'a FunctionDecl<'a>),
    Class(&'a ClassDecl<'a>),
    /// `__halt_compiler();`
    HaltCompiler,
    Nop,
}

#[derive(Clone, Copy, Debug)]
pub struct IfBranch<'a> {
    pub cond: Expr<'a>,
    pub body: &'a Stmt<'a>,
}

#[derive(Clone, Copy, Debug)]
pub struct SwitchCase<'a> {
    /// `None` is `default`.
    pub cond: Option<Expr<'a>>,
    pub body: &'a [Stmt<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct StaticVar<'a> {
    pub var: Ident<'a>,
    pub init: Option<Expr<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Catch<'a> {
    pub types: &'a [Name<'a>],
    pub var: Option<Ident<'a>>,
    pub body: &'a [Stmt<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Finally<'a> {
    pub body: &'a [Stmt<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UseKind {
    Class,
    Function,
    Const,
}

/// One import; group uses are already flattened.
#[derive(Clone, Copy, Debug)]
pub struct UseItem<'a> {
    pub kind: UseKind,
    /// Without leading backslash.
    pub name: Name<'a>,
    pub alias: Option<Ident<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub struct ConstItem<'a> {
    pub name: Ident<'a>,
    pub value: Expr<'a>,
    pub doc: Option<Bytes<'a>>,
}

// -------------------------------------------------------------------------------------------------------------- declarations

/// `#[A, B(1)]`: one bracket pair.
#[derive(Clone, Copy, Debug)]
pub struct AttributeGroup<'a> {
    pub attrs: &'a [Attribute<'a>],
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    pub name: Name<'a>,
    pub args: Option<&'a [Arg<'a>]>,
    pub span: Span,
}

/// A function, method, closure or arrow function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionDecl<'a> {
    /// Empty for closures and arrow functions.
    pub name: Ident<'a>,
    pub attrs: &'a [AttributeGroup<'a>],
    pub by_ref: bool,
    pub is_static: bool,
    pub params: &'a [Param<'a>],
    pub return_type: Option<Type<'a>>,
    /// `None`: abstract or interface method. An arrow function's body is one `Return`.
    pub body: Option<&'a [Stmt<'a>]>,
    /// Closures only.
    pub uses: &'a [ClosureUse<'a>],
    pub is_arrow: bool,
    pub doc: Option<Bytes<'a>>,
    /// From the first token (attributes excluded) to the closing brace.
    pub span: Span,
    /// The closing brace, or the end of an arrow function.
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct ClosureUse<'a> {
    pub var: Ident<'a>,
    pub by_ref: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Param<'a> {
    pub attrs: &'a [AttributeGroup<'a>],
    /// Non-empty flags or hooks: constructor promotion.
    pub modifiers: Modifiers,
    pub ty: Option<Type<'a>>,
    pub by_ref: bool,
    pub variadic: bool,
    pub var: Ident<'a>,
    pub default: Option<Expr<'a>>,
    pub hooks: Option<&'a [PropertyHook<'a>]>,
    pub doc: Option<Bytes<'a>>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Type<'a> {
    pub kind: TypeKind<'a>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum TypeKind<'a> {
    /// Class names and all builtin type names alike (`int`, `self`, `static`, `array`, `callable`, ...), as written.
    Name(Name<'a>),
    Nullable(&'a Type<'a>),
    Union(&'a [Type<'a>]),
    Intersection(&'a [Type<'a>]),
}

/// Bit set of the modifiers as written. The parser rejects duplicates and impossible pairs with PHP's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers(pub u16);

impl Modifiers {
    pub const PUBLIC: Modifiers = Modifiers(1);
    pub const PROTECTED: Modifiers = Modifiers(2);
    pub const PRIVATE: Modifiers = Modifiers(4);
    pub const STATIC: Modifiers = Modifiers(8);
    pub const ABSTRACT: Modifiers = Modifiers(16);
    pub const FINAL: Modifiers = Modifiers(32);
    pub const READONLY: Modifiers = Modifiers(64);
    /// `var $x`: public without the word.
    pub const VAR: Modifiers = Modifiers(128);
    pub const PUBLIC_SET: Modifiers = Modifiers(256);
    pub const PROTECTED_SET: Modifiers = Modifiers(512);
    pub const PRIVATE_SET: Modifiers = Modifiers(1024);

    pub const fn has(self, other: Modifiers) -> bool {
        self.0 & other.0 == other.0
    }
    pub const fn any(self, other: Modifiers) -> bool {
        self.0 & other.0 != 0
    }
    pub const fn with(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 | other.0)
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Class,
    Interface,
    Trait,
    Enum,
}

#[derive(Clone, Copy, Debug)]
pub struct ClassDecl<'a> {
    pub kind: ClassKind,
    /// `None`: anonymous class.
    pub name: Option<Ident<'a>>,
    pub attrs: &'a [AttributeGroup<'a>],
    pub modifiers: Modifiers,
    pub extends: Option<Name<'a>>,
    /// `implements` of classes and enums; `extends` of interfaces.
    pub implements: &'a [Name<'a>],
    /// `enum Suit: string`
    pub backing: Option<Type<'a>>,
    pub members: &'a [Member<'a>],
    pub doc: Option<Bytes<'a>>,
    /// From `class` (or the first modifier) to the closing brace.
    pub span: Span,
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    pub kind: MemberKind<'a>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum MemberKind<'a> {
    Const { attrs: &'a [AttributeGroup<'a>], modifiers: Modifiers, ty: Option<Type<'a>>, items: &'a [ConstItem<'a>] },
    Property { attrs: &'a [AttributeGroup<'a>], modifiers: Modifiers, ty: Option<Type<'a>>, items: &'a [PropertyItem<'a>] },
    Method { modifiers: Modifiers, func: &'a FunctionDecl<'a> },
    Case { attrs: &'a [AttributeGroup<'a>], name: Ident<'a>, value: Option<Expr<'a>>, doc: Option<Bytes<'a>> },
    TraitUse { traits: &'a [Name<'a>], rules: &'a [TraitRule<'a>] },
}

#[derive(Clone, Copy, Debug)]
pub struct PropertyItem<'a> {
    pub var: Ident<'a>,
    pub default: Option<Expr<'a>>,
    pub hooks: Option<&'a [PropertyHook<'a>]>,
    pub doc: Option<Bytes<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub struct PropertyHook<'a> {
    pub attrs: &'a [AttributeGroup<'a>],
    pub modifiers: Modifiers,
    pub by_ref: bool,
    /// `get` or `set`, as written (others are the compiler's error).
    pub name: Ident<'a>,
    /// `None`: no list written.
    pub params: Option<&'a [Param<'a>]>,
    pub body: HookBody<'a>,
    pub doc: Option<Bytes<'a>>,
    pub span: Span,
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub enum HookBody<'a> {
    Abstract,
    /// `get => expr;`
    Short(Expr<'a>),
    Block(&'a [Stmt<'a>]),
}

#[derive(Clone, Copy, Debug)]
pub enum TraitRule<'a> {
    /// `A::x insteadof B, C;`
    Precedence { class: Name<'a>, method: Ident<'a>, instead_of: &'a [Name<'a>] },
    /// `x as protected y;`, `A::x as y;`
    Alias { class: Option<Name<'a>>, method: Ident<'a>, modifiers: Modifiers, alias: Option<Ident<'a>> },
}

// --------------------------------------------------------------------------------------------------------------- expressions

#[derive(Clone, Copy, Debug)]
pub struct Expr<'a> {
    pub kind: &'a ExprKind<'a>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MagicConst {
    Line,
    File,
    Dir,
    Function,
    Class,
    Trait,
    Method,
    Namespace,
    Property,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncludeKind {
    Include,
    IncludeOnce,
    Require,
    RequireOnce,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    Int,
    Float,
    String,
    Array,
    Object,
    Bool,
    /// `(unset)`: always an error, reported by the compiler.
    Unset,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
}

/// Binary operators without control flow. They double as compound assignment operators where PHP has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Concat,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    /// `xor`
    LogicalXor,
    Equal,
    NotEqual,
    Identical,
    NotIdentical,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Spaceship,
}

#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    Int(i64),
    Float(f64),
    String(Bytes<'a>),
    /// `"a $b {$c->d}"` and heredocs: `String` parts and expressions.
    Interpolated(&'a [Expr<'a>]),
    /// Backticks.
    ShellExec(&'a [Expr<'a>]),
    /// `$name`
    Variable(Bytes<'a>),
    /// `$$x`, `${expr}`
    VariableVariable(Expr<'a>),
    /// `[...]`, `array(...)`, and `list(...)` patterns. Holes (`[, $a]`) are `None`, legal in patterns only.
    Array {
        items: &'a [Option<ArrayItem<'a>>],
        syntax: ArraySyntax,
    },
    /// `a[b]`, `a[]`, `a{b}` is rejected by the parser.
    Index {
        base: Expr<'a>,
        index: Option<Expr<'a>>,
    },
    Property {
        object: Expr<'a>,
        name: MemberName<'a>,
        nullsafe: bool,
    },
    StaticProperty {
        class: ClassRef<'a>,
        name: MemberName<'a>,
    },
    /// `A::B`; `A::class` has the name `class`.
    ClassConst {
        class: ClassRef<'a>,
        name: MemberName<'a>,
    },
    /// A constant: `FOO`, `A\FOO`, also `true`, `null`, ...
    Const(Name<'a>),
    Magic(MagicConst),
    Call {
        callee: Callee<'a>,
        args: Args<'a>,
    },
    MethodCall {
        object: Expr<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
        nullsafe: bool,
    },
    StaticCall {
        class: ClassRef<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
    },
    New {
        class: ClassRef<'a>,
        args: Args<'a>,
    },
    /// `new class(args) {...}`
    NewAnonymous {
        decl: &'a ClassDecl<'a>,
        args: Args<'a>,
    },
    /// `clone $x`, and 8.5's `clone($x, [...])`.
    Clone {
        object: Expr<'a>,
        with: Option<Expr<'a>>,
    },
    Unary {
        op: UnaryOp,
        operand: Expr<'a>,
    },
    Binary {
        op: BinaryOp,
        lhs: Expr<'a>,
        rhs: Expr<'a>,
    },
    /// `&&`, `and`
    And(Expr<'a>, Expr<'a>),
    /// `||`, `or`
    Or(Expr<'a>, Expr<'a>),
    /// `??`
    Coalesce(Expr<'a>, Expr<'a>),
    /// `a ? b : c`, `a ?: c`
    Ternary {
        cond: Expr<'a>,
        then: Option<Expr<'a>>,
        otherwise: Expr<'a>,
    },
    /// 8.5's `a |> f`
    Pipe(Expr<'a>, Expr<'a>),
    /// `target` may be a list pattern.
    Assign {
        target: Expr<'a>,
        value: Expr<'a>,
    },
    AssignRef {
        target: Expr<'a>,
        value: Expr<'a>,
    },
    AssignOp {
        op: BinaryOp,
        target: Expr<'a>,
        value: Expr<'a>,
    },
    /// `??=`
    AssignCoalesce {
        target: Expr<'a>,
        value: Expr<'a>,
    },
    /// `++$x` / `$x++` / `--$x` / `$x--`
    IncDec {
        target: Expr<'a>,
        increment: bool,
        prefix: bool,
    },
    Cast {
        kind: CastKind,
        operand: Expr<'a>,
    },
    InstanceOf {
        object: Expr<'a>,
        class: ClassRef<'a>,
    },
    /// `@expr`
    Silence(Expr<'a>),
    Isset(&'a [Expr<'a>]),
    Empty(Expr<'a>),
    Print(Expr<'a>),
    /// `exit`, `exit()`, `die(...)`. 8.4: a function call in all but name.
    Exit(Option<Args<'a>>),
    Include {
        kind: IncludeKind,
        path: Expr<'a>,
    },
    /// `eval(...)`
    Eval(Expr<'a>),
    Throw(Expr<'a>),
    Closure(&'a FunctionDecl<'a>),
    Match {
        subject: Expr<'a>,
        arms: &'a [MatchArm<'a>],
    },
    Yield {
        key: Option<Expr<'a>>,
        value: Option<Expr<'a>>,
    },
    YieldFrom(Expr<'a>),
    /// An expression in parentheses, kept where PHP can see the difference (`($a)`, by-reference passing, ternary nesting).
    Paren(Expr<'a>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySyntax {
    Short,
    Long,
    List,
}

#[derive(Clone, Copy, Debug)]
pub struct ArrayItem<'a> {
    pub key: Option<Expr<'a>>,
    pub value: Expr<'a>,
    pub by_ref: bool,
    pub spread: bool,
}

/// What follows `->` or `::`.
#[derive(Clone, Copy, Debug)]
pub enum MemberName<'a> {
    /// `->foo`, `::foo`, `::$foo`
    Ident(Ident<'a>),
    /// `->{expr}`, `->$x`, `::$$x`, `::{expr}`: the expression that gives the name.
    Expr(Expr<'a>),
}

/// What stands before `::`, or behind `new` and `instanceof`.
#[derive(Clone, Copy, Debug)]
pub enum ClassRef<'a> {
    /// Also `self`, `parent`, `static`, as written.
    Name(Name<'a>),
    Expr(Expr<'a>),
}

#[derive(Clone, Copy, Debug)]
pub enum Callee<'a> {
    Name(Name<'a>),
    Expr(Expr<'a>),
}

#[derive(Clone, Copy, Debug)]
pub enum Args<'a> {
    List {
        args: &'a [Arg<'a>],
        span: Span,
    },
    /// `f(...)`: first-class callable.
    Ellipsis {
        span: Span,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Arg<'a> {
    pub name: Option<Ident<'a>>,
    pub spread: bool,
    pub value: Expr<'a>,
}

#[derive(Clone, Copy, Debug)]
pub struct MatchArm<'a> {
    /// `None` is `default`.
    pub conds: Option<&'a [Expr<'a>]>,
    pub body: Expr<'a>,
    pub span: Span,
}
