// Edits files of a project that `loxo dev` serves and measures how long it takes until headless Chromium shows what they say: a script's text by loading
// the page again, a style sheet's colour without that; then the page of an error, in light and dark, until the error is mended.
// usage: node browse.cjs LOXO [FOLDER FOR SCREENSHOTS [MILLISECONDS]]: fails when a median is above so many, 200 if nothing is said.
// Needs puppeteer-core (npm install puppeteer-core) and Chromium, CHROMIUM or /usr/bin/chromium.
const puppeteer = require("puppeteer-core");
const { spawn } = require("child_process");
const { mkdtempSync, mkdirSync, rmSync, writeFileSync } = require("fs");
const { tmpdir } = require("os");
const path = require("path");

const ROUNDS = 15;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The page may load again while it is looked at.
async function until(page, test, value) {
  for (const end = Date.now() + 20000; ; ) {
    try {
      return await page.waitForFunction(test, { polling: 4, timeout: 10000 }, value);
    } catch (error) {
      if (Date.now() > end || !/context|navigat|detached/i.test(String(error))) throw error;
    }
  }
}

function figure(what, times, most, faults) {
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1];
  console.log(`${what}: median ${median.toFixed(0)} ms, most ${times[times.length - 1].toFixed(0)} ms, of ${times.length}`);
  if (median > most) faults.push(`${what}: ${median.toFixed(0)} ms`);
}

async function timed(change, shown) {
  const began = performance.now();
  change();
  await shown();
  const time = performance.now() - began;
  await pause(150);
  return time;
}

async function main() {
  const [loxo, shots, most = "200"] = process.argv.slice(2);
  const project = mkdtempSync(path.join(tmpdir(), "loxo-dev-browse-"));
  const write = (file, text) => writeFileSync(path.join(project, file), text);
  mkdirSync(path.join(project, "public"));
  write("text.php", "<?php return 'start';");
  write("public/a.css", "p { color: rgb(1, 2, 3) }");
  write("public/index.php", "<!doctype html><html lang=en><head><title>t</title><link rel=stylesheet href=/a.css></head><p><?= require '../text.php' ?>");
  write("public/error.php", "<?php\nfunction outer(array $a) {\n    throw new RuntimeException('<b>A message</b>', 1, new LogicException('The cause'));\n}\nouter([1]);\n");
  const server = spawn(loxo, ["dev", project, "-n", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"] });
  const faults = [];
  let browser;
  try {
    const base = await new Promise((done) => server.stderr.on("data", (text) => (/http:\S+/.exec(text) || []).map(done)));
    browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"], headless: true });
    const page = await browser.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(base);
    await pause(300);
    const [scripts, styles, mended] = [[], [], []];
    const text = (value) => until(page, (value) => document.querySelector("p")?.textContent === value, value);
    for (let round = 0; round < ROUNDS; round++) {
      scripts.push(await timed(() => write("text.php", `<?php return 'text ${round}';`), () => text(`text ${round}`)));
      await page.evaluate(() => (window.kept = true));
      const color = `rgb(${round}, 0, 255)`;
      const shown = () => until(page, (value) => getComputedStyle(document.querySelector("p")).color === value, color);
      styles.push(await timed(() => write("public/a.css", `p { color: ${color} }`), shown));
      if (!(await page.evaluate(() => window.kept && document.querySelectorAll("link").length === 1))) faults.push("a style sheet did more than be replaced");
    }
    for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390]]) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(base + "error.php");
      if ((await page.evaluate(() => document.querySelector("h1")?.textContent)) !== "RuntimeException") faults.push("there is no page of the error");
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push(`the page of the error is wider than ${width}`);
      if (shots) await page.screenshot({ path: path.join(shots, `error-${scheme}-${width}.png`) });
    }
    await pause(200);
    mended.push(await timed(() => write("public/error.php", "<p>mended"), () => text("mended")));
    figure("script to page", scripts, Number(most), faults);
    figure("style sheet to page", styles, Number(most), faults);
    figure("error to page", mended, Number(most), faults);
  } finally {
    await browser?.close();
    server.kill("SIGINT");
    rmSync(project, { recursive: true, force: true });
  }
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
