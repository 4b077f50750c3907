// The flame graph, the calls in the order of time, and the timeline: canvases.
const ROW = 20;

function fit(canvas, height) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
  canvas.style.height = height + "px";
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.font = "12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  context.textBaseline = "middle";
  return [context, width];
}

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// What kind of function it is gives the hue, its name the shade.
function shade(profile, f) {
  const colors = (profile.colors ||= []);
  if (colors[f]) return colors[f];
  let hash = 2166136261;
  for (const c of profile.names[f]) hash = Math.imul(hash ^ c.codePointAt(0), 16777619);
  const part = ((hash >>> 8) & 255) / 255;
  const [hue, saturation, light] = [[18 + 20 * part, 88, 66 + 6 * part], [208 + 10 * part, 62, 70 + 6 * part], [115 + 20 * part, 38, 66 + 8 * part], [215, 12, 80]][profile.kinds[f]];
  return (colors[f] = `hsl(${hue} ${saturation}% ${light}%)`);
}

let charWidth = 0;
function shorten(context, text, width) {
  charWidth ||= context.measureText("m").width;
  const columns = Math.floor((width - 6) / charWidth);
  if (columns < 3) return "";
  return text.length <= columns ? text : "…" + text.slice(text.length - columns + 1);
}

function bar(context, profile, x, y, width, f, look) {
  context.globalAlpha = look.dim ? 0.3 : 1;
  context.fillStyle = look.fill || shade(profile, f);
  context.fillRect(x, y, width > 3 ? width - 0.7 : width, ROW - 1);
  if (look.chosen) {
    context.strokeStyle = color("--ink");
    context.lineWidth = 2;
    context.strokeRect(x + 1, y + 1, Math.max(1, width - 2.7), ROW - 3);
  }
  if (width > 26) {
    context.fillStyle = "#1d2229";
    context.fillText(shorten(context, profile.names[f], width), x + 3, y + ROW / 2);
  }
  context.globalAlpha = 1;
}

// Draws what is below `zoom`, and returns the bars that were drawn, to find the one that is pointed at.
function drawFlame(canvas, profile, options) {
  const { zoom, widths, match, chosen, fill } = options;
  const path = [];
  for (let n = zoom; n !== 0 && n !== NONE; n = profile.parent[n]) path.unshift(n);
  const scale0 = canvas.clientWidth / Math.max(widths[zoom], 1e-9);
  // How deep what is visible is.
  let deepest = path.length;
  const bars = [], open = [[zoom, 0, path.length]];
  path.forEach((n, i) => bars.push({ n, x: 0, w: canvas.clientWidth, d: i }));
  while (open.length) {
    const [node, start, d] = open.pop();
    let x = start;
    for (let i = profile.first[node]; i < profile.first[node + 1]; i++) {
      const n = profile.child[i], w = widths[n] * scale0;
      if (w >= 0.4 && d < 400) {
        bars.push({ n, x, w, d });
        deepest = Math.max(deepest, d + 1);
        open.push([n, x, d + 1]);
      }
      x += w;
    }
  }
  const [context] = fit(canvas, Math.max(ROW, deepest * ROW));
  for (const b of bars) {
    const f = profile.fn[b.n];
    bar(context, profile, b.x, b.d * ROW, b.w, f, { dim: (match && !match[f]) || b.d < path.length - 1, chosen: b.n === chosen, fill: fill && fill(b.n) });
  }
  return bars;
}

// In each column of pixels the stack that took most of it; neighbours that are alike become one bar.
function drawOrder(canvas, profile, options) {
  const { span, match, chosen } = options, width = Math.max(1, Math.floor(canvas.clientWidth));
  const [from, to] = span || [0, profile.end], scale = width / Math.max(1, to - from);
  const best = new Uint32Array(width).fill(NONE), weight = new Float64Array(width);
  for (let i = profile.find(from); i < profile.count && profile.at[i] < to; i++) {
    const a = Math.max(0, (profile.at[i] - from) * scale), b = Math.min(width, (profile.at[i] + profile.wall[i] - from) * scale);
    for (let c = Math.floor(a); c < b && c < width; c++) {
      const part = Math.min(b, c + 1) - Math.max(a, c);
      if (part > weight[c]) { weight[c] = part; best[c] = profile.node[i]; }
    }
  }
  const bars = [], open = [];
  let deepest = 1;
  const close = (d, x) => { while (open.length > d) { const b = open.pop(); b.w = x - b.x; bars.push(b); } };
  for (let c = 0; c < width; c++) {
    const path = [];
    if (best[c] !== NONE) for (let n = best[c]; n !== 0; n = profile.parent[n]) path.unshift(n);
    let same = 0;
    while (same < open.length && same < path.length && open[same].n === path[same]) same++;
    close(same, c);
    for (let d = same; d < path.length && d < 400; d++) open.push({ n: path[d], x: c, w: 0, d });
    deepest = Math.max(deepest, open.length);
  }
  close(0, width);
  const [context] = fit(canvas, deepest * ROW);
  for (const b of bars) {
    const f = profile.fn[b.n];
    bar(context, profile, b.x, b.d * ROW, b.w, f, { dim: match && !match[f], chosen: b.n === chosen });
  }
  return bars;
}

// CPU use, depth of the stack and memory over all of the time, and the span that is selected.
function drawTimeline(canvas, profile, span) {
  const height = 64, [context, width] = fit(canvas, height), columns = Math.max(1, Math.floor(width));
  if (!profile.overview || profile.overview.columns !== columns) {
    const wall = new Float64Array(columns), cpu = new Float64Array(columns), memory = new Float64Array(columns), depth = new Float64Array(columns);
    const scale = columns / Math.max(1, profile.end);
    let held = 0, most = 1, least = 0;
    for (let i = 0; i < profile.count; i++) {
      const a = profile.at[i] * scale, b = Math.min(columns, (profile.at[i] + Math.max(1, profile.wall[i])) * scale);
      held += profile.memory[i];
      most = Math.max(most, held);
      least = Math.min(least, held);
      const share = profile.wall[i] > 0 ? profile.cpu[i] / profile.wall[i] : 0;
      for (let c = Math.floor(a); c < b && c < columns; c++) {
        const part = Math.min(b, c + 1) - Math.max(a, c);
        wall[c] += part;
        cpu[c] += part * share;
        depth[c] += part * profile.depth[profile.node[i]];
        memory[c] = Math.max(memory[c], held);
      }
    }
    profile.overview = { columns, wall, cpu, memory, depth, most, least };
  }
  const { wall, cpu, memory, depth, most, least } = profile.overview;
  context.fillStyle = color("--line");
  for (let c = 0; c < columns; c++) if (wall[c]) context.fillRect(c, height, 1, (-depth[c] / wall[c] / Math.max(1, profile.deepest)) * (height - 4));
  context.fillStyle = "#f2955c";
  context.globalAlpha = 0.75;
  for (let c = 0; c < columns; c++) if (wall[c]) context.fillRect(c, height, 1, -Math.min(1, cpu[c] / wall[c]) * 22);
  context.globalAlpha = 1;
  if (profile.has.memory) {
    context.strokeStyle = color("--accent");
    context.lineWidth = 1.5;
    context.beginPath();
    for (let c = 0, held = 0; c < columns; c++) {
      if (wall[c]) held = memory[c];
      context.lineTo(c, height - 3 - ((held - least) / Math.max(1, most - least)) * (height - 8));
    }
    context.stroke();
  }
  if (span) {
    const a = (span[0] / profile.end) * width, b = (span[1] / profile.end) * width;
    context.fillStyle = color("--select");
    context.fillRect(a, 0, Math.max(1, b - a), height);
    context.fillStyle = color("--accent");
    context.fillRect(a, 0, 1.5, height);
    context.fillRect(b - 1.5, 0, 1.5, height);
  }
}
