//! Declared types: masks of builtin types, and types in disjunctive normal form.

/// Bit set of PHP's builtin types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeMask(pub u32);

impl TypeMask {
    pub const NULL: TypeMask = TypeMask(1 << 1);
    pub const FALSE: TypeMask = TypeMask(1 << 2);
    pub const TRUE: TypeMask = TypeMask(1 << 3);
    pub const BOOL: TypeMask = TypeMask(Self::FALSE.0 | Self::TRUE.0);
    pub const INT: TypeMask = TypeMask(1 << 4);
    pub const FLOAT: TypeMask = TypeMask(1 << 5);
    pub const STRING: TypeMask = TypeMask(1 << 6);
    pub const ARRAY: TypeMask = TypeMask(1 << 7);
    pub const OBJECT: TypeMask = TypeMask(1 << 8);
    pub const RESOURCE: TypeMask = TypeMask(1 << 9);
    /// Bits below are one per [`loxo_value` tag]; these are not tags.
    pub const CALLABLE: TypeMask = TypeMask(1 << 16);
    pub const ITERABLE: TypeMask = TypeMask(1 << 17);
    pub const VOID: TypeMask = TypeMask(1 << 18);
    pub const NEVER: TypeMask = TypeMask(1 << 19);
    pub const STATIC: TypeMask = TypeMask(1 << 20);
    /// `mixed`: all tags.
    pub const MIXED: TypeMask = TypeMask(0x3fe);

    pub const fn has(self, other: TypeMask) -> bool {
        self.0 & other.0 == other.0
    }
    pub const fn any(self, other: TypeMask) -> bool {
        self.0 & other.0 != 0
    }
    pub const fn with(self, other: TypeMask) -> TypeMask {
        TypeMask(self.0 | other.0)
    }
    pub const fn without(self, other: TypeMask) -> TypeMask {
        TypeMask(self.0 & !other.0)
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A declared type in disjunctive normal form: any of the builtin types of `mask`, or any of `classes`, where each entry is a conjunction of
/// class names (one name: a plain class). `self` and `parent` stay as written and are resolved against the declaring class when linked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeSpec {
    pub mask: TypeMask,
    pub classes: Vec<Vec<Box<[u8]>>>,
    /// As PHP prints it, e.g. `?int`, `A|B|null`, `(A&B)|null`.
    pub text: Box<[u8]>,
}
