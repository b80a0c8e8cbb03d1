import type { ParseKeys } from 'i18next';
import { lazy, type ComponentType } from 'react';

type TabText = ParseKeys<['admin', 'common']>;

interface Tab {
  id: string;
  text: TabText;
  /** Takes the window's height and scrolls inside itself. */
  fills: boolean;
  Screen: ComponentType;
}

function tab<Name extends string>(
  id: string,
  text: TabText,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  { fills = false }: { fills?: boolean } = {},
): Tab {
  return { id, text, fills, Screen: lazy<ComponentType>(async () => ({ default: (await load())[name] })) };
}

/**
 * The tabs of the dashboard in their order, each in a chunk of its own; the first is what the dashboard opens with. A
 * line is added when its screen exists. A tab's screen begins with an h2, the dashboard has the h1.
 */
export const tabs: readonly [Tab, ...Tab[]] = [
  tab('overview', 'admin:overview', () => import('#client/features/overview/admin/Overview.tsx'), 'Overview'),
  tab('transactions', 'common:nav.transactions', () => import('#client/features/orders/admin/Review.tsx'), 'Review', {
    fills: true,
  }),
  tab('users', 'admin:users', () => import('#client/features/users/admin/Users.tsx'), 'Users'),
  tab(
    'fiat-exchange',
    'admin:fiatExchange',
    () => import('#client/features/fiat-exchange/admin/FiatRates.tsx'),
    'FiatRates',
  ),
  tab(
    'fiat-currencies',
    'admin:fiatCurrencies',
    () => import('#client/features/fiat-exchange/admin/FiatCurrencies.tsx'),
    'FiatCurrencies',
  ),
  tab(
    'payment-methods',
    'admin:paymentMethods',
    () => import('#client/features/payment-methods/admin/PaymentMethods.tsx'),
    'PaymentMethods',
  ),
  tab('wallets', 'admin:wallet', () => import('#client/features/wallets/admin/Wallets.tsx'), 'Wallets'),
  tab('kyc', 'common:nav.kyc', () => import('#client/features/kyc/admin/KycReview.tsx'), 'KycReview', { fills: true }),
  tab('blog', 'common:nav.blog', () => import('./BlogTab.tsx'), 'BlogTab'),
];
