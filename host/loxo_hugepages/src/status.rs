//! What of a process's code lies on huge pages, and why the rest does not, as a table.

use std::fmt::Write;

use crate::kernel::Kernel;
use crate::maps::Mapping;

/// Why code of a mapping is left on pages of the usual size. `None`: all of it lies on huge pages.
pub fn reason(mapping: &Mapping, kernel: &Kernel) -> Option<&'static str> {
    let whole = mapping.range.whole_pages();
    if mapping.huge() >= mapping.range.len() {
        None
    } else if whole.is_empty() {
        Some("no whole huge page")
    } else if !mapping.is_congruent() {
        Some("lies otherwise in its file: link with -z max-page-size=2097152")
    } else if mapping.huge() >= whole.len() {
        Some("only the ends are left")
    } else if mapping.refused {
        Some("the program refuses them (MADV_NOHUGEPAGE)")
    } else if kernel.anonymous.is_empty() {
        Some("the kernel has no transparent huge pages")
    } else if mapping.resident < mapping.range.len() {
        Some("not all in memory; not asked for")
    } else {
        Some("not asked for: loxo hugepages apply")
    }
}

/// The table of a process: its executable mappings.
pub fn table(mappings: &[Mapping], kernel: &Kernel) -> String {
    let mut out = format!(
        "{:>9} {:>13} {:>14} {:>13} {:>8} {:>9}  mapping\n",
        "size kB", "FilePmdMapped", "ShmemPmdMapped", "AnonHugePages", "reserved", "left"
    );
    for mapping in mappings.iter().filter(|mapping| mapping.executable && !mapping.is_of_system()) {
        let left = mapping.range.len().saturating_sub(mapping.huge());
        let [size, file, shared, anonymous, reserved, left] =
            [mapping.range.len(), mapping.file, mapping.shared, mapping.anonymous, mapping.reserved, left].map(|bytes| bytes / 1024);
        // Names of files are other people's: what would move the cursor is not shown.
        let name: String = mapping.name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let name = if name.is_empty() { "(anonymous)" } else { &name };
        let why = reason(mapping, kernel).map_or(String::new(), |why| format!("  ({why})"));
        _ = writeln!(out, "{size:>9} {file:>13} {shared:>14} {anonymous:>13} {reserved:>8} {left:>9}  {name}{why}");
    }
    out
}
