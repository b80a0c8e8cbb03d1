import type { Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { adminPaths, adminTabs } from '#client/app/admin/places.ts';
import { routes } from '#client/app/routes.ts';
import { applyAppearance, type Variant } from '#tests/screens/appearance.ts';
import { addAxeToEachDocument, axeViolations, clippedTexts, layoutShift, tooWide } from '#tests/screens/axe.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError, openPage } from './harness/page.ts';
import { startOwnProduct } from './harness/server.ts';
import { admin, ask, customer } from './harness/users.ts';

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1280, height: 800 };

// Theme and language alternate between the first and the second size of a route: npm run a11y covers all of them, with
// users and orders in every list. A route starts with the variant that the previous one ended with, so that little is
// rendered twice.
const inEnglish = { theme: 'dark', language: 'en' } as const;
const inArabic = { theme: 'light', language: 'ar' } as const;

interface Appearance extends Variant {
  hasAxe: boolean;
  inLargeText: boolean;
}

/**
 * A customer's screen is loaded on a phone, an administrator's on a desktop; axe checks each theme on both.
 */
function appearancesOf(layout: Layout, index: number): Appearance[] {
  const place = index % 4;
  const [first, secondVariant] = place % 2 === 0 ? [inEnglish, inArabic] : [inArabic, inEnglish];
  const [firstSize, secondSize] = layout === 'admin' ? [desktop, phone] : [phone, desktop];
  const inLargeText = layout !== 'admin';
  const thirdVariant = place === 0 ? { ...tablet, inLargeText: false } : { ...phone, inLargeText, language: 'de' };
  return [
    { ...first, ...firstSize, hasAxe: place < 2, inLargeText },
    { ...secondVariant, ...secondSize, hasAxe: place >= 2, inLargeText },
    ...(place % 2 === 0 ? [{ ...secondVariant, ...thirdVariant, hasAxe: false }] : []),
  ];
}

/** A separate product: a list moves when other tests add to it, and the screens here must not move. */
startOwnProduct();

/** An order of the customer whose screens are opened. */
let orderId = '';

/** Values for the parameters of a path. */
async function addressOf(path: string): Promise<string> {
  const [post] = path.startsWith('/blog/') ? await ask<{ id: string }[]>('GET', '/api/blog-posts') : [];
  return path
    .replace(':cryptoId', 'bitcoin')
    .replace(':code', 'unknown')
    .replace(':id', post?.id ?? orderId)
    .replace('*', 'no-such-page');
}

type Layout = 'public' | 'account' | 'wizard' | 'admin' | 'bare';

const windows = {
  public: () => openPage(),
  bare: () => openPage(),
  account: async () => {
    const { user, page } = await customer('/contact');
    // Long enough for a second line in its card.
    orderId = (await placeSellOrder(user, { amount: 0.01, currency: 'NGN' })).id;
    return page;
  },
  wizard: async () => (await customer('/contact')).page,
  admin: async () => (await admin('/admin/settings')).page,
};

/** Screens that redirect to another address; the dashboard opens with its first tab. */
const moreStates: Partial<Record<Layout, string[]>> = {
  public: ['/sell?crypto=bitcoin&amount=0.01&currency=USD', '/no-such-page'],
  account: ['/', '/profile?tab=security'],
  wizard: ['/sell?crypto=bitcoin'],
  admin: adminTabs.slice(1).map(({ id }) => `/admin/dashboard?tab=${id}`),
};

test.each(['public', 'account', 'wizard', 'admin', 'bare'] as const)(
  'a user finds no fault in the layout of the screens of group %s',
  async (layout) => {
    const page = await windows[layout]();
    expectError(page, /404 GET .*\/(o\/unknown|api\/((receipts|offers)\/unknown|invitations\/)|no-such-page)/);
    await addAxeToEachDocument(page);
    const requests = pendingRequests(page);
    const allFaults: string[] = [];
    const paths = routes.filter((route) => route.layout === layout).map(({ path }) => path);
    for (const [index, path] of [
      ...(layout === 'admin' ? adminPaths : paths),
      ...(moreStates[layout] ?? []),
    ].entries()) {
      const appearances = appearancesOf(layout, index);
      await page.setViewportSize(appearances[0] ?? phone);
      const since = await open(page, await addressOf(path), layout === 'admin');
      await waitUntilRendered(page, requests);
      const faults = await faultsOf(page, appearances, since);
      allFaults.push(...faults.map((fault) => `${path}, ${fault}`));
    }
    expect(allFaults).toEqual([]);
  },
);

/**
 * Opens a screen; within the administration by a link, which keeps the frame. Returns the time by the clock of the
 * page.
 */
async function open(page: Page, address: string, isWithin: boolean): Promise<number> {
  if (!isWithin) {
    await page.goto(address);
    return 0;
  }
  const leftPage = await page.evaluate((to) => {
    const { title } = document;
    const startedAt = performance.now();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return { title, at: startedAt };
  }, address);
  const titleOf = (text: string) => text.replace(/^\(\d+\) /, '');
  await expect.poll(async () => titleOf(await page.title()), { message: address }).not.toBe(titleOf(leftPage.title));
  return leftPage.at;
}

/** The requests of this page that have no response yet. */
function pendingRequests(page: Page): ReadonlySet<Request> {
  const requests = new Set<Request>();
  page.on('request', (request) => {
    // Pending requests of the previous page do not count any more.
    if (request.isNavigationRequest()) requests.clear();
    requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}

/** Waits until the page is idle, no request is pending and no placeholder is shown. */
async function waitUntilRendered(page: Page, requests: ReadonlySet<Request>): Promise<void> {
  const leftRequests = async () => {
    const placeholders = await page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      return document.querySelectorAll('[aria-busy=true]').length;
    });
    return placeholders + requests.size;
  };
  await expect.poll(leftRequests, { message: page.url() }).toBe(0);
}

async function faultsOf(page: Page, appearances: readonly Appearance[], since: number): Promise<string[]> {
  const shift = await layoutShift(page, since);
  const problems = shift > 0.1 ? [`moves by ${shift}`] : [];
  for (const { hasAxe, inLargeText, ...variant } of appearances) {
    await applyAppearance(page, variant);
    const faults = await Promise.all([
      tooWide(page),
      clippedTexts(page),
      ...(inLargeText ? [page.evaluate(tooWideInLargeText)] : []),
    ]);
    const axeFaults = hasAxe ? await axeViolations(page) : [];
    problems.push(...[...faults.flat(), ...axeFaults].map((fault) => `${Object.values(variant).join(' ')}: ${fault}`));
  }
  return problems;
}

/** The elements that reach furthest beyond the window with text twice as large; empty where all fits. */
function tooWideInLargeText(): string[] {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  const overflow = root.scrollWidth - root.clientWidth;
  const rightEdge = (element: Element) => Math.round(element.getBoundingClientRect().right);
  const insideElements =
    overflow > 0 ? [...document.querySelectorAll('body :not(.overflow-hidden *, .overflow-x-auto *)')] : [];
  const [widestElement] = insideElements.toSorted((a, b) => rightEdge(b) - rightEdge(a));
  root.style.fontSize = '';
  return overflow > 0
    ? [`at twice the text size wider by ${overflow} px: ${widestElement?.outerHTML.slice(0, 160)}`]
    : [];
}
