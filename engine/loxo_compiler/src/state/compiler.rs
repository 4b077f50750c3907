//! The compiler's state, and what every part of it uses: errors, lines, shorthands that emit ops.

use loxo_base::{LineTable, Span};
use loxo_bytecode::{Bytes, Op, OpCode, Unit};
use loxo_syntax::ast::{Expr, ExprKind, Stmt, first_offset_steps};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::captures::Mentioned;
use crate::state::class_builder::ClassBuilder;
use crate::state::const_value::ConstValue;
use crate::state::constant_fn::ConstantFn;
use crate::state::diagnostics::{CompileError, CompileResult, Diagnostic, Level};
use crate::state::function_builder::{Arg, Buffers, Dest, FunctionBuilder, Label, Named, Operand, Slot};
use crate::state::lvalue::Step;
use crate::state::names::Names;
use crate::state::options::CompileOptions;

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
    pub f: FunctionBuilder<'a>,
    pub class: Option<Box<ClassBuilder>>,
    /// Line of the ops being emitted.
    pub line: u32,
    pub strict_types: bool,
    pub ticks: i64,
    pub anon_classes: u32,
    /// By lowercase name.
    pub known_fns: FxHashMap<Bytes, KnownFn>,
    /// Functions and `class::method`s that only give a literal, by lowercase name.
    pub constant_fns: FxHashMap<Bytes, ConstantFn<'a>>,
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

impl<'a> Compiler<'a> {
    pub(crate) fn new(opts: CompileOptions<'a>, lines: &'a LineTable) -> Compiler<'a> {
        Compiler {
            opts,
            lines,
            line_cache: (1, 0, lines.start(2)),
            unit: Unit::default(),
            diags: Vec::new(),
            names: Names::default(),
            f: FunctionBuilder::default(),
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
        // The parts of a deep expression begin where it begins: do not go the same way again and again.
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

    /// An operator of a constant expression is where its first operand begins; elsewhere it is where the last one does.
    pub(crate) fn at_const_expr(&mut self, first: Expr<'a>) {
        if self.const_expr {
            self.at_expr(first);
        }
    }

    /// Puts the ops from index `first` on at the current line: a constant expression outside of classes has no lines of its own.
    pub(crate) fn one_line(&mut self, first: usize) {
        if let Some(lines) = self.f.lines.get_mut(first..) {
            lines.fill(self.line);
        }
    }

    // ------------------------------------------------------------------------------------------------------------------- emission

    /// Makes an operand readable by the next op. Constants are loaded.
    pub(crate) fn slot(&mut self, operand: Operand<'a>) -> Slot {
        match operand {
            Operand::K(v) => {
                let k = self.f.k(v);
                Slot { at: self.put(OpCode::LoadK, [Arg::Dst(None), Arg::Raw(k), Arg::No], 0, 0), used: true }
            }
            Operand::Var(at) => Slot { at, used: false },
            Operand::Tmp(at) => Slot { at, used: true },
            Operand::This => Slot { at: loxo_bytecode::THIS, used: false },
        }
    }

    pub(crate) fn put(&mut self, code: OpCode, args: [Arg; 3], x: u32, flags: u8) -> u32 {
        self.f.put(self.line, code, args, x, flags)
    }

    pub(crate) fn op(&mut self, code: OpCode) -> u32 {
        self.f.emit(Op::new(code), self.line)
    }

    /// `dst = code(src)`
    pub(crate) fn op1(&mut self, code: OpCode, dest: Dest, src: Operand<'a>, x: u32, flags: u8) -> Operand<'a> {
        let s = self.slot(src);
        Operand::Tmp(self.put(code, [Arg::Dst(dest), Arg::Src(s), Arg::No], x, flags))
    }

    /// `dst = code(lhs, rhs)`
    pub(crate) fn op2(&mut self, code: OpCode, dest: Dest, lhs: Operand<'a>, rhs: Operand<'a>, flags: u8) -> Operand<'a> {
        let l = self.slot(lhs);
        let r = self.slot(rhs);
        Operand::Tmp(self.put(code, [Arg::Dst(dest), Arg::Src(l), Arg::Src(r)], 0, flags))
    }

    /// The name of a variable or member as an operand: a constant where it is written out.
    pub(crate) fn named(&mut self, name: Operand<'a>) -> Named {
        match name {
            Operand::K(ConstValue::Str(name)) => Named { arg: Arg::Raw(self.str_k(&name)), written: true },
            name => Named { arg: Arg::Src(self.slot(name)), written: false },
        }
    }

    /// The op for a name that is written out, with a cache of its own, or that for a computed one.
    pub(crate) fn pick(&mut self, name: &Named, codes: [OpCode; 2]) -> (OpCode, u32) {
        (name.of(codes), if name.written { self.f.cache() } else { 0 })
    }

    /// Brings an operand into exactly the slot `dest`, or any temporary.
    pub(crate) fn load_tmp(&mut self, operand: Operand<'a>, dest: Dest) -> u32 {
        match operand {
            Operand::Tmp(t) if dest.is_none_or(|w| w == t) => t,
            Operand::K(v) => {
                let k = self.f.k(v);
                self.put(OpCode::LoadK, [Arg::Dst(dest), Arg::Raw(k), Arg::No], 0, 0)
            }
            Operand::Tmp(t) => self.put(OpCode::Move, [Arg::Dst(dest), Arg::Src(Slot { at: t, used: true }), Arg::No], 0, 0),
            Operand::Var(at) => self.put(OpCode::Copy, [Arg::Dst(dest), Arg::Src(Slot { at, used: false }), Arg::No], 0, 0),
            Operand::This => {
                let s = self.slot(Operand::This);
                self.put(OpCode::Copy, [Arg::Dst(dest), Arg::Src(s), Arg::No], 0, 0)
            }
        }
    }

    /// The value of an expression statement.
    pub(crate) fn discard(&mut self, operand: Operand<'a>) {
        if let Operand::Tmp(t) = operand {
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
