//! Semaphores that count users. Each is a set of three: the semaphore itself, how many have opened it, and a lock for opening.

use std::io;

use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, Value, compare};
use loxo_streams::error_text;
use loxo_sysv_sys::{self as sysv, IPC_CREAT, IPC_NOWAIT, SEM_UNDO, Step};

const ITSELF: u16 = 0;
const USERS: u16 = 1;
const LOCK: u16 = 2;

struct Semaphore {
    key: i64,
    id: i32,
    /// How often this object has taken it; `None`: it has been destroyed.
    taken: Option<u32>,
    auto_release: bool,
}

impl Native for Semaphore {}

impl Drop for Semaphore {
    /// Gives back what the object has taken, and is no longer one of its users.
    fn drop(&mut self) {
        let Some(taken) = self.taken.filter(|_| self.auto_release && self.id >= 0) else { return };
        let user = Step { semaphore: USERS, change: -1, flags: SEM_UNDO };
        let release = Step { semaphore: ITSELF, change: i16::try_from(taken).unwrap_or(i16::MAX), flags: SEM_UNDO };
        let steps = [user, release];
        let _ = sysv::operate(self.id, if taken > 0 { &steps } else { &steps[..1] });
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Semaphore { key: 0, id: -1, taken: None, auto_release: false })),
        no_new: Some("Cannot directly construct SysvSemaphore, use sem_get() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// The steps, again when a signal comes between.
fn operate(id: i32, steps: &[Step]) -> io::Result<()> {
    loop {
        match sysv::operate(id, steps) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted && !loxo_process_sys::is_interrupted() => {}
            outcome => return outcome,
        }
    }
}

fn report(cx: &mut Cx, what: &str, key: i64, error: io::Error) -> PhpResult<()> {
    cx.builtin_warning(format!("Failed {what} key 0x{key:x}: {}", error_text(error)));
    cx.check()
}

/// `sem_get()`
pub(crate) fn sem_get(cx: &mut Cx, key: i64, max_acquire: i64, permissions: i64, auto_release: bool) -> PhpResult<Value> {
    let id = match sysv::semaphores(key as i32, 3, permissions as i32 | IPC_CREAT) {
        Ok(id) => id,
        Err(error) => return report(cx, "for", key, error).map(|()| Value::FALSE),
    };
    // Nobody else may be opening it; then this process is a user.
    let open = [
        Step { semaphore: LOCK, change: 0, flags: 0 },
        Step { semaphore: LOCK, change: 1, flags: SEM_UNDO },
        Step { semaphore: USERS, change: 1, flags: SEM_UNDO },
    ];
    if let Err(error) = operate(id, &open) {
        report(cx, "acquiring SYSVSEM_SETVAL for", key, error)?;
    }
    match sysv::semaphore_value(id, i32::from(USERS)) {
        // The first user says how many there may be.
        Ok(1) => {
            if let Err(error) = sysv::set_semaphore_value(id, i32::from(ITSELF), max_acquire as i32) {
                report(cx, "for", key, error)?;
            }
        }
        Ok(_) => {}
        Err(error) => report(cx, "for", key, error)?,
    }
    if let Err(error) = operate(id, &[Step { semaphore: LOCK, change: -1, flags: SEM_UNDO }]) {
        report(cx, "releasing SYSVSEM_SETVAL for", key, error)?;
    }
    let class = cx.builtin_class("SysvSemaphore");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Semaphore { key, id, taken: Some(0), auto_release }));
    Ok(Value::object(object))
}

/// `sem_acquire()`
pub(crate) fn sem_acquire(cx: &mut Cx, semaphore: &PhpObject, non_blocking: bool) -> PhpResult<bool> {
    step(cx, semaphore, -1, non_blocking)
}

/// `sem_release()`
pub(crate) fn sem_release(cx: &mut Cx, semaphore: &PhpObject) -> PhpResult<bool> {
    let Some(state) = semaphore.native::<Semaphore>() else { return Ok(false) };
    if state.taken == Some(0) {
        let key = state.key as i32;
        cx.builtin_warning(format!("SysV semaphore for key 0x{key:x} is not currently acquired"));
        return cx.check().map(|()| false);
    }
    step(cx, semaphore, 1, false)
}

fn step(cx: &mut Cx, semaphore: &PhpObject, change: i16, non_blocking: bool) -> PhpResult<bool> {
    let Some(state) = semaphore.native_mut::<Semaphore>() else { return Ok(false) };
    let flags = SEM_UNDO | if non_blocking { IPC_NOWAIT } else { 0 };
    match operate(state.id, &[Step { semaphore: ITSELF, change, flags }]) {
        Ok(()) => {
            state.taken = state.taken.map(|taken| if change < 0 { taken.saturating_add(1) } else { taken.saturating_sub(1) });
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => {
            let verb = if change < 0 { "to acquire" } else { "to release" };
            let key = i64::from(state.key as i32 as u32);
            report(cx, verb, key, error).map(|()| false)
        }
    }
}

/// `sem_remove()`
pub(crate) fn sem_remove(cx: &mut Cx, semaphore: &PhpObject) -> PhpResult<bool> {
    let Some(state) = semaphore.native_mut::<Semaphore>() else { return Ok(false) };
    let key = state.key as i32;
    if !sysv::semaphores_exist(state.id) {
        cx.builtin_warning(format!("SysV semaphore for key 0x{key:x} does not (any longer) exist"));
        return cx.check().map(|()| false);
    }
    if let Err(error) = sysv::remove_semaphores(state.id) {
        cx.builtin_warning(format!("Failed for SysV semaphore for key 0x{key:x}: {}", error_text(error)));
        return cx.check().map(|()| false);
    }
    state.taken = None;
    Ok(true)
}
