import { expect, test } from 'vitest';
import { nameAtCheckOf } from './kyc.present.ts';
import { statusNow } from './kyc.queries.ts';

const reviewedAt = new Date('2026-03-01T12:00:00Z');
const request = {
  status: 'approved',
  userStatus: 'active',
  registeredName: 'Ada Obi',
  firstName: 'Ada',
  lastName: 'Eze',
  reviewedAt,
} as const;

test.each([
  [{}, { name: 'Ada Obi', checkedAt: reviewedAt.toISOString() }],
  [{ lastName: 'Obi' }, null],
  [{ registeredName: null }, null],
  [{ userStatus: 'deleted' }, null],
  [{ status: 'revoked' }, null],
] as const)('a check with %o shows the name at that time as %o', (changes, name) => {
  expect(nameAtCheckOf({ ...request, ...changes })).toEqual(name);
});

test.each([
  ['approved', true, 'expired'],
  ['approved', false, 'approved'],
  ['revoked', true, 'revoked'],
  ['pending', true, 'pending'],
] as const)('a request that is %s, its document over: %s, counts as %s', (status, isOver, counts) => {
  expect(statusNow({ status, isOver })).toBe(counts);
});
