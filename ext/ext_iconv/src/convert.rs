//! Whole strings, and what goes wrong.

use loxo_iconv_sys::{Converter, OpenError, Stop};
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, StrBuilder, convert};

use crate::settings;

/// Four bytes for each character.
pub(crate) const WIDE: &[u8] = b"UCS-4LE";

/// Why a conversion failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Converter,
    WrongEncoding,
    Incomplete,
    Illegal,
    TooBig,
    Malformed,
    /// With the system's number.
    Unknown(i32),
    /// A search was to start behind the end.
    OutOfBounds,
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::Unknown => Failure::WrongEncoding,
            OpenError::Failed => Failure::Converter,
        }
    }
}

impl Failure {
    pub(crate) fn of_stop(stop: Stop) -> Failure {
        match stop {
            Stop::Full => Failure::TooBig,
            Stop::Incomplete => Failure::Incomplete,
            Stop::Illegal => Failure::Illegal,
            Stop::Other(number) => Failure::Unknown(number),
        }
    }

    /// Tells the program.
    pub(crate) fn show(self, cx: &mut Cx, to: &[u8], from: &[u8]) -> PhpResult<()> {
        match self {
            Failure::Converter => cx.builtin_warning("Cannot open converter"),
            Failure::WrongEncoding => {
                let (to, from) = (convert::shown_name(to), convert::shown_name(from));
                cx.builtin_warning([b"Wrong encoding, conversion from \"", from, b"\" to \"", to, b"\" is not allowed"].concat());
            }
            Failure::Incomplete => cx.builtin_notice("Detected an incomplete multibyte character in input string"),
            Failure::Illegal => cx.builtin_notice("Detected an illegal character in input string"),
            Failure::TooBig => cx.builtin_warning("Buffer length exceeded"),
            Failure::Malformed => cx.builtin_warning("Malformed string"),
            Failure::Unknown(number) => cx.builtin_notice(format!("Unknown error ({number})")),
            Failure::OutOfBounds => return Err(cx.argument_value_error(3, "must be contained in argument #1 ($haystack)")),
        }
        cx.check()
    }
}

/// Appends a string through a converter, as far as it goes. With the input that is left where it stopped.
pub(crate) fn append<'t>(converter: &mut Converter, mut text: &'t [u8], out: &mut StrBuilder) -> Result<(), (Stop, &'t [u8])> {
    const LEAST: usize = 32;
    while !text.is_empty() {
        let have = out.len();
        out.push_n(0, text.len() + LEAST);
        let step = converter.run(text, &mut out.as_mut_bytes()[have..]);
        out.truncate(have + step.produced);
        text = &text[step.consumed..];
        match step.stop {
            None => return Ok(()),
            Some(Stop::Full) => {}
            Some(stop) => return Err((stop, text)),
        }
    }
    Ok(())
}

/// The same in buffers of doubling size: of a text that cannot be converted, what filled whole buffers stays, what was begun goes.
pub(crate) fn append_by_rooms(converter: &mut Converter, mut text: &[u8], out: &mut StrBuilder) -> Result<(), Stop> {
    let mut room = 128;
    while !text.is_empty() {
        let have = out.len();
        out.push_n(0, room);
        let step = converter.run(text, &mut out.as_mut_bytes()[have..]);
        match step.stop {
            None | Some(Stop::Full) => out.truncate(have + step.produced),
            Some(stop) => {
                out.truncate(have);
                return Err(stop);
            }
        }
        text = &text[step.consumed..];
        room *= 2;
    }
    Ok(())
}

/// Appends what ends a text.
pub(crate) fn finish(converter: &mut Converter, out: &mut StrBuilder) -> Result<(), Stop> {
    const ROOM: usize = 32;
    loop {
        let have = out.len();
        out.push_n(0, ROOM);
        let step = converter.finish(&mut out.as_mut_bytes()[have..]);
        out.truncate(have + step.produced);
        match step.stop {
            None => return Ok(()),
            Some(Stop::Full) => {}
            Some(stop) => return Err(stop),
        }
    }
}

/// The target's name says that what cannot be converted is left out.
fn ignores(to: &[u8]) -> bool {
    let ends = |suffix: &[u8]| to.len() > suffix.len() && to.ends_with(suffix);
    ends(b"//IGNORE") || ends(b"//IGNORE//TRANSLIT")
}

/// Converts a string.
pub(crate) fn convert(text: &[u8], to: &[u8], from: &[u8]) -> Result<PhpStr, Failure> {
    let mut converter = Converter::open(to, from)?;
    let ignore = ignores(to);
    let mut out = StrBuilder::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Err((stop, left)) = append(&mut converter, rest, &mut out) {
        if !(ignore && stop == Stop::Illegal) {
            return Err(Failure::of_stop(stop));
        }
        if left.len() <= 1 {
            break;
        }
        rest = &left[1..];
    }
    finish(&mut converter, &mut out).map_err(Failure::of_stop)?;
    Ok(out.finish())
}

/// `iconv()`
pub(crate) fn iconv(cx: &mut Cx, from: &PhpStr, to: &PhpStr, text: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    if !settings::check_length(cx, &[from, to])? {
        return Ok(OrFalse::FALSE);
    }
    match convert(text, to, from) {
        Ok(converted) => Ok(converted.into()),
        Err(failure) => {
            failure.show(cx, to, from)?;
            Ok(OrFalse::FALSE)
        }
    }
}
