//! Functions that PHP compiles to ops of their own: their calls show in no backtrace.

use loxo_bytecode::{Const, ConstKey, FnFlags, OpCode, TypeMask};
use loxo_syntax::ast::{Arg as AstArg, Args, Callee, CastKind, Expr, ExprKind, strip};

use crate::call::needs_list;
use crate::state::compiler::Compiler;
use crate::state::const_value::{ArrayItems, ConstValue, numeric};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};
use crate::state::names::lower;
use crate::strings::{FormatPiece, format_pieces};

/// Functions that PHP compiles to an op of their own, whose result is never a variable, with the number of arguments for which it does.
const INTRINSICS: [(&[u8], usize); 26] = [
    (b"strlen", 1),
    (b"is_null", 1),
    (b"is_bool", 1),
    (b"is_long", 1),
    (b"is_int", 1),
    (b"is_integer", 1),
    (b"is_float", 1),
    (b"is_double", 1),
    (b"is_string", 1),
    (b"is_array", 1),
    (b"is_object", 1),
    (b"is_resource", 1),
    (b"is_scalar", 1),
    (b"boolval", 1),
    (b"intval", 1),
    (b"floatval", 1),
    (b"doubleval", 1),
    (b"strval", 1),
    (b"count", 1),
    (b"sizeof", 1),
    (b"get_class", 1),
    (b"get_called_class", 0),
    (b"gettype", 1),
    (b"func_num_args", 0),
    (b"func_get_args", 0),
    (b"array_key_exists", 2),
];

/// The types that functions ask for which look at the type of their argument alone.
const TYPES: [(&[u8], TypeMask); 11] = [
    (b"is_null", TypeMask::NULL),
    (b"is_bool", TypeMask::BOOL),
    (b"is_long", TypeMask::INT),
    (b"is_int", TypeMask::INT),
    (b"is_integer", TypeMask::INT),
    (b"is_float", TypeMask::FLOAT),
    (b"is_double", TypeMask::FLOAT),
    (b"is_string", TypeMask::STRING),
    (b"is_array", TypeMask::ARRAY),
    (b"is_object", TypeMask::OBJECT),
    (b"is_scalar", TypeMask::BOOL.with(TypeMask::INT).with(TypeMask::FLOAT).with(TypeMask::STRING)),
];

impl<'a> Compiler<'a> {
    /// The op for a call of a global function, if there is one.
    pub(crate) fn call_intrinsic(&mut self, lc: &[u8], args: &'a [AstArg<'a>], dest: Dest) -> CompileResult<Option<Operand<'a>>> {
        if lc == b"sprintf"
            && let Some(pieces) = written_format(args)
        {
            return self.sprintf(pieces, &args[1..], dest).map(Some);
        }
        if let Some(operand) = self.call_lookup(lc, args, dest)? {
            return Ok(Some(operand));
        }
        let [arg] = args else {
            if lc == b"func_num_args" && args.is_empty() && !self.f.out.flags.has(FnFlags::MAIN) {
                return Ok(Some(Operand::Tmp(self.put(OpCode::FuncNumArgs, [Arg::Dst(dest), Arg::No, Arg::No], 0, 0))));
            }
            return Ok(None);
        };
        if let Some((_, types)) = TYPES.iter().find(|(name, _)| *name == lc) {
            let operand = self.expr(arg.value, None)?;
            let s = self.slot(operand);
            return Ok(Some(Operand::Tmp(self.put(OpCode::IsType, [Arg::Dst(dest), Arg::Src(s), Arg::Raw(types.0)], 0, 0))));
        }
        let cast = match lc {
            b"boolval" => CastKind::Bool,
            b"intval" => CastKind::Int,
            b"floatval" | b"doubleval" => CastKind::Float,
            b"strval" => CastKind::String,
            b"strlen" if matches!(strip(arg.value).kind, ExprKind::String(_)) => return Ok(None),
            b"strlen" | b"count" | b"sizeof" => {
                let code = if lc == b"strlen" { OpCode::Strlen } else { OpCode::Count };
                let operand = self.expr(arg.value, None)?;
                return Ok(Some(self.op1(code, dest, operand, u32::from(lc == b"sizeof"), 0)));
            }
            _ => return Ok(None),
        };
        self.cast(cast, arg.value, dest).map(Some)
    }

    /// The op for a call that only looks whether something is there.
    fn call_lookup(&mut self, lc: &[u8], args: &'a [AstArg<'a>], dest: Dest) -> CompileResult<Option<Operand<'a>>> {
        let (code, operands, x) = match (lc, args) {
            (b"array_key_exists", [key, array]) => {
                let (key, array) = (self.expr(key.value, None)?, self.expr(array.value, None)?);
                let (key, array) = (self.slot(key), self.slot(array));
                (OpCode::ArrayKeyExists, [Arg::Src(key), Arg::Src(array)], 0)
            }
            (b"in_array", [needle, array, strict @ ..]) => {
                let strict = match strict {
                    [] => Some(ConstValue::Bool(false)),
                    [strict] => self.fold(strict.value)?,
                    _ => None,
                };
                let Some(ConstValue::Bool(strict)) = strict else { return Ok(None) };
                let Some(ConstValue::Array(items)) = self.fold(array.value)? else { return Ok(None) };
                let Some(set) = set_of(&items, strict) else { return Ok(None) };
                let needle = self.expr(needle.value, None)?;
                let needle = self.slot(needle);
                let set = self.f.k(ConstValue::Array(set));
                (OpCode::InArray, [Arg::Src(needle), Arg::Raw(set)], u32::from(strict))
            }
            (b"defined" | b"function_exists", [name]) => {
                let ExprKind::String(name) = strip(name.value).kind else { return Ok(None) };
                if name.is_empty() || name.contains(&b'\\') || name.contains(&b':') {
                    return Ok(None);
                }
                if lc == b"defined" && self.opts.builtins.constant(name).is_some() {
                    return Ok(Some(Operand::K(ConstValue::Bool(true))));
                }
                let is_word = |word: &&[u8]| name.eq_ignore_ascii_case(word);
                if lc == b"defined" && [b"true".as_slice(), b"false", b"null"].iter().any(is_word) {
                    return Ok(None);
                }
                let code = if lc == b"defined" { OpCode::Defined } else { OpCode::FunctionExists };
                (code, [Arg::Raw(self.str_k(name)), Arg::No], 0)
            }
            _ => return Ok(None),
        };
        let [b, c] = operands;
        Ok(Some(Operand::Tmp(self.put(code, [Arg::Dst(dest), b, c], x, 0))))
    }

    /// The call can never give a reference, which PHP knows while compiling.
    pub(crate) fn is_intrinsic_call(&self, e: Expr<'a>) -> bool {
        let ExprKind::Call { callee: Callee::Name(name), args: Args::List { args, .. } } = *strip(e).kind else { return false };
        let resolved = self.function_name(&name);
        let global = resolved.fully || self.names.namespace.is_none();
        let lc = lower(&resolved.name);
        let intrinsic = || INTRINSICS.contains(&(&*lc, args.len())) || (*lc == *b"sprintf" && written_format(args).is_some());
        global && !needs_list(args) && intrinsic() && self.opts.builtins.function(&lc).is_some()
    }
}

/// The format of a `sprintf()` that is joined without a call: it is written out, and asks for strings and whole numbers alone.
fn written_format(args: &[AstArg<'_>]) -> Option<Vec<FormatPiece>> {
    let (format, values) = args.split_first()?;
    let ExprKind::String(format) = strip(format.value).kind else { return None };
    format_pieces(format, values.len())
}

/// The values of a constant array as the keys of another, where looking for a key is as good as comparing with each value.
fn set_of(items: &ArrayItems, strict: bool) -> Option<ArrayItems> {
    // Values whose key is written again are not in the array.
    let mut written = rustc_hash::FxHashSet::default();
    let explicit = items.iter().filter(|(key, _)| key.is_some()).count();
    for (key, _) in items {
        match key {
            Some(ConstKey::Int(_)) if explicit < items.len() => return None,
            Some(key) if !written.insert(key) => return None,
            _ => {}
        }
    }
    let key = |value: &Const| match value {
        Const::Int(i) if strict => Some(ConstKey::Int(*i)),
        Const::Str(s) if strict || numeric(s).is_none() => Some(ConstKey::Str(s.clone())),
        _ => None,
    };
    items.iter().map(|(_, value)| Some((Some(key(value)?), Const::True))).collect()
}
