//! What may follow an operand: `[...]`, `->x`, `::x`, `(...)`.

use super::*;

/// What the grammar lets follow an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A variable, element or call: anything, also assignment.
    Variable,
    /// A property: like a variable, but `(` was already looked for.
    Member,
    /// Parentheses, strings, arrays, `new` with arguments.
    Value,
    /// `A::B`: no call.
    ClassConst,
    /// A constant: no call, no `::`.
    Constant,
    /// Numbers, closures, `isset`, ...: nothing.
    Plain,
}

/// A variable's name as written behind `$`.
pub(super) enum VarName<'a> {
    Plain(Ident<'a>),
    Computed(Expr<'a>),
}

impl<'a> Parser<'a> {
    /// A whole operand with what follows it, and assignment if it is a variable.
    pub(super) fn operand(&mut self) -> PResult<Expr<'a>> {
        let (expr, shape) = self.primary()?;
        let (expr, shape) = self.postfix(expr, shape)?;
        match shape {
            Shape::Variable | Shape::Member => self.assignment(expr),
            Shape::Value if self.at(T::Equals) => match expr.kind {
                ExprKind::Array { syntax: ArraySyntax::Short, .. } => self.pattern_assignment(expr),
                _ => Ok(expr),
            },
            _ => Ok(expr),
        }
    }

    /// `variable` in PHP's grammar.
    pub(super) fn variable(&mut self) -> PResult<Expr<'a>> {
        if !self.begins_variable() {
            return Err(self.unexpected(&[]));
        }
        let (expr, shape) = self.primary()?;
        let (expr, shape) = self.postfix(expr, shape)?;
        match shape {
            Shape::Variable | Shape::Member => Ok(expr),
            // `new A` is a variable only with arguments and something behind them.
            Shape::Plain => Err(self.unexpected(&[T::LParen])),
            _ => Err(self.unexpected_behind_variable(T::LBracket)),
        }
    }

    pub(super) fn begins_variable(&self) -> bool {
        match self.tok.kind {
            T::Variable | T::Dollar | T::LParen | T::LBracket | T::Array | T::ConstantString | T::Quote => true,
            T::New | T::Static | T::Readonly => true,
            T::Line | T::File | T::Dir | T::ClassC | T::TraitC | T::MethodC | T::FuncC | T::PropertyC | T::NsC => true,
            kind => kind.is_name(),
        }
    }

    pub(super) fn postfix(&mut self, mut expr: Expr<'a>, mut shape: Shape) -> PResult<(Expr<'a>, Shape)> {
        loop {
            (expr, shape) = match (self.tok.kind, shape) {
                (_, Shape::Plain) => break,
                (T::ObjectOperator | T::NullsafeObjectOperator, _) => self.member(expr)?,
                (T::LBracket, _) => (self.index(expr)?, Shape::Variable),
                (T::LParen, Shape::Variable | Shape::Value) => {
                    let args = self.args()?;
                    let call = ExprKind::Call { callee: Callee::Expr(expr), args };
                    (self.node(expr.span.lo, call), Shape::Variable)
                }
                (T::DoubleColon, Shape::Variable | Shape::Member | Shape::Value | Shape::ClassConst) => {
                    self.static_member(ClassRef::Expr(expr), expr.span.lo)?
                }
                _ => break,
            };
        }
        Ok((expr, shape))
    }

    /// `[expr]` or `[]`.
    pub(super) fn index(&mut self, base: Expr<'a>) -> PResult<Expr<'a>> {
        self.bump();
        // An optional expression is complete whatever follows, so only `]` is ever expected.
        let index = if self.begins_expr() { Some(self.expr()?) } else { None };
        self.expect(T::RBracket)?;
        Ok(self.node(base.span.lo, ExprKind::Index { base, index }))
    }

    /// `->x`, `?->x`, with arguments if they follow.
    fn member(&mut self, object: Expr<'a>) -> PResult<(Expr<'a>, Shape)> {
        let nullsafe = self.bump().kind == T::NullsafeObjectOperator;
        let name = self.property_name()?;
        let lo = object.span.lo;
        if self.at(T::LParen) {
            let args = self.args()?;
            return Ok((self.node(lo, ExprKind::MethodCall { object, name, args, nullsafe }), Shape::Variable));
        }
        Ok((self.node(lo, ExprKind::Property { object, name, nullsafe }), Shape::Member))
    }

    /// The name behind `->`.
    pub(super) fn property_name(&mut self) -> PResult<MemberName<'a>> {
        match self.tok.kind {
            T::Identifier => {
                let token = self.bump();
                Ok(MemberName::Ident(self.ident(token)))
            }
            T::LBrace => Ok(MemberName::Expr(self.braced_expr()?)),
            T::Variable | T::Dollar => Ok(MemberName::Expr(self.simple_variable()?)),
            _ => Err(self.unexpected(&[T::Identifier, T::Variable, T::LBrace, T::Dollar])),
        }
    }

    pub(super) fn braced_expr(&mut self) -> PResult<Expr<'a>> {
        self.bump();
        let expr = self.expr()?;
        self.expect_quietly(T::RBrace)?;
        Ok(expr)
    }

    /// Behind a class: `::x`, with arguments if they follow.
    pub(super) fn static_member(&mut self, class: ClassRef<'a>, lo: u32) -> PResult<(Expr<'a>, Shape)> {
        self.bump();
        let name = match self.tok.kind {
            T::Variable | T::Dollar => {
                let at = self.tok.lo;
                let var = self.var_name()?;
                if !self.at(T::LParen) {
                    let name = match var {
                        VarName::Plain(ident) => MemberName::Ident(ident),
                        VarName::Computed(expr) => MemberName::Expr(expr),
                    };
                    return Ok((self.node(lo, ExprKind::StaticProperty { class, name }), Shape::Member));
                }
                MemberName::Expr(self.var_node(at, var))
            }
            T::LBrace => MemberName::Expr(self.braced_expr()?),
            kind if kind.is_identifier() => MemberName::Ident(self.member_ident()?),
            _ => return Err(self.unexpected(&[])),
        };
        if self.at(T::LParen) {
            let args = self.args()?;
            return Ok((self.node(lo, ExprKind::StaticCall { class, name, args }), Shape::Variable));
        }
        Ok((self.node(lo, ExprKind::ClassConst { class, name }), Shape::ClassConst))
    }

    /// `identifier` in PHP's grammar, where the lookahead is known to be one.
    pub(super) fn member_ident(&mut self) -> PResult<Ident<'a>> {
        if self.at(T::Echo) && self.text(self.tok) == b"<?=" {
            return Err(self.parse_error("Cannot use \"<?=\" as an identifier", self.tok.lo));
        }
        let token = self.bump();
        if token.kind != T::Identifier {
            self.keyword_names.push(token.lo);
        }
        Ok(self.ident(token))
    }

    /// `$x`, `$$x`, `${...}` as an expression.
    pub(super) fn simple_variable(&mut self) -> PResult<Expr<'a>> {
        let lo = self.tok.lo;
        let var = self.var_name()?;
        Ok(self.var_node(lo, var))
    }

    fn var_node(&mut self, lo: u32, var: VarName<'a>) -> Expr<'a> {
        match var {
            VarName::Plain(ident) => self.node(lo, ExprKind::Variable(ident.name)),
            VarName::Computed(expr) => self.node(lo, ExprKind::VariableVariable(expr)),
        }
    }

    pub(super) fn var_name(&mut self) -> PResult<VarName<'a>> {
        if self.at(T::Variable) {
            let token = self.bump();
            return Ok(VarName::Plain(self.var_ident(token)));
        }
        if loxo_base::stack::exhausted() {
            return Err(self.too_deep());
        }
        self.expect(T::Dollar)?;
        match self.tok.kind {
            T::LBrace => Ok(VarName::Computed(self.braced_expr()?)),
            T::Variable | T::Dollar => Ok(VarName::Computed(self.simple_variable()?)),
            _ => Err(self.unexpected(&[T::Variable, T::LBrace, T::Dollar])),
        }
    }
}
