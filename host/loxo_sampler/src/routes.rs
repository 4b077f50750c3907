//! What was seen of each route, summed up in bounded memory.
//!
//! A route is a script of a site in one release. Samples are counts per second and stack, so that a profile of them has a timeline.

use std::collections::BTreeMap;
use std::sync::Arc;

use loxo_profile::{Data, Frame as StackFrame, FunctionId, FunctionKind, Functions, Profile, Sample, StackId, Stacks};
use loxo_value::IStr;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::counted::Counted;
use crate::route::{Counts, Route, now_ms};
use crate::seen::Seen;
use crate::stack::Frame;

/// More routes than that are one, whose script is [`OTHER`].
pub const MOST_ROUTES: usize = 200;
/// Stacks of all routes; longer ones end where they are known no more.
const MOST_STACKS: usize = 100_000;
/// Pairs of a second and a stack; beyond that, times get coarser.
const MOST_CELLS: usize = 200_000;
/// The script of all routes that found no place of their own.
pub const OTHER: &[u8] = b"(others)";

/// A function as the engine names it.
type Name = (Option<IStr>, IStr, Option<IStr>, FunctionKind);

/// What was seen of one route.
#[derive(Default)]
struct Of {
    counts: Counts,
    counted: Counted,
    functions: Functions,
    known: FxHashMap<Name, FunctionId>,
    stacks: Stacks,
    /// The sample that was added last, outermost first: the next one begins like it.
    last: Vec<(Frame, StackId)>,
    /// By second since 1970 and stack: periods and processor time.
    cells: BTreeMap<(u64, u32), (u64, u64)>,
}

/// The sums of a span of time.
pub struct Routes {
    pub period_ns: u64,
    /// When it began, in milliseconds since 1970.
    pub since_ms: u64,
    /// Periods whose stacks found no space.
    pub lost: u64,
    /// Seconds are rounded down to multiples of this.
    coarseness: u64,
    stacks: usize,
    cells: usize,
    all: FxHashMap<Arc<Route>, Of>,
}

impl Routes {
    pub fn new(period_ns: u64) -> Routes {
        Routes { period_ns, since_ms: now_ms(), lost: 0, coarseness: 1, stacks: 0, cells: 0, all: FxHashMap::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds what a worker has shown.
    pub(crate) fn add(&mut self, seen: &Seen) {
        self.lost += seen.lost;
        for ended in &seen.ended {
            let of = of(&mut self.all, &ended.route);
            of.counts.add(&ended.counts);
            of.counted.add(&ended.counted);
        }
        let mut frames = &seen.frames[..];
        for sample in &seen.samples {
            let (own, rest) = frames.split_at(sample.frames.min(frames.len()));
            frames = rest;
            let space = MOST_STACKS.saturating_sub(self.stacks);
            let of = of(&mut self.all, &sample.route);
            let before = of.stacks.frames().len();
            let stack = of.stack(own, before + space);
            self.stacks += of.stacks.frames().len() - before;
            let Some(stack) = stack else {
                self.lost += sample.ticks;
                continue;
            };
            self.count(&sample.route, sample.second, stack, sample.ticks, sample.cpu_ns);
        }
    }

    fn count(&mut self, route: &Arc<Route>, second: u64, stack: StackId, ticks: u64, cpu_ns: u64) {
        let second = second - second % self.coarseness;
        let of = of(&mut self.all, route);
        let before = of.cells.len();
        let cell = of.cells.entry((second, stack.0)).or_default();
        cell.0 = cell.0.saturating_add(ticks);
        cell.1 = cell.1.saturating_add(cpu_ns);
        let added = of.cells.len() - before;
        self.cells += added;
        while self.cells > MOST_CELLS && self.coarseness < 1 << 20 {
            self.coarsen();
        }
    }

    fn coarsen(&mut self) {
        self.coarseness *= 2;
        self.cells = 0;
        for of in self.all.values_mut() {
            for ((second, stack), (ticks, cpu_ns)) in std::mem::take(&mut of.cells) {
                let cell = of.cells.entry((second - second % self.coarseness, stack)).or_default();
                cell.0 = cell.0.saturating_add(ticks);
                cell.1 = cell.1.saturating_add(cpu_ns);
            }
            self.cells += of.cells.len();
        }
    }

    /// Adds another one's sums.
    pub fn merge(&mut self, other: &Routes) {
        self.since_ms = self.since_ms.min(other.since_ms);
        self.period_ns = self.period_ns.max(other.period_ns);
        self.lost = self.lost.saturating_add(other.lost);
        for (route, theirs) in &other.all {
            self.merge_one(route, theirs);
        }
    }

    fn merge_one(&mut self, route: &Arc<Route>, theirs: &Of) {
        let space = MOST_STACKS.saturating_sub(self.stacks);
        let of = of(&mut self.all, route);
        of.counts.add(&theirs.counts);
        of.counted.add(&theirs.counted);
        let before = of.stacks.frames().len();
        let mut places: Vec<Option<StackId>> = Vec::with_capacity(theirs.stacks.frames().len());
        for StackFrame { parent, function, line } in theirs.stacks.frames() {
            let parent = parent.and_then(|parent| places[parent.0 as usize]);
            if of.stacks.frames().len() - before >= space {
                places.push(parent);
                continue;
            }
            let theirs = theirs.functions.get(*function);
            let function = of.functions.intern(&theirs.name, &theirs.file, theirs.line, theirs.kind);
            places.push(Some(of.stacks.push(parent, function, *line)));
        }
        let added = of.stacks.frames().len() - before;
        self.stacks += added;
        for ((second, stack), (ticks, cpu_ns)) in &theirs.cells {
            match places.get(*stack as usize).copied().flatten() {
                Some(stack) => self.count(route, *second, stack, *ticks, *cpu_ns),
                None => self.lost = self.lost.saturating_add(*ticks),
            }
        }
    }

    /// Routes with their counts and the time that samples saw, those first that took most of it: wall and processor, in nanoseconds.
    pub fn list(&self) -> Vec<(Arc<Route>, Counts, u64, u64)> {
        let mut list: Vec<_> = self
            .all
            .iter()
            .map(|(route, of)| {
                let (ticks, cpu_ns) = of.cells.values().fold((0u64, 0u64), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
                (route.clone(), of.counts, ticks.saturating_mul(self.period_ns), cpu_ns)
            })
            .collect();
        list.sort_by(|a, b| (b.2, b.1.wall_ns, &a.0).cmp(&(a.2, a.1.wall_ns, &b.0)));
        list
    }

    /// The profile of a route, or of all of them.
    pub fn profile(&self, route: Option<&Route>) -> Profile {
        let title = route.map_or_else(|| "all routes".to_string(), |route| text(&route.script));
        let mut whole = Routes { all: FxHashMap::default(), stacks: 0, cells: 0, ..Routes::new(self.period_ns) };
        let all = Arc::new(Route { site: [].into(), release: [].into(), script: b"all".as_slice().into() });
        for (_, of) in self.all.iter().filter(|(known, _)| route.is_none_or(|route| ***known == *route)) {
            whole.merge_one(&all, of);
        }
        let of = whole.all.remove(&all).unwrap_or_default();
        let mut profile = of.profile(self.period_ns, &title);
        if self.lost > 0 {
            profile.note = format!("{} samples found no space and are missing.", self.lost);
        }
        profile
    }

    /// As JSON, for [`Routes::from_json`] and for tools.
    pub fn to_json(&self) -> Value {
        let routes: Vec<Value> = self
            .all
            .iter()
            .map(|(route, of)| {
                let mut saved = Vec::new();
                // Memory can be written to.
                let _ = of.profile(self.period_ns, &text(&route.script)).save(&mut saved);
                let mut object = of.summary(route);
                object.insert("profile".into(), String::from_utf8_lossy(&saved).into());
                object.into()
            })
            .collect();
        json!({ "since_ms": self.since_ms, "period_ns": self.period_ns, "lost": self.lost, "routes": routes })
    }

    /// The same without profiles.
    pub fn counters_to_json(&self) -> Value {
        let routes: Vec<Value> = self.all.iter().map(|(route, of)| of.summary(route).into()).collect();
        json!({ "since_ms": self.since_ms, "routes": routes })
    }

    /// What the requests of a route have done beside computing.
    pub fn counted(&self, route: &Route) -> Option<&Counted> {
        self.all.get(route).map(|of| &of.counted)
    }

    /// Sums of all routes.
    pub fn totals(&self) -> (Counts, Counted) {
        let mut sums = <(Counts, Counted)>::default();
        for of in self.all.values() {
            sums.0.add(&of.counts);
            sums.1.add(&of.counted);
        }
        sums
    }

    /// What [`Routes::to_json`] has made. The error says what is wrong with it.
    pub fn from_json(value: &Value) -> Result<Routes, String> {
        let number = |value: &Value, name: &str| value[name].as_u64().ok_or_else(|| format!("{name} is no number"));
        let words = |value: &Value, name: &str| value[name].as_str().map(str::to_string).ok_or_else(|| format!("{name} is no text"));
        let mut routes = Routes::new(number(value, "period_ns")?.max(1));
        (routes.since_ms, routes.lost) = (number(value, "since_ms")?, number(value, "lost")?);
        for entry in value["routes"].as_array().ok_or("routes is no list")? {
            let part = |name: &str| words(entry, name).map(|text| text.into_bytes().into_boxed_slice());
            let route = Arc::new(Route { site: part("site")?, release: part("release")?, script: part("script")? });
            let counts = Counts {
                requests: number(entry, "requests")?,
                wall_ns: number(entry, "wall_ns")?,
                slowest_ns: number(entry, "slowest_ns")?,
                peak_memory: number(entry, "peak_memory")?,
            };
            let profile = Profile::load(words(entry, "profile")?.as_bytes()).map_err(|error| error.to_string())?;
            routes.merge_one(&route, &Of { counted: Counted::read(entry), ..Of::from_profile(counts, &profile) });
        }
        Ok(routes)
    }
}

/// The sums of a route, or of those that find no place of their own.
fn of<'a>(all: &'a mut FxHashMap<Arc<Route>, Of>, route: &Arc<Route>) -> &'a mut Of {
    let known = all.len() < MOST_ROUTES || all.contains_key(route);
    let route = if known { route.clone() } else { Arc::new(Route { script: OTHER.into(), ..Route::default() }) };
    all.entry(route).or_default()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Of {
    /// The stack of these frames, innermost first; it ends early where there would be more than so many stacks.
    fn stack(&mut self, frames: &[Frame], most: usize) -> Option<StackId> {
        let known = self.last.iter().zip(frames.iter().rev()).take_while(|((before, _), frame)| before.stands_where(frame)).count();
        self.last.truncate(known);
        let mut at = self.last.last().map(|(_, stack)| *stack);
        for frame in frames.iter().rev().skip(known) {
            if self.stacks.frames().len() >= most {
                break;
            }
            let function = self.function(frame);
            let stack = self.stacks.push(at, function, frame.line);
            self.last.push((*frame, stack));
            at = Some(stack);
        }
        at
    }

    fn function(&mut self, frame: &Frame) -> FunctionId {
        let name = (frame.class, frame.name, frame.file, frame.kind);
        if let Some(id) = self.known.get(&name) {
            return *id;
        }
        let file = frame.file.map_or_else(String::new, |file| text(file.as_bytes()));
        let id = self.functions.intern(&frame.display(), &file, frame.first_line, frame.kind);
        self.known.insert(name, id);
        id
    }

    /// All but the profile, as members of an object.
    fn summary(&self, route: &Route) -> Map<String, Value> {
        let names = [("site", &route.site), ("release", &route.release), ("script", &route.script)];
        let Counts { requests, wall_ns, slowest_ns, peak_memory } = self.counts;
        let numbers = [("requests", requests), ("wall_ns", wall_ns), ("slowest_ns", slowest_ns), ("peak_memory", peak_memory)];
        let names = names.iter().map(|(name, bytes)| ((*name).to_string(), text(bytes).into()));
        let mut object: Map<String, Value> =
            names.chain(numbers.iter().map(|(name, number)| ((*name).to_string(), (*number).into()))).collect();
        self.counted.put_into(&mut object);
        object
    }

    /// Times count from the first second in it.
    fn profile(&self, period_ns: u64, title: &str) -> Profile {
        let first = self.cells.keys().next().map_or(0, |(second, _)| *second);
        let last = self.cells.keys().next_back().map_or(0, |(second, _)| *second);
        let mut cpu_ns = 0u64;
        let samples = self.cells.iter().map(|((second, stack), (ticks, cpu))| {
            cpu_ns = cpu_ns.saturating_add(*cpu);
            Sample { at_ns: (second - first).saturating_mul(1_000_000_000), cpu_ns, weight: *ticks, stack: StackId(*stack) }
        });
        let samples = samples.collect();
        let mut profile = Profile::new(title, Data::Samples { period_ns, samples, stacks: self.stacks.clone() });
        profile.functions = self.functions.clone().into_list();
        profile.started_unix_ms = first.saturating_mul(1000);
        profile.duration_ns = (last - first + 1).saturating_mul(1_000_000_000);
        profile.command = vec!["loxo".into(), "serve".into()];
        profile
    }

    fn from_profile(counts: Counts, profile: &Profile) -> Of {
        let mut of = Of { counts, ..Of::default() };
        let ids: Vec<FunctionId> = profile.functions.iter().map(|f| of.functions.intern(&f.name, &f.file, f.line, f.kind)).collect();
        let Data::Samples { samples, stacks, .. } = &profile.data else { return of };
        let mut places: Vec<StackId> = Vec::new();
        for frame in stacks.frames() {
            let parent = frame.parent.map(|parent| places[parent.0 as usize]);
            places.push(of.stacks.push(parent, ids[frame.function.0 as usize], frame.line));
        }
        let mut before = 0;
        for sample in samples {
            let second = (profile.started_unix_ms / 1000).saturating_add(sample.at_ns / 1_000_000_000);
            let cell = of.cells.entry((second, places[sample.stack.0 as usize].0)).or_default();
            cell.0 = cell.0.saturating_add(sample.weight);
            cell.1 = cell.1.saturating_add(sample.cpu_ns.saturating_sub(before));
            before = sample.cpu_ns;
        }
        of
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A stack, innermost first: letters are functions, digits the lines that they stand at.
    fn frames(stack: &str) -> Vec<Frame> {
        let frame = |two: &[u8]| Frame {
            name: IStr::new(&two[..1]),
            kind: FunctionKind::UserFunction,
            line: (two[1] - b'0').into(),
            ..Frame::script(b"/a")
        };
        stack.as_bytes().chunks(2).map(frame).collect()
    }

    #[test]
    fn stacks_that_begin_alike_are_added_as_if_each_was_the_first() {
        let samples = ["a1", "b1a1", "c3b1a1", "c3b2a1", "c3b2a2", "c3b1a1", "", "a1", "d1c3b1a1", "c3", "c3b1a1"];
        let (mut together, mut apart) = (Routes::new(1), Routes::new(1));
        let (route, other) = (Arc::new(Route { script: b"/a".as_slice().into(), ..Route::default() }), Arc::new(Route::default()));
        let mut all = Seen::default();
        for stack in samples {
            all.add(&route, 1, 5, &frames(stack));
            all.end(&route, Duration::ZERO, 0);
            // What is in between belongs to others.
            all.add(&other, 1, 5, &frames("x1"));
            let mut one = Seen::default();
            one.add(&route, 1, 5, &frames(stack));
            let mut fresh = Routes::new(1);
            fresh.add(&one);
            apart.merge(&fresh);
        }
        together.add(&all);
        assert_eq!((together.lost, apart.lost), (1, 1));
        let sums = |routes: &Routes| {
            let of = &routes.all[&route];
            let name = |stack: Option<StackId>| {
                let mut name = String::new();
                let mut at = stack;
                while let Some(frame) = at.and_then(|at| of.stacks.get(at)) {
                    name += &format!("{}{}", of.functions.get(frame.function).name, frame.line);
                    at = frame.parent;
                }
                name
            };
            let mut sums = BTreeMap::<String, u64>::new();
            for ((_, stack), (ticks, _)) in &of.cells {
                *sums.entry(name(Some(StackId(*stack)))).or_default() += ticks;
            }
            (sums, of.stacks.frames().len())
        };
        assert_eq!(sums(&together), sums(&apart));
        assert_eq!(sums(&together).0["c3b1a1"], 3);
    }

    #[test]
    fn stacks_end_where_there_is_no_space() {
        let mut of = Of::default();
        let whole = of.stack(&frames("c3b1a1"), 3);
        assert_eq!(of.stack(&frames("d1c3b1a1"), 3), whole);
        assert_eq!(of.stack(&frames("c3b1a1"), 3), whole);
        assert_eq!(of.stack(&frames("c3b2a1"), 3), of.stacks.push(None, FunctionId(0), 1).into());
        assert_eq!(of.stack(&frames("c4"), 3), None);
        assert_eq!(of.stacks.frames().len(), 3);
    }
}
