//! Expressions with operators, parsed by precedence climbing.
//!
//! Levels are those of PHP's precedence table, even numbers from loosest to tightest. `binary(min)` takes operators that bind
//! tighter than `min`; a prefix operator reads its operand with its own level.

use super::*;
use loxo_base::stack;

/// Levels of prefix operators and of those infix ones that need them by name.
pub(super) mod level {
    pub const THROW: u8 = 2;
    pub const ARROW: u8 = 4;
    pub const INCLUDE: u8 = 6;
    pub const PRINT: u8 = 14;
    pub const YIELD: u8 = 16;
    pub const DOUBLE_ARROW: u8 = 18;
    pub const YIELD_FROM: u8 = 20;
    pub const ASSIGN: u8 = 22;
    pub const TERNARY: u8 = 24;
    pub const COALESCE: u8 = 26;
    pub const NOT: u8 = 54;
    pub const INSTANCEOF: u8 = 56;
    pub const UNARY: u8 = 58;
    pub const POW: u8 = 60;
    pub const CLONE: u8 = 62;
}

#[derive(Clone, Copy)]
enum Infix {
    Left(BinaryOp),
    Right(BinaryOp),
    NonAssoc(BinaryOp),
    And,
    Or,
    Pipe,
    Coalesce,
    Ternary,
    InstanceOf,
}

#[inline]
fn infix(kind: TokenKind) -> Option<(u8, Infix)> {
    use BinaryOp as B;
    use Infix::*;
    Some(match kind {
        T::LogicalOr => (8, Or),
        T::LogicalXor => (10, Left(B::LogicalXor)),
        T::LogicalAnd => (12, And),
        T::Question => (level::TERNARY, Ternary),
        T::Coalesce => (level::COALESCE, Coalesce),
        T::BooleanOr => (28, Or),
        T::BooleanAnd => (30, And),
        T::Pipe => (32, Left(B::BitOr)),
        T::Caret => (34, Left(B::BitXor)),
        T::Amp | T::AmpVar => (36, Left(B::BitAnd)),
        T::IsEqual => (38, NonAssoc(B::Equal)),
        T::IsNotEqual => (38, NonAssoc(B::NotEqual)),
        T::IsIdentical => (38, NonAssoc(B::Identical)),
        T::IsNotIdentical => (38, NonAssoc(B::NotIdentical)),
        T::Spaceship => (38, NonAssoc(B::Spaceship)),
        T::Less => (40, NonAssoc(B::Less)),
        T::IsSmallerOrEqual => (40, NonAssoc(B::LessEqual)),
        T::Greater => (40, NonAssoc(B::Greater)),
        T::IsGreaterOrEqual => (40, NonAssoc(B::GreaterEqual)),
        T::PipeArrow => (42, Pipe),
        T::Dot => (44, Left(B::Concat)),
        T::Sl => (46, Left(B::Shl)),
        T::Sr => (46, Left(B::Shr)),
        T::Plus => (48, Left(B::Add)),
        T::Minus => (48, Left(B::Sub)),
        T::Star => (50, Left(B::Mul)),
        T::Slash => (50, Left(B::Div)),
        T::Percent => (50, Left(B::Mod)),
        T::Instanceof => (level::INSTANCEOF, InstanceOf),
        T::Pow => (level::POW, Right(B::Pow)),
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    #[inline]
    pub(super) fn expr(&mut self) -> PResult<Expr<'a>> {
        self.binary(0)
    }

    pub(super) fn binary(&mut self, min: u8) -> PResult<Expr<'a>> {
        if stack::exhausted() {
            return Err(self.too_deep());
        }
        let lhs = self.unary()?;
        self.binary_from(lhs, min)
    }

    /// Continues an expression whose first operand is read.
    pub(super) fn binary_from(&mut self, mut lhs: Expr<'a>, min: u8) -> PResult<Expr<'a>> {
        while let Some((level, op)) = infix(self.tok.kind) {
            if level <= min {
                break;
            }
            let lo = lhs.span.lo;
            let op_at = self.bump().lo;
            let kind = match op {
                Infix::Left(op) => ExprKind::Binary { op, lhs, rhs: self.binary(level)? },
                Infix::Right(op) => ExprKind::Binary { op, lhs, rhs: self.binary(level - 1)? },
                Infix::NonAssoc(op) => {
                    let rhs = self.binary(level)?;
                    if infix(self.tok.kind).is_some_and(|(next, _)| next == level) {
                        return Err(self.unexpected(&[]));
                    }
                    ExprKind::Binary { op, lhs, rhs }
                }
                Infix::And => ExprKind::And(lhs, self.binary(level)?),
                Infix::Or => ExprKind::Or(lhs, self.binary(level)?),
                Infix::Pipe => ExprKind::Pipe(lhs, self.binary(level)?),
                Infix::Coalesce => ExprKind::Coalesce(lhs, self.binary(level - 1)?),
                Infix::Ternary => self.ternary(lhs, op_at)?,
                Infix::InstanceOf => ExprKind::InstanceOf { object: lhs, class: self.class_reference(&[])? },
            };
            lhs = self.node(lo, kind);
        }
        Ok(lhs)
    }

    /// Behind `cond ?`.
    fn ternary(&mut self, cond: Expr<'a>, at: u32) -> PResult<ExprKind<'a>> {
        let then = if self.at(T::Colon) { None } else { Some(self.expr()?) };
        self.expect_quietly(T::Colon)?;
        let otherwise = self.binary(level::TERNARY)?;
        if let ExprKind::Ternary { then: inner, .. } = cond.kind {
            let (written, left, right) = match (inner, then) {
                (Some(_), Some(_)) => ("a ? b : c ? d : e", "(a ? b : c) ? d : e", "a ? b : (c ? d : e)"),
                (Some(_), None) => ("a ? b : c ?: d", "(a ? b : c) ?: d", "a ? b : (c ?: d)"),
                (None, Some(_)) => ("a ?: b ? c : d", "(a ?: b) ? c : d", "a ?: (b ? c : d)"),
                (None, None) => ("", "", ""),
            };
            if !written.is_empty() {
                self.defer(format!("Unparenthesized `{written}` is not supported. Use either `{left}` or `{right}`"), at);
            }
        }
        Ok(ExprKind::Ternary { cond, then, otherwise })
    }

    /// A prefix operator with its operand.
    fn prefix(&mut self, level: u8, make: impl FnOnce(Expr<'a>) -> ExprKind<'a>) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        let operand = self.binary(level)?;
        Ok(self.node(lo, make(operand)))
    }

    fn cast(&mut self, kind: CastKind) -> PResult<Expr<'a>> {
        self.prefix(level::UNARY, |operand| ExprKind::Cast { kind, operand })
    }

    fn unary_op(&mut self, op: UnaryOp, level: u8) -> PResult<Expr<'a>> {
        self.prefix(level, |operand| ExprKind::Unary { op, operand })
    }

    fn include(&mut self, kind: IncludeKind) -> PResult<Expr<'a>> {
        self.prefix(level::INCLUDE, |path| ExprKind::Include { kind, path })
    }

    /// One operand: prefix operators, assignments, and everything that binds tighter than any infix operator.
    fn unary(&mut self) -> PResult<Expr<'a>> {
        match self.tok.kind {
            T::Variable | T::Identifier | T::LParen | T::ConstantString | T::Int => self.operand(),
            T::Bang => self.unary_op(UnaryOp::Not, level::NOT),
            T::Plus => self.unary_op(UnaryOp::Plus, level::UNARY),
            T::Minus => self.unary_op(UnaryOp::Minus, level::UNARY),
            T::Tilde => self.unary_op(UnaryOp::BitNot, level::UNARY),
            T::At => self.prefix(level::UNARY, ExprKind::Silence),
            T::IntCast => self.cast(CastKind::Int),
            T::DoubleCast => self.cast(CastKind::Float),
            T::StringCast => self.cast(CastKind::String),
            T::ArrayCast => self.cast(CastKind::Array),
            T::ObjectCast => self.cast(CastKind::Object),
            T::BoolCast => self.cast(CastKind::Bool),
            T::UnsetCast => self.cast(CastKind::Unset),
            T::Inc => self.prefix_incdec(true),
            T::Dec => self.prefix_incdec(false),
            T::Clone => self.clone_expr(),
            T::Print => self.prefix(level::PRINT, ExprKind::Print),
            T::Throw => self.prefix(level::THROW, ExprKind::Throw),
            T::YieldFrom => self.prefix(level::YIELD_FROM, ExprKind::YieldFrom),
            T::Yield => self.yield_expr(),
            T::Include => self.include(IncludeKind::Include),
            T::IncludeOnce => self.include(IncludeKind::IncludeOnce),
            T::Require => self.include(IncludeKind::Require),
            T::RequireOnce => self.include(IncludeKind::RequireOnce),
            _ => self.operand(),
        }
    }

    fn prefix_incdec(&mut self, increment: bool) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        let target = self.variable()?;
        Ok(self.node(lo, ExprKind::IncDec { target, increment, prefix: true }))
    }

    fn yield_expr(&mut self) -> PResult<Expr<'a>> {
        let lo = self.bump().lo;
        if !self.begins_expr() {
            return Ok(self.node(lo, ExprKind::Yield { key: None, value: None }));
        }
        let first = self.binary(level::YIELD)?;
        let (key, value) = if self.eat(T::DoubleArrow) { (Some(first), self.binary(level::DOUBLE_ARROW)?) } else { (None, first) };
        Ok(self.node(lo, ExprKind::Yield { key, value: Some(value) }))
    }

    /// True when the lookahead may begin an expression.
    pub(super) fn begins_expr(&self) -> bool {
        match self.tok.kind {
            T::Variable | T::Dollar | T::Int | T::Float | T::ConstantString | T::Quote | T::Backtick | T::StartHeredoc => true,
            T::LParen | T::LBracket | T::Plus | T::Minus | T::Bang | T::Tilde | T::At | T::Attribute => true,
            T::Include | T::IncludeOnce | T::Require | T::RequireOnce | T::Eval | T::Print | T::Yield | T::YieldFrom => true,
            T::New | T::Clone | T::Exit | T::Match | T::Function | T::Fn | T::Throw | T::Static | T::Isset | T::Empty => true,
            T::List | T::Array | T::Inc | T::Dec | T::Readonly => true,
            T::IntCast | T::DoubleCast | T::StringCast | T::ArrayCast | T::ObjectCast | T::BoolCast | T::UnsetCast => true,
            T::Line | T::File | T::Dir | T::ClassC | T::TraitC | T::MethodC | T::FuncC | T::PropertyC | T::NsC => true,
            kind => kind.is_name(),
        }
    }

    /// Behind a variable: `=`, `+=`, `++` and their like; else the variable itself.
    pub(super) fn assignment(&mut self, target: Expr<'a>) -> PResult<Expr<'a>> {
        use BinaryOp as B;
        let lo = target.span.lo;
        let op = match self.tok.kind {
            T::Equals => return self.plain_assignment(target),
            T::Inc | T::Dec => {
                let increment = self.bump().kind == T::Inc;
                return Ok(self.node(lo, ExprKind::IncDec { target, increment, prefix: false }));
            }
            T::CoalesceEqual => {
                self.bump();
                let value = self.binary(level::ASSIGN)?;
                return Ok(self.node(lo, ExprKind::AssignCoalesce { target, value }));
            }
            T::PlusEqual => B::Add,
            T::MinusEqual => B::Sub,
            T::MulEqual => B::Mul,
            T::DivEqual => B::Div,
            T::ModEqual => B::Mod,
            T::PowEqual => B::Pow,
            T::ConcatEqual => B::Concat,
            T::AndEqual => B::BitAnd,
            T::OrEqual => B::BitOr,
            T::XorEqual => B::BitXor,
            T::SlEqual => B::Shl,
            T::SrEqual => B::Shr,
            _ => return Ok(target),
        };
        self.bump();
        let value = self.binary(level::ASSIGN)?;
        Ok(self.node(lo, ExprKind::AssignOp { op, target, value }))
    }

    fn plain_assignment(&mut self, target: Expr<'a>) -> PResult<Expr<'a>> {
        let lo = target.span.lo;
        self.bump();
        if self.eat_ampersand() {
            let value = self.variable()?;
            return Ok(self.node(lo, ExprKind::AssignRef { target, value }));
        }
        let value = self.binary(level::ASSIGN)?;
        Ok(self.node(lo, ExprKind::Assign { target, value }))
    }

    /// `list(...) =` or `[...] =`, with the lookahead on `=`.
    pub(super) fn pattern_assignment(&mut self, target: Expr<'a>) -> PResult<Expr<'a>> {
        let lo = target.span.lo;
        self.expect(T::Equals)?;
        let value = self.binary(level::ASSIGN)?;
        Ok(self.node(lo, ExprKind::Assign { target, value }))
    }

    /// `clone $x` and `clone(...)` as a function.
    fn clone_expr(&mut self) -> PResult<Expr<'a>> {
        let token = self.bump();
        if self.at(T::LParen) && self.clone_is_call() {
            return self.clone_call(token);
        }
        let object = self.binary(level::CLONE)?;
        Ok(self.node(token.lo, ExprKind::Clone { object, with: None }))
    }
}
