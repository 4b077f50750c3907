//! `public static final ...`, with the errors PHP gives for impossible lists.

use super::*;

/// What the modifiers belong to: it decides which are legal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Property,
    Method,
    Constant,
    Parameter,
    Hook,
}

impl Target {
    fn word(self) -> &'static str {
        match self {
            Target::Property => "property",
            Target::Method => "method",
            Target::Constant => "class constant",
            Target::Parameter => "parameter",
            Target::Hook => "property hook",
        }
    }

    fn allows(self, modifier: Modifiers) -> bool {
        use Target::*;
        match modifier {
            Modifiers::PUBLIC | Modifiers::PROTECTED | Modifiers::PRIVATE => self != Hook,
            Modifiers::READONLY | Modifiers::PUBLIC_SET | Modifiers::PROTECTED_SET | Modifiers::PRIVATE_SET => {
                matches!(self, Property | Parameter)
            }
            Modifiers::ABSTRACT | Modifiers::STATIC => matches!(self, Property | Method),
            Modifiers::FINAL => self != Parameter,
            _ => false,
        }
    }
}

const ACCESS: Modifiers = Modifiers(Modifiers::PUBLIC.0 | Modifiers::PROTECTED.0 | Modifiers::PRIVATE.0);
const SET_ACCESS: Modifiers = Modifiers(Modifiers::PUBLIC_SET.0 | Modifiers::PROTECTED_SET.0 | Modifiers::PRIVATE_SET.0);

pub(super) fn modifier(kind: TokenKind) -> Option<(Modifiers, &'static str)> {
    Some(match kind {
        T::Public => (Modifiers::PUBLIC, "public"),
        T::Protected => (Modifiers::PROTECTED, "protected"),
        T::Private => (Modifiers::PRIVATE, "private"),
        T::PublicSet => (Modifiers::PUBLIC_SET, "public(set)"),
        T::ProtectedSet => (Modifiers::PROTECTED_SET, "protected(set)"),
        T::PrivateSet => (Modifiers::PRIVATE_SET, "private(set)"),
        T::Static => (Modifiers::STATIC, "static"),
        T::Abstract => (Modifiers::ABSTRACT, "abstract"),
        T::Final => (Modifiers::FINAL, "final"),
        T::Readonly => (Modifiers::READONLY, "readonly"),
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// The modifier keywords here, in order, not yet checked.
    pub(super) fn modifier_tokens(&mut self) -> Vec<TokenKind> {
        let mut found = Vec::new();
        while modifier(self.tok.kind).is_some() {
            found.push(self.bump().kind);
        }
        found
    }

    /// The set the keywords form for `target`.
    pub(super) fn check_modifiers(&mut self, tokens: &[TokenKind], target: Target) -> PResult<Modifiers> {
        let mut flags = Modifiers::default();
        for &token in tokens {
            let Some((new, word)) = modifier(token) else { continue };
            // 8.5 allows `final` for promoted properties.
            if !target.allows(new) {
                return Err(self.compile_error(format!("Cannot use the {word} modifier on a {}", target.word())));
            }
            if let Some(message) = conflict(flags, new, target) {
                return Err(self.compile_error(message));
            }
            flags = flags.with(new);
        }
        Ok(flags)
    }

    /// `abstract`, `final` and `readonly` before `class`.
    pub(super) fn class_modifiers(&mut self, anonymous: bool) -> PResult<Modifiers> {
        let mut flags = Modifiers::default();
        while matches!(self.tok.kind, T::Abstract | T::Final | T::Readonly) {
            let Some((new, word)) = modifier(self.tok.kind) else { break };
            self.bump();
            if anonymous && new != Modifiers::READONLY {
                return Err(self.compile_error(format!("Cannot use the {word} modifier on an anonymous class")));
            }
            if flags.any(new) {
                return Err(self.compile_error(format!("Multiple {word} modifiers are not allowed")));
            }
            flags = flags.with(new);
            if flags.has(Modifiers::ABSTRACT.with(Modifiers::FINAL)) {
                return Err(self.compile_error("Cannot use the final modifier on an abstract class"));
            }
        }
        Ok(flags)
    }
}

fn conflict(flags: Modifiers, new: Modifiers, target: Target) -> Option<&'static str> {
    const ABSTRACT_FINAL: Modifiers = Modifiers(Modifiers::ABSTRACT.0 | Modifiers::FINAL.0);
    if (flags.any(ACCESS) && new.any(ACCESS)) || (flags.any(SET_ACCESS) && new.any(SET_ACCESS)) {
        return Some("Multiple access type modifiers are not allowed");
    }
    if flags.any(new) {
        return Some(match new {
            Modifiers::ABSTRACT => "Multiple abstract modifiers are not allowed",
            Modifiers::STATIC => "Multiple static modifiers are not allowed",
            Modifiers::FINAL => "Multiple final modifiers are not allowed",
            _ => "Multiple readonly modifiers are not allowed",
        });
    }
    match target {
        _ if !flags.with(new).has(ABSTRACT_FINAL) => None,
        Target::Method => Some("Cannot use the final modifier on an abstract method"),
        Target::Property => Some("Cannot use the final modifier on an abstract property"),
        _ => None,
    }
}
