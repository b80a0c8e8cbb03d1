import type { ParseKeys } from 'i18next';
import {
  ArrowLeftRight,
  Coins,
  IdCard,
  Landmark,
  LayoutDashboard,
  MessagesSquare,
  Newspaper,
  Percent,
  ScrollText,
  Settings,
  ShieldQuestion,
  Timer,
  UserCog,
  Users,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { May } from '#client/lib/session/permissions.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { hasRoute } from '../routes.ts';
import { tabs } from './tabs.ts';

type Text = ParseKeys<['admin', 'common']>;

/** An admin destination: its own screen where there is one, else a tab of the dashboard. */
export interface AdminNavEntry {
  id: string;
  to: string;
  text: Text;
  Icon: LucideIcon;
  /** What the role must include to see it. */
  may: Permission;
  /** Only where some action needs a second member. */
  fourEyes?: true;
}

interface Group {
  heading?: Text;
  entries: Omit<AdminNavEntry, 'to'>[];
}

const groups: readonly Group[] = [
  {
    entries: [
      { id: 'dashboard', may: 'orders.read', text: 'dashboard', Icon: LayoutDashboard },
      { id: 'transactions', may: 'orders.read', text: 'common:nav.transactions', Icon: ArrowLeftRight },
      { id: 'sell-quotes', may: 'orders.read', text: 'sellQuotes', Icon: Timer },
      { id: 'approvals', may: 'orders.read', text: 'approvals', Icon: UsersRound, fourEyes: true },
      { id: 'kyc', may: 'kyc.read', text: 'common:nav.kyc', Icon: IdCard },
      { id: 'agent-chat', may: 'chat.answer', text: 'chat', Icon: MessagesSquare },
    ],
  },
  {
    heading: 'groupMoney',
    entries: [
      { id: 'fiat-exchange', may: 'rates.write', text: 'fiatExchange', Icon: Percent },
      { id: 'fiat-currencies', may: 'rates.write', text: 'fiatCurrencies', Icon: Coins },
      { id: 'payment-methods', may: 'wallets.write', text: 'paymentMethods', Icon: Landmark },
      { id: 'held-rates', may: 'rates.write', text: 'heldRates', Icon: ShieldQuestion },
      { id: 'wallets', may: 'wallets.write', text: 'wallets', Icon: Wallet },
    ],
  },
  {
    heading: 'groupPeople',
    entries: [
      { id: 'users', may: 'users.read', text: 'users', Icon: Users },
      { id: 'blog', may: 'content.write', text: 'common:nav.blog', Icon: Newspaper },
    ],
  },
  {
    heading: 'groupDesk',
    entries: [
      { id: 'team', may: 'notes.write', text: 'team', Icon: UserCog },
      { id: 'settings', may: 'settings.write', text: 'settings', Icon: Settings },
      { id: 'audit-log', may: 'audit.read', text: 'auditLog', Icon: ScrollText },
    ],
  },
];

function hrefOf(id: string): string | undefined {
  if (hasRoute(`/admin/${id}`)) return `/admin/${id}`;
  return tabs.some((tab) => tab.id === id) ? `/admin/dashboard?tab=${id}` : undefined;
}

/** The sidebar: what has no screen yet is left out. */
const adminNav = groups
  .map(({ heading, entries }) => ({
    heading,
    entries: entries.flatMap((entry): AdminNavEntry[] => {
      const to = hrefOf(entry.id);
      return to ? [{ ...entry, to }] : [];
    }),
  }))
  .filter(({ entries }) => entries.length > 0);

const known = adminNav.flatMap(({ entries }) => entries);

/** All admin destinations: the sidebar, and dashboard tabs that are not in it. */
export const adminDestinations: readonly (Pick<AdminNavEntry, 'to' | 'text' | 'may'> & Partial<AdminNavEntry>)[] = [
  ...known,
  ...tabs.flatMap(({ id, text, may }) =>
    known.some((entry) => entry.id === id) ? [] : [{ to: `/admin/dashboard?tab=${id}`, text, may }],
  ),
];

/** The sidebar link of the current screen, by its path; undefined where there is none. */
export function currentEntry(pathname: string, search: string): string | undefined {
  const tab = new URLSearchParams(search).get('tab');
  const exact = known.find(({ to }) => to === `${pathname}?tab=${tab}`);
  return (exact ?? known.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)))?.to;
}

/** The sidebar of a member: what their role does not include is left out, and what no rule needs. */
export function navOf(may: May, isFourEyesOn: boolean) {
  const isShown = (entry: AdminNavEntry) => may(entry.may) && (isFourEyesOn || !entry.fourEyes);
  return adminNav
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0);
}

/** What the role must include for the screen at an address. */
export function permissionAt(pathname: string, search: string): Permission | undefined {
  const to = currentEntry(pathname, search);
  return known.find((entry) => entry.to === to)?.may;
}
