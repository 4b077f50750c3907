//! `imagecropauto()`: finds the edges of an image that show only the background, and cuts them off.

use crate::image::Image;
use crate::log::Log;

/// What is cut away.
pub enum Background {
    Transparent,
    Black,
    White,
    /// What most corners have.
    Sides,
    /// What is nearer to a colour than so many hundredths.
    Near(i32, f32),
}

impl Image {
    /// Without the edges that show only the background; `None` if nothing is left.
    pub fn crop_auto(&self, log: &mut Log, background: &Background) -> Option<Image> {
        let color = match background {
            Background::Transparent => self.transparent,
            Background::Black => self.closest(0, 0, 0, 0),
            Background::White => self.closest(255, 255, 255, 0),
            Background::Sides => self.corner_color(),
            Background::Near(color, threshold) => {
                if f64::from(*threshold) > 100.0 || (!self.is_true_color() && *color >= self.palette.total as i32) {
                    return None;
                }
                *color
            }
        };
        let matches = |x: i32, y: i32| match background {
            Background::Near(_, threshold) => self.colors_match(color, self.get(x, y), *threshold),
            _ => color == self.get(x, y),
        };
        let row = |y: &i32| !(0..self.sx).all(|x| matches(x, *y));
        let top = (0..self.sy).find(row)?;
        let bottom = (0..self.sy).rev().find(row)?;
        // Columns are looked at from the upper edge of the image down to the last row that stays.
        let column = |x: &i32| !(0..=bottom).all(|y| matches(*x, y));
        let left = (0..self.sx).find(column)?;
        let right = (0..self.sx).rev().find(column)?;
        self.crop(log, left, top, right - left + 1, bottom - top + 1)
    }

    /// The colour that three corners have, or two; else the nearest to their mean.
    fn corner_color(&self) -> i32 {
        let (right, bottom) = (self.sx - 1, self.sy - 1);
        let [tl, tr, bl, br] = [self.get(0, 0), self.get(right, 0), self.get(0, bottom), self.get(right, bottom)];
        if tr == bl && tr == br {
            return tr;
        }
        if tl == tr || tl == bl || tl == br {
            return tl;
        }
        if tr == bl || tr == br {
            return tr;
        }
        if br == bl {
            return bl;
        }
        let mean = |part: &dyn Fn(i32) -> i32| (2 + part(tl) + part(tr) + part(bl) + part(br)) / 4;
        self.closest(mean(&|c| self.red(c)), mean(&|c| self.green(c)), mean(&|c| self.blue(c)), mean(&|c| self.alpha(c)))
    }
}
