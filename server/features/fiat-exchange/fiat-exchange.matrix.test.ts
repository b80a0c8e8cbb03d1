import * as rates from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as currencies from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { tryActions, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, row, rows } = testbed;
const admin = fixture(() => theAdmin(app));

/** Codes that no other currency has. */
const codes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').flatMap((a) => ['X', 'Z'].map((z) => `${z}${a}${a}`));
const currency = () => ({ code: codes.shift() ?? '', name: 'Sample', symbol: 'S' });
const aCurrency = async (): Promise<MatrixRow> =>
  ({ id: String((await admin.post('fiat-currencies', currency())).body.id) }) as const;
const aPair = async () => {
  const from = currency();
  const to = currency();
  for (const newCurrency of [from, to]) await admin.post('fiat-currencies', newCurrency);
  return { fromCurrency: from.code, toCurrency: to.code };
};
/** A rate that nothing can be compared with. */
const aRate = async (): Promise<MatrixRow> => {
  const pair = await aPair();
  await rows(
    `insert into fiat_exchange_rates (from_currency, to_currency, exchange_rate, is_active, is_sample)
     values ($1, $2, 5, true, false)`,
    [pair.fromCurrency, pair.toCurrency],
  );
  const { id } = await row('select id from fiat_exchange_rates where from_currency = $1', [pair.fromCurrency]);
  return { id: String(id) };
};
const onList = async () => ({ id: '', lastEntry: (await row('select max(id) as id from audit_log')).id });
const stored = (table: string) => () => rows(`select * from ${table} order by id`);
const onRates = {
  stateOf: stored('fiat_exchange_rates'),
  ruleOn: () => setRules(testbed, { rateOverPercent: 1 }),
  change: ({ id }: MatrixRow) =>
    rows(`update fiat_exchange_rates set updated_at = updated_at + interval '1 second' where id = $1`, [id]),
};
const onCurrencies = { stateOf: stored('fiat_currencies') };

let pair = { fromCurrency: '', toCurrency: '' };
tryActions(testbed, 'fiatExchange', [
  {
    ...onRates,
    contract: rates.addExchangeRate,
    make: async () => {
      pair = await aPair();
      return onList();
    },
    body: () => ({ ...pair, exchangeRate: 5, confirm: true }),
  },
  { ...onRates, contract: rates.updateExchangeRate, make: aRate, body: () => ({ exchangeRate: 50, confirm: true }) },
  { ...onRates, contract: rates.deleteExchangeRate, make: aRate },
]);
tryActions(testbed, 'fiatCurrencies', [
  { ...onCurrencies, contract: currencies.createFiatCurrency, make: onList, body: currency },
  { ...onCurrencies, contract: currencies.updateFiatCurrency, make: aCurrency, body: () => ({ name: 'Another' }) },
  { ...onCurrencies, contract: currencies.deleteFiatCurrency, make: aCurrency },
  { ...onCurrencies, contract: currencies.seedFiatCurrencies, make: onList },
]);
