import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { act, type Acting, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { rateUnavailable, type RatesSnapshot } from '#server/features/rates/rates.service.ts';
import { seenValues } from '#server/http/guards/four-eyes.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type { ExchangeRateView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { changePercent, needsConfirmation } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText, toWire } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { compareRate, isFarFromComparison, shownToSecond, type Comparison } from './fiat-exchange.approvals.service.ts';
import { refuseDuplicate } from './fiat-exchange.currencies.service.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import * as queries from './fiat-exchange.queries.ts';
import type { RateRow } from './fiat-exchange.queries.ts';
import { followMarket, presentRate } from './fiat-exchange.rates.ts';

const rateRow: ActionRow<FiatExchangeDeps, RateRow, ExchangeRateView, { id: Id<'exchangeRate'> }> = {
  lock: (tx, { id }) => queries.lockRate(tx, { id }),
  missing: 'exchange_rate_not_found',
  present: async (row, { tx }) => presentRate(row, await queries.listRates(tx)),
};

/** All pairs; its row are the codes of their currencies, none of which goes while a pair of them is added. */
const rateList: ActionRow<FiatExchangeDeps, ReadonlySet<string>, never, undefined> = {
  lock: (tx) => queries.lockCurrenciesShared(tx),
  missing: 'currency_not_found',
  present: () => {
    throw new Error('A list is not shown after an action.');
  },
};

/** Sets the rate of a new pair, or asks a second member. */
const addRate = act(contract.addExchangeRate, rateList, {
  check: async ({ tx, deps, row: codes, body, approved }) => {
    const { fromCurrency, toCurrency, marketPercent, confirm } = body;
    if (!codes.has(fromCurrency) || !codes.has(toCurrency)) throw new NotFound('currency_not_found');
    const namedRate = heldRate.of(approved)?.exchangeRate ?? body.exchangeRate;
    const exchangeRate = namedRate ?? marketRateOf(await deps.rates(), body, marketPercent ?? 0);
    const requestedRate = { fromCurrency, toCurrency, exchangeRate };
    const comparison = await compareRate(tx, deps, undefined, requestedRate);
    if (!confirm) assertConfirmed(comparison);
    return { before: undefined, wanted: requestedRate, comparison };
  },
  second: {
    isNeeded: ({ deps, checked }) => isFarFromComparison(deps, checked),
    details: ({ checked }) => shownToSecond(checked),
    more: ({ body, checked: { wanted } }) => ({
      subjectId: `${body.fromCurrency}-${body.toCurrency}`,
      seen: heldRate.stored({ exchangeRate: wanted.exchangeRate }),
      state: '',
    }),
  },
  apply: async ({ tx, deps, body, now, checked: { wanted } }) => {
    const rate = { ...wanted, isActive: body.isActive, updatedAt: now, ...sourceOf(body, now) };
    const row = await queries.insertRate(tx, rate).catch(refuseDuplicate('exchange_rate_exists'));
    await noticeChange(tx, deps, { before: undefined, after: row });
    const { fromCurrency, toCurrency } = wanted;
    return {
      answer: presentRate(row, await queries.listRates(tx)),
      details: { fromCurrency, toCurrency, ...auditDetailsOf(row) },
      subjectId: row.id,
    };
  },
});

/** The requested rate of a pair, compared with the present one; undefined where the rate stays. */
async function comparedChange({
  tx,
  deps,
  row: before,
  body: { marketPercent, exchangeRate: typedRate, confirm },
  approved,
}: Acting<FiatExchangeDeps, typeof contract.updateExchangeRate, RateRow>) {
  const followsMarket = typeof marketPercent === 'number';
  const wantedNow = async () => (followsMarket ? marketRateOf(await deps.rates(), before, marketPercent) : typedRate);
  const exchangeRate = heldRate.of(approved)?.exchangeRate ?? (await wantedNow());
  if (exchangeRate === undefined) return undefined;
  const rate = decimal(before.exchangeRate);
  if (!confirm) assertConfirmed({ rate, percent: changePercent(rate, decimal(exchangeRate)) });
  const { fromCurrency, toCurrency } = before;
  const requestedRate = { fromCurrency, toCurrency, exchangeRate };
  return { before, wanted: requestedRate, comparison: await compareRate(tx, deps, before, requestedRate) };
}

/** Changes or toggles a rate; a jump may wait for a second member. A changed sample becomes the operator's own. */
const changeRate = act(contract.updateExchangeRate, rateRow, {
  check: (context) => comparedChange(context),
  second: {
    isNeeded: ({ deps, checked }) => checked !== undefined && isFarFromComparison(deps, checked),
    details: ({ checked }) => (checked ? shownToSecond(checked) : {}),
    more: ({ row: { updatedAt, isActive }, checked }) => ({
      ...(checked && { seen: heldRate.stored({ exchangeRate: checked.wanted.exchangeRate }) }),
      state: `${updatedAt.toISOString()} ${isActive}`,
    }),
  },
  apply: async ({ tx, deps, row: before, body, now, checked }) => {
    const { validHours, isActive = before.isActive } = body;
    const marketPercent = checked ? body.marketPercent : toNumber(before.marketPercent);
    const row = await queries.writeRate(tx, {
      ...before,
      ...(checked && { exchangeRate: checked.wanted.exchangeRate, isSample: false, updatedAt: now }),
      ...((checked || validHours !== undefined) && sourceOf({ marketPercent, validHours }, now)),
      isActive,
    });
    await noticeChange(tx, deps, { before, after: row });
    const { fromCurrency, toCurrency } = row;
    const details = { fromCurrency, toCurrency, before: auditDetailsOf(before), after: auditDetailsOf(row) };
    return { row, details };
  },
});

/** The rate that a second member has approved: one that follows the market stays as they saw it. */
const heldRate = seenValues(z.object({ exchangeRate: z.string() }));

/** Removes a rate; orders keep theirs. */
const deleteRate = act(contract.deleteExchangeRate, rateRow, {
  apply: async ({ tx, deps, row }) => {
    await queries.deleteRate(tx, { id: row.id });
    await noticeChange(tx, deps, { before: row, after: undefined });
    const { fromCurrency, toCurrency } = row;
    return { answer: undefined, details: { fromCurrency, toCurrency, ...auditDetailsOf(row) } };
  },
});

/**
 * Refuses with confirmation_required where a digit may have been mistyped, and where no rate is known to compare with.
 */
function assertConfirmed(comparison: Pick<Comparison, 'rate' | 'percent'> | undefined): void {
  if (!comparison) throw new Conflict('confirmation_required', 'exchange_rate_incomparable');
  const { rate, percent } = comparison;
  if (!needsConfirmation(percent)) return;
  const reason = reasonWith('exchange_rate_far', { percent: percent.toFixed(), rate: toText(rate) });
  throw new Conflict('confirmation_required', reason);
}

/**
 * Notifies every process and mails the owner, so that an unauthorized change is noticed. A pair that is only switched
 * on or off sends no mail.
 */
async function noticeChange(
  tx: Tx,
  { env }: FiatExchangeDeps,
  { before, after }: { before: RateRow | undefined; after: RateRow | undefined },
): Promise<void> {
  await publish(tx, { kind: 'rates_changed' });
  const rate = after ?? before;
  if (!rate || before?.exchangeRate === after?.exchangeRate) return;
  const shownRate = (row: RateRow | undefined) => (row ? toText(decimal(row.exchangeRate)) : null);
  await sendMail(tx, {
    template: 'pair_rate_notice',
    to: { userId: null, email: env.admin.email, language: 'en' },
    data: { pair: `${rate.fromCurrency} - ${rate.toCurrency}`, before: shownRate(before), after: shownRate(after) },
  });
}

const auditDetailsOf = ({ exchangeRate, isActive, marketPercent, expiresAt }: RateRow) => ({
  exchangeRate: toText(decimal(exchangeRate)),
  isActive,
  ...(marketPercent !== null && { marketPercent: toText(decimal(marketPercent)) }),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
});

const toNumber = (value: string | null) => (value === null ? null : toWire(decimal(value)));

/** The source of a rate: a rate that follows the market does not expire, and one that is set begins a new term. */
function sourceOf(
  {
    marketPercent,
    validHours,
  }: Pick<z.output<typeof contract.updateExchangeRate.body>, 'marketPercent' | 'validHours'>,
  now: Date,
): Pick<RateRow, 'marketPercent' | 'expiresAt'> {
  const followsMarket = typeof marketPercent === 'number';
  return {
    marketPercent: followsMarket ? String(marketPercent) : null,
    expiresAt: followsMarket || !validHours ? null : new Date(now.getTime() + validHours * hourMs),
  };
}

function marketRateOf(
  snapshot: RatesSnapshot,
  pair: Pick<RateRow, 'fromCurrency' | 'toCurrency'>,
  percent: number,
): string {
  const marketRate = followMarket(snapshot, pair, String(percent));
  if (!marketRate) throw rateUnavailable('exchange_rate_unavailable');
  return toText(marketRate.rate);
}

/** Each action of the team on the rates of pairs. */
export const rateActions: ActionsOf<FiatExchangeDeps, 'rates.write'> = [addRate, changeRate, deleteRate];
