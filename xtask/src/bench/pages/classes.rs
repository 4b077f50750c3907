//! A generated page that touches each of 600 classes once.

use super::ground::Ground;
use super::site::{Page, Site};
use crate::Result;

pub fn prepare(ground: &Ground) -> Result<Site> {
    let tree = ground.folder.join("tree");
    ground.once("generated", || ground.script("classes/generate.php", &[&tree], &[]))?;
    Ok(Site { root: tree, environment: Vec::new(), settings: Vec::new(), masks: &[], pages: vec![Page::new("classes once each", "/")] })
}
