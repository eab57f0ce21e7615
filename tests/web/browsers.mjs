// Drives browsers for browsers.py by Puppeteer: a line of JSON in asks for something, a line of
// JSON out is its answer, or tells what a page has done meanwhile.

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

/** How long anything is waited for: the only bound, so generous that no busy machine exceeds it. */
const LIMIT_MS = 150_000;
/** The pause before a page is asked again, ms: a little longer every time. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 60;
const browsers = [];
const pages = [];

const tell = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks until the answer is true, and gives it; a page that is being replaced is asked again. */
async function until(ask, what) {
  let trouble = "";
  let ms = FIRST_PAUSE_MS;
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await pause(ms)) {
    ms = Math.min(ms * 1.25, LONGEST_PAUSE_MS);
    try {
      const answer = await ask();
      if (answer) return answer;
      trouble = "";
    } catch (error) {
      trouble = `: ${error.message}`;
    }
  }
  throw new Error(`After ${LIMIT_MS} ms there is still no ${what}${trouble}`);
}

/**
 * In a page: what is visible, can be operated and has that accessible name. To ask the browser's own tree of
 * accessibility takes it three seconds; that names are those that it gives is tested by axe.
 */
function findNamed(name) {
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return copy.textContent;
  };
  const nameOf = (one) => {
    const by = one.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id));
    const told = by ? by.map(textOf).join(" ") : one.getAttribute("aria-label");
    return told ?? (one.labels?.length ? [...one.labels].map(textOf).join(" ") : textOf(one));
  };
  const operated = document.querySelectorAll("a[href], button, input, select, textarea, summary, [role]");
  const isNamed = (one) => nameOf(one).replace(/\s+/g, " ").trim() === name;
  return [...operated].find((one) => isNamed(one) && one.checkVisibility({ visibilityProperty: true }));
}

/** The first element that a selector finds, if any. */
async function find(page, selector) {
  if (!selector.startsWith("aria/")) return page.$(selector);
  return (await page.evaluateHandle(findNamed, selector.slice("aria/".length))).asElement();
}

/** The middle of what a selector finds, once it is visible, has come to rest and hears. */
function findPoint(page, selector) {
  return until(async () => {
    const element = await find(page, selector);
    if (!(await element?.isVisible())) return null;
    if (await element.evaluate((one) => one.closest("[inert]") !== null)) return null;
    await element.scrollIntoView();
    const { x, y } = await element.clickablePoint();
    await pause(20);
    const later = await element.clickablePoint();
    return x === later.x && y === later.y && { x, y };
  }, `visible ${selector} at rest`);
}

/** Runs code in Firefox's own process, which can do what WebDriver BiDi has no command for yet. */
async function runInFirefox(browser, code, ...values) {
  const tree = await browser.connection.send("browsingContext.getTree", { "moz:scope": "chrome" });
  const { result } = await browser.connection.send("script.callFunction", {
    functionDeclaration: String(code),
    target: { context: tree.result.contexts[0].context },
    arguments: [{ type: "string", value: JSON.stringify(values) }],
    awaitPromise: true,
  });
  if (result.type !== "success") throw new Error(result.exceptionDetails.text);
  return JSON.parse(result.result.value);
}

/** In Firefox's own process: sets preferences, which all pages follow at once. */
function setPreferences(values) {
  const [preferences] = JSON.parse(values);
  for (const [name, value] of Object.entries(preferences)) Services.prefs.setIntPref(name, value);
  return "null";
}

/** The preferences by which Firefox follows media features, and has a finger or a mouse. */
function preferencesFor(features, touch) {
  const pointer = touch ? 1 : 6; // coarse; or fine (2), and hovering (4)
  return {
    "layout.css.prefers-color-scheme.content-override":
      features["prefers-color-scheme"] === "dark" ? 0 : 1,
    "ui.prefersReducedMotion": features["prefers-reduced-motion"] === "reduce" ? 1 : 0,
    "browser.display.document_color_use": features["forced-colors"] === "active" ? 2 : 1,
    "ui.primaryPointerCapabilities": pointer,
    "ui.allPointerCapabilities": pointer,
  };
}

/** In Firefox's own process: the addresses that a page has visited. */
function listVisited(values) {
  const [id] = JSON.parse(values);
  const { NavigableManager } = ChromeUtils.importESModule(
    "chrome://remote/content/shared/NavigableManager.sys.mjs",
  );
  const { sessionHistory } = NavigableManager.getBrowsingContextById(id).top;
  const entries = Array.from({ length: sessionHistory.count }, (_, at) =>
    sessionHistory.getEntryAtIndex(at),
  );
  return JSON.stringify(entries.map((entry) => entry.URI.spec));
}

/** In a page, before its own code: what a screen reader would say goes to `window.spokenTexts`. */
function hearLiveRegions() {
  const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const last = new WeakMap();
  window.spokenTexts = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest(regions);
      const parts = region?.children.length ? [...region.children] : [region];
      const text = parts.map((part) => part?.textContent.trim()).join(" ").trim();
      if (region && last.get(region) !== text) {
        last.set(region, text);
        if (text) window.spokenTexts.push(text);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** In a page of Firefox, which tells no driver what the Content-Security-Policy has refused. */
function reportRefusals() {
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`${event.effectiveDirective} refuses ${event.blockedURI}`),
  );
}

/** In a page: where it stands and what it shows, for who must find out why it was late. */
function describe() {
  const { activeElement, body } = document;
  const about = [location.hash, JSON.stringify(history.state), body.dataset.line, activeElement?.outerHTML.slice(0, 120)];
  return [...about, activeElement?.value, body.innerText.replace(/\s+/g, " ").slice(0, 600)].join(" | ");
}

const commands = {
  async launch({ browser, program, profile, keeps, args, preferences }) {
    const launched = await puppeteer.launch({
      browser,
      executablePath: program,
      userDataDir: profile ?? undefined,
      args,
      defaultViewport: null,
      protocolTimeout: LIMIT_MS,
      extraPrefsFirefox: {
        "dom.min_background_timeout_value": 4, // two people play in one browser
        ...preferencesFor({}, false),
        ...preferences,
      },
    });
    return browsers.push({ kind: browser, launched, keeps }) - 1;
  },

  async closeBrowser({ browser }) {
    await browsers[browser].launched.close();
  },

  /** A page in a context of its own, or, of a browser with a profile, in the profile's. */
  async open({ browser, beside }) {
    const { kind, launched, keeps } = browsers[browser];
    const context =
      beside !== null
        ? pages[beside].context
        : keeps
          ? launched.defaultBrowserContext()
          : await launched.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const number = pages.push({ kind, launched, context, page }) - 1;
    page.on("request", (request) => tell({ page: number, asked: request.url() }));
    page.on("pageerror", (error) => tell({ page: number, error: String(error.stack ?? error) }));
    page.on("console", (message) => {
      const text = `${message.text()} ${message.location().url ?? ""}`.trim();
      if (message.type() === "error") tell({ page: number, error: text });
    });
    page.on("dialog", (dialog) => dialog.accept());
    await page.evaluateOnNewDocument(hearLiveRegions);
    if (kind === "firefox") await page.evaluateOnNewDocument(reportRefusals);
    return number;
  },

  async closeContext({ page }) {
    const { kind, launched, context } = pages[page];
    await context.close();
    if (kind === "firefox") await runInFirefox(launched, setPreferences, preferencesFor({}, false));
  },

  /** Calls a method of Puppeteer's page, or of its mouse or keyboard. */
  async call({ page, path, args }) {
    const names = path.split(".");
    const method = names.pop();
    const owner = names.reduce((found, name) => found[name], pages[page].page);
    const answer = await owner[method](...args);
    return answer === undefined || typeof answer === "object" ? null : answer;
  },

  async evaluate({ page, code }) {
    return (await pages[page].page.evaluate(code)) ?? null;
  },

  async waitUntil({ page, code }) {
    const { page: shown } = pages[page];
    try {
      return await until(() => shown.evaluate(code), code);
    } catch (error) {
      throw new Error(`${error.message}; the page says: ${await shown.evaluate(describe)}`);
    }
  },

  async findPoint({ page, selector }) {
    return findPoint(pages[page].page, selector);
  },

  async touchStart({ page, x, y }) {
    pages[page].touch = await pages[page].page.touchscreen.touchStart(x, y);
  },

  async touchMove({ page, x, y }) {
    await pages[page].touch.move(x, y);
  },

  async touchEnd({ page }) {
    await pages[page].touch.end();
  },

  async pretendMedia({ page, features, touch }) {
    const { kind, launched, page: shown } = pages[page];
    if (kind === "firefox") {
      if (features["prefers-contrast"] === "more")
        throw new Error("Firefox pretends more contrast with forced colours only");
      await runInFirefox(launched, setPreferences, preferencesFor(features, touch));
      return;
    }
    const session = (pages[page].session ??= await shown.createCDPSession());
    await session.send("Emulation.setEmulatedMedia", {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
    if (touch) await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  },

  /** Gives a page of Chromium an authenticator that makes passkeys, and signs by them, without being asked. */
  async addAuthenticator({ page }) {
    const session = (pages[page].session ??= await pages[page].page.createCDPSession());
    await session.send("WebAuthn.enable");
    const kind = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true };
    const can = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
    await session.send("WebAuthn.addVirtualAuthenticator", { options: { ...kind, ...can } });
  },

  async allowNotices({ page, origin }) {
    await pages[page].context.overridePermissions(origin, ["notifications"]);
  },

  /** Delivers a push to the service worker of a page of Chromium. */
  async deliverPush({ page, text }) {
    const session = await pages[page].page.createCDPSession();
    const origin = new URL(pages[page].page.url()).origin;
    const known = new Promise((done) =>
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
        if (own) done(own.registrationId);
      }),
    );
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await known, data: text });
    await session.detach();
  },

  async evaluateInWorker({ page, code }) {
    const { context, page: shown } = pages[page];
    const { origin } = new URL(shown.url());
    const isOwn = (target) => target.type() === "service_worker" && target.url().startsWith(`${origin}/`);
    const worker = await (await context.waitForTarget(isOwn)).worker();
    return (await worker.evaluate(code)) ?? null;
  },

  /** Why Chromium would not install what a page belongs to. */
  async listInstallErrors({ page }) {
    const session = await pages[page].page.createCDPSession();
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    const { errors } = await session.send("Page.getAppManifest");
    return [...installabilityErrors.map((error) => error.errorId), ...errors.map((error) => error.message)];
  },

  /** How many listeners and nodes Chromium counts in a page once its garbage is collected. */
  async count({ page }) {
    const session = await pages[page].page.createCDPSession();
    await session.send("HeapProfiler.collectGarbage");
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    await session.detach();
    const counts = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return { listeners: counts.JSEventListeners, nodes: counts.Nodes };
  },

  /** The processor time that each process of Chromium has used, in s. */
  async listProcessorTimes({ page }) {
    const session = await pages[page].launched.target().createCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    return Object.fromEntries(processInfo.map(({ id, type, cpuTime }) => [`${type} ${id}`, cpuTime]));
  },

  async listVisited({ page }) {
    const { kind, launched, page: shown } = pages[page];
    if (kind === "firefox") return runInFirefox(launched, listVisited, shown.mainFrame()._id);
    const session = await shown.createCDPSession();
    const { entries } = await session.send("Page.getNavigationHistory");
    return entries.map((entry) => entry.url);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { number, command, about } = JSON.parse(line);
  try {
    tell({ number, answer: (await commands[command](about)) ?? null });
  } catch (error) {
    tell({ number, failure: error.message });
  }
}
await Promise.allSettled(browsers.map(({ launched }) => launched.close()));
process.exit();
