//! `isset()`, `empty()`, `unset()`.

use loxo_bytecode::{OpCode, flag};
use loxo_syntax::ast::{Expr, ExprKind, UnaryOp};

use crate::build::{Arg, Node, Want};
use crate::compiler::{CompileResult, Compiler, strip};
use crate::place::{At, Base, Mode, Place, Step, is_globals, is_this, is_variable};
use crate::value::Val;

impl<'a> Compiler<'a> {
    /// One argument of `isset`, or `empty`.
    pub(crate) fn isset(&mut self, e: Expr<'a>, empty: bool, want: Want) -> CompileResult<Node<'a>> {
        if !is_variable(e) {
            if empty {
                let node = self.expr(e, None)?;
                return Ok(self.unary_node(UnaryOp::Not, node, want));
            }
            return self.fail("Cannot use isset() on the result of an expression (you can use \"null !== expression\" instead)");
        }
        if is_globals(e) {
            return Ok(Node::K(Val::Bool(!empty)));
        }
        if appends_to_globals(e) {
            return self.fail("Cannot use [] for reading");
        }
        let flags = if empty { flag::EMPTY } else { 0 };
        if is_this(e) {
            return Ok(self.isset_this(empty, want));
        }
        let checkpoint = self.f.short_circuits.len();
        let mut place = self.gather(e, Mode::Quiet)?;
        let node = match place.steps.pop() {
            None => self.isset_base(place.base, flags, want),
            Some(last) => {
                let object = self.fetch(place, Mode::Quiet, None)?;
                self.isset_step(object, last, flags, want)?
            }
        };
        self.commit_chain(checkpoint, &node, if empty { 2 } else { 1 });
        Ok(node)
    }

    fn isset_this(&mut self, empty: bool, want: Want) -> Node<'a> {
        self.f.out.flags.set(loxo_bytecode::FnFlags::USES_THIS);
        if self.f.this_ok {
            return Node::K(Val::Bool(!empty));
        }
        let t = self.put(OpCode::FetchThisOrNull, [Arg::Dst(None), Arg::No, Arg::No], 0, 0);
        let code = if empty { OpCode::Identical } else { OpCode::NotIdentical };
        self.op2(code, want, Node::Tmp(t), Node::null(), 0)
    }

    fn isset_base(&mut self, base: Base<'a>, flags: u8, want: Want) -> Node<'a> {
        match base {
            Base::Var(v) => Node::Tmp(self.put(OpCode::IssetVar, [Arg::Dst(want), Arg::Raw(v), Arg::No], 0, flags)),
            Base::VarVar(name) => self.op1(OpCode::IssetVarVar, want, name, 0, flags),
            Base::Global(name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::IssetGlobal, OpCode::IssetGlobalDyn]);
                Node::Tmp(self.put(code, [Arg::Dst(want), name.arg, Arg::No], cache, flags))
            }
            Base::Static(class, name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::IssetStaticProp, OpCode::IssetStaticPropDyn]);
                let dst = self.put(code, [Arg::Dst(want), Arg::Raw(class.bits), name.arg], cache, flags);
                self.free_class(class);
                Node::Tmp(dst)
            }
            Base::This | Base::Globals | Base::Value(_) => Node::K(Val::Bool(flags == 0)),
        }
    }

    fn isset_step(&mut self, object: Node<'a>, step: Step<'a>, flags: u8, want: Want) -> CompileResult<Node<'a>> {
        Ok(match step {
            Step::Dim(key) => self.op2(OpCode::IssetDim, want, object, key, flags),
            Step::Prop(Node::K(Val::Str(name))) => {
                let object = self.slot(object);
                let (k, cache) = (self.str_k(&name), self.f.cache());
                Node::Tmp(self.put(OpCode::IssetProp, [Arg::Dst(want), Arg::Src(object), Arg::Raw(k)], cache, flags))
            }
            Step::Prop(name) => self.op2(OpCode::IssetPropDyn, want, object, name, flags),
            Step::Append => return self.fail("Cannot use [] for reading"),
        })
    }

    pub(crate) fn unset(&mut self, e: Expr<'a>) -> CompileResult<()> {
        self.ensure_writable(e)?;
        if is_this(e) {
            return self.fail("Cannot unset $this");
        }
        if appends_to_globals(e) {
            return self.fail("Cannot use [] for unsetting");
        }
        let place = self.gather(e, Mode::Unset)?;
        self.unset_place(place)
    }

    fn unset_place(&mut self, place: Place<'a>) -> CompileResult<()> {
        if place.steps.is_empty() {
            match place.base {
                Base::Var(v) => drop(self.put(OpCode::UnsetVar, [Arg::Raw(v), Arg::No, Arg::No], 0, 0)),
                Base::VarVar(name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetVarVar, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
                }
                Base::Global(name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetGlobal, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
                }
                Base::Static(class, name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetStaticProp, [Arg::Raw(class.bits), Arg::Src(s), Arg::No], 0, 0);
                    self.free_class(class);
                }
                Base::This | Base::Globals | Base::Value(_) => return self.fail("Cannot use temporary expression in write context"),
            }
            return Ok(());
        }
        let (at, last) = self.walk_to_last(place, flag::UNSET)?;
        match last {
            Some(Step::Dim(key)) => {
                let key = self.slot(key);
                match at {
                    At::Var(v) => self.put(OpCode::UnsetDim, [Arg::Raw(v), Arg::Src(key), Arg::No], 0, 0),
                    At::Value(s) => {
                        self.lv_value(s);
                        self.put(OpCode::LvUnsetDim, [Arg::No, Arg::Src(key), Arg::No], 0, 0)
                    }
                    At::Lv => self.put(OpCode::LvUnsetDim, [Arg::No, Arg::Src(key), Arg::No], 0, 0),
                };
            }
            Some(Step::Prop(name)) => {
                let name = self.slot(name);
                match self.object_slot(at) {
                    Some(o) => self.put(OpCode::UnsetProp, [Arg::Src(o), Arg::Src(name), Arg::No], 0, 0),
                    None => self.put(OpCode::LvUnsetProp, [Arg::No, Arg::Src(name), Arg::No], 0, 0),
                };
            }
            _ => return self.fail("Cannot use [] for unsetting"),
        }
        Ok(())
    }
}

/// `$GLOBALS[]`
fn appends_to_globals(e: Expr<'_>) -> bool {
    matches!(*strip(e).kind, ExprKind::Index { base, index: None } if is_globals(base))
}
