//! Exports a profile: `FORMAT IN`, by a name of `loxo_profile::formats::Format` or as `flame.png`, `flame.svg`, `graph.png`, `graph.svg`.

use std::io::Write;

use loxo_profile::formats::{Format, export, import};
use loxo_profile::{Metric, picture};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, format, path] = &arguments[..] else { return Err("which format, which file?".into()) };
    let profile = import(&std::fs::read(path)?)?;
    let bytes = match format.as_str() {
        "flame.png" => picture::flame_graph_png(&profile, Metric::Wall)?,
        "graph.png" => picture::call_graph_png(&profile, Metric::Wall, picture::THRESHOLD)?,
        "flame.svg" => picture::flame_graph_svg(&profile, Metric::Wall).into_bytes(),
        "graph.svg" => picture::call_graph_svg(&profile, Metric::Wall, picture::THRESHOLD).into_bytes(),
        name => export(&profile, Format::by_name(name).ok_or("there is no such format")?),
    };
    std::io::stdout().write_all(&bytes)?;
    Ok(())
}
