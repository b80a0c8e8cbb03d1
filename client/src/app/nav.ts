import type { ParseKeys } from 'i18next';
import { hasRoute } from './routes.ts';

interface NavEntry {
  to: string;
  text: ParseKeys;
}

const entries: readonly NavEntry[] = [
  { to: '/dashboard', text: 'nav.dashboard' },
  { to: '/sell', text: 'nav.sellCrypto' },
  { to: '/fiat-exchange', text: 'nav.exchange' },
  { to: '/transactions', text: 'nav.transactions' },
  { to: '/kyc', text: 'nav.kyc' },
  { to: '/blog', text: 'nav.blog' },
  { to: '/profile', text: 'nav.profile' },
];

/** The destinations of a signed-in user, in header order. */
export const accountNav = entries.filter(({ to }) => hasRoute(to));
