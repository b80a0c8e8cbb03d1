import { expect, test } from 'vitest';
import { settingsInput } from './settings.input.ts';
import { sourceRules } from './settings.offer.ts';

test.for([
  [{ maxApartPercent: 0.5, quorum: 1 }, true],
  [{ maxApartPercent: 20, quorum: 3 }, true],
  [{ maxApartPercent: 0.4, quorum: 1 }, false],
  [{ maxApartPercent: 20.5, quorum: 1 }, false],
  [{ maxApartPercent: 3, quorum: 0 }, false],
  [{ maxApartPercent: 3, quorum: 4 }, false],
  [{ maxApartPercent: 3, quorum: 1.5 }, false],
] as const)('the rules of sources %j are accepted only within their bounds', ([rules, isGood]) => {
  expect(sourceRules.safeParse(rules).success).toBe(isGood);
});

test('a change of another part of the offer leaves the rules of sources unchanged', () => {
  expect(settingsInput.parse({ offer: { others: false } }).offer).toEqual({ others: false });
});
