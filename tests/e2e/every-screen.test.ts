import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { adminPaths } from '#client/app/admin/screens.ts';
import { routes } from '#client/app/routes.ts';
import { applyAppearance, type Variant } from '#tests/screens/appearance.ts';
import { axeViolations, clippedTexts, layoutShift, tooWide } from '#tests/screens/axe.ts';
import { waitUntilIdle } from '#tests/screens/wait-until-idle.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError, openPage } from './harness/page.ts';
import { admin, ask, customer } from './harness/users.ts';

// Two variants each, in rotation: npm run a11y has all of them, with users and orders in every list. A customer's screen
// is loaded on a phone, an administrator's on a desktop.
const variants = [
  [
    { theme: 'dark', width: 360, height: 740, language: 'en' },
    { theme: 'light', width: 1280, height: 800, language: 'ar' },
  ],
  [
    { theme: 'light', width: 360, height: 740, language: 'ar' },
    { theme: 'dark', width: 768, height: 1024, language: 'en' },
  ],
  [
    { theme: 'light', width: 360, height: 740, language: 'de' },
    { theme: 'dark', width: 1280, height: 800, language: 'ar' },
  ],
] as const satisfies readonly [Variant, Variant][];

function variantsOf(layout: Layout, index: number): readonly Variant[] {
  const pair = variants[index % variants.length] ?? variants[0];
  return layout === 'admin' ? pair.toReversed() : pair;
}

/** Of the customer whose screens are looked at. */
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
    // Long enough to need a second line in its card.
    orderId = (await placeSellOrder(user, { amount: 0.01, currency: 'NGN' })).id;
    return page;
  },
  wizard: async () => (await customer('/contact')).page,
  admin: async () => (await admin('/admin/settings')).page,
};

const tabs = ['overview', 'transactions', 'users', 'fiat-exchange', 'payment-methods', 'wallets', 'kyc', 'blog'];
/** Screens that are another one at another address. */
const more: Partial<Record<Layout, string[]>> = {
  public: ['/sell?crypto=bitcoin&amount=0.01&currency=USD'],
  account: ['/', '/profile?tab=security'],
  wizard: ['/sell?crypto=bitcoin'],
  admin: tabs.map((tab) => `/admin/dashboard?tab=${tab}`),
};

test.each(['public', 'account', 'wizard', 'admin', 'bare'] as const)(
  'nobody who looks at a screen of the %s kind finds it unreadable, cut off, too wide or moving, or wider at twice the text size',
  async (layout) => {
    const page = await windows[layout]();
    expectError(page, /404 GET .*\/api\/(receipts\/unknown|invitations\/)/);
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    const found: string[] = [];
    const paths = routes.filter((route) => route.layout === layout).map(({ path }) => path);
    for (const [index, path] of [...(layout === 'admin' ? adminPaths : paths), ...(more[layout] ?? [])].entries()) {
      // Each is a first visit: what is there already cannot move.
      await wire.send('Network.clearBrowserCache');
      const faults = await faultsOf(page, await addressOf(path), variantsOf(layout, index), layout !== 'admin');
      found.push(...faults.map((fault) => `${path}, ${fault}`));
    }
    expect(found).toEqual([]);
  },
  300_000,
);

async function faultsOf(page: Page, address: string, appearances: readonly Variant[], canBeLarge: boolean) {
  const [first] = appearances;
  if (first) await page.setViewportSize(first);
  await page.goto(address);
  await waitUntilIdle(page);
  const moved = await layoutShift(page);
  const found = moved > 0.1 ? [`moves by ${moved}`] : [];
  for (const variant of appearances) {
    await applyAppearance(page, variant);
    const faults = [...(await tooWide(page)), ...(await clippedTexts(page)), ...(await axeViolations(page))];
    found.push(...faults.map((fault) => `${Object.values(variant).join(' ')}: ${fault}`));
  }
  return canBeLarge ? [...found, ...(await tooWideInLargeText(page))] : found;
}

/** What scrolls sideways with text twice as large, on a phone and on a computer. */
async function tooWideInLargeText(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(widestInLargeText);
    if (wide) found.push(`at twice the text size, ${width}: ${wide}`);
  }
  return found;
}

/** What reaches furthest beyond the window with text twice as large; nothing where all fits. */
function widestInLargeText(): string | undefined {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  const over = root.scrollWidth - root.clientWidth;
  const reach = (element: Element) => Math.round(element.getBoundingClientRect().right);
  const culprit = [...document.querySelectorAll('body :not(.overflow-hidden *, .overflow-x-auto *)')].reduce(
    (far, item) => (reach(item) >= reach(far) ? item : far),
  );
  root.style.fontSize = '';
  return over > 0 ? `${over} px, ${culprit.outerHTML.slice(0, 160)}` : undefined;
}
