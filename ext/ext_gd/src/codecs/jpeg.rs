//! Reads and writes images in the format JPEG by way of the system's library, CMYK converted to RGB.

use loxo_gd_sys::jpeg::{self, Header, Options, Sink};
use loxo_runtime::memory_limit::{self, Charge};

use crate::image::{Image, Pixels, blue_of, green_of, red_of, rgba};
use crate::log::Log;

struct Reader<'a> {
    log: &'a mut Log,
    image: Option<Image>,
    row: usize,
    inks: bool,
    inverted: bool,
    extra: Option<Charge>,
}

impl Sink for Reader<'_> {
    fn header(&mut self, header: &Header) -> bool {
        let size = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        if let Ok(extra) = usize::try_from(header.extra) {
            memory_limit::ensure_room(extra);
            self.extra = Some(Charge::new(extra));
        }
        let Some(mut image) = Image::new(self.log, size(header.width), size(header.height), true) else {
            self.log.warn("gd-jpeg error: cannot allocate gdImage struct\n");
            return false;
        };
        let (x, y) = header.density;
        match header.density_unit {
            1 => image.resolution = (x.into(), y.into()),
            2 => {
                let inches = |dots: u16| (f64::from(dots) * 2.54 + 0.5) as u32;
                image.resolution = (inches(x), inches(y));
            }
            _ => {}
        }
        (self.inks, self.inverted) = (header.inks, header.inverted);
        self.image = Some(image);
        true
    }

    fn row(&mut self, row: &[u8]) {
        let Some(image) = &mut self.image else { return };
        let width = image.sx as usize;
        let Pixels::True(pixels) = &mut image.pixels else { return };
        let line = pixels.chunks_mut(width).nth(self.row).unwrap_or_default();
        self.row += 1;
        if self.inks {
            for (pixel, inks) in line.iter_mut().zip(row.chunks_exact(4)) {
                let ink = |at: usize| if self.inverted { 255 - i32::from(inks[at]) } else { i32::from(inks[at]) };
                let light = |at: usize| (255 - ink(at)) * (255 - ink(3)) / 255;
                *pixel = rgba(light(0), light(1), light(2), 0);
            }
        } else {
            for (pixel, parts) in line.iter_mut().zip(row.chunks_exact(3)) {
                *pixel = rgba(parts[0].into(), parts[1].into(), parts[2].into(), 0);
            }
        }
    }
}

pub fn decode(data: &[u8], log: &mut Log, ignore_warnings: bool) -> Option<Image> {
    let mut reader = Reader { log, image: None, row: 0, inks: false, inverted: false, extra: None };
    let (done, messages) = jpeg::decode(data, &mut reader);
    let image = reader.image;
    if let Some(text) = messages.warning.filter(|_| !ignore_warnings) {
        log.warn(format!("gd-jpeg, libjpeg: recoverable error: {text}\n"));
    }
    if let Some(text) = messages.error {
        log.warn(format!("gd-jpeg: JPEG library reports unrecoverable error: {text}"));
    }
    image.filter(|_| done)
}

pub fn encode(image: &Image, log: &mut Log, quality: i64) -> Option<Vec<u8>> {
    let quality = (quality >= 0).then_some(quality as i32);
    let mut comment = b"CREATOR: gd-jpeg v1.0 (using IJG JPEG v62),".to_vec();
    match quality {
        Some(quality) => comment.extend_from_slice(format!(" quality = {quality}\n").as_bytes()),
        None => comment.extend_from_slice(b" default quality\n"),
    }
    let options = Options {
        width: image.sx as u32,
        height: image.sy as u32,
        quality,
        full_color: quality.is_some_and(|quality| quality >= 90),
        progressive: image.interlace,
        density: (image.resolution.0 as u16, image.resolution.1 as u16),
        comment: &comment,
    };
    let (data, messages) = jpeg::encode(&options, &mut |y, row| {
        for (x, parts) in row.chunks_exact_mut(3).enumerate() {
            let color = image.to_true_if_palette(image.raw(x as i32, y as i32));
            parts.copy_from_slice(&[red_of(color) as u8, green_of(color) as u8, blue_of(color) as u8]);
        }
    });
    if let Some(text) = messages.error {
        log.warn(format!("gd-jpeg: JPEG library reports unrecoverable error: {text}"));
    }
    data
}
