//! Writes the page of a profile, or of two: `IN [AFTER]`.

use loxo_profile::{formats, page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<_> = std::env::args()
        .skip(1)
        .map(|path| formats::import(&std::fs::read(path)?).map_err(Box::<dyn std::error::Error>::from))
        .collect::<Result<_, _>>()?;
    print!("{}", page::write(files.first().ok_or("which profile?")?, files.get(1)));
    Ok(())
}
