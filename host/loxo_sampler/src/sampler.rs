//! The thread that looks at the workers of its process.

use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::net::{RecvFlags, SendFlags};
use rustix::thread::nanosleep;

use crate::pace::Pace;
use crate::place::Place;
use crate::routes::Routes;
use crate::seen::Seen;
use crate::settings::Settings;
use crate::traces::Traces;

/// After so many periods in which no request ran, not even a short one, the thread sleeps until one begins.
const IDLE_PERIODS: u32 = 5;
/// What workers have shown is added up once in so many looks, and when somebody asks.
const LOOKS_BETWEEN_SUMS: u32 = 10;
/// A question is at most so long.
const LONGEST_QUESTION: usize = 256;
/// Who has asked gets so long for each piece of the answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

pub(crate) struct State {
    pub places: Vec<Arc<Place>>,
    pub routes: Routes,
    /// What the next place gets for what it has shown.
    spare: Seen,
}

/// What looks at the workers of a process.
pub struct Sampler {
    period: Duration,
    traces: Traces,
    state: Mutex<State>,
    /// How often it was switched off or on; it is odd while it is off.
    switches: AtomicU32,
    /// The thread sleeps until somebody writes to `waker`.
    sleeps: AtomicBool,
    waker: OwnedFd,
}

impl Sampler {
    /// Starts the thread, unless the settings say that nobody looks. `control`: a socket on which somebody asks. The error is one line.
    pub fn start(settings: &Settings, control: Option<OwnedFd>) -> Result<Option<Arc<Sampler>>, String> {
        let Some(period) = settings.period else { return Ok(None) };
        let mut traces = settings.traces.clone();
        traces.read_secret()?;
        let no_thread = |error: std::io::Error| format!("the sampler cannot start: {error}");
        let waker = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(|error| no_thread(error.into()))?;
        let routes = Routes::new(u64::try_from(period.as_nanos()).unwrap_or(u64::MAX));
        let sampler = Arc::new(Sampler {
            period,
            traces: Traces::new(traces),
            state: Mutex::new(State { places: Vec::new(), routes, spare: Seen::default() }),
            switches: AtomicU32::new(0),
            sleeps: AtomicBool::new(false),
            waker,
        });
        let own = sampler.clone();
        let builder = std::thread::Builder::new().name("sampler".into()).stack_size(1 << 20);
        builder.spawn(move || own.run(control)).map_err(no_thread)?;
        Ok(Some(sampler))
    }

    #[inline]
    pub(crate) fn traces(&self) -> &Traces {
        &self.traces
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often it was switched off or on.
    #[inline]
    pub(crate) fn switches(&self) -> u32 {
        self.switches.load(Ordering::SeqCst)
    }

    /// Does it look at requests that begin?
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.switches().is_multiple_of(2)
    }

    /// From now on it looks at requests that begin, or no longer. Those that run are not looked at any more while it is off.
    pub(crate) fn switch(&self, on: bool) {
        // One at a time.
        let state = self.state();
        if self.is_on() != on {
            self.switches.fetch_add(1, Ordering::SeqCst);
        }
        drop(state);
        if on {
            self.wake();
        }
    }

    /// A request begins.
    #[inline]
    pub(crate) fn wake(&self) {
        if self.sleeps.load(Ordering::SeqCst) && self.sleeps.swap(false, Ordering::SeqCst) {
            // A counter that is full wakes as well.
            let _ = rustix::io::write(&self.waker, &1u64.to_ne_bytes());
        }
    }

    fn run(&self, mut control: Option<OwnedFd>) {
        self.wake_with_others();
        let (mut idle, mut until_sums, mut next) = (0, LOOKS_BETWEEN_SUMS, Instant::now() + self.period);
        // From the last look to the next.
        let (mut pace, mut periods) = (Pace::new(), 1);
        let mut now = Instant::now();
        loop {
            let asleep = (idle >= IDLE_PERIODS || !self.is_on()) && self.falls_asleep();
            let asked = self.wait(control.as_ref(), (!asleep).then(|| next.saturating_duration_since(now)));
            now = Instant::now();
            if asleep {
                self.sleeps.store(false, Ordering::SeqCst);
                (idle, periods, next) = (0, 1, now + self.period);
                pace.begin();
            }
            if now >= next && self.is_on() {
                // Seldom a whole one.
                let late = now.duration_since(next).as_nanos() / self.period.as_nanos().max(1);
                let late = u32::try_from(late).unwrap_or(u32::MAX / 2);
                periods += late;
                until_sums -= 1;
                if until_sums == 0 {
                    until_sums = LOOKS_BETWEEN_SUMS;
                    // Behind the look all workers write at once, and one side would wait for the other.
                    self.collect();
                    pace.adjust();
                }
                idle = if self.tick(periods.into()) { 0 } else { idle.saturating_add(periods) };
                periods = pace.periods();
                next += self.period * (late + periods);
            }
            if asked && let Some(socket) = &control {
                if !self.answer_one(socket) {
                    control = None;
                }
                now = Instant::now();
                pace.begin();
            }
        }
    }

    /// The thread may wake up to a half of a period late, when the system's clock ticks on some processor anyway. A timer of its own for each look would
    /// interrupt the processor of a worker, which is the one that does not sleep, twice: to be set, and to run down.
    fn wake_with_others(&self) {
        let slack = u64::try_from(self.period.as_nanos() / 2).ok().and_then(NonZeroU64::new);
        // Without it looks are dearer.
        _ = rustix::thread::set_current_timer_slack(slack);
    }

    /// False: a request has begun meanwhile.
    fn falls_asleep(&self) -> bool {
        self.sleeps.store(true, Ordering::SeqCst);
        let busy = self.is_on() && self.state().places.iter().any(|place| place.is_busy());
        // Who has woken it has written, or is about to.
        !busy || !self.sleeps.swap(false, Ordering::SeqCst)
    }

    /// Sleeps for so long, or until somebody wakes it or asks. Is there a question?
    fn wait(&self, control: Option<&OwnedFd>, limit: Option<Duration>) -> bool {
        let limit = limit.map(|left| Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() });
        match (control, limit) {
            // Who begins a request writes only to who sleeps without a limit, and without a file to look at sleep is cheapest.
            (None, Some(limit)) => {
                _ = nanosleep(&limit);
                false
            }
            (Some(control), Some(limit)) => poll(&mut [PollFd::new(control, PollFlags::IN)], Some(&limit)) == Ok(1),
            (control, None) => {
                let mut fds = [PollFd::new(&self.waker, PollFlags::IN), PollFd::new(control.unwrap_or(&self.waker), PollFlags::IN)];
                if poll(&mut fds, None).is_err() {
                    return false;
                }
                // Whoever has written may have been late: a counter that stays would wake it for ever.
                if !fds[0].revents().is_empty() {
                    _ = rustix::io::read(&self.waker, &mut [0; 8]);
                }
                control.is_some() && !fds[1].revents().is_empty()
            }
        }
    }

    /// Looks at all workers. Did one of them run a request since the last time?
    fn tick(&self, ticks: u64) -> bool {
        let state = self.state();
        state.places.iter().fold(false, |busy, place| place.tick(ticks) | busy)
    }

    /// Adds up what workers have shown.
    pub(crate) fn collect(&self) {
        let State { places, routes, spare } = &mut *self.state();
        places.retain(|place| {
            let is_gone = place.is_gone();
            let seen = place.take_seen(std::mem::take(spare));
            if !seen.is_empty() {
                routes.add(&seen);
            }
            *spare = seen.emptied();
            !is_gone
        });
    }

    /// Answers a question of the socket: its length in front. False: nobody asks any more.
    fn answer_one(&self, socket: &OwnedFd) -> bool {
        let mut buffer = [0; LONGEST_QUESTION];
        let Ok((length, _)) = rustix::net::recv(socket, &mut buffer, RecvFlags::DONTWAIT) else { return true };
        if length == 0 {
            return false;
        }
        for question in buffer[..length].split(|b| *b == b'\n').filter(|question| !question.is_empty()) {
            let answer = self.answer(&String::from_utf8_lossy(question));
            let head = u32::try_from(answer.len()).unwrap_or(0).to_le_bytes();
            if !send(socket, &head) || !send(socket, &answer) {
                return false;
            }
        }
        true
    }
}

/// Sends all of it. False: it could not be.
fn send(socket: &OwnedFd, mut bytes: &[u8]) -> bool {
    let limit = Timespec { tv_sec: ANSWER_LIMIT.as_secs().cast_signed(), tv_nsec: 0 };
    while !bytes.is_empty() {
        match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
            Ok(sent) => bytes = &bytes[sent..],
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::AGAIN) => {
                if poll(&mut [PollFd::new(&socket.as_fd(), PollFlags::OUT)], Some(&limit)) != Ok(1) {
                    return false;
                }
            }
            Err(_) => return false,
        }
    }
    true
}
