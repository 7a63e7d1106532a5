/**
 * @file The machine room in Firefox over WebDriver BiDi:
 *   `cargo xtask browsers` runs it on both transports.
 */

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { extname, join, normalize } from "node:path";
import { createRequire } from "node:module";

const [belle, firefox, packages, site] = process.argv.slice(2);
const puppeteer = createRequire(join(packages, "node_modules", "x.js"))(
  "puppeteer-core",
);
const FEN =
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const STEPS = `async (unit) => {
  const at = (events) => events.find((one) => one.event === "frame");
  const whole = async (command) => {
    let events = await machineRoom.ask(command);
    while (events.some((one) => one.reason === "pending")) events = await machineRoom.ask({ command: "continue" });
    return JSON.stringify(at(events).signals);
  };
  const forwards = [];
  for (let step = 0; step < 20; step++) forwards.push(await whole({ command: "step", unit, count: 1 }));
  const wrong = [];
  for (const expected of forwards.slice(0, -1).reverse()) if ((await whole({ command: "step", unit, count: -1 })) !== expected) wrong.push(expected);
  return wrong;
}`;

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

/** Waits for a condition in the page. */
async function until(page, condition, seconds = 60) {
  const deadline = Date.now() + 1000 * seconds;
  while (!(await page.evaluate(condition))) {
    expect(
      Date.now() < deadline,
      `${condition}: not within ${seconds} seconds`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A file server of a folder. */
async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(
      /\/$/,
      "/index.html",
    );
    const body = await readFile(join(folder, path)).catch(() => null);
    response
      .writeHead(body ? 200 : 404, {
        "Content-Type": TYPES[extname(path)] ?? "text/plain",
      })
      .end(body ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => server.close(),
  };
}

/**
 * Solves the tasks of the learning face whose answers are squares or buttons;
 * every chapter shows its figure.
 */
async function learn(browser, url, complaints) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const squares = {
    1: "e2 e4",
    2: "d4 e5",
    6: "c3 e7",
    7: "d5 e4 c3",
    10: "h8 h2",
  };
  for (let chapter = 1; chapter <= 10; chapter++) {
    await page.goto(`${url}#face=learn&chapter=${chapter}`);
    await until(
      page,
      `document.querySelector('[data-page="${chapter}"]')?.dataset.ready === 'true'`,
    );
    for (const square of squares[chapter]?.split(" ") ?? []) {
      await page.click(`.learn-cells [data-square=${square}]`);
      // A figure shows what it has found before it takes the next square.
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    const answers = { 1: ["about 1,000"] }[chapter] ?? [];
    for (const answer of answers) {
      const button = `[...document.querySelectorAll(".learn-feedback button")].find((one) => one.textContent === "${answer}")`;
      await until(page, `${button}?.checkVisibility()`);
      await page.evaluate(`${button}.click()`);
    }
    if (answers.length || squares[chapter])
      await until(page, "document.querySelector('.learn-task.done') !== null");
  }
  // On a phone the board stays above what is scrolled.
  await page.setViewport({ width: 390, height: 844 });
  await page.evaluate("scrollTo(0, 10_000)");
  await until(
    page,
    `scrollY > 0 && document.querySelector(".learn-board").getBoundingClientRect().top >= 0`,
  );
  await page.close();
}

async function check(browser, url) {
  const complaints = [];
  const open = async (moment) => {
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    page.on(
      "console",
      (message) =>
        ["error", "warn"].includes(message.type()) &&
        complaints.push(message.text()),
    );
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${url}#${moment}`);
    await until(page, "document.documentElement.dataset.ready === 'true'");
    return page;
  };
  const game = await open("");
  const ready = await game.evaluate("document.documentElement.dataset.time");
  await game.evaluate("level.value = '2'");
  await game.type("#move-text", "e4");
  await game.keyboard.press("Enter");
  await until(game, "document.querySelectorAll('#moves .main').length === 2");

  // A player beside the machine: behind a socket, or a module of its own in a worker.
  await game.select("#opponent", "1972");
  await game.select("#book", "off");
  await game.type("#move-text", "d3");
  await game.keyboard.press("Enter");
  await until(game, "document.querySelectorAll('#moves .main').length === 4");

  const page = await open(`fen=${FEN}&depth=4&cycle=50000`);
  for (const unit of ["word", "find", "node", "ply"]) {
    const wrong = await page.evaluate(`(${STEPS})("${unit}")`);
    expect(wrong.length === 0, `${wrong.length} steps back by ${unit} differ`);
  }
  // The page's own keys.
  await page.click("h1");
  const before = await page.evaluate("machineRoom.frame().cycle");
  await page.keyboard.press("ArrowRight");
  await until(page, `machineRoom.frame().cycle > ${before}`);
  const moment = await page.evaluate("machineRoom.moment()");
  const other = await open(moment);
  await until(
    other,
    `machineRoom.frame().cycle === ${await page.evaluate("machineRoom.frame().cycle")}`,
  );
  expect(
    (await other.evaluate("machineRoom.moment()")) === moment,
    "a link leads to its own moment",
  );

  await page.click("#tab-change");
  await page.click("#selftest");
  await until(
    page,
    "document.querySelectorAll('#compared .tests tr').length >= 30",
  );
  expect(
    (await page.evaluate(
      "document.querySelectorAll('#compared .bad').length",
    )) === 0,
    "the self-test fails",
  );

  await learn(browser, url, complaints);

  // A page behind another one is not painted.
  await page.bringToFront();
  await page.click("#tab-machine");
  await page.select("#opponent", "1980");
  await page.evaluate("level.value = '7'");
  await page.click("#full");
  await page.evaluate("document.getElementById('think').click()");
  await page.click("#run");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const read =
    "[performance.now(), machineRoom.painted(), machineRoom.frame().nodes]";
  const first = await page.evaluate(read);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const last = await page.evaluate(read);
  const [time, painted, nodes] = last.map((one, index) => one - first[index]);
  expect(
    painted > 0 && nodes > 0,
    `nothing is painted at full speed: ${await page.evaluate("[document.visibilityState, machineRoom.running(), run.textContent, status.textContent]")}`,
  );
  expect(complaints.length === 0, complaints.join("\n"));
  console.log(
    `${url}: a game, steps, a link, the self-test, the chapters; interactive in ${ready} ms, ${Math.round((1000 * painted) / time)} frames and ${Math.round((1000 * nodes) / time).toLocaleString("en-US")} nodes a second`,
  );
}

const server = spawn(belle, ["room", "--no-open"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
});
try {
  for await (const line of createInterface({ input: server.stdout })) {
    await check(browser, /http:\S+/.exec(line)[0]);
    break;
  }
  if (site) {
    const files = await serve(site);
    await check(browser, files.url);
    files.close();
  }
} finally {
  await browser.close();
  server.kill();
}
