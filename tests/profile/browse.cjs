// Opens a page of `loxo profile --page` in headless Chromium, goes through its views, and fails when the console says anything, when something
// is loaded, or when a view cannot be drawn. usage: node browse.cjs PAGE.html [FOLDER FOR SCREENSHOTS]
// Needs puppeteer-core (npm install puppeteer-core) and Chromium, CHROMIUM or /usr/bin/chromium.
const puppeteer = require("puppeteer-core");
const path = require("path");

async function main() {
  const [file, folder] = process.argv.slice(2);
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], headless: true });
  const faults = [];
  for (const [name, width, height, scheme] of [["desktop", 1280, 800, "light"], ["desktop-dark", 1280, 800, "dark"], ["phone", 390, 780, "light"]]) {
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(`${name}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${name}: ${error.message}`));
    page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) faults.push(`${name}: loads ${request.url()}`); });
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto("file://" + path.resolve(file), { timeout: 120000 });
    for (const tab of await page.$$eval("#tabs button", (buttons) => buttons.map((button) => button.dataset.tab))) {
      const took = await page.evaluate((tab) => {
        const start = performance.now();
        document.querySelector(`#tabs [data-tab=${tab}]`).click();
        document.body.getBoundingClientRect();
        return performance.now() - start;
      }, tab);
      console.log(`${name} ${tab} ${took.toFixed(0)} ms`);
      if (!(await page.$("main canvas, main svg, main table"))) faults.push(`${name}: ${tab} shows nothing`);
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) faults.push(`${name}: ${tab} is wider than the window`);
      for (const key of ["ArrowDown", "ArrowRight", "Enter", "+", "]", "-", "m", "Escape", "Escape"]) await page.keyboard.press(key);
      if (folder) await page.screenshot({ path: path.join(folder, `${name}-${tab}.png`) });
    }
    await page.focus("#search");
    await page.keyboard.type("e");
    await page.waitForFunction(() => document.querySelector("#found").textContent !== "");
    await page.close();
  }
  await browser.close();
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}

main();
