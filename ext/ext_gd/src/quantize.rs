//! True colours to a palette: median cut, as in the IJG's JPEG library, whose colour boxes and distances libgd has.

use crate::image::{Entry, Image, MAX_COLORS, Pixels, blue_of, green_of, red_of};

/// Bits of red, green and blue in the histogram, and what their differences weigh.
const BITS: [u32; 3] = [5, 6, 5];
const SHIFT: [u32; 3] = [3, 2, 3];
const SCALE: [i32; 3] = [2, 3, 1];
/// Cells of the histogram in one direction that get their nearest colours together.
const GROUP_BITS: [u32; 3] = [BITS[0] - 3, BITS[1] - 3, BITS[2] - 3];

type Cell = [usize; 3];

/// Counts of colours; later the nearest entry of the palette, plus one.
struct Histogram(Vec<u16>);

impl Histogram {
    fn new() -> Histogram {
        Histogram(vec![0; 1 << (BITS[0] + BITS[1] + BITS[2])])
    }

    fn at(&mut self, [red, green, blue]: Cell) -> &mut u16 {
        &mut self.0[(((red << BITS[1]) + green) << BITS[2]) + blue]
    }

    fn get(&self, [red, green, blue]: Cell) -> u16 {
        self.0[(((red << BITS[1]) + green) << BITS[2]) + blue]
    }
}

fn cell(parts: [i32; 3]) -> Cell {
    std::array::from_fn(|axis| (parts[axis] >> SHIFT[axis]) as usize)
}

fn parts(color: i32) -> [i32; 3] {
    [red_of(color), green_of(color), blue_of(color)]
}

/// A box of cells.
#[derive(Clone, Copy)]
struct Cube {
    low: Cell,
    high: Cell,
    volume: i32,
    colors: usize,
}

impl Cube {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Cube { low, high, .. } = *self;
        (low[0]..=high[0])
            .flat_map(move |red| (low[1]..=high[1]).flat_map(move |green| (low[2]..=high[2]).map(move |blue| [red, green, blue])))
    }

    /// How long each side is, as it counts.
    fn sides(&self) -> [i32; 3] {
        std::array::from_fn(|axis| ((self.high[axis] - self.low[axis]) << SHIFT[axis]) as i32 * SCALE[axis])
    }

    /// Shrinks to what is in use.
    fn update(&mut self, histogram: &Histogram) {
        let used = |cube: &Cube| cube.cells().any(|cell| histogram.get(cell) != 0);
        for axis in 0..3 {
            if self.high[axis] > self.low[axis] {
                let slice = |at: usize, cube: &Cube| {
                    let mut slice = *cube;
                    (slice.low[axis], slice.high[axis]) = (at, at);
                    slice
                };
                let range = self.low[axis]..=self.high[axis];
                if let Some(first) = range.clone().find(|at| used(&slice(*at, self))) {
                    self.low[axis] = first;
                }
                if let Some(last) = range.rev().find(|at| used(&slice(*at, self))) {
                    self.high[axis] = last;
                }
            }
        }
        self.volume = self.sides().iter().map(|side| side * side).sum();
        self.colors = self.cells().filter(|cell| histogram.get(*cell) != 0).count();
    }

    /// The half above; this box keeps the lower one.
    fn split(&mut self) -> Cube {
        let [red, green, blue] = self.sides();
        let mut axis = 1;
        let mut longest = green;
        if red > longest {
            (axis, longest) = (0, red);
        }
        if blue > longest {
            axis = 2;
        }
        let middle = (self.high[axis] + self.low[axis]) / 2;
        let mut upper = *self;
        self.high[axis] = middle;
        upper.low[axis] = middle + 1;
        upper
    }

    fn mean(&self, histogram: &Histogram) -> Entry {
        let (mut total, mut sums) = (0u64, [0u64; 3]);
        for cell in self.cells() {
            let count = u64::from(histogram.get(cell));
            total += count;
            for axis in 0..3 {
                sums[axis] += ((cell[axis] << SHIFT[axis]) + (1 << SHIFT[axis] >> 1)) as u64 * count;
            }
        }
        if total == 0 {
            return Entry { red: 255, green: 255, blue: 255, alpha: 0 };
        }
        let [red, green, blue] = sums.map(|sum| ((sum + (total >> 1)) / total) as u8);
        Entry { red, green, blue, alpha: 0 }
    }
}

fn median_cut(histogram: &Histogram, wanted: usize) -> Vec<Cube> {
    let high = BITS.map(|bits| (1 << bits) - 1);
    let mut first = Cube { low: [0; 3], high, volume: 0, colors: 0 };
    first.update(histogram);
    let mut cubes = vec![first];
    while cubes.len() < wanted {
        // At first what has most colours, then what is largest; of equals the first.
        let by_colors = cubes.len() * 2 <= wanted;
        let mut best: Option<(usize, usize)> = None;
        for (index, cube) in cubes.iter().enumerate() {
            let key = if by_colors && cube.volume > 0 {
                cube.colors
            } else if by_colors {
                0
            } else {
                cube.volume as usize
            };
            if key > best.map_or(0, |(most, _)| most) {
                best = Some((key, index));
            }
        }
        let Some((_, index)) = best else { break };
        let mut upper = cubes[index].split();
        cubes[index].update(histogram);
        upper.update(histogram);
        cubes.push(upper);
    }
    cubes
}

/// Fills the cells around one with the nearest entries of the palette.
fn fill_nearest(histogram: &mut Histogram, palette: &[Entry], around: Cell) {
    let first: Cell = std::array::from_fn(|axis| around[axis] >> GROUP_BITS[axis] << GROUP_BITS[axis]);
    let center = |axis: usize, at: usize| ((at << SHIFT[axis]) + (1 << SHIFT[axis] >> 1)) as i32;
    let near: Vec<(usize, [i32; 3])> = nearby(palette, first, center);
    let last: Cell = std::array::from_fn(|axis| first[axis] + (1 << GROUP_BITS[axis]) - 1);
    for cell in (Cube { low: first, high: last, volume: 0, colors: 0 }).cells() {
        let distance = |color: &[i32; 3]| -> i32 {
            (0..3).map(|axis| (center(axis, cell[axis]) - color[axis]) * SCALE[axis]).map(|side| side * side).sum()
        };
        let nearest = near.iter().min_by_key(|(_, color)| distance(color));
        *histogram.at(cell) = nearest.map_or(0, |(index, _)| *index as u16) + 1;
    }
}

/// The colours that can be nearest to any cell of a group.
fn nearby(palette: &[Entry], first: Cell, center: impl Fn(usize, usize) -> i32) -> Vec<(usize, [i32; 3])> {
    let low: [i32; 3] = std::array::from_fn(|axis| center(axis, first[axis]));
    let high: [i32; 3] = std::array::from_fn(|axis| center(axis, first[axis] + (1 << GROUP_BITS[axis]) - 1));
    let mut reach = i32::MAX;
    let mut list = Vec::with_capacity(palette.len());
    for (index, entry) in palette.iter().enumerate() {
        let color = [i32::from(entry.red), i32::from(entry.green), i32::from(entry.blue)];
        let (mut least, mut most) = (0, 0);
        for axis in 0..3 {
            let square = |side: i32| (side * SCALE[axis]) * (side * SCALE[axis]);
            let (below, above) = (color[axis] - low[axis], color[axis] - high[axis]);
            if below < 0 {
                least += square(below);
                most += square(above);
            } else if above > 0 {
                least += square(above);
                most += square(below);
            } else {
                most += if color[axis] <= (low[axis] + high[axis]) >> 1 { square(above) } else { square(below) };
            }
        }
        reach = reach.min(most);
        list.push((index, color, least));
    }
    list.into_iter().filter(|(_, _, least)| *least <= reach).map(|(index, color, _)| (index, color)).collect()
}

/// Large errors are not passed on in full.
fn limit_error(error: i32) -> i32 {
    let size = error.abs().min(255);
    let limited = match size {
        0..16 => size,
        16..48 => 16 + (size - 16) / 2,
        _ => 32,
    };
    if error < 0 { -limited } else { limited }
}

impl Image {
    /// Makes an image of true colours one of a palette. False if there is no palette for it.
    pub fn true_color_to_palette(&mut self, dither: bool, wanted: i32) -> bool {
        let Pixels::True(source) = &self.pixels else { return true };
        let transparent = self.transparent;
        let is_transparent = |color: i32| transparent >= 0 && color == transparent;
        let most = MAX_COLORS - usize::from(transparent >= 0);
        let wanted = usize::try_from(wanted).unwrap_or(0).clamp(1, most);
        let mut histogram = Histogram::new();
        for color in source.iter().filter(|color| !is_transparent(**color)) {
            let count = histogram.at(cell(parts(*color)));
            *count = count.saturating_add(1);
        }
        let entries: Vec<Entry> = median_cut(&histogram, wanted).iter().map(|cube| cube.mean(&histogram)).collect();
        let mut nearest = Histogram::new();
        let mut index_of = |color: [i32; 3]| {
            let cell = cell(color);
            if nearest.get(cell) == 0 {
                fill_nearest(&mut nearest, &entries, cell);
            }
            (nearest.get(cell) - 1) as u8
        };
        let empty = entries.len() as u8;
        let mut target = Vec::with_capacity(source.len());
        if dither {
            let width = self.sx as usize;
            let mut errors = vec![[0i32; 3]; width + 2];
            for row in source.chunks(width) {
                dither_row(row, &mut errors, &entries, is_transparent, empty, &mut index_of, &mut target);
            }
        } else {
            let map = |color: &i32| if is_transparent(*color) { empty } else { index_of(parts(*color)) };
            target.extend(source.iter().map(map));
        }
        let palette = &mut self.palette;
        palette.total = entries.len();
        for (index, entry) in entries.into_iter().enumerate() {
            palette.entries[index] = entry;
            palette.open[index] = false;
        }
        if transparent >= 0 {
            let [red, green, blue] = parts(transparent).map(|part| part as u8);
            palette.entries[palette.total] = Entry { red, green, blue, alpha: 127 };
            palette.open[palette.total] = false;
            self.transparent = palette.total as i32;
            palette.total += 1;
        }
        self.replace_pixels(Pixels::Palette(target));
        true
    }

    /// The image as one of a palette, for formats that know no others.
    pub fn to_palette(&self, dither: bool, wanted: i32) -> Option<Image> {
        let mut copy = self.copy();
        copy.transparent = self.transparent;
        copy.true_color_to_palette(dither, wanted).then_some(copy)
    }
}

/// A row, from left to right, with what the row above could not show. Errors are 16ths.
fn dither_row(
    row: &[i32],
    errors: &mut [[i32; 3]],
    entries: &[Entry],
    is_transparent: impl Fn(i32) -> bool,
    empty: u8,
    index_of: &mut impl FnMut([i32; 3]) -> u8,
    target: &mut Vec<u8>,
) {
    let (mut current, mut below, mut before) = ([0i32; 3], [0i32; 3], [0i32; 3]);
    for (at, color) in row.iter().enumerate() {
        if is_transparent(*color) {
            target.push(empty);
            errors[at] = [0; 3];
            errors[at + 1][0] = 0;
            continue;
        }
        let own = parts(*color);
        for axis in 0..3 {
            let error = limit_error((current[axis] + errors[at + 1][axis] + 8) >> 4);
            current[axis] = (error + own[axis]).clamp(0, 255);
        }
        let index = index_of(current);
        target.push(index);
        let entry = entries.get(usize::from(index)).copied().unwrap_or_default();
        let shown = [entry.red, entry.green, entry.blue].map(i32::from);
        for axis in 0..3 {
            // 3/16 below and back, 5/16 below, 1/16 below and on, 7/16 to the next.
            let error = current[axis] - shown[axis];
            errors[at][axis] = before[axis] + 3 * error;
            before[axis] = below[axis] + 5 * error;
            below[axis] = error;
            current[axis] = 7 * error;
        }
    }
    if let Some(last) = errors.get_mut(row.len()) {
        *last = before;
    }
}
