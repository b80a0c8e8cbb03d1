import { expect, test } from 'vitest';
import { guardDetails } from '#shared/kernel/approval-details.ts';
import { settingsDefaults } from './settings.defaults.ts';
import { guardNames, loosenedGuards } from './settings.loosened.ts';

type Settings = typeof settingsDefaults;
const strictOffer = { ...settingsDefaults.offer, sources: { maxApartPercent: 3, quorum: 2 } };
const withSources = (sources: Partial<Settings['offer']['sources']>): Partial<Settings> => ({
  offer: { ...strictOffer, sources: { ...strictOffer.sources, ...sources } },
});
const withRule = {
  ...settingsDefaults,
  offer: strictOffer,
  fourEyes: { ...settingsDefaults.fourEyes, warnedApproval: true },
};
const withTiers = (...tiers: [number, number][]): Partial<Settings> => ({
  fees: { tiers: tiers.map(([overUsd, percent]) => ({ overUsd, percent })) },
});
const withLimits = (limits: Partial<Settings['limits']>) => ({ limits: { ...settingsDefaults.limits, ...limits } });
const withRules = (rules: Partial<Settings['rules']>) => ({ rules: { ...settingsDefaults.rules, ...rules } });
const { deposits, explorers } = settingsDefaults;
const withFinality = (finality: Partial<Settings['deposits']['finality']>): Partial<Settings> => ({
  deposits: { ...deposits, finality: { ...deposits.finality, ...finality } },
});
const withBitcoin = (...tiers: [number, number | 'finalized'][]) =>
  withFinality({ bitcoin: tiers.map(([overUsd, confirmations]) => ({ overUsd, confirmations })) });
const withTron = (confirmations: number) => withFinality({ tron: [{ overUsd: 0, confirmations }] });
const withExplorer = (bitcoin: string): Partial<Settings> => ({
  explorers: { ...explorers, transactions: { ...explorers.transactions, bitcoin } },
});

// The defaults: fees of 5, 4 and 3 % over 0, 5,000 and 10,000 USD; for Bitcoin 2, 3 and 6 confirmations over 0, 1,000
// and 10,000.
test.each<[string, Partial<Settings>, string[]]>([
  ['no fee at all', withTiers([0, 0]), ['fees']],
  ['a lower fee for small orders', withTiers([0, 4.99], [5_000, 4], [10_000, 3]), ['fees']],
  ['a lower fee from a lower value on', withTiers([0, 5], [4_000, 4], [10_000, 3]), ['fees']],
  ['a new lower tier far up', withTiers([0, 5], [5_000, 4], [10_000, 3], [1_000_000, 0]), ['fees']],
  ['a higher fee', withTiers([0, 6], [5_000, 4], [10_000, 3]), []],
  ['one fee for all, the highest', withTiers([0, 5]), []],
  ['more without an identity check', withLimits({ kycUsd: 1_000_000 }), ['kycUsd']],
  ['less without an identity check', withLimits({ kycUsd: 100 }), []],
  ['evidence that is deleted earlier', withLimits({ retentionYears: 0 }), ['retentionYears']],
  ['evidence that is kept longer', withLimits({ retentionYears: 10 }), []],
  ['payouts without evidence', withRules({ payoutEvidenceRequired: false }), ['payoutEvidenceRequired']],
  ['fewer confirmations', withBitcoin([0, 1], [1_000, 3], [10_000, 6]), ['finality']],
  ['fewer confirmations of large deposits only', withBitcoin([0, 2], [1_000, 3]), ['finality']],
  ['a count of blocks in place of final ones', withTron(1_000), ['finality']],
  ['more confirmations', withBitcoin([0, 6]), []],
  ['final blocks in place of a count', withBitcoin([0, 'finalized']), []],
  ['another page to look deposits up', withExplorer('https://thief.example/tx/{hash}'), ['explorers']],
  ['no page to look deposits up', withExplorer(''), []],
  ['prices of fewer sources', withSources({ quorum: 1 }), ['offer']],
  ['prices of sources that are further apart', withSources({ maxApartPercent: 20 }), ['offer']],
  ['prices of more sources that are closer', withSources({ quorum: 3, maxApartPercent: 0.5 }), []],
  ['a new brand', { brand: { ...settingsDefaults.brand, name: 'Harbour' } }, []],
])('a change of %s under dual approval needs a second member if it helps a thief', (_case, change, names) => {
  expect(loosenedGuards(withRule, { ...withRule, ...change }).map(({ name }) => name)).toEqual(names);
  expect(loosenedGuards(settingsDefaults, { ...settingsDefaults, ...change })).toEqual([]);
});

test('a second member reads each loosened setting before and after', () => {
  const changedSettings = { ...withRule, ...withTiers([0, 0]), ...withLimits({ kycUsd: 9 }) };
  expect(loosenedGuards(withRule, changedSettings)).toEqual([
    { name: 'fees', before: '> 0 USD: 5 %, > 5000 USD: 4 %, > 10000 USD: 3 %', after: '> 0 USD: 0 %' },
  ]);
});

test('a second member is shown each setting that a change can loosen', () => {
  const names = [...guardNames, ...Object.keys(settingsDefaults.fourEyes)];
  const undeclared = names.flatMap((name) => [name, `${name}Before`]).filter((name) => !(name in guardDetails));
  expect(undeclared).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});
