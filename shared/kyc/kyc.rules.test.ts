import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn, ageProblem } from './kyc.rules.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('a user is a year older on the birthday, and not a day before', () => {
  expect(ageOn('2008-03-15', '2026-03-14')).toBe(17);
  expect(ageOn('2008-03-15', '2026-03-15')).toBe(18);
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
});

test('age never falls from one day to the next, and grows by one in any year', () => {
  fc.assert(
    fc.property(day, day, day, (born, oneDay, otherDay) => {
      const [earlierDay, laterDay] = oneDay < otherDay ? [oneDay, otherDay] : [otherDay, oneDay];
      expect(ageOn(born, earlierDay)).toBeLessThanOrEqual(ageOn(born, laterDay));
      const nextYear = `${Number(earlierDay.slice(0, 4)) + 1}${earlierDay.slice(4)}`;
      expect(ageOn(born, nextYear)).toBe(ageOn(born, earlierDay) + 1);
    }),
  );
});

test('a birth date of seventeen years ago is too late, and tomorrow and the year 1800 are impossible', () => {
  expect(ageProblem('2008-03-16', '2026-03-15')).toBe('tooYoung');
  expect(ageProblem('2008-03-15', '2026-03-15')).toBeUndefined();
  expect(ageProblem('2026-03-16', '2026-03-15')).toBe('impossible');
  expect(ageProblem('1800-01-01', '2026-03-15')).toBe('impossible');
});
