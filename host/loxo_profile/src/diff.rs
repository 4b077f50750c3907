//! What changed between two profiles, function by function. Functions are the same when their names are.

use rustc_hash::FxHashMap;

use crate::model::*;
use crate::tree::Tree;
use crate::views::flat;

/// A function before and after. In a profile that it is not in, its costs are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffRow {
    pub name: String,
    pub inclusive: [Cost; 2],
    pub exclusive: [Cost; 2],
}

impl DiffRow {
    /// How much longer its self time got.
    pub fn exclusive_wall(&self) -> i64 {
        self.exclusive[1].wall_ns.wrapping_sub(self.exclusive[0].wall_ns) as i64
    }
}

/// Rows by how much their self time changed, the largest change first.
pub fn diff(before: &Profile, after: &Profile) -> Vec<DiffRow> {
    let mut rows: Vec<DiffRow> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for (side, profile) in [before, after].into_iter().enumerate() {
        for row in flat(profile, &Tree::of(profile, None)) {
            let name = &profile.function(row.function).name;
            let at = *known.entry(name.clone()).or_insert_with(|| {
                rows.push(DiffRow { name: name.clone(), inclusive: Default::default(), exclusive: Default::default() });
                rows.len() - 1
            });
            rows[at].inclusive[side].add(&row.inclusive);
            rows[at].exclusive[side].add(&row.exclusive);
        }
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.exclusive_wall().unsigned_abs()), row.name.clone()));
    rows
}
