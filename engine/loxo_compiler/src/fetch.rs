//! Reading variables, properties and elements.

use loxo_bytecode::{OpCode, flag};
use loxo_syntax::ast::Expr;

use crate::build::{Arg, Node, Want};
use crate::compiler::{CompileResult, Compiler};
use crate::place::{Base, ClassOp, Mode, Place, Step};
use crate::value::{Val, is_plain_key};

impl<'a> Compiler<'a> {
    /// The value of a variable expression.
    pub(crate) fn read_var(&mut self, e: Expr<'a>, mode: Mode, want: Want) -> CompileResult<Node<'a>> {
        let place = self.gather(e, mode)?;
        self.fetch(place, mode, want)
    }

    /// Emits the fetches of a gathered place.
    pub(crate) fn fetch(&mut self, place: Place<'a>, mode: Mode, want: Want) -> CompileResult<Node<'a>> {
        let flags = if mode == Mode::Quiet { flag::QUIET } else { 0 };
        let n = place.steps.len();
        let mut node = self.fetch_base(place.base, flags, if n == 0 { want } else { None });
        let mut steps = place.steps;
        for (i, step) in steps.drain(..).enumerate() {
            let want = if i + 1 == n { want } else { None };
            node = match step {
                Step::Dim(key) => self.fetch_dim(node, key, flags, want),
                Step::Prop(name) => self.fetch_prop(node, name, flags, want),
                Step::Append => return self.fail("Cannot use [] for reading"),
            };
        }
        self.recycle(steps);
        Ok(node)
    }

    pub(crate) fn fetch_base(&mut self, base: Base<'a>, flags: u8, want: Want) -> Node<'a> {
        match base {
            Base::Var(v) => Node::Var(v),
            Base::This => Node::This,
            Base::Value(node) => node,
            Base::Globals => Node::Tmp(self.put(OpCode::FetchGlobals, [Arg::Dst(want), Arg::No, Arg::No], 0, 0)),
            Base::VarVar(name) => self.op1(OpCode::FetchVarVar, want, name, 0, flags),
            Base::Global(name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::FetchGlobal, OpCode::FetchGlobalDyn]);
                Node::Tmp(self.put(code, [Arg::Dst(want), name.arg, Arg::No], cache, flags))
            }
            Base::Static(class, name) => self.fetch_static_prop(class, name, flags, want),
        }
    }

    fn fetch_static_prop(&mut self, class: ClassOp, name: Node<'a>, flags: u8, want: Want) -> Node<'a> {
        let name = self.named(name);
        let (code, cache) = self.pick(&name, [OpCode::FetchStaticProp, OpCode::FetchStaticPropDyn]);
        let dst = self.put(code, [Arg::Dst(want), Arg::Raw(class.bits), name.arg], cache, flags);
        self.free_class(class);
        Node::Tmp(dst)
    }

    pub(crate) fn fetch_dim(&mut self, base: Node<'a>, key: Node<'a>, mut flags: u8, want: Want) -> Node<'a> {
        if self.const_expr {
            flags |= flag::NO_OBJECT;
            return self.op2(OpCode::FetchDim, want, base, key, flags);
        }
        if let Node::K(v) = &key
            && is_plain_key(v)
        {
            let k = self.f.k(v.clone());
            let base = self.slot(base);
            return Node::Tmp(self.put(OpCode::FetchDimK, [Arg::Dst(want), Arg::Src(base), Arg::Raw(k)], 0, flags));
        }
        self.op2(OpCode::FetchDim, want, base, key, flags)
    }

    fn fetch_prop(&mut self, object: Node<'a>, name: Node<'a>, mut flags: u8, want: Want) -> Node<'a> {
        if self.const_expr {
            flags |= flag::ENUM_ONLY;
        }
        match name {
            Node::K(Val::Str(name)) if !self.const_expr => {
                let object = self.slot(object);
                let (k, cache) = (self.str_k(&name), self.f.cache());
                Node::Tmp(self.put(OpCode::FetchProp, [Arg::Dst(want), Arg::Src(object), Arg::Raw(k)], cache, flags))
            }
            name => self.op2(OpCode::FetchPropDyn, want, object, name, flags),
        }
    }
}
