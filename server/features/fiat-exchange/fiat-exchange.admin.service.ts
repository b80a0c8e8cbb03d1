import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { publish } from '#server/events/publish.ts';
import { auditRecord, writeAudit, type AuditRecord } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { countMethodsIn } from '#server/features/payment-methods/payment-methods.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { RatesSnapshot } from '#server/features/rates/rates.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import { hourMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import type {
  addExchangeRate,
  ExchangeRateView,
  FiatCurrencyView,
  updateExchangeRate,
} from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type {
  createFiatCurrency,
  updateFiatCurrency,
} from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { changePercent, needsConfirmation } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal, toText, toWire } from '#shared/kernel/money.ts';
import { filled, type Reason } from '#shared/kernel/reason.ts';
import { askIfFar, compareRate, type Comparison } from './fiat-exchange.approvals.service.ts';
import * as queries from './fiat-exchange.queries.ts';
import { followMarket, presentCurrency, presentRate } from './fiat-exchange.rates.ts';
import { addDefaultCurrencies } from './fiat-exchange.service.ts';

type FiatExchangeDeps = Pick<Platform, 'inTx' | 'now' | 'env'>;
export type RateDeps = FiatExchangeDeps & Pick<Platform, 'fourEyes'> & Pick<RatesPorts, 'rates'>;

/** All pair rates, each measured against its inverse. */
export async function listRates(deps: Pick<Platform & RatesPorts, 'db' | 'rates'>): Promise<ExchangeRateView[]> {
  const [stored, snapshot] = await Promise.all([queries.listRates(deps.db), deps.rates()]);
  const rows = stored.map((row) => {
    const followed = row.marketPercent === null ? undefined : followMarket(snapshot, row, row.marketPercent);
    return followed ? { ...row, exchangeRate: toText(followed.rate), updatedAt: followed.updatedAt } : row;
  });
  return rows.map((row) => presentRate(row, rows));
}

/** Sets the rate of a new pair, or asks a second member. Refuses: not_found, conflict, confirmation_required. */
export async function addRate(
  deps: RateDeps,
  actor: Actor,
  { typed, call }: { typed: z.output<(typeof addExchangeRate)['body']>; call: Call },
): Promise<ExchangeRateView | PendingApproval> {
  const { inTx, now, env } = deps;
  const { fromCurrency, toCurrency, isActive } = typed;
  const named = heldRate(call) ?? typed.exchangeRate;
  const exchangeRate = named ?? marketRateOf(await deps.rates(), typed, typed.marketPercent ?? 0);
  const wanted = { ...typed, exchangeRate };
  return inTx(async (tx) => {
    const codes = await queries.lockCurrenciesShared(tx);
    if (!codes.has(fromCurrency) || !codes.has(toCurrency)) throw new NotFound('currency_not_found');
    const comparison = await compareRate(tx, deps, undefined, wanted);
    if (!wanted.confirm) assertConfirmed(comparison);
    const pending = await askIfFar(tx, deps, actor, { wanted, comparison, call });
    if (pending) return pending;
    const rate = { fromCurrency, toCurrency, exchangeRate, isActive, updatedAt: now(), ...sourceOf(typed, now()) };
    const row = await queries.insertRate(tx, rate).catch(refuseDuplicate('exchange_rate_exists'));
    await publishChange(
      tx,
      actor,
      row.id,
      auditRecord('fiat_rate.created', { fromCurrency, toCurrency, ...auditDetailsOf(row) }),
    );
    await notifyOwner(tx, env, { before: undefined, after: row });
    return presentRate(row, await queries.listRates(tx));
  });
}

/** Changes or toggles a rate; a jump may wait for a second member. A changed sample becomes the operator's own. */
export async function changeRate(
  deps: RateDeps,
  actor: Actor,
  id: string,
  { typed, call }: { typed: z.output<(typeof updateExchangeRate)['body']>; call: Call },
): Promise<ExchangeRateView | PendingApproval> {
  const { inTx, now, env } = deps;
  const { isActive, marketPercent, validHours, confirm } = typed;
  return inTx(async (tx) => {
    const before = await queries.lockRate(tx, { id });
    if (!before) throw new NotFound('exchange_rate_not_found');
    const follows = typeof marketPercent === 'number';
    const wantedNow = async () =>
      follows ? marketRateOf(await deps.rates(), before, marketPercent) : typed.exchangeRate;
    const exchangeRate = heldRate(call) ?? (await wantedNow());
    if (exchangeRate !== undefined) {
      const rate = decimal(before.exchangeRate);
      if (!confirm) assertConfirmed({ rate, percent: changePercent(rate, decimal(exchangeRate)) });
      const { fromCurrency, toCurrency } = before;
      const wanted = { ...typed, fromCurrency, toCurrency, exchangeRate };
      const comparison = await compareRate(tx, deps, before, wanted);
      const pending = await askIfFar(tx, deps, actor, { before, wanted, comparison, call });
      if (pending) return pending;
    }
    const isSet = exchangeRate !== undefined;
    const isNamed = isSet || validHours !== undefined;
    const set = {
      ...(isSet && { exchangeRate, isSample: false, updatedAt: now() }),
      ...(isNamed &&
        sourceOf({ marketPercent: isSet ? marketPercent : toNumber(before.marketPercent), validHours }, now())),
    };
    const row = await queries.writeRate(tx, { ...before, ...set, isActive: isActive ?? before.isActive });
    const { fromCurrency, toCurrency } = row;
    const changes = { before: auditDetailsOf(before), after: auditDetailsOf(row) };
    await publishChange(tx, actor, id, auditRecord('fiat_rate.changed', { fromCurrency, toCurrency, ...changes }));
    await notifyOwner(tx, env, { before, after: row });
    return presentRate(row, await queries.listRates(tx));
  });
}

const seenRate = z.object({ exchangeRate: z.string() });

/** What a second member has approved: a rate that follows the market stays as they saw it. */
const heldRate = ({ approved }: Call) => seenRate.safeParse(approved?.approval.input.seen).data?.exchangeRate;

/** Removes a rate; orders keep theirs. */
export async function removeRate({ inTx, env }: FiatExchangeDeps, actor: Actor, id: string): Promise<void> {
  await inTx(async (tx) => {
    const before = await queries.lockRate(tx, { id });
    if (!before) throw new NotFound('exchange_rate_not_found');
    await queries.deleteRate(tx, { id });
    const { fromCurrency, toCurrency } = before;
    await publishChange(
      tx,
      actor,
      id,
      auditRecord('fiat_rate.deleted', { fromCurrency, toCurrency, ...auditDetailsOf(before) }),
    );
    await notifyOwner(tx, env, { before, after: undefined });
  });
}

export async function listAllCurrencies({ db }: Pick<Platform, 'db'>): Promise<FiatCurrencyView[]> {
  return (await queries.listCurrencies(db)).map(presentCurrency);
}

/** Adds a currency; refuses with conflict one that is there. */
export async function createCurrency(
  { inTx }: FiatExchangeDeps,
  actor: Actor,
  currency: z.output<(typeof createFiatCurrency)['body']>,
): Promise<FiatCurrencyView> {
  return inTx(async (tx) => {
    const row = await queries.insertCurrency(tx, currency).catch(refuseDuplicate(codeTaken));
    await publishChange(tx, actor, row.id, auditRecord('fiat_currency.created', currency));
    return presentCurrency(row);
  });
}

/** Changes what is named. The code of a currency in use stays: rates, accounts and open exchanges go by it. */
export async function changeCurrency(
  { inTx }: FiatExchangeDeps,
  actor: Actor,
  id: string,
  change: z.output<(typeof updateFiatCurrency)['body']>,
): Promise<FiatCurrencyView> {
  return inTx(async (tx) => {
    const before = await queries.lockCurrency(tx, { id });
    if (!before) throw new NotFound('currency_not_found');
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = { ...before, ...named };
    if (after.code !== before.code) await requireUnused(tx, before.code);
    const row = await queries.writeCurrency(tx, after).catch(refuseDuplicate(codeTaken));
    await publishChange(
      tx,
      actor,
      id,
      auditRecord('fiat_currency.changed', { ...change, code: change.code ?? before.code }),
    );
    return presentCurrency(row);
  });
}

/** Removes an unused currency; one in use is refused with in_use, which names what uses it. */
export async function removeCurrency({ inTx }: FiatExchangeDeps, actor: Actor, id: string): Promise<void> {
  await inTx(async (tx) => {
    const before = await queries.lockCurrency(tx, { id });
    if (!before) throw new NotFound('currency_not_found');
    await requireUnused(tx, before.code);
    await queries.deleteCurrency(tx, { id });
    await publishChange(tx, actor, id, auditRecord('fiat_currency.deleted', { code: before.code }));
  });
}

/** Adds the default currencies that are missing; returns those that were added. */
export async function seedCurrencies({ inTx }: FiatExchangeDeps, actor: Actor): Promise<FiatCurrencyView[]> {
  return inTx(async (tx) => {
    await queries.seedAlone(tx);
    return (await addDefaultCurrencies(tx, actor)).map(presentCurrency);
  });
}

const codeTaken = 'currency_exists';

function refuseDuplicate(reason: Reason): (error: unknown) => never {
  return (error) => {
    if (isUniqueViolation(error)) throw new Conflict('conflict', reason);
    throw error;
  };
}

async function requireUnused(tx: Tx, code: string): Promise<void> {
  const { rates, orders } = await queries.countUses(tx, { code });
  const { methods } = await countMethodsIn(tx, { currency: code });
  if (rates + methods + orders === 0) return;
  const inUse = filled('currency_in_use', { code, rates, methods, orders });
  throw new Conflict('in_use', inUse, { rates, paymentMethods: methods, openExchanges: orders });
}

/** Throws Conflict where a digit may have slipped, and where nothing could show that one has. */
function assertConfirmed(comparison: Pick<Comparison, 'rate' | 'percent'> | undefined): void {
  if (!comparison) throw new Conflict('confirmation_required', 'exchange_rate_incomparable');
  const { rate, percent } = comparison;
  if (!needsConfirmation(percent)) return;
  const because = filled('exchange_rate_far', { percent: percent.toFixed(), rate: toText(rate) });
  throw new Conflict('confirmation_required', because);
}

/** A mail to the owner, so that an unauthorized change is noticed. Switching on and off moves no rate. */
async function notifyOwner(
  tx: Tx,
  env: Platform['env'],
  { before, after }: { before: queries.RateRow | undefined; after: queries.RateRow | undefined },
): Promise<void> {
  const rate = after ?? before;
  if (!rate || before?.exchangeRate === after?.exchangeRate) return;
  const shown = (row: queries.RateRow | undefined) => (row ? toText(decimal(row.exchangeRate)) : null);
  await sendMail(tx, {
    template: 'pair_rate_notice',
    to: { userId: null, email: env.admin.email, language: 'en' },
    data: { pair: `${rate.fromCurrency} - ${rate.toCurrency}`, before: shown(before), after: shown(after) },
  });
}

const auditDetailsOf = ({ exchangeRate, isActive, marketPercent, expiresAt }: queries.RateRow) => ({
  exchangeRate: toText(decimal(exchangeRate)),
  isActive,
  ...(marketPercent !== null && { marketPercent: toText(decimal(marketPercent)) }),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
});

const toNumber = (value: string | null) => (value === null ? null : toWire(decimal(value)));

/** Where a rate comes from: what follows the market does not expire, and a rate that is set begins a new term. */
function sourceOf(
  { marketPercent, validHours }: Pick<z.output<(typeof updateExchangeRate)['body']>, 'marketPercent' | 'validHours'>,
  now: Date,
): Pick<queries.RateRow, 'marketPercent' | 'expiresAt'> {
  const follows = typeof marketPercent === 'number';
  return {
    marketPercent: follows ? String(marketPercent) : null,
    expiresAt: follows || !validHours ? null : new Date(now.getTime() + validHours * hourMs),
  };
}

function marketRateOf(
  snapshot: RatesSnapshot,
  pair: Pick<queries.RateRow, 'fromCurrency' | 'toCurrency'>,
  percent: number,
): string {
  const followed = followMarket(snapshot, pair, String(percent));
  if (!followed) throw new Unprocessable('rate_unavailable', 'exchange_rate_unavailable');
  return toText(followed.rate);
}

async function publishChange(tx: Tx, actor: Actor, id: string, audited: AuditRecord): Promise<void> {
  const type = audited.action.startsWith('fiat_rate.') ? 'fiat_rate' : 'fiat_currency';
  await writeAudit(tx, actor, audited, { type, id });
  await publish(tx, { kind: 'rates_changed' });
}
