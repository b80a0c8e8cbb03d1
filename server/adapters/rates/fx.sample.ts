import { decimal } from '#shared/kernel/money.ts';
import { fxSample, fxSampleDate } from '#shared/reference/fx-sample.ts';
import type { FxBatch, FxProvider } from './fx.ts';

/** The dated table that ships with the product. Touches no network. */
export function sampleFx(): FxProvider {
  return { source: 'sample', live: false, everySeconds: 0, fetchRates: async (currencies) => sampleBatch(currencies) };
}

function sampleBatch(currencies: readonly string[]): FxBatch {
  const offers = currencies.flatMap((currency) => {
    const units = fxSample[currency];
    return units === undefined ? [] : [{ currency, unitsPerUsd: decimal(units) }];
  });
  const refused = currencies
    .filter((currency) => fxSample[currency] === undefined)
    .map((subject) => ({ subject, reason: 'is not in the sample table' }));
  return { offers, refused, asOf: new Date(fxSampleDate) };
}
