import type account from './en/account.json';
import type admin from './en/admin.json';
import type auth from './en/auth.json';
import type chat from './en/chat.json';
import type common from './en/common.json';
import type dashboard from './en/dashboard.json';
import type desk from './en/desk.json';
import type exchange from './en/exchange.json';
import type exchangeDesk from './en/exchangeDesk.json';
import type paymentDesk from './en/paymentDesk.json';
import type legal from './en/legal.json';
import type kyc from './en/kyc.json';
import type kycDesk from './en/kycDesk.json';
import type payoutAccounts from './en/payoutAccounts.json';
import type profile from './en/profile.json';
import type people from './en/people.json';
import type rates from './en/rates.json';
import type landing from './en/landing.json';
import type paymentMethods from './en/paymentMethods.json';
import type review from './en/review.json';
import type sell from './en/sell.json';
import type transactions from './en/transactions.json';

/** Typed keys of every namespace. A new feature adds one line; the English file is the source. */
export interface Resources {
  account: typeof account;
  admin: typeof admin;
  auth: typeof auth;
  chat: typeof chat;
  common: typeof common;
  dashboard: typeof dashboard;
  desk: typeof desk;
  exchange: typeof exchange;
  exchangeDesk: typeof exchangeDesk;
  legal: typeof legal;
  kyc: typeof kyc;
  kycDesk: typeof kycDesk;
  people: typeof people;
  rates: typeof rates;
  landing: typeof landing;
  paymentDesk: typeof paymentDesk;
  paymentMethods: typeof paymentMethods;
  payoutAccounts: typeof payoutAccounts;
  profile: typeof profile;
  review: typeof review;
  sell: typeof sell;
  transactions: typeof transactions;
}
