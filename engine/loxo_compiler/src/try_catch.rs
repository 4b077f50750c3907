//! `try`, `catch` and `finally` are laid out here as php-src does it.

use loxo_bytecode::{ClassOperand, FnFlags, NONE, OpCode};
use loxo_syntax::ast::{Catch, Finally, Stmt};

use crate::state::compiler::Compiler;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Label, ScopeKind};
use crate::state::names::relative_class_of;

impl<'a> Compiler<'a> {
    pub(crate) fn try_stmt(&mut self, body: &'a [Stmt<'a>], catches: &'a [Catch<'a>], finally: Option<Finally<'a>>) -> CompileResult<()> {
        if catches.is_empty() && finally.is_none() {
            return self.fail("Cannot use try without catch or finally");
        }
        self.f.out.flags.set(FnFlags::HAS_HANDLERS);
        // A label in front of the statement must not be inside it.
        if self.f.label_here() {
            self.op(OpCode::Nop);
        }
        let pc = self.f.pc();
        let index = self.f.add_try(pc);
        let (entry, done) = (self.f.label(), self.f.label());
        // The subroutine's state, and a slot for a return value that waits for the finally block.
        let slots = finally.map(|_| self.f.alloc_n(2));
        if let Some(ret) = slots {
            self.f.out.tries[index].ret = ret;
            self.push_scope(ScopeKind::Finally { entry, ret, value: ret + 1 });
        }
        self.stmts(body)?;
        if !catches.is_empty() {
            self.jump(done);
            self.catches(index, catches, done)?;
        }
        self.f.bind(done);
        if let (Some(finally), Some(ret)) = (finally, slots) {
            self.finally(index, &finally, entry, ret)?;
        }
        Ok(())
    }

    fn catches(&mut self, index: usize, catches: &'a [Catch<'a>], done: Label) -> CompileResult<()> {
        for (i, catch) in catches.iter().enumerate() {
            let last_catch = i + 1 == catches.len();
            self.at(catch.span);
            let (body, next) = (self.f.label(), self.f.label());
            for (j, name) in catch.types.iter().enumerate() {
                let last_type = j + 1 == catch.types.len();
                if relative_class_of(name).is_some() {
                    return self.fail("Bad class name in the catch statement");
                }
                let class = self.class_name(name)?;
                if i == 0 && j == 0 {
                    self.f.out.tries[index].catch = Some(self.f.pc());
                }
                let var = match catch.var {
                    Some(var) if var.name == b"this" => return self.fail("Cannot re-assign $this"),
                    Some(var) => self.f.local(var.name),
                    None => NONE,
                };
                let other = match (last_type, last_catch) {
                    (false, _) => Some(self.f.label()),
                    (true, false) => Some(next),
                    (true, true) => None,
                };
                let (k, cache) = (self.str_k(&class), self.f.cache());
                let target = other.map_or(NONE, |l| l.0);
                let class = ClassOperand::Name(k).encode();
                self.put(OpCode::Catch, [Arg::Raw(class), Arg::Raw(var), Arg::Raw(target)], cache, 0);
                if !last_type {
                    self.jump(body);
                    if let Some(other) = other {
                        self.f.bind(other);
                    }
                }
            }
            self.f.bind(body);
            self.stmts(catch.body)?;
            if !last_catch {
                self.jump(done);
                self.f.bind(next);
            }
        }
        Ok(())
    }

    fn finally(&mut self, index: usize, finally: &Finally<'a>, entry: Label, ret: u32) -> CompileResult<()> {
        self.f.scopes.pop();
        self.push_scope(ScopeKind::InFinally { ret });
        self.at(finally.span);
        let after = self.f.label();
        self.put(OpCode::FastCall, [Arg::Raw(ret), Arg::Raw(NONE), Arg::Raw(entry.0)], 0, 0);
        self.jump(after);
        self.f.bind(entry);
        let start = self.f.pc();
        self.stmts(finally.body)?;
        let t = &mut self.f.out.tries[index];
        t.finally = Some(start);
        t.finally_end = self.f.out.code.len() as u32;
        self.put(OpCode::FastRet, [Arg::Raw(ret), Arg::No, Arg::No], index as u32, 0);
        self.f.bind(after);
        self.f.scopes.pop();
        self.f.free_n(ret, 2);
        Ok(())
    }
}
