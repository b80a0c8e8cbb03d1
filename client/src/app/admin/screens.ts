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
import type { ComponentType } from 'react';
import type { May } from '#client/lib/session/permissions.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { lazyScreen } from '../screen.ts';

type Text = ParseKeys<['admin', 'common']>;

/** A section of the dashboard, with an address of its own. Its screen begins with an h2: the dashboard has the h1. */
interface Tab {
  /** Its place among the tabs; the dashboard opens with the first. */
  place: number;
  /** What the tab is called, where the screen's own name is another. */
  text?: Text;
  /** Takes the window's height and scrolls inside itself. */
  fills?: true;
  Screen: ComponentType;
}

/** A destination of the administration, in the sidebar where it has an icon: a screen of its own, a tab, or both. */
interface AdminScreen {
  id: string;
  text: Text;
  /** What the role must include to see it. */
  may: Permission;
  Icon?: LucideIcon;
  group?: Text;
  /** Only where some action needs a second member. */
  fourEyes?: true;
  /** The screen at /admin/ID, and one below it at /admin/ID/PARAMETER. */
  Page?: ComponentType;
  Below?: { path: string; Page: ComponentType };
  tab?: Tab;
}

/** Every screen of the administration, in the order of the sidebar, each in a chunk of its own. */
const screens: readonly AdminScreen[] = [
  { id: 'dashboard', may: 'orders.read', text: 'dashboard', Icon: LayoutDashboard },
  {
    id: 'overview',
    may: 'orders.read',
    text: 'overview',
    tab: { place: 1, Screen: lazyScreen(() => import('#client/features/overview/admin/Overview.tsx'), 'Overview') },
  },
  {
    id: 'transactions',
    may: 'orders.read',
    text: 'common:nav.transactions',
    Icon: ArrowLeftRight,
    Page: lazyScreen(() => import('#client/features/orders/admin/OrdersReviewPage.tsx'), 'OrdersReviewPage'),
    tab: {
      place: 2,
      fills: true,
      Screen: lazyScreen(() => import('#client/features/orders/admin/Review.tsx'), 'Review'),
    },
  },
  {
    id: 'sell-quotes',
    may: 'orders.read',
    text: 'sellQuotes',
    Icon: Timer,
    Page: lazyScreen(() => import('#client/features/sell/admin/SellQuotesPage.tsx'), 'SellQuotesPage'),
  },
  {
    id: 'approvals',
    may: 'orders.read',
    text: 'approvals',
    Icon: UsersRound,
    fourEyes: true,
    Page: lazyScreen(() => import('#client/features/approvals/admin/ApprovalsPage.tsx'), 'ApprovalsPage'),
  },
  {
    id: 'kyc',
    may: 'kyc.read',
    text: 'common:nav.kyc',
    Icon: IdCard,
    Page: lazyScreen(() => import('#client/features/kyc/admin/KycReviewPage.tsx'), 'KycReviewPage'),
    tab: {
      place: 8,
      fills: true,
      Screen: lazyScreen(() => import('#client/features/kyc/admin/KycReview.tsx'), 'KycReview'),
    },
  },
  {
    id: 'agent-chat',
    may: 'chat.answer',
    text: 'chat',
    Icon: MessagesSquare,
    Page: lazyScreen(() => import('#client/features/chat/admin/AgentChatPage.tsx'), 'AgentChatPage'),
  },
  {
    id: 'fiat-exchange',
    group: 'groupMoney',
    may: 'rates.write',
    text: 'fiatExchange',
    Icon: Percent,
    tab: {
      place: 4,
      Screen: lazyScreen(() => import('#client/features/fiat-exchange/admin/FiatRates.tsx'), 'FiatRates'),
    },
  },
  {
    id: 'fiat-currencies',
    group: 'groupMoney',
    may: 'rates.write',
    text: 'fiatCurrencies',
    Icon: Coins,
    tab: {
      place: 5,
      Screen: lazyScreen(() => import('#client/features/fiat-exchange/admin/FiatCurrencies.tsx'), 'FiatCurrencies'),
    },
  },
  {
    id: 'payment-methods',
    group: 'groupMoney',
    may: 'wallets.write',
    text: 'paymentMethods',
    Icon: Landmark,
    tab: {
      place: 6,
      Screen: lazyScreen(() => import('#client/features/payment-methods/admin/PaymentMethods.tsx'), 'PaymentMethods'),
    },
  },
  {
    id: 'held-rates',
    group: 'groupMoney',
    may: 'rates.write',
    text: 'heldRates',
    Icon: ShieldQuestion,
    Page: lazyScreen(() => import('#client/features/rates/admin/HeldRatesPage.tsx'), 'HeldRatesPage'),
  },
  {
    id: 'wallets',
    group: 'groupMoney',
    may: 'wallets.write',
    text: 'wallets',
    Icon: Wallet,
    Page: lazyScreen(() => import('#client/features/wallets/admin/WalletsPage.tsx'), 'WalletsPage'),
    Below: {
      path: ':cryptoId',
      Page: lazyScreen(() => import('#client/features/wallets/admin/ChangeAddressPage.tsx'), 'ChangeAddressPage'),
    },
    tab: {
      place: 7,
      text: 'wallet',
      Screen: lazyScreen(() => import('#client/features/wallets/admin/Wallets.tsx'), 'Wallets'),
    },
  },
  {
    id: 'users',
    group: 'groupPeople',
    may: 'users.read',
    text: 'users',
    Icon: Users,
    Page: lazyScreen(() => import('#client/features/users/admin/UsersPage.tsx'), 'UsersPage'),
    tab: { place: 3, Screen: lazyScreen(() => import('#client/features/users/admin/Users.tsx'), 'Users') },
  },
  {
    id: 'blog',
    group: 'groupPeople',
    may: 'content.write',
    text: 'common:nav.blog',
    Icon: Newspaper,
    tab: { place: 9, Screen: lazyScreen(() => import('./BlogTab.tsx'), 'BlogTab') },
  },
  {
    id: 'team',
    group: 'groupDesk',
    may: 'notes.write',
    text: 'team',
    Icon: UserCog,
    Page: lazyScreen(() => import('#client/features/team/admin/TeamPage.tsx'), 'TeamPage'),
  },
  {
    id: 'settings',
    group: 'groupDesk',
    may: 'settings.write',
    text: 'settings',
    Icon: Settings,
    Page: lazyScreen(() => import('./SystemSettingsPage.tsx'), 'SystemSettingsPage'),
  },
  {
    id: 'audit-log',
    group: 'groupDesk',
    may: 'audit.read',
    text: 'auditLog',
    Icon: ScrollText,
    Page: lazyScreen(() => import('#client/features/audit/admin/AuditLogPage.tsx'), 'AuditLogPage'),
  },
];

const dashboard = '/admin/dashboard';

/** Every destination with its address: its own screen where it has one, else its tab. */
export const adminDestinations = screens.map((screen) => ({
  ...screen,
  to: screen.Page || !screen.tab ? `/admin/${screen.id}` : `${dashboard}?tab=${screen.id}`,
}));

/** The screens by their path. The dashboard is the shell's own. */
export const adminPages = screens.flatMap(({ id, Page, Below }) => [
  ...(Page ? [{ path: `/admin/${id}`, Page }] : []),
  ...(Below ? [{ path: `/admin/${id}/${Below.path}`, Page: Below.Page }] : []),
]);

/** Every address of the administration. */
export const adminPaths = [dashboard, ...adminPages.map(({ path }) => path)];

/** The tabs of the dashboard in their order. */
export const adminTabs = screens
  .flatMap(({ id, text, may, tab }) => (tab ? [{ id, text, may, ...tab }] : []))
  .toSorted((a, b) => a.place - b.place);

const sidebar = adminDestinations.flatMap(({ Icon, ...screen }) => (Icon ? [{ ...screen, Icon }] : []));

/** The sidebar of a member by its groups: what their role does not include is left out, and what no rule needs. */
export function sidebarOf(may: May, isFourEyesOn: boolean) {
  const shown = sidebar.filter((entry) => may(entry.may) && (isFourEyesOn || !entry.fourEyes));
  const headings = new Set(shown.map(({ group }) => group));
  return [...headings].map((heading) => ({ heading, entries: shown.filter(({ group }) => group === heading) }));
}

/** The sidebar link of the current screen, by its path; undefined where there is none. */
export function currentEntry(pathname: string, search: string): string | undefined {
  const tab = new URLSearchParams(search).get('tab');
  const exact = sidebar.find(({ to }) => to === `${pathname}?tab=${tab}`);
  return (exact ?? sidebar.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)))?.to;
}

/** What the role must include for the screen at an address. */
export function permissionAt(pathname: string, search: string): Permission | undefined {
  const to = currentEntry(pathname, search);
  return sidebar.find((entry) => entry.to === to)?.may;
}
