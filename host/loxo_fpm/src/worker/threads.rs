//! A child whose requests run on threads: they share compiled programs and APCu, as those of a server of one process do.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use loxo_workers::{Turn, Work, Workers};

use super::connections::Connections;
use super::slot::{About, Slot};
use super::state::{Common, Worker};
use super::stop::Stop;
use crate::exit;
use crate::scoreboard::{Own, Scoreboard};

/// What the threads have in common.
struct Threads {
    common: Arc<Common>,
    connections: Connections,
    board: Arc<Scoreboard>,
    /// Places on the board, and which worker has each.
    places: Mutex<Vec<(usize, Option<Arc<Slot>>)>>,
}

impl Threads {
    /// A free place on the board.
    fn take(&self, slot: &Arc<Slot>) -> Option<Place<'_>> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let (index, taken) = places.iter_mut().find(|(_, taken)| taken.is_none())?;
        *taken = Some(slot.clone());
        Some(Place { threads: self, slot: slot.clone(), index: *index })
    }

    fn leave(&self, slot: &Arc<Slot>) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, taken)) = places.iter_mut().find(|(_, taken)| taken.as_ref().is_some_and(|taken| Arc::ptr_eq(taken, slot))) {
            *taken = None;
        }
    }
}

/// A worker's place on the board, free again when the worker ends, also by a panic.
struct Place<'a> {
    threads: &'a Threads,
    slot: Arc<Slot>,
    index: usize,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.threads.leave(&self.slot);
    }
}

impl Work for Threads {
    type About = About;

    fn serve(&self, slot: &Arc<Slot>, _turn: &Turn<'_, Threads>) -> bool {
        let Some(place) = self.take(slot) else { return false };
        let mut worker = Worker::new(self.common.clone(), Own::of_thread(self.board.clone(), place.index));
        worker.place = Some((slot.clone(), slot.take_place()));
        worker.run_beside_others(&self.connections)
    }

    fn changed(&self) {}

    fn given_up(&self, slot: &Arc<Slot>) {
        self.leave(slot);
        // Its thread goes on, with all that it holds: another process has none of that.
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((index, _)) = places.first() {
            self.board.ask_for_another(*index);
        }
    }

    fn log(&self, message: &str) {
        self.common.log().warning(format!("[pool {}] {message}", self.common.pool));
    }
}

/// Serves with one thread for each place on the board, until the child is to end; gives the exit status. `most`: connections that there may be.
pub(super) fn serve(common: Common, socket: OwnedFd, board: Scoreboard, places: &[usize], most: usize, limit: Option<Duration>) -> i32 {
    let log = common.log();
    let (stop, connections) = match Stop::new(0).and_then(|stop| Ok((stop, Connections::new(socket, most.max(1))?))) {
        Ok(parts) => parts,
        Err(error) => {
            log.system_error("the listening socket cannot be used", &error);
            return exit::SOFTWARE;
        }
    };
    let threads = Threads {
        common: Arc::new(common),
        connections,
        board: Arc::new(board),
        places: Mutex::new(places.iter().map(|place| (*place, None)).collect()),
    };
    match Workers::start(threads, places.len(), limit) {
        Ok(workers) => {
            // Without the signal it is the supervisor's to kill it.
            let _ = stop.wait();
            workers.work().connections.end();
            workers.stop(None);
            0
        }
        Err(message) => {
            log.error(message);
            exit::SOFTWARE
        }
    }
}
