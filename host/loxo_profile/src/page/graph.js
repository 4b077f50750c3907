// The call graph: layers by the longest path, few crossings, boxes as near to their neighbours as they fit.
const BOX = 50, BETWEEN = 54, MOST_BOXES = 60;

function layered(widths, edges) {
  const count = widths.length, out = widths.map(() => []);
  edges.forEach((e, i) => out[e.from].push(i));
  const state = new Uint8Array(count);
  for (let start = 0; start < count; start++) {
    if (state[start]) continue;
    state[start] = 1;
    const path = [[start, 0]];
    while (path.length) {
      const top = path[path.length - 1], i = out[top[0]][top[1]++];
      if (i === undefined) { state[top[0]] = 2; path.pop(); continue; }
      const to = edges[i].to;
      if (state[to] === 0) { state[to] = 1; path.push([to, 0]); } else edges[i].back = state[to] === 1;
    }
  }
  const layer = new Array(count).fill(0), down = edges.map((e) => (e.back ? [e.to, e.from] : [e.from, e.to]));
  for (let round = 0, changed = true; changed && round < count; round++) {
    changed = false;
    for (const [a, b] of down) if (a !== b && layer[b] <= layer[a]) { layer[b] = layer[a] + 1; changed = true; }
  }
  const wide = widths.slice();
  const chains = down.map(([a, b]) => {
    const chain = [a];
    for (let l = layer[a] + 1; l < layer[b]; l++) { chain.push(wide.length); wide.push(10); layer.push(l); }
    return [...chain, b];
  });
  const above = wide.map(() => []), below = wide.map(() => []);
  for (const chain of chains) for (let i = 1; i < chain.length; i++) if (chain[i] !== chain[i - 1]) { below[chain[i - 1]].push(chain[i]); above[chain[i]].push(chain[i - 1]); }
  let rows = [];
  layer.forEach((l, n) => (rows[l] ||= []).push(n));
  const place = [];
  const update = (row) => row.forEach((n, i) => (place[n] = i));
  rows.forEach(update);
  const crossings = () => {
    let sum = 0;
    for (const row of rows) {
      const ends = row.flatMap((n) => below[n].map((to) => [place[n], place[to]]));
      for (let i = 0; i < ends.length; i++) for (let j = i + 1; j < ends.length; j++) if ((ends[i][0] - ends[j][0]) * (ends[i][1] - ends[j][1]) < 0) sum++;
    }
    return sum;
  };
  const median = (n, near) => {
    const p = near[n].map((o) => place[o]).sort((a, b) => a - b), h = p.length >> 1;
    return p.length === 0 ? place[n] : p.length % 2 ? p[h] : (p[h - 1] + p[h]) / 2;
  };
  let best = rows.map((r) => r.slice()), fewest = crossings();
  for (let sweep = 0; sweep < 10 && fewest > 0; sweep++) {
    for (let step = 1; step < rows.length; step++) {
      const at = sweep % 2 ? rows.length - 1 - step : step, near = sweep % 2 ? below : above;
      rows[at] = rows[at].map((n) => [median(n, near), n]).sort((a, b) => a[0] - b[0]).map((p) => p[1]);
      update(rows[at]);
    }
    const now = crossings();
    if (now < fewest) { fewest = now; best = rows.map((r) => r.slice()); }
  }
  rows = best;
  const x = [], gap = 26;
  for (const row of rows) {
    let at = -row.reduce((sum, n) => sum + wide[n] + gap, 0) / 2;
    for (const n of row) { x[n] = at + (wide[n] + gap) / 2; at += wide[n] + gap; }
  }
  for (let round = 0; round < 20; round++) {
    for (let step = 0; step < rows.length; step++) {
      const up = round % 2, row = rows[up ? rows.length - 1 - step : step], offsets = [0], groups = [];
      for (let i = 1; i < row.length; i++) offsets[i] = offsets[i - 1] + (wide[row[i - 1]] + wide[row[i]]) / 2 + gap;
      row.forEach((n, i) => {
        let near = up ? below[n] : above[n];
        if (!near.length) near = up ? above[n] : below[n];
        const want = (near.length ? near.reduce((sum, o) => sum + x[o], 0) / near.length : x[n]) - offsets[i];
        groups.push([want, 1, want]);
        while (groups.length > 1 && groups[groups.length - 2][0] > groups[groups.length - 1][0]) {
          const [, c1, s1] = groups.pop(), [, c0, s0] = groups.pop();
          groups.push([(s0 + s1) / (c0 + c1), c0 + c1, s0 + s1]);
        }
      });
      let i = 0;
      for (const [start, size] of groups) for (let k = 0; k < size; k++, i++) x[row[i]] = start + offsets[i];
    }
  }
  const left = Math.min(...x.map((v, n) => v - wide[n] / 2)), right = Math.max(...x.map((v, n) => v + wide[n] / 2));
  return { x: x.map((v) => v - left), layer, bends: chains.map((chain) => chain.map((n) => x[n] - left)), width: right - left, height: rows.length * (BOX + BETWEEN) };
}

const svgElement = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
};

// Returns the picture and the line that says what is not in it.
function callGraph(profile, flat, span, metric, chosen, choose) {
  const inclusive = (row) => (metric === "calls" ? row.calls : Math.max(0, row["i" + metric])), own = (row) => Math.max(0, row[metric]);
  const whole = metric === "calls" ? flat.reduce((sum, row) => sum + row.calls, 0) : Math.max(...flat.map(inclusive), 1e-9);
  let threshold = 0.01;
  let rows = flat.filter((row) => inclusive(row) >= whole * threshold).sort((a, b) => inclusive(b) - inclusive(a));
  if (rows.length > MOST_BOXES) { rows = rows.slice(0, MOST_BOXES); threshold = inclusive(rows[MOST_BOXES - 1]) / whole; }
  const at = new Map(rows.map((row, i) => [row.f, i]));
  const edges = profile.edges(span, metric).filter((e) => at.has(e.caller) && at.has(e.callee) && e[metric] >= (whole * threshold) / 2);
  edges.sort((a, b) => b[metric] - a[metric]);
  for (const e of edges) { e.from = at.get(e.caller); e.to = at.get(e.callee); }
  const label = (name) => (name.length > 36 ? "…" + name.slice(-35) : name);
  const widths = rows.map((row) => Math.max(25, label(row.name).length) * 6.7 + 18);
  const placed = layered(widths, edges);
  // From the most expensive function on always the most expensive call.
  const seen = new Set([0]);
  for (let node = 0; ; ) {
    const next = edges.filter((e) => e.from === node && !seen.has(e.to)).sort((a, b) => b[metric] - a[metric])[0];
    if (!next) break;
    next.hot = true;
    seen.add((node = next.to));
  }
  const svg = svgElement("svg", { role: "img", "aria-label": "Call graph" });
  const ink = color("--ink"), faint = color("--faint"), paper = color("--paper"), hot = color("--hot");
  const top = (layer) => layer * (BOX + BETWEEN) + 8;
  for (const e of [...edges].reverse().sort((a, b) => !!a.hot - !!b.hot)) {
    const bends = placed.bends[edges.indexOf(e)], first = placed.layer[e.back ? e.to : e.from], width = 1 + 9 * Math.min(1, e[metric] / whole), size = 7 + width;
    const stroke = e.hot ? hot : faint;
    let d;
    if (e.from === e.to) {
      const x = placed.x[e.to] + widths[e.to] / 2, y = top(placed.layer[e.to]);
      d = `M${x} ${y + 12}C${x + 22} ${y + 4} ${x + 22} ${y + BOX - 4} ${x} ${y + BOX - 12}`;
    } else {
      d = "";
      for (let i = 0; i + 1 < bends.length; i++) {
        const last = i + 2 === bends.length, y0 = top(first + i) + BOX + (e.back && i === 0 ? size : 0), y1 = top(first + i + 1) - (!e.back && last ? size : 0), half = (y1 - y0) / 2;
        d += `${i === 0 ? `M${bends[0]} ${y0}` : ""}C${bends[i]} ${y0 + half} ${bends[i + 1]} ${y1 - half} ${bends[i + 1]} ${y1}`;
        if (!last) d += `V${y1 + BOX}`;
      }
      const x = e.back ? bends[0] : bends[bends.length - 1], y = e.back ? top(first) + BOX : top(placed.layer[e.to]), base = e.back ? y + size : y - size;
      svg.append(svgElement("path", { d: `M${x} ${y}L${x - size / 2} ${base}H${x + size / 2}Z`, fill: stroke }));
    }
    const path = svgElement("path", { d, fill: "none", stroke, "stroke-width": e.from === e.to ? Math.min(4, width) : width, "stroke-opacity": e.hot ? 1 : 0.55 });
    path.append(svgElement("title", {}, `${profile.names[e.caller]} → ${profile.names[e.callee]}\n${show(e[metric], metric)} (${percent(e[metric], whole)}), ${show(e.calls, "calls")} calls`));
    svg.append(path);
  }
  rows.forEach((row, i) => {
    const x = placed.x[i], y = top(placed.layer[i]), group = svgElement("g", { class: "box", "data-f": row.f });
    const heat = Math.sqrt(Math.min(1, (own(row) / whole) * 2));
    group.append(svgElement("rect", { x: x - widths[i] / 2, y, width: widths[i], height: BOX, rx: 3, fill: paper }));
    group.append(svgElement("rect", { x: x - widths[i] / 2, y, width: widths[i], height: BOX, rx: 3, fill: "#f46d43", "fill-opacity": heat * 0.85, stroke: chosen === row.f ? color("--accent") : ink, "stroke-width": chosen === row.f ? 3 : 1 }));
    const line = (down, size, text) => group.append(svgElement("text", { x, y: y + down, "text-anchor": "middle", "font-size": size, fill: ink }, text));
    line(15, 11, label(row.name));
    line(29, 9.5, `${percent(inclusive(row), whole)} · ${show(inclusive(row), metric)} · ${show(row.calls, "calls")}×`);
    line(42, 9.5, `self ${percent(own(row), whole)} · ${show(own(row), metric)}`);
    group.addEventListener("click", () => choose(row.f));
    svg.append(group);
  });
  const hint = `${flat.length - rows.length} of ${flat.length} functions are below ${(threshold * 100).toFixed(1)} % and not shown. Red line: the most expensive path. Drag to move, scroll or + − to zoom.`;
  return { svg, hint, width: Math.max(1, placed.width), height: placed.height };
}

// Moves and zooms a picture by its viewBox.
function panZoom(svg, width, height) {
  const element = svg.getBoundingClientRect(), ratio = element.width / Math.max(1, element.height);
  // All of it, but never smaller than can be read: then its upper part in the middle.
  let w = Math.max(width + 20, (height + 20) * ratio);
  w = Math.min(w, Math.max(element.width * 1.5, 400));
  const view = { x: width / 2 - w / 2, y: -6, w };
  const apply = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.w / ratio}`);
  const zoom = (factor, px, py) => {
    const w = Math.min(Math.max(view.w * factor, 100), width * 8 + 2000);
    view.x += (view.w - w) * px;
    view.y += ((view.w - w) / ratio) * py;
    view.w = w;
    apply();
  };
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const r = svg.getBoundingClientRect();
    zoom(Math.exp(event.deltaY * 0.0015), (event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height);
  }, { passive: false });
  const pointers = new Map();
  let distance = 0;
  svg.addEventListener("pointerdown", (event) => pointers.set(event.pointerId, event));
  svg.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const scale = view.w / svg.getBoundingClientRect().width;
    if (pointers.size === 1) {
      view.x -= (event.clientX - before.clientX) * scale;
      view.y -= (event.clientY - before.clientY) * scale;
      apply();
    }
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()], now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (distance) zoom(distance / Math.max(1, now), 0.5, 0.5);
      distance = now;
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, (event) => { pointers.delete(event.pointerId); distance = 0; });
  apply();
  return { zoom: (factor) => zoom(factor, 0.5, 0.5), move: (dx, dy) => { view.x += dx * view.w * 0.1; view.y += dy * view.w * 0.1; apply(); } };
}
