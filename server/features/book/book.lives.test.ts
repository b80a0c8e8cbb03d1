import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { setSettings } from '#tests/factories/approvals.ts';
import { callNames, chainMoves, openLives, type Step } from '#tests/factories/book-lives.ts';
import { violationsOf } from '#tests/factories/book-violations.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const otherProcess = fixture(() => testbed.another());
const aLife = openLives(testbed, otherProcess);
beforeEach(() => setSettings(testbed, { rules: { payoutEvidenceRequired: false } }));

const pick = fc.nat({ max: 240 });
const onChain = fc.record({ kind: fc.constantFrom(...chainMoves), pick });
const fits = fc.record({ kind: fc.constant('fit'), pick });
const anyCall = fc.record({ kind: fc.constantFrom(...callNames), pick });
/** One step, or two simultaneous calls. */
const moment = fc.oneof(
  { weight: 4, arbitrary: onChain.map((step): Step[] => [step]) },
  { weight: 7, arbitrary: fits.map((step): Step[] => [step]) },
  { weight: 1, arbitrary: anyCall.map((step): Step[] => [step]) },
  { weight: 4, arbitrary: fc.tuple(fits, fits).map((steps): Step[] => steps) },
);
const life = fc.array(moment, { minLength: 25, maxLength: 50 });

/** Runs the product until `endsAt`; throws with all steps so far where something is wrong. */
async function live(isExpired: boolean, moments: readonly Step[][], endsAt: number): Promise<void> {
  const { orderIds, take } = await aLife(isExpired);
  const lived: string[] = [];
  const came: Step[][] = [[{ kind: 'pay', pick: 0 }], [{ kind: 'pay', pick: 1 }], [{ kind: 'finish', pick: 0 }]];
  for (const steps of [...came, ...moments]) {
    if (Date.now() > endsAt) return;
    const { named, failed } = await take(...steps);
    lived.push(named.map((step) => `${step.kind} ${step.pick}`).join(' and '));
    const problems = [...failed, ...(await violationsOf(testbed, orderIds)), ...(await otherStages(testbed, orderIds))];
    expect({ wrong: problems, lived }).toEqual({ wrong: [], lived });
  }
}

test.each([
  ['the lives of every day', { seed: 39 }],
  ['other lives each time', {}],
])(
  'no more is paid or sent back than arrived, in any order of events: %s',
  async (_which, seed) => {
    const endsAt = Date.now() + 16_000;
    const lives = fc.asyncProperty(fc.boolean(), life, (expired, moments) => live(expired, moments, endsAt));
    await expect(fc.assert(lives, { numRuns: 4, endOnFailure: true, ...seed })).resolves.toBeUndefined();
  },
  60_000,
);
