//! Values of constant expressions in stubs.

use std::collections::{BTreeMap, BTreeSet};

use loxo_syntax::ast::{BinaryOp, ClassRef, Expr, ExprKind, MemberName, UnaryOp};

use super::model::{Const, Constants, Scope};
use crate::Result;

/// Constant declarations of all stubs, evaluated when they are asked for.
#[derive(Default)]
pub struct Evaluator<'a> {
    /// By name, class constants as `Class::NAME`.
    sources: BTreeMap<String, Source<'a>>,
    known: Constants,
    running: BTreeSet<String>,
}

struct Source<'a> {
    expr: Expr<'a>,
    scope: Scope,
}

impl<'a> Evaluator<'a> {
    pub fn declare(&mut self, name: String, expr: Expr<'a>, scope: &Scope) -> Result<()> {
        match self.sources.insert(name.clone(), Source { expr, scope: scope.clone() }) {
            None => Ok(()),
            Some(_) => Err(format!("the constant {name} is declared twice").into()),
        }
    }

    fn is_declared(&self, name: &str) -> bool {
        self.known.contains_key(name) || self.sources.contains_key(name)
    }

    /// A constant whose value is Rust code.
    pub fn declare_value(&mut self, name: String, value: Const) {
        self.known.insert(name, value);
    }

    /// The value of a declared constant, class constants as `Class::NAME`.
    pub fn constant(&mut self, name: &str) -> Result<Const> {
        if let Some(value) = self.known.get(name) {
            return Ok(value.clone());
        }
        let Some(source) = self.sources.get(name) else {
            return Err(format!("no stub declares the constant {name}").into());
        };
        let (expr, scope) = (source.expr, source.scope.clone());
        if !self.running.insert(name.to_string()) {
            return Err(format!("the constant {name} is defined by itself").into());
        }
        let value = self.eval(expr, &scope)?;
        self.running.remove(name);
        self.known.insert(name.to_string(), value.clone());
        Ok(value)
    }

    /// The value of an expression.
    pub fn eval(&mut self, expr: Expr<'a>, scope: &Scope) -> Result<Const> {
        Ok(match *expr.kind {
            ExprKind::Int(v) => Const::Int(v),
            ExprKind::Float(v) => Const::Float(v),
            ExprKind::String(v) => Const::Str(v.to_vec()),
            ExprKind::Paren(inner) => self.eval(inner, scope)?,
            ExprKind::Const(name) => match name.text.to_ascii_lowercase().as_slice() {
                b"null" => Const::Null,
                b"true" => Const::Bool(true),
                b"false" => Const::Bool(false),
                b"unknown" => Const::Unknown,
                _ => {
                    // Names without namespace mean the global constant if the namespace has none.
                    let (own, global) = (scope.class_name(&name), String::from_utf8_lossy(name.text));
                    if self.is_declared(&own) { self.constant(&own)? } else { self.constant(&global)? }
                }
            },
            ExprKind::ClassConst { class: ClassRef::Name(of), name: MemberName::Ident(name) } => {
                let of = scope.class_name(&of);
                if name.name.eq_ignore_ascii_case(b"class") {
                    return Ok(Const::Str(of.into_bytes()));
                }
                self.constant(&format!("{of}::{}", String::from_utf8_lossy(name.name)))?
            }
            ExprKind::Array { items, .. } => {
                let mut entries = Vec::new();
                let mut next = 0;
                for item in items.iter().flatten() {
                    let key = match item.key {
                        Some(key) => self.eval(key, scope)?,
                        None => Const::Int(next),
                    };
                    if let Const::Int(key) = key {
                        next = next.max(key.wrapping_add(1));
                    }
                    entries.push((key, self.eval(item.value, scope)?));
                }
                Const::Array(entries)
            }
            ExprKind::Unary { op, operand } => unary(op, self.eval(operand, scope)?)?,
            ExprKind::Binary { op, lhs, rhs } => binary(op, self.eval(lhs, scope)?, self.eval(rhs, scope)?)?,
            _ => return Err("this expression is not understood as a constant".into()),
        })
    }
}

fn unary(op: UnaryOp, operand: Const) -> Result<Const> {
    Ok(match (op, operand) {
        (UnaryOp::Plus, value @ (Const::Int(_) | Const::Float(_))) => value,
        (UnaryOp::Minus, Const::Int(v)) => Const::Int(v.wrapping_neg()),
        (UnaryOp::Minus, Const::Float(v)) => Const::Float(-v),
        (UnaryOp::BitNot, Const::Int(v)) => Const::Int(!v),
        (UnaryOp::Not, Const::Bool(v)) => Const::Bool(!v),
        (_, operand) => return Err(format!("no such operation on {operand:?}").into()),
    })
}

fn binary(op: BinaryOp, lhs: Const, rhs: Const) -> Result<Const> {
    Ok(match (op, lhs, rhs) {
        (BinaryOp::BitOr, Const::Int(a), Const::Int(b)) => Const::Int(a | b),
        (BinaryOp::BitAnd, Const::Int(a), Const::Int(b)) => Const::Int(a & b),
        (BinaryOp::BitXor, Const::Int(a), Const::Int(b)) => Const::Int(a ^ b),
        (BinaryOp::Shl, Const::Int(a), Const::Int(b)) if (0..64).contains(&b) => Const::Int(a << b),
        (BinaryOp::Add, Const::Int(a), Const::Int(b)) => Const::Int(a.wrapping_add(b)),
        (BinaryOp::Sub, Const::Int(a), Const::Int(b)) => Const::Int(a.wrapping_sub(b)),
        (BinaryOp::Mul, Const::Int(a), Const::Int(b)) => Const::Int(a.wrapping_mul(b)),
        (BinaryOp::Concat, Const::Str(a), Const::Str(b)) => Const::Str([a, b].concat()),
        (op, a, b) => return Err(format!("no such operation: {a:?} {op:?} {b:?}").into()),
    })
}
