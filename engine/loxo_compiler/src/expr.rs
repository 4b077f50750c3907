//! Compiles expressions that have no module of their own; the entry for all of them is [`Compiler::expr`].

use loxo_bytecode::{
    ClassFetch, ClassOperand, Const, ConstKey, IncludeKind as IncludeOp, LiveKind, NONE, NullsafeResult, OpCode, RefNoticeKind, flag,
};
use loxo_syntax::ast::{
    ArrayItem, ArraySyntax, BinaryOp, CastKind, ClassRef, Expr, ExprKind, IncludeKind, MemberName, Name, UnaryOp, is_variable, strip,
};

use crate::assign::Use;
use crate::state::compiler::Compiler;
use crate::state::const_value::{self, ArrayItems, ConstValue, array_key};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand, Slot};
use crate::state::lvalue::Mode;
use crate::state::names::relative_class_of;

impl<'a> Compiler<'a> {
    /// Compiles an expression whose value is wanted, if it is a temporary, preferably in the slot `dest`.
    pub(crate) fn expr(&mut self, e: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        self.check_depth()?;
        self.at_expr(e);
        match *e.kind {
            ExprKind::Int(i) => Ok(Operand::K(ConstValue::Int(i))),
            ExprKind::Float(x) => Ok(Operand::K(ConstValue::Float(x))),
            ExprKind::String(s) => Ok(Operand::str(s)),
            ExprKind::Paren(inner) => self.expr(inner, dest),
            ExprKind::Variable(_)
            | ExprKind::VariableVariable(_)
            | ExprKind::Index { .. }
            | ExprKind::Property { .. }
            | ExprKind::StaticProperty { .. }
            | ExprKind::MethodCall { .. }
            | ExprKind::StaticCall { .. } => {
                let checkpoint = self.f.short_circuits.len();
                let operand = self.chain_part_to(e, false, dest)?;
                self.commit_chain(checkpoint, &operand, NullsafeResult::Null);
                Ok(operand)
            }
            ExprKind::Call { .. } => self.chain_part_to(e, false, dest),
            ExprKind::Interpolated(parts) => self.interpolated(parts, dest),
            ExprKind::ShellExec(parts) => self.shell_exec(parts, dest),
            ExprKind::Array { items, syntax } => self.array(e, items, syntax, dest),
            ExprKind::ClassConst { class, name } => self.class_const(class, name, dest),
            ExprKind::Const(name) => self.constant(&name, dest),
            ExprKind::Magic(kind) => self.magic(kind, e.span, dest),
            ExprKind::New { class, args } => self.new_object(e, class, args, dest),
            ExprKind::NewAnonymous { decl, args } => self.new_anonymous(e, decl, args, dest),
            ExprKind::Clone { object, with } => self.clone_object(object, with, dest),
            ExprKind::Unary { op, operand: of } => {
                let operand = self.expr(of, None)?;
                self.at_const_expr(of);
                Ok(match op {
                    UnaryOp::Plus if self.const_expr => self.binary_operands(BinaryOp::Add, Operand::K(ConstValue::Int(0)), operand, dest),
                    UnaryOp::Minus if self.const_expr => {
                        self.binary_operands(BinaryOp::Mul, Operand::K(ConstValue::Int(-1)), operand, dest)
                    }
                    op => self.unary_operand(op, operand, dest),
                })
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs, dest),
            ExprKind::And(l, r) => self.short_circuit(l, r, true, dest),
            ExprKind::Or(l, r) => self.short_circuit(l, r, false, dest),
            ExprKind::Coalesce(l, r) => self.coalesce(l, r, dest),
            ExprKind::Ternary { cond, then, otherwise } => self.ternary(cond, then, otherwise, dest),
            ExprKind::Pipe(l, r) => self.pipe(l, r, dest),
            ExprKind::Assign { target, value } => self.assign(target, value, Use::Yes(dest)),
            ExprKind::AssignRef { target, value } => self.assign_ref(target, value, Use::Yes(dest)),
            ExprKind::AssignOp { op, target, value } => self.assign_compound(op, target, value, Use::Yes(dest)),
            ExprKind::AssignCoalesce { target, value } => self.assign_coalesce(target, value, Use::Yes(dest)),
            ExprKind::IncDec { target, increment, prefix } => self.inc_dec(target, increment, prefix, Use::Yes(dest)),
            ExprKind::Cast { kind, operand } => self.cast(kind, operand, dest),
            ExprKind::InstanceOf { object, class } => self.instance_of(object, class, dest),
            ExprKind::Silence(inner) => self.silence(inner, dest),
            ExprKind::Isset(vars) => self.isset_all(vars, dest),
            ExprKind::Empty(inner) => self.isset(inner, true, dest),
            ExprKind::Print(inner) => {
                self.echo(inner)?;
                Ok(Operand::K(ConstValue::Int(1)))
            }
            ExprKind::Exit(args) => self.exit(args),
            ExprKind::Include { kind, path } => self.include(include_kind(kind), path, dest),
            ExprKind::Eval(code) => self.include(IncludeOp::Eval, code, dest),
            ExprKind::Throw(inner) => self.throw(inner),
            ExprKind::Closure(decl) => self.closure(decl, dest),
            ExprKind::Match { subject, arms } => self.match_expr(subject, arms, dest),
            ExprKind::Yield { key, value } => self.yield_expr(key, value, dest),
            ExprKind::YieldFrom(inner) => self.yield_from(inner, dest),
        }
    }

    /// An expression whose value nobody wants.
    pub(crate) fn expr_stmt(&mut self, e: Expr<'a>) -> CompileResult<()> {
        self.check_depth()?;
        let e = strip(e);
        self.at_expr(e);
        match *e.kind {
            ExprKind::Assign { target, value } => self.assign(target, value, Use::No).map(drop),
            ExprKind::AssignRef { target, value } => self.assign_ref(target, value, Use::No).map(drop),
            ExprKind::AssignOp { op, target, value } => self.assign_compound(op, target, value, Use::No).map(drop),
            ExprKind::AssignCoalesce { target, value } => self.assign_coalesce(target, value, Use::No).map(drop),
            ExprKind::IncDec { target, increment, prefix } => self.inc_dec(target, increment, prefix, Use::No).map(drop),
            ExprKind::Call { .. } | ExprKind::MethodCall { .. } | ExprKind::StaticCall { .. } => self.call_stmt(e),
            ExprKind::And(l, r) | ExprKind::Or(l, r) => {
                let and = matches!(e.kind, ExprKind::And(..));
                let end = self.f.label();
                let decided = self.cond_jump(l, end, !and)?;
                if decided != Some(!and) {
                    self.expr_quiet(r)?;
                }
                self.f.bind(end);
                Ok(())
            }
            _ => {
                let operand = self.expr(e, None)?;
                self.discard(operand);
                Ok(())
            }
        }
    }

    /// As `expr_stmt`, but a call's result counts as used.
    fn expr_quiet(&mut self, e: Expr<'a>) -> CompileResult<()> {
        match strip(e).kind {
            ExprKind::Call { .. } | ExprKind::MethodCall { .. } | ExprKind::StaticCall { .. } => {
                let operand = self.expr(e, None)?;
                self.discard(operand);
                Ok(())
            }
            _ => self.expr_stmt(e),
        }
    }

    /// A variable or call inside a longer chain: `?->` in it leads to the end of that chain.
    pub(crate) fn chain_part(&mut self, e: Expr<'a>, keep_ref: bool) -> CompileResult<Operand<'a>> {
        self.chain_part_to(e, keep_ref, None)
    }

    fn chain_part_to(&mut self, e: Expr<'a>, keep_ref: bool, dest: Dest) -> CompileResult<Operand<'a>> {
        let e = strip(e);
        match e.kind {
            ExprKind::Call { .. } | ExprKind::MethodCall { .. } | ExprKind::StaticCall { .. } => self.call_value(e, keep_ref, dest),
            _ if is_variable(e) => self.read_var(e, Mode::Read, dest),
            _ => self.expr(e, dest),
        }
    }

    /// The end of a chain: where its `?->` lead to.
    pub(crate) fn commit_chain(&mut self, checkpoint: usize, result: &Operand<'a>, early: NullsafeResult) {
        if self.f.short_circuits.len() == checkpoint {
            return;
        }
        let label = self.f.here();
        let dst = if let Operand::Tmp(t) = *result { t } else { NONE };
        for pc in self.f.short_circuits.split_off(checkpoint) {
            let op = &mut self.f.out.code[pc as usize];
            op.b = dst;
            op.c = label.0;
            op.x = early.encode();
        }
    }

    // ------------------------------------------------------------------------------------------------------------------ operators

    pub(crate) fn unary_operand(&mut self, op: UnaryOp, operand: Operand<'a>, dest: Dest) -> Operand<'a> {
        if let Operand::K(v) = &operand
            && let Some(v) = const_value::unary(op, v)
        {
            return Operand::K(v);
        }
        let code = match op {
            UnaryOp::Plus => OpCode::Plus,
            UnaryOp::Minus => OpCode::Neg,
            UnaryOp::Not => OpCode::Not,
            UnaryOp::BitNot => OpCode::BitNot,
        };
        self.op1(code, dest, operand, 0, 0)
    }

    fn binary(&mut self, op: BinaryOp, lhs: Expr<'a>, rhs: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        if op == BinaryOp::Concat {
            return self.concat(lhs, rhs, dest);
        }
        if !matches!(strip(lhs).kind, ExprKind::Binary { .. }) {
            let left = self.expr(lhs, None)?;
            let right = self.expr(rhs, None)?;
            self.at_const_expr(lhs);
            return Ok(self.binary_operands(op, left, right, dest));
        }
        // Long chains lean to the left: follow them without recursion.
        let mut chain = vec![(op, rhs)];
        let mut first = lhs;
        while let ExprKind::Binary { op, lhs, rhs } = *strip(first).kind {
            if op == BinaryOp::Concat {
                break;
            }
            chain.push((op, rhs));
            first = lhs;
        }
        let mut left = self.expr(first, None)?;
        while let Some((op, rhs)) = chain.pop() {
            let right = self.expr(rhs, None)?;
            let dest = if chain.is_empty() { dest } else { None };
            self.at_const_expr(first);
            left = self.binary_operands(op, left, right, dest);
        }
        Ok(left)
    }

    pub(crate) fn binary_operands(&mut self, op: BinaryOp, l: Operand<'a>, r: Operand<'a>, dest: Dest) -> Operand<'a> {
        if let (Operand::K(a), Operand::K(b)) = (&l, &r)
            && let Some(v) = const_value::binary(op, a, b)
        {
            return Operand::K(v);
        }
        use BinaryOp as B;
        // PHP's compiler turns these round too, which errors show: variables stand first, then temporaries, then constants.
        let swaps = matches!(op, B::Mul | B::BitAnd | B::BitOr | B::BitXor)
            && matches!((&l, &r), (Operand::K(_), Operand::Tmp(_) | Operand::Var(_)) | (Operand::Tmp(_), Operand::Var(_)));
        let (l, r) = if swaps { (r, l) } else { (l, r) };
        if let Operand::K(ConstValue::Int(i)) = r
            && let Some((code, imm)) = immediate(op, i)
        {
            let l = self.slot(l);
            return Operand::Tmp(self.put(code, [Arg::Dst(dest), Arg::Src(l), Arg::Raw(imm)], 0, 0));
        }
        if let (Operand::K(ConstValue::Int(i)), B::Add) = (&l, op)
            && let Some((code, imm)) = immediate(op, *i)
        {
            let r = self.slot(r);
            return Operand::Tmp(self.put(code, [Arg::Dst(dest), Arg::Src(r), Arg::Raw(imm)], 0, flag::SWAPPED));
        }
        if matches!(op, B::Equal | B::NotEqual) {
            let negate = |b: bool| if b == (op == B::Equal) { OpCode::ToBool } else { OpCode::Not };
            match (&l, &r) {
                (Operand::K(ConstValue::Bool(b)), _) => return self.op1(negate(*b), dest, r, 0, 0),
                (_, Operand::K(ConstValue::Bool(b))) => return self.op1(negate(*b), dest, l, 0, 0),
                _ => {}
            }
        }
        let code = match op {
            B::Add => OpCode::Add,
            B::Sub => OpCode::Sub,
            B::Mul => OpCode::Mul,
            B::Div => OpCode::Div,
            B::Mod => OpCode::Mod,
            B::Pow => OpCode::Pow,
            B::Concat => OpCode::Concat,
            B::BitAnd => OpCode::BitAnd,
            B::BitOr => OpCode::BitOr,
            B::BitXor => OpCode::BitXor,
            B::Shl => OpCode::Shl,
            B::Shr => OpCode::Shr,
            B::LogicalXor => OpCode::LogicalXor,
            B::Equal => OpCode::Equal,
            B::NotEqual => OpCode::NotEqual,
            B::Identical => OpCode::Identical,
            B::NotIdentical => OpCode::NotIdentical,
            B::Less => OpCode::Less,
            B::LessEqual => OpCode::LessEqual,
            B::Spaceship => OpCode::Spaceship,
            B::Greater => return self.op2(OpCode::Less, dest, r, l, 0),
            B::GreaterEqual => return self.op2(OpCode::LessEqual, dest, r, l, 0),
        };
        self.op2(code, dest, l, r, 0)
    }

    pub(crate) fn cast(&mut self, kind: CastKind, operand: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let operand = self.expr(operand, None)?;
        let code = match kind {
            CastKind::Int => OpCode::CastInt,
            CastKind::Float => OpCode::CastFloat,
            CastKind::String => OpCode::CastString,
            CastKind::Array => OpCode::CastArray,
            CastKind::Object => OpCode::CastObject,
            CastKind::Bool => {
                if let Operand::K(v) = &operand {
                    return Ok(Operand::K(ConstValue::Bool(v.truthy())));
                }
                OpCode::ToBool
            }
            CastKind::Unset => return self.fail("The (unset) cast is no longer supported"),
        };
        Ok(self.op1(code, dest, operand, 0, 0))
    }

    fn instance_of(&mut self, object: Expr<'a>, class: ClassRef<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let object = self.expr(object, None)?;
        if object.as_const().is_some() {
            return Ok(Operand::K(ConstValue::Bool(false)));
        }
        let class = self.class_operand_ex(class, ClassFetch::InstanceOf, false)?;
        let s = self.slot(object);
        let cache = self.f.cache();
        let dst = self.put(OpCode::InstanceOf, [Arg::Dst(dest), Arg::Src(s), Arg::Raw(class.bits)], cache, 0);
        self.free_class(class);
        Ok(Operand::Tmp(dst))
    }

    fn silence(&mut self, inner: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let saved = self.put(OpCode::BeginSilence, [Arg::Dst(None), Arg::No, Arg::No], 0, 0);
        let start = self.f.pc() - 1;
        let mut operand = self.expr(inner, dest)?;
        if let Operand::Var(_) = operand {
            operand = Operand::Tmp(self.load_tmp(operand, dest));
        }
        self.put(OpCode::EndSilence, [Arg::Raw(saved), Arg::No, Arg::No], 0, 0);
        let end = self.f.pc() - 1;
        self.f.range(LiveKind::Silence, saved, start, end);
        self.f.free(saved);
        Ok(operand)
    }

    fn isset_all(&mut self, vars: &'a [Expr<'a>], dest: Dest) -> CompileResult<Operand<'a>> {
        let [first, rest @ ..] = vars else { return Ok(Operand::K(ConstValue::Bool(true))) };
        if rest.is_empty() {
            return self.isset(*first, false, dest);
        }
        let end = self.f.label();
        let dst = dest.unwrap_or_else(|| self.f.alloc());
        for (i, &e) in vars.iter().enumerate() {
            let operand = self.isset(e, false, Some(dst))?;
            let t = self.load_tmp(operand, Some(dst));
            if i + 1 < vars.len() {
                let s = Slot { at: t, used: true };
                self.put(OpCode::JumpIfNotKeep, [Arg::Dst(Some(dst)), Arg::Src(s), Arg::Raw(end.0)], 0, 0);
            }
        }
        self.f.bind(end);
        Ok(Operand::Tmp(dst))
    }

    fn include(&mut self, kind: IncludeOp, path: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        self.f.out.flags.set(loxo_bytecode::FnFlags::DYNAMIC_VARS);
        let path = self.expr(path, None)?;
        Ok(self.op1(OpCode::Include, dest, path, kind.encode(), 0))
    }

    fn throw(&mut self, inner: Expr<'a>) -> CompileResult<Operand<'a>> {
        let operand = self.expr(inner, None)?;
        let s = self.slot(operand);
        self.put(OpCode::Throw, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        Ok(Operand::K(ConstValue::Bool(true)))
    }

    pub(crate) fn echo(&mut self, e: Expr<'a>) -> CompileResult<()> {
        let operand = self.expr(e, None)?;
        // How a float is written depends on `precision`, and `echo` asks for it each time.
        if let Operand::K(v) = &operand
            && !matches!(v, ConstValue::Float(_))
            && let Some(s) = v.to_bytes()
        {
            let k = self.str_k(&s);
            self.put(OpCode::EchoK, [Arg::Raw(k), Arg::No, Arg::No], 0, 0);
            return Ok(());
        }
        let s = self.slot(operand);
        self.put(OpCode::Echo, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        Ok(())
    }

    fn clone_object(&mut self, object: Expr<'a>, with: Option<Expr<'a>>, dest: Dest) -> CompileResult<Operand<'a>> {
        let object = self.expr(object, None)?;
        let with = with.map(|with| self.expr(with, None)).transpose()?;
        let s = self.slot(object);
        let with = match with {
            Some(operand) => Arg::Src(self.slot(operand)),
            None => Arg::Raw(NONE),
        };
        Ok(Operand::Tmp(self.put(OpCode::Clone, [Arg::Dst(dest), Arg::Src(s), with], 0, 0)))
    }

    // ------------------------------------------------------------------------------------------------------------------ constants

    pub(crate) fn constant(&mut self, name: &Name<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        if let Some(v) = self.const_value(name) {
            return Ok(Operand::K(v));
        }
        let resolved = self.const_name(name);
        let (k, cache) = (self.str_k(&resolved.name), self.f.cache());
        let dst = if resolved.fully || self.names.namespace.is_none() {
            self.put(OpCode::FetchConst, [Arg::Dst(dest), Arg::Raw(k), Arg::No], cache, 0)
        } else {
            let fallback = self.str_k(name.text);
            self.put(OpCode::FetchConstNs, [Arg::Dst(dest), Arg::Raw(k), Arg::Raw(fallback)], cache, 0)
        };
        Ok(Operand::Tmp(dst))
    }

    pub(crate) fn class_const(&mut self, class: ClassRef<'a>, name: MemberName<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        if let MemberName::Ident(ident) = name
            && ident.name.eq_ignore_ascii_case(b"class")
        {
            return self.class_name_const(class, dest);
        }
        if let (ClassRef::Name(class), MemberName::Ident(ident)) = (class, name)
            && let Some(v) = self.own_class_const(&class, ident.name)
        {
            return Ok(Operand::K(v));
        }
        let class = self.class_operand_ex(class, ClassFetch::Required, false)?;
        let name = self.member_name_here(name)?;
        let dst = match name {
            // `{'class'}` is no constant's name either.
            Operand::K(ConstValue::Str(name)) if !name.eq_ignore_ascii_case(b"class") => {
                let (k, cache) = (self.str_k(&name), self.f.cache());
                self.put(OpCode::FetchClassConst, [Arg::Dst(dest), Arg::Raw(class.bits), Arg::Raw(k)], cache, 0)
            }
            name => {
                let s = self.slot(name);
                self.put(OpCode::FetchClassConstDyn, [Arg::Dst(dest), Arg::Raw(class.bits), Arg::Src(s)], 0, 0)
            }
        };
        self.free_class(class);
        Ok(Operand::Tmp(dst))
    }

    fn class_name_const(&mut self, class: ClassRef<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        if let ClassRef::Name(name) = class {
            if let Some(v) = self.try_class_name(&name)? {
                return Ok(Operand::K(v));
            }
            let bits = match relative_class_of(&name) {
                Some(s) => self.relative_class_operand(s)?.bits,
                None => ClassOperand::SelfClass.encode(),
            };
            let dst = self.put(OpCode::FetchClassName, [Arg::Dst(dest), Arg::Raw(bits), Arg::No], 0, 0);
            return Ok(Operand::Tmp(dst));
        }
        let ClassRef::Expr(e) = class else { return Ok(Operand::null()) };
        if matches!(strip(e).kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return self.fail("Illegal class name");
        }
        let operand = self.expr(e, None)?;
        if let Operand::K(v) = &operand {
            return self.fail(format!("Cannot use \"::class\" on {}", v.value_name()));
        }
        Ok(self.op1(OpCode::FetchObjectClass, dest, operand, 0, 0))
    }

    // --------------------------------------------------------------------------------------------------------------------- arrays

    fn array(&mut self, e: Expr<'a>, items: &'a [Option<ArrayItem<'a>>], syntax: ArraySyntax, dest: Dest) -> CompileResult<Operand<'a>> {
        if syntax == ArraySyntax::List {
            return self.fail("Cannot use list() as standalone expression");
        }
        if let Some(v) = self.fold(e)? {
            return Ok(Operand::K(v));
        }
        // Made before its first element is evaluated: PHP makes it after, which no program can tell.
        if let Some((shape, open)) = self.shape(items)? {
            let k = self.f.k(ConstValue::Array(shape));
            let array = self.put(OpCode::ArrayShape, [Arg::Dst(dest), Arg::Raw(k), Arg::No], 0, 0);
            for (position, value) in open {
                let operand = self.expr(value, None)?;
                let s = self.slot(operand);
                self.put(OpCode::ArrayPut, [Arg::Raw(array), Arg::Raw(position), Arg::Src(s)], 0, 0);
            }
            return Ok(Operand::Tmp(array));
        }
        let array = self.put(OpCode::NewArray, [Arg::Dst(dest), Arg::Raw(items.len() as u32), Arg::No], 0, 0);
        for item in items {
            let Some(item) = item else { return self.fail("Cannot use empty array elements in arrays") };
            self.array_item(array, item)?;
        }
        Ok(Operand::Tmp(array))
    }

    /// The array that a literal with known keys starts from, and the positions of the values that are not constant.
    fn shape(&mut self, items: &'a [Option<ArrayItem<'a>>]) -> CompileResult<Option<(ArrayItems, Vec<(u32, Expr<'a>)>)>> {
        const MOST: usize = 64;
        if items.len() > MOST {
            return Ok(None);
        }
        let (mut shape, mut open) = (ArrayItems::new(), Vec::new());
        for item in items {
            let Some(item) = item.as_ref().filter(|item| !item.spread && !item.by_ref) else { return Ok(None) };
            let key = match item.key {
                None => None,
                Some(key) => match self.fold(key)? {
                    // Lists and string keys: there an element's position is its number.
                    Some(v @ ConstValue::Str(_)) if matches!(array_key(&v), Some(ConstKey::Str(_))) => array_key(&v),
                    Some(ConstValue::Int(i)) if i == shape.len() as i64 => None,
                    _ => return Ok(None),
                },
            };
            let first = shape.first().is_none_or(|(first, _): &(Option<ConstKey>, Const)| first.is_some() == key.is_some());
            if !first || key.is_some() && shape.iter().any(|(other, _)| *other == key) {
                return Ok(None);
            }
            let constant = match strip(item.value).kind {
                ExprKind::Array { .. } => None,
                _ => self.fold(item.value)?,
            };
            if constant.is_none() {
                open.push((shape.len() as u32, item.value));
            }
            shape.push((key, constant.map_or(Const::Null, ConstValue::into_const)));
        }
        Ok(Some((shape, open)))
    }

    fn array_item(&mut self, array: u32, item: &ArrayItem<'a>) -> CompileResult<()> {
        if item.spread {
            let operand = self.expr(item.value, None)?;
            let s = self.slot(operand);
            let flags = if self.const_expr { flag::NO_OBJECT } else { 0 };
            self.put(OpCode::ArraySpread, [Arg::Raw(array), Arg::Src(s), Arg::No], 0, flags);
            return Ok(());
        }
        let key = item.key.map(|key| self.expr(key, None)).transpose()?;
        let (value, flags) = if item.by_ref {
            self.ensure_writable(item.value)?;
            (Operand::Tmp(self.reference(item.value, None)?), flag::BY_REF)
        } else {
            (self.expr(item.value, None)?, 0)
        };
        match key {
            None => {
                let s = self.slot(value);
                self.put(OpCode::ArrayPush, [Arg::Raw(array), Arg::Src(s), Arg::No], 0, flags);
            }
            Some(Operand::K(v @ (ConstValue::Int(_) | ConstValue::Str(_)))) => {
                let key = match array_key(&v) {
                    Some(loxo_bytecode::ConstKey::Int(i)) => ConstValue::Int(i),
                    _ => v,
                };
                let k = self.f.k(key);
                let s = self.slot(value);
                self.put(OpCode::ArraySetK, [Arg::Raw(array), Arg::Raw(k), Arg::Src(s)], 0, flags);
            }
            Some(key) => {
                let key = self.slot(key);
                let s = self.slot(value);
                self.put(OpCode::ArraySet, [Arg::Raw(array), Arg::Src(key), Arg::Src(s)], 0, flags);
            }
        }
        Ok(())
    }

    // ----------------------------------------------------------------------------------------------------------------- generators

    fn yield_expr(&mut self, key: Option<Expr<'a>>, value: Option<Expr<'a>>, dest: Dest) -> CompileResult<Operand<'a>> {
        self.check_generator()?;
        let key = key.map(|key| self.expr(key, None)).transpose()?;
        let mut flags = 0;
        let value = match value {
            None => Arg::Raw(NONE),
            Some(e) if self.f.by_ref && (is_variable(e) || loxo_syntax::ast::is_call(e)) => {
                if is_variable(e) {
                    self.no_nullsafe_reference(e)?;
                }
                flags = flag::BY_REF;
                let t = self.reference(e, None)?;
                if loxo_syntax::ast::is_call(e) {
                    self.put(OpCode::RefNotice, [Arg::Raw(t), Arg::No, Arg::No], RefNoticeKind::Yield.encode(), 0);
                }
                Arg::Src(Slot { at: t, used: true })
            }
            Some(e) => {
                let operand = self.expr(e, None)?;
                if self.f.by_ref {
                    let t = self.load_tmp(operand, None);
                    self.put(OpCode::RefNotice, [Arg::Raw(t), Arg::No, Arg::No], RefNoticeKind::Yield.encode(), 0);
                    Arg::Src(Slot { at: t, used: true })
                } else {
                    Arg::Src(self.slot(operand))
                }
            }
        };
        let key = match key {
            None => Arg::Raw(NONE),
            Some(operand) => Arg::Src(self.slot(operand)),
        };
        let temporaries = self.f.temporaries();
        Ok(Operand::Tmp(self.put(OpCode::Yield, [Arg::Dst(dest), value, key], temporaries, flags)))
    }

    fn yield_from(&mut self, inner: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        self.check_generator()?;
        if self.f.by_ref {
            return self.fail("Cannot use \"yield from\" inside a by-reference generator");
        }
        let operand = self.expr(inner, None)?;
        let source = self.slot(operand);
        let temporaries = self.f.temporaries();
        Ok(Operand::Tmp(self.put(OpCode::YieldFrom, [Arg::Dst(dest), Arg::Src(source), Arg::No], temporaries, 0)))
    }
}

fn include_kind(kind: IncludeKind) -> IncludeOp {
    match kind {
        IncludeKind::Include => IncludeOp::Include,
        IncludeKind::IncludeOnce => IncludeOp::IncludeOnce,
        IncludeKind::Require => IncludeOp::Require,
        IncludeKind::RequireOnce => IncludeOp::RequireOnce,
    }
}

/// The op that has the right operand in its encoding.
fn immediate(op: BinaryOp, i: i64) -> Option<(OpCode, u32)> {
    let imm = i32::try_from(i).ok()? as u32;
    let code = match op {
        BinaryOp::Add => OpCode::AddI,
        BinaryOp::Sub => OpCode::SubI,
        BinaryOp::Mul => OpCode::MulI,
        BinaryOp::Mod if i != 0 && i != -1 => OpCode::ModI,
        BinaryOp::BitAnd => OpCode::BitAndI,
        BinaryOp::Shl if (0..64).contains(&i) => OpCode::ShlI,
        BinaryOp::Shr if (0..64).contains(&i) => OpCode::ShrI,
        _ => return None,
    };
    Some((code, imm))
}
