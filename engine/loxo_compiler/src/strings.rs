//! Strings that are built: interpolation, and chains of `.`.

use loxo_bytecode::OpCode;
use loxo_syntax::ast::{Arg as AstArg, BinaryOp, Expr, ExprKind, strip};

use crate::state::compiler::Compiler;
use crate::state::const_value::{ConstValue, binary};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};

/// One piece of a string: text known now, or a value.
enum Piece<'a> {
    Text(Vec<u8>),
    Value(Expr<'a>),
}

/// One piece of a `sprintf()` format.
pub(crate) enum FormatPiece {
    Text(Vec<u8>),
    /// `%s`
    Str,
    /// `%d`
    Int,
}

/// The pieces of a format; `None`: it asks for more than `%s` and `%d`, or for another number of values.
pub(crate) fn format_pieces(format: &[u8], values: usize) -> Option<Vec<FormatPiece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut bytes = format.iter();
    while let Some(&byte) = bytes.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let piece = match bytes.next()? {
            b's' => FormatPiece::Str,
            b'd' => FormatPiece::Int,
            b'%' => {
                text.push(b'%');
                continue;
            }
            _ => return None,
        };
        if !text.is_empty() {
            pieces.push(FormatPiece::Text(std::mem::take(&mut text)));
        }
        pieces.push(piece);
    }
    if !text.is_empty() {
        pieces.push(FormatPiece::Text(text));
    }
    let wanted = pieces.iter().filter(|piece| !matches!(piece, FormatPiece::Text(_))).count();
    (wanted == values).then_some(pieces)
}

impl<'a> Compiler<'a> {
    /// `"...$x..."`, heredocs and backticks.
    pub(crate) fn interpolated(&mut self, parts: &'a [Expr<'a>], dest: Dest) -> CompileResult<Operand<'a>> {
        let mut pieces = self.pieces(parts)?;
        match &mut *pieces {
            [] => Ok(Operand::str(b"")),
            [Piece::Text(text)] => Ok(Operand::K(ConstValue::owned(std::mem::take(text)))),
            &mut [Piece::Value(e)] => {
                let operand = self.expr(e, None)?;
                Ok(self.op1(OpCode::CastString, dest, operand, 0, 0))
            }
            [_, _] => {
                let mut operands = Vec::with_capacity(2);
                for piece in pieces {
                    operands.push(match piece {
                        Piece::Text(text) => Operand::K(ConstValue::owned(text)),
                        Piece::Value(e) => self.expr(e, None)?,
                    });
                }
                let (Some(r), Some(l)) = (operands.pop(), operands.pop()) else { return Ok(Operand::str(b"")) };
                Ok(self.op2(OpCode::Concat, dest, l, r, 0))
            }
            _ => self.concat_pieces(pieces, dest, false),
        }
    }

    /// `a . b`, and the whole chain that leans to the left of it.
    pub(crate) fn concat(&mut self, lhs: Expr<'a>, rhs: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        if let (ExprKind::Variable(_) | ExprKind::Property { .. } | ExprKind::MethodCall { .. } | ExprKind::Call { .. }, _)
        | (_, ExprKind::Variable(_)) = (strip(lhs).kind, strip(rhs).kind)
            && !matches!(strip(lhs).kind, ExprKind::Binary { op: BinaryOp::Concat, .. })
        {
            // Two operands, one of them no constant.
            let l = self.expr(lhs, None)?;
            let r = self.expr(rhs, None)?;
            return Ok(self.op2(OpCode::Concat, dest, string_const(l), string_const(r), 0));
        }
        let (first, mut pieces) = self.chain_pieces(lhs, rhs)?;
        if let [Piece::Text(text)] = &mut *pieces {
            return Ok(Operand::K(ConstValue::owned(std::mem::take(text))));
        }
        if pieces.len() > 2 {
            return self.concat_pieces(pieces, dest, true);
        }
        let mut operands = Vec::with_capacity(2);
        for piece in pieces {
            operands.push(match piece {
                Piece::Text(text) => Operand::K(ConstValue::owned(text)),
                Piece::Value(e) => self.expr(e, None)?,
            });
        }
        match (operands.pop(), operands.pop()) {
            (Some(r), Some(l)) => {
                if let (Operand::K(a), Operand::K(b)) = (&l, &r)
                    && let Some(v) = binary(BinaryOp::Concat, a, b)
                {
                    return Ok(Operand::K(v));
                }
                self.at_const_expr(first);
                Ok(self.op2(OpCode::Concat, dest, l, r, 0))
            }
            (Some(only), None) => Ok(self.op1(OpCode::CastString, dest, only, 0, 0)),
            _ => Ok(Operand::str(b"")),
        }
    }

    /// What is appended to a variable, as one string: parts are joined even if they are only two, as who appends them makes no string of them.
    pub(crate) fn appended(&mut self, value: Expr<'a>) -> CompileResult<Operand<'a>> {
        let pieces = match *strip(value).kind {
            ExprKind::Interpolated(parts) => self.pieces(parts)?,
            ExprKind::Binary { op: BinaryOp::Concat, lhs, rhs } => self.chain_pieces(lhs, rhs)?.1,
            _ => Vec::new(),
        };
        let is_text = |piece: &Piece<'_>| match piece {
            Piece::Text(_) => true,
            Piece::Value(e) => is_text(*e),
        };
        // Of two values, both are looked at before either is made a string, and given up behind that.
        if pieces.len() != 2 || !pieces.iter().any(is_text) {
            return self.expr(value, None);
        }
        self.at_expr(value);
        // Two are both evaluated before either is converted, in an interpolation too.
        self.concat_pieces(pieces, None, true)
    }

    /// The pieces of an interpolation.
    fn pieces(&mut self, parts: &[Expr<'a>]) -> CompileResult<Vec<Piece<'a>>> {
        let mut pieces = Vec::with_capacity(parts.len());
        for &part in parts {
            let text = self.fold(part)?.and_then(|v| v.to_bytes());
            push_piece(&mut pieces, text.map(|t| t.into_owned()), part);
        }
        Ok(pieces)
    }

    /// The pieces of a chain of `.` that leans to the left, and what it begins with.
    fn chain_pieces(&mut self, lhs: Expr<'a>, rhs: Expr<'a>) -> CompileResult<(Expr<'a>, Vec<Piece<'a>>)> {
        let mut operands = vec![rhs];
        let mut first = lhs;
        while let ExprKind::Binary { op: BinaryOp::Concat, lhs, rhs } = *strip(first).kind {
            operands.push(rhs);
            first = lhs;
        }
        operands.push(first);
        operands.reverse();
        Ok((first, self.pieces(&operands)?))
    }

    /// Three pieces or more: each is made a string as soon as it is evaluated, all are joined at once. In an operator chain the first two
    /// operands are both evaluated before either is converted.
    fn concat_pieces(&mut self, pieces: Vec<Piece<'a>>, dest: Dest, operator: bool) -> CompileResult<Operand<'a>> {
        let count = pieces.len() as u32;
        let block = self.f.alloc_n(count);
        let mut pending = None;
        for (i, piece) in pieces.into_iter().enumerate() {
            let slot = block + i as u32;
            let operand = match piece {
                Piece::Text(text) => Operand::K(ConstValue::owned(text)),
                Piece::Value(e) => self.expr(e, Some(slot))?,
            };
            if i == 0 && operator {
                pending = Some(operand);
                continue;
            }
            if let Some(first) = pending.take() {
                self.string_piece(first, block);
            }
            self.string_piece(operand, slot);
        }
        Ok(self.join(block, count, dest))
    }

    /// `sprintf()` of a format that asks for nothing but strings and whole numbers, which PHP joins without calling anything. The values are all
    /// evaluated before the first one is converted.
    pub(crate) fn sprintf(&mut self, mut pieces: Vec<FormatPiece>, args: &'a [AstArg<'a>], dest: Dest) -> CompileResult<Operand<'a>> {
        match &mut *pieces {
            [] => return Ok(Operand::str(b"")),
            [FormatPiece::Text(text)] => return Ok(Operand::K(ConstValue::owned(std::mem::take(text)))),
            _ => {}
        }
        let count = pieces.len() as u32;
        let block = self.f.alloc_n(count);
        let mut values = Vec::with_capacity(args.len());
        for (i, _) in pieces.iter().enumerate().filter(|(_, piece)| !matches!(piece, FormatPiece::Text(_))) {
            let slot = block + i as u32;
            values.push(self.expr(args[values.len()].value, Some(slot))?);
        }
        let mut values = values.into_iter();
        for (i, piece) in pieces.into_iter().enumerate() {
            let slot = block + i as u32;
            if let FormatPiece::Text(text) = piece {
                self.load_tmp(Operand::K(ConstValue::owned(text)), Some(slot));
                continue;
            }
            let Some(operand) = values.next() else { continue };
            if matches!(piece, FormatPiece::Int) {
                let number = self.op1(OpCode::CastInt, Some(slot), operand, 0, 0);
                self.string_piece(number, slot);
            } else {
                self.string_piece(operand, slot);
            }
        }
        Ok(self.join(block, count, dest))
    }

    /// The strings in a block of temporaries, as one.
    fn join(&mut self, block: u32, count: u32, dest: Dest) -> Operand<'a> {
        let pc = self.f.pc();
        for i in 0..count {
            let start = self.f.def_of(block + i);
            self.f.range(loxo_bytecode::LiveKind::Tmp, block + i, start, pc);
        }
        self.f.free_n(block, count);
        Operand::Tmp(self.put(OpCode::ConcatN, [Arg::Dst(dest), Arg::Raw(block), Arg::Raw(count)], 0, 0))
    }

    fn string_piece(&mut self, operand: Operand<'a>, slot: u32) {
        match operand {
            Operand::K(v) => {
                let v = match v.to_bytes() {
                    Some(s) => ConstValue::Str(s),
                    None => v,
                };
                let is_str = matches!(v, ConstValue::Str(_));
                let t = self.load_tmp(Operand::K(v), Some(slot));
                if !is_str {
                    self.op1(OpCode::ToStringTmp, Some(slot), Operand::Tmp(t), 0, 0);
                }
            }
            Operand::Tmp(t) if t == slot && self.last_makes_string(slot) => {}
            operand => {
                let s = self.slot(operand);
                self.put(OpCode::ToStringTmp, [Arg::Dst(Some(slot)), Arg::Src(s), Arg::No], 0, 0);
            }
        }
    }

    fn last_makes_string(&self, slot: u32) -> bool {
        let strings = [OpCode::Concat, OpCode::ConcatN, OpCode::CastString, OpCode::ToStringTmp];
        self.f.last_op().is_some_and(|op| op.a == slot && strings.contains(&op.code))
    }
}

/// The value is certainly a string.
fn is_text(e: Expr<'_>) -> bool {
    match *strip(e).kind {
        ExprKind::String(_) | ExprKind::Interpolated(_) | ExprKind::Binary { op: BinaryOp::Concat, .. } => true,
        ExprKind::Ternary { then: Some(then), otherwise, .. } => is_text(then) && is_text(otherwise),
        _ => false,
    }
}

/// Constants are made strings while compiling.
fn string_const(operand: Operand<'_>) -> Operand<'_> {
    match operand {
        Operand::K(v) => Operand::K(v.to_bytes().map_or(v, ConstValue::Str)),
        operand => operand,
    }
}

fn push_piece<'a>(pieces: &mut Vec<Piece<'a>>, text: Option<Vec<u8>>, e: Expr<'a>) {
    match text {
        None => pieces.push(Piece::Value(e)),
        Some(text) => {
            // Only constants that follow each other from the start may be joined in a chain of operators; strings join anywhere.
            if let Some(Piece::Text(last)) = pieces.last_mut() {
                last.extend_from_slice(&text);
            } else {
                pieces.push(Piece::Text(text));
            }
        }
    }
}
