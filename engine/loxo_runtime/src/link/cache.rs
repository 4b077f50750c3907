//! Linked classes by what they were linked from, for all requests of the process.

use rustc_hash::FxHashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::LinkInput;
use super::methods::Notice;
use crate::{Class, Cx, PhpResult};

/// What identifies the outcome of a link, but for the classes that signatures mention.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct LinkKey {
    decl: usize,
    /// Parent, interfaces, traits, each with its length in front.
    classes: Vec<u32>,
}

impl LinkKey {
    pub fn of(input: &LinkInput<'_>) -> LinkKey {
        let mut classes = Vec::with_capacity(3 + input.interfaces.len() + input.traits.len());
        classes.push(input.parent.map_or(u32::MAX, |parent| parent.uid));
        for list in [&input.interfaces, &input.traits] {
            classes.push(list.len() as u32);
            classes.extend(list.iter().map(|class| class.uid));
        }
        LinkKey { decl: std::ptr::from_ref(input.decl).addr(), classes }
    }
}

/// A linked class with what else its link brought.
#[derive(Clone)]
pub(super) struct Linked {
    pub class: &'static Class,
    /// User classes that signature checks looked at: in another request their names may mean other classes, or none yet.
    looked_at: Vec<&'static Class>,
    pub notices: Vec<Notice>,
}

static LINKED: LazyLock<RwLock<FxHashMap<LinkKey, Vec<Linked>>>> = LazyLock::new(RwLock::default);

/// A class linked before from the same things, if all that the link looked at means the same in this request.
pub(super) fn find(cx: &Cx, key: &LinkKey) -> Option<Linked> {
    let linked = LINKED.read().unwrap_or_else(PoisonError::into_inner);
    let known = linked.get(key)?;
    known.iter().find(|entry| entry.looked_at.iter().all(|class| cx.class_by_id(class.id).is_some_and(|now| now.same(class)))).cloned()
}

/// A class linked before from the same things, where those that the link looked at are not all loaded yet: once they are, it may be the one.
pub(super) fn candidate(cx: &Cx, key: &LinkKey) -> Option<Linked> {
    let linked = LINKED.read().unwrap_or_else(PoisonError::into_inner);
    let known = linked.get(key)?;
    known.iter().find(|entry| entry.looked_at.iter().all(|class| cx.class_by_id(class.id).is_none_or(|now| now.same(class)))).cloned()
}

impl Linked {
    /// Loads what the link looked at; does it mean the same now?
    pub fn load(&self, cx: &mut Cx) -> PhpResult<bool> {
        for class in &self.looked_at {
            if !class.same(self.class) && cx.class_by_id(class.id).is_none() {
                cx.class(class.name.as_bytes())?;
            }
        }
        Ok(self.looked_at.iter().all(|class| cx.class_by_id(class.id).is_some_and(|now| now.same(class))))
    }
}

pub(super) fn store(key: LinkKey, class: &'static Class, looked_at: Vec<&'static Class>, notices: Vec<Notice>) {
    let mut linked = LINKED.write().unwrap_or_else(PoisonError::into_inner);
    linked.entry(key).or_default().push(Linked { class, looked_at, notices });
}
