//! Flood fills from a point: over all that has one colour, or up to a border of a given one.

use loxo_runtime::memory_limit;

use crate::image::{Image, REPLACE, TILED, fits};
use crate::log::Log;

/// A row that is to be looked at: the next one from `y` towards `step`, between two columns.
struct Segment {
    y: i64,
    left: i64,
    right: i64,
    step: i64,
}

struct Stack {
    segments: Vec<Segment>,
    limit: usize,
    height: i64,
}

impl Stack {
    fn push(&mut self, y: i64, left: i64, right: i64, step: i64) {
        if self.segments.len() < self.limit && y + step >= 0 && y + step < self.height {
            memory_limit::check_growth::<Segment>(self.segments.len(), self.segments.capacity());
            self.segments.push(Segment { y, left, right, step });
        }
    }
}

impl Image {
    /// Fills what has one colour and hangs together.
    pub fn fill(&mut self, log: &mut Log, x: i32, y: i32, color: i32) {
        if !self.is_true_color() && color > self.palette.total as i32 - 1 {
            return;
        }
        let effect = std::mem::replace(&mut self.effect, REPLACE);
        if color == TILED {
            if self.tile.is_some() {
                self.fill_tiled(log, x.into(), y.into());
            }
        } else {
            self.fill_plain(log, x, y, color);
        }
        self.effect = effect;
    }

    fn fill_plain(&mut self, log: &mut Log, x: i32, y: i32, color: i32) {
        let old = self.get(x, y);
        if old == color || x < 0 || x > self.sx || y < 0 || y > self.sy {
            return;
        }
        if self.sx < 4 {
            return self.fill_narrow(x, y, old, color);
        }
        let width = i64::from(self.sx);
        // The column right of the image counts as black, if all of the image can be drawn on.
        let beyond = old == 0 && self.clip.x2 == self.sx - 1;
        let same = move |image: &Image, x: i64, y: i64| match x == width {
            true => beyond,
            false => image.in_clip(x as i32, y as i32) && image.raw(x as i32, y as i32) == old,
        };
        let set = |image: &mut Image, x: i64, y: i64| image.set(x as i32, y as i32, color);
        self.fill_rows(log, (x.into(), y.into()), width, same, set);
    }

    /// Images of three columns or less are filled downwards only.
    fn fill_narrow(&mut self, x: i32, y: i32, old: i32, color: i32) {
        for row in y..self.sy.max(y + 1) {
            for column in x..self.sx.max(x + 1) {
                if self.get(column, row) != old {
                    return;
                }
                self.set(column, row, color);
            }
        }
    }

    fn fill_tiled(&mut self, log: &mut Log, x: i64, y: i64) {
        let width = i64::from(self.sx);
        let count = self.sx as usize * self.sy as usize;
        memory_limit::ensure_room(count);
        let seen = std::cell::RefCell::new(vec![false; count]);
        let old = self.get(x as i32, y as i32);
        let at = |x: i64, y: i64| (y * width + x) as usize;
        let same = |image: &Image, x: i64, y: i64| {
            x < width
                && image.in_clip(x as i32, y as i32)
                && !seen.borrow().get(at(x, y)).copied().unwrap_or(true)
                && image.raw(x as i32, y as i32) == old
        };
        let set = |image: &mut Image, x: i64, y: i64| {
            let color = image.tile_color(x as i32, y as i32);
            if let Some(mark) = seen.borrow_mut().get_mut(at(x, y)) {
                *mark = true;
            }
            image.set(x as i32, y as i32, color);
        };
        self.fill_rows(log, (x, y), width - 1, same, set);
    }

    /// The colour that a tile puts at a place; what is transparent there is the image's own transparent colour.
    fn tile_color(&mut self, x: i32, y: i32) -> i32 {
        let Some(tile) = self.tile.as_ref().map(|tile| tile.image.clone()) else { return -1 };
        let color = tile.get(x % tile.sx, y % tile.sy);
        if color == tile.transparent {
            return self.transparent;
        }
        if self.is_true_color() {
            return tile.to_true_if_palette(color);
        }
        self.resolve(tile.red(color), tile.green(color), tile.blue(color), tile.alpha(color))
    }

    fn fill_rows(
        &mut self,
        log: &mut Log,
        start: (i64, i64),
        last: i64,
        same: impl Fn(&Image, i64, i64) -> bool,
        mut set: impl FnMut(&mut Image, i64, i64),
    ) {
        let limit = i64::from(self.sx) * i64::from(self.sy) / 4;
        if !fits(log, size_of::<[i32; 4]>() as i64, limit) {
            return;
        }
        let mut stack = Stack { segments: Vec::new(), limit: limit as usize, height: self.sy.into() };
        let (x, y) = start;
        stack.push(y, x, x, 1);
        stack.push(y + 1, x, x, -1);
        while let Some(Segment { y, left: from, right: to, step }) = stack.segments.pop() {
            let y = y + step;
            let mut x = from;
            while x >= 0 && same(self, x, y) {
                set(self, x, y);
                x -= 1;
            }
            let mut left = x + 1;
            let mut found = x < from;
            if found {
                if left < from {
                    stack.push(y, left, from - 1, -step);
                }
                x = from + 1;
            }
            loop {
                if found {
                    while x <= last && same(self, x, y) {
                        set(self, x, y);
                        x += 1;
                    }
                    stack.push(y, left, x - 1, step);
                    if x > to + 1 {
                        stack.push(y, to + 1, x - 1, -step);
                    }
                }
                x += 1;
                while x <= to && !same(self, x, y) {
                    x += 1;
                }
                left = x;
                found = true;
                if x > to {
                    break;
                }
            }
        }
    }

    /// Fills up to a border of one colour.
    pub fn fill_to_border(&mut self, x: i32, y: i32, border: i32, color: i32) {
        if border < 0 || color < 0 {
            return;
        }
        let total = self.palette.total as i32;
        if !self.is_true_color() && (color >= total || border >= total) {
            return;
        }
        let effect = std::mem::replace(&mut self.effect, REPLACE);
        let free = |image: &Image, x: i32, y: i32| image.in_clip(x, y) && image.raw(x, y) != border;
        let mut starts = vec![(x.clamp(0, self.sx - 1), y.clamp(0, self.sy - 1), true)];
        while let Some((x, y, first)) = starts.pop() {
            if !free(self, x, y) || (!first && self.raw(x, y) == color) {
                continue;
            }
            let mut left = x;
            while free(self, left - 1, y) {
                left -= 1;
            }
            let mut right = x;
            while free(self, right + 1, y) {
                right += 1;
            }
            for at in left..=right {
                self.set(at, y, color);
            }
            for row in [y - 1, y + 1] {
                let mut before = true;
                for at in left..=right {
                    let wanted = free(self, at, row) && self.raw(at, row) != color;
                    if wanted && before {
                        memory_limit::check_growth::<(i32, i32, bool)>(starts.len(), starts.capacity());
                        starts.push((at, row, false));
                    }
                    before = !wanted;
                }
            }
        }
        self.effect = effect;
    }
}
