// The page: what is shown, and what happens on input.
const profiles = JSON.parse(document.getElementById("data").textContent).map((packed) => new Profile(packed));
document.getElementById("data").remove();
const element = (id) => document.getElementById(id);
const before = profiles.length > 1 ? profiles[0] : null, current = profiles[profiles.length - 1];
const TABS = [["flame", "Flame graph"], ["order", "Time order"], ["table", "Functions"], ["graph", "Call graph"], ["compare", "Compare"]]
  .filter(([tab]) => (tab !== "order" || current.hasTime) && (tab !== "compare" || before));
const state = { tab: before ? "compare" : "flame", metric: "wall", span: null, zoom: 0, node: 0, f: -1, search: "", sort: null, down: true };
let bars = [], canvas = null, graph = null;

function tag(name, properties, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

function matches() {
  if (!state.search) return null;
  const text = state.search.toLowerCase();
  return current.names.map((name) => name.toLowerCase().includes(text));
}

// What the line at the bottom is about.
let detailed = [];
function detail(f, node) {
  if (f === undefined || f < 0 || f === NONE) return;
  detailed = [f, node];
  const { own } = current.sums(state.span), widths = current.widths(state.span, state.metric), m = state.metric;
  const place = current.files[f] ? ` ${current.files[f]}${current.lines[f] ? ":" + current.lines[f] : ""}` : "";
  const parts = [tag("b", { textContent: current.names[f] }), place];
  if (node) {
    const whole = widths[0];
    parts.push(tag("br"), `here ${show(widths[node], m)} (${percent(widths[node], whole)}), self ${show(own[m][node], m)}, ${show(own.calls[node], "calls")} ${calls()}`);
  }
  const row = flat().get(f);
  if (row) parts.push(node ? " · " : tag("br"), `everywhere ${show(m === "calls" ? row.calls : row["i" + m], m)}, self ${show(row[m], m)}, ${show(row.calls, "calls")} ${calls()}`);
  element("detail").replaceChildren(...parts);
}
const calls = () => (current.kind === "samples" ? "samples" : "calls");

let flatRows = null;
function flat() {
  const key = String(state.span);
  if (!flatRows || flatRows.key !== key) flatRows = { key, rows: new Map(current.flat(state.span).map((row) => [row.f, row])) };
  return flatRows.rows;
}

function drawCanvas(draw) {
  canvas = tag("canvas", { tabIndex: 0 });
  canvas.setAttribute("aria-label", state.tab === "order" ? "Calls in the order of time" : "Flame graph");
  element("main").append(canvas);
  redraw = () => { bars = draw(canvas); };
  redraw();
  const hit = (event) => {
    const r = canvas.getBoundingClientRect(), x = event.clientX - r.left, d = Math.floor((event.clientY - r.top) / ROW);
    return bars.find((b) => b.d === d && x >= b.x && x < b.x + Math.max(b.w, 1));
  };
  canvas.addEventListener("pointermove", (event) => { const b = hit(event); if (b) detail(current.fn[b.n], b.n); canvas.style.cursor = b ? "pointer" : "default"; });
  canvas.addEventListener("click", (event) => {
    const b = hit(event);
    if (!b) return;
    state.node = b.n;
    state.f = current.fn[b.n];
    if (state.tab !== "order") state.zoom = state.zoom === b.n ? current.parent[b.n] : b.n;
    redraw();
    detail(state.f, b.n);
  });
}
let redraw = () => {};

function flameView() {
  drawCanvas((canvas) => drawFlame(canvas, current, { zoom: state.zoom, widths: current.widths(state.span, state.metric), match: matches(), chosen: state.node }));
}

function sorted(rows, key) {
  rows.sort((a, b) => (typeof a[key] === "string" ? (a[key] < b[key] ? -1 : 1) : b[key] - a[key]));
  return state.down ? rows : rows.reverse();
}

// Rows that are there from the beginning, and how many come when the reader nears the end: making all at each key takes too long.
const ROWS = 60;
let filled = 0;
let fill = () => {};

function table(columns, rows, row) {
  const heads = columns.map(([key, text, wide]) => {
    const arrow = state.sort === key ? (state.down ? " ▾" : " ▴") : "";
    const button = tag("button", { textContent: text + arrow, onclick: () => { state.down = state.sort === key ? !state.down : true; state.sort = key; filled = 0; render(); } });
    return tag("th", { className: wide || "" }, button);
  });
  const shown = rows.slice(0, 1000), body = tag("tbody", {});
  const line = (r) => tag("tr", { className: r.f === state.f ? "chosen" : "", onclick: () => { state.f = r.f; render(); detail(r.f); } }, ...row(r));
  fill = (count) => {
    const there = body.children.length;
    if (count > there) body.append(...shown.slice(there, count).map(line));
    filled = body.children.length;
  };
  fill(matchMedia("print").matches ? shown.length : Math.max(filled, ROWS));
  element("main").append(tag("table", {}, tag("thead", {}, tag("tr", {}, ...heads)), body));
  if (rows.length > shown.length) element("main").append(tag("p", { className: "hint", textContent: `The first ${shown.length} of ${rows.length}: search for others.` }));
}

const cell = (text, className, share) => {
  const td = tag("td", { textContent: text, className: className || "" });
  if (share !== undefined) { td.classList.add("bar"); td.style.backgroundSize = `${Math.min(100, Math.max(0, share * 100))}% 100%`; }
  return td;
};
const nameCell = (f, name) => tag("td", {}, name, tag("small", { className: "wide", textContent: f < 0 ? "" : current.files[f].split("/").slice(-2).join("/") + (current.files[f] && current.lines[f] ? ":" + current.lines[f] : "") }));

function tableView() {
  const columns = [["name", "Function"], ["wall", "Self"], ["iwall", "Inclusive"]];
  if (current.has.cpu) columns.push(["cpu", "Self CPU", "wide"], ["icpu", "Inclusive CPU", "wide"]);
  if (current.has.memory) columns.push(["memory", "Self memory", "wide"], ["imemory", "Inclusive memory", "wide"]);
  columns.push(["calls", calls() === "calls" ? "Calls" : "Samples"]);
  if (!columns.some(([key]) => key === state.sort)) { state.sort = state.metric; state.down = true; }
  const match = matches(), whole = current.sums(state.span).total.wall[0];
  const rows = sorted([...flat().values()].filter((r) => !match || match[r.f]), state.sort);
  table(columns, rows, (r) => columns.map(([key, , wide]) => {
    if (key === "name") return nameCell(r.f, r.name);
    const metric = key.replace(/^i/, "");
    return cell(show(r[key], metric) + (metric === "wall" ? ` ${percent(r[key], whole)}` : ""), wide, key === "wall" || key === "iwall" ? r[key] / whole : undefined);
  }));
}

function graphView() {
  const made = callGraph(current, [...flat().values()], state.span, state.metric, state.f, (f) => { state.f = f; detail(f); });
  element("main").append(tag("p", { className: "hint", textContent: made.hint }));
  made.svg.style.height = "calc(100% - 34px)";
  element("main").append(made.svg);
  graph = panZoom(made.svg, made.width, made.height);
  const match = matches();
  for (const box of made.svg.querySelectorAll(".box")) {
    const f = Number(box.dataset.f);
    if (match && !match[f]) box.style.opacity = 0.3;
    box.addEventListener("pointerenter", () => detail(f));
  }
}

// For each node of the later profile the one with the same path of names in the earlier.
function counterparts() {
  if (current.counterpart) return current.counterpart;
  const known = new Map(), of = new Uint32Array(current.nodes).fill(NONE);
  for (let n = 1; n < before.nodes; n++) known.set(before.parent[n] + " " + before.names[before.fn[n]], n);
  of[0] = 0;
  for (let n = 1; n < current.nodes; n++) {
    const parent = of[current.parent[n]];
    if (parent !== NONE) of[n] = known.get(parent + " " + current.names[current.fn[n]]) ?? NONE;
  }
  return (current.counterpart = of);
}

function compareView() {
  const m = state.metric, inclusive = m === "calls" ? "calls" : "i" + m;
  const rows = new Map();
  for (const [side, list] of [["a", before.flat(null)], ["b", [...flat().values()]]]) {
    for (const r of list) {
      let row = rows.get(r.name);
      if (!row) rows.set(r.name, (row = { f: -1, name: r.name, a: 0, b: 0, ia: 0, ib: 0 }));
      row[side] += r[m];
      row["i" + side] += r[inclusive];
      if (side === "b") row.f = r.f;
    }
  }
  for (const r of rows.values()) { r.d = r.b - r.a; r.id = r.ib - r.ia; r.change = Math.abs(r.d); }
  const main = element("main"), of = counterparts(), old = before.widths(null, m);
  const now = current.widths(state.span, m), scale = now[0] || 1;
  main.append(tag("p", { className: "hint", textContent: `Before: ${before.title}, ${show(old[0], m)}. After: ${current.title}, ${show(now[0], m)} (${now[0] >= old[0] ? "+" : ""}${show(now[0] - old[0], m)}). Red takes more than before, blue less.` }));
  const fill = (n) => {
    const change = (now[n] - (of[n] === NONE ? 0 : old[of[n]])) / scale, part = Math.min(1, Math.sqrt(Math.abs(change) * 4));
    if (Math.abs(change) < 1e-6) return "hsl(215 12% 86%)";
    return change > 0 ? `hsl(8 85% ${92 - 32 * part}%)` : `hsl(214 75% ${92 - 30 * part}%)`;
  };
  drawCanvas((canvas) => drawFlame(canvas, current, { zoom: state.zoom, widths: now, match: matches(), chosen: state.node, fill }));
  const columns = [["name", "Function"], ["a", "Self before", "wide"], ["b", "Self after", "wide"], ["change", "Change of self"], ["ia", "Inclusive before", "wide"], ["ib", "Inclusive after", "wide"], ["id", "Change of inclusive"]];
  if (!columns.some(([key]) => key === state.sort)) { state.sort = "change"; state.down = true; }
  const text = state.search.toLowerCase();
  const change = (v) => cell((v > 0 ? "+" : "") + show(v, m), v > 0 ? "more" : v < 0 ? "less" : "");
  table(columns, sorted([...rows.values()].filter((r) => r.name.toLowerCase().includes(text)), state.sort), (r) =>
    columns.map(([key, , wide]) => (key === "name" ? nameCell(r.f, r.name) : key === "change" ? change(r.d) : key === "id" ? change(r.id) : cell(show(r[key], m), wide))));
}

const VIEWS = {
  flame: flameView,
  order: () => drawCanvas((canvas) => drawOrder(canvas, current, { span: state.span, match: matches(), chosen: state.node })),
  table: tableView,
  graph: graphView,
  compare: compareView,
};

function render() {
  const main = element("main"), scroll = main.scrollTop;
  main.replaceChildren();
  bars = [];
  graph = canvas = null;
  redraw = fill = () => {};
  for (const button of element("tabs").children) button.setAttribute("aria-selected", button.dataset.tab === state.tab);
  const match = matches();
  let found = "";
  if (match) {
    const widths = current.widths(state.span, "wall"), whole = widths[0];
    let sum = 0;
    // Each moment once: nodes that match and have no ancestor that does.
    const inside = new Uint8Array(current.nodes);
    for (let n = 1; n < current.nodes; n++) {
      inside[n] = inside[current.parent[n]];
      if (!inside[n] && match[current.fn[n]]) { inside[n] = 1; sum += widths[n]; }
    }
    found = `${match.filter(Boolean).length} functions, ${percent(sum, whole)}`;
  }
  element("found").textContent = found;
  if (current.nodes < 2 || current.sums(state.span).total.wall[0] === 0 && current.sums(state.span).total.calls[0] === 0) main.append(tag("p", { className: "empty", textContent: state.span ? "Nothing was seen in this span." : "There is nothing in this profile." }));
  else VIEWS[state.tab]();
  main.scrollTop = scroll;
  renderTime();
}

function renderTime() {
  if (!current.hasTime) return;
  drawTimeline(element("timeline"), current, state.span);
  const u = current.unit;
  const legend = `grey: depth of the stack${current.has.cpu ? ", orange: CPU" : ""}${current.has.memory ? ", blue: memory" : ""}`;
  element("span").textContent = state.span ? `${show(state.span[0] * u, "wall")} to ${show(state.span[1] * u, "wall")}: ${show((state.span[1] - state.span[0]) * u, "wall")} selected (Esc: all)` : `0 to ${show(current.end * u, "wall")} · ${legend} · drag to select`;
}

let waiting = false;
function later() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; render(); });
}

function setSpan(a, b) {
  const low = Math.max(0, Math.min(a, b)), high = Math.min(current.end, Math.max(a, b));
  state.span = high - low < 1 ? null : [low, high];
  later();
}

function open(tab) { state.tab = tab; state.sort = null; filled = element("main").scrollTop = 0; render(); }

function timelineInput() {
  const line = element("timeline");
  let from = null;
  const time = (event) => { const r = line.getBoundingClientRect(); return ((event.clientX - r.left) / r.width) * current.end; };
  line.addEventListener("pointerdown", (event) => { from = time(event); line.setPointerCapture(event.pointerId); });
  line.addEventListener("pointermove", (event) => { if (from !== null && Math.abs(time(event) - from) > current.end / 400) setSpan(from, time(event)); });
  line.addEventListener("pointerup", (event) => { if (from !== null && Math.abs(time(event) - from) <= current.end / 400) { state.span = null; later(); } from = null; });
  line.addEventListener("pointercancel", () => (from = null));
  line.addEventListener("dblclick", () => { state.span = null; later(); });
}

// To the caller, the first callee, or a neighbour of the node that is selected.
function walk(key) {
  const p = current, widths = p.widths(state.span, state.metric);
  const visible = (n) => [...p.child.subarray(p.first[n], p.first[n + 1])].filter((c) => widths[c] > 0);
  let n = state.node;
  if (!n) n = visible(state.zoom)[0] || 0;
  else if (key === "ArrowUp") n = p.parent[n] || n;
  else if (key === "ArrowDown") n = visible(n).sort((a, b) => widths[b] - widths[a])[0] || n;
  else {
    const list = visible(p.parent[n]);
    n = list[list.indexOf(n) + (key === "ArrowRight" ? 1 : -1)] || n;
  }
  state.node = n;
  state.f = p.fn[n];
  redraw();
  detail(state.f, n);
}

const KEYS = [["1 – 5", "views"], ["/", "search"], ["← → ↑ ↓", "select in the flame graph, move the call graph"], ["Enter", "zoom to what is selected"], ["+ −", "zoom the call graph, or the span of the timeline"], ["[ ]", "move the span of the timeline"], ["m", "next metric"], ["Esc", "back: zoom, span, search"]];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inField = event.target instanceof Element && event.target.matches("input, select");
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key === "Escape") {
    if (state.zoom) state.zoom = state.node = 0;
    else if (state.span) state.span = null;
    else { state.search = element("search").value = ""; document.activeElement.blur(); }
    render();
  } else if (inField) return;
  else if (event.key === "/") element("search").focus();
  else if (event.key === "?") element("keys").showModal();
  else if (event.key >= "1" && event.key <= String(TABS.length)) open(TABS[event.key - 1][0]);
  else if (event.key === "m") { const list = [...element("metric").options]; element("metric").selectedIndex = (element("metric").selectedIndex + 1) % list.length; element("metric").dispatchEvent(new Event("change")); }
  else if (arrows[event.key] && graph) graph.move(...arrows[event.key]);
  else if (arrows[event.key] && canvas) walk(event.key);
  else if (event.key === "Enter" && canvas && state.node && document.activeElement.tagName !== "BUTTON") { state.zoom = state.node; redraw(); }
  else if ("+-=".includes(event.key) && graph) graph.zoom(event.key === "-" ? 1.25 : 0.8);
  else if ("+-=[]".includes(event.key) && current.hasTime) {
    const [a, b] = state.span || [0, current.end], length = b - a;
    if (event.key === "[" || event.key === "]") { const by = event.key === "[" ? -Math.min(a, length / 4) : Math.min(current.end - b, length / 4); setSpan(a + by, b + by); }
    else { const by = event.key === "-" ? length / 2 : -length / 4; setSpan(a - by, b + by); if (event.key === "-" && a - by <= 0 && b + by >= current.end) state.span = null; }
  } else return;
  event.preventDefault();
}

function start() {
  const whole = current.sums(null).total;
  element("title").textContent = before ? `${before.title} → ${current.title}` : current.title;
  const kind = { trace: "every call", samples: `${current.count.toLocaleString("en")} ${current.count === 1 ? "sample" : "samples"}`, edges: "sums per caller and callee; stacks are estimated" }[current.kind];
  const when = current.started ? new Date(current.started).toISOString().replace("T", " ").slice(0, 19) + " UTC" : "";
  const parts = [current.command, when, show(whole.wall[0], "wall"), current.has.cpu ? show(whole.cpu[0], "cpu") + " CPU" : "", kind, current.note];
  element("about").textContent = parts.filter(Boolean).join(" · ");
  TABS.forEach(([tab, text], i) => element("tabs").append(tag("button", { textContent: text, title: `Key ${i + 1}`, onclick: () => open(tab) })));
  [...element("tabs").children].forEach((button, i) => { button.dataset.tab = TABS[i][0]; button.setAttribute("role", "tab"); });
  for (const m in METRICS) if (current.has[m]) element("metric").append(tag("option", { value: m, textContent: m === "calls" ? calls() : METRICS[m] }));
  element("metric").addEventListener("change", () => { state.metric = element("metric").value; state.sort = null; render(); detail(...detailed); });
  const main = element("main");
  main.addEventListener("scroll", () => { if (main.scrollTop + 2 * main.clientHeight > main.scrollHeight) fill(filled + ROWS); });
  element("search").addEventListener("input", () => { filled = 0; state.search = element("search").value; later(); });
  const rows = KEYS.map(([key, text]) => tag("tr", {}, tag("td", {}, tag("kbd", { textContent: key })), tag("td", { textContent: text })));
  element("keys").append(tag("table", {}, tag("tbody", {}, ...rows)), tag("form", { method: "dialog" }, tag("button", { textContent: "Close" })));
  element("help").addEventListener("click", () => element("keys").showModal());
  element("time").hidden = !current.hasTime;
  timelineInput();
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", later);
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", render);
  render();
}
start();
