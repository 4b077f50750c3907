//! Pictures of profiles: flame graph and call graph as SVG and PNG, and a flame graph of characters for the terminal.

mod call_graph;
mod flame;
mod layout;
mod png;
mod scene;
mod svg;
mod terminal;

pub use png::PictureError;
pub use terminal::{Terminal, flame_graph as terminal_flame_graph};

use crate::model::Profile;
use crate::views::Metric;

/// Pixels that a flame graph is wide.
pub const WIDTH: f64 = 1200.0;
/// Share of the whole from which on a call graph has a function.
pub const THRESHOLD: f64 = 0.01;

pub fn flame_graph_svg(profile: &Profile, metric: Metric) -> String {
    svg::write(&flame::scene(profile, metric, WIDTH))
}

pub fn flame_graph_png(profile: &Profile, metric: Metric) -> Result<Vec<u8>, PictureError> {
    png::write(&flame::scene(profile, metric, WIDTH))
}

pub fn call_graph_svg(profile: &Profile, metric: Metric, threshold: f64) -> String {
    svg::write(&call_graph::scene(profile, metric, threshold))
}

pub fn call_graph_png(profile: &Profile, metric: Metric, threshold: f64) -> Result<Vec<u8>, PictureError> {
    png::write(&call_graph::scene(profile, metric, threshold))
}
