//! Memory that the optimizer's passes use anew for each function of a unit.

/// Memory that all functions of a unit share.
#[derive(Default)]
pub(super) struct Scratch {
    /// Ops to take out.
    pub dead: Vec<bool>,
    pub targets: Vec<bool>,
    pub seen: Vec<bool>,
    pub work: Vec<u32>,
    pub map: Vec<u32>,
    /// Variables that ops looked at so far name.
    pub mentioned: Vec<bool>,
}
