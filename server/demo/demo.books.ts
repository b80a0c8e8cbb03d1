import { dayOf } from '#server/features/books/books.months.ts';
import { enter, setRate } from '#server/features/books/manual/books.manual.service.ts';
import { readAccounts } from '#server/features/payouts/accounts/payouts.accounts.queries.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { enterManually } from '#shared/books/books.contract.ts';
import { decimal, round, toText } from '#shared/kernel/money.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { ownerActor } from './demo.activity.ts';

const paidCurrencies = ['NGN', 'EUR', 'PHP', 'KES'];
const bankedFirst = '5000000.00';

/** Stores a rate for each unit on this day, which sample sources lack, and the opening balance of the bank. */
export async function seedBooks(deps: Platform & RatesPorts & SettingsPorts): Promise<void> {
  const owner = await ownerActor(deps);
  const coins = [...(await deps.rates()).coins.values()].map(({ id, priceUsd }) => [id, priceUsd] as const);
  const currencies = paidCurrencies.map((code) => {
    const units = fxSample[code];
    return [code, units && round(decimal('1').div(decimal(units)), { decimals: 12 }, 'half-up')] as const;
  });
  const day = dayOf(deps.now());
  for (const [unit, rate] of [...coins, ...currencies])
    if (rate) {
      const body = { rate: toText(rate), note: 'Sample rate of the demonstration' };
      await setRate.carryOut(deps, owner, { params: { day, unit }, body });
    }
  const bank = (await readAccounts(deps.db)).find(({ currency }) => currency === 'NGN');
  if (!bank) return;
  const openingEntry = enterManually.body.parse({
    kind: 'opening',
    at: deps.now().toISOString(),
    lines: [{ from: `bank:${bank.id}`, to: 'capital', unit: 'NGN', amount: bankedFirst }],
    note: 'Balance of the bank before the first payout',
  });
  await enter.carryOut(deps, owner, { params: undefined, body: openingEntry });
}
