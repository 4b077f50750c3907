//! Merges what a deeper folder or a section says with what counted so far.

/// What is said over something counts instead of it.
pub(crate) fn put<T: Clone>(base: &mut Option<T>, over: &Option<T>) {
    if over.is_some() {
        base.clone_from(over);
    }
}
