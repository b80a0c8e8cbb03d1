import { expect, test } from 'vitest';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { progressOf } from './orders.progress.service.ts';

const pointsOf = (state: LineState) => {
  const block = progressOf('en', state);
  if (typeof block === 'string' || block.kind !== 'progress') throw new Error('It is no line of points.');
  return block.points.map(({ name, state: reached }) => `${name} ${reached}`);
};

test('a customer whose sale is refused reads only the step at which it was refused', () => {
  expect(pointsOf('rejected')).toEqual(['Checked now']);
  expect(pointsOf('rejected_sent')).toEqual(['Sent done', 'Checked now']);
  expect(pointsOf('reversed').at(-1)).toBe('On its way now');
});

test('a customer whose money is on its way reads all five steps', () => {
  expect(pointsOf('sent')).toEqual(['Sent done', 'Seen done', 'Checked done', 'On its way now', 'Arrived ahead']);
});
