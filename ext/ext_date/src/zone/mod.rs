//! Time zones: the bundled database, offsets of moments, names in texts.
//!
//! Modules: `data` (the bundle), `tzif` (its format), `posix` (the rule behind the last transition), `abbreviations` (`CEST` and what it may
//! mean), `name` (a zone in a text).

pub(crate) mod abbreviations;
pub(crate) mod data;
pub(crate) mod name;
mod posix;
mod tzif;

use std::sync::atomic::{AtomicUsize, Ordering};

use posix::Rule;

/// A zone of the database. Lives as long as the process.
pub(crate) struct Zone {
    /// As the program spelled it.
    pub name: Box<str>,
    pub history: &'static History,
}

/// What a zone's clocks did and will do. Zones that are links to another share one.
pub(crate) struct History {
    pub types: Vec<LocalType>,
    /// When the clocks changed, and to which of the types.
    pub transitions: Vec<Transition>,
    rule: Option<Rule>,
    /// Where the last answer was found: most questions are about times that are close. Number of transitions before it.
    hint: AtomicUsize,
}

/// One kind of local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalType {
    /// Seconds east of Greenwich.
    pub offset: i32,
    pub is_dst: bool,
    pub abbreviation: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    pub at: i64,
    pub to: usize,
}

/// The local time of a moment.
#[derive(Clone, Copy)]
pub(crate) struct Local<'a> {
    pub kind: &'a LocalType,
    /// When it began; `i64::MIN`: it was always so.
    pub since: i64,
}

impl History {
    /// The local time of a moment in seconds since 1970.
    pub(crate) fn at(&self, moment: i64) -> Local<'_> {
        let after = self.transitions_before(moment);
        let ruled = after == self.transitions.len();
        if let Some(rule) = self.rule.as_ref().filter(|_| ruled) {
            let (kind, since) = rule.at(moment);
            let since = match self.transitions.last() {
                None => i64::MIN,
                // The rule says the same as the last transition does, which may have come later.
                Some(last) => since.max(last.at),
            };
            return Local { kind: &self.types[kind], since };
        }
        match after.checked_sub(1) {
            Some(index) => Local { kind: &self.types[self.transitions[index].to], since: self.transitions[index].at },
            None => Local { kind: &self.types[0], since: i64::MIN },
        }
    }

    /// How many transitions there were up to a moment.
    #[inline]
    fn transitions_before(&self, moment: i64) -> usize {
        let hint = self.hint.load(Ordering::Relaxed);
        let fits = hint.checked_sub(1).is_none_or(|last| self.transitions.get(last).is_some_and(|change| change.at <= moment))
            && self.transitions.get(hint).is_none_or(|change| change.at > moment);
        if fits {
            return hint;
        }
        let after = self.transitions.partition_point(|change| change.at <= moment);
        self.hint.store(after, Ordering::Relaxed);
        after
    }

    /// Does the zone change its clocks each year, for all we know?
    pub(crate) fn has_yearly_changes(&self) -> bool {
        self.rule.as_ref().is_some_and(Rule::has_dst)
    }

    /// The two changes of a year, in order of time, as the rule says.
    pub(crate) fn changes_of_year(&self, year: i64) -> Vec<Transition> {
        self.rule.as_ref().map_or_else(Vec::new, |rule| rule.changes_of_year(year).to_vec())
    }
}

impl Zone {
    pub(crate) fn at(&self, moment: i64) -> Local<'static> {
        self.history.at(moment)
    }
}

impl std::fmt::Debug for Zone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Zone({})", self.name)
    }
}
