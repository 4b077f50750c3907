//! Places for the nodes of a directed graph, in layers: callers above callees, few crossings, edges around what is in their way.

/// What is to be placed. Nodes come with their widths, edges as indices into them.
pub struct Graph {
    pub widths: Vec<f64>,
    pub edges: Vec<(usize, usize)>,
}

/// Centres of nodes, their layers, and the points of each edge from its caller to its callee.
pub struct Layout {
    pub x: Vec<f64>,
    pub layer: Vec<usize>,
    pub layers: usize,
    pub width: f64,
    /// Per edge: the x in each layer that it passes, from the caller's to the callee's. Of an edge that leads up these are in order from below.
    pub bends: Vec<Vec<f64>>,
    /// Which edges lead up, as recursion does.
    pub back: Vec<bool>,
}

const GAP: f64 = 26.0;
const BEND_WIDTH: f64 = 10.0;
const SWEEPS: usize = 12;

pub fn layout(graph: &Graph) -> Layout {
    let back = back_edges(graph);
    let down: Vec<(usize, usize)> =
        graph.edges.iter().zip(&back).map(|((from, to), back)| if *back { (*to, *from) } else { (*from, *to) }).collect();
    let mut layer = longest_paths(graph.widths.len(), &down);
    // Edges over several layers get a node in each.
    let mut widths = graph.widths.clone();
    let mut chains = Vec::with_capacity(down.len());
    for &(from, to) in &down {
        let mut chain = vec![from];
        for between in layer[from] + 1..layer[to] {
            chain.push(widths.len());
            widths.push(BEND_WIDTH);
            layer.push(between);
        }
        chain.push(to);
        chains.push(chain);
    }
    let (mut above, mut below) = (vec![Vec::new(); widths.len()], vec![Vec::new(); widths.len()]);
    for chain in &chains {
        for pair in chain.windows(2).filter(|pair| pair[0] != pair[1]) {
            below[pair[0]].push(pair[1]);
            above[pair[1]].push(pair[0]);
        }
    }
    let layers = layer.iter().max().map_or(0, |last| last + 1);
    let mut rows = vec![Vec::new(); layers];
    (0..widths.len()).for_each(|node| rows[layer[node]].push(node));
    order(&mut rows, &above, &below);
    let x = coordinates(&rows, &widths, &above, &below);
    let left = (0..widths.len()).map(|node| x[node] - widths[node] / 2.0).fold(f64::INFINITY, f64::min);
    let right = (0..widths.len()).map(|node| x[node] + widths[node] / 2.0).fold(0.0, f64::max);
    let x: Vec<f64> = x.iter().map(|x| x - left).collect();
    let bends = chains.iter().map(|chain| chain.iter().map(|node| x[*node]).collect()).collect();
    layer.truncate(graph.widths.len());
    Layout { x: x[..graph.widths.len()].to_vec(), layer, layers, width: (right - left).max(0.0), bends, back }
}

/// Edges to a node that is being visited, in a search in depth that begins with the nodes in their order.
fn back_edges(graph: &Graph) -> Vec<bool> {
    let mut out = vec![Vec::new(); graph.widths.len()];
    graph.edges.iter().enumerate().for_each(|(edge, (from, _))| out[*from].push(edge));
    let mut back = vec![false; graph.edges.len()];
    // 0: not seen, 1: being visited, 2: done.
    let mut state = vec![0u8; graph.widths.len()];
    for start in 0..graph.widths.len() {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                state[*node] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let to = graph.edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    path.push((to, 0));
                }
                1 => back[edge] = true,
                _ => {}
            }
        }
    }
    back
}

fn longest_paths(nodes: usize, down: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; nodes];
    // Without cycles it is stable after as many rounds as there are layers.
    for _ in 0..nodes {
        let mut changed = false;
        for &(from, to) in down.iter().filter(|(from, to)| from != to) {
            if layer[to] <= layer[from] {
                layer[to] = layer[from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    layer
}

/// Orders each row by the median of the neighbours, down and up in turns, and keeps the order with the fewest crossings.
fn order(rows: &mut Vec<Vec<usize>>, above: &[Vec<usize>], below: &[Vec<usize>]) {
    let mut place = vec![0.0; above.len()];
    let update = |row: &[usize], place: &mut Vec<f64>| row.iter().enumerate().for_each(|(at, node)| place[*node] = at as f64);
    rows.iter().for_each(|row| update(row, &mut place));
    let (mut best, mut fewest) = (rows.clone(), crossings(rows, below, &place));
    for sweep in 0..SWEEPS {
        let downward = sweep % 2 == 0;
        for step in 1..rows.len() {
            let at = if downward { step } else { rows.len() - 1 - step };
            let neighbours = if downward { above } else { below };
            let median = |node: usize, place: &[f64]| {
                let mut places: Vec<f64> = neighbours[node].iter().map(|other| place[*other]).collect();
                places.sort_by(f64::total_cmp);
                match places.len() {
                    0 => place[node],
                    count if count % 2 == 1 => places[count / 2],
                    count => (places[count / 2 - 1] + places[count / 2]) / 2.0,
                }
            };
            let mut keyed: Vec<(f64, usize)> = rows[at].iter().map(|node| (median(*node, &place), *node)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[at] = keyed.into_iter().map(|(_, node)| node).collect();
            update(&rows[at], &mut place);
        }
        let count = crossings(rows, below, &place);
        if count < fewest {
            (best, fewest) = (rows.clone(), count);
        }
    }
    *rows = best;
}

fn crossings(rows: &[Vec<usize>], below: &[Vec<usize>], place: &[f64]) -> usize {
    let mut count = 0;
    for row in rows {
        let ends: Vec<(f64, f64)> = row.iter().flat_map(|node| below[*node].iter().map(|to| (place[*node], place[*to]))).collect();
        for (at, a) in ends.iter().enumerate() {
            count += ends[at + 1..].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
        }
    }
    count
}

/// Draws nodes towards the middle of their neighbours, as far as those beside them allow.
fn coordinates(rows: &[Vec<usize>], widths: &[f64], above: &[Vec<usize>], below: &[Vec<usize>]) -> Vec<f64> {
    let mut x = vec![0.0; widths.len()];
    for row in rows {
        let all: f64 = row.iter().map(|node| widths[*node] + GAP).sum();
        let mut at = -all / 2.0;
        for node in row {
            x[*node] = at + (widths[*node] + GAP) / 2.0;
            at += widths[*node] + GAP;
        }
    }
    for round in 0..24 {
        let upward = round % 2 == 1;
        for step in 0..rows.len() {
            let row = &rows[if upward { rows.len() - 1 - step } else { step }];
            let wanted: Vec<f64> = row
                .iter()
                .map(|node| {
                    let near = if upward { &below[*node] } else { &above[*node] };
                    let near = if near.is_empty() { if upward { &above[*node] } else { &below[*node] } } else { near };
                    if near.is_empty() { x[*node] } else { near.iter().map(|other| x[*other]).sum::<f64>() / near.len() as f64 }
                })
                .collect();
            place_row(row, &wanted, widths, &mut x);
        }
    }
    x
}

/// Places a row as near to what is wanted as its order allows: neighbours that would overlap become a group around their mean.
fn place_row(row: &[usize], wanted: &[f64], widths: &[f64], x: &mut [f64]) {
    // A group: the place of its first node, how many nodes, and the sum of where they want the first one to be.
    let mut groups: Vec<(f64, usize, f64)> = Vec::new();
    let mut offsets = vec![0.0; row.len()];
    for at in 1..row.len() {
        offsets[at] = offsets[at - 1] + (widths[row[at - 1]] + widths[row[at]]) / 2.0 + GAP;
    }
    for at in 0..row.len() {
        let start = wanted[at] - offsets[at];
        groups.push((start, 1, start));
        while let [.., before, last] = &groups[..] {
            if before.0 <= last.0 {
                break;
            }
            let (count, sum) = (before.1 + last.1, before.2 + last.2);
            groups.truncate(groups.len() - 2);
            groups.push((sum / count as f64, count, sum));
        }
    }
    let mut at = 0;
    for (start, count, _) in groups {
        for _ in 0..count {
            x[row[at]] = start + offsets[at];
            at += 1;
        }
    }
}
