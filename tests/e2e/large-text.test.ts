import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { overviewView, type OverviewView } from '#shared/overview/overview.contract.ts';
import { applyAppearance, waitUntilIdle } from '#tests/screens/appearance.ts';
import { clippedTexts, tooWide } from '#tests/screens/axe.ts';
import { brokenWords, coveredRest } from '#tests/screens/large-text.ts';
import { answer, pathOf } from '#tests/screens/line-states.ts';
import { shot } from './harness/page.ts';
import { admin, customer } from './harness/users.ts';

/** The states that most orders go through, and those that need the customer. */
const states: readonly LineState[] = [
  'waiting',
  'seen',
  'confirming',
  'checked',
  'short',
  'late',
  'sent',
  'arrived',
  'refund_address',
  'account',
];

const phone = { theme: 'dark', width: 360, height: 740 } as const;
const smallestViewport = { theme: 'light', width: 320, height: 640 } as const;

const views = [
  [phone, 100],
  [phone, 200],
  [smallestViewport, 100],
] as const;

const faultsOf = async (page: Page): Promise<string[]> =>
  (await Promise.all([tooWide(page), clippedTexts(page), brokenWords(page), coveredRest(page)])).flat();

test('a customer with large text or a small phone reads words and sums in full', async () => {
  const { page } = await customer('/contact');
  for (const state of states) {
    await page.unrouteAll();
    await answer(page, state);
    await page.setViewportSize(phone);
    await page.goto(pathOf(state));
    await page.locator(`section[data-state=${state}]`).first().waitFor();
    for (const [view, percent] of views) {
      await applyAppearance(page, view);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
      const name = `${state}-${view.width}-${percent}`;
      // A dialog adapts to its content a moment after its letters have grown.
      await expect.poll(() => faultsOf(page), { message: name }).toEqual([]);
      await shot(page, `large-text-${name}`);
    }
  }
});

test('a customer with a phone sees the clock and the button of a choice in full', async () => {
  const { page } = await customer('/contact');
  await page.setViewportSize(phone);
  for (const [state, path, read] of [
    ['short', pathOf('short'), '.line-next :is(a, button), .line-clock'],
    ['photo', `${pathOf('photo')}&new`, '.line-next :is(a, button)'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, state);
    await page.goto(path);
    await page.locator(`section[data-state=${state}]`).first().waitFor();
    // A finger must meet the whole area of each button, and nothing that covers it, nor over the time it is pressed by.
    const parts = page.locator(read);
    const coveredTexts = () =>
      parts.evaluateAll((all) => {
        const isCovered = (part: Element) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const hits = [top + 4, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y));
          return !hits.every((element) => part.contains(element));
        };
        return all.filter(isCovered).map(({ textContent }) => textContent);
      });
    await expect.poll(coveredTexts).toEqual([]);
    await shot(page, `whole-button-${state}`);
  }
});

const day = '2026-11-29';
const longSum = '1234567.89';
const waiting = { count: 3, oldestAt: `${day}T08:00:00.000Z` };

/** The figures of a large business: every chart and every sum of the overview has its longest line. */
function fillOverview(stats: OverviewView): OverviewView {
  const { cards, needs, charts } = stats;
  const sharesOf = (...keys: string[]) => keys.map((key) => ({ key, orders: 1200, usd: longSum }));
  const currencies = ['NGN', 'KES'].map((currency) => ({ currency, orders: 1200, amount: longSum }));
  const fees = currencies.map(({ amount, ...rest }) => ({ ...rest, fee: amount }));
  return {
    ...stats,
    cards: {
      transactions: { ...cards.transactions, total: 54_321, span: 12_345 },
      pending: { ...cards.pending, total: 3 },
      volume: { totalUsd: longSum, spanUsd: longSum, spanBeforeUsd: longSum, changePercent: -12.5 },
    },
    needs: { ...needs, kyc: waiting, unmatched: waiting, chats: waiting, heldRates: { count: 1, subject: 'NGN' } },
    charts: {
      volume: charts.volume.map((bar) => ({ ...bar, orders: 12, usd: longSum })),
      statuses: [{ status: 'completed', orders: 12_345 }],
      assets: sharesOf('USDT', 'BTC'),
      currencies: sharesOf('NGN', 'KES'),
      payoutTimes: charts.payoutTimes.map((point) => ({ ...point, minutes: 118, payouts: 12 })),
    },
    income: {
      fees,
      feesByDay: fees.map((fee) => ({ ...fee, day })),
      received: currencies.map(({ currency, ...rest }) => ({ ...rest, asset: currency })),
      due: currencies,
      extra: [],
      base: { currency: 'NGN', fees: longSum, volume: longSum, due: longSum, position: longSum, missing: [] },
    },
  };
}

type Figures = Api['GET /api/admin/payouts/figures']['output'];

/** A currency with two sums as long as they get, of which the bank has not enough. */
function fillFigures(): Figures {
  const none = { payouts: 0, amount: '0.00' };
  const states = { due: none, batched: none, released: none, sent: none, held: none, returned: none, expected: none };
  return {
    currencies: [{ currency: 'NGN', ...states, cashNeeded: longSum, inAccounts: '1134567.89', unknownAccounts: 0 }],
  };
}

/** The texts that reach beyond the content of their card. */
const outsideOfCard = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main .card bdi')].flatMap((sum) => {
      const { right: edge = 0 } = sum.closest('.card')?.getBoundingClientRect() ?? {};
      return sum.getBoundingClientRect().right > edge - 8 ? [`${sum.textContent} touches the edge of its card`] : [];
    }),
  );

test('an administrator with large text or a small phone reads every sum in full', async () => {
  const { page } = await admin('/admin/account');
  await page.route('**/api/admin/overview?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: fillOverview(overviewView.parse(await response.json())) });
  });
  await page.route('**/api/admin/payouts/figures', (route) => route.fulfill({ json: fillFigures() }));
  await page.setViewportSize(phone);
  for (const [path, region] of [
    ['/admin/dashboard?tab=overview', 'Needs you now'],
    ['/admin/payouts?tab=release', 'Cash needed'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('region', { name: region }).waitFor();
    await waitUntilIdle(page);
    for (const [view, percent] of views) {
      await applyAppearance(page, view);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
      const faults = async () => (await Promise.all([tooWide(page), clippedTexts(page), outsideOfCard(page)])).flat();
      const name = `${region}-${view.width}-${percent}`;
      await expect.poll(faults, { message: name }).toEqual([]);
      await shot(page, `large-text-${name}`);
    }
  }
});

/**
 * Screens with wide rows, long names or several buttons in a line, some of them in a language that makes them wider.
 */
const wideScreens = [
  '/admin/prices',
  '/admin/fiat-exchange',
  '/admin/fiat-currencies',
  '/admin/payment-methods',
  '/admin/wallets',
  '/admin/deposit-sources',
  '/admin/books',
  '/admin/books?tab=journal',
  '/admin/books?tab=profit',
  '/admin/books?tab=reconciliation',
  '/admin/books?tab=months',
  ['/admin/audit-log', 'ar'],
  '/admin/blog?post=new',
  '/admin/settings?tab=texts',
  ['/admin/dashboard?tab=overview', 'de'],
  ['/admin/kyc', 'de'],
] as const;

test('an administrator with large text on a phone scrolls wide screens in one direction', async () => {
  const { page } = await admin('/admin/account');
  await page.setViewportSize(phone);
  for (const screen of wideScreens) {
    const [path, language] = typeof screen === 'string' ? [screen, 'en'] : screen;
    await page.goto(path);
    await waitUntilIdle(page);
    await applyAppearance(page, { ...phone, language });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    // Names of variables are longer than a line of such letters, and may break.
    const faults = async () => (await Promise.all([tooWide(page), clippedTexts(page)])).flat();
    await expect.poll(faults, { message: path }).toEqual([]);
    await shot(page, `large-text-${path.replaceAll(/\W+/g, '-')}`);
  }
});
