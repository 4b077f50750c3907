//! The parts of a unit, one row each: writing and reading are made from it, and a field that is left out does not compile.

use super::{Reader, Stored, Writer};
use crate::ops::ALL;
use crate::{
    ArgumentKind, Attribute, CallSite, ClassDecl, ClassFlags, Const, ConstDecl, ConstKey, FnFlags, Function, Init, LiveKind, LiveRange,
    MemberFlags, Op, Param, PropDecl, SwitchTable, TraitRule, Try, TypeMask, TypeSpec, Unit,
};

/// Structures: all fields, in the order of the row.
macro_rules! structures {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Stored for $name {
            fn write<'u>(&'u self, out: &mut Writer<'u>) {
                let $name { $($field),* } = self;
                $($field.write(out);)*
            }

            fn read(from: &mut Reader<'_>) -> Option<$name> {
                Some($name { $($field: Stored::read(from)?),* })
            }
        }
    )*};
}

/// Enumerations without values: a byte, in the order of the row.
macro_rules! enumerations {
    ($($name:ident { $($case:ident),* $(,)? })*) => {$(
        impl Stored for $name {
            fn write<'u>(&'u self, out: &mut Writer<'u>) {
                match self {
                    $($name::$case => {})*
                }
                let place = [$($name::$case),*].iter().position(|case| case == self);
                out.byte(place.unwrap_or(0) as u8);
            }

            fn read(from: &mut Reader<'_>) -> Option<$name> {
                [$($name::$case),*].get(usize::from(from.byte()?)).copied()
            }
        }
    )*};
}

/// Sets of bits.
macro_rules! bits {
    ($($name:ident)*) => {$(
        impl Stored for $name {
            fn write<'u>(&'u self, out: &mut Writer<'u>) {
                self.0.write(out);
            }

            fn read(from: &mut Reader<'_>) -> Option<$name> {
                u32::read(from).map($name)
            }
        }
    )*};
}

structures! {
    Unit { path, functions, classes, hoisted_functions, hoisted_classes, const_attrs, halt_offset }
    Function {
        name, flags, params, required, return_type, locals, uses, frame_slots, code, consts, lines, tries, live, switches, call_sites,
        statics, static_inits, caches, attributes, doc, start_line, end_line, nested,
    }
    Param { name, ty, by_ref, variadic, promoted, default, default_text, attributes }
    Try { start, catch, finally, finally_end, ret }
    LiveRange { slot, kind, start, end }
    CallSite { pc, kinds }
    SwitchTable { cases, miss, strict }
    Attribute { name, args, texts, line }
    ClassDecl {
        name, flags, parent, interfaces, trait_uses, trait_rules, constants, properties, methods, backing, attributes, doc, start_line,
        end_line,
    }
    ConstDecl { name, flags, ty, value, attributes, doc, line }
    PropDecl { name, flags, ty, default, default_text, get, set, attributes, doc, line }
    TypeSpec { mask, classes, text }
}

enumerations! {
    LiveKind { Tmp, Iter, Call, Silence, New }
    ArgumentKind { Value, CallResult, Variable, CallUserFunc }
}

bits! { FnFlags ClassFlags MemberFlags TypeMask }

impl Stored for u32 {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number(u64::from(*self));
    }

    fn read(from: &mut Reader<'_>) -> Option<u32> {
        from.number()?.try_into().ok()
    }
}

impl Stored for u64 {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number(*self);
    }

    fn read(from: &mut Reader<'_>) -> Option<u64> {
        from.number()
    }
}

/// The sign is the lowest bit.
impl Stored for i64 {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number((self << 1 ^ self >> 63).cast_unsigned());
    }

    fn read(from: &mut Reader<'_>) -> Option<i64> {
        let number = from.number()?;
        Some((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }
}

impl Stored for bool {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.byte(u8::from(*self));
    }

    fn read(from: &mut Reader<'_>) -> Option<bool> {
        match from.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Stored for Box<[u8]> {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.text(self);
    }

    fn read(from: &mut Reader<'_>) -> Option<Box<[u8]>> {
        from.text().map(Box::from)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.byte(u8::from(self.is_some()));
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Option<T>> {
        if bool::read(from)? { T::read(from).map(Some) } else { Some(None) }
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number(self.len() as u64);
        for item in self {
            item.write(out);
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Vec<T>> {
        from.list(T::read)
    }
}

impl Stored for Box<[ArgumentKind]> {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number(self.len() as u64);
        for kind in self {
            kind.write(out);
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Box<[ArgumentKind]>> {
        from.list(ArgumentKind::read).map(Vec::into_boxed_slice)
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Option<(A, B)> {
        Some((A::read(from)?, B::read(from)?))
    }
}

/// The code, which operands are not 0, the flags, and those operands. Small numbers of either sign are short.
impl Stored for Op {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        out.number(self.code as u64);
        let operands = self.operands();
        let present = operands.iter().enumerate().map(|(at, operand)| u8::from(*operand != 0) << at).sum::<u8>();
        out.byte(present | u8::from(self.flags != 0) << 4);
        if self.flags != 0 {
            out.byte(self.flags);
        }
        for operand in operands.into_iter().filter(|operand| *operand != 0) {
            let signed = operand.cast_signed();
            out.number(u64::from((signed << 1 ^ signed >> 31).cast_unsigned()));
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Op> {
        let code = *ALL.get(usize::try_from(from.number()?).ok()?)?;
        let present = from.byte()?;
        if present >= 1 << 5 {
            return None;
        }
        let flags = if present & 1 << 4 != 0 { from.byte()? } else { 0 };
        let mut operands = [0; 4];
        for (at, operand) in operands.iter_mut().enumerate() {
            if present & 1 << at != 0 {
                let number = u32::read(from)?;
                *operand = number >> 1 ^ 0u32.wrapping_sub(number & 1);
            }
        }
        let [a, b, c, x] = operands;
        Some(Op { code, flags, a, b, c, x })
    }
}

impl Stored for ConstKey {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        match self {
            ConstKey::Int(number) => {
                out.byte(0);
                number.write(out);
            }
            ConstKey::Str(text) => {
                out.byte(1);
                text.write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<ConstKey> {
        Some(match from.byte()? {
            0 => ConstKey::Int(i64::read(from)?),
            1 => ConstKey::Str(Stored::read(from)?),
            _ => return None,
        })
    }
}

impl Stored for Const {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        match self {
            Const::Null => out.byte(0),
            Const::False => out.byte(1),
            Const::True => out.byte(2),
            Const::Int(number) => {
                out.byte(3);
                number.write(out);
            }
            Const::Float(number) => {
                out.byte(4);
                out.bytes.extend_from_slice(&number.to_bits().to_le_bytes());
            }
            Const::Str(text) => {
                out.byte(5);
                text.write(out);
            }
            Const::Array(items) => {
                out.byte(6);
                out.deeper(|out| items.write(out));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Const> {
        Some(match from.byte()? {
            0 => Const::Null,
            1 => Const::False,
            2 => Const::True,
            3 => Const::Int(i64::read(from)?),
            4 => {
                let (bits, rest) = from.rest.split_first_chunk()?;
                from.rest = rest;
                Const::Float(f64::from_bits(u64::from_le_bytes(*bits)))
            }
            5 => Const::Str(Stored::read(from)?),
            6 => Const::Array(from.deeper(Stored::read)?),
            _ => return None,
        })
    }
}

impl Stored for Init {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        match self {
            Init::None => out.byte(0),
            Init::Const(value) => {
                out.byte(1);
                value.write(out);
            }
            Init::Thunk(function) => {
                out.byte(2);
                function.write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Init> {
        Some(match from.byte()? {
            0 => Init::None,
            1 => Init::Const(Stored::read(from)?),
            2 => Init::Thunk(u32::read(from)?),
            _ => return None,
        })
    }
}

impl Stored for TraitRule {
    fn write<'u>(&'u self, out: &mut Writer<'u>) {
        match self {
            TraitRule::Precedence { class, method, instead_of } => {
                out.byte(0);
                class.write(out);
                method.write(out);
                instead_of.write(out);
            }
            TraitRule::Alias { class, method, flags, alias } => {
                out.byte(1);
                class.write(out);
                method.write(out);
                flags.write(out);
                alias.write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<TraitRule> {
        Some(match from.byte()? {
            0 => TraitRule::Precedence { class: Stored::read(from)?, method: Stored::read(from)?, instead_of: Stored::read(from)? },
            1 => TraitRule::Alias {
                class: Stored::read(from)?,
                method: Stored::read(from)?,
                flags: Stored::read(from)?,
                alias: Stored::read(from)?,
            },
            _ => return None,
        })
    }
}
