//! Guards that keep magic property methods from calling themselves: per object, property name and kind of access.

use loxo_value::{PhpObject, PhpStr};

use crate::Cx;

/// The magic methods that are running. Few at a time, so a list will do.
#[derive(Default)]
pub struct Guards {
    active: Vec<(u32, PhpStr, Guard)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    Get,
    Set,
    Unset,
    Isset,
}

impl Guards {
    pub(super) fn has(&self, object: &PhpObject, name: &PhpStr, guard: Guard) -> bool {
        self.active.iter().any(|(handle, known, kind)| *handle == object.handle() && *kind == guard && known == name)
    }
}

/// Runs `body` with a guard set. The object is kept alive, so that its number stays its own.
pub(super) fn guarded<R>(cx: &mut Cx, object: &PhpObject, name: &PhpStr, guard: Guard, body: impl FnOnce(&mut Cx) -> R) -> R {
    let object = object.clone();
    cx.guards.active.push((object.handle(), name.clone(), guard));
    let result = body(cx);
    // Fibers may leave and enter guards in any order.
    let entry = cx.guards.active.iter().rposition(|(handle, known, kind)| *handle == object.handle() && *kind == guard && known == name);
    if let Some(index) = entry {
        cx.guards.active.remove(index);
    }
    result
}
