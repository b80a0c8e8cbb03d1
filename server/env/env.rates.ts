import { z } from 'zod';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { fxSources, priceSources, tetherSources } from '#shared/reference/rate-sources.ts';
import { hourSeconds, minuteSeconds } from '#shared/reference/units-of-time.ts';

/**
 * A list of sources by commas, in the order they are asked for; `sample` is alone. Those `inTether` need another one.
 */
const sourcesOf = <Source extends string>(knownSources: readonly Source[], inTether: readonly Source[] = []) =>
  z
    .string()
    .default(sampleSource)
    .transform((value, context): (Source | typeof sampleSource)[] => {
      const names = value.split(',').map((name) => name.trim());
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      const usedNames = names.flatMap((name) =>
        name === sampleSource ? name : (knownSources.find((item) => item === name) ?? []),
      );
      const unknownNames = names.filter((name) => !usedNames.some((item) => item === name));
      const duplicateNames = new Set(names.filter((name, index) => names.indexOf(name) !== index));
      if (unknownNames.length > 0)
        refuse(`names ${list(unknownNames)}, and must name ${knownSources.join(', ')} or sample, by commas`);
      if (duplicateNames.size > 0) refuse(`names ${list([...duplicateNames])} twice`);
      if (names.length > 1 && usedNames.includes(sampleSource))
        refuse('names sample beside others: sample stands alone');
      const isTether = (name: string) => inTether.some((item) => item === name);
      if (usedNames.length > 0 && usedNames.every(isTether)) {
        const [otherSource = ''] = knownSources.filter((name) => !isTether(name));
        const suggestion = [otherSource, ...usedNames].join(',');
        refuse(
          `names ${list(usedNames)} alone, which prices in Tether: name a source in dollars beside it, such as ${suggestion}`,
        );
      }
      return usedNames;
    });

const list = (names: readonly string[]) => names.map((name) => name || 'nothing').join(', ');

const address = z.url({ protocol: /^https?$/, error: 'must look like https://host/path' }).optional();
const seconds = (min: number, max: number) =>
  z.coerce.number('must be a number of seconds').int().min(min, `is below ${min}`).max(max, `is above ${max}`);

export const ratesShape = {
  RATES_PROVIDER: sourcesOf(priceSources, tetherSources),
  RATES_URL: address,
  RATES_KEY: z.string().optional(),
  RATES_KRAKEN_URL: address,
  RATES_COINBASE_URL: address,
  RATES_BITSTAMP_URL: address,
  RATES_BINANCE_URL: address,
  // A quote lasts five minutes, and one round of requests may fail in that time.
  RATES_EVERY_SECONDS: seconds(minuteSeconds, 4 * minuteSeconds).default(minuteSeconds),
  FX_PROVIDER: sourcesOf(fxSources),
  FX_URL: address,
  FX_ECB_URL: address,
  FX_EVERY_SECONDS: seconds(10 * minuteSeconds, 12 * hourSeconds).default(hourSeconds),
};

type Values = z.infer<z.ZodObject<typeof ratesShape>>;

/** The named sources of prices in their order, and the settings to ask any. */
export const pricesEnvOf = (values: Values) => ({
  sources: values.RATES_PROVIDER,
  key: values.RATES_KEY,
  everySeconds: values.RATES_EVERY_SECONDS,
  urls: {
    coingecko: values.RATES_URL,
    kraken: values.RATES_KRAKEN_URL,
    coinbase: values.RATES_COINBASE_URL,
    bitstamp: values.RATES_BITSTAMP_URL,
    binance: values.RATES_BINANCE_URL,
  },
});

/** The settings of currency rates as the program reads them. */
export const fxEnvOf = (values: Values) => ({
  sources: values.FX_PROVIDER,
  everySeconds: values.FX_EVERY_SECONDS,
  urls: { 'open-er-api': values.FX_URL, ecb: values.FX_ECB_URL },
});
