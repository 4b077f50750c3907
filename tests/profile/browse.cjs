// Opens a page of `loxo profile --page` in headless Chromium, goes through its views, and fails when the console says anything, when something
// is loaded, when a view cannot be drawn, or when what is pressed is not answered in time: from the key or click to the next picture (the browser's Event
// Timing). usage: node browse.cjs PAGE.html [FOLDER FOR SCREENSHOTS [MILLISECONDS]]; 1000 if nothing is said: a small page on a loaded machine.
// Needs puppeteer-core (npm install puppeteer-core) and Chromium, CHROMIUM or /usr/bin/chromium.
const puppeteer = require("puppeteer-core");
const path = require("path");

// Selects a span of the timeline with the mouse, if there is one.
async function drag(page) {
  const box = await (await page.$("#timeline"))?.boundingBox();
  if (!box) return;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  for (const part of [0.4, 0.5, 0.6]) await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
  await page.mouse.up();
}

// The slowest answer since the last time, and to what.
async function answered(page, faults, what, most) {
  // What was measured is told some pictures later.
  await new Promise((done) => setTimeout(done, 200));
  const slowest = await page.evaluate(() => {
    const found = window.slowest;
    window.slowest = {};
    return found;
  });
  const [event, ms] = Object.entries(slowest).sort((a, b) => b[1] - a[1])[0] || ["", 0];
  console.log(`${what}: ${event ? `${event} ${ms} ms` : "below 16 ms"}`);
  if (ms > most) faults.push(`${what}: ${event} is answered after ${ms} ms`);
}

async function main() {
  const [file, folder, most = "1000"] = process.argv.slice(2);
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], headless: true });
  const faults = [];
  for (const [name, width, height, scheme] of [["desktop", 1280, 800, "light"], ["desktop-dark", 1280, 800, "dark"], ["phone", 390, 780, "light"]]) {
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(`${name}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${name}: ${error.message}`));
    page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) faults.push(`${name}: loads ${request.url()}`); });
    await page.setViewport({ width, height });
    await page.evaluateOnNewDocument(() => {
      window.slowest = {};
      const note = (entry) => (window.slowest[entry.name] = Math.max(window.slowest[entry.name] || 0, entry.duration));
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto("file://" + path.resolve(file), { timeout: 120000 });
    for (const tab of await page.$$eval("#tabs button", (buttons) => buttons.map((button) => button.dataset.tab))) {
      await page.click(`#tabs [data-tab=${tab}]`);
      if (!(await page.$("main canvas, main svg, main table"))) faults.push(`${name}: ${tab} shows nothing`);
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) faults.push(`${name}: ${tab} is wider than the window`);
      for (const key of ["ArrowDown", "ArrowRight", "Enter", "+", "]", "-", "m", "Escape", "Escape"]) await page.keyboard.press(key);
      await drag(page);
      await page.keyboard.press("Escape");
      await answered(page, faults, `${name} ${tab}`, Number(most));
      if (folder) await page.screenshot({ path: path.join(folder, `${name}-${tab}.png`) });
    }
    await page.focus("#search");
    await page.keyboard.type("e");
    await page.waitForFunction(() => document.querySelector("#found").textContent !== "");
    await answered(page, faults, `${name} search`, Number(most));
    await page.close();
  }
  await browser.close();
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}

main();
