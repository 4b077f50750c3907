//! Scalable fonts by FreeType: the glyphs of a font at a size, their measures and bitmaps.

use std::ffi::{c_long, c_uint};
use std::ptr::null_mut;
use std::rc::Rc;

use freetype_sys as sys;

/// A font at a size. The library's own state belongs to it.
pub struct Face {
    library: sys::FT_Library,
    face: sys::FT_Face,
    /// What the face reads.
    _data: Rc<[u8]>,
}

impl Drop for Face {
    fn drop(&mut self) {
        // SAFETY: both were made in `new`, are given back once, the face first.
        unsafe {
            sys::FT_Done_Face(self.face);
            sys::FT_Done_FreeType(self.library);
        }
    }
}

/// Measures of a glyph, in 64ths of a pixel.
#[derive(Clone, Copy, Default)]
pub struct Metrics {
    pub bearing_x: i64,
    pub bearing_y: i64,
    pub width: i64,
    pub height: i64,
    pub advance: i64,
}

/// A glyph's picture: how much of each pixel is covered, 0 to 255.
pub struct Bitmap {
    pub left: i32,
    pub top: i32,
    pub width: usize,
    pub rows: usize,
    pub coverage: Vec<u8>,
}

/// The character map that was chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Charmap {
    Unicode,
    /// Characters lie at 0xF000.
    Symbol,
}

impl Face {
    /// The first font of a file; `None` if it is none.
    pub fn new(data: Rc<[u8]>) -> Option<Face> {
        let mut library = null_mut();
        // SAFETY: the result goes to our own pointer.
        if unsafe { sys::FT_Init_FreeType(&raw mut library) } != 0 {
            return None;
        }
        let mut face = null_mut();
        // SAFETY: the data is shared and owned by what is returned, so it outlives the face.
        let error = unsafe { sys::FT_New_Memory_Face(library, data.as_ptr(), data.len() as c_long, 0, &raw mut face) };
        if error != 0 {
            // SAFETY: made above, and not used after this.
            unsafe { sys::FT_Done_FreeType(library) };
            return None;
        }
        Some(Face { library, face, _data: data })
    }

    fn record(&self) -> &sys::FT_FaceRec {
        // SAFETY: the face lives as long as `self`; the record is changed by calls that take `&mut self` only.
        unsafe { &*self.face }
    }

    /// The size in 64ths of a point.
    pub fn set_size(&mut self, size: i64, dots_per_inch: u32) -> bool {
        // SAFETY: the face is valid; the library checks the numbers.
        unsafe { sys::FT_Set_Char_Size(self.face, 0, size as c_long, dots_per_inch, dots_per_inch) == 0 }
    }

    /// Turns all glyphs.
    pub fn set_rotation(&mut self, sin: f64, cos: f64) {
        let (sin, cos) = ((sin * 65536.0) as c_long, (cos * 65536.0) as c_long);
        let mut matrix = sys::FT_Matrix { xx: cos, xy: -sin, yx: sin, yy: cos };
        // SAFETY: the face is valid; the library copies the matrix.
        unsafe { sys::FT_Set_Transform(self.face, &raw mut matrix, null_mut()) };
    }

    /// Chooses the first character map that texts can be mapped with.
    pub fn choose_charmap(&mut self) -> Option<Charmap> {
        let count = usize::try_from(self.record().num_charmaps).unwrap_or(0);
        for at in 0..count {
            // SAFETY: the face has so many character maps, which live as long as it does.
            let (map, encoding) = unsafe {
                let map = *self.record().charmaps.add(at);
                (map, (*map).encoding)
            };
            let found = match encoding {
                sys::FT_ENCODING_MS_SYMBOL => Charmap::Symbol,
                sys::FT_ENCODING_UNICODE | sys::FT_ENCODING_ADOBE_CUSTOM | sys::FT_ENCODING_ADOBE_STANDARD => Charmap::Unicode,
                _ => continue,
            };
            // SAFETY: the map is the face's own.
            unsafe { sys::FT_Set_Charmap(self.face, map) };
            return Some(found);
        }
        None
    }

    /// The number of a character's glyph; 0 if there is none.
    pub fn glyph_of(&self, character: u32) -> u32 {
        // SAFETY: the face is valid.
        unsafe { sys::FT_Get_Char_Index(self.face, character.into()) }
    }

    /// Do distances depend on neighbours?
    pub fn has_kerning(&self) -> bool {
        let flags = self.record().face_flags;
        flags & sys::FT_FACE_FLAG_KERNING != 0 && flags & sys::FT_FACE_FLAG_FIXED_WIDTH == 0
    }

    /// By how much two neighbours are moved together.
    pub fn kerning(&self, left: u32, right: u32) -> i64 {
        let mut delta = sys::FT_Vector { x: 0, y: 0 };
        // SAFETY: the face is valid, the result goes to our own vector.
        let error = unsafe { sys::FT_Get_Kerning(self.face, left, right, sys::FT_KERNING_DEFAULT as c_uint, &raw mut delta) };
        if error == 0 { delta.x } else { 0 }
    }

    /// Loads a glyph: `mono` for pictures without shades.
    pub fn load(&mut self, glyph: u32, mono: bool) -> Option<Metrics> {
        let flags = if mono { sys::FT_LOAD_MONOCHROME } else { sys::FT_LOAD_DEFAULT };
        // SAFETY: the face is valid; the library checks the number.
        if unsafe { sys::FT_Load_Glyph(self.face, glyph, flags) } != 0 {
            return None;
        }
        // SAFETY: a face has a slot, in which the glyph is now.
        let metrics = unsafe { &(*self.record().glyph).metrics };
        Some(Metrics {
            bearing_x: metrics.horiBearingX,
            bearing_y: metrics.horiBearingY,
            width: metrics.width,
            height: metrics.height,
            advance: metrics.horiAdvance,
        })
    }

    /// The picture of the glyph that was loaded. Of pictures that are neither shades of grey nor black and white, nothing.
    pub fn render(&mut self) -> Option<Bitmap> {
        let slot = self.record().glyph;
        // SAFETY: the slot holds the glyph that was loaded last; rendering one that is a picture already does nothing.
        unsafe {
            if (*slot).format != sys::FT_GLYPH_FORMAT_BITMAP && sys::FT_Render_Glyph(slot, sys::FT_RENDER_MODE_NORMAL) != 0 {
                return None;
            }
        }
        // SAFETY: the slot's bitmap is filled in now, and nothing changes it while it is read here.
        let (bitmap, left, top) = unsafe { (&(*slot).bitmap, (*slot).bitmap_left, (*slot).bitmap_top) };
        let (width, rows) = (usize::try_from(bitmap.width).ok()?, usize::try_from(bitmap.rows).ok()?);
        let mono = match bitmap.pixel_mode as u32 {
            mode if mode == sys::FT_PIXEL_MODE_MONO as u32 => true,
            mode if mode == sys::FT_PIXEL_MODE_GRAY as u32 => false,
            _ if width == 0 || rows == 0 => false,
            _ => return None,
        };
        let pitch = bitmap.pitch as isize;
        let length = if mono { width.div_ceil(8) } else { width };
        let mut coverage = Vec::with_capacity(width * rows);
        for row in 0..rows {
            if width == 0 {
                break;
            }
            // SAFETY: a bitmap has `rows` rows, `pitch` bytes apart, of at least `length` bytes.
            let line = unsafe { std::slice::from_raw_parts(bitmap.buffer.offset(row as isize * pitch), length) };
            if mono {
                coverage.extend((0..width).map(|at| if line[at / 8] >> (7 - at % 8) & 1 != 0 { 255 } else { 0 }));
            } else {
                coverage.extend_from_slice(line);
            }
        }
        Some(Bitmap { left, top, width, rows, coverage })
    }
}
