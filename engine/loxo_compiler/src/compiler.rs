//! The compiler's state and what every room of it uses: errors, lines, emission shorthands.

use loxo_base::{LineTable, Span};
use loxo_bytecode::{Bytes, Op, OpCode, Unit};
use loxo_syntax::ast::{Callee, ClassRef, Expr, ExprKind, MemberName, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::CompileOptions;
use crate::build::{Arg, Buffers, Fun, Label, Named, Node, Slot, Want};
use crate::class::ClassCx;
use crate::constant_calls::Constant;
use crate::names::Names;
use crate::place::Step;
use crate::value::Val;
use crate::walk::Mentioned;

/// A compile-time fatal error: `Fatal error: <message> in <path> on line <line>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    pub message: String,
    pub line: u32,
    /// What was reported before it.
    pub diagnostics: Vec<Diagnostic>,
    /// PHP does not call it an error of compilation.
    pub plain: bool,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<String>, line: u32) -> CompileError {
        CompileError { message: message.into(), line, diagnostics: Vec::new(), plain: false }
    }
}

pub type CompileResult<T> = Result<T, CompileError>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Deprecated,
    Warning,
    CompileWarning,
}

/// A message of the compiler that does not stop it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub level: Level,
    pub message: String,
    pub line: u32,
}

/// What is known of a function that the unit declares unconditionally.
#[derive(Clone, Debug)]
pub(crate) struct KnownFn {
    pub index: u32,
    pub by_ref: Vec<bool>,
    pub variadic_ref: bool,
    pub returns_ref: bool,
}

pub(crate) struct Compiler<'a> {
    pub opts: CompileOptions<'a>,
    pub lines: &'a LineTable,
    /// (line, first offset, offset behind it) of the last line that was asked for.
    line_cache: (u32, u32, u32),
    pub unit: Unit,
    pub diags: Vec<Diagnostic>,
    pub names: Names<'a>,
    pub f: Fun<'a>,
    pub class: Option<Box<ClassCx>>,
    /// Line of the ops being emitted.
    pub line: u32,
    pub strict_types: bool,
    pub ticks: i64,
    pub anon_classes: u32,
    /// By lowercase name.
    pub known_fns: FxHashMap<Bytes, KnownFn>,
    /// Functions and `class::method`s that only give a literal, by lowercase name.
    pub constant_fns: FxHashMap<Bytes, Constant<'a>>,
    /// Lowercase names of functions declared so far at top level, with their lines.
    pub declared_fns: FxHashMap<Bytes, u32>,
    /// Functions reserved for declarations that are bound early, by the address of the declaration.
    pub hoisted: FxHashMap<usize, u32>,
    pub file_stmts: &'a [Stmt<'a>],
    pub mentioned: Mentioned<'a>,
    /// Large expressions, by address, that were found to have no value at compile time.
    pub unfoldable: FxHashSet<usize>,
    /// How many expressions were looked at for that.
    pub tried: usize,
    pub spare_steps: Vec<Vec<Step<'a>>>,
    pub spare_buffers: Vec<Buffers>,
    /// A long way to the first token of an expression: from which offset, to which.
    first_cache: (u32, u32),
    pub halt_offset: Option<u32>,
    /// Persistent constants stay names (parameter defaults, for reflection).
    pub no_const_subst: bool,
    /// Inside a constant expression: `parent` is not checked there.
    pub const_expr: bool,
    /// Inside the initialiser of a property: for `__PROPERTY__`.
    pub property: Option<Bytes>,
}

/// Text of bytes inside a message.
pub(crate) fn text(s: &[u8]) -> std::borrow::Cow<'_, str> {
    // As C prints it: names of anonymous classes end at their NUL byte.
    let end = s.iter().position(|&b| b == 0).unwrap_or(s.len());
    String::from_utf8_lossy(&s[..end])
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(opts: CompileOptions<'a>, lines: &'a LineTable) -> Compiler<'a> {
        Compiler {
            opts,
            lines,
            line_cache: (1, 0, lines.start(2)),
            unit: Unit::default(),
            diags: Vec::new(),
            names: Names::default(),
            f: Fun::default(),
            class: None,
            line: 1,
            strict_types: false,
            ticks: 0,
            anon_classes: 0,
            known_fns: FxHashMap::default(),
            constant_fns: FxHashMap::default(),
            declared_fns: FxHashMap::default(),
            hoisted: FxHashMap::default(),
            file_stmts: &[],
            mentioned: Mentioned::default(),
            unfoldable: FxHashSet::default(),
            tried: 0,
            spare_steps: Vec::new(),
            spare_buffers: Vec::new(),
            first_cache: (1, 0),
            halt_offset: None,
            no_const_subst: false,
            const_expr: false,
            property: None,
        }
    }

    // -------------------------------------------------------------------------------------------------------- errors, diagnostics

    /// The error at the current line.
    pub(crate) fn error(&self, message: impl Into<String>) -> CompileError {
        CompileError::new(message, self.line)
    }

    pub(crate) fn fail<T>(&self, message: impl Into<String>) -> CompileResult<T> {
        Err(self.error(message))
    }

    pub(crate) fn note(&mut self, level: Level, message: impl Into<String>) {
        self.diags.push(Diagnostic { level, message: message.into(), line: self.line });
    }

    /// To be called where the input decides how deep we recurse.
    #[inline]
    pub(crate) fn check_depth(&self) -> CompileResult<()> {
        if loxo_base::stack::exhausted() { self.fail("Maximum call stack size reached. Try splitting expression") } else { Ok(()) }
    }

    // ---------------------------------------------------------------------------------------------------------------------- lines

    pub(crate) fn line_at(&mut self, offset: u32) -> u32 {
        let (line, lo, hi) = self.line_cache;
        if offset >= lo && offset < hi {
            return line;
        }
        let line = if offset >= hi && offset < self.lines.start(line + 2) { line + 1 } else { self.lines.line(offset) };
        self.line_cache = (line, self.lines.start(line), self.lines.start(line + 1));
        line
    }

    pub(crate) fn at(&mut self, span: Span) {
        self.line = self.line_at(span.lo);
    }

    /// The line that PHP gives the node: where its first child begins.
    pub(crate) fn expr_line(&mut self, e: Expr<'a>) -> u32 {
        // The parts of a deep expression begin where it begins: do not walk the same way again and again.
        let (from, to) = self.first_cache;
        if e.span.lo >= from && e.span.lo <= to {
            return self.line_at(to);
        }
        let (lo, steps, leaf) = first_offset_steps(e);
        if steps > 64 {
            self.first_cache = (e.span.lo, lo);
        }
        let line = self.line_at(lo);
        line + u32::from(self.is_heredoc(leaf, line))
    }

    /// The text of a heredoc begins on the line below: only there the source has more lines than the string.
    fn is_heredoc(&self, leaf: Expr<'a>, line: u32) -> bool {
        let ExprKind::String(text) = *leaf.kind else { return false };
        if leaf.span.hi <= self.lines.start(line + 1) {
            return false;
        }
        let lines = self.lines.line(leaf.span.hi.saturating_sub(1)) - line;
        lines as usize >= text.iter().filter(|b| **b == b'\n').count() + 2
    }

    pub(crate) fn at_expr(&mut self, e: Expr<'a>) {
        self.line = self.expr_line(e);
    }

    // ------------------------------------------------------------------------------------------------------------------- emission

    /// Makes a node readable by the next op. Constants are loaded.
    pub(crate) fn slot(&mut self, node: Node<'a>) -> Slot {
        match node {
            Node::K(v) => {
                let k = self.f.k(v);
                Slot { at: self.put(OpCode::LoadK, [Arg::Dst(None), Arg::Raw(k), Arg::No], 0, 0), used: true }
            }
            Node::Var(at) => Slot { at, used: false },
            Node::Tmp(at) => Slot { at, used: true },
            Node::This => Slot { at: loxo_bytecode::THIS, used: false },
        }
    }

    pub(crate) fn put(&mut self, code: OpCode, args: [Arg; 3], x: u32, flags: u8) -> u32 {
        self.f.put(self.line, code, args, x, flags)
    }

    pub(crate) fn op(&mut self, code: OpCode) -> u32 {
        self.f.emit(Op::new(code), self.line)
    }

    /// `dst = code(src)`
    pub(crate) fn op1(&mut self, code: OpCode, want: Want, src: Node<'a>, x: u32, flags: u8) -> Node<'a> {
        let s = self.slot(src);
        Node::Tmp(self.put(code, [Arg::Dst(want), Arg::Src(s), Arg::No], x, flags))
    }

    /// `dst = code(lhs, rhs)`
    pub(crate) fn op2(&mut self, code: OpCode, want: Want, lhs: Node<'a>, rhs: Node<'a>, flags: u8) -> Node<'a> {
        let l = self.slot(lhs);
        let r = self.slot(rhs);
        Node::Tmp(self.put(code, [Arg::Dst(want), Arg::Src(l), Arg::Src(r)], 0, flags))
    }

    /// The name of a variable or member as an operand: a constant where it is written out.
    pub(crate) fn named(&mut self, name: Node<'a>) -> Named {
        match name {
            Node::K(Val::Str(name)) => Named { arg: Arg::Raw(self.str_k(&name)), written: true },
            name => Named { arg: Arg::Src(self.slot(name)), written: false },
        }
    }

    /// The op for a name that is written out, with a cache of its own, or that for a computed one.
    pub(crate) fn pick(&mut self, name: &Named, codes: [OpCode; 2]) -> (OpCode, u32) {
        (name.of(codes), if name.written { self.f.cache() } else { 0 })
    }

    /// Brings a node into exactly the slot `want`, or any temporary.
    pub(crate) fn into_tmp(&mut self, node: Node<'a>, want: Want) -> u32 {
        match node {
            Node::Tmp(t) if want.is_none_or(|w| w == t) => t,
            Node::K(v) => {
                let k = self.f.k(v);
                self.put(OpCode::LoadK, [Arg::Dst(want), Arg::Raw(k), Arg::No], 0, 0)
            }
            Node::Tmp(t) => self.put(OpCode::Move, [Arg::Dst(want), Arg::Src(Slot { at: t, used: true }), Arg::No], 0, 0),
            Node::Var(at) => self.put(OpCode::Copy, [Arg::Dst(want), Arg::Src(Slot { at, used: false }), Arg::No], 0, 0),
            Node::This => {
                let s = self.slot(Node::This);
                self.put(OpCode::Copy, [Arg::Dst(want), Arg::Src(s), Arg::No], 0, 0)
            }
        }
    }

    /// The value of an expression statement.
    pub(crate) fn discard(&mut self, node: Node<'a>) {
        if let Node::Tmp(t) = node {
            if self.f.take_last(t, |op| op.code == OpCode::LoadK).is_some() {
                self.f.free(t);
                return;
            }
            let s = Slot { at: t, used: true };
            self.put(OpCode::Free, [Arg::Src(s), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
        }
    }

    pub(crate) fn jump(&mut self, label: Label) -> u32 {
        self.put(OpCode::Jump, [Arg::No, Arg::No, Arg::Raw(label.0)], 0, 0);
        self.f.pc() - 1
    }

    pub(crate) fn str_k(&mut self, s: &[u8]) -> u32 {
        self.f.str_k(s)
    }
}

/// Offset of the token where PHP's node for `e` has its line.
pub(crate) fn first_offset(e: Expr<'_>) -> u32 {
    first_offset_steps(e).0
}

fn first_offset_steps(mut e: Expr<'_>) -> (u32, u32, Expr<'_>) {
    let mut steps = 0;
    loop {
        steps += 1;
        e = match *e.kind {
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => operand,
            ExprKind::Paren(inner)
            | ExprKind::Silence(inner)
            | ExprKind::Empty(inner)
            | ExprKind::Print(inner)
            | ExprKind::Throw(inner)
            | ExprKind::YieldFrom(inner)
            | ExprKind::Eval(inner)
            | ExprKind::VariableVariable(inner) => inner,
            ExprKind::Clone { object, .. } => object,
            ExprKind::Include { path, .. } => path,
            ExprKind::Isset([first, ..]) => *first,
            ExprKind::Array { items: [Some(item), ..], .. } => item.value,
            ExprKind::Binary { lhs, .. } => lhs,
            ExprKind::And(l, _) | ExprKind::Or(l, _) | ExprKind::Coalesce(l, _) | ExprKind::Pipe(l, _) => l,
            ExprKind::Ternary { cond, .. } => cond,
            ExprKind::Assign { target, .. }
            | ExprKind::AssignRef { target, .. }
            | ExprKind::AssignOp { target, .. }
            | ExprKind::AssignCoalesce { target, .. }
            | ExprKind::IncDec { target, .. } => target,
            ExprKind::Index { base, .. } => base,
            ExprKind::Property { object, .. } | ExprKind::MethodCall { object, .. } | ExprKind::InstanceOf { object, .. } => object,
            ExprKind::Match { subject, .. } => subject,
            ExprKind::Yield { value: Some(value), .. } => value,
            ExprKind::Interpolated([first, ..]) => *first,
            ExprKind::New { class, .. }
            | ExprKind::StaticCall { class, .. }
            | ExprKind::StaticProperty { class, .. }
            | ExprKind::ClassConst { class, .. } => match class {
                ClassRef::Expr(e) => e,
                ClassRef::Name(n) => return (n.span.lo, steps, e),
            },
            ExprKind::Call { callee: Callee::Expr(callee), .. } => callee,
            ExprKind::Call { callee: Callee::Name(n), .. } => return (n.span.lo, steps, e),
            _ => return (e.span.lo, steps, e),
        }
    }
}

/// Offset of the member name behind `->` or `::`.
pub(crate) fn member_offset(name: &MemberName<'_>) -> u32 {
    match name {
        MemberName::Ident(i) => i.span.lo,
        MemberName::Expr(e) => first_offset(*e),
    }
}

/// Parentheses mean nothing to most of the compiler.
pub(crate) fn strip(mut e: Expr<'_>) -> Expr<'_> {
    while let ExprKind::Paren(inner) = *e.kind {
        e = inner;
    }
    e
}
