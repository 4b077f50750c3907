//! From the encoding of a catalogue to that of the locale.

use std::borrow::Cow;

use loxo_iconv_sys::{Converter, Stop};

/// The text in another encoding. `None`: it has what cannot be converted, or the encodings are not known.
pub fn converted<'a>(text: &'a [u8], from: Option<&[u8]>, to: Option<&[u8]>) -> Option<Cow<'a, [u8]>> {
    let (Some(from), Some(to)) = (from, to) else { return Some(Cow::Borrowed(text)) };
    if from.eq_ignore_ascii_case(to) {
        return Some(Cow::Borrowed(text));
    }
    let mut converter = Converter::open(&[to, b"//TRANSLIT"].concat(), from).ok()?;
    let mut out = vec![0; 2 * text.len() + 64];
    let (mut read, mut written) = (0, 0);
    loop {
        let step = converter.run(&text[read..], &mut out[written..]);
        (read, written) = (read + step.consumed, written + step.produced);
        match step.stop {
            None => break,
            Some(Stop::Full) => out.resize(2 * out.len(), 0),
            Some(_) => return None,
        }
    }
    // What ends a text in encodings with states.
    let end = converter.finish(&mut out[written..]);
    out.truncate(written + end.produced);
    Some(Cow::Owned(out))
}
