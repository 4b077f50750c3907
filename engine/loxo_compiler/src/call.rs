//! Calls are compiled here: the callee is found, the call window is filled, the result is taken.

use loxo_bytecode::{ClassFetch, FRAME_HEADER_SLOTS, FnFlags, LiveKind, NONE, NullsafeResult, Op, OpCode, flag};
use loxo_syntax::ast::{
    Arg as AstArg, Args, Callee, ClassDecl, ClassRef, Expr, ExprKind, MemberName, Name, NameKind, first_offset, is_this, member_offset,
    strip,
};

use crate::state::compiler::{Compiler, KnownFn};
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};
use crate::state::lvalue::{ClassOp, Mode};
use crate::state::names::lower;
use crate::state::options::BuiltinFn;

/// What becomes of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultUse {
    Value,
    /// A returned reference stays one.
    Ref,
    Discard,
    /// Argument of the started call in that call window.
    ForArg(u32),
}

/// How a started call will run.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Unknown,
    User(KnownFn),
    Builtin(BuiltinFn),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    Unknown,
    Value,
    Ref,
    PreferRef,
}

impl Target {
    pub(crate) fn pass(&self, i: usize) -> Pass {
        match self {
            Target::Unknown => Pass::Unknown,
            Target::User(f) => match f.by_ref.get(i).copied().unwrap_or(f.variadic_ref) {
                true => Pass::Ref,
                false => Pass::Value,
            },
            Target::Builtin(f) => match (f.by_ref(i), f.prefer_ref) {
                (false, _) => Pass::Value,
                (true, false) => Pass::Ref,
                (true, true) => Pass::PreferRef,
            },
        }
    }
}

/// A call between its start and its end.
#[derive(Debug)]
pub(crate) struct Started {
    pub win: u32,
    /// The op that started it; `None` for calls without one.
    pub init: Option<u32>,
    pub target: Target,
    pub line: u32,
    /// List of spread or named arguments, allocated below the call window.
    pub args: Option<u32>,
}

pub(crate) fn needs_list(args: &[AstArg<'_>]) -> bool {
    args.iter().any(|a| a.spread || a.name.is_some())
}

impl<'a> Compiler<'a> {
    pub(crate) fn call_value(&mut self, e: Expr<'a>, keep_ref: bool, dest: Dest) -> CompileResult<Operand<'a>> {
        self.call(e, if keep_ref { ResultUse::Ref } else { ResultUse::Value }, dest)
    }

    pub(crate) fn call_stmt(&mut self, e: Expr<'a>) -> CompileResult<()> {
        let checkpoint = self.f.short_circuits.len();
        let operand = self.call(e, ResultUse::Discard, None)?;
        self.commit_chain(checkpoint, &Operand::null(), NullsafeResult::Null);
        self.discard(operand);
        Ok(())
    }

    pub(crate) fn call_for_reference(&mut self, e: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let checkpoint = self.f.short_circuits.len();
        let operand = self.call(e, ResultUse::Ref, dest)?;
        self.commit_chain(checkpoint, &operand, NullsafeResult::Null);
        Ok(operand)
    }

    pub(crate) fn call(&mut self, e: Expr<'a>, result_use: ResultUse, dest: Dest) -> CompileResult<Operand<'a>> {
        self.check_depth()?;
        let e = strip(e);
        match *e.kind {
            ExprKind::Call { callee: Callee::Name(name), args } => self.call_named(&name, args, result_use, dest),
            ExprKind::Call { callee: Callee::Expr(callee), args } => {
                if let Some(name) = self.written_builtin(callee) {
                    return self.call_named(&name, args, result_use, dest);
                }
                // The line of the opening parenthesis.
                let (Args::List { span, .. } | Args::Ellipsis { span }) = args;
                let line = self.line_at(span.lo);
                let operand = self.expr(callee, None)?;
                self.call_dynamic(operand, args, line, result_use, dest)
            }
            ExprKind::MethodCall { object, name, args, nullsafe } => self.call_method(object, name, args, nullsafe, result_use, dest),
            ExprKind::StaticCall { class, name, args } => self.call_static(class, name, args, result_use, dest),
            _ => self.expr(e, dest),
        }
    }

    // --------------------------------------------------------------------------------------------------------------- the callees

    /// The builtin that a literal names: `('strlen')($a)` is as good as `\strlen($a)`.
    fn written_builtin(&self, callee: Expr<'a>) -> Option<Name<'a>> {
        let ExprKind::String(text) = *strip(callee).kind else { return None };
        let text = text.strip_prefix(b"\\").unwrap_or(text);
        self.opts.builtins.function(&lower(text))?;
        Some(Name { kind: NameKind::FullyQualified, text, span: callee.span })
    }

    fn call_named(&mut self, name: &Name<'a>, args: Args<'a>, result_use: ResultUse, dest: Dest) -> CompileResult<Operand<'a>> {
        let line = self.line_at(name.span.lo);
        let resolved = self.function_name(name);
        let at_run_time = !resolved.fully && self.names.namespace.is_some();
        let lc = lower(&resolved.name);
        let global = if at_run_time { lower(name.text) } else { lc.clone() };
        let builtin = self.opts.builtins.function(&global);
        if let Args::List { args, .. } = args
            && !at_run_time
            && builtin.is_some()
            && !needs_list(args)
            && !self.known_fns.contains_key(&*lc)
            && let Some(operand) = self.call_intrinsic(&lc, args, dest)?
        {
            if result_use == ResultUse::Discard {
                self.discard(operand);
                return Ok(Operand::null());
            }
            return Ok(operand);
        }
        if builtin.is_some_and(|b| b.needs_frame) {
            self.f.out.flags.set(FnFlags::DYNAMIC_VARS);
        }
        if let Args::List { args, .. } = args {
            if *global == *b"assert" && builtin.is_some() {
                return self.assert(name, at_run_time.then(|| resolved.name.to_vec()), args, line, result_use, dest);
            }
            if let Some(operand) = self.constant_call(&lc, Args::List { args, span: name.span }, result_use)? {
                return Ok(operand);
            }
            if let Some(known) = self.known_fns.get(&*lc).cloned()
                && !needs_list(args)
            {
                return self.call_known(known, args, line, result_use, dest);
            }
            if !at_run_time && builtin.is_some() && !needs_list(args) {
                match (&*lc, args) {
                    (b"call_user_func", [callee, rest @ ..]) => return self.call_user_func(callee.value, rest, line, result_use, dest),
                    (b"call_user_func_array", [callee, list]) => {
                        return self.call_user_func_array(callee.value, list.value, line, result_use, dest);
                    }
                    _ => {}
                }
            }
            if let (false, Some(builtin)) = (at_run_time, builtin)
                && let Some(operand) = self.call_builtin(&lc, builtin, args, line, result_use, dest)?
            {
                return Ok(operand);
            }
        }
        let target = match builtin {
            Some(b) if !at_run_time => Target::Builtin(b),
            _ => Target::Unknown,
        };
        let mut started = self.window_for(args, line);
        started.target = target;
        let k = self.str_k(&resolved.name);
        if at_run_time {
            let fallback = self.str_k(name.text);
            self.start(&mut started, OpCode::InitFnNs, Arg::Raw(k), Arg::Raw(fallback), 0);
        } else {
            self.start(&mut started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
        }
        self.args_and_call(started, args, result_use, dest)
    }

    fn call_known(
        &mut self,
        f: KnownFn,
        args: &'a [AstArg<'a>],
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let result_use = match result_use {
            ResultUse::ForArg(_) if !f.returns_ref => ResultUse::Value,
            other => other,
        };
        let keeps_reference = matches!(result_use, ResultUse::Ref | ResultUse::ForArg(_)) && f.returns_ref;
        let target = Target::User(f.clone());
        if keeps_reference || self.may_refuse_reference(&target, args) {
            // Only `CallRef` keeps a reference, and only a started call knows its parameters' names.
            let list = Args::List { args, span: loxo_base::Span::default() };
            let mut started = self.window_for(list, line);
            let name = self.unit.functions[f.index as usize].name.clone();
            started.target = target;
            let k = self.str_k(&name);
            self.start(&mut started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
            return self.args_and_call(started, list, result_use, dest);
        }
        let index = f.index;
        let started = Started { win: self.f.window(args.len() as u32), init: None, target: Target::User(f), line, args: None };
        self.positional(&started, args)?;
        let count = args.len() as u32;
        Ok(self.finish(&started, OpCode::CallFn, [index, count], count, result_use, dest))
    }

    /// `None` if the call needs the long way.
    fn call_builtin(
        &mut self,
        lc: &[u8],
        f: BuiltinFn,
        args: &'a [AstArg<'a>],
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Option<Operand<'a>>> {
        let n = args.len();
        let accepted = n >= f.min_args as usize && f.max_args.is_none_or(|max| n <= max as usize);
        if !accepted || f.deprecated || needs_list(args) || !self.references_are_known(&f, args) {
            return Ok(None);
        }
        if !matches!(result_use, ResultUse::Ref)
            && let Some(v) = self.fold_builtin(lc, f, args)?
        {
            return Ok(Some(Operand::K(v)));
        }
        let started = Started { win: self.f.window(n as u32), init: None, target: Target::Builtin(f), line, args: None };
        self.positional(&started, args)?;
        let k = self.str_k(lc);
        let code = if f.needs_frame { OpCode::CallFrameBuiltin } else { OpCode::CallBuiltin };
        let result_use = if matches!(result_use, ResultUse::Discard) { ResultUse::Discard } else { ResultUse::Value };
        Ok(Some(self.finish(&started, code, [k, n as u32], n as u32, result_use, dest)))
    }

    /// What the function takes by reference are variables, so that no look at the started call is needed.
    fn references_are_known(&self, f: &BuiltinFn, args: &[AstArg<'a>]) -> bool {
        let by_reference = || args.iter().enumerate().filter(|(i, _)| f.by_ref(*i));
        let target = Target::Builtin(*f);
        by_reference().next().is_none()
            || !f.prefer_ref && !self.may_refuse_reference(&target, args) && by_reference().all(|(_, arg)| !is_this(arg.value))
    }

    /// Functions whose results PHP knows while it compiles, or while it optimizes.
    fn fold_builtin(&mut self, lc: &[u8], f: BuiltinFn, args: &'a [AstArg<'a>]) -> CompileResult<Option<ConstValue<'a>>> {
        if let [arg] = args {
            let known = match (lc, strip(arg.value).kind) {
                (b"strlen", ExprKind::String(s)) => Some(ConstValue::Int(s.len() as i64)),
                (b"chr", ExprKind::Int(i)) => Some(ConstValue::owned(vec![(i & 255) as u8])),
                (b"ord", ExprKind::String(s)) => Some(ConstValue::Int(i64::from(s.first().copied().unwrap_or(0)))),
                _ => None,
            };
            if known.is_some() {
                return Ok(known);
            }
        }
        if !f.constant || !self.opts.optimize || self.opts.keep_calls {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let Some(value) = self.fold(arg.value)? else { return Ok(None) };
            values.push(value.into_const());
        }
        Ok(self.opts.builtins.evaluate(lc, &values).map(|result| ConstValue::from_const(&result)))
    }

    pub(crate) fn call_dynamic(
        &mut self,
        callee: Operand<'a>,
        args: Args<'a>,
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let mut started = self.window_for(args, line);
        self.start_dynamic(&mut started, callee);
        self.args_and_call(started, args, result_use, dest)
    }

    fn start_dynamic(&mut self, started: &mut Started, callee: Operand<'a>) {
        // Names that stand in the code are as those without quotes: messages do not show the backslash.
        let callee = match callee {
            Operand::K(ConstValue::Str(s)) if s.starts_with(b"\\") => Operand::K(ConstValue::Str(s[1..].to_vec().into())),
            other => other,
        };
        if let Operand::K(ConstValue::Str(name)) = &callee
            && !name.contains(&b':')
            && !name.is_empty()
            && !self.opts.builtins.function(&lower(name)).is_some_and(|f| f.needs_frame)
        {
            let k = self.str_k(name);
            self.start(started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
            return;
        }
        let (s, cache) = (self.slot(callee), self.f.cache());
        self.start(started, OpCode::InitDyn, Arg::Src(s), Arg::No, cache);
    }

    fn call_method(
        &mut self,
        object: Expr<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
        nullsafe: bool,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let line = self.line_at(member_offset(&name));
        let checkpoint = self.f.short_circuits.len();
        let object = if is_this(object) {
            self.this()
        } else {
            self.at_expr(object);
            let operand = self.chain_part(object, false)?;
            if nullsafe {
                match self.nullsafe(operand, Mode::Read) {
                    crate::state::lvalue::Base::Var(v) => Operand::Var(v),
                    crate::state::lvalue::Base::Value(operand) => operand,
                    _ => Operand::This,
                }
            } else {
                operand
            }
        };
        let name = self.member_name_here(name)?;
        if matches!(args, Args::Ellipsis { .. }) && self.f.short_circuits.len() != checkpoint {
            return self.fail("Cannot combine nullsafe operator with Closure creation");
        }
        let mut started = self.window_for(args, line);
        match name {
            Operand::K(ConstValue::Str(name)) => {
                let object = self.slot(object);
                let (k, cache) = (self.str_k(&name), self.f.cache());
                self.start(&mut started, OpCode::InitMethod, Arg::Src(object), Arg::Raw(k), cache);
            }
            Operand::K(_) => return self.fail("Method name must be a string"),
            name => {
                let object = self.slot(object);
                let name = self.slot(name);
                self.start(&mut started, OpCode::InitMethodDyn, Arg::Src(object), Arg::Src(name), 0);
            }
        }
        self.args_and_call(started, args, result_use, dest)
    }

    fn call_static(
        &mut self,
        class: ClassRef<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        if let Some(operand) = self.call_parent_hook(class, name, args, result_use, dest)? {
            return Ok(operand);
        }
        if let Some(operand) = self.constant_static_call(class, name, args, result_use)? {
            return Ok(operand);
        }
        let line = self.line_at(member_offset(&name));
        let class = self.class_operand(class)?;
        let name = self.member_name_here(name)?;
        let mut started = self.window_for(args, line);
        match name {
            Operand::K(ConstValue::Str(name)) => {
                let (k, cache) = (self.str_k(&name), self.f.cache());
                self.start(&mut started, OpCode::InitStaticCall, Arg::Raw(class.bits), Arg::Raw(k), cache);
            }
            Operand::K(_) => return self.fail("Method name must be a string"),
            name => {
                let name = self.slot(name);
                self.start(&mut started, OpCode::InitStaticCallDyn, Arg::Raw(class.bits), Arg::Src(name), 0);
            }
        }
        self.release_class(class);
        self.args_and_call(started, args, result_use, dest)
    }

    /// A class temporary below a call window stays reserved until that goes; that is harmless, so only mark it free.
    fn release_class(&mut self, class: ClassOp) {
        self.free_class(class);
    }

    // ------------------------------------------------------------------------------------------------------------------- the call

    pub(crate) fn window_for(&mut self, args: Args<'a>, line: u32) -> Started {
        let (count, list) = match args {
            Args::List { args, .. } if needs_list(args) => (0, true),
            Args::List { args, .. } => (args.len() as u32, false),
            Args::Ellipsis { .. } => (0, false),
        };
        let args = list.then(|| self.f.alloc());
        Started { win: self.f.window(count), init: None, target: Target::Unknown, line, args }
    }

    pub(crate) fn start(&mut self, started: &mut Started, code: OpCode, b: Arg, c: Arg, x: u32) {
        self.put(code, [Arg::Raw(started.win), b, c], x, 0);
        started.init = Some(self.f.pc() - 1);
    }

    pub(crate) fn args_and_call(
        &mut self,
        started: Started,
        args: Args<'a>,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let Args::List { args, .. } = args else {
            return Ok(self.make_callable(&started, dest));
        };
        if let Some(list) = started.args {
            self.list_arguments(&started, list, args)?;
            let end = self.f.pc();
            let start = self.f.def_of(list);
            self.f.range(LiveKind::Tmp, list, start, end);
            let flags = if matches!(result_use, ResultUse::Ref | ResultUse::ForArg(_)) { flag::KEEP } else { 0 };
            let operand = self.finish_with(&started, OpCode::CallArgs, [list, 0], 0, result_use, dest, flags | flag::CONSUME_B);
            return Ok(operand);
        }
        self.positional(&started, args)?;
        let count = args.len() as u32;
        Ok(match result_use {
            ResultUse::Ref => self.finish(&started, OpCode::CallRef, [count, 0], count, result_use, dest),
            ResultUse::ForArg(outer) => self.finish(&started, OpCode::CallForArg, [count, outer], count, result_use, dest),
            _ => self.finish(&started, OpCode::Call, [count, 0], count, result_use, dest),
        })
    }

    fn make_callable(&mut self, started: &Started, dest: Dest) -> Operand<'a> {
        let end = self.f.pc();
        if let Some(init) = started.init {
            self.f.range(LiveKind::Call, started.win, init, end);
        }
        self.f.free_n(started.win, FRAME_HEADER_SLOTS);
        Operand::Tmp(self.put(OpCode::MakeCallable, [Arg::Dst(dest), Arg::Raw(started.win), Arg::No], 0, 0))
    }

    pub(crate) fn finish(
        &mut self,
        started: &Started,
        code: OpCode,
        bc: [u32; 2],
        count: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> Operand<'a> {
        self.finish_with(started, code, bc, count, result_use, dest, 0)
    }

    /// Emits the op that runs the call and releases its call window.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn finish_with(
        &mut self,
        started: &Started,
        code: OpCode,
        bc: [u32; 2],
        count: u32,
        result_use: ResultUse,
        dest: Dest,
        flags: u8,
    ) -> Operand<'a> {
        let pc = self.f.pc();
        let win = started.win;
        for i in 0..count {
            let slot = win + FRAME_HEADER_SLOTS + i;
            let start = self.f.def_of(slot);
            self.f.range(LiveKind::Tmp, slot, start, pc);
        }
        if let Some(init) = started.init {
            self.f.range(LiveKind::Call, win, init, pc);
        }
        self.f.free_n(win, FRAME_HEADER_SLOTS + count);
        if let Some(list) = started.args {
            self.f.free(list);
        }
        let mut op = Op { code, flags, a: win, b: bc[0], c: bc[1], x: NONE };
        let operand = if result_use == ResultUse::Discard {
            op.flags |= flag::DISCARD;
            Operand::null()
        } else {
            let dst = dest.unwrap_or_else(|| self.f.alloc());
            self.f.define(dst, pc);
            op.x = dst;
            Operand::Tmp(dst)
        };
        self.f.emit(op, started.line);
        operand
    }

    // ------------------------------------------------------------------------------------------------------------------------ new

    pub(crate) fn new_object(&mut self, e: Expr<'a>, class: ClassRef<'a>, args: Args<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let line = self.line_at(first_offset(e));
        let class = self.class_operand_ex(class, ClassFetch::New, false)?;
        self.construct(class, args, line, dest)
    }

    pub(crate) fn new_anonymous(&mut self, e: Expr<'a>, decl: &'a ClassDecl<'a>, args: Args<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let line = self.line_at(e.span.lo);
        let index = self.anonymous_class(decl)?;
        self.line = line;
        let cache = self.f.cache();
        let tmp = self.put(OpCode::NewAnonClass, [Arg::Dst(None), Arg::Raw(index), Arg::No], cache, 0);
        let class = ClassOp { bits: loxo_bytecode::ClassOperand::Slot(tmp).encode(), tmp: Some(tmp) };
        self.construct(class, args, line, dest)
    }

    fn construct(&mut self, class: ClassOp, args: Args<'a>, line: u32, dest: Dest) -> CompileResult<Operand<'a>> {
        if matches!(args, Args::Ellipsis { .. }) {
            return self.fail("Cannot create Closure for new expression");
        }
        let dst = dest.unwrap_or_else(|| self.f.alloc());
        let mut started = self.window_for(args, line);
        let cache = self.f.cache();
        let flags = if self.const_expr { flag::QUIET } else { 0 };
        self.put(OpCode::New, [Arg::Dst(Some(dst)), Arg::Raw(class.bits), Arg::Raw(started.win)], cache, flags);
        let new_pc = self.f.pc() - 1;
        started.init = Some(new_pc);
        self.free_class(class);
        let skip = self.f.label();
        if matches!(args, Args::List { args: [], .. }) {
            self.put(OpCode::JumpIfNoConstructor, [Arg::Raw(started.win), Arg::No, Arg::Raw(skip.0)], 0, 0);
        }
        self.args_and_call(started, args, ResultUse::Discard, None)?;
        let call_pc = self.f.pc() - 1;
        if let Some(op) = self.f.out.code.last_mut() {
            op.flags &= !flag::DISCARD;
        }
        self.f.range(LiveKind::New, dst, new_pc, call_pc + 1);
        self.f.define(dst, call_pc);
        self.f.bind(skip);
        Ok(Operand::Tmp(dst))
    }

    // ----------------------------------------------------------------------------------------------------------- calls in disguise

    /// 8.5's `value |> callable`.
    pub(crate) fn pipe(&mut self, l: Expr<'a>, r: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let value = self.expr(l, None)?;
        let value = Operand::Tmp(self.load_tmp(value, None));
        let line = self.expr_line(r);
        let callee = self.expr(r, None)?;
        let mut started = Started { win: self.f.window(1), init: None, target: Target::Unknown, line, args: None };
        self.start_dynamic(&mut started, callee);
        let slot = started.win + FRAME_HEADER_SLOTS;
        self.load_tmp(value, Some(slot));
        if let Some(init) = started.init {
            self.f.call_site(init, vec![loxo_bytecode::ArgumentKind::Value]);
        }
        Ok(self.finish(&started, OpCode::Call, [1, 0], 1, ResultUse::Value, dest))
    }

    pub(crate) fn shell_exec(&mut self, parts: &'a [Expr<'a>], dest: Dest) -> CompileResult<Operand<'a>> {
        let line = self.line;
        let f = self.opts.builtins.function(b"shell_exec").unwrap_or_default();
        let started = Started { win: self.f.window(1), init: None, target: Target::Builtin(f), line, args: None };
        let slot = started.win + FRAME_HEADER_SLOTS;
        let operand = self.interpolated(parts, Some(slot))?;
        self.load_tmp(operand, Some(slot));
        let k = self.str_k(b"shell_exec");
        Ok(self.finish(&started, OpCode::CallBuiltin, [k, 1], 1, ResultUse::Value, dest))
    }

    pub(crate) fn exit(&mut self, args: Option<Args<'a>>) -> CompileResult<Operand<'a>> {
        let status = match args {
            None | Some(Args::List { args: [], .. }) => None,
            // What is an integer or a string needs no coercion, and so no call of the function.
            Some(Args::List { args: [arg], .. })
                if !arg.spread
                    && arg.name.is_none_or(|n| n.name == b"status")
                    && matches!(arg.value.kind, ExprKind::Int(_) | ExprKind::String(_) | ExprKind::Interpolated(_)) =>
            {
                Some(arg.value)
            }
            Some(args) => {
                let line = self.line;
                let mut started = self.window_for(args, line);
                let k = self.str_k(b"exit");
                self.start(&mut started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
                return self.args_and_call(started, args, ResultUse::Value, None);
            }
        };
        let src = match status {
            None => Arg::Raw(NONE),
            Some(e) => {
                let operand = self.expr(e, None)?;
                Arg::Src(self.slot(operand))
            }
        };
        self.put(OpCode::Exit, [src, Arg::No, Arg::No], 0, 0);
        Ok(Operand::null())
    }

    fn assert(
        &mut self,
        name: &Name<'a>,
        namespaced: Option<Vec<u8>>,
        args: &'a [AstArg<'a>],
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        if self.opts.assertions < 0 {
            return Ok(Operand::K(ConstValue::Bool(true)));
        }
        let end = self.f.label();
        let dst = if result_use == ResultUse::Discard { NONE } else { dest.unwrap_or_else(|| self.f.alloc()) };
        self.put(OpCode::AssertCheck, [Arg::Raw(dst), Arg::No, Arg::Raw(end.0)], 0, 0);
        let message = match args {
            [only] if !only.spread => Some(crate::pretty::assertion(only.name.map(|n| n.name), only.value)),
            _ => None,
        };
        let list = needs_list(args);
        let count = args.len() as u32 + u32::from(message.is_some());
        let args_slot = list.then(|| self.f.alloc());
        let win = self.f.window(if list { 0 } else { count });
        let mut started = Started { win, init: None, target: Target::Unknown, line, args: args_slot };
        match namespaced {
            Some(full) => {
                let (k, fallback) = (self.str_k(&full), self.str_k(name.text));
                self.start(&mut started, OpCode::InitFnNs, Arg::Raw(k), Arg::Raw(fallback), 0);
            }
            None => {
                let k = self.str_k(b"assert");
                self.start(&mut started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
            }
        }
        let dest = if dst == NONE { None } else { Some(dst) };
        let operand = if let Some(list) = args_slot {
            self.list_arguments(&started, list, args)?;
            if let Some(text) = message {
                let s = self.slot(Operand::K(ConstValue::owned(text)));
                let k = self.str_k(b"description");
                self.put(OpCode::ArgsNamed, [Arg::Raw(list), Arg::Raw(k), Arg::Src(s)], started.win, 0);
            }
            let (start, pc) = (self.f.def_of(list), self.f.pc());
            self.f.range(LiveKind::Tmp, list, start, pc);
            self.finish_with(&started, OpCode::CallArgs, [list, 0], 0, result_use, dest, flag::CONSUME_B)
        } else {
            self.positional(&started, args)?;
            if let Some(text) = message {
                let slot = started.win + FRAME_HEADER_SLOTS + args.len() as u32;
                self.load_tmp(Operand::K(ConstValue::owned(text)), Some(slot));
            }
            self.finish(
                &started,
                OpCode::Call,
                [count, 0],
                count,
                if result_use == ResultUse::Discard { result_use } else { ResultUse::Value },
                dest,
            )
        };
        self.f.bind(end);
        Ok(if dst == NONE { Operand::null() } else { operand })
    }

    /// A value in an argument slot.
    pub(crate) fn arg_slot(&mut self, e: Expr<'a>, slot: u32) -> CompileResult<()> {
        let operand = self.expr(e, Some(slot))?;
        self.load_tmp(operand, Some(slot));
        Ok(())
    }
}
