import { expect, test } from 'vitest';
import { verdictWordOf } from './orders.verdict-levels.ts';

test('a contradicted deposit is red in lists even if more arrived than agreed', () => {
  expect(verdictWordOf({ level: 'red', uneven: 'over' })).toBe('red');
  expect(verdictWordOf({ level: 'amber', uneven: 'over' })).toBe('over');
  expect(verdictWordOf({ level: 'red', uneven: 'short' })).toBe('short');
  expect(verdictWordOf({ level: 'red' })).toBe('red');
});
