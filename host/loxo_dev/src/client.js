// Loads the page again when files of its project have changed, and style sheets alone where nothing else has.
(() => {
  "use strict";
  const script = document.currentScript;
  if (!script || window.__loxoDev) return;
  window.__loxoDev = true;
  const made = new URL(script.src).searchParams.get("v") || "";
  let position = made;
  const KEY = "loxo-dev-reloaded";
  let stream = null, waiting = 0, timer = 0;

  const stored = (value) => {
    try {
      if (value === undefined) return sessionStorage.getItem(KEY);
      sessionStorage.setItem(KEY, value);
    } catch { /* Some pages may keep nothing. */ }
    return null;
  };
  // The page came from a cache: it is as it was, and would be again.
  if (stored() === made) position = "";

  const reload = () => {
    stop();
    stored(made);
    location.reload();
  };

  const styles = (paths) => {
    const found = new Map();
    for (const link of document.querySelectorAll("link[rel~=stylesheet][href]")) {
      const url = new URL(link.href, location.href);
      let path = url.pathname;
      try { path = decodeURIComponent(path); } catch { /* It is as it is. */ }
      if (url.origin === location.origin && paths.includes(path)) found.set(path, [...(found.get(path) || []), link]);
    }
    if (found.size !== paths.length) return reload();
    for (const link of [...found.values()].flat()) {
      const next = link.cloneNode();
      const url = new URL(link.href, location.href);
      url.searchParams.set("loxo", position);
      next.href = url.href;
      // The old one goes when the new one counts.
      next.onload = next.onerror = () => link.remove();
      link.after(next);
    }
  };

  const stop = () => {
    clearTimeout(timer);
    if (stream) stream.close();
    stream = null;
  };

  const start = () => {
    stop();
    stream = new EventSource("/.loxo/reload?since=" + encodeURIComponent(position));
    stream.addEventListener("position", (event) => {
      position = event.data;
      waiting = 0;
    });
    stream.addEventListener("reload", reload);
    stream.addEventListener("styles", (event) => {
      const told = JSON.parse(event.data);
      position = told.position;
      styles(told.paths);
    });
    stream.onerror = () => {
      stop();
      waiting = Math.min(waiting * 2 || 100, 2000);
      timer = setTimeout(start, waiting);
    };
  };

  // A page that nobody sees holds no connection, and hears what it has missed when it is seen.
  const follow = () => (document.visibilityState === "hidden" ? stop() : start());
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && follow());
  follow();
})();
