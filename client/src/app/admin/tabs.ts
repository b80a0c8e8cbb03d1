import type { ParseKeys } from 'i18next';
import { lazy, type ComponentType } from 'react';
import type { Permission } from '#shared/kernel/permission.ts';

type TabText = ParseKeys<['admin', 'common']>;

interface Tab {
  id: string;
  text: TabText;
  /** What the role must include to see it. */
  may: Permission;
  /** Takes the window's height and scrolls inside itself. */
  fills: boolean;
  Screen: ComponentType;
}

function tab<Name extends string>(
  id: string,
  text: TabText,
  may: Permission,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  { fills = false }: { fills?: boolean } = {},
): Tab {
  return { id, text, may, fills, Screen: lazy<ComponentType>(async () => ({ default: (await load())[name] })) };
}

/**
 * The tabs of the dashboard in their order, each in a chunk of its own; the first is what the dashboard opens with. A
 * line is added when its screen exists. A tab's screen begins with an h2, the dashboard has the h1.
 */
export const tabs: readonly [Tab, ...Tab[]] = [
  tab(
    'overview',
    'admin:overview',
    'orders.read',
    () => import('#client/features/overview/admin/Overview.tsx'),
    'Overview',
  ),
  tab(
    'transactions',
    'common:nav.transactions',
    'orders.read',
    () => import('#client/features/orders/admin/Review.tsx'),
    'Review',
    {
      fills: true,
    },
  ),
  tab('users', 'admin:users', 'users.read', () => import('#client/features/users/admin/Users.tsx'), 'Users'),
  tab(
    'fiat-exchange',
    'admin:fiatExchange',
    'rates.write',
    () => import('#client/features/fiat-exchange/admin/FiatRates.tsx'),
    'FiatRates',
  ),
  tab(
    'fiat-currencies',
    'admin:fiatCurrencies',
    'rates.write',
    () => import('#client/features/fiat-exchange/admin/FiatCurrencies.tsx'),
    'FiatCurrencies',
  ),
  tab(
    'payment-methods',
    'admin:paymentMethods',
    'wallets.write',
    () => import('#client/features/payment-methods/admin/PaymentMethods.tsx'),
    'PaymentMethods',
  ),
  tab(
    'wallets',
    'admin:wallet',
    'wallets.write',
    () => import('#client/features/wallets/admin/Wallets.tsx'),
    'Wallets',
  ),
  tab('kyc', 'common:nav.kyc', 'kyc.read', () => import('#client/features/kyc/admin/KycReview.tsx'), 'KycReview', {
    fills: true,
  }),
  tab('blog', 'common:nav.blog', 'content.write', () => import('./BlogTab.tsx'), 'BlogTab'),
];
