import type { SessionUser } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';
import { currentUser } from '#shared/auth/auth.contract.ts';
import { kycStatus } from '#shared/kyc/kyc.contract.ts';
import { getOrder } from '#shared/orders/orders.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { rails, usualRails } from '#shared/reference/rails.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { blankOf } from './blank.ts';
import type { Answers } from './server.ts';

const updatedAt = '2026-03-01T12:00:00.000Z';

/** The customer for whom most screens are rendered. */
export function aSessionUser(changes: Partial<SessionUser> = {}): SessionUser {
  const names = { email: 'ada@customers.test', firstName: 'Ada', lastName: 'Okafor' };
  const home = { mobileNumber: '+2348031234567', country: 'Nigeria', countryCode: '+234', language: 'en' } as const;
  const sessionExpiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const session = { sessionExpiresAt, serverTime: new Date().toISOString() };
  return { ...blankOf(currentUser.response), ...names, ...home, ...session, ...changes };
}

/** A token as the client reads it: its owner and its end. */
export function tokenOf({ id }: SessionUser): string {
  const claims = { sub: id, exp: Math.floor(Date.now() / 1000) + 86_400 };
  return `x.${btoa(JSON.stringify(claims))}.x`;
}

/** Answer to a sign-in. */
export const signedInAs = (user: SessionUser): Api['POST /api/login']['output'] => ({
  token: tokenOf(user),
  expiresAt: user.sessionExpiresAt,
  isAdmin: user.isAdmin,
  user,
  secondFactorSetupRequired: false,
  message: 'Welcome',
  deviceToken: 'device',
});

/** Every coin, each of which can be sold. */
export const assets: Api['GET /api/crypto-assets']['output'] = coins.map(({ samplePrice, sampleChange, ...coin }) => ({
  ...coin,
  price: Number(samplePrice),
  change24h: Number(sampleChange),
  minimumDeposit: Number(coin.minimumDeposit),
  available: true,
  notice: 'none',
  isSellable: true,
  sparkline: [1, 2, 3],
  updatedAt,
  source: 'live',
}));

const defaultRails = rails
  .filter(({ id }) => usualRails.includes(id))
  .map(({ currencies: _currencies, unverified: _unverified, ...rail }) => ({ min: null, max: null, ...rail }));

const currencies: Api['GET /api/payout-currencies']['output'] = payoutCurrencies.map((currency) => ({
  ...currency,
  unitsPerUsd: Number(fxSample[currency.code] ?? 1),
  updatedAt,
  min: null,
  max: null,
  methods: [...usualRails],
  rails: defaultRails,
  isPaused: false,
  source: 'ecb',
}));

const shares = { grossAmount: 2_000, marginAmount: 100, netAmount: 1_900, feePercent: 5 };
const estimated = { ...shares, cryptoAmount: 0.05, buyingRate: 40_000, currency: 'USD', valueUsd: 2_000 };

/** Price of a sale: 2,000 dollars with a fee of five per cent. */
export const anEstimate = (changes: Partial<Api['POST /api/calculate-sell-amount']['output']> = {}) => ({
  ...estimated,
  rateUpdatedAt: new Date().toISOString(),
  source: 'live' as const,
  arrivesBy: null,
  ...changes,
});

/** A sale of bitcoin as its customer sees it. */
export function anOrder(changes: Partial<Api['GET /api/transactions/:id']['output']> = {}) {
  const cryptocurrency = { name: 'Bitcoin', symbol: 'BTC', color: '#f7931a' };
  const coin = { cryptoId: 'bitcoin', cryptoName: 'Bitcoin', cryptoSymbol: 'BTC', cryptocurrency, rate: 39_145.28 };
  const gross = { amount: 0.01, valueUsd: 391.45, grossAmount: 391.45, feeAmount: 19.57, feePercent: 5 };
  const payout = { payoutAmount: 371.88, payoutCurrency: 'USD' };
  const terms = { ...coin, ...gross, ...payout };
  return { ...blankOf(getOrder.response), reference: 'LF-TEST-01', version: 2, ...terms, ...changes };
}

/** No document was submitted yet. */
export const noKyc = blankOf(kycStatus.response);

/** Answers to the requests of the screens around a screen: a customer without orders, at sample prices. */
export const shellAnswers: Answers = {
  'GET /api/settings': {
    ...settingsDefaults,
    sampleRates: false,
    fxProvider: 'sample',
    alwaysOpen: true,
    choiceHours: settingsDefaults.deposits.choiceHours,
    payoutRails: 'We pay out by bank transfer.',
  },
  'GET /api/crypto-assets': assets,
  'GET /api/payout-currencies': currencies,
  'GET /api/sell-quotes': [],
  'GET /api/sell-allowance': { kycApproved: false, limitUsd: 1_000, usedUsd: 0, leftUsd: 1_000, days: 30 },
  'GET /api/transactions': [],
  'GET /api/kyc/status': noKyc,
  'GET /api/payout-accounts': [],
};
