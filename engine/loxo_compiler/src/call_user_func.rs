//! `call_user_func()` and `call_user_func_array()` written outright: PHP makes real calls of them.

use loxo_bytecode::{ArgumentKind, FRAME_HEADER_SLOTS, FnFlags, LiveKind, OpCode, flag};
use loxo_syntax::ast::{Arg as AstArg, Expr};

use crate::call::{ResultUse, Started, Target};
use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};
use crate::state::names::lower;

/// The result is never a reference.
fn plain(result_use: ResultUse) -> ResultUse {
    if result_use == ResultUse::Discard { result_use } else { ResultUse::Value }
}

impl<'a> Compiler<'a> {
    pub(crate) fn call_user_func(
        &mut self,
        callee: Expr<'a>,
        args: &'a [AstArg<'a>],
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let count = args.len() as u32;
        let callee = self.expr(callee, None)?;
        let mut started = Started { win: self.f.window(count), init: None, target: Target::Unknown, line, args: None };
        self.start_user_call(&mut started, callee, 0);
        for (i, arg) in args.iter().enumerate() {
            self.arg_slot(arg.value, started.win + FRAME_HEADER_SLOTS + i as u32)?;
        }
        if let Some(init) = started.init
            && count > 0
        {
            self.f.call_site(init, vec![ArgumentKind::CallUserFunc; args.len()]);
        }
        Ok(self.finish(&started, OpCode::Call, [count, 0], count, plain(result_use), dest))
    }

    pub(crate) fn call_user_func_array(
        &mut self,
        callee: Expr<'a>,
        list: Expr<'a>,
        line: u32,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let callee = self.expr(callee, None)?;
        let args = self.f.alloc();
        let mut started = Started { win: self.f.window(0), init: None, target: Target::Unknown, line, args: Some(args) };
        self.start_user_call(&mut started, callee, 1);
        let list = self.expr(list, None)?;
        let s = self.slot(list);
        self.put(OpCode::BeginArgs, [Arg::Dst(Some(args)), Arg::No, Arg::No], 0, 0);
        self.put(OpCode::ArgsSpread, [Arg::Raw(args), Arg::Src(s), Arg::Raw(started.win)], 0, flag::BY_REF);
        let (start, end) = (self.f.def_of(args), self.f.pc());
        self.f.range(LiveKind::Tmp, args, start, end);
        Ok(self.finish_with(&started, OpCode::CallArgs, [args, 0], 0, plain(result_use), dest, flag::CONSUME_B))
    }

    fn start_user_call(&mut self, started: &mut Started, callee: Operand<'a>, array: u32) {
        if let Operand::K(ConstValue::Str(name)) = &callee
            && let name = lower(name)
            && self.opts.builtins.function(&name).is_some_and(|f| f.needs_frame)
        {
            // PHP knows the builtin while it compiles, so this is no dynamic call, which those that look at their caller refuse.
            self.f.out.flags.set(FnFlags::DYNAMIC_VARS);
            let k = self.str_k(&name);
            self.start(started, OpCode::InitFn, Arg::Raw(k), Arg::No, 0);
            return;
        }
        let s = self.slot(callee);
        self.start(started, OpCode::InitUserCall, Arg::Src(s), Arg::No, array);
    }
}
