//! Lines, rectangles, polygons, arcs and ellipses.

use crate::image::{ANTI_ALIASED, Image, blue_of, green_of, red_of, rgba};

pub const ARC_CHORD: i32 = 1;
pub const ARC_NOFILL: i32 = 2;
pub const ARC_EDGED: i32 = 4;

/// The steps of a dash of `imagedashedline()`.
const DASH: i64 = 4;

/// No brush reaches farther than this, and no style is followed farther out of an image.
const FAR: i64 = 1 << 12;

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// C's conversion of a double into an `int`, for what fits.
fn int(value: f64) -> i64 {
    value as i64
}

/// Cuts a line to a range of one coordinate, called `x` here. False: nothing of it is within.
fn clip_line(x0: &mut i64, y0: &mut i64, x1: &mut i64, y1: &mut i64, low: i64, high: i64) -> bool {
    let slope = (*y1 - *y0) as f64 / (*x1 - *x0) as f64;
    let shift = |steps: i64| int(slope * steps as f64);
    if *x0 < low {
        if *x1 < low {
            return false;
        }
        *y0 -= shift(*x0 - low);
        *x0 = low;
        if *x1 > high {
            // Unlike elsewhere the sum is cut to an integer, not the shift.
            *y1 = int(*y1 as f64 + slope * (high - *x1) as f64);
            *x1 = high;
        }
        return true;
    }
    if *x0 > high {
        if *x1 > high {
            return false;
        }
        *y0 += shift(high - *x0);
        *x0 = high;
        if *x1 < low {
            *y1 -= shift(*x1 - low);
            *x1 = low;
        }
        return true;
    }
    if *x1 > high {
        *y1 += shift(high - *x1);
        *x1 = high;
    } else if *x1 < low {
        *y1 -= shift(*x1 - low);
        *x1 = low;
    }
    true
}

/// A way along a line: the long axis goes by ones, the short one as far as Bresenham says.
struct Walk {
    long: i64,
    end: i64,
    short: i64,
    step: i64,
    error: i64,
    straight: i64,
    aslant: i64,
}

impl Walk {
    /// From the end where `long` is less.
    fn new(from: (i64, i64), to: (i64, i64)) -> Walk {
        let (long, short) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let ((start, at), end, direction) = if from.0 > to.0 { (to, from.0, -1) } else { (from, to.0, 1) };
        let step = if (to.1 - from.1) * direction > 0 { 1 } else { -1 };
        Walk { long: start, end, short: at, step, error: 2 * short - long, straight: 2 * short, aslant: 2 * (short - long) }
    }

    /// Goes so many steps at once.
    fn skip(&mut self, steps: i64) {
        let (steps, wide) = (steps.clamp(0, self.end - self.long), i128::from(self.straight - self.aslant));
        // Twice the long side is the difference of the two increments.
        let up = (i128::from(self.straight) * i128::from(steps) + wide / 2) / wide.max(1);
        self.error = (i128::from(self.error) + i128::from(self.straight) * i128::from(steps) - wide * up) as i64;
        self.long += steps;
        self.short += self.step * up as i64;
    }

    fn advance(&mut self) -> bool {
        if self.long >= self.end {
            return false;
        }
        self.long += 1;
        if self.error < 0 {
            self.error += self.straight;
        } else {
            self.short += self.step;
            self.error += self.aslant;
        }
        true
    }
}

/// How wide across its short axis a line is drawn.
fn width_of(thick: i32, part: f64) -> i64 {
    if part == 0.0 { 1 } else { int(f64::from(thick) / part) }
}

/// C's `int` of a coordinate that is within an image or near it.
fn narrow(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

impl Image {
    /// The clip of a line's two ends; `None` if nothing is within.
    fn clip_ends(&self, x1: i32, y1: i32, x2: i32, y2: i32) -> Option<[i64; 4]> {
        let [mut x1, mut y1, mut x2, mut y2] = [x1, y1, x2, y2].map(i64::from);
        let clip = self.clip;
        (clip_line(&mut x1, &mut y1, &mut x2, &mut y2, clip.x1.into(), clip.x2.into())
            && clip_line(&mut y1, &mut x1, &mut y2, &mut x2, clip.y1.into(), clip.y2.into()))
        .then_some([x1, y1, x2, y2])
    }

    /// Points across a line, as far as they may be seen.
    fn set_across(&mut self, vertical: bool, long: i64, short: i64, width: i64, color: i32) {
        let start = short - width / 2;
        let (low, high) = if vertical { (self.clip.y1, self.clip.y2) } else { (self.clip.x1, self.clip.x2) };
        // A style goes on outside of the image too, and a brush reaches in; other points there are nothing.
        let (from, to) = if color < 0 && width < 1 << 16 {
            (start, start + width)
        } else {
            (start.max(low.into()), (start + width).min(i64::from(high) + 1))
        };
        for at in from..to {
            if vertical {
                self.set(narrow(long), narrow(at), color);
            } else {
                self.set(narrow(at), narrow(long), color);
            }
        }
    }

    /// A line between two points.
    pub fn line(&mut self, x1: i32, y1: i32, x2: i32, y2: i32, color: i32) {
        if color == ANTI_ALIASED {
            let own = self.anti_alias_color;
            if self.is_true_color() {
                self.smooth_line(x1, y1, x2, y2, own);
            } else if own != ANTI_ALIASED {
                self.line(x1, y1, x2, y2, own);
            }
            return;
        }
        let Some([x1, y1, x2, y2]) = self.clip_ends(x1, y1, x2, y2) else { return };
        let (dx, dy) = ((x2 - x1).abs(), (y2 - y1).abs());
        if dx == 0 {
            return self.vertical_line(x1, y1, y2, color);
        }
        if dy == 0 {
            return self.horizontal_line(y1, x1, x2, color);
        }
        let angle = (dy as f64).atan2(dx as f64);
        let flat = dy <= dx;
        let width = width_of(self.thick, if flat { angle.cos() } else { angle.sin() });
        let width = if width == 0 { 1 } else { width };
        let mut walk = if flat { Walk::new((x1, y1), (x2, y2)) } else { Walk::new((y1, x1), (y2, x2)) };
        loop {
            self.set_across(flat, walk.long, walk.short, width, color);
            if !walk.advance() {
                break;
            }
        }
    }

    fn horizontal_line(&mut self, y: i64, x1: i64, x2: i64, color: i32) {
        if self.thick > 1 {
            let half = i64::from(self.thick >> 1);
            return self.fill_box([x1, y - half, x2, y + i64::from(self.thick) - half - 1], false, color);
        }
        for x in x1.min(x2)..=x1.max(x2) {
            self.set(narrow(x), narrow(y), color);
        }
    }

    fn vertical_line(&mut self, x: i64, y1: i64, y2: i64, color: i32) {
        if self.thick > 1 {
            let half = i64::from(self.thick >> 1);
            return self.fill_box([x - half, y1, x + i64::from(self.thick) - half - 1, y2], true, color);
        }
        for y in y1.min(y2)..=y1.max(y2) {
            self.set(narrow(x), narrow(y), color);
        }
    }

    /// A point of a smooth line: so many 256ths of what was there shine through.
    fn set_smooth(&mut self, x: i64, y: i64, color: i32, through: i64) {
        let (x, y) = (narrow(x), narrow(y));
        if !self.in_clip(x, y) {
            return;
        }
        let below = self.raw(x, y);
        // -1 is the colour not to be blended with, which no program can choose.
        if below == color || (below == -1 && through != 0) {
            return;
        }
        let through = through as i32;
        let mix = |part: fn(i32) -> i32| {
            let (own, other) = (part(color), part(below));
            let scaled = (other - own) * through;
            own + ((scaled + (scaled >> 8) + 0x80) >> 8)
        };
        self.set_raw(x, y, rgba(mix(red_of), mix(green_of), mix(blue_of), 0));
    }

    fn smooth_line(&mut self, x1: i32, y1: i32, x2: i32, y2: i32, color: i32) {
        let Some([mut x1, mut y1, mut x2, mut y2]) = self.clip_ends(x1, y1, x2, y2) else { return };
        let (mut dx, mut dy) = (x2 - x1, y2 - y1);
        if dx == 0 && dy == 0 {
            return self.set(narrow(x1), narrow(y1), color);
        }
        let angle = (dy as f64).atan2(dx as f64);
        let part = if dy.abs() < dx.abs() { angle.cos().abs() } else { angle.sin().abs() };
        let width = match width_of(self.thick, part) {
            0 => 1,
            width => width.min(1 << 16),
        };
        if dx == 0 {
            return self.vertical_line(x1, y1, y2, color);
        }
        if dy == 0 {
            return self.horizontal_line(y1, x1, x2, color);
        }
        let flat = dx.abs() > dy.abs();
        if (flat && dx < 0) || (!flat && dy < 0) {
            std::mem::swap(&mut x1, &mut x2);
            std::mem::swap(&mut y1, &mut y2);
            (dx, dy) = (-dx, -dy);
        }
        let slope = if flat { (dy * 65536) / dx } else { (dx * 65536) / dy };
        let mut fraction = 0i64;
        let (from, to, mut short) = if flat { (x1, x2, y1) } else { (y1, y2, x1) };
        for long in from..=to {
            let start = short - width / 2;
            for at in start..start + width {
                let (near, far) = (fraction >> 8 & 0xff, !fraction >> 8 & 0xff);
                if flat {
                    self.set_smooth(long, at, color, near);
                    self.set_smooth(long, at + 1, color, far);
                } else {
                    self.set_smooth(at, long, color, near);
                    self.set_smooth(at + 1, long, color, far);
                }
            }
            fraction += slope;
            if fraction >= 65536 {
                fraction -= 65536;
                short += 1;
            } else if fraction < 0 {
                fraction += 65536;
                short -= 1;
            }
        }
    }

    pub fn dashed_line(&mut self, x1: i32, y1: i32, x2: i32, y2: i32, color: i32) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(i64::from);
        let (dx, dy) = ((x2 - x1).abs(), (y2 - y1).abs());
        let angle = (dy as f64).atan2(dx as f64);
        let width = width_of(self.thick, angle.sin());
        let flat = dy <= dx;
        let mut walk = if flat { Walk::new((x1, y1), (x2, y2)) } else { Walk::new((y1, x1), (y2, x2)) };
        // What is far out of sight is left out; every fourth step a dash begins or ends.
        let (low, high) = if flat { (self.clip.x1, self.clip.x2) } else { (self.clip.y1, self.clip.y2) };
        let unseen = (i64::from(low) - FAR - walk.long).clamp(0, walk.end - walk.long);
        walk.skip(unseen);
        let mut steps = unseen;
        loop {
            steps += 1;
            if steps / DASH % 2 == 0 {
                self.set_across(flat, walk.long, walk.short, width, color);
            }
            if !walk.advance() || walk.long > i64::from(high) + FAR {
                break;
            }
        }
    }

    /// Fills between two corners, by rows or by columns.
    fn fill_box(&mut self, [x1, y1, x2, y2]: [i64; 4], by_rows: bool, color: i32) {
        if x1 == x2 && y1 == y2 {
            return self.set(narrow(x1), narrow(y1), color);
        }
        let (left, right) = (x1.min(x2).max(0) as i32, x1.max(x2).min(i64::from(self.sx) - 1));
        let (top, bottom) = (y1.min(y2).max(0), y1.max(y2).min(i64::from(self.sy) - 1));
        if right < i64::from(left) || bottom < top {
            return;
        }
        let (right, top, bottom) = (right as i32, top as i32, bottom as i32);
        if by_rows {
            for y in top..=bottom {
                for x in left..=right {
                    self.set(x, y, color);
                }
            }
        } else {
            for x in left..=right {
                for y in top..=bottom {
                    self.set(x, y, color);
                }
            }
        }
    }

    pub fn filled_rectangle(&mut self, x1: i32, y1: i32, x2: i32, y2: i32, color: i32) {
        self.fill_box([x1, y1, x2, y2].map(i64::from), true, color);
    }

    pub fn rectangle(&mut self, x1: i32, y1: i32, x2: i32, y2: i32, color: i32) {
        if x1 == x2 && y1 == y2 && self.thick == 1 {
            return self.set(x1, y1, color);
        }
        let (x1, x2) = (x1.min(x2), x1.max(x2));
        let (y1, y2) = (y1.min(y2), y1.max(y2));
        if self.thick > 1 {
            return self.thick_rectangle([x1, y1, x2, y2].map(i64::from), color);
        }
        if x1 == x2 || y1 == y2 {
            return self.line(x1, y1, x2, y2, color);
        }
        self.line(x1, y1, x2, y1, color);
        self.line(x1, y2, x2, y2, color);
        self.line(x1, y1 + 1, x1, y2 - 1, color);
        self.line(x2, y1 + 1, x2, y2 - 1, color);
    }

    fn thick_rectangle(&mut self, [x1, y1, x2, y2]: [i64; 4], color: i32) {
        let thick = i64::from(self.thick);
        let half = thick >> 1;
        let (left, top, right, bottom) = (x1 - half, y1 - half, x2 + half, y2 + half);
        let margin = if color < 0 { 1 << 12 } else { 0 };
        let (width, height) = (i64::from(self.sx) + margin, i64::from(self.sy) + margin);
        let mut fill = |rows: &mut dyn Iterator<Item = i64>, from: i64, to: i64| {
            for y in rows.filter(|y| (-margin..height).contains(y)) {
                for x in from.max(-margin)..=to.min(width) {
                    self.set(narrow(x), narrow(y), color);
                }
            }
        };
        let clamp = |value: i64| value.clamp(-margin - 1, height + 1);
        // The upper edge goes from its lower side up; corners belong to the horizontal edges, and the side edges are one wider.
        fill(&mut (clamp(top)..clamp(top + thick)).rev(), left, right);
        fill(&mut (clamp(bottom - thick + 1)..clamp(bottom + 1)), left, right);
        fill(&mut (clamp(top + thick)..clamp(bottom - thick + 1)), left, left + thick);
        fill(&mut (clamp(top + thick)..clamp(bottom - thick + 1)), right - thick, right);
    }

    pub fn polygon(&mut self, points: &[Point], color: i32) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        self.line(first.x, first.y, last.x, last.y, color);
        self.open_polygon(points, color);
    }

    pub fn open_polygon(&mut self, points: &[Point], color: i32) {
        for pair in points.windows(2) {
            self.line(pair[0].x, pair[0].y, pair[1].x, pair[1].y, color);
        }
    }

    pub fn filled_polygon(&mut self, points: &[Point], color: i32) {
        let (Some(top), Some(bottom)) = (points.iter().map(|p| p.y).min(), points.iter().map(|p| p.y).max()) else { return };
        let fill = if color == ANTI_ALIASED { self.anti_alias_color } else { color };
        if points.len() > 1 && top == bottom {
            let left = points.iter().map(|p| p.x).min().unwrap_or(0);
            let right = points.iter().map(|p| p.x).max().unwrap_or(0);
            return self.line(left, top, right, top, color);
        }
        let mut crossings: Vec<i32> = Vec::new();
        for y in top.max(self.clip.y1)..=bottom.min(self.clip.y2) {
            crossings.clear();
            let before = points.last().copied().into_iter().chain(points.iter().copied());
            for (a, b) in before.zip(points.iter().copied()) {
                if a.y == b.y {
                    continue;
                }
                let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
                if y >= upper.y && y < lower.y {
                    // Products wrap as C's do on the machines it runs on; the quotient is of single precision.
                    let product = y.wrapping_sub(upper.y).wrapping_mul(lower.x.wrapping_sub(upper.x));
                    let quotient = product as f32 / lower.y.wrapping_sub(upper.y) as f32;
                    crossings.push((f64::from(quotient) + 0.5 + f64::from(upper.x)) as i32);
                } else if y == bottom && y == lower.y {
                    crossings.push(lower.x);
                }
            }
            crossings.sort_unstable();
            for at in 0..crossings.len() / 2 {
                self.line(crossings[2 * at], y, crossings[2 * at + 1], y, fill);
            }
        }
        if color == ANTI_ALIASED {
            self.polygon(points, color);
        }
    }

    /// Rows beyond which nothing is seen, not even of a brush.
    fn far_rows(&self) -> (i64, i64) {
        (i64::from(self.clip.y1) - FAR, i64::from(self.clip.y2) + FAR)
    }

    pub fn ellipse(&mut self, x: i32, y: i32, width: i32, height: i32, color: i32) {
        let half = i64::from(width >> 1);
        let (x, y) = (i64::from(x), i64::from(y));
        let (top, bottom) = self.far_rows();
        let (left, right) = (i64::from(self.clip.x1) - FAR, i64::from(self.clip.x2) + FAR);
        let mut set = |x: i64, y: i64| self.set(narrow(x), narrow(y), color);
        set(x + half, y);
        set(x - half, y);
        ellipse_steps(width, height, |dx, dy| {
            for at in [x - dx, x + dx] {
                if at >= left && at <= right {
                    set(at, y + dy);
                    set(at, y - dy);
                }
            }
            y + dy <= bottom || y - dy >= top
        });
    }

    pub fn filled_ellipse(&mut self, x: i32, y: i32, width: i32, height: i32, color: i32) {
        let half = i64::from(width >> 1);
        let (x, y) = (i64::from(x), i64::from(y));
        let brush = color < 0 && width < 1 << 14;
        let (low, high) = if brush { (i64::MIN, i64::MAX) } else { (i64::from(self.clip.x1), i64::from(self.clip.x2)) };
        for at in (x - half).max(low)..=(x + half).min(high) {
            self.set(narrow(at), narrow(y), color);
        }
        let (top, bottom) = self.far_rows();
        let mut last = None;
        ellipse_steps(width, height, |dx, dy| {
            let row = y - dy;
            // An image has no row -2, which is where the first comparison starts.
            if last.unwrap_or(-2) != row {
                for at in (x - dx).max(low)..=(x + dx).min(high) {
                    self.set(narrow(at), narrow(row), color);
                    self.set(narrow(at), narrow(y + dy), color);
                }
            }
            last = Some(row);
            y + dy <= bottom || row >= top
        });
    }

    /// Part of an ellipse: angles are whole degrees, clockwise from the right.
    pub fn arc(&mut self, center: Point, (width, height): (i32, i32), angles: (i32, i32), color: i32, style: i32) {
        let (start, end) = arc_range(angles.0, angles.1);
        let at = |degrees: i64| {
            let (cos, sin) = (trig_cos(degrees), trig_sin(degrees));
            Point {
                x: narrow(cos * i64::from(width) / 2048 + i64::from(center.x)),
                y: narrow(sin * i64::from(height) / 2048 + i64::from(center.y)),
            }
        };
        let (first, last) = (at(start), at(end));
        if style & ARC_NOFILL != 0 {
            if style & ARC_CHORD == 0 {
                for degrees in start + 1..=end {
                    let (a, b) = (at(degrees - 1), at(degrees));
                    self.line(a.x, a.y, b.x, b.y, color);
                }
            }
            if style & ARC_EDGED != 0 {
                self.line(center.x, center.y, last.x, last.y, color);
                self.line(center.x, center.y, first.x, first.y, color);
            }
            if style & ARC_CHORD != 0 {
                self.line(first.x, first.y, last.x, last.y, color);
            }
            return;
        }
        if style & ARC_CHORD != 0 {
            return self.filled_polygon(&[first, last, center], color);
        }
        // Points in a row of pixels count as one, which is as far out as it goes.
        let mut points = vec![center, first];
        for degrees in start + 1..=end {
            let (before, point) = (at(degrees - 1), at(degrees));
            if point.y != before.y {
                points.push(point);
            } else if let Some(kept) = points.last_mut() {
                let right_half = !(90..=270).contains(&degrees);
                let left_half = (91..270).contains(&degrees);
                if (right_half && point.x > before.x) || (left_half && point.x < before.x) {
                    kept.x = point.x;
                }
            }
        }
        if end - start < 360 {
            if points[1].x != first.x && points[1].y == first.y {
                points.insert(1, first);
            }
            if let Some(kept) = points.last().copied()
                && kept.x != last.x
                && kept.y == last.y
            {
                points.push(last);
            }
        }
        points.push(center);
        self.filled_polygon(&points, color);
    }
}

fn arc_range(start: i32, end: i32) -> (i64, i64) {
    let (mut start, mut end) = (i64::from(start), i64::from(end));
    if start % 360 == end % 360 {
        return (0, 360);
    }
    if start > 360 {
        start %= 360;
    }
    if end > 360 {
        end %= 360;
    }
    if start < 0 {
        start += (-start + 359) / 360 * 360;
    }
    if end < start {
        end += (start - end + 359) / 360 * 360;
    }
    if start == end { (0, 360) } else { (start, end) }
}

/// 1024 times the cosine of whole degrees, cut to an integer.
fn trig_cos(degrees: i64) -> i64 {
    trig_table((degrees + 90).rem_euclid(360))
}

/// 1024 times the sine.
fn trig_sin(degrees: i64) -> i64 {
    trig_table(degrees.rem_euclid(360))
}

fn trig_table(degrees: i64) -> i64 {
    let sign = if degrees >= 180 { -1 } else { 1 };
    let within = degrees % 180;
    let quarter = if within > 90 { 180 - within } else { within };
    sign * SINES[quarter as usize]
}

/// 1024 times the sine of 0 to 90 degrees.
#[rustfmt::skip]
const SINES: [i64; 91] = [
    0, 17, 35, 53, 71, 89, 107, 124, 142, 160, 177, 195, 212, 230, 247, 265, 282, 299, 316, 333, 350, 366, 383, 400, 416, 432, 448, 464,
    480, 496, 512, 527, 542, 557, 572, 587, 601, 616, 630, 644, 658, 671, 685, 698, 711, 724, 736, 748, 760, 772, 784, 795, 806, 817, 828,
    838, 848, 858, 868, 877, 886, 895, 904, 912, 920, 928, 935, 942, 949, 955, 962, 968, 973, 979, 984, 989, 993, 997, 1001, 1005, 1008,
    1011, 1014, 1016, 1018, 1020, 1021, 1022, 1023, 1023, 1024,
];

/// Calls with the distances from the centre of every step of a quarter of an ellipse, from the side to the top, as long as that answers true.
fn ellipse_steps(width: i32, height: i32, mut step: impl FnMut(i64, i64) -> bool) {
    let (a, b) = (i64::from(width >> 1), i64::from(height >> 1));
    let (a2, b2) = (a * a, b * b);
    let (dx, dy) = (a2.wrapping_shl(1), b2.wrapping_shl(1));
    // Numbers that are too large for libgd as well.
    let Some(mut r) = a.checked_mul(b2) else { return };
    let mut rx = r.wrapping_shl(1);
    let mut ry = 0i64;
    let (mut x, mut y) = (a, 0i64);
    while x > 0 {
        if r > 0 {
            y += 1;
            ry = ry.wrapping_add(dx);
            r = r.wrapping_sub(ry);
        }
        if r <= 0 {
            x -= 1;
            rx = rx.wrapping_sub(dy);
            r = r.wrapping_add(rx);
        }
        if !step(x, y) {
            return;
        }
    }
}
