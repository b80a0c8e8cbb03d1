import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { containsPattern, namePatterns, userPatterns } from '#server/db/like.ts';
import { exportForAdmin, exportAudited, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { readLastPaid } from '#server/features/orders/list/orders.work.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { ResultOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { recordOf } from '#shared/kernel/records.ts';
import {
  payoutView as payoutSchema,
  type exportPayouts,
  type listPayouts,
  type PayoutDetails,
  type payoutFigures,
  type PayoutView,
} from '#shared/payouts/payouts.contract.ts';
import { readAccounts } from '../accounts/payouts.accounts.queries.ts';
import { mayReadBalances } from '../accounts/payouts.accounts.service.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { readClosings } from '../statements/payouts.balances.queries.ts';
import * as queries from './payouts.list.queries.ts';
import { moneyText, presentAttempt, presentPayout, sumText, type PresentOptions } from './payouts.present.ts';
import { listPayoutRows, type PayoutFilter } from './payouts.search.queries.ts';
import { tamperedOrders } from './payouts.settled.service.ts';

type Query = z.output<(typeof listPayouts)['query']>;
type Filter = z.output<(typeof exportPayouts)['query']>;

/** A member who is not shown account numbers must not find them letter by letter either. */
function filterOf(actor: Actor, { state, currency, method, q, user, sort }: Filter): PayoutFilter {
  const number = q && !actor.masks.includes('accounts') ? q.replaceAll(/[\s-]/g, '') : '';
  return {
    states: [state].flat(),
    currency: currency ?? null,
    method: method ?? null,
    userId: user ?? null,
    pattern: q ? containsPattern(q) : null,
    payeePatterns: q ? namePatterns(q) : [],
    userPatterns: q ? userPatterns(q, actor) : [],
    accountPattern: number ? containsPattern(number) : null,
    sort,
  };
}

/** Presents payouts to the team. */
export async function presentPayouts(
  db: Db,
  deps: SettingsPorts,
  rows: readonly queries.PayoutRow[],
  options: PresentOptions = {},
): Promise<PayoutView[]> {
  const isOff = settingsOf(deps).payouts.payeeChecks === 'off';
  const paidBefore = await readLastPaid(db, { payoutIds: rows.map(({ id }) => id) });
  const lastByPayout = new Map(paidBefore.map(({ payoutId, last }) => [payoutId, last]));
  const tamperedOrderIds = await tamperedOrders(db, rows);
  return rows.map((row) =>
    presentPayout(row, lastByPayout.get(row.id) ?? null, { ...options, isOff, tampered: tamperedOrderIds }),
  );
}

/** Returns one payout as the team sees it. Refuses with not_found. */
export async function payoutView(db: Db, deps: SettingsPorts, id: Id<'payout'>): Promise<PayoutView> {
  const [view] = await presentPayouts(db, deps, await queries.readPayouts(db, { ids: [id] }));
  if (!view) throw new NotFound('payout_not_found');
  return view;
}

/** A page of payouts, oldest first. */
export async function payoutPage(
  deps: PayoutsDeps,
  actor: Actor,
  { page, pageSize, ...filter }: Query,
): Promise<{ rows: PayoutView[]; total: number }> {
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listPayoutRows(deps.db, filterOf(actor, filter), slice);
  return { rows: await presentPayouts(deps.db, deps, rows), total };
}

/** One payout with its attempts, bookings and history. Refuses with not_found. */
export async function payoutDetails(deps: PayoutsDeps, id: Id<'payout'>): Promise<PayoutDetails> {
  const { db } = deps;
  const view = await payoutView(db, deps, id);
  const [attempts, lines, history] = await Promise.all([
    queries.readAttempts(db, { payoutId: id }),
    queries.readMatchedLines(db, { payoutId: id }),
    queries.readHistory(db, { payoutId: id }),
  ]);
  return {
    ...view,
    attempts: attempts.map(presentAttempt),
    lines: lines.map(({ amount, matchedAt, ...line }) => {
      return { ...line, amount: moneyText(amount, view.currency), matchedAt: matchedAt.toISOString() };
    }),
    history: history.map(({ at, action, actorId, actorName }) => {
      return { at: at.toISOString(), action, by: actorId === null ? null : { id: actorId, name: actorName ?? '' } };
    }),
  };
}

type Figures = ResultOf<typeof payoutFigures>;
const states = ['expected', 'due', 'held', 'batched', 'released', 'sent', 'returned'] as const;
/** States of money that has not left the accounts of the business, or came back. */
const statesNeedingCash = ['due', 'held', 'batched', 'released', 'returned'] as const;

/** Amounts owed in each currency. An order is expected, or has a payout; never both. */
export async function figuresOf({ db }: PayoutsDeps, { may }: Pick<Actor, 'may'>): Promise<Figures> {
  const seesBalances = mayReadBalances(may);
  const [rows, closings, accounts] = await Promise.all([
    queries.readFigures(db),
    seesBalances ? readClosings(db) : [],
    seesBalances ? readAccounts(db) : [],
  ]);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return {
    currencies: currencies.map((currency) => {
      const sumOf = (state: string) => {
        const row = rows.find((item) => item.currency === currency && item.state === state);
        return { payouts: row?.payouts ?? 0, amount: moneyText(row?.amount ?? '0', currency) };
      };
      const sums = recordOf(states, sumOf);
      const owedAmounts = statesNeedingCash.map((state) => sums[state].amount);
      const inUse = accounts.filter((account) => account.currency === currency && account.isActive);
      const closingsInUse = closings.filter(({ accountId }) => inUse.some(({ id }) => id === accountId));
      const balances = closingsInUse.map(({ amount }) => amount);
      const inAccounts = balances.length === 0 ? null : sumText(balances, currency);
      return {
        currency,
        ...sums,
        cashNeeded: sumText(owedAmounts, currency),
        inAccounts,
        unknownAccounts: inUse.length - closingsInUse.length,
      };
    }),
  };
}

type Cells = PayoutView & PayoutView['payee'];
const columns: CsvColumn<Cells>[] = [
  ['Reference', ({ order }) => order.reference],
  ['Kind', ({ kind }) => kind],
  ['State', ({ state }) => state],
  ['Approved (UTC)', ({ approvedAt }) => momentCell(approvedAt)],
  ['Customer', ({ userName }) => textCell(userName)],
  ['Amount', ({ amount }) => amount],
  ['Currency', ({ currency }) => currency],
  ['Method', ({ method }) => method],
  ['Account name', ({ accountName }) => textCell(accountName)],
  ['Account number', ({ accountNumber }) => textCell(accountNumber)],
  ['IBAN', ({ iban }) => textCell(iban)],
  ['Bank', ({ bankName }) => textCell(bankName)],
  ['End-to-end id', ({ endToEndId }) => endToEndId ?? ''],
  ['Batch', ({ batch }) => batch?.reference ?? ''],
  ['Settled by', ({ settledBy }) => settledBy ?? ''],
];
const exportedPayout = payoutSchema.extend(payoutSchema.shape.payee.shape);
const batchSize = 500;

/** The payouts of the list as CSV, masked as the list is. */
export async function exportPayoutList(deps: PayoutsDeps, actor: Actor, filter: Filter): Promise<FileAnswer> {
  async function* batches(): AsyncGenerator<Cells[]> {
    for (let offset = 0; ; offset += batchSize) {
      const { rows } = await listPayoutRows(deps.db, filterOf(actor, filter), { limit: batchSize, offset });
      const views = await presentPayouts(deps.db, deps, rows);
      if (views.length > 0) yield views.map((view) => ({ ...view, ...view.payee }));
      if (rows.length < batchSize) return;
    }
  }
  const chunks = () => csvOf(visibleTo(actor, exportedPayout, batches()), columns);
  const audited = auditRecord('payout.exported', exportAudited('csv', filter));
  return exportForAdmin(deps, actor, { audited, name: 'payouts', format: 'csv', chunks });
}
