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
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { hasRoute } from '../routes.ts';
import { tabs } from './tabs.ts';

type Text = ParseKeys<['admin', 'common']>;

/** An admin destination: its own screen where there is one, else a tab of the dashboard. */
export interface AdminNavEntry {
  id: string;
  to: string;
  text: Text;
  Icon: LucideIcon;
}

interface Group {
  heading?: Text;
  entries: { id: string; text: Text; Icon: LucideIcon }[];
}

const groups: readonly Group[] = [
  {
    entries: [
      { id: 'dashboard', text: 'dashboard', Icon: LayoutDashboard },
      { id: 'transactions', text: 'common:nav.transactions', Icon: ArrowLeftRight },
      { id: 'kyc', text: 'common:nav.kyc', Icon: IdCard },
      { id: 'agent-chat', text: 'chat', Icon: MessagesSquare },
    ],
  },
  {
    heading: 'groupMoney',
    entries: [
      { id: 'fiat-exchange', text: 'fiatExchange', Icon: Percent },
      { id: 'fiat-currencies', text: 'fiatCurrencies', Icon: Coins },
      { id: 'payment-methods', text: 'paymentMethods', Icon: Landmark },
      { id: 'held-rates', text: 'heldRates', Icon: ShieldQuestion },
      { id: 'wallets', text: 'wallets', Icon: Wallet },
    ],
  },
  {
    heading: 'groupPeople',
    entries: [
      { id: 'users', text: 'users', Icon: Users },
      { id: 'blog', text: 'common:nav.blog', Icon: Newspaper },
    ],
  },
  {
    heading: 'groupDesk',
    entries: [
      { id: 'settings', text: 'settings', Icon: Settings },
      { id: 'audit-log', text: 'auditLog', Icon: ScrollText },
    ],
  },
];

function hrefOf(id: string): string | undefined {
  if (hasRoute(`/admin/${id}`)) return `/admin/${id}`;
  return tabs.some((tab) => tab.id === id) ? `/admin/dashboard?tab=${id}` : undefined;
}

/** The sidebar: what has no screen yet is left out. */
export const adminNav = groups
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
export const adminDestinations: readonly (Pick<AdminNavEntry, 'to' | 'text'> & Partial<AdminNavEntry>)[] = [
  ...known,
  ...tabs.flatMap(({ id, text }) =>
    known.some((entry) => entry.id === id) ? [] : [{ to: `/admin/dashboard?tab=${id}`, text }],
  ),
];

/** Which way of the sidebar leads to where one is. */
export function currentEntry(pathname: string, search: string): string | undefined {
  const tab = new URLSearchParams(search).get('tab');
  const exact = known.find(({ to }) => to === `${pathname}?tab=${tab}`);
  return (exact ?? known.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)))?.to;
}
