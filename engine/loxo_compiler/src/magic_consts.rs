//! `__LINE__` and the other magic constants, and constants whose value is known while compiling.

use loxo_base::Span;
use loxo_bytecode::{ClassOperand, OpCode};
use loxo_syntax::ast::{MagicConst, Name};

use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, FunctionKind, Operand};
use crate::state::names::{RelativeClass, base_name, relative_class, relative_class_of};

impl<'a> Compiler<'a> {
    pub(crate) fn magic(&mut self, kind: MagicConst, span: Span, dest: Dest) -> CompileResult<Operand<'a>> {
        match self.magic_value(kind, span) {
            Some(v) => Ok(Operand::K(v)),
            None => {
                // __CLASS__ in a trait is the class that uses it.
                let bits = ClassOperand::SelfClass.encode();
                Ok(Operand::Tmp(self.put(OpCode::FetchClassName, [Arg::Dst(dest), Arg::Raw(bits), Arg::No], 0, 0)))
            }
        }
    }

    pub(crate) fn magic_value(&mut self, kind: MagicConst, span: Span) -> Option<ConstValue<'a>> {
        let empty = ConstValue::str(b"");
        Some(match kind {
            MagicConst::Line => ConstValue::Int(i64::from(self.line_at(span.lo))),
            MagicConst::File => ConstValue::owned(self.opts.path.to_vec()),
            MagicConst::Dir => ConstValue::owned(self.dir()),
            MagicConst::Namespace => self.names.namespace.map_or(empty, ConstValue::str),
            MagicConst::Function => ConstValue::owned(self.f.out.name.to_vec()),
            MagicConst::Method => ConstValue::owned(self.method_name()),
            MagicConst::Class => match &self.class {
                Some(class) if class.is_trait() => return None,
                Some(class) => ConstValue::owned(class.decl.name.to_vec()),
                None => empty,
            },
            MagicConst::Trait => match &self.class {
                Some(class) if class.is_trait() => ConstValue::owned(class.decl.name.to_vec()),
                _ => empty,
            },
            MagicConst::Property => match (&self.f.hook, &self.property) {
                (Some((name, _)), _) | (None, Some(name)) => ConstValue::owned(name.to_vec()),
                _ => empty,
            },
        })
    }

    fn method_name(&self) -> Vec<u8> {
        let name = &self.f.out.name;
        if name.is_empty() {
            return Vec::new();
        }
        match (&self.class, self.f.kind) {
            (Some(class), FunctionKind::Method | FunctionKind::Hook) => [&class.decl.name, b"::".as_slice(), name].concat(),
            (Some(_), FunctionKind::Function | FunctionKind::Main) => Vec::new(),
            _ => name.to_vec(),
        }
    }

    fn dir(&self) -> Vec<u8> {
        let path = self.opts.path;
        let end = path.iter().rposition(|&b| b != b'/').map_or(0, |i| i + 1);
        if end == 0 && !path.is_empty() {
            return b"/".to_vec();
        }
        let Some(slash) = path[..end].iter().rposition(|&b| b == b'/') else { return self.opts.cwd.to_vec() };
        let end = path[..slash].iter().rposition(|&b| b != b'/').map_or(0, |i| i + 1);
        if end == 0 { b"/".to_vec() } else { path[..end].to_vec() }
    }

    // ------------------------------------------------------------------------------------------------------------------ constants

    /// The value of a constant that every request has.
    pub(crate) fn const_value(&self, name: &Name<'a>) -> Option<ConstValue<'a>> {
        let resolved = self.const_name(name);
        let lookup = if resolved.fully { &*resolved.name } else { base_name(&resolved.name) };
        if lookup.len() == 4 || lookup.len() == 5 {
            if lookup.eq_ignore_ascii_case(b"true") {
                return Some(ConstValue::Bool(true));
            }
            if lookup.eq_ignore_ascii_case(b"false") {
                return Some(ConstValue::Bool(false));
            }
            if lookup.eq_ignore_ascii_case(b"null") {
                return Some(ConstValue::Null);
            }
        }
        if let Some(offset) = self.halt_offset
            && (&*resolved.name == b"__COMPILER_HALT_OFFSET__" || name.text == b"__COMPILER_HALT_OFFSET__")
        {
            return Some(ConstValue::Int(i64::from(offset)));
        }
        if self.no_const_subst {
            return None;
        }
        self.opts.builtins.constant(&resolved.name).map(|c| ConstValue::from_const(&c))
    }

    /// `A::class` where that is known now.
    pub(crate) fn try_class_name(&self, name: &Name<'a>) -> CompileResult<Option<ConstValue<'a>>> {
        let which = relative_class(name.text);
        if let Some(s) = which {
            self.check_relative_class(s)?;
        }
        Ok(match which {
            None => Some(ConstValue::Str(self.class_name(name)?)),
            Some(RelativeClass::Static) => None,
            Some(_) if !self.scope_known() => None,
            Some(RelativeClass::SelfClass) => self.class.as_ref().map(|c| ConstValue::owned(c.decl.name.to_vec())),
            Some(RelativeClass::Parent) => {
                self.class.as_ref().and_then(|c| c.decl.parent.as_ref()).map(|parent| ConstValue::owned(parent.to_vec()))
            }
        })
    }

    /// `self::X` (or by the class's own name) declared above with a literal value.
    pub(crate) fn own_class_const(&self, class: &Name<'a>, name: &[u8]) -> Option<ConstValue<'a>> {
        let active = self.class.as_ref()?;
        if self.no_const_subst || active.is_trait() {
            return None;
        }
        let own = match relative_class_of(class) {
            Some(RelativeClass::SelfClass) => self.scope_known(),
            Some(_) => false,
            None => self.class_name(class).ok()?.eq_ignore_ascii_case(&active.decl.name),
        };
        if !own {
            return None;
        }
        active.const_values.get(name).map(ConstValue::from_const)
    }
}
