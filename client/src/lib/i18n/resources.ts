import type { ErrorTexts } from '#shared/kernel/errors.ts';

/** Typed keys of every namespace. A new feature adds one line; the English file is the source. */
export interface Resources {
  admin: typeof import('#shared/locales/en/admin.json');
  'admin.common': typeof import('#shared/locales/en/admin.common.json');
  approvals: typeof import('#shared/locales/en/approvals.json');
  audit: typeof import('#shared/locales/en/audit.json');
  'audit.params': typeof import('#shared/locales/en/audit.params.json');
  'audit.sentences': typeof import('#shared/locales/en/audit.sentences.json');
  auth: typeof import('#shared/locales/en/auth.json');
  'auth.account': typeof import('#shared/locales/en/auth.account.json');
  blog: typeof import('#shared/locales/en/blog.json');
  'blog.admin': typeof import('#shared/locales/en/blog.admin.json');
  'books.admin': typeof import('#shared/locales/en/books.admin.json');
  chat: typeof import('#shared/locales/en/chat.json');
  'chat.admin': typeof import('#shared/locales/en/chat.admin.json');
  common: typeof import('#shared/locales/en/common.json');
  deposits: typeof import('#shared/locales/en/deposits.json');
  'deposit-sources.admin': typeof import('#shared/locales/en/deposit-sources.admin.json');
  'deposits.admin': typeof import('#shared/locales/en/deposits.admin.json');
  /** The refusals and field errors of all features together: a reason is unique. */
  errors: ErrorTexts;
  'fiat-exchange': typeof import('#shared/locales/en/fiat-exchange.json');
  'fiat-exchange.admin': typeof import('#shared/locales/en/fiat-exchange.admin.json');
  kyc: typeof import('#shared/locales/en/kyc.json');
  'kyc.admin': typeof import('#shared/locales/en/kyc.admin.json');
  landing: typeof import('#shared/locales/en/landing.json');
  'landing.legal': typeof import('#shared/locales/en/landing.legal.json');
  'mail.admin': typeof import('#shared/locales/en/mail.admin.json');
  'mail.telegram': typeof import('#shared/locales/en/mail.telegram.json');
  newsletter: typeof import('#shared/locales/en/newsletter.json');
  notes: typeof import('#shared/locales/en/notes.json');
  orders: typeof import('#shared/locales/en/orders.json');
  'orders.admin': typeof import('#shared/locales/en/orders.admin.json');
  overview: typeof import('#shared/locales/en/overview.json');
  'payment-methods': typeof import('#shared/locales/en/payment-methods.json');
  'payment-methods.admin': typeof import('#shared/locales/en/payment-methods.admin.json');
  'payout-accounts': typeof import('#shared/locales/en/payout-accounts.json');
  'payouts.details': typeof import('#shared/locales/en/payouts.details.json');
  'payouts.statements': typeof import('#shared/locales/en/payouts.statements.json');
  'payouts.admin': typeof import('#shared/locales/en/payouts.admin.json');
  rates: typeof import('#shared/locales/en/rates.json');
  'rates.admin': typeof import('#shared/locales/en/rates.admin.json');
  sell: typeof import('#shared/locales/en/sell.json');
  'refunds.admin': typeof import('#shared/locales/en/refunds.admin.json');
  refunds: typeof import('#shared/locales/en/refunds.json');
  'sell.admin': typeof import('#shared/locales/en/sell.admin.json');
  'sell.dashboard': typeof import('#shared/locales/en/sell.dashboard.json');
  'settlements.admin': typeof import('#shared/locales/en/settlements.admin.json');
  settlements: typeof import('#shared/locales/en/settlements.json');
  'settings.admin': typeof import('#shared/locales/en/settings.admin.json');
  team: typeof import('#shared/locales/en/team.json');
  'users.admin': typeof import('#shared/locales/en/users.admin.json');
  'users.handling': typeof import('#shared/locales/en/users.handling.json');
  'users.profile': typeof import('#shared/locales/en/users.profile.json');
  'wallets.admin': typeof import('#shared/locales/en/wallets.admin.json');
}
