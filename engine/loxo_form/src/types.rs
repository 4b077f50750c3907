//! What is known of a value: a set of tags, perhaps a constant or a range.

use loxo_value::Tag;

/// A set of tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tags(pub u16);

impl Tags {
    pub const NONE: Tags = Tags(0);
    pub const UNDEF: Tags = Tags::of(Tag::Undef);
    pub const NULL: Tags = Tags::of(Tag::Null);
    pub const BOOL: Tags = Tags::of(Tag::False).with(Tags::of(Tag::True));
    pub const INT: Tags = Tags::of(Tag::Int);
    pub const FLOAT: Tags = Tags::of(Tag::Float);
    pub const STRING: Tags = Tags::of(Tag::String);
    pub const ARRAY: Tags = Tags::of(Tag::Array);
    pub const OBJECT: Tags = Tags::of(Tag::Object);
    pub const REFERENCE: Tags = Tags::of(Tag::Reference);
    /// What a slot may hold.
    pub const ANY: Tags = Tags((1 << (Tag::Reference as u16 + 1)) - 1);
    /// What PHP code sees of a variable that is set.
    pub const VALUE: Tags = Tags(Tags::ANY.0 & !Tags::UNDEF.0 & !Tags::REFERENCE.0);
    /// Tags whose payload is never counted.
    pub const UNCOUNTED: Tags = Tags(Tags::UNDEF.0 | Tags::NULL.0 | Tags::BOOL.0 | Tags::INT.0 | Tags::FLOAT.0);

    pub const fn of(tag: Tag) -> Tags {
        Tags(1 << tag as u16)
    }

    #[must_use]
    pub const fn with(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, other: Tags) -> Tags {
        Tags(self.0 & !other.0)
    }

    #[must_use]
    pub const fn and(self, other: Tags) -> Tags {
        Tags(self.0 & other.0)
    }

    pub const fn has(self, tag: Tag) -> bool {
        self.0 & 1 << tag as u16 != 0
    }

    /// All of these are in `other` too.
    pub const fn within(self, other: Tags) -> bool {
        self.0 & !other.0 == 0
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    pub tags: Tags,
    /// Of an int: what it lies between, both included.
    pub range: (i64, i64),
}

impl Type {
    pub const INT: Type = Type::tagged(Tags::INT);
    pub const FLOAT: Type = Type::tagged(Tags::FLOAT);
    pub const BOOL: Type = Type::tagged(Tags::BOOL);
    pub const ANY: Type = Type::tagged(Tags::ANY);

    pub const fn tagged(tags: Tags) -> Type {
        Type { tags, range: (i64::MIN, i64::MAX) }
    }

    /// A register holds the number itself; otherwise two hold the words of a value.
    pub const fn unboxed(self) -> bool {
        self.tags.0 != 0 && (self.tags.within(Tags::INT) || self.tags.within(Tags::FLOAT) || self.tags.within(Tags::BOOL))
    }

    /// It may have to be counted.
    pub const fn may_be_counted(self) -> bool {
        !self.tags.within(Tags::UNCOUNTED)
    }
}
