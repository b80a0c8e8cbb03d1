import { matchPath } from 'react-router-dom';
import { screen, type ScreenRoute } from './screen.ts';

/** Every screen of the product in the order of the menus; the administration's own table is admin/screens.ts. */
export const routes: readonly ScreenRoute[] = [
  screen('/', 'public', 'LandingPage', () => import('#client/features/landing/pages/LandingPage.tsx')),
  screen('/login', 'public', 'LoginPage', () => import('#client/features/auth/pages/LoginPage.tsx')),
  screen('/register', 'public', 'RegisterPage', () => import('#client/features/auth/pages/RegisterPage.tsx')),
  screen('/verify-otp', 'public', 'VerifyPage', () => import('#client/features/auth/pages/VerifyPage.tsx')),
  screen(
    '/forgot-password',
    'public',
    'ForgotPasswordPage',
    () => import('#client/features/auth/pages/ForgotPasswordPage.tsx'),
  ),
  screen(
    '/reset-password',
    'public',
    'ResetPasswordPage',
    () => import('#client/features/auth/pages/ResetPasswordPage.tsx'),
  ),
  screen(
    '/invitation/:token',
    'public',
    'InvitationPage',
    () => import('#client/features/team/pages/InvitationPage.tsx'),
  ),
  screen(
    '/keep-second-factor',
    'public',
    'StopFactorRemovalPage',
    () => import('#client/features/auth/pages/StopFactorRemovalPage.tsx'),
  ),
  screen('/second-factor', 'public', 'FactorPage', () => import('#client/features/team/pages/FactorPage.tsx')),
  screen('/sign-out', 'public', 'SignOutPage', () => import('#client/features/auth/pages/SignOutPage.tsx')),
  screen('/dashboard', 'account', 'DashboardPage', () => import('#client/features/sell/pages/DashboardPage.tsx'), {
    nav: 'nav.dashboard',
    tab: 'nav.dashboard',
  }),
  screen('/sell', 'wizard', 'SellPage', () => import('#client/features/sell/pages/SellPage.tsx'), {
    nav: 'nav.sellCrypto',
    tab: 'nav.sell',
  }),
  screen(
    '/fiat-exchange',
    'wizard',
    'ExchangePage',
    () => import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    { nav: 'nav.exchange' },
  ),
  screen('/transactions', 'account', 'OrdersPage', () => import('#client/features/orders/pages/OrdersPage.tsx'), {
    nav: 'nav.transactions',
    tab: 'nav.transactions',
  }),
  screen('/refunds', 'account', 'RefundsPage', () => import('#client/features/refunds/pages/RefundsPage.tsx')),
  screen(
    '/transactions/:id/account',
    'account',
    'CheckAccountPage',
    () => import('#client/features/payouts/pages/CheckAccountPage.tsx'),
  ),
  screen('/receipt/:code', 'public', 'ReceiptPage', () => import('#client/features/orders/pages/ReceiptPage.tsx')),
  screen('/kyc', 'account', 'KycPage', () => import('#client/features/kyc/pages/KycPage.tsx'), { nav: 'nav.kyc' }),
  screen('/blog', 'public', 'BlogPage', () => import('#client/features/blog/pages/BlogPage.tsx'), { nav: 'nav.blog' }),
  screen('/blog/:id', 'public', 'ArticlePage', () => import('#client/features/blog/pages/ArticlePage.tsx')),
  screen('/profile', 'account', 'ProfilePage', () => import('./account/ProfilePage.tsx'), { nav: 'nav.profile' }),
  screen(
    '/newsletter/confirm',
    'public',
    'ConfirmPage',
    () => import('#client/features/newsletter/pages/ConfirmPage.tsx'),
  ),
  screen(
    '/newsletter/unsubscribe',
    'public',
    'UnsubscribePage',
    () => import('#client/features/newsletter/pages/UnsubscribePage.tsx'),
  ),
  screen('/contact', 'public', 'ContactPage', () => import('#client/features/landing/pages/ContactPage.tsx'), {
    footer: 'footer.contact',
  }),
  screen('/privacy-policy', 'public', 'PrivacyPage', () => import('#client/features/landing/pages/PrivacyPage.tsx'), {
    footer: 'footer.privacy',
  }),
  screen('/terms-of-service', 'public', 'TermsPage', () => import('#client/features/landing/pages/TermsPage.tsx'), {
    footer: 'footer.terms',
  }),
  screen('/admin/*', 'bare', 'AdminRoutes', () => import('./admin/AdminRoutes.tsx')),
];

/** The screen at an address; undefined where there is none. */
export function routeAt(pathname: string): ScreenRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

/** The screens that a menu leads to, with the text of each link. */
export function linksOf(menu: 'nav' | 'tab' | 'footer') {
  return routes.flatMap(({ path, [menu]: text }) => (text ? [{ to: path, text }] : []));
}
