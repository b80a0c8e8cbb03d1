import sample from './fx-sample.json' with { type: 'json' };

/** The day of the market rates in the sample table. */
export const fxSampleDate = '2025-11-14';

/**
 * Units of each payout currency for one US dollar, as text: the table the product ships with, so that it can quote
 * without a live source. Shown as sample rates wherever it is used; official rates where a parallel one exists.
 */
export const fxSample: Readonly<Record<string, string>> = sample;

/** The source of what the product ships with: the screens show it as sample rates. */
export const sampleSource = 'sample';
