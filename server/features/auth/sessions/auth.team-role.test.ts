import { expect, test } from 'vitest';
import { teamRoleOf } from './auth.team-role.ts';

const departureDate = new Date('2026-03-01T12:00:00Z');

test.each([
  ['customer', null, null, null],
  ['customer', 'payer', null, null],
  ['staff', 'payer', null, 'payer'],
  ['staff', 'payer', departureDate, null],
  ['staff', null, null, null],
  ['admin', null, null, 'owner'],
  ['admin', 'payer', departureDate, 'owner'],
] as const)('a user who is %s, as a member %s until %s, has the role %s', (role, memberRole, memberUntil, teamRole) => {
  expect(teamRoleOf({ role, memberRole, memberUntil })).toBe(teamRole);
});
