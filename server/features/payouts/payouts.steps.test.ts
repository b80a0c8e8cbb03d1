import { expect, it } from 'vitest';
import type { AttemptState, BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { attemptRecords, batchRecords, isAskedAgain } from './payouts.steps.ts';

const attempt = { sentAt: 'sent then', settledAt: 'settled then', settledBy: 'member', returned: 'returned then' };

it.each<[AttemptState, object]>([
  ['open', {}],
  ['sent', { sentAt: 'sent then', settledAt: null, settledBy: null, returned: null }],
  ['settled', { settledAt: 'settled then', settledBy: 'member', returned: null }],
  ['returned', { returned: 'returned then' }],
  ['reversed', {}],
  ['void', {}],
])('an attempt that becomes %s records only that', (to, recorded) => {
  expect(attemptRecords(to, attempt)).toEqual(recorded);
});

const batch = { by: 'a member', at: 'then', text: 'a text', needsSecond: 'true', executeOn: 'a day' };

it.each<[BatchState, object]>([
  ['prepared', {}],
  ['released', { releasedBy: 'a member', releasedAt: 'then', needsSecond: 'true', executeOn: 'a day' }],
  ['sent', { sentBy: 'a member', sentAt: 'then', bankReference: 'a text' }],
  ['closed', {}],
  ['cancelled', { endedBy: 'a member', endedAt: 'then', endReason: 'a text' }],
  ['withdrawn', { endedBy: 'a member', endedAt: 'then', endReason: 'a text' }],
])('a batch that becomes %s records only that', (to, recorded) => {
  expect(batchRecords(to, batch)).toEqual(recorded);
});

it.each<[string, boolean]>([
  ['2026-03-01T10:00:00Z', false],
  ['2026-03-07T23:00:00Z', false],
  ['2026-03-08T09:59:59Z', false],
  ['2026-03-08T10:00:01Z', true],
  ['2026-03-09T09:00:00Z', true],
  ['2026-03-09T10:00:01Z', false],
  ['2026-03-15T10:00:01Z', true],
])('a customer who was asked on the first is asked again at %s: %s', (now, isAsked) => {
  expect(isAskedAgain(new Date('2026-03-01T10:00:00Z'), new Date(now))).toBe(isAsked);
});
