//! Whether a method may replace another, and how PHP writes signatures in the messages about it.

use loxo_bytecode::{FnFlags, TypeMask};
use loxo_value::Value;

use super::draft::Method;
use super::subtype::{Status, TypeEnv};
use crate::display::name_text;
use crate::{BuiltinFlags, ParamDefault, ParamInfo, Type};

impl TypeEnv<'_> {
    /// May `child` be called wherever `parent` is expected?
    pub fn replaces(&self, child: &Method, parent: &Method) -> Status {
        if child.func.required > parent.func.required
            || (parent.flags.has(FnFlags::RETURNS_REF) && !child.flags.has(FnFlags::RETURNS_REF))
            || (parent.flags.has(FnFlags::VARIADIC) && !child.flags.has(FnFlags::VARIADIC))
        {
            return Status::No;
        }
        let mut status = Status::Yes;
        let count = child.params.len().max(parent.params.len());
        for index in 0..count {
            // What the child adds is optional, as its required count has shown.
            let Some(theirs) = param_at(parent, index) else { break };
            let Some(ours) = param_at(child, index) else { return Status::No };
            match self.accepts(parent, ours.ty.as_ref(), theirs.ty.as_ref()) {
                Status::Yes => {}
                Status::Unresolved => status = Status::Unresolved,
                other => return other,
            }
            if ours.by_ref != theirs.by_ref || ours.prefer_ref != theirs.prefer_ref {
                return Status::No;
            }
        }
        match self.returns(child, parent) {
            Status::Yes => status,
            other => other,
        }
    }

    /// Parameters may accept more than the parent's do.
    fn accepts(&self, parent: &Method, ours: Option<&Type>, theirs: Option<&Type>) -> Status {
        match (ours, theirs) {
            (None, _) => Status::Yes,
            (Some(ours), _) if ours.spec.mask == TypeMask::MIXED => Status::Yes,
            (Some(_), None) => Status::No,
            (Some(ours), Some(theirs)) => self.covariant(parent.entity(), theirs, ours),
        }
    }

    /// Return types may promise more than the parent's do.
    fn returns(&self, child: &Method, parent: &Method) -> Status {
        let Some(promised) = &parent.ret else { return Status::Yes };
        let status = match &child.ret {
            Some(ours) => self.covariant(child.entity(), ours, promised),
            None => Status::No,
        };
        let tentative = parent.func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::TENTATIVE_RETURN));
        if status == Status::No && tentative { Status::Tentative } else { status }
    }
}

fn param_at(method: &Method, index: usize) -> Option<&ParamInfo> {
    match method.params.get(index) {
        Some(param) => Some(param),
        None if method.flags.has(FnFlags::VARIADIC) => method.params.last(),
        None => None,
    }
}

/// `A::foo(int $x = 1, ...$rest): string`, as messages show it.
pub(super) fn declaration(method: &Method) -> String {
    let mut out = String::new();
    if method.flags.has(FnFlags::RETURNS_REF) {
        out.push_str("& ");
    }
    out.push_str(&name_text(&method.scope));
    out.push_str("::");
    out.push_str(&String::from_utf8_lossy(method.name.as_bytes()));
    out.push('(');
    for (index, param) in method.params.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        parameter(&mut out, method, index, param);
    }
    out.push(')');
    if let Some(ret) = &method.ret {
        out.push_str(": ");
        out.push_str(&type_text(ret));
    }
    out
}

/// The text of a type, `self` and `parent` replaced.
pub(super) fn type_text(ty: &Type) -> String {
    String::from_utf8_lossy(&ty.spec.text).into_owned()
}

fn parameter(out: &mut String, method: &Method, index: usize, param: &ParamInfo) {
    if let Some(ty) = &param.ty {
        out.push_str(&type_text(ty));
        out.push(' ');
    }
    if param.by_ref || param.prefer_ref {
        out.push('&');
    }
    if param.variadic {
        out.push_str("...");
    }
    out.push('$');
    out.push_str(&String::from_utf8_lossy(param.name.as_bytes()));
    if index as u32 >= method.func.required && !param.variadic {
        out.push_str(" = ");
        match method.func.builtin {
            Some(row) => out.push_str(row.params.get(index).and_then(|param| param.default).unwrap_or("<default>")),
            None => default_text(out, param),
        }
    }
}

fn default_text(out: &mut String, param: &ParamInfo) {
    match &param.default {
        ParamDefault::Value(value) => value_text(out, value.get()),
        ParamDefault::Text(text) => out.push_str(text),
        _ => match &param.default_text {
            Some(text) if is_constant_name(text) => out.push_str(&String::from_utf8_lossy(text)),
            Some(_) => out.push_str("<expression>"),
            None => {}
        },
    }
}

/// Values are cut short, as PHP does.
fn value_text(out: &mut String, value: &Value) {
    const SHOWN: usize = 10;
    if let Some(bytes) = value.as_bytes() {
        out.push('\'');
        out.push_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]));
        out.push_str(if bytes.len() > SHOWN { "...'" } else { "'" });
    } else if let Some(array) = value.as_array() {
        out.push_str(if array.is_empty() { "[]" } else { "[...]" });
    } else if let Some(int) = value.as_int() {
        out.push_str(&int.to_string());
    } else if let Some(float) = value.as_float() {
        out.push_str(&float.to_string());
    } else if let Some(bool) = value.as_bool() {
        out.push_str(if bool { "true" } else { "false" });
    } else {
        out.push_str("null");
    }
}

/// `NAME`, `\ns\NAME` or `A::NAME`, which PHP shows; other expressions it does not.
fn is_constant_name(text: &[u8]) -> bool {
    !text.is_empty()
        && !text[0].is_ascii_digit()
        && text.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_' || b == b'\\' || b == b':' || b >= 0x80)
}
