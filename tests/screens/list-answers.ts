// Lists of the money screens without a row, and with many rows of long names and large sums.
import type { Route } from 'playwright';
import { decimal, toText } from '#shared/kernel/money.ts';
import type { Step } from './interactions.ts';
import { changedAnswer, withDue } from './team-answers.ts';

type Row = Record<string, unknown>;

/** The lists at these addresses are empty. */
export const withoutRows =
  (...paths: RegExp[]): Step =>
  async (page) => {
    for (const path of paths) await changedAnswer<Row[]>(path, () => [])(page);
  };

/** No payout is due, and no sum contradicts that. */
export const noneDue: Step = async (page) => {
  await withDue(() => [])(page);
  await withoutRows(/\/api\/admin\/payouts\?.*state=due/)(page);
};

const maxDue = 80;
const amountOf = (at: number): string => `${(at * 7919) % 83_003}.${String(at % 100).padStart(2, '0')}`;
const banks = ['Zenfield Bank', 'First Coastal Bank of Nigeria', 'Harbour Trust', 'Prairie National Cooperative Bank'];

/** The initial that distinguishes people of one name. */
const initialOf = (at: number) => String.fromCodePoint(64 + Math.floor(at / names.length));

/** Eighty payouts of one currency, one of sixteen with the flag that stops the first. */
export const manyPayouts: Step = async (page) => {
  const amounts = Array.from({ length: maxDue }, (_value, at) => amountOf(at + 1));
  await withDue((currency) => (currency === 'NGN' ? amounts : []))(page);
  await changedAnswer<Row[]>(/\/api\/admin\/payouts\?.*state=due/, ([first]) =>
    amounts.map((amount, at) => ({
      ...first,
      ...(at % 16 !== 5 && { checks: [], differs: [] }),
      id: `0b0e8a1e-5a52-4a57-9d1c-${String(at).padStart(12, '0')}`,
      currency: 'NGN',
      amount,
      payee: {
        ...(first?.payee as Row),
        accountName: at < names.length ? nameOf(at) : `${nameOf(at)} ${initialOf(at)}.`,
        accountNumber: String(2_001_504_113 + at * 7919),
        bankName: banks[at % banks.length],
        bankCode: '058',
      },
      order: { ...(first?.order as Row), reference: `LF-${String(at + 10)}WP-${String(at + 10)}` },
    })),
  )(page);
};

/** Everything that arrived is decided, also in the sums by coin. */
export const noneUnmatched: Step = async (page) => {
  await withoutRows(/\/api\/admin\/unmatched\?/)(page);
  await changedAnswer<Row[]>(/\/api\/admin\/unmatched\/sums$/, (sums) =>
    sums.map((sum) => {
      const refunded = decimal(String(sum.refunded)).plus(decimal(String(sum.unmatched)));
      return { ...sum, unmatched: '0', refunded: toText(refunded) };
    }),
  )(page);
};

const askedAt = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString();
/** The customers of refunds without an address were asked three days ago: they can be asked again. */
export const lateRefunds: Step = changedAnswer<Row[]>(/\/api\/admin\/refunds\?/, (refunds) =>
  refunds.map((refund) => (refund.address === null ? { ...refund, askedAt: askedAt, dueAt: askedAt } : refund)),
);
/** The customers of returned payouts were asked three days ago: they can be asked again. */
export const latePayouts: Step = changedAnswer<Row[]>(/\/api\/admin\/payouts\?.*state=returned/, (payouts) =>
  payouts.map((payout) =>
    payout.returned === null
      ? payout
      : { ...payout, returned: { ...(payout.returned as Row), at: askedAt, askedAt: askedAt } },
  ),
);

const names = [
  'Maria Cristina dela Cruz-Villanueva y Santos',
  'Adaeze Nwankwo-Abdulrahman Oluwaseun Okonkwo',
  'Friederike Brandenburg-Hohenstaufen',
  'Li Na',
];

const nameOf = (at: number): string => names[at % names.length] ?? '';

/** The rows of the list many times, each with a unique name and a larger sum. */
const manyTimes = (path: RegExp, change: (row: Row, at: number) => Row, count = 20): Step =>
  changedAnswer<Row[]>(path, (rows) =>
    Array.from({ length: count }, (_value, at) => ({
      ...rows[at % rows.length],
      id: `0b0e8a1e-5a52-4a57-9d1c-${String(at).padStart(12, '0')}`,
    })).map((row, at) => change(row, at)),
  );

/** Refunds of each state, in the order of the server: due ones first. */
const refundsTimes = (path: RegExp, count: number): Step =>
  changedAnswer<Row[]>(path, (rows) =>
    Array.from({ length: rows.length === 0 ? 0 : count }, (_value, at) => ({
      ...rows[Math.floor((at * rows.length) / count)],
      id: `0b0e8a1e-5a52-4a57-9d1c-${String(at).padStart(12, '0')}`,
      userName: nameOf(at),
      amount: 999_999.123_456_78 / (at + 1),
      valueUsd: Math.round(14_357_000_000 / (at + 1)) / 100,
      reason: 'The customer sent twice what was agreed, and asked for the second transfer back by telephone.',
    })),
  );

export const manyRefunds: Step = async (page) => {
  await refundsTimes(/\/api\/admin\/refunds\?(?!.*state=)/, 21)(page);
  await refundsTimes(/\/api\/admin\/refunds\?.*state=/, 7)(page);
};

export const manyUnmatched = manyTimes(/\/api\/admin\/unmatched(\?|$)/, (row, at) => ({
  ...row,
  amount: 99_999.12 / (at + 1),
  valueUsd: Math.round(1_435_700_000 / (at + 1)) / 100,
  lease: { ...(row.lease as Row), userName: nameOf(at) },
}));

/** Offers in the order of the server: the open ones first, and of those the ones that end soon. */
const openOffers = 12;
const offerRow = (row: Row, at: number): Row => {
  const isOpen = at < openOffers;
  return {
    ...row,
    userName: nameOf(at),
    state: isOpen ? 'open' : at % 2 === 0 ? 'expired' : 'withdrawn',
    orderReference: null,
    expiresAt: new Date(Date.now() + (isOpen ? (at + 1) * 95 : -at * 60) * 60_000).toISOString(),
  };
};

/** Twelve open offers, also in their number, and the ended ones below them. */
export const manyOffers: Step = async (page) => {
  await manyTimes(/\/api\/admin\/offers\?(?!.*state=)/, offerRow)(page);
  await manyTimes(/\/api\/admin\/offers\?.*state=open/, offerRow, openOffers)(page);
};

const linesOfKinds = changedAnswer<Row[]>(/\/api\/admin\/statement-lines\?/, (rows) =>
  rows.length === 0
    ? rows
    : Array.from({ length: 8 }, (_value, at) => ({
        ...rows[0],
        id: `0b0e8a1e-5a52-4a57-9d1c-${String(at).padStart(12, '0')}`,
        text: `TRF/${String(rows[0]?.text)}/FRM LANDFALL EXCHANGE LIMITED TO ${nameOf(at).toUpperCase()}/REF 000${at}`,
        amount: `${999_999 * (at + 1)}.50`,
      })),
);

/** Lines of each kind, with the long texts that banks write. */
export const manyLines: Step = async (page) => {
  await linesOfKinds(page);
  const counts = { exact: 8, proposed: 8, unmatched: 8 };
  await changedAnswer<Row[]>(/\/api\/admin\/statements\?/, (rows) => rows.map((row) => ({ ...row, ...counts })))(page);
};

const emails = ['maria-cristina.dela-cruz-villanueva.y.santos', 'adaeze.nwankwo-abdulrahman', 'li.na', 'f.b'];
const emailOf = (at: number) => `${emails[at % emails.length] ?? ''}.${at}@customers.landfall.test`;
const longTag = 'call back before paying';

/** Customers with long names and addresses, some of them with tags. */
export const manyUsers = manyTimes(/\/api\/admin\/users\?/, (row, at) => ({
  ...row,
  name: nameOf(at),
  email: emailOf(at),
  transactions: 98_765 - at,
  tags: at % 4 === 0 ? [longTag, 'regular'] : [],
}));

/** Imports of files with long names and many lines. */
export const manyImports = manyTimes(/\/api\/admin\/imports(\?|$)/, (row, at) => ({
  ...row,
  fileName:
    at % 3 === 0 ? 'customers.csv' : `customers_of_the_branch_in_lagos_island_2026-${at + 1}_corrected_final.csv`,
  rows: 20_000 - at,
  created: (at % 3 === 0 ? 20_000 : 19_990) - at,
  skipped: at % 3 === 0 ? 0 : 10,
  madeBy: { ...(row.madeBy as Row), name: nameOf(at) },
}));

const reasons = [
  ['same_payee', 'other_account'],
  ['over_limit'],
  ['wrong_number', 'similar_proof'],
  ['short'],
] as const;

const orderCount = 60;
const orders = Array.from({ length: orderCount }, (_value, at) => ({
  id: `0b0e8a1e-5a52-4a57-9d1c-${String(at).padStart(12, '0')}`,
  reference: `LF-${String(7_000 + at)}-Q2`,
}));
const isMatch = (at: number) => at % 3 === 0;

/** The orders to decide, each in the form of one of the server's own. */
async function answerTodo(route: Route): Promise<void> {
  // The server answers a conditional request without its rows.
  const { 'if-none-match': _etag, ...headers } = route.request().headers();
  const response = await route.fetch({ headers: headers });
  const rows = (await response.json()) as Row[];
  const json = orders.slice(0, 25).map((order, at) => ({
    ...rows[at % rows.length],
    ...order,
    payoutAmount: 999_177_806.5 - at * 15_652_204,
    amount: 98_765.5 - at * 1_204,
    ...(rows[at % rows.length]?.type === 'fiat' && { fromAmount: 1_404_859_312.5 - at * 20_652_204 }),
    userName: nameOf(at),
    createdAt: new Date(Date.now() - (orderCount - at) * 11 * 60_000).toISOString(),
  }));
  await route.fulfill({ response, json, headers: { ...response.headers(), 'x-total-count': String(orderCount) } });
}

/** Sixty orders to decide, with long names and large sums; every third one matches. */
export const manyOrders: Step = async (page) => {
  await changedAnswer<Row[]>(/\/api\/admin\/verdicts$/, (verdicts) => [
    ...verdicts,
    ...orders.flatMap(({ id }, at) => {
      if (isMatch(at)) return { id, level: 'green' };
      return reasons[at % reasons.length]?.[0] === 'short' ? { id, level: 'red', uneven: 'short' } : [];
    }),
  ])(page);
  await page.route(/\/api\/admin\/transactions\?.*work=todo/, answerTodo);
  await changedAnswer<{ matching: Row[]; left: Row[] }>(
    /\/api\/admin\/matching-transactions$/,
    ({ matching: [first] }) => ({
      matching: orders.filter((_order, at) => isMatch(at)).map((order) => ({ ...first, ...order })),
      left: orders.flatMap((order, at) => {
        const [reason, ...otherReasons] = reasons[at % reasons.length] ?? ['short'];
        return isMatch(at) ? [] : [{ ...order, reason, also: otherReasons }];
      }),
    }),
  )(page);
};
