//! Where a string is in another: clusters are the same if the root collation does not tell them apart.

use icu_collator::options::{CollatorOptions, Strength};
use icu_collator::{Collator, CollatorBorrowed};
use std::cmp::Ordering;
use unicode_segmentation::UnicodeSegmentation;

/// Text and the places where its clusters begin, with its end.
pub(crate) struct Clusters<'a> {
    pub text: &'a str,
    pub bounds: Vec<usize>,
}

impl<'a> Clusters<'a> {
    pub fn new(text: &'a str) -> Clusters<'a> {
        let bounds = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        Clusters { text, bounds }
    }

    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The index into the bounds of so many clusters from the beginning or the end.
    pub fn index(&self, offset: i64) -> Option<usize> {
        let distance = usize::try_from(offset.unsigned_abs()).ok().filter(|distance| *distance <= self.len())?;
        Some(if offset < 0 { self.len() - distance } else { distance })
    }
}

/// A needle to look for.
pub(crate) struct Search<'a> {
    collator: CollatorBorrowed<'static>,
    haystack: &'a Clusters<'a>,
    needle: &'a str,
    /// How many clusters of the needle.
    count: usize,
    /// The needle is nothing but what does not count.
    empty: bool,
}

impl<'a> Search<'a> {
    /// `None` if there is no data to compare with.
    pub fn new(haystack: &'a Clusters<'a>, needle: &'a str, ignore_case: bool) -> Option<Search<'a>> {
        let mut options = CollatorOptions::default();
        options.strength = Some(if ignore_case { Strength::Secondary } else { Strength::Tertiary });
        let collator = Collator::try_new(Default::default(), options).ok()?;
        let empty = collator.compare(needle, "") == Ordering::Equal;
        Some(Search { collator, haystack, needle, count: needle.graphemes(true).count(), empty })
    }

    fn ignorable(&self, text: &str) -> bool {
        self.collator.compare(text, "") == Ordering::Equal
    }

    /// The index of the cluster behind a match that begins at this one.
    fn end_of_match(&self, start: usize) -> Option<usize> {
        // ICU finds what does not count everywhere.
        if self.empty {
            return Some(start + 1);
        }
        let Clusters { text, bounds } = self.haystack;
        if self.ignorable(&text[bounds[start]..*bounds.get(start + 1)?]) {
            return None;
        }
        // One cluster may count as two, and some do not count.
        let first = start + self.count.div_ceil(2);
        let last = (start + self.count * 2).min(self.haystack.len());
        (first..=last).find(|end| self.collator.compare(&text[bounds[start]..bounds[*end]], self.needle) == Ordering::Equal)
    }

    /// The first match at or behind a cluster: where it begins and ends.
    pub fn first(&self, from: usize) -> Option<(usize, usize)> {
        (from..self.haystack.len()).find_map(|start| Some((start, self.end_of_match(start)?)))
    }

    /// The last match.
    pub fn last(&self) -> Option<usize> {
        if self.empty {
            // ICU looks at the last character, and at nothing before it if that is within a cluster.
            let last = self.haystack.len().checked_sub(1)?;
            let cluster = &self.haystack.text[self.haystack.bounds[last]..];
            return (cluster.chars().count() == 1).then_some(last);
        }
        (0..self.haystack.len()).rev().find(|start| self.end_of_match(*start).is_some())
    }

    /// The last match that begins at or before a cluster, of those that do not overlap.
    pub fn last_until(&self, limit: usize) -> Option<usize> {
        let (mut from, mut found) = (0, None);
        while let Some((start, end)) = self.first(from).filter(|(start, _)| *start <= limit) {
            found = Some(start);
            from = end;
        }
        found
    }
}
