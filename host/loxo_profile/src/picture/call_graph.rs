//! The call graph: functions as boxes, the redder the more self time, calls as lines as wide as their time, the most expensive path in red.

use super::layout::{Graph, Layout, layout};
use super::scene::*;
use crate::model::*;
use crate::tree::Tree;
use crate::views::{self, CallGraph, Metric};

const MARGIN: f64 = 24.0;
const HEAD: f64 = 56.0;
const BOX: f64 = 50.0;
const BETWEEN: f64 = 52.0;
const SIZE: f64 = 11.0;
const COLUMNS: usize = 36;
/// Boxes that a picture has at most: beyond them nothing stands out.
const MAX_BOXES: usize = 80;
const HOT: Color = Color(0xc6, 0x28, 0x28);
const LINE: Color = Color(0x9a, 0xa3, 0xaf);

struct Chosen {
    /// Indices into the rows, the callers of most first.
    rows: Vec<usize>,
    /// Indices into the graph's edges, and what they connect among `rows`.
    edges: Vec<(usize, usize, usize)>,
    threshold: f64,
}

/// What is large enough to be drawn; the threshold rises until the picture is small enough.
fn choose(graph: &CallGraph, metric: Metric, whole: f64, mut threshold: f64) -> Chosen {
    let share = |row: &views::FlatRow| metric.of(&row.inclusive) / whole;
    let mut rows: Vec<usize> = (0..graph.rows.len()).filter(|at| share(&graph.rows[*at]) >= threshold).collect();
    rows.sort_by(|a, b| share(&graph.rows[*b]).total_cmp(&share(&graph.rows[*a])).then(a.cmp(b)));
    if rows.len() > MAX_BOXES {
        rows.truncate(MAX_BOXES);
        threshold = share(&graph.rows[rows[MAX_BOXES - 1]]);
    }
    let at: rustc_hash::FxHashMap<FunctionId, usize> = rows.iter().enumerate().map(|(at, row)| (graph.rows[*row].function, at)).collect();
    let edges = graph
        .edges
        .iter()
        .enumerate()
        .filter(|(_, edge)| metric.of(&edge.cost) / whole >= threshold / 2.0)
        .filter_map(|(edge, known)| Some((edge, *at.get(&known.caller)?, *at.get(&known.callee)?)))
        .collect();
    Chosen { rows, edges, threshold }
}

/// From the most expensive function on always the most expensive call.
fn hot_path(graph: &CallGraph, chosen: &Chosen, metric: Metric) -> Vec<usize> {
    let (mut path, mut seen, mut at) = (Vec::new(), vec![false; chosen.rows.len()], 0);
    while !chosen.rows.is_empty() {
        seen[at] = true;
        let next = chosen.edges.iter().enumerate().filter(|(_, (_, from, to))| *from == at && !seen[*to]);
        let cost = |edge: &(usize, &(usize, usize, usize))| metric.of(&graph.edges[edge.1.0].cost);
        let Some((edge, (_, _, to))) = next.max_by(|a, b| cost(a).total_cmp(&cost(b))) else { break };
        path.push(edge);
        at = *to;
    }
    path
}

pub fn scene(profile: &Profile, metric: Metric, threshold: f64) -> Scene {
    let tree = Tree::of(profile, None);
    let graph = views::call_graph(profile, &tree);
    let whole = metric.of(&graph.total).max(1.0);
    let chosen = choose(&graph, metric, whole, threshold);
    let hot = hot_path(&graph, &chosen, metric);
    let name = |row: usize| shorten(&profile.function(graph.rows[row].function).name, COLUMNS);
    let widths: Vec<f64> = chosen.rows.iter().map(|row| (name(*row).chars().count().max(25) as f64 * SIZE * ADVANCE) + 18.0).collect();
    let placed = layout(&Graph { widths: widths.clone(), edges: chosen.edges.iter().map(|(_, from, to)| (*from, *to)).collect() });
    let width = (placed.width + 2.0 * MARGIN).max(560.0);
    let left = (width - placed.width) / 2.0;
    let mut shapes = Vec::new();
    // What is hot is drawn last, above the rest.
    let mut order: Vec<usize> = (0..chosen.edges.len()).collect();
    order.sort_by_key(|edge| (hot.contains(edge), std::cmp::Reverse(*edge)));
    for edge in order {
        let (at, from, to) = chosen.edges[edge];
        let known = &graph.edges[at];
        let value = metric.of(&known.cost);
        let tip = format!(
            "{} → {}\n{} ({:.1} %), {} calls",
            profile.function(known.caller).name,
            profile.function(known.callee).name,
            metric.show(value),
            value / whole * 100.0,
            known.cost.calls
        );
        let look = Look { width: 1.0 + 9.0 * (value / whole).min(1.0), color: if hot.contains(&edge) { HOT } else { LINE }, tip };
        draw_edge(&mut shapes, &placed, edge, (from, to), (left, widths[to]), look);
        if value / whole >= 0.05 && from != to {
            let bends = &placed.bends[edge];
            let x = (bends[0] + bends[1]) / 2.0 + left + 10.0;
            // Beside the line: above it where it falls to the right, else below.
            let beside = if bends[1] > bends[0] { -6.0 } else { 8.0 };
            let y = top(placed.layer[if placed.back[edge] { to } else { from }]) + BOX + BETWEEN / 2.0 + beside;
            shapes.push(Shape::Text { x, y, size: 9.0, color: FAINT, anchor: Anchor::Start, text: metric.show(value) });
        }
    }
    for (at, row) in chosen.rows.iter().enumerate() {
        draw_box(
            &mut shapes,
            profile,
            &graph.rows[*row],
            metric,
            whole,
            (left + placed.x[at], top(placed.layer[at])),
            widths[at],
            &name(*row),
        );
    }
    let text = |y, size, color, text| Shape::Text { x: MARGIN, y, size, color, anchor: Anchor::Start, text };
    shapes.push(text(24.0, 14.0, INK, shorten(&profile.title, ((width - 2.0 * MARGIN) / 14.0 / ADVANCE) as usize)));
    shapes.push(text(41.0, 11.0, FAINT, format!("call graph of {}: {}", metric.name(), metric.show(whole))));
    let height = HEAD + placed.layers as f64 * (BOX + BETWEEN) + 12.0;
    let (left_out, share) = (graph.rows.len() - chosen.rows.len(), chosen.threshold * 100.0);
    let line = format!("{left_out} of {} functions are below {share:.1} % and not shown. Red: the most expensive path.", graph.rows.len());
    shapes.push(text(height - 12.0, 10.0, FAINT, line));
    Scene { width, height, title: format!("{}: call graph", profile.title), shapes }
}

fn top(layer: usize) -> f64 {
    HEAD + layer as f64 * (BOX + BETWEEN)
}

struct Look {
    width: f64,
    color: Color,
    tip: String,
}

fn draw_edge(shapes: &mut Vec<Shape>, placed: &Layout, edge: usize, (from, to): (usize, usize), (left, wide): (f64, f64), look: Look) {
    let Look { width, color, tip } = look;
    let size = 7.0 + width;
    if from == to {
        // A loop at the right side of the box.
        let (x, y) = (left + placed.x[to] + wide / 2.0, top(placed.layer[to]));
        let points = vec![(x, y + 12.0), (x + 22.0, y + 4.0), (x + 22.0, y + BOX - 4.0), (x, y + BOX - 12.0)];
        shapes.push(Shape::Curve { points, color, width: width.min(4.0), tip });
        return;
    }
    let back = placed.back[edge];
    // From above to below, whatever the direction.
    let first = if back { to } else { from };
    let bends = &placed.bends[edge];
    let mut points = Vec::new();
    for (at, pair) in bends.windows(2).enumerate() {
        let layer = placed.layer[first] + at;
        let (mut y0, mut y1) = (top(layer) + BOX, top(layer + 1));
        let last = at + 2 == bends.len();
        if back && at == 0 {
            y0 += size;
        }
        if !back && last {
            y1 -= size;
        }
        let (x0, x1) = (left + pair[0], left + pair[1]);
        if at == 0 {
            points.push((x0, y0));
        }
        let half = (y1 - y0) / 2.0;
        points.extend([(x0, y0 + half), (x1, y1 - half), (x1, y1)]);
        if !last {
            // Straight through the layer.
            points.extend([(x1, y1 + BOX / 3.0), (x1, y1 + BOX * 2.0 / 3.0), (x1, y1 + BOX)]);
        }
    }
    shapes.push(Shape::Curve { points, color, width, tip });
    let (x, y) = match back {
        true => (bends[0], top(placed.layer[first]) + BOX),
        false => (bends[bends.len() - 1], top(placed.layer[to])),
    };
    shapes.push(Shape::Arrow { x: left + x, y, size: size + 1.0, color, up: back });
}

#[allow(clippy::too_many_arguments)]
fn draw_box(
    shapes: &mut Vec<Shape>,
    profile: &Profile,
    row: &views::FlatRow,
    metric: Metric,
    whole: f64,
    (x, y): (f64, f64),
    width: f64,
    name: &str,
) {
    let function = profile.function(row.function);
    let (inclusive, own) = (metric.of(&row.inclusive), metric.of(&row.exclusive));
    let (share, own_share) = (inclusive / whole, own / whole);
    let fill = Color(0xff, 0xfc, 0xf5).mix(Color(0xf4, 0x6d, 0x43), (own_share * 2.0).min(1.0).sqrt());
    let border = (INK.mix(PAPER, 0.55 * (1.0 - share)), 1.0 + share);
    let tip = format!(
        "{}\n{}:{}\n{} with what it calls, {} self, {} calls",
        function.name,
        function.file,
        function.line,
        metric.show(inclusive),
        metric.show(own),
        row.inclusive.calls
    );
    shapes.push(Shape::Rect { x: x - width / 2.0, y, width, height: BOX, fill, border: Some(border), tip });
    let mut line = |down: f64, size: f64, color: Color, text: String| {
        shapes.push(Shape::Text { x, y: y + down, size, color, anchor: Anchor::Middle, text });
    };
    line(15.0, SIZE, INK, name.to_string());
    line(29.0, 9.5, INK, format!("{:.1} % · {} · {}×", share * 100.0, metric.show(inclusive), row.inclusive.calls));
    line(42.0, 9.5, INK, format!("self {:.1} % · {}", own_share * 100.0, metric.show(own)));
}
