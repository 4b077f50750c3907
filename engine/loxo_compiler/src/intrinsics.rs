//! Functions that PHP compiles to ops of their own: their calls show in no backtrace.

use loxo_bytecode::{FnFlags, OpCode, TypeMask};
use loxo_syntax::ast::{Arg as AstArg, Args, Callee, CastKind, Expr, ExprKind, strip};

use crate::call::needs_list;
use crate::state::compiler::Compiler;
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
