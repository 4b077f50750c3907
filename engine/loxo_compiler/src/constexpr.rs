//! Constant expressions: folding where nothing can be observed, PHP's restrictions, and thunks for the rest.

use loxo_bytecode::{ConstKey, FnFlags, Init};
use loxo_syntax::ast::{Arg as AstArg, Args, ArraySyntax, Callee, ClassRef, Expr, ExprKind, MemberName, strip};

use crate::state::compiler::Compiler;
use crate::state::const_value::{self, ConstValue, array_key, str_key};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{FunctionBuilder, FunctionKind};
use crate::state::names::{RelativeClass, relative_class, relative_class_of};

impl<'a> Compiler<'a> {
    /// The value of an expression, if it is known now and computing it would give no message.
    pub(crate) fn fold(&mut self, e: Expr<'a>) -> CompileResult<Option<ConstValue<'a>>> {
        // Subtrees of this many nodes are tried once: every node above asks again, which would be quadratic.
        const LARGE: usize = 64;
        self.check_depth()?;
        let e = strip(e);
        let address = std::ptr::from_ref(e.kind).addr();
        if self.unfoldable.contains(&address) {
            return Ok(None);
        }
        let before = self.tried;
        self.tried += 1;
        let folded = self.fold_now(e)?;
        if folded.is_none() && self.tried - before > LARGE {
            self.unfoldable.insert(address);
        }
        Ok(folded)
    }

    fn fold_now(&mut self, e: Expr<'a>) -> CompileResult<Option<ConstValue<'a>>> {
        Ok(match *e.kind {
            ExprKind::Int(i) => Some(ConstValue::Int(i)),
            ExprKind::Float(x) => Some(ConstValue::Float(x)),
            ExprKind::String(s) => Some(ConstValue::str(s)),
            ExprKind::Unary { op, operand } => self.fold(operand)?.and_then(|v| const_value::unary(op, &v)),
            ExprKind::Binary { op, lhs, rhs } => match (self.fold(lhs)?, self.fold(rhs)?) {
                (Some(l), Some(r)) => const_value::binary(op, &l, &r),
                _ => None,
            },
            ExprKind::And(l, r) => self.fold_logic(l, r, false)?,
            ExprKind::Or(l, r) => self.fold_logic(l, r, true)?,
            ExprKind::Coalesce(l, r) => match self.fold(l)? {
                Some(ConstValue::Null) => self.fold(r)?,
                other => other,
            },
            ExprKind::Ternary { cond, then, otherwise } => match self.fold(cond)? {
                Some(v) if v.truthy() => match then {
                    Some(then) => self.fold(then)?,
                    None => Some(v),
                },
                Some(_) => self.fold(otherwise)?,
                None => None,
            },
            ExprKind::Index { base, index: Some(index) } => self.fold_index(base, index)?,
            ExprKind::Array { syntax, .. } if syntax != ArraySyntax::List => self.fold_array(e)?,
            ExprKind::Const(name) => self.const_value(&name),
            ExprKind::Magic(kind) => self.magic_value(kind, e.span),
            ExprKind::ClassConst { class: ClassRef::Name(class), name: MemberName::Ident(name) } => {
                if name.name.eq_ignore_ascii_case(b"class") {
                    self.try_class_name(&class)?
                } else {
                    self.own_class_const(&class, name.name)
                }
            }
            _ => None,
        })
    }

    fn fold_logic(&mut self, l: Expr<'a>, r: Expr<'a>, or: bool) -> CompileResult<Option<ConstValue<'a>>> {
        let Some(left) = self.fold(l)? else { return Ok(None) };
        if left.truthy() == or {
            return Ok(Some(ConstValue::Bool(or)));
        }
        Ok(self.fold(r)?.map(|v| ConstValue::Bool(v.truthy())))
    }

    fn fold_index(&mut self, base: Expr<'a>, index: Expr<'a>) -> CompileResult<Option<ConstValue<'a>>> {
        if !matches!(strip(base).kind, ExprKind::Array { .. } | ExprKind::String(_) | ExprKind::Index { .. } | ExprKind::ClassConst { .. })
        {
            return Ok(None);
        }
        let (Some(base), Some(index)) = (self.fold(base)?, self.fold(index)?) else { return Ok(None) };
        Ok(match (base, index) {
            (ConstValue::Array(items), ConstValue::Int(i)) => find(&items, &ConstKey::Int(i)),
            (ConstValue::Array(items), ConstValue::Str(s)) => find(&items, &str_key(&s)),
            (ConstValue::Str(s), ConstValue::Int(i)) => usize::try_from(i).ok().and_then(|i| s.get(i).map(|&b| ConstValue::owned(vec![b]))),
            _ => None,
        })
    }

    fn fold_array(&mut self, e: Expr<'a>) -> CompileResult<Option<ConstValue<'a>>> {
        let ExprKind::Array { items, .. } = *strip(e).kind else { return Ok(None) };
        let mut out = Vec::with_capacity(items.len());
        let mut explicit = false;
        for (i, item) in items.iter().enumerate() {
            let Some(item) = item else {
                if let Some(last) = items[..i].iter().flatten().next_back() {
                    self.at_expr(last.value);
                }
                return self.fail("Cannot use empty array elements in arrays");
            };
            if item.by_ref {
                return Ok(None);
            }
            let Some(v) = self.fold(item.value)? else { return Ok(None) };
            if item.spread {
                let ConstValue::Array(inner) = v else {
                    return self.fail(format!("Only arrays and Traversables can be unpacked, {} given", v.value_name()));
                };
                if inner.iter().any(|(k, _)| matches!(k, Some(ConstKey::Int(_)))) {
                    return Ok(None);
                }
                out.extend(inner);
                continue;
            }
            let key = match item.key {
                None => None,
                Some(key) => {
                    let Some(key) = self.fold(key)? else { return Ok(None) };
                    if matches!(key, ConstValue::Array(_)) {
                        return self.fail("Illegal offset type");
                    }
                    let Some(key) = array_key(&key) else { return Ok(None) };
                    explicit |= matches!(key, ConstKey::Int(n) if n > i64::MAX - (1 << 20));
                    Some(key)
                }
            };
            out.push((key, v.into_const()));
        }
        // Nothing can be appended behind the largest key.
        if explicit && out.iter().any(|(k, _)| k.is_none()) {
            return Ok(None);
        }
        Ok(Some(ConstValue::Array(out)))
    }

    // -------------------------------------------------------------------------------------------------------- declared values

    /// The value of a declaration: constant if possible, otherwise a thunk. `dynamic` allows `new`.
    pub(crate) fn init(&mut self, e: Expr<'a>, dynamic: bool) -> CompileResult<Init> {
        if let Some(v) = self.fold(e)? {
            return Ok(Init::Const(v.into_const()));
        }
        self.check_const_expr(e, dynamic)?;
        Ok(Init::Thunk(self.thunk(e)?))
    }

    /// A function without parameters that computes `e` in the current class.
    pub(crate) fn thunk(&mut self, e: Expr<'a>) -> CompileResult<u32> {
        let index = self.reserve_function();
        let line = self.line;
        let mut f = FunctionBuilder {
            kind: FunctionKind::Thunk,
            closure: self.f.closure,
            this_ok: false,
            is_static: true,
            ..FunctionBuilder::default()
        };
        f.out.name = self.f.out.name.clone();
        f.out.flags = FnFlags::THUNK.with(FnFlags::STATIC).with(FnFlags::PUBLIC);
        if self.strict_types {
            f.out.flags.set(FnFlags::STRICT_TYPES);
        }
        f.hook.clone_from(&self.f.hook);
        f.equip(self.spare_buffers.pop().unwrap_or_default());
        let outer = std::mem::replace(&mut self.f, f);
        let ticks = std::mem::take(&mut self.ticks);
        self.line = self.expr_line(e);
        self.f.out.start_line = self.line;
        let const_expr = std::mem::replace(&mut self.const_expr, true);
        let result = self.expr(e, None);
        self.const_expr = const_expr;
        let result = result.map(|operand| self.emit_return(operand, false, 0));
        let mut done = std::mem::replace(&mut self.f, outer);
        self.ticks = ticks;
        result?;
        done.out.end_line = done.out.start_line;
        let (function, buffers) = done.finish();
        self.spare_buffers.push(buffers);
        self.unit.functions[index as usize] = function;
        self.line = line;
        Ok(index)
    }

    pub(crate) fn check_const_expr(&mut self, e: Expr<'a>, dynamic: bool) -> CompileResult<()> {
        self.check_depth()?;
        // What is folded is no part of the expression any more.
        if self.fold(e)?.is_some() {
            return Ok(());
        }
        match *strip(e).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Magic(_) => Ok(()),
            ExprKind::Const(name) => {
                self.at(name.span);
                Ok(())
            }
            ExprKind::Unary { operand, .. } => self.check_const_expr(operand, dynamic),
            ExprKind::Binary { lhs, rhs, .. } => self.check_const_exprs(&[lhs, rhs], dynamic),
            ExprKind::And(l, r) | ExprKind::Or(l, r) | ExprKind::Coalesce(l, r) => self.check_const_exprs(&[l, r], dynamic),
            ExprKind::Ternary { cond, then, otherwise } => {
                self.check_const_expr(cond, dynamic)?;
                if let Some(then) = then {
                    self.check_const_expr(then, dynamic)?;
                }
                self.check_const_expr(otherwise, dynamic)
            }
            ExprKind::Index { index: None, .. } => self.fail("Cannot use [] for reading"),
            ExprKind::Index { base, index: Some(index) } => self.check_const_exprs(&[base, index], dynamic),
            ExprKind::Array { items, syntax } => {
                if syntax == ArraySyntax::List {
                    return self.fail("Cannot use list() as standalone expression");
                }
                for item in items.iter().flatten() {
                    if item.by_ref {
                        return self.fail("Constant expression contains invalid operations");
                    }
                    if let Some(key) = item.key {
                        self.check_const_expr(key, dynamic)?;
                    }
                    self.check_const_expr(item.value, dynamic)?;
                }
                Ok(())
            }
            ExprKind::Property { object, name, .. } => {
                if let MemberName::Expr(name) = name {
                    self.check_const_expr(name, dynamic)?;
                }
                self.check_const_expr(object, dynamic)
            }
            ExprKind::ClassConst { class, name } => self.check_const_class_const(class, name, dynamic),
            ExprKind::New { class, args } => self.check_const_new(class, args, dynamic),
            ExprKind::NewAnonymous { .. } if dynamic => self.fail("Cannot use anonymous class in constant expression"),
            ExprKind::NewAnonymous { .. } => self.fail("New expressions are not supported in this context"),
            ExprKind::Closure(decl) => self.check_const_closure(decl),
            ExprKind::Call { callee: Callee::Name(_), args: Args::Ellipsis { .. } } => Ok(()),
            ExprKind::StaticCall { class: ClassRef::Name(class), name: MemberName::Ident(_), args: Args::Ellipsis { .. } } => {
                if relative_class_of(&class) == Some(RelativeClass::Static) {
                    return self.fail("\"static\" is not allowed in compile-time constants");
                }
                Ok(())
            }
            _ => self.fail("Constant expression contains invalid operations"),
        }
    }

    fn check_const_exprs(&mut self, exprs: &[Expr<'a>], dynamic: bool) -> CompileResult<()> {
        exprs.iter().try_for_each(|&e| self.check_const_expr(e, dynamic))
    }

    /// 8.5: static closures that capture nothing.
    fn check_const_closure(&self, decl: &loxo_syntax::ast::FunctionDecl<'a>) -> CompileResult<()> {
        if decl.is_arrow {
            return self.fail("Constant expression contains invalid operations");
        }
        if !decl.is_static {
            return self.fail("Closures in constant expressions must be static");
        }
        if !decl.uses.is_empty() {
            return self.fail("Cannot use(...) variables in constant expression");
        }
        Ok(())
    }

    fn check_const_class_const(&mut self, class: ClassRef<'a>, name: MemberName<'a>, dynamic: bool) -> CompileResult<()> {
        let is_class = matches!(name, MemberName::Ident(n) if n.name.eq_ignore_ascii_case(b"class"));
        let ClassRef::Name(class) = class else {
            return self.fail(if is_class {
                "(expression)::class cannot be used in constant expressions"
            } else {
                "Dynamic class names are not allowed in compile-time class constant references"
            });
        };
        if relative_class(class.text) == Some(RelativeClass::Static) {
            return self.fail(if is_class {
                "static::class cannot be used for compile-time class name resolution"
            } else {
                "\"static::\" is not allowed in compile-time constants"
            });
        }
        match name {
            MemberName::Ident(_) => Ok(()),
            MemberName::Expr(e) => self.check_const_expr(e, dynamic),
        }
    }

    fn check_const_new(&mut self, class: ClassRef<'a>, args: Args<'a>, dynamic: bool) -> CompileResult<()> {
        if !dynamic {
            return self.fail("New expressions are not supported in this context");
        }
        let ClassRef::Name(class) = class else { return self.fail("Cannot use dynamic class name in constant expression") };
        let resolved = self.class_name(&class)?;
        if relative_class(&resolved) == Some(RelativeClass::Static) {
            return self.fail("\"static\" is not allowed in compile-time constants");
        }
        match args {
            Args::Ellipsis { .. } => self.fail("Cannot create Closure for new expression"),
            Args::List { args, .. } => self.check_const_args(args, dynamic),
        }
    }

    fn check_const_args(&mut self, args: &'a [AstArg<'a>], dynamic: bool) -> CompileResult<()> {
        let mut named = false;
        for arg in args {
            if arg.spread {
                return self.fail("Argument unpacking in constant expressions is not supported");
            }
            if arg.name.is_some() {
                named = true;
            } else if named {
                return self.fail("Cannot use positional argument after named argument");
            }
        }
        args.iter().try_for_each(|arg| self.check_const_expr(arg.value, dynamic))
    }
}

fn find<'a>(items: &[(Option<ConstKey>, loxo_bytecode::Const)], key: &ConstKey) -> Option<ConstValue<'a>> {
    let mut next = 0i64;
    let mut found = None;
    for (k, v) in items {
        let k = k.clone().unwrap_or(ConstKey::Int(next));
        if let ConstKey::Int(i) = k {
            next = next.max(i.checked_add(1)?);
        }
        if k == *key {
            found = Some(v);
        }
    }
    found.map(ConstValue::from_const)
}
