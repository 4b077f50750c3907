//! What the kinds of instructions want of their arguments, and what they may do.

use loxo_bytecode::BinaryOp;

use crate::{Compare, FloatOp, IntOp, Intrinsic, Kind, Tags, Type, WHOLE};

/// Whether an instruction has an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    Never,
    /// It may have one, and needs none: there is nothing to leave for.
    Perhaps,
    Always,
}

/// Whether an instruction may leave with a state; `ranges`: what ints among its arguments lie between there.
pub fn leaving(kind: &Kind, ranges: &[(i64, i64)]) -> Leaving {
    match kind {
        Kind::Guard(_) | Kind::Intrinsic(_) | Kind::FloatToInt | Kind::DivideInts | Kind::Floats(FloatOp::Div) => Leaving::Always,
        Kind::Poll | Kind::CallFrameless | Kind::GuardCallee | Kind::GuardBool(_) | Kind::GuardClass(_) => Leaving::Always,
        Kind::NewObject(_) => Leaving::Always,
        Kind::Ints(IntOp::And | IntOp::Or | IntOp::Xor) => Leaving::Never,
        Kind::Replace(_) | Kind::ReplaceInside | Kind::Property => Leaving::Perhaps,
        Kind::Ints(op) => match ranges {
            [left, right] if result_range(*op, *left, *right).is_some() => Leaving::Perhaps,
            _ => Leaving::Always,
        },
        _ => Leaving::Never,
    }
}

/// What an operation on ints of these ranges lies between; `None`: it may leave.
pub fn result_range(op: IntOp, left: (i64, i64), right: (i64, i64)) -> Option<(i64, i64)> {
    let corners = |of: fn(i64, i64) -> Option<i64>| {
        let all = [of(left.0, right.0)?, of(left.0, right.1)?, of(left.1, right.0)?, of(left.1, right.1)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match op {
        IntOp::Add => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
        IntOp::Sub => Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?)),
        IntOp::Mul => corners(i64::checked_mul),
        IntOp::Mod => {
            // The sign is the left side's.
            let most = (right.0 > 0).then(|| right.1 - 1)?;
            Some((if left.0 < 0 { -most } else { 0 }, if left.1 > 0 { most } else { 0 }))
        }
        IntOp::Quotient => {
            let is_whole = |side: (i64, i64)| side.0 >= -WHOLE && side.1 <= WHOLE;
            if !is_whole(left) || !is_whole(right) || (right.0 <= 0 && right.1 >= -1) {
                return None;
            }
            corners(i64::checked_div)
        }
        IntOp::And if left.0 >= 0 || right.0 >= 0 => {
            let most = if left.0 >= 0 && right.0 >= 0 {
                left.1.min(right.1)
            } else if left.0 >= 0 {
                left.1
            } else {
                right.1
            };
            Some((0, most))
        }
        IntOp::And | IntOp::Or | IntOp::Xor => Some((i64::MIN, i64::MAX)),
        IntOp::Shl if right.0 >= 0 && right.1 <= 63 => Some((i64::MIN, i64::MAX)),
        IntOp::Shr if right.0 >= 0 && right.1 <= 63 => Some((left.0.min(0), left.1.max(0))),
        IntOp::Shl | IntOp::Shr | IntOp::Div => None,
    }
}

/// What others can see: doing the op again would do it twice.
pub fn has_effect(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Run
            | Kind::RunJump
            | Kind::Call
            | Kind::CallFrameless
            | Kind::NewObject(_)
            | Kind::StartConstructor(_)
            | Kind::EndWindow(_)
            | Kind::Release(_)
            | Kind::Replace(_)
            | Kind::SetPropertyAt(_)
            | Kind::StorePropertyAt(_)
            | Kind::SetPropertyIn(..)
            | Kind::PromoteIn(_)
            | Kind::SetProperty(_)
            | Kind::StoreInside
            | Kind::ReplaceInside
            | Kind::SetElement(_)
            | Kind::AppendElement(_)
            | Kind::RemoveElement
            | Kind::BindElement(_)
            | Kind::ChangeAt(_)
    )
}

/// Nothing but its result matters, and its exit if it has one.
pub fn is_pure(kind: &Kind) -> bool {
    !has_effect(kind) && !matches!(kind, Kind::Store(_) | Kind::Count | Kind::Poll)
}

/// What an argument or a result has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Unboxed(Tags),
    Boxed,
    /// Any of the unboxed types.
    Scalar,
    Either,
}

impl Want {
    fn takes(self, ty: Type) -> bool {
        match self {
            Want::Unboxed(tags) => ty.unboxed() && ty.tags.within(tags),
            Want::Boxed => !ty.unboxed(),
            Want::Scalar => ty.unboxed(),
            Want::Either => true,
        }
    }
}

const INT: Want = Want::Unboxed(Tags::INT);
const FLOAT: Want = Want::Unboxed(Tags::FLOAT);
const BOOL: Want = Want::Unboxed(Tags::BOOL);

/// Arguments; result: whether it may be missing, and what it is.
fn signature(kind: &Kind) -> (&'static [Want], Option<(bool, Want)>) {
    match kind {
        Kind::Int(_) => (&[], Some((false, INT))),
        Kind::Float(_) => (&[], Some((false, FLOAT))),
        Kind::Bool(_) => (&[], Some((false, BOOL))),
        Kind::Null | Kind::Constant(_) | Kind::Load(_) | Kind::NewObject(_) => (&[], Some((false, Want::Boxed))),
        Kind::Store(_) | Kind::Replace(_) => (&[Want::Either], None),
        Kind::Release(_) | Kind::Poll | Kind::GuardCallee => (&[], None),
        Kind::EndWindow(_) => (&[], None),
        Kind::StartConstructor(_) => (&[Want::Boxed], None),
        Kind::GuardBool(_) => (&[BOOL], None),
        Kind::GuardClass(_) => (&[Want::Boxed], Some((false, Want::Boxed))),
        Kind::Guard(_) => (&[Want::Boxed], Some((true, Want::Either))),
        Kind::Box => (&[Want::Scalar], Some((false, Want::Boxed))),
        Kind::Unbox => (&[Want::Boxed], Some((false, Want::Scalar))),
        Kind::Ints(_) => (&[INT, INT], Some((false, INT))),
        Kind::Floats(_) => (&[FLOAT, FLOAT], Some((false, FLOAT))),
        Kind::DivideInts => (&[INT, INT], Some((false, Want::Boxed))),
        Kind::Power => (&[FLOAT, FLOAT], Some((false, FLOAT))),
        Kind::Intrinsic(Intrinsic::Max | Intrinsic::Min) => (&[Want::Scalar, Want::Scalar], Some((false, Want::Scalar))),
        Kind::Intrinsic(Intrinsic::Abs) => (&[Want::Scalar], Some((false, Want::Scalar))),
        Kind::Intrinsic(Intrinsic::Intdiv) => (&[INT, INT], Some((false, INT))),
        Kind::Intrinsic(Intrinsic::Sqrt | Intrinsic::Floor | Intrinsic::Ceil) => (&[FLOAT], Some((false, FLOAT))),
        Kind::Intrinsic(Intrinsic::Ord) => (&[Want::Boxed], Some((false, INT))),
        Kind::Intrinsic(Intrinsic::Chr) => (&[INT], Some((false, Want::Boxed))),
        Kind::IntToFloat => (&[INT], Some((false, FLOAT))),
        Kind::BoolToInt => (&[BOOL], Some((false, INT))),
        Kind::FloatToInt => (&[FLOAT], Some((false, INT))),
        Kind::CompareInts(_) => (&[Want::Scalar, Want::Scalar], Some((false, BOOL))),
        Kind::CompareFloats(_) => (&[FLOAT, FLOAT], Some((false, BOOL))),
        Kind::Not => (&[BOOL], Some((false, BOOL))),
        Kind::Truth => (&[Want::Scalar], Some((false, BOOL))),
        Kind::CaseOf => (&[Want::Boxed], Some((false, INT))),
        Kind::HasTags(_) | Kind::TruthOf | Kind::SameString(_) | Kind::IsUntyped => (&[Want::Boxed], Some((false, BOOL))),
        Kind::Element(_) | Kind::Property | Kind::Deref | Kind::OrNull => (&[Want::Boxed], Some((false, Want::Boxed))),
        Kind::PropertyAt(_) | Kind::ClosureThis | Kind::Captured(_) => (&[Want::Boxed], Some((false, Want::Boxed))),
        Kind::SetPropertyAt(_) | Kind::StorePropertyAt(_) => (&[Want::Boxed, Want::Either], None),
        Kind::StoreInside | Kind::ReplaceInside => (&[Want::Boxed, Want::Either], None),
        Kind::SetProperty(_) | Kind::SetPropertyIn(..) | Kind::PromoteIn(_) => (&[Want::Boxed, Want::Either], Some((false, BOOL))),
        Kind::ElementAt => (&[Want::Boxed, Want::Either], Some((false, Want::Boxed))),
        Kind::PlaceOf(_) | Kind::StaticPlace => (&[], Some((false, INT))),
        Kind::PlaceInside | Kind::PlaceIn(_) | Kind::PropertyPlace => (&[Want::Boxed], Some((false, INT))),
        Kind::ElementPlace => (&[INT, Want::Either], Some((false, INT))),
        Kind::BindElement(_) => (&[INT], Some((false, BOOL))),
        Kind::ValueAt => (&[INT], Some((false, Want::Boxed))),
        Kind::SetElement(_) => (&[INT, Want::Either, Want::Either], Some((false, BOOL))),
        Kind::AppendElement(_) | Kind::RemoveElement | Kind::ChangeAt(_) => (&[INT, Want::Either], Some((false, BOOL))),
        Kind::ArrayLength | Kind::ArrayPositions | Kind::StringLength => (&[Want::Boxed], Some((false, INT))),
        Kind::ValueInOrder | Kind::KeyInOrder => (&[Want::Boxed, INT], Some((false, Want::Boxed))),
        Kind::TakesReferences(_) | Kind::IsCallOf(_) => (&[], Some((false, BOOL))),
        Kind::IsMethodCallOf(_) | Kind::IsClosureOf(_) => (&[Want::Boxed], Some((false, BOOL))),
        Kind::Count => (&[Want::Boxed], None),
        Kind::Run | Kind::Call => (&[], Some((true, Want::Boxed))),
        Kind::RunJump => (&[], Some((false, BOOL))),
        // As many as the callee wants.
        Kind::CallFrameless => (&[], Some((true, Want::Scalar))),
    }
}

/// Checks the types of an instruction.
pub(crate) fn check(kind: &Kind, args: &[Type], result: Option<Type>) -> Result<(), String> {
    let (wants, gives) = signature(kind);
    if *kind == Kind::CallFrameless {
        if let Some(ty) = args.iter().find(|ty| !ty.unboxed()) {
            return Err(format!("an argument is {ty}"));
        }
    } else if wants.len() != args.len() {
        return Err(format!("{} arguments, not {}", wants.len(), args.len()));
    }
    if let Some((_, ty)) = wants.iter().zip(args).find(|(want, ty)| !want.takes(**ty)) {
        return Err(format!("an argument is {ty}"));
    }
    match (gives, result) {
        (None, Some(_)) => return Err("has no result".into()),
        (Some((false, _)), None) => return Err("has a result".into()),
        (Some((_, want)), Some(ty)) if !want.takes(ty) => return Err(format!("its result is not {ty}")),
        _ => {}
    }
    match (kind, args, result) {
        (Kind::Guard(tags), [arg], Some(ty)) if ty.tags != tags.and(arg.tags) => Err(format!("its result is {}", tags.and(arg.tags))),
        (Kind::GuardClass(_) | Kind::NewObject(_), _, Some(ty)) if ty.tags != Tags::OBJECT => Err(format!("its result is {ty}")),
        (Kind::CompareInts(how), [left, right], _) => {
            let ints = left.tags.within(Tags::INT) && right.tags.within(Tags::INT);
            let bools = left.tags.within(Tags::BOOL) && right.tags.within(Tags::BOOL);
            let same = matches!(how, Compare::Equal | Compare::NotEqual);
            if ints || (bools && same) { Ok(()) } else { Err(format!("of {left} and {right}")) }
        }
        (Kind::Intrinsic(Intrinsic::Ord), [text], _) if text.tags != Tags::STRING => Err(format!("of {text}")),
        (Kind::Intrinsic(which @ (Intrinsic::Max | Intrinsic::Min | Intrinsic::Abs)), args, Some(ty))
            if ty.tags.within(Tags::BOOL) || args.iter().any(|arg| arg.tags != ty.tags) =>
        {
            Err(format!("{which:?} gives {ty}"))
        }
        (Kind::ElementAt | Kind::ElementPlace | Kind::RemoveElement, [_, key], _) | (Kind::SetElement(_), [_, key, _], _)
            if key.unboxed() && !key.tags.within(Tags::INT) =>
        {
            Err(format!("a key is {key}"))
        }
        (Kind::IsUntyped | Kind::StoreInside | Kind::ReplaceInside | Kind::PlaceInside, [into, ..], _) if into.tags != Tags::REFERENCE => {
            Err(format!("of {into}"))
        }
        (Kind::Truth, [arg], _) if arg.tags.within(Tags::BOOL) => Err("of a bool".into()),
        (Kind::Int(i), _, Some(ty)) if *i < ty.range.0 || *i > ty.range.1 => Err(format!("is not in {ty}")),
        _ => Ok(()),
    }
}

impl IntOp {
    /// What an operator does with two ints, as far as that gives an int.
    pub fn of(op: BinaryOp) -> Option<IntOp> {
        Some(match op {
            BinaryOp::Add => IntOp::Add,
            BinaryOp::Sub => IntOp::Sub,
            BinaryOp::Mul => IntOp::Mul,
            BinaryOp::Div => IntOp::Div,
            BinaryOp::Mod => IntOp::Mod,
            BinaryOp::BitAnd => IntOp::And,
            BinaryOp::BitOr => IntOp::Or,
            BinaryOp::BitXor => IntOp::Xor,
            BinaryOp::Shl => IntOp::Shl,
            BinaryOp::Shr => IntOp::Shr,
            BinaryOp::Pow | BinaryOp::Concat => return None,
        })
    }
}

impl FloatOp {
    /// What an operator does with two floats, as far as that gives a float.
    pub fn of(op: BinaryOp) -> Option<FloatOp> {
        Some(match op {
            BinaryOp::Add => FloatOp::Add,
            BinaryOp::Sub => FloatOp::Sub,
            BinaryOp::Mul => FloatOp::Mul,
            BinaryOp::Div => FloatOp::Div,
            _ => return None,
        })
    }
}
