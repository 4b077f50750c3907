//! The command line that tools show of a process.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::FileExt;

/// Shows a title in the place of the command line, cut to its length. What the standard library gives as arguments is gone after this, so
/// whoever needs them has copied them.
pub fn set_title(title: &[u8]) -> io::Result<()> {
    let (start, end) = arguments()?;
    let length = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
    // The last byte stays null: otherwise the kernel shows the environment too.
    let mut text = title[..title.len().min(length.saturating_sub(1))].to_vec();
    text.resize(length, 0);
    // The kernel checks that the place is there, so that no pointer is needed.
    OpenOptions::new().write(true).open("/proc/self/mem")?.write_all_at(&text, start)
}

/// Where the arguments lie in memory, as the kernel put them there.
fn arguments() -> io::Result<(u64, u64)> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // Behind the program's name, which may contain anything, the third field comes first.
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).and_then(|text| text.parse().ok());
    match (field(48), field(49)) {
        (Some(start @ 1..), Some(end)) => Ok((start, end)),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}
