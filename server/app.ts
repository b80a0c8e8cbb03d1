import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Router } from 'express';
import { createBackground } from './background.ts';
import type { Composition } from './compose.ts';
import { approvalsAdminRoutes } from './features/approvals/approvals.admin.routes.ts';
import { approvalsSocket } from './features/approvals/approvals.socket.ts';
import { auditAdminRoutes } from './features/audit/audit.admin.routes.ts';
import { authAccountRoutes } from './features/auth/auth.account.routes.ts';
import { authAdminRoutes } from './features/auth/auth.admin.routes.ts';
import { setAdministrator } from './features/auth/auth.admin.service.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { blogAdminRoutes } from './features/blog/blog.admin.routes.ts';
import { blogRoutes } from './features/blog/blog.routes.ts';
import { booksAdminRoutes } from './features/books/books.admin.routes.ts';
import { chainsAdminRoutes } from './features/chains/chains.admin.routes.ts';
import { chatAdminRoutes } from './features/chat/admin/chat.admin.routes.ts';
import { chatHandlingSocket } from './features/chat/admin/chat.handling.socket.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { chatSocket } from './features/chat/live/chat.socket.ts';
import { depositSourcesAdminRoutes } from './features/deposit-sources/deposit-sources.admin.routes.ts';
import { depositsAdminRoutes } from './features/deposits/deposits.admin.routes.ts';
import { depositsRoutes } from './features/deposits/deposits.routes.ts';
import { depositsSocket } from './features/deposits/deposits.socket.ts';
import { fiatExchangeAdminRoutes } from './features/fiat-exchange/fiat-exchange.admin.routes.ts';
import { fiatExchangeRoutes } from './features/fiat-exchange/fiat-exchange.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { importsAdminRoutes } from './features/imports/imports.admin.routes.ts';
import { kycAdminRoutes } from './features/kyc/kyc.admin.routes.ts';
import { kycRoutes } from './features/kyc/kyc.routes.ts';
import { kycSocket } from './features/kyc/kyc.socket.ts';
import { publicPages } from './features/landing/landing.pages.ts';
import { landingRoutes } from './features/landing/landing.routes.ts';
import { mailAdminRoutes } from './features/mail/mail.admin.routes.ts';
import { mailTelegramRoutes } from './features/mail/mail.telegram.routes.ts';
import { newsletterAdminRoutes } from './features/newsletter/newsletter.admin.routes.ts';
import { newsletterRoutes } from './features/newsletter/newsletter.routes.ts';
import { notesAdminRoutes } from './features/notes/notes.admin.routes.ts';
import { offersAdminRoutes } from './features/offers/offers.admin.routes.ts';
import { offersRoutes } from './features/offers/offers.routes.ts';
import { ordersAdminRoutes } from './features/orders/orders.admin.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { ordersSocket, orderViewersSocket } from './features/orders/orders.socket.ts';
import { overviewAdminRoutes } from './features/overview/overview.admin.routes.ts';
import { paymentMethodsAdminRoutes } from './features/payment-methods/payment-methods.admin.routes.ts';
import { paymentMethodsRoutes } from './features/payment-methods/payment-methods.routes.ts';
import { payoutAccountsRoutes } from './features/payout-accounts/payout-accounts.routes.ts';
import { payoutsAdminRoutes } from './features/payouts/payouts.admin.routes.ts';
import { payoutsRoutes } from './features/payouts/payouts.routes.ts';
import { payoutsSocket } from './features/payouts/payouts.socket.ts';
import { ratesAdminRoutes } from './features/rates/rates.admin.routes.ts';
import { ratesRoutes } from './features/rates/rates.routes.ts';
import { refundsAdminRoutes } from './features/refunds/refunds.admin.routes.ts';
import { refundsRoutes } from './features/refunds/refunds.routes.ts';
import { sellAdminRoutes } from './features/sell/sell.admin.routes.ts';
import { sellRoutes } from './features/sell/sell.routes.ts';
import { sellSocket } from './features/sell/sell.socket.ts';
import { settingsAdminRoutes } from './features/settings/settings.admin.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { settlementsAdminRoutes } from './features/settlements/settlements.admin.routes.ts';
import { settlementsRoutes } from './features/settlements/settlements.routes.ts';
import { settlementsSocket } from './features/settlements/settlements.socket.ts';
import { teamAdminRoutes } from './features/team/team.admin.routes.ts';
import { usersAdminRoutes } from './features/users/users.admin.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { walletsAdminRoutes } from './features/wallets/wallets.admin.routes.ts';
import { buildPipeline } from './http/pipeline.ts';
import { createSockets } from './sockets/socket.ts';
import { inlineScriptsIn, serveClient } from './ssr/pages.ts';

export type App = {
  handle: RequestListener;
  /** Takes a WebSocket handshake. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Starts jobs and events. Runs once, just before the first request is served. */
  start?: () => Promise<void>;
  /** Ends it again: closes sockets with 1001 and lets running jobs finish. The pool is still open meanwhile. */
  close?: () => Promise<void>;
};

/** All routers of the API, in the order of features.json. */
export function apiRouters(deps: Composition): Router[] {
  return [
    auditAdminRoutes(deps),
    settingsRoutes(deps),
    settingsAdminRoutes(deps),
    filesRoutes(deps),
    usersRoutes(deps),
    usersAdminRoutes(deps),
    mailAdminRoutes(deps),
    mailTelegramRoutes(deps),
    authRoutes(deps),
    authAccountRoutes(deps),
    authAdminRoutes(deps),
    teamAdminRoutes(deps),
    notesAdminRoutes(deps),
    approvalsAdminRoutes(deps),
    kycRoutes(deps),
    kycAdminRoutes(deps),
    ratesRoutes(deps),
    ratesAdminRoutes(deps),
    chainsAdminRoutes(deps),
    walletsAdminRoutes(deps),
    depositSourcesAdminRoutes(deps),
    paymentMethodsRoutes(deps),
    paymentMethodsAdminRoutes(deps),
    payoutAccountsRoutes(deps),
    ordersRoutes(deps),
    ordersAdminRoutes(deps),
    sellRoutes(deps),
    sellAdminRoutes(deps),
    fiatExchangeRoutes(deps),
    fiatExchangeAdminRoutes(deps),
    depositsRoutes(deps),
    depositsAdminRoutes(deps),
    refundsRoutes(deps),
    refundsAdminRoutes(deps),
    settlementsRoutes(deps),
    settlementsAdminRoutes(deps),
    payoutsRoutes(deps),
    payoutsAdminRoutes(deps),
    importsAdminRoutes(deps),
    offersRoutes(deps),
    offersAdminRoutes(deps),
    blogRoutes(deps),
    blogAdminRoutes(deps),
    newsletterRoutes(deps),
    newsletterAdminRoutes(deps),
    chatRoutes(deps),
    chatAdminRoutes(deps),
    landingRoutes(deps),
    overviewAdminRoutes(deps),
    booksAdminRoutes(deps),
  ];
}

/** Creates the whole product as a request handler for an HTTP server. */
export function createApp(deps: Composition): App {
  const background = createBackground(deps);
  const sockets = createSockets(deps);
  approvalsSocket(deps, sockets);
  kycSocket(deps, sockets);
  ordersSocket(deps, sockets);
  const viewers = orderViewersSocket(deps, sockets);
  depositsSocket(deps, sockets);
  settlementsSocket(deps, sockets);
  sellSocket(deps, sockets);
  payoutsSocket(deps, sockets);
  const chat = chatSocket(deps, sockets);
  chatHandlingSocket(deps, sockets);
  const pageDeps = { ...deps, ...publicPages(deps) };
  return {
    handle: buildPipeline(pageDeps, apiRouters(deps), {
      pages: serveClient(pageDeps),
      inlineScripts: inlineScriptsIn(),
    }),
    upgrade: sockets.upgrade,
    start: async () => {
      await setAdministrator(deps);
      await background.start();
      sockets.start();
      viewers.start();
      chat.start();
    },
    close: async () => {
      await sockets.close();
      await viewers.stop();
      await chat.stop();
      await background.close();
    },
  };
}
