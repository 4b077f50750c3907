//! Reading and writing variables, elements and properties: the lvalue register, caches of members, and paths for common types.

pub(crate) mod assign;
pub(crate) mod elements;
pub(crate) mod foreach;
pub(crate) mod lookup_cache;
pub(crate) mod lvalue_guard;
pub(crate) mod member_lookups;
pub(crate) mod places;
pub(crate) mod references;
