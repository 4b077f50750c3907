//! For tests whose cases are files: reads them, and compares what is made of them with the files beside them.
//!
//! With `LOXO_BLESS=1` in the environment the expectations are written anew.

use std::path::{Path, PathBuf};

/// The files in a folder of a crate's tests that have this extension, by their names. `crate_folder` is the test's `env!("CARGO_MANIFEST_DIR")`.
///
/// # Panics
/// There are none.
pub fn files(crate_folder: &str, folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(crate_folder).join("tests").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|has| has == extension));
    files.sort();
    assert!(!files.is_empty(), "{}: no cases", folder.display());
    files
}

/// What a test makes of a case: of the file `CASE.INPUT`, to be found in `CASE.EXPECTED`.
///
/// # Panics
/// Something else is in one of those files.
pub fn check(files: &[PathBuf], expected: &str, mut run: impl FnMut(&[u8]) -> String) {
    let bless = std::env::var_os("LOXO_BLESS").is_some();
    let mut wrong = Vec::new();
    for file in files {
        let made = run(&std::fs::read(file).expect("a readable case"));
        let expected = file.with_extension(expected);
        if bless {
            std::fs::write(&expected, &made).expect("a writable case");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != made {
            wrong.push(format!("{}:\n{made}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// For a file that holds several cases, separated by lines of dashes: so is what is made of each.
pub fn each_part(mut run: impl FnMut(&str) -> String) -> impl FnMut(&[u8]) -> String {
    move |text| String::from_utf8_lossy(text).split("\n-----\n").map(&mut run).collect::<Vec<_>>().join("-----\n")
}
