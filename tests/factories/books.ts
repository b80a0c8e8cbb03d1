import { randomUUID } from 'node:crypto';
import { monthOf } from '#server/features/book/book.periods.service.ts';
import { post } from '#server/features/book/book.service.ts';
import {
  accounts,
  arrivalPosting,
  claimPosting,
  settlementPosting,
  type Posting,
  type Reversal,
} from '#shared/book/book.postings.ts';
import type { EntryInput, EntryView } from '#shared/books/books.contract.ts';
import type { PeriodView } from '#shared/books/books.periods.contract.ts';
import { ownerCalls, theOwner } from '#tests/factories/approvals.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';

/** The month this many months before the current one. */
export function monthsAgo(months: number, now = new Date()): string {
  const start = new Date(`${monthOf(now)}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() - months);
  return monthOf(start);
}

/** Noon of a day of a month. */
export const noonOf = (month: string, day = '15') => new Date(`${month}-${day}T12:00:00Z`);

/** Returns the entry of the owner's deposit into an account at noon of a day. */
export const capitalOf = (unit: string, amount: string, month: string, day?: string): EntryInput => ({
  kind: 'capital',
  at: noonOf(month, day).toISOString(),
  lines: [{ from: unit === 'USD' ? 'cash' : `coins:${unit}`, to: 'capital', unit, amount }],
  note: 'Put in by the owner',
});

/** The calls of the books as the owner, and the entries that the other parts of the product enter. */
export function bookCalls(testbed: Testbed) {
  const admin = ownerCalls(testbed);
  const ada = fixture(() => aUser(testbed.database.pool));
  const postAll = (...postings: (Posting | Reversal)[]) => testbed.app.deps.inTx((tx) => post(tx, postings));

  /** A sale of 0.01 BTC whose coins arrived, were bought for 391.45 USD and are owed less a fee of 19.57. */
  async function aBoughtSale({ at = new Date(), orderId }: { at?: Date; orderId?: string } = {}) {
    const author = { at, actorId: null };
    const id = orderId ?? (await anOrder(testbed.app.deps, ada));
    const transfer = { transferId: randomUUID(), coin: 'bitcoin', amount: '0.01' };
    await postAll(arrivalPosting(transfer, randomUUID(), author), claimPosting(transfer, id, author));
    const money = { currency: 'USD', net: '371.88', fee: '19.57' };
    await postAll(settlementPosting({ orderId: id, unit: 'bitcoin', parts: ['0.01'], ...money }, author));
    return id;
  }

  const byHand = (entry: EntryInput) => admin.post<EntryView>('books/entries', entry);
  const period = async (month: string) => (await admin.get<PeriodView>(`books/periods/${month}`)).body;
  /** Closes a month in its current state. */
  async function close(month: string, changes: object = {}) {
    const { digest } = await period(month);
    return admin.post(`books/periods/${month}/close`, { digest, ...changes });
  }
  const journal = (query = '') => admin.list(`books/journal${query}`) as Promise<unknown> as Promise<EntryView[]>;
  const setRate = (day: string, unit: string, rate: string) =>
    admin.put(`books/rates/${day}/${unit}`, { rate, note: 'Of the central bank' });
  /** Sends a file of an exchange. */
  async function upload(text: string, exchange = 'kraken') {
    const form = { exchange, disposals: { bytes: Buffer.from(text), name: 'sales.csv' } };
    return testbed.app.call('POST', '/api/admin/books/disposals', { ...(await theOwner(testbed)), form });
  }
  return { admin, ada, accounts, enter: postAll, aBoughtSale, byHand, period, close, journal, setRate, upload };
}
