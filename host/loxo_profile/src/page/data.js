"use strict";
// Profiles as typed arrays, and sums over a span of time.
const NONE = 0xffffffff;
const METRICS = { wall: "wall time", cpu: "CPU time", memory: "memory", calls: "calls" };

function unpack(text, Type) {
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Type(bytes.buffer);
}

class Profile {
  constructor(packed) {
    Object.assign(this, packed);
    for (const name of ["parent", "fn", "at", "node", "wall", "cpu", "calls"]) this[name] = unpack(packed[name], Uint32Array);
    this.memory = unpack(packed.memory, Int32Array);
    this.nodes = this.parent.length;
    this.count = this.at.length;
    const last = this.count - 1;
    this.end = 0;
    for (let i = Math.max(0, last - 1000); i <= last; i++) this.end = Math.max(this.end, this.at[i] + this.wall[i]);
    this.hasTime = this.kind !== "edges" && this.count > 1 && this.at[last] > 0;
    this.has = { wall: true, cpu: this.cpu.some((v) => v > 0), memory: this.memory.some((v) => v !== 0), calls: true };
    this.link();
    this.markOuter();
  }

  // Children of each node by name, as one list with the beginning of each node's part.
  link() {
    const { nodes, parent, fn, names } = this;
    const order = names.map((_, i) => i).sort((a, b) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : a - b));
    const rank = new Uint32Array(names.length);
    order.forEach((f, i) => (rank[f] = i));
    this.first = new Uint32Array(nodes + 1);
    for (let i = 1; i < nodes; i++) this.first[parent[i] + 1]++;
    for (let i = 0; i < nodes; i++) this.first[i + 1] += this.first[i];
    const next = this.first.slice();
    this.child = new Uint32Array(Math.max(0, nodes - 1));
    for (let i = 1; i < nodes; i++) this.child[next[parent[i]]++] = i;
    for (let i = 0; i < nodes; i++) if (this.first[i + 1] - this.first[i] > 1) this.child.subarray(this.first[i], this.first[i + 1]).sort((a, b) => rank[fn[a]] - rank[fn[b]]);
    this.depth = new Uint32Array(nodes);
    this.deepest = 0;
    for (let i = 1; i < nodes; i++) this.deepest = Math.max(this.deepest, (this.depth[i] = this.depth[parent[i]] + 1));
  }

  // Nodes whose function is not among their ancestors, and the same of pairs of caller and callee: sums over them count nothing twice.
  markOuter() {
    const { nodes, parent, fn, first, child } = this;
    this.outer = new Uint8Array(nodes);
    this.outerEdge = new Uint8Array(nodes);
    this.edgeOf = new Uint32Array(nodes);
    this.pairs = [];
    const known = new Map();
    for (let n = 1; n < nodes; n++) {
      const key = fn[parent[n]] * 4294967296 + fn[n];
      let edge = known.get(key);
      if (edge === undefined) {
        known.set(key, (edge = this.pairs.length));
        this.pairs.push([fn[parent[n]], fn[n]]);
      }
      this.edgeOf[n] = edge;
    }
    const active = new Uint32Array(this.names.length), edges = new Uint32Array(this.pairs.length), next = first.slice(0, nodes);
    for (let n = 0; ; ) {
      if (next[n] < first[n + 1]) {
        n = child[next[n]++];
        this.outer[n] = active[fn[n]]++ === 0;
        this.outerEdge[n] = edges[this.edgeOf[n]]++ === 0;
      } else if (n === 0) break;
      else {
        active[fn[n]]--;
        edges[this.edgeOf[n]]--;
        n = parent[n];
      }
    }
  }

  // The first moment that ends after a time.
  find(time) {
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] + (this.kind === "trace" ? this.wall[middle] : 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Self and total of each node within a span, by metric, made when they are asked for; calls are summed up too.
  sums(span) {
    const key = span ? span.join() : "";
    if (this.cached && this.cached.key === key) return this.cached;
    const profile = this, cached = { key, own: {}, total: {} };
    for (const m in METRICS) {
      let own, total;
      Object.defineProperty(cached.own, m, { get: () => (own ||= profile.own(span, m)) });
      Object.defineProperty(cached.total, m, { get: () => (total ||= profile.upward(cached.own[m].slice())) });
    }
    // Of memory, pictures show what was taken: freed memory has no width.
    let taken;
    Object.defineProperty(cached, "taken", { get: () => (taken ||= profile.upward(cached.own.memory.map((v) => Math.max(0, v)))) });
    return (this.cached = cached);
  }

  own(span, metric) {
    const { node, at, wall, count } = this, values = this[metric], sum = new Float64Array(this.nodes);
    const scale = metric === "wall" || metric === "cpu" ? this.unit : 1;
    if (!span) {
      for (let i = 0; i < count; i++) sum[node[i]] += values[i] * scale;
      return sum;
    }
    const [from, to] = span, cut = this.kind === "trace";
    for (let i = this.find(from); i < count && at[i] < to; i++) {
      let share = scale;
      if (cut && metric === "calls") share = at[i] >= from ? 1 : 0;
      else if (cut && wall[i] > 0) share *= Math.max(0, Math.min(at[i] + wall[i], to) - Math.max(at[i], from)) / wall[i];
      sum[node[i]] += values[i] * share;
    }
    return sum;
  }

  upward(sum) {
    const { parent } = this;
    for (let n = this.nodes - 1; n > 0; n--) sum[parent[n]] += sum[n];
    return sum;
  }

  widths(span, metric) {
    const sums = this.sums(span);
    return metric === "memory" ? sums.taken : sums.total[metric];
  }

  // Rows of functions: inclusive and self of each metric that there is.
  flat(span) {
    const { own, total } = this.sums(span), { fn, outer, nodes } = this, columns = {};
    for (const m in METRICS) {
      const self = (columns[m] = new Float64Array(this.names.length)), all = (columns["i" + m] = new Float64Array(this.names.length));
      if (!this.has[m]) continue;
      const a = own[m], b = m === "calls" ? null : total[m];
      for (let n = 1; n < nodes; n++) self[fn[n]] += a[n];
      if (b) for (let n = 1; n < nodes; n++) if (outer[n]) all[fn[n]] += b[n];
    }
    const rows = [];
    this.names.forEach((name, f) => {
      if (!columns.iwall[f] && !columns.calls[f] && !columns.imemory[f]) return;
      const row = { f, name };
      for (const key in columns) row[key] = columns[key][f];
      rows.push(row);
    });
    return rows;
  }

  // Calls between functions, with one metric and their number.
  edges(span, metric) {
    const { own, total } = this.sums(span), { edgeOf, outerEdge, nodes } = this, count = this.pairs.length;
    const value = new Float64Array(count), calls = new Float64Array(count), values = metric === "calls" ? own.calls : total[metric];
    for (let n = 1; n < nodes; n++) {
      calls[edgeOf[n]] += own.calls[n];
      if (metric === "calls" || outerEdge[n]) value[edgeOf[n]] += values[n];
    }
    return this.pairs.map(([caller, callee], i) => ({ caller, callee, [metric]: value[i], calls: calls[i] })).filter((e) => e.caller !== NONE);
  }
}

function show(value, metric) {
  const sign = value < 0 ? "−" : "", v = Math.abs(value);
  const digits = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2));
  if (metric === "calls") return sign + Math.round(v).toLocaleString("en");
  if (metric === "memory") return sign + (v >= 1e6 ? digits(v / 1e6) + " MB" : v >= 1e3 ? digits(v / 1e3) + " kB" : v.toFixed(0) + " B");
  return sign + (v >= 1e9 ? digits(v / 1e9) + " s" : v >= 1e6 ? digits(v / 1e6) + " ms" : v >= 1e3 ? digits(v / 1e3) + " µs" : v.toFixed(0) + " ns");
}
const percent = (part, whole) => (whole > 0 ? ((part / whole) * 100).toFixed(1) : "0.0") + " %";
