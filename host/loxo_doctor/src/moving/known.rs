//! What a Loxo has, and what an application uses that it has not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What this Loxo has; names in small letters.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub extensions: BTreeSet<String>,
    pub functions: BTreeSet<String>,
    pub classes: BTreeSet<String>,
    pub settings: BTreeSet<String>,
}

/// A use of something that is not there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// "function", "class", "setting", "extension", "directive".
    pub kind: &'static str,
    pub name: String,
    pub file: PathBuf,
    pub line: usize,
    /// Of which extension; or why it has no effect.
    pub about: String,
    /// The program asks whether it is there before it uses it.
    pub is_optional: bool,
}

/// Names that programs may use and this Loxo lacks: kind and name to the extension.
pub(super) type Lacking = BTreeMap<(&'static str, String), &'static str>;
