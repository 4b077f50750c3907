//! What may be asked of a process, in a line, and its answers: JSON, but for the files of profiles.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};

use crate::place::Place;
use crate::routes::Routes;
use crate::sampler::Sampler;
use crate::stack::{Frame, place, slow_log_lines};

/// Calls that a stack is shown with.
const DEPTH: usize = 100;

impl Sampler {
    /// Answers a question; one that is none gets nothing.
    ///
    /// `take`: the sums since this was asked last, which are forgotten; `workers`: what each worker does, and where; `stack THREAD`: the stack of a
    /// worker; `slow PLACE DEPTH`: that of a place on php-fpm's board in the lines of its slow log; `traces`: those that are kept;
    /// `trace PROCESS NUMBER`: one of them; `sampler`: whether it looks, and `sampler on`, `sampler off`: that it does so from now on, or no longer.
    pub fn answer(&self, question: &str) -> Vec<u8> {
        let mut words = question.split(' ');
        let (first, mut number) = (words.next().unwrap_or_default(), || words.next().and_then(|word| word.parse::<u64>().ok()));
        let what = if first == "sampler" { question } else { first };
        match what {
            "take" => {
                self.collect();
                let mut state = self.state();
                let fresh = Routes::new(state.routes.period_ns);
                let taken = std::mem::replace(&mut state.routes, fresh);
                drop(state);
                taken.to_json().to_string().into_bytes()
            }
            "workers" => self.workers().to_string().into_bytes(),
            "stack" => {
                let frames = number().and_then(|thread| self.stack(|place| u64::try_from(place.thread()) == Ok(thread)));
                frames.map_or_else(Vec::new, |frames| stack_json(&frames).to_string().into_bytes())
            }
            "slow" => {
                let (number, depth) = (number().unwrap_or(u64::MAX), number().unwrap_or(20));
                let frames = self.stack(|place| place.number() == number);
                let depth = usize::try_from(depth).unwrap_or(usize::MAX);
                frames.map_or_else(Vec::new, |frames| slow_log_lines(&frames, depth).into_bytes())
            }
            "traces" => self.traces().list().to_string().into_bytes(),
            "trace" => {
                let own = number() == Some(std::process::id().into());
                number().filter(|_| own).and_then(|id| self.traces().get(id)).unwrap_or_default()
            }
            "sampler" | "sampler on" | "sampler off" => {
                if question != "sampler" {
                    self.switch(question == "sampler on");
                }
                json!({ "process": std::process::id(), "on": self.is_on() }).to_string().into_bytes()
            }
            _ => Vec::new(),
        }
    }

    fn places(&self) -> Vec<Arc<Place>> {
        self.state().places.clone()
    }

    /// The stack of the worker that is meant, if it runs a request.
    fn stack(&self, is_meant: impl Fn(&Place) -> bool) -> Option<Vec<Frame>> {
        let places = self.places();
        let place = places.iter().find(|place| is_meant(place) && place.is_busy())?;
        place.shown(place.ask(), Instant::now())
    }

    fn workers(&self) -> Value {
        let places = self.places();
        // All are asked first, so that they answer at the same time.
        let asked_at = Instant::now();
        let asked: Vec<Option<u64>> = places.iter().map(|place| place.is_busy().then(|| place.ask())).collect();
        let shown = places.iter().zip(asked).map(|(worker, question)| {
            let frames = question.and_then(|question| worker.shown(question, asked_at));
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let request = worker.with_running(|running| {
                let seconds = running.time().as_secs_f64();
                let route = &running.route;
                let place = frames.as_ref().map_or_else(|| "(computes or waits where it cannot be asked)".into(), |frames| place(frames));
                json!({
                    "method": text(&running.method), "target": text(&running.target), "site": text(&route.site),
                    "release": text(&route.release), "script": text(&route.script), "seconds": seconds, "where": place,
                })
            });
            json!({ "process": std::process::id(), "thread": worker.thread(), "looked_at": self.is_on(), "request": request })
        });
        Value::from(shown.collect::<Vec<_>>())
    }
}

/// Innermost first.
fn stack_json(frames: &[Frame]) -> Value {
    let shown = frames.iter().take(DEPTH).map(|frame| {
        let file = frame.file.map(|file| String::from_utf8_lossy(file.as_bytes()).into_owned());
        json!({ "function": frame.display(), "kind": format!("{:?}", frame.kind), "file": file, "line": frame.line })
    });
    Value::from(shown.collect::<Vec<_>>())
}
