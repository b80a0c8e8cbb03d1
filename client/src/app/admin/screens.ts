import type { ParseKeys } from 'i18next';
import {
  ArrowLeftRight,
  Banknote,
  BookOpen,
  CirclePause,
  Coins,
  FileText,
  IdCard,
  Inbox,
  Landmark,
  LayoutDashboard,
  MessagesSquare,
  Newspaper,
  Percent,
  ScrollText,
  Settings,
  ShieldQuestion,
  Timer,
  Undo2,
  UserCog,
  Users,
  UsersRound,
  Wallet,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { May } from '#client/lib/session/permissions.ts';
import type { Permission, Requirement } from '#shared/kernel/permission.ts';
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
  /** What the role must include to see it; `member` for what every member has. */
  may: Requirement;
  Icon?: LucideIcon;
  group?: Text;
  /** Only where some action needs a second member. */
  fourEyes?: true;
  Page?: ComponentType;
  Below?: { path: string; Page: ComponentType };
  tab?: Tab;
}

/** What declares a destination of a group: `money('prices', 'rates.write', 'prices', CirclePause, { Page })`. */
const screensOf =
  (group?: Text) =>
  (id: string, may: Requirement, text: Text, Icon?: LucideIcon, rest: Partial<AdminScreen> = {}): AdminScreen => {
    return { id, may, text, ...(group && { group }), ...(Icon && { Icon }), ...rest };
  };

const admin = screensOf();
const [money, users, system] = [screensOf('groupMoney'), screensOf('groupUsers'), screensOf('groupSystem')];
const lazy = lazyScreen;

/** Every screen of the administration, in the order of the sidebar, each in a chunk of its own. */
const screens: readonly AdminScreen[] = [
  admin('dashboard', 'orders.read', 'dashboard', LayoutDashboard),
  admin('overview', 'orders.read', 'overview', undefined, {
    tab: { place: 1, Screen: lazy('Overview', () => import('#client/features/overview/admin/Overview.tsx')) },
  }),
  admin('transactions', 'orders.read', 'common:nav.transactions', ArrowLeftRight, {
    Page: lazy('OrdersReviewPage', () => import('#client/features/orders/admin/OrdersReviewPage.tsx')),
    tab: { place: 2, fills: true, Screen: lazy('Review', () => import('#client/features/orders/admin/Review.tsx')) },
  }),
  admin('sell-quotes', 'orders.read', 'sellQuotes', Timer, {
    Page: lazy('SellQuotesPage', () => import('#client/features/sell/admin/SellQuotesPage.tsx')),
  }),
  admin('unmatched', 'orders.read', 'unmatched', Inbox, {
    Page: lazy('UnmatchedPage', () => import('./UnmatchedPage.tsx')),
  }),
  admin('refunds', 'orders.read', 'refunds', Undo2, {
    Page: lazy('RefundQueuePage', () => import('#client/features/refunds/admin/RefundQueuePage.tsx')),
  }),
  admin('statements', 'books.read', 'statements', FileText, {
    Page: lazy('StatementsPage', () => import('#client/features/payouts/admin/statements/StatementsPage.tsx')),
  }),
  admin('approvals', 'orders.read', 'approvals', UsersRound, {
    fourEyes: true,
    Page: lazy('ApprovalsPage', () => import('#client/features/approvals/admin/ApprovalsPage.tsx')),
  }),
  admin('payouts', 'orders.read', 'payouts', Banknote, {
    Page: lazy('PayoutsPage', () => import('#client/features/payouts/admin/PayoutsPage.tsx')),
  }),
  admin('kyc', 'kyc.read', 'common:nav.kyc', IdCard, {
    Page: lazy('KycReviewPage', () => import('#client/features/kyc/admin/KycReviewPage.tsx')),
    tab: { place: 8, fills: true, Screen: lazy('KycReview', () => import('#client/features/kyc/admin/KycReview.tsx')) },
  }),
  admin('agent-chat', 'chat.answer', 'chat', MessagesSquare, {
    Page: lazy('AgentChatPage', () => import('#client/features/chat/admin/AgentChatPage.tsx')),
  }),
  money('fiat-exchange', 'rates.write', 'fiatExchange', Percent, {
    tab: { place: 4, Screen: lazy('FiatRates', () => import('#client/features/fiat-exchange/admin/FiatRates.tsx')) },
  }),
  money('fiat-currencies', 'rates.write', 'fiatCurrencies', Coins, {
    tab: {
      place: 5,
      Screen: lazy('FiatCurrencies', () => import('#client/features/fiat-exchange/admin/FiatCurrencies.tsx')),
    },
  }),
  money('payment-methods', 'wallets.write', 'paymentMethods', Landmark, {
    tab: {
      place: 6,
      Screen: lazy('PaymentMethods', () => import('#client/features/payment-methods/admin/PaymentMethods.tsx')),
    },
  }),
  money('prices', 'rates.write', 'prices', CirclePause, {
    Page: lazy('PricesPage', () => import('#client/features/rates/admin/PricesPage.tsx')),
  }),
  money('held-rates', 'rates.write', 'heldRates', ShieldQuestion, {
    Page: lazy('HeldRatesPage', () => import('#client/features/rates/admin/HeldRatesPage.tsx')),
  }),
  money('wallets', 'wallets.write', 'wallets', Wallet, {
    Page: lazy('WalletsPage', () => import('#client/features/wallets/admin/Wallets.tsx')),
    Below: {
      path: ':cryptoId',
      Page: lazy('ChangeAddressPage', () => import('#client/features/wallets/admin/ChangeAddressPage.tsx')),
    },
    tab: {
      place: 7,
      text: 'wallet',
      Screen: lazy('Wallets', () => import('#client/features/wallets/admin/Wallets.tsx')),
    },
  }),
  money('deposit-sources', 'wallets.write', 'depositSources', Waypoints, {
    Page: lazy('DepositSourcesPage', () => import('#client/features/deposit-sources/admin/DepositSourcesPage.tsx')),
  }),
  money('books', 'books.read', 'books', BookOpen, {
    Page: lazy('BooksPage', () => import('#client/features/books/admin/BooksPage.tsx')),
  }),
  users('users', 'users.read', 'users', Users, {
    Page: lazy('UsersPage', () => import('#client/features/users/admin/UsersPage.tsx')),
    tab: { place: 3, Screen: lazy('Users', () => import('#client/features/users/admin/Users.tsx')) },
  }),
  users('blog', 'content.write', 'common:nav.blog', Newspaper, {
    tab: { place: 9, Screen: lazy('BlogTab', () => import('./BlogTab.tsx')) },
  }),
  system('team', 'notes.write', 'team', UserCog, {
    Page: lazy('TeamPage', () => import('#client/features/team/admin/TeamPage.tsx')),
  }),
  admin('account', 'member', 'account', undefined, {
    Page: lazy('AccountPage', () => import('./AccountPage.tsx')),
  }),
  system('settings', 'settings.write', 'settings', Settings, {
    Page: lazy('SystemSettingsPage', () => import('./SystemSettingsPage.tsx')),
  }),
  system('audit-log', 'audit.read', 'auditLog', ScrollText, {
    Page: lazy('AuditLogPage', () => import('#client/features/audit/admin/AuditLogPage.tsx')),
  }),
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

/** The sidebar entry of the screen at an address, or of the tab of the dashboard there. */
export function destinationAt(pathname: string, search: string) {
  const tab = pathname === dashboard && new URLSearchParams(search).get('tab');
  const to = currentEntry(pathname, search);
  return sidebar.find(({ id }) => id === tab) ?? sidebar.find((entry) => entry.to === to);
}

/** What the role must include for the screen at an address. */
export function permissionAt(pathname: string, search: string): Permission | undefined {
  const may = destinationAt(pathname, search)?.may;
  return may === 'member' ? undefined : may;
}
