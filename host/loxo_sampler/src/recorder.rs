//! The worker's side: a request begins, a request ends.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use loxo_observer::counters::{self, Counter};
use loxo_observer::{Clock, Watch};
use loxo_runtime::Cx;
use loxo_value::gc;
use loxo_value::interrupter::Interrupter;

use crate::place::Place;
use crate::route::{About, Route};
use crate::routes::MOST_ROUTES;
use crate::run::{Calls, Run, Shared};
use crate::sampler::Sampler;
use crate::traces::Why;

/// For the thread that made it, until it is dropped.
pub struct Recorder {
    sampler: Arc<Sampler>,
    place: Arc<Place>,
    routes: HashMap<Vec<u8>, Vec<Arc<Route>>>,
    count: usize,
    /// That of the request before: most often it is the next one's, too.
    route: Arc<Route>,
    tracing: Option<(Why, Watch, Shared)>,
    /// The request that runs is looked at.
    is_looked_at: bool,
    /// How often the sampler had been switched when a request was looked at last.
    switches: u32,
}

impl Recorder {
    /// From now on the calling thread is looked at. `number`: what its host calls it by.
    pub fn new(sampler: &Arc<Sampler>, number: u64) -> Recorder {
        let place = Place::new(number);
        sampler.state().places.push(place.clone());
        let (sampler, switches) = (sampler.clone(), sampler.switches());
        Recorder { sampler, place, routes: HashMap::new(), count: 0, route: Arc::default(), tracing: None, is_looked_at: false, switches }
    }

    /// Is a request that begins now looked at? Else [`Recorder::begin`] is not needed.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.sampler.is_on()
    }

    /// Is the request that runs looked at? Else [`Recorder::end`] is not needed.
    #[inline]
    pub fn is_looked_at(&self) -> bool {
        self.is_looked_at
    }

    /// Does somebody look at what asks for a trace?
    pub fn reads_tickets(&self) -> bool {
        self.sampler.traces().reads_tickets()
    }

    fn known_route(&mut self, about: &About<'_>) -> Arc<Route> {
        if let Some(of_script) = self.routes.get(about.script)
            && let Some(route) = of_script.iter().find(|route| route.is_of(about))
        {
            return route.clone();
        }
        if self.count >= 2 * MOST_ROUTES {
            (self.routes, self.count) = (HashMap::new(), 0);
        }
        self.count += 1;
        let route = Arc::new(Route { site: about.site.into(), release: about.release.into(), script: about.script.into() });
        self.routes.entry(about.script.to_vec()).or_default().push(route.clone());
        route
    }

    /// A request begins on this thread.
    pub fn begin(&mut self, cx: &mut Cx, interrupter: Interrupter, about: &About<'_>) {
        let switches = self.sampler.switches();
        if !switches.is_multiple_of(2) {
            return;
        }
        if self.switches != switches {
            self.switches = switches;
            // What was used meanwhile is nobody's.
            self.place.forget_cpu();
        }
        self.is_looked_at = true;
        if !self.route.is_of(about) {
            self.route = self.known_route(about);
        }
        if self.sampler.traces().are_wanted()
            && let Some(why) = self.sampler.traces().wanted(about, &self.route)
        {
            let title = format!("{} {}", String::from_utf8_lossy(about.method), path_of(about.target));
            let run: Shared = Rc::new(RefCell::new(Run::new(Clock::Wall, &title)));
            run.borrow_mut().begin(None);
            let watch = loxo_observer::watch(cx, Box::new(Calls(run.clone())));
            self.tracing = Some((why, watch, run));
        }
        counters::begin();
        self.place.begin(&self.route, about, interrupter);
        self.sampler.wake();
    }

    /// It is over, while its context is still there. `memory`: the most that it had, in bytes.
    pub fn end(&mut self, cx: &mut Cx, memory: u64) {
        if !std::mem::take(&mut self.is_looked_at) {
            return;
        }
        let collections = gc::runs();
        if collections > 0 {
            counters::add(Counter::Collections, collections);
        }
        let took = self.place.end(memory);
        if self.sampler.traces().are_wanted() {
            self.end_trace(cx, took);
        }
    }

    fn end_trace(&mut self, cx: &mut Cx, took: Option<Duration>) {
        if let Some(took) = took {
            self.sampler.traces().ended(&self.route, took);
        }
        let Some((why, watch, run)) = self.tracing.take() else { return };
        loxo_observer::stop(cx, watch);
        let run = run.replace(Run::new(Clock::Wall, ""));
        if let Some(took) = took {
            self.sampler.traces().keep(why, &self.route, took, run.finish());
        }
    }
}

fn path_of(target: &[u8]) -> String {
    String::from_utf8_lossy(target.split(|b| *b == b'?').next().unwrap_or_default()).into_owned()
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.place.leave();
    }
}
