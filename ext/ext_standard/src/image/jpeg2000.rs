//! JPEG 2000: bare code streams, and those in boxes.

use super::{Reader, Size};
use crate::prelude::*;

/// The code stream from behind its first three bytes. Depths may differ by component: the greatest is reported.
pub(super) fn code_stream(cx: &mut Cx, mut r: Reader<'_>) -> PhpResult<Option<Size>> {
    const SIZ: u32 = 0x51;
    const MOST_COMPONENTS: u32 = 256;
    if r.byte() != Some(SIZ) {
        cx.warn("JPEG2000 codestream corrupt(Expected SIZ marker not found after SOC)")?;
        return Ok(None);
    }
    r.skip(4);
    let (width, height) = (r.long_or_zero(), r.long_or_zero());
    r.skip(24);
    let Some(channels) = r.u16(true).filter(|count| *count <= MOST_COMPONENTS) else { return Ok(None) };
    let mut bits = 0;
    for _ in 0..channels {
        // A depth that is missing counts as none.
        bits = bits.max(r.byte().map_or(0, |depth| depth + 1));
        r.skip(2);
    }
    Ok(Some(Size { width, height, bits, channels }))
}

/// The first code stream that lies in no box but the file.
pub(super) fn boxes(cx: &mut Cx, mut r: Reader<'_>) -> PhpResult<Option<Size>> {
    let found = loop {
        let length = r.long_or_zero();
        let Some(name) = r.take(4) else { break None };
        if length == 1 {
            // The length is a longer one, which PHP does not read.
            return Ok(None);
        }
        if name == b"jp2c" {
            r.skip(3);
            break code_stream(cx, r)?;
        }
        if length as i32 <= 0 {
            break None;
        }
        let Some(content) = length.checked_sub(8) else { break None };
        r.skip(content as usize);
    };
    if found.is_none() {
        cx.warn("JP2 file has no codestreams at root level")?;
    }
    Ok(found)
}
