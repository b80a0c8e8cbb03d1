import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { defaultCurrencies } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal, round, toText } from '#shared/kernel/money.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { insertCurrency, insertRate, listCurrencies, seedAlone, type CurrencyRow } from './fiat-exchange.queries.ts';

/** Adds the default currencies that are missing, after the existing ones; returns what was added. */
export async function addDefaultCurrencies(tx: Tx, actor: Actor | 'system'): Promise<CurrencyRow[]> {
  const known = await listCurrencies(tx);
  const last = Math.max(0, ...known.map(({ sortOrder }) => sortOrder));
  const missing = defaultCurrencies.filter((code) => !known.some((row) => row.code === code));
  const added: CurrencyRow[] = [];
  for (const code of missing) {
    const { name = code, symbol = code } = payoutCurrency(code) ?? {};
    added.push(await insertCurrency(tx, { code, name, symbol, sortOrder: last + added.length + 1 }));
  }
  for (const { id, code } of added) {
    await recordAudit(tx, actor, 'fiat_currency.seeded', { type: 'fiat_currency', id }, { code });
  }
  if (added.length > 0) await publish(tx, { kind: 'rates_changed' });
  return added;
}

/** Seeds an installation without a currency; outside production also sample rates, to try an exchange. */
export async function seedExchange({ inTx, env }: Pick<Platform, 'inTx' | 'env'>): Promise<void> {
  await inTx(async (tx) => {
    await seedAlone(tx);
    if ((await listCurrencies(tx)).length > 0) return;
    const added = await addDefaultCurrencies(tx, 'system');
    if (env.production || env.fx.provider !== 'sample') return;
    for (const from of added) {
      for (const to of added) if (from !== to) await addSampleRate(tx, from.code, to.code);
    }
  });
}

async function addSampleRate(tx: Tx, from: string, to: string): Promise<void> {
  const [fromUnits, toUnits] = [fxSample[from], fxSample[to]];
  if (!fromUnits || !toUnits) return;
  // Down, so that no way there and back gains anything.
  const exchangeRate = toText(round(decimal(toUnits).div(decimal(fromUnits)), { decimals: 8 }, 'down'));
  await insertRate(tx, { fromCurrency: from, toCurrency: to, exchangeRate, isActive: true, isSample: true });
}
