//! Values in either byte order.

/// The byte order: of Motorola, that is, the big end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub big: bool,
}

fn at<const N: usize>(data: &[u8], at: usize) -> [u8; N] {
    data.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

impl Order {
    /// Zero where there are no bytes, as everywhere here.
    pub fn u16(self, data: &[u8], place: usize) -> u16 {
        let bytes = at(data, place);
        if self.big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }

    pub fn u32(self, data: &[u8], place: usize) -> u32 {
        let bytes = at(data, place);
        if self.big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    }
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Byte,
    Text,
    Short,
    Long,
    Ratio,
    SignedByte,
    Bytes,
    SignedShort,
    SignedLong,
    SignedRatio,
    Single,
    Double,
    Directory,
}

impl Format {
    pub fn of(code: u16) -> Option<Format> {
        use Format::*;
        const ALL: [Format; 13] =
            [Byte, Text, Short, Long, Ratio, SignedByte, Bytes, SignedShort, SignedLong, SignedRatio, Single, Double, Directory];
        ALL.get(usize::from(code).checked_sub(1)?).copied()
    }

    pub fn code(self) -> u16 {
        self as u16 + 1
    }

    pub fn size(self) -> usize {
        match self {
            Format::Byte | Format::Text | Format::SignedByte | Format::Bytes | Format::Directory => 1,
            Format::Short | Format::SignedShort => 2,
            Format::Long | Format::SignedLong | Format::Single => 4,
            Format::Ratio | Format::SignedRatio | Format::Double => 8,
        }
    }

    /// The value as a number.
    pub fn number(self, data: &[u8], order: Order) -> f64 {
        match self {
            Format::SignedByte => f64::from(at::<1>(data, 0)[0].cast_signed()),
            Format::Byte => f64::from(at::<1>(data, 0)[0]),
            Format::Short => f64::from(order.u16(data, 0)),
            Format::Long => f64::from(order.u32(data, 0)),
            Format::Ratio => match order.u32(data, 4) {
                0 => 0.0,
                under => f64::from(order.u32(data, 0)) / f64::from(under),
            },
            Format::SignedRatio => match order.u32(data, 4).cast_signed() {
                0 => 0.0,
                under => f64::from(order.u32(data, 0).cast_signed()) / f64::from(under),
            },
            Format::SignedShort => f64::from(order.u16(data, 0).cast_signed()),
            Format::SignedLong => f64::from(order.u32(data, 0).cast_signed()),
            Format::Single => f64::from(f32::from_ne_bytes(at(data, 0))),
            Format::Double => f64::from_ne_bytes(at(data, 0)),
            Format::Text | Format::Bytes | Format::Directory => 0.0,
        }
    }

    /// The value as a size: signs do not count, and what is too big is as big as can be.
    pub fn size_value(self, data: &[u8], order: Order) -> usize {
        match self {
            Format::SignedByte => Format::Byte.size_value(data, order),
            Format::SignedShort => Format::Short.size_value(data, order),
            Format::SignedLong => Format::Long.size_value(data, order),
            Format::SignedRatio => Format::Ratio.size_value(data, order),
            Format::Ratio => (order.u32(data, 0).checked_div(order.u32(data, 4)).unwrap_or(0)) as usize,
            other => other.number(data, order) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_their_codes() {
        for code in 1..=13 {
            assert_eq!(Format::of(code).map(Format::code), Some(code));
        }
        assert_eq!((Format::of(0), Format::of(14)), (None, None));
    }

    #[test]
    fn values() {
        let big = Order { big: true };
        assert_eq!(Format::Ratio.size_value(&[0, 0, 0, 7, 0, 0, 0, 2], big), 3);
        assert_eq!(Format::Ratio.size_value(&[0, 0, 0, 7, 0, 0, 0, 0], big), 0);
        assert_eq!(Format::SignedShort.number(&[0xff, 0xfe], big), -2.0);
        assert_eq!(Format::SignedShort.size_value(&[0xff, 0xfe], big), 0xfffe);
        assert_eq!(Format::Double.size_value(&(-1.0f64).to_ne_bytes(), big), 0);
        assert_eq!(Format::Long.number(&[1], big), 0.0);
    }
}
