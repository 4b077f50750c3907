//! Closures and arrow functions, with the variables that they capture.

use loxo_bytecode::{FnFlags, OpCode, flag};
use loxo_syntax::ast::{FunctionDecl, is_auto_global};

use crate::function::Captured;
use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileResult, text};
use crate::state::function_builder::{Arg, Dest, FunctionKind, Operand, Slot};

impl<'a> Compiler<'a> {
    pub(crate) fn closure(&mut self, decl: &'a FunctionDecl<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        self.at(decl.span);
        let line = self.line;
        let index = self.reserve_function();
        let name = self.closure_name(line);
        let dst = self.put(OpCode::MakeClosure, [Arg::Dst(dest), Arg::Raw(index), Arg::No], 0, 0);
        let kind = if decl.is_arrow { FunctionKind::Arrow } else { FunctionKind::Closure };
        let mut source = self.source_of(decl, kind, name);
        source.flags.set(FnFlags::CLOSURE);
        if decl.is_static {
            source.flags.set(FnFlags::STATIC);
        }
        if decl.is_arrow {
            source.flags.set(FnFlags::ARROW);
            let names = crate::state::captures::free_variables(decl, &mut self.mentioned);
            source.uses = names.into_iter().map(|name| Captured { name, by_ref: false, line }).collect();
        } else {
            source.uses = self.written_uses(decl)?;
        }
        if !source.uses.is_empty() {
            source.flags.set(FnFlags::CAPTURES);
        }
        for (i, &Captured { name, by_ref, line }) in source.uses.iter().enumerate() {
            self.line = line;
            let var = Slot { at: self.f.local(name), used: false };
            let flags = if by_ref {
                flag::BY_REF
            } else if decl.is_arrow {
                flag::IMPLICIT
            } else {
                0
            };
            self.put(OpCode::ClosureUse, [Arg::Raw(dst), Arg::Src(var), Arg::Raw(i as u32)], 0, flags);
        }
        let const_expr = std::mem::take(&mut self.const_expr);
        let result = self.compile_function(index, source);
        self.const_expr = const_expr;
        // As in PHP, the line is that of the closure's end from here on.
        result?;
        Ok(Operand::Tmp(dst))
    }

    fn written_uses(&mut self, decl: &'a FunctionDecl<'a>) -> CompileResult<Vec<Captured<'a>>> {
        let mut uses: Vec<Captured<'a>> = Vec::with_capacity(decl.uses.len());
        for used in decl.uses {
            let name = used.var.name;
            if name == b"this" {
                return self.fail("Cannot use $this as lexical variable");
            }
            if is_auto_global(name) {
                return self.fail("Cannot use auto-global as lexical variable");
            }
            if uses.iter().any(|used| used.name == name) {
                return self.fail(format!("Cannot use variable ${} twice", text(name)));
            }
            self.at(used.var.span);
            uses.push(Captured { name, by_ref: used.by_ref, line: self.line });
        }
        Ok(uses)
    }

    /// `{closure:A::f():12}`, `{closure:/path:12}`
    fn closure_name(&self, line: u32) -> Vec<u8> {
        // Each level repeats the names around it, which would make their sum quadratic. Nobody reads a name of this length: the next
        // level begins anew with the start of it.
        const LONGEST: usize = 1 << 12;
        const KEPT: usize = 1 << 8;
        let outer = &self.f.out.name;
        let outer = if outer.len() > LONGEST { &outer[..KEPT] } else { outer };
        let mut name = b"{closure:".to_vec();
        if outer.is_empty() {
            name.extend_from_slice(self.opts.path);
        } else if self.f.closure {
            name.extend_from_slice(outer);
        } else {
            // With what stands behind the NUL byte in the name of an anonymous class.
            if let Some(class) = &self.class {
                name.extend_from_slice(&class.decl.name);
                name.extend_from_slice(b"::");
            }
            name.extend_from_slice(outer);
            name.extend_from_slice(b"()");
        }
        name.extend_from_slice(format!(":{line}}}").as_bytes());
        name
    }
}
