import { expect, test } from 'vitest';
import { verdictWordOf } from './orders.verdict-levels.ts';

test('a deposit that the chain speaks against is red in lists also where more came than agreed', () => {
  expect(verdictWordOf({ level: 'red', uneven: 'over' })).toBe('red');
  expect(verdictWordOf({ level: 'amber', uneven: 'over' })).toBe('over');
  expect(verdictWordOf({ level: 'red', uneven: 'short' })).toBe('short');
  expect(verdictWordOf({ level: 'red' })).toBe('red');
});
