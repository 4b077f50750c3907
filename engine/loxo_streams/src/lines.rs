//! Reading by lines and records.

use loxo_value::{PhpStr, StrBuilder};

use super::Stream;
use super::stream::flags;
use loxo_runtime::Cx;

impl Stream {
    /// Where the buffered line ends (index of its last byte).
    fn buffered_eol(&self) -> Option<usize> {
        let (eol, decided) = self.with_buffered(|bytes| self.find_eol(bytes));
        if let Some(mac) = decided {
            self.clear_flag(flags::DETECT_EOL);
            if mac {
                self.set_flag(flags::EOL_MAC);
            }
        }
        eol
    }

    /// The position of the line end, and (when line ends are being detected) whether they are `\r`.
    fn find_eol(&self, bytes: &[u8]) -> (Option<usize>, Option<bool>) {
        if self.has_flag(flags::DETECT_EOL) {
            let cr = memchr::memchr(b'\r', bytes);
            let lf = memchr::memchr(b'\n', bytes);
            return match (cr, lf) {
                (Some(cr), lf) if lf.is_none_or(|lf| lf > cr + 1) => (Some(cr), Some(true)),
                (_, Some(lf)) => (Some(lf), Some(false)),
                _ => (None, None),
            };
        }
        let end = if self.has_flag(flags::EOL_MAC) { b'\r' } else { b'\n' };
        (memchr::memchr(end, bytes), None)
    }

    /// A line with its end; at most `max` bytes if given. `None`: nothing left.
    pub fn get_line(&self, cx: &mut Cx, max: Option<usize>) -> Option<PhpStr> {
        let mut left = max.unwrap_or(usize::MAX);
        let mut out = StrBuilder::new();
        loop {
            let available = self.buffered();
            if available > 0 {
                let eol = self.buffered_eol();
                let mut n = eol.map_or(available, |at| at + 1);
                let mut done = eol.is_some();
                if n >= left {
                    n = left;
                    done = true;
                }
                self.with_buffered(|bytes| out.push_bytes(&bytes[..n]));
                self.skip_buffered(n);
                self.position.set(self.position.get() + n as i64);
                left -= n;
                if done {
                    break;
                }
            } else if self.eof.get() {
                break;
            } else {
                let want = left.min(self.chunk_size.get()).max(1);
                if !self.fill(cx, want) && self.fatal_error.get() {
                    return None;
                }
                if self.buffered() == 0 {
                    break;
                }
            }
        }
        if out.is_empty() { None } else { Some(out.finish()) }
    }

    fn find_delimiter(&self, max: usize, skip: usize, delimiter: &[u8]) -> Option<usize> {
        self.with_buffered(|bytes| {
            let end = bytes.len().min(max);
            if end <= skip {
                return None;
            }
            memchr::memmem::find(&bytes[skip..end], delimiter).map(|at| at + skip)
        })
    }

    /// `stream_get_line()`: up to a delimiter, which is taken but not returned.
    pub fn get_record(&self, cx: &mut Cx, max: usize, delimiter: &[u8]) -> Option<PhpStr> {
        let has_delimiter = !delimiter.is_empty();
        let mut found = if has_delimiter { self.find_delimiter(max, 0, delimiter) } else { None };
        let mut buffered = self.buffered();
        let mut room = 1 << 20;
        while found.is_none() && buffered < max {
            if cx.check_interrupt().is_err() {
                return None;
            }
            if buffered >= room {
                room = buffered.saturating_mul(2);
                loxo_runtime::memory_limit::ensure_room(room);
            }
            let want = (max - buffered).min(self.chunk_size.get());
            if !self.fill(cx, buffered + want) && self.fatal_error.get() {
                return None;
            }
            let got = self.buffered().saturating_sub(buffered);
            if got == 0 {
                break;
            }
            if has_delimiter {
                // The start of the delimiter may be among the bytes that were searched before.
                let skip = buffered.saturating_sub(delimiter.len() - 1);
                found = self.find_delimiter(max, skip, delimiter);
                if found.is_some() {
                    break;
                }
            }
            buffered += got;
        }
        let have = self.buffered();
        let len = match found {
            Some(at) => at,
            None if !has_delimiter && have >= max => max,
            // More may come (a stream that does not block), or this is the end and there is nothing.
            None if (have < max && !self.eof.get()) || (have == 0 && self.eof.get()) => return None,
            None => have.min(max),
        };
        let record = self.with_buffered(|bytes| PhpStr::new(&bytes[..len]));
        let taken = len + if found.is_some() { delimiter.len() } else { 0 };
        self.skip_buffered(taken);
        self.position.set(self.position.get() + taken as i64);
        Some(record)
    }
}
