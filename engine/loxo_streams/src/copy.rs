//! From stream to stream, and from stream to output.

use super::{Kind, Stream};
use loxo_runtime::Cx;

/// Copies up to `max` bytes (`None`: all there is). Answers how many, and whether it went well.
pub fn copy(cx: &mut Cx, source: &Stream, target: &Stream, max: Option<usize>) -> (usize, bool) {
    let large = source.kind() == Kind::Stdio && target.kind() == Kind::Stdio && !source.is_filtered() && !target.is_filtered();
    let mut buffer = vec![0; if large { 1 << 17 } else { super::CHUNK_SIZE }];
    let mut done = 0;
    while max.is_none_or(|max| done < max) {
        if cx.check_interrupt().is_err() {
            return (done, false);
        }
        let want = max.map_or(buffer.len(), |max| buffer.len().min(max - done));
        let n = match source.read(cx, &mut buffer[..want]) {
            None => return (done, false),
            Some(0) => break,
            Some(n) => n,
        };
        let mut written = 0;
        while written < n {
            match target.write(cx, &buffer[written..n]) {
                Some(m) if m > 0 => written += m,
                _ => return (done + written, false),
            }
        }
        done += n;
    }
    (done, true)
}

/// Prints what is left. `None`: the first read failed.
pub fn passthru(cx: &mut Cx, source: &Stream) -> Option<usize> {
    let mut buffer = vec![0; super::CHUNK_SIZE];
    let mut done = 0;
    loop {
        match source.read(cx, &mut buffer) {
            None if done == 0 => return None,
            None | Some(0) => return Some(done),
            Some(n) => {
                cx.echo(&buffer[..n]);
                done += n;
            }
        }
        if cx.check_interrupt().is_err() || cx.check().is_err() {
            return Some(done);
        }
    }
}
