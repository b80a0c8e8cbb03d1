import { z } from 'zod';
import * as approvals from '#shared/approvals/approvals.contract.ts';
import * as audit from '#shared/audit/audit.contract.ts';
import * as account from '#shared/auth/auth.account.contract.ts';
import * as authCare from '#shared/auth/auth.care.contract.ts';
import * as auth from '#shared/auth/auth.contract.ts';
import * as blog from '#shared/blog/blog.contract.ts';
import * as books from '#shared/books/books.contract.ts';
import * as booksPeriods from '#shared/books/books.periods.contract.ts';
import * as chains from '#shared/chains/chains.contract.ts';
import * as chat from '#shared/chat/chat.contract.ts';
import * as chatHandling from '#shared/chat/chat.handling.contract.ts';
import * as depositSources from '#shared/deposit-sources/deposit-sources.contract.ts';
import * as deposits from '#shared/deposits/deposits.contract.ts';
import * as fiatExchange from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as fiatCurrencies from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import * as files from '#shared/files/files.contract.ts';
import * as imports from '#shared/imports/imports.contract.ts';
import type { CallOf, Endpoint } from '#shared/kernel/endpoint.ts';
import * as kyc from '#shared/kyc/kyc.contract.ts';
import * as landing from '#shared/landing/landing.contract.ts';
import * as mailTelegram from '#shared/mail/mail.telegram.contract.ts';
import * as mailTexts from '#shared/mail/mail.texts.contract.ts';
import * as newsletter from '#shared/newsletter/newsletter.contract.ts';
import * as notes from '#shared/notes/notes.contract.ts';
import * as offers from '#shared/offers/offers.contract.ts';
import * as ordersAdmin from '#shared/orders/admin/orders.admin.contract.ts';
import * as ordersHandling from '#shared/orders/admin/orders.handling.contract.ts';
import * as ordersMatching from '#shared/orders/admin/orders.matching.contract.ts';
import * as ordersQuestion from '#shared/orders/admin/orders.question.contract.ts';
import * as ordersUndo from '#shared/orders/admin/orders.undo.contract.ts';
import * as orders from '#shared/orders/orders.contract.ts';
import * as receipts from '#shared/orders/orders.receipts.contract.ts';
import * as overview from '#shared/overview/overview.contract.ts';
import * as paymentMethods from '#shared/payment-methods/payment-methods.contract.ts';
import * as payoutAccounts from '#shared/payout-accounts/payout-accounts.contract.ts';
import * as payoutsAccounts from '#shared/payouts/payouts.accounts.contract.ts';
import * as payoutsBatches from '#shared/payouts/payouts.batches.contract.ts';
import * as payouts from '#shared/payouts/payouts.contract.ts';
import * as payoutsPayee from '#shared/payouts/payouts.payee.contract.ts';
import * as payoutsStatements from '#shared/payouts/payouts.statements.contract.ts';
import * as rates from '#shared/rates/rates.contract.ts';
import * as refunds from '#shared/refunds/refunds.contract.ts';
import * as sellAdmin from '#shared/sell/sell.admin.contract.ts';
import * as sell from '#shared/sell/sell.contract.ts';
import * as settings from '#shared/settings/settings.contract.ts';
import * as readyTexts from '#shared/settings/settings.ready-texts.contract.ts';
import * as settlements from '#shared/settlements/settlements.contract.ts';
import * as unmatched from '#shared/settlements/unmatched.contract.ts';
import * as team from '#shared/team/team.contract.ts';
import * as usersAdmin from '#shared/users/users.admin.contract.ts';
import * as profile from '#shared/users/users.profile.contract.ts';
import * as wallets from '#shared/wallets/wallets.contract.ts';

const contracts = {
  audit,
  account,
  authCare,
  auth,
  team,
  notes,
  imports,
  approvals,
  blog,
  chat,
  chatHandling,
  depositSources,
  deposits,
  refunds,
  settlements,
  unmatched,
  payouts,
  payoutsAccounts,
  payoutsBatches,
  payoutsPayee,
  payoutsStatements,
  fiatExchange,
  fiatCurrencies,
  files,
  kyc,
  overview,
  landing,
  mailTelegram,
  mailTexts,
  newsletter,
  offers,
  paymentMethods,
  payoutAccounts,
  profile,
  usersAdmin,
  rates,
  chains,
  receipts,
  sell,
  sellAdmin,
  settings,
  readyTexts,
  orders,
  ordersAdmin,
  ordersHandling,
  ordersMatching,
  ordersQuestion,
  ordersUndo,
  wallets,
  books,
  booksPeriods,
};

type EndpointsOf<M> = { [K in keyof M]: M[K] extends Endpoint ? M[K] : never }[keyof M];
type AnyContract = (typeof contracts)[keyof typeof contracts];
type DeclaredEndpoint = AnyContract extends infer M ? (M extends unknown ? EndpointsOf<M> : never) : never;

export type Api = { [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: CallOf<E> };

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** An endpoint under the name that its contract gives it, such as `approveRefund`. */
export type NamedEndpoint = { name: string; endpoint: Endpoint };

/** All endpoints by feature, in feature order: the documentation and the route-by-caller test read this list. */
export const endpointsByFeature: readonly {
  feature: string;
  endpoints: readonly Endpoint[];
  named: readonly NamedEndpoint[];
}[] = Object.entries(contracts).map(([feature, contract]) => {
  const namedEndpoints = Object.entries<unknown>(contract).flatMap(([name, endpoint]) =>
    isEndpoint(endpoint) ? [{ name, endpoint }] : [],
  );
  return { feature, endpoints: namedEndpoints.map(({ endpoint }) => endpoint), named: namedEndpoints };
});

/** The schemas that contracts share, by the names that they are exported under. */
export const schemasByName: ReadonlyMap<string, z.ZodType> = new Map(
  Object.values(contracts).flatMap((contract) =>
    Object.entries<unknown>(contract).flatMap(([name, schema]) =>
      schema instanceof z.ZodType ? [[name, schema]] : [],
    ),
  ),
);
