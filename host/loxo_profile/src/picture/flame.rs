//! The flame graph: the call tree with the outermost functions on top, as wide as the share of each.

use super::scene::*;
use crate::model::*;
use crate::tree::Tree;
use crate::views::Metric;

const ROW: f64 = 18.0;
const MARGIN: f64 = 12.0;
const HEAD: f64 = 50.0;
/// Deeper stacks are cut off: a picture has an end.
const MAX_DEPTH: usize = 400;

/// A node of the tree at its place: `x` and `width` are shares of the whole.
pub struct Bar {
    pub node: u32,
    pub x: f64,
    pub width: f64,
    pub depth: usize,
}

/// The bars that are at least `narrowest` wide, callees of one caller by their names, and the value of the whole.
pub fn bars(profile: &Profile, tree: &Tree, metric: Metric, narrowest: f64) -> (Vec<Bar>, Vec<f64>) {
    let mut values: Vec<f64> = tree.nodes.iter().map(|node| metric.of(&node.own)).collect();
    for at in (1..values.len()).rev() {
        let value = values[at];
        values[tree.nodes[at].parent as usize] += value;
    }
    let whole = values[0];
    let mut bars = Vec::new();
    if whole <= 0.0 {
        return (bars, values);
    }
    let children = tree.children();
    let mut open = vec![(0u32, 0.0, 0usize)];
    while let Some((node, start, depth)) = open.pop() {
        let mut below = children[node as usize].clone();
        below.sort_by_key(|child| tree.nodes[*child as usize].function.map(|id| profile.function(id).name.as_str()));
        let mut x = start;
        for child in below {
            let width = values[child as usize] / whole;
            if width >= narrowest && depth < MAX_DEPTH {
                bars.push(Bar { node: child, x, width, depth });
                open.push((child, x, depth + 1));
            }
            x += width;
        }
    }
    (bars, values)
}

/// A colour that says what kind of function it is, and differs a little from name to name.
pub fn color(function: &Function) -> Color {
    let hash = function.name.bytes().fold(2_166_136_261u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    let shade = f64::from(hash >> 8 & 0xff) / 255.0;
    match function.kind {
        FunctionKind::UserFunction => Color(0xf9, 0xb2, 0x5d).mix(Color(0xee, 0x7d, 0x52), shade),
        FunctionKind::Builtin => Color(0x9c, 0xc3, 0xea).mix(Color(0x74, 0xa3, 0xdb), shade),
        FunctionKind::File => Color(0xaf, 0xd8, 0xa0).mix(Color(0x84, 0xc0, 0x8a), shade),
        FunctionKind::Main => Color(0xcf, 0xd3, 0xda),
    }
}

pub fn scene(profile: &Profile, metric: Metric, width: f64) -> Scene {
    let tree = Tree::of(profile, None);
    let inner = width - 2.0 * MARGIN;
    let (bars, values) = bars(profile, &tree, metric, 0.3 / inner);
    let depth = bars.iter().map(|bar| bar.depth + 1).max().unwrap_or(1);
    let mut shapes = Vec::with_capacity(2 * bars.len() + 8);
    let text = |x, y, size, color, text| Shape::Text { x, y, size, color, anchor: Anchor::Start, text };
    shapes.push(text(MARGIN, 22.0, 14.0, INK, shorten(&profile.title, (inner / 14.0 / ADVANCE) as usize)));
    let estimated = if tree.estimated { " · stacks estimated from sums per caller and callee" } else { "" };
    let about = format!("flame graph of {}: {}{estimated}", metric.name(), metric.show(values[0]));
    shapes.push(text(MARGIN, 39.0, 11.0, FAINT, about));
    for bar in &bars {
        let node = &tree.nodes[bar.node as usize];
        let Some(function) = node.function.map(|id| profile.function(id)) else { continue };
        let (x, y) = (MARGIN + bar.x * inner, HEAD + bar.depth as f64 * ROW);
        let wide = bar.width * inner;
        let own = metric.of(&node.own);
        let tip = format!(
            "{}\n{} ({:.1} %), self {}",
            function.name,
            metric.show(values[bar.node as usize]),
            bar.width * 100.0,
            metric.show(own)
        );
        let gap = if wide > 3.0 { 0.6 } else { 0.0 };
        shapes.push(Shape::Rect { x, y, width: wide - gap, height: ROW - 1.0, fill: color(function), border: None, tip });
        let columns = ((wide - 6.0) / (11.0 * ADVANCE)).max(0.0) as usize;
        if columns >= 3 {
            shapes.push(text(x + 3.0, y + 12.5, 11.0, INK, shorten(&function.name, columns)));
        }
    }
    let height = HEAD + depth as f64 * ROW + 30.0;
    let mut x = MARGIN;
    for (kind, name) in [
        (FunctionKind::UserFunction, "PHP function"),
        (FunctionKind::Builtin, "builtin"),
        (FunctionKind::File, "included file"),
        (FunctionKind::Main, "script"),
    ] {
        let fill = color(&Function { name: String::new(), file: String::new(), line: 0, kind });
        shapes.push(Shape::Rect { x, y: height - 20.0, width: 10.0, height: 10.0, fill, border: None, tip: String::new() });
        shapes.push(text(x + 15.0, height - 11.0, 10.0, FAINT, name.into()));
        x += 30.0 + name.len() as f64 * 10.0 * ADVANCE;
    }
    Scene { width, height, title: format!("{}: flame graph", profile.title), shapes }
}
