//! What `opcache.preload` left to all requests of the process.

use std::sync::{PoisonError, RwLock};

use loxo_runtime::codecache::PreloadStatus;
use loxo_runtime::{Class, ClassId, Cx, FnId, Func};
use rustc_hash::FxHashSet;

/// What a preload script has declared.
pub struct Preloaded {
    pub functions: Vec<(FnId, &'static Func)>,
    pub classes: Vec<(ClassId, &'static Class)>,
    /// Addresses of the functions and classes.
    pub addresses: FxHashSet<usize>,
    /// Paths of all files that were compiled.
    pub scripts: Vec<Vec<u8>>,
}

/// What requests that begin now have. A server may preload again.
static PRELOADED: RwLock<Option<&'static Preloaded>> = RwLock::new(None);

fn current() -> Option<&'static Preloaded> {
    *PRELOADED.read().unwrap_or_else(PoisonError::into_inner)
}

/// From now on requests begin with this. Those that began before keep what they had: its addresses stay known.
pub fn install(mut preloaded: Preloaded) {
    let mut current = PRELOADED.write().unwrap_or_else(PoisonError::into_inner);
    preloaded.addresses.extend(current.iter().flat_map(|before| &before.addresses));
    *current = Some(Box::leak(Box::new(preloaded)));
}

/// Gives a new request what was preloaded.
pub fn bind(cx: &mut Cx) {
    let Some(preloaded) = current() else { return };
    for &(id, func) in &preloaded.functions {
        cx.set_func(id, func);
    }
    for &(id, class) in &preloaded.classes {
        cx.set_class(id, class);
    }
}

pub fn has_function(func: &Func) -> bool {
    current().is_some_and(|preloaded| preloaded.addresses.contains(&(std::ptr::from_ref(func) as usize)))
}

pub fn has_class(class: &Class) -> bool {
    current().is_some_and(|preloaded| preloaded.addresses.contains(&(std::ptr::from_ref(class) as usize)))
}

/// What scripts may know of it. `bytes`: how much the code of a function takes.
pub fn status(bytes: impl Fn(&Func) -> usize) -> Option<PreloadStatus> {
    let preloaded = current()?;
    Some(PreloadStatus {
        bytes: preloaded.functions.iter().map(|(_, func)| bytes(func)).sum(),
        functions: preloaded.functions.iter().map(|(_, func)| func.name.as_bytes().to_vec()).collect(),
        classes: preloaded.classes.iter().map(|(_, class)| class.name.as_bytes().to_vec()).collect(),
        scripts: preloaded.scripts.clone(),
    })
}
