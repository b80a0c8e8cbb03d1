import type { ParseKeys } from 'i18next';
import {
  ArrowLeftRight,
  Banknote,
  BookOpen,
  IdCard,
  Inbox,
  LayoutDashboard,
  MessagesSquare,
  Newspaper,
  Percent,
  ScrollText,
  Settings,
  UserCog,
  Users,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Requirement } from '#shared/kernel/permission.ts';
import { lazyScreen } from '../screen.ts';

type Text = ParseKeys<['admin', 'common']>;

/** A section of the dashboard, with an address of its own. Its screen begins with an h2: the dashboard has the h1. */
export interface Tab {
  /** Position among the tabs; the dashboard opens with the first. */
  place: number;
  /** The tab's label, where it differs from the screen's name. */
  text?: Text;
  /** Takes the window's height and scrolls inside itself. */
  fills?: true;
  Screen: ComponentType;
}

/** A destination of the administration: a screen of its own, a tab of the dashboard, or both. */
export interface AdminScreen {
  id: string;
  text: Text;
  /** The permission that the role must include to see it; `member` for screens of every member. */
  may: Requirement;
  Page?: ComponentType;
  Below?: { path: string; Page: ComponentType };
  tab?: Tab;
}

/**
 * An entry of the sidebar with its screens. It is shown if the member may read one of them, and leads to the first of
 * those.
 */
export interface Entry {
  id: string;
  text: Text;
  Icon: LucideIcon;
  group?: Text;
  /** True if its screens stand below a head with its name and a tab for each; the others have a head of their own. */
  framed?: true;
  /** Shown only if some action needs a second member, or a request waits. */
  fourEyes?: true;
  screens: readonly AdminScreen[];
}

const adminScreen = (id: string, may: Requirement, text: Text, rest: Partial<AdminScreen> = {}): AdminScreen => {
  return { id, may, text, ...rest };
};

/** Makes the entries of a group: `money('prices', 'prices', Percent, [at('prices', …), …])`. */
const entriesOf =
  (group?: Text) =>
  (id: string, text: Text, Icon: LucideIcon, screens: AdminScreen[], rest: Partial<Entry> = {}): Entry => {
    return { id, text, Icon, screens, ...(group && { group }), ...rest };
  };

const main = entriesOf();
const money = entriesOf('groupMoney');
const users = entriesOf('groupUsers');
const system = entriesOf('groupSystem');
const lazy = lazyScreen;
const framedScreen = { framed: true } as const;

const Blog = lazy('BlogTab', () => import('#client/features/blog/admin/BlogTab.tsx'));
const FiatRates = lazy('FiatRates', () => import('#client/features/fiat-exchange/admin/FiatRates.tsx'));
const FiatCurrencies = lazy('FiatCurrencies', () => import('#client/features/fiat-exchange/admin/FiatCurrencies.tsx'));
const PaymentMethods = lazy(
  'PaymentMethods',
  () => import('#client/features/payment-methods/admin/PaymentMethods.tsx'),
);
const UserList = lazy('UsersScreen', () => import('./UsersScreen.tsx'));
const Wallets = lazy('Wallets', () => import('#client/features/wallets/admin/Wallets.tsx'));

/** The sidebar in its order, with every screen of the administration, each in a chunk of its own. */
export const rail: readonly Entry[] = [
  main('dashboard', 'dashboard', LayoutDashboard, [
    adminScreen('dashboard', 'orders.read', 'dashboard'),
    adminScreen('overview', 'orders.read', 'overview', {
      tab: { place: 1, Screen: lazy('Overview', () => import('#client/features/overview/admin/Overview.tsx')) },
    }),
  ]),
  main('transactions', 'common:nav.transactions', ArrowLeftRight, [
    adminScreen('transactions', 'orders.read', 'common:nav.transactions', {
      Page: lazy('OrdersReviewPage', () => import('#client/features/orders/admin/OrdersReviewPage.tsx')),
      tab: { place: 2, fills: true, Screen: lazy('Review', () => import('#client/features/orders/admin/Review.tsx')) },
    }),
  ]),
  main(
    'coins-in',
    'coinsIn',
    Inbox,
    [
      adminScreen('sell-quotes', 'orders.read', 'sellQuotes', {
        Page: lazy('SellQuotesPage', () => import('#client/features/sell/admin/SellQuotesPage.tsx')),
      }),
      adminScreen('offers', 'orders.read', 'offers', {
        Page: lazy('OffersPage', () => import('#client/features/offers/admin/OffersPage.tsx')),
      }),
      adminScreen('unmatched', 'orders.read', 'unmatched', {
        Page: lazy('UnmatchedPage', () => import('#client/features/settlements/admin/UnmatchedPage.tsx')),
      }),
      adminScreen('refunds', 'orders.read', 'refunds', {
        Page: lazy('RefundQueuePage', () => import('#client/features/refunds/admin/RefundQueuePage.tsx')),
      }),
    ],
    framedScreen,
  ),
  main('money-out', 'moneyOut', Banknote, [
    adminScreen('payouts', 'orders.read', 'payouts', {
      Page: lazy('PayoutsPage', () => import('#client/features/payouts/admin/PayoutsPage.tsx')),
    }),
    adminScreen('statements', 'books.read', 'statements', {
      Page: lazy('StatementsPage', () => import('#client/features/payouts/admin/statements/StatementsPage.tsx')),
    }),
  ]),
  main(
    'approvals',
    'approvals',
    UsersRound,
    [
      adminScreen('approvals', 'orders.read', 'approvals', {
        Page: lazy('ApprovalsPage', () => import('#client/features/approvals/admin/ApprovalsPage.tsx')),
      }),
    ],
    { fourEyes: true, framed: true },
  ),
  main('kyc', 'common:nav.kyc', IdCard, [
    adminScreen('kyc', 'kyc.read', 'common:nav.kyc', {
      Page: lazy('KycReviewPage', () => import('#client/features/kyc/admin/KycReviewPage.tsx')),
      tab: {
        place: 8,
        fills: true,
        Screen: lazy('KycReview', () => import('#client/features/kyc/admin/KycReview.tsx')),
      },
    }),
  ]),
  main('agent-chat', 'chat', MessagesSquare, [
    adminScreen('agent-chat', 'chat.answer', 'chat', {
      Page: lazy('AgentChatPage', () => import('#client/features/chat/admin/AgentChatPage.tsx')),
    }),
  ]),
  money(
    'prices',
    'prices',
    Percent,
    [
      adminScreen('prices', 'rates.write', 'market', {
        Page: lazy('PricesPage', () => import('#client/features/rates/admin/PricesPage.tsx')),
      }),
      adminScreen('fiat-exchange', 'rates.write', 'fiatExchange', {
        Page: FiatRates,
        tab: { place: 4, Screen: FiatRates },
      }),
      adminScreen('fiat-currencies', 'rates.write', 'fiatCurrencies', {
        Page: FiatCurrencies,
        tab: { place: 5, Screen: FiatCurrencies },
      }),
      adminScreen('held-rates', 'rates.write', 'heldRates', {
        Page: lazy('HeldRatesPage', () => import('#client/features/rates/admin/HeldRatesPage.tsx')),
      }),
    ],
    framedScreen,
  ),
  money(
    'wallets',
    'wallets',
    Wallet,
    [
      adminScreen('wallets', 'wallets.write', 'addresses', {
        Page: Wallets,
        Below: {
          path: ':cryptoId',
          Page: lazy('ChangeAddressPage', () => import('#client/features/wallets/admin/ChangeAddressPage.tsx')),
        },
        tab: { place: 7, text: 'wallet', Screen: Wallets },
      }),
      adminScreen('deposit-sources', 'wallets.write', 'depositSources', {
        Page: lazy('DepositSourcesPage', () => import('#client/features/deposit-sources/admin/DepositSourcesPage.tsx')),
      }),
      adminScreen('payment-methods', 'wallets.write', 'paymentMethods', {
        Page: PaymentMethods,
        tab: { place: 6, Screen: PaymentMethods },
      }),
    ],
    framedScreen,
  ),
  money('books', 'books', BookOpen, [
    adminScreen('books', 'books.read', 'books', {
      Page: lazy('BooksPage', () => import('#client/features/books/admin/BooksPage.tsx')),
    }),
  ]),
  users(
    'users',
    'users',
    Users,
    [
      adminScreen('users', 'users.read', 'userList', {
        Page: UserList,
        tab: { place: 3, text: 'users', Screen: UserList },
      }),
      adminScreen('imports', 'users.write', 'imports', {
        Page: lazy('ImportsPage', () => import('#client/features/imports/admin/ImportsPage.tsx')),
      }),
    ],
    framedScreen,
  ),
  users(
    'blog',
    'common:nav.blog',
    Newspaper,
    [adminScreen('blog', 'content.write', 'common:nav.blog', { Page: Blog, tab: { place: 9, Screen: Blog } })],
    framedScreen,
  ),
  system(
    'team',
    'team',
    UserCog,
    [
      adminScreen('team', 'notes.write', 'team', {
        Page: lazy('TeamPage', () => import('#client/features/team/admin/TeamPage.tsx')),
      }),
    ],
    framedScreen,
  ),
  system('settings', 'settings', Settings, [
    adminScreen('settings', 'settings.write', 'settings', {
      Page: lazy('SystemSettingsPage', () => import('./SystemSettingsPage.tsx')),
    }),
  ]),
  system(
    'audit-log',
    'auditLog',
    ScrollText,
    [
      adminScreen('audit-log', 'audit.read', 'auditLog', {
        Page: lazy('AuditLogPage', () => import('#client/features/audit/admin/AuditLogPage.tsx')),
      }),
    ],
    framedScreen,
  ),
];

/** The sidebar has no entry for it: the link with the member's name leads there. */
export const account = adminScreen('account', 'member', 'account', {
  Page: lazy('AccountPage', () => import('./AccountPage.tsx')),
});
