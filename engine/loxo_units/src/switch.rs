//! Jump tables of `switch` and `match`: where each case is.

use loxo_bytecode::{ConstKey, SwitchTable};
use loxo_value::{PhpStr, StringIndex};
use rustc_hash::FxHashMap;

/// Where the cases of a `switch` or `match` are: byte offsets from the function's first instruction.
pub struct Switch {
    pub table: Table,
    /// Where subjects of the table's type go that have no case.
    pub miss: isize,
}

/// The cases by their values.
pub enum Table {
    /// From this number on; the way of a miss in the gaps.
    Dense(i64, Vec<isize>),
    Ints(FxHashMap<i64, isize>),
    Strings(StringIndex),
}

impl Switch {
    /// The table of a function whose instructions take so many bytes each.
    pub fn of(table: &SwitchTable, size: usize) -> Switch {
        let ints = table.cases.iter().all(|(key, _)| matches!(key, ConstKey::Int(_)));
        let offset = |target: u32| target as isize * size as isize;
        let miss = offset(table.miss);
        if ints {
            let mut map = FxHashMap::default();
            for (key, target) in &table.cases {
                if let ConstKey::Int(i) = key {
                    map.entry(*i).or_insert(offset(*target));
                }
            }
            return Switch { table: dense(&map, miss).unwrap_or(Table::Ints(map)), miss };
        }
        let mut cases = StringIndex::default();
        for (key, target) in &table.cases {
            if let ConstKey::Str(s) = key {
                cases.add(s, offset(*target));
            }
        }
        Switch { table: Table::Strings(cases), miss }
    }

    /// The way of a string, in a table of strings.
    pub fn way_of(&self, text: &PhpStr) -> isize {
        let found = if let Table::Strings(cases) = &self.table { cases.get(text) } else { None };
        found.unwrap_or(self.miss)
    }
}

/// The table by position, if the numbers lie close together.
fn dense(cases: &FxHashMap<i64, isize>, miss: isize) -> Option<Table> {
    let (first, last) = (*cases.keys().min()?, *cases.keys().max()?);
    let span = last.checked_sub(first)?.checked_add(1)? as usize;
    if span > cases.len() * 4 + 8 {
        return None;
    }
    let mut table = vec![miss; span];
    for (number, offset) in cases {
        table[(number - first) as usize] = *offset;
    }
    Some(Table::Dense(first, table))
}
