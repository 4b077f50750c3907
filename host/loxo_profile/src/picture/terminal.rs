//! The flame graph in characters: one line per depth, with 256 colours or with none.

use super::flame::{bars, color};
use super::scene::{Color, shorten};
use crate::model::*;
use crate::tree::Tree;
use crate::views::Metric;

#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    pub columns: usize,
    pub colors: bool,
    /// Lines that it may take.
    pub rows: usize,
}

/// The nearest colour of the cube that terminals with 256 colours have.
fn cube(color: Color) -> u32 {
    let level = |value: u8| u32::from(value).saturating_sub(35) / 40;
    16 + 36 * level(color.0) + 6 * level(color.1) + level(color.2)
}

pub fn flame_graph(profile: &Profile, metric: Metric, terminal: Terminal) -> String {
    let columns = terminal.columns.clamp(20, 1000);
    let tree = Tree::of(profile, None);
    let (mut bars, values) = bars(profile, &tree, metric, 1.0 / columns as f64);
    bars.sort_by(|a, b| a.depth.cmp(&b.depth).then(a.x.total_cmp(&b.x)));
    let whole = metric.show(values[0]);
    let mut out = format!("{}\n", shorten(&format!("{} · {} {whole}", profile.title, metric.name()), columns));
    for depth in 0..terminal.rows {
        let mut line = String::new();
        let mut column = 0;
        for bar in bars.iter().filter(|bar| bar.depth == depth) {
            let start = (bar.x * columns as f64).round() as usize;
            let end = ((bar.x + bar.width) * columns as f64).round() as usize;
            let Some(function) = tree.nodes[bar.node as usize].function.map(|id| profile.function(id)) else { continue };
            if end <= start || start < column {
                continue;
            }
            line.extend(std::iter::repeat_n(' ', start - column));
            line.push_str(&bar_text(function, end - start, bar.width, terminal.colors));
            column = end;
        }
        if line.is_empty() {
            break;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn bar_text(function: &Function, width: usize, share: f64, colors: bool) -> String {
    let percent = format!(" {:.0}%", share * 100.0);
    let inner = width.saturating_sub(if colors { 1 } else { 2 });
    let name = match function.name.chars().count() + percent.len() <= inner {
        true => format!("{}{percent}", function.name),
        false => shorten(&function.name, inner),
    };
    // A column stays free between neighbours, or two bars would look like one.
    let padded = format!("{name:<inner$}");
    match (colors, width) {
        (true, 1) => format!("\x1b[48;5;{}m \x1b[0m", cube(color(function))),
        (true, _) => format!("\x1b[30;48;5;{}m{padded}\x1b[0m ", cube(color(function))),
        (false, 1) => "|".into(),
        (false, _) => format!("[{padded}]"),
    }
}
