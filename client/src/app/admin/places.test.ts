import { expect, test } from 'vitest';
import type { Requirement } from '#shared/kernel/permission.ts';
import { roleRights, teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { adminTabs, destinationAt, entryAt, permissionAt, screensFor, sidebarOf } from './places.ts';
import { rail } from './screens.ts';

const mayOf = (role: TeamRole) => (requirement: Requirement) =>
  requirement === 'member' || (roleRights[role].may as readonly Requirement[]).includes(requirement);
const entriesOf = (role: TeamRole, isFourEyesOn = true) =>
  sidebarOf(mayOf(role), isFourEyesOn).flatMap(({ entries }) => entries);
const idsOf = (role: TeamRole, isFourEyesOn?: boolean) => entriesOf(role, isFourEyesOn).map(({ id }) => id);

test('the owner’s sidebar has fifteen entries while approvals are on', () => {
  expect(idsOf('owner').join(' ')).toBe(
    'dashboard transactions coins-in money-out approvals kyc agent-chat prices wallets books users blog ' +
      'team settings audit-log',
  );
  expect(idsOf('owner', false)).not.toContain('approvals');
});

test.each([
  ['reviewer', 'dashboard transactions coins-in money-out approvals kyc agent-chat users team'],
  ['payer', 'dashboard transactions coins-in money-out approvals books users team'],
  ['support', 'dashboard transactions coins-in money-out approvals kyc agent-chat users team'],
  ['auditor', 'dashboard transactions coins-in money-out approvals kyc books users audit-log'],
] as const)('a member with the role %s has the entries whose pages the role can read', (role, ids) => {
  expect(idsOf(role).join(' ')).toBe(ids);
});

test('an entry leads to the first tab that the member may read', () => {
  for (const role of teamRoles) {
    for (const { id, to, screens } of entriesOf(role)) {
      const [first] = screens.filter(({ may }) => mayOf(role)(may));
      expect(destinationAt(...addressOf(to)), `${role} ${id}`).toMatchObject({ id: first?.id });
      expect(entryAt(...addressOf(to)), `${role} ${id}`).toBe(id);
    }
  }
});

test.each([
  ['/admin/sell-quotes', 'coins-in', 'sell-quotes'],
  ['/admin/unmatched', 'coins-in', 'unmatched'],
  ['/admin/refunds', 'coins-in', 'refunds'],
  ['/admin/payouts?tab=release', 'money-out', 'payouts'],
  ['/admin/statements?state=unmatched', 'money-out', 'statements'],
  ['/admin/prices', 'prices', 'prices'],
  ['/admin/held-rates', 'prices', 'held-rates'],
  ['/admin/wallets/bitcoin', 'wallets', 'wallets'],
  ['/admin/deposit-sources', 'wallets', 'deposit-sources'],
  ['/admin/dashboard?tab=fiat-exchange', 'dashboard', 'fiat-exchange'],
  ['/admin/dashboard?tab=payment-methods', 'dashboard', 'payment-methods'],
  ['/admin/dashboard?tab=blog', 'dashboard', 'blog'],
  ['/admin/blog', 'blog', 'blog'],
  ['/admin/dashboard', 'dashboard', 'dashboard'],
])('the earlier address %s opens the screen that it named', (address, entry, screen) => {
  expect(entryAt(...addressOf(address))).toBe(entry);
  expect(destinationAt(...addressOf(address))?.id).toBe(screen);
});

test('a member needs the permission of a tab, not of its entry', () => {
  expect(permissionAt('/admin/statements', '')).toBe('books.read');
  expect(permissionAt('/admin/payouts', '')).toBe('orders.read');
  const moneyOut = rail.find(({ id }) => id === 'money-out');
  expect(moneyOut && screensFor(moneyOut, mayOf('reviewer')).map(({ id }) => id)).toEqual(['payouts']);
});

test('the dashboard has its nine tabs', () => {
  expect(adminTabs.map(({ id }) => id).join(' ')).toBe(
    'overview transactions users fiat-exchange fiat-currencies payment-methods wallets kyc blog',
  );
});

function addressOf(to: string): [string, string] {
  const { pathname, search } = new URL(to, 'http://landfall.test');
  return [pathname, search];
}
