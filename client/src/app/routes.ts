import { matchPath } from 'react-router-dom';
import { screensIn, type ScreenRoute } from './screen.ts';

const open = screensIn('public');
const accountScreens = screensIn('account');
const wizard = screensIn('wizard');
const bareScreens = screensIn('bare');

/** Every screen of the product in the order of the menus; the administration's own table is admin/screens.ts. */
export const routes: readonly ScreenRoute[] = [
  open('/', 'LandingPage', () => import('#client/features/landing/pages/LandingPage.tsx')),
  open('/login', 'LoginPage', () => import('#client/features/auth/pages/LoginPage.tsx')),
  open('/register', 'RegisterPage', () => import('#client/features/auth/pages/RegisterPage.tsx')),
  open('/verify-otp', 'VerifyPage', () => import('#client/features/auth/pages/VerifyPage.tsx')),
  open('/forgot-password', 'ForgotPasswordPage', () => import('#client/features/auth/pages/ForgotPasswordPage.tsx')),
  open('/reset-password', 'ResetPasswordPage', () => import('#client/features/auth/pages/ResetPasswordPage.tsx')),
  open('/invitation/:token', 'InvitationPage', () => import('#client/features/team/pages/InvitationPage.tsx')),
  open(
    '/keep-second-factor',
    'StopFactorRemovalPage',
    () => import('#client/features/auth/pages/StopFactorRemovalPage.tsx'),
  ),
  open('/second-factor', 'FactorPage', () => import('#client/features/auth/pages/FactorPage.tsx')),
  open('/sign-out', 'SignOutPage', () => import('#client/features/auth/pages/SignOutPage.tsx')),
  accountScreens('/dashboard', 'DashboardPage', () => import('#client/features/sell/pages/DashboardPage.tsx'), {
    nav: 'nav.dashboard',
    tab: 'nav.dashboard',
  }),
  wizard('/sell', 'SellPage', () => import('#client/features/sell/pages/SellPage.tsx'), {
    nav: 'nav.sellCrypto',
    tab: 'nav.sell',
  }),
  wizard('/fiat-exchange', 'ExchangePage', () => import('#client/features/fiat-exchange/pages/ExchangePage.tsx'), {
    nav: 'nav.exchange',
  }),
  accountScreens('/transactions', 'OrdersPage', () => import('#client/features/orders/pages/OrdersPage.tsx'), {
    nav: 'nav.transactions',
    tab: 'nav.transactions',
  }),
  accountScreens('/refunds', 'RefundsPage', () => import('#client/features/refunds/pages/RefundsPage.tsx')),
  accountScreens(
    '/transactions/:id/account',
    'CheckAccountPage',
    () => import('#client/features/payouts/pages/CheckAccountPage.tsx'),
  ),
  open('/receipt/:code', 'ReceiptPage', () => import('#client/features/orders/pages/ReceiptPage.tsx')),
  open('/o/:code', 'OfferPage', () => import('#client/features/offers/pages/OfferPage.tsx')),
  accountScreens('/kyc', 'KycPage', () => import('#client/features/kyc/pages/KycPage.tsx'), { nav: 'nav.kyc' }),
  open('/blog', 'BlogPage', () => import('#client/features/blog/pages/BlogPage.tsx'), { nav: 'nav.blog' }),
  open('/blog/:id', 'ArticlePage', () => import('#client/features/blog/pages/ArticlePage.tsx')),
  accountScreens('/profile', 'ProfilePage', () => import('./account/ProfilePage.tsx'), { nav: 'nav.profile' }),
  open('/newsletter/confirm', 'ConfirmPage', () => import('#client/features/newsletter/pages/ConfirmPage.tsx')),
  open(
    '/newsletter/unsubscribe',
    'UnsubscribePage',
    () => import('#client/features/newsletter/pages/UnsubscribePage.tsx'),
  ),
  open('/contact', 'ContactPage', () => import('#client/features/landing/pages/ContactPage.tsx'), {
    footer: 'footer.contact',
  }),
  open('/privacy-policy', 'PrivacyPage', () => import('#client/features/landing/pages/PrivacyPage.tsx'), {
    footer: 'footer.privacy',
  }),
  open('/terms-of-service', 'TermsPage', () => import('#client/features/landing/pages/TermsPage.tsx'), {
    footer: 'footer.terms',
  }),
  bareScreens('/admin/*', 'AdminRoutes', () => import('./admin/AdminRoutes.tsx')),
];

/** The screen at an address; undefined where there is none. */
export function routeAt(pathname: string): ScreenRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

/** The screens that appear in a menu, with the text of each link. */
export function linksOf(menu: 'nav' | 'tab' | 'footer') {
  return routes.flatMap(({ path, [menu]: text }) => (text ? [{ to: path, text }] : []));
}
