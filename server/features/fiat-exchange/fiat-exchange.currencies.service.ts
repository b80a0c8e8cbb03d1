import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, recordAudit } from '#server/features/audit/audit.service.ts';
import { countMethodsIn } from '#server/features/payment-methods/payment-methods.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { defaultCurrencies } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, round, toText } from '#shared/kernel/money.ts';
import { reasonWith, type Reason } from '#shared/kernel/reason.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import * as queries from './fiat-exchange.queries.ts';
import type { CurrencyRow } from './fiat-exchange.queries.ts';
import { presentCurrency } from './fiat-exchange.rates.ts';

const currencyRow: ActionRow<FiatExchangeDeps, CurrencyRow, FiatCurrencyView, { id: Id<'fiatCurrency'> }> = {
  lock: (tx, { id }) => queries.lockCurrency(tx, { id }),
  missing: 'currency_not_found',
  present: presentCurrency,
};

/** The list of currencies; its row holds the added one. */
const currencyList: ActionRow<FiatExchangeDeps, readonly CurrencyRow[], FiatCurrencyView[], undefined> = {
  lock: async () => [],
  missing: 'currency_not_found',
  present: (rows) => rows.map(presentCurrency),
};

const ratesChanged = (tx: Tx) => publish(tx, { kind: 'rates_changed' });

/** Adds a currency. Refuses with conflict if it exists. */
const createCurrency = act(contract.createFiatCurrency, currencyList, {
  apply: async ({ tx, body: currency }) => {
    const row = await queries.insertCurrency(tx, currency).catch(refuseDuplicate('currency_exists'));
    await ratesChanged(tx);
    return { answer: presentCurrency(row), details: currency, subjectId: row.id };
  },
});

/** Changes the named fields. The code of a currency in use stays: rates, accounts and open exchanges refer to it. */
const changeCurrency = act(contract.updateFiatCurrency, currencyRow, {
  apply: async ({ tx, row: before, body: change }) => {
    const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = { ...before, ...changedFields };
    if (after.code !== before.code) await assertUnused(tx, before.code);
    const row = await queries.writeCurrency(tx, after).catch(refuseDuplicate('currency_exists'));
    await ratesChanged(tx);
    return { row, details: { ...change, code: row.code } };
  },
});

/** Removes an unused currency; one in use is refused with in_use, which names what uses it. */
const deleteCurrency = act(contract.deleteFiatCurrency, currencyRow, {
  apply: async ({ tx, row: { id, code } }) => {
    await assertUnused(tx, code);
    await queries.deleteCurrency(tx, { id });
    await ratesChanged(tx);
    return { answer: undefined, details: { code } };
  },
});

/** Adds the default currencies that are missing; shows those that were added. */
const seedCurrencies = act(contract.seedFiatCurrencies, currencyList, {
  lock: async (tx) => {
    await queries.seedAlone(tx);
    return [];
  },
  apply: async ({ tx }) => {
    const addedCurrencies = await addDefaultCurrencies(tx);
    const entryOf = ({ id, code }: CurrencyRow) => ({
      record: auditRecord('fiat_currency.seeded', { code }),
      subject: { type: 'fiat_currency', id } as const,
    });
    return { row: addedCurrencies, entries: addedCurrencies.map(entryOf) };
  },
});

/** Returns a handler that turns the error of a duplicate into the refusal conflict with this reason. */
export function refuseDuplicate(reason: Reason): (error: unknown) => never {
  return (error) => {
    if (isUniqueViolation(error)) throw new Conflict('conflict', reason);
    throw error;
  };
}

async function assertUnused(tx: Tx, code: string): Promise<void> {
  const { rates, orders } = await queries.countUses(tx, { code });
  const { methods } = await countMethodsIn(tx, { currency: code });
  if (rates + methods + orders === 0) return;
  const inUse = reasonWith('currency_in_use', { code, rates, methods, orders });
  throw new Conflict('in_use', inUse, { rates, paymentMethods: methods, openExchanges: orders });
}

/** Each action of the team on the exchange currencies. */
export const currencyActions: ActionsOf<FiatExchangeDeps, 'rates.write'> = [
  createCurrency,
  changeCurrency,
  deleteCurrency,
  seedCurrencies,
];

/** Adds the default currencies that are missing, after the existing ones; returns the added ones. */
export async function addDefaultCurrencies(tx: Tx): Promise<CurrencyRow[]> {
  const storedCurrencies = await queries.listCurrencies(tx);
  const lastSortOrder = Math.max(0, ...storedCurrencies.map(({ sortOrder }) => sortOrder));
  const missingCodes = defaultCurrencies.filter((code) => !storedCurrencies.some((row) => row.code === code));
  const addedCurrencies: CurrencyRow[] = [];
  for (const code of missingCodes) {
    const { name = code, symbol = code } = payoutCurrency(code) ?? {};
    addedCurrencies.push(
      await queries.insertCurrency(tx, { code, name, symbol, sortOrder: lastSortOrder + addedCurrencies.length + 1 }),
    );
  }
  if (addedCurrencies.length > 0) await publish(tx, { kind: 'rates_changed' });
  return addedCurrencies;
}

/** Seeds an installation without a currency; outside production also sample rates, to try an exchange. */
export async function seedExchange({ inTx, env }: Pick<Platform, 'inTx' | 'env'>): Promise<void> {
  await inTx(async (tx) => {
    await queries.seedAlone(tx);
    if ((await queries.listCurrencies(tx)).length > 0) return;
    const addedCurrencies = await addDefaultCurrencies(tx);
    for (const { id, code } of addedCurrencies)
      await recordAudit(tx, 'system', 'fiat_currency.seeded', { type: 'fiat_currency', id }, { code });
    if (env.production || !env.fx.sources.includes('sample')) return;
    for (const from of addedCurrencies) {
      for (const to of addedCurrencies) if (from !== to) await addSampleRate(tx, from.code, to.code);
    }
  });
}

async function addSampleRate(tx: Tx, from: string, to: string): Promise<void> {
  const fromUnits = fxSample[from];
  const toUnits = fxSample[to];
  if (!fromUnits || !toUnits) return;
  // Rounds down, so that nobody gains by exchanging there and back.
  const exchangeRate = toText(round(decimal(toUnits).div(decimal(fromUnits)), { decimals: 8 }, 'down'));
  await queries.insertRate(tx, { fromCurrency: from, toCurrency: to, exchangeRate, isActive: true, isSample: true });
}
