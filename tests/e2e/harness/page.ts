import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { axeViolations } from '#tests/screens/axe.ts';
import { launchBrowser } from './browser.ts';
import { patienceMs } from './expect.ts';
import { productUrl } from './product.ts';

/** One for each worker: its messages pass through no other process. */
let browser: Promise<Browser> | undefined;

/** The page errors that a test expects beside its assertions; all others make it fail. */
const expected = new WeakMap<Page, RegExp[]>();

/**
 * Declares that this page will cause matching errors, such as /401 .*\/api\/login/, because the test provokes them.
 */
export function expectError(page: Page, pattern: RegExp): void {
  expected.get(page)?.push(pattern);
}

/**
 * A fresh browser window without state, closed when the test ends. The test fails on any console error, unhandled page
 * error, violation of the content security policy, failed request or refusal it did not expect.
 */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launchBrowser();
  const context = await (
    await browser
  ).newContext({
    baseURL: productUrl(),
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // A worker would respond before a test's route: tests of offline reading enable it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(() => {
    // Functions that the test compiler wraps are evaluated in the page, where its helper is missing.
    Object.assign(globalThis, { __name: (value: unknown) => value });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
    // React hides a part that suspends again; a hidden element loses the focus, and the user's next letters.
    const reportHidden = ({ target }: MutationRecord) => {
      if (!(target instanceof HTMLElement) || target.style.getPropertyPriority('display') !== 'important') return;
      const field = target.contains(document.activeElement) && document.activeElement;
      if (field && field !== document.body) console.error(`hidden with the focus: ${field.outerHTML.slice(0, 200)}`);
    };
    new MutationObserver((records) => records.forEach(reportHidden)).observe(document, {
      subtree: true,
      attributeFilter: ['style'],
    });
  });
  const page = await context.newPage();
  await slowDown(page);
  if (options.javaScriptEnabled !== false) waitForHydration(page);
  const errors = watch(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await screenshotOfFailure(page, task.name);
    await context.close();
    expect(errors(), 'nothing went wrong behind the page').toEqual([]);
  });
  return page;
}

/**
 * SLOW_PAGES=4 gives each page a quarter of the processor and a phone's network: it removes the speed that a test must
 * not depend on.
 */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.SLOW_PAGES ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40 * rate,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Holds matching requests until they are released; later ones continue at once. */
export async function hold(page: Page, urls: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urls, async (route) => {
    await releasePromise;
    await route.continue();
  });
  return release;
}

/** Waits until React has hydrated every control of a page that the server rendered. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('#root :is(a, button, input, select)')];
    return controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps$')));
  });
}

/** A control does nothing before it is hydrated, and a test is faster than any user. */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const whenHydrated = (navigation: ReturnType<typeof goto>) =>
    navigation.then((response) => hydrated(page).then(() => response));
  page.goto = (...args) => whenHydrated(goto(...args));
  page.reload = (...args) => whenHydrated(reload(...args));
}

function watch(page: Page): () => string[] {
  const problems: string[] = [];
  /** The reasons of refusals that were read before the window was closed. */
  const reasons = new Map<string, string>();
  const patterns: RegExp[] = [];
  page.on('console', (message) => {
    // The browser's own line about a response has less detail than the response, which is checked below.
    const isEcho = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isEcho) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${reason} ${request.method()} ${request.url()}`);
  });
  let hasSignedOut = false;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/logout')) hasSignedOut = true;
  });
  page.on('response', (response) => {
    // Requests for another user's order, sent while the page signed out, are rightly refused.
    if (response.status() < 400 || (hasSignedOut && response.status() === 401)) return;
    const answer = `answer: ${response.status()} ${response.request().method()} ${response.url()}`;
    problems.push(answer);
    response.text().then(
      (text) => reasons.set(answer, text.slice(0, 300)),
      () => reasons.set(answer, 'closed before its reason was read'),
    );
  });
  expected.set(page, patterns);
  const unexpectedProblems = () => problems.filter((problem) => !patterns.some((pattern) => pattern.test(problem)));
  return () => unexpectedProblems().map((problem) => [problem, reasons.get(problem)].filter(Boolean).join(' '));
}

/**
 * Saves a screenshot in tests/.output/shots for review, if requested: SHOTS=window, or SHOTS=whole for the
 * whole page.
 */
export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await screenshot(page, name);
}

async function screenshot(page: Page, name: string): Promise<void> {
  const folder = join(rootDir, 'tests', '.output', 'shots');
  await mkdir(folder, { recursive: true });
  const fullPage = process.env.SHOTS === 'whole';
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide', fullPage });
}

let failures = 0;

/** A test may have several windows, and their screenshots must not replace one another. */
function screenshotOfFailure(page: Page, test: string): Promise<void> {
  failures += 1;
  return screenshot(page, `failed-${test.replace(/\W+/g, '-').slice(0, 80)}-${failures}`);
}

/** No violation of WCAG 2.2 AA or axe's best practices on this page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeViolations(page), `accessibility of ${page.url()}`).toEqual([]);
}
