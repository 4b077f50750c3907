//! Floats of an interval, each as likely as its distance from the next: the γ-section algorithm (F. Goualard, "Drawing Random Floating-Point
//! Numbers from an Interval", ACM TOMACS 32:3, 2022).

use loxo_runtime::{Cx, PhpResult};

use crate::engines::Source;

/// Which ends belong to the interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    ClosedOpen,
    ClosedClosed,
    OpenClosed,
    OpenOpen,
}

/// Steps of equal width that divide the interval.
struct Grid {
    min: f64,
    max: f64,
    width: f64,
    steps: u64,
}

impl Grid {
    fn new(min: f64, max: f64) -> Grid {
        let width = if min.abs() > max.abs() { min.next_up() - min } else { max - max.next_down() };
        Grid { min, max, width, steps: steps(min, max, width) }
    }

    /// Is the greater end the one with the coarser floats, from which it is counted?
    fn counts_down(&self) -> bool {
        self.min.abs() <= self.max.abs()
    }

    /// `k` steps below the upper end. In quarters, since the whole interval may be wider than floats are.
    fn below_max(&self, k: u64) -> f64 {
        let (high, low) = ((k >> 2) as f64, (k & 3) as f64);
        4.0 * (self.max * 0.25 - high * self.width) - low * self.width
    }

    fn above_min(&self, k: u64) -> f64 {
        let (high, low) = ((k >> 2) as f64, (k & 3) as f64);
        4.0 * (self.min * 0.25 + high * self.width) + low * self.width
    }
}

/// How many steps there are, rounded up exactly.
fn steps(min: f64, max: f64, width: f64) -> u64 {
    let count = max / width - min / width;
    let error = if min.abs() <= max.abs() { -min / width - (count - max / width) } else { max / width - (count + min / width) };
    let whole = count.ceil();
    if count != whole { whole as u64 } else { (whole as u64).saturating_add(u64::from(error > 0.0)) }
}

/// A float of the interval; `None` if there is none.
pub(crate) fn float(cx: &mut Cx, source: &Source, min: f64, max: f64, ends: Ends) -> PhpResult<Option<f64>> {
    let grid = Grid::new(min, max);
    let Some(most) = grid.steps.checked_sub(match ends {
        Ends::ClosedClosed => 0,
        Ends::ClosedOpen | Ends::OpenClosed => 1,
        Ends::OpenOpen => 2,
    }) else {
        return Ok(None);
    };
    let drawn = source.wide(cx, most)?;
    let down = grid.counts_down();
    let k = if matches!(ends, Ends::ClosedOpen | Ends::OpenOpen) { drawn + 1 } else { drawn };
    Ok(Some(match ends {
        Ends::ClosedOpen if down && k == grid.steps => min,
        Ends::ClosedOpen if !down => grid.above_min(k - 1),
        Ends::ClosedClosed if k == grid.steps => {
            if down {
                min
            } else {
                max
            }
        }
        Ends::OpenClosed if !down && k == most => max,
        Ends::OpenClosed if !down => grid.above_min(k + 1),
        _ if down => grid.below_max(k),
        _ => grid.above_min(k),
    }))
}
