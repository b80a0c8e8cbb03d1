import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type DeclaredAction } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { countMethodsIn } from '#server/features/payment-methods/payment-methods.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { FiatCurrencyView } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith, type Reason } from '#shared/kernel/reason.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import * as queries from './fiat-exchange.queries.ts';
import type { CurrencyRow } from './fiat-exchange.queries.ts';
import { presentCurrency } from './fiat-exchange.rates.ts';
import { addDefaultCurrencies } from './fiat-exchange.service.ts';

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

/** Returns a handler that turns the error of a duplicate into a refusal with this reason. */
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
export const currencyActions: readonly DeclaredAction<FiatExchangeDeps>[] = [
  createCurrency,
  changeCurrency,
  deleteCurrency,
  seedCurrencies,
];
