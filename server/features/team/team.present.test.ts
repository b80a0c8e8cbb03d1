import { describe, expect, test } from 'vitest';
import { presentTeam, stateOf } from './team.present.ts';
import type { TeamRow } from './team.queries.ts';

const at = new Date('2026-03-01T12:00:00Z');
const aMember = (name: string, values: Partial<TeamRow> = {}): TeamRow => ({
  id: `id of ${name}`,
  name,
  email: `${name}@team.test`,
  userRole: 'staff',
  role: 'payer',
  endsAt: null,
  lastSeenAt: at,
  secondFactorSince: null,
  invitedId: null,
  invitedEmail: null,
  invitedAs: null,
  expiresAt: null,
  ...values,
});
const invited = {
  invitedId: 'id of link',
  invitedEmail: 'new@team.test',
  invitedAs: 'support',
  expiresAt: at,
} as const;
const noUser = { id: null, name: null, email: null, userRole: null, role: null, lastSeenAt: null };

describe('the team', () => {
  test('lists the owner of the settings, members, invited and former members by name', () => {
    const team = presentTeam([
      aMember('ana', { endsAt: at }),
      aMember('ben'),
      aMember('link', { ...noUser, ...invited }),
      aMember('old', { userRole: 'admin', role: null }),
      aMember('zoe'),
    ]);
    expect(team.map(({ name, email, role, status, isFixed }) => [name, email, role, status, isFixed])).toEqual([
      ['old', 'old@team.test', 'owner', 'active', true],
      ['ben', 'ben@team.test', 'payer', 'active', false],
      ['zoe', 'zoe@team.test', 'payer', 'active', false],
      [null, 'new@team.test', 'support', 'invited', false],
      ['ana', 'ana@team.test', 'payer', 'ended', false],
    ]);
  });

  test('lists a former member who is invited again only as invited', () => {
    expect(presentTeam([aMember('ana', { endsAt: at, ...invited })])).toEqual([
      {
        id: 'id of link',
        name: null,
        email: 'new@team.test',
        role: 'support',
        status: 'invited',
        lastSeenAt: null,
        secondFactorSince: null,
        expiresAt: at.toISOString(),
        isFixed: false,
      },
    ]);
  });
});

test.each([
  [{ usedAt: null, endedAt: null, isOver: false }, 'open'],
  [{ usedAt: null, endedAt: null, isOver: true }, 'expired'],
  [{ usedAt: null, endedAt: at, isOver: false }, 'expired'],
  [{ usedAt: at, endedAt: at, isOver: true }, 'used'],
] as const)('an invitation of %o is %s', (invitation, state) => {
  expect(stateOf(invitation)).toBe(state);
});
