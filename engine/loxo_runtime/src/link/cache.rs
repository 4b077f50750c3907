//! What a declaration has been linked to: kept with it, for all requests of the process.

use std::sync::OnceLock;

use super::methods::Notice;
use super::{LinkInput, PendingClass};
use crate::{Class, ClassId, Cx, PhpResult};

/// The classes that one declaration became so far, in different surroundings.
#[derive(Default)]
pub struct Outcomes(OnceLock<Box<Linked>>);

/// A linked class, what it was made of and what else its link brought.
pub struct Linked {
    pub class: &'static Class,
    parent: Option<&'static Class>,
    /// Those that the declaration names.
    interfaces: Vec<&'static Class>,
    traits: Vec<&'static Class>,
    /// User classes that signature checks looked at: in another request their names may mean other classes, or none yet.
    looked_at: Vec<&'static Class>,
    /// What those checks took from declarations of classes whose linking had begun: their names with those of their ancestors.
    trusted: Vec<(ClassId, Vec<ClassId>)>,
    pub(super) notices: Vec<Notice>,
    next: Outcomes,
}

impl Outcomes {
    fn iter(&self) -> impl Iterator<Item = &Linked> {
        std::iter::successors(self.0.get(), |linked| linked.next.0.get()).map(|linked| &**linked)
    }

    /// The class that the declaration became before, if in this request its names mean what they meant then, and there is nothing to report.
    pub fn silent(&self, cx: &Cx, parent: Option<ClassId>, interfaces: &[ClassId], traits: &[ClassId]) -> Option<&'static Class> {
        let same = |ids: &[ClassId], classes: &[&'static Class]| ids.iter().zip(classes).all(|(id, class)| means(cx, *id, class));
        let found = self.iter().find(|linked| {
            linked.parent.is_none_or(|class| parent.is_some_and(|id| means(cx, id, class)))
                && same(interfaces, &linked.interfaces)
                && same(traits, &linked.traits)
                && linked.holds(cx)
        })?;
        if found.notices.is_empty() { Some(found.class) } else { None }
    }

    /// A class linked before from the same things, if all that the link looked at means the same in this request.
    pub(super) fn find(&self, cx: &Cx, input: &LinkInput<'_>) -> Option<&Linked> {
        self.iter().find(|linked| linked.is_made_of(input) && linked.holds(cx))
    }

    /// A class linked before from the same things, where those that the link looked at are not all loaded yet: once they are, it may be the one.
    pub(super) fn candidate(&self, cx: &Cx, input: &LinkInput<'_>) -> Option<&Linked> {
        let may_hold = |linked: &Linked| {
            linked.looked_at.iter().all(|class| cx.class_by_id(class.id).is_none_or(|now| now.same(class)))
                && linked.trusted.iter().all(|trusted| pending(cx, trusted).is_some())
        };
        self.iter().find(|linked| linked.is_made_of(input) && may_hold(linked))
    }

    pub(super) fn add(
        &self,
        input: &LinkInput<'_>,
        class: &'static Class,
        looked_at: Vec<&'static Class>,
        trusted: Vec<(ClassId, Vec<ClassId>)>,
        notices: Vec<Notice>,
    ) {
        let mut linked = Box::new(Linked {
            class,
            parent: input.parent,
            interfaces: input.interfaces.clone(),
            traits: input.traits.clone(),
            looked_at,
            trusted,
            notices,
            next: Outcomes::default(),
        });
        let mut last = self;
        // Other threads may add theirs at the same time.
        while let Err(refused) = last.0.set(linked) {
            linked = refused;
            match last.0.get() {
                Some(taken) => last = &taken.next,
                None => return,
            }
        }
    }
}

fn means(cx: &Cx, id: ClassId, class: &Class) -> bool {
    cx.class_by_id(id).is_some_and(|now| now.same(class))
}

/// The class of that name, if it is being linked and is declared as it was then.
fn pending<'a>(cx: &'a Cx, (id, ancestors): &(ClassId, Vec<ClassId>)) -> Option<&'a PendingClass> {
    let pending = cx.linking.iter().find(|pending| pending.id == *id && pending.ancestors == *ancestors)?;
    if cx.class_by_id(*id).is_none() { Some(pending) } else { None }
}

impl Linked {
    fn is_made_of(&self, input: &LinkInput<'_>) -> bool {
        let same = |a: &[&'static Class], b: &[&'static Class]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b));
        let same_parent = match (self.parent, input.parent) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        same_parent && same(&self.interfaces, &input.interfaces) && same(&self.traits, &input.traits)
    }

    /// What the link looked at means the same in this request. The classes that are being linked count as trusted from now on.
    fn holds(&self, cx: &Cx) -> bool {
        let found = self.looked_at.iter().all(|class| class.same(self.class) || means(cx, class.id, class));
        let holds = found && self.trusted.iter().all(|trusted| pending(cx, trusted).is_some());
        if holds {
            self.trusted.iter().filter_map(|trusted| pending(cx, trusted)).for_each(|pending| pending.trusted.set(true));
        }
        holds
    }

    /// Loads what the link looked at; does it mean the same now?
    pub(super) fn load(&self, cx: &mut Cx) -> PhpResult<bool> {
        for class in &self.looked_at {
            if !class.same(self.class) && cx.class_by_id(class.id).is_none() {
                cx.class(class.name.as_bytes())?;
            }
        }
        Ok(self.holds(cx))
    }
}
