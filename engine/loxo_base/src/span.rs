//! Ranges of source text, and the table that finds the line of an offset.

/// A range of bytes of one source file. Files are limited to 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub const fn new(lo: u32, hi: u32) -> Self {
        Span { lo, hi }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

/// Byte offsets at which lines begin; answers "which line is this offset on" as PHP counts lines (`\n`, `\r\n` or a lone `\r` ends one).
#[derive(Clone, Debug, Default)]
pub struct LineTable {
    starts: Vec<u32>,
}

impl LineTable {
    pub fn new(source: &[u8]) -> Self {
        let mut starts = Vec::with_capacity(source.len() / 32 + 1);
        starts.push(0);
        if memchr::memchr(b'\r', source).is_none() {
            starts.extend(memchr::memchr_iter(b'\n', source).map(|i| i as u32 + 1));
            return LineTable { starts };
        }
        for (i, &b) in source.iter().enumerate() {
            if b == b'\n' || (b == b'\r' && source.get(i + 1) != Some(&b'\n')) {
                starts.push(i as u32 + 1);
            }
        }
        LineTable { starts }
    }

    /// 1-based line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// First offset of a 1-based line, or the end of all offsets behind the last line.
    pub fn start(&self, line: u32) -> u32 {
        self.starts.get(line.saturating_sub(1) as usize).copied().unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::LineTable;

    #[test]
    fn counts_all_three_line_ends() {
        let table = LineTable::new(b"a\nb\r\nc\rd");
        let lines: Vec<u32> = [0, 1, 2, 5, 7].iter().map(|&o| table.line(o)).collect();
        assert_eq!(lines, [1, 1, 2, 3, 4]);
    }
}
