import { matchPath } from 'react-router-dom';
import { screen, type ScreenRoute } from './screen.ts';

/**
 * Every screen of the product, one line each, each in a chunk of its own. A line is added when its page exists.
 * `screen('/kyc', 'account', () => import('#client/features/kyc/pages/KycPage.tsx'), 'KycPage'),`
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
  screen('/dashboard', 'account', () => import('#client/features/sell/pages/DashboardPage.tsx'), 'DashboardPage'),
  screen('/transactions', 'account', () => import('#client/features/orders/pages/OrdersPage.tsx'), 'OrdersPage'),
  screen('/receipt/:code', 'public', () => import('#client/features/orders/pages/ReceiptPage.tsx'), 'ReceiptPage'),
  screen('/kyc', 'account', () => import('#client/features/kyc/pages/KycPage.tsx'), 'KycPage'),
  screen('/profile', 'account', () => import('./account/ProfilePage.tsx'), 'ProfilePage'),
  screen('/sell', 'wizard', () => import('#client/features/sell/pages/SellPage.tsx'), 'SellPage'),
  screen(
    '/fiat-exchange',
    'wizard',
    () => import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    'ExchangePage',
  ),
  screen('/admin/dashboard', 'admin', () => import('./admin/AdminDashboardPage.tsx'), 'AdminDashboardPage'),
  screen(
    '/admin/transactions',
    'admin',
    () => import('#client/features/orders/admin/OrdersReviewPage.tsx'),
    'OrdersReviewPage',
  ),
  screen(
    '/admin/sell-quotes',
    'admin',
    () => import('#client/features/sell/admin/SellQuotesPage.tsx'),
    'SellQuotesPage',
  ),
  screen('/admin/kyc', 'admin', () => import('#client/features/kyc/admin/KycReviewPage.tsx'), 'KycReviewPage'),
  screen('/admin/audit-log', 'admin', () => import('#client/features/audit/admin/AuditLogPage.tsx'), 'AuditLogPage'),
  screen('/admin/users', 'admin', () => import('#client/features/users/admin/UsersPage.tsx'), 'UsersPage'),
  screen(
    '/admin/approvals',
    'admin',
    () => import('#client/features/approvals/admin/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  screen('/admin/team', 'admin', () => import('#client/features/team/admin/TeamPage.tsx'), 'TeamPage'),
  screen('/admin/wallets', 'admin', () => import('#client/features/wallets/admin/WalletsPage.tsx'), 'WalletsPage'),
  screen(
    '/admin/wallets/:cryptoId',
    'admin',
    () => import('#client/features/wallets/admin/ChangeAddressPage.tsx'),
    'ChangeAddressPage',
  ),
  screen('/admin/settings', 'admin', () => import('./admin/SystemSettingsPage.tsx'), 'SystemSettingsPage'),
  screen('/admin/held-rates', 'admin', () => import('#client/features/rates/admin/HeldRatesPage.tsx'), 'HeldRatesPage'),
  screen('/admin/agent-chat', 'admin', () => import('#client/features/chat/admin/AgentChatPage.tsx'), 'AgentChatPage'),
  screen('/blog', 'public', () => import('#client/features/blog/pages/BlogPage.tsx'), 'BlogPage'),
  screen('/blog/:id', 'public', () => import('#client/features/blog/pages/ArticlePage.tsx'), 'ArticlePage'),
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
  screen('/contact', 'public', () => import('#client/features/landing/pages/ContactPage.tsx'), 'ContactPage'),
  screen('/privacy-policy', 'public', () => import('#client/features/landing/pages/PrivacyPage.tsx'), 'PrivacyPage'),
  screen('/terms-of-service', 'public', () => import('#client/features/landing/pages/TermsPage.tsx'), 'TermsPage'),
  ...['/admin', '/admin/login', '/admin/*'].map((path) =>
    screen(path, 'bare', () => import('#client/features/auth/admin/AdminLoginPage.tsx'), 'AdminLoginPage'),
  ),
];

/** The screen at an address; undefined where there is none. */
export function routeAt(pathname: string): ScreenRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

/** Whether the product has this path: links to screens of other parts are shown only where they lead somewhere. */
export function hasRoute(path: string): boolean {
  return routes.some((route) => route.path === path);
}
