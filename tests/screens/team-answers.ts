// States of the team's screens that the demo does not have: its own answers, changed on their way to the page.
import type { Page } from 'playwright';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import type { Step } from './interactions.ts';
import { id } from './line-answers.ts';

type Row = Record<string, unknown>;

/** Answers with changed rows at this address of the team. */
export const changedAnswer =
  <Answer extends Row | Row[]>(path: RegExp, change: (answer: Answer) => Answer) =>
  (page: Page): Promise<unknown> =>
    page.route(path, async (route) => {
      // The server answers a conditional request without its rows.
      const { 'if-none-match': _etag, ...asked } = route.request().headers();
      const response = await route.fetch({ headers: asked });
      const json = change((await response.json()) as Answer);
      const headers = response.headers();
      // Only for a paged list: for any other one the total would make it a page.
      const total = Array.isArray(json) && 'x-total-count' in headers && { 'x-total-count': String(json.length) };
      await route.fulfill({ response, json, headers: { ...headers, ...total } });
    });

/** A batch that another member has released, and whose file waits to be saved. */
export const releaseBatches = changedAnswer<Row[]>(/\/api\/admin\/payout-batches\?.*prepared/, (batches) =>
  batches.map((batch) => ({
    ...batch,
    state: 'released',
    mayRelease: false,
    releasedBy: { id, name: 'Amara Cole' },
    releasedAt: batch.madeAt,
    fileName: `${String(batch.reference)}.csv`,
    sha256: batch.digest,
  })),
);

type Part = { payouts: number; amount: string };
type Figures = { currencies: (Row & { currency: string; cashNeeded: string; due: Part })[] };

/**
 * The sums above the payouts with these due amounts, if there are any: the needed cash of a currency follows from them.
 */
export const withDue = (dueOf: (currency: string) => readonly string[] | undefined): Step =>
  changedAnswer<Figures>(/\/api\/admin\/payouts\/figures$/, ({ currencies }) => ({
    currencies: currencies.map((figures) => {
      const amounts = dueOf(figures.currency);
      if (!amounts) return figures;
      const dueSum = amounts.reduce((sum, amount) => sum.plus(decimal(amount)), zero);
      const cashNeeded = decimal(figures.cashNeeded).minus(decimal(figures.due.amount)).plus(dueSum);
      return { ...figures, cashNeeded: toText(cashNeeded), due: { payouts: amounts.length, amount: toText(dueSum) } };
    }),
  }));

const payees = [
  ['Chidi Okeke', '2001504113', '92409.35'],
  ['Adaeze Nwankwo-Abdulrahman Oluwaseun', '2001512032', '52204.02'],
  ['Hauwa Musa', '2001519951', '173658.00'],
  ['Damilola Ajayi', '2001527870', '38186.09'],
  ['Kemi Lawal', '2001535789', '999177806.78'],
  ['Ngozi Eze', '2001543708', '105610.68'],
] as const;

const ofTwoCurrencies = changedAnswer<Row[]>(/\/api\/admin\/payouts\?.*state=due/, (payouts) => {
  const [first] = payouts;
  if (!first) return payouts;
  const payee = first.payee as Row;
  const cleanPayout = { checks: [], differs: [], currency: 'NGN' };
  const otherPayouts = payees.map(([accountName, accountNumber, amount], at) => ({
    ...first,
    ...cleanPayout,
    id: `00000000-0000-4000-8000-00000000000${at}`,
    amount,
    payee: {
      ...payee,
      method: 'bank',
      accountName,
      accountNumber,
      iban: null,
      bankName: 'Zenfield Bank',
      bankCode: '058',
    },
    order: { ...(first.order as Row), reference: `LF-C8WP-${at}F` },
  }));
  return [...otherPayouts, first];
});

/** Payouts of two currencies, so that their groups stand below one another. */
export const groupPayouts: Step = async (page) => {
  const amounts = payees.map(([, , amount]) => amount);
  await withDue((currency) => (currency === 'NGN' ? amounts : undefined))(page);
  await ofTwoCurrencies(page);
};

/** October, which is over: one difference still needs an explanation. */
const october = {
  month: '2026-10',
  state: 'to_close',
  entries: 3184,
  late: 6,
  totals: [
    ['coins', 'bitcoin', '1.5', '1.8421', '13104.20'],
    ['coins', 'litecoin', '40', '88.25', '6927.11'],
    ['bank', 'NGN', '4410000.00', '5118402.10', '518.44'],
    ['owed', 'NGN', '320400.00', '273684.80', '-34.19'],
    ['fees', 'NGN', '0.00', '8853212.60', '6480.31'],
    ['cost:bank', 'NGN', '0.00', '563770.12', '412.60'],
  ].map(([account, unit, opening, closing, base]) => ({ account, unit, opening, closing, base })),
  digest: '7c1e90ab42f30d88'.repeat(4),
  problems: [{ code: 'not_reconciled', params: { account: 'Naira account', unit: 'NGN', difference: '-1250.00 NGN' } }],
  closedBy: null,
  closedAt: null,
  sha256: null,
};
const closedPeriod = { ...october, closedBy: { id, name: 'Amara Cole' }, closedAt: '2026-10-02T09:14:00.000Z' };
const september = { ...closedPeriod, month: '2026-09', state: 'closed', entries: 2871, sha256: october.digest };

/** A book with a closed month, one to close, and the current one. */
export async function answerMonths(page: Page): Promise<void> {
  await changedAnswer<Row[]>(/\/api\/admin\/books\/periods$/, (months) => [...months, october, september])(page);
  await page.route(/\/api\/admin\/books\/periods\/2026-10$/, (route) => route.fulfill({ json: october }));
}

/** A coin that a member has paused, in the pauses, its price and the rail. */
export async function answerPause(page: Page): Promise<void> {
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const by = '5f0c2b7a-3d1e-4a6b-9c8d-7e6f5a4b3c2d';
  const pause = { what: 'coin', subject: 'litecoin', reason: 'The node is upgraded until noon', since, by };
  await changedAnswer<Row[]>(/\/api\/admin\/team$/, (members) => [
    ...members,
    { ...members[0], id: by, name: 'Amara Cole' },
  ])(page);
  await changedAnswer<Row>(/\/api\/admin\/pauses$/, (pauses) => ({ ...pauses, active: [pause] }))(page);
  await changedAnswer<Row[]>(/\/api\/crypto-assets$/, (assets) =>
    assets.map((asset) => (asset.id === 'litecoin' ? { ...asset, available: false, notice: 'paused' } : asset)),
  )(page);
  const { what, subject } = pause;
  // The page comes with the settings.
  await page.route(/\/admin\/prices$/, async (route) => {
    const response = await route.fetch();
    const pauses = `"pauses":${JSON.stringify({ active: [{ what, subject }] })}`;
    const body = (await response.text()).replaceAll('"pauses":{"active":[]}', pauses);
    await route.fulfill({ response, body });
  });
}
