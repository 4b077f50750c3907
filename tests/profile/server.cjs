// Opens the pages about a server that runs (`loxo serve --admin 127.0.0.1:PORT`) in headless Chromium, follows every link of the first one, and fails when
// the console says anything, when something is loaded from elsewhere, or when a page is wider than the window.
// usage: node server.cjs http://127.0.0.1:PORT [FOLDER FOR SCREENSHOTS]; needs what browse.cjs needs.
const puppeteer = require("puppeteer-core");
const path = require("path");

async function main() {
  const [address, folder] = process.argv.slice(2);
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], headless: true });
  const faults = [];
  for (const [name, width, height, scheme] of [["desktop", 1280, 620, "light"], ["desktop-dark", 1280, 620, "dark"], ["phone", 390, 780, "light"]]) {
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(`${name}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${name}: ${error.message}`));
    page.on("request", (request) => { if (!request.url().startsWith(address) && !request.url().startsWith("data:")) faults.push(`${name}: loads ${request.url()}`); });
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(address, { timeout: 120000 });
    const links = await page.$$eval("a", (all) => all.map((link) => link.href).filter((link) => !link.includes(".json")));
    for (const [number, link] of [address, ...links.slice(0, 8)].entries()) {
      await page.goto(link, { timeout: 120000 });
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) faults.push(`${name}: ${link} is wider than the window`);
      if (!(await page.$("table, canvas, svg"))) faults.push(`${name}: ${link} shows nothing`);
      if (folder) await page.screenshot({ path: path.join(folder, `${name}-${number}.png`) });
    }
    console.log(`${name}: ${links.length} links`);
    await page.close();
  }
  await browser.close();
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}

main();
