//! How much a queue may hold.

/// The limits of a queue. `None`: no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub items: Option<u64>,
    /// Of values, without what the store needs beside them.
    pub bytes: Option<u64>,
    /// Milliseconds after which every item expires, whatever the client says.
    pub age: Option<i64>,
    /// A full queue loses its oldest items instead of refusing new ones.
    pub discard_oldest: bool,
}
