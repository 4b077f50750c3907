//! Tree → PHP text, in the normal form that PHP uses for `assert()` messages and constant expressions.
//!
//! Parentheses are not those of the source: they are set where the precedence numbers here demand them. The numbers, and the
//! places that ignore them, are observable and so are PHP's own.

mod decl;
mod stmt;
mod text;

use crate::ast::*;
use text::{double, quoted, quoted_inside};

/// Appends the expression as PHP would print it.
pub fn expr_to_string(expr: &Expr, out: &mut Vec<u8>) {
    Printer { out, names: None }.expr(expr, 0, 0);
}

/// The same for an expression whose names have been resolved, as those of constant expressions are.
pub fn const_expr_to_string(expr: &Expr, names: &dyn ResolveNames, out: &mut Vec<u8>) {
    Printer { out, names: Some(names) }.expr(expr, 0, 0);
}

/// What names mean where an expression stands.
pub trait ResolveNames {
    /// `None` for `self`, `parent` and `static`.
    fn class(&self, name: &Name) -> Option<Vec<u8>>;
    fn constant(&self, name: &Name) -> Vec<u8>;
}

struct Printer<'o> {
    out: &'o mut Vec<u8>,
    names: Option<&'o dyn ResolveNames>,
}

/// What is inside any number of parentheses.
fn unwrap_parens<'e, 'a>(expr: &'e Expr<'a>) -> &'e Expr<'a> {
    let mut inner = expr;
    while let ExprKind::Paren(next) = inner.kind {
        inner = next;
    }
    inner
}

/// The value of a literal, or of a concatenation of literals: PHP joins those while it parses.
fn literal(expr: &Expr) -> Option<Vec<u8>> {
    match unwrap_parens(expr).kind {
        ExprKind::String(text) => Some(text.to_vec()),
        ExprKind::Int(value) => Some(value.to_string().into_bytes()),
        ExprKind::Float(value) => {
            let text = double(*value);
            Some(text.strip_suffix(".0").unwrap_or(&text).as_bytes().to_vec())
        }
        ExprKind::Binary { op: BinaryOp::Concat, lhs, rhs } if !loxo_base::stack::exhausted() => {
            let right = literal(rhs)?;
            let mut joined = literal(lhs)?;
            joined.extend_from_slice(&right);
            Some(joined)
        }
        _ => None,
    }
}

/// Like [`literal`], but only if the value is a string.
fn string(expr: &Expr) -> Option<Vec<u8>> {
    match unwrap_parens(expr).kind {
        ExprKind::String(_) | ExprKind::Binary { op: BinaryOp::Concat, .. } => literal(expr),
        _ => None,
    }
}

/// An operator's text, its own level, and those its operands must reach.
type Operator = (&'static str, u16, u16, u16);

fn binary(op: BinaryOp) -> Operator {
    use BinaryOp::*;
    match op {
        Add => (" + ", 200, 200, 201),
        Sub => (" - ", 200, 200, 201),
        Mul => (" * ", 210, 210, 211),
        Div => (" / ", 210, 210, 211),
        Mod => (" % ", 210, 210, 211),
        Pow => (" ** ", 250, 251, 250),
        Concat => (" . ", 185, 185, 186),
        BitAnd => (" & ", 160, 160, 161),
        BitOr => (" | ", 140, 140, 141),
        BitXor => (" ^ ", 150, 150, 151),
        Shl => (" << ", 190, 190, 191),
        Shr => (" >> ", 190, 190, 191),
        LogicalXor => (" xor ", 40, 40, 41),
        Equal => (" == ", 170, 171, 171),
        NotEqual => (" != ", 170, 171, 171),
        Identical => (" === ", 170, 171, 171),
        NotIdentical => (" !== ", 170, 171, 171),
        Less => (" < ", 180, 181, 181),
        LessEqual => (" <= ", 180, 181, 181),
        Greater => (" > ", 180, 181, 181),
        GreaterEqual => (" >= ", 180, 181, 181),
        Spaceship => (" <=> ", 180, 181, 181),
    }
}

fn compound(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add => " += ",
        Sub => " -= ",
        Mul => " *= ",
        Div => " /= ",
        Mod => " %= ",
        Pow => " **= ",
        Concat => " .= ",
        BitAnd => " &= ",
        BitOr => " |= ",
        BitXor => " ^= ",
        Shl => " <<= ",
        Shr => " >>= ",
        _ => " = ",
    }
}

fn cast(kind: CastKind) -> &'static str {
    match kind {
        CastKind::Int => "(int)",
        CastKind::Float => "(double)",
        CastKind::String => "(string)",
        CastKind::Array => "(array)",
        CastKind::Object => "(object)",
        CastKind::Bool => "(bool)",
        CastKind::Unset => "(unset)",
    }
}

fn magic(constant: MagicConst) -> &'static str {
    match constant {
        MagicConst::Line => "__LINE__",
        MagicConst::File => "__FILE__",
        MagicConst::Dir => "__DIR__",
        MagicConst::Function => "__FUNCTION__",
        MagicConst::Class => "__CLASS__",
        MagicConst::Trait => "__TRAIT__",
        MagicConst::Method => "__METHOD__",
        MagicConst::Namespace => "__NAMESPACE__",
        MagicConst::Property => "__PROPERTY__",
    }
}

fn include(kind: IncludeKind) -> &'static str {
    match kind {
        IncludeKind::Include => "include",
        IncludeKind::IncludeOnce => "include_once",
        IncludeKind::Require => "require",
        IncludeKind::RequireOnce => "require_once",
    }
}

impl Printer<'_> {
    fn str(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn bytes(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.str("    ");
        }
    }

    /// Prints `expr`, in parentheses if it binds looser than `level`.
    fn expr(&mut self, expr: &Expr, level: u16, depth: usize) {
        if loxo_base::stack::exhausted() {
            return self.str("...");
        }
        use ExprKind as E;
        let expr = unwrap_parens(expr);
        match *expr.kind {
            E::Binary { op: BinaryOp::Concat, .. } if literal(expr).is_some() => {
                quoted(&literal(expr).unwrap_or_default(), self.out);
            }
            E::Binary { op, lhs, rhs } => self.infix(binary(op), &lhs, &rhs, level, depth),
            E::And(lhs, rhs) => self.infix((" && ", 130, 130, 131), &lhs, &rhs, level, depth),
            E::Or(lhs, rhs) => self.infix((" || ", 120, 120, 121), &lhs, &rhs, level, depth),
            E::Coalesce(lhs, rhs) => self.infix((" ?? ", 110, 111, 110), &lhs, &rhs, level, depth),
            E::Pipe(lhs, rhs) => self.infix((" |> ", 183, 183, 184), &lhs, &rhs, level, depth),
            E::Assign { target, value } => self.infix((" = ", 90, 91, 90), &target, &value, level, depth),
            E::AssignRef { target, value } => self.infix((" =& ", 90, 91, 90), &target, &value, level, depth),
            E::AssignOp { op, target, value } => self.infix((compound(op), 90, 91, 90), &target, &value, level, depth),
            E::AssignCoalesce { target, value } => self.infix((" ??= ", 90, 91, 90), &target, &value, level, depth),
            E::Unary { op, operand } => {
                let text = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::BitNot => "~",
                };
                self.prefix(text, 240, &operand, level, depth);
            }
            E::Cast { kind, operand } => self.prefix(cast(kind), 240, &operand, level, depth),
            E::Silence(operand) => self.prefix("@", 240, &operand, level, depth),
            E::Clone { object, with: None } => self.prefix("clone ", 270, &object, level, depth),
            E::Print(operand) => self.prefix("print ", 60, &operand, level, depth),
            E::YieldFrom(operand) => self.prefix("yield from ", 85, &operand, level, depth),
            E::IncDec { target, increment, prefix: true } => {
                self.prefix(if increment { "++" } else { "--" }, 240, &target, level, depth);
            }
            E::IncDec { target, increment, prefix: false } => {
                self.grouped(level > 240, |p| {
                    p.expr(&target, 241, depth);
                    p.str(if increment { "++" } else { "--" });
                });
            }
            E::Ternary { cond, then, otherwise } => self.grouped(level > 100, |p| {
                p.expr(&cond, 100, depth);
                match then {
                    Some(then) => {
                        p.str(" ? ");
                        p.expr(&then, 101, depth);
                        p.str(" : ");
                    }
                    None => p.str(" ?: "),
                }
                p.expr(&otherwise, 101, depth);
            }),
            E::Yield { key, value } => self.grouped(level > 70, |p| {
                p.str("yield ");
                if let Some(key) = key {
                    p.expr(&key, 70, depth);
                    p.str(" => ");
                }
                if let Some(value) = value {
                    p.expr(&value, 70, depth);
                }
            }),
            E::Isset(vars) => self.isset(vars, level, depth),
            E::Throw(operand) => {
                self.str("throw ");
                self.expr(&operand, level, depth);
            }
            _ => self.operand(expr, depth),
        }
    }

    fn grouped(&mut self, parens: bool, print: impl FnOnce(&mut Self)) {
        if parens {
            self.str("(");
        }
        print(self);
        if parens {
            self.str(")");
        }
    }

    fn infix(&mut self, (op, own, left, right): Operator, lhs: &Expr, rhs: &Expr, level: u16, depth: usize) {
        self.grouped(level > own, |p| {
            p.expr(lhs, left, depth);
            p.str(op);
            p.expr(rhs, right, depth);
        });
    }

    fn prefix(&mut self, op: &str, own: u16, operand: &Expr, level: u16, depth: usize) {
        self.grouped(level > own, |p| {
            p.str(op);
            p.expr(operand, own + 1, depth);
        });
    }

    /// `isset($a, $b)` is `isset($a) && isset($b)` to PHP.
    fn isset(&mut self, vars: &[Expr], level: u16, depth: usize) {
        self.grouped(vars.len() > 1 && level > 130, |p| {
            for (i, var) in vars.iter().enumerate() {
                if i > 0 {
                    p.str(" && ");
                }
                p.function("isset", var, depth);
            }
        });
    }

    fn function(&mut self, name: &str, argument: &Expr, depth: usize) {
        self.str(name);
        self.str("(");
        self.expr(argument, 0, depth);
        self.str(")");
    }

    /// Everything that never needs parentheses.
    fn operand(&mut self, expr: &Expr, depth: usize) {
        use ExprKind as E;
        match *expr.kind {
            E::Int(value) => self.str(&value.to_string()),
            E::Float(value) => self.str(&double(value)),
            E::String(text) => quoted(text, self.out),
            E::Interpolated(parts) => self.interpolated(b'"', parts, depth),
            E::ShellExec(parts) => self.interpolated(b'`', parts, depth),
            E::Variable(name) => {
                self.str("$");
                self.variable_name(name);
            }
            E::VariableVariable(inner) => {
                self.str("$");
                self.var(&inner, depth);
            }
            E::Array { items, .. } => self.array(items, depth),
            E::Index { base, index } => {
                self.expr(&base, 260, depth);
                self.str("[");
                if let Some(index) = index {
                    self.expr(&index, 0, depth);
                }
                self.str("]");
            }
            E::Property { object, name, nullsafe } => {
                self.expr(&object, 0, depth);
                self.str(if nullsafe { "?->" } else { "->" });
                self.member(&name, depth);
            }
            E::StaticProperty { class, name } => {
                self.class(&class, depth);
                self.str("::$");
                self.member(&name, depth);
            }
            E::ClassConst { class, name } => {
                if self.resolved_class_const(&class, &name) {
                    return;
                }
                self.class(&class, depth);
                self.str("::");
                match name {
                    MemberName::Ident(ident) if ident.name.eq_ignore_ascii_case(b"class") => self.str("class"),
                    MemberName::Ident(ident) => self.bytes(ident.name),
                    MemberName::Expr(expr) => match string(&expr) {
                        Some(text) => self.bytes(&text),
                        None => self.expr(&expr, 0, depth),
                    },
                }
            }
            E::Const(name) => match self.names {
                Some(names) => self.bytes(&names.constant(&name)),
                None => self.name(&name),
            },
            E::Magic(constant) => self.str(magic(constant)),
            E::Empty(operand) => self.function("empty", &operand, depth),
            E::Eval(code) => self.function("eval", &code, depth),
            E::Include { kind, path } => self.function(include(kind), &path, depth),
            E::InstanceOf { object, class } => {
                self.expr(&object, 0, depth);
                self.str(" instanceof ");
                self.class(&class, depth);
            }
            E::Match { subject, arms } => self.match_expr(&subject, arms, depth),
            E::Closure(decl) => self.closure(decl, depth),
            _ => self.call(expr, depth),
        }
    }

    fn call(&mut self, expr: &Expr, depth: usize) {
        use ExprKind as E;
        match *expr.kind {
            E::Call { callee, args } => {
                match callee {
                    Callee::Name(name) => self.name(&name),
                    Callee::Expr(expr) => self.raw(&expr, depth),
                }
                self.args(&args, depth);
            }
            E::MethodCall { object, name, args, nullsafe } => {
                self.expr(&object, 0, depth);
                self.str(if nullsafe { "?->" } else { "->" });
                self.member(&name, depth);
                self.args(&args, depth);
            }
            E::StaticCall { class, name, args } => {
                self.class(&class, depth);
                self.str("::");
                self.member(&name, depth);
                self.args(&args, depth);
            }
            E::New { class, args } => {
                self.str("new ");
                match (self.names, class) {
                    (Some(names), ClassRef::Name(name)) => match names.class(&name) {
                        Some(resolved) => {
                            self.str("\\");
                            self.bytes(&resolved);
                        }
                        None => self.bytes(name.text),
                    },
                    _ => self.class(&class, depth),
                }
                self.args(&args, depth);
            }
            E::NewAnonymous { decl, args } => self.anonymous_class(decl, &args, depth),
            E::Clone { object, with } => {
                self.str("\\clone(");
                self.expr(&object, 20, depth);
                if let Some(with) = with {
                    self.str(", ");
                    self.expr(&with, 20, depth);
                }
                self.str(")");
            }
            // To PHP this is a call of the function `\exit`.
            E::Exit(args) => {
                self.str("\\exit");
                match args {
                    Some(args) => self.args(&args, depth),
                    None => self.str("()"),
                }
            }
            _ => {}
        }
    }

    fn args(&mut self, args: &Args, depth: usize) {
        self.str("(");
        match args {
            Args::Ellipsis { .. } => self.str("..."),
            Args::List { args, .. } => self.arg_list(args, depth),
        }
        self.str(")");
    }

    fn arg_list(&mut self, args: &[Arg], depth: usize) {
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            if let Some(name) = arg.name {
                self.bytes(name.name);
                self.str(": ");
            }
            if arg.spread {
                self.str("...");
            }
            self.expr(&arg.value, 20, depth);
        }
    }

    fn array(&mut self, items: &[Option<ArrayItem>], depth: usize) {
        self.str("[");
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            let Some(item) = item else { continue };
            if let Some(key) = item.key {
                self.expr(&key, 80, depth);
                self.str(" => ");
            }
            if item.by_ref {
                self.str("&");
            }
            if item.spread {
                self.str("...");
            }
            self.expr(&item.value, if item.spread { 20 } else { 80 }, depth);
        }
        self.str("]");
    }

    fn match_expr(&mut self, subject: &Expr, arms: &[MatchArm], depth: usize) {
        self.str("match (");
        self.expr(subject, 0, depth);
        self.str(") {\n");
        for arm in arms {
            self.indent(depth + 1);
            match arm.conds {
                Some(conds) => self.expr_list(conds, 0, depth + 1),
                None => self.str("default"),
            }
            self.str(" => ");
            self.expr(&arm.body, 0, 0);
            self.str(",\n");
        }
        self.indent(depth);
        self.str("}");
    }

    fn expr_list(&mut self, exprs: &[Expr], level: u16, depth: usize) {
        for (i, expr) in exprs.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            self.expr(expr, level, depth);
        }
    }

    // ---- names

    fn name(&mut self, name: &Name) {
        match name.kind {
            NameKind::FullyQualified => self.str("\\"),
            NameKind::Relative => self.str("namespace\\"),
            _ => {}
        }
        if name.kind == NameKind::Unqualified && name.text.eq_ignore_ascii_case(b"static") {
            return self.str("static");
        }
        self.bytes(name.text);
    }

    /// `A::B` of a constant expression. PHP shows that a name was resolved if that changed it; `A::class` is a string by then.
    fn resolved_class_const(&mut self, class: &ClassRef, constant: &MemberName) -> bool {
        let (Some(names), ClassRef::Name(name), MemberName::Ident(ident)) = (self.names, class, constant) else { return false };
        let Some(resolved) = names.class(name) else { return false };
        if ident.name.eq_ignore_ascii_case(b"class") {
            quoted(&resolved, self.out);
            return true;
        }
        if name.kind == NameKind::FullyQualified || resolved != name.text {
            self.str("\\");
        }
        self.bytes(&resolved);
        self.str("::");
        self.bytes(ident.name);
        true
    }

    fn class(&mut self, class: &ClassRef, depth: usize) {
        match class {
            ClassRef::Name(name) => self.name(name),
            ClassRef::Expr(expr) => self.raw(expr, depth),
        }
    }

    /// Where a class or function name is wanted, a string is printed as a fully qualified one.
    fn raw(&mut self, expr: &Expr, depth: usize) {
        match string(expr) {
            Some(text) => {
                self.str("\\");
                self.bytes(&text);
            }
            None => self.expr(expr, 0, depth),
        }
    }

    fn member(&mut self, name: &MemberName, depth: usize) {
        match name {
            MemberName::Ident(ident) => self.variable_name(ident.name),
            MemberName::Expr(expr) => self.var(expr, depth),
        }
    }

    /// A name given by an expression: bare if it is a plain name or a variable, else in braces.
    fn var(&mut self, expr: &Expr, depth: usize) {
        let expr = unwrap_parens(expr);
        if let Some(text) = string(expr) {
            return self.variable_name(&text);
        }
        match expr.kind {
            ExprKind::Variable(_) | ExprKind::VariableVariable(_) => self.expr(expr, 0, depth),
            _ => {
                self.str("{");
                self.expr(expr, 0, depth);
                self.str("}");
            }
        }
    }

    fn variable_name(&mut self, name: &[u8]) {
        let valid = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 127;
        if name.first().is_some_and(|b| !b.is_ascii_digit()) && name.iter().all(valid) {
            return self.bytes(name);
        }
        self.str("{");
        self.bytes(name);
        self.str("}");
    }

    fn interpolated(&mut self, quote: u8, parts: &[Expr], depth: usize) {
        self.out.push(quote);
        for (i, part) in parts.iter().enumerate() {
            if let ExprKind::String(text) = part.kind {
                quoted_inside(quote, text, self.out);
                continue;
            }
            let next = parts.get(i + 1).and_then(|next| match next.kind {
                ExprKind::String(text) => text.first(),
                _ => None,
            });
            let joins = next.is_some_and(|&b| b == b'[' || b == b'_' || b >= 127 || b.is_ascii_alphanumeric());
            let bare = match part.kind {
                ExprKind::Variable(_) => true,
                ExprKind::VariableVariable(inner) => matches!(inner.kind, ExprKind::String(_)),
                _ => false,
            };
            if bare && !joins {
                self.expr(part, 0, depth);
            } else {
                self.str("{");
                self.expr(part, 0, depth);
                self.str("}");
            }
        }
        self.out.push(quote);
    }
}
