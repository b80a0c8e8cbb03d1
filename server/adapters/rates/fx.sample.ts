import { decimal } from '#shared/kernel/money.ts';
import { fxSample, fxSampleDate } from '#shared/reference/fx-sample.ts';
import type { FxProvider } from './fx.ts';
import { batchOf } from './prices.ts';

/** The dated table that ships with the product. Touches no network. */
export function sampleFx(): FxProvider {
  const priceOf = (currency: string) => {
    const units = fxSample[currency];
    return units === undefined ? ('missing' as const) : { currency, unitsPerUsd: decimal(units) };
  };
  const fetchRates = async (currencies: readonly string[]) => {
    return { ...batchOf(currencies, priceOf), asOf: new Date(fxSampleDate) };
  };
  return { source: 'sample', live: false, everySeconds: 0, fetchRates };
}
