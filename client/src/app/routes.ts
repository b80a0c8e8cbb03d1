import { matchPath } from 'react-router-dom';
import { screen, type ScreenRoute } from './screen.ts';

/**
 * Every screen of the product, one entry each, each in a chunk of its own, in the order of the menus that lead to it. The
 * administration has its own table, in its own chunk: admin/screens.ts.
 */
export const routes: readonly ScreenRoute[] = [
  screen('/', 'public', () => import('#client/features/landing/pages/LandingPage.tsx'), 'LandingPage'),
  screen('/login', 'public', () => import('#client/features/auth/pages/LoginPage.tsx'), 'LoginPage'),
  screen('/register', 'public', () => import('#client/features/auth/pages/RegisterPage.tsx'), 'RegisterPage'),
  screen('/verify-otp', 'public', () => import('#client/features/auth/pages/VerifyPage.tsx'), 'VerifyPage'),
  screen(
    '/forgot-password',
    'public',
    () => import('#client/features/auth/pages/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
  screen(
    '/reset-password',
    'public',
    () => import('#client/features/auth/pages/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
  screen(
    '/invitation/:token',
    'public',
    () => import('#client/features/team/pages/InvitationPage.tsx'),
    'InvitationPage',
  ),
  screen('/second-factor', 'public', () => import('#client/features/team/pages/FactorPage.tsx'), 'FactorPage'),
  screen('/sign-out', 'public', () => import('#client/features/auth/pages/SignOutPage.tsx'), 'SignOutPage'),
  screen('/dashboard', 'account', () => import('#client/features/sell/pages/DashboardPage.tsx'), 'DashboardPage', {
    nav: 'nav.dashboard',
    tab: 'nav.rates',
  }),
  screen('/sell', 'wizard', () => import('#client/features/sell/pages/SellPage.tsx'), 'SellPage', {
    nav: 'nav.sellCrypto',
    tab: 'nav.sell',
  }),
  screen(
    '/fiat-exchange',
    'wizard',
    () => import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    'ExchangePage',
    { nav: 'nav.exchange' },
  ),
  screen('/transactions', 'account', () => import('#client/features/orders/pages/OrdersPage.tsx'), 'OrdersPage', {
    nav: 'nav.transactions',
    tab: 'nav.activity',
  }),
  screen('/receipt/:code', 'public', () => import('#client/features/orders/pages/ReceiptPage.tsx'), 'ReceiptPage'),
  screen('/kyc', 'account', () => import('#client/features/kyc/pages/KycPage.tsx'), 'KycPage', { nav: 'nav.kyc' }),
  screen('/blog', 'public', () => import('#client/features/blog/pages/BlogPage.tsx'), 'BlogPage', { nav: 'nav.blog' }),
  screen('/blog/:id', 'public', () => import('#client/features/blog/pages/ArticlePage.tsx'), 'ArticlePage'),
  screen('/profile', 'account', () => import('./account/ProfilePage.tsx'), 'ProfilePage', { nav: 'nav.profile' }),
  screen(
    '/newsletter/confirm',
    'public',
    () => import('#client/features/newsletter/pages/ConfirmPage.tsx'),
    'ConfirmPage',
  ),
  screen(
    '/newsletter/unsubscribe',
    'public',
    () => import('#client/features/newsletter/pages/UnsubscribePage.tsx'),
    'UnsubscribePage',
  ),
  screen('/contact', 'public', () => import('#client/features/landing/pages/ContactPage.tsx'), 'ContactPage', {
    footer: 'footer.contact',
  }),
  screen('/privacy-policy', 'public', () => import('#client/features/landing/pages/PrivacyPage.tsx'), 'PrivacyPage', {
    footer: 'footer.privacy',
  }),
  screen('/terms-of-service', 'public', () => import('#client/features/landing/pages/TermsPage.tsx'), 'TermsPage', {
    footer: 'footer.terms',
  }),
  screen('/admin/*', 'bare', () => import('./admin/AdminRoutes.tsx'), 'AdminRoutes'),
];

/** The screen at an address; undefined where there is none. */
export function routeAt(pathname: string): ScreenRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

/** The screens that a menu leads to, with the text of each link. */
export function linksOf(menu: 'nav' | 'tab' | 'footer') {
  return routes.flatMap(({ path, [menu]: text }) => (text ? [{ to: path, text }] : []));
}
