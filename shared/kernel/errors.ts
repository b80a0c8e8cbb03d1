import type approvalsErrors from '#shared/locales/en/approvals.errors.json';
import type authErrors from '#shared/locales/en/auth.errors.json';
import type blogErrors from '#shared/locales/en/blog.errors.json';
import type bookErrors from '#shared/locales/en/book.errors.json';
import type booksErrors from '#shared/locales/en/books.errors.json';
import type chatErrors from '#shared/locales/en/chat.errors.json';
import type depositSourcesErrors from '#shared/locales/en/deposit-sources.errors.json';
import type depositsErrors from '#shared/locales/en/deposits.errors.json';
import type kernelErrors from '#shared/locales/en/errors.json';
import type fiatExchangeErrors from '#shared/locales/en/fiat-exchange.errors.json';
import type filesErrors from '#shared/locales/en/files.errors.json';
import type importsErrors from '#shared/locales/en/imports.errors.json';
import type kycErrors from '#shared/locales/en/kyc.errors.json';
import type mailErrors from '#shared/locales/en/mail.errors.json';
import type newsletterErrors from '#shared/locales/en/newsletter.errors.json';
import type notesErrors from '#shared/locales/en/notes.errors.json';
import type offersErrors from '#shared/locales/en/offers.errors.json';
import type ordersErrors from '#shared/locales/en/orders.errors.json';
import type paymentMethodsErrors from '#shared/locales/en/payment-methods.errors.json';
import type payoutAccountsErrors from '#shared/locales/en/payout-accounts.errors.json';
import type payoutsErrors from '#shared/locales/en/payouts.errors.json';
import type payoutsStatementsErrors from '#shared/locales/en/payouts.statements.errors.json';
import type programErrors from '#shared/locales/en/program.errors.json';
import type ratesErrors from '#shared/locales/en/rates.errors.json';
import type refundsErrors from '#shared/locales/en/refunds.errors.json';
import type sellErrors from '#shared/locales/en/sell.errors.json';
import type settingsErrors from '#shared/locales/en/settings.errors.json';
import type settlementsErrors from '#shared/locales/en/settlements.errors.json';
import type teamErrors from '#shared/locales/en/team.errors.json';
import type usersErrors from '#shared/locales/en/users.errors.json';
import type walletsErrors from '#shared/locales/en/wallets.errors.json';

/**
 * The text of each refusal and each field error of the features, by its reason. The texts are in
 * shared/locales/<language>/<feature>.errors.json. A sentence that depends on a count has a form for each (`_one`,
 * `_other`).
 */
export type ErrorTexts = typeof approvalsErrors &
  typeof authErrors &
  typeof blogErrors &
  typeof bookErrors &
  typeof booksErrors &
  typeof chatErrors &
  typeof depositSourcesErrors &
  typeof depositsErrors &
  typeof kernelErrors &
  typeof fiatExchangeErrors &
  typeof filesErrors &
  typeof importsErrors &
  typeof kycErrors &
  typeof mailErrors &
  typeof newsletterErrors &
  typeof notesErrors &
  typeof offersErrors &
  typeof ordersErrors &
  typeof paymentMethodsErrors &
  typeof payoutAccountsErrors &
  typeof payoutsStatementsErrors &
  typeof payoutsErrors &
  typeof ratesErrors &
  typeof refundsErrors &
  typeof sellErrors &
  typeof settlementsErrors &
  typeof settingsErrors &
  typeof teamErrors &
  typeof usersErrors &
  typeof walletsErrors;

/** Errors that only a program gets by calling the API wrongly. No screen leads there: they are not translated. */
export type ProgramErrorTexts = typeof programErrors;
