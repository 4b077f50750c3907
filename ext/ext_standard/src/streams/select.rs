//! `stream_select()`: waits until streams can be read or written.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::prelude::*;

/// How many descriptors PHP's sets have space for; programs are warned when theirs is beyond.
const SET_SIZE: i32 = 1024;

/// A stream of one of the arrays.
struct Watched {
    key: Key,
    value: Value,
    fd: Rc<OwnedFd>,
}

/// Complains of what is in an array and no stream.
fn check_streams(cx: &mut Cx, array: &PhpArray) -> PhpResult<()> {
    for (_, value) in array.clone().iter() {
        match value.deref().as_resource() {
            Some(resource) => drop(loxo_streams::from_resource(cx, resource)?),
            None => {
                let name = cx.active_name();
                return Err(cx.type_error(format!("{name}(): supplied argument is not a valid stream resource")));
            }
        }
    }
    Ok(())
}

/// The streams of an array, as far as they have descriptors. What is no stream is passed over.
fn watched(cx: &mut Cx, array: &PhpArray) -> PhpResult<Vec<Watched>> {
    let mut out = Vec::new();
    for (key, value) in array.clone().iter() {
        let Some(stream) = value.deref().as_resource().and_then(loxo_streams::of_resource) else { continue };
        // What a filter holds back is not to be seen from the descriptor.
        if stream.is_filtered() {
            cx.warn("Cannot cast a filtered stream on this system")?;
            continue;
        }
        match stream.fd(cx, true) {
            Some(fd) => out.push(Watched { key: key.to_key(), value: value.clone(), fd }),
            None => {
                cx.check()?;
                let label = stream.label();
                cx.warn(&format!("Cannot represent a stream of type {label} as a select()able descriptor"))?;
            }
        }
    }
    Ok(out)
}

/// Streams with bytes in their buffers are ready, whatever the system says.
fn with_buffered(array: &PhpArray) -> PhpArray {
    let mut out = PhpArray::new();
    for (key, value) in array.iter() {
        let stream = value.deref().as_resource().and_then(loxo_streams::of_resource);
        if stream.is_some_and(|stream| stream.buffered() > 0) {
            out.set_ref(key, value.clone());
        }
    }
    out
}

/// `stream_select()`
pub(crate) fn stream_select(
    cx: &mut Cx,
    read: &RefArg,
    write: &RefArg,
    except: &RefArg,
    seconds: Option<i64>,
    microseconds: Option<i64>,
) -> PhpResult<Value> {
    let places = [read, write, except];
    let mut sets = Vec::new();
    for place in places {
        sets.push(match place.get().deref().as_array() {
            Some(array) => watched(cx, array)?,
            None => Vec::new(),
        });
    }
    if sets.iter().all(Vec::is_empty) {
        return Err(cx.value_error("No stream arrays were passed"));
    }
    let highest = sets.iter().flatten().map(|watched| watched.fd.as_raw_fd()).max().unwrap_or(0);
    if highest >= SET_SIZE {
        let recommended = (highest.saturating_add(SET_SIZE)) & !(SET_SIZE - 1);
        cx.warn(&format!(
            "You MUST recompile PHP with a larger value of FD_SETSIZE.\n\
             It is set to {SET_SIZE}, but you have descriptors numbered at least as high as {highest}.\n \
             --enable-fd-setsize={recommended} is recommended, but you may want to set it\n\
             to equal the maximum number of open files supported by your system,\n\
             in order to avoid seeing this error again at a later date."
        ))?;
        return Ok(Value::FALSE);
    }
    let timeout = timeout(cx, seconds, microseconds)?;
    let buffered = read.get().deref().as_array().map(with_buffered).unwrap_or_default();
    if !buffered.is_empty() {
        let ready = buffered.len();
        read.set(cx, Value::array(buffered))?;
        for place in [write, except] {
            if place.get().is_array() {
                place.set(cx, Value::array(PhpArray::new()))?;
            }
        }
        return Ok(Value::from(ready));
    }
    cx.flush_pending();
    let ready = match wait(&sets, timeout) {
        Ok(ready) => ready,
        Err(error) => {
            let text = loxo_streams::error_text(error);
            cx.warn(&format!("Unable to select [{}]: {text} (max_fd={highest})", error.raw_os_error()))?;
            return Ok(Value::FALSE);
        }
    };
    let mut count = 0;
    for (place, ready) in places.into_iter().zip(ready) {
        if let Some(array) = place.get().deref().as_array() {
            check_streams(cx, array)?;
            // PHP asks each stream for its descriptor again, and warns again.
            watched(cx, array)?;
            count += ready.len();
            place.set(cx, Value::array(ready))?;
        }
    }
    Ok(Value::from(count))
}

fn timeout(cx: &mut Cx, seconds: Option<i64>, microseconds: Option<i64>) -> PhpResult<Option<Duration>> {
    let Some(seconds) = seconds else {
        return match microseconds {
            None | Some(0) => Ok(None),
            Some(_) => Err(cx.argument_value_error(5, "must be null when argument #4 ($seconds) is null")),
        };
    };
    let Ok(seconds) = u64::try_from(seconds) else {
        return Err(cx.argument_value_error(4, "must be greater than or equal to 0"));
    };
    let Ok(micros) = u64::try_from(microseconds.unwrap_or(0)) else {
        return Err(cx.argument_value_error(5, "must be greater than or equal to 0"));
    };
    Ok(Some(Duration::from_secs(seconds).saturating_add(Duration::from_micros(micros))))
}

/// What is ready of each set.
fn wait(sets: &[Vec<Watched>], timeout: Option<Duration>) -> Result<Vec<PhpArray>, Errno> {
    const WANTED: [PollFlags; 3] = [PollFlags::IN, PollFlags::OUT, PollFlags::PRI];
    const READY: [PollFlags; 3] =
        [PollFlags::IN.union(PollFlags::HUP).union(PollFlags::ERR), PollFlags::OUT.union(PollFlags::ERR), PollFlags::PRI];
    let all = || sets.iter().zip(WANTED).flat_map(|(set, wanted)| set.iter().map(move |w| (w, wanted)));
    let mut fds: Vec<PollFd<'_>> = all().map(|(w, wanted)| PollFd::new(&*w.fd, wanted)).collect();
    let began = Instant::now();
    loop {
        let left = timeout.map(|timeout| timeout.saturating_sub(began.elapsed()));
        let spec = left.map(|left| Timespec { tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() });
        match poll(&mut fds, spec.as_ref()) {
            // A signal ends the wait, since loops of events rely on it; one that only asks where the thread waits does not.
            Err(Errno::INTR) if loxo_process_sys::was_asked() && !Cx::is_called() => {}
            polled => {
                polled?;
                break;
            }
        };
    }
    let mut events = fds.iter().map(PollFd::revents);
    Ok(sets
        .iter()
        .zip(READY)
        .map(|(set, ready)| {
            let mut out = PhpArray::new();
            for watched in set {
                if events.next().is_some_and(|events| events.intersects(ready)) {
                    out.set(&watched.key, watched.value.clone());
                }
            }
            out
        })
        .collect())
}
