//! What a binary needs of the system that it runs on.

use std::path::Path;
use std::process::Command;

use super::run::output;
use crate::Result;

pub(super) struct Needs {
    /// Names of shared libraries.
    pub(super) libraries: Vec<String>,
    /// The oldest version of the C library that has all its symbols.
    pub(super) glibc: (u32, u32),
}

impl Needs {
    /// Asks `readelf`.
    pub(super) fn of(binary: &Path) -> Result<Needs> {
        let dynamic = output(Command::new("readelf").args(["--dynamic", "--wide"]).arg(binary))?;
        let versions = output(Command::new("readelf").args(["--version-info", "--wide"]).arg(binary))?;
        Ok(Needs { libraries: libraries(&dynamic), glibc: glibc(&versions) })
    }
}

fn libraries(dynamic: &str) -> Vec<String> {
    let needed = dynamic.lines().filter(|line| line.contains("(NEEDED)"));
    needed.filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0.to_string())).collect()
}

fn glibc(versions: &str) -> (u32, u32) {
    let named = versions.split("Name: GLIBC_").skip(1).filter_map(|rest| {
        let (major, rest) = rest.split_once('.')?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some((major.parse().ok()?, digits.parse().ok()?))
    });
    named.max().unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readelf_says() {
        let dynamic = " 0x0000000000000001 (NEEDED)  Shared library: [libm.so.6]\n 0x000000000000000c (INIT)  0x1000\n";
        assert_eq!(libraries(dynamic), ["libm.so.6"]);
        let versions = "  0x0010: Name: GLIBC_2.9  Flags: none\n  0x0020:   Name: GLIBC_2.2.5  Flags: none\n  0x0030:   Name: GLIBC_2.35  Flags: none\n";
        assert_eq!(glibc(versions), (2, 35));
    }
}
