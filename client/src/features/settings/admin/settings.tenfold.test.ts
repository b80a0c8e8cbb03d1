import { expect, test } from 'vitest';
import { movesTenfold } from './settings.tenfold.ts';

const tiers = [
  { overUsd: 0, percent: 5 },
  { overUsd: 5000, percent: 4 },
];
const settings: Parameters<typeof movesTenfold>[0] = {
  fees: { tiers },
  limits: {
    kycUsd: 1000,
    kycDays: 30,
    quoteMinutes: 15,
    uploadBytes: 1,
    retentionYears: 5,
    checkHours: 1,
    payoutHours: 24,
  },
  rules: { payoutEvidenceRequired: true, newOrderMail: true, confirmAboveUsd: 10_000 },
};

test.each([
  ['a fee of 5 % that becomes 50 %', { fees: { tiers: [{ overUsd: 0, percent: 50 }] } }],
  ['a fee that loses a digit', { fees: { tiers: [{ overUsd: 0, percent: 0.5 }] } }],
  ['a fee that is dropped', { fees: { tiers: [{ overUsd: 0, percent: 0 }] } }],
  ['a new tier far below the one it stood in', { fees: { tiers: [...tiers, { overUsd: 9000, percent: 0.3 }] } }],
  ['a limit with a digit too many', { limits: { kycUsd: 10_000 } }],
  ['a threshold with a digit too few', { rules: { confirmAboveUsd: 1000 } }],
])('the administrator is warned of %s', (_name, change) => {
  expect(movesTenfold(settings, change)).toBe(true);
});

test.each([
  [
    'a fee that moves by a point',
    {
      fees: {
        tiers: [
          { overUsd: 0, percent: 6 },
          { overUsd: 5000, percent: 3 },
        ],
      },
    },
  ],
  ['a new tier', { fees: { tiers: [...tiers, { overUsd: 10_000, percent: 3 }] } }],
  ['a limit that doubles', { limits: { kycUsd: 2000 } }],
  ['another name', { brand: { name: 'Kasse' } }],
])('the administrator is not warned of %s', (_name, change) => {
  expect(movesTenfold(settings, change)).toBe(false);
});
