//! The state that extensions keep in a request, found by its type.

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};

/// Marker for per-extension state kept in the request: `cx.ext::<MyState>()`.
pub trait ExtSlot: Any + Default {}

/// Places that types name.
const STATES: usize = 256;

/// One state per type; each at the place that its type names, or, if that is taken, behind those places.
#[derive(Default)]
pub(super) struct ExtStates {
    states: Vec<Option<(TypeId, Box<dyn Any>)>>,
}

/// Hashes of types are hashes: nothing is mixed.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    #[inline(always)]
    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[inline(always)]
fn place_of(wanted: TypeId) -> usize {
    let mut place = Plain::default();
    wanted.hash(&mut place);
    place.finish() as usize % STATES
}

impl ExtStates {
    /// The request state of an extension, made on first use.
    #[inline]
    pub(super) fn get<T: ExtSlot>(&mut self) -> &mut T {
        let wanted = TypeId::of::<T>();
        let at = place_of(wanted);
        match self.states.get(at) {
            Some(Some((known, _))) if *known == wanted => {}
            _ => return self.get_elsewhere(),
        }
        let known = self.states[at].as_mut().and_then(|(_, state)| state.downcast_mut());
        known.expect("kept beside its type")
    }

    /// The same for one that is not at its own place in the table: it is new, or the place was taken.
    #[inline(never)]
    fn get_elsewhere<T: ExtSlot>(&mut self) -> &mut T {
        let wanted = TypeId::of::<T>();
        if self.states.is_empty() {
            self.states.resize_with(STATES, || None);
        }
        // The next places are looked at in turn up to a free one; what the table has no place for stands behind it.
        let own = place_of(wanted);
        let mut places = (own..STATES).chain(0..own).chain(STATES..self.states.len());
        let fits = |place: &Option<(TypeId, Box<dyn Any>)>| place.as_ref().is_none_or(|(known, _)| *known == wanted);
        let at = places.find(|at| fits(&self.states[*at])).unwrap_or_else(|| {
            self.states.push(None);
            self.states.len() - 1
        });
        self.states[at].get_or_insert_with(|| (wanted, Box::new(T::default()) as Box<dyn Any>));
        let known = self.states[at].as_mut().and_then(|(_, state)| state.downcast_mut());
        known.expect("kept beside its type")
    }
}
